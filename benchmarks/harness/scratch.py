"""The folder where everything is installed, built and measured."""

import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent.parent
PEERS = HERE / "peers"


class Unavailable(Exception):
    """Something can't be had or doesn't work; the text says why."""


class Scratch:
    def __init__(self, folder, installs):
        self.folder = pathlib.Path(folder).resolve()
        self.installs = installs
        self.versions = {}
        self.folder.mkdir(parents=True, exist_ok=True)
        # PostgreSQL's server runs as another user when this one is root.
        self.folder.chmod(0o755)

    def path(self, *parts):
        path = self.folder.joinpath(*parts)
        path.parent.mkdir(parents=True, exist_ok=True)
        return path

    def fresh(self, *parts):
        """A path that nothing has."""
        path = self.path(*parts)
        remove(path)
        return path

    def python(self, *packages):
        """A Python that has these packages, from PyPI."""
        python = self.folder / "venv" / "bin" / "python"
        if not python.exists():
            self._needs_network("a virtual environment")
            run([sys.executable, "-m", "venv", self.folder / "venv"])
        for package in packages:
            query = f"import importlib.metadata as m; print(m.version({package!r}))"
            try:
                version = run([python, "-c", query])
            except Unavailable:
                self._needs_network(package)
                run([python, "-m", "pip", "install", "--quiet", package], timeout=300)
                version = run([python, "-c", query])
            self.versions[package] = version.strip()
        return python

    def debian(self, program, *packages):
        """A folder into which the Debian packages of a program, itself first, are unpacked.
        Nothing is installed, so anybody may do this."""
        root = self.folder / "debian" / "root"
        archives = self.folder / "debian" / "archives"
        lists = self.path("debian", "lists")
        archives.mkdir(parents=True, exist_ok=True)
        missing = [name for name in packages if not list(archives.glob(f"{name}_*.deb"))]
        if missing:
            self._needs_network(", ".join(missing))
            if not shutil.which("apt-get"):
                raise Unavailable("apt-get is missing, and with it Debian's packages")
            (lists / "partial").mkdir(parents=True, exist_ok=True)
            options = ["-o", f"Dir::State::Lists={lists}", "-o", f"Dir::Cache={archives.parent}"]
            run(["apt-get", *options, "update"], timeout=300)
            run(["apt-get", *options, "download", *missing], cwd=archives, timeout=300)
            for archive in archives.glob("*.deb"):
                run(["dpkg", "-x", archive, root])
        first = next(archives.glob(f"{packages[0]}_*.deb"))
        self.versions[program] = first.name.split("_")[1]
        return root

    def compiled(self, name, command, source):
        """A program made of one file, anew when the file is newer. `command` gets the source and
        `-o PROGRAM` behind it."""
        program = self.path("programs", name)
        if program.exists() and program.stat().st_mtime > source.stat().st_mtime:
            return program
        if not shutil.which(command[0]):
            raise Unavailable(f"{command[0]} is missing")
        compiler, *options = command
        inputs = [option for option in options if not str(option).startswith("-l")]
        libraries = [option for option in options if str(option).startswith("-l")]
        run([compiler, *inputs, source, "-o", program, *libraries], timeout=300)
        return program

    def _needs_network(self, what):
        if not self.installs:
            raise Unavailable(f"{what}: not installed, and --smoke installs nothing")


def remove(path):
    """Removes a file or a folder, and what SQLite writes beside a file."""
    if path.is_dir():
        shutil.rmtree(path)
    for each in [path, *path.parent.glob(path.name + "-*")]:
        if each.is_file():
            each.unlink()


def run(words, cwd=None, env=None, timeout=120, input=None):
    """What a program prints. Raises `Unavailable` with its last complaint."""
    words = [os.fspath(word) for word in words]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **(env or {})}
    try:
        outcome = subprocess.run(
            words, cwd=cwd, env=environment, capture_output=True, text=True, timeout=timeout,
            input=input,
        )
    except FileNotFoundError:
        raise Unavailable(f"{words[0]} is missing") from None
    except subprocess.TimeoutExpired:
        raise Unavailable(f"{words[0]} took more than {timeout} s") from None
    if outcome.returncode != 0:
        lines = (outcome.stderr.strip() or outcome.stdout.strip() or "no message").splitlines()
        raise Unavailable(f"{pathlib.Path(words[0]).name}: {lines[-1]}")
    return outcome.stdout

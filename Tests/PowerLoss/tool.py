"""The built tool: runs of it, and sessions with it."""

import json
import os
import select
import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# Seconds after which a call hangs.
TIMEOUT = int(os.environ.get("POWERLOSS_TIMEOUT", "60"))


class Violation(Exception):
    """Something that must not happen has happened."""


@dataclass(frozen=True)
class Result:
    arguments: tuple[str, ...]
    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out.splitlines()[-1])

    def is_answer(self, status: int, message: str) -> bool:
        """Whether the tool ended with this status and a message that begins so."""
        return self.status == status and self.err.startswith(f"replay-tool: {message}")

    def require(self, *statuses: int) -> "Result":
        if self.status in (statuses or (0,)):
            return self
        raise Violation(
            f"{' '.join(self.arguments)}: status {self.status}: {_first_line(self.err or self.out)}"
        )


def _first_line(text: str) -> str:
    return (text.strip().splitlines() or ["(it says nothing)"])[0][:300]


class Tool:
    def __init__(self, path: str, environment: dict[str, str] | None = None) -> None:
        self.path = path
        self.environment = {
            "PATH": os.environ.get("PATH", ""),
            "LC_ALL": "C.UTF-8",
            "SWIFT_BACKTRACE": "enable=no",
            **(environment or {}),
        }
        self._help: dict[str, str] = {}

    def knows(self, verb: str, option: str) -> bool:
        """Whether the help of a verb names an option."""
        if verb not in self._help:
            self._help[verb] = subprocess.run(
                [self.path, verb, "--help"], capture_output=True, text=True, timeout=TIMEOUT
            ).stdout
        return option in self._help[verb]

    def start(self, *arguments: str, **pipes: Any) -> subprocess.Popen[bytes]:
        return subprocess.Popen([self.path, *arguments], env=self.environment, **pipes)

    def run(self, *arguments: str, stdin: bytes = b"") -> Result:
        process = self.start(
            *arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        try:
            out, err = process.communicate(stdin, timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise Violation(f"{' '.join(arguments)}: no end after {TIMEOUT} s") from None
        result = Result(arguments, process.returncode, out.decode(), err.decode(errors="replace"))
        if result.status < 0 and result.status != -signal.SIGKILL:
            raise Violation(
                f"{' '.join(arguments)}: trapped with signal {-result.status}: {result.err[-300:]}"
            )
        return result

    def session(self, journal: Path, *options: str) -> "Session":
        create = ["--create"] if self.knows("session", "--create") else []
        return Session(self, "session", "--journal", str(journal), *create, *options)


class Session:
    """A session that answers one request at a time."""

    def __init__(self, tool: Tool, *arguments: str) -> None:
        self._arguments = arguments
        self._process = tool.start(
            *arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        assert self._process.stdin and self._process.stdout
        self._input, self._output = self._process.stdin, self._process.stdout

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """The answer; a session that ended without one is a violation, unless it was killed."""
        try:
            self._input.write(json.dumps(request, ensure_ascii=False).encode() + b"\n")
            self._input.flush()
            if not select.select([self._output], [], [], TIMEOUT)[0]:
                raise Violation(f"session: no answer after {TIMEOUT} s")
            line = self._output.readline()
        except BrokenPipeError:
            line = b""
        if line:
            return json.loads(line)
        status = self._process.wait(TIMEOUT)
        if status < 0 and status != -signal.SIGKILL:
            raise Violation(f"{' '.join(self._arguments)}: trapped with signal {-status}")
        return {"ok": False, "error": {"code": "ended", "message": f"status {status}"}}

    def close(self) -> int:
        try:
            self._input.close()
        except BrokenPipeError:
            pass
        try:
            return self._process.wait(TIMEOUT)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()
        finally:
            self._output.close()

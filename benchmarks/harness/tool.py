"""replay-tool, as the harness uses it."""

import json
import pathlib
import shutil
import sys

from .measuring import ONE_CORE, execute
from .scratch import HERE, PEERS, Unavailable, run

sys.path.insert(0, str(PEERS))
import answers  # noqa: E402

# What an order is placed with, beside its id.
ORDER = {
    "address": "ул. Ленина, 5",
    "deliveryDate": "2099-05-08",
    "metro": "Сокол",
    "firstName": "Ева",
    "lastName": "Петрова",
    "phone": "+79161234567",
}


class Tool:
    def __init__(self, path, scratch):
        self.path = pathlib.Path(path).resolve()
        self.scratch = scratch

    @staticmethod
    def built(scratch, report, may_be_debug):
        """The release build of this repository, made now unless it is there."""
        build = HERE.parent / ".build"
        candidates = ["release", "debug"] if may_be_debug else []
        for candidate in candidates:
            if (build / candidate / "replay-tool").exists():
                return Tool(build / candidate / "replay-tool", scratch)
        if not shutil.which("swift"):
            raise SystemExit("benchmarks: swift is missing, and --tool names no replay-tool")
        report.tell("building replay-tool")
        try:
            run(["make", "release-bench"], cwd=HERE.parent, timeout=3600)
        except Unavailable as reason:
            raise SystemExit(f"benchmarks: {reason}") from None
        return Tool(build / "release" / "replay-tool", scratch)

    @property
    def version(self):
        version = run([self.path, "--version"]).strip()
        try:
            commit = run(["git", "rev-parse", "--short", "HEAD"], cwd=HERE.parent).strip()
            changes = run(["git", "status", "--porcelain", "--", "Sources"], cwd=HERE.parent)
        except Unavailable:
            return version
        return f"{version} at {commit}" + (" with changes" if changes.strip() else "")

    def takes(self, verb, option):
        return f"{option} " in run([self.path, verb, "--help"])

    def ask(self, *words, cores=None):
        """The JSON that a verb prints."""
        environment = {"TMPDIR": str(self.scratch.path("temporary", "x").parent)}
        words = [self.path, *words, "--json"]
        outcome = execute(words, env=environment, output=True, cores=cores)
        return json.loads(outcome.output), outcome

    def do(self, *words, accepts=(0,)):
        """Runs a verb whose output nobody wants."""
        return execute([self.path, *words], accepts=accepts)

    def journal(self, name, events, mixed=False, segment_bytes=None):
        """A generated journal, always the same one, made anew."""
        folder = self.scratch.fresh("journals", name)
        words = ["bench", "--generate", folder, "--events", str(events)]
        if mixed:
            words += ["--mixed", "--samples", HERE.parent / "events"]
        if segment_bytes:
            words += ["--segment-size", str(segment_bytes)]
        self.ask(*words)
        return folder

    def replay(self, journal, threads):
        """Rebuilds all read models: what it says about itself, and how the process did."""
        words = ["replay", "--journal", journal]
        if threads == 1 and self.takes("replay", "--threads"):
            words += ["--threads", "1"]
        return self.ask(*words, cores=ONE_CORE if threads == 1 else None)

    def answers(self, journal):
        """The digest of what the read models of a courier journal answer."""
        questions = [("courier.couriers", {}), ("courier.metro", {}), ("courier.orders", {"tab": "all"})]
        couriers, stations, available = self._show(journal, questions)
        couriers = couriers["couriers"]
        mine = [{"tab": "mine", "courier": each["courier"]} for each in couriers]
        lists = self._show(journal, [("courier.orders", parameters) for parameters in mine])
        orders = [order for each in [available, *lists] for order in each["orders"]]
        return answers.digest(
            [[order[name] for name in answers.ORDER] for order in orders],
            stations["stations"],
            [[each[name] for name in answers.COURIER] for each in couriers],
        )

    def _show(self, journal, questions):
        requests = [
            json.dumps({"show": model, "parameters": parameters, "locale": "en"})
            for model, parameters in questions
        ]
        words = [self.path, "session", "--journal", journal]
        lines = run(words, input="\n".join(requests)).splitlines()
        return [json.loads(line)["value"] for line in lines]

    def contents(self, journal):
        """What every program should find in a journal."""
        stats, _ = self.ask("stats", "--journal", journal)
        head = stats["head"]
        return {
            "events": stats["events"],
            "positions": head * (head + 1) // 2,
            "types": stats["types"],
        }


def segments(journal):
    return sorted(pathlib.Path(journal, "segments").glob("*.jsonl"))

"""What all sections share: the options, the scratch folder, the tool, and which peers there are."""

from dataclasses import dataclass, field

from . import peers
from .report import Report
from .scratch import Scratch, Unavailable
from .tool import Tool


@dataclass
class Comparison:
    scratch: Scratch
    tool: Tool
    report: Report
    rounds: int
    events: int
    lengths: list
    only: set
    _had: dict = field(default_factory=dict)

    def wants_section(self, name, programs):
        return not self.only or name in self.only or bool(self.only & set(programs))

    def peer(self, name, section):
        """The words that run a peer; nil when it isn't wanted or can't be had."""
        programs = self.only - SECTIONS
        if programs and name not in programs and section not in self.only:
            return None
        if name not in self._had:
            self.report.tell(f"preparing {name}")
            try:
                self._had[name] = getattr(peers, name)(self.scratch)
            except Unavailable as reason:
                self.report.skip(name, str(reason))
                self._had[name] = None
        return self._had[name]


SECTIONS = {"courier", "answers", "mixed", "verify", "append", "issue", "growth", "segments"}

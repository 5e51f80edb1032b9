"""What must hold of a mounted image, given what was acknowledged before its moment."""

import hashlib
import hmac
import json
import random
import re
import shutil
import time
import uuid
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

from actions import is_acknowledged, unknown
from tool import Tool, Violation

Claim = dict[str, Any]


class Check:
    """The checks of one image. Each raises Violation."""

    def __init__(
        self,
        tool: Tool,
        disk: Path,
        outside: Path,
        claims: list[Claim],
        moment: int,
        rng: random.Random,
    ) -> None:
        self._tool, self._disk, self._outside, self._rng = tool, disk, outside, rng
        self._known: dict[str, dict[str, list[Claim]]] = defaultdict(lambda: defaultdict(list))
        # What an answer that came later says was begun earlier.
        self._later: dict[str, dict[str, list[Claim]]] = defaultdict(lambda: defaultdict(list))
        for claim in claims:
            known = self._known if claim["at"] <= moment else self._later
            known[claim["journal"]][claim["kind"]].append(claim)

    def everything(self) -> None:
        for name, claims in list(self._known.items()):
            journal = self._disk / name
            if (journal / "journal.json").exists():
                self._journal(journal, claims)
            else:
                self._nothing(journal, claims)

    # Where there is no journal

    def _nothing(self, journal: Path, claims: dict[str, list[Claim]]) -> None:
        for kind in ("answered", "receipt", "loaded", "erased", "secret", "settled", "damaged"):
            if claims[kind]:
                raise Violation(
                    f"{journal.name}: no journal is left, though {kind} at {claims[kind][0]['at']}"
                )
        if claims["copying"] or claims["journal"] and "again" in claims["journal"][0]:
            self._again((claims["copying"] or claims["journal"])[0], journal)
        elif claims["loading"]:
            self._load(claims["loading"][0], journal)
        else:
            self._append(journal, claims)
        self._verify(journal, claims)

    def _again(self, claim: Claim, journal: Path) -> None:
        """Does again what was cut off: immediately or, for a copy, in an emptied folder."""
        if claim["kind"] == "copying" and not (self._disk / "journal/journal.json").exists():
            return
        command = self._command(claim)
        result = self._tool.run(*command)
        statuses = claim.get("statuses", [0])
        if result.status == 73 and claim["kind"] == "copying":
            shutil.rmtree(journal)
            result = self._tool.run(*command)
        result.require(*statuses)

    def _command(self, claim: Claim) -> list[str]:
        places = {"{disk}": self._disk, "{outside}": self._outside}
        return [
            re.sub(r"\{\w+\}", lambda found: str(places[found[0]]), word) for word in claim["again"]
        ]

    # Where there is one

    def _journal(self, journal: Path, claims: dict[str, list[Claim]]) -> None:
        if claims["spoiling"]:
            # The workload spoils it itself: from some moment on it is damaged.
            self._tool.run("verify", "--journal", str(journal)).require(
                *([1] if claims["damaged"] else [0, 1])
            )
            return
        if claims["erased"]:
            self._absent(journal, [text for claim in claims["erased"] for text in claim["texts"]])
        self._verify(journal, claims)
        lines = _lines(journal)
        for claim in claims["answered"]:
            _stands(claim, lines)
        for claim in claims["loaded"]:
            _all_stand(claim, lines)
        for claim in claims["keys"]:
            for name, contents in claim["files"].items():
                if not (journal / name).exists() or (journal / name).read_text() != contents:
                    raise Violation(f"{journal.name}: {name}, copied at {claim['at']}, is lost")
        self._consumers(journal, claims)
        if len(claims["loading"]) > len(claims["loaded"]):
            self._load(claims["loading"][-1], journal)
        self._append(journal, claims)
        self._secret(journal, claims)
        for file in journal.glob("secrets/*.json"):
            if not any(
                f'"secret:{file.stem}"'.encode() in line for line in _lines(journal).values()
            ):
                raise Violation(f"{journal.name}: {file.name} is kept, and no event names it")
        self._erase(journal, claims)
        self._derived(journal, claims)
        self._verify(journal, claims)

    def _verify(self, journal: Path, claims: dict[str, list[Claim]]) -> None:
        arguments = ["verify", "--json", "--journal", str(journal)]
        if claims["receipt"]:
            # The latest, or now and then an earlier one.
            claim = (
                claims["receipt"][-1]
                if self._rng.random() < 0.7
                else self._rng.choice(claims["receipt"])
            )
            receipt = self._outside / "receipt"
            receipt.write_text(json.dumps(claim["receipt"]))
            arguments += ["--against", str(receipt)]
        self._tool.run(*arguments).require()

    def _append(self, journal: Path, claims: dict[str, list[Claim]]) -> None:
        """Sends again what was answered and what was not, then something new."""
        answered = claims["answered"]
        some = answered[-5:] + self._rng.sample(answered, min(3, len(answered)))
        session = self._tool.session(journal)
        for claim in some:
            answer = session.ask(claim["request"])
            positions = answer.get("positions") or [
                event["position"] for event in answer.get("events", [])
            ]
            if not answer.get("ok") or positions != claim["positions"]:
                raise Violation(
                    f"{journal.name}: sent again, {_short(claim['request'])} at "
                    f"{claim['positions']} was answered {_short(answer)}"
                )
        is_resent = self._rng.random() < 0.7
        if is_resent and len(claims["sent"]) > len(answered):
            answer = session.ask(claims["sent"][-1]["request"])
            if not answer.get("ok"):
                raise Violation(f"{journal.name}: what was under way was answered {_short(answer)}")
        event = {"type": "Afterwards", "tags": ["case:1"], "data": {}, "id": str(uuid.uuid4())}
        answer = session.ask({"append": [event]})
        if not answer.get("ok") or session.close() != 0:
            raise Violation(f"{journal.name}: an append afterwards was answered {_short(answer)}")

    def _consumers(self, journal: Path, claims: dict[str, list[Claim]]) -> None:
        later = self._later[str(journal.relative_to(self._disk))]
        for name in {claim["consumer"] for claim in claims["settled"] + later["settled"]}:
            handling = ["--run", "true"] if self._tool.knows("tail", "--run") else []
            self._tool.run(
                "tail", "--consumer", name, "--limit", "0", "--journal", str(journal), *handling
            ).require()
            file = journal / "consumers" / name
            place = json.loads(file.read_text())["position"] if file.exists() else 0
            settled = max((claim["position"] for claim in claims["settled"]), default=0)
            handled = max((claim["position"] for claim in claims["handled"]), default=0)
            if place < settled:
                raise Violation(f"consumer {name}: at {place}, though {settled} was settled")
            if later["handled"] + claims["handled"] and place > handled:
                raise Violation(f"consumer {name}: at {place}, though only {handled} was handled")

    def _secret(self, journal: Path, claims: dict[str, list[Claim]]) -> None:
        if not claims["secret"]:
            return
        moment = int(time.time())
        known = [claim["secret"] for claim in claims["secret"][-1:]]
        # The one after the last that was answered may have been recorded.
        known += [claim["secret"] for claim in self._later[journal.name]["secret"][:1]]
        for secret in known:
            text = f"mods.catalogue\nguns\n{moment}".encode()
            signature = hmac.new(secret.encode(), text, hashlib.sha256).hexdigest()
            result = self._tool.run(
                "show",
                "mods.catalogue",
                "category=guns",
                f"signature={signature}",
                f"signedAt={moment}",
                "--json",
                "--journal",
                str(journal),
            )
            if result.status == 0:
                return
        raise Violation(
            f"the secret of {claims['secret'][-1]['at']} signs nothing: {result.err or result.out}"
        )

    def _erase(self, journal: Path, claims: dict[str, list[Claim]]) -> None:
        """Finishes an erasure that was begun and not answered."""
        if len(claims["erasing"]) == len(claims["erased"]):
            return
        claim = claims["erasing"][-1]
        recorded = sum(
            b'"type":"system.subjectErased"' in line for line in _lines(journal).values()
        )
        if recorded >= len(claims["erasing"]):
            # The append before has finished it.
            self._absent(journal, claim["texts"])
        subject = claim["subject"]
        result = self._tool.run("erase", subject, "--yes", "--journal", str(journal))
        is_known = is_acknowledged(claims["answered"], subject)
        if is_known or not result.is_answer(*unknown(subject)):
            result.require()
        self._absent(journal, claim["texts"])

    def _load(self, claim: Claim, journal: Path) -> None:
        self._tool.run(*self._command(claim)).require()
        _all_stand(claim, _lines(journal))

    def _derived(self, journal: Path, claims: dict[str, list[Claim]]) -> None:
        """Answers with the index and the snapshots, and without."""
        folders = [journal / name for name in ("index", "snapshots") if (journal / name).exists()]
        if not folders:
            return
        questions: list[dict[str, Any]] = [
            {"read": {"items": [{"tags": ["case:3"]}]}},
            {"show": "courier.orders"},
            {"read": {"items": [{"types": ["courier.orderPlaced"]}]}},
        ]
        answers = []
        for _ in range(2):
            session = self._tool.session(journal)
            answers.append([session.ask(question) for question in questions])
            session.close()
            for folder in folders:
                shutil.rmtree(folder, ignore_errors=True)
        if refused := [answer for answer in answers[0] if not answer.get("ok")]:
            raise Violation(f"{journal.name}: a question was answered {_short(refused[0])}")
        if answers[0] != answers[1]:
            raise Violation("an index or a snapshot changes an answer")
        commands = [claim["request"].get("command") for claim in claims["answered"]]
        if "courier.placeOrder" in commands and not answers[0][1]["value"]["orders"]:
            raise Violation(f"{journal.name}: orders were placed, and courier.orders has none")

    def _absent(self, journal: Path, texts: list[str]) -> None:
        for file in (path for path in journal.rglob("*") if path.is_file()):
            contents = file.read_bytes()
            for text in texts:
                if text.encode() in contents:
                    raise Violation(
                        f"«{text}» was erased and stands in {file.relative_to(journal)}"
                    )


def _lines(journal: Path) -> dict[int, bytes]:
    """The records by position, read without the tool: whole lines only."""
    lines: dict[int, bytes] = {}
    for segment in sorted((journal / "segments").glob("*.jsonl")):
        for line in segment.read_bytes().split(b"\n")[:-1]:
            if not line.startswith(b'{"position":'):
                break  # A torn tail.
            position = int(line[12 : line.index(b",")])
            if position in lines:
                raise Violation(f"position {position} stands twice")
            lines[position] = line
    return lines


def _stands(claim: Claim, lines: dict[int, bytes]) -> None:
    request = claim["request"]
    for n, position in enumerate(claim["positions"]):
        if position not in lines:
            raise Violation(f"event {position}, answered at {claim['at']}, is lost")
        record = json.loads(lines[position])
        if "append" in request:
            sent = request["append"][n]
            is_same = record["id"] == sent["id"] and record["data"] == sent["data"]
        else:
            is_same = record["cause"]["id"] == request["id"]
        if not is_same:
            raise Violation(
                f"event {position}, answered at {claim['at']}, is another: {_short(record)}"
            )


def _all_stand(claim: Claim, lines: dict[int, bytes]) -> None:
    found = Counter(json.loads(line)["id"] for line in lines.values())
    for identity in claim["ids"]:
        if found[identity] != 1:
            raise Violation(
                f"event {identity}, imported at {claim['at']}, stands {found[identity]} times"
            )


def _short(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)[:240]

"""What workloads have in common: requests, and runs of the tool that become claims."""

import json
import stat
from pathlib import Path
from typing import Any

from run import Run

J = "journal"


def texts(person: str) -> list[str]:
    return [f"Улица-{person}, 12", f"Имя-{person}", f"Слово-{person}"]


def order(number: int, person: str) -> dict[str, object]:
    address, name, comment = texts(person)
    return {
        "command": "courier.placeOrder",
        "id": f"c-{number}",
        "actor": person,
        "data": {
            "order": str(number),
            "address": address,
            "deliveryDate": "2099-12-05",
            "metro": "Сокол",
            "firstName": name,
            "lastName": "Смит",
            "phone": "+79161234567",
            "comment": comment,
        },
    }


def unknown(subject: str) -> tuple[int, str]:
    """The answer to an erasure of somebody whom no event names."""
    return (1, f"no event was ever about {subject}")


def is_acknowledged(claims: list[dict[str, Any]], subject: str) -> bool:
    """Whether an event about this user was acknowledged."""
    return any(
        claim["kind"] == "answered" and subject == f"user:{claim['request'].get('actor')}"
        for claim in claims
    )


def issue(run: Run, request: dict[str, object], journal: str = J) -> None:
    """Carries out one command in a process of its own."""
    run.claim("sent", journal, request=request)
    result = run.execute(
        "issue",
        "--json",
        "--password-iterations",
        "1000",
        "--journal",
        run.path(journal),
        stdin=json.dumps(request).encode(),
    )
    if result.status == 0:
        positions = [event["position"] for event in result.json["events"]]
        run.claim("answered", journal, request=request, positions=positions)


def load_events(
    run: Run, journal: str, events: list[dict[str, object]], segment: int = 16 << 20
) -> None:
    file = run.outside / f"events-{run.number()}"
    file.write_text(
        "".join(json.dumps({**event, "time": "2020-01-01T00:00:00Z"}) + "\n" for event in events)
    )
    is_new = not Path(run.path(journal), "journal.json").exists()
    options = ("--segment-size", str(segment), "--password-iterations", "1000") if is_new else ()
    command = ("import", "--file", str(file), "--json", "--journal", run.path(journal), *options)
    run.claim(
        "loading", journal, again=relative(run, command), ids=[event["id"] for event in events]
    )
    if run.execute(*command).status == 0:
        run.claim(
            "loaded", journal, again=relative(run, command), ids=[event["id"] for event in events]
        )


def copy_journal(
    run: Run, command: tuple[str, ...], target: str, statuses: tuple[int, ...] = (0,)
) -> None:
    again = relative(run, command)
    run.claim("copying", target, again=again, statuses=statuses)
    result = run.execute(*command, "--json", statuses=statuses)
    if result.status in statuses and "root" in result.json:
        run.claim("receipt", target, receipt=result.json)
        run.claim("keys", target, files=_keys(Path(run.path(target))))


def _keys(journal: Path) -> dict[str, str]:
    """The key and the secrets of a journal, as they stand in its files."""
    return {
        str(file.relative_to(journal)): file.read_text()
        for file in [*journal.glob("journal.key"), *journal.glob("secrets/*.json")]
    }


def relative(run: Run, command: tuple[str, ...]) -> list[str]:
    """The command with place holders for the folders, which are others when it is run again."""
    return [
        word.replace(str(run.disk), "{disk}").replace(str(run.outside), "{outside}")
        for word in command
    ]


def handler(run: Run, handled: Path) -> str:
    """A program that takes note of an event, and of how long the log was then."""
    script = run.outside / "handler"
    script.write_text(
        f"#!/bin/sh\nread -r event\ncount=$(od -An -tu8 -N8 {run.outside.parent}/control)\n"
        f'echo $count "$event" >> {handled}\n'
    )
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    return str(script)

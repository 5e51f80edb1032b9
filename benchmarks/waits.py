"""What one hostile request makes another writer wait.

    python3 benchmarks/waits.py TOOL

One session appends single events as fast as it can and notes how long each takes. Another session
sends, one after the other, the largest requests that the limits allow. Printed for each kind: the
answer's code, and the longest wait of the first session meanwhile, in milliseconds, as the median of
five rounds.
"""

import json
import statistics
import subprocess
import sys
import tempfile
import threading
import time

SMALL = {"append": [{"type": "Noted", "tags": ["small"], "data": {}}]}
ROUNDS = 5


def condition(items: int) -> dict:
    query = {"items": [{"types": ["Noted"], "tags": [f"a{i % 40}", f"b{i}"]} for i in range(items)]}
    return {**SMALL, "condition": {"failIfEventsMatch": query}}


def order(**fields: object) -> dict:
    data = {"deliveryDate": "2999-01-01", "metro": "m", "firstName": "f", "lastName": "l",
            "address": "a", "phone": "+79990000000"}
    return {"command": "courier.placeOrder", "actor": "eva", "data": {**data, **fields}}


HOSTILE = {
    "nothing": None,
    "1,000 items in a condition": condition(1000),
    "10,000 events in an append": {
        "append": [{"type": "Noted", "tags": ["x", f"y{i}"], "data": {"n": i}} for i in range(10_000)]},
    "7 MiB of data in an append": {
        "append": [{"type": "Noted", "tags": [], "data": {"x": "x" * (7 << 20)}}]},
    "a text of 7 MiB": order(address="x" * (7 << 20)),
    "a text of 3 million marks": order(address="e" + "\u0301" * 3_000_000),
    "100,000 stations": {"command": "courier.refreshOrders", "actor": "eva",
                         "data": {"metro": [f"m{i}" for i in range(100_000)]}},
    "a search of 7 MiB": {"show": "mall.catalogue",
                          "parameters": {"category": "shops", "search": "x" * (7 << 20)}},
}


class Session:
    def __init__(self, tool: str, journal: str, *options: str) -> None:
        self.process = subprocess.Popen(
            [tool, "session", "--journal", journal, *options],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

    def ask(self, line: bytes) -> dict:
        self.process.stdin.write(line)
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


def line(request: dict) -> bytes:
    return json.dumps(request, ensure_ascii=False).encode() + b"\n"


def longest_wait(writer: Session, hostile: Session, request: dict | None) -> tuple[str, float]:
    waits: list[float] = []
    ended = threading.Event()

    def write() -> None:
        small = line(SMALL)
        while not ended.is_set():
            began = time.perf_counter()
            writer.ask(small)
            waits.append(time.perf_counter() - began)

    thread = threading.Thread(target=write)
    prepared = line(request) if request else b""
    thread.start()
    time.sleep(0.1)
    answer = {"ok": True}
    if request:
        answer = hostile.ask(prepared)
    time.sleep(0.1)
    ended.set()
    thread.join()
    return answer.get("error", {}).get("code", "ok"), max(waits) * 1000


def main() -> None:
    tool = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        journal = f"{folder}/journal"
        writer = Session(tool, journal, "--create", "--password-iterations", "1")
        batch = line({"append": [
            {"type": "Noted", "tags": [f"a{i % 40}", f"t{i}"], "data": {}} for i in range(1000)]})
        for _ in range(10):
            writer.ask(batch)
        hostile = Session(tool, journal)
        for name, request in HOSTILE.items():
            rounds = [longest_wait(writer, hostile, request) for _ in range(ROUNDS)]
            code = rounds[-1][0]
            median = statistics.median(wait for _, wait in rounds)
            print(f"{name:32} {code:16} {median:7.1f} ms")


if __name__ == "__main__":
    main()

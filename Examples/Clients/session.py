#!/usr/bin/env python3
"""A client of `replay-tool session`. Standard library only.

    session.py JOURNAL [TOOL [OPTION ...]]

It follows events, appends one and prints it as it comes, then prints a refusal. A session
creates the journal if there is none.
"""
import itertools
import json
import subprocess
import sys


class Session:
    """One process of the tool. Requests are answered in order; events come in between."""

    def __init__(self, journal, tool="replay-tool", *options):
        self._process = subprocess.Popen(
            [tool, "session", "--journal", journal, "--create", *options],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._refs = itertools.count(1)
        self._events = []
        self._answers = {}
        self._follows = set()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.stdin.close()
        for _ in self._process.stdout:
            pass  # A tool that cannot write its last events would never end.
        self._process.wait()

    def send(self, request):
        """Sends a request and returns its ref, without waiting for the answer."""
        ref = next(self._refs)
        if "follow" in request:
            self._follows.add(ref)
        self._process.stdin.write(json.dumps({**request, "ref": ref}) + "\n")
        self._process.stdin.flush()
        return ref

    def ask(self, request):
        """Returns the answer to a request; raises for one that is refused."""
        return self.answer(self.send(request))

    def answer(self, ref):
        """Returns the answer to a request that was sent; raises for one that is refused."""
        while ref not in self._answers:
            self._take()
        answer = self._answers.pop(ref)
        if not answer["ok"]:
            raise Refused(**answer["error"])
        return answer

    def events(self):
        """Yields the events that are followed, as they come."""
        while True:
            while not self._events:
                self._take()
            yield self._events.pop(0)

    def _take(self):
        """Keeps the next event or answer for the one who waits for it."""
        line = self._read()
        if "event" in line:
            self._events.append(line["event"])
        elif "ref" not in line or line["ref"] in self._follows:
            # Nobody waits for these: a line that is no request, and a follow that is refused.
            raise Refused(**line["error"])
        else:
            self._answers[line["ref"]] = line

    def _read(self):
        line = self._process.stdout.readline()
        if not line:
            raise EOFError("the session has ended")
        return json.loads(line)


class Refused(Exception):
    """A refusal, with its code for the program and its message for people."""

    def __init__(self, code, message, **_):
        super().__init__(f"{code}: {message}")
        self.code = code


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: session.py JOURNAL [TOOL [OPTION ...]]")
    with Session(sys.argv[1], *sys.argv[2:]) as session:
        session.send({"follow": {"items": [{"types": ["Greeted"]}]}})
        session.ask({"append": [{"type": "Greeted", "tags": ["who:world"], "data": {}}]})
        event = next(session.events())
        print(event["position"], event["type"], *event["tags"])
        try:
            session.ask({"show": "no.model", "locale": "en"})
        except Refused as refusal:
            print(refusal)

"""Starts programs on behalf of the harness, and says how long each took and the most memory it had.

Linux counts the memory of whoever starts a program as that program's own until it has more itself;
so this is a process of its own and has little. One request per line on standard input: the words,
the environment, the files for standard output and error, and the cores; as JSON. One answer per
line: seconds, exit code, bytes.
"""

import json
import os
import sys
import time

UNIT = 1 if sys.platform == "darwin" else 1024

for line in sys.stdin:
    words, environment, printed, complaints, cores = json.loads(line)
    if cores:
        os.sched_setaffinity(0, cores)
    writing = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    actions = [
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, printed, writing, 0o600),
        (os.POSIX_SPAWN_OPEN, 2, complaints, writing, 0o600),
    ]
    start = time.perf_counter()
    try:
        child = os.posix_spawn(words[0], words, environment, file_actions=actions)
    except OSError as error:
        print(json.dumps([0, error.strerror, 0]), flush=True)
        continue
    _, status, usage = os.wait4(child, 0)
    seconds = time.perf_counter() - start
    code = os.waitstatus_to_exitcode(status)
    print(json.dumps([seconds, code, usage.ru_maxrss * UNIT]), flush=True)

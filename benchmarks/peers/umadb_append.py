"""Durable appends to UmaDB, a server on this machine, one event each.

usage: umadb_append.py FOLDER APPENDS BYTES CLIENTS
"""

import pathlib
import socket
import subprocess
import sys
import time

import umadb
from timing import measure


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


folder, count, length, clients = sys.argv[1], *map(int, sys.argv[2:])
address = f"127.0.0.1:{free_port()}"
server = subprocess.Popen(
    [
        pathlib.Path(sys.executable).with_name("umadb"),
        *("--listen", address, "--db-path", folder),
    ],
    stdout=subprocess.DEVNULL,
    stderr=subprocess.DEVNULL,
)
try:
    for _ in range(200):
        try:
            client = umadb.Client(f"http://{address}")
            client.head()
            break
        except Exception:
            time.sleep(0.05)
    else:
        raise SystemExit("the server does not answer")
    data = b"x" * length

    def append():
        client.append([umadb.Event("courier.acceptedOrdersViewed", data, ["courier:courier-1"])])

    append()
    measure(append, count, clients)
finally:
    server.terminate()
    server.wait()

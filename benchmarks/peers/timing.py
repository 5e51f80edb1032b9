"""How long appends took: all of them, and the middle one."""

import json
import statistics
import threading
import time


def measure(append, count, concurrently=1):
    """Calls `append()` `count` times, shared among threads, and prints how long that took."""
    each = []

    def work(share):
        for _ in range(share):
            start = time.perf_counter()
            append()
            each.append(time.perf_counter() - start)

    share = max(1, count // concurrently)
    threads = [threading.Thread(target=work, args=[share]) for _ in range(concurrently)]
    start = time.perf_counter()
    if concurrently == 1:
        work(share)
    else:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    seconds = time.perf_counter() - start
    if len(each) != share * concurrently:
        raise SystemExit("not all appends succeeded")
    middle = statistics.median(each) * 1e3
    print(json.dumps({"appends": len(each), "seconds": seconds, "milliseconds": middle}))

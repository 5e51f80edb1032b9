"""What the read models of a courier journal answer, in one form for all programs."""

import hashlib
import json

# What an answer shows of an order, apart from texts for buttons.
ORDER = (
    "order status address deliveryDate metro firstName lastName phone color comment courier "
    "acceptedAt completedAt"
).split()
COURIER = ["courier", "login", "signedIn", "accepted"]


def digest(orders, stations, couriers):
    """One digest of all orders that are shown, the stations of those available, and all couriers,
    in any order."""
    lines = [json.dumps(["order", *row], ensure_ascii=False) for row in orders]
    lines += [json.dumps(["station", name], ensure_ascii=False) for name in stations]
    lines += [json.dumps(["courier", *row], ensure_ascii=False) for row in couriers]
    return hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()

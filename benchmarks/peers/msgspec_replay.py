"""Decodes every field of every line of a courier journal into typed structs with msgspec."""

import sys
import time

import msgspec
from fold import Fold


class Struct(msgspec.Struct, rename="camel", gc=False):
    pass


class Cause(Struct):
    command: str
    id: str | None = None
    actor: str | None = None
    correlation: str | None = None
    because: int | None = None


class Record(Struct):
    position: int
    id: str
    time: str
    type: str
    version: int
    tags: list[str]
    append: tuple[int, int]
    # What these hold depends on the type, so they are decoded when it is known.
    data: msgspec.Raw
    crc: str
    cause: Cause | None = None
    synced: int | None = None
    commitment: str | None = None
    salt: str | None = None
    subjects: list[str] | None = None
    personal: msgspec.Raw = msgspec.Raw(b"null")
    personal_tags: list[str] | None = None
    fingerprint: str | None = None


class Placed(Struct):
    order: str
    customer: str
    delivery_date: str
    metro: str
    color: str | None = None


class Recipient(Struct):
    address: str
    first_name: str
    last_name: str
    phone: str
    comment: str | None = None


class CourierOnly(Struct):
    courier: str


class Refreshed(Struct):
    courier: str
    metro: list[str] | None = None


class OrderAndCourier(Struct):
    order: str
    courier: str


class Cancelled(Struct):
    order: str
    customer: str


class Password(Struct):
    salt: str
    iterations: int
    hash: str


class Account(Struct):
    login: str
    login_key: str
    password: Password


class SignedIn(Struct):
    login_key: str


def decode(type):
    return msgspec.json.Decoder(type).decode


data = {
    "courier.orderPlaced": decode(Placed),
    "courier.ordersRefreshed": decode(Refreshed),
    "courier.orderAccepted": decode(OrderAndCourier),
    "courier.orderCompleted": decode(OrderAndCourier),
    "courier.orderCancelled": decode(Cancelled),
    "courier.acceptedOrdersViewed": decode(CourierOnly),
    "courier.courierRegistered": decode(CourierOnly),
    "courier.courierSignedIn": decode(CourierOnly),
}
personal = {
    "courier.orderPlaced": decode(Recipient | None),
    "courier.courierRegistered": decode(Account | None),
    "courier.courierSignedIn": decode(SignedIn | None),
}

start = time.perf_counter()
fold = Fold()
read = decode(Record)
for path in sys.argv[1:]:
    with open(path, "rb") as lines:
        for line in lines:
            record = read(line)
            kind = record.type
            payload = data[kind](record.data)
            if kind in personal:
                personal[kind](record.personal)
            fold.add(record.position, kind)
            if kind == "courier.orderAccepted":
                fold.accepted[payload.courier] += 1
            elif kind == "courier.orderCompleted":
                fold.completed[payload.courier] += 1
fold.print(time.perf_counter() - start)

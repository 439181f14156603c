"""Messages over a socket between an `Evaluator` and its processes: a JSON header, then bytes."""

from __future__ import annotations

import json
import socket
import struct
import time
from typing import Any

__all__ = ["receive", "send"]

_LENGTHS = struct.Struct("!II")


def send(peer: socket.socket, header: dict[str, Any], body: bytes = b"") -> None:
    """Send one message.

    Raises:
        OSError: the peer is gone.
    """
    words = json.dumps(header).encode()
    peer.sendall(_LENGTHS.pack(len(words), len(body)) + words)
    if body:
        peer.sendall(body)


def receive(peer: socket.socket, *, deadline: float | None = None) -> tuple[dict[str, Any], bytes]:
    """One message, waited for until `deadline` (of `time.monotonic`; None is for ever).

    Raises:
        TimeoutError: the deadline has passed.
        EOFError: the peer has closed its end.
    """
    header_length, body_length = _LENGTHS.unpack(_read(peer, _LENGTHS.size, deadline))
    header: dict[str, Any] = json.loads(_read(peer, header_length, deadline))
    return header, bytes(_read(peer, body_length, deadline))


def _read(peer: socket.socket, length: int, deadline: float | None) -> bytearray:
    data = bytearray(length)
    view = memoryview(data)
    while view:
        if deadline is not None:
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError
            peer.settimeout(left)
        count = peer.recv_into(view)
        if not count:
            raise EOFError
        view = view[count:]
    return data

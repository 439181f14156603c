"""A process that can open no socket: a seccomp filter, which Linux lets every process set itself.

Needs no privilege and works inside containers. Elsewhere than on Linux on x86-64 or AArch64 nothing
is done, and only the refusal of SERVICE in the query's text stands.
"""

from __future__ import annotations

import ctypes
import platform
import struct
import sys

__all__ = ["close_sockets"]

# Architecture as seccomp names it, and the number of socket(2): linux/audit.h, asm/unistd.h.
_CALLS = {"x86_64": (0xC000003E, 41), "aarch64": (0xC00000B7, 198)}
_NO_NEW_PRIVILEGES, _SET_SECCOMP, _FILTER = 38, 22, 2  # linux/prctl.h, linux/seccomp.h
_LOAD, _EQUAL, _RETURN = 0x20, 0x15, 0x06  # linux/bpf_common.h
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050001  # the latter with EPERM


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))


def close_sockets() -> bool:
    """Keep this thread, and those that it starts, from opening sockets; whether that was possible.

    Sockets that are open stay so.
    """
    call = _CALLS.get(platform.machine())
    if call is None or not sys.platform.startswith("linux"):
        return False
    architecture, number = call
    instructions = (
        (_LOAD, 0, 0, 4),  # seccomp_data.arch
        (_EQUAL, 0, 3, architecture),
        (_LOAD, 0, 0, 0),  # seccomp_data.nr
        (_EQUAL, 0, 1, number),
        (_RETURN, 0, 0, _REFUSE),
        (_RETURN, 0, 0, _ALLOW),
    )
    code = b"".join(struct.pack("HBBI", *instruction) for instruction in instructions)
    program = _Program(len(instructions), code)
    library = ctypes.CDLL(None, use_errno=True)
    if library.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0):
        return False
    return not library.prctl(_SET_SECCOMP, _FILTER, ctypes.byref(program), 0, 0)

"""Bytes to clean lines, one reader a format, and nothing more."""

from extract.readers.txt import Lines, decode, read_lines

__all__ = ["Lines", "decode", "read_lines"]

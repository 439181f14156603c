"""What has to be closed, as a context manager."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Self

__all__ = ["Closing"]


class Closing(ABC):
    """Closes itself at the end of a `with` block."""

    @abstractmethod
    def close(self) -> None:
        """Let go of what is held; nothing else may be done with it afterwards."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

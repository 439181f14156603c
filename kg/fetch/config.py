"""Where the texts are and what a download may take: `config.toml`, and the user's file over it."""

from __future__ import annotations

import datetime as dt
import re
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from kg.errors import FetchError

__all__ = ["FetchConfig", "Limits", "read_config"]


class Limits(BaseModel):
    """What a download may take: times in seconds, sizes in bytes."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    bytes: int = Field(gt=0)
    redirects: int = Field(ge=0)
    attempts: int = Field(ge=1)
    first_wait: float = Field(ge=0)
    connect_timeout: float = Field(gt=0)
    read_timeout: float = Field(gt=0)
    total_timeout: float = Field(gt=0)


class FetchConfig(BaseModel):
    """Where the texts are.

    Attributes:
        page: the address of the page that links the newest text.
        link: what is searched in the names of the files that it links.
        addresses: patterns with `{date:%Y%m%d}` and the like, in the order to try them.
        published_as: the date in a file's name by the day its text takes effect, where they differ.
        sha256: of files, by the date in their names.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    page: str = Field(pattern="^https?://")
    link: re.Pattern[str]
    addresses: tuple[str, ...] = Field(min_length=1)
    limits: Limits
    published_as: dict[dt.date, dt.date]
    sha256: dict[dt.date, Annotated[str, Field(pattern="^[0-9a-f]{64}$")]]


def read_config(path: Path | None = None) -> FetchConfig:
    """The config that ships with ruleloom, with the user's file laid over it key by key.

    Raises:
        FetchError: the user's file can't be read, or says what makes no sense.
    """
    merged = tomllib.loads((files("kg.fetch") / "config.toml").read_text(encoding="utf-8"))
    if path is None:
        return FetchConfig.model_validate(merged)
    try:
        for key, value in tomllib.loads(path.read_text(encoding="utf-8")).items():
            shipped = merged.get(key)
            if isinstance(shipped, dict) and isinstance(value, dict):
                merged[key] = {**shipped, **value}
            else:
                merged[key] = value
        return FetchConfig.model_validate(merged)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"] if part != "[key]")
        raise FetchError(str(path), f"{where}: {first['msg']}") from error
    except OSError as error:
        raise FetchError(str(path), f"can't be read: {error.strerror}") from error
    except ValueError as error:  # no TOML, or not in UTF-8
        raise FetchError(str(path), f"can't be read: {error}") from error

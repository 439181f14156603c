"""Every error that ruleloom raises on purpose.

    RuleloomError
    ├── BadRuleNumberError   (ValueError)    a string that is no rule number
    ├── RuleNotFoundError    (LookupError)   a number that the edition doesn't print
    ├── EditionNotFoundError (LookupError)   a date that the store doesn't have
    ├── EditionsNotComparableError (ValueError)  editions that have no order
    ├── QueryNotFoundError   (LookupError)   a name that the gallery doesn't have
    ├── TopicNotFoundError   (LookupError)   a name that is no keyword's, heading's or term's
    ├── LinkKindError        (ValueError)    a name that is no kind of link
    ├── PictureError         (ValueError)    a picture or an export that can't be made
    ├── QueryError           (ValueError)    a query that can't be parsed or run
    │   └── QueryStoppedError                a query stopped at a limit
    ├── SourceError          (ValueError)    an input that can't be read as a rulebook
    │   └── ConflictError                    two sources that contradict each other on one date
    ├── CardError            (ValueError)    a record that holds no card's text
    ├── ProgramError         (ValueError)    a program that isn't of the language of programs
    ├── ScenarioError        (ValueError)    a scenario that breaks the format, or can't be read
    ├── IllegalActionError   (ValueError)    what the rules don't let a player do
    ├── FetchError           (OSError)       an official text that can't be downloaded
    │   └── UnreachableError                 its server doesn't answer at all
    └── StoreError           (OSError)       a store that can't be opened or written
        ├── StoreMissingError                there is none at that place
        └── StoreLockedError                 another process writes to it

A message says what, where and what to do; the values are kept as attributes. The command line turns
each into one line and an exit status, the API into a problem document.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kg.model import RuleNumber


class RuleloomError(Exception):
    """Whatever ruleloom reports to its user rather than crash."""

    def __reduce__(self) -> tuple[object, ...]:
        # Exceptions are pickled by their message alone, which our constructors don't take; one that
        # can't be read back ends the whole pool of processes that it comes from.
        return _rebuilt, (type(self), self.args, self.__dict__.copy())


def _rebuilt(
    kind: type[RuleloomError], args: tuple[object, ...], state: dict[str, object]
) -> RuleloomError:
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(state)
    return error


class BadRuleNumberError(RuleloomError, ValueError):
    """A string that is no rule number."""

    def __init__(self, text: str) -> None:
        self.text = text
        super().__init__(f"{text!r} is no rule number: expected one like 7, 701, 701.8 or 701.8a")


class EditionNotFoundError(RuleloomError, LookupError):
    """The store has no edition of that date, or whatever else it is sought in."""

    def __init__(self, asked: str, *, known: Sequence[str] = (), place: str = "the store") -> None:
        self.asked, self.known = asked, tuple(known)
        have = f"it has {', '.join(known)}" if known else "it has none"
        super().__init__(f"{place} has no edition {asked}: {have}")


class EditionsNotComparableError(RuleloomError, ValueError):
    """Editions that can't be set beside each other: one has no date, or two have the same."""


class RuleNotFoundError(RuleloomError, LookupError):
    """The edition prints no rule of that number."""

    def __init__(
        self, number: RuleNumber, *, edition: str, nearest: Sequence[RuleNumber] = ()
    ) -> None:
        self.number, self.edition, self.nearest = number, edition, tuple(nearest)
        hint = f"; did you mean {' or '.join(map(str, nearest))}?" if nearest else ""
        super().__init__(f"edition {edition} prints no rule {number}{hint}")


class QueryNotFoundError(RuleloomError, LookupError):
    """The gallery has no query of that name, and no such file exists."""

    def __init__(self, name: str, *, nearest: Sequence[str] = ()) -> None:
        self.name, self.nearest = name, tuple(nearest)
        hint = f"; did you mean {' or '.join(nearest)}?" if nearest else ""
        super().__init__(f"no query named {name} in the gallery and no such file{hint}")


class TopicNotFoundError(RuleloomError, LookupError):
    """A name that is no keyword's, heading's or term's in the edition."""

    def __init__(self, name: str, *, edition: str, nearest: Sequence[str] = ()) -> None:
        self.name, self.edition, self.nearest = name, edition, tuple(nearest)
        hint = f"; did you mean {' or '.join(nearest)}?" if nearest else ""
        super().__init__(f"edition {edition} has no keyword, heading or term {name!r}{hint}")


class LinkKindError(RuleloomError, ValueError):
    """A name that is no kind of link between rules."""

    def __init__(self, name: str, *, known: Sequence[str], nearest: Sequence[str] = ()) -> None:
        self.name, self.known, self.nearest = name, tuple(known), tuple(nearest)
        hint = f"; did you mean {' or '.join(nearest)}?" if nearest else ""
        super().__init__(f"{name!r} is no kind of link: take {', '.join(known)}{hint}")


class PictureError(RuleloomError, ValueError):
    """A picture or an export that can't be made; the message says what to ask instead."""


class QueryError(RuleloomError, ValueError):
    """A query that can't be parsed, or that the engine can't run.

    Attributes:
        line, column: where the fault is, from 1; None where that isn't known.
    """

    def __init__(self, message: str, *, line: int | None = None, column: int | None = None) -> None:
        self.line, self.column = line, column
        where = f"line {line}, column {column}: " if line is not None else ""
        super().__init__(f"{where}{message}")


class QueryStoppedError(QueryError):
    """A query that was stopped at a limit, and gave no answer.

    Attributes:
        limit: `time`, `memory`, `size` or `load`.
    """

    def __init__(self, message: str, *, limit: str) -> None:
        self.limit = limit
        super().__init__(message)


class SourceError(RuleloomError, ValueError):
    """An input that can't be read as a rulebook."""

    def __init__(self, source: str, problem: str) -> None:
        self.source, self.problem = source, problem
        super().__init__(f"{source}: {problem}")


class ConflictError(SourceError):
    """Two sources that say different things on one date."""

    def __init__(self, source: str, other: str, *, date: dt.date | None, numbers: Sequence[str]):
        self.other, self.date, self.numbers = other, date, tuple(numbers)
        shown = ", ".join(numbers[:3]) + (f" and {len(numbers) - 3} more" if numbers[3:] else "")
        super().__init__(
            source,
            f"contradicts {other} on {date or 'an undated edition'} in {shown}; "
            "build only one of them, or pass --replace to keep the later",
        )


class CardError(RuleloomError, ValueError):
    """A record that holds no card's text.

    Attributes:
        line: of the input, from 1; None where the record isn't a line.
    """

    def __init__(self, message: str, *, name: str = "", line: int | None = None) -> None:
        self.line = line
        where = f"{name}:{line}: " if line is not None else ""
        super().__init__(f"{where}{message}")


class ProgramError(RuleloomError, ValueError):
    """A program that isn't of the language of programs; the message has file and line."""


class ScenarioError(RuleloomError, ValueError):
    """A scenario that breaks the format, or holds a text that can't be read."""


class IllegalActionError(RuleloomError, ValueError):
    """What the rules don't let a player do; the state stays as it was.

    Attributes:
        rules: the numbers of the rules that forbid it.
    """

    def __init__(self, reason: str, *, rules: Sequence[str] = ()) -> None:
        self.rules = tuple(rules)
        cited = f" (CR {', '.join(rules)})" if rules else ""
        super().__init__(f"{reason}{cited}")


class FetchError(RuleloomError, OSError):
    """An official text that can't be downloaded.

    Attributes:
        address: what was asked for; of a file of ours, its path.
        status: of the HTTP answer; None where the fault isn't in its status.
    """

    def __init__(self, address: str, problem: str, *, status: int | None = None) -> None:
        self.address, self.problem, self.status = address, problem, status
        super().__init__(f"{address}: {problem}")


class UnreachableError(FetchError):
    """The publisher's server doesn't answer at all."""

    def __str__(self) -> str:
        return (
            f"can't reach {self.address}: {self.problem}; "
            "download the file by hand and pass it to `ruleloom build`"
        )


class StoreError(RuleloomError, OSError):
    """A store that can't be opened or written."""

    def __init__(self, path: object, problem: str) -> None:
        self.path, self.problem = str(path), problem
        super().__init__(f"{path}: {problem}")

    def __str__(self) -> str:  # OSError would print its two arguments as an errno
        return f"{self.path}: {self.problem}"


class StoreMissingError(StoreError):
    """There is no store at that place."""

    def __init__(self, path: object) -> None:
        super().__init__(path, "no store here yet; `ruleloom build` makes one")


class StoreLockedError(StoreError):
    """Another process writes to the store."""

    def __init__(self, path: object, holder: str) -> None:
        self.holder = holder
        super().__init__(path, f"{holder} is writing to this store; try again when it has ended")

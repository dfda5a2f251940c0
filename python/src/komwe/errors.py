"""What is raised where the library refuses something."""

from __future__ import annotations

from typing import Any, Final

from ._native import ffi

CODES: Final = (
    "ok", "unknown game", "unknown option", "bad value", "bad position", "bad move",
    "illegal move", "too long", "bad record", "no memory", "no file", "bad table", "stopped",
    "damaged", "bad rules",
)


class KomweError(Exception):
    """The library refused something; ``str(error)`` is its sentence, without a full stop.

    Attributes:
        code: what kind of fault it is, one of :data:`CODES`, for example ``"illegal move"``.
        line: of a text of several lines the line at fault, from 1; else 1.
        column: the first byte at fault, from 1; 1 where the whole text is.
    """

    def __init__(self, message: str, code: str = "bad value", line: int = 1, column: int = 1):
        super().__init__(message)
        self.code = code
        self.line = line
        self.column = column

    def __reduce__(self) -> tuple[Any, ...]:
        return KomweError, (str(self), self.code, self.line, self.column)


def text_of(chars: Any) -> str:
    """A string of the library's, which is UTF-8 (``""`` for NULL)."""
    if not chars:
        return ""
    raw: bytes = ffi.string(chars)
    return raw.decode("utf-8", "replace")


def bytes_of(text: str) -> bytes:
    """A text as the library reads it.

    Raises:
        KomweError: it is no text, holds a NUL or cannot be written as UTF-8.
    """
    if not isinstance(text, str):
        raise KomweError(f"a text was expected, not {type(text).__name__}")
    try:
        raw = text.encode()
    except UnicodeEncodeError as fault:
        raise KomweError("the text cannot be written as UTF-8") from fault
    if b"\0" in raw:
        raise KomweError("the text holds a NUL")
    return raw


def new_error() -> Any:
    """A struct kw_error for a call."""
    return ffi.new("struct kw_error *")


def raised(error: Any) -> KomweError:
    """The exception for a struct kw_error that a call has filled in."""
    code = int(error.code)
    message = text_of(error.message) or CODES[code]
    return KomweError(message, CODES[code], max(1, int(error.line)), max(1, int(error.column)))


def no_memory() -> KomweError:
    """The exception for a call that returns NULL where memory lacks."""
    return KomweError("there is not enough memory", "no memory")


def whole(value: Any, name: str, least: int, most: int) -> int:
    """A whole number from least to most.

    Raises:
        KomweError: it is none.
    """
    try:
        number = value.__index__()
    except AttributeError:
        raise KomweError(f"{name} is a whole number, not {type(value).__name__}") from None
    if not least <= number <= most:
        raise KomweError(f"{name}: a whole number from {least} to {most}, not {number}")
    return int(number)

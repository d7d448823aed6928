"""The values of words in a variant file: the scalars of YAML 1.2, without decimals.

`yes`, `no`, `on`, `off`, `1:30` and dates are text, `012` is twelve. Fractions are text too
(`1/2`), so that no amount is ever rounded by the reader.
"""

import re
from typing import TypeAlias

Scalar: TypeAlias = str | int | bool | None
Data: TypeAlias = "Scalar | list[Data] | dict[str, Data]"

MAX_DEPTH = 60
MAX_DIGITS = 1000

_WORDS: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_NUMBER_STARTS = frozenset("-+.0123456789")
_DECIMAL_INTEGER = re.compile(r"[-+]?[0-9]+")
_OTHER_INTEGER = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(
    r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?"
    r"|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)"
)


def plain_scalar(word: str) -> Scalar:
    """Return the value of an unquoted word; ValueError, in words for the user, if it has none.

    >>> [plain_scalar(word) for word in ("012", "0x1F", "no", "true", "~", "1/2")]
    [12, 31, 'no', True, None, '1/2']
    """
    if word in _WORDS:
        return _WORDS[word]
    if word[0] not in _NUMBER_STARTS:
        return word
    integer = _DECIMAL_INTEGER.fullmatch(word)
    if integer or _OTHER_INTEGER.fullmatch(word):
        if len(word) > MAX_DIGITS:
            message = f"a number of {len(word)} digits; expected at most {MAX_DIGITS}"
            raise ValueError(message)
        return int(word, 10 if integer else 0)
    if _FLOAT.fullmatch(word):
        shown = word if len(word) <= 30 else word[:29] + "…"
        message = (
            f"{shown} is a decimal number, and the language has none; "
            "expected a whole number, a fraction such as 1/2, or text in quotes"
        )
        raise ValueError(message)
    return word


def reads_as_text(word: str) -> bool:
    """Return whether the unquoted word is read back as itself."""
    try:
        return isinstance(plain_scalar(word), str)
    except ValueError:
        return False

"""Data as YAML text: the way back from `document.load`."""

import re
from collections.abc import Mapping
from typing import NoReturn

import yaml

from lhombre_core.language.yaml.scalar import MAX_DEPTH, MAX_DIGITS, Data, reads_as_text

_MAX_BITS = int(MAX_DIGITS * 3.3)  # a little under log2(10) for each digit
_WIDTH = 100
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_ESCAPED = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
_PARAGRAPHS = re.compile(r"(?:[^\s](?:.*[^\s])?\n+)*[^\s](?:.*[^\s])?\n?")


def dump(data: object) -> str:
    """Return `data` as YAML from which `load` reads the same data, keys in their order.

    Text that another reader of YAML could take for a number, a date or a truth value is
    quoted. Tuples are written as lists, enumerations by value. TypeError for what the
    language cannot say (a float, an object, a key that is not text); ValueError for a cycle
    or for bounds that `load` would refuse.
    """
    text: str = yaml.dump(
        _plain(data, 1),
        Dumper=_Dumper,
        sort_keys=False,
        allow_unicode=True,
        default_flow_style=False,
        width=_WIDTH,
    )
    return text


def _plain(data: object, depth: int) -> Data:
    """Return a copy that holds nothing but the types `load` returns."""
    if depth > MAX_DEPTH:
        _refuse(f"values are nested more than {MAX_DEPTH} deep")
    match data:
        case None | bool():
            return data
        case int():
            if data.bit_length() > _MAX_BITS:
                _refuse(f"a number of more than {MAX_DIGITS} digits")
            return int(data)
        case str():
            if _LONE_SURROGATE.search(data):
                _refuse("half of a surrogate pair is not a character")
            return str.__str__(data)
        case Mapping():
            return {_key(key): _plain(value, depth + 1) for key, value in data.items()}
        case list() | tuple():
            return [_plain(value, depth + 1) for value in data]
    message = f"the rule language has no value of type {type(data).__name__}: {data!r}"
    raise TypeError(message)


def _key(key: object) -> str:
    if not isinstance(key, str):
        message = f"a key is text, not {key!r}"
        raise TypeError(message)
    return str(_plain(key, 1))


def _refuse(message: str) -> NoReturn:
    raise ValueError(message)


class _Dumper(yaml.SafeDumper):
    """PyYAML's own writer, which is the same on every platform, without aliases."""

    def ignore_aliases(self, data: object) -> bool:
        """Return True: data is written out wherever it stands."""
        return True


def _represent_text(dumper: yaml.SafeDumper, text: str) -> yaml.Node:
    style = None
    if _ESCAPED.search(text):
        style = '"'
    elif "\n" in text:
        style = "|" if _PARAGRAPHS.fullmatch(text) else '"'
    elif not reads_as_text(text):
        style = "'"
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style)


_Dumper.add_representer(str, _represent_text)

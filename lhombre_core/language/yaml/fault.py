"""The faults of the YAML parser, in the words of an author of rule files."""

import re

import yaml

from lhombre_core.errors import Fault, quoted
from lhombre_core.language.yaml.scalar import MAX_DEPTH

_INDENT = re.compile(r"[ ]*\t")
_HERE = {
    "exceeded maximum nesting depth": f"values are nested more than {MAX_DEPTH} deep",
    "mapping values are not allowed": (
        "':' cannot stand here; expected one 'key: value' a line, indented like its "
        "neighbours, or text in quotes"
    ),
    "block sequence entries are not allowed": (
        "a list entry '- ' cannot begin here; expected it on a line of its own"
    ),
    "mapping keys are not allowed": "'?' cannot stand here; put the text in quotes",
    "found unknown escape character": (
        "unknown escape in double quotes; write \\\\ for a backslash, or use single quotes"
    ),
    "found invalid Unicode character escape code": "this escape stands for no character",
    "did not find expected hex": "expected a hexadecimal digit in this escape",
    "expected escape sequence of": "expected a hexadecimal digit in this escape",
    "did not find expected alphabetic or numeric character": (
        "expected a name after * or &; put the text in quotes if it is meant as text"
    ),
    "did not find expected comment or line break": (
        "after | or > the text begins on the next line"
    ),
    "found an indentation indicator equal to 0": "after | or > the text begins on the next line",
    "found unexpected ':'": "after ':' stands a space; put the text in quotes",
    "did not find expected '-' indicator": "expected a list entry '- ' or less indentation",
    "did not find expected node content": "expected a value",
    "did not find expected <document start>": (
        "this stands outside the document; check the indentation"
    ),
    "found incompatible YAML document": "expected YAML 1.2",
    "did not find expected key": (
        "this does not go on with the lines above; expected 'key: value', indented like its "
        "neighbours, or text in quotes"
    ),
}
_BY_CONTEXT = {
    "directive": "lines that begin with % are not used here",
    "tag": "tags (!) are not used here; quote the text",
}
_AT_CONTEXT = {
    "found unexpected end of stream": "the quotation opened here is never closed",
    "found unexpected document indicator": "the quotation opened here is never closed",
    "could not find expected ':'": "expected 'key: value'; the ':' is missing",
}


def syntax_fault(error: yaml.YAMLError, text: str, name: str) -> Fault:
    """Return the fault of a parser error, at the place where a user would look for it."""
    problem = getattr(error, "problem", None) or str(error)
    here = getattr(error, "problem_mark", None)
    context = getattr(error, "context_mark", None)
    if here is None:
        return Fault(f"this is not YAML: {problem}", name)
    lines = re.split(r"\r\n|\r|\n", text)
    if tab := _tab(lines, here.line):
        message = "a tab indents this line; expected spaces"
        return Fault(message, name, here.line + 1, tab)
    for known, message in _AT_CONTEXT.items():
        if known in problem and context is not None:
            return Fault(message, name, context.line + 1, context.column + 1)
    message = (
        _bracket(problem, context) or _character(problem, lines, here) or _words(error, problem)
    )
    return Fault(message, name, here.line + 1, here.column + 1)


def _tab(lines: list[str], line: int) -> int | None:
    """Return the column of a tab that stands in the indentation of a line."""
    match = _INDENT.match(lines[line]) if line < len(lines) else None
    return match.end() if match else None


def _bracket(problem: str, context: yaml.Mark | None) -> str | None:
    close = "]" if "',' or ']'" in problem else "}" if "',' or '}'" in problem else None
    if close is None or context is None:
        return None
    opened = "[" if close == "]" else "{"
    where = f"line {context.line + 1}, column {context.column + 1}"
    return f"expected ',' or '{close}'; the '{opened}' was opened at {where}"


def _character(problem: str, lines: list[str], here: yaml.Mark) -> str | None:
    line = lines[here.line] if here.line < len(lines) else ""
    character = line[here.column : here.column + 1]
    if "cannot start any token" in problem:
        return f"a value cannot begin with {quoted(character)}; put it in quotes"
    key_or_value = "expected key" in problem or "expected node content" in problem
    return "a key is missing before ':'" if key_or_value and character == ":" else None


def _words(error: yaml.YAMLError, problem: str) -> str:
    for known, message in _HERE.items():
        if known in problem:
            return message
    context = f"{getattr(error, 'context', None) or ''} {problem}"
    for known, message in _BY_CONTEXT.items():
        if known in context:
            return message
    return f"this is not YAML: {problem}"

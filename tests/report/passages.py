"""What a book has besides another one, in readable form."""

import re
from difflib import SequenceMatcher
from itertools import groupby

_NOTE = re.compile(r"\[\^\d+\]")


def passages(text: str, other: str, name: str) -> str:
    """Return the lines of a text that another one has not, and how many it shares between them.

    Notes have no numbers here, so that a new one does not change every line. Headings are always
    shown.
    """
    lines, others = (_NOTE.sub("[^]", one).splitlines() for one in (text, other))
    shared: set[int] = set()
    for match in SequenceMatcher(None, others, lines, autojunk=False).get_matching_blocks():
        shared.update(range(match.b, match.b + match.size))
    shown = []
    for is_hidden, run in groupby(
        enumerate(lines), lambda one: one[0] in shared and not one[1].startswith("#")
    ):
        own = [line for _, line in run]
        shown += [f"… {len(own)} as in {name}"] if is_hidden and any(own) else own
    return "\n".join(shown) + "\n"

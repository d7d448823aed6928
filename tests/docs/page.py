"""A page of documentation taken apart: its fenced blocks, with what stands before and after them.

What a block is, its first line says:

* ```python           run with the blocks before it; what it prints stands in a ```text below it,
                       or in it, where it is written as in a Python prompt
* ```python NAME.py   a file of the reader's, written and compiled
* ```yaml NAME        a file of the reader's; without a name it is for looking at
* ```console          commands after `$`, each with what it prints; `…` stands for what is left out
* ```sh               commands that are not run here, of which is tested that they are there
* ```text, ```json, ```markdown   for looking at

A comment before a block or a quotation says more: `<!-- into FILE before: LINE -->` puts a block
into a file, `<!-- printed by: COMMAND -->` says where the lines of a quotation come from.
"""

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    [
        *ROOT.glob("*.md"),
        *(ROOT / "docs").rglob("*.md"),
    ]
)
_FENCE = re.compile(r"^( *)```(\S*) ?(.*)$")
_COMMENT = re.compile(r"^<!-- (into|printed by)\b:? ?(.*?) -->$")


@dataclass
class Block:
    """A fenced block, or a quotation that a comment stands before."""

    kind: str
    name: str
    lines: list[str]
    first: int
    """The number of its first line in the page, from 1."""
    order: str = ""
    """What the comment before it says, with its first word."""
    follows: bool = False
    """Nothing but empty lines stands between it and the block before."""

    @property
    def text(self) -> str:
        return "".join(f"{line}\n" for line in self.lines)


def blocks(text: str) -> list[Block]:
    """Return the blocks of a page in their order. ValueError for a fence that is not closed."""
    found: list[Block] = []
    lines = text.split("\n")
    order, quiet, at = "", False, 0
    while at < len(lines):
        line = lines[at]
        if comment := _COMMENT.match(line):
            order = f"{comment[1]} {comment[2]}"
        elif fence := _FENCE.match(line):
            end = lines.index(f"{fence[1]}```", at + 1)
            inside = [one.removeprefix(fence[1]) for one in lines[at + 1 : end]]
            found.append(Block(fence[2], fence[3], inside, at + 2, order, follows=quiet))
            order, quiet, at = "", True, end
        elif order.startswith("printed by") and line.startswith(">"):
            end = next(
                (n for n in range(at, len(lines)) if not lines[n].startswith(">")), len(lines)
            )
            inside = [one.removeprefix(">").removeprefix(" ") for one in lines[at:end]]
            found.append(Block("quotation", "", inside, at + 1, order))
            order, quiet, at = "", False, end - 1
        elif line.strip():
            quiet = False
        at += 1
    return found


def name_of(page: Path) -> str:
    """Return the name of a page below the root."""
    return page.relative_to(ROOT).as_posix()

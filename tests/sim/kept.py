"""Runs that are kept in folders, as tests make and compare them."""

import sys
from pathlib import Path

from lhombre_core.sim import part

BOTS = '''\
class First:
    """Plays as fast as a bot can."""

    def choose(self, view, actions, draw):
        return 0


class Last:
    """The same, and bids."""

    def choose(self, view, actions, draw):
        return len(actions) - 1
'''
LAST = ("quick_bot:Last",)


def with_bots(folder: Path) -> Path:
    """Return a folder that has bots which need little time."""
    folder.mkdir(exist_ok=True)
    sys.modules.pop("quick_bot", None)
    sys.path[:] = [place for place in sys.path if not (Path(place) / "quick_bot.py").exists()]
    (folder / "quick_bot.py").write_text(BOTS, encoding="utf-8")
    return folder


def small_parts(patched, deals: int) -> None:
    """Have runs made of parts of so many deals, however few are asked."""
    for bound in ("LEAST", "MOST", "MOST_WITHOUT"):
        patched.setattr(part, bound, deals)


def content(out: Path) -> dict[str, bytes]:
    """Return the bytes of every file of a run but its log."""
    return {
        file.relative_to(out).as_posix(): file.read_bytes()
        for file in sorted(out.rglob("*"))
        if file.is_file() and file.name != "run.log"
    }

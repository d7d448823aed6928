"""Runs that are kept in folders, as tests make and compare them."""

import json
import sys
from hashlib import sha256
from pathlib import Path

from lhombre_core.sim.store import part
from lhombre_core.sim.store.layout import line, sealed
from lhombre_core.sim.store.manifest import as_bytes, name_of

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


def have_summary(out: Path, text: str) -> None:
    """Have a finished run have another summary, and its digest, as another version might."""
    (out / "summary.json").write_text(text, encoding="utf-8")
    data = json.loads((out / "tally.json").read_bytes())
    del data["digest"]
    data["summary"] = sha256(text.encode()).hexdigest()
    (out / "tally.json").write_bytes(as_bytes(sealed(data)))


def have_manifest(out: Path, **values: object) -> None:
    """Have a run be another, whose manifest has other values."""
    manifest = json.loads((out / "manifest.json").read_bytes()) | values
    (out / "manifest.json").write_bytes(as_bytes(manifest))
    for file in (out / "parts").glob("*/*"):
        data = json.loads(file.read_bytes())
        del data["digest"]
        file.write_bytes(line(sealed(data | {"run": name_of(manifest)})))

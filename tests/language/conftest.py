"""A folder in which tests write small variants that extend the parent of the wrong files."""

from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import pytest

from lhombre_core.language.catalog import find, load
from lhombre_core.language.resolve.resolution import Combined, Resolved

WRONG = Path(__file__).parents[1] / "bad_variants"

IDENTITY = """\
identity:
  id: {id}
  aliases: {{}}
  name: {{own: Small, en: Small}}
  period: never
  region: nowhere
  status: observed
  extends: {parent}
  patches: []
  summary: A small variant.
"""


class Workshop:
    """Writes variant files and resolves them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, text: str, name: str = "own", parent: str = "base/small") -> Path:
        path = self.folder / f"{name}.yaml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(IDENTITY.format(id=name, parent=parent) + text, encoding="utf-8")
        return path

    def combined(self, text: str, name: str = "own", parent: str = "base/small") -> Combined:
        return find(self.write(text, name, parent))

    def load(self, text: str, **chosen: list[str]) -> Resolved:
        return load(self.write(text), **chosen)


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    for folder in ("base", "patches"):
        copytree(WRONG / folder, tmp_path / folder)
    return Workshop(tmp_path)


@pytest.fixture
def resolve(workshop: Workshop) -> Callable[..., Resolved]:
    return workshop.load

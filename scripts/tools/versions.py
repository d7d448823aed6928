"""Run the tests of kernel and command line with the lowest and the newest versions allowed.

`scripts/test --versions` calls this. Each set of versions has an environment of its own in the
checkout, `.venv-lowest` and `.venv-newest`, which is kept for the next time.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
import venv
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
EXTRAS: Final = ("cluster", "sim")
TOOLS: Final = ("editables", "hatchling", "html5lib", "hypothesis", "pytest", "pytest-xdist")
TESTS: Final = (
    *("tests/kernel/test_loader.py", "tests/kernel/test_play.py", "tests/kernel/test_stream.py"),
    *("tests/sim/test_golden.py", "tests/cli"),
)

_REQUIREMENT: Final = re.compile(r"(?P<name>[\w-]+)>=(?P<lowest>[\d.]+)(,<[\d.]+)?")


def lowest(requirements: Sequence[str]) -> list[str]:
    """Return requirements of the lowest versions that others allow.

    >>> lowest(["numba>=0.61.2,<0.69"])
    ['numba==0.61.2']
    """
    matches = [_REQUIREMENT.fullmatch(one) for one in requirements]
    return [f"{match['name']}=={match['lowest']}" for match in matches if match is not None]


def requirements() -> list[str]:
    """Return what pyproject.toml requires of other packages at run time, the extras included."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    return [*project["dependencies"], *(one for extra in EXTRAS for one in extras[extra])]


def tools() -> Iterator[str]:
    """Yield the packages that tests need, in the versions of constraints.txt."""
    for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines():
        if line.partition("==")[0] in TOOLS:
            yield line


def environment(name: str, wanted: Sequence[str]) -> Path:
    """Return the `bin` of an environment with some packages, new or kept from the last time."""
    folder = ROOT / f".venv-{name}"
    stamp, text = folder / "stamp", "\n".join([sys.version, *wanted])
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != text:
        print(f"versions: making {folder.name}", flush=True)
        venv.create(folder, clear=True, with_pip=True)
        python = str(folder / "bin" / "python")
        install = [python, "-m", "pip", "install", "-q", "--no-compile"]
        subprocess.run([*install, *wanted], check=True)  # noqa: S603  our own words
        own = ["--no-deps", "--no-build-isolation", "--editable", str(ROOT)]
        subprocess.run([*install, *own], check=True)  # noqa: S603  likewise
        stamp.write_text(text, encoding="utf-8")
    return folder / "bin"


def main() -> int:
    """Run the tests with each set of versions; return the exit code of the first that fails."""
    os.chdir(ROOT)
    wanted = requirements()
    for name, versions in (("lowest", lowest(wanted)), ("newest", wanted)):
        commands = environment(name, [*versions, *tools()])
        print(f"== tests with the {name} versions", flush=True)
        for command in (["lhombre", "warm-up"], ["python", "-m", "pytest", "-q", "-n2", *TESTS]):
            code = subprocess.call([commands / command[0], *command[1:]])  # noqa: S603  likewise
            if code:
                print(f"versions: {command[0]} failed with the {name} versions")
                return code
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The static site: rulebooks, all comparisons, a simulation, disputed points and sources.

The pages need neither a server nor a script. The same variants, version and settings give the same
bytes, however many processes work.
"""

from __future__ import annotations

import itertools
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeAlias, TypeVar

import lhombre_core
from lhombre_core.errors import UsageError, quoted
from lhombre_core.kernel.obstacle import obstacle
from lhombre_core.language.catalog import load, variant_ids
from lhombre_core.language.resolve.collection import sources
from lhombre_core.language.resolve.resolution import Resolved
from lhombre_core.report.compare.comparison import compare
from lhombre_core.report.compare.text import Text
from lhombre_core.report.rulebook.book import rulebook
from lhombre_core.report.site.overview import overview, pair_name
from lhombre_core.report.site.page import Shell, root
from lhombre_core.report.site.point_page import chapters, disputes
from lhombre_core.report.site.simulation import simulation
from lhombre_core.report.site.source_page import source_entries
from lhombre_core.report.words.lexicon import LANGUAGE, lexicon
from lhombre_core.report.words.markdown import environment, escape
from lhombre_core.report.words.question import differing, wording
from lhombre_core.report.words.speech import Speech
from lhombre_core.sim.run.pool import pool

P = ParamSpec("P")
T = TypeVar("T")
Simulate: TypeAlias = Callable[[Resolved], Mapping[str, Any]]
"""Returns what a run has found of a variant, as `sim.Summary.as_dict` gives it."""
Progress: TypeAlias = Callable[[int, int], None]
"""Called with the number of steps done and of all steps: games played, pages written."""
Pages: TypeAlias = dict[str, str]
"""The pages of a site by their paths in its folder."""

MARKER: Final = ".lhombre-site"
"""The file that says that a folder is a site of ours and may be replaced."""
DEALS: Final = 1_000_000
ENGINE_DEALS: Final = 3_000
"""The deals of each variant without the kernel: half a minute for all variants on one processor."""
SEED: Final = 1
_MARK: Final = "This folder was made by lhombre site, which replaces it as a whole.\n"
_SIZES: Final = {"three": 3, "four": 4, "five": 5}


@dataclass(frozen=True, slots=True)
class SitePlan:
    """The choices of a site; small enough to be sent to other processes."""

    variants: tuple[str, ...]
    deals: int
    seed: int
    language: str
    shell: Shell


def build(
    out: Path,
    *,
    variants: Sequence[str] | None = None,
    deals: int | None = None,
    seed: int = SEED,
    simulate: Simulate | None = None,
    jobs: int = 0,
    language: str = LANGUAGE,
    progress: Progress | None = None,
) -> list[str]:
    """Write the site into a folder and return the paths of its pages.

    All variants have a part in it, or those of some ids. Each is played for `deals` deals with
    `seed`, by default `usual_deals()`; `simulate` takes the place of that. `jobs` processes work, 0
    for as many as there are processors. `progress` is called after each step, maybe in another
    thread. UsageError if the folder holds anything but a site of ours.
    """
    refuse_foreign(out)
    made = pages(
        variants=variants, deals=deals, seed=seed, simulate=simulate, jobs=jobs, language=language,
        progress=progress,
    )  # fmt: skip
    write(out, made)
    return list(made)


def usual_deals() -> int:
    """Return how many deals of each variant are played by default."""
    return ENGINE_DEALS if obstacle() else DEALS


def pages(
    *,
    variants: Sequence[str] | None = None,
    deals: int | None = None,
    seed: int = SEED,
    simulate: Simulate | None = None,
    jobs: int = 0,
    language: str = LANGUAGE,
    progress: Progress | None = None,
) -> Pages:
    """Return the pages of the site, in the order of their paths."""
    ids = tuple(variant_ids() if variants is None else variants)
    if not ids:
        raise UsageError("no variant is named; expected one or more")
    resolved = [_variant(name) for name in ids]
    shell = Shell(
        points=frozenset(one.id for one in disputes(resolved)),
        sources=frozenset(sources()),
        version=lhombre_core.__version__,
        language=language,
    )
    plan = SitePlan(ids, usual_deals() if deals is None else deals, seed, language, shell)
    pairs = list(itertools.combinations(ids, 2))
    steps = _Steps((1 if simulate else 2) * len(ids) + len(pairs), progress)
    with _workers(jobs) as workers:
        runs = {} if simulate else {n: _start(workers, steps, _simulated, plan, n) for n in ids}
        started = [_start(workers, steps, _book_page, plan, n) for n in ids]
        started += [_start(workers, steps, _pair_page, plan, *pair) for pair in pairs]
        found = {n: simulate(_variant(n)) for n in ids} if simulate else _results(runs)
        made = dict(future.result() for future in started)
    limited = deals is None and simulate is None and bool(obstacle())
    made |= _common_pages(resolved, found, shell, limited=limited)
    return dict(sorted(made.items()))


# -- single pages, each made by one process -----------------------------------------------------


@lru_cache(maxsize=64)
def _variant(name: str) -> Resolved:
    """Load a variant, once in each process."""
    return load(name)


def _book_page(plan: SitePlan, name: str) -> tuple[str, str]:
    resolved, path = _variant(name), f"rulebook/{name}.html"
    identity = resolved.rules.identity
    text = rulebook(resolved, language=plan.language) + _others(plan, name)
    html = plan.shell.of_markdown(path, identity.name.en, text, description=identity.summary)
    return path, html


def _others(plan: SitePlan, name: str) -> str:
    """Return a chapter that leads from a rulebook to the comparisons with it."""
    rules = _variant(name).rules
    others = [
        (
            escape(_variant(other).rules.identity.name.en),
            f"../{pair_name(name, other)}",
            len(differing([rules, _variant(other).rules])),
        )
        for other in plan.variants
        if other != name
    ]
    if not others:
        return ""
    others.sort(key=lambda other: other[2])
    return environment(plan.language).get_template("site_others.j2").render(others=others)


def _pair_page(plan: SitePlan, one: str, other: str) -> tuple[str, str]:
    path = pair_name(one, other)
    found = compare([_variant(name) for name in sorted((one, other))])
    books = {name: f"{root(path)}rulebook/{name}.html" for name in (one, other)}
    text = Text(found, plan.language, books=books)
    html = plan.shell.of_markdown(
        path, text.title, text.markdown(), description=text.title, columns=len(found.sides)
    )
    return path, html


def _simulated(plan: SitePlan, name: str) -> Mapping[str, Any]:
    from lhombre_core.sim.run.simulation import run

    resolved = _variant(name)
    table = min(_SIZES[size.value] for size in resolved.rules.table.sizes)
    return run(resolved, plan.deals, plan.seed, table=table).as_dict()


# -- pages on all variants ----------------------------------------------------------------------


def _common_pages(
    variants: Sequence[Resolved],
    found: Mapping[str, Mapping[str, Any]],
    shell: Shell,
    *,
    limited: bool,
) -> Pages:
    view = overview(variants, language=shell.language)
    ordered = [game.resolved for game in view.games]
    titles = wording(shell.language)["pages"]
    words = {"words": lexicon(shell.language), "speech": Speech(None, shell.language)}
    points = chapters(ordered)
    made = [one for chapter in points for one in chapter.disputes]
    entries = source_entries(ordered, language=shell.language)
    common: tuple[tuple[str, str, dict[str, object]], ...] = (
        ("index", "index.j2", {"v": view, "pair_name": pair_name}),
        (
            "simulation",
            "simulation.j2",
            {
                "sim": simulation(ordered, found, language=shell.language),
                "limited_to": ENGINE_DEALS if limited else None,
                "usual": DEALS,
            },
        ),
        (
            "points",
            "site_points.j2",
            {
                "chapters": points,
                "count": len(made),
                "readings": sum(len(one.readings) for one in made),
                "known": {one.id for one in made},
                "example": _example(points),
            },
        ),
        ("sources", "site_sources.j2", {"entries": entries}),
    )
    return {
        f"{name}.html": shell.of_template(f"{name}.html", titles[name], template, values | words)
        for name, template, values in common
    }


def _example(points: Sequence[Any]) -> tuple[str, str]:
    """Return a variant and a reading of it that can be chosen, as on the command line."""
    for chapter in points:
        for dispute in chapter.disputes:
            for resolved, chosen in dispute.chosen:
                for name, reading in dispute.readings.items():
                    if name != chosen and reading.documented_only is None:
                        return resolved.id, f"{dispute.id}={name}"
    return "", ""


# -- processes ----------------------------------------------------------------------------------


class _Here(Executor):
    """An executor that works in this process."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


@contextmanager
def _workers(jobs: int) -> Iterator[Executor]:
    """Yield an executor with the given number of processes, or this process alone."""
    if jobs < 0:
        raise UsageError(f"{jobs} processes cannot work; expected 1 or more, or 0 for all")
    number = jobs or os.cpu_count() or 1
    if number == 1:
        yield _Here()
        return
    with pool(number) as executor:
        yield executor


class _Steps:
    """Counts the steps that are done."""

    def __init__(self, number: int, progress: Progress | None) -> None:
        self._number, self._progress = number, progress
        self._done = itertools.count()
        self.one()

    def one(self, _: Future[Any] | None = None) -> None:
        """Report one more step; the first call reports none."""
        if self._progress is not None:
            self._progress(next(self._done), self._number)


def _start(
    executor: Executor, steps: _Steps, make: Callable[..., Any], plan: SitePlan, *names: str
) -> Future[Any]:
    future = executor.submit(make, plan, *names)
    future.add_done_callback(steps.one)
    return future


def _results(futures: Mapping[str, Future[Any]]) -> dict[str, Any]:
    return {name: future.result() for name, future in futures.items()}


# -- the folder ---------------------------------------------------------------------------------


def require_place(out: Path) -> None:
    """Raise UsageError if a folder cannot be replaced by a site: it is not ours, or not writable.

    Writing is tried beside the folder, or in the nearest folder above it that exists.
    """
    refuse_foreign(out)
    with _written(out):
        target = out.resolve()
        with _beside(target, next(folder for folder in target.parents if folder.exists())):
            pass


def refuse_foreign(out: Path) -> None:
    """Raise a UsageError if a folder may not be replaced: it is not empty and no site of ours."""
    if not os.path.lexists(out):
        return
    if not out.is_dir():
        raise UsageError(f"{quoted(out)} is no folder; expected the folder of the site")
    with _written(out):
        ours = (out / MARKER).is_file() or not any(out.iterdir())
    if not ours:
        raise UsageError(
            f"{quoted(out)} holds other things than a site of ours; expected an empty folder, "
            "a new one, or one that was made so before"
        )


def write(out: Path, made: Pages) -> None:
    """Write a site beside its place and then put it there as a whole.

    UsageError if the folder may not be replaced or cannot be written.
    """
    refuse_foreign(out)
    with _written(out):
        target = out.resolve()
        target.parent.mkdir(parents=True, exist_ok=True)
        with _beside(target, target.parent) as beside:
            new = Path(beside) / "new"
            new.mkdir()
            (new / MARKER).write_text(_MARK, encoding="utf-8")
            for path, text in made.items():
                file = new / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8", newline="\n")
            _put(new, target, Path(beside) / "old")


def _beside(target: Path, above: Path) -> tempfile.TemporaryDirectory[str]:
    """Return a temporary folder in which the target is prepared."""
    return tempfile.TemporaryDirectory(prefix=f".{target.name}.", dir=above)


@contextmanager
def _written(out: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise UsageError(f"{quoted(out)} cannot be written: {error.strerror}") from error


def _put(new: Path, target: Path, old: Path) -> None:
    """Put a folder in the place of another, which comes back if that fails or is interrupted."""
    if not target.exists():
        new.rename(target)
        return
    try:
        target.rename(old)
        new.rename(target)
    except BaseException:
        if old.exists() and not target.exists():
            old.rename(target)
        raise

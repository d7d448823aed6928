import math
import re
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from urllib.parse import unquote, urldefrag

import html5lib
import pytest

import lhombre_core
from lhombre_core.cli import ready
from lhombre_core.cli.app import run as command
from lhombre_core.errors import UsageError
from lhombre_core.language.catalog import load, variant_ids
from lhombre_core.language.resolve.collection import sources
from lhombre_core.report.compare.distance import Distances, distances
from lhombre_core.report.site import build as site
from lhombre_core.report.site.overview import overview, pair_name
from lhombre_core.report.site.page import root
from lhombre_core.report.site.picture import LAST, timeline, tree, years
from lhombre_core.report.site.point_page import chapters, disputes, order
from lhombre_core.report.site.simulation import simulation
from lhombre_core.report.site.source_page import source_entries
from lhombre_core.report.words.html import slug
from lhombre_core.sim.count.statistic import share
from lhombre_core.sim.run.simulation import run

SOME = ("danish-tariff", "english-1800s", "pierer-free")
RESULTS = ("win", "remise", "codille", "vole-failed")
PATHS = [
    "index.html",
    "points.html",
    "simulation.html",
    "sources.html",
    *(f"rulebook/{name}.html" for name in SOME),
    *(pair_name(*pair) for pair in combinations(SOME, 2)),
]
MADE = {}


def spread(mean, deviation=1.5, least=-9, most=40):
    return {
        "n": 10,
        "total": 10,
        "mean": mean,
        "deviation": deviation,
        "least": least,
        "most": most,
    }


def summary(resolved):
    """Return the summary of a run that never was: 100 deals, 20 of which nobody played."""
    contracts = dict.fromkeys(resolved.rules.contracts, 0)
    first = next(iter(contracts))
    contracts[first] = 80
    rates = dict(zip(RESULTS, (share(n, 80) for n in (50, 20, 10, 0)), strict=True))
    return {
        "variant": resolved.id,
        "hash": resolved.hash,
        "readings": [],
        "patches": [],
        "settings": [],
        "seed": 77,
        "asked": 90,
        "deals": 100,
        "sessions": 4,
        "cut": 1,
        "void": 20,
        "table": 3,
        "bots": ["thumb", "thumb", "thumb"],
        "contracts": contracts,
        "results": {"win": 50, "remise": 20, "codille": 10, "vole-failed": 0, "void": 20},
        "counters": {
            "by_player": [spread(1.0)],
            "by_seat": {"forehand": spread(1.0)},
            "by_role": {"ombre": spread(-2.345), "opponent": spread(1.1725)},
            "bank": spread(0.0),
        },
        "rates": rates | {"void": share(20, 100)},
        "by_contract": {
            first: {
                "deals": 80,
                "share": share(80, 100),
                "results": {"win": 50, "remise": 20, "codille": 10, "vole-failed": 0},
                "rates": rates,
                "tricks": spread(4.56),
                "counters": spread(-2.345),
            }
        },
        "lengths": spread(25.0, least=20, most=30),
        "pools": {
            name: {"opening": spread(12.34), "end": spread(5.0, most=4321)}
            for name, pool in resolved.rules.stakes.pools.items()
            if pool.used
        },
        "totals": {},
        "method": {"interval": "95 %, Wilson score", "engine": "reference"},
        "version": lhombre_core.__version__,
    }


def pages(*variants):
    """Return the pages of a site of some variants, made once."""
    if variants not in MADE:
        MADE[variants] = site.pages(variants=variants, simulate=summary, jobs=1)
    return MADE[variants]


def every_page(made):
    """Yield each page with the ids in it and where its links lead."""
    for path, text in made.items():
        ids = re.findall(r'\bid="([^"]+)"', text)
        yield path, ids, re.findall(r'\b(?:href|src)="([^"]+)"', text)


# -- the pages ----------------------------------------------------------------------------------


def test_a_site_has_all_its_pages():
    assert list(pages(*SOME)) == sorted(PATHS)


def test_it_is_told_how_many_games_are_played_and_pages_made():
    told = []
    site.pages(variants=SOME, deals=30, jobs=1, progress=lambda *step: told.append(step))
    number = 2 * len(SOME) + math.comb(len(SOME), 2)
    assert told == [(done, number) for done in range(number + 1)]


def test_a_number_of_processes_below_none_is_refused():
    with pytest.raises(UsageError, match="-5 processes cannot work"):
        site.pages(jobs=-5)


def test_a_site_of_no_variant_is_refused():
    with pytest.raises(UsageError, match="no variant is named"):
        site.pages(variants=[])


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("path", PATHS)
def test_a_page_is_valid_html(path):
    html5lib.HTMLParser(strict=True).parse(pages(*SOME)[path])


def assert_links(made):
    ids = {path: set(found) for path, found, _ in every_page(made)}
    for path, found, links in every_page(made):
        assert len(found) == len(set(found)), path
        for link in links:
            address, fragment = urldefrag(link)
            assert not re.match(r"[a-z]+:|/", address), (path, link)
            target = (Path("/site") / path).parent / unquote(address) if address else None
            name = path if target is None else str(target.resolve().relative_to("/site"))
            assert name in made, (path, link)
            assert not fragment or fragment in ids[name], (path, link)


def test_every_link_leads_to_a_place_of_the_site():
    assert_links(pages(*SOME))


def test_nothing_is_asked_for_from_outside():
    for path, text in pages(*SOME).items():
        assert not re.search(r"<(script|img|iframe|link|object)\b", text), path
        assert "url(" not in text, path
        assert "@import" not in text, path


def test_the_same_variants_give_the_same_bytes():
    assert site.pages(variants=SOME, simulate=summary, jobs=1) == pages(*SOME)


def test_every_page_leads_to_every_common_page():
    for path, _, links in every_page(pages(*SOME)):
        for name in ("index", "simulation", "points", "sources"):
            here = path == f"{name}.html"
            assert here or f"{root(path)}{name}.html" in links, path


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_whole_site_is_valid_and_the_same_for_any_number_of_processes(tmp_path):
    made = site.pages(deals=30, jobs=1)
    assert len(made) == 4 + 7 + 21
    for text in made.values():
        html5lib.HTMLParser(strict=True).parse(text)
    assert_links(made)
    out = tmp_path / "site"
    assert site.build(out, deals=30, jobs=2) == list(made)
    assert {path: (out / path).read_text(encoding="utf-8") for path in made} == made


# -- the first page -----------------------------------------------------------------------------


def test_the_matrix_has_each_distance_and_leads_to_the_comparison():
    text = pages(*SOME)["index.html"]
    found = distances([load(name) for name in SOME])
    for one, other in combinations(range(3), 2):
        link = f'href="{pair_name(SOME[one], SOME[other])}"'
        cells = re.findall(rf"{re.escape(link)}[^>]*>(\d+)</a>", text)
        assert cells == [str(found.between(one, other))] * 2


def test_the_first_page_names_every_game_its_place_and_time():
    text = pages(*SOME)["index.html"]
    for name in SOME:
        identity = load(name).rules.identity
        assert identity.name.en in text
        assert f"{identity.region}, {identity.period}" in text
        assert f'href="rulebook/{name}.html"' in text


def test_the_first_page_counts_how_sure_the_rules_are():
    view = overview([load(name) for name in SOME])
    for game in view.games:
        assert game.ruled == sum(game.certainty.values()) > 100
        assert f'<td class="number">{game.ruled}</td>' in pages(*SOME)["index.html"]


@pytest.mark.parametrize(
    ("period", "expected"),
    [
        ("nineteenth century", (1800, 1900)),
        ("twentieth century to today", (1900, LAST)),
        ("seventeenth century to 1750", (1600, 1750)),
        ("1665", (1665, 1665)),
        ("around 1860", (1850, 1870)),
        ("long ago", None),
    ],
)
def test_a_period_in_words_is_read_as_years(period, expected):
    assert years(period) == expected


def test_every_variant_has_a_bar_in_the_line_of_time():
    periods = [load(name).rules.identity.period for name in variant_ids()]
    drawn = timeline(periods, variant_ids(), language="en")
    assert [bar.game for bar in drawn.bars] == list(range(len(periods)))
    for bar in drawn.bars:
        assert 0 <= bar.x <= bar.x + bar.width <= drawn.width + 3


def test_a_period_without_a_year_has_no_bar():
    assert timeline(["long ago", "1700"], ["a", "b"], language="en").bars[0].game == 1


def test_the_tree_joins_the_nearest_first():
    pairs = {(0, 1): 10, (0, 2): 30, (1, 2): 40, (0, 3): 60, (1, 3): 60, (2, 3): 66}
    found = Distances(("a", "b", "c", "d"), pairs)
    top = found.tree
    assert top.leaves == (0, 1, 2, 3)
    assert top.height == Fraction(60 + 60 + 66, 3)
    inner = top.parts[0]
    assert (inner.leaves, inner.height) == ((0, 1, 2), 35)
    assert inner.parts[0].height == 10
    assert found.nearest == (0, 1)
    assert found.farthest == (2, 3)


def test_a_tree_is_drawn_with_a_line_for_every_branch():
    found = distances([load(name) for name in SOME])
    drawn = tree(found, SOME)
    assert len(drawn.lines) == 3 * (len(SOME) - 1)
    assert sorted(game for game, _ in drawn.leaves) == [0, 1, 2]


# -- points and sources -------------------------------------------------------------------------


def test_every_disputed_point_with_all_its_readings_is_on_the_page():
    text = pages(*SOME)["points.html"]
    for name in SOME:
        for point, one in load(name).rules.apparatus.points.items():
            assert f'id="{slug(point)}"' in text
            for reading in one.readings:
                assert f"<code>{point}={reading}</code>" in text


def test_a_point_says_which_games_follow_which_reading():
    found = {one.id: one for one in disputes([load(name) for name in variant_ids()])}
    followers = found["DA01"].followers
    assert [one.id for one in followers("P")] == ["danish-tariff"]
    assert [one.id for one in followers("T")] == ["danish-club", "danish-tournament"]


def test_every_reading_begins_with_a_capital_on_the_page_of_points():
    begun = re.findall(r"<li><code>[^<]+</code>: (\w)", pages(*SOME)["points.html"])
    assert begun
    assert all(letter.isupper() for letter in begun)


def test_no_page_has_a_straight_apostrophe_in_its_text():
    others = pages("french-1600s", SOME[0])
    for path, page in (*pages(*SOME).items(), *others.items()):
        assert not re.search(r"\w('|&#39;)", page.split("</style>")[1]), path


def test_points_stand_in_the_order_of_their_numbers():
    for chapter in chapters([load(name) for name in variant_ids()]):
        ids = [one.id for one in chapter.disputes]
        assert ids == sorted(ids, key=order)


def test_every_source_is_on_the_page_with_what_it_is_cited_for():
    text = pages(*SOME)["sources.html"]
    for name in sources():
        assert f'id="{slug(name)}"' in text
    entries = {one.id: one for one in source_entries([load(name) for name in SOME])}
    cited = [use for use in entries["korttipeliopas"].uses if use.resolved.id == "english-1800s"]
    notes = load("english-1800s").rules.apparatus.rules.values()
    assert len(cited[0].rules) == sum(note.source == "korttipeliopas" for note in notes)


def test_notes_lead_to_their_sources_and_points():
    text = pages(*SOME)[pair_name("danish-tariff", "english-1800s")]
    assert '<a href="../sources.html#korttipeliopas"><em>korttipeliopas</em></a>' in text
    assert '<a href="../points.html#en03"><code>EN03</code></a>' in text
    assert '<a href="../rulebook/english-1800s.html">' in text


# -- the simulation -----------------------------------------------------------------------------


def test_the_simulation_says_who_plays_and_how_it_was_found():
    text = pages(*SOME)["simulation.html"]
    assert "as these\nplayers play it" in text or "as these players play it" in text
    assert "rules of thumb" in text
    for name in SOME:
        assert f"{load(name).hash[:16]}…" in text
    assert '<td class="number">77</td>' in text
    assert "the edition’s readings" in text
    assert f"lhombre {lhombre_core.__version__}" in text
    assert "--deals 90 --seed 77 --bots thumb" in text


def test_the_simulation_gives_shares_with_their_intervals():
    text = pages(*SOME)["simulation.html"]
    assert text.count('80.0 % <span class="interval">(71.1–86.7)</span>') == 2 * len(SOME)
    assert '62.5 % <span class="interval">(51.5–72.3)</span>' in text
    assert "−2.35" in text or "−2.34" in text
    assert "4321" in text
    assert "nothing ever lies on the table" in text
    assert "4, 1 cut" in text


def test_a_rare_result_is_not_shown_as_none():
    deals = 10_000_000

    def rare(resolved):
        found = summary(resolved) | {"deals": deals}
        rates = {"codille": share(2, deals - 1), "vole-failed": share(0, deals - 1)}
        found["rates"] = found["rates"] | rates | {"void": share(1, deals)}
        found["results"] = {"win": deals - 3, "codille": 2, "void": 1}
        return found

    text = site.pages(variants=["english-1800s"], simulate=rare, jobs=1)["simulation.html"]
    assert '0.000020 % <span class="interval">(0.0000055–0.000073)</span>' in text
    assert '0.0 % <span class="interval">(0.0–0.000038)</span>' in text
    assert '99.999990 % <span class="interval">(99.999943–99.9999982)</span>' in text
    assert "<title>codille: 0.000020 %</title>" in text


def test_the_german_plural_of_bete_stands_in_german_only():
    made = pages("pierer-pure", "french-1600s")
    for path in ("index.html", "points.html", "compare/french-1600s--pierer-pure.html"):
        ours = re.sub(r"«[^»]*»|geschriebene Bêten", "", made[path])
        assert "Bêten" not in ours
        assert re.search(r"\bbêtes\b", ours)


def test_few_rules_of_a_kind_are_not_shown_as_none():
    text = pages(*SOME)["index.html"]
    shares = re.findall(r'(\d+) <span class="interval">([\d.]+) %</span>', text)
    assert all((number == "0") == (float(told) == 0) for number, told in shares)
    assert len({len(told) for _, told in shares}) > 1


def test_a_reading_that_was_chosen_for_a_run_is_named():
    one = load("english-1800s", ["EN08=codille-split"])
    found = summary(one) | {"readings": ["EN08=codille-split"]}
    runs = simulation([one], {one.id: found}).runs
    assert runs[0].found["readings"] == ["EN08=codille-split"]
    text = site.pages(variants=["english-1800s"], simulate=lambda _: found, jobs=1)
    assert "<td>EN08=codille-split</td>" in text["simulation.html"]


def test_a_contract_of_a_resting_player_was_not_missed_where_nobody_rested():
    resolved = load("pierer-free")
    found = summary(resolved)
    three, four = (
        simulation([resolved], {resolved.id: found | {"table": table}}).runs[0] for table in (3, 4)
    )
    assert (three.barred, four.barred) == (["Mort"], [])
    assert "Mort" not in three.unplayed
    assert "Mort" in four.unplayed
    assert "nobody could play Mort" in pages(*SOME)["simulation.html"]


def test_a_contract_that_a_game_has_not_got_was_not_missed():
    resolved = load("pierer-pure")
    run_ = simulation([resolved], {resolved.id: summary(resolved) | {"table": 4}}).runs[0]
    assert "Mort" not in (*run_.unplayed, *run_.barred)


def test_a_run_of_the_simulation_has_what_the_page_shows():
    resolved = load("danish-tariff")
    found = run(resolved, 6, 1).as_dict()
    shown = simulation([resolved], {resolved.id: found}).runs[0]
    assert sum(part.share for part in shown.slices) == pytest.approx(1)
    assert summary(resolved).keys() <= found.keys()
    for name in ("by_role", "by_seat"):
        assert found["counters"][name]
    for own in found["by_contract"].values():
        assert {"share", "rates", "tricks", "counters"} <= own.keys()


# -- the folder ---------------------------------------------------------------------------------


TINY = {"index.html": "one", "rulebook/a.html": "two"}


def files(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_a_site_is_written_with_its_marker(tmp_path):
    site.write(tmp_path / "new" / "site", TINY)
    assert files(tmp_path / "new" / "site") == [site.MARKER, "index.html", "rulebook/a.html"]
    assert files(tmp_path) == [f"new/site/{name}" for name in files(tmp_path / "new" / "site")]


def test_an_empty_folder_is_filled(tmp_path):
    site.write(tmp_path, TINY)
    assert (tmp_path / "index.html").read_text(encoding="utf-8") == "one"


def test_a_site_of_ours_is_replaced_as_a_whole(tmp_path):
    out = tmp_path / "site"
    site.write(out, TINY)
    (out / "stale.html").write_text("old", encoding="utf-8")
    site.write(out, {"index.html": "three"})
    assert files(out) == [site.MARKER, "index.html"]


def test_a_folder_with_other_things_is_refused_and_stays(tmp_path):
    (tmp_path / "thesis.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(UsageError, match="other things than a site of ours"):
        site.build(tmp_path, variants=[])
    with pytest.raises(UsageError, match="other things than a site of ours"):
        site.write(tmp_path, TINY)
    assert files(tmp_path) == ["thesis.txt"]


def test_a_file_in_the_place_of_the_folder_is_refused(tmp_path):
    (tmp_path / "site").write_text("mine", encoding="utf-8")
    with pytest.raises(UsageError, match="is no folder"):
        site.write(tmp_path / "site", TINY)


def test_a_site_that_cannot_be_written_leaves_the_old_one(tmp_path, monkeypatch):
    out = tmp_path / "site"
    site.write(out, TINY)
    with pytest.raises(UsageError, match="cannot be written"):
        site.write(out, {"index.html": "three", "x" * 300: "too long a name"})
    assert (out / "index.html").read_text(encoding="utf-8") == "one"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["site"]


def test_the_old_site_comes_back_if_the_new_one_cannot_take_its_place(tmp_path, monkeypatch):
    out = tmp_path / "site"
    site.write(out, TINY)
    rename = Path.rename

    def refuse(self, target):
        if self.name == "new":
            raise PermissionError(13, "no")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", refuse)
    with pytest.raises(UsageError, match="cannot be written: no"):
        site.write(out, {"index.html": "three"})
    assert (out / "index.html").read_text(encoding="utf-8") == "one"


def test_the_command_refuses_a_folder_with_other_things(tmp_path, capsys):
    (tmp_path / "thesis.txt").write_text("mine", encoding="utf-8")
    assert command(["site", "--out", str(tmp_path)]) == 2
    assert "other things than a site of ours" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--out", "/proc/site"], "'/proc/site' cannot be written"),
        (["--out", "/proc/below/site"], "'/proc/below/site' cannot be written"),
        (["--out", "thesis.txt/site"], "'thesis.txt/site' cannot be written"),
        (["--out", "x" * 300], "cannot be written: File name too long"),
        (["--deals", "0"], "0 deals cannot be played"),
        (["--seed", "-1"], "the seed -1 is out of range"),
        (["--jobs", "0"], "0 processes cannot work"),
    ],
)
def test_the_command_refuses_before_it_works(tmp_path, capsys, monkeypatch, arguments, said):
    def fail(*_, **__):
        raise AssertionError("it works already")

    monkeypatch.chdir(tmp_path)
    (tmp_path / "thesis.txt").touch()
    monkeypatch.setattr(ready, "make_ready", fail)
    monkeypatch.setattr(site, "build", fail)
    assert command(["site", *arguments]) == 2
    assert said in capsys.readouterr().err
    assert files(tmp_path) == ["thesis.txt"]


def test_whether_a_folder_can_be_written_leaves_nothing_behind(tmp_path):
    site.require_place(tmp_path / "new" / "site")
    assert not list(tmp_path.iterdir())

"""One game a variant as text, compared line by line: whatever changes in play changes a line."""

import re
from pathlib import Path

import pytest

from lhombre_core.engine import prepare
from lhombre_core.language.catalog import load, variant_ids
from tests.engine.script import Script
from tests.playthrough.transcript import transcript

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*.txt"))
HEAD = (
    "# A game as tests/playthrough/transcript.py writes it; --update-golden renews it, of the\n"
    "# session that the next line names.\n"
)
GAME = re.compile(r"^seed (\d+), session (\d+), (\d) at the table$", re.MULTILINE)


def played(text):
    """Return seed, session and players of the game of a file."""
    match = GAME.search(text)
    assert match, "the file does not say which game it holds"
    return tuple(map(int, match.groups()))


def head(game):
    seed, session, players = game
    return f"{HEAD}seed {seed}, session {session}, {players} at the table\n\n"


@pytest.mark.parametrize("variant", variant_ids())
def test_the_game_of_a_variant_is_played_as_its_file_says(variant, updates_golden):
    file = FOLDER / f"{variant}.txt"
    written = file.read_text(encoding="utf-8") if file.exists() else None
    game = played(written or head((1, 0, 3)))
    text = head(game) + transcript(prepare(load(variant).rules), *game)
    if updates_golden:
        file.write_text(text, encoding="utf-8")
        return
    assert written is not None, f"{file.name} is missing; --update-golden writes it"
    assert written.splitlines() == text.splitlines()


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_game_can_be_played_again_from_its_text(file):
    text = file.read_text(encoding="utf-8")
    lines = text[text.index("== deal") : text.index("== settlement")].splitlines()
    dealer, *hands, talon = lines[1:6]
    script = Script(
        prepare(load(file.stem).rules),
        hands={hand[0]: hand[2:] for hand in hands},
        talon=talon.removeprefix("talon "),
        players=played(text)[2],
        dealer=int(dealer.split()[1]),
        suit=next((line[-1] for line in lines if line.startswith("chance turns")), "C"),
    )
    script.run(line for line in lines[6:] if re.match(r"(F|M|B|mort|resting) ", line))
    script.run(["expect over"])


def test_every_game_is_of_a_variant():
    assert {file.stem for file in FILES} <= set(variant_ids())

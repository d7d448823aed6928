"""Games of other packages played at random; run by a Python that has them, not imported by ours.

It reads orders from standard input, a line of JSON each, and answers each with a line: the order
``null`` with what can be measured and what cannot, ``[name, seconds]`` with games, acts and the
seconds of processor time that they took. It needs the standard library alone.
"""

from __future__ import annotations

import importlib
import json
import random
import sys
import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from typing import Any

SPIEL = ("skat", "tarok", "euchre")
ROLLOUTS = 400
"""Games from one dealt position, where the package plays them itself."""

ENDINGS = 50
CARDS = "AKQJT98765432"

Play = Callable[[], "tuple[int, int]"]
"""Plays at random for a while; returns how many games, and how many acts (0: not known)."""


def from_python(name: str) -> Play:
    """Return games of OpenSpiel, every act chosen and made through its Python interface."""
    game = importlib.import_module("pyspiel").load_game(name)
    chance = random.Random(1)  # noqa: S311  a game of cards

    def play() -> tuple[int, int]:
        state, acts = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(outcomes, weights)[0])
            else:
                state.apply_action(chance.choice(state.legal_actions()))
                acts += 1
        return 1, acts

    return play


def from_within(name: str) -> Play:
    """Return games of OpenSpiel that its own code plays to their ends, from cards that are dealt.

    The first step of its tree search evaluates the root by so many random games, and does no more.
    """
    spiel = importlib.import_module("pyspiel")
    game = spiel.load_game(name)
    chance = random.Random(1)  # noqa: S311  a game of cards

    def play() -> tuple[int, int]:
        state = game.new_initial_state()
        while state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(outcomes, weights)[0])
        evaluator = spiel.RandomRolloutEvaluator(ROLLOUTS, chance.randrange(1 << 30))
        spiel.MCTSBot(game, evaluator, 1.0, 1, 1, False, 1, False).mcts_search(state)  # noqa: FBT003
        return ROLLOUTS, 0

    return play


def bridge() -> Play:
    """Return games of RLCard's bridge, with its own random players."""
    rlcard = importlib.import_module("rlcard")
    agents = importlib.import_module("rlcard.agents")
    game = rlcard.make("bridge", config={"seed": 1})
    players = [agents.RandomAgent(num_actions=game.num_actions) for _ in range(game.num_players)]
    game.set_agents(players)

    def play() -> tuple[int, int]:
        before = game.timestep
        game.run(is_training=False)
        return 1, game.timestep - before

    return play


def double_dummy() -> Play:
    """Return nine-card endings of bridge solved by DDS, all leads, trumps spades."""
    solver = importlib.import_module("endplay.dds")
    types = importlib.import_module("endplay.types")
    chance = random.Random(1)  # noqa: S311  a game of cards

    def ending() -> Any:  # noqa: ANN401  a type of another package
        pack = [(suit, rank) for suit in range(4) for rank in CARDS]
        chance.shuffle(pack)
        hands = (pack[9 * seat : 9 * seat + 9] for seat in range(4))
        words = [
            ".".join("".join(r for r in CARDS if (suit, r) in hand) for suit in range(4))
            for hand in hands
        ]
        return types.Deal("N:" + " ".join(words), trump=types.Denom.spades)

    def play() -> tuple[int, int]:
        list(solver.solve_all_boards([ending() for _ in range(ENDINGS)]))
        return ENDINGS, 0

    return play


def offers() -> dict[str, tuple[str, Callable[[], Play]]]:
    """Return what there is to measure: the package of each, and what makes it ready."""
    found: dict[str, tuple[str, Callable[[], Play]]] = {}
    for name in SPIEL:
        found[f"{name}-within"] = "open_spiel", lambda name=name: from_within(name)  # type: ignore[misc]
        found[f"{name}-python"] = "open_spiel", lambda name=name: from_python(name)  # type: ignore[misc]
    found["bridge"] = "rlcard", bridge
    found["dds"] = "endplay", double_dummy
    return found


def ready(plays: dict[str, Play]) -> tuple[dict[str, str], dict[str, str]]:
    """Make ready what is there; return the package of each, and of the others why they are not."""
    there: dict[str, str] = {}
    absent: dict[str, str] = {}
    for name, (package, make) in offers().items():
        try:
            plays[name] = make()
            there[name] = f"{package} {version(package)}"
        except (ImportError, PackageNotFoundError):
            absent[name] = f"{package} is not installed here"
        except Exception as error:  # noqa: BLE001  another package's, whatever it is
            absent[name] = f"{package} does not work here: {f'{error} '.splitlines()[0][:80]}"
    return there, absent


def measured(play: Play, seconds: float) -> list[float]:
    """Return games, acts and seconds of about so long a run."""
    games = acts = 0
    start = time.process_time()
    while (took := time.process_time() - start) < seconds:
        more, done = play()
        games += more
        acts += done
    return [games, acts, took]


def main() -> None:
    """Answer orders until there are no more."""
    out, sys.stdout = sys.stdout, sys.stderr
    plays: dict[str, Play] = {}
    for line in sys.stdin:
        order = json.loads(line)
        answer: object = ready(plays) if order is None else measured(plays[order[0]], order[1])
        out.write(json.dumps(answer) + "\n")
        out.flush()


if __name__ == "__main__":
    main()

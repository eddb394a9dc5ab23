"""What seeded games come to, as hashes: whatever rewrites an engine must leave them alone.

    python tests/native/golden.py [--update] [--games 5] [GAME ...]

Of each shipped game, for every number of players and a choice of its options, some games
are played by chance. A hash stands for every state, every list of options and every entry
of the ledger on their way. `golden.json` holds the hashes of one game each; more games can
be compared between two checkouts (`--games 50 --print`). `make golden` plays all of them.
"""

import argparse
import hashlib
import json
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from compiling import shipped
from engines import LONGEST, frames_of, names, option_sets

from rulesrun.interpreter.game import Game
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.runtime.layout import FRAMES, NEWS
from rulesrun.interpreter.setup import WrongSetup

KEPT = Path(__file__).parent / "golden.json"

OPTIONS = 1
"""So many choices of options are played beside the usual ones."""


def set_ups(name: str) -> Iterator[tuple[str, Game]]:
    """The numbers of players and options of a game, with how they are called."""
    program = shipped(name)
    declared = program.world.game
    assert declared is not None
    low, high = declared.players
    for players in range(low, high + 1):
        for options in option_sets(program, OPTIONS):
            chosen = "".join(
                f" {key}={value}" for key, value in sorted(options.items())
            )
            try:
                yield f"{name} {players}{chosen}", Game(program, players, options)
            except WrongSetup:
                continue


def digest(game: Game, games: int) -> str:
    """A hash of all that happens in some games by chance."""
    result = hashlib.sha256()
    for seed in range(1, games + 1):
        for state, options in steps(game, seed):
            result.update(repr((plain(game, state), list(options))).encode())
    return result.hexdigest()[:16]


def steps(game: Game, seed: int) -> Iterator[tuple[Sequence[Any], Sequence[Any]]]:
    """The states of a game by chance, and what can be chosen in each."""
    chooser = random.Random(seed)
    try:
        state, options = game.machine.start(seed)
    except GameFault:  # these options do not go together
        return
    for _ in range(LONGEST):
        yield state, options
        if not options:
            return
        options = game.machine.resume(
            state, options[int(chooser.random() * len(options))]
        )


def plain(game: Game, state: Sequence[Any]) -> list[Any]:
    """A state, its sets in an order, without the locals that nothing will read."""
    slots = (*state[FRAMES + 1 : game.layout.size], state[NEWS])
    return [_plain(frames_of(game, state)), *map(_plain, slots)]


def _plain(value: Any) -> Any:
    match value:
        case set() | frozenset():
            return sorted(map(_plain, value))
        case dict():
            return sorted((key, _plain(inner)) for key, inner in value.items())
        case tuple() | list() | range():
            return [_plain(inner) for inner in value]
        case _:
            return value


def hashes(wanted: Sequence[str], games: int) -> dict[str, str]:
    """The hashes of the set-ups of some games."""
    return {
        set_up: digest(game, games) for name in wanted for set_up, game in set_ups(name)
    }


def kept() -> Mapping[str, str]:
    """The hashes that are held, of one game of each set-up."""
    result: Mapping[str, str] = json.loads(KEPT.read_text("utf-8"))
    return result


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("wanted", nargs="*", metavar="GAME")
    parser.add_argument(
        "--update", action="store_true", help="keep them as they are now"
    )
    parser.add_argument("--print", action="store_true", dest="shown")
    parser.add_argument("--games", type=int, default=1)
    given = parser.parse_args()
    result = hashes(given.wanted or list(names()), given.games)
    if given.shown:
        print(json.dumps(result, indent=0))
        return
    if given.games != 1:
        parser.error("one game of each is kept: compare more of them with --print")
    if given.update:
        after = {**kept(), **result} if given.wanted else result
        KEPT.write_text(json.dumps(after, indent=0, sort_keys=True) + "\n", "utf-8")
        return
    wrong = [set_up for set_up, value in result.items() if kept().get(set_up) != value]
    for set_up in wrong:
        print(f"{set_up}: the games are others than before")
    print(f"{len(result)} set-ups compared, {len(wrong)} differ")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()

"""What a game is started with: number of players, seed, options and seats."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterable
from typing import TypeVar

import click
from attrs import frozen

from rulesrun.agents.kinds import KINDS as PLAYERS
from rulesrun.agents.kinds import is_own, is_player, is_timed
from rulesrun.agents.own import OwnFault, loaded
from rulesrun.cli.messages.words import Words
from rulesrun.cli.output.problems import Unusable
from rulesrun.dsl.compile import Program
from rulesrun.dsl.problems.nearest import did_you_mean
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.constants import Fixed
from rulesrun.dsl.semantics.symbols import OptionSymbol
from rulesrun.interpreter.game import Game, WrongSetup
from rulesrun.interpreter.knowledge.secrecy import ONLOOKER

HUMAN, RANDOM, SCRIPT = "human", "random", "script"
KINDS = (HUMAN, *PLAYERS)

MOST_SEED = 1 << 63

MOST_THREADS = 64

PUBLIC, ALL = "public", "all"
"""To look as everybody may, or at everything."""

Command = TypeVar("Command", bound=Callable[..., object])


@frozen
class Seats:
    """Who sits where: `kinds` by seat, from 0."""

    kinds: tuple[str, ...]

    @property
    def humans(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(s for s, kind in enumerate(self.kinds) if kind == HUMAN)


# ---- how a game is begun -------------------------------------------------------------


def beginning(
    default_seats: str, seed_told: str, default_log: str | None = None
) -> Callable[[Command], Command]:
    """The options of a command that begins a game: players, seed, seats, variants, log.

    Args:
        default_seats: Who sits where nobody is named, for the help.
        seed_told: What becomes of a seed that is drawn, for the help.
        default_log: Where the log is kept if nobody says so; none if it is not.
    """
    default = f"  [default: {default_log}]" if default_log else ""
    options = (
        click.option("--players", type=int, metavar="N", help="How many play."),
        click.option(
            "--seed",
            type=click.IntRange(0, MOST_SEED),
            metavar="S",
            help=f"Fixes every chance; without it one is drawn{seed_told}.",
        ),
        click.option(
            "--seat",
            "seats",
            multiple=True,
            metavar="N=KIND",
            help="Who sits where: human, random, greedy, thinker, thinker:500 "
            "(continuations), thinker:500ms or file.py:choose, a player of your own.  "
            f"[default: {default_seats}]",
        ),
        click.option(
            "--option",
            "options",
            multiple=True,
            metavar="NAME=VALUE",
            help="A variant of the game.",
        ),
        click.option(
            "--log",
            metavar="OUT",
            help=f"Keep a log of the game in that file.{default}",
        ),
        click.option(
            "--force", is_flag=True, help="Write over a log that is there already."
        ),
    )

    def declared(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return declared


# ---- who looks -----------------------------------------------------------------------


def view_option(command: Command) -> Command:
    """The option `--view` of a command that tells of a recorded game."""
    return click.option(
        "--view",
        default=PUBLIC,
        show_default=True,
        metavar="WHO",
        help="Tell what all may know (public), everything (all), or what a seat may know.",
    )(command)


def read_view(text: str, players: int) -> int | None:
    """Whose eyes are meant: a seat, from 0, ONLOOKER, or none who may know everything."""
    if text in (PUBLIC, ALL):
        return ONLOOKER if text == PUBLIC else None
    seat = text.removeprefix("player").strip()
    if seat.isascii() and seat.isdecimal() and 1 <= int(seat[:9]) <= players:
        return int(seat) - 1
    raise Unusable(
        f"--view is {PUBLIC}, {ALL} or a seat from 1 to {players}, not {text!r}"
    )


# ---- seed ----------------------------------------------------------------------------


def fresh_seed() -> int:
    """A seed that nobody knows beforehand, short enough to be written down."""
    return secrets.randbelow(1_000_000)


# ---- options -------------------------------------------------------------------------


def read_options(program: Program, texts: Iterable[str]) -> dict[str, Fixed]:
    """The options written as name=value; raises Unusable for any that do not fit."""
    options = {o.name: o for o in program.world.each(OptionSymbol)}
    result: dict[str, Fixed] = {}
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals:
            raise Unusable(f"write an option as name=value, not {text!r}")
        if name not in options:
            hint = did_you_mean(name, options)
            if hint is None:
                names = ", ".join(options)
                hint = f"it has {names}" if options else "it has none at all"
            raise Unusable(f"the game has no option {name!r}; {hint}")
        result[name] = _option_value(program, name, options[name].type, value)
    return result


def _option_value(program: Program, name: str, kind: t.Type, text: str) -> Fixed:
    match kind:
        case t.OptionalType(inner):
            if text == "none":
                return None
            return _option_value(program, name, inner, text)
        case t.BoolType():
            if text in ("yes", "true", "no", "false"):
                return text in ("yes", "true")
            raise Unusable(f"the option {name} is yes or no, not {text!r}")
        case t.EnumType(enum):
            values = program.world.enum(enum).values
            for value in values:
                if value.name == text:
                    return value.index
            names = ", ".join(value.name for value in values)
            raise Unusable(f"the option {name} is one of {names}, not {text!r}")
        case t.IntType(low, high):
            plain = text.isascii() and text.removeprefix("-").isdecimal()
            number = int(text) if plain and len(text) < 19 else None
            if not _is_number(number, low, high):
                bounds = "" if low is None or high is None else f" in {low}..{high}"
                raise Unusable(f"the option {name} is a number{bounds}, not {text!r}")
            return number
        case _:  # of players the game knows which there are
            return text


def _is_number(value: int | None, low: int | None, high: int | None) -> bool:
    return (
        value is not None
        and (low is None or value >= low)
        and (high is None or value <= high)
    )


# ---- players and seats ---------------------------------------------------------------


def make_game(
    program: Program,
    players: int,
    options: dict[str, Fixed],
    *,
    language: str | None = None,
    trace: bool = False,
) -> Game:
    """The game, ready to be started; raises Unusable where it cannot be set up so."""
    try:
        return Game(program, players, options, trace=trace)
    except WrongSetup as error:
        reason = error.reason.in_language(language) if language else None
        raise Unusable(reason or str(error)) from error


threads_option = click.option(
    "--threads",
    type=click.IntRange(1, MOST_THREADS),
    metavar="N",
    help="Let players who think use so many threads.  [default: those of the machine for "
    "players with a time, such as thinker:2s; else 1]",
)
"""For commands in which somebody waits for players who think."""


def let_think(game: Game, threads: int | None, kinds: Iterable[str]) -> None:
    """Let players of these kinds use so many threads; those with a time all, if none is said.

    With a number of continuations a choice is the same on every machine, as long as the
    number of threads is.
    """
    if threads is None:
        timed = any(is_timed(kind) for kind in kinds)
        threads = min(os.cpu_count() or 1, MOST_THREADS) if timed else 1
    game.threads = threads


def say_if_slow(game: Game, kinds: Iterable[str], words: Words) -> bool:
    """Tell, before anybody thinks, that no compiled game helps them, and why not.

    Compiles the game if somebody of these kinds thinks, which they would do, too.
    """
    if all(kind in (HUMAN, RANDOM, SCRIPT) or is_own(kind) for kind in kinds):
        return False
    why = game.chosen_engine[1]
    if why:
        say_in_python(why, words)
    return bool(why)


def say_in_python(why: str, words: Words) -> None:
    """Tell that no compiled game helps those who think."""
    click.echo(words.say("thinks in Python", why=why), err=True)


def highest_seat(texts: Iterable[str]) -> int:
    """The highest seat that is spoken of."""
    return max((seat for seat, _ in map(_seat, texts)), default=0)


def read_seats(texts: Iterable[str], players: int, default: str | None = None) -> Seats:
    """Who sits where, written as 2=random.

    Args:
        texts: What the person wrote.
        players: How many seats there are.
        default: Who takes the other seats; if none, a person takes the first seat
            where nobody is named for it, and chance all others.
    """
    kinds: dict[int, str] = {}
    for seat, kind in map(_seat, texts):
        if not 1 <= seat <= players:
            raise Unusable(f"there is no seat {seat}: the game has {players} players")
        if seat in kinds:
            raise Unusable(f"seat {seat} is given twice")
        kinds[seat] = kind
    rest = default or RANDOM
    if default is None:
        kinds.setdefault(1, HUMAN)
    return Seats(tuple(kinds.get(seat, rest) for seat in range(1, players + 1)))


def _seat(text: str) -> tuple[int, str]:
    seat, equals, kind = (part.strip() for part in text.partition("="))
    if not equals or not (seat.isascii() and seat.isdecimal()) or len(seat) > 3:
        raise Unusable(f"write a seat as 2=random, not {text!r}")
    if kind != HUMAN:
        check_kind(kind)
    return int(seat), kind


def check_kind(kind: str) -> None:
    """Look whether there are players of that kind; raises Unusable."""
    if not is_player(kind):
        hint = did_you_mean(kind, KINDS) or f"known are {', '.join(KINDS)}"
        raise Unusable(f"nobody of the kind {kind!r} can take a seat; {hint}")
    if is_own(kind):
        try:
            loaded(kind)
        except OwnFault as fault:
            raise Unusable(str(fault)) from fault

"""The arms of a study: what the options of the command ask to be compared."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

import click
from attrs import field, frozen

from rulesrun.cli.files.compiling import load_program, show_problems
from rulesrun.cli.output.problems import PROBLEMS, Unusable
from rulesrun.cli.playing.settings import (
    RANDOM,
    highest_seat,
    make_game,
    read_options,
    read_seats,
)
from rulesrun.dsl.analysis.fixed import player_counts
from rulesrun.dsl.compile import Program
from rulesrun.dsl.limits import DEFAULT
from rulesrun.dsl.semantics.symbols import OptionSymbol
from rulesrun.studies.plan import Arm
from rulesrun.studies.variants import NoConstant, with_constants

MOST_ARMS = 64

_RANGE = re.compile(r"(-?\d{1,9})\.\.(-?\d{1,9})")
_VALUE = re.compile(r"[\w.-]+")


@frozen
class Asked:
    """What the command line asks for."""

    rules: tuple[str, ...]
    players: str | None = None
    seats: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    constants: tuple[str, ...] = ()
    _programs: dict[str, Program] = field(factory=dict, eq=False, repr=False)

    def arms(self) -> tuple[Arm, ...]:
        """Every combination of what is to be compared; raises Unusable."""
        options = [_choices(text, "--option") for text in self.options]
        constants = [_choices(text, "--set") for text in self.constants]
        arms: list[Arm] = []
        axes = [self.rules, *options, *constants]
        count = 1
        for axis in axes:
            count *= len(axis)
        if count > MOST_ARMS:
            raise Unusable(f"that makes {count} arms; at most {MOST_ARMS} are compared")
        for rules, *chosen in itertools.product(*axes):
            program = self.program(rules, chosen[len(options) :])
            arms += self._of(program, rules, chosen, chosen[: len(options)])
        return tuple(arms)

    def program(self, rules: str, constants: Sequence[str]) -> Program:
        """The rules of a file with these constants; faulty ones end the command."""
        if rules not in self._programs:
            self._programs[rules] = load_program(rules)
        program = self._programs[rules]
        if not constants:
            return program
        key = " ".join((rules, *constants))
        if key not in self._programs:
            values = dict(text.split("=", 1) for text in constants)
            try:
                compilation = with_constants(program, values, DEFAULT)
            except NoConstant as error:
                raise Unusable(f"--set: {error}") from error
            if compilation.program is None:
                show_problems(compilation)
                click.echo(
                    f"that is so with --set {' --set '.join(constants)}", err=True
                )
                raise click.exceptions.Exit(PROBLEMS)
            self._programs[key] = compilation.program
        return self._programs[key]

    def _of(
        self,
        program: Program,
        rules: str,
        chosen: Sequence[str],
        options: Sequence[str],
    ) -> Iterator[Arm]:
        _check_options(program, options)
        parts = [_short(rules)] if len(self.rules) > 1 else []
        compared = [text for text in chosen if self._varies(text)]
        for count in self._counts(program):
            game = make_game(program, count, read_options(program, options))
            kinds = read_seats(self._seats(), count, self._others()).kinds
            name = ", ".join([*parts, *compared])
            if self.players == "all":
                name = ", ".join(
                    [name, f"{count} players"] if name else [f"{count} players"]
                )
            yield Arm(name, game, kinds)

    def _varies(self, text: str) -> bool:
        name = text.split("=")[0]
        return (
            sum(
                len(_choices(option, "")) > 1
                for option in (*self.options, *self.constants)
                if option.partition("=")[0].strip() == name
            )
            > 0
        )

    def _seats(self) -> list[str]:
        return [text for text in self.seats if not _is_others(text)]

    def _others(self) -> str:
        """Who takes the seats that are not named."""
        kinds = [
            text.partition("=")[2].strip() for text in self.seats if _is_others(text)
        ]
        if len(kinds) > 1:
            raise Unusable("--seat others is given twice")
        if kinds:
            read_seats([f"1={kinds[0]}"], 1)  # tells of a kind that there is not
        return kinds[0] if kinds else RANDOM

    def _counts(self, program: Program) -> Sequence[int]:
        """For how many players; the fewest that there are seats for, unless it is said."""
        counts = player_counts(program.world)
        if self.players == "all":
            return counts
        if self.players is None:
            return [max(counts[0], highest_seat(self._seats()))]
        if not (
            self.players.isascii()
            and self.players.isdecimal()
            and len(self.players) < 4
        ):
            raise Unusable(f"--players is a number or `all`, not {self.players!r}")
        return [int(self.players)]


def _is_others(text: str) -> bool:
    return text.partition("=")[0].strip() == "others"


def _short(rules: str) -> str:
    return rules.rpartition("/")[2].removesuffix(".rules")


def _check_options(program: Program, options: Sequence[str]) -> None:
    """Refuse an option that is given twice; of others `read_options` tells."""
    names = [text.partition("=")[0] for text in options]
    declared = {symbol.name for symbol in program.world.each(OptionSymbol)}
    for name in names:
        if names.count(name) > 1 and name in declared:
            raise Unusable(f"the option {name} is given twice; compare a,b with one")


def _choices(text: str, option: str) -> list[str]:
    """`name=a,b` or `name=3..7`, one for each value."""
    name, equals, values = (part.strip() for part in text.partition("="))
    if not equals or not name or not values:
        raise Unusable(f"write {option} as name=value, not {text!r}")
    result: list[str] = []
    for value in (part.strip() for part in values.split(",")):
        match = _RANGE.fullmatch(value)
        if match is not None:
            low, high = int(match[1]), int(match[2])
            if not low <= high <= low + MOST_ARMS:
                raise Unusable(
                    f"{option} {text}: {value} is not a range of a few numbers"
                )
            result += [f"{name}={n}" for n in range(low, high + 1)]
        elif _VALUE.fullmatch(value) is None:
            raise Unusable(f"{option} {text}: {value!r} is neither a number nor a name")
        else:
            result.append(f"{name}={value}")
    return list(dict.fromkeys(result))

"""Plays a script: its choices one by one, the others by chance, its expectations."""

from __future__ import annotations

from pathlib import Path

from attrs import define, frozen

from rulesrun.cli.files.kinds import other_kind
from rulesrun.cli.files.sources import read_file
from rulesrun.cli.messages.words import Words
from rulesrun.cli.output.problems import Problem, Unusable
from rulesrun.cli.output.terminal import columns, faint
from rulesrun.cli.playing.scripts import (
    AtRandom,
    Chance,
    Chosen,
    Expected,
    Note,
    Script,
    Show,
    free_seats,
    hint_at_word,
    read_expectations,
    read_script,
    script_options,
)
from rulesrun.cli.playing.session import Session
from rulesrun.cli.playing.settings import fresh_seed, make_game, read_options
from rulesrun.cli.screen.choices import refusal_lines
from rulesrun.cli.screen.labels import Labels
from rulesrun.cli.screen.pictures import Picture
from rulesrun.cli.screen.transcript import Transcript
from rulesrun.dsl.analysis.fixed import player_counts
from rulesrun.dsl.compile import Program
from rulesrun.dsl.syntax import nodes
from rulesrun.interpreter.explain.refusals import Refusal, find_choice
from rulesrun.interpreter.game import Option
from rulesrun.interpreter.knowledge.secrecy import ONLOOKER
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.runtime.support import WrongDraw
from rulesrun.interpreter.testing.scenarios import Failed, Run


@define
class Scripted:
    """A script on its way; `free` are the seats, from 1, that are left to chance.

    `chance` is the last line that said what the next draws bring.
    """

    script: Script
    session: Session
    labels: Labels
    free: frozenset[int]
    transcript: Transcript
    full: bool = False
    chance: int = 0

    @property
    def viewer(self) -> int | None:
        """Who looks on; none for somebody who may know everything."""
        return self.transcript.viewer

    def play(self) -> None:
        """Play all of it; raises Problem at the first line that cannot be."""
        run = Run(self.session.game, self.session.position)
        self.transcript.begin(self.session.position, self.session.seed)
        try:
            for step in self.script.steps:
                match step:
                    case Note(text=text):
                        self._note(text)
                    case Show():
                        self._show()
                    case AtRandom(number=number):
                        self._random(number)
                    case Chance(line=line, results=results):
                        self.chance = line
                        self.session.script_chance(results)
                    case Chosen():
                        self._choose(step)
                    case Expected():
                        self._expect(step, run)
            self._all_drawn()
        finally:
            self._tell_all()

    def _all_drawn(self) -> None:
        """Whatever the script says that chance brings has been drawn."""
        left = self.session.position.scripted_chance
        if left:
            message = f"never drawn: {', '.join(left)}"
            raise self.script.problem(self.chance, message)

    # ---- choices --------------------------------------------------------------------

    def _choose(self, step: Chosen) -> None:
        self._free_seats(step.seat)
        position = self.session.position
        if position.over:
            raise self.script.problem(step.line, "the game ends before this choice")
        assert position.player is not None
        if step.seat not in (None, position.player + 1):
            raise self.script.problem(
                step.line,
                f"player {position.player + 1} is to choose, not player {step.seat}",
            )
        result = find_choice(position, step.choice)
        if isinstance(result, Refusal):
            reasons = "\n".join(refusal_lines(position, self.labels, result))
            hint = hint_at_word(step.choice) if step.seat is None else ""
            sentence = self.labels.words.say("cannot be chosen")
            problem = self.script.problem(step.line, f"{sentence}{hint}")
            raise Problem(f"{problem.message}\n{reasons}")
        self._carry_on(
            next(o for o in position.options if o.raw == result), brief=False
        )

    def _free_seats(self, until: int | None) -> None:
        """Let the seats that are left to chance choose, up to the one that is meant."""
        position = self.session.position
        while not position.over and position.player is not None:
            seat = position.player + 1
            if seat == until or seat not in self.free:
                return
            self._carry_on(self.session.by_chance(), brief=not self.full)

    def _random(self, number: int | None) -> None:
        count = 0
        while not self.session.position.over and count != number:
            self._carry_on(self.session.by_chance(), brief=not self.full)
            count += 1

    def _carry_on(self, option: Option, *, brief: bool) -> None:
        if brief != self.transcript.brief:
            self._tell_all()
            self.transcript.brief = brief
        self.transcript.choice(self.session.position, option)
        try:
            self.session.choose(option)
        except Problem as error:
            fault = error.__cause__
            if isinstance(fault, GameFault) and isinstance(fault.__cause__, WrongDraw):
                message = f"{fault.message}; it is drawn at {fault.span}"
                raise self.script.problem(self.chance, message) from error
            raise
        self.transcript.follow(self.session.position)

    # ---- expectations ---------------------------------------------------------------

    def _expect(self, step: Expected, run: Run) -> None:
        assert step.step is not None
        seat = getattr(step.step, "seat", None)
        if seat is not None:
            self._free_seats(seat)
        elif isinstance(step.step, nodes.ExpectOver):
            self._free_seats(None)
        run.local.clear()
        try:
            run.step(step.step)
        except Failed as failure:
            problem = self.script.problem(step.line, failure.message)
            details = "".join(f"\n    {detail}" for detail in failure.details)
            raise Problem(problem.message + details) from failure
        self._aside(f"✓ {step.text}")

    # ---- what is shown --------------------------------------------------------------

    def _note(self, text: str) -> None:
        self._tell_all()
        self.transcript.out("")
        self.transcript.out(f"      {text}")

    def _show(self) -> None:
        self._tell_all()
        position = self.session.position
        picture = Picture(
            position, self.viewer, self.labels.at(position), columns() - 4
        )
        self.transcript.out("")
        for line in picture.lines():
            self.transcript.out(f"    {line}".rstrip())

    def _aside(self, text: str) -> None:
        self._tell_all()
        self.transcript.out(faint(f"      {text}"))

    def _tell_all(self) -> None:
        self.transcript.flush()
        self.transcript.sum_up()


@frozen
class Given:
    """What the command line says of a game that a script speaks of as well."""

    players: int | None
    seed: int | None
    seats: tuple[str, ...]
    options: tuple[str, ...]
    trace: bool = False
    sees_all: bool = False


def prepare(
    program: Program, path: str, settings: Given, words: Words, *, full: bool
) -> tuple[Session, Scripted]:
    """A session at its beginning, and the script to be played in it."""
    text = read_file(Path(path), "script")
    other = other_kind(text, path, "script")
    if other is not None:
        raise Unusable(other)
    script = read_script(text, path)
    for name in ("players", "seed"):
        in_script, wanted = getattr(script, name), getattr(settings, name)
        if in_script is not None and wanted is not None and in_script != wanted:
            raise Unusable(
                f"the script says {name} {in_script} in line {script.heads[name]}, "
                f"and --{name} says {wanted}"
            )
    if any("human" in seat for seat in settings.seats):
        raise Unusable("no person takes part in a script")
    script.seats += settings.seats
    options = {
        **script_options(script, program),
        **read_options(program, settings.options),
    }
    players = script.players or settings.players or player_counts(program.world)[0]
    try:
        game = make_game(
            program, players, options, language=words.language, trace=settings.trace
        )
    except Unusable as error:
        where = "players" if players not in player_counts(program.world) else "option"
        if where not in script.heads:
            raise
        raise script.problem(script.heads[where], error.message) from error
    free = free_seats(script, players)
    read_expectations(script, program)
    seed = script.seed if script.seed is not None else settings.seed
    session = Session.begin(game, fresh_seed() if seed is None else seed)
    labels = Labels(game, words)
    viewer = session.viewer = None if settings.sees_all else ONLOOKER
    transcript = Transcript(labels, viewer, tracer=session.tracer)
    return session, Scripted(script, session, labels, free, transcript, full)

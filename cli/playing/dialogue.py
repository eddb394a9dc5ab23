"""A person at the terminal chooses: what is asked, and what may be typed.

More than 400 lines: one method a command, which share the game under way.
"""

from __future__ import annotations

import itertools
import shutil
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from random import Random

import click
from attrs import Factory, define, evolve

from rulesrun.agents.kinds import KINDS, is_player
from rulesrun.agents.own import OwnFault
from rulesrun.cli.files.writing import logs, write_file
from rulesrun.cli.messages.progress import waiting
from rulesrun.cli.messages.words import COMMAND_WORDS, Words
from rulesrun.cli.output.harmless import CLEARED
from rulesrun.cli.output.outside import checked, read_line
from rulesrun.cli.output.problems import Problem, Unusable
from rulesrun.cli.output.streams import Lines
from rulesrun.cli.output.terminal import bold, coloured, columns, faint
from rulesrun.cli.playing.records import as_problem
from rulesrun.cli.playing.session import Session
from rulesrun.cli.playing.settings import say_in_python
from rulesrun.cli.screen.account_lines import account_lines
from rulesrun.cli.screen.answers import (
    begun_lines,
    exact,
    nothing_fits_lines,
    refused_lines,
    suggestion,
    why_lines,
)
from rulesrun.cli.screen.believing import kinds_of_worlds
from rulesrun.cli.screen.choices import Choices
from rulesrun.cli.screen.labels import Labels
from rulesrun.cli.screen.lookup import Lookup
from rulesrun.cli.screen.pictures import Picture
from rulesrun.cli.screen.vocabulary import is_named
from rulesrun.interpreter.explain.refusals import Refusal, find_choice
from rulesrun.interpreter.game import NothingToUndo, Option, Position
from rulesrun.interpreter.knowledge.secrecy import ONLOOKER, may_hear
from rulesrun.interpreter.logs import Entry, replay
from rulesrun.interpreter.reports.views import View, told_choices, view
from rulesrun.interpreter.runtime.keyboard import plain, spelling


class Stop(Exception):
    """The person does not want to go on."""


class EndOfInput(Stop):
    """Nothing more can be read."""


Load = Callable[[str], Session]
"""Gives a session that goes on from a saved log; raises Unusable or Problem."""

MOST_ROWS = 100
"""So many empty lines are more than any terminal shows."""

LEAST_ROWS, FEW_ROWS, BESIDE = 12, 8, 5
"""No terminal is lower; options get so many lines at least; others stand around them."""

ALONE = ("options", "hint", "ledger", "log", "undo", "quit")
"""Commands behind which nothing stands: with more, such a word begins a choice."""

MOST_OPTIONS = 400
"""More options are never told one by one."""

HINTS = 5
"""So many of the best options are told."""


_COMMANDS = {spelling(word) or word: command for word, command in COMMAND_WORDS.items()}
"""The words for commands, however they are spelled."""


def command_of(line: str) -> tuple[str, str | None, str]:
    """The word of a line that may be a command, that command, and what stands behind.

    A word with a half-space in it may be typed as two.
    """
    words = line.split(" ")
    for number in (2, 1):
        word = " ".join(words[:number])
        command = _COMMANDS.get(spelling(word) or plain(word))
        if command is not None and len(words) >= number:
            return word, command, " ".join(words[number:]).strip()
    return words[0], None, " ".join(words[1:])


@define
class Dialogue:
    """Asks people for their choices, one line at a time.

    The `listener` is who is at the keyboard: a seat, ONLOOKER where there are several,
    none for somebody who may know everything.
    """

    session: Session
    labels: Labels
    load: Load
    listener: int | None
    _shown: tuple[int, int] | None = None
    _before: View | None = None
    _pending: int | None = None
    _asked: int | None = None
    _greeted: bool = False
    _known: frozenset[int] = frozenset()
    _used: int = 0
    _typed: str | None = None
    _choices: Choices = Factory(lambda self: self._fresh(), takes_self=True)

    @property
    def words(self) -> Words:
        """The language of the interface."""
        return self.labels.words

    @property
    def _viewer(self) -> int | None:
        """Who is asked; none for somebody who may know everything."""
        return None if self.listener is None else self.session.position.player

    def _fresh(self) -> Choices:
        position = self.session.position
        return Choices(position, self.labels.at(position))

    # ---- what a screen can hold -----------------------------------------------------

    def begin(self) -> None:
        """From now on wait before anything scrolls out of sight unread."""
        if isinstance(sys.stdout, Lines) and self._rows is not None:
            sys.stdout.room = self._room

    @property
    def _rows(self) -> int | None:
        """How many lines the terminal shows, none where nobody sits at one."""
        if sys.stdin is None or not (sys.stdin.isatty() and sys.stdout.isatty()):
            return None
        return max(LEAST_ROWS, shutil.get_terminal_size().lines)

    def _room(self) -> bool:
        """Whether one line more is to be printed: not after something was typed."""
        if self._typed is None and self._used >= (self._rows or 0) - 1:
            self._pause()
        self._used += 1
        return self._typed is None

    def _pause(self) -> None:
        """Wait until what is on the screen has been read, or something is chosen."""
        self._used = 1
        line = self._typed_line(self.words.line(self.words.say("pause")))
        self._typed = line if line.strip() else None

    def _keep_together(self, lines: Sequence[str]) -> None:
        """Print lines, on a fresh screen if they would not fit on this one."""
        rows = self._rows
        if rows is not None and self._typed is None:
            if self._used + len(lines) > rows - 1:
                if self._used > 1:
                    self._pause()
                lines = lines if lines[0].strip() else lines[1:]
        self._tell(lines)

    def ask(self) -> Option | None:
        """What the person chooses; none if the game has moved in another way."""
        self._choices = self._fresh()
        self._pending = None
        self._hand_over()
        self._show_position()
        self._show_options()
        if not self._greeted:
            self._say("for help")
            self._greeted = True
        while True:
            line = self._read().strip()
            result = self._answer(line)
            if result is not None:
                return None if isinstance(result, bool) else result

    def _hand_over(self) -> None:
        """Between two people who may know different things: clear the screen, and wait."""
        before, self._asked = self._asked, self.session.position.player
        position = self.session.position
        if (
            self.listener != ONLOOKER
            or before == self._asked
            or position.player is None
        ):
            return
        secrecy = position.game.machine.secrecy
        if secrecy.see_the_same(range(position.game.players)):
            return
        if self._rows is None:
            return
        self._used = 1
        cleared = CLEARED if coloured(sys.stdout) else "\n" * MOST_ROWS
        click.echo(cleared, nl=False)
        self._say("hand over", who=self.labels.player(position.player))
        if not sys.stdin.readline():
            raise Stop
        self._shown, self._known = None, frozenset()

    def _read(self) -> str:
        player = self.session.position.player
        assert player is not None
        typed, self._typed, self._used = (
            self._typed,
            None,
            1,
        )  # the line with the prompt
        if typed is not None:
            return typed
        prompt = self.words.say("prompt", n=player + 1)
        if sys.stdin is not None and sys.stdin.isatty():
            return self._typed_line(prompt)
        line = read_line()
        click.echo(f"{prompt}{self._echoed(line.rstrip())}")
        if not line:
            raise EndOfInput
        return line

    def _typed_line(self, prompt: str) -> str:
        """What a person types; raises Stop where nothing more will come."""
        import readline  # noqa: F401  # lets people edit and repeat their lines

        while True:
            try:
                return checked(input(prompt))
            except EOFError as error:
                click.echo()
                raise Stop from error
            except Unusable as error:  # a slip of the keyboard: ask again
                click.echo(error.message)

    def _echoed(self, line: str) -> str:
        """What was read, but not what is chosen in secret."""
        decision = self.session.position.decision
        assert decision is not None
        command = line.split(maxsplit=1)[:1]
        if self.listener is None or not (decision.secret and line):
            return line
        return (
            line if command[0].casefold() in COMMAND_WORDS else self.words.say("secret")
        )

    # ---- what was typed -------------------------------------------------------------

    def _answer(self, line: str) -> Option | bool | None:
        """An option, whether the game has moved, or nothing: then ask again."""
        word, command, rest = command_of(line)
        if not line:
            if self._pending is not None:
                return self._choices.options[self._pending - 1]
            self._show_options()
            return None
        alone = command in ALONE and rest  # a label can begin with such a word
        if command == "hint" and is_player(rest.strip()):
            alone = ""
        elif command == "hint" and alone and not self._is_item(word):
            kind = suggestion(self.words, rest.strip(), dict.fromkeys(KINDS))
            if kind:
                self._say("no such player", text=rest.strip())
                click.echo(f"  {kind}")
                return None
        if command is not None and not alone and not self._is_item(word):
            return self._command(command, word, rest.strip())
        return self._chosen(line)

    def _is_item(self, word: str) -> bool:
        """Whether a word is the name of something that may be chosen now."""
        items = self.session.position.decision_plan.items
        return any(
            item.name == word or any(s.name == word for s in item.chosen)
            for item in items
        )

    def _chosen(self, line: str) -> Option | None:
        options = self._choices.options
        text = plain(line)
        named = [o for o in options if o.name == text]
        if named:
            return named[0]
        by_value = self._choices.by_value
        if text.isdecimal() and int(text[:9]) in by_value:
            return options[by_value[int(text[:9])] - 1]
        if text.isdecimal() and not by_value:
            if 1 <= int(text[:9]) <= len(options):
                return options[int(text) - 1]
            if not self._choices.fitting(text):
                typed = self.words.digits(text)
                key = "no number" if len(options) > 1 else "only number"
                self._say(key, n=typed, most=len(options))
                return None
        result = find_choice(self.session.position, text)
        if not isinstance(result, Refusal):
            return next(o for o in options if o.raw == result)
        fitting = self._choices.fitting(line)
        self._pending = None
        number = exact(self._choices, fitting, text)
        if number is not None:
            return options[number - 1]
        shut = list(begun_lines(self.session.position, self.labels, text))
        if not fitting and shut:
            self._tell(shut)
        elif not fitting and result.kind == "no choice":
            self._tell(nothing_fits_lines(self._choices, text))
            if is_named(self.labels, text) and self._picture().described(text):
                show = self.words.command("show")
                look = self.words.say("look at", command=show, text=text)
                click.echo(f"  {look}")
        elif not fitting or ("=" in line and result.span is not None):
            self._refuse(result, text)
        elif len(fitting) == 1:
            self._say("one fits")
            self._show_options(fitting)
            self._pending = fitting[0]
        else:
            self._say("these fit", n=len(fitting))
            self._show_options(fitting)
        return None

    def _command(self, command: str, word: str, rest: str) -> bool | None:
        match command:
            case "help":
                options = self._choices.options
                plain = [one for one in options if "=" in one.name] or options
                shortest = min(plain, key=lambda one: len(one.name))
                example = shortest.name
                if self.words.persian:  # names would be of another language
                    example = self.labels.option(self.session.position, shortest)
                click.echo(self.words.say("help", example=example))
            case "show" if rest:
                self._describe(rest)
            case "show":
                self._shown, self._known = None, frozenset()
                self._show_position()
            case "options":
                self._show_every()
            case "why":
                self._tell(why_lines(self.session.position, self.labels, rest))
            case "rules":
                self._rules(rest)
            case "hint":
                self._hint(rest)
            case "ledger":
                self._ledger()
            case "log":
                self._log()
            case "undo":
                return self._undo()
            case "save" | "load" if not rest:
                self._say("name missing", command=word)
            case "save":
                self._save(rest)
            case "load":
                return self._load(rest)
            case "quit":
                raise Stop
        return None

    def _picture(self) -> Picture:
        position = self.session.position
        return Picture(position, self._viewer, self.labels.at(position), columns())

    def _describe(self, text: str) -> None:
        position = self.session.position
        lines = self._picture().described(text)
        if not lines:
            parts = position.game.layout.components
            names = [part.name for part in parts]
            labels = self.labels.at(position)
            names += [labels.called(p.number) for p in parts]
            hint = suggestion(self.words, text, dict.fromkeys(names))
            self._say("nothing called", text=text)
            if hint:
                click.echo(f"  {hint}")
        self._tell(lines)

    def _refuse(self, refusal: Refusal, line: str) -> None:
        self._tell(refused_lines(self._choices, line, refusal))

    def _rules(self, word: str) -> None:
        labels = self.labels.at(self.session.position)
        lines = list(Lookup(labels, columns()).lines(word)) if word else []
        if not lines:
            key = "nothing about" if word else "word missing"
            self._say(key, text=word, command="rules")
        self._tell(lines)

    def _tell(self, lines: Iterable[str]) -> None:
        for line in lines:
            click.echo(line)

    def _undo(self) -> bool | None:
        try:
            self.session.undo()
        except NothingToUndo as error:
            self._say("not possible", why=self.words.reason(error.kind, ()) or error)
            return None
        self._say("undone")
        return True

    def _save(self, name: str) -> None:
        try:
            write_file(Path(name), self.session.log.text(), logs)
        except Unusable as error:
            click.echo(error.format_message())
            return
        self._say("saved", name=name)

    def _load(self, name: str) -> bool | None:
        try:
            other = self.load(name)
        except (Unusable, Problem) as error:
            click.echo(error.format_message())
            return None
        self.session.take_over(other)
        self._shown = None
        if other.log.damage is not None:
            click.echo(as_problem(name, other.log.damage).message)
        self._say("loaded", n=len(other.log.entries), name=name)
        return True

    def _log(self) -> None:
        if not self.session.log.entries:
            self._say("nothing chosen")
        texts = self._choice_texts()
        revealed = told_choices(self.session.position)
        for number, entry in enumerate(self.session.log.entries, 1):
            who = self.labels.player(entry.player - 1)
            at = self.words.right(self.words.number(number), 4)
            chosen = texts.get(number, entry.choice)
            secret = entry.secret and number - 1 not in revealed
            if not may_hear(entry.player - 1, self.listener, secret=secret):
                chosen = self.words.say("secret")
            click.echo(f"{at}  {who}  {chosen}")

    def _choice_texts(self) -> dict[int, str]:
        """The choices by number, in the words of a language that the rules translate."""
        result: dict[int, str] = {}
        numbers = itertools.count(1)

        def each(position: Position, entry: Entry) -> None:
            number = next(numbers)
            for option in position.options:
                if option.name == entry.choice:
                    result[number] = self.labels.choice_text(position, option)

        if self.words.persian:
            replay(self.session.game, self.session.log, None, each, verify=False)
        return result

    def _hint(self, kind: str) -> None:
        """What a thinker would choose, with what it expects, from 0 to 100.

        Of another kind of player it is only told what that one would choose.
        """
        from rulesrun.agents.players import ThinkingPlayer, ranked

        position = self.session.position
        if kind:
            self._hint_of(kind)
            return
        thinker = ThinkingPlayer(
            self.session.game, Random(len(self.session.log.entries))
        )
        with waiting(self.words.say("thinking")):
            thoughts = thinker.think(position) if len(position.raw) > 1 else []
        if thinker.full:
            say_in_python(thinker.full, self.words)
        if not thoughts:
            self._say("only option")
            return
        for thought in ranked(thoughts)[:HINTS]:
            option = self._choices.options[thought.number]
            label = self.labels.option(position, option)
            self._say("hint", text=label, n=round(100 * thought.worth))
        for line in kinds_of_worlds(self.words, thinker.kinds):
            click.echo(line)

    def _hint_of(self, kind: str) -> None:
        position = self.session.position
        try:
            with waiting(self.words.say("thinking")):
                option = self.session.chosen_by(kind)
        except OwnFault as fault:
            click.echo(str(fault))
            return
        label = self.labels.option(position, option)
        self._say("hint of", who=kind, text=label)

    def _ledger(self) -> None:
        position = self.session.position
        lines = list(account_lines(position, self.labels, self._viewer, full=False))
        if not lines:
            self._say("no ledger")
        for line in lines:
            click.echo(line)

    # ---- what is shown --------------------------------------------------------------

    def _say(self, key: str, **values: object) -> None:
        click.echo(self.words.say(key, **values))

    def _show_position(self) -> None:
        """The whole position at the beginning of a turn, then only what has changed.

        Where the whole is more than a screen, it is shown once, and when it is asked for.
        """
        position = self.session.position
        player = position.player
        assert player is not None
        now = (position.turns, player)
        viewer = self._viewer
        before = self._before if self._shown == now else None
        labels = self.labels.at(position)
        picture = Picture(position, viewer, labels, columns(), before, self._known)
        lines = picture.lines()
        again = self._shown is not None and self._before is not None
        changed = again and before is None and self._is_too_long(lines)
        notes: list[str] = []
        if changed and self._before is not None and self._before.player == viewer:
            picture = evolve(picture, before=self._before, mine=True)
            lines = picture.lines()
            notes.append(faint(f"  {self.words.say('changed only')}"))
        if before is None:
            parts = [
                self.words.say("turn", n=position.turns),
                self.labels.player(player),
            ]
            if position.phase is not None:
                parts.append(self.words.label(position.phase, ""))
            heads = [bold(f"─── {self.words.separator.join(parts)} ───"), *notes]
            if self._is_too_long(
                lines
            ):  # what is asked is in sight from the first line
                heads.append(f"  {self._question()}")
            drawn = paragraphs(lines)[0] if lines else []
            rows = self._rows
            if rows and len(drawn) <= rows - 2 < len(heads + drawn):
                heads.append("")
            lines = ["", *heads, *lines]
        for part in paragraphs(lines):
            if self._rows is None:
                self._tell(part)
                continue
            blank = [] if part[0].strip() else [""]
            for piece in pieces(part[len(blank) :], self._rows - 2):
                self._keep_together([*blank, *piece])
                blank = []
        self._shown, self._before = now, view(position, viewer, recalled=True)
        if picture.before is None or picture.mine:
            self._known |= picture.detailed()

    def _is_too_long(self, lines: Sequence[str]) -> bool:
        """Whether lines take more than a screen, with the options below them."""
        rows = self._rows
        return rows is not None and len(lines) + len(self._option_lines()) > rows - 3

    def _option_lines(self, numbers: list[int] | None = None) -> list[str]:
        """The options, no more than a screen of them."""
        decision = self.session.position.decision
        assert decision is not None
        rows = self._rows
        room = None if rows is None else max(FEW_ROWS, rows - BESIDE - self._used)
        lines = self._choices.listed(columns(), numbers, room)
        if rows is not None and len(lines) > rows - BESIDE - self._used:
            lines = self._choices.listed(columns(), numbers, rows - BESIDE)
        if numbers is not None:
            return lines
        return ["", self._question(), *lines]

    def _question(self) -> str:
        """What is asked, and how many options there are."""
        decision = self.session.position.decision
        assert decision is not None
        prompt = self.words.label(decision.prompt, "") or self.words.say("choose")
        count = self.words.say("options", n=len(decision.options))
        return f"{bold(prompt)} ({count})"

    def _show_every(self) -> None:
        """The options one by one, where nobody is kept scrolling for ever by that."""
        if len(self._choices.options) > MOST_OPTIONS:
            self._show_options()
        else:
            self._tell(self._choices.every(columns()))

    def _show_options(self, numbers: list[int] | None = None) -> None:
        self._keep_together(self._option_lines(numbers))


def paragraphs(lines: Sequence[str]) -> list[list[str]]:
    """Lines in parts that begin with an empty one; a line alone stays with its drawing."""
    result: list[list[str]] = [[]]
    for line in lines:
        if not line.strip() and sum(bool(one.strip()) for one in result[-1]) != 1:
            result.append([])
        result[-1].append(line)
    if len(result) > 1 and sum(bool(one.strip()) for one in result[-1]) == 1:
        signs = result.pop()  # what the signs of a drawing stand for
        result[-1] += signs
    return [part for part in result if part]


def pieces(lines: Sequence[str], most: int) -> list[list[str]]:
    """Lines in pieces of so many at most, as far as they can be read one by one.

    What stands further in belongs to the line above it, its heading; the headings of a
    table, which stand further in than its rows, belong to the first of these.
    """
    if len(lines) <= max(most, 1):
        return [list(lines)]
    deep = [len(text) - len(text.lstrip()) for text in map(click.unstyle, lines)]
    first = deep.index(min(deep))
    blocks = [[*lines[: first + 1]]]
    for line, depth in zip(lines[first + 1 :], deep[first + 1 :], strict=True):
        if depth == min(deep):
            blocks.append([line])
        else:
            blocks[-1].append(line)
    result: list[list[str]] = []
    for block in blocks:
        if len(block) <= most:
            result.append(block)
        else:
            under, *others = pieces(block[1:], most - 1)
            result += [[block[0], *under], *others]
    return result

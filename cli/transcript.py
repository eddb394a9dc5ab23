"""What happens in a game, told line by line, and how it ended."""

from __future__ import annotations

from collections.abc import Callable

import click
from attrs import Factory, define

from rulesrun.cli.changes import change_lines
from rulesrun.cli.labels import Labels
from rulesrun.cli.terminal import bold, columns, folded, width
from rulesrun.cli.trials import counters
from rulesrun.interpreter.game import Option, Position
from rulesrun.interpreter.layout import LEDGER
from rulesrun.interpreter.tracing import Tracer

Print = Callable[[str], None]


@define
class Transcript:
    """Tells the choices of a game: those of a player in a turn on one line.

    What a person may not know is left out: choices made in secret by others than the
    `viewer`, where there is one. With `brief`, turns are counted and not told.
    """

    labels: Labels
    viewer: int | None = None
    brief: bool = False
    out: Print = click.echo
    tracer: Tracer | None = None
    _turn: int = -1
    _shown_turn: int = -1
    _actor: int | None = None
    _line: list[str] = Factory(list)
    _told: dict[str, list[int]] = Factory(dict)
    _counts: dict[str, int] = Factory(dict)
    _first: int | None = None

    def begin(self, position: Position, seed: int) -> None:
        """Tell which game it is, and what is announced at its beginning."""
        words = self.labels.words
        parts = [
            self.labels.title,
            words.say("players", n=position.game.players),
            words.say("seed", n=seed),
        ]
        self.out(bold(" · ".join(parts)))
        self.follow(position)

    def choice(self, position: Position, option: Option) -> None:
        """Tell what is about to be chosen."""
        decision = position.decision
        assert decision is not None
        if position.turns != self._turn or decision.player != self._actor:
            self.flush()
            self._turn, self._actor = position.turns, decision.player
        if decision.secret and self.viewer not in (None, decision.player):
            self._line.append(self.labels.words.say("secret"))
            return
        if self.brief:
            item = self.labels.item(position, option) or option.name.split("=")[0]
            self._counts[item] = self._counts.get(item, 0) + 1
            if self._first is None:
                self._first = position.turns
        self._line.append(self.labels.option(position, option))

    def follow(self, position: Position) -> None:
        """Tell what has been announced since the last choice, and what has changed."""
        if self.tracer is not None:
            self.flush()
            changes = self.tracer.take(position)
            for line in change_lines(position.game.program, changes):
                self.out(line)
        if not position.announcements:
            return
        self.flush()
        self.sum_up()
        for labels in position.announcements:
            self.out(f"      {bold(self.labels.words.label(labels, ''))}")
        for line in self._changed_counters(position):
            self.out(f"      {line}")

    def flush(self) -> None:
        """Tell what is still to be told of the present turn."""
        line, self._line = self._line, []
        if not line or self.brief or self._actor is None:
            return
        number = (
            ""
            if self._turn == self._shown_turn
            else self.labels.words.number(self._turn)
        )
        self._shown_turn = self._turn
        words = self.labels.words
        head = f"{words.right(number, 4)}  {self.labels.player(self._actor)}  "
        indent = " " * width(head)
        told = words.say("then").join(line)
        for part in folded(told, columns(), first=head, indent=indent):
            self.out(part)

    def sum_up(self) -> None:
        """Tell, where turns are only counted, how many there were and of what."""
        if not self._counts or self._first is None:
            return
        words = self.labels.words
        total = sum(self._counts.values())
        parts = [
            words.say("times", what=item, n=count)
            for item, count in sorted(self._counts.items(), key=lambda pair: -pair[1])
        ]
        key = "one turn" if self._first == self._turn else "some turns"
        head = words.say(key, first=self._first, last=self._turn, n=total)
        told = f"{head} ({words.listed(parts)})"
        for part in folded(told, columns() - 2, first=" " * 6, indent=" " * 8):
            self.out(part)
        self._counts, self._first = {}, None

    def _changed_counters(self, position: Position) -> list[str]:
        found = []
        for symbol, values in counters(position).items():
            if self._told.get(symbol.name, [0] * len(values)) != values:
                self._told[symbol.name] = values
                label = self.labels.words.label(symbol.decl.labels, symbol.name)
                parts = [
                    self.labels.words.say("has", who=self.labels.player(p), number=n)
                    for p, n in enumerate(values)
                ]
                found.append(f"{label}: {self.labels.words.listed(parts)}")
        return found


# ---- the end -------------------------------------------------------------------------


def final_lines(position: Position, labels: Labels) -> list[str]:
    """Who won, with every counter that is kept as a ledger and where it came from."""
    words = labels.words
    ranking = position.ranking or ()
    found = counters(position)
    rows = [
        ["", *(words.label(s.decl.labels, s.name) for s in found), words.say("rank")]
    ]
    order = sorted(
        range(position.game.players), key=lambda p: (ranking[p] if ranking else 0, p)
    )
    for seat in (
        *order,
        *range(position.game.players, position.game.layout.participants),
    ):
        place = words.number(ranking[seat]) if seat < len(ranking) else "-"
        values = [words.number(v[seat]) for v in found.values()]
        rows.append([labels.player(seat), *values, place])
    lines = [words.say("game over"), *(f"  {line}" for line in words.table(rows))]
    winners = [labels.player(seat) for seat in order if ranking and ranking[seat] == 1]
    if not winners:
        lines.append(words.say("nobody"))
    elif len(winners) == 1:
        lines.append(words.say("won", who=winners[0]))
    elif len(winners) == len(order):
        lines.append(words.say("draw"))
    else:
        lines.append(words.say("shared", who=words.listed(winners)))
    return lines


def end_lines(position: Position, labels: Labels) -> list[str]:
    """How a finished game ended, and where its points came from."""
    lines = final_lines(position, labels)
    ledger = ledger_lines(position, labels)
    if ledger:
        lines += ["", labels.words.say("from where"), *ledger]
    return lines


def ledger_lines(position: Position, labels: Labels) -> list[str]:
    """Which lines of the rules gave what to whom, with the paragraphs they cite."""
    words = labels.words
    layout = position.game.layout
    sources = position.game.module.ledger
    rows = []
    heads = [labels.player(seat) for seat in range(layout.participants)]
    for symbol, family in layout.families.items():
        if not symbol.decl.ledger or symbol not in counters(position):
            continue
        each = family.size // layout.participants
        sums: dict[int, list[int]] = {}
        for slot, amount, source in position.state[LEDGER]:
            if family.base <= slot < family.base + family.size:
                row = sums.setdefault(source, [0] * layout.participants)
                row[(slot - family.base) // each] += amount
        label = words.label(symbol.decl.labels, symbol.name)
        for source, amounts in sorted(sums.items()):
            span, cites = sources[source]
            where = " ".join([f"{span.path}:{span.line}", *(f"@{c}" for c in cites)])
            numbers = [words.number(n) for n in amounts]
            rows.append([words.listed([label, words.name(where)]), *numbers])
    if not rows:
        return []
    return [f"  {line}" for line in words.table([["", *heads], *rows])]

"""What happens in a game, told line by line, and how it ended."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import click
from attrs import Factory, define

from rulesrun.cli.output.terminal import bold, columns, folded, width
from rulesrun.cli.screen.changes import change_lines, short_place
from rulesrun.cli.screen.labels import Labels
from rulesrun.cli.screen.showings import shown_lines
from rulesrun.interpreter.game import Option, Position
from rulesrun.interpreter.knowledge.secrecy import may_hear
from rulesrun.interpreter.outcomes import DRAWN, LOST, WON
from rulesrun.interpreter.reports.accounts import counters, shown_numbers
from rulesrun.interpreter.reports.ties import Criterion, tie_breaks
from rulesrun.interpreter.reports.tracing import Tracer
from rulesrun.interpreter.reports.views import told_choices
from rulesrun.interpreter.runtime.layout import LEDGER

Print = Callable[[str], None]


@define
class Transcript:
    """Tells the choices of a game: those of a player in a turn on one line.

    What the `viewer` may not know is left out: who sees it, none for somebody who may
    know everything. With `brief`, turns are counted and not told.
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
    _told: dict[str, list[int | None]] = Factory(dict)
    _counts: dict[str, int] = Factory(dict)
    _first: int | None = None
    _secret: dict[int, tuple[int, str]] = Factory(dict)

    def begin(self, position: Position, seed: int) -> None:
        """Tell which game it is, and what is announced at its beginning."""
        words = self.labels.words
        parts = [
            self.labels.title,
            words.say("players", n=position.game.players),
            words.say("seed", n=seed),
        ]
        self.out(bold(words.separator.join(parts)))
        self.follow(position)

    def choice(self, position: Position, option: Option) -> None:
        """Tell what is about to be chosen."""
        decision = position.decision
        assert decision is not None
        if position.turns != self._turn or decision.player != self._actor:
            self.flush()
            self._turn, self._actor = position.turns, decision.player
        if not may_hear(decision.player, self.viewer, secret=decision.secret):
            self._line.append(self.labels.words.say("secret"))
            text = self.labels.choice_text(position, option)
            self._secret[position.choices_made] = decision.player, text
            return
        if self.brief:
            item = self.labels.item(position, option)
            item = item or self.labels.words.say("another choice")
            self._counts[item] = self._counts.get(item, 0) + 1
            if self._first is None:
                self._first = position.turns
        self._line.append(self.labels.choice_text(position, option))

    def follow(self, position: Position) -> None:
        """Tell what has been announced and shown since the last choice, and what changed."""
        if self.tracer is not None:
            self.flush()
            changes = self.tracer.take(position, self.viewer)
            for line in change_lines(position.game.program, changes):
                self.out(line)
        lines = list(shown_lines(position, self.labels, self.viewer))
        lines += self._come_out(position)
        announcements = position.announced_to(self.viewer)
        if not announcements and not lines:
            return
        self.flush()
        self.sum_up()
        for line in lines:
            for part in folded(line, columns() - 2, first=" " * 6, indent=" " * 8):
                self.out(part)
        for one in announcements:
            self.out(f"      {bold(self.labels.announced(one))}")
        if not announcements:
            return
        for line in self._changed_counters(position):
            self.out(f"      {line}")

    def _come_out(self, position: Position) -> Iterator[str]:
        """What was chosen in secret, and all know by now."""
        revealed = told_choices(position) if self._secret else frozenset()
        for number in sorted(self._secret.keys() & revealed):
            player, what = self._secret.pop(number)
            who = self.labels.player(player)
            yield self.labels.words.say("come out", who=who, what=what)

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
        text = words.say("then").join(line)
        for part in folded(text, columns(), first=head, indent=indent):
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
        text = f"{head} ({words.listed(parts)})"
        for part in folded(text, columns() - 2, first=" " * 6, indent=" " * 8):
            self.out(part)
        self._counts, self._first = {}, None

    def _changed_counters(self, position: Position) -> list[str]:
        result = []
        for symbol, values in (
            counters(position, self.viewer) | shown_numbers(position, self.viewer)
        ).items():
            before = self._told.get(symbol.name, [n and 0 for n in values])
            if before != values:
                self._told[symbol.name] = values
                label = self.labels.words.label(symbol.decl.labels, symbol.name)
                parts = [
                    self.labels.words.say(
                        "has", who=self.labels.player(p), number=self.labels.number(n)
                    )
                    for p, n in enumerate(values)
                ]
                result.append(f"{label}: {self.labels.words.listed(parts)}")
        return result


# ---- the end -------------------------------------------------------------------------


def final_lines(position: Position, labels: Labels, viewer: int | None) -> list[str]:
    """Who won, with every counter that is kept as a ledger, and every number that is shown."""
    words = labels.words
    ranking = position.ranking or ()
    result = counters(position, viewer) | shown_numbers(position, viewer)
    ties = tie_breaks(position, viewer)
    heads = [words.label(s.decl.labels, s.name) for s in result]
    heads += [tie_label(labels, one) for one in ties]
    compared = [*result.values(), *(one.values for one in ties)]
    rows = [["", *heads, words.say("rank")]]
    order = sorted(
        range(position.game.players), key=lambda p: (ranking[p] if ranking else 0, p)
    )
    for seat in (
        *order,
        *range(position.game.players, position.game.layout.participants),
    ):
        place = words.number(ranking[seat]) if seat < len(ranking) else "-"
        values = [labels.number(v[seat] if seat < len(v) else None) for v in compared]
        rows.append([labels.player(seat), *values, place])
    lines = [words.say("game over"), *words.table(rows, indent=2)]
    return [*lines, *result_lines(position, labels, viewer)]


def tie_label(labels: Labels, tie: Criterion) -> str:
    """What was compared where players were equal."""
    words = labels.words
    if tie.symbol is None:
        return words.say("compared next")
    label = words.label(tie.symbol.decl.labels, tie.symbol.name)
    kinds = [labels.value(kind, value) for kind, value in tie.keys]
    return f"{label} ({words.listed(kinds)})" if kinds else label


def result_lines(
    position: Position, labels: Labels, viewer: int | None
) -> Iterator[str]:
    """Who has won a game that is over, and what decided a tie, if there was one."""
    yield result_line(position, labels)
    ties = tie_breaks(position, viewer)
    if ties:
        key = "most decides" if ties[-1].most else "least decides"
        yield labels.words.say(key, what=tie_label(labels, ties[-1]))


def result_line(position: Position, labels: Labels) -> str:
    """Who has won a game that is over, or that nobody or everybody has."""
    words, outcomes = labels.words, position.outcomes or ()
    winners = [labels.player(s) for s, one in enumerate(outcomes) if one == WON]
    match sorted(set(outcomes)):
        case []:
            return words.say("nobody")
        case [result] if result == DRAWN:
            return words.say("draw")
        case [result] if len(outcomes) > 1:
            return words.say("all won" if result == WON else "all lost")
        case [result] if result == LOST:
            return words.say("lost", who=labels.player(0))
    if len(winners) == 1:
        return words.say("won", who=winners[0])
    as_team = position.game.lowered.core.endings.teams
    return words.say("team won" if as_team else "shared", who=words.listed(winners))


def end_lines(position: Position, labels: Labels, viewer: int | None) -> list[str]:
    """How a finished game ended, and where its points came from, as somebody may know."""
    lines = final_lines(position, labels, viewer)
    ledger = ledger_lines(position, labels, viewer)
    if ledger:
        lines += ["", labels.words.say("from where"), *ledger]
    return lines


def ledger_lines(position: Position, labels: Labels, viewer: int | None) -> list[str]:
    """Which lines of the rules gave what to whom, with the paragraphs they cite."""
    words = labels.words
    layout = position.game.layout
    sources = position.game.lowered.core.ledger
    rows = []
    heads = [labels.player(seat) for seat in range(layout.participants)]
    for symbol, seen in counters(position, viewer).items():
        family = layout.families[symbol]
        each = family.size // layout.participants
        sums: dict[int, list[int | None]] = {}
        for slot, amount, source in position.state[LEDGER]:
            owner = (slot - family.base) // each
            if 0 <= slot - family.base < family.size and seen[owner] is not None:
                row = sums.setdefault(source, [n and 0 for n in seen])
                row[owner] = (row[owner] or 0) + amount
        label = words.label(symbol.decl.labels, symbol.name)
        for source, amounts in sorted(sums.items()):
            span, cites = sources[source].span, sources[source].cites
            where = " ".join([short_place(span), *(f"@{c}" for c in cites)])
            numbers = [labels.number(n) for n in amounts]
            rows.append([words.listed([label, words.name(where)]), *numbers])
    if not rows:
        return []
    return words.table([["", *heads], *rows], indent=2)

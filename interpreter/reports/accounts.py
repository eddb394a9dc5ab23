"""Where counters come from: each line of the rules with what it gave to whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import Factory, define, frozen

from rulesrun.dsl.compile import Program
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.narrowing import walk
from rulesrun.dsl.semantics.symbols import VariableSymbol
from rulesrun.dsl.syntax import nodes
from rulesrun.interpreter.game import Position
from rulesrun.interpreter.knowledge.shown import Unknown, Working
from rulesrun.interpreter.runtime.layout import LEDGER, Family


@frozen
class Reason:
    """For what a line gave points: a component or a value of an enum, and what had been
    announced since the choice before. Either may be none.
    """

    about: tuple[t.Type, int] | None = None
    announced: nodes.Labels | None = None


@define
class Source:
    """A line of the rules, and what it gave to each participant; none for hidden.

    Without a span it is what came in another way: as a first value, by `=`, by a move
    of pieces, or from a scenario. `reasons` has its amounts apart, in a game that notes for
    what it gives them.
    """

    span: Span | None
    cites: tuple[str, ...]
    amounts: list[int | None]
    reasons: dict[Reason, list[int | None]] = Factory(dict)

    def add(self, owner: int, amount: int, reason: Reason | None) -> None:
        """Note an amount."""
        lists = [self.amounts]
        if reason is not None:
            nothing: list[int | None] = [None if n is None else 0 for n in self.amounts]
            lists.append(self.reasons.setdefault(reason, nothing))
        for amounts in lists:
            amounts[owner] = (amounts[owner] or 0) + amount


@define
class Account:
    """A counter declared `ledger`, by source; `kind` are its keys, if it has any.

    A total is none where it cannot be known.
    """

    name: str
    labels: nodes.Labels
    kind: tuple[str, ...]
    totals: list[int | None]
    sources: list[Source] = Factory(list)


Around = Mapping[Span, tuple[str, ...]]
"""What the rules around each assignment cite."""


def accounts(
    position: Position, player: int | None = None, around: Around | None = None
) -> Iterator[Account]:
    """Every counter of the participants that is kept as a ledger.

    The amounts of its sources add up to its total for each of them. What that player (a
    seat, from 0) cannot know is left out; none may know everything. `around` is what
    `cites_around` gives, for whoever asks about many positions.
    """
    if around is None:
        around = cites_around(position.game.program)
    layout = position.game.layout
    names, secrecy = position.game.names, position.game.machine.secrecy
    for symbol, family in layout.families.items():
        if not symbol.decl.ledger or symbol.owner != t.PLAYER:
            continue
        if not isinstance(position.state[family.base], int):
            continue  # pieces of several kinds are counted by kind, not summed up
        result: dict[tuple[int, ...], Account] = {}
        for slot in range(family.base, family.base + family.size):
            owner, *keys = family.indexes(slot)
            account = result.get(tuple(keys))
            if account is None:
                key_names = tuple(
                    names.name(key.type, value)
                    for key, value in zip(symbol.all_keys[1:], keys, strict=True)
                )
                account = Account(
                    symbol.name,
                    symbol.decl.labels,
                    key_names,
                    [0] * layout.participants,
                )
                result[tuple(keys)] = account
            hidden = secrecy.is_hidden(slot, player, position.state)
            account.totals[owner] = None if hidden else position.state[slot]
        _fill(position, result, family, around, player)
        yield from (
            a for a in result.values() if any(total is not None for total in a.totals)
        )


def _fill(
    position: Position,
    results: dict[tuple[int, ...], Account],
    family: Family,
    around: Around,
    player: int | None,
) -> None:
    sources: dict[tuple[tuple[int, ...], int], Source] = {}
    secrecy = position.game.machine.secrecy
    varying = secrecy.varying
    core, state = position.game.lowered.core, position.state
    hidden = set() if player is None else secrecy.components(state, player)
    for slot, amount, number, *more in state[LEDGER]:
        if not family.base <= slot < family.base + family.size:
            continue
        if slot in varying:  # whoever sees it now need not have seen how it came to be
            continue
        owner, *keys = family.indexes(slot)
        account = results[tuple(keys)]
        if account.totals[owner] is None:
            continue
        source = sources.get((tuple(keys), number))
        if source is None:
            line = core.ledger[number]
            cites = line.cites or around.get(line.span, ())
            source = Source(
                line.span,
                cites,
                [None if total is None else 0 for total in account.totals],
            )
            sources[tuple(keys), number] = source
            account.sources.append(source)
        reason = None
        if more:
            about, text = more
            kind = core.ledger[number].about
            if kind is None or (isinstance(kind, t.ComponentType) and about in hidden):
                about = None
            reason = Reason(
                None
                if about is None or kind is None
                else (t.without_none(kind), about),
                None if text is None else core.texts[text],
            )
        source.add(owner, amount, reason)
    for account in results.values():
        account.sources.sort(key=lambda s: s.span or Span("", 0, 0, 0, 0))
        rest = [
            None if total is None else total - _sum(account.sources, owner)
            for owner, total in enumerate(account.totals)
        ]
        if any(rest):
            account.sources.append(Source(None, (), rest))


def _sum(sources: list[Source], owner: int) -> int:
    return sum(source.amounts[owner] or 0 for source in sources)


def cites_around(program: Program) -> dict[Span, tuple[str, ...]]:
    """What the rules around each assignment cite, where it cites nothing itself."""
    result: dict[Span, tuple[str, ...]] = {}
    for decl in program.world.file.declarations:
        for node in walk(decl):  # the outer before the inner, which is nearer
            if isinstance(node, nodes.Statement | nodes.Declaration) and node.cites:
                cites = tuple(cite.paragraph for cite in node.cites)
                inside = (n for n in walk(node) if isinstance(n, nodes.Assign))
                result.update((inner.span, cites) for inner in inside)
    return result


Counters = dict[VariableSymbol, list[int | None]]
"""Numbers of the participants; none for those that cannot be known."""


def counters(position: Position, player: int | None = None) -> Counters:
    """The counters that are kept as a ledger, by participant; of several keys the sum.

    What that player (a seat, from 0) cannot know is none, and left out where that is so
    of everybody; none may know everything.
    """
    layout, secrecy = position.game.layout, position.game.machine.secrecy
    result: Counters = {}
    for symbol, family in layout.families.items():
        if not symbol.decl.ledger or symbol.owner != t.PLAYER:
            continue
        each = family.size // layout.participants
        values = position.state[family.base : family.base + family.size]
        result[symbol] = [
            None
            if secrecy.is_hidden(family.base + p * each, player, position.state)
            else sum(values[p * each : (p + 1) * each])
            for p in range(layout.participants)
        ]
    return _visible(result)


def shown_numbers(position: Position, player: int | None = None) -> Counters:
    """The numbers of the participants that are worked out and shown, as `counters`."""
    layout = position.game.layout
    working = position.working(player)
    result: Counters = {}
    for symbol in layout.shown:
        if (
            symbol.owner == t.PLAYER
            and not symbol.keys
            and isinstance(symbol.type, t.IntType)
        ):
            seats = range(layout.participants)
            result[symbol] = [_worked_out(working, symbol, seat) for seat in seats]
    return _visible(result)


def _worked_out(working: Working, symbol: VariableSymbol, seat: int) -> int | None:
    try:
        return int(working.value(symbol, (seat,)))
    except Unknown:
        return None


def _visible(result: Counters) -> Counters:
    return {s: v for s, v in result.items() if any(n is not None for n in v)}

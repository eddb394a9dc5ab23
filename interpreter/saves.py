"""Saved games: a state as plain data for JSON, and back, with everything in it checked.

A save is taken for what anybody may have written: whatever does not fit the layout, slot
by slot, is refused, so that nothing later can trip over it.

More than 400 lines: writing and reading stand side by side, a kind of value each.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from rulesrun.dsl.semantics import value_types as t
from rulesrun.interpreter.codegen.module import Module
from rulesrun.interpreter.memory.sights import sights_of
from rulesrun.interpreter.prepared import Prepared
from rulesrun.interpreter.runtime.choice_history import Event, Line, Root
from rulesrun.interpreter.runtime.layout import (
    ACTOR,
    BOX,
    COUNTER,
    DECISION,
    FORCED,
    FRAMES,
    HEADER,
    HEADER_NAMES,
    LEDGER,
    NEWS,
    PHASE,
    RESULT,
    REVEALS,
    SEED,
    TURN,
    TURNS,
    Layout,
    RawOption,
    State,
    option_values,
)
from rulesrun.interpreter.runtime.pieces import misplaced
from rulesrun.interpreter.runtime.values import from_plain, to_plain
from rulesrun.interpreter.setup import WrongSetup, options_of


class BrokenSave(ValueError):
    """A saved game that cannot be loaded; the message says why."""


def to_save(game: Prepared, state: State, line: Line | None = None) -> dict[str, Any]:
    """A state as plain data, with what it belongs to, and the choices that led there."""
    data: dict[str, Any] = {
        "game": game.program.name,
        "rules": game.program.digest,
        "players": game.players,
        "options": dict(game.options),
        "state": to_plain(state[: game.layout.size]),
    }
    if line is not None:
        data["line"] = _plain_line(line)
    return {**data, "digest": _digest(data)}


def from_save(
    game: Prepared, saved: object
) -> tuple[State, Sequence[RawOption], Line | None]:
    """The state that was saved, with its options and its line; raises BrokenSave.

    Of a save without a line, in a game that hides anything, the line begins there.
    """
    if not isinstance(saved, Mapping):
        raise BrokenSave("this is not a saved game")
    for name in ("rules", "players", "options", "state"):
        if name not in saved:
            raise BrokenSave(f"this is not a saved game: `{name}` is missing")
    _same_game(game, saved)
    try:
        values = from_plain(saved["state"])
        whole = "digest" not in saved or saved["digest"] == _digest(saved)
    except (TypeError, ValueError, RecursionError) as error:
        raise BrokenSave(f"this is not a saved game ({error})") from error
    if not whole:
        raise BrokenSave(
            "the saved game has been damaged or changed since it was saved"
        )
    if not isinstance(values, tuple) or len(values) != game.layout.size:
        raise BrokenSave("the saved game does not fit these rules")
    state: State = [*values, ()]
    for problem in _problems(game, state):
        raise BrokenSave(f"the saved game does not fit these rules: {problem}")
    game.machine.renew(state)
    options = _options(game, state)
    if not game.hides:
        return state, options, None
    if "line" not in saved:
        return state, options, Line(Root(state[SEED], state=state.copy()))
    return state, options, _line(game, saved["line"], state)


def _plain_line(line: Line) -> dict[str, Any]:
    """A line as plain data."""
    root = line.root
    data: dict[str, Any] = {"seed": to_plain(root.seed)}
    if root.state is not None:
        data["state"] = to_plain(root.state[:NEWS])
    if root.events:
        data["events"] = [[e.kind, e.where, to_plain(e.value)] for e in root.events]
    links = line.since(None) or []
    data["choices"] = [to_plain(link.choice) for link in links]
    scripted = {str(n): list(x.scripted) for n, x in enumerate(links) if x.scripted}
    if scripted:
        data["scripted"] = scripted
    seeds = [to_plain(link.seed) for link in links]
    if any(seed != data["seed"] for seed in seeds):
        data["seeds"] = seeds
    return data


def _line(game: Prepared, data: Any, state: State) -> Line:
    """The line of plain data, which must lead to a state; raises BrokenSave."""
    try:
        seed = from_plain(data["seed"])
        events = tuple(
            Event(kind, where, from_plain(value))
            for kind, where, value in data.get("events", ())
        )
        begun = data.get("state")
        if begun is not None:
            begun = game.machine.revived(from_plain(begun))
            if len(begun) != len(state) or any(_problems(game, begun)):
                raise ValueError
        choices = [from_plain(choice) for choice in data["choices"]]
        scripted = {int(n): tuple(x) for n, x in data.get("scripted", {}).items()}
        seeds = [from_plain(x) for x in data.get("seeds", [seed] * len(choices))]
        line = Line(Root(seed, events, begun))
        for number, (choice, of) in enumerate(zip(choices, seeds, strict=True)):
            line = Line(line.root, line, choice, scripted.get(number, ()), of)
        leads = _leads_to(game, line, state)
    except Exception as error:  # a changed save can hold anything
        raise BrokenSave(
            f"the choices in the saved game cannot be made ({error})"
        ) from error
    if not leads:
        raise BrokenSave("the choices in the saved game do not lead to where it stands")
    return line


def _leads_to(game: Prepared, line: Line, state: State) -> bool:
    """Whether the choices of a line can be made, and lead to a state."""
    root = line.root
    if root.events or root.state is not None or isinstance(root.seed, tuple):
        return sights_of(game.watched, line, 0).is_of(state)
    machine = game.machine
    reached, options = machine.start(root.seed)
    for link in line.since(None) or []:
        choice = link.choice
        if choice is None or choice not in options or link.seed != root.seed:
            return False
        reached[FORCED] = link.scripted
        options = machine.resume(reached, choice)
    reached[FORCED] = state[FORCED]  # what is said of the next draws comes of no choice
    return reached[:NEWS] == state[:NEWS]


def _digest(data: Mapping[Any, Any]) -> str:
    """A hash of all that a save holds, to tell damage from what was saved."""
    rest = {name: value for name, value in data.items() if name != "digest"}
    text = json.dumps(rest, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _same_game(game: Prepared, saved: Mapping[Any, Any]) -> None:
    rules, players = saved["rules"], saved["players"]
    if not isinstance(rules, str) or not game.program.is_of(rules):
        raise BrokenSave("the game was saved under other rules")
    if not _is_number(players) or players != game.players:
        raise BrokenSave(
            f"the game was saved with {players!r:.40} players, "
            f"and this one has {game.players}"
        )
    try:
        options = options_of(game.program, game.players, saved["options"])
    except WrongSetup as error:
        raise BrokenSave(f"the game was saved with other options: {error}") from error
    was = option_values(game.program, options)
    for name, value in game.layout.options.items():
        if was[name] != value:
            raise BrokenSave(
                f"the game was saved with another value of the option `{name}`"
            )


def _options(game: Prepared, state: State) -> Sequence[RawOption]:
    """The options of the decision, whose player must be who is said to decide."""
    machine = game.machine
    if state[DECISION] is None:
        return []
    decision = machine.decisions[state[DECISION]]
    try:
        options = machine.options(state)
        who = decision.who(state, list(state[FRAMES][-1][2]))
    except Exception as error:  # of a changed save, locals that do not fit do anything
        raise BrokenSave(f"the saved game cannot go on ({error})") from error
    if not options:
        raise BrokenSave("the saved game cannot go on: there is nothing to choose")
    if who != state[ACTOR]:
        raise BrokenSave(
            "the saved game does not fit these rules: somebody else decides"
        )
    return options


# ---- what does not fit ---------------------------------------------------------------


def _problems(game: Prepared, state: State) -> Iterator[str]:
    """What of a state does not fit the layout, first things first."""
    layout = game.layout
    for slot, check in HEADER_CHECKS.items():
        if not check(layout, state[slot]):
            yield f"its {HEADER_NAMES[slot]} cannot be so"
    for symbol, family in layout.families.items():
        limit = symbol.decl.capacity
        most = None if limit is None else layout.number(limit)
        for slot in range(family.base, family.base + family.size):
            if not fits(layout, symbol.type, state[slot]):
                yield f"`{symbol.name}` cannot be so"
            elif most is not None and _held(symbol.type, state[slot]) > most:
                yield f"`{symbol.name}` holds more than {most}"
    for slot in range(layout.locations, layout.size):
        if not _is_number(state[slot]):
            yield "a component lies nowhere"
    yield from filter(None, [misplaced(layout, state)])
    yield from _frames(game.module, state)
    for slot, _, source in state[LEDGER]:
        if slot not in range(HEADER, layout.locations):
            yield "its ledger speaks of what is not there"
        if source not in range(len(game.lowered.core.ledger)):
            yield "its ledger names no line"
    if state[PHASE] is not None and state[PHASE] >= len(game.lowered.core.texts):
        yield "its phase is none"


def _frames(module: Module, state: State) -> Iterator[str]:
    """Where the game stands: frames of known procedures, the last at the decision."""
    frames, decision = state[FRAMES], state[DECISION]
    if decision is None or not frames:
        if decision is not None or frames or state[ACTOR] is not None:
            yield "it is over and goes on"
        elif state[RESULT] is None:
            yield "it is over without a result"
        return
    for depth, frame in enumerate(frames, 1):
        if not (isinstance(frame, tuple) and len(frame) == 3):
            yield "it stands nowhere"
            return
        procedure, block, values = frame
        if not _is_number(procedure) or procedure not in range(len(module.blocks)):
            yield "it stands in no rule"
            return
        blocks = range(len(module.blocks[procedure]))
        if depth == len(frames):
            waits = [
                plan.node.number
                for plan in module.decisions
                if plan.procedure == procedure
            ]
            if not _is_number(block) or block != decision or block not in waits:
                yield "it waits for no decision of the rules"
                return
        elif not _is_number(block) or block not in blocks:
            yield "it goes on at no line of the rules"
            return
        kinds = module.kinds[procedure]
        if not isinstance(values, tuple) or len(values) != len(kinds):
            yield "it has other local names"
            return
        for kind, value in zip(kinds, values, strict=True):
            if value is not None and kind is not None:
                if not fits(module.layout, kind, value, local=True):
                    yield "a local name cannot stand for that"


def _held(kind: t.Type, value: Any) -> int:
    """How much lies in a zone."""
    if isinstance(value, tuple | dict):
        several = isinstance(kind, t.ZoneType) and kind.kind == "stock"
        return sum(value) if several else len(value)
    return int(value) if _is_number(value) else 0


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _counts(layout: Layout, value: object) -> bool:
    return _is_number(value) and value >= 0  # type: ignore[operator]


def _is_participant(layout: Layout, value: object) -> bool:
    return _is_number(value) and value in range(layout.participants)


def _maybe(
    check: Callable[[Layout, object], bool],
) -> Callable[[Layout, object], bool]:
    return lambda layout, value: value is None or check(layout, value)


def _each(check: Callable[[Layout, Any], bool]) -> Callable[[Layout, object], bool]:
    return lambda layout, value: (
        isinstance(value, tuple) and all(check(layout, part) for part in value)
    )


def _is_result(layout: Layout, value: object) -> bool:
    places = range(1, layout.players + 1)
    return value == () or (
        isinstance(value, tuple)
        and len(value) == layout.players
        and all(_is_number(place) and place in places for place in value)
    )


def _is_entry(layout: Layout, value: object) -> bool:
    return isinstance(value, tuple) and len(value) == 3 and all(map(_is_number, value))


def _components(layout: Layout, value: object, kinds: tuple[str, ...]) -> bool:
    spans = [layout.spans[kind] for kind in kinds]
    return isinstance(value, tuple) and all(
        _is_number(part) and any(part in span for span in spans) for part in value
    )


def _in_order(value: Any) -> bool:
    return all(a < b for a, b in pairwise(value))


HEADER_CHECKS: Mapping[int, Callable[[Layout, object], bool]] = {
    FRAMES: lambda layout, value: isinstance(value, tuple),
    DECISION: _maybe(_counts),
    ACTOR: _maybe(_is_participant),
    SEED: lambda layout, value: _is_number(value),
    COUNTER: _counts,
    TURN: _maybe(_is_participant),
    TURNS: _counts,
    PHASE: _maybe(_counts),
    RESULT: _maybe(_is_result),
    REVEALS: _counts,
    FORCED: _each(lambda layout, part: isinstance(part, str)),
    LEDGER: _each(_is_entry),
    BOX: lambda layout, value: (
        _components(layout, value, tuple(layout.spans)) and _in_order(value)
    ),
}
"""What the first slots of a state can hold."""


# ---- values and types ----------------------------------------------------------------


def fits(layout: Layout, kind: t.Type, value: Any, *, local: bool = False) -> bool:
    """Whether a slot of that type can hold a value; ranges count for no local name."""

    def inner(kind: t.Type, value: Any) -> bool:
        return fits(layout, kind, value, local=local)

    match kind:
        case t.OptionalType(item):
            return value is None or inner(item, value)
        case t.IntType(low, high):
            return _is_number(value) and (
                local
                or ((low is None or value >= low) and (high is None or value <= high))
            )
        case t.BoolType():
            return isinstance(value, bool)
        case t.TextType():
            return isinstance(value, str)
        case t.PlayerType() | t.PieceType():
            return _is_participant(layout, value)
        case t.EnumType() | t.CellType():
            return _is_number(value) and value in range(_count(layout, kind))
        case t.ComponentType(names):
            return _components(layout, (value,), names)
        case t.PlaceType():
            return _is_number(value)
        case t.EdgeType(shape):
            sides = range(4 if shape == "square" else 6)
            return (
                isinstance(value, tuple)
                and len(value) == 2
                and all(map(_is_number, value))
                and value[1] in sides
            )
        case t.ListType(item):
            return isinstance(value, tuple) and all(inner(item, v) for v in value)
        case t.SetType(t.EnumType() | t.PlayerType() | t.CellType() as item):
            most = 1 << _count(layout, item)
            return _is_number(value) and 0 <= value < most
        case t.SetType(item):
            return isinstance(value, tuple | frozenset) and all(
                inner(item, v) for v in value
            )
        case t.BundleType(enum):
            return _amounts(layout, enum, value, least=None)
        case t.TupleType(items):
            return (
                isinstance(value, tuple)
                and len(value) == len(items)
                and all(map(inner, items, value))
            )
        case t.GridType(_, t.ComponentType(names)):
            return (
                isinstance(value, dict)
                and all(map(_is_number, value))
                and _components(layout, tuple(value.values()), names)
            )
        case t.ZoneType():
            return local or _lies_in(layout, kind, value)
        case _:
            return True


def _lies_in(layout: Layout, kind: t.ZoneType, value: Any) -> bool:
    """Whether a zone can hold that."""
    match kind:
        case t.ZoneType("space", item):
            return value is None or fits(layout, item, value)
        case t.ZoneType("stock", t.PieceType(_, str() as enum)):
            return _amounts(layout, enum, value, least=0)
        case t.ZoneType("stock", _):
            return _counts(layout, value)
        case t.ZoneType(zone, t.ComponentType(names)):
            sorted_ = zone in ("hand", "area", "bag")
            return _components(layout, value, names) and (
                not sorted_ or _in_order(value)
            )
        case _:
            return False


def _amounts(layout: Layout, enum: str, value: Any, least: int | None) -> bool:
    return (
        isinstance(value, tuple)
        and len(value) == len(layout.world.enum(enum).values)
        and all(_is_number(n) and (least is None or n >= least) for n in value)
    )


def _count(layout: Layout, kind: t.Type) -> int:
    """How many values there are of a type that can be counted."""
    match kind:
        case t.PlayerType():
            return layout.participants
        case t.EnumType(name):
            return len(layout.world.enum(name).values)
        case t.CellType() as cell:
            return len(layout.board_of(cell).names)
        case _:
            return 0

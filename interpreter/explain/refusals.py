"""From a typed choice to an option, or to the reason why it is none.

More than 400 lines because every way to miss an option has an answer of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from attrs import define, evolve, field, frozen

from rulesrun.dsl.core.expressions import Read
from rulesrun.dsl.core.statements import Item
from rulesrun.dsl.core.walking import walk
from rulesrun.dsl.problems.nearest import nearest
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.syntax import nodes
from rulesrun.interpreter.evaluator.evaluate import Evaluator, Values
from rulesrun.interpreter.evaluator.objections import (
    MISSING,
    Objection,
    candidates,
    is_elsewhere,
    objection,
)
from rulesrun.interpreter.explain.citing import behind, of_decision
from rulesrun.interpreter.explain.reading import Reading, how_many, readings
from rulesrun.interpreter.explain.reckoning import Part, Reckoning, as_known
from rulesrun.interpreter.explain.wording import worded
from rulesrun.interpreter.inspection import Option, Standing
from rulesrun.interpreter.runtime.keyboard import plain
from rulesrun.interpreter.runtime.layout import BOX, RawOption
from rulesrun.interpreter.runtime.naming import (
    Names,
    given_twice,
    same_name,
    split_choice,
)
from rulesrun.interpreter.runtime.support import RuleFault, Unforeseeable

_COPY = re.compile(r" #[0-9]+")
"""What tells the copies of a component apart in their names."""


UNGUARDED = (
    *(RuleFault, Unforeseeable),
    *(ArithmeticError, LookupError, TypeError, ValueError),
)
"""What may go wrong behind a condition that does not hold, and was to prevent that."""


@frozen
class Refusal:
    """Why a choice is not possible: in words, with the rule and its paragraphs.

    `reason` is what the rules say about it in words, if they say anything; `parts` are
    the values that the condition spoke of, `tried` the choice that came furthest where
    it was given by half; `nearest` are legal options that look alike. `kind`, `about`
    and `meant`, the values that were meant, say the same as the message, for those who
    put it into another language.
    """

    message: str
    reason: nodes.Labels = nodes.NO_LABELS
    span: Span | None = None
    cites: tuple[str, ...] = ()
    nearest: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()
    tried: str | None = None
    kind: str = ""
    about: tuple[str, ...] = ()
    meant: RawOption | None = None
    far: int | None = None
    """So many conditions held before one did not; below 0 what is not offered at all."""
    elsewhere: bool = False
    """Whether what is meant could not be chosen there even if that condition held."""
    places: tuple[nodes.Labels, ...] = ()
    """Of what does not lie there: the zones that one would choose from, by their labels."""


def find_choice(position: Standing, text: str) -> RawOption | Refusal:
    """The option that a text names, or why there is none."""
    if position.over:
        return Refusal("the game is over", kind="over")
    position.game.machine.meter.reset()
    exact = [o for o in position.options if o.name == text.strip()]
    if exact:
        return exact[0].raw
    text = plain(text)
    twice = given_twice(text)
    if twice is not None:
        message = f"`{twice}` is given two values"
        close = nearest_options(text, (o.name for o in position.options))
        return Refusal(message, nearest=close, kind="twice", about=(twice,))
    result = matching(position, text)
    if len(result) == 1:
        return result[0].raw
    if len(result) > 1:
        names = tuple(o.name for o in result[:5])
        more = f", and {len(result) - 5} more" if len(result) > 5 else ""
        return Refusal(
            f'"{text}" fits {len(result)} options: {", ".join(names)}{more}',
            nearest=names,
            kind="several",
            about=(text, str(len(result))),
        )
    return _refusal(position, text)


def matching(position: Standing, text: str) -> list[Option]:
    """The options that a text fits; a half-given choice may fit several.

    Where no copy of that name is offered, its name means another copy: `smith` is then
    `smith #2`. One of several needs no braces, and values no names if they stand in order.
    """
    if position.over or not text.strip() or given_twice(text):
        return []
    return (
        _fitting(position, text, _same)
        or _fitting(position, text, _any_copy)
        or worded(position, text)
    )


def _same(typed: str, name: str) -> bool:
    alone = name.startswith("{") and not typed.startswith("{")
    return same_name(f"{{{typed}}}" if alone else typed, name)


def _any_copy(typed: str, name: str) -> bool:
    """Whether a name is meant, of whichever copy."""
    return _same(typed, _COPY.sub("", name))


def _in_order(
    text: str, values: Sequence[Sequence[str]], same: Callable[[str, str], bool]
) -> bool:
    """Whether a text names some of the values, in their order."""
    for at, names in enumerate(values):
        for name in names:
            rest = text.removeprefix(f"{name} ")
            if same(text, name):
                return True
            if rest != text and _in_order(rest, values[at + 1 :], same):
                return True
    return False


def _fitting(
    position: Standing, text: str, same: Callable[[str, str], bool]
) -> list[Option]:
    head, named, loose = split_choice(text)
    plan = position.decision_plan
    result = []
    readings: dict[int, dict[str, tuple[str, ...]]] = {}
    for option in position.options:
        item = plan.items[option.raw[0]]
        values = _values(position.names, item, option.raw)
        typed = dict(named)
        if item.kind == "value":
            if head and not named:
                typed = {item.name: " ".join([head, *loose])}
            elif head:
                continue
        elif head != item.name:
            continue
        elif loose:
            others = [names for key, names in values.items() if key not in named]
            if not _in_order(" ".join(loose), others, same):
                continue
        if option.raw[0] not in readings:
            readings[option.raw[0]] = _readings(position.names, item, typed)
        if all(
            name in values and any(same(v, w) for v in texts for w in values[name])
            for name, texts in readings[option.raw[0]].items()
        ):
            result.append(option)
    return result


def _values(names: Names, item: Item, raw: RawOption) -> dict[str, tuple[str, ...]]:
    """What an option chooses, each value as it may be written."""
    pairs = zip(item.chosen, raw[1], strict=True)
    return {symbol.name: names.spellings(symbol.type, value) for symbol, value in pairs}


def _readings(
    names: Names, item: Item, typed: Mapping[str, str]
) -> dict[str, tuple[str, ...]]:
    """Given values as they are written, and as options write them: `2` for `player 2`."""
    result: dict[str, tuple[str, ...]] = {n: (text,) for n, text in typed.items()}
    for symbol in item.chosen:
        text = typed.get(symbol.name)
        if text is not None:
            with suppress(ValueError):
                name = names.name(symbol.type, names.parse(symbol.type, text))
                result[symbol.name] = (text, name)
    return result


def _refusal(position: Standing, text: str) -> Refusal:
    names = [option.name for option in position.options]
    result = readings(position, text)
    if not result:
        return _no_choice(position, text, nearest_options(text, names))
    refusals = []
    for reading in result:
        close = nearest_options(reading.text, names)
        refusals.append(_why_reading(position, reading, close))
        if refusals[-1].kind != "not offered":
            return refusals[
                -1
            ]  # of an action that is offered twice, the one that is meant
    return refusals[0]


def _no_choice(position: Standing, text: str, close: tuple[str, ...]) -> Refusal:
    """Nothing that is typed says anything: no choice and no value is called so."""
    items = position.decision_plan.items
    if len(items) == 1 and items[0].kind == "value" and not split_choice(text)[1]:
        symbol = items[0].chosen[0]
        try:
            position.names.parse(symbol.type, text)
        except ValueError as error:
            about = (symbol.name, text)
            return Refusal(str(error), nearest=close, kind="no value", about=about)
    head = split_choice(text)[0]
    near = nearest(head, [item.name for item in items])
    hint = f'; did you mean "{near[0]}"?' if near else ""
    return Refusal(
        f'there is no choice "{head}" now{hint}',
        nearest=close or _one_of_each(position),
        kind="no choice",
        about=(head,),
    )


def _why_reading(
    position: Standing, reading: Reading, close: tuple[str, ...]
) -> Refusal:
    """Why a choice that was read so far is none."""
    item, left = reading.item, " ".join(reading.left)
    if left and reading.at is not None:
        about = (reading.at.name, reading.left[0])
        return Refusal(reading.why, nearest=close, kind="no value", about=about)
    if not reading.called and item.kind != "value":
        fitting = tuple(o.name for o in matching(position, reading.text))
        if fitting and not left:
            return Refusal(
                f"the action is missing; write `{fitting[0]}`",
                nearest=fitting[:3],
                kind="no name",
                about=fitting[:1],
            )
    if left:
        if not reading.called and item.kind != "value":
            names = [each.name for each in position.decision_plan.items]
            near = nearest(reading.left[0], names)
            if near and reading.left[0] not in names:
                return Refusal(
                    f'there is no choice "{reading.left[0]}" now; did you mean "{near[0]}"?',
                    nearest=close,
                    kind="no choice",
                    about=(reading.left[0],),
                )
        return _too_many(position, reading, close) or _no_part(item, left, close)
    return _why(position, reading.number, item, dict(reading.given), close)


def _too_many(
    position: Standing, reading: Reading, close: tuple[str, ...]
) -> Refusal | None:
    """Where what is left are more values of the last one, of which one is chosen."""
    if not reading.given or len(reading.item.chosen) != len(reading.given):
        return None
    symbol = reading.item.chosen[-1]
    text = ", ".join((reading.given[symbol.name], " ".join(reading.left)))
    number = how_many(position.names, symbol.type, text)
    if not number:
        return None
    about = (symbol.name, "1", str(number))
    message = f"at most 1 must be chosen as `{symbol.name}`, not {number}"
    return Refusal(message, nearest=close, kind="too many", about=about)


def _no_part(item: Item, name: str, close: tuple[str, ...]) -> Refusal:
    """The choice has no value of that name, or none more."""
    takes = ", ".join(symbol.name for symbol in item.chosen) or "nothing"
    return Refusal(
        f"`{item.name}` chooses {takes}, not `{name}`",
        nearest=close,
        kind="no part",
        about=(item.name, takes, name),
    )


def closed(position: Standing) -> list[tuple[Item, Refusal]]:
    """What cannot be chosen now whatever its values, each with the first reason."""
    if position.over:
        return []
    position.game.machine.meter.reset()
    open_ = {number for number, _ in position.raw}
    return [
        (item, why_not(position, number, item, [MISSING for _ in item.chosen]))
        for number, item in enumerate(position.decision_plan.items)
        if number not in open_
    ]


def _one_of_each(position: Standing) -> tuple[str, ...]:
    """The first option of everything that may be done now."""
    result: dict[int, str] = {}
    for option in position.options:
        result.setdefault(option.raw[0], option.name)
    return tuple(result.values())[:5]


def _why(
    position: Standing,
    number: int,
    item: Item,
    named: dict[str, str],
    close: tuple[str, ...],
) -> Refusal:
    names = position.names
    wanted = [symbol.name for symbol in item.chosen]
    for name in named:
        if name not in wanted:
            return _no_part(item, name, close)
    values: list[Any] = []
    for symbol in item.chosen:
        if symbol.name not in named:
            values.append(MISSING)
            continue
        try:
            values.append(names.parse(symbol.type, named[symbol.name]))
        except ValueError as error:
            about = (symbol.name, named[symbol.name])
            return Refusal(str(error), nearest=close, kind="no value", about=about)
    return why_not(position, number, item, values, close)


def _not_through(
    position: Standing,
    number: int,
    item: Item,
    values: list[Any],
    close: tuple[str, ...],
) -> Refusal:
    """Every condition holds, and yet there is no such option."""
    names = position.names
    typed = {
        symbol.name: names.name(symbol.type, value)
        for symbol, value in zip(item.chosen, values, strict=True)
        if value is not MISSING
    }

    def wanted(option: RawOption) -> bool:
        if option[0] != number:
            return False
        # of equal copies, options name any one
        spellings = _values(names, item, option)
        return all(
            any(same_name(text, spelling) for spelling in spellings[name])
            for name, text in typed.items()
        )

    parts = tuple(
        Part(symbol.name, symbol.type, value)
        for symbol, value in zip(item.chosen, values, strict=True)
        if value is not MISSING
    )
    end = position.game.machine.stuck(position.state, wanted)
    if end is None:
        return Refusal(
            "that is the same as another option",
            span=item.span,
            cites=behind(position, item.cites, item),
            nearest=close,
            parts=parts,
            kind="same",
        )
    return Refusal(
        "it would lead to a choice without options",
        span=position.game.machine.decisions[end].span,
        cites=of_decision(position, end),
        nearest=close,
        parts=parts,
        kind="not through",
    )


def why_not(
    position: Standing,
    number: int,
    item: Item,
    values: list[Any],
    close: tuple[str, ...] = (),
) -> Refusal:
    """The first condition of the rules that these values fail.

    Where a value is MISSING, those that come furthest stand in for it.
    """
    search = Search(position, item)
    results: list[Against] = []
    for own_first in (True, False):
        present = [
            _present(position, v, own_first)
            if v is not MISSING and v is not None and _is_components(s.type)
            else v
            for s, v in zip(item.chosen, values, strict=True)
        ]
        result = search.against(present)
        if result is None:
            return _not_through(position, number, item, present, close)
        results.append(result)
    # the copies that come further are the ones meant
    outcome = max(results, key=lambda result: result.objection.number)
    values = outcome.values
    tried: str | None = None
    key = None if MISSING in values else (number, tuple(values))
    if key is not None and not outcome.whole:
        tried = position.names.choice(item, values)
    against = outcome.objection
    evaluator, local = search.for_chooser(against)
    against = evolve(against, local=local)
    reckoning = Reckoning(position.game.program, evaluator)
    if against.reason is None:
        return Refusal(
            f"`{item.name}` is not offered now",
            span=item.span,
            cites=behind(position, item.cites, item),
            parts=reckoning.explain(against),
            kind="not offered",
            about=(item.name,),
            far=against.number,
        )
    reason = against.reason
    message = reason.text.text or "that is not possible now"
    kind = ""
    about: tuple[str, ...] = ()
    if against.select is not None and reason.text.text is None:
        name = against.select.local.name
        counted = _wrong_number(evaluator, against, name)
        kind, about, message = counted or _not_there(position, item, values, name)
    return Refusal(
        message,
        reason.text,
        reason.span,
        behind(position, reason.cites, item),
        close,
        reckoning.explain(against),
        tried,
        kind,
        about,
        key,
        against.number,
        search.is_elsewhere(against, values),
        _zones(against) if kind == "not there" else (),
    )


def _zones(against: Objection) -> tuple[nodes.Labels, ...]:
    """The labels of the zones that one chooses components from; none where one has none."""
    assert against.select is not None
    variables = [
        node.variable for node in walk(against.select.of) if isinstance(node, Read)
    ]
    zones = dict.fromkeys(v.symbol for v in variables if v.symbol and v.zone)
    labels = tuple(zone.decl.labels for zone in zones)
    return labels if all(one.text for one in labels) else ()


def _wrong_number(
    evaluator: Evaluator, result: Objection, name: str
) -> tuple[str, tuple[str, ...], str] | None:
    """What to say where too few or too many are chosen."""
    if result.counted is None or result.test is None:
        return None
    number = result.counted
    try:
        bound = evaluator.value(result.test, result.local)
    except Unforeseeable:
        return "", (), f"not so many can be chosen as `{name}`"
    few = number < bound
    words = "at least" if few else "at most"
    about = (name, str(bound), str(number))
    message = f"{words} {bound} must be chosen as `{name}`, not {number}"
    return "too few" if few else "too many", about, message


def _not_there(
    position: Standing, item: Item, values: list[Any], name: str
) -> tuple[str, tuple[str, ...], str]:
    """What to say where the rules only say where to choose from."""
    at = [s.name for s in item.chosen].index(name)
    if values[at] is MISSING:
        return "nothing there", (name,), f"there is no `{name}` to choose"
    text = position.names.name(item.chosen[at].type, values[at])
    return "not there", (name, text), f"{text} is not among the choices for `{name}`"


# ---- how far a choice comes ----------------------------------------------------------


@frozen
class Against:
    """The first objection against some values; `whole` says that every value was given."""

    objection: Objection
    values: list[Any]
    whole: bool = True


@define
class Search:
    """Looks for the first objection to a choice, to a half-given one for the last."""

    position: Standing
    item: Item
    left: int = 2000
    evaluator: Evaluator = field(init=False)
    local: Values = field(init=False)

    def __attrs_post_init__(self) -> None:
        performer = self.position.game.performer
        self.evaluator = performer.evaluator(self.position.state)
        self.local = performer.locals_of(self.position.state)

    def against(self, values: list[Any]) -> Against | None:
        """The objection that stands against the best way to complete some values."""
        self.left -= 1
        result = objection(self.evaluator, self.item, self.local, values)
        if result is None:
            return None
        here = Against(result, values, MISSING not in values)
        if here.whole or result.select is None or not result.is_domain:
            return here
        at = self.item.chosen.index(result.select.local)
        if values[at] is not MISSING:
            return here
        best = here
        for value in self._candidates(result):
            if self.left <= 0:
                break
            inner = self.against([*values[:at], value, *values[at + 1 :]])
            if inner is None:
                return None
            if best is not here and inner.objection.counted == 0:
                continue  # why nothing of what is there fits says more than that none does
            if inner.objection.number > best.objection.number:
                best = Against(inner.objection, inner.values, False)
        return best

    def is_elsewhere(self, result: Objection, values: list[Any]) -> bool:
        """Whether values are not where they would have to be chosen from, after a line
        that does not hold for another reason.
        """
        if result.is_domain:
            return False
        try:
            evaluator, _ = self.for_chooser(result)
            return is_elsewhere(evaluator, self.item, self.local, values)
        except UNGUARDED:
            return False

    def _candidates(self, result: Objection) -> list[Any]:
        """The values that the rules would let one choose at that place."""
        evaluator, local = self.for_chooser(result)
        try:
            return candidates(evaluator, evolve(result, local=local))
        except (RuleFault, Unforeseeable):
            return []

    def for_chooser(self, result: Objection) -> tuple[Evaluator, Values]:
        """An evaluator and locals for what the player who chooses can know."""
        game = self.position.game
        secrecy, state = game.machine.secrecy, self.position.state
        return as_known(game.performer, secrecy, state, self.item, result.local)


def _present(position: Standing, value: Any, own_first: bool) -> Any:
    """A component as the copy that the player most likely means, each copy once.

    A name such as `florin 5` stands for any of its copies: those that lie with the
    player come first, or else those that lie open.
    """
    several = isinstance(value, tuple)
    used: set[int] = set()
    result: list[int] = []
    for card in value if several else (value,):
        best = min(
            (c for c in _alike(position, card) if c not in used),
            key=lambda c: _distance(position, c, own_first),
            default=card,
        )
        used.add(best)
        result.append(best)
    return tuple(result) if several else result[0]


def _alike(position: Standing, card: int) -> list[int]:
    components = position.game.layout.components
    face = components[card].face
    return [c.number for c in components if c.face == face]


def _distance(position: Standing, card: int, own_first: bool) -> tuple[int, int]:
    layout = position.game.layout
    slot = position.state[layout.locations + card]
    if slot == BOX:
        return (4, card)
    symbol, family = next(
        (symbol, family)
        for symbol, family in layout.families.items()
        if family.base <= slot < family.base + family.size
    )
    owner = family.indexes(slot)[0] if symbol.owner == t.PLAYER else None
    if owner == position.player:
        return (0 if own_first else 2, card)
    secrecy = position.game.machine.secrecy
    hidden = secrecy.is_hidden(slot, position.player, position.state)
    return (3 if hidden else 1 if owner is None else 2, card)


def _is_components(kind: t.Type) -> bool:
    inner = t.element(kind) or t.without_none(kind)
    return isinstance(inner, t.ComponentType)


def nearest_options(
    text: str, options: Iterable[str], most: int = 3
) -> tuple[str, ...]:
    """The options whose names look most like a text."""
    names = list(options)
    words = set(text.replace("{", " ").replace("}", " ").replace("=", " ").split())

    def likeness(name: str) -> tuple[int, int]:
        other = set(name.replace("{", " ").replace("}", " ").replace("=", " ").split())
        return (-len(words & other), abs(len(name) - len(text)))

    close = sorted(names, key=likeness)[:most]
    return tuple(name for name in close if likeness(name)[0] < 0)

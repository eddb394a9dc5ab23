"""The sentences that belong to the numbers of faults, the same as those of Python."""

from collections.abc import Callable, Mapping

from rulesrun.interpreter.native.description import Program
from rulesrun.interpreter.runtime.layout import Layout
from rulesrun.interpreter.runtime.support import SEVERAL, TOO_LARGE

Values = tuple[int, ...]
Said = Callable[[Program, Layout, Values], str]


def sentence(program: Program, layout: Layout, code: int, values: Values) -> str:
    """What a fault says."""
    return _SENTENCES[code](program, layout, values)


def _fixed(text: str) -> Said:
    return lambda program, layout, values: text


def _named(text: str) -> Said:
    """A text with `{name}` for the name of number b, and `{a}`, `{c}`."""

    def say(program: Program, layout: Layout, values: Values) -> str:
        a, b, c, *_ = values
        return text.format(a=a, c=c, name=program.messages[b])

    return say


def _zone(text: str) -> Said:
    """A text with `{name}` for the name of number a, and `{b}`, `{c}`."""

    def say(program: Program, layout: Layout, values: Values) -> str:
        a, b, c, *_ = values
        return text.format(name=program.messages[a], b=b, c=c)

    return say


def _range(program: Program, layout: Layout, values: Values) -> str:
    value, name, limit, *_ = values
    side = "least" if value < limit else "most"
    return f"`{program.messages[name]}` would be {value}, and it is at {side} {limit}"


def _row(program: Program, layout: Layout, values: Values) -> str:
    name, count, _, *keys = values
    result = keys[0] if count == 1 else tuple(keys[:count])
    return f"`{program.messages[name]}` has no row for {result}"


def _component(text: str) -> Said:
    def say(program: Program, layout: Layout, values: Values) -> str:
        name = layout.components[values[0]].name
        return text.format(card=name, zone=program.messages[values[1]])

    return say


def _taken(program: Program, layout: Layout, values: Values) -> str:
    name = layout.components[values[1]].name
    return f"the {program.messages[values[0]]} holds {name} already"


def _owner(program: Program, layout: Layout, values: Values) -> str:
    owner, zone, other, *_ = values
    return (
        f"a piece of player {owner + 1} does not belong in the "
        f"{program.messages[zone]} of player {other + 1}"
    )


_EMPTY = "there is none to take: the collection is empty"

_SENTENCES: Mapping[int, Said] = dict(
    enumerate(
        (
            _fixed("the rules cannot be carried out here (a value is none)"),
            lambda program, layout, v: f"{program.messages[v[1]]} {v[0]}",
            _range,
            _fixed("nothing can be divided by 0"),
            _row,
            lambda program, layout, v: f"there is no item {v[0]} among {v[1]}",
            _fixed(_EMPTY),
            _fixed("`most` of an empty collection has no value"),
            _fixed("`least` of an empty collection has no value"),
            _fixed("`position` looks for what is not in the list"),
            lambda program, layout, v: program.messages[v[0]],
            _zone("more is taken from `{name}` than there is"),
            _fixed("this loop does not end: 100000 times round"),
            _fixed("this goes round and round without ever asking for a choice"),
            _fixed("there is nothing to choose, and one must choose"),
            _fixed("there is nothing to move: the value is none"),
            _zone("the {name} holds at most {b}"),
            _taken,
            _component("{card} lies at that place already"),
            _zone("the {name} is empty, and one more is to be drawn"),
            _component("{card} does not belong in the {zone}"),
            lambda program, layout, v: f"{v[0]} pieces cannot be moved",
            lambda program, layout, v: (
                f"{v[0]} are to be taken from the {program.messages[v[1]]}, "
                f"and there are {v[2]}"
            ),
            _zone("there is no piece on the {name}"),
            _owner,
            _zone("the {name} has room for one piece"),
            _zone("more is to be taken from the {name} than lies there"),
            _fixed("there is nothing to draw from"),
            _fixed("what is best cannot be found out where chance plays a part"),
            _fixed("somebody else is to choose inside of `best for`"),
            _fixed(
                "what is best cannot be found out here: there are more than "
                "500000 situations to look at"
            ),
            lambda program, layout, v: f"a list has more than {v[0]} items",
            _fixed(TOO_LARGE),
            lambda program, layout, v: f"coordinates lie too far out: {v[0]},{v[1]}",
            _fixed("the longest loop cannot be found: there are too many"),
            _fixed("the longest trail cannot be found: there are too many"),
            _fixed(SEVERAL),
            _component("{card} is moved twice at once"),
            _fixed("a step cannot cost less than nothing"),
            _fixed("no way leads there, so there is no distance"),
        ),
        start=1,
    )
)
"""By number, in the order of the list in `runtime.h`."""

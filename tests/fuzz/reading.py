"""Random rules, and beside each what it means, read by this file alone.

Expressions and statements are made as text and as a function of Python at once. The
functions know nothing of the core, of folding or of any engine, so what is lowered or
worked out beforehand wrongly shows as a difference to them.

More than 400 lines because each construct stands here once, with what it means.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from attrs import Factory, define, frozen

LARGEST = 10**18 - 1
GOODS = ("wood", "wool", "salt")
GREAT = (
    2**31 - 1, 2**31, -(2**31), -(2**31) - 1, 2**32, 2**32 + 1, 32767, -32768, 65536,
    10**9, 10**9 + 7, 999999999999, 10**17, LARGEST, -LARGEST, LARGEST - 1,
)  # fmt: skip

CARDS = ((1, 0), (4, 1), (2, 2), (4, 0), (3, 1))
"""The value and the good of each card, in the order of the supply."""

TOLL = {(0, 0): 5, (3, 2): -7, (-3, 1): 2}

HEAD = """language 1

game tried "Tried":
    players 2

enum Good "good": wood, wool, salt

card Order "order":
    value "value": 1..4
    good "good": Good

supply:
    1 of Order(1, wood)
    1 of Order(4, wool)
    1 of Order(2, salt)
    1 of Order(4, wood)
    1 of Order(3, wool)

table toll (cost: -3..6, good: Good -> silver: int), otherwise -1:
    0 | wood | 5
    3 | salt | -7
    -3 | wool | 2

state:
    va "va": int = 7
    vb "vb": -5..20 = 3
    vc "vc": int
    vf "vf": bool
    vg "vg": Good
    vog "vog": Good or none
    vmaybe "vmaybe": int or none
    vxs "vxs": list of int
    vgs "vgs": set of Good
    vbg "vbg": bundle of Good = {wood: 2, salt: 1}
    vm[Good] "vm": int
    vk[0..4] "vk": int
    heap "heap": pile of Order
    spare "spare": row of Order

each player:
    silver "silver": int
    fine "fine": -2..6
    secret_number "secret number": 0..9, secret

each Order:
    mark "mark": 0..9
    rank1 "rank": int

"""


class Fault(Exception):
    """What an engine must say, too."""


class Beyond(Exception):
    """A number on the way is longer than numbers are: engines may stop at other lines."""


@define
class Here:
    """The state that a reading goes on in, and the names that are known at a place."""

    values: dict[Any, Any]
    heap: Sequence[int]
    spare: Sequence[int]
    names: dict[str, Any] = Factory(dict)


Read = Callable[[Here], Any]


Rounds = Callable[[Here], Iterator[Callable[[], Any]]]
"""What works out the items of a list, one by one."""


@frozen
class Made:
    """A text of the rules and what it is worth.

    Of a list that is made by a loop, `rounds` are its items, not worked out yet: who only
    counts them, or takes the first, does not work the others out.
    """

    text: str
    of: Read
    rounds: Rounds | None = None


@frozen
class Lines:
    """Statements, and what they do."""

    text: list[str]
    do: Callable[[Here], None]


class Stop(Exception):
    """A loop ends."""


class Next(Exception):
    """A round of a loop ends."""


def fits(value: int) -> int:
    """A number that is no longer than numbers are."""
    if abs(value) > LARGEST:
        raise Beyond
    return value


def ranged(name: str, low: int, high: int, value: int) -> int:
    """A value of a variable with a range."""
    if value < low:
        raise Fault(f"`{name}` would be {value}, and it is at least {low}")
    if value > high:
        raise Fault(f"`{name}` would be {value}, and it is at most {high}")
    return value


def _divided(a: int, b: int, up: bool) -> int:
    if b == 0:
        raise Fault("nothing can be divided by 0")
    exact, rest = divmod(abs(a), abs(b))
    if (a < 0) == (b < 0):
        return exact + (1 if rest and up else 0)
    return -exact - (1 if rest and not up else 0)


def _left(a: int, b: int) -> int:
    if b == 0:
        raise Fault("nothing can be divided by 0")
    return a - b * _divided(a, b, False)


def _item(items: Sequence[Any], at: int) -> Any:
    if not 1 <= at <= len(items):
        raise Fault(f"there is no item {at} among {len(items)}")
    return items[at - 1]


def _some(items: Sequence[Any]) -> Sequence[Any]:
    if not items:
        raise Fault("there is none to take: the collection is empty")
    return items


def _all(rounds: Iterator[Callable[[], Any]]) -> list[Any]:
    return [item() for item in rounds]


def _counted(rounds: Iterator[Callable[[], Any]]) -> int:
    return sum(1 for _ in rounds)


def _is_empty(rounds: Iterator[Callable[[], Any]]) -> bool:
    return next(rounds, None) is None


def _first_of(rounds: Iterator[Callable[[], Any]]) -> Any:
    for item in rounds:
        return item()
    return _some(())


def _most(word: str, items: Sequence[int]) -> int:
    if not items:
        raise Fault(f"`{word}` of an empty collection has no value")
    return max(items) if word == "most" else min(items)


def _position(items: Sequence[int], item: int) -> int:
    if item not in items:
        raise Fault("`position` looks for what is not in the list")
    return items.index(item) + 1


def _kept(key: int) -> int:
    if not 0 <= key <= 4:
        raise Fault(f"`vk` goes from 0 to 4, and this is {key}")
    return key


def constant(text: str, value: Any) -> Made:
    return Made(text, lambda here: value)


def variable(name: str) -> Made:
    return Made(name, lambda here: here.values[name])


def _with(made: Made, names: str, value: Any, here: Here) -> Any:
    here.names[names] = value
    try:
        return made.of(here)
    finally:
        del here.names[names]


@define(eq=False)
class Maker:
    """Makes random rules; `known` are the names in scope with their types."""

    chance: random.Random
    known: dict[str, str] = Factory(dict)
    count: int = 0

    def fresh(self, letter: str) -> str:
        self.count += 1
        return f"{letter}{self.count}"

    def pick(self, *makers: Callable[[], Made]) -> Made:
        return self.chance.choice(makers)()

    def named(self, kind: str, *others: Made) -> Made:
        """A name in scope of a type, or one of the others."""
        names = [name for name, of in self.known.items() if of == kind]
        if names and self.chance.random() < 0.6:
            name = self.chance.choice(names)
            return Made(name, lambda here: here.names[name])
        return self.chance.choice(others)

    # ---- numbers -----------------------------------------------------------------------

    def literal(self) -> Made:
        small = self.chance.random() < 0.75
        value = self.chance.choice(
            (0, 1, 2, 3, 4, 5, 7, -1, -2, -3) if small else GREAT
        )
        return constant(f"({value})" if value < 0 else str(value), value)

    def number(self, deep: int = 3) -> Made:
        if deep <= 0 or self.chance.random() < 0.15:
            return self.pick(
                self.literal,
                self.literal,
                lambda: self.named("int", *map(variable, ("va", "vb", "vc"))),
                lambda: self.indexed("vm", self.good(0)),
                lambda: Made("player 1.silver", lambda here: here.values["silver", 0]),
                lambda: Made("player 2.fine", lambda here: here.values["fine", 1]),
            )
        d = deep - 1
        return self.pick(
            lambda: self.arithmetic(d),
            lambda: self.arithmetic(d),
            lambda: self.division(d),
            lambda: self.division(d),
            lambda: self.one("(-{})", self.number(d), lambda a: -a),
            lambda: self.conditional(self.number, d),
            lambda: self.two("min({}, {})", self.number(d), self.number(d), min),
            lambda: self.two("max({}, {})", self.number(d), self.number(d), max),
            lambda: self.one("abs({})", self.number(d), abs),
            lambda: self.asked("size({})", self.numbers(d), _counted, len),
            lambda: self.one("sum({})", self.numbers(d), lambda x: fits(sum(x))),
            lambda: self.one("most({})", self.numbers(d), lambda x: _most("most", x)),
            lambda: self.one("least({})", self.numbers(d), lambda x: _most("least", x)),
            lambda: self.asked(
                "first({})", self.numbers(d), _first_of, lambda x: _some(x)[0]
            ),
            lambda: self.one("last({})", self.numbers(d), lambda x: _some(x)[-1]),
            lambda: self.two(
                "position({}, {})", self.numbers(d), self.number(0), _position
            ),
            lambda: self.two("{}[{}]", self.plain_list(), self.number(d), _item),
            lambda: self.one("vk[{}]", self.number(d), _kept, "vk"),
            lambda: self.folded(d),
            lambda: self.folded(d),
            lambda: self.counted(d),
            lambda: self.two("{}[{}]", self.bundle(0), self.good(0), lambda b, g: b[g]),
            lambda: self.one("size({})", self.bundle(d), lambda b: fits(sum(b))),
            lambda: self.two(
                "toll[{}, {}]",
                self.number(0),
                self.good(0),
                lambda n, g: TOLL.get((n, g), -1),
            ),
            lambda: self.two(
                "({} otherwise {})",
                variable("vmaybe"),
                self.number(d),
                lambda a, b: a,
                lazy=True,
            ),
            lambda: self.one("{}.value", self.card(), lambda c: CARDS[c][0]),
            lambda: Made(
                f"{(card := self.card()).text}.rank1",
                lambda here: here.values["rank1", card.of(here)],
            ),
        )

    def one(self, form: str, a: Made, work: Callable[[Any], Any], of: str = "") -> Made:
        def read(here: Here) -> Any:
            result = work(a.of(here))
            return here.values[of, result] if of else result

        return Made(form.format(a.text), read)

    def asked(
        self,
        form: str,
        a: Made,
        of_rounds: Callable[[Iterator[Callable[[], Any]]], Any],
        work: Callable[[Any], Any],
    ) -> Made:
        """What is asked of a list, without more of its items than are needed."""
        rounds = a.rounds
        if rounds is None:
            return self.one(form, a, work)
        return Made(form.format(a.text), lambda here: of_rounds(rounds(here)))

    def two(
        self,
        form: str,
        a: Made,
        b: Made,
        work: Callable[..., Any],
        *,
        lazy: bool = False,
    ) -> Made:
        def read(here: Here) -> Any:
            left = a.of(here)
            if lazy:
                return b.of(here) if left is None else left
            return work(left, b.of(here))

        return Made(form.format(a.text, b.text), read)

    def indexed(self, name: str, key: Made) -> Made:
        return Made(f"{name}[{key.text}]", lambda here: here.values[name, key.of(here)])

    def arithmetic(self, deep: int) -> Made:
        sign = self.chance.choice("+-*+-")
        work = {
            "+": lambda a, b: fits(a + b),
            "-": lambda a, b: fits(a - b),
            "*": lambda a, b: fits(a * b),
        }[sign]
        return self.two(
            f"({{}} {sign} {{}})", self.number(deep), self.number(deep), work
        )

    def division(self, deep: int) -> Made:
        a = self.number(deep)
        b = self.literal() if self.chance.random() < 0.6 else self.number(deep)
        if self.chance.random() < 0.4:
            return self.two("({} mod {})", a, b, _left)
        up = self.chance.random() < 0.5
        return self.two(
            f"({{}} / {{}} rounded {'up' if up else 'down'})",
            a,
            b,
            lambda x, y: _divided(x, y, up),
        )

    def conditional(self, make: Callable[[int], Made], deep: int) -> Made:
        then, test, other = make(deep), self.truth(deep), make(deep)
        return Made(
            f"({then.text} if {test.text} else {other.text})",
            lambda here: (then if test.of(here) else other).of(here),
        )

    # ---- loops in expressions ----------------------------------------------------------

    def source(self, deep: int) -> tuple[Made, str]:
        """What can be gone through, and the type of its items."""
        match self.chance.randrange(5):
            case 0:
                return constant("Good", (0, 1, 2)), "good"
            case 1:
                return self.numbers(deep), "int"
            case 2:
                low, high = self.chance.randrange(-3, 3), self.chance.randrange(-3, 6)
                return constant(f"({low})..{high}", tuple(range(low, high + 1))), "int"
            case 3:
                made = self.goods(deep)
                return Made(made.text, lambda here: sorted(made.of(here))), "good"
            case _:
                return Made("spare", lambda here: here.spare), "card"

    def about(self, name: str, kind: str) -> Made:
        """A number that depends on a name."""
        if kind == "int":
            return Made(name, lambda here: here.names[name])
        if kind == "good":
            return Made(f"vm[{name}]", lambda here: here.values["vm", here.names[name]])
        return Made(f"{name}.value", lambda here: CARDS[here.names[name]][0])

    def looped(self, deep: int) -> tuple[str, Made, Rounds]:
        """A clause: its text, the item, and the items of all rounds."""
        of, kind = self.source(deep)
        name = self.fresh("q")
        self.known[name] = kind
        item = self.two(
            "({} + {})",
            self.about(name, kind),
            self.number(deep),
            lambda a, b: fits(a + b),
        )
        use = self.two(
            "({} < {})", self.about(name, kind), self.number(0), lambda a, b: a < b
        )
        test = use if self.chance.random() < 0.5 else None
        del self.known[name]
        where = "" if test is None else f" where {test.text}"

        def rounds(here: Here) -> Iterator[Callable[[], Any]]:
            for one in tuple(of.of(here)):
                if test is None or _with(test, name, one, here):
                    yield partial(_with, item, name, one, here)

        return f"{name} in {of.text}{where}", item, rounds

    def folded(self, deep: int) -> Made:
        clause, item, rounds = self.looped(deep)
        word = self.chance.choice(("sum", "most", "least"))
        if word == "sum":
            return Made(
                f"sum({item.text} for {clause})", lambda h: fits(sum(_all(rounds(h))))
            )
        instead = self.number(0)

        def read(here: Here) -> int:
            result = _all(rounds(here))
            return _most(word, result) if result else instead.of(here)

        return Made(f"{word}({item.text} for {clause}, otherwise {instead.text})", read)

    def counted(self, deep: int) -> Made:
        of, kind = self.source(deep)
        name = self.fresh("q")
        self.known[name] = kind
        test = self.two(
            "({} >= {})", self.about(name, kind), self.number(deep), lambda a, b: a >= b
        )
        del self.known[name]
        word = self.chance.choice(("count", "some", "no", "every"))
        joint = "has" if word == "every" else "where"

        def read(here: Here) -> Any:
            number = 0
            for one in tuple(of.of(here)):
                held = _with(test, name, one, here)
                if word == "every" and not held:
                    return 0
                if held and word in ("some", "no"):
                    return int(word == "some")
                number += held
            return number if word == "count" else int(word != "some")

        text = f"({word} {name} in {of.text} {joint} {test.text})"
        return Made(text if word == "count" else f"(1 if {text} else 0)", read)

    # ---- truths ------------------------------------------------------------------------

    def truth(self, deep: int = 3) -> Made:
        if deep <= 0 or self.chance.random() < 0.1:
            return self.pick(
                lambda: variable("vf"),
                lambda: constant("true", True),
                lambda: self.compared(0),
                lambda: Made("(vog is none)", lambda h: h.values["vog"] is None),
                lambda: Made("(vmaybe == none)", lambda h: h.values["vmaybe"] is None),
                lambda: Made(
                    "(vmaybe != none)", lambda h: h.values["vmaybe"] is not None
                ),
            )
        d = deep - 1
        return self.pick(
            lambda: self.compared(d),
            lambda: self.compared(d),
            lambda: self.joined("and", d),
            lambda: self.joined("or", d),
            lambda: self.one("(not {})", self.truth(d), lambda a: not a),
            lambda: self.two(
                "({} in {})", self.number(d), self.numbers(d), lambda a, b: a in b
            ),
            lambda: self.two(
                "({} not in {})", self.good(d), self.goods(d), lambda a, b: a not in b
            ),
            lambda: self.two(
                "({} == {})", self.goods(d), self.goods(d), lambda a, b: a == b
            ),
            lambda: self.two(
                "({} != {})", self.numbers(d), self.numbers(d), lambda a, b: a != b
            ),
            lambda: self.two(
                "({} == {})", self.bundle(d), self.bundle(d), lambda a, b: a == b
            ),
            lambda: self.two(
                "covers({}, {})",
                self.bundle(d),
                self.bundle(d),
                lambda a, b: all(x >= y for x, y in zip(a, b, strict=True)),
            ),
            lambda: self.asked(
                "({} is empty)", self.numbers(d), _is_empty, lambda a: not a
            ),
            lambda: self.one("({} is not empty)", self.goods(d), lambda a: bool(a)),
            lambda: self.two(
                "({} == {})", self.good(d), self.good(d), lambda a, b: a == b
            ),
            lambda: self.two(
                "({} == {})", variable("vog"), self.good(0), lambda a, b: a == b
            ),
        )

    def compared(self, deep: int) -> Made:
        sign = self.chance.choice(("<", "<=", ">", ">=", "==", "!="))
        work = {
            "<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b,
            ">=": lambda a, b: a >= b, "==": lambda a, b: a == b, "!=": lambda a, b: a != b,
        }[sign]  # fmt: skip
        return self.two(
            f"({{}} {sign} {{}})", self.number(deep), self.number(deep), work
        )

    def joined(self, word: str, deep: int) -> Made:
        a, b = self.truth(deep), self.truth(deep)
        if word == "and":
            return Made(f"({a.text} and {b.text})", lambda h: a.of(h) and b.of(h))
        return Made(f"({a.text} or {b.text})", lambda h: a.of(h) or b.of(h))

    # ---- values and collections --------------------------------------------------------

    def good(self, deep: int = 2) -> Made:
        if deep <= 0:
            number = self.chance.randrange(3)
            return self.named("good", constant(GOODS[number], number), variable("vg"))
        d = deep - 1
        return self.pick(
            lambda: self.good(0),
            lambda: self.conditional(self.good, d),
            lambda: self.one("first({})", self.goods(d), lambda x: min(_some(x))),
            lambda: self.one("{}.good", self.card(), lambda c: CARDS[c][1]),
            lambda: self.two(
                "({} otherwise {})", variable("vog"), self.good(0), max, lazy=True
            ),
        )

    def card(self) -> Made:
        return self.pick(
            lambda: Made("top(heap)", lambda here: _some(here.heap)[0]),
            lambda: Made("first(spare)", lambda here: _some(here.spare)[0]),
            lambda: Made("last(spare)", lambda here: _some(here.spare)[-1]),
            lambda: self.named("card", Made("top(heap)", lambda h: _some(h.heap)[0])),
        )

    def plain_list(self) -> Made:
        if self.chance.random() < 0.4:
            return variable("vxs")
        items = [self.number(0) for _ in range(self.chance.randrange(1, 4))]
        return Made(
            f"[{', '.join(i.text for i in items)}]",
            lambda here: tuple(i.of(here) for i in items),
        )

    def numbers(self, deep: int = 2) -> Made:
        if deep <= 0:
            return self.plain_list()
        d = deep - 1
        return self.pick(
            self.plain_list,
            lambda: self.two(
                "({} + {})", self.numbers(d), self.numbers(d), lambda a, b: (*a, *b)
            ),
            lambda: self.one("reversed({})", self.numbers(d), lambda a: a[::-1]),
            lambda: self.conditional(self.numbers, d),
            lambda: self.comprehension(d),
            lambda: self.comprehension(d),
        )

    def comprehension(self, deep: int) -> Made:
        clause, item, rounds = self.looped(deep)
        text = f"[{item.text} for {clause}]"
        return Made(text, lambda here: tuple(_all(rounds(here))), rounds)

    def goods(self, deep: int = 2) -> Made:
        if deep <= 0:
            if self.chance.random() < 0.4:
                return variable("vgs")
            items = [self.good(0) for _ in range(self.chance.randrange(1, 3))]
            return Made(
                f"{{{', '.join(dict.fromkeys(i.text for i in items))}}}",
                lambda here: frozenset(i.of(here) for i in items),
            )
        d = deep - 1
        return self.pick(
            lambda: self.goods(0),
            lambda: self.two(
                "({} + {})", self.goods(d), self.goods(d), frozenset.union
            ),
            lambda: self.two(
                "({} - {})", self.goods(d), self.goods(d), frozenset.difference
            ),
            lambda: self.two(
                "shared({}, {})", self.goods(d), self.goods(d), frozenset.intersection
            ),
            lambda: self.conditional(self.goods, d),
        )

    def bundle(self, deep: int = 2) -> Made:
        if deep <= 0:
            if self.chance.random() < 0.4:
                return variable("vbg")
            kinds = self.chance.sample(range(3), self.chance.randrange(1, 4))
            amounts = [(kind, self.number(0)) for kind in kinds]

            def read(here: Here) -> tuple[int, ...]:
                result = [0, 0, 0]
                for kind, amount in amounts:
                    result[kind] = amount.of(here)
                return tuple(result)

            listed = ", ".join(f"{GOODS[kind]}: {a.text}" for kind, a in amounts)
            return Made(f"{{{listed}}}", read)
        d = deep - 1

        def each(
            work: Callable[[int, int], int],
        ) -> Callable[[Any, Any], tuple[int, ...]]:
            return lambda a, b: tuple(
                fits(work(x, y)) for x, y in zip(a, b, strict=True)
            )

        return self.pick(
            lambda: self.bundle(0),
            lambda: self.two(
                "({} + {})", self.bundle(d), self.bundle(d), each(lambda x, y: x + y)
            ),
            lambda: self.two(
                "({} - {})", self.bundle(d), self.bundle(d), each(lambda x, y: x - y)
            ),
            lambda: self.two(
                "({} * {})",
                self.bundle(d),
                self.number(0),
                lambda a, n: tuple(fits(x * n) for x in a),
            ),
            lambda: self.conditional(self.bundle, d),
        )

    # ---- statements --------------------------------------------------------------------

    def block(self, deep: int, indent: int, *, loop: bool, size: int = 0) -> Lines:
        before = dict(self.known)
        made = [
            self.statement(deep, indent, loop=loop)
            for _ in range(size or self.chance.randrange(1, 3))
        ]
        self.known = before

        def do(here: Here) -> None:
            for lines in made:
                lines.do(here)

        return Lines([text for lines in made for text in lines.text], do)

    def statement(self, deep: int, indent: int, *, loop: bool) -> Lines:
        makers: list[Callable[[int], Lines]] = [
            self.set_plain, self.set_plain, self.set_ranged, self.set_key, self.set_part,
            self.set_part, self.set_card, self.set_bundle,
        ]  # fmt: skip
        if deep > 0:
            makers += [
                lambda i: self.branch(deep, i, loop=loop),
                lambda i: self.rounds(deep, i),
                lambda i: self.rounds(deep, i),
                self.let,
                self.let,
            ]
            if loop:
                makers.append(self.leave)
        return self.chance.choice(makers)(indent)

    def _line(self, indent: int, text: str, do: Callable[[Here], None]) -> Lines:
        return Lines(["    " * indent + text], do)

    def set_plain(self, indent: int) -> Lines:
        name, make = self.chance.choice(
            (
                ("va", self.number), ("vc", self.number), ("vf", self.truth),
                ("vg", self.good), ("vog", self.good), ("vmaybe", self.number),
                ("vxs", self.numbers), ("vgs", self.goods),
            )
        )  # fmt: skip
        if name in ("vog", "vmaybe") and self.chance.random() < 0.3:
            value = constant("none", None)
        elif name in ("vxs", "vgs") and self.chance.random() < 0.2:
            value = constant(*{"vxs": ("[]", ()), "vgs": ("{}", frozenset())}[name])
        else:
            value = make(3 if name in ("va", "vc", "vf") else 2)

        def do(here: Here) -> None:
            here.values[name] = value.of(here)

        return self._line(indent, f"{name} = {value.text}", do)

    def set_ranged(self, indent: int) -> Lines:
        op, value = self.chance.choice(("=", "+=", "-=")), self.number(2)

        def do(here: Here) -> None:
            before = {"=": 0}.get(op, here.values["vb"])
            added = value.of(here)
            new = fits(before - added if op == "-=" else before + added)
            here.values["vb"] = ranged("vb", -5, 20, new)

        return self._line(indent, f"vb {op} {value.text}", do)

    def set_key(self, indent: int) -> Lines:
        key, value, op = self.number(1), self.number(2), self.chance.choice(("=", "+="))

        def do(here: Here) -> None:
            if op == "=":
                new = value.of(here)
                here.values["vk", _kept(key.of(here))] = new
                return
            at = _kept(key.of(here))
            here.values["vk", at] = fits(here.values["vk", at] + value.of(here))

        return self._line(indent, f"vk[{key.text}] {op} {value.text}", do)

    def set_part(self, indent: int) -> Lines:
        """A variable whose key is searched for."""
        key, value, op = self.good(2), self.number(2), self.chance.choice(("=", "+="))

        def do(here: Here) -> None:
            if op == "=":
                new = value.of(here)
                here.values["vm", key.of(here)] = new
                return
            at = key.of(here)
            here.values["vm", at] = fits(here.values["vm", at] + value.of(here))

        return self._line(indent, f"vm[{key.text}] {op} {value.text}", do)

    def set_card(self, indent: int) -> Lines:
        """A variable of a card that is searched for."""
        card, value = self.card(), self.number(2)
        if self.chance.random() < 0.5:

            def ranked(here: Here) -> None:
                new = value.of(here)
                here.values["rank1", card.of(here)] = new

            return self._line(indent, f"{card.text}.rank1 = {value.text}", ranked)

        def marked(here: Here) -> None:
            new = ranged("mark", 0, 9, value.of(here))
            here.values["mark", card.of(here)] = new

        return self._line(indent, f"{card.text}.mark = {value.text}", marked)

    def set_bundle(self, indent: int) -> Lines:
        value = self.bundle(2)

        def do(here: Here) -> None:
            new = value.of(here)
            if min(new) < 0:
                raise Fault("more is taken from `vbg` than there is")
            here.values["vbg"] = new

        return self._line(indent, f"vbg = {value.text}", do)

    def let(self, indent: int) -> Lines:
        name = self.fresh("t")
        kind = self.chance.choice(("int", "int", "good"))
        value = self.number(2) if kind == "int" else self.good(2)
        self.known[name] = kind

        def do(here: Here) -> None:
            here.names[name] = value.of(here)

        return self._line(indent, f"let {name} = {value.text}", do)

    def branch(self, deep: int, indent: int, *, loop: bool) -> Lines:
        test, then = self.truth(2), self.block(deep - 1, indent + 1, loop=loop)
        other = self.block(deep - 1, indent + 1, loop=loop)
        space = "    " * indent

        def do(here: Here) -> None:
            (then if test.of(here) else other).do(here)

        lines = [f"{space}if {test.text}:", *then.text, f"{space}else:", *other.text]
        return Lines(lines, do)

    def leave(self, indent: int) -> Lines:
        test, word = self.truth(1), self.chance.choice(("stop", "next"))

        def do(here: Here) -> None:
            if test.of(here):
                raise Stop if word == "stop" else Next

        return self._line(indent, f"if {test.text}: {word}", do)

    def rounds(self, deep: int, indent: int) -> Lines:
        of, kind = self.source(1)
        name = self.fresh("e")
        self.known[name] = kind
        body = self.block(deep - 1, indent + 1, loop=True)
        del self.known[name]

        def do(here: Here) -> None:
            for one in tuple(of.of(here)):
                here.names[name] = one
                try:
                    body.do(here)
                except Next:
                    continue
                except Stop:
                    break

        head = "    " * indent + f"for each {name} in {of.text}:"
        return Lines([head, *body.text], do)


def probe(seed: int) -> Lines:
    """The statements of one random rule."""
    return Maker(random.Random(seed)).block(2, 1, loop=False, size=3)


def program(probes: Sequence[Lines]) -> str:
    """A game in which the first choice says which rule is carried out."""
    calls = "".join(
        f"    if pick == {number}: do probe_{number}\n"
        for number in range(1, len(probes) + 1)
    )
    rules = "".join(
        f"rule probe_{number}:\n" + "\n".join(lines.text) + "\n\n"
        for number, lines in enumerate(probes, 1)
    )
    return (
        f"{HEAD}play:\n    move Order to heap\n    draw 2 from heap to spare\n"
        f"    for each p in players:\n        p secretly chooses n in 0..2\n"
        f"        p.secret_number = n\n"
        f"    player 1 chooses pick in 1..{max(2, len(probes))}\n{calls}"
        f"    player 2 chooses _end in 1..2\n    nobody wins\n\n{rules}"
    )

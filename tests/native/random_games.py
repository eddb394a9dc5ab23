"""Random games for both engines: zones, draws, stocks, a board, choices in secret.

`random_rules.py` holds rules that ask for nothing against a reading of their own; here
whole games are played in step, in which each rule asks, moves and draws by chance. What
comes of each choice must be the same in Python and compiled: options, state, announcements,
and the fault that ends a game, with its place.
"""

import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "fuzz"))

import reading
from attrs import define
from compiling import small
from engines import Difference, same, same_state
from outcomes import QUICK, Outcome

from rulesrun.interpreter.game import Game
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.native.build import NoCompiler
from rulesrun.interpreter.native.engine import ASK, OVER, Engine
from rulesrun.interpreter.native.types import Unsupported
from rulesrun.interpreter.runtime.layout import DECISION, LEDGER, NEWS

LONGEST = 40
"""After so many choices a game counts as compared."""

HEAD = reading.HEAD.replace(
    "\nstate:\n",
    """
piece cube of Good "cube": 18
piece man "man": 4 for each player

board land "land": square 3 x 4

state:
    deck "deck": deck of Order
    gone "gone": pile of Order
    bag "bag": bag of Order
    pair "pair": row of Order, at most 2
    pool "pool": stock of cube = {wood: 6, wool: 6, salt: 6}
    well[0..3] "well": stock of cube
""",
    1,
).replace(
    "\neach player:\n",
    """
each cell of land:
    stone "stone": player or none
    height "height": 0..3

each player:
    hand "hand": hand of Order
    store "store": stock of cube
    men "men": stock of man = 4
    camp "camp": stock of man
    points "points": int, ledger
    bid "bid": 0..9, seen by owner
""",
    1,
)

TAIL = """
action place(p: player, most: 0..3) "Place":
    choose h in land
        where h.stone is none
        where h.height <= most
    choose n in 1..2
        where h.height + n <= 3
    h.stone = p
    h.height += n
    p.points += n

action spend(p: player) "Spend":
    choose paid from p.store, at least 1, at most 2
    choose c in p.hand
    move paid from p.store to pool
    move c to gone
    p.points += c.value

play:
    move Order to deck
    shuffle deck
    draw 2 from deck to spare
    draw 1 from deck to heap
    repeat 6 times:
        for each who in players:
            turn who:
                who chooses pick in 1..{count}
{calls}    rank players by most it.points then least it.silver
"""


@define(eq=False)
class Maker(reading.Maker):
    """Makes random rules that move, draw, and ask for choices."""

    def little(self) -> str:
        """A number from 0 to 3, most often."""
        if self.chance.random() < 0.7:
            return str(self.chance.randrange(4))
        if self.chance.random() < 0.3:
            return "random(0..3)"
        return f"({self.number(1).text} mod 4)"

    def who(self) -> str:
        """A player."""
        return self.chance.choice(
            ("player 1", "player 2", "random(players)", "first(players)")
        )

    def any_kind(self) -> str:
        """A value of the enum."""
        return self.chance.choice(("random(Good)", self.good(1).text, "salt"))

    def lines(self, deep: int, indent: int) -> list[str]:
        """One statement."""
        makers: list[Callable[[], list[str]]] = [
            self.with_cards, self.with_cards, self.on_board, self.with_pieces,
            self.with_pieces, self.numbers_,
            lambda: self.statement(0, 0, loop=False).text,
        ]  # fmt: skip
        if deep > 0:
            makers += [
                self.question,
                self.question,
                self.question,
                lambda: self.inside(deep),
            ]
        space = "    " * indent
        return [f"{space}{line}" for line in self.chance.choice(makers)()]

    def several(self, deep: int) -> list[str]:
        """A block of statements, one level in."""
        return [
            line
            for _ in range(self.chance.randrange(1, 3))
            for line in self.lines(deep, 1)
        ]

    def with_cards(self) -> list[str]:
        """Cards that go somewhere."""
        p, n = self.who(), self.little()
        zones = ("deck", "gone", "bag", "spare", "heap", "pair")
        a, b = self.chance.choice(zones), self.chance.choice(zones)
        c = self.chance.choice(("deck", "gone"))
        return [
            self.chance.choice(
                (
                    f"draw up to {n} from {a} to {b}",
                    f"draw up to {n} from {a} to {p}.hand",
                    f"draw {n} from deck to {p}.hand",
                    f"move all c in {a} where c.value > {n} to {b}",
                    f"move all c in Order where c.mark == {n} to {a}",
                    f"move {p}.hand to {a}",
                    f"if {a} is not empty: move first({a}) to {b}",
                    f"if spare is not empty: move last(spare) to bottom of {c}",
                    f"shuffle {c}",
                    f"for each c in {a}: c.mark = {n}",
                    f"random(Order).mark += {n}",
                )
            )
        ]

    def with_pieces(self) -> list[str]:
        """Pieces that go somewhere."""
        p, q, n, g = self.who(), self.who(), self.little(), self.any_kind()
        a = self.chance.choice(("pool", f"well[{n}]", f"{q}.store"))
        b = self.chance.choice(("pool", f"well[{self.little()}]", f"{p}.store"))
        return [
            self.chance.choice(
                (
                    f"if {a}[salt] > 0: move {{salt: 1}} from {a} to {b}",
                    f"move up to {{{g}: {n}, wool: 1}} from {a} to {b}",
                    f"move {a} to {b}",
                    f"draw up to {n} from {a} to {b}",
                    f"move up to {n} from player 1.men to player 1.camp",
                    f"move up to {n} from player 2.men to player 2.camp",
                    f"vbg = {a} + {{wool: {n}}}",
                    f"vc = size({a}) + {a}[{g}]",
                )
            )
        ]

    def on_board(self) -> list[str]:
        """What happens on the board."""
        p, n = self.who(), self.little()
        return [
            self.chance.choice(
                (
                    f"for each h in land where h.height == {n}: h.stone = {p}",
                    f"random(land).height += {n}",
                    f'land["1,{n}"].height = {n}' if n in "0123" else "vc += 1",
                    f"for each h in land where h.stone == {p}: h.stone = none",
                    "vc = size(regions of (all h in land where h.stone is none))",
                    "vc += size(reach from first(land) in land stepping a to b "
                    "where a.height <= b.height)",
                    f"vxs = [h.height for h in land where h.row == {n}]",
                    "vc = sum(size(h.neighbours) for h in land where h.stone is not none)",
                    f"let h = any x in land having most x.height * {self.number(1).text}\n"
                    f"h.height = {n}",
                )
            )
        ][0].split("\n")

    def numbers_(self) -> list[str]:
        """Numbers that are drawn, kept and counted."""
        n, p = self.little(), self.who()
        return [
            self.chance.choice(
                (
                    f"vk[{self.little()}] += {n}",
                    f"vk[random(0..4)] -= {self.number(1).text}",
                    f"vm[{self.any_kind()}] += {n}",
                    f"{p}.points += {self.number(1).text}",
                    f"{p}.silver = random(1..6) * {n}",
                    f"vxs = [random(1..6) + d for d in 1..{n}]",
                    "vgs = {random(Good), vg}",
                    f"{p}.bid = {n}",
                    'announce "Something"',
                )
            )
        ]

    def question(self) -> list[str]:
        """A choice, and what follows."""
        p, n = self.who(), self.little()
        name = self.fresh("x")
        end = [*self.several(0)]
        ends = ["    otherwise:", *("    " + line for line in end)]
        match self.chance.randrange(10):
            case 0:
                return [
                    f"{p} chooses {name} in 0..{self.chance.randrange(4)}",
                    f"vc += {name}",
                ]
            case 1:
                return [
                    f"{p} chooses {name} in land", f"    where {name}.height <= 2",
                    f"    where {name}.stone is none", *ends,
                    f"if {name} is not none: {name}.height += 1",
                ]  # fmt: skip
            case 2:
                return [
                    "for each each_of in players:",
                    f"    each_of secretly chooses {name} in 0..2",
                    f"    each_of.secret_number = {name}",
                ]
            case 3:
                return [
                    f"{p} chooses {name} from player 1.hand, at most 2",
                    f"move {name} to {self.chance.choice(('gone', 'deck', 'pair'))}",
                ]
            case 9:
                return [f"best for {p} by {p}.points:",
                        f"    {p} chooses {name} in 0..2",
                        *("    " + line for line in self.several(0)),
                        f"    {p}.points += {name} * vc mod 3"]  # fmt: skip
            case 8:
                of = self.chance.choice(
                    ("vxs", "[3, vc, 3]", "[c.value for c in spare]")
                )
                return [f"{p} chooses {name} from {of}, at most 2", f"vc = sum({name})"]
            case 4:
                return [f"{p} may place(player 2, 2)"]
            case 5:
                return [
                    f"{p} may choose one of:",
                    "    place(player 1, 3)",
                    "    spend(player 1)",
                ]
            case 6:
                return [
                    f"{p} chooses one of:", f'    option {name} "A":',
                    *("    " + line for line in self.several(0)),
                    f'    option {name}_b "B":', "        vc += 1",
                ]  # fmt: skip
            case _:
                return [f"player 1 chooses {name} from {{wood: 2, salt: {n}}}, at most 2",
                        f"vbg = vbg + {name}"]  # fmt: skip

    def inside(self, deep: int) -> list[str]:
        """Statements in a loop or behind a condition."""
        inner = self.several(deep - 1)
        head = self.chance.choice(
            (
                f"if {self.truth(2).text}:",
                f"repeat {self.little()} times:",
                f"for each {self.fresh('e')} in players:",
                f"for each {self.fresh('e')} in land where random(1..4) == 1:",
            )
        )
        return [head, *inner]


def probe(seed: int) -> list[str]:
    """The lines of one random rule."""
    maker = Maker(random.Random(seed))
    return [
        line for _ in range(maker.chance.randrange(1, 4)) for line in maker.lines(2, 1)
    ]


def program(probes: list[list[str]]) -> str:
    """A game in which each turn's choice says which rule is carried out."""
    calls = "".join(
        f"                if pick == {number}: do probe_{number}\n"
        for number in range(1, len(probes) + 1)
    )
    rules = "".join(
        f"rule probe_{number}:\n" + "\n".join(lines) + "\n\n"
        for number, lines in enumerate(probes, 1)
    )
    return HEAD + TAIL.format(count=max(2, len(probes)), calls=calls) + "\n" + rules


def is_valid(lines: list[str]) -> bool:
    """Whether a rule holds no mistake."""
    return small(program([lines])).program is not None


def played(game: Game, engine: Engine, seed: int) -> str:
    """Play one game in both engines; gives the fault that ended it, or an empty text.

    Raises Difference.
    """
    chooser = random.Random(seed)
    compiled = engine.new()
    engine.log()
    ledger: list[Any] = []
    status = engine.start(compiled, seed)
    state: list[Any] = []
    try:
        state, options = game.machine.start(seed)
        for made in range(LONGEST):
            where = f"seed {seed}, after {made} choices"
            if status not in (ASK, OVER):
                raise Difference(f"{where}: only compiled: {engine.message()}")
            readable_options = engine.readable_options(state[DECISION])
            if readable_options != list(options):
                raise Difference(
                    f"{where}: options {options[:9]} and {readable_options[:9]}"
                )
            news, entries = engine.news()
            ledger += entries
            same(where, "news", state[NEWS], tuple(news))
            same(where, "ledger", state[LEDGER], tuple(ledger))
            same_state(where, game, state, engine.to_python(compiled))
            copy = engine.from_state(state)
            same_state(f"{where}, brought over", game, state, engine.to_python(copy))
            if not options:
                return ""
            engine.list_options(compiled)
            number = chooser.randrange(len(options))
            status = engine.choose(compiled, number)
            options = game.machine.resume(state, options[number])
    except GameFault as fault:
        said = fault.message if fault.span is None else f"{fault.span}: {fault.message}"
        if status in (ASK, OVER):
            raise Difference(f"seed {seed}: only Python: {said}") from None
        if said != engine.message():
            raise Difference(f"seed {seed}: {said} and {engine.message()}") from None
        return said
    return ""


TOGETHER = 12
"""So many rules are those of one game, of which so many games are played."""

GAMES = 12


def try_games(
    seed: int,
    games: int,
    outcome: Outcome,
    progress: Callable[[str], None] = lambda _: None,
) -> None:
    """Play games of random rules, from a seed on, and note what comes of them.

    `progress` is given a line now and then.
    """
    number = seed * 1_000_000
    for done in range(0, games, GAMES):
        progress(f"{done} of {games} games: {outcome}")
        rules: dict[int, list[str]] = {}
        while len(rules) < TOGETHER:
            lines = probe(number)
            if is_valid(lines):
                rules[number] = lines
            else:
                outcome.counts["refused by the checker"] += 1
            number += 1
        result = small(program(list(rules.values()))).program
        if result is None:  # two of them do not go together
            outcome.counts["refused by the checker"] += 1
            continue
        game = Game(result, 2)
        try:
            engine = Engine(game.module, QUICK)
        except (NoCompiler, Unsupported) as why:
            outcome.uncompiled.append(f"{list(rules)}: {why}")
            continue
        for play in range(min(GAMES, games - done)):
            try:
                said = played(game, engine, play)
            except Difference as difference:
                outcome.differences.append(f"rules from {min(rules)} on: {difference}")
            else:
                outcome.counts["games with a fault" if said else "whole games"] += 1

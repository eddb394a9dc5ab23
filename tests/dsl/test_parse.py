"""Every construct of the language, read into its node."""

from typing import Any, TypeVar

import attrs
import pytest

from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.syntax import nodes as n
from rulesrun.dsl.syntax.build import MEANT, Builder
from rulesrun.dsl.syntax.parse import parse
from rulesrun.dsl.syntax.reader import the_reader
from rulesrun.dsl.syntax.vocabulary import DECLARATIONS, INNER, STATEMENTS

T = TypeVar("T")
ANYWHERE = Span("any", 1, 1, 1, 1)


def make(node: type[T], **fields: Any) -> T:
    """A node at a place that does not count."""
    for attribute in attrs.fields(node):  # type: ignore[arg-type]
        if attribute.name in ("span", "name_span", "event_span", "amount_span"):
            fields.setdefault(attribute.name, ANYWHERE)
    return node(**fields)


def declarations(text: str) -> tuple[n.Decl, ...]:
    result = parse("language 1\n" + text, "test.rules")
    assert () == result.diagnostics
    assert result.file is not None
    return result.file.declarations[1:]


def declaration(text: str) -> n.Decl:
    (only,) = declarations(text)
    return only


def statement(text: str) -> n.Stmt:
    lines = "".join(f"    {line}\n" for line in text.splitlines())
    rule = declaration("rule test:\n" + lines)
    assert isinstance(rule, n.RuleDecl)
    (only,) = rule.body
    return only


def expression(text: str) -> n.Expr:
    let = statement(f"let x = {text}")
    assert isinstance(let, n.Let)
    return let.value


def type_of(text: str) -> n.TypeNode | n.ZoneNode:
    state = declaration(f"state:\n    x: {text}\n")
    assert isinstance(state, n.StateDecl)
    return state.variables[0].type


def name(text: str) -> n.Name:
    return make(n.Name, text=text)


def named(text: str) -> n.Named:
    return make(n.Named, text=text)


def number(value: int) -> n.Int:
    return make(n.Int, value=value)


def of(owner: str, field: str) -> n.Attribute:
    return make(n.Attribute, of=name(owner), name=field)


def cite(paragraph: str) -> n.Cite:
    return make(n.Cite, paragraph=paragraph)


def typed(base: str, **fields: Any) -> n.TypeNode:
    return make(n.TypeNode, base=base, **fields)


def param(text: str, kind: n.TypeNode) -> n.Param:
    return make(n.Param, name=text, type=kind)


PASS = make(n.Pass)
A, B, C, P, S, X, Y = (name(text) for text in "a b c p s x y".split())

# ---- the file ----------------------------------------------------------------


def test_declarations_keep_their_order() -> None:
    result = parse("language 1\nconstant b = 2\n\n# a\nconstant a = 1\n", "x.rules")

    assert result.file == n.RuleFile(
        path="x.rules",
        declarations=(
            make(n.Language, edition=1),
            make(n.ConstantDecl, name="b", value=number(2)),
            make(n.ConstantDecl, name="a", value=number(1)),
        ),
    )
    assert () == result.diagnostics
    assert frozenset() == result.broken


@pytest.mark.parametrize(
    "text",
    [
        "\ufefflanguage 1\nplay:\n    pass\n",
        "language 1\r\nplay:\r\n    pass\r\n",
        "language 1\rplay:\r    pass\r",
        "language 1\nplay:\n    pass",
        "\n# first\n\nlanguage 1 # edition\n\n\nplay: # now\n# left\n\n    pass\n # z",
        "language 1\nplay:\n      pass\n",
    ],
    ids=["byte-order mark", "CRLF", "CR", "no end of line", "comments", "six blanks"],
)
def test_layouts_that_make_no_difference(text: str) -> None:
    result = parse(text, "x.rules")

    assert () == result.diagnostics
    assert result.file is not None
    assert result.file.declarations == (
        make(n.Language, edition=1),
        make(n.Play, body=(PASS,)),
    )


def test_an_open_bracket_continues_a_line() -> None:
    assert expression("f(\n        1,  # one\n\n  2\n    )") == make(
        n.Call, name="f", args=(number(1), number(2))
    )
    assert declaration("function f(\n  a: int\n) -> int = a\n") == declaration(
        "function f(a: int) -> int = a\n"
    )


def test_every_rule_of_the_grammar_builds_something() -> None:
    """Lark makes a bare tree, without a word, of a rule that has no method."""
    lark = the_reader().lark
    built = {
        rule.alias or rule.origin.name
        for rule in lark.rules
        if rule.alias or not rule.options.expand1 or len(rule.expansion) > 1
    }
    methods = {method for method in vars(Builder) if not method.startswith("_")}

    assert set() == {rule for rule in built if not rule.startswith("_")} - methods
    assert set() == methods - built
    assert MEANT <= {terminal.name for terminal in lark.terminals}


# ---- the head of the file ----------------------------------------------------


def test_game() -> None:
    game = declaration(
        'game nim "Nim" fa "نیم":  @NI-1\n'
        '    players 2..4  @NI-2\n    rulebook "nim.md"\n    languages en, fa\n'
    )

    assert game == make(
        n.Game,
        name="nim",
        labels=n.Labels(text="Nim", translations=(("fa", "نیم"),)),
        players=(2, 4),
        rulebook="nim.md",
        rulebook_span=ANYWHERE,
        languages=("en", "fa"),
        cites=(cite("NI-1"), cite("NI-2")),
    )
    assert isinstance(game, n.Game)
    assert Span("test.rules", 4, 14, 4, 22) == game.rulebook_span


def test_what_a_game_requires_of_its_options() -> None:
    game = declaration(
        'game nim:\n    players 2\n    require a  "no" fa "نه" @NI-3\n'
        '    require b @NI-4\n        "never"\n'
    )

    assert isinstance(game, n.Game)
    no = n.Labels(text="no", translations=(("fa", "نه"),))
    assert game.require == (
        make(n.Require, test=A, reason=no, cites=(cite("NI-3"),)),
        make(n.Require, test=B, reason=n.Labels(text="never"), cites=(cite("NI-4"),)),
    )


def test_game_for_one_number_of_players() -> None:
    game = declaration("game nim:\n    players 2\n")

    assert isinstance(game, n.Game)
    assert (2, 2) == game.players
    assert None is game.rulebook
    assert () == game.languages


def test_include() -> None:
    assert declaration('include "nim.rules"\n') == make(n.Include, name="nim.rules")


def test_option() -> None:
    assert declaration('option long "Long game": bool = false\n') == make(
        n.OptionDecl,
        name="long",
        labels=n.Labels(text="Long game"),
        type=typed("bool"),
        default=make(n.Bool, value=False),
    )


# ---- components --------------------------------------------------------------


def test_enum_on_one_line() -> None:
    values = tuple(
        make(n.EnumValue, name=value, labels=n.NO_LABELS) for value in ("red", "blue")
    )

    assert declaration("enum Colour: red, blue\n") == make(
        n.EnumDecl, name="Colour", labels=n.NO_LABELS, values=values
    )


def test_enum_with_labels() -> None:
    enum = declaration(
        'enum Colour "colour":\n    red "Red" fa "سرخ"  @A-1\n    blue\n'
    )

    assert enum == make(
        n.EnumDecl,
        name="Colour",
        labels=n.Labels(text="colour"),
        values=(
            make(
                n.EnumValue,
                name="red",
                labels=n.Labels(text="Red", translations=(("fa", "سرخ"),)),
                cites=(cite("A-1"),),
            ),
            make(n.EnumValue, name="blue", labels=n.NO_LABELS),
        ),
    )


def test_enum_whose_values_answer_functions() -> None:
    enum = declaration(
        "enum Rank:\n    function worth(p: player) -> int = 1  @A-1\n"
        '    king "King":  @A-2\n        worth = 3\n    page\n'
    )

    assert enum == make(
        n.EnumDecl,
        name="Rank",
        labels=n.NO_LABELS,
        values=(
            make(
                n.EnumValue,
                name="king",
                labels=n.Labels(text="King"),
                cites=(cite("A-2"),),
                cases=(make(n.EnumCase, name="worth", value=number(3)),),
            ),
            make(n.EnumValue, name="page", labels=n.NO_LABELS),
        ),
        functions=(
            make(
                n.EnumFunction,
                name="worth",
                params=(param("p", typed("player")),),
                returns=typed("int"),
                default=number(1),
                cites=(cite("A-1"),),
            ),
        ),
    )


@pytest.mark.parametrize("kind", ["card", "tile"])
def test_component(kind: str) -> None:
    component = declaration(
        f'{kind} Money "money":\n    value "Value": 1..9\n    named "{{value}}"\n'
    )

    assert component == make(
        n.ComponentDecl,
        kind=kind,
        name="Money",
        labels=n.Labels(text="money"),
        fields=(
            make(
                n.FieldDecl,
                name="value",
                labels=n.Labels(text="Value"),
                type=typed("range", low=number(1), high=number(9)),
            ),
        ),
        named=make(n.Text, value="{value}"),
    )


def test_piece() -> None:
    assert declarations("piece house: 40 for each player\npiece wood: 24\n") == (
        make(
            n.PieceDecl,
            name="house",
            labels=n.NO_LABELS,
            count=make(n.Int, value=40),
            each=named("player"),
        ),
        make(
            n.PieceDecl,
            name="wood",
            labels=n.NO_LABELS,
            count=make(n.Int, value=24),
            each=None,
        ),
    )


def test_piece_of_several_kinds() -> None:
    assert declaration('piece worker of Colour "worker": 140\n') == make(
        n.PieceDecl,
        name="worker",
        labels=n.Labels(text="worker"),
        count=make(n.Int, value=140),
        each=None,
        kinds=named("Colour"),
    )


def test_board() -> None:
    boards = declarations(
        "board land: hex 20 x n named hexes\nboard b: square 3 x 3\n"
        "board town: spaces Place\n"
    )

    assert boards == (
        make(
            n.BoardDecl,
            name="land",
            labels=n.NO_LABELS,
            shape="hex",
            rows=number(20),
            columns=name("n"),
            naming="hexes",
        ),
        make(
            n.BoardDecl,
            name="b",
            labels=n.NO_LABELS,
            shape="square",
            rows=number(3),
            columns=number(3),
        ),
        make(
            n.BoardDecl,
            name="town",
            labels=n.NO_LABELS,
            shape="spaces",
            spaces=named("Place"),
        ),
    )


def test_supply() -> None:
    supply = declaration(
        'supply:\n    54 Building from "b.csv"\n    3 of each Money\n'
        '    2 of Card(1, "x")\n    1 of Thing()  @A-1\n'
    )

    assert supply == make(
        n.Supply,
        lines=(
            make(
                n.SupplyLine,
                count=number(54),
                component=named("Building"),
                csv=make(n.Text, value="b.csv"),
            ),
            make(n.SupplyLine, count=number(3), component=named("Money"), each=True),
            make(
                n.SupplyLine,
                count=number(2),
                component=named("Card"),
                args=(number(1), make(n.Text, value="x")),
            ),
            make(
                n.SupplyLine,
                count=number(1),
                component=named("Thing"),
                cites=(cite("A-1"),),
            ),
        ),
    )


def test_table() -> None:
    table = declaration(
        "table prize (place: 1..3, kind: Kind -> points: int), otherwise 0:  @A-1\n"
        '    1 | tower | -2 3 "x" true false none\n    2 | gate | 4  @A-2\n'
    )

    assert table == make(
        n.TableDecl,
        name="prize",
        labels=n.NO_LABELS,
        keys=(
            param("place", typed("range", low=number(1), high=number(3))),
            param("kind", typed("name", name="Kind")),
        ),
        values=(param("points", typed("int")),),
        default=number(0),
        rows=(
            make(
                n.TableRow,
                cells=(
                    (number(1),),
                    (name("tower"),),
                    (
                        number(-2),
                        number(3),
                        make(n.Text, value="x"),
                        make(n.Bool, value=True),
                        make(n.Bool, value=False),
                        make(n.NoneValue),
                    ),
                ),
                cell_spans=(),
            ),
            make(
                n.TableRow,
                cells=((number(2),), (name("gate"),), (number(4),)),
                cell_spans=(),
                cites=(cite("A-2"),),
            ),
        ),
        csv=None,
        cites=(cite("A-1"),),
    )
    assert isinstance(table, n.TableDecl)
    assert Span("test.rules", 4, 9, 4, 13) == table.rows[1].cell_spans[1]


def test_table_in_a_spreadsheet() -> None:
    assert declaration('table t "T" (a: int -> b: int) from "t.csv"\n') == make(
        n.TableDecl,
        name="t",
        labels=n.Labels(text="T"),
        keys=(param("a", typed("int")),),
        values=(param("b", typed("int")),),
        default=None,
        rows=(),
        csv=make(n.Text, value="t.csv"),
    )


def test_map() -> None:
    keys = "row: 0..1, column: 0..2 -> ground: Ground"
    drawn, filed = declarations(
        f'map coast ({keys}):\n    W = water  @A-1\n    "." = none\n    "W.W"\n'
        f'map c2 ({keys}), otherwise none from "c.txt":  @A-2\n    1 = water\n'
    )

    assert isinstance(drawn, n.MapDecl)
    assert drawn.letters == (
        make(n.MapLetter, letter="W", value=name("water"), cites=(cite("A-1"),)),
        make(n.MapLetter, letter=".", value=make(n.NoneValue)),
    )
    assert (make(n.Text, value="W.W"),) == drawn.drawn
    assert None is drawn.file
    assert isinstance(filed, n.MapDecl)
    assert "c2" == filed.name
    assert make(n.Text, value="c.txt") == filed.file
    assert make(n.NoneValue) == filed.default
    assert ["row", "column"] == [key.name for key in filed.keys]
    assert (cite("A-2"),) == filed.cites


def test_neutral() -> None:
    assert declarations('neutral dirk "Dirk" when p\nneutral other\n') == (
        make(n.Neutral, name="dirk", labels=n.Labels(text="Dirk"), when=P),
        make(n.Neutral, name="other", labels=n.NO_LABELS, when=None),
    )


# ---- state -------------------------------------------------------------------


def test_state() -> None:
    state = declaration(
        "state:\n    market[Currency]: space of Building or Card, at most 3\n"
        '    deck "Deck": deck of Money, secret\n'
        "    seen[player, cell of land, cell, 1..n]: bool, ledger = true  @A-1\n"
    )

    assert state == make(
        n.StateDecl,
        owner=None,
        variables=(
            make(
                n.Variable,
                name="market",
                keys=(make(n.Key, kind="name", name="Currency"),),
                labels=n.NO_LABELS,
                type=make(
                    n.ZoneNode, kind="space", names=(named("Building"), named("Card"))
                ),
                capacity=number(3),
            ),
            make(
                n.Variable,
                name="deck",
                keys=(),
                labels=n.Labels(text="Deck"),
                type=make(n.ZoneNode, kind="deck", names=(named("Money"),)),
                secret=True,
            ),
            make(
                n.Variable,
                name="seen",
                keys=(
                    make(n.Key, kind="player"),
                    make(n.Key, kind="cell", name="land"),
                    make(n.Key, kind="cell"),
                    make(n.Key, kind="range", low=number(1), high=name("n")),
                ),
                labels=n.NO_LABELS,
                type=typed("bool"),
                ledger=True,
                initial=make(n.Bool, value=True),
                cites=(cite("A-1"),),
            ),
        ),
    )


@pytest.mark.parametrize(
    ("subject", "owner"),
    [
        ("player", make(n.Key, kind="player")),
        ("cell", make(n.Key, kind="cell")),
        ("cell of land", make(n.Key, kind="cell", name="land")),
        ("Building", make(n.Key, kind="name", name="Building")),
    ],
)
def test_each_block(subject: str, owner: n.Key) -> None:
    state = declaration(f"each {subject}:\n    cards: hand of Money, seen by owner\n")

    assert state == make(
        n.StateDecl,
        owner=owner,
        variables=(
            make(
                n.Variable,
                name="cards",
                keys=(),
                labels=n.NO_LABELS,
                type=make(n.ZoneNode, kind="hand", names=(named("Money"),)),
                seen_by=make(n.Name, text="owner"),
            ),
        ),
    )


INT = typed("int")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("int", INT),
        ("bool", typed("bool")),
        ("text", typed("text")),
        ("player", typed("player")),
        ("cell", typed("cell")),
        ("cell of land", typed("cell", name="land")),
        ("place", typed("place")),
        ("edge", typed("edge")),
        ("-1..n", typed("range", low=number(-1), high=name("n"))),
        ("Kind", typed("name", name="Kind")),
        ("list of int", typed("list", inner=(INT,))),
        ("set of list of int", typed("set", inner=(typed("list", inner=(INT,)),))),
        ("bundle of Good", typed("bundle", name="Good")),
        ("hex grid of Tile", typed("hex", name="Tile")),
        ("square grid of Tile", typed("square", name="Tile")),
        ("(int, Kind)", typed("tuple", inner=(INT, typed("name", name="Kind")))),
        ("int or none", typed("int", optional=True)),
        (
            "Kind or int or none",
            typed("name", name="Kind", others=(INT,), optional=True),
        ),
    ],
)
def test_type(text: str, expected: n.TypeNode) -> None:
    assert expected == type_of(text)


@pytest.mark.parametrize("kind", "deck pile row hand bag area space stock".split())
def test_zone(kind: str) -> None:
    assert type_of(f"{kind} of Money") == make(
        n.ZoneNode, kind=kind, names=(named("Money"),)
    )


# ---- rules -------------------------------------------------------------------


def test_constant() -> None:
    assert declaration("constant limit = 6  @A-1\n") == make(
        n.ConstantDecl, name="limit", value=number(6), cites=(cite("A-1"),)
    )


@pytest.mark.parametrize(
    "body", [" = a", " =\n    a", ":\n    return a"], ids=["short", "below", "long"]
)
def test_function(body: str) -> None:
    assert declaration(f"function f(a: int, p: player) -> int{body}\n") == make(
        n.FunctionDecl,
        name="f",
        params=(param("a", INT), param("p", typed("player"))),
        returns=INT,
        body=(make(n.Return, value=A),),
    )


def test_rule() -> None:
    rules = declarations(
        'rule a(x: int) "A":  @A-1\n    pass\nrule b():\n    pass\nrule c:\n    pass\n'
    )

    assert rules == (
        make(
            n.RuleDecl,
            name="a",
            params=(param("x", INT),),
            labels=n.Labels(text="A"),
            body=(PASS,),
            cites=(cite("A-1"),),
        ),
        *(
            make(n.RuleDecl, name=name, params=(), labels=n.NO_LABELS, body=(PASS,))
            for name in "bc"
        ),
    )


def test_action_has_a_head_and_a_body() -> None:
    action = declaration(
        'action buy(p: player) "Buy":  @A-1\n'
        '    choose a in s "Which?"\n        where x "no"  @A-2\n'
        "    let b = a\n"
        '    require b\n        "too little" fa "کم"  @A-3\n'
        "    let c = b\n    pass\n"
    )

    assert action == make(
        n.ActionDecl,
        name="buy",
        params=(param("p", typed("player")),),
        labels=n.Labels(text="Buy"),
        head=(
            make(
                n.Choose,
                player=None,
                name="a",
                of=S,
                labels=n.Labels(text="Which?"),
                reason=n.Labels(text="Which?"),
                where=(
                    make(
                        n.Where,
                        test=X,
                        reason=n.Labels(text="no"),
                        cites=(cite("A-2"),),
                    ),
                ),
                asks_alone=True,
            ),
            make(n.Let, name="b", value=A),
            make(
                n.Require,
                test=B,
                reason=n.Labels(text="too little", translations=(("fa", "کم"),)),
                cites=(cite("A-3"),),
            ),
        ),
        body=(make(n.Let, name="c", value=B), PASS),
        cites=(cite("A-1"),),
    )


def test_action_without_a_body() -> None:
    action = declaration("action see(p: player):\n    let a = 1\n    require a\n")

    assert isinstance(action, n.ActionDecl)
    assert 2 == len(action.head)
    assert () == action.body


def test_event() -> None:
    assert declarations('event built(p: player) "built"\nevent reset()\n') == (
        make(
            n.EventDecl,
            name="built",
            params=(param("p", typed("player")),),
            labels=n.Labels(text="built"),
        ),
        make(n.EventDecl, name="reset", params=(), labels=n.NO_LABELS),
    )


def test_handler() -> None:
    handlers = declarations(
        "when built(p, h) and a for each x in s where y order 2:  @A-1\n    pass\n"
        "when reset():\n    pass\n"
    )

    assert handlers == (
        make(
            n.HandlerDecl,
            event="built",
            params=(named("p"), named("h")),
            test=A,
            each=make(n.Binder, name="x", of=S, where=Y),
            order=2,
            body=(PASS,),
            cites=(cite("A-1"),),
            ends_event=True,
        ),
        make(
            n.HandlerDecl,
            event="reset",
            params=(),
            test=None,
            each=None,
            order=None,
            body=(PASS,),
            ends_event=True,
        ),
    )


def test_amount_and_adjustment() -> None:
    pair = declarations(
        "amount tax(p: player) = 2  @A-1\n"
        "adjust tax(p) for each x in s when y order 1: result - 1\nadjust tax(): 3\n"
    )

    assert pair == (
        make(
            n.AmountDecl,
            name="tax",
            params=(param("p", typed("player")),),
            value=number(2),
            cites=(cite("A-1"),),
        ),
        make(
            n.AdjustDecl,
            amount="tax",
            params=(named("p"),),
            each=make(n.Binder, name="x", of=S),
            when=Y,
            order=1,
            value=make(n.Arithmetic, op="-", left=name("result"), right=number(1)),
        ),
        make(
            n.AdjustDecl,
            amount="tax",
            params=(),
            each=None,
            when=None,
            order=None,
            value=number(3),
        ),
    )


def test_amount_within_limits() -> None:
    amount = declaration("amount tax() = a, at least 0, at most b\n")

    assert amount == make(
        n.AmountDecl, name="tax", params=(), value=A, least=number(0), most=B
    )


def test_play() -> None:
    assert declaration("play:  @A-1\n    pass\n") == make(
        n.Play, body=(PASS,), cites=(cite("A-1"),)
    )


# ---- statements --------------------------------------------------------------

BODY = ":\n    pass"
LINES: list[tuple[str, n.Stmt]] = [
    (
        "let a = b  @A-1 @A-2",
        make(n.Let, name="a", value=B, cites=(cite("A-1"), cite("A-2"))),
    ),
    ("a = b", make(n.Assign, target=A, op="=", value=B)),
    ("p.x += 1", make(n.Assign, target=of("p", "x"), op="+=", value=number(1))),
    (
        "a[1, b] -= 1",
        make(
            n.Assign,
            target=make(n.Index, of=A, keys=(number(1), B)),
            op="-=",
            value=number(1),
        ),
    ),
    ("if a" + BODY, make(n.If, branches=((A, (PASS,)),))),
    (
        f"if a{BODY}\nelse if b{BODY}\nelse if c{BODY}\nelse{BODY}",
        make(
            n.If,
            branches=((A, (PASS,)), (B, (PASS,)), (C, (PASS,))),
            otherwise=(PASS,),
        ),
    ),
    (
        "if a:  @A-1\n    pass\nelse:  @A-2\n    pass",
        make(
            n.If,
            branches=((A, (PASS,)),),
            otherwise=(PASS,),
            cites=(cite("A-1"), cite("A-2")),
        ),
    ),
    (
        "for each x in s where y" + BODY,
        make(n.ForEach, binder=make(n.Binder, name="x", of=S, where=Y), body=(PASS,)),
    ),
    ("while a" + BODY, make(n.While, test=A, body=(PASS,))),
    ("repeat" + BODY + "\nuntil a", make(n.RepeatUntil, body=(PASS,), until=A)),
    ("repeat a times" + BODY, make(n.RepeatTimes, times=A, body=(PASS,))),
    ("stop", make(n.Stop)),
    ("next", make(n.Next)),
    ("pass", PASS),
    ("return", make(n.Return, value=None)),
    ("return a", make(n.Return, value=A)),
    ("do refill", make(n.Do, name="refill", args=())),
    ("do refill()", make(n.Do, name="refill", args=())),
    ("do refill(a, b)", make(n.Do, name="refill", args=(A, B))),
    ("raise built(a)", make(n.Raise, name="built", args=(A,))),
    (
        "move a to p.x",
        make(
            n.Move,
            what=A,
            to=make(n.Destination, zone=of("p", "x"), end=None, at=None),
        ),
    ),
    (
        "move a to bottom of b at c",
        make(n.Move, what=A, to=make(n.Destination, zone=B, end="bottom", at=C)),
    ),
    (
        "move 2 from a to top of b",
        make(
            n.MovePieces,
            count=number(2),
            source=A,
            to=make(n.Destination, zone=B, end="top", at=None),
        ),
    ),
    (
        "draw 2 from a to b",
        make(
            n.Draw,
            count=number(2),
            source=A,
            to=make(n.Destination, zone=B, end=None, at=None),
        ),
    ),
    ("shuffle a", make(n.Shuffle, zone=A)),
    ("turn p" + BODY, make(n.Turn, player=P, body=(PASS,))),
    (
        'phase "Spring" fa "بهار"' + BODY,
        make(
            n.Phase,
            labels=n.Labels(text="Spring", translations=(("fa", "بهار"),)),
            body=(PASS,),
        ),
    ),
    ('announce "Now"', make(n.Announce, labels=n.Labels(text="Now"))),
    (
        "rank players by most a then least b",
        make(
            n.Rank,
            by=(make(n.Ordering, most=True, by=A), make(n.Ordering, most=False, by=B)),
        ),
    ),
    ("end game", make(n.EndGame)),
    ("p wins", make(n.Wins, player=P)),
    ("p loses", make(n.Wins, player=P, loses=True)),
    ("nobody wins", make(n.Wins, player=None)),
    ("best for p by a" + BODY, make(n.Best, player=P, by=A, body=(PASS,))),
]


@pytest.mark.parametrize(("text", "expected"), LINES, ids=[text for text, _ in LINES])
def test_statement(text: str, expected: n.Stmt) -> None:
    assert expected == statement(text)


# ---- choices -----------------------------------------------------------------


def test_choice_with_all_clauses() -> None:
    choice = statement(
        'p chooses x in s "Where?" fa "کجا؟"  @A-1\n'
        '    where a "no"  @A-2\n    require b\n        "too few"\n    prefer c\n'
        "    otherwise:  @A-3\n        pass"
    )

    assert choice == make(
        n.Choose,
        player=P,
        name="x",
        of=S,
        labels=n.Labels(text="Where?", translations=(("fa", "کجا؟"),)),
        where=(
            make(n.Where, test=A, reason=n.Labels(text="no"), cites=(cite("A-2"),)),
        ),
        require=(make(n.Require, test=B, reason=n.Labels(text="too few")),),
        prefer=(make(n.Prefer, test=C, reason=n.NO_LABELS),),
        otherwise=(PASS,),
        asks_alone=True,
        cites=(cite("A-1"), cite("A-3")),
    )


def test_only_edition_1_asks_whoever_can_only_take_none() -> None:
    asks = {}
    for edition in (1, 2):
        text = f"language {edition}\nrule test:\n    p chooses x in s\n"
        result = parse(text, "x")
        assert () == result.diagnostics
        assert result.file is not None
        rule = result.file.declarations[1]
        assert isinstance(rule, n.RuleDecl)
        assert isinstance(rule.body[0], n.Choose)
        asks[edition] = rule.body[0].asks_alone

    assert {1: True, 2: False} == asks


def test_what_is_done_where_somebody_passes() -> None:
    choice = statement("p may choose x in s\n    pass:  @A-1\n        nothing")

    assert choice == make(
        n.Choose,
        player=P,
        name="x",
        of=S,
        optional=True,
        asks_alone=True,
        passing=(PASS,),
        cites=(cite("A-1"),),
    )


def test_reason_of_a_choice() -> None:
    choice = statement(
        'p chooses x in s\n    "none is free" fa "هیچ"  @A-1\n    where a'
    )

    assert isinstance(choice, n.Choose)
    assert choice.reason == n.Labels(text="none is free", translations=(("fa", "هیچ"),))
    assert (cite("A-1"),) == choice.cites
    assert 1 == len(choice.where)


@pytest.mark.parametrize(
    ("quantity", "least", "most"),
    [
        ("", None, None),
        (", at least 1", number(1), None),
        (", at most a", None, A),
        (", at least 1, at most 2", number(1), number(2)),
        (", exactly 2", number(2), number(2)),
    ],
)
def test_choice_of_several(
    quantity: str, least: n.Expr | None, most: n.Expr | None
) -> None:
    assert statement(f"p chooses x from s{quantity}") == make(
        n.Choose,
        player=P,
        name="x",
        of=S,
        several=True,
        least=least,
        most=most,
        asks_alone=True,
    )


@pytest.mark.parametrize(
    ("words", "secret", "optional"),
    [
        ("chooses", False, False),
        ("secretly chooses", True, False),
        ("may choose", False, True),
        ("may  secretly   choose", True, True),
    ],
)
def test_ways_to_choose(words: str, secret: bool, optional: bool) -> None:
    assert statement(f"p {words} x in s") == make(
        n.Choose,
        player=P,
        name="x",
        of=S,
        secret=secret,
        optional=optional,
        asks_alone=True,
    )
    menu = statement(f"p {words} one of:\n    buy(p)")
    assert isinstance(menu, n.Menu)
    assert (secret, optional) == (menu.secret, menu.optional)


def test_menu() -> None:
    menu = statement(
        'p chooses one of "What?":  @A-1\n    buy(p) when a  @A-2\n    sell()\n'
        '    option skip "Skip" when b:\n        pass\n    otherwise:\n        pass'
    )

    assert menu == make(
        n.Menu,
        player=P,
        secret=False,
        optional=False,
        labels=n.Labels(text="What?"),
        items=(
            make(n.MenuAction, name="buy", args=(P,), when=A, cites=(cite("A-2"),)),
            make(n.MenuAction, name="sell", args=(), when=None),
            make(
                n.MenuOption,
                name="skip",
                labels=n.Labels(text="Skip"),
                when=B,
                body=(PASS,),
            ),
        ),
        otherwise=(PASS,),
        cites=(cite("A-1"),),
    )


@pytest.mark.parametrize(
    ("word", "optional"), [("must", False), ("may", True)], ids=["must", "may"]
)
def test_menu_of_one_action(word: str, optional: bool) -> None:
    """The same node as a menu with that action, so nothing below knows the difference."""
    line = statement(f'p {word} buy(p, a) "What?" fa "چه؟"  @A-1')

    assert line == make(
        n.Menu,
        player=P,
        secret=False,
        optional=optional,
        labels=n.Labels(text="What?", translations=(("fa", "چه؟"),)),
        items=(make(n.MenuAction, name="buy", args=(P, A), when=None),),
        cites=(cite("A-1"),),
    )
    assert statement(f"p {word} sell()\n    otherwise:  @A-2\n        pass") == make(
        n.Menu,
        player=P,
        secret=False,
        optional=optional,
        labels=n.NO_LABELS,
        items=(make(n.MenuAction, name="sell", args=(), when=None),),
        otherwise=(PASS,),
        cites=(cite("A-2"),),
    )


def test_menu_of_one_action_is_told_apart_from_names() -> None:
    assert statement("must = may") == make(
        n.Assign, target=name("must"), op="=", value=name("may")
    )


def test_turn_of_one_line() -> None:
    inside = statement("p must buy(p)  @A-1\n    otherwise:\n        pass")

    assert make(n.Turn, player=P, body=(inside,)) == statement(
        "turn p: p must buy(p)  @A-1\n    otherwise:\n        pass"
    )
    assert statement("turn p: pass") == statement("turn p:\n    pass")


# ---- scenarios ---------------------------------------------------------------


def test_scenario() -> None:
    scenario = declaration(
        'scenario "it works":  @A-1\n'
        "    players 3  @A-2\n    seed 7\n    option long = true\n"
        "    given:\n        player 1.hand = {florin}\n"
        "    start turn(player 1)\n"
        "    player 2: buy slot=blue cards={blue 5} @A-3 # why not\n"
        "    expect player 1 to act\n    expect a\n"
        '    expect refused player 1: take "a#b" because "at most 5" @A-4\n'
        "    expect refused player 12: take\n"
        "    expect offered player 1: take x\n"
        "    expect only offered player 1: take x | pass\n"
        '    expect announced "first", "second"\n    expect announced nothing\n'
        "    expect game over\n"
    )

    first = make(n.PlayerAt, seat=1)
    assert scenario == make(
        n.ScenarioDecl,
        title="it works",
        players=3,
        seed=7,
        options=((named("long"), make(n.Bool, value=True)),),
        steps=(
            make(
                n.Given,
                body=(
                    make(
                        n.Assign,
                        target=make(n.Attribute, of=first, name="hand"),
                        op="=",
                        value=make(n.SetOf, items=(name("florin"),)),
                    ),
                ),
            ),
            make(n.Start, name="turn", args=(first,)),
            make(n.ScenarioChoice, seat=2, choice="buy slot=blue cards={blue 5}"),
            make(n.ExpectToAct, seat=1),
            make(n.Expect, test=A),
            make(n.ExpectRefused, seat=1, choice='take "a#b"', because="at most 5"),
            make(n.ExpectRefused, seat=12, choice="take", because=None),
            make(n.ExpectOffered, seat=1, choice="take x"),
            make(n.ExpectOnly, seat=1, choices=("take x", "pass")),
            make(n.ExpectAnnounced, texts=("first", "second")),
            make(n.ExpectAnnounced, texts=()),
            make(n.ExpectOver),
        ),
        cites=(cite("A-1"), cite("A-2")),
    )


# ---- expressions -------------------------------------------------------------


def compare(left: n.Expr, op: str, right: n.Expr) -> n.Compare:
    return make(n.Compare, op=op, left=left, right=right)


def arithmetic(left: n.Expr, op: str, right: n.Expr) -> n.Arithmetic:
    return make(n.Arithmetic, op=op, left=left, right=right)


def x_in_s(where: n.Expr | None = None) -> n.Binder:
    return make(n.Binder, name="x", of=S, where=where)


def some(where: n.Expr | None = None) -> n.Quantified:
    return make(n.Quantified, kind="some", binder=x_in_s(where))


VALUES: list[tuple[str, n.Expr]] = [
    ("12", number(12)),
    ('"text"', make(n.Text, value="text")),
    ("true", make(n.Bool, value=True)),
    ("false", make(n.Bool, value=False)),
    ("none", make(n.NoneValue)),
    ("it", make(n.It)),
    ("player 2", make(n.PlayerAt, seat=2)),
    ("a.b", of("a", "b")),
    ("a.player", of("a", "player")),
    ("a[b, 1]", make(n.Index, of=A, keys=(B, number(1)))),
    ("f()", make(n.Call, name="f", args=())),
    ("f(a, b)", make(n.Call, name="f", args=(A, B))),
    ("sum(a for x in s where b)", make(n.Fold, name="sum", item=A, binder=x_in_s(B))),
    (
        "most(a for x in s for y in c where b, otherwise 0)",
        make(
            n.Fold,
            name="most",
            item=A,
            binder=x_in_s(),
            more=(make(n.Binder, name="y", of=C, where=B),),
            otherwise=number(0),
        ),
    ),
    ("(a)", A),
    ("(a, b)", make(n.TupleOf, items=(A, B))),
    ("[]", make(n.ListOf, items=())),
    ("[a, b]", make(n.ListOf, items=(A, B))),
    ("[a for x in s]", make(n.ListFor, item=A, binder=x_in_s())),
    ("{}", make(n.SetOf, items=())),
    ("{a, b}", make(n.SetOf, items=(A, B))),
    ("{a for x in s where b}", make(n.SetFor, item=A, binder=x_in_s(B))),
    (
        "{wood: 2, b: a}",
        make(n.BundleOf, pairs=((name("wood"), number(2)), (name("b"), A))),
    ),
    (
        '{"0,-1": a, "x": b}',
        make(
            n.GridOf,
            pairs=(
                (make(n.Text, value="0,-1"), A),
                (make(n.Text, value="x"), B),
            ),
        ),
    ),
    ("can buy(a)", make(n.Can, name="buy", args=(A,))),
    ("options h of buy", make(n.Offered, name="h", of="buy")),
    ("options of h", make(n.Offered, name="h", of=None)),
    ("a and not b", make(n.And, left=A, right=make(n.Not, of=B))),
    ("a or b and c", make(n.Or, left=A, right=make(n.And, left=B, right=C))),
    *((f"a {op} b", compare(A, op, B)) for op in ("==", "!=", "<", "<=", ">", ">=")),
    ("a in b", make(n.Member, item=A, of=B, negated=False)),
    ("a not in b", make(n.Member, item=A, of=B, negated=True)),
    ("a is none", make(n.IsNone, of=A, negated=False)),
    ("a is not none", make(n.IsNone, of=A, negated=True)),
    ("a is empty", make(n.IsEmpty, of=A, negated=False)),
    ("a is not empty", make(n.IsEmpty, of=A, negated=True)),
    ("a is Money", make(n.IsType, of=A, name=named("Money"), negated=False)),
    ("a is not Money", make(n.IsType, of=A, name=named("Money"), negated=True)),
    ("a with b at c", make(n.GridWith, grid=A, component=B, at=C)),
    ("a without b", make(n.GridWithout, grid=A, at=B)),
    ("1..a", make(n.RangeOf, low=number(1), high=A)),
    ("a + b * c", arithmetic(A, "+", arithmetic(B, "*", C))),
    ("(a + b) * c", arithmetic(arithmetic(A, "+", B), "*", C)),
    ("a - b - c", arithmetic(arithmetic(A, "-", B), "-", C)),
    ("a mod 2", arithmetic(A, "mod", number(2))),
    ("a / 2 rounded down", make(n.Division, left=A, right=number(2), up=False)),
    ("a / 2 rounded up", make(n.Division, left=A, right=number(2), up=True)),
    ("-a", make(n.Negative, of=A)),
    ("a if b else c", make(n.Conditional, then=A, test=B, otherwise=C)),
    ("a after f(b)", make(n.After, of=A, name="f", args=(B,))),
    *(
        (f"{kind} x in s", make(n.Quantified, kind=kind, binder=x_in_s()))
        for kind in ("count", "some", "no", "all", "the", "any", "first")
    ),
    ("some x in s where a", some(A)),
    (
        "the x in s where c having most a then least b",
        make(
            n.Quantified,
            kind="the",
            binder=x_in_s(C),
            having=(
                make(n.Ordering, most=True, by=A),
                make(n.Ordering, most=False, by=B),
            ),
        ),
    ),
    (
        "the x in s having most a then least b where c",
        make(
            n.Quantified,
            kind="the",
            binder=x_in_s(C),
            having=(
                make(n.Ordering, most=True, by=A),
                make(n.Ordering, most=False, by=B),
            ),
        ),
    ),
    ("a and some x in s where b", make(n.And, left=A, right=some(B))),
    ("a or some x in s where b", make(n.Or, left=A, right=some(B))),
    ("not some x in s", make(n.Not, of=some())),
    ("a == some x in s", compare(A, "==", some())),
    ("every x in s has a", make(n.Every, binder=x_in_s(), holds=A)),
    ("every x in s where b has a", make(n.Every, binder=x_in_s(B), holds=A)),
    (
        "every x in s where (some x in s where b) has a and some x in s",
        make(
            n.Every,
            binder=x_in_s(some(B)),
            holds=make(n.And, left=A, right=some()),
        ),
    ),
    (
        "standings of x in s by most a then least b",
        make(
            n.Standings,
            binder=x_in_s(),
            by=(make(n.Ordering, most=True, by=A), make(n.Ordering, most=False, by=B)),
        ),
    ),
    ("longest run x in s where a", make(n.LongestRun, binder=x_in_s(A))),
    ("reach from a in s", make(n.Reach, start=A, within=S)),
    (
        "reach from a in s stepping x to y by b where c",
        make(
            n.Reach,
            start=A,
            within=S,
            stepping=make(
                n.Stepping,
                source=named("x"),
                target=named("y"),
                side=named("b"),
                where=C,
            ),
        ),
    ),
    ("regions of s", make(n.Regions, of=S)),
    (
        "[a for x in all y in s where b]",
        make(
            n.ListFor,
            item=A,
            binder=make(
                n.Binder,
                name="x",
                of=make(
                    n.Quantified,
                    kind="all",
                    binder=make(n.Binder, name="y", of=S, where=B),
                ),
            ),
        ),
    ),
    ("count", name("count")),
    ("first(a)", make(n.Call, name="first", args=(A,))),
]


@pytest.mark.parametrize(("text", "expected"), VALUES, ids=[text for text, _ in VALUES])
def test_expression(text: str, expected: n.Expr) -> None:
    assert expected == expression(text)


# ---- places ------------------------------------------------------------------


def test_places_are_those_of_the_whole_file() -> None:
    result = parse(
        "# a game\nlanguage 1\n\nrule refill:  @A-1\n    if total(p) > 3:\n"
        '        announce "بازی"  @A-2\n',
        "x.rules",
    )
    assert result.file is not None
    rule = result.file.declarations[1]
    assert isinstance(rule, n.RuleDecl)
    branch = rule.body[0]
    assert isinstance(branch, n.If)
    test, (announce,) = branch.branches[0]
    assert isinstance(test, n.Compare)
    assert isinstance(test.left, n.Call)

    def at(*place: int) -> Span:
        return Span("x.rules", *place)

    assert at(4, 1, 4, 13) == rule.span
    assert at(4, 6, 4, 12) == rule.name_span
    assert at(4, 15, 4, 19) == rule.cites[0].span
    assert at(5, 5, 5, 21) == branch.span
    assert at(5, 8, 5, 20) == test.span
    assert at(5, 8, 5, 16) == test.left.span
    assert at(5, 8, 5, 13) == test.left.name_span
    assert at(6, 9, 6, 24) == announce.span


def test_every_node_has_a_place_in_its_line() -> None:
    text = "language 1\nrule test:\n" + "".join(
        f"    {line}\n" for text, _ in LINES for line in text.splitlines()
    )
    result = parse(text, "x.rules")
    rows = text.splitlines()

    def look(value: Any) -> None:
        if isinstance(value, tuple):
            for item in value:
                look(item)
        elif isinstance(value, n.Node):
            span = value.span
            assert "x.rules" == span.path
            assert (span.line, span.column) < (span.end_line, span.end_column)
            assert rows[span.line - 1][span.column - 1] != " "
            assert rows[span.end_line - 1][span.end_column - 2] != " "
            for attribute in attrs.fields(type(value)):
                look(getattr(value, attribute.name))

    assert () == result.diagnostics
    assert result.file is not None
    look(result.file.declarations)


# ---- the examples that messages show -----------------------------------------

BODIES = {
    "game": "players 2",
    "head": "choose n in 1..3",
    "card": "value: int",
    "tile": "value: int",
    "supply": "3 of each Money",
    "substitution": "gold for any",
    "table": "1 | 2",
    "map": '"WWG"',
    "state": "x: int",
    "each": "x: int",
    "position": "players 2",
    "scenario": "players 2",
}


@pytest.mark.parametrize("word", DECLARATIONS)
def test_example_of_a_declaration_is_right(word: str) -> None:
    example = DECLARATIONS[word]
    if example.endswith(":"):
        example += f"\n    {BODIES.get(word, 'pass')}"
    result = parse(example if word == "language" else f"language 1\n{example}", "x")

    assert () == result.diagnostics


@pytest.mark.parametrize("word", STATEMENTS)
def test_example_of_a_statement_is_right(word: str) -> None:
    lines = [STATEMENTS[word]]
    if lines[0].endswith(":"):
        lines.append("    pass")
    if word == "else":
        lines[:0] = ["if p:", "    pass"]
    if word == "until":
        lines[:0] = ["repeat:", "    pass"]
    if word in ("where", "prefer", "otherwise"):
        lines = ["choose h in land", *(f"    {line}" for line in lines)]
    if word == "pass":
        lines = ["p may choose h in land", *(f"    {line}" for line in lines)]
    body = "".join(f"    {line}\n" for line in lines)

    assert () == parse(f"language 1\naction test(p: player):\n{body}", "x").diagnostics


@pytest.mark.parametrize("word", INNER)
def test_example_of_an_inner_line_is_right(word: str) -> None:
    header = DECLARATIONS[word]
    if word == "enum":
        header = "enum Colour:"
    if word == "table":
        header = "table t (a: Kind -> b: int, c: int):"

    text = f"language 1\n{header}\n    {INNER[word][1]}\n"
    assert () == parse(text, "x").diagnostics

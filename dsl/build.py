"""Builds the tree while Lark reads: one short method for each rule of the grammar.

The methods stand in the order of `grammar.lark`, under the names used there. They are
called from inside the parser (no second walk, no recursion) and judge nothing, except
for lines given twice, missing or late. More than 400 lines: it mirrors the grammar.
"""

# ruff: noqa: D102 - what a method builds stands above its rule in grammar.lark

import re
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

from attrs import evolve, frozen
from lark import Token, Transformer

from rulesrun.dsl import nodes
from rulesrun.dsl.codes import problem
from rulesrun.dsl.diagnostics import Diagnostic, Label
from rulesrun.dsl.nodes import Cite, Expr, Labels, Named, Node
from rulesrun.dsl.spans import Span

# The parser keeps all tokens, since the first and the last one say where a construct
# stands. Methods get only those that carry meaning beyond being there.
WORDS = "NAME INT STRING CITE COMPONENT SHAPE ZONE CHOOSES QUANTIFIER MOST ROUND END"
SIGNS = "CHANGE COMPARE ADD MUL LATTICE WINS MUST"
MEANT = frozenset(f"{WORDS} {SIGNS} CHANCE CHOICE REFUSAL OFFER ONLY_OFFER".split())

Cites = tuple[Cite, ...]
Params = tuple[nodes.Param, ...] | None
Args = tuple[Expr, ...] | None
Each = tuple[Any, ...]  # what a comprehension gives, then its binders


class Suite(tuple[Any, ...]):
    """The indented lines under a header; where they begin, the header ends."""

    __slots__ = ()


@frozen(kw_only=True)
class Rows(Node):
    """The rows of a table, or the spreadsheet that holds them."""

    rows: tuple[nodes.TableRow, ...] = ()
    csv: nodes.Text | None = None
    cites: Cites = ()


@frozen(kw_only=True)
class Mark(Node):
    """A small part that a larger construct takes up: `at most 3`, `seen by owner`."""

    kind: str
    value: Any = None
    cites: Cites = ()


def _placed(method: Callable[..., Any]) -> Callable[..., Any]:
    """Hands a method the span of its construct, then the parts that mean something."""

    @wraps(method)
    def build(self: "Builder", children: list[Any]) -> Any:
        parts = [
            child
            for child in children
            if not isinstance(child, Token) or child.type in MEANT
        ]
        return method(self, self._span(children), *parts)

    return build


def _with_places(builder: type["Builder"]) -> type["Builder"]:
    for name, method in list(vars(builder).items()):
        if not name.startswith("_") and callable(method):
            setattr(builder, name, _placed(method))
    return builder


@_with_places
class Builder(Transformer[Token, Any]):
    """Builds the nodes of one block; the place of the block is set before it is read.

    Attributes:
        path: the name of the text, for spans.
        offset: how many lines stand above the block.
        problems: what the builder noticed; taken and emptied by the parser.
    """

    def __init__(self) -> None:
        super().__init__()
        self.path = ""
        self.offset = 0
        self.problems: list[Diagnostic] = []

    # ---- places and small parts ---------------------------------------------

    def _span(self, children: Iterable[Any]) -> Span:
        """From the first child to the last one of the header line."""
        first: Span | None = None
        last: Span | None = None
        for child in children:
            place: Span | None = None
            if isinstance(child, Token):
                if child.type == "_NL":
                    break
                place = self._at(child)
            elif isinstance(child, Node):
                place = child.span
            elif isinstance(child, Suite):
                break
            elif isinstance(child, tuple) and child and isinstance(child[-1], Node):
                if not isinstance(child[-1], Cite):
                    place = child[-1].span
            if place is not None:
                first = first or place
                last = place
        if first is None or last is None:
            return Span(self.path, self.offset + 1, 1, self.offset + 1, 1)
        return first.to(last)

    def _at(self, token: Token) -> Span:
        line, column = token.line or 1, token.column or 1
        return Span(
            self.path,
            self.offset + line,
            column,
            self.offset + (token.end_line or line),
            token.end_column or column,
        )

    def _named(self, token: Token) -> Named:
        return Named(span=self._at(token), text=str(token))

    def _text(self, token: Token) -> nodes.Text:
        return nodes.Text(span=self._at(token), value=_unquoted(token))

    def _problem(self, code: str, message: str, span: Span, **more: Any) -> None:
        self.problems.append(problem(code, span, message, **more))

    def _one(self, what: str, found: list[Any]) -> Any:
        """The only one of a kind of line or part; a second one is a problem."""
        for again in found[1:]:
            self._problem(
                "syntax",
                f"{what} is given twice here",
                again.span,
                mark="again",
                labels=(Label(found[0].span, "first given here"),),
                hint="keep one of the two",
            )
        return found[0] if found else None

    # ---- file head ----------------------------------------------------------

    def start(self, span: Span, declaration: nodes.Decl) -> nodes.Decl:
        return declaration

    def language(self, span: Span, edition: Token, *cites: Cites) -> Node:
        return nodes.Language(span=span, edition=int(edition), cites=_joined(cites))

    def include(self, span: Span, name: Token, cites: Cites) -> nodes.Include:
        return nodes.Include(
            span=span, name=_unquoted(name), name_span=self._at(name), cites=cites
        )

    def game(self, span: Span, name: Token, labels: Labels, *lines: Any) -> Node:
        cites, marks = lines[0], lines[1:]
        players = self._one("the number of players", _of_kind("players", marks))
        rulebook = self._one("the rulebook", _of_kind("rulebook", marks))
        languages = self._one("the list of languages", _of_kind("languages", marks))
        if players is None:
            self._problem(
                "game-without-players",
                "the game does not say how many people play it",
                span,
                mark="no line for the players",
                hint="add a line such as `players 2..4` under this one",
            )
        return nodes.Game(
            span=span,
            name=str(name),
            labels=labels,
            players=players.value if players else (1, 1),
            rulebook=rulebook.value.value if rulebook else None,
            rulebook_span=rulebook.value.span if rulebook else None,
            languages=languages.value if languages else (),
            players_span=players.span if players else None,
            require=tuple(x.value for x in _of_kind("require", marks)),
            cites=cites + _joined(mark.cites for mark in marks),
        )

    def game_require(
        self,
        span: Span,
        test: Expr,
        labels: Labels,
        cites: Cites,
        below: tuple[Labels, Cites] | None,
    ) -> Mark:
        reason, cites = _with_reason(labels, cites, below)
        line = nodes.Require(span=span, test=test, reason=reason, cites=cites)
        return Mark(span=span, kind="require", value=line)

    def game_players(
        self, span: Span, low: Token, high: Token | None, cites: Cites
    ) -> Mark:
        value = (int(low), int(high or low))
        return Mark(span=span, kind="players", value=value, cites=cites)

    def up_to(self, span: Span, high: Token) -> Token:
        return high

    def game_rulebook(self, span: Span, path: Token, cites: Cites) -> Mark:
        return Mark(span=span, kind="rulebook", value=self._text(path), cites=cites)

    def game_languages(self, span: Span, *parts: Any) -> Mark:
        value = tuple(str(name) for name in parts[:-1])
        return Mark(span=span, kind="languages", value=value, cites=parts[-1])

    def option_decl(
        self,
        span: Span,
        name: Token,
        labels: Labels,
        type_: nodes.TypeNode,
        default: Expr,
        cites: Cites,
    ) -> Node:
        return nodes.OptionDecl(
            span=span,
            name=str(name),
            name_span=self._at(name),
            labels=labels,
            type=type_,
            default=default,
            cites=cites,
        )

    # ---- components ---------------------------------------------------------

    def enum_inline(
        self, span: Span, name: Token, labels: Labels, *parts: Any
    ) -> nodes.EnumDecl:
        values = tuple(
            nodes.EnumValue(
                span=self._at(value), name=str(value), labels=nodes.NO_LABELS
            )
            for value in parts[:-1]
        )
        return self._enum(span, name, labels, values, parts[-1])

    def enum_block(
        self, span: Span, name: Token, labels: Labels, cites: Cites, *lines: Any
    ) -> nodes.EnumDecl:
        return self._enum(span, name, labels, lines, cites)

    def _enum(
        self, span: Span, name: Token, labels: Labels, lines: Any, cites: Cites
    ) -> nodes.EnumDecl:
        return nodes.EnumDecl(
            span=span,
            name=str(name),
            name_span=self._at(name),
            labels=labels,
            values=tuple(x for x in lines if isinstance(x, nodes.EnumValue)),
            functions=tuple(x for x in lines if isinstance(x, nodes.EnumFunction)),
            cites=cites,
        )

    def enum_value(
        self, span: Span, name: Token, labels: Labels, cites: Cites, *cases: Any
    ) -> nodes.EnumValue:
        return nodes.EnumValue(
            span=span, name=str(name), labels=labels, cites=cites, cases=cases
        )

    def enum_function(
        self,
        span: Span,
        name: Token,
        params: Params,
        returns: nodes.TypeNode,
        default: Expr | None,
        cites: Cites,
    ) -> nodes.EnumFunction:
        return nodes.EnumFunction(
            span=span,
            name=str(name),
            name_span=self._at(name),
            params=params or (),
            returns=returns,
            default=default,
            cites=cites,
        )

    def enum_default(self, span: Span, value: Expr) -> Expr:
        return value

    def enum_case(
        self, span: Span, name: Token, value: Expr, cites: Cites
    ) -> nodes.EnumCase:
        return nodes.EnumCase(
            span=span,
            name=str(name),
            name_span=self._at(name),
            value=value,
            cites=cites,
        )

    def component(
        self,
        span: Span,
        kind: Token,
        name: Token,
        labels: Labels,
        cites: Cites,
        *lines: Any,
    ) -> nodes.ComponentDecl:
        named = self._one("the text for one of these", _of_kind("named", lines))
        return nodes.ComponentDecl(
            span=span,
            kind=str(kind),
            name=str(name),
            name_span=self._at(name),
            labels=labels,
            fields=tuple(x for x in lines if isinstance(x, nodes.FieldDecl)),
            named=named.value[0] if named else None,
            shown=named.value[1] if named else nodes.NO_LABELS,
            cites=cites + (named.cites if named else ()),
        )

    def field(
        self,
        span: Span,
        name: Token,
        labels: Labels,
        type_: nodes.TypeNode,
        cites: Cites,
    ) -> nodes.FieldDecl:
        return nodes.FieldDecl(
            span=span, name=str(name), labels=labels, type=type_, cites=cites
        )

    def component_named(self, span: Span, text: Token, *parts: Any) -> Mark:
        *translations, cites = parts
        value = (self._text(text), Labels(translations=tuple(translations)))
        return Mark(span=span, kind="named", value=value, cites=cites)

    def piece(
        self,
        span: Span,
        name: Token,
        kinds: Named | None,
        labels: Labels,
        count: Token,
        each: Named | None,
        cites: Cites,
    ) -> nodes.PieceDecl:
        return nodes.PieceDecl(
            span=span,
            name=str(name),
            name_span=self._at(name),
            labels=labels,
            count=int(count),
            each=each,
            kinds=kinds,
            cites=cites,
        )

    def piece_kinds(self, span: Span, name: Token) -> Named:
        return self._named(name)

    def piece_each(self, span: Span, name: Token) -> Named:
        return self._named(name)

    def board_grid(
        self,
        span: Span,
        name: Token,
        labels: Labels,
        shape: Token,
        rows: Expr,
        columns: Expr,
        naming: str | None,
        cites: Cites,
    ) -> nodes.BoardDecl:
        return nodes.BoardDecl(
            span=span,
            name=str(name),
            name_span=self._at(name),
            labels=labels,
            shape=str(shape),
            rows=rows,
            columns=columns,
            naming=naming,
            cites=cites,
        )

    def board_graph(
        self, span: Span, name: Token, labels: Labels, spaces: Token, cites: Cites
    ) -> nodes.BoardDecl:
        return nodes.BoardDecl(
            span=span,
            name=str(name),
            name_span=self._at(name),
            labels=labels,
            shape="spaces",
            spaces=self._named(spaces),
            cites=cites,
        )

    def board_names(self, span: Span, name: Token) -> str:
        return str(name)

    def supply(self, span: Span, cites: Cites, *lines: Any) -> nodes.Supply:
        return nodes.Supply(span=span, lines=lines, cites=cites)

    def supply_csv(
        self, span: Span, count: Expr, name: Token, path: Token, cites: Cites
    ) -> nodes.SupplyLine:
        return nodes.SupplyLine(
            span=span,
            count=count,
            component=self._named(name),
            csv=self._text(path),
            cites=cites,
        )

    def supply_each(
        self, span: Span, count: Expr, name: Token, cites: Cites
    ) -> nodes.SupplyLine:
        return nodes.SupplyLine(
            span=span, count=count, component=self._named(name), each=True, cites=cites
        )

    def supply_one(
        self, span: Span, count: Expr, name: Token, args: Args, cites: Cites
    ) -> nodes.SupplyLine:
        return nodes.SupplyLine(
            span=span,
            count=count,
            component=self._named(name),
            args=args or (),
            cites=cites,
        )

    def table(
        self,
        span: Span,
        name: Token,
        labels: Labels,
        keys: tuple[nodes.Param, ...],
        values: tuple[nodes.Param, ...],
        default: Expr | None,
        rows: Rows,
    ) -> nodes.TableDecl:
        return nodes.TableDecl(
            span=span,
            name=str(name),
            name_span=self._at(name),
            labels=labels,
            keys=keys,
            values=values,
            default=default,
            rows=rows.rows,
            csv=rows.csv,
            cites=rows.cites,
        )

    def table_default(self, span: Span, value: Expr) -> Expr:
        return value

    def table_csv(self, span: Span, path: Token, cites: Cites) -> Rows:
        return Rows(span=span, csv=self._text(path), cites=cites)

    def table_inline(self, span: Span, cites: Cites, *rows: Any) -> Rows:
        return Rows(span=span, rows=rows, cites=cites)

    def table_row(self, span: Span, *parts: Any) -> nodes.TableRow:
        cells = parts[:-1]
        return nodes.TableRow(
            span=span,
            cells=tuple(cell.value for cell in cells),
            cell_spans=tuple(cell.span for cell in cells),
            cites=parts[-1],
        )

    def cell(self, span: Span, *items: Any) -> Mark:
        return Mark(span=span, kind="cell", value=items)

    def map(
        self,
        span: Span,
        name: Token,
        labels: Labels,
        keys: tuple[nodes.Param, ...],
        values: tuple[nodes.Param, ...],
        default: Expr | None,
        file: nodes.Text | None,
        cites: Cites,
        *lines: Any,
    ) -> nodes.MapDecl:
        return nodes.MapDecl(
            span=span,
            name=str(name),
            name_span=self._at(name),
            labels=labels,
            keys=keys,
            values=values,
            default=default,
            rows=(),
            csv=None,
            letters=tuple(x for x in lines if isinstance(x, nodes.MapLetter)),
            file=file,
            drawn=tuple(x for x in lines if isinstance(x, nodes.Text)),
            cites=cites,
        )

    def map_file(self, span: Span, path: Token) -> nodes.Text:
        return self._text(path)

    def map_letter(
        self, span: Span, letter: Token, value: Expr, cites: Cites
    ) -> nodes.MapLetter:
        text = _unquoted(letter) if letter.type == "STRING" else str(letter)
        return nodes.MapLetter(span=span, letter=text, value=value, cites=cites)

    def map_row(self, span: Span, row: Token, cites: Cites) -> nodes.Text:
        return self._text(row)

    def neutral(
        self, span: Span, name: Token, labels: Labels, when: Expr | None, cites: Cites
    ) -> nodes.Neutral:
        return nodes.Neutral(
            span=span,
            name=str(name),
            name_span=self._at(name),
            labels=labels,
            when=when,
            cites=cites,
        )

    # ---- state --------------------------------------------------------------

    def state(self, span: Span, cites: Cites, *variables: Any) -> nodes.StateDecl:
        return nodes.StateDecl(span=span, owner=None, variables=variables, cites=cites)

    def each_block(
        self, span: Span, owner: nodes.Key, cites: Cites, *variables: Any
    ) -> nodes.StateDecl:
        return nodes.StateDecl(span=span, owner=owner, variables=variables, cites=cites)

    def variable(
        self,
        span: Span,
        name: Token,
        keys: tuple[nodes.Key, ...] | None,
        labels: Labels,
        type_: nodes.TypeNode | nodes.ZoneNode,
        *parts: Any,
    ) -> nodes.Variable:
        marks, (initial, cites) = parts[:-2], parts[-2:]
        capacity = self._one("how much it may hold", _of_kind("capacity", marks))
        turned = self._one("how its components lie", _of_kind("turned", marks))
        return nodes.Variable(
            span=span,
            name=str(name),
            name_span=self._at(name),
            keys=keys or (),
            labels=labels,
            type=type_,
            secret=bool(_of_kind("secret", marks)),
            owner_only=bool(_of_kind("owner", marks)),
            capacity=capacity.value if capacity else None,
            ledger=bool(_of_kind("ledger", marks)),
            turned=turned.value if turned else None,
            initial=initial,
            cites=cites,
        )

    def initial(self, span: Span, value: Expr) -> Expr:
        return value

    def keys(self, span: Span, *keys: Any) -> tuple[nodes.Key, ...]:
        return keys

    def subject_player(self, span: Span) -> nodes.Key:
        return nodes.Key(span=span, kind="player")

    def subject_cell(self, span: Span, board: Token | None) -> nodes.Key:
        return nodes.Key(
            span=span,
            kind="cell",
            name=board and str(board),
            name_span=self._at(board) if board else None,
        )

    def subject_component(self, span: Span, name: Token) -> nodes.Key:
        return nodes.Key(span=span, kind="name", name=str(name))

    def key_player(self, span: Span) -> nodes.Key:
        return nodes.Key(span=span, kind="player")

    def key_cell(self, span: Span, board: Token | None) -> nodes.Key:
        return nodes.Key(
            span=span,
            kind="cell",
            name=board and str(board),
            name_span=self._at(board) if board else None,
        )

    def key_name(self, span: Span, name: Token) -> nodes.Key:
        return nodes.Key(span=span, kind="name", name=str(name))

    def key_range(self, span: Span, low: Expr, high: Expr) -> nodes.Key:
        return nodes.Key(span=span, kind="range", low=low, high=high)

    def of_board(self, span: Span, name: Token) -> Token:
        return name

    def visible_to_none(self, span: Span) -> Mark:
        return Mark(span=span, kind="secret")

    def visible_to_owner(self, span: Span) -> Mark:
        return Mark(span=span, kind="owner")

    def capacity(self, span: Span, value: Expr) -> Mark:
        return Mark(span=span, kind="capacity", value=value)

    def ledger(self, span: Span) -> Mark:
        return Mark(span=span, kind="ledger")

    def turned(self, span: Span, name: Token) -> Mark:
        return Mark(span=span, kind="turned", value=self._named(name))

    # ---- types --------------------------------------------------------------

    def zone(self, span: Span, kind: Token, *names: Token) -> nodes.ZoneNode:
        return nodes.ZoneNode(
            span=span, kind=str(kind), names=tuple(map(self._named, names))
        )

    def type(self, span: Span, base: nodes.TypeNode, *others: Any) -> nodes.TypeNode:
        if not others:
            return base
        return evolve(
            base,
            span=span,
            others=tuple(x for x in others if isinstance(x, nodes.TypeNode)),
            optional=any(isinstance(x, Mark) for x in others),
        )

    def or_type(self, span: Span, other: nodes.TypeNode | None = None) -> Node:
        return other or Mark(span=span, kind="none")

    def type_int(self, span: Span) -> nodes.TypeNode:
        return nodes.TypeNode(span=span, base="int")

    def type_bool(self, span: Span) -> nodes.TypeNode:
        return nodes.TypeNode(span=span, base="bool")

    def type_text(self, span: Span) -> nodes.TypeNode:
        return nodes.TypeNode(span=span, base="text")

    def type_player(self, span: Span) -> nodes.TypeNode:
        return nodes.TypeNode(span=span, base="player")

    def type_cell(self, span: Span, board: Token | None) -> nodes.TypeNode:
        return nodes.TypeNode(
            span=span,
            base="cell",
            name=board and str(board),
            name_span=self._at(board) if board else None,
        )

    def type_place(self, span: Span) -> nodes.TypeNode:
        return nodes.TypeNode(span=span, base="place")

    def type_place_of(self, span: Span, shape: Token) -> nodes.TypeNode:
        return nodes.TypeNode(span=span, base=f"{shape} place")

    def type_edge(self, span: Span) -> nodes.TypeNode:
        return nodes.TypeNode(span=span, base="edge")

    def type_range(self, span: Span, low: Expr, high: Expr) -> nodes.TypeNode:
        return nodes.TypeNode(span=span, base="range", low=low, high=high)

    def type_name(self, span: Span, name: Token) -> nodes.TypeNode:
        return nodes.TypeNode(
            span=span, base="name", name=str(name), name_span=self._at(name)
        )

    def type_list(self, span: Span, of: nodes.TypeNode) -> nodes.TypeNode:
        return nodes.TypeNode(span=span, base="list", inner=(of,))

    def type_set(self, span: Span, of: nodes.TypeNode) -> nodes.TypeNode:
        return nodes.TypeNode(span=span, base="set", inner=(of,))

    def type_bundle(self, span: Span, name: Token) -> nodes.TypeNode:
        return nodes.TypeNode(
            span=span, base="bundle", name=str(name), name_span=self._at(name)
        )

    def type_grid(self, span: Span, shape: Token, name: Token) -> nodes.TypeNode:
        return nodes.TypeNode(
            span=span, base=str(shape), name=str(name), name_span=self._at(name)
        )

    def type_tuple(self, span: Span, *inner: Any) -> nodes.TypeNode:
        return nodes.TypeNode(span=span, base="tuple", inner=inner)

    # ---- rules --------------------------------------------------------------

    def constant(
        self, span: Span, name: Token, value: Expr, cites: Cites
    ) -> nodes.ConstantDecl:
        return nodes.ConstantDecl(
            span=span,
            name=str(name),
            name_span=self._at(name),
            value=value,
            cites=cites,
        )

    def params(self, span: Span, *params: Any) -> Params:
        return params

    def param(self, span: Span, name: Token, type_: nodes.TypeNode) -> nodes.Param:
        return nodes.Param(span=span, name=str(name), type=type_)

    def formals(self, span: Span, params: Params) -> Params:
        return params or ()

    def function_short(
        self,
        span: Span,
        name: Token,
        params: Params,
        returns: nodes.TypeNode,
        value: Expr,
        cites: Cites,
    ) -> nodes.FunctionDecl:
        body = (nodes.Return(span=value.span, value=value),)
        return self._function(span, name, params, returns, body, cites)

    def function_below(
        self,
        span: Span,
        name: Token,
        params: Params,
        returns: nodes.TypeNode,
        cites: Cites,
        value: Expr,
        below: Cites,
    ) -> nodes.FunctionDecl:
        body = (nodes.Return(span=value.span, value=value),)
        return self._function(span, name, params, returns, body, cites + below)

    def function_long(
        self,
        span: Span,
        name: Token,
        params: Params,
        returns: nodes.TypeNode,
        cites: Cites,
        body: Suite,
    ) -> nodes.FunctionDecl:
        return self._function(span, name, params, returns, tuple(body), cites)

    def _function(
        self,
        span: Span,
        name: Token,
        params: Params,
        returns: nodes.TypeNode,
        body: nodes.Block,
        cites: Cites,
    ) -> nodes.FunctionDecl:
        return nodes.FunctionDecl(
            span=span,
            name=str(name),
            name_span=self._at(name),
            params=params or (),
            returns=returns,
            body=body,
            cites=cites,
        )

    def rule(
        self,
        span: Span,
        name: Token,
        params: Params,
        labels: Labels,
        cites: Cites,
        body: Suite,
    ) -> nodes.RuleDecl:
        return nodes.RuleDecl(
            span=span,
            name=str(name),
            name_span=self._at(name),
            params=params or (),
            labels=labels,
            body=tuple(body),
            cites=cites,
        )

    def action(
        self,
        span: Span,
        name: Token,
        params: tuple[nodes.Param, ...],
        labels: Labels,
        cites: Cites,
        *lines: Any,
    ) -> nodes.ActionDecl:
        head, body = self._head_and_body(str(name), lines)
        return nodes.ActionDecl(
            span=span,
            name=str(name),
            name_span=self._at(name),
            params=params,
            labels=labels,
            head=head,
            body=body,
            cites=cites,
        )

    def _head_and_body(
        self, action: str, lines: tuple[Any, ...]
    ) -> tuple[tuple[Any, ...], nodes.Block]:
        """The choices and conditions, and what follows from the first other line on."""
        end = 0
        for place, line in enumerate(lines):
            if _is_head(line):
                end = place + 1
            elif not isinstance(line, nodes.Let):
                break
        for line in lines[end:]:
            if _is_head(line):
                word = "require" if isinstance(line, nodes.Require) else "choose"
                self._problem(
                    "late-choice",
                    f"`{word}` stands below the first line of `{action}` that changes "
                    "something",
                    line.span,
                    mark="too late",
                    labels=(Label(lines[end].span, "the changes begin here"),),
                    hint="move it above the changes, or let a player choose here: "
                    "`p chooses x in S`",
                )
        return lines[:end], tuple(x for x in lines[end:] if not _is_head(x))

    def head_choose(
        self,
        span: Span,
        subject: Mark,
        labels: Labels,
        cites: Cites,
        clauses: Suite | None,
    ) -> nodes.Choose:
        return self._choose(span, None, "", subject, labels, cites, clauses)

    def head_require(
        self,
        span: Span,
        test: Expr,
        labels: Labels,
        cites: Cites,
        below: tuple[Labels, Cites] | None,
    ) -> nodes.Require:
        reason, cites = _with_reason(labels, cites, below)
        return nodes.Require(span=span, test=test, reason=reason, cites=cites)

    def event(
        self, span: Span, name: Token, params: Params, labels: Labels, cites: Cites
    ) -> nodes.EventDecl:
        return nodes.EventDecl(
            span=span,
            name=str(name),
            name_span=self._at(name),
            params=params or (),
            labels=labels,
            cites=cites,
        )

    def handler(
        self,
        span: Span,
        event: Token,
        names: tuple[Named, ...] | None,
        test: Expr | None,
        each: nodes.Binder | None,
        order: int | None,
        cites: Cites,
        body: Suite,
    ) -> nodes.HandlerDecl:
        return nodes.HandlerDecl(
            span=span,
            event=str(event),
            event_span=self._at(event),
            params=names or (),
            test=test,
            each=each,
            order=order,
            body=tuple(body),
            cites=cites,
        )

    def and_clause(self, span: Span, test: Expr) -> Expr:
        return test

    def amount(
        self, span: Span, name: Token, params: Params, value: Expr, *parts: Any
    ) -> nodes.AmountDecl:
        *limits, cites = parts
        exactly = self._one("`exactly`", _of_kind("exactly", limits))
        least = self._one("`at least`", _of_kind("at least", limits)) or exactly
        most = self._one("`at most`", _of_kind("at most", limits)) or exactly
        return nodes.AmountDecl(
            span=span,
            name=str(name),
            name_span=self._at(name),
            params=params or (),
            value=value,
            least=least.value if least else None,
            most=most.value if most else None,
            cites=cites,
        )

    def adjustment(
        self,
        span: Span,
        amount: Token,
        names: tuple[Named, ...] | None,
        each: nodes.Binder | None,
        when: Expr | None,
        order: int | None,
        value: Expr,
        cites: Cites,
    ) -> nodes.AdjustDecl:
        return nodes.AdjustDecl(
            span=span,
            amount=str(amount),
            amount_span=self._at(amount),
            params=names or (),
            each=each,
            when=when,
            order=order,
            value=value,
            cites=cites,
        )

    def names(self, span: Span, *names: Token) -> tuple[Named, ...]:
        return tuple(map(self._named, names))

    def each_clause(self, span: Span, binder: nodes.Binder) -> nodes.Binder:
        return binder

    def order(self, span: Span, place: Token) -> int:
        return int(place)

    def when(self, span: Span, test: Expr) -> Expr:
        return test

    def play(self, span: Span, cites: Cites, body: Suite) -> nodes.Play:
        return nodes.Play(span=span, body=tuple(body), cites=cites)

    # ---- statements ---------------------------------------------------------

    def suite(self, span: Span, *statements: Any) -> Suite:
        return Suite(statements)

    def let(self, span: Span, name: Token, value: Expr, cites: Cites) -> nodes.Let:
        return nodes.Let(
            span=span,
            name=str(name),
            name_span=self._at(name),
            value=value,
            cites=cites,
        )

    def assign(
        self, span: Span, target: Expr, value: Expr, cites: Cites
    ) -> nodes.Assign:
        return nodes.Assign(span=span, target=target, op="=", value=value, cites=cites)

    def change(
        self, span: Span, target: Expr, op: Token, value: Expr, cites: Cites
    ) -> nodes.Assign:
        return nodes.Assign(
            span=span, target=target, op=str(op), value=value, cites=cites
        )

    def if_(
        self, span: Span, test: Expr, cites: Cites, body: Suite, *others: Any
    ) -> nodes.If:
        parts = [part for part in others if part is not None]
        otherwise = _of_kind("else", parts)
        return nodes.If(
            span=span,
            branches=(
                (test, tuple(body)),
                *(x.value for x in _of_kind("else if", parts)),
            ),
            otherwise=otherwise[0].value if otherwise else (),
            cites=cites + _joined(part.cites for part in parts),
        )

    def else_if(self, span: Span, test: Expr, cites: Cites, body: Suite) -> Mark:
        return Mark(span=span, kind="else if", value=(test, tuple(body)), cites=cites)

    def else_part(self, span: Span, cites: Cites, body: Suite) -> Mark:
        return Mark(span=span, kind="else", value=tuple(body), cites=cites)

    def for_each(
        self, span: Span, binder: nodes.Binder, cites: Cites, body: Suite
    ) -> nodes.ForEach:
        return nodes.ForEach(span=span, binder=binder, body=tuple(body), cites=cites)

    def while_(self, span: Span, test: Expr, cites: Cites, body: Suite) -> nodes.While:
        return nodes.While(span=span, test=test, body=tuple(body), cites=cites)

    def repeat_until(
        self, span: Span, cites: Cites, body: Suite, until: Expr, more: Cites
    ) -> nodes.RepeatUntil:
        return nodes.RepeatUntil(
            span=span, body=tuple(body), until=until, cites=cites + more
        )

    def repeat_times(
        self, span: Span, times: Expr, cites: Cites, body: Suite
    ) -> nodes.RepeatTimes:
        return nodes.RepeatTimes(span=span, times=times, body=tuple(body), cites=cites)

    def stop(self, span: Span, cites: Cites) -> nodes.Stop:
        return nodes.Stop(span=span, cites=cites)

    def next_(self, span: Span, cites: Cites) -> nodes.Next:
        return nodes.Next(span=span, cites=cites)

    def pass_(self, span: Span, cites: Cites) -> nodes.Pass:
        return nodes.Pass(span=span, cites=cites)

    def return_(self, span: Span, value: Expr | None, cites: Cites) -> nodes.Return:
        return nodes.Return(span=span, value=value, cites=cites)

    def do(self, span: Span, name: Token, args: Args, cites: Cites) -> nodes.Do:
        return nodes.Do(
            span=span,
            name=str(name),
            name_span=self._at(name),
            args=args or (),
            cites=cites,
        )

    def raise_(self, span: Span, name: Token, args: Args, cites: Cites) -> nodes.Raise:
        return nodes.Raise(
            span=span,
            name=str(name),
            name_span=self._at(name),
            args=args or (),
            cites=cites,
        )

    def call_args(self, span: Span, args: Args) -> Args:
        return args or ()

    def destination(
        self, span: Span, end: Named | None, zone: Expr, at: Expr | None
    ) -> nodes.Destination:
        return nodes.Destination(
            span=span, zone=zone, end=end.text if end else None, at=at
        )

    def end_of(self, span: Span, end: Token) -> Named:
        return self._named(end)

    def at_cell(self, span: Span, cell: Expr) -> Expr:
        return cell

    def move(
        self, span: Span, what: Expr, to: nodes.Destination, cites: Cites
    ) -> nodes.Move:
        return nodes.Move(span=span, what=what, to=to, cites=cites)

    def move_pieces(
        self,
        span: Span,
        count: Expr,
        source: Expr,
        to: nodes.Destination,
        cites: Cites,
    ) -> nodes.MovePieces:
        return nodes.MovePieces(
            span=span, count=count, source=source, to=to, cites=cites
        )

    def draw(
        self,
        span: Span,
        count: Expr,
        source: Expr,
        to: nodes.Destination,
        cites: Cites,
    ) -> nodes.Draw:
        return nodes.Draw(span=span, count=count, source=source, to=to, cites=cites)

    def shuffle(self, span: Span, zone: Expr, cites: Cites) -> nodes.Shuffle:
        return nodes.Shuffle(span=span, zone=zone, cites=cites)

    def turn(self, span: Span, player: Expr, cites: Cites, body: Suite) -> nodes.Turn:
        return nodes.Turn(span=span, player=player, body=tuple(body), cites=cites)

    def turn_line(self, span: Span, player: Expr, line: nodes.Stmt) -> nodes.Turn:
        return nodes.Turn(span=span, player=player, body=(line,))

    def phase(
        self, span: Span, text: Token, labels: Labels, cites: Cites, body: Suite
    ) -> nodes.Phase:
        labels = evolve(labels, text=_unquoted(text))
        return nodes.Phase(span=span, labels=labels, body=tuple(body), cites=cites)

    def announce(
        self, span: Span, text: Token, labels: Labels, cites: Cites
    ) -> nodes.Announce:
        labels = evolve(labels, text=_unquoted(text))
        return nodes.Announce(span=span, labels=labels, cites=cites)

    def rank(self, span: Span, *parts: Any) -> nodes.Rank:
        return nodes.Rank(span=span, by=parts[:-1], cites=parts[-1])

    def end_game(self, span: Span, cites: Cites) -> nodes.EndGame:
        return nodes.EndGame(span=span, cites=cites)

    def wins(self, span: Span, player: Expr, how: Token, cites: Cites) -> nodes.Wins:
        return nodes.Wins(span=span, player=player, loses=how == "loses", cites=cites)

    def nobody_wins(self, span: Span, cites: Cites) -> nodes.Wins:
        return nodes.Wins(span=span, player=None, cites=cites)

    def best(
        self, span: Span, player: Expr, by: Expr, cites: Cites, body: Suite
    ) -> nodes.Best:
        return nodes.Best(
            span=span, player=player, by=by, body=tuple(body), cites=cites
        )

    # ---- choices ------------------------------------------------------------

    def menu(
        self,
        span: Span,
        player: Expr,
        how: Token,
        labels: Labels,
        cites: Cites,
        *items: Any,
    ) -> nodes.Menu:
        otherwise = self._one("`otherwise`", _of_kind("otherwise", items))
        return nodes.Menu(
            span=span,
            player=player,
            secret="secretly" in how,
            optional=how.startswith("may"),
            labels=labels,
            items=tuple(x for x in items if not isinstance(x, Mark)),
            otherwise=otherwise.value if otherwise else None,
            otherwise_span=otherwise.span if otherwise else None,
            cites=cites + (otherwise.cites if otherwise else ()),
        )

    def must(
        self,
        span: Span,
        player: Expr,
        how: Token,
        action: nodes.MenuAction,
        labels: Labels,
        cites: Cites,
        otherwise: Mark | None,
    ) -> nodes.Menu:
        return nodes.Menu(
            span=span,
            player=player,
            secret=False,
            optional=how == "may",
            labels=labels,
            items=(action,),
            otherwise=otherwise.value if otherwise else None,
            otherwise_span=otherwise.span if otherwise else None,
            cites=cites + (otherwise.cites if otherwise else ()),
        )

    def deed(self, span: Span, name: Token, args: Args) -> nodes.MenuAction:
        return nodes.MenuAction(
            span=span,
            name=str(name),
            name_span=self._at(name),
            args=args or (),
            when=None,
        )

    def deed_otherwise(self, span: Span, cites: Cites, body: Suite) -> Mark:
        return Mark(span=span, kind="otherwise", value=tuple(body), cites=cites)

    def chooses(
        self,
        span: Span,
        player: Expr,
        how: Token,
        subject: Mark,
        labels: Labels,
        cites: Cites,
        clauses: Suite | None,
    ) -> nodes.Choose:
        return self._choose(span, player, how, subject, labels, cites, clauses)

    def _choose(
        self,
        span: Span,
        player: Expr | None,
        how: str,
        subject: Mark,
        labels: Labels,
        cites: Cites,
        clauses: Suite | None,
    ) -> nodes.Choose:
        name, of, *quantities = subject.value
        lines = clauses or ()
        exactly = self._one("`exactly`", _of_kind("exactly", quantities))
        least = self._one("`at least`", _of_kind("at least", quantities)) or exactly
        most = self._one("`at most`", _of_kind("at most", quantities)) or exactly
        otherwise = self._one("`otherwise`", _of_kind("otherwise", lines))
        reason = labels if player is None else nodes.NO_LABELS
        for below in _of_kind("reason", lines):
            reason, cites = below.value, cites + below.cites
        return nodes.Choose(
            span=span,
            player=player,
            name=str(name),
            name_span=self._at(name),
            of=of,
            several=subject.kind == "several",
            least=least.value if least else None,
            most=most.value if most else None,
            secret="secretly" in how,
            optional=how.startswith("may"),
            labels=labels,
            reason=reason,
            where=tuple(x for x in lines if isinstance(x, nodes.Where)),
            require=tuple(x for x in lines if isinstance(x, nodes.Require)),
            prefer=tuple(x for x in lines if isinstance(x, nodes.Prefer)),
            otherwise=otherwise.value if otherwise else None,
            otherwise_span=otherwise.span if otherwise else None,
            cites=cites + (otherwise.cites if otherwise else ()),
        )

    def choose_one(self, span: Span, *parts: Any) -> Mark:
        return Mark(span=span, kind="one", value=parts)

    def choose_some(self, span: Span, *parts: Any) -> Mark:
        return Mark(span=span, kind="several", value=parts)

    def at_least(self, span: Span, value: Expr) -> Mark:
        return Mark(span=span, kind="at least", value=value)

    def at_most(self, span: Span, value: Expr) -> Mark:
        return Mark(span=span, kind="at most", value=value)

    def exactly(self, span: Span, value: Expr) -> Mark:
        return Mark(span=span, kind="exactly", value=value)

    def clauses(self, span: Span, *clauses: Any) -> Suite:
        return Suite(clauses)

    def own_reason(self, span: Span, text: Token, *parts: Any) -> Mark:
        *translations, cites = parts
        labels = Labels(text=_unquoted(text), translations=tuple(translations))
        return Mark(span=span, kind="reason", value=labels, cites=cites)

    def where(
        self,
        span: Span,
        test: Expr,
        labels: Labels,
        cites: Cites,
        below: tuple[Labels, Cites] | None,
    ) -> nodes.Where:
        reason, cites = _with_reason(labels, cites, below)
        return nodes.Where(span=span, test=test, reason=reason, cites=cites)

    def clause_require(
        self,
        span: Span,
        test: Expr,
        labels: Labels,
        cites: Cites,
        below: tuple[Labels, Cites] | None,
    ) -> nodes.Require:
        reason, cites = _with_reason(labels, cites, below)
        return nodes.Require(span=span, test=test, reason=reason, cites=cites)

    def prefer(
        self,
        span: Span,
        test: Expr,
        labels: Labels,
        cites: Cites,
        below: tuple[Labels, Cites] | None,
    ) -> nodes.Prefer:
        reason, cites = _with_reason(labels, cites, below)
        return nodes.Prefer(span=span, test=test, reason=reason, cites=cites)

    def otherwise(self, span: Span, cites: Cites, body: Suite) -> Mark:
        return Mark(span=span, kind="otherwise", value=tuple(body), cites=cites)

    def menu_action(
        self, span: Span, name: Token, args: Args, when: Expr | None, cites: Cites
    ) -> nodes.MenuAction:
        return nodes.MenuAction(
            span=span,
            name=str(name),
            name_span=self._at(name),
            args=args or (),
            when=when,
            cites=cites,
        )

    def menu_option(
        self,
        span: Span,
        name: Token,
        labels: Labels,
        when: Expr | None,
        cites: Cites,
        body: Suite,
    ) -> nodes.MenuOption:
        return nodes.MenuOption(
            span=span,
            name=str(name),
            name_span=self._at(name),
            labels=labels,
            when=when,
            body=tuple(body),
            cites=cites,
        )

    def menu_otherwise(self, span: Span, cites: Cites, body: Suite) -> Mark:
        return Mark(span=span, kind="otherwise", value=tuple(body), cites=cites)

    # ---- scenarios ----------------------------------------------------------

    def scenario(
        self, span: Span, title: Token, cites: Cites, *lines: Any
    ) -> nodes.ScenarioDecl:
        players = self._one("the number of players", _of_kind("players", lines))
        seed = self._one("the seed", _of_kind("seed", lines))
        marks = [line for line in lines if isinstance(line, Mark)]
        return nodes.ScenarioDecl(
            span=span,
            title=_unquoted(title),
            players=players.value if players else None,
            seed=seed.value if seed else 1,
            options=tuple(x.value for x in _of_kind("option", lines)),
            steps=tuple(line for line in lines if not isinstance(line, Mark)),
            players_span=players.span if players else None,
            cites=cites + _joined(mark.cites for mark in marks),
        )

    def scenario_players(self, span: Span, count: Token, cites: Cites) -> Mark:
        return Mark(span=span, kind="players", value=int(count), cites=cites)

    def scenario_seed(self, span: Span, seed: Token, cites: Cites) -> Mark:
        return Mark(span=span, kind="seed", value=int(seed), cites=cites)

    def scenario_option(
        self, span: Span, name: Token, value: Expr, cites: Cites
    ) -> Mark:
        option = (self._named(name), value)
        return Mark(span=span, kind="option", value=option, cites=cites)

    def scenario_given(self, span: Span, cites: Cites, body: Suite) -> nodes.Given:
        return nodes.Given(span=span, body=tuple(body))

    def scenario_start(
        self, span: Span, name: Token, args: Args, cites: Cites
    ) -> nodes.Start:
        return nodes.Start(
            span=span, name=str(name), name_span=self._at(name), args=args or ()
        )

    def scenario_chance(self, span: Span, line: Token) -> nodes.Chance:
        results = drawn(_said(line.partition(":")[2]))
        span = _without_comment(span, line)
        if "" in results:
            self._problem(
                "syntax",
                "this does not say what chance brings",
                span,
                hint="name what is drawn, in order:  chance: 6, 2",
            )
        return nodes.Chance(span=span, results=results)

    def scenario_choice(self, span: Span, line: Token) -> nodes.ScenarioChoice:
        seat, choice, _ = _spoken(line)
        span = _without_comment(span, line)
        return nodes.ScenarioChoice(span=span, seat=seat, choice=choice)

    def scenario_expect(self, span: Span, test: Expr, cites: Cites) -> nodes.Expect:
        return nodes.Expect(span=span, test=test)

    def scenario_to_act(
        self, span: Span, seat: Token, cites: Cites
    ) -> nodes.ExpectToAct:
        return nodes.ExpectToAct(span=span, seat=int(seat))

    def scenario_refused(self, span: Span, line: Token) -> nodes.ExpectRefused:
        seat, choice, because = _spoken(line)
        span = _without_comment(span, line)
        late = re.search(r'(?:^|\s)(because +"[^"]*") +(.+)$', choice)
        if late is not None:
            self._problem(
                "syntax",
                "the reason stands before the end of the choice",
                span,
                mark=f"`{late[2]}` comes after it",
                hint=f"put it at the end:  {choice[: late.start()]} {late[2]} {late[1]}",
            )
        return nodes.ExpectRefused(span=span, seat=seat, choice=choice, because=because)

    def scenario_offered(self, span: Span, line: Token) -> nodes.ExpectOffered:
        seat, choice, _ = _spoken(line)
        span = _without_comment(span, line)
        return nodes.ExpectOffered(span=span, seat=seat, choice=choice)

    def scenario_only_offered(self, span: Span, line: Token) -> nodes.ExpectOnly:
        seat, choices, _ = _spoken(line)
        parts = tuple(part.strip() for part in choices.split("|"))
        span = _without_comment(span, line)
        return nodes.ExpectOnly(span=span, seat=seat, choices=parts)

    def scenario_announced(self, span: Span, *parts: Any) -> nodes.ExpectAnnounced:
        tokens = (part for part in parts if isinstance(part, Token))
        texts = tuple(_unquoted(t) for t in tokens if t.type == "STRING")
        return nodes.ExpectAnnounced(span=span, texts=texts)

    def scenario_hidden(
        self, span: Span, seat: Token, of: Expr, cites: Cites
    ) -> nodes.ExpectSeen:
        return nodes.ExpectSeen(span=span, seat=int(seat), of=of, hidden=True)

    def scenario_shown(
        self, span: Span, seat: Token, of: Expr, cites: Cites
    ) -> nodes.ExpectSeen:
        return nodes.ExpectSeen(span=span, seat=int(seat), of=of, hidden=False)

    def scenario_over(self, span: Span, cites: Cites) -> nodes.ExpectOver:
        return nodes.ExpectOver(span=span)

    def scenario_rule_over(self, span: Span, cites: Cites) -> nodes.ExpectRuleOver:
        return nodes.ExpectRuleOver(span=span)

    # ---- expressions --------------------------------------------------------

    def can(self, span: Span, name: Token, args: Args) -> nodes.Can:
        return nodes.Can(
            span=span, name=str(name), name_span=self._at(name), args=args or ()
        )

    def offered(self, span: Span, *words: Token) -> nodes.Offered:
        names = [str(word) for word in words]
        return nodes.Offered(
            span=span, name=names[0], of=names[1] if len(names) > 1 else None
        )

    def after(self, span: Span, of: Expr, name: Token, args: Args) -> nodes.After:
        return nodes.After(
            span=span,
            of=of,
            name=str(name),
            name_span=self._at(name),
            args=args or (),
        )

    def conditional(
        self, span: Span, then: Expr, test: Expr, otherwise: Expr
    ) -> nodes.Conditional:
        return nodes.Conditional(span=span, then=then, test=test, otherwise=otherwise)

    def or_(self, span: Span, left: Expr, right: Expr) -> nodes.Or:
        return nodes.Or(span=span, left=left, right=right)

    def and_(self, span: Span, left: Expr, right: Expr) -> nodes.And:
        return nodes.And(span=span, left=left, right=right)

    def not_(self, span: Span, of: Expr) -> nodes.Not:
        return nodes.Not(span=span, of=of)

    def compare(self, span: Span, left: Expr, op: Token, right: Expr) -> nodes.Compare:
        return nodes.Compare(span=span, op=str(op), left=left, right=right)

    def member(self, span: Span, item: Expr, of: Expr) -> nodes.Member:
        return nodes.Member(span=span, item=item, of=of, negated=False)

    def not_member(self, span: Span, item: Expr, of: Expr) -> nodes.Member:
        return nodes.Member(span=span, item=item, of=of, negated=True)

    def is_none(self, span: Span, of: Expr) -> nodes.IsNone:
        return nodes.IsNone(span=span, of=of, negated=False)

    def is_not_none(self, span: Span, of: Expr) -> nodes.IsNone:
        return nodes.IsNone(span=span, of=of, negated=True)

    def is_empty(self, span: Span, of: Expr) -> nodes.IsEmpty:
        return nodes.IsEmpty(span=span, of=of, negated=False)

    def is_not_empty(self, span: Span, of: Expr) -> nodes.IsEmpty:
        return nodes.IsEmpty(span=span, of=of, negated=True)

    def is_type(self, span: Span, of: Expr, name: Token) -> nodes.IsType:
        return nodes.IsType(span=span, of=of, name=self._named(name), negated=False)

    def is_not_type(self, span: Span, of: Expr, name: Token) -> nodes.IsType:
        return nodes.IsType(span=span, of=of, name=self._named(name), negated=True)

    def grid_with(
        self, span: Span, grid: Expr, component: Expr, at: Expr
    ) -> nodes.GridWith:
        return nodes.GridWith(span=span, grid=grid, component=component, at=at)

    def grid_without(self, span: Span, grid: Expr, at: Expr) -> nodes.GridWithout:
        return nodes.GridWithout(span=span, grid=grid, at=at)

    def range(self, span: Span, low: Expr, high: Expr) -> nodes.RangeOf:
        return nodes.RangeOf(span=span, low=low, high=high)

    def arithmetic(
        self, span: Span, left: Expr, op: Token, right: Expr
    ) -> nodes.Arithmetic:
        return nodes.Arithmetic(span=span, op=str(op), left=left, right=right)

    def division(
        self, span: Span, left: Expr, right: Expr, way: Token
    ) -> nodes.Division:
        return nodes.Division(span=span, left=left, right=right, up=way == "up")

    def negative_expr(self, span: Span, of: Expr) -> nodes.Negative:
        return nodes.Negative(span=span, of=of)

    def negative(self, span: Span, value: Token) -> nodes.Int:
        return nodes.Int(span=span, value=-int(value))

    def attribute(self, span: Span, of: Expr, name: Token) -> nodes.Attribute:
        return nodes.Attribute(
            span=span, of=of, name=str(name), name_span=self._at(name)
        )

    def index(self, span: Span, of: Expr, keys: tuple[Expr, ...]) -> nodes.Index:
        return nodes.Index(span=span, of=of, keys=keys)

    def number(self, span: Span, value: Token) -> nodes.Int:
        return nodes.Int(span=span, value=int(value))

    def string(self, span: Span, text: Token) -> nodes.Text:
        return nodes.Text(span=span, value=_unquoted(text))

    def true(self, span: Span) -> nodes.Bool:
        return nodes.Bool(span=span, value=True)

    def false(self, span: Span) -> nodes.Bool:
        return nodes.Bool(span=span, value=False)

    def none(self, span: Span) -> nodes.NoneValue:
        return nodes.NoneValue(span=span)

    def player_literal(self, span: Span, seat: Token) -> nodes.PlayerAt:
        return nodes.PlayerAt(span=span, seat=int(seat))

    def it(self, span: Span) -> nodes.It:
        return nodes.It(span=span)

    def name(self, span: Span, text: Token) -> nodes.Name:
        return nodes.Name(span=span, text=str(text))

    def call(self, span: Span, name: Token, args: Args) -> nodes.Call:
        return nodes.Call(
            span=span, name=str(name), name_span=self._at(name), args=args or ()
        )

    def fold(
        self, span: Span, name: Token, each: Each, otherwise: Expr | None
    ) -> nodes.Fold:
        return nodes.Fold(
            span=span,
            name=str(name),
            name_span=self._at(name),
            item=each[0],
            binder=each[1],
            more=each[2:],
            otherwise=otherwise,
        )

    def fold_default(self, span: Span, value: Expr) -> Expr:
        return value

    def group(self, span: Span, inner: Expr) -> Expr:
        return evolve(inner, span=span)

    def tuple_(self, span: Span, *items: Any) -> nodes.TupleOf:
        return nodes.TupleOf(span=span, items=items)

    def list_(self, span: Span, items: Args) -> nodes.ListOf:
        return nodes.ListOf(span=span, items=items or ())

    def set_(self, span: Span, items: Args) -> nodes.SetOf:
        return nodes.SetOf(span=span, items=items or ())

    def list_comprehension(self, span: Span, each: Each) -> nodes.ListFor:
        return nodes.ListFor(span=span, item=each[0], binder=each[1], more=each[2:])

    def set_comprehension(self, span: Span, each: Each) -> nodes.SetFor:
        return nodes.SetFor(span=span, item=each[0], binder=each[1], more=each[2:])

    def grid_of(self, span: Span, *pairs: Any) -> nodes.GridOf:
        return nodes.GridOf(span=span, pairs=pairs)

    def placed(self, span: Span, place: Token, value: Expr) -> tuple[nodes.Text, Expr]:
        return self._text(place), value

    def bundle(self, span: Span, *pairs: Any) -> nodes.BundleOf:
        return nodes.BundleOf(span=span, pairs=pairs)

    def args(self, span: Span, *args: Any) -> Args:
        return args

    def pair(self, span: Span, name: Token, value: Expr) -> tuple[nodes.Name, Expr]:
        return nodes.Name(span=self._at(name), text=str(name)), value

    def comprehension(self, span: Span, item: Expr, *binders: Any) -> Each:
        return item, *binders

    def binder(
        self, span: Span, name: Token, of: Expr, where: Expr | None = None
    ) -> nodes.Binder:
        return nodes.Binder(
            span=span, name=str(name), name_span=self._at(name), of=of, where=where
        )

    def such_that(self, span: Span, test: Expr) -> Expr:
        return test

    def quantified(
        self,
        span: Span,
        kind: Token,
        name: Token,
        of: Expr,
        having: tuple[nodes.Ordering, ...] | None,
        where: Expr | None,
    ) -> nodes.Quantified:
        return nodes.Quantified(
            span=span,
            kind=str(kind),
            binder=self._bound(name, of, where),
            having=having or (),
        )

    def _bound(self, name: Token, of: Expr, where: Expr | None = None) -> nodes.Binder:
        place = self._at(name)
        return nodes.Binder(
            span=place.to((where or of).span),
            name=str(name),
            name_span=place,
            of=of,
            where=where,
        )

    def having(self, span: Span, *orderings: Any) -> tuple[nodes.Ordering, ...]:
        return orderings

    def every(
        self, span: Span, name: Token, of: Expr, where: Expr | None, holds: Expr
    ) -> nodes.Every:
        return nodes.Every(span=span, binder=self._bound(name, of, where), holds=holds)

    def closed(self, span: Span, test: Expr) -> Expr:
        return test

    def standings(self, span: Span, name: Token, of: Expr, *by: Any) -> nodes.Standings:
        return nodes.Standings(span=span, binder=self._bound(name, of), by=by)

    def longest_run(self, span: Span, binder: nodes.Binder) -> nodes.LongestRun:
        return nodes.LongestRun(span=span, binder=binder)

    def longest_loop(
        self, span: Span, within: Expr, stepping: nodes.Stepping | None
    ) -> nodes.LongestLoop:
        return nodes.LongestLoop(span=span, within=within, stepping=stepping)

    def reach(
        self,
        span: Span,
        start: Expr,
        limit: Expr | None,
        within: Expr,
        stepping: nodes.Stepping | None,
    ) -> nodes.Reach:
        return nodes.Reach(
            span=span, start=start, limit=limit, within=within, stepping=stepping
        )

    def within(self, span: Span, limit: Expr) -> Expr:
        return limit

    def steps(
        self,
        span: Span,
        start: Expr,
        goal: Expr,
        within: Expr,
        stepping: nodes.Stepping | None,
    ) -> nodes.Steps:
        return nodes.Steps(
            span=span, start=start, goal=goal, within=within, stepping=stepping
        )

    def stepping(
        self, span: Span, source: Token, target: Token, side: Named | None, where: Expr
    ) -> nodes.Stepping:
        return nodes.Stepping(
            span=span,
            source=self._named(source),
            target=self._named(target),
            side=side,
            where=where,
        )

    def by_side(self, span: Span, side: Token) -> Named:
        return self._named(side)

    def regions(self, span: Span, of: Expr) -> nodes.Regions:
        return nodes.Regions(span=span, of=of)

    def ordering(self, span: Span, most: Token, by: Expr) -> nodes.Ordering:
        return nodes.Ordering(span=span, most=most == "most", by=by)

    # ---- words --------------------------------------------------------------

    def labels(
        self, span: Span, text: Token | None, *translations: tuple[str, str]
    ) -> Labels:
        return Labels(
            text=None if text is None else _unquoted(text), translations=translations
        )

    def reason(self, span: Span, text: Token, *parts: Any) -> tuple[Labels, Cites]:
        *translations, cites = parts
        labels = Labels(text=_unquoted(text), translations=tuple(translations))
        return labels, cites

    def labels_rest(self, span: Span, *translations: tuple[str, str]) -> Labels:
        return Labels(translations=translations)

    def translation(self, span: Span, language: Token, text: Token) -> tuple[str, str]:
        return str(language), _unquoted(text)

    def cites(self, span: Span, *cites: Token) -> Cites:
        return tuple(Cite(span=self._at(x), paragraph=x[1:]) for x in cites)


def _with_reason(
    labels: Labels, cites: Cites, below: tuple[Labels, Cites] | None
) -> tuple[Labels, Cites]:
    """The reason of a condition, from its own line or from the one below it."""
    return (labels, cites) if below is None else (below[0], cites + below[1])


def _unquoted(token: Token) -> str:
    return token[1:-1]


def _joined(cites: Iterable[Cites]) -> Cites:
    return tuple(cite for several in cites for cite in several)


def _of_kind(kind: str, parts: Iterable[Any]) -> list[Mark]:
    return [part for part in parts if isinstance(part, Mark) and part.kind == kind]


def _is_head(line: Any) -> bool:
    if isinstance(line, nodes.Choose):
        return line.player is None
    return isinstance(line, nodes.Require)


def _without_comment(span: Span, line: Token) -> Span:
    """The place of a line that is read as a whole, up to where a comment begins."""
    said = re.sub(r'("[^"]*")|#.*', lambda found: found[1] or "", line).rstrip()
    return evolve(span, end_column=span.end_column - len(line) + len(said))


def drawn(said: str) -> tuple[str, ...]:
    """What a `chance:` line names, one after the other; places such as `1,0` stay whole."""
    return tuple(part.strip() for part in re.split(r",(?=\s|$)", said))


def _said(text: str) -> str:
    """What a line that is read as a whole says, without a comment and citations."""
    text = re.sub(r'("[^"]*")|#.*', lambda found: found[1] or "", text)
    return re.sub(r"( +@[A-Z]+-[A-Z]?[0-9]+)*\s*$", "", text).strip()


def _spoken(line: Token) -> tuple[int, str, str | None]:
    """The seat, the choice and the reason in `player 2: take because "..."`."""
    before, _, rest = line.partition(":")
    seat = int(before.split()[-1])
    choice = _said(rest)
    reason = re.search(r'(?:^|\s)because +"(.*)"$', choice)  # it may quote something
    if reason is None:
        return seat, choice, None
    return seat, choice[: reason.start()].strip(), reason[1].replace('\\"', '"')

"""Builds the tree while Lark reads: what each rule of the grammar becomes.

Rules whose nodes only hold their parts are rows in `copying.py`; the others have a short
method here. Both stand in the order of `grammar.lark`, under the names used there. They
are called from inside the parser (no second walk, no recursion) and judge nothing, except
for lines given twice, missing or late. More than 400 lines: it mirrors the grammar.
"""

# ruff: noqa: D102 - what a method builds stands above its rule in grammar.lark

import re
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from itertools import chain
from typing import Any

from attrs import evolve, fields_dict
from lark import Token, Transformer

from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Label
from rulesrun.dsl.problems.remedies import change
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.copies import copied
from rulesrun.dsl.syntax.copying import (
    COPYING,
    READ,
    Each,
    Mark,
    Row,
    Rows,
    Suite,
    unquoted,
)
from rulesrun.dsl.syntax.nodes import Cite, Expr, Labels, Named, Node
from rulesrun.dsl.syntax.quoting import quoted
from rulesrun.dsl.syntax.scanning import CITATION, MOST_CITED, cited
from rulesrun.dsl.syntax.scenario_cases import PLAYERS, CaseRow, scenarios_of
from rulesrun.dsl.syntax.vocabulary import EDITION
from rulesrun.dsl.text import counted

# The parser keeps all tokens, since the first and the last one say where a construct
# stands. Methods get only those that carry meaning beyond being there.
WORDS = (
    "NAME INT STRING CITE COMPONENT SHAPE STATED ZONE CHOOSES QUANTIFIER MOST ROUND END"
)
SIGNS = (
    "CHANGE COMPARE ADD MUL LATTICE PARTS LINKS WINS RANKED MUST AS_WRITTEN LOOP TRAIL "
    "NUMBER_OF"
)
MEANT = frozenset(f"{WORDS} {SIGNS} CHANCE CHOICE REFUSAL OFFER ONLY_OFFER".split())

Cites = tuple[Cite, ...]
Params = tuple[nodes.Param, ...] | None
Args = tuple[Expr, ...] | None


PARTS: dict[str, Callable[..., Any]] = {
    "up_to hearers fallback initial and_clause each_clause by_case when at_cell such_that"
    " within among costing start result deep": lambda at, part: part,
    "formals call_args": lambda at, part: part or (),
    "keys params having args case_keys pair": lambda at, *parts: parts,
    "comprehension": lambda at, item, binder, *more: Each(item, binder, more),
    "given": lambda at, value, cites: (cites, value),
    "given_below": lambda at, cites, value, below: Suite((cites + below, value)),
    "labels": lambda at, text, *translations: Labels(
        text=None if text is None else unquoted(text), translations=translations
    ),
    "labels_rest": lambda at, *translations: Labels(translations=translations),
    "translation": lambda at, language, text: (str(language), unquoted(text)),
    "reason": lambda at, text, *parts: (
        Labels(text=unquoted(text), translations=parts[:-1]),
        parts[-1],
    ),
    "suite": lambda at, *parts: Suite(
        chain(*(part if isinstance(part, Suite) else (part,) for part in parts))
    ),
    "clauses unless": lambda at, *parts: Suite(parts),
    "of_name piece_each by_side by_variable": READ["named"],
    "names": lambda at, *tokens: tuple(READ["named"](at, token) for token in tokens),
    "from_file": READ["text"],
    "map_row": lambda at, row, cites: READ["text"](at, row),
    "board_names end_of": lambda at, token: str(token),
    "order": lambda at, token: (
        nodes.AS_WRITTEN if token.type == "AS_WRITTEN" else int(token)
    ),
}
"""Rules that build no node of their own; `at` tells where a token stands."""


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


def _copying(row: Row) -> Callable[..., Any]:
    return lambda self, span, *parts: row(self._at, span, *parts)


def _handing_on(build: Callable[..., Any]) -> Callable[..., Any]:
    return lambda self, span, *parts: build(self._at, *parts)


def _condition(node_class: Callable[..., Node]) -> Callable[..., Any]:
    """Builds a condition; its reason stands on its own line or on the one below it."""

    def build(
        self: "Builder",
        span: Span,
        test: Expr,
        labels: Labels,
        cites: Cites,
        below: tuple[Labels, Cites] | None,
    ) -> Node:
        if below is not None:
            labels, cites = below[0], cites + below[1]
        return node_class(span=span, test=test, reason=labels, cites=cites)

    return build


def _all_rules(builder: type["Builder"]) -> type["Builder"]:
    """Gives the builder a method for each rule, and each method the parts that count."""
    methods = {name: _copying(row) for name, row in COPYING.items()}
    for names, build in PARTS.items():
        methods |= dict.fromkeys(names.split(), _handing_on(build))
    methods |= vars(builder)
    for name, method in methods.items():
        if not name.startswith("_") and callable(method):
            setattr(builder, name, _placed(method))
    return builder


@_all_rules
class Builder(Transformer[Token, Any]):
    """Builds the nodes of one block; the place of the block is set before it is read.

    Attributes:
        path: the name of the text, for spans.
        offset: how many lines stand above the block.
        edition: which edition of the language it is written in.
        problems: what the builder noticed; taken and emptied by the parser.
    """

    def __init__(self) -> None:
        super().__init__()
        self.path = ""
        self.offset = 0
        self.edition = EDITION
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
        return nodes.Text(span=self._at(token), value=unquoted(token))

    def _problem(self, code: str, message: str, span: Span, **more: Any) -> None:
        self.problems.append(problem(code, span, message, **more))

    def _old(self, span: Span, now: str) -> None:
        """An old form, and how it is said now: in edition 2 it is a mistake."""
        if self.edition > 1:
            self._problem(
                "old-form",
                "this is written differently since edition 2",
                span,
                mark="an old form",
                hint=change(f"write  {now}", span, now),
            )

    def _one(self, what: str, result: list[Any]) -> Any:
        """The only one of a kind of line or part; a second one is a problem."""
        for again in result[1:]:
            self._problem(
                "syntax",
                f"{what} is given twice here",
                again.span,
                mark="again",
                labels=(Label(result[0].span, "first given here"),),
                hint="keep one of the two",
            )
        return result[0] if result else None

    def _bounds(self, marks: Iterable[Any]) -> tuple[Expr | None, Expr | None]:
        """The least and the most that `at least`, `at most` and `exactly` say."""
        exactly = self._one("`exactly`", _of_kind("exactly", marks))
        least = self._one("`at least`", _of_kind("at least", marks)) or exactly
        most = self._one("`at most`", _of_kind("at most", marks)) or exactly
        return least and least.value, most and most.value

    # ---- file head ----------------------------------------------------------

    def game(self, span: Span, name: Token, labels: Labels, *lines: Any) -> Node:
        cites, marks = lines[0], lines[1:]
        players = self._one("the number of players", _of_kind("players", marks))
        rulebook = self._one("the rulebook", _of_kind("rulebook", marks))
        languages = self._one("the list of languages", _of_kind("languages", marks))
        estimate = self._one("the estimate", _of_kind("estimate", marks))
        teams = self._one("the line of the teams", _of_kind("teams", marks))
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
            languages=_texts(languages.value) if languages else (),
            players_span=players.span if players else None,
            require=tuple(x for x in marks if isinstance(x, nodes.Require)),
            estimate=_estimate(estimate) if estimate else None,
            teams=nodes.Teams(span=teams.span, by=teams.value) if teams else None,
            cites=cites + _joined(x.cites for x in marks if isinstance(x, Mark)),
        )

    def game_players(
        self, span: Span, low: Token, high: Token | None, cites: Cites
    ) -> Mark:
        value = (int(low), int(high or low))
        return Mark(span=span, kind="players", value=value, cites=cites)

    # ---- components ---------------------------------------------------------

    def enum_inline(
        self, span: Span, name: Token, labels: Labels, values: Suite
    ) -> nodes.EnumDecl:
        cites = values[0].cites
        result = tuple(evolve(value, cites=()) for value in values)
        return self._enum(span, name, labels, result, cites)

    def enum_values(self, span: Span, *parts: Any) -> Suite:
        *values, cites = parts
        return Suite(evolve(value, cites=cites) for value in values)

    def enum_block(
        self, span: Span, name: Token, labels: Labels, cites: Cites, *lines: Any
    ) -> nodes.EnumDecl:
        each = (x if isinstance(x, Suite) else (x,) for x in lines)
        return self._enum(span, name, labels, tuple(chain(*each)), cites)

    def _enum(
        self, span: Span, name: Token, labels: Labels, lines: Any, cites: Cites
    ) -> nodes.EnumDecl:
        functions = tuple(x for x in lines if isinstance(x, nodes.EnumFunction))
        for function in functions if self.edition > 1 else ():
            more = ", ..." if function.params else ""
            self._problem(
                "old-form",
                "an enum declares no functions since edition 2",
                function.span,
                mark="an old form",
                hint="declare it below the enum, with a line for each value:  "
                f"function {function.name}(me: {name}{more}) -> ... by me:",
            )
        return nodes.EnumDecl(
            span=span,
            name=str(name),
            name_span=self._at(name),
            labels=labels,
            values=tuple(x for x in lines if isinstance(x, nodes.EnumValue)),
            functions=functions,
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

    def component_named(self, span: Span, text: Token, *parts: Any) -> Mark:
        *translations, cites = parts
        value = (self._text(text), Labels(translations=tuple(translations)))
        return Mark(span=span, kind="named", value=value, cites=cites)

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

    def table_row(self, span: Span, *parts: Any) -> nodes.TableRow:
        cells = parts[:-1]
        return nodes.TableRow(
            span=span,
            cells=tuple(cell.value for cell in cells),
            cell_spans=tuple(cell.span for cell in cells),
            cites=parts[-1],
        )

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

    # ---- state --------------------------------------------------------------

    def variable(
        self,
        span: Span,
        name: Token,
        keys: tuple[nodes.TypeNode, ...] | None,
        labels: Labels,
        type_: nodes.TypeNode | nodes.ZoneNode,
        *parts: Any,
    ) -> nodes.Variable:
        marks, (initial, cites) = parts[:-2], parts[-2:]
        capacity = self._one("how much it may hold", _of_kind("at most", marks))
        turned = self._one("how its components lie", _of_kind("turned", marks))
        seen_by = self._one("who sees it", _of_kind("seen by", marks))

        def marked(*kinds: str) -> bool:
            return any(_of_kind(kind, marks) for kind in kinds)

        return nodes.Variable(
            span=span,
            name=str(name),
            name_span=self._at(name),
            keys=tuple(READ["key"](self._at, key) for key in keys or ()),
            labels=labels,
            type=type_,
            secret=marked("secret", "number secret"),
            seen_by=seen_by.value[1] if seen_by else None,
            kinds_known=marked("number secret")
            or (seen_by is not None and seen_by.value[0]),
            capacity=capacity.value if capacity else None,
            ledger=bool(_of_kind("ledger", marks)),
            shuffled=bool(_of_kind("shuffled", marks)),
            turned=turned.value if turned else None,
            initial=initial,
            cites=cites,
        )

    def visible_to_none(self, span: Span, number: Token | None) -> Mark:
        return Mark(span=span, kind="secret" if number is None else "number secret")

    def visible_to(self, span: Span, number: Token | None, who: nodes.Expr) -> Mark:
        return Mark(span=span, kind="seen by", value=(number is not None, who))

    # ---- types --------------------------------------------------------------

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

    def type_cell(self, span: Span, board: Named | None) -> nodes.TypeNode:
        if board is None:
            return nodes.TypeNode(span=span, base="cell")
        return nodes.TypeNode(
            span=span, base="cell", name=board.text, name_span=board.span
        )

    def type_place(self, span: Span, shape: Token | None) -> nodes.TypeNode:
        base = "place" if shape is None else f"{shape} place"
        return nodes.TypeNode(span=span, base=base)

    # ---- rules --------------------------------------------------------------

    def function_short(
        self,
        span: Span,
        name: Token,
        params: Params,
        returns: nodes.TypeNode | None,
        body: tuple[Cites, Expr],
    ) -> nodes.FunctionDecl:
        cites, value = body
        return self._function_of(span, name, params, returns, value, cites)

    def shown(
        self,
        span: Span,
        name: Token,
        params: Params,
        labels: Labels,
        returns: nodes.TypeNode | None,
        body: tuple[Cites, Expr],
    ) -> nodes.ShownDecl:
        cites, value = body
        function = self._function_of(span, name, params, returns, value, cites)
        fields = {name: getattr(function, name) for name in fields_dict(type(function))}
        return nodes.ShownDecl(**fields, labels=labels)

    def _function_of(
        self,
        span: Span,
        name: Token,
        params: Params,
        returns: nodes.TypeNode | None,
        value: Expr,
        cites: Cites,
    ) -> nodes.FunctionDecl:
        return nodes.FunctionDecl(
            span=span,
            name=str(name),
            name_span=self._at(name),
            params=params or (),
            returns=returns,
            body=(nodes.Return(span=value.span, value=value),),
            cites=cites,
        )

    def function_cases(
        self,
        span: Span,
        name: Token,
        params: Params,
        returns: nodes.TypeNode,
        by: Expr,
        default: Expr | None,
        cites: Cites,
        *lines: Mark,
    ) -> nodes.FunctionDecl:
        branches: list[tuple[Expr, nodes.Block]] = []
        named = []
        places: list[Span] = []
        last: nodes.Block | None = None
        if default is not None:
            last = (nodes.Return(span=default.span, value=default),)
        for line in lines:
            *keys, body = line.value
            place = keys[0].span.to(body.span if isinstance(body, Node) else line.span)
            if not isinstance(body, Suite):
                give = nodes.Return(span=body.span, value=body, cites=line.cites)
                line, body = evolve(line, cites=()), Suite((give,))
            if any(isinstance(k, nodes.Name) and k.text == "otherwise" for k in keys):
                self._problem(
                    "syntax",
                    "what counts for all others stands in the first line of the function",
                    line.span,
                    hint="end that line in  , otherwise 0:",
                )
                last = body
            else:
                named.append(keys)
                places.append(place)
                branches.append((_one_of(by, keys), tuple(body)))
        test = None
        if last is None:
            test, last = branches.pop()
        body = last
        if branches:
            body = (nodes.If(span=span, branches=tuple(branches), otherwise=last),)
        return nodes.FunctionDecl(
            span=span,
            name=str(name),
            name_span=self._at(name),
            params=params or (),
            returns=returns,
            body=body,
            cases=nodes.Cases(
                span=by.span,
                by=by,
                keys=tuple(map(tuple, named)),
                last=test,
                lines=tuple(places),
            ),
            cites=cites + _joined(line.cites for line in lines),
        )

    def case_block(
        self, span: Span, keys: tuple[Expr, ...], cites: Cites, body: Any
    ) -> Mark:
        return Mark(span=span, kind="case", value=(*keys, body), cites=cites)

    def case_value(
        self, span: Span, keys: tuple[Expr, ...], value: Expr, cites: Cites
    ) -> Mark:
        return Mark(span=span, kind="case", value=(*keys, value), cites=cites)

    def condition_short(
        self,
        span: Span,
        name: Token,
        params: Params,
        labels: Labels,
        value: Expr,
        cites: Cites,
        below: tuple[Labels, Cites] | None,
    ) -> nodes.ConditionDecl:
        if below is not None:
            labels, cites = below[0], cites + below[1]
        return self._condition_of(span, name, params, labels, value, cites)

    def condition_below(
        self,
        span: Span,
        name: Token,
        params: Params,
        labels: Labels,
        cites: Cites,
        value: Expr,
        more: Cites,
        last: Mark | None,
    ) -> nodes.ConditionDecl:
        cites += more
        if last is not None:
            labels, cites = last.value, cites + last.cites
        return self._condition_of(span, name, params, labels, value, cites)

    def _condition_of(
        self,
        span: Span,
        name: Token,
        params: Params,
        reason: Labels,
        value: Expr,
        cites: Cites,
    ) -> nodes.ConditionDecl:
        return nodes.ConditionDecl(
            span=span,
            name=str(name),
            name_span=self._at(name),
            params=params or (),
            returns=nodes.TypeNode(span=span, base="bool"),
            body=(nodes.Return(span=value.span, value=value),),
            reason=reason,
            cites=cites,
        )

    def action(self, span: Span, *parts: Any) -> nodes.ActionDecl:
        if isinstance(parts[-1], Node) and len(parts) == 4:  # its one line behind it
            parts = (*parts[:3], (), parts[3])
        return self._action_of(span, *parts)

    def _action_of(
        self,
        span: Span,
        name: Token,
        params: tuple[nodes.Param, ...],
        labels: Labels,
        cites: Cites,
        *lines: Any,
    ) -> nodes.ActionDecl:
        each = (x if isinstance(x, Suite) else (x,) for x in lines)
        head, body = self._head_and_body(str(name), tuple(chain(*each)))
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
                self._problem(
                    "late-choice",
                    f"`{_HEAD_WORDS[type(line)]}` stands below the first line of "
                    f"`{action}` that changes something",
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

    require = _condition(nodes.Require)

    def _called(self, params: Params) -> tuple[Named, ...] | None:
        """What an event or amount takes, called so here."""
        if params is None:
            return None
        for param in params:
            if param.type is not None:
                self._problem(
                    "syntax",
                    "what this is, stands where it is declared",
                    param.span,
                    mark="said again",
                    hint=change(
                        f"write the name alone:  {param.name}", param.span, param.name
                    ),
                )
        return tuple(Named(span=p.span, text=p.name) for p in params)

    def adjustment(
        self,
        span: Span,
        amount: Token,
        params: Params,
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
            params=self._called(params),
            each=each,
            when=when,
            order=order,
            value=value,
            cites=cites,
        )

    def handler(
        self,
        span: Span,
        event: Token,
        params: Params,
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
            params=self._called(params),
            test=test,
            each=each,
            order=order,
            body=tuple(body),
            cites=cites,
            ends_event=self.edition == 1,
        )

    def handler_cases(
        self,
        span: Span,
        event: Token,
        params: Params,
        test: Expr | None,
        each: nodes.Binder | None,
        by: Expr,
        order: int | None,
        cites: Cites,
        *cases: Mark,
    ) -> nodes.HandlerCases:
        handlers = []
        called = self._called(params)
        for case in cases:
            *keys, last = case.value
            where, head, one = copied(test), copied(each), _one_of(by, keys)
            if head is not None and _is_about(by, head.name):
                head = evolve(head, where=_both(head.where, one))
            else:
                where = _both(where, one)
            handlers.append(
                nodes.HandlerDecl(
                    span=case.span,
                    event=str(event),
                    event_span=self._at(event),
                    params=called,
                    test=where,
                    each=head,
                    order=order,
                    body=last,
                    cites=cites + case.cites,
                    ends_event=self.edition == 1,
                )
            )
        return nodes.HandlerCases(span=span, handlers=tuple(handlers), cites=cites)

    def stand_in(self, span: Span, *parts: Any) -> nodes.StandIn:
        *number, given, wanted, when, cites = parts
        return nodes.StandIn(
            span=span,
            number=int(number[0]) if number and number[0] is not None else 1,
            given=given,
            wanted=wanted,
            when=when,
            cites=cites,
        )

    def price(self, span: Span, amount: Expr, kinds: Any, *_: None) -> nodes.Price:
        if isinstance(kinds, Token):
            kinds = (self._named(kinds),)
        return nodes.Price(span=span, amount=amount, kinds=kinds or ())

    def paying(self, span: Span, *parts: Any) -> nodes.Paying:
        *prices, deed = parts
        exchange = None
        if deed is not None:
            name, args, _ = deed.value
            exchange = nodes.Exchange(
                span=deed.span, name=name.text, name_span=name.span, args=args or ()
            )
        return nodes.Paying(
            span=span,
            prices=tuple(price for price in prices if price is not None),
            exchange=exchange,
        )

    def amount(
        self, span: Span, name: Token, params: Params, value: Expr, *parts: Any
    ) -> nodes.AmountDecl:
        *limits, cites = parts
        least, most = self._bounds(limits)
        return nodes.AmountDecl(
            span=span,
            name=str(name),
            name_span=self._at(name),
            params=params or (),
            value=value,
            least=least,
            most=most,
            cites=cites,
        )

    # ---- statements ---------------------------------------------------------

    def let(self, span: Span, name: Token, value: Expr, cites: Cites) -> Node:
        place, text = self._at(name), str(name)
        if isinstance(value, nodes.Do):
            return nodes.LetDone(
                span=span, name=text, name_span=place, rule=value, cites=cites
            )
        return nodes.Let(
            span=span, name=text, name_span=place, value=value, cites=cites
        )

    def raise_(
        self, span: Span, name: Token, args: Args, cites: Cites, unless: Suite | None
    ) -> nodes.Raise | Suite:
        """An event; what is done where it is prevented follows it as lines of its own."""
        raised = nodes.Raise(
            span=span,
            name=str(name),
            name_span=self._at(name),
            args=tuple(args or ()),
            cites=cites,
        )
        otherwise, _ = self._unchosen(unless or (), optional=False)
        if otherwise is None:
            return raised
        place, local = otherwise.span, f"_cancelled_{span.line}_{span.column}"
        cancelled = nodes.Cancelled(
            span=place, name=raised.name, name_span=raised.name_span
        )
        binding = nodes.Let(span=place, name=local, name_span=place, value=cancelled)
        test = nodes.Name(span=place, text=local)
        done = nodes.If(
            span=place,
            branches=((test, tuple(otherwise.value)),),
            cites=otherwise.cites,
        )
        return Suite((evolve(raised, prevented=True), binding, done))

    def do(self, span: Span, done: nodes.Do, cites: Cites) -> nodes.Do:
        return evolve(done, span=span, cites=cites)

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

    def change_cases(
        self, span: Span, target: Expr, op: Token, by: Expr, cites: Cites, *lines: Mark
    ) -> nodes.If:
        branches: list[tuple[Expr, nodes.Block]] = []
        seen: dict[Expr, Expr] = {}
        for line in lines:
            *keys, value = line.value
            for key in keys:
                if key in seen:
                    self._problem(
                        "duplicate-row",
                        f"two lines are about {quoted(key)}",
                        key.span,
                        mark="again",
                        labels=(Label(seen[key].span, "the first one"),),
                        hint="remove one of them",
                    )
                seen.setdefault(key, key)
            change = nodes.Assign(
                span=line.span,
                target=copied(target),
                op=str(op),
                value=value,
                cites=line.cites,
            )
            branches.append((_one_of(by, keys), (change,)))
        return nodes.If(span=span, branches=tuple(branches), otherwise=(), cites=cites)

    def turns_until(
        self,
        span: Span,
        name: Token,
        start: Expr,
        until: Expr,
        cites: Cites,
        body: Suite,
    ) -> Suite:
        place = self._at(name)
        who = nodes.Name(span=place, text=str(name))
        before = nodes.Attribute(
            span=start.span, of=start, name="right", name_span=start.span
        )
        following = nodes.Attribute(span=place, of=who, name="left", name_span=place)
        turn = nodes.Turn(span=span, player=who, body=tuple(body), cites=cites)
        on = nodes.Assign(span=span, target=copied(who), op="=", value=following)
        return Suite(
            (
                nodes.Let(
                    span=span,
                    name=str(name),
                    name_span=place,
                    value=before,
                    cites=cites,
                ),
                nodes.RepeatUntil(span=span, body=(on, turn), until=until, cites=cites),
            )
        )

    def turns(
        self, span: Span, name: Token, start: Expr, cites: Cites, body: Suite
    ) -> Suite:
        place = self._at(name)
        passed = f"_passed_{span.line}"
        last = f"_passed_before_{span.line}"

        def named(text: str) -> nodes.Name:
            return nodes.Name(span=place, text=text)

        def let(text: str, value: Expr) -> nodes.Let:
            return nodes.Let(span=span, name=text, name_span=place, value=value)

        def becomes(text: str, value: Expr) -> nodes.Assign:
            return nodes.Assign(span=span, target=named(text), op="=", value=value)

        one = nodes.Int(span=place, value=1)
        more = nodes.Arithmetic(span=place, op="+", left=named(last), right=one)
        counting, result = _passing_by(body, becomes(passed, more))
        if not result:
            self._problem(
                "syntax",
                "nobody can pass in these turns, so they have no end",
                span,
                mark="until when?",
                hint="let a choice in them be one that can be passed:  "
                f"{name} may choose ...",
            )
        nothing = nodes.Int(span=place, value=0)
        return Suite(
            (
                evolve(let(str(name), start), cites=cites),
                let(passed, nothing),
                nodes.While(
                    span=span,
                    test=nodes.Compare(
                        span=span,
                        op="<",
                        left=named(passed),
                        right=nodes.Call(
                            span=place,
                            name="size",
                            name_span=place,
                            args=(named("players"),),
                        ),
                    ),
                    body=(
                        let(last, named(passed)),
                        becomes(passed, copied(nothing)),
                        nodes.Turn(
                            span=span,
                            player=named(str(name)),
                            body=counting,
                            cites=cites,
                        ),
                        becomes(
                            str(name),
                            nodes.Attribute(
                                span=place,
                                of=named(str(name)),
                                name="left",
                                name_span=place,
                            ),
                        ),
                    ),
                    cites=cites,
                ),
            )
        )

    def old_pass(self, span: Span, cites: Cites) -> nodes.Pass:
        self._old(span, "nothing")
        return nodes.Pass(span=span, cites=cites)

    def phase(
        self, span: Span, text: Token, labels: Labels, cites: Cites, body: Suite
    ) -> nodes.Phase:
        labels = evolve(labels, text=unquoted(text))
        return nodes.Phase(span=span, labels=labels, body=tuple(body), cites=cites)

    def announce(
        self,
        span: Span,
        text: Token,
        labels: Labels,
        to: Expr | None,
        cites: Cites,
    ) -> nodes.Announce:
        labels, place = evolve(labels, text=unquoted(text)), self._at(text)
        values = []
        for name in dict.fromkeys(nodes.BRACES.findall(unquoted(text))):
            column = place.column + text.index(f"{{{name}}}") + 1
            end = column + len(name)
            where = evolve(place, column=column, end_column=end)
            values.append(nodes.Name(span=where, text=name))
        return nodes.Announce(
            span=span, labels=labels, values=tuple(values), to=to, cites=cites
        )

    def rank(self, span: Span, ranked: Token, *rest: Any) -> nodes.Rank:
        *by, cites = rest
        return nodes.Rank(
            span=span,
            by=tuple(by),
            teams=ranked == "teams",
            left_too=ranked == "participants",
            cites=cites,
        )

    # ---- choices ------------------------------------------------------------

    def menu(
        self,
        span: Span,
        player: Expr,
        how: Token,
        labels: Labels,
        again: Mark | None,
        cites: Cites,
        *items: Any,
    ) -> nodes.Stmt:
        optional = how.startswith("may")
        otherwise, passing = self._unchosen(items, optional=optional)
        lines = (x if isinstance(x, Suite) else (x,) for x in items)
        menu = nodes.Menu(
            span=span,
            player=player,
            secret="secretly" in how,
            optional=optional,
            labels=labels,
            items=tuple(
                _acted(player, x) if isinstance(x, Mark) else x
                for x in chain(*lines)
                if not isinstance(x, Mark) or x.kind == "deed"
            ),
            **_otherwise(otherwise, passing, cites),
        )
        return menu if again is None else _until_done(menu, again)

    def _unchosen(
        self, lines: Iterable[Any], *, optional: bool
    ) -> tuple[Mark | None, Mark | None]:
        """What is done where nothing can be chosen, and where somebody passes."""
        otherwise = self._one("`otherwise`", _of_kind("otherwise", lines))
        passing = self._one("`pass`", _of_kind("pass", lines))
        if passing is not None and not optional:
            self._problem(
                "syntax",
                "whoever has to choose cannot pass",
                passing.span,
                mark="nobody passes here",
                hint="let passing be possible, with  may  for  must  or  chooses",
            )
        return otherwise, passing

    def deed(self, span: Span, name: Token, args: Args) -> Mark:
        return Mark(span=span, kind="deed", value=(self._named(name), args, None))

    def menu_actions(self, span: Span, *parts: Any) -> Suite:
        *deeds, when, cites = parts
        if len(deeds) == 1:
            (deed,) = deeds
            value = (*deed.value[:2], when)
            return Suite((evolve(deed, span=span, value=value, cites=cites),))
        if when is not None:
            self._problem(
                "syntax",
                "`when` is about one action, and this line has several",
                when.span,
                mark="of which?",
                hint="give what may not always be done a line of its own",
            )
        return Suite(evolve(deed, cites=cites) for deed in deeds)

    def must(
        self,
        span: Span,
        player: Expr,
        how: Token,
        action: Mark,
        labels: Labels,
        cites: Cites,
        clauses: Suite | None,
    ) -> nodes.Menu:
        optional = how == "may"
        otherwise, passing = self._unchosen(clauses or (), optional=optional)
        return nodes.Menu(
            span=span,
            player=player,
            secret=False,
            optional=optional,
            labels=labels,
            items=(_acted(player, action),),
            **_otherwise(otherwise, passing, cites),
        )

    def anybody(
        self,
        span: Span,
        name: Token,
        of: Expr,
        where: Expr | None,
        how: Token,
        action: Mark,
        labels: Labels,
        cites: Cites,
        clauses: Suite | None,
    ) -> nodes.Anybody:
        place = self._at(name)
        optional = how == "may"
        otherwise, passing = self._unchosen(clauses or (), optional=optional)
        cites += _joined(mark.cites for mark in (otherwise, passing) if mark)
        player = nodes.Name(span=place, text=str(name))
        menu = nodes.Menu(
            span=span,
            player=player,
            secret=False,
            optional=optional,
            labels=labels,
            items=(_acted(player, action),),
            passing=None if passing is None else tuple(passing.value),
            cites=cites,
        )
        binder = nodes.Binder(
            span=place, name=str(name), name_span=place, of=of, where=where
        )
        last = None if otherwise is None else tuple(otherwise.value)
        return nodes.Anybody(
            span=span, binder=binder, menu=menu, otherwise=last, cites=cites
        )

    def any_time(self, span: Span, question: nodes.Anybody) -> nodes.AnyTimeDecl:
        menu, name = question.menu, question.binder.name
        if (
            not menu.optional
            or menu.passing is not None
            or question.otherwise is not None
        ):
            self._problem(
                "syntax",
                "at any time somebody may do something, and nobody has to",
                question.span,
                mark="nothing follows where nobody does",
                hint=f"write  {name} ... may {menu.items[0].name}({name}),  "
                "and nothing below it",
            )
        return nodes.AnyTimeDecl(span=span, asked=question, cites=question.cites)

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
        name, called, of, *quantities = subject.value
        paying = next((q for q in quantities if isinstance(q, nodes.Paying)), None)
        quantities = [q for q in quantities if isinstance(q, Mark)]
        if paying is not None and quantities:
            self._problem(
                "syntax",
                "a price says how many are paid, and this says it again",
                quantities[0].span,
                mark="again",
                labels=(Label(paying.span, "the price"),),
                hint="leave one of them out",
            )
        lines = clauses or ()
        least, most = self._bounds(quantities)
        optional = how.startswith("may")
        otherwise, passing = self._unchosen(lines, optional=optional)
        reason = labels if player is None else nodes.NO_LABELS
        for below in _of_kind("reason", lines):
            reason, cites = below.value, cites + below.cites
        return nodes.Choose(
            span=span,
            player=player,
            name=str(name),
            name_span=self._at(name),
            called=called,
            of=of,
            several=subject.kind == "several",
            least=least,
            most=most,
            secret="secretly" in how,
            optional=optional,
            labels=labels,
            reason=reason,
            where=tuple(x for x in lines if isinstance(x, nodes.Where)),
            require=tuple(x for x in lines if isinstance(x, nodes.Require)),
            prefer=tuple(x for x in lines if isinstance(x, nodes.Prefer)),
            paying=paying,
            asks_alone=self.edition == 1,
            **_otherwise(otherwise, passing, cites),
        )

    def own_reason(self, span: Span, text: Token, *parts: Any) -> Mark:
        *translations, cites = parts
        labels = Labels(text=unquoted(text), translations=tuple(translations))
        return Mark(span=span, kind="reason", value=labels, cites=cites)

    where = _condition(nodes.Where)
    prefer = _condition(nodes.Prefer)
    # ---- scenarios ----------------------------------------------------------

    def begins_from(self, span: Span, title: Token) -> nodes.Begins:
        place = self._at(title)
        inside = evolve(place, column=place.column + 1, end_column=place.end_column - 1)
        return nodes.Begins(span=inside, title=unquoted(title))

    def position(
        self,
        span: Span,
        title: Token,
        begins: nodes.Begins | None,
        cites: Cites,
        *lines: Any,
    ) -> nodes.PositionDecl:
        inner = self._scenario(span, title, begins, cites, lines)
        for row in _of_kind("cases", lines):
            self._problem(
                "syntax",
                "a position has no cases",
                row.span,
                hint="their place is in the scenarios that begin from it",
            )
        return nodes.PositionDecl(
            span=span,
            title=inner.title,
            title_span=self._at(title),
            lines=inner,
            cites=inner.cites,
        )

    def scenario(
        self,
        span: Span,
        title: Token,
        begins: nodes.Begins | None,
        cites: Cites,
        *lines: Any,
    ) -> nodes.ScenarioDecl:
        return self._scenario(span, title, begins, cites, lines)

    def _scenario(
        self,
        span: Span,
        title: Token,
        begins: nodes.Begins | None,
        cites: Cites,
        lines: tuple[Any, ...],
    ) -> nodes.ScenarioDecl:
        players = self._one("the number of players", _of_kind("players", lines))
        seed = self._one("the seed", _of_kind("seed", lines))
        marks = [line for line in lines if isinstance(line, Mark)]
        whole = nodes.ScenarioDecl(
            span=span,
            title=unquoted(title),
            players=players.value if players else None,
            seed=seed.value if seed else 1,
            options=tuple(x.value for x in _of_kind("option", lines)),
            steps=tuple(line for line in lines if not isinstance(line, Mark)),
            begins=begins,
            players_span=players.span if players else None,
            seed_span=seed.span if seed else None,
            cites=cites + _joined(mark.cites for mark in marks),
        )
        table = self._one("what the cases are", _of_kind("cases", lines))
        if table is None:
            return whole
        names, rows = table.value
        self._players_of_cases(names, rows, players)
        return evolve(whole, cases=scenarios_of(whole, names, rows))

    def _players_of_cases(
        self, names: Sequence[nodes.Named], rows: Sequence[CaseRow], line: Mark | None
    ) -> None:
        """How many play stands in one place, and is a number in each row."""
        called = [at for at, name in enumerate(names) if name.text == PLAYERS]
        if called and line is not None:
            self._one("the number of players", [line, names[called[0]]])
        for at in called:
            for _, cells in rows:
                if not isinstance(cells[at], nodes.Int):
                    self._problem(
                        "syntax",
                        f"`{quoted(cells[at])}` does not say how many play",
                        cells[at].span,
                        hint="in the column `players` stands a number, such as 3",
                    )

    def scenario_cases(self, span: Span, *parts: Any) -> Mark:
        names, cites, *rows = parts
        for row in rows:
            if len(row.value) != len(names):
                self._problem(
                    "missing-column" if len(row.value) < len(names) else "extra-column",
                    f"{counted(len(row.value), 'value')} for "
                    f"{counted(len(names), 'name')} above",
                    row.span,
                    hint="give one for each name:  "
                    + " | ".join(name.text for name in names),
                )
        value = names, [(r.span, r.value) for r in rows if len(r.value) == len(names)]
        cites += _joined(row.cites for row in rows)
        return Mark(span=span, kind="cases", value=value, cites=cites)

    def scenario_option(
        self, span: Span, name: Token, value: Expr, cites: Cites
    ) -> Mark:
        option = (self._named(name), value)
        return Mark(span=span, kind="option", value=option, cites=cites)

    def scenario_chance(self, span: Span, line: Token) -> nodes.Chance:
        results = drawn(_content(line.partition(":")[2]))
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
        texts = tuple(unquoted(t) for t in tokens if t.type == "STRING")
        return nodes.ExpectAnnounced(span=span, texts=texts, cites=parts[-1])

    # ---- expressions --------------------------------------------------------

    def is_(self, span: Span, of: Expr, quality: Node) -> Expr:
        return self._quality(span, of, quality, negated=False)

    def is_not(self, span: Span, of: Expr, quality: Node) -> Expr:
        return self._quality(span, of, quality, negated=True)

    def _quality(self, span: Span, of: Expr, quality: Node, *, negated: bool) -> Expr:
        match quality:
            case nodes.NoneValue():
                return nodes.IsNone(span=span, of=of, negated=negated)
            case nodes.Name(text=text):
                kind = Named(span=quality.span, text=text)
                return nodes.IsType(span=span, of=of, name=kind, negated=negated)
            case _:
                return nodes.IsEmpty(span=span, of=of, negated=negated)

    def longest_way(
        self, span: Span, way: Token, within: Expr, stepping: nodes.Stepping | None
    ) -> Expr:
        node_class = nodes.LongestLoop if way == "loop" else nodes.LongestTrail
        return node_class(span=span, within=within, stepping=stepping)

    def offered(self, span: Span, *parts: Any) -> nodes.Offered:
        names = [str(part) for part in parts if isinstance(part, Token)]
        stated = tuple(part for part in parts if isinstance(part, nodes.Compare))
        of = names[1] if len(names) > 1 else None
        return nodes.Offered(span=span, name=names[0], of=of, stated=stated)

    def instead(self, span: Span, of: Expr, otherwise: Expr) -> nodes.Instead:
        test = nodes.IsNone(span=of.span, of=copied(of), negated=True)
        return nodes.Instead(span=span, then=of, test=test, otherwise=otherwise)

    def group(self, span: Span, inner: Expr) -> Expr:
        return evolve(inner, span=span)

    def bundle(self, span: Span, *pairs: Any) -> Node:
        if all(isinstance(key, nodes.Text) for key, _ in pairs):
            return nodes.GridOf(span=span, pairs=pairs)
        return nodes.BundleOf(span=span, pairs=pairs)

    def chosen(
        self, span: Span, name: Token, of: Expr, *parts: Any
    ) -> nodes.Quantified:
        where: Any = next((part for part in parts if isinstance(part, Node)), None)
        having = next((part for part in parts if isinstance(part, tuple)), ())
        binder = self._bound(name, of, where)
        return nodes.Quantified(span=span, kind="all", binder=binder, having=having)

    chosen_by = chosen

    def binder(
        self, span: Span, part: Token | nodes.Quantified, of: Expr | None = None
    ) -> nodes.Binder:
        if isinstance(part, Token):
            assert of is not None
            return self._bound(part, of)
        if not part.having:
            return evolve(part.binder, span=span)
        inner = copied(part.binder)
        return evolve(part.binder, span=span, of=evolve(part, binder=inner), where=None)

    def quantified(
        self, span: Span, kind: Token, chosen: nodes.Quantified
    ) -> nodes.Quantified:
        return evolve(chosen, span=span, kind=str(kind))

    def _bound(self, name: Token, of: Expr, where: Expr | None = None) -> nodes.Binder:
        place = self._at(name)
        return nodes.Binder(
            span=place.to((where or of).span),
            name=str(name),
            name_span=place,
            of=of,
            where=where,
        )

    def every(
        self, span: Span, name: Token, of: Expr, where: Expr | None, holds: Expr
    ) -> nodes.Every:
        return nodes.Every(span=span, binder=self._bound(name, of, where), holds=holds)

    def standings(self, span: Span, name: Token, of: Expr, *by: Any) -> nodes.Standings:
        return nodes.Standings(span=span, binder=self._bound(name, of), by=by)

    # ---- words --------------------------------------------------------------

    def cites(self, span: Span, *cites: Token) -> Cites:
        result: list[Cite] = []
        for token in cites:
            place, numbers = self._at(token), cited(token)
            result += (Cite(span=place, paragraph=number) for number in numbers)
            if not numbers:
                self._problem(
                    "syntax",
                    f"this cites no paragraphs, or more than {MOST_CITED}",
                    place,
                    hint="the smaller number stands first:  @KF-12..15",
                )
        return tuple(result)


def _passing_by(block: nodes.Block, counted: nodes.Stmt) -> tuple[nodes.Block, bool]:
    """A block in which each choice that can be passed counts it, and whether there is one."""
    lines: list[nodes.Stmt] = []
    result = False
    for line in block:
        match line:
            case (
                nodes.Menu(optional=True, passing=passing)
                | nodes.Choose(optional=True, passing=passing)
            ):
                result = True
                line = evolve(line, passing=(copied(counted), *(passing or ())))
            case nodes.If(branches=branches, otherwise=otherwise):
                inner = [_passing_by(body, counted) for _, body in branches]
                last, there = _passing_by(otherwise, counted)
                result = result or there or any(any_ for _, any_ in inner)
                tests = zip(branches, inner, strict=True)
                line = evolve(
                    line,
                    branches=tuple((test, body) for (test, _), (body, _) in tests),
                    otherwise=last,
                )
            case _:
                pass
        lines.append(line)
    return tuple(lines), result


def _until_done(menu: nodes.Menu, again: Mark) -> nodes.Stmt:
    """A menu that comes again and again, with an option to be done with it."""
    place = again.span
    stop = nodes.Stop(span=place)
    done = nodes.MenuOption(
        span=place,
        name="done",
        name_span=place,
        labels=nodes.Labels(text="Done"),
        when=None,
        body=(stop,),
        unsaid=True,
    )
    menu = evolve(menu, items=(*menu.items, done))
    if again.value is None:
        always = nodes.Bool(span=place, value=True)
        return nodes.While(span=menu.span, test=always, body=(menu,), cites=menu.cites)
    return nodes.RepeatTimes(
        span=menu.span, times=again.value, body=(menu,), cites=menu.cites
    )


def _acted(player: Expr, deed: Mark) -> nodes.MenuAction:
    """An action of a menu; one that is given nothing is of whoever chooses."""
    name, args, when = deed.value
    return nodes.MenuAction(
        span=deed.span,
        name=name.text,
        name_span=name.span,
        args=(copied(player),) if args is None else args,
        bare=args is None,
        when=when,
        cites=deed.cites,
    )


def _otherwise(
    otherwise: Mark | None, passing: Mark | None, cites: Cites
) -> dict[str, Any]:
    """What is to be done where nothing is chosen, for a node with these citations."""
    result: dict[str, Any] = {
        "otherwise": None if otherwise is None else otherwise.value,
        "passing": None if passing is None else passing.value,
        "cites": cites + _joined(mark.cites for mark in (otherwise, passing) if mark),
    }
    if otherwise is not None:
        result["otherwise_span"] = otherwise.span
    return result


def _texts(names: Iterable[Named]) -> tuple[str, ...]:
    return tuple(name.text for name in names)


def _estimate(line: Mark) -> nodes.Estimate:
    """The rule or function that a line of the game names."""
    name = line.value
    return nodes.Estimate(span=line.span, name=name.text, name_span=name.span)


def _joined(cites: Iterable[Cites]) -> Cites:
    return tuple(cite for several in cites for cite in several)


def _of_kind(kind: str, parts: Iterable[Any]) -> list[Mark]:
    return [part for part in parts if isinstance(part, Mark) and part.kind == kind]


def _is_about(expr: Expr, name: str) -> bool:
    """Whether a name, or a field of what it stands for, is what an expression asks for."""
    while isinstance(expr, nodes.Attribute):
        expr = expr.of
    return isinstance(expr, nodes.Name) and expr.text == name


def _one_of(by: Expr, keys: Iterable[Expr]) -> Expr:
    """That a value is one of those that a case names."""
    first, *others = (
        nodes.Compare(span=key.span, op="==", left=copied(by), right=key)
        for key in keys
    )
    test: Expr = first
    for other in others:
        test = nodes.Or(span=test.span.to(other.span), left=test, right=other)
    return test


def _both(first: Expr | None, second: Expr) -> Expr:
    """That both hold, where there are two."""
    if first is None:
        return second
    return nodes.And(span=first.span.to(second.span), left=first, right=second)


_HEAD_WORDS = {
    nodes.Choose: "choose",
    nodes.Require: "require",
    nodes.SharedHead: "head",
}


def _is_head(line: Any) -> bool:
    if isinstance(line, nodes.Choose):
        return line.player is None
    return isinstance(line, nodes.Require | nodes.SharedHead)


def _without_comment(span: Span, line: Token) -> Span:
    """The place of a line that is read as a whole, up to where a comment begins."""
    text = re.sub(r'("[^"]*")|#.*', lambda match: match[1] or "", line).rstrip()
    return evolve(span, end_column=span.end_column - len(line) + len(text))


def drawn(text: str) -> tuple[str, ...]:
    """What a `chance:` line names, one after the other; places such as `1,0` stay whole."""
    return tuple(part.strip() for part in re.split(r",(?=\s|$)", text))


def _content(text: str) -> str:
    """What a line that is read as a whole says, without a comment and citations."""
    text = re.sub(r'("[^"]*")|#.*', lambda match: match[1] or "", text)
    return re.sub(rf"( +{CITATION})*\s*$", "", text).strip()


def _spoken(line: Token) -> tuple[int, str, str | None]:
    """The seat, the choice and the reason in `player 2: take because "..."`."""
    before, _, rest = line.partition(":")
    seat = int(before.split()[-1])
    choice = _content(rest)
    reason = re.search(r'(?:^|\s)because +"(.*)"$', choice)  # it may quote something
    if reason is None:
        return seat, choice, None
    return seat, choice[: reason.start()].strip(), reason[1].replace('\\"', '"')

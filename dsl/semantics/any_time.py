"""`at any time anybody q in S may act(q)`, written out before names are looked up.

Before each menu of a turn all others who can are asked, until none of them does anything,
and whose menu it is finds the action among its items; after it the menu comes again:

    repeat:
        do _asked_1(p)
        again = false
        p chooses one of:
            buy, sell
            act(p) when P                 # and then:  again = true
    until not again

Menus of a turn stand in `turn`, and in rules that are carried out there. In actions and
handlers, and in rules that these carry out, nobody is asked: what has been begun is finished.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from attrs import define, evolve, field, fields

from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics.narrowing import each
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.copies import copied

APART = (
    nodes.ActionDecl,
    nodes.HandlerDecl,
    nodes.AdjustDecl,
    nodes.FunctionDecl,
    nodes.Best,
)
"""Where nobody else is asked, nor in the rules that are carried out there."""

WITHOUT_ITEMS = (nodes.Anybody, nodes.Best)
"""Statements whose menus are no menus of a turn."""

LOOPS = (nodes.ForEach, nodes.While, nodes.RepeatUntil, nodes.RepeatTimes)
"""Statements that `stop` and `next` inside them mean."""

Change = Callable[[nodes.Node], tuple[nodes.Node, ...] | None]
"""What stands in place of a statement, or none where it stays."""


def written_out(
    declarations: tuple[nodes.Decl, ...],
) -> tuple[tuple[nodes.Decl, ...], list[Diagnostic]]:
    """The declarations with the questions that may come at any time, and what is wrong."""
    declared = each(declarations, nodes.AnyTimeDecl)
    if not declared:
        return declarations, []
    questions = [_Question(decl, number) for number, decl in enumerate(declared, 1)]
    in_turns = _carried_out(declarations, each(declarations, nodes.Turn))
    in_turns -= _carried_out(declarations, each(declarations, *APART))
    menus = _Menus(questions)
    result: list[nodes.Decl] = []
    for decl in declarations:
        match decl:
            case nodes.AnyTimeDecl():
                result += [q.rule for q in questions if q.decl is decl]
            case nodes.RuleDecl(name=name, body=body) if name in in_turns:
                result.append(evolve(decl, body=menus.block(body)))
            case nodes.RuleDecl() | nodes.Play():
                result.append(menus.turns(decl))
            case _:
                result.append(decl)
    if menus.count:
        return tuple(result), []
    return declarations, [
        problem(
            "unused-name",
            decl.span,
            "nobody is ever asked: no menu stands in a turn",
            mark="asked before each menu of a turn",
            hint="let a turn have one, as in  turn p:  p chooses one of:",
        )
        for decl in declared
    ]


def _carried_out(
    declarations: tuple[nodes.Decl, ...], begin: Iterable[nodes.Node]
) -> set[str]:
    """The names of rules that are carried out somewhere, and there again."""
    rules = {rule.name: rule for rule in each(declarations, nodes.RuleDecl)}
    names: set[str] = set()
    pending = [done.name for done in each(tuple(begin), nodes.Do)]
    while pending:
        name = pending.pop()
        if name in rules and name not in names:
            names.add(name)
            pending += [done.name for done in each(rules[name], nodes.Do)]
    return names


@define(eq=False)
class _Question:
    """One declaration: the rule that asks the others, and the item of whose menu it is."""

    decl: nodes.AnyTimeDecl
    number: int

    @property
    def name(self) -> str:
        """What the rule is called."""
        return f"_asked_{self.number}"

    @property
    def deed(self) -> nodes.MenuAction:
        """What may be done."""
        (item,) = self.decl.asked.menu.items
        assert isinstance(item, nodes.MenuAction)
        return item

    @property
    def rule(self) -> nodes.RuleDecl:
        """Asks all but whose menu it is, until none of them does anything."""
        question, span = self.decl.asked, self.decl.span
        binder = question.binder
        who = nodes.Name(span=binder.span, text=binder.name)
        asker = nodes.Name(span=binder.span, text="_asker")
        where: nodes.Expr = nodes.Compare(span=span, op="!=", left=who, right=asker)
        if binder.where is not None:
            where = nodes.And(span=span, left=where, right=binder.where)
        others = evolve(question, binder=evolve(binder, where=where))
        nobody = nodes.IsNone(span=span, of=copied(who), negated=False)
        again = nodes.RepeatUntil(span=span, body=(others,), until=nobody)
        player = nodes.TypeNode(span=span, base="player")
        return nodes.RuleDecl(
            span=span,
            name=self.name,
            name_span=span,
            params=(nodes.Param(span=span, name="_asker", type=player),),
            labels=nodes.NO_LABELS,
            body=(again,),
            cites=self.decl.cites,
        )

    def item(self, player: nodes.Expr, again: nodes.Stmt) -> nodes.MenuAction:
        """The item of whoever has a menu."""
        deed, binder = self.deed, self.decl.asked.binder
        arguments = {binder.name: player}
        tests: list[nodes.Expr] = []
        if not (isinstance(binder.of, nodes.Name) and binder.of.text == "players"):
            tests.append(
                nodes.Member(
                    span=binder.of.span,
                    item=copied(player),
                    of=copied(binder.of, arguments),
                    negated=False,
                )
            )
        if binder.where is not None:
            tests.append(copied(binder.where, arguments))
        when = tests[0] if tests else None
        for test in tests[1:]:
            assert when is not None
            when = nodes.And(span=test.span, left=when, right=test)
        own: nodes.MenuAction = copied(deed, arguments)
        return evolve(own, when=when, then=(again,), cites=self.decl.cites)


@define(eq=False)
class _Menus:
    """Puts the questions into the menus of turns."""

    questions: list[_Question]
    count: int = field(default=0, init=False)

    def turns(self, tree: Any) -> Any:
        """A tree with its turns changed, and nothing else."""
        return _mapped(tree, self._turn)

    def _turn(self, node: nodes.Node) -> tuple[nodes.Node, ...] | None:
        if not isinstance(node, nodes.Turn):
            return None
        return (evolve(node, body=self.block(node.body)),)

    def block(self, block: nodes.Block) -> nodes.Block:
        """A block with the questions before its menus."""
        changed = _mapped(block, self._menu)
        assert isinstance(changed, tuple)
        return changed

    def _menu(self, node: nodes.Node) -> tuple[nodes.Node, ...] | None:
        if isinstance(node, WITHOUT_ITEMS):
            return (node,)
        if not isinstance(node, nodes.Menu) or node.secret:
            return None
        self.count += 1
        number, span = self.count, node.span
        again = f"_again_{number}"
        gone = f"_gone_{number}"

        def let(name: str, value: nodes.Expr) -> nodes.Let:
            return nodes.Let(span=span, name=name, name_span=span, value=value)

        def becomes(name: str, value: nodes.Expr) -> nodes.Assign:
            who = nodes.Name(span=span, text=name)
            return nodes.Assign(span=span, target=who, op="=", value=value)

        no = nodes.Bool(span=span, value=False)
        yes = nodes.Bool(span=span, value=True)
        own = {item.name for item in node.items}
        leaving = _Leaving(gone)
        inner = leaving.items(_mapped(node, self._menu))
        items = [
            question.item(node.player, becomes(again, copied(yes)))
            for question in self.questions
            if question.deed.name not in own
        ]
        loops = [
            nodes.Do(
                span=span,
                name=question.name,
                name_span=span,
                args=(copied(node.player),),
            )
            for question in self.questions
        ]
        body: nodes.Block = (
            *loops,
            becomes(again, copied(no)),
            evolve(inner, items=(*inner.items, *items)),
        )
        until = nodes.Not(span=span, of=nodes.Name(span=span, text=again))
        return (
            let(again, no),
            *leaving.before(span),
            nodes.RepeatUntil(span=span, body=body, until=until),
            *leaving.behind(span),
        )


@define(eq=False)
class _Leaving:
    """`stop` and `next` in the items of a menu, which mean the loop around the menu.

    They leave the loop that was put around it, and behind that the one they mean.
    """

    name: str
    ways: dict[type[nodes.Stop | nodes.Next], int] = field(factory=dict, init=False)

    def items(self, menu: nodes.Menu) -> nodes.Menu:
        """The menu with what its items say of the loop around it noted."""
        changed = _mapped(menu, self._left)
        assert isinstance(changed, nodes.Menu)
        return changed

    def _left(self, node: nodes.Node) -> tuple[nodes.Node, ...] | None:
        if isinstance(node, LOOPS):
            return (node,)
        if not isinstance(node, nodes.Stop | nodes.Next):
            return None
        way = self.ways.setdefault(type(node), len(self.ways) + 1)
        value = nodes.Int(span=node.span, value=way)
        return self._becomes(node.span, value), nodes.Stop(span=node.span)

    def _becomes(self, span: Span, value: nodes.Expr) -> nodes.Assign:
        target = nodes.Name(span=span, text=self.name)
        return nodes.Assign(span=span, target=target, op="=", value=value)

    def before(self, span: Span) -> tuple[nodes.Stmt, ...]:
        """What stands before the loop that was put around the menu."""
        if not self.ways:
            return ()
        none = nodes.Int(span=span, value=0)
        return (nodes.Let(span=span, name=self.name, name_span=span, value=none),)

    def behind(self, span: Span) -> tuple[nodes.Stmt, ...]:
        """What stands behind it."""
        return tuple(
            nodes.If(
                span=span,
                branches=(
                    (
                        nodes.Compare(
                            span=span,
                            op="==",
                            left=nodes.Name(span=span, text=self.name),
                            right=nodes.Int(span=span, value=way),
                        ),
                        (kind(span=span),),
                    ),
                ),
            )
            for kind, way in self.ways.items()
        )


def _mapped(tree: Any, change: Change) -> Any:
    """A tree in which statements of its blocks are replaced by what `change` gives.

    Where it gives none, the statement stays, and its parts are gone through.
    """
    if isinstance(tree, tuple):
        parts: list[Any] = []
        for part in tree:
            new = change(part) if isinstance(part, nodes.Statement) else None
            parts += (_mapped(part, change),) if new is None else new
        same = len(parts) == len(tree) and all(
            a is b for a, b in zip(parts, tree, strict=True)
        )
        return tree if same else tuple(parts)
    if not isinstance(tree, nodes.Node):
        return tree
    changed: dict[str, Any] = {}
    for part in fields(type(tree)):
        old = getattr(tree, part.name)
        if isinstance(old, tuple) and old:
            new = _mapped(old, change)
            if new is not old:
                changed[part.name] = new
    return evolve(tree, **changed) if changed else tree

"""What play may come to that is not there: what no test on the way to it proves.

Each body is gone through once, by the way that decisions are proved on, too. What is not
proved there, and is about nothing but what the body is given and the state as it was when
the body began, is asked where it is carried out or worked out: there something may be known
that proves it. What is carried out before the first choice of a game needs no proof: set-ups
are played. More than 400 lines because it is one walk over all that rules are made of.
"""

from collections.abc import Iterable, Iterator

from attrs import define, evolve, field

from rulesrun.dsl.analysis.facts import (
    IT,
    NOTHING,
    Fact,
    Facts,
    learned,
    names_in,
    proved,
    replaced,
)
from rulesrun.dsl.analysis.members import bound, chosen, member
from rulesrun.dsl.analysis.needs import ASKING, Need, of_expression, of_line
from rulesrun.dsl.analysis.opening import at_first, content, opening
from rulesrun.dsl.analysis.paths import Path
from rulesrun.dsl.analysis.preconditions import (
    Asked,
    bound_in,
    nodes_in,
    parts,
    with_names,
)
from rulesrun.dsl.analysis.proofs import Proofs
from rulesrun.dsl.analysis.proving import Prover
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics.circles import inner_first
from rulesrun.dsl.semantics.narrowing import each
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes

Carried = sym.RuleSymbol | sym.ActionSymbol | sym.EventSymbol
Worked = sym.FunctionSymbol | sym.AmountSymbol
USES = (nodes.Do, nodes.Raise, nodes.MenuAction, nodes.Call, nodes.Can, nodes.After)
"""The nodes by which something is carried out or worked out."""


@define(eq=False)
class Failing:
    """Looks for needs that nothing proves.

    `found` are those, by their ids; `certain` says of which it is known that nothing is
    there whenever they are come to.
    """

    world: World
    proofs: Proofs
    found: dict[int, Need] = field(factory=dict, init=False)
    certain: set[int] = field(factory=set, init=False)
    prover: Prover = field(init=False)
    _open: dict[sym.Symbol, list[Asked]] = field(factory=dict, init=False)
    _here: list[Asked] = field(factory=list, init=False)
    _params: frozenset[str] = field(default=frozenset(), init=False)
    _played: frozenset[int] = field(init=False)
    _asking: dict[int, tuple[nodes.Node, bool]] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        self.prover = Prover(self.world)
        self._played = opening(self.world)

    def look(self) -> None:
        """Go through all that a game can come to."""
        if self.world.play is not None:
            for symbol in inner_first(self._uses()):
                self.asked_by(symbol)  # in this order, none waits for a chain of others
            self._body(self.world.play.body, (), at_first(self.world))
            self._tell_all(self._here)
        for display in self.world.each(sym.ShownSymbol):
            self._tell_all(self.asked_by(display))

    def asked_by(self, symbol: sym.Symbol) -> list[Asked]:
        """What is to be proved wherever something is carried out or worked out."""
        if symbol not in self._open:
            self._open[symbol] = []  # for one that uses itself
            outer = self._here, self._params
            self._here = []
            self._symbol(symbol)
            self._open[symbol] = self._here
            self._here, self._params = outer
        return self._open[symbol]

    def _uses(self) -> dict[sym.Symbol, list[tuple[None, sym.Symbol]]]:
        """What all uses that is carried out or worked out after the first choice."""
        uses: dict[sym.Symbol, list[tuple[None, sym.Symbol]]] = {}
        assert self.world.play is not None
        pending = [used for _, used in self._used_in(self.world.play.body)]
        pending += self.world.each(sym.ShownSymbol)
        while pending:
            symbol = pending.pop()
            if symbol not in uses:
                uses[symbol] = self._used_in(content(symbol))
                pending += [used for _, used in uses[symbol]]
        return uses

    def _used_in(self, tree: object) -> list[tuple[None, sym.Symbol]]:
        return [
            (None, used)
            for node in each(tree, *USES)
            if id(node) not in self._played
            and isinstance(used := self.world.refs.get(id(node)), Carried | Worked)
        ]

    def _symbol(self, symbol: sym.Symbol) -> None:
        match symbol:
            case sym.RuleSymbol() | sym.FunctionSymbol():
                self._body(symbol.decl.body, symbol.params, NOTHING)
            case sym.ActionSymbol():
                self._params = _names(symbol.params)
                path = self._path(NOTHING)
                self._head(path, symbol.decl.head)
                path.block(symbol.decl.body)
            case sym.EventSymbol():
                self._event(symbol)
            case sym.AmountSymbol():
                self._amount(symbol)
            case _:
                pass

    def _body(
        self, block: nodes.Block, params: Iterable[sym.LocalSymbol], facts: Facts
    ) -> None:
        self._params = _names(params)
        self._path(facts).block(block)

    def _path(self, facts: Facts) -> Path:
        return self.proofs.looking(self, facts)

    def _head(self, path: Path, head: Iterable[nodes.HeadLine]) -> None:
        for line in head:
            match line:
                case nodes.Require(test=test):
                    self.values(path, test, path.facts)
                    path.facts = learned(
                        self.world, path.facts, proved(self.world, test)
                    )
                case nodes.Let() | nodes.Choose():
                    path.block((line,))
                case _:
                    pass

    def _event(self, event: sym.EventSymbol) -> None:
        inside: list[Asked] = []
        paths = self.proofs.before_each(event, lambda: self._path(NOTHING))
        for handler, path in zip(event.handlers, paths, strict=True):
            decl = handler.decl
            self._here, self._params = [], _names(handler.params)
            self.values(path, (decl.each, decl.test), path.facts)
            if decl.test is not None:
                path.facts |= proved(self.world, decl.test)
            if decl.each is not None and decl.each.where is not None:
                path.facts |= proved(self.world, decl.each.where)
            path.block(decl.body)
            inside += self._renamed(handler.params, event.params)
        self._here = inside

    def _amount(self, amount: sym.AmountSymbol) -> None:
        decl = amount.decl
        self._params = _names(amount.params)
        path = self._path(NOTHING)
        self.values(path, (decl.value, decl.least, decl.most), NOTHING)
        inside = self._here
        for one in amount.adjustments:
            self._here, self._params = [], _names(one.params)
            facts: Facts = NOTHING
            self.values(path, (one.decl.each, one.decl.when), facts)
            where = one.decl.each.where if one.decl.each is not None else None
            for test in (where, one.decl.when):
                if test is not None:
                    facts |= proved(self.world, test)
            self.values(path, one.decl.value, facts)
            inside += self._renamed(one.params, amount.params)
        self._here = inside

    def _renamed(
        self, own: Iterable[sym.LocalSymbol], outer: Iterable[sym.LocalSymbol]
    ) -> Iterator[Asked]:
        """What is asked here, by the names of what is given from outside."""
        names = {
            mine.name: nodes.Name(span=_span(self.world), text=theirs.name)
            for mine, theirs in zip(own, outer, strict=False)
            if mine.name != theirs.name
        }
        for precondition in self._here:
            yield with_names(precondition, names) if names else precondition

    # ---- what is worked out and done on the way -----------------------------------

    def line(self, path: Path, node: nodes.Stmt) -> None:
        """A line is carried out, where the facts of the path hold."""
        facts = path.facts
        match node:
            case nodes.Choose():
                self._choice(path, node)
            case nodes.LetDone(rule=rule):
                self.values(path, rule.args, facts)
                self._come_to(path, rule, rule.args, facts)
            case nodes.Do(args=args) | nodes.Raise(args=args):
                self.values(path, args, facts)
                self._come_to(path, node, args, facts)
            case nodes.Rank(by=by):
                self.values(path, by, facts)
            case nodes.Assign(target=target, value=value):
                self.values(path, (target, value), facts)
            case (
                (nodes.Move() | nodes.MovePieces() | nodes.Draw() | nodes.Shuffle())
                | nodes.Return()
                | nodes.Show()
                | nodes.Wins()
                | nodes.Leaves()
            ):
                self.values(path, parts(node), facts)
            case _:
                return
        for need in of_line(self.world, node):
            self._need(path, need, facts)

    def _choice(self, path: Path, node: nodes.Choose) -> None:
        facts = path.facts
        expressions = (node.player, node.of, node.least, node.most, node.paying)
        self.values(path, expressions, facts)
        name = nodes.Name(span=node.name_span, text=node.name)
        one = bound(
            self.world,
            nodes.Binder(
                span=node.span, name=node.name, name_span=node.name_span, of=node.of
            ),
        )
        if not node.several:
            facts |= one
        for part in node.where:
            test = part.test if node.several else replaced(part.test, {IT: name})
            self.values(path, test, facts)
            facts = learned(self.world, facts, proved(self.world, test))
        if node.several:
            facts = path.facts | chosen(self.world, evolve(node, require=()))
        for condition in node.require:
            self.values(path, condition.test, facts)
            facts = learned(self.world, facts, proved(self.world, condition.test))
        for preferred in node.prefer:
            self.values(path, preferred.test, facts)

    def offer(self, path: Path, item: nodes.MenuAction, facts: Facts) -> None:
        """An action is offered, where the facts hold."""
        self.values(path, item.args, facts)
        self._come_to(path, item, item.args, facts)

    def values(self, path: Path, tree: object, facts: Facts) -> None:
        """Expressions are worked out, where the facts hold."""
        if isinstance(tree, tuple):
            for part in tree:
                self.values(path, part, facts)
            return
        if not isinstance(tree, nodes.Node):
            return
        if not self._asks(tree):
            return
        match tree:
            case nodes.And(left=left, right=right):
                self.values(path, left, facts)
                self.values(path, right, self._learned(facts, left))
            case nodes.Or(left=left, right=right):
                self.values(path, left, facts)
                self.values(path, right, self._learned(facts, left, False))
            case nodes.Conditional(then=then, test=test, otherwise=otherwise):
                self.values(path, test, facts)
                self.values(path, then, self._learned(facts, test))
                self.values(path, otherwise, self._learned(facts, test, False))
            case nodes.Binder():
                self._bound(path, tree, facts)
            case nodes.Quantified(binder=binder, having=having):
                self.values(path, having, self._bound(path, binder, facts))
            case nodes.Every(binder=binder, holds=test):
                self.values(path, test, self._bound(path, binder, facts))
            case nodes.Standings(binder=binder, by=by):
                self.values(path, by, self._bound(path, binder, facts))
            case (
                nodes.Fold(item=item, binder=binder, more=more)
                | nodes.ListFor(item=item, binder=binder, more=more)
                | nodes.SetFor(item=item, binder=binder, more=more)
            ):
                inner = facts
                for one in (binder, *more):
                    inner = self._bound(path, one, inner)
                self.values(path, item, inner)
                if isinstance(tree, nodes.Fold):
                    self.values(path, tree.otherwise, facts)
            case nodes.After(of=of, args=args):
                self.values(path, args, facts)
                self._come_to(path, tree, args, facts)
                later = self._path(facts)
                symbol = self.world.refs.get(id(tree))
                later.forget(tuple(self._bodies(symbol)))
                self.values(path, of, later.facts)
            case nodes.Can(args=args) | nodes.Call(args=args):
                self.values(path, args, facts)
                self._come_to(path, tree, args, facts)
            case _:
                self.values(path, parts(tree), facts)
        if isinstance(tree, ASKING):
            for need in of_expression(self.world, tree):
                self._need(path, need, facts)

    def _asks(self, tree: nodes.Node) -> bool:
        """Whether a part of an expression may ask for something."""
        if id(tree) not in self._asking:
            asks = isinstance(tree, ASKING) or any(map(self._asks, nodes_in(tree)))
            self._asking[id(tree)] = tree, asks  # with the tree: no other has its id
        return self._asking[id(tree)][1]

    def _bound(self, path: Path, binder: nodes.Binder, facts: Facts) -> Facts:
        """What is known of each member, its tests being gone through on the way."""
        self.values(path, binder.of, facts)
        name = binder.name
        inner = frozenset(f for f in facts if name not in names_in(f.trees))
        inner |= bound(self.world, binder)
        if isinstance(binder.of, nodes.Standings | nodes.Regions):
            inner |= {Fact(nodes.Name(span=binder.name_span, text=name))}
        if binder.where is None:
            return inner
        self.values(path, binder.where, inner)
        return self._learned(inner, binder.where)

    def _learned(self, facts: Facts, test: nodes.Expr, holds: bool = True) -> Facts:
        return learned(self.world, facts, proved(self.world, test, holds))

    def _bodies(self, symbol: sym.Symbol | None) -> Iterator[nodes.Stmt]:
        if isinstance(symbol, sym.RuleSymbol):
            yield from symbol.decl.body

    # ---- proofs --------------------------------------------------------------------

    def _come_to(
        self,
        path: Path,
        node: nodes.Node,
        args: tuple[nodes.Expr, ...],
        facts: Facts,
    ) -> None:
        """Something is carried out or worked out: what it asks for is proved here."""
        symbol = self.world.refs.get(id(node))
        if not isinstance(symbol, Carried | Worked) or id(node) in self._played:
            return
        preconditions = self.asked_by(symbol)
        if not preconditions:
            return
        names: dict[str, nodes.Expr] = {
            param.name: arg for param, arg in zip(symbol.params, args, strict=False)
        }
        named = names_in(args)
        for one in preconditions:
            if named and not named.isdisjoint(bound_in(one.wants)):
                self._tell(one.need)
                continue
            here = with_names(one, names)
            holding = learned(self.world, facts, here.facts) if here.facts else facts
            self._prove(path, one.need, here.wants, holding)

    def _need(self, path: Path, need: Need, facts: Facts) -> None:
        if id(need.node) in self._played:
            return
        if need.never:
            self._tell(need)
        elif any(self.prover.refutes(want, facts) for want in need.wants):
            self.certain.add(id(need))
            self._tell(need)
        else:
            self._prove(path, need, need.wants, facts)

    def _prove(
        self, path: Path, need: Need, wants: tuple[Fact, ...], facts: Facts
    ) -> None:
        facts |= self._taken_out(path, wants)
        open_ = tuple(want for want in wants if not self.prover.proves(want, facts))
        if not open_:
            return
        outside = [self._from_outside(path, want) for want in open_]
        if all(want is not None for want in outside):
            outer = (self._from_outside(path, fact) for fact in facts)
            carried = frozenset(fact for fact in outer if fact is not None)
            self._here.append(
                Asked(need, tuple(w for w in outside if w is not None), carried)
            )
        else:
            self._tell(need)

    def _taken_out(self, path: Path, wants: tuple[Fact, ...]) -> Facts:
        """What is known of what is the first or the last of a list."""
        facts: Facts = NOTHING
        for want in wants:
            for call in each(want.trees, nodes.Call):
                if call.name in ("first", "last") and len(call.args) == 1:
                    of = call.args[0]
                    if isinstance(of, nodes.Name):
                        of = path.meant.get(of.text, of)
                    if path.at_the_beginning(of) == of:
                        facts |= member(self.world, call, of)
        return facts

    def _from_outside(self, path: Path, fact: Fact) -> Fact | None:
        """The same of what the body was given and began with, if it still is so."""
        of = path.at_the_beginning(fact.of)
        tests = [path.at_the_beginning(test) for test in fact.tests]
        if of is None or any(test is None for test in tests):
            return None
        result = Fact(of, frozenset(t for t in tests if t is not None), fact.least)
        free = names_in(result.trees) - bound_in((result,)) - self._params
        if not free <= self.proofs.lasting:
            return None
        return result

    def _tell_all(self, preconditions: Iterable[Asked]) -> None:
        for one in preconditions:
            self._tell(one.need)

    def _tell(self, need: Need) -> None:
        self.found.setdefault(id(need), need)


def _names(params: Iterable[sym.LocalSymbol]) -> frozenset[str]:
    return frozenset(param.name for param in params)


def _span(world: World) -> Span:
    assert world.play is not None
    return world.play.span

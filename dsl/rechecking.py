"""What is understood of a file, kept until it is asked again: for editors.

What a body means depends on what the file declares, and on itself; on no other body. So
where only bodies have changed, and what is written outside of them means the same, the
names stay as they are, and only these bodies are gone through again. The checks of the
whole file follow in any case.

A world that is understood so is the one of before, changed: whoever holds the old
compilation holds the new world.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any

from attrs import Factory, define, evolve

from rulesrun.dsl.data.files import Files
from rulesrun.dsl.data.paths import Read
from rulesrun.dsl.data.supplied import read_data
from rulesrun.dsl.data.translations import Beside
from rulesrun.dsl.limits import Limits
from rulesrun.dsl.problems.diagnostics import Diagnostic
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics.collect import apart, collect, parameters, taken
from rulesrun.dsl.semantics.declarations import (
    infer_body,
    infer_outside,
    settle_all,
)
from rulesrun.dsl.semantics.heads import with_shared_heads
from rulesrun.dsl.semantics.implicit_arguments import filled_in
from rulesrun.dsl.semantics.initial_contents import with_beginning
from rulesrun.dsl.semantics.narrowing import each, walk
from rulesrun.dsl.semantics.positions import from_position
from rulesrun.dsl.semantics.probing import Probe
from rulesrun.dsl.semantics.report import Report
from rulesrun.dsl.semantics.resolve import resolve_body, resolve_outside
from rulesrun.dsl.semantics.rotations import not_declared
from rulesrun.dsl.semantics.world import Resolving, Typing, World
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.readings import Readings

OUTSIDE: dict[type[nodes.Node], tuple[str, ...]] = {
    nodes.FunctionDecl: ("name", "params", "returns", "of_enum"),
    nodes.ConditionDecl: ("name", "params", "returns", "of_enum"),
    nodes.ShownDecl: ("name", "params", "returns", "of_enum", "labels"),
    nodes.RuleDecl: ("name", "params", "returns", "deepest"),
    nodes.ActionDecl: ("name", "params"),
    nodes.AmountDecl: ("name", "params"),
    nodes.HandlerDecl: ("event", "params", "order"),
    nodes.AdjustDecl: ("amount", "params", "order"),
    nodes.Play: (),
    nodes.ScenarioDecl: ("begins",),
}
"""Declarations with a body, and what other declarations see of them."""

Hidden = tuple[frozenset[str], frozenset[str]]
"""The words of lines that cannot be read, and what could not be given its name."""

NOTHING: Hidden = frozenset(), frozenset()


@define(eq=False, repr=False)
class Body:
    """A declaration as it was gone through.

    Attributes:
        given: As it was read, before shared heads were put into it.
        decl: As it stands in the world.
        told: What was found wrong.
        uses: The symbols that it uses.
        hidden: What could not be read elsewhere, by which problems are excused.
    """

    given: nodes.Decl
    decl: nodes.Decl
    told: list[Diagnostic] = Factory(list)
    uses: set[sym.Symbol] = Factory(set)
    hidden: Hidden = NOTHING

    @property
    def is_scenario(self) -> bool:
        """Whether it comes last, and may ask for what other bodies offer."""
        return isinstance(self.decl, nodes.ScenarioDecl)

    def holds(self, hidden: Hidden) -> bool:
        """Whether it would be gone through with the same result again."""
        return not self.told and self.hidden in (NOTHING, hidden)


@define(eq=False, repr=False)
class Kept:
    """A file that was understood, and what that was made of.

    Attributes:
        given: Its declarations, before shared heads were put into them.
        texts: The files that were read for it.
        outside: The symbols that are used outside of bodies.
        good: If the checks found nothing wrong since then: the files that they read.
    """

    resolving: Resolving
    world: Typing
    given: tuple[nodes.Decl, ...]
    texts: dict[str, str | None]
    others: Beside
    limits: Limits
    bodies: list[Body]
    outside: set[sym.Symbol]
    good: dict[str, str | None] | None = None

    def again(
        self,
        declarations: tuple[nodes.Decl, ...],
        hidden: Hidden,
        probe: Probe | None = None,
    ) -> Typing | None:
        """The same world with these declarations; none if more than bodies changed."""
        if len(declarations) != len(self.given):
            return None
        if any(isinstance(decl, nodes.AnyTimeDecl) for decl in declarations):
            return None  # the others are written out with it
        changed = {
            id(old): new
            for old, new in zip(self.given, declarations, strict=True)
            if old is not new
        }
        bodies = {id(b.given): b for b in self.bodies if id(b.given) in changed}
        if len(bodies) != len(changed) or not all(
            _is_same_outside(body.given, changed[key]) and self._is_meant(body)
            for key, body in bodies.items()
        ):
            return None
        world = self.world
        if not_declared(world, changed.values()):
            return None
        if world.told.has_notes:
            return None  # of these it is told once, wherever that was
        if changed or hidden != (world.broken, world.lost):
            self.good = None
        (world.broken, world.lost), world.probe = hidden, probe
        rules = any(not body.is_scenario for body in bodies.values())
        for key, body in bodies.items():
            self._replace(body, changed[key])
        self.given = declarations
        derived = set(map(id, world.derived)) if rules else set()
        stale = [
            body
            for body in self.bodies
            if id(body.given) in derived
            or (rules and body.is_scenario)
            or body in bodies.values()
            or not body.holds(hidden)
        ]
        world.told = Report()
        self.go_through(stale, hidden)
        settle_all(world)
        return world

    @contextmanager
    def probed(
        self, declarations: Iterable[nodes.Decl], probe: Probe
    ) -> Iterator[World | None]:
        """The same world with these where others begin, until those are put back.

        What cannot be read as yet, most likely in the same place, excuses nothing.
        """
        world, before, good = self.world, self.given, self.good
        result, hidden = world.told, (world.broken, world.lost)
        new = {(d.span.path, d.span.line): d for d in apart(declarations)}
        replaced = tuple(new.get((d.span.path, d.span.line), d) for d in before)
        uses: set[sym.Symbol] = set()
        try:
            with sym.noting_uses() as uses:
                yield self.again(replaced, NOTHING, probe) if new else None
        finally:
            self._unless_used(uses)
            if self.given is not before:
                world.told = Report()
                self.again(before, hidden)
                self.good = good
            world.told = result

    @property
    def _tables(self) -> tuple[dict[int, Any], ...]:
        """What is known by node."""
        names, world = self.resolving, self.world
        return (
            world.types,
            world.opened,
            names.refs,
            names.sights,
            names.candidates,
            names.stand_ins,
        )

    def _is_meant(self, body: Body) -> bool:
        """Whether its name stands for it, and not for another one of that name."""
        decl = body.decl
        match decl:
            case nodes.HandlerDecl():
                return any(h.decl is decl for h in self.world.handlers)
            case nodes.AdjustDecl():
                return any(a.decl is decl for a in self.world.adjustments)
            case nodes.Play():
                return self.world.play is decl
            case nodes.ScenarioDecl():
                return any(s is decl for s in self.world.scenarios)
            case _:
                symbol = self.world.names.get(getattr(decl, "name", ""))
                return getattr(symbol, "decl", None) is decl

    def _replace(self, body: Body, new: nodes.Decl) -> None:
        """Let another declaration stand where one stood."""
        world, old = self.world, body.decl
        for node in (old, *old.inside):
            for table in self._tables:
                table.pop(id(node), None)
        body.given = new
        new = filled_in(world, new)
        match new:
            case nodes.Play():
                new = with_beginning(world, new)
                world.play = new
            case nodes.ScenarioDecl():
                new = from_position(world, new)
                world.scenarios = [new if s is old else s for s in world.scenarios]
            case nodes.HandlerDecl():
                for handler in world.handlers:
                    if handler.decl is old:
                        handler.decl, handler.span = new, new.span
                        handler.each = None
                        handler.params = taken(new.params, handler.params) or ()
            case nodes.AdjustDecl():
                for adjustment in world.adjustments:
                    if adjustment.decl is old:
                        adjustment.decl, adjustment.span = new, new.span
                        adjustment.each = adjustment.result = None
                        adjustment.params = taken(new.params, adjustment.params) or ()
            case (
                nodes.FunctionDecl()
                | nodes.RuleDecl()
                | nodes.ActionDecl()
                | nodes.AmountDecl()
            ):
                if isinstance(new, nodes.ActionDecl):
                    new = with_shared_heads(world, new)
                symbol = world.names[new.name]
                assert isinstance(
                    symbol,
                    sym.FunctionSymbol
                    | sym.RuleSymbol
                    | sym.ActionSymbol
                    | sym.AmountSymbol,
                )
                symbol.span = new.name_span
                symbol.decl = new
                symbol.params = parameters(world, new.params)
        body.decl = new
        world.file = evolve(
            world.file,
            declarations=tuple(
                new if decl is old else decl for decl in world.file.declarations
            ),
        )

    def go_through(self, stale: Iterable[Body], hidden: Hidden) -> None:
        """Check these bodies, in their order."""
        world = self.world
        dropped: set[sym.Symbol] = set()
        for body in stale:
            dropped |= body.uses
            before = len(world.told)
            sizes = [(table, len(table)) for table in self._tables]
            with sym.noting_uses() as body.uses:
                resolve_body(self.resolving, body.decl)
                infer_body(world, body.decl)
            paid = (world.stand_ins.get(id(n)) for n in each(body.decl, nodes.Choose))
            live = {id(node) for node in walk((body.decl, *filter(None, paid)))}
            for table, size in sizes:
                _keep_only(table, size, live)
            body.told = world.told.since(before)
            body.hidden = hidden
        self._unless_used(dropped)

    def _unless_used(self, symbols: set[sym.Symbol]) -> None:
        """Of these symbols, let those be unused that nothing uses."""
        symbols = symbols - self.outside
        for body in self.bodies:
            symbols -= body.uses
        for symbol in symbols:
            symbol.used = False


def _is_same_outside(old: nodes.Decl, new: nodes.Decl) -> bool:
    """Whether two declarations are the same to all others."""
    names = OUTSIDE.get(type(old))
    if names is None or type(new) is not type(old):
        return False
    if isinstance(old, nodes.FunctionDecl) and old.returns is None:
        return False  # what it gives depends on its body
    if isinstance(old, nodes.ActionDecl) and isinstance(new, nodes.ActionDecl):
        if _shared(old) != _shared(new):
            return False
    if isinstance(old, nodes.HandlerDecl) and isinstance(new, nodes.HandlerDecl):
        if bool(each(old.body, nodes.Cancel)) != bool(each(new.body, nodes.Cancel)):
            return False
    return all(getattr(old, name) == getattr(new, name) for name in names)


def _shared(decl: nodes.ActionDecl) -> list[nodes.HeadLine]:
    return [line for line in decl.head if isinstance(line, nodes.SharedHead)]


def _keep_only(table: dict[int, Any], size: int, live: set[int]) -> None:
    """Drop what has been added for nodes that are no part of a tree.

    They do not last, and others may soon be known by their `id`.
    """
    added = list(islice(reversed(table), max(len(table) - size, 0)))
    for key in added:
        if key not in live:
            del table[key]


def understand(
    parsed: Files,
    file: nodes.RuleFile,
    read: Read,
    limits: Limits,
    others: Beside,
    readings: Readings,
    probe: Probe | None = None,
) -> World:
    """What is known of a file; the readings hold what was understood of files before."""
    cache = readings.understood
    declarations, hidden = tuple(apart(file.declarations)), (parsed.broken, parsed.lost)
    cached: Kept | None = cache.pop(file.path, None)
    if (
        cached is not None
        and cached.limits == limits
        and cached.others.catalogues == others.catalogues
        and all(read(name) == text for name, text in cached.texts.items())
    ):
        world = cached.again(declarations, hidden)
        if world is not None:
            cache[file.path] = cached
            return world
    texts: dict[str, str | None] = {}

    def noted(name: str) -> str | None:
        texts[name] = read(name)
        return texts[name]

    with sym.noting_uses() as outside:
        declared = collect(file, *hidden, limits, readings.made)
        resolving = resolve_outside(read_data(declared, noted, others))
        world = infer_outside(resolving, probe)
    has_problems = world.diagnostics or world.broken or world.lost or world.doubtful
    can_be_kept = not has_problems and not world.opened
    standing = iter(world.file.declarations)
    bodies = [
        Body(one, next(standing))
        for one in declarations
        if not isinstance(one, nodes.HeadDecl | nodes.PositionDecl)
    ]
    bodies += [Body(one, one) for one in world.derived]
    bodies.sort(key=lambda body: body.is_scenario)
    fresh = Kept(resolving, world, declarations, texts, others, limits, bodies, outside)
    fresh.go_through(bodies, NOTHING)
    settle_all(world)
    if can_be_kept:
        cache[file.path] = fresh
    return world

"""Reads and writes: which rows of the state expressions and statements look at and change."""

from collections.abc import Iterable

from attrs import Factory, define

from rulesrun.interpreter.plan.nodes import (
    Call,
    Do,
    Expr,
    Keep,
    Plan,
    Put,
    Slot,
    Stmt,
    expressions,
    looked_at,
    statements,
)


@define
class Effect:
    """Names of rows."""

    reads: set[str] = Factory(set)
    writes: set[str] = Factory(set)

    def add(self, other: "Effect") -> None:
        """What another one does, too."""
        self.reads |= other.reads
        self.writes |= other.writes


@define(eq=False)
class Effects:
    """Of one plan, in which no routine calls itself."""

    plan: Plan
    _known: dict[str, Effect] = Factory(dict)

    def routine(self, name: str) -> Effect:
        """What a routine reads and writes."""
        result = self._known.get(name)
        if result is None:
            result = self._known[name] = self.block(self.plan.routines[name].body)
        return result

    def expression(self, x: Expr) -> Effect:
        """What an expression reads."""
        effect = Effect()
        for inner in expressions(x):
            match inner:
                case Slot(row=row):
                    effect.reads.add(row.name)
                case Call(routine=name):
                    effect.add(self.routine(name))
        return effect

    def statement(self, s: Stmt) -> Effect:
        """What a statement reads and writes itself, without the blocks inside of it."""
        effect = Effect()
        for x in looked_at(s):
            effect.add(self.expression(x))
        match s:
            case Put(row=row) | Keep(row=row):
                effect.writes.add(row.name)
            case Do(routine=name):
                effect.add(self.routine(name))
        return effect

    def block(self, block: Iterable[Stmt]) -> Effect:
        """What statements and all inside of them read and write."""
        effect = Effect()
        for s in statements(list(block)):
            effect.add(self.statement(s))
        return effect

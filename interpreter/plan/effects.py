"""Reads and writes: which rows of the state expressions and statements look at and change."""

from collections.abc import Iterable

from attrs import Factory, define

from rulesrun.interpreter.plan import nodes as ir


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

    plan: ir.Plan
    _known: dict[str, Effect] = Factory(dict)

    def routine(self, name: str) -> Effect:
        """What a routine reads and writes."""
        result = self._known.get(name)
        if result is None:
            result = self._known[name] = self.block(self.plan.routines[name].body)
        return result

    def expression(self, x: ir.Expr) -> Effect:
        """What an expression reads."""
        effect = Effect()
        for inner in ir.expressions(x):
            match inner:
                case ir.Slot(row=row):
                    effect.reads.add(row.name)
                case ir.Call(routine=name):
                    effect.add(self.routine(name))
        return effect

    def statement(self, s: ir.Stmt) -> Effect:
        """What a statement reads and writes itself, without the blocks inside of it."""
        effect = Effect()
        for x in ir.looked_at(s):
            effect.add(self.expression(x))
        match s:
            case ir.Put(row=row) | ir.Keep(row=row):
                effect.writes.add(row.name)
            case ir.Do(routine=name):
                effect.add(self.routine(name))
        return effect

    def block(self, block: Iterable[ir.Stmt]) -> Effect:
        """What statements and all inside of them read and write."""
        effect = Effect()
        for s in ir.statements(list(block)):
            effect.add(self.statement(s))
        return effect

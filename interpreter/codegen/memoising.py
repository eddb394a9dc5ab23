"""Functions that look at little of a state give what they gave, until that has changed.

The values of a state never change, only what a slot holds does. So where each slot that
a function reads holds the very thing that it held before, the value is as it was: that is
asked by identity, which looks at no value, not even at one that a player cannot know.
"""

from collections.abc import Sequence

from attrs import define, field

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core.symbols import Local, RoutineSymbol, Variable
from rulesrun.dsl.core.walking import walk
from rulesrun.dsl.semantics.circles import inner_first
from rulesrun.interpreter.codegen.addresses import family_of, slot
from rulesrun.interpreter.codegen.costs import Costs
from rulesrun.interpreter.codegen.precomputing import Statics
from rulesrun.interpreter.codegen.writing import Lines, Scope
from rulesrun.interpreter.runtime.layout import Layout
from rulesrun.interpreter.runtime.name_mangling import spelled

MOST_SLOTS = 8
"""What reads more slots is not kept."""

WORTH_KEEPING = 150
"""Less work than this (costs.py) is done again."""

Key = Local | int | None
"""One key of a variable that is read: a parameter, a number, or any value."""

Read = tuple[Variable, tuple[Key, ...]]
"""A variable that is read, and its keys."""

_ASK_MORE = (core.Can, core.After, core.Offered, core.Fail)


@define(eq=False)
class Reads:
    """Which variables are read in a piece of the core."""

    costs: Costs
    layout: Layout
    _routines: dict[RoutineSymbol, set[Read] | None] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        for symbol in inner_first(self.costs.uses):  # none waits for a chain of others
            body = self.costs.core.routines[symbol].body
            self._routines[symbol] = self._reads(body, frozenset(symbol.params))

    def slots(self, tree: object, params: Sequence[Local], scope: Scope) -> list[str]:
        """The slots that are read, as Python; none if they are many, or not known.

        `params` are the parameters of the function that the tree stands in.
        """
        reads = self._reads(tree, frozenset(params))
        if reads is None:
            return []
        slots: dict[str, None] = {}
        for variable, keys in reads:
            family = family_of(self.layout, variable)
            if family is None:
                return []
            if None not in keys:
                codes = [scope.of(k) if isinstance(k, Local) else k or 0 for k in keys]
                slots[slot(self.layout, variable, codes)] = None
            elif family.size <= MOST_SLOTS:
                slots |= {str(family.base + i): None for i in range(family.size)}
            else:
                return []
        return sorted(slots) if len(slots) <= MOST_SLOTS else []  # the same in each run

    def _reads(self, tree: object, params: frozenset[Local]) -> set[Read] | None:
        reads: set[Read] = set()
        for node in walk(tree):
            match node:
                case core.Read(variable=variable, keys=keys):
                    reads.add((variable, tuple(_key(key, params) for key in keys)))
                case core.Call(routine=routine, args=args):
                    inner = self._routines.get(routine)
                    if inner is None:
                        return None
                    arguments = dict(zip(routine.params, args, strict=True))
                    reads |= {
                        (
                            variable,
                            tuple(
                                _key(arguments[key], params)
                                if isinstance(key, Local)
                                else key
                                for key in keys
                            ),
                        )
                        for variable, keys in inner
                    }
                case core.Prim(name="random" | "winners"):
                    return None
                case _ if isinstance(node, _ASK_MORE):
                    return None
        return reads


def _key(key: core.Expr, params: frozenset[Local]) -> Key:
    match key:
        case core.Get(local=local) if local in params:
            return local
        case core.Const(value=int(value)):
            return value
        case _:
            return None


@define(eq=False)
class Keeping:
    """Writes functions that give what they gave."""

    reads: Reads
    statics: Statics
    tables: dict[str, dict[object, object]] = field(factory=dict)

    def write(
        self,
        name: str,
        tree: object,
        params: Sequence[Local],
        more: Sequence[str],
        out: Lines,
    ) -> str:
        """A function for one that works the value of a tree out anew, if it reads little.

        Its parameters are `params` and `more`. Gives the name of the other one.
        """
        scope = Scope()
        keys = [scope.name(param) for param in params] + list(more)
        slots = self.reads.slots(tree, params, scope)
        few = all(self.statics.span(param.type) is not None for param in params)
        if not slots or not few:
            return name
        table, anew = spelled("KEPT", len(self.tables)), spelled("anew", name=name)
        self.tables[table] = {}
        key = keys[0] if len(keys) == 1 else f"({', '.join(keys)})"
        same = [f"last[{at + 1}] is S[{slot}]" for at, slot in enumerate(slots)]
        held = ", ".join(f"S[{slot}]" for slot in slots)
        arguments = ", ".join(["S", *keys])
        out.write(0, f"def {name}({arguments}):")
        out.write(1, f"last = {table}.get({key})")
        out.write(1, f"if last is not None and {' and '.join(same)}:")
        out.write(2, "return last[0]")
        out.write(1, f"value = {anew}({arguments})")
        out.spans[-1] = None  # it is no place in the rules that leads to the other one
        out.write(1, f"{table}[{key}] = value, {held}")
        out.write(1, "return value")
        out.write(0, "")
        return anew

"""What rules leave unsaid is filled in; later passes see all of it.

What is called is handed what it takes, where that is left out at the beginning and called
the same: in a body that knows `p`, `do gain({silver: 1})` is `do gain(p, {silver: 1})` and
the amount `hire_price` is `hire_price(p)`. An action of a menu without brackets is given
whoever chooses, and what else it takes by name. The option that ends a menu is called the
same in all games.
"""

from __future__ import annotations

from typing import Any

from attrs import evolve

from rulesrun.dsl.languages.spoken import labels_of
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics.world import Declared, Declaring
from rulesrun.dsl.syntax import nodes

_CALLED: dict[type[nodes.Node], Any] = {
    nodes.Call: (sym.FunctionSymbol, sym.AmountSymbol),
    nodes.Do: sym.RuleSymbol,
    nodes.Raise: sym.EventSymbol,
    nodes.MenuAction: sym.ActionSymbol,
    nodes.Can: sym.ActionSymbol,
    nodes.After: sym.RuleSymbol,
    nodes.Exchange: sym.SubstitutionSymbol,
    nodes.SharedHead: sym.HeadSymbol,
}
"""What can be called, and what its name stands for."""

CALLS: tuple[type[nodes.Node], ...] = tuple(_CALLED)

_BINDING = (nodes.Binder, nodes.Let, nodes.Choose, nodes.Param)


def say_all(world: Declaring) -> None:
    """Fill in what is left unsaid, in all declarations."""
    declarations: list[nodes.Decl] = []
    for old in world.file.declarations:
        new = filled_in(world, old)
        declarations.append(new)
        if new is old:
            continue
        match new:
            case nodes.Play():
                world.play = new if world.play is old else world.play
            case nodes.ScenarioDecl():
                world.scenarios = [new if s is old else s for s in world.scenarios]
            case nodes.PositionDecl():
                if world.positions.get(new.title) is old:
                    world.positions[new.title] = new
            case _:
                symbol: Any = world.names.get(getattr(new, "name", ""))
                if getattr(symbol, "decl", None) is old:
                    symbol.decl = new
    world.file = evolve(world.file, declarations=tuple(declarations))


def filled_in(world: Declared, decl: nodes.Decl) -> nodes.Decl:
    """A declaration in which nothing is left unsaid."""
    filling = _Filling(world, decl)
    if filling.nothing:
        return decl
    before, old_names, new = world.made.filled.get(id(decl)) or (None, None, decl)
    if before is not decl or old_names != filling.known:
        new = filling.filled(decl)
        world.made.filled.put(id(decl), (decl, filling.known, new))
    return new


def handed_on(node: Any) -> list[nodes.Name]:
    """What is handed on to what a node calls, as it is called the same."""
    return [
        arg
        for arg in node.args
        if isinstance(arg, nodes.Name) and arg.span is node.name_span
    ]


class _Filling:
    """Fills in what is left unsaid in one declaration."""

    def __init__(self, world: Declared, decl: nodes.Decl) -> None:
        self.world = world
        self.plain = self._functions(decl)
        self.kinds = {*_CALLED, nodes.MenuOption}
        if self.plain:
            self.kinds.add(nodes.Name)
        options: Any = decl.by_kind.get(nodes.MenuOption, ())
        unsaid = any(option.unsaid for option in options)
        left_out = tuple(
            self._left_out(node)
            for kind in _CALLED
            for node in decl.by_kind.get(kind, ())
        )
        self.nothing = not (self.plain or unsaid or any(left_out))
        plain = {text: self._taken(text) for text in sorted(self.plain)}
        languages = world.game.languages if unsaid and world.game is not None else ()
        self.known = (plain, left_out, languages)

    def _functions(self, decl: nodes.Decl) -> frozenset[str]:
        """The functions and amounts that are named without brackets."""
        named: Any = decl.by_kind.get(nodes.Name, ())
        texts = {node.text for node in named}
        kinds = _CALLED[nodes.Call]
        result = {t for t in texts if isinstance(self.world.names.get(t), kinds)}
        if not result:
            return frozenset()
        bound: set[str] = {*self.world.values, *self.world.doubtful}
        for kind in _BINDING:
            nodes_of_kind: Any = decl.by_kind.get(kind, ())
            bound |= {node.name for node in nodes_of_kind}
        for state in self.world.file.declarations:
            if isinstance(state, nodes.StateDecl) and state.owner is None:
                bound |= {variable.name for variable in state.variables}
        others: Any = decl.by_kind.get(nodes.Named, ())
        return frozenset(result - bound - {node.text for node in others})

    def _taken(self, text: str) -> tuple[str, ...]:
        """What a function or amount takes, by name."""
        symbol: Any = self.world.names[text]
        return tuple(param.name for param in symbol.decl.params)

    def _left_out(self, node: Any) -> tuple[str, ...]:
        """The names of what a node leaves out of what it calls takes."""
        symbol: Any = self.world.names.get(node.name)
        if not isinstance(symbol, _CALLED[type(node)]):
            return ()  # told where the name is looked up
        names = tuple(param.name for param in symbol.decl.params)
        if isinstance(node, nodes.MenuAction) and node.bare:
            return names[1:]
        return names[: max(len(names) - len(node.args), 0)]

    def filled(self, part: Any) -> Any:
        """A part of the tree, anew where something is left out."""
        if isinstance(part, tuple):
            items = tuple(map(self.filled, part))
            same = all(new is old for new, old in zip(items, part, strict=True))
            return part if same else items
        if not isinstance(part, nodes.Node):
            return part
        if isinstance(part, nodes.Name):
            return self._call(part) if part.text in self.plain else part
        if not any(kind in part.by_kind for kind in self.kinds):
            return part
        changed: dict[str, Any] = {}
        kind: Any = type(part)
        for name in nodes.parts_of(kind):
            old = getattr(part, name)
            new = self.filled(old)
            if new is not old:
                changed[name] = new
        if isinstance(part, nodes.MenuOption) and part.unsaid:
            changed["labels"] = _in_all_languages(self.world, part.labels)
        if type(part) in _CALLED:
            called: Any = part
            explicit = changed.get("args", called.args)
            implicit = _names(self._left_out(called), called)
            bare = isinstance(part, nodes.MenuAction) and part.bare
            if implicit:
                changed["args"] = (
                    (*explicit, *implicit) if bare else (*implicit, *explicit)
                )
        return evolve(part, **changed) if changed else part

    def _call(self, node: nodes.Name) -> nodes.Call:
        call = nodes.Call(span=node.span, name=node.text, name_span=node.span)
        return evolve(call, args=_names(self._left_out(call), call))


def _in_all_languages(world: Declared, labels: nodes.Labels) -> nodes.Labels:
    """A label that every game has; what the catalogues of the game say goes first."""
    declared = world.game.languages if world.game is not None else ()
    translations = dict(labels_of(labels.text or "", "chosen").translations)
    result = {
        language: translations[language]
        for language in declared
        if language in translations
    }
    result |= dict(labels.translations)
    return evolve(labels, translations=tuple(result.items()))


def _names(texts: tuple[str, ...], called: Any) -> tuple[nodes.Name, ...]:
    return tuple(nodes.Name(span=called.name_span, text=text) for text in texts)

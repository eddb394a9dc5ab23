"""Expressions of the rules as Python: each becomes one readable expression.

Values: numbers and truth are themselves; an enum value, a player, a cell and a
component are ints; lists and zones are tuples; sets of enum values, players or cells
are bits of an int; a growing grid is a dict from places to components. More than 400
lines because it is one `match` over the expressions of the language.
"""

from collections.abc import Iterable, Sequence

from rulesrun.dsl import nodes
from rulesrun.dsl.constants import NotFixed, evaluate
from rulesrun.dsl.handed import Handed
from rulesrun.dsl.secrecy import has_secrets
from rulesrun.dsl.symbols import (
    ActionSymbol,
    AmountSymbol,
    BoardSymbol,
    ComponentSymbol,
    ConstantSymbol,
    EnumSymbol,
    FieldSymbol,
    FunctionSymbol,
    LocalSymbol,
    NeutralSymbol,
    OptionSymbol,
    RuleSymbol,
    TableSymbol,
    ValueSymbol,
    VariableSymbol,
)
from rulesrun.dsl.value_types import (
    BundleType,
    CellType,
    ComponentType,
    EdgeType,
    EnumType,
    GridType,
    ListType,
    OptionalType,
    PieceType,
    PlaceType,
    PlayerType,
    RowType,
    SetType,
    Type,
    UnknownType,
    ZoneType,
    bundle_of,
    element,
    without_none,
)
from rulesrun.interpreter import grids
from rulesrun.interpreter.layout import BOX, Layout
from rulesrun.interpreter.quantifiers import Loops
from rulesrun.interpreter.spelling import local, spelled

Env = dict[LocalSymbol, str]
"""How each local name is written in the generated code."""


def is_bits(kind: Type) -> bool:
    """Whether values of that type are sets kept as bits."""
    return isinstance(kind, SetType) and isinstance(
        kind.item, EnumType | PlayerType | CellType
    )


class Expressions:
    """Writes expressions for the states of one layout."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.world = layout.world
        self.loops = Loops()
        self.tables: dict[str, object] = {}
        self._handed: Handed | None = None

    # ---- helpers ------------------------------------------------------------

    def type_of(self, node: nodes.Expr) -> Type:
        """The type that the checker found; a stock of several kinds is a bundle."""
        kind = self.world.types.get(id(node), UnknownType())
        return bundle_of(kind) or kind

    def table(self, name: str, value: object) -> str:
        """The name of a value that is worked out once, before the game."""
        self.tables[name] = value
        return name

    def slot(self, symbol: VariableSymbol, keys: Sequence[str]) -> str:
        """The slot of a variable for the given keys (code)."""
        family = self.layout.families[symbol]
        fixed = family.base
        parts: list[str] = []
        for key, stride, offset in zip(
            keys, family.strides, family.offsets, strict=True
        ):
            fixed -= offset * stride
            if key.lstrip("-").isdigit():
                fixed += int(key) * stride
            elif stride == 1:
                parts.append(key)
            else:
                parts.append(f"{key} * {stride}")
        if not parts:
            return str(fixed)
        if fixed < 0:
            return f"{' + '.join(parts)} - {-fixed}"
        return " + ".join([str(fixed), *parts])

    def place_of(self, node: nodes.Expr, env: Env) -> tuple[VariableSymbol, str] | None:
        """The variable and the slot that an expression names, if it names one."""
        if isinstance(node, nodes.Name) and node.text == "box":
            return None
        symbol = self.world.refs.get(id(node))
        match node:
            case nodes.Name() if isinstance(symbol, VariableSymbol):
                return symbol, self.slot(symbol, [])
            case nodes.Attribute(of=of) if isinstance(symbol, VariableSymbol):
                return symbol, self.slot(symbol, [self.code(of, env)])
            case nodes.Index(of=of, keys=keys) if isinstance(symbol, VariableSymbol):
                codes = [self.code(key, env) for key in keys]
                if isinstance(of, nodes.Attribute):
                    codes.insert(0, self.code(of.of, env))
                return symbol, self.slot(symbol, codes)
            case _:
                return None

    def _held(self, symbol: VariableSymbol, slot: str) -> str:
        """What is in a slot; a value that somebody cannot know is looked at."""
        value = not isinstance(symbol.type, ZoneType | GridType)
        return f"looked(S[{slot}])" if value and has_secrets(symbol) else f"S[{slot}]"

    def _looked(self, node: nodes.Expr, code: str) -> str:
        """The code of a value that is asked whether it is none: that is to look at it."""
        symbol = self.world.refs.get(id(node))
        if not isinstance(symbol, LocalSymbol) or not code.startswith("L["):
            return code
        if self._handed is None:
            self._handed = Handed(self.world)
        roots = map(self._handed.root, self._handed.secret_names())
        return f"looked({code})" if self._handed.root(symbol) in roots else code

    def zone_slot(self, node: nodes.Expr, env: Env) -> str:
        """The slot of a zone."""
        if isinstance(node, nodes.Name) and node.text == "box":
            return str(BOX)
        found = self.place_of(node, env)
        assert found is not None
        return found[1]

    def bind(self, symbol: LocalSymbol, env: Env) -> tuple[str, Env]:
        """A name for the variable of a comprehension, and the scope it is seen in."""
        name = local(symbol, env)
        return name, {**env, symbol: name}

    def values(self, node: nodes.Expr, env: Env) -> str:
        """A collection as something Python can run through, in a stable order."""
        kind = self.type_of(node)
        code = self.code(node, env)
        if is_bits(kind):
            return f"bits({code})"
        if isinstance(kind, GridType):
            return f"sorted({code})"
        if isinstance(kind, SetType) and not isinstance(kind.item, ComponentType):
            return f"sorted({code})"
        if isinstance(kind, BundleType):
            return f"[i for i, n in enumerate({code}) if n]"
        return code

    def listed(self, node: nodes.Expr, env: Env) -> str:
        """A collection as a tuple."""
        kind = self.type_of(node)
        code = self.values(node, env)
        if isinstance(kind, ZoneType) or code.startswith("bits("):
            return code
        if isinstance(kind, ListType) and not isinstance(
            node, nodes.Name | nodes.RangeOf
        ):
            return code
        return f"tuple({code})"

    # ---- one case for each kind of expression -------------------------------

    def code(self, node: nodes.Expr, env: Env) -> str:
        """The Python expression for an expression of the rules."""
        match node:
            case nodes.Int(value=value):
                return str(value)
            case nodes.Bool(value=flag):
                return str(flag)
            case nodes.NoneValue():
                return "None"
            case nodes.Text():
                return self._text(node)
            case nodes.Name():
                return self._name(node, env)
            case nodes.It():
                symbol = self.world.refs[id(node)]
                assert isinstance(symbol, LocalSymbol)
                return env[symbol]
            case nodes.PlayerAt(seat=seat):
                players = self.layout.players
                return (
                    str(seat - 1)
                    if seat <= players
                    else f"no_player({seat}, {players})"
                )
            case nodes.Attribute():
                return self._attribute(node, env)
            case nodes.Index():
                return self._index(node, env)
            case nodes.Call():
                return self._call(node, env)
            case nodes.Fold():
                return self._fold(node, env)
            case nodes.TupleOf(items=items) | nodes.ListOf(items=items):
                return self._tuple([self.code(i, env) for i in items])
            case nodes.SetOf(items=items):
                return self._set(node, [self.code(i, env) for i in items])
            case nodes.ListFor(item=item, binder=binder, more=more):
                return f"tuple([{self._for(item, binder, env, more)}])"
            case nodes.SetFor(item=item, binder=binder, more=more):
                inside = self._for(item, binder, env, more)
                if is_bits(self.type_of(node)):
                    return f"mask([{inside}])"
                kind = self.type_of(node)
                if isinstance(kind, SetType) and isinstance(kind.item, ComponentType):
                    return f"tuple(sorted({{{inside}}}))"
                return f"frozenset([{inside}])"
            case nodes.BundleOf():
                return self._bundle(node, env)
            case nodes.GridOf(pairs=placed):
                lines = (
                    f"{self.code(at, env)}: {self.code(c, env)}" for at, c in placed
                )
                return f"{{{', '.join(lines)}}}"
            case nodes.Not(of=of):
                return f"not {self._operand(of, env)}"
            case nodes.And(left=left, right=right):
                return f"({self.code(left, env)} and {self.code(right, env)})"
            case nodes.Or(left=left, right=right):
                return f"({self.code(left, env)} or {self.code(right, env)})"
            case nodes.Compare():
                return self._compare(node, env)
            case nodes.Member():
                return self._member(node, env)
            case nodes.IsNone(of=of, negated=negated):
                word = "is not" if negated else "is"
                code = self.code(of, env)
                code = self._looked(of, code)
                if code == "None" or code.lstrip("-").isdigit():
                    return str((code == "None") != negated)
                return f"({code} {word} None)"
            case nodes.IsEmpty():
                return self._is_empty(node, env)
            case nodes.IsType(of=of, name=name, negated=negated):
                span = self.layout.spans[name.text]
                test = f"{span.start} <= {self.code(of, env)} < {span.stop}"
                return f"(not {test})" if negated else f"({test})"
            case nodes.GridWith(grid=grid, component=component, at=at):
                codes = (self.code(n, env) for n in (grid, component, at))
                return f"with_at({', '.join(codes)})"
            case nodes.GridWithout(grid=grid, at=at):
                return f"without_at({self.code(grid, env)}, {self.code(at, env)})"
            case nodes.RangeOf(low=low, high=high):
                end = self.code(high, env)
                stop = str(int(end) + 1) if end.isdigit() else f"{end} + 1"
                return f"range({self.code(low, env)}, {stop})"
            case nodes.Arithmetic():
                return self._arithmetic(node, env)
            case nodes.Division(left=left, right=right, up=up):
                a, b = self.code(left, env), self.code(right, env)
                safe = b.isdigit() and b != "0"
                if up:
                    return f"-(-{a} // {b})" if safe else f"-divided(-{a}, {b})"
                return f"({a} // {b})" if safe else f"divided({a}, {b})"
            case nodes.Negative(of=of):
                return f"(-{self.code(of, env)})"
            case nodes.Conditional(then=then, test=test, otherwise=otherwise):
                a, b = self.code(then, env), self.code(otherwise, env)
                return f"({a} if {self.code(test, env)} else {b})"
            case nodes.Quantified():
                return self._quantified(node, env)
            case nodes.Every():
                return self._every(node, env)
            case nodes.Standings(binder=binder, by=by):
                each, inner = self.bind(self._bound(binder), env)
                items_code = self._filtered(binder, env)
                return f"standings({items_code}, lambda {each}: {self._key(by, inner)})"
            case nodes.LongestRun(binder=binder):
                each, inner = self.bind(self._bound(binder), env)
                run = "True"
                if binder.where is not None:
                    run = self.code(binder.where, inner)
                values = self.values(binder.of, env)
                return f"longest_run([bool({run}) for {each} in {values}])"
            case nodes.Reach():
                return self._reach(node, env)
            case nodes.Steps():
                return f"{self._walk(node, env)}.get({self.code(node.goal, env)})"
            case nodes.LongestLoop():
                return self._longest_loop(node, env)
            case nodes.Can():
                return self._can(node, env)
            case nodes.Offered(name=name, of=of):
                values = f"offered_values({of!r}, {name!r})"
                kind = self.type_of(node)
                if is_bits(kind):
                    return f"mask({values})"
                if isinstance(kind, SetType) and isinstance(kind.item, ComponentType):
                    return f"tuple(sorted(set({values})))"
                return f"frozenset({values})"
            case nodes.After():
                return self._after(node, env)
            case nodes.Regions(of=of):
                cell = element(self.type_of(of))
                values = self.values(of, env)
                if isinstance(cell, CellType):
                    return f"{spelled('BOARD', name=cell.board)}.regions({values})"
                shape = cell.shape if isinstance(cell, PlaceType) else "square"
                return f"regions({shape.upper()}, {values})"

    def _operand(self, node: nodes.Expr, env: Env) -> str:
        code = self.code(node, env)
        return code if code.startswith("(") or code.isidentifier() else f"({code})"

    def _tuple(self, codes: Sequence[str]) -> str:
        return f"({codes[0]},)" if len(codes) == 1 else f"({', '.join(codes)})"

    def _text(self, node: nodes.Text) -> str:
        kind = self.type_of(node)
        if isinstance(kind, ComponentType):
            for component in self.layout.components:
                if component.kind in kind.names and component.name == node.value:
                    return str(component.number)
            return "None"
        if isinstance(kind, PlaceType):
            return str(grids.parse_cell(node.value))
        if isinstance(kind, CellType):
            return str(self.layout.board_of(kind).parse_cell(node.value))
        return repr(node.value)

    def _name(self, node: nodes.Name, env: Env) -> str:
        symbol = self.world.refs.get(id(node))
        layout = self.layout
        match symbol:
            case LocalSymbol():
                return env[symbol]
            case ValueSymbol(index=index):
                return str(index)
            case VariableSymbol():
                return self._held(symbol, self.slot(symbol, []))
            case ConstantSymbol():
                return self._constant(symbol)
            case OptionSymbol(type=OptionalType()):
                return spelled("OPTION", name=symbol.name)
            case OptionSymbol():
                return repr(layout.options[symbol.name])
            case NeutralSymbol():
                return str(layout.neutrals[symbol.name])
            case BoardSymbol():
                return f"range({len(layout.boards[symbol.name].names)})"
            case EnumSymbol():
                return f"range({len(symbol.values)})"
            case ComponentSymbol():
                span = layout.spans[symbol.name]
                return f"range({span.start}, {span.stop})"
            case _:
                pass
        return {
            "players": f"range({layout.players})",
            "participants": f"range({layout.participants})",
            "player_count": str(layout.players),
            "origin": "0",
            "winners": "winners(S)",
            "box": f"S[{BOX}]",
        }[node.text]

    def _constant(self, symbol: ConstantSymbol) -> str:
        name = spelled("CONSTANT", name=symbol.name)
        try:
            value = evaluate(self.world, symbol.decl.value, self.layout.known)
        except (NotFixed, ZeroDivisionError):
            return name
        return repr(value) if isinstance(value, int) else name

    # ---- fields and indexes -------------------------------------------------

    def _attribute(self, node: nodes.Attribute, env: Env) -> str:
        symbol = self.world.refs.get(id(node))
        if isinstance(symbol, ValueSymbol):
            return str(symbol.index)
        owner = self.type_of(node.of)
        if isinstance(owner, ZoneType) and owner.kind == "space":
            owner = PlayerType() if isinstance(owner.item, PieceType) else owner.item
        owner = without_none(owner)
        item = element(owner)
        if item is not None:
            x = "each"
            inside = self._field(node, x, item)
            return f"tuple([{inside} for {x} in {self.values(node.of, env)}])"
        return self._field(node, self.code(node.of, env), owner)

    def _field(self, node: nodes.Attribute, x: str, owner: Type) -> str:
        symbol = self.world.refs.get(id(node))
        if isinstance(symbol, FieldSymbol):
            return f"{spelled('FIELD', name=node.name)}[{x}]"
        if isinstance(symbol, VariableSymbol):
            return self._held(symbol, self.slot(symbol, [x]))
        match owner, node.name:
            case PlayerType(), "seat":
                return f"({x} + 1)"
            case PlayerType(), "left":
                return f"LEFT[{x}]"
            case PlayerType(), "right":
                return f"RIGHT[{x}]"
            case CellType(board), _:
                attribute = {"row": "row_of", "column": "column_of"}.get(
                    node.name, node.name
                )
                values = getattr(self.layout.boards[board], attribute)
                table = spelled(node.name.upper(), name=board)
                return f"{self.table(table, values)}[{x}]"
            case EdgeType(), "at":
                return f"{x}[0]"
            case EdgeType(), "side":
                return f"{x}[1]"
            case PlaceType(), "x":
                return f"coordinates({x})[0]"
            case PlaceType(), "y":
                return f"coordinates({x})[1]"
            case EnumType(name), "opposite":
                return f"OPPOSITE_{name}[{x}]"
            case RowType(table), _:
                found = self.world.names[table]
                assert isinstance(found, TableSymbol)
                position = [n for n, _ in found.values].index(node.name)
                return f"{x}[{position}]"
            case _:
                raise AssertionError(f"no field {node.name} of {owner}")

    def _index(self, node: nodes.Index, env: Env) -> str:
        symbol = self.world.refs.get(id(node))
        if isinstance(symbol, VariableSymbol):
            found = self.place_of(node, env)
            assert found is not None
            return self._held(symbol, found[1])
        if isinstance(symbol, TableSymbol):
            codes = [self.code(key, env) for key in node.keys]
            key = codes[0] if len(codes) == 1 else f"({', '.join(codes)})"
            table = spelled("TABLE", name=symbol.name)
            if symbol.decl.default is None:
                return f"look_up({table}, {key}, '{symbol.name}')"
            default = self.code(symbol.decl.default, env)
            return f"{table}.get({key}, {default})"
        owner = self.type_of(node.of)
        of, key = self.code(node.of, env), self.code(node.keys[0], env)
        if isinstance(self.type_of(node.keys[0]), CellType):
            return key
        if isinstance(owner, GridType):
            return f"{of}.get({key})"
        if isinstance(owner, BundleType):
            return f"{of}[{key}]"
        return f"nth({of}, {key})"

    # ---- collections --------------------------------------------------------

    def _bound(self, binder: nodes.Binder) -> LocalSymbol:
        symbol = self.world.refs[id(binder)]
        assert isinstance(symbol, LocalSymbol)
        return symbol

    def _for(
        self,
        item: nodes.Expr | str,
        binder: nodes.Binder,
        env: Env,
        more: tuple[nodes.Binder, ...] = (),
    ) -> str:
        """`E for x in S if P for y in T if Q`, to be put into brackets."""
        loops = ""
        for each in (binder, *more):
            values = self.values(each.of, env)
            name, env = self.bind(self._bound(each), env)
            loops += f" for {name} in {values}"
            if each.where is not None:
                loops += f" if {self.code(each.where, env)}"
        return (item if isinstance(item, str) else self.code(item, env)) + loops

    def _filtered(self, binder: nodes.Binder, env: Env) -> str:
        """The items of a binder as a list."""
        if binder.where is None:
            return self.values(binder.of, env)
        name, _ = self.bind(self._bound(binder), env)
        return f"[{self._for(name, binder, env)}]"

    def _key(self, by: Iterable[nodes.Ordering], env: Env) -> str:
        codes = []
        for ordering in by:
            code = self.code(ordering.by, env)
            codes.append(code if ordering.most else f"-({code})")
        return codes[0] if len(codes) == 1 else f"({', '.join(codes)})"

    def _set(self, node: nodes.SetOf, codes: Sequence[str]) -> str:
        kind = self.type_of(node)
        if is_bits(kind):
            if all(code.isdigit() for code in codes):
                return str(sum(1 << int(code) for code in set(codes)))
            return f"mask({self._tuple(codes)})"
        if isinstance(kind, SetType) and isinstance(kind.item, ComponentType):
            return f"tuple(sorted({self._tuple(codes)}))" if codes else "()"
        if isinstance(kind, SetType) and isinstance(kind.item, UnknownType):
            return "()"
        if isinstance(kind, BundleType):
            return f"{(0,) * len(self.world.enum(kind.enum).values)}"
        return f"frozenset({self._tuple(codes)})" if codes else "frozenset()"

    def _bundle(self, node: nodes.BundleOf, env: Env) -> str:
        kind = self.type_of(node)
        assert isinstance(kind, BundleType)
        values = [v.name for v in self.world.enum(kind.enum).values]
        amounts = ["0"] * len(values)
        fixed = [self.world.refs.get(id(key)) for key, _ in node.pairs]
        if not all(isinstance(symbol, ValueSymbol) for symbol in fixed):
            pairs = [  # which kinds they are is known in play only
                f"({self.code(key, env)}, {self.code(n, env)})" for key, n in node.pairs
            ]
            return f"bundle({len(values)}, {', '.join(pairs)})"
        for name, amount in node.pairs:
            amounts[values.index(name.text)] = self.code(amount, env)
        return self._tuple(amounts)

    def _fold(self, node: nodes.Fold, env: Env) -> str:
        inside = f"[{self._for(node.item, node.binder, env, node.more)}]"
        if node.otherwise is not None:
            instead = self.code(node.otherwise, env)
            return {
                "most": f"max({inside}, default={instead})",
                "least": f"min({inside}, default={instead})",
                "first": f"({inside} or [{instead}])[0]",
                "last": f"({inside} or [{instead}])[-1]",
            }[node.name]
        return {
            "sum": f"sum({inside})",
            "most": f"greatest({inside})",
            "least": f"smallest({inside})",
            "size": f"len({inside})",
            "first": f"first_of({inside})",
            "last": f"last_of({inside})",
            "distinct": f"{'mask' if self._distinct_bits(node) else 'distinct'}({inside})",
        }[node.name]

    def _distinct_bits(self, node: nodes.Fold | nodes.Call) -> bool:
        return is_bits(self.type_of(node))

    def _quantified(self, node: nodes.Quantified, env: Env) -> str:
        binder = node.binder
        name, inner = self.bind(self._bound(binder), env)
        if node.having:
            items = self._filtered(binder, env)
            key = f"lambda {name}: {self._key(node.having, inner)}"
            helper = {"all": "best_all", "first": "best_one_or_none"}
            return f"{helper.get(node.kind, 'best_one')}({items}, {key})"
        match node.kind:
            case "count":
                return f"len([1 {self._for('', binder, env).lstrip()}])"
            case "some" | "no":
                if binder.where is None:
                    found = f"bool({self.code(binder.of, env)})"
                else:
                    found = self._search("some", binder, "True", "False", env)
                return f"(not {found})" if node.kind == "no" else found
            case "all":
                if binder.where is None:
                    return self.listed(binder.of, env)
                return f"tuple([{self._for(name, binder, env)}])"
            case "first":
                return self._search("search", binder, name, "None", env)
            case _:
                return f"first_of({self._for(name, binder, env)})"

    def _search(
        self, kind: str, binder: nodes.Binder, found: str, missing: str, env: Env
    ) -> str:
        """A loop that ends at the first item that will do."""
        name, inner = self.bind(self._bound(binder), env)
        lines = [(1, f"for {name} in {self.values(binder.of, env)}:")]
        if binder.where is not None:
            lines.append((2, f"if {self.code(binder.where, inner)}:"))
        lines += [(len(lines) + 1, f"return {found}"), (1, f"return {missing}")]
        return self.loops.call(kind, lines, env.values(), binder.span)

    def _every(self, node: nodes.Every, env: Env) -> str:
        """A loop that ends at the first exception."""
        binder = node.binder
        name, inner = self.bind(self._bound(binder), env)
        lines = [(1, f"for {name} in {self.values(binder.of, env)}:")]
        if binder.where is not None:
            lines.append((2, f"if {self.code(binder.where, inner)}:"))
        lines.append((len(lines) + 1, f"if not {self._operand(node.holds, inner)}:"))
        lines += [(len(lines) + 1, "return False"), (1, "return True")]
        return self.loops.call("every", lines, env.values(), node.span)

    def _can(self, node: nodes.Can, env: Env) -> str:
        action = self.world.refs[id(node)]
        assert isinstance(action, ActionSymbol)
        pairs = zip(node.args, action.params, strict=True)
        args = [self.argument(arg, param, env) for arg, param in pairs]
        can = spelled("can", name=action.name)
        return f"{can}({', '.join(['S', *args])})"

    def _after(self, node: nodes.After, env: Env) -> str:
        rule = self.world.refs[id(node)]
        assert isinstance(rule, RuleSymbol)
        pairs = zip(node.args, rule.params, strict=True)
        args = [self.argument(arg, param, env) for arg, param in pairs]
        given = self._tuple(args) if args else "()"
        carried_out = spelled("rule", name=rule.name)
        return f"after(S, {carried_out}, {given}, lambda S: {self.code(node.of, env)})"

    def _longest_loop(self, node: nodes.LongestLoop, env: Env) -> str:
        item = element(self.type_of(node.within))
        within = self.values(node.within, env)
        test = "lambda *_: True"
        if node.stepping is not None:
            test = self._steps(node.stepping, env)
        if isinstance(item, CellType):
            steps = f"cell_steps({spelled('STEP', name=item.board)}, {within}, {test})"
            return f"longest_loop({steps})"
        shape = item.shape if isinstance(item, PlaceType) else "square"
        return f"longest_loop(place_steps({shape.upper()}, {within}, {test}))"

    def _reach(self, node: nodes.Reach, env: Env) -> str:
        item = element(self.type_of(node.within))
        plain = node.stepping is None and node.limit is None
        if plain and isinstance(item, CellType):
            start, within = self._walked(node, env)
            return f"{spelled('BOARD', name=item.board)}.reach({start}, {within})"
        return f"tuple(sorted({self._walk(node, env)}))"

    def _walk(self, node: nodes.Reach | nodes.Steps, env: Env) -> str:
        """By cell that can be reached, the number of steps."""
        item = element(self.type_of(node.within))
        parts = [*self._walked(node, env), "lambda *_: True"]
        if node.stepping is not None:
            parts[-1] = self._steps(node.stepping, env)
        if isinstance(node, nodes.Reach) and node.limit is not None:
            parts.append(self.code(node.limit, env))
        if isinstance(item, CellType):
            steps = spelled("STEP", name=item.board)
            return f"walk_cells({steps}, {', '.join(parts)})"
        shape = item.shape if isinstance(item, PlaceType) else "square"
        return f"walk_places({shape.upper()}, {', '.join(parts)})"

    def _walked(self, node: nodes.Reach | nodes.Steps, env: Env) -> tuple[str, str]:
        """Where a walk begins, and where it may lead."""
        start = self.code(node.start, env)
        if element(self.type_of(node.start)) is None:
            start = f"({start},)"
        else:
            start = self.values(node.start, env)
        within = self.code(node.within, env)
        if is_bits(self.type_of(node.within)):
            within = f"bits({within})"
        return start, within

    def _steps(self, steps: nodes.Stepping, env: Env) -> str:
        """Whether a step can be made, as a function of two cells and the side."""
        names: list[str] = []
        inner = dict(env)
        for named in (steps.source, steps.target, steps.side):
            if named is None:
                names.append("_side")
                continue
            symbol = self.world.refs[id(named)]
            assert isinstance(symbol, LocalSymbol)
            inner[symbol] = local(symbol, inner)
            names.append(inner[symbol])
        return f"lambda {', '.join(names)}: {self.code(steps.where, inner)}"

    # ---- conditions ---------------------------------------------------------

    def _compare(self, node: nodes.Compare, env: Env) -> str:
        left, right = self._compared(node.left, env), self._compared(node.right, env)
        if node.op in ("==", "!="):
            same = self._same(node, left, right, env)
            if same is not None:
                return same if node.op == "==" else f"(not {same})"
        return f"({left} {node.op} {right})"

    def _compared(self, node: nodes.Expr, env: Env) -> str:
        """One side of a comparison: nobody is a player who does not take part."""
        if isinstance(node, nodes.PlayerAt):
            return str(node.seat - 1)
        return self.code(node, env)

    def _same(self, node: nodes.Compare, left: str, right: str, env: Env) -> str | None:
        a, b = self.type_of(node.left), self.type_of(node.right)
        if isinstance(node.left, nodes.Text) or isinstance(node.right, nodes.Text):
            if isinstance(without_none(a), ComponentType) or isinstance(
                without_none(b), ComponentType
            ):
                return f"same_face({left}, {right})"
            return None
        first, second = element(a), element(b)
        if first is None or second is None:
            return None
        cards = isinstance(first, ComponentType) or isinstance(second, ComponentType)
        ordered = isinstance(a, ListType) and isinstance(b, ListType)
        if cards and not isinstance(a, GridType):
            loose = isinstance(a, SetType) or isinstance(b, SetType)
            if loose or not (self._ordered(a) and self._ordered(b)):
                return f"same_cards({left}, {right})"
            return f"same_cards_in_order({left}, {right})"
        if is_bits(a) and not is_bits(b):
            return f"({left} == mask({self.values(node.right, env)}))"
        if is_bits(b) and not is_bits(a):
            return f"(mask({self.values(node.left, env)}) == {right})"
        if isinstance(a, SetType) != isinstance(b, SetType):
            return f"(frozenset({left}) == frozenset({right}))"
        return f"(tuple({left}) == tuple({right}))" if ordered else None

    def _ordered(self, kind: Type) -> bool:
        if isinstance(kind, ZoneType):
            return kind.kind in ("deck", "pile", "row")
        return isinstance(kind, ListType)

    def _member(self, node: nodes.Member, env: Env) -> str:
        kind = self.type_of(node.of)
        item = self._compared(node.item, env)
        word = "!=" if node.negated else "=="
        if isinstance(node.item, nodes.Text) and isinstance(
            element(kind), ComponentType
        ):
            inside = f"any(FACE[each] == FACE[{item}] for each in {self.values(node.of, env)})"
            return f"(not {inside})" if node.negated else inside
        if isinstance(kind, BundleType):
            return (
                f"({self.code(node.of, env)}[{item}] {'==' if node.negated else '>'} 0)"
            )
        if is_bits(kind):
            test = f"({self.code(node.of, env)} >> {item} & 1 {word} 1)"
            if isinstance(self.type_of(node.item), OptionalType):
                glue = "or" if node.negated else "and"
                none = "is None" if node.negated else "is not None"
                return f"({item} {none} {glue} {test})"
            return test
        zone = isinstance(kind, ZoneType) or (
            isinstance(node.of, nodes.Name) and node.of.text == "box"
        )
        if zone and not isinstance(self.type_of(node.item), OptionalType):
            slot = self.zone_slot(node.of, env)
            return f"(S[{self.layout.locations} + {item}] {word} {slot})"
        inside = "not in" if node.negated else "in"
        return f"({item} {inside} {self.code(node.of, env)})"

    def _is_empty(self, node: nodes.IsEmpty, env: Env) -> str:
        kind = self.type_of(node.of)
        code = self._looked(node.of, self.code(node.of, env))
        space = isinstance(kind, ZoneType) and kind.kind == "space"
        if space or isinstance(kind, ComponentType | PlayerType | OptionalType):
            return f"({code} {'is not' if node.negated else 'is'} None)"
        stock = isinstance(kind, ZoneType) and kind.kind == "stock"
        if stock or is_bits(kind):
            return f"({code} {'!=' if node.negated else '=='} 0)"
        if isinstance(kind, BundleType):
            return f"any({code})" if node.negated else f"(not any({code}))"
        return f"bool({code})" if node.negated else f"(not {code})"

    # ---- arithmetic and calls -----------------------------------------------

    def _arithmetic(self, node: nodes.Arithmetic, env: Env) -> str:
        kind = self.type_of(node)
        if isinstance(kind, UnknownType):
            kind = self.type_of(node.left)  # `x += e`, which the checker saw as such
        left, right = self.code(node.left, env), self.code(node.right, env)
        if isinstance(kind, ListType):
            if node.op == "+":
                return f"(*{left}, *{right})"
            return f"minus({left}, {right})"
        if is_bits(kind):
            return f"({left} | {right})" if node.op == "+" else f"({left} & ~{right})"
        if isinstance(kind, SetType):
            return f"({left} | {right})" if node.op == "+" else f"({left} - {right})"
        if isinstance(kind, BundleType) and node.op == "*":
            return f"tuple([a * {right} for a in {left}])"
        if isinstance(kind, BundleType):
            pairs = f"zip({left}, {right})"
            return f"tuple([a {node.op} b for a, b in {pairs}])"
        if node.op == "mod":
            if right.isdigit() and right != "0":
                return f"({left} % {right})"
            return f"remainder({left}, {right})"
        return f"({left} {node.op} {right})"

    def _call(self, node: nodes.Call, env: Env) -> str:
        symbol = self.world.refs.get(id(node))
        if isinstance(symbol, FunctionSymbol | AmountSymbol):
            pairs = zip(node.args, symbol.params, strict=True)
            codes = [self.argument(arg, param, env) for arg, param in pairs]
            prefix = "function" if isinstance(symbol, FunctionSymbol) else "amount"
            name = spelled(prefix, name=symbol.name)
            return f"{name}({', '.join(['S', *codes])})"
        args = node.args
        codes = [self.code(arg, env) for arg in args]
        first = self.type_of(args[0]) if args else UnknownType()
        match node.name:
            case "size":
                if isinstance(first, BundleType):
                    return f"sum({codes[0]})"
                return (
                    f"{codes[0]}.bit_count()" if is_bits(first) else f"len({codes[0]})"
                )
            case "sum":
                return f"sum({self.values(args[0], env)})"
            case "most":
                return f"greatest({self.values(args[0], env)})"
            case "least":
                return f"smallest({self.values(args[0], env)})"
            case "min" | "max" | "abs":
                return f"{node.name}({', '.join(codes)})"
            case "first" | "top":
                return f"first_of({self.values(args[0], env)})"
            case "last" | "bottom":
                return f"last_of({self.listed(args[0], env)})"
            case "random":
                whole = isinstance(args[0], nodes.RangeOf)
                items = codes[0] if whole else self.listed(args[0], env)
                kind = self.type_of(node)
                table = self.table(spelled("DRAWN", len(self.tables)), kind)
                return f"random_of(S, {items}, {table})"
            case "reversed":
                return f"tuple(reversed({self.listed(args[0], env)}))"
            case "distinct":
                helper = "mask" if self._distinct_bits(node) else "distinct"
                return f"{helper}({self.values(args[0], env)})"
            case "clockwise":
                return f"CLOCKWISE[{codes[0]}]"
            case "others":
                return f"CLOCKWISE[{codes[0]}][1:]"
            case "neighbours":
                return f"grid_neighbours({self._top(first)}, {codes[1]})"
            case "frontier":
                return f"frontier({self._top(first)}, {codes[0]})"
            case "enclosed":
                return f"enclosed({self._top(first)}, frozenset({codes[0]}))"
            case "outline":
                return f"outline(frozenset({codes[0]}))"
            case "components":
                return f"tuple(sorted({codes[0]}.values()))"
            case "shared":
                if is_bits(first):
                    return f"({codes[0]} & {codes[1]})"
                if isinstance(first, BundleType):
                    return f"tuple(map(min, {codes[0]}, {codes[1]}))"
                return f"shared({codes[0]}, {codes[1]})"
            case "rotated":
                return self._rotated(first, codes)
            case "step" | "ray" | "toward":
                return self._directed(node.name, first, codes)
            case "lines":
                return self._lines("lines", self._board(args[0]), codes[1])
            case "lines_through":
                assert isinstance(first, CellType)
                return (
                    f"{self._lines('lines_through', first.board, codes[1])}[{codes[0]}]"
                )
            case "lines_from":
                assert isinstance(first, CellType)
                board = spelled("BOARD", name=first.board)
                return f"{board}.lines_from({codes[1]})[{codes[0]}]"
            case "distance":
                if isinstance(first, CellType):
                    board = spelled("BOARD", name=first.board)
                    return f"{board}.distance({', '.join(codes)})"
                return f"place_distance({', '.join(codes)})"
            case "border":
                return f"{spelled('BOARD', name=self._board(args[0]))}.border"
            case "cell_at":
                board = spelled("BOARD", name=self._board(args[0]))
                return f"board_cell({board}, {codes[1]}, {codes[2]})"
            case "section":
                assert isinstance(first, CellType)
                board = spelled("BOARD", name=first.board)
                return f"{board}.quarter({', '.join(codes)})"
            case "place_at":
                return f"place_at({', '.join(codes)})"
            case "covers":
                return f"covers({codes[0]}, {codes[1]})"
            case "position":
                return f"position_of({self.listed(args[0], env)}, {codes[1]})"
            case _:
                raise AssertionError(f"no function {node.name}")

    def argument(self, arg: nodes.Expr, param: LocalSymbol, env: Env) -> str:
        """An argument in the form that its parameter's type has."""
        if isinstance(param.type, ListType) and not isinstance(
            self.type_of(arg), ListType | ZoneType
        ):
            return self.listed(arg, env)
        return self.code(arg, env)

    def _top(self, kind: Type) -> str:
        return kind.shape.upper() if isinstance(kind, GridType) else "SQUARE"

    def _rotated(self, kind: Type, codes: Sequence[str]) -> str:
        """A side, or a set of sides, so many steps further clockwise."""
        several = is_bits(kind)
        side = kind.item if isinstance(kind, SetType) else without_none(kind)
        assert isinstance(side, EnumType)
        count = len(self.world.enum(side.name).values)
        table = f"ROTATED_{side.name}_SETS" if several else f"ROTATED_{side.name}"
        return f"{table}[{codes[1]} % {count}][{codes[0]}]"

    def _board(self, node: nodes.Expr) -> str:
        kind = element(self.type_of(node))
        assert isinstance(kind, CellType)
        return kind.board

    def _lines(self, kind: str, board: str, length: str) -> str:
        """The lines of a board; those of a fixed length are worked out once."""
        if not length.isdigit() or length == "0":
            return f"{spelled('BOARD', name=board)}.{kind}({length})"
        lines = getattr(self.layout.boards[board], kind)(int(length))
        word = {"lines": "LINES", "lines_through": "THROUGH"}[kind]
        return self.table(spelled(word, int(length), name=board), lines)

    def _directed(self, name: str, owner: Type, codes: Sequence[str]) -> str:
        if isinstance(owner, CellType):
            steps, rays = (spelled(k, name=owner.board) for k in ("STEP", "RAY"))
            if name == "step":
                return f"{steps}[{codes[1]}][{codes[0]}]"
            if name == "ray":
                return f"{rays}[{codes[1]}][{codes[0]}]"
            return f"cell_toward({steps}, {codes[0]}, {codes[1]})"
        shape = owner.shape if isinstance(owner, PlaceType) else "square"
        if name == "step":
            return f"({codes[0]} + {shape.upper()}_STEPS[{codes[1]}])"
        return f"place_toward({shape.upper()}, {codes[0]}, {codes[1]})"

"""Observations and the numbers of actions, as C: what `Observer` and `Actions` say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import Factory, define

from rulesrun.agents.actions import Actions, span_of
from rulesrun.agents.observation import IN_ORDER, MOST_ONE_HOT, Observer, domain, width
from rulesrun.dsl.analysis.secrecy import has_secrets
from rulesrun.dsl.semantics.audiences import owner_key
from rulesrun.dsl.semantics.symbols import VariableSymbol
from rulesrun.dsl.semantics.value_types import (
    BoolType,
    BundleType,
    CellType,
    ComponentType,
    EdgeType,
    EnumType,
    GridType,
    IntType,
    ListType,
    OptionalType,
    PieceType,
    PlaceType,
    PlayerType,
    SetType,
    TextType,
    Type,
    ZoneType,
    bundle_of,
)
from rulesrun.interpreter.knowledge.audiences import Audiences
from rulesrun.interpreter.native.described import Kept, Program
from rulesrun.interpreter.native.types import Unsupported, none_of
from rulesrun.interpreter.runtime.layout import Family, Layout

Few = EnumType | PlayerType | CellType | ComponentType


def array(name: str, values: Sequence[int], kind: str = "int") -> str:
    """A table in C."""
    listed = ", ".join(map(str, values)) or "0"
    return f"static const {kind} {name}[{max(1, len(values))}] = {{{listed}}};"


def actions_in_c(actions: Actions) -> str:
    """The tables by which options are numbered."""
    layout = actions.game.layout
    items, first, size, count, params = (list[int]() for _ in range(5))
    low, spans, nothing = (list[int]() for _ in range(3))
    for decision in actions.game.module.core.decisions:
        items.append(len(first))
        for number in range(len(decision.items)):
            block = actions.blocks[decision.number, number]
            first.append(block.first)
            size.append(block.size)
            params.append(len(low))
            count.append(-1 if block.kinds is None else len(block.kinds))
            for kind in block.kinds or ():
                span = span_of(layout, kind)
                assert span is not None
                low.append(span.start)
                spans.append(len(span))
                nothing.append(_nothing(kind))
    most = max(len(d.items) for d in actions.game.module.core.decisions)
    return "\n".join(
        (
            f"#define ACTIONS {actions.size}",
            f"#define MOST_ITEMS {most}",
            f"#define AS_THEY_COME {int(-1 in count)}",
            f"#define MOST_PARAMS {max([1, *count])}",
            array("ACTION_ITEM", items),
            array("ACTION_FIRST", first),
            array("ACTION_SIZE", size),
            array("ACTION_COUNT", count),
            array("ACTION_PARAM", params),
            array("PARAM_LOW", low),
            array("PARAM_SIZE", spans),
            array("PARAM_NONE", nothing),
        )
    )


def _nothing(kind: Type) -> int:
    """Whether a parameter can be none: as a number (2), or as anything else (1)."""
    if not isinstance(kind, OptionalType):
        return 0
    return 2 if isinstance(kind.item, IntType) else 1


def observation_in_c(observer: Observer, program: Program) -> str:
    """The function that writes what a player sees; raises Unsupported."""
    game = observer.game
    audiences = game.machine.secrecy.audiences
    return _Writer(game.layout, program, audiences).whole(
        observer.size, len(game.module.decisions)
    )


@define(eq=False)
class _Writer:
    layout: Layout
    program: Program
    audiences: Audiences
    tables: list[str] = Factory(list)
    members: dict[ComponentType, str] = Factory(dict)

    def whole(self, size: int, decisions: int) -> str:
        players = self.layout.players
        kept = {v.symbol: kept for v, kept in self.program.variables}
        lines, at = list[str](), 3 * players + decisions
        for symbol, family in self.layout.variables.items():
            lines += self.variable(symbol, family, kept[symbol], at)
            at += family.size * (2 + width(self.layout, symbol.type))
        assert at == size
        one = "if (({0}) >= 0 && ({0}) < {2}) out[{1} + ({0})] = 1;"
        return "\n".join(
            (
                *self.tables,
                f"#define OBSERVED {size}",
                "static void observe(const State *S, int player, float *out) {",
                one.format("player", 0, players),
                one.format("S->actor", players, players),
                one.format("S->turn", 2 * players, players),
                one.format("S->decision", 3 * players, decisions),
                *lines,
                "}",
            )
        )

    # ---- one variable --------------------------------------------------------------------

    def variable(
        self, symbol: VariableSymbol, family: Family, kept: Kept, at: int
    ) -> Iterator[str]:
        """All slots of a variable, one behind the other."""
        size = width(self.layout, symbol.type)
        x = f"S->{kept.c}[i]"
        loose = isinstance(symbol.type, ZoneType) and symbol.type.kind in (
            "hand",
            "area",
            "bag",
        )
        yield f"for (int i = 0; i < {family.size}; i++) {{ // {symbol.name}"
        yield f"    float *o = out + {at} + i * {2 + size};"
        yield f"    int hidden = {self.hidden(symbol, family)}, n = 0;"
        if loose:
            yield f"    int slot = {family.base} + i;"
            yield "    for (int c = 0; c < COMPONENTS; c++) n += S->where[c] == slot;"
        yield f"    {self.count(symbol, x, loose=loose)}"
        yield "    o[0] = hidden; o[1] = (float)(n / (n + 10.0));"
        yield f"    if (!hidden) {{ o += 2; {self.encoded(symbol.type, x, loose=loose)} }}"
        if symbol.decl.kinds_known:  # whether there are any
            each = f"{x}.v[k]" if bundle_of(symbol.type) is not None else x
            yield f"    else for (int k = 0; k < {size}; k++) o[2 + k] = {each} > 0;"
        yield "}"

    def hidden(self, symbol: VariableSymbol, family: Family) -> str:
        """Whether the player cannot look into slot `i` of the variable."""
        if not has_secrets(symbol):
            return "0"
        layout, slots = self.layout, range(family.base, family.base + family.size)
        audiences = self.audiences
        if any(slot in audiences.varying for slot in slots):
            assert symbol.audience is not None
            at = owner_key(symbol)
            args = ["S", "player"]
            if at is not None:
                owners = [family.indexes(slot)[at] for slot in slots]
                self.tables.append(array(f"OWNER_{family.base}", owners))
                args.insert(1, f"OWNER_{family.base}[i]")
            return f"!f_function_{symbol.audience.name}({', '.join(args)})"
        seats = range(layout.players)
        seen = [int(audiences.sees(s, seat, [])) for s in slots for seat in seats]
        if not any(seen):
            return "1"
        name = f"SEES_{family.base}"
        self.tables.append(array(name, seen))
        return f"!{name}[i * {layout.players} + player]"

    def count(self, symbol: VariableSymbol, x: str, *, loose: bool) -> str:
        """How many lie there, as far as that is known (see `known_count`)."""
        secret = symbol.decl.secret and not symbol.decl.kinds_known
        match symbol.type:
            case ZoneType("space", _):
                return f"n = {x} != NONE;"
            case ZoneType(_, PieceType()) as zone:
                bundle = bundle_of(zone)
                if bundle is None:
                    return f"n = hidden ? 0 : {x};"
                size = len(self.layout.world.enum(bundle.enum).values)
                known = "1" if secret else "!hidden"
                return f"if ({known}) for (int k = 0; k < {size}; k++) n += {x}.v[k];"
            case ZoneType() | GridType():
                return "" if loose else f"n = {x}.n;"
            case _:
                return ""

    # ---- values --------------------------------------------------------------------------

    def encoded(self, kind: Type, x: str, *, loose: bool = False) -> str:
        """The statements that write a value at `o`, which is all noughts."""
        size = width(self.layout, kind)
        match bundle_of(kind) or kind:
            case IntType(int(low), int(high)) if high - low < MOST_ONE_HOT:
                return f"o[{x} - ({low})] = 1;"
            case BundleType():
                return f"for (int k = 0; k < {size}; k++) o[k] = (float){x}.v[k];"
            case OptionalType(item):
                none = none_of(item)
                inner = self.encoded(item, x)
                return f"if ({x} == {none}) o[0] = 1; else {{ o++; {inner} }}"
            case ListType(item):
                step = 1 + width(self.layout, item)
                inner = self.encoded(self.single(item), "value")
                return (
                    f"for (int k = 0; k < {x}.n && k < {IN_ORDER}; k++, o += {step}) {{ "
                    f"__auto_type value = {x}.v[k]; o[0] = 1; float *row = o; o++; {inner} "
                    "o = row; }"
                )
            case ZoneType("stock", PieceType()) | BoolType() | IntType():
                return f"o[0] = (float){x};"
            case ZoneType("space", PieceType()):
                return f"if ({x} == NONE) o[0] = 1; else o[1 + {x}] = 1;"
            case ZoneType("space", ComponentType() as item):
                member = self.member(item, x)
                return f"if ({x} == NONE) o[0] = 1; else o[1 + {member}] = 1;"
            case ZoneType(_, ComponentType() as item) if loose:
                member = self.member(item, "c")
                return (
                    "for (int c = 0; c < COMPONENTS; c++) "
                    f"if (S->where[c] == slot) o[{member}] += 1;"
                )
            case ZoneType(_, ComponentType() as item):
                member = self.member(item, f"{x}.v[k]")
                return f"for (int k = 0; k < {x}.n; k++) o[{member}] += 1;"
            case SetType(
                ComponentType() | EnumType() | PlayerType() | CellType() as item
            ):
                member = self.member(item, "k")
                return (
                    f"for (int k = 0; k < (int)sizeof {x} * 8; k++) "
                    f"if ({x}.w[k >> 6] >> (k & 63) & 1) o[{member}] += 1;"
                )
            case GridType(_, ComponentType() as item):
                member = self.member(item, f"{x}.what[k]")
                return (
                    f"for (int k = 0; k < {x}.n; k++) {{ float *f = o + 3 * {member}; "
                    f"f[0] = 1; f[1] = place_x({x}.at[k]); f[2] = place_y({x}.at[k]); }}"
                )
            case PlaceType():
                return f"o[0] = place_x({x}); o[1] = place_y({x});"
            case EnumType() | PlayerType() | CellType() | ComponentType() as few:
                return f"o[{self.member(few, x)}] = 1;"
            case TextType() | EdgeType():
                return ""
            case other:
                raise Unsupported(f"observations of {other}")

    def single(self, kind: Type) -> Type:
        """The type of items that are one number each; raises Unsupported."""
        inner = kind.item if isinstance(kind, OptionalType) else kind
        if isinstance(inner, ListType | SetType | BundleType | GridType):
            raise Unsupported(f"observations of lists of {kind}")
        return kind

    def member(self, kind: Few, x: str) -> str:
        """The place of a value among those of its type."""
        if not isinstance(kind, ComponentType):
            return x
        name = self.members.get(kind)
        if name is None:
            name = self.members[kind] = f"MEMBER_{len(self.members)}"
            places = dict.fromkeys(range(len(self.layout.components)), 0)
            before = 0
            for component in kind.names:
                for number in self.layout.spans[component]:
                    places[number] = before
                    before += 1
            assert before == domain(self.layout, kind)
            self.tables.append(array(name, list(places.values())))
        return f"{name}[{x}]"

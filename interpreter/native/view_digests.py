"""The C that says what a seat sees of a state, as a digest: for memories (`replay.h`)."""

from collections.abc import Iterator

from rulesrun.dsl.analysis.secrecy import has_secrets
from rulesrun.dsl.core.symbols import Variable
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.symbols import VariableSymbol
from rulesrun.interpreter.codegen.addresses import family_of
from rulesrun.interpreter.codegen.module import Module
from rulesrun.interpreter.native.description import Kept, Program
from rulesrun.interpreter.native.types import holds_components
from rulesrun.interpreter.runtime.layout import Family

LOOSE = ("hand", "area", "bag")


def hides_anything(module: Module) -> bool:
    """Whether anything in a game is hidden from anybody."""
    return any(has_secrets(symbol) for symbol in module.layout.families) or any(
        decision.secret for decision in module.core.decisions
    )


def sights(program: Program) -> str:
    """The functions and tables that `replay.h` asks for."""
    layout = program.module.layout
    faces = [component.face for component in layout.components]
    is_unique = len(set(faces)) == len(faces)
    lines = [
        "static uint64_t sight(const State *S, const uint8_t *hidden, int by_face) {",
        "    uint64_t x = 0, y = 0, at = 0;",
        # each value by a factor of its place: so none waits for the one before
        "#define ADD(v) (at += 0x9E3779B97F4A7C15ull, "
        "x += (uint64_t)(num)(v) * (hash_step(at, at >> 32) | 1))",
        "#define ARE_SEEN(from, n) (!memchr(hidden + (from), 1, n))",
        "#define ADD_BYTES(of) do { const char *b_ = (const char *)(of); "
        "size_t n_ = sizeof (of); for (size_t k_ = 0; k_ < n_; k_ += 8) { uint64_t v_ = 0; "
        "memcpy(&v_, b_ + k_, n_ - k_ < 8 ? n_ - k_ : 8); ADD(v_); } } while (0)",
        "#define AS_FACE(v) (by_face && (v) >= 0 ? FACE[v] : (v))",
        "    ADD(S->decision); ADD(S->actor); ADD(S->turn); ADD(S->turns); ADD(S->phase);",
        "    ADD(S->has_result);",
        "    for (int i = 0; i < PLAYERS; i++) ADD(S->result[i]);",
    ]
    for variable, field in program.variables:
        family = family_of(layout, variable)
        assert family is not None
        lines += _variable(variable, field, family, is_unique)
    lines += [
        "    for (int c = 0; c < COMPONENTS; c++) {",
        "        int slot = S->where[c];",
        "        if (ZONES[slot].kind == LOOSE && !hidden[slot])",
        "            y += hash_step(hash_step(0x2545F491ull, (uint64_t)slot), "
        "(uint64_t)AS_FACE(c));",
        "    }",
        "    ADD(y);",
        "#undef ADD",
        "#undef ADD_BYTES",
        "#undef ARE_SEEN",
        "#undef AS_FACE",
        "    return hash_step(x, 0x9E3779B97F4A7C15ull);",
        "}",
    ]
    return "\n".join([*_tables(program, is_unique), *lines])


def _variable(
    variable: Variable, field: Kept, family: Family, is_unique: bool
) -> Iterator[str]:
    """What is seen of one variable."""
    symbol, zone = variable.symbol, variable.zone
    of = family.base
    is_loose = zone is not None and zone.kind in LOOSE
    if (
        symbol is not None
        and isinstance(symbol.owner, t.ComponentType)
        and not is_unique
        and family.size
    ):
        first, span, stride = family.offsets[0], family.sizes[0], family.strides[0]
        seen = _lying(of) if is_loose else _seen(field, variable.type)
        seen = seen.replace("ADD(", "ADDED(")
        yield "    { uint64_t sum = 0;"
        yield "#define ADDED(v) z = hash_step(z, (uint64_t)(num)(v))"
        yield f"        for (int c = 0; c < {span}; c++) {{"
        yield f"            int is_seen = !hidden[S->where[c + {first}]];"
        yield "            if (by_face && !is_seen) continue;"
        yield f"            uint64_t z = (uint64_t)FACE[c + {first}];"
        yield "            if (!by_face) z = (uint64_t)c;"
        yield f"            if (is_seen) z = hash_step(z, (uint64_t)S->where[c + {first}]);"
        yield f"            for (int i = c * {stride}; i < (c + 1) * {stride}; i++)"
        yield f"                if (!hidden[{of} + i]) {{ {seen} }}"
        yield "            sum += hash_step(z, 5);"
        yield "        } ADD(sum); }"
        yield "#undef ADDED"
        return
    counted = _counted(symbol, field, of) if symbol is not None else ""
    if is_loose:
        yield f"    for (int i = 0; i < {field.count}; i++)"
        yield f"        if (hidden[{of} + i]) {{ {counted} }}"
        return
    seen = _seen(field, variable.type)
    are_bytes = (
        not field.row
        and field.kind.name in ("int", "bundle", "bits")
        and (is_unique or not holds_components(variable.type))
    )
    if are_bytes:
        yield f"    if (ARE_SEEN({of}, {field.count})) ADD_BYTES(S->{field.c}); else"
    yield f"    for (int i = 0; i < {field.count}; i++)"
    yield f"        if (!hidden[{of} + i]) {{ {seen} }}"
    if counted:
        yield f"        else {{ {counted} }}"


def _lying(base: int) -> str:
    """Adds what lies in the zone of number i, in whatever order."""
    return (
        f"{{ uint64_t s = 0; const SET *lying = &S->zone_sets[ZONES[{base} + i].set]; "
        "for (size_t k = 0; k < sizeof lying->w / 8; k++) "
        "for (uint64_t m = lying->w[k]; m; m &= m - 1) s += hash_step(11, "
        "(uint64_t)AS_FACE((int)(64 * k) + __builtin_ctzll(m))); ADD(s); }"
    )


def _seen(field: Kept, kind: t.Type) -> str:
    """Adds what the element of number i of a field holds."""
    x = f"S->{field.c}[i]"
    item = "AS_FACE({})" if holds_components(kind) else "{}"
    if field.row:
        value = item.format(f"{x}.v[k]")
        return f"ADD({x}.n); for (int k = 0; k < {x}.n; k++) ADD({value});"
    match field.kind.name:
        case "int":
            return f"ADD({item.format(x)});"
        case "list":
            value = item.format(f"{x}.v[k]")
            return f"ADD({x}.n); for (int k = 0; k < {x}.n; k++) ADD({value});"
        case "lists":
            value = item.format(f"{x}.v[k]")
            return (
                f"ADD({x}.n); for (int k = 0; k <= {x}.n; k++) ADD({x}.at[k]); "
                f"for (int k = 0; k < {x}.at[{x}.n]; k++) ADD({value});"
            )
        case "bits" if holds_components(kind):
            return (
                "{ uint64_t s = 0; "
                f"for (int c = 0; c < COMPONENTS; c++) if ({x}.w[c >> 6] >> (c & 63) & 1) "
                "s += hash_step(11, (uint64_t)AS_FACE(c)); ADD(s); }"
            )
        case "bits":
            return f"for (int k = 0; k < {field.kind.size}; k++) ADD({x}.w[k]);"
        case "bundle":
            return f"for (int k = 0; k < {field.kind.size}; k++) ADD({x}.v[k]);"
        case _:
            value = item.format(f"{x}.what[k]")
            return (
                f"ADD({x}.n); for (int k = 0; k < {x}.n; k++) "
                f"{{ ADD({x}.at[k]); ADD({value}); }}"
            )


def _counted(symbol: VariableSymbol, field: Kept, base: int) -> str:
    """Adds what is known of a hidden element: as `known_count`, `known_kinds`."""
    kind, declared, x = symbol.type, symbol.decl, f"S->{field.c}[i]"
    count = field.kind.size
    if declared.kinds_known:
        if field.kind.name == "bundle":
            return f"for (int k = 0; k < {count}; k++) ADD({x}.v[k] > 0);"
        return f"ADD({x} > 0);"
    if not isinstance(kind, t.ZoneType):
        return ""
    if kind.kind == "space":
        return f"ADD({x} != NONE);"
    if isinstance(kind.item, t.PieceType):
        if t.bundle_of(kind) is None or not declared.secret:
            return ""
        return (
            f"{{ num n = 0; for (int k = 0; k < {count}; k++) n += {x}.v[k]; ADD(n); }}"
        )
    if kind.kind in LOOSE:
        return (
            f"{{ num n = 0; const SET *s = &S->zone_sets[ZONES[{base} + i].set]; "
            "for (size_t k = 0; k < sizeof s->w / 8; k++) "
            "n += __builtin_popcountll(s->w[k]); ADD(n); }"
        )
    return f"ADD({x}.n);"


def _tables(program: Program, is_unique: bool) -> Iterator[str]:
    """Where options have components, and which slot a stock of kinds is."""
    decisions = program.module.core.decisions
    items_at, parameters_at, rows = [0], [0], list[str]()
    for decision in decisions:
        for item in decision.items:
            for local in item.chosen:
                match local.type:
                    case t.ListType():
                        form, size = "1", 0
                    case t.BundleType(enum):
                        form, size = "2", program.module.core.enums[enum]
                    case _:
                        form, size = "0", 1
                rows.append(f"{form}, {size}, {int(holds_components(local.type))}")
            parameters_at.append(len(rows))
        items_at.append(len(parameters_at) - 1)
    yield f"#define ALL_UNLIKE {int(is_unique)}"
    yield "#define SIGHT_SLOTS LENGTH(ZONES)"
    yield f"static const int ITEMS_AT[] = {{{', '.join(map(str, items_at))}}};"
    yield f"static const int PARAMETERS_AT[] = {{{', '.join(map(str, parameters_at))}}};"
    yield f"static const int PARAMETERS[] = {{{', '.join(rows) or '0'}}};"
    yield "static int slot_of_kinds(int offset) {"
    for variable, field in program.variables:
        if variable.zone is not None and variable.zone.kind == "kinds":
            family = family_of(program.module.layout, variable)
            assert family is not None
            yield (
                f"    if (offset >= (int)offsetof(State, {field.c}) && offset < "
                f"(int)(offsetof(State, {field.c}) + sizeof ((State *)0)->{field.c})) "
                f"return {family.base} + (offset - (int)offsetof(State, {field.c})) / "
                f"(int)sizeof ((State *)0)->{field.c}[0];"
            )
    yield "    return -1;"
    yield "}"

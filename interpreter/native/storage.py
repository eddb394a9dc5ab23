"""How locals and variables that are no plain numbers are declared, read and kept."""

from rulesrun.dsl.core.symbols import Local
from rulesrun.dsl.semantics import value_types as t
from rulesrun.interpreter.native.types import none_of
from rulesrun.interpreter.native.writer import FLAT, LISTS, Function

C = str


def nothing(f: Function, kind: t.Type) -> C:
    """What a choice holds that was passed over."""
    match kind:
        case t.ListType():
            return f"({f.kind(kind).c}){{0, 0}}"
        case t.BundleType():
            return f"(N{f.kind(kind).size}){{{{0}}}}"
        case _:
            return none_of(kind)


def declare(f: Function, local: Local, name: str, *, in_frame: bool) -> None:
    """A local of a routine, in C or in its frame."""
    kind = f.kind(local.type)
    room = max(1, f.unit.room_for(f.unit.sizes.of_local(local)))
    match kind.name:
        case "int":
            f.declared.append(f"{kind.c} {name};")
        case "list":
            f.declared.append(f"struct {{ int n; {kind.item} v[{room}]; }} {name};")
        case "lists":
            f.declared.append(
                f"struct {{ int n; int at[{LISTS + 1}]; {kind.item} v[{FLAT}]; }} {name};"
            )
        case "grid":
            f.declared.append(f"G {name};")
        case _:
            f.declared.append(f"{kind.c} {name};")


def seen(f: Function, kind: t.Type, where: C) -> C:
    """A kept value as an expression."""
    held = f.kind(kind)
    match held.name:
        case "list":
            return f"(({held.c}){{{where}.v, {where}.n}})"
        case "lists":
            return f"(({held.c}){{{where}.v, {where}.at, {where}.n}})"
        case "grid":
            return f"((const G *)&{where})"
        case _:
            return where


def keeping(f: Function, kind: t.Type, where: C, code: C) -> C:
    """A value of any kind is kept."""
    n = f.unit.fresh()
    held = f.kind(kind)
    item = held.item
    match held.name:
        case "list":
            return (
                f"{{ {held.c} x{n} = {code}; "
                f"{where}.n = {held.call('copy')}(x{n}, {where}.v, "
                f"(int)(sizeof {where}.v / sizeof({item})), {f.line}).n; "
                f"memset({where}.v + {where}.n, 0, sizeof {where}.v - sizeof({item}) "
                f"* (size_t){where}.n); }}"
            )
        case "lists":
            return (
                f"{{ {held.c} x{n} = {code}; "
                f"{where}.n = {held.call('copy')}(x{n}, {where}.v, "
                f"{where}.at, (int)(sizeof {where}.v / sizeof({item})), (int)(sizeof "
                f"{where}.at / sizeof(int)) - 1, {f.line}).n; }}"
            )
        case "grid":
            return f"grid_copy(&{where}, {code});"
        case "int":
            return f"{where} = (__typeof__({where}))({code});"
        case _:
            return f"{where} = {code};"

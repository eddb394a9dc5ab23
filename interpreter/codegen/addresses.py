"""Where a variable lies: its slot in the state, as far as it is known beforehand."""

from collections.abc import Sequence

from rulesrun.dsl.core.symbols import Variable
from rulesrun.interpreter.runtime.layout import BOX, Family, Layout


def family_of(layout: Layout, variable: Variable) -> Family | None:
    """The slots of a variable; none for the box."""
    if variable.symbol is None:
        return None
    return layout.families[variable.symbol]


def slot(layout: Layout, variable: Variable, keys: Sequence[int | str]) -> str:
    """The slot for these keys: numbers, or pieces of Python."""
    family = family_of(layout, variable)
    if family is None:
        return str(BOX)
    fixed = family.base
    parts: list[str] = []
    for key, stride, offset in zip(keys, family.strides, family.offsets, strict=True):
        fixed -= offset * stride
        if isinstance(key, int):
            fixed += key * stride
        elif stride == 1:
            parts.append(key)
        else:
            parts.append(f"{key} * {stride}")
    if not parts:
        return str(fixed)
    if fixed < 0:
        return f"{' + '.join(parts)} - {-fixed}"
    if fixed == 0:
        return " + ".join(parts)
    return " + ".join([str(fixed), *parts])

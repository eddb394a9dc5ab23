"""Prices and what may be paid for them: substitutions, and choices that pay."""

from rulesrun.dsl.problems.diagnostics import Label
from rulesrun.dsl.problems.remedies import near
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.inference.calls import check_arguments
from rulesrun.dsl.semantics.inference.infer import Inference
from rulesrun.dsl.semantics.symbols import EnumSymbol, SubstitutionSymbol
from rulesrun.dsl.syntax import nodes

ANY = "any"
"""The word for all kinds."""


def kinds_named(enum: EnumSymbol, names: tuple[nodes.Named, ...]) -> int:
    """The kinds that are named, as bits by their numbers."""
    result = 0
    for value in enum.values:
        if any(name.text in (value.name, ANY) for name in names):
            result |= 1 << value.index
    return result


def check_substitution(infer: Inference, symbol: SubstitutionSymbol) -> None:
    """Each line names kinds of the enum, and what it depends on is a condition."""
    world = infer.world
    enum = world.get(EnumSymbol, symbol.decl.of.text)
    for line in symbol.decl.lines:
        if enum is not None:
            _check_kinds(infer, enum, line.given)
            _check_kinds(infer, enum, line.wanted)
        if line.number < 1:
            world.report(
                "out-of-range",
                line.span,
                "the number of pieces that stand for one is at least 1",
                hint="write how many stand for one, or no number for one",
            )
        if line.when is not None:
            infer.condition(line.when, "when")


def _check_kinds(
    infer: Inference, enum: EnumSymbol, names: tuple[nodes.Named, ...]
) -> None:
    values = [value.name for value in enum.values]
    for name in names:
        if name.text not in (*values, ANY) and not infer.world.excuses(
            name.text, values, "value"
        ):
            infer.world.report(
                "unknown-name",
                name.span,
                f"{enum.name} has no value `{name.text}`",
                mark="unknown",
                hint=near(name.text, [*values, ANY], name.span),
            )


def check_price(infer: Inference, line: nodes.Choose, chosen: t.Type) -> None:
    """What is chosen are pieces of kinds, the price is one of them, and so is what stands
    for them; `chosen` is the type of what is chosen."""
    paying = line.paying
    assert paying is not None
    world = infer.world
    for price in paying.prices:
        if price.kinds:
            infer.number(price.amount)
    if isinstance(chosen, t.BundleType):
        enum = world.enum(chosen.enum)
        for price in paying.prices:
            if price.kinds:
                _check_kinds(infer, enum, price.kinds)
            else:
                infer.want(price.amount, chosen)
    else:
        for price in paying.prices:
            if not price.kinds:
                infer.expr(price.amount, t.UNKNOWN)
        if chosen is not t.UNKNOWN:
            world.report(
                "wrong-type",
                line.of.span,
                f"a price is paid from pieces of several kinds, and this is {chosen}",
                mark=str(chosen),
                labels=[Label(paying.span, "the price")],
                hint="choose from a stock or a bundle, or ask for it by  require",
            )
    if paying.exchange is not None:
        _check_exchange(infer, line, paying.exchange, chosen)


def _check_exchange(
    infer: Inference, line: nodes.Choose, node: nodes.Exchange, chosen: t.Type
) -> None:
    world = infer.world
    symbol = world.named(SubstitutionSymbol, node)
    if symbol is None:
        for arg in node.args:
            infer.expr(arg, t.UNKNOWN)
        world.report_unknown(
            SubstitutionSymbol,
            node.name,
            node.name_span,
            f"declare it:  substitution {node.name}(p: player) of Good:",
        )
        return
    before = len(world.told)
    check_arguments(infer, node, symbol.params, node.args)
    if len(world.told) > before:
        return
    decl = symbol.decl
    if world.get(EnumSymbol, decl.of.text) is None:
        return  # told where it is declared
    if isinstance(chosen, t.BundleType) and decl.of.text != chosen.enum:
        world.report(
            "wrong-type",
            node.name_span,
            f"`{node.name}` says what stands for which {decl.of.text}, and these are of "
            f"{chosen.enum}",
            labels=[Label(decl.of.span, "declared here")],
            hint=f"declare one for them:  substitution ... of {chosen.enum}:",
        )
        return
    for part in world.stand_ins[id(line)]:
        if part.when is not None:
            with world.told.trial():  # it is told where it is declared
                infer.condition(part.when, "when")

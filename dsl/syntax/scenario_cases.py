"""Scenarios that stand for several, one for each row of values."""

import re
from collections.abc import Mapping, Sequence

from attrs import evolve

from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.copies import copied
from rulesrun.dsl.syntax.quoting import quoted

PLAYERS = "players"
"""A column of that name says how many play."""

CaseRow = tuple[Span, tuple[nodes.Expr, ...]]
"""A row of values, with its place."""


def scenarios_of(
    whole: nodes.ScenarioDecl, names: Sequence[nodes.Named], rows: Sequence[CaseRow]
) -> tuple[nodes.ScenarioDecl, ...]:
    """A scenario for each row of values; they are named in it, and in what is chosen."""
    result = []
    for span, cells in rows:
        pairs = list(zip(names, cells, strict=True))
        texts = {name.text: quoted(cell).strip('"') for name, cell in pairs}
        cells_used = {name.text: cell for name, cell in pairs if _as_used(cell)}
        named = tuple(
            nodes.Let(
                span=span,
                name=name.text,
                name_span=name.span,
                value=nodes.Bool(span=span, value=True)
                if name.text in cells_used
                else cell,
            )  # so that no other name hides it
            for name, cell in pairs
            if name.text != PLAYERS
        )
        playing = next((c for n, c in pairs if n.text == PLAYERS), None)
        number, place = whole.players, whole.players_span
        if isinstance(playing, nodes.Int):
            number, place = playing.value, playing.span
        steps = tuple(
            _with_values(copied(step, cells_used), texts) for step in whole.steps
        )
        result.append(
            evolve(
                whole,
                span=span,
                players=number,
                players_span=place,
                title=f"{whole.title}: {' | '.join(texts.values())}",
                steps=(*named, *steps),
                taken=len(named),
            )
        )
    return tuple(result)


def _as_used(cell: nodes.Expr) -> bool:
    """Whether only its use says what a value is: the name of a component, or `{}`.

    Such a value stands wherever its name does.
    """
    return any(
        isinstance(node, nodes.Text)
        or (isinstance(node, nodes.SetOf) and not node.items)
        for node in (cell, *cell.inside)
    )


def _with_values(
    step: nodes.ScenarioStep, texts: Mapping[str, str]
) -> nodes.ScenarioStep:
    """A line with the values of a case in what a player chooses: `k={place}`."""

    def filled(text: str) -> str:
        return re.sub(r"\{(\w+)\}", lambda name: texts.get(name[1], name[0]), text)

    match step:
        case nodes.ExpectRefused(because=because):
            because = filled(because) if because else None
            return evolve(step, choice=filled(step.choice), because=because)
        case nodes.ScenarioChoice() | nodes.ExpectOffered():
            return evolve(step, choice=filled(step.choice))
        case nodes.ExpectOnly(choices=choices):
            return evolve(step, choices=tuple(map(filled, choices)))
        case nodes.Chance(results=results):
            drawn = (part.strip() for r in results for part in filled(r).split(","))
            return evolve(step, results=tuple(drawn))
        case _:
            return step

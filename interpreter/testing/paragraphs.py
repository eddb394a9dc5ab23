"""Which paragraphs of the rulebook the rules cite, and which were carried out."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping

from attrs import Factory, define

from rulesrun.dsl.compile import Program
from rulesrun.dsl.data.paths import beside
from rulesrun.dsl.data.rulebook import (
    Citation,
    Paragraph,
    citations,
    in_words_of,
    read_rulebook,
    with_sources,
)
from rulesrun.dsl.data.sources import Unit, places, read_sources, sources_name
from rulesrun.dsl.data.translations import rulebook_name
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics.constants import Fixed
from rulesrun.dsl.semantics.narrowing import walk
from rulesrun.dsl.syntax import nodes
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.logs import Difference, Log, replay
from rulesrun.interpreter.reports.tracing import Tracer
from rulesrun.interpreter.testing.scenarios import Games, run_scenario


@define
class Usage:
    """A paragraph with what cites it, and how many scenarios and games reached it.

    `fixed` says that only declarations cite it, which hold in every game. `tests` are
    the scenarios that cite it themselves.
    """

    paragraph: Paragraph
    citations: list[Citation] = Factory(list)
    scenarios: int = 0
    games: int = 0
    tests: int = 0

    @property
    def fixed(self) -> bool:
        """Whether nothing that cites it is ever carried out: it just holds."""
        return bool(self.citations) and not any(
            c.statements or c.conditions for c in self.citations
        )

    @property
    def reached(self) -> bool:
        """Whether it holds anyway, or a scenario or a game has come to it."""
        return self.fixed or self.scenarios > 0 or self.games > 0


def rulebook_of(program: Program, language: str | None = None) -> tuple[Paragraph, ...]:
    """The paragraphs of the rulebook that a game names; none if it names none.

    They are in the words of that language as far as the rulebook is translated.
    """
    game = program.world.game
    if game is None or game.rulebook is None or game.rulebook_span is None:
        return ()
    name = beside(program.path, game.rulebook_span, game.rulebook)
    result = read_rulebook(program.texts.get(name, ""))
    units = sources_of(program)
    if units:
        result = with_sources(result, places(units))
    other = program.translations.get(rulebook_name(name, language or ""))
    return in_words_of(result, read_rulebook(other)) if other else result


def sources_of(program: Program) -> tuple[Unit, ...]:
    """The units of the books that the rulebook comes from; none if nobody lists them."""
    game = program.world.game
    if game is None or game.rulebook is None or game.rulebook_span is None:
        return ()
    name = sources_name(beside(program.path, game.rulebook_span, game.rulebook))
    return read_sources(program.translations.get(name, ""))[0]


def gap_of(unit: Unit, results: Mapping[str, Usage]) -> str | None:
    """What a unit of a source lacks, given the paragraphs with what cites them, or none.

    A rule or a table has to stand in a paragraph that the rules cite, or that states no
    rule, and an example in one that a scenario cites; for a note a paragraph is enough.
    """
    usages = [results[number] for number in unit.paragraphs if number in results]
    if not usages:
        return "it stands in no paragraph"
    if unit.kind == "example" and not any(u.tests for u in usages):
        return "no scenario cites its paragraph"
    if unit.kind in ("rule", "table") and not any(
        u.citations or not u.paragraph.states_rule for u in usages
    ):
        return "no rule cites its paragraph"
    return None


def usages(program: Program, language: str | None = None) -> dict[str, Usage]:
    """Every paragraph of the rulebook with the citations of it."""
    result = {p.number: Usage(p) for p in rulebook_of(program, language)}
    for citation in citations(program.world.file):
        if citation.paragraph in result:
            result[citation.paragraph].citations.append(citation)
    return result


def count_scenarios(program: Program, results: Mapping[str, Usage]) -> Iterator[int]:
    """Run the scenarios of a program and count which paragraphs they reach.

    Gives how many have been run, after each.
    """
    game_for = Games(program, trace=True)

    for number, decl in enumerate(program.world.scenarios, 1):
        tracers: list[Tracer] = []

        def traced(
            players: int, options: dict[str, Fixed], seen: list[Tracer] = tracers
        ) -> Game:
            game = game_for(players, options)
            seen.append(Tracer(game))
            return game

        run_scenario(program, decl, traced)
        for cited in {n.paragraph for n in walk(decl) if isinstance(n, nodes.Cite)}:
            if cited in results:
                results[cited].tests += 1
        for usage in _reached(tracers, results):
            usage.scenarios += 1
        yield number


def count_games(
    program: Program, results: Mapping[str, Usage], games: int, players: Iterable[int]
) -> Iterator[int]:
    """Play random games, shared out over the numbers of players, and count.

    After each game, gives how many have been played.
    """
    counts = list(players)
    by_players = {n: Game(program, n, trace=True) for n in counts}
    for seed in range(games):
        game = by_players[counts[seed % len(counts)]]
        tracer = Tracer(game)
        position = game.start(seed)
        chooser = random.Random(seed)
        while not position.over:
            position.play(position.raw[int(chooser.random() * len(position.raw))])
        for usage in _reached([tracer], results):
            usage.games += 1
        yield seed + 1


def count_log(game: Game, log: Log, results: Mapping[str, Usage]) -> Difference | None:
    """Play a recorded game again and count; the game must be built with trace.

    Gives the place where the log and the rules part, if they do.
    """
    tracer = Tracer(game)
    _, difference = replay(game, log, verify=False)
    for usage in _reached([tracer], results):
        usage.games += 1
    return difference


def _reached(tracers: Iterable[Tracer], result: Mapping[str, Usage]) -> list[Usage]:
    hits: set[Span] = set()
    for tracer in tracers:
        marks = tracer.game.module.marks
        hits |= {marks[n] for n, count in enumerate(tracer.hits) if count}
    return [
        usage
        for usage in result.values()
        if any(_is_reached(citation, hits) for citation in usage.citations)
    ]


def _is_reached(citation: Citation, hits: set[Span]) -> bool:
    """Whether what a citation stands at was reached, as far as it can be."""
    parts = [part for part in (citation.statements, citation.conditions) if part]
    return bool(parts) and all(any(s in hits for s in part) for part in parts)

"""What is seen only when games are played again: which lines they reach, and their logs."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from rulesrun.interpreter.explain.reckoning import lines_at
from rulesrun.interpreter.logs import new_log, record
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.testing.coverage import STATEMENT, Hits
from rulesrun.studies.plan import Study
from rulesrun.studies.tables import Tables

Played = tuple[int, Sequence[int]]
"""A game that was played: its seed, and the numbers of the choices."""


def first_games(tables: Tables, most: int) -> list[Played]:
    """The first games of the first arm."""
    wanted = tables["games"].filter(pl.col("arm") == 0).head(most)
    return wanted.select("seed", "moves").rows()


def game_of(tables: Tables, arm: int, game: int) -> Played:
    """A game of an arm by its number."""
    wanted = (pl.col("arm") == arm) & (pl.col("game") == game)
    seed, moves = (
        tables["games"].select("seed", "moves", "arm", "game").filter(wanted).row(0)[:2]
    )
    return seed, moves


def unreached_lines(study: Study, games: Sequence[Played]) -> list[tuple[str, str]]:
    """Statements that these games of the first arm never reach: place and text."""
    game = study.arms[0].game
    hits = Hits()
    traced = hits.game(game.program, game.players, dict(game.options))
    for seed, moves in games:
        try:
            position = traced.start(seed)
            for number in moves:
                position.play(position.raw[number])
        except GameFault:
            pass
    result = []
    for file in hits.files():
        for point in file.points:
            if point.kind == STATEMENT and not point.count:
                text = lines_at(game.program, point.span)
                place = f"{point.span.path}:{point.span.line}"
                result.append((place, text[0] if text else ""))
    return list(dict.fromkeys(result))


def recorded(study: Study, arm: int, game: Played) -> str:
    """A game of an arm as a log, played again from the numbers of its choices."""
    seed, moves = game
    position = study.arms[arm].game.start(seed)
    log = new_log(position, seed)
    for number in moves:
        player, option = position.player, position.options[number]
        assert player is not None
        secret = position.decision_plan.secret
        position.choose(option)
        log.entries.append(record(position, player, option.name, secret=secret))
    log.ranking = position.ranking or () if position.over else None
    return log.text()

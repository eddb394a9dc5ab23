"""Which lines of the rules are reached in some games, by playing them again."""

from __future__ import annotations

import polars as pl

from rulesrun.interpreter.explain.reckoning import lines_at
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.testing.coverage import STATEMENT, Hits
from rulesrun.studies.tables import Tables


def unreached_lines(game: Game, tables: Tables, games: int) -> list[tuple[str, str]]:
    """Statements never reached in the first games of the first arm: place and text."""
    hits = Hits()
    traced = hits.game(game.program, game.players, dict(game.options))
    wanted = tables["games"].filter(pl.col("arm") == 0).head(games)
    for seed, moves in wanted.select("seed", "moves").iter_rows():
        try:
            position = traced.start(seed)
            for number in moves:
                position.play(position.raw[number])
        except GameFault:
            pass
    found = []
    for file in hits.files():
        for point in file.points:
            if point.kind == STATEMENT and not point.count:
                text = lines_at(game.program, point.span)
                place = f"{point.span.path}:{point.span.line}"
                found.append((place, text[0] if text else ""))
    return list(dict.fromkeys(found))

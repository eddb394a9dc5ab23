"""When enough games have been played."""

from __future__ import annotations

import io

import numpy as np
import polars as pl
from attrs import Factory, define

from rulesrun.studies.plan import Rows
from rulesrun.studies.statistics import mean_of, share_of

LEAST = 30
"""Of fewer games an interval says little about how wide it will be."""


@define
class Stopping:
    """Stops as soon as every share of wins is known well enough.

    That is so when the intervals of all seats, of all kinds of players, and of their
    differences between the first arm and the others reach no further than `until` to
    either side. It is looked at after each round of parts, in their order, so that it does
    not depend on who plays them.
    """

    until: float | None
    arms: int
    _seats: list[pl.DataFrame] = Factory(list)

    def enough(self, rows: Rows) -> bool:
        """Whether to stop behind the part with these rows."""
        if self.until is None:
            return False
        seats = pl.read_parquet(io.BytesIO(rows["seats"]))
        self._seats.append(seats.select("arm", "game", "seat", "kind", "won"))
        if len(self._seats) % self.arms:
            return False
        table = pl.concat(self._seats).drop_nulls("won")
        return all(self._narrow(table, by) for by in ("seat", "kind"))

    def _narrow(self, table: pl.DataFrame, by: str) -> bool:
        assert self.until is not None
        for _, rows in table.group_by(by, maintain_order=True):
            won = rows.group_by("arm", "game").agg(pl.col("won").mean())
            by_arm = won.sort("game").pivot("arm", index="game", values="won")
            columns = [column for column in by_arm.columns if column != "game"]
            for column in columns:
                values = by_arm[column].drop_nulls().to_numpy()
                result = share_of(values)
                if (
                    result is None
                    or result.count < LEAST
                    or result.half_width > self.until
                ):
                    return False
            for column in columns[1:]:
                both = by_arm.select(columns[0], column).drop_nulls().to_numpy()
                differences = np.diff(both, axis=1)[:, 0]
                result = mean_of(differences)
                if result is not None and result.half_width > self.until:
                    return False
        return True

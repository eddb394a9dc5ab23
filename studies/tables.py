"""The tables of a study in memory, put together from the rows of its parts."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping

import polars as pl
from attrs import Factory, define, frozen

from rulesrun.studies.plan import LISTS, TABLES, Rows
from rulesrun.studies.rows import SCHEMAS

_LISTED = {
    "decision": "decision_list",
    "subject": "subject_list",
    "line": "line_list",
}
"""What numbers in a column stand for."""


@frozen(eq=False)
class Tables:
    """All tables by name; those of games in the order of arms, games and seats."""

    of: Mapping[str, pl.DataFrame]

    @property
    def arms(self) -> list[str]:
        """What the arms are called."""
        return self.of["arm_list"]["name"].to_list()

    @property
    def played(self) -> int:
        """How many games there are."""
        return len(self.of["games"])

    def __getitem__(self, name: str) -> pl.DataFrame:
        return self.of[name]

    def frame(self, name: str) -> pl.DataFrame:
        """A table with the names of arms, decisions, subjects and lines instead of numbers.

        Raises KeyError where there is no such table. `.to_pandas()` makes it one of pandas.
        """
        table = self.of[name]
        for column, listed in _LISTED.items():
            if column in table.columns and column != "arm":
                names = self.of[listed].drop(
                    [c for c in self.of[listed].columns if c.endswith("_fa")]
                )
                keys = [key for key in ("arm", column) if key in names.columns]
                table = table.join(names, on=keys, how="left", suffix="_name")
                table = table.drop(column)
        arms = self.of["arm_list"].select("arm", pl.col("name").alias("arm_name"))
        table = table.join(arms, on="arm", how="left").drop("arm")
        return table.select(pl.col("arm_name").alias("arm"), pl.exclude("arm_name"))


@define(eq=False)
class Reading:
    """Puts tables together while the games are played."""

    _parts: list[dict[str, pl.DataFrame]] = Factory(list)

    def add(self, rows: Rows) -> None:
        """Take in the rows of a part."""
        self._parts.append({name: _read(rows[name]) for name in TABLES})

    def tables(self, lists: Rows) -> Tables:
        """All that has been taken in, with what its numbers stand for."""
        result = {name: _read(lists[name]) for name in LISTS}
        for name, schema in SCHEMAS.items():
            blocks = [part[name] for part in self._parts]
            table = pl.concat(blocks) if blocks else pl.DataFrame(schema=dict(schema))
            result[name] = table.sort("arm", "game", maintain_order=True)
        return Tables(result)


def tables_of(lists: Rows, parts: Iterable[Rows]) -> Tables:
    """The tables that these files hold."""
    reading = Reading()
    for rows in parts:
        reading.add(rows)
    return reading.tables(lists)


def _read(data: bytes) -> pl.DataFrame:
    return pl.read_parquet(io.BytesIO(data))

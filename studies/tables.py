"""The tables of a study in memory, put together from the rows of its parts."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping

import polars as pl
from attrs import frozen

from rulesrun.studies.rows import LISTS, SCHEMAS, Rows


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


def tables_of(lists: Rows, parts: Iterable[Rows]) -> Tables:
    """The tables that these files hold."""
    found = {name: _read(lists[name]) for name in LISTS}
    rows = list(parts)
    for name, schema in SCHEMAS.items():
        blocks = [_read(part[name]) for part in rows]
        table = pl.concat(blocks) if blocks else pl.DataFrame(schema=dict(schema))
        found[name] = table.sort("arm", "game", maintain_order=True)
    return Tables(found)


def _read(data: bytes) -> pl.DataFrame:
    return pl.read_parquet(io.BytesIO(data))

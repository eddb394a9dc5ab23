"""The rows that a study keeps, as tables in Parquet; docs/studies.md has them in words."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl

from rulesrun.interpreter.explain.reckoning import lines_at
from rulesrun.interpreter.reports.accounts import cites_around
from rulesrun.studies.leads import at_tenths, course
from rulesrun.studies.plan import Part, Rows, Study
from rulesrun.studies.record import COLUMNS, Record, Recorder

KEYS: Mapping[str, Any] = {"arm": pl.UInt8, "game": pl.UInt32}
SEAT: Mapping[str, Any] = {**KEYS, "seat": pl.UInt8}
NUMBER = pl.UInt32

SCHEMAS: Mapping[str, Mapping[str, Any]] = {
    "games": {
        **KEYS,
        "seed": pl.UInt64,
        "choices": NUMBER,
        "turns": NUMBER,
        "fault": pl.String,
        "tie": pl.Boolean,
        "shared": pl.Boolean,
        "lead_changes": NUMBER,
        "drama": pl.Float64,
        "killer": pl.Float64,
        "killer_move": NUMBER,
        "decided": pl.Float64,
        "moves": pl.List(NUMBER),
    },
    "seats": {
        **SEAT,
        "kind": pl.String,
        "place": pl.UInt8,
        "won": pl.Float64,
        "points": pl.Int64,
    },
    "leads": {**SEAT, "tenth": pl.UInt8, "points": pl.Int64, "leads": pl.Boolean},
    "decisions": {
        **SEAT,
        "decision": pl.UInt16,
        **dict.fromkeys(COLUMNS, NUMBER),
        "thought": NUMBER,
        "good": NUMBER,
    },
    "subjects": {**SEAT, "subject": pl.UInt16, "offered": NUMBER, "taken": NUMBER},
    "ledger": {
        **SEAT,
        "counter": pl.UInt16,
        "line": pl.UInt16,
        "amount": pl.Int64,
        "times": NUMBER,
    },
}
"""For each table that grows with the games its columns and their types."""

LIST_SCHEMAS: Mapping[str, Mapping[str, Any]] = {
    "arm_list": {
        "arm": pl.UInt8,
        "name": pl.String,
        "players": pl.UInt8,
        "rules": pl.String,
    },
    "decision_list": {
        "arm": pl.UInt8,
        "decision": pl.UInt16,
        "name": pl.String,
        "name_fa": pl.String,
    },
    "subject_list": {
        "arm": pl.UInt8,
        "subject": pl.UInt16,
        "decision": pl.String,
        "action": pl.String,
        "parameter": pl.String,
        "kind": pl.String,
        "value": pl.String,
        "label": pl.String,
        "label_fa": pl.String,
    },
    "line_list": {
        "arm": pl.UInt8,
        "counter": pl.UInt16,
        "line": pl.UInt16,
        "name": pl.String,
        "name_fa": pl.String,
        "place": pl.String,
        "text": pl.String,
        "cites": pl.String,
    },
}
"""The tables that say what the numbers in the others stand for."""


def parquet(table: pl.DataFrame) -> bytes:
    """A table as a file."""
    file = io.BytesIO()
    table.write_parquet(file, compression="zstd")
    return file.getvalue()


# ---- of games --------------------------------------------------------------------------


def rows_of(study: Study, part: Part, records: Sequence[Record]) -> Rows:
    """The rows of the games of a part."""
    columns: dict[str, list[dict[str, Any]]] = {
        name: [] for name in ("games", "seats", "leads", "ledger")
    }
    counted: dict[str, list[Any]] = {"decisions": [], "subjects": []}
    for game, record in enumerate(records, part.first):
        keys = {"arm": part.arm, "game": game}
        kinds = study.kinds(part.arm, game)
        columns["games"].append({**keys, **_game(record)})
        for seat, kind in enumerate(kinds):
            columns["seats"].append({**keys, **_seat(record, seat, kind)})
        if record.samples and record.places:
            columns["leads"] += _leads(keys, record)
        for (seat, counter, line), (amount, times) in sorted(record.ledger.items()):
            columns["ledger"].append(
                {
                    **keys,
                    "seat": seat + 1,
                    "counter": counter,
                    "line": line,
                    "amount": amount,
                    "times": times,
                }
            )
        counted["decisions"].append(_decisions(part.arm, game, record))
        counted["subjects"].append(_subjects(part.arm, game, record))
    result = {
        name: parquet(pl.DataFrame(rows, schema=dict(SCHEMAS[name]), orient="row"))
        for name, rows in columns.items()
    }
    for name, blocks in counted.items():
        block = np.concatenate(blocks) if blocks else np.zeros((0, len(SCHEMAS[name])))
        schema = SCHEMAS[name]
        table = pl.DataFrame({column: block[:, at] for at, column in enumerate(schema)})
        result[name] = parquet(
            table.select(pl.col(c).cast(t) for c, t in schema.items())
        )
    return result


def _game(record: Record) -> dict[str, Any]:
    winners = _winners(record)
    result: dict[str, Any] = {
        "seed": record.seed,
        "choices": record.choices,
        "turns": record.turns,
        "fault": record.fault,
        "moves": record.moves,
        "shared": None
        if record.fault is not None
        else sum(record.won) <= 1 < len(winners),
    }
    if record.places and record.samples:
        best = sorted(record.samples[-1][1:])[-2:]
        result["tie"] = len(best) == 2 and best[0] == best[1]
        how = course(record.samples, winners)
        if how is not None:
            result["lead_changes"] = how.lead_changes
            result["drama"], result["killer"] = how.drama, how.killer
            result["killer_move"], result["decided"] = how.killer_move, how.decided
    return result


def _winners(record: Record) -> list[int]:
    return [seat for seat, place in enumerate(record.places or ()) if place == 1]


def _seat(record: Record, seat: int, kind: str) -> dict[str, Any]:
    points = record.samples[-1][1 + seat] if record.places and record.samples else None
    return {
        "seat": seat + 1,
        "kind": kind,
        "place": record.places[seat] if record.places else None,
        "won": None
        if record.fault is not None
        else record.won[seat]
        if record.won
        else 0.0,
        "points": points,
    }


def _leads(keys: Mapping[str, Any], record: Record) -> list[dict[str, Any]]:
    return [
        {
            **keys,
            "seat": seat + 1,
            "tenth": tenth,
            "points": own,
            "leads": own == max(points),
        }
        for tenth, points in enumerate(at_tenths(record.samples, record.choices))
        for seat, own in enumerate(points)
    ]


def _decisions(arm: int, game: int, record: Record) -> Any:
    seats, decisions = np.nonzero(record.decisions[:, :, 0])
    head = [np.full(len(seats), arm), np.full(len(seats), game), seats + 1, decisions]
    counted = record.decisions[seats, decisions].T
    thought = [record.thought[seats, decisions], record.good[seats, decisions]]
    return np.column_stack([*head, *counted, *thought])


def _subjects(arm: int, game: int, record: Record) -> Any:
    seats, subjects = np.nonzero(record.counts[0])
    head = [np.full(len(seats), arm), np.full(len(seats), game), seats + 1, subjects]
    return np.column_stack([*head, *record.counts[:, seats, subjects]])


# ---- of what the numbers stand for -----------------------------------------------------


def lists_of(study: Study) -> Rows:
    """What the numbers in the rows of games stand for, arm by arm."""
    rows: dict[str, list[dict[str, Any]]] = {name: [] for name in LIST_SCHEMAS}
    for number, arm in enumerate(study.arms):
        recorder = Recorder(arm.game, None)
        rows["arm_list"].append(
            {
                "arm": number,
                "name": arm.name,
                "players": arm.game.players,
                "rules": arm.game.program.digest,
            }
        )
        subjects = recorder.subjects
        rows["decision_list"] += [
            {"arm": number, "decision": at, "name": name, "name_fa": persian}
            for at, (name, persian) in enumerate(
                zip(subjects.decisions, subjects.decisions_fa, strict=True)
            )
        ]
        rows["subject_list"] += [
            {
                "arm": number,
                "subject": at,
                "decision": one.decision,
                "action": one.action,
                "parameter": one.parameter,
                "kind": one.kind,
                "value": one.value,
                "label": one.label,
                "label_fa": one.label_fa,
            }
            for at, one in enumerate(subjects.all)
        ]
        rows["line_list"] += _lines(number, recorder)
    return {
        name: parquet(
            pl.DataFrame(result, schema=dict(LIST_SCHEMAS[name]), orient="row")
        )
        for name, result in rows.items()
    }


def _lines(arm: int, recorder: Recorder) -> list[dict[str, Any]]:
    program = recorder.game.program
    around = cites_around(program)
    result = []
    for at, line in enumerate(recorder.game.lowered.core.ledger):
        span = line.span
        cites = line.cites or around.get(span, ())
        written = lines_at(program, span)
        result += [
            {
                "arm": arm,
                "counter": counter,
                "line": at,
                "name": symbol.decl.labels.text or symbol.name,
                "name_fa": symbol.decl.labels.in_language("fa")
                or symbol.decl.labels.text
                or symbol.name,
                "place": f"{span.path}:{span.line}",
                "text": written[0].strip() if written else "",
                "cites": " ".join(cites),
            }
            for counter, (symbol, _) in enumerate(recorder.counters)
        ]
    return result

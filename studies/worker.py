"""Plays parts of a study, wherever that is."""

from __future__ import annotations

from attrs import define, field

from rulesrun.studies.plan import FULL, Part, Rows, Study
from rulesrun.studies.record import Recorder, recorder_for
from rulesrun.studies.rows import rows_of


@define(eq=False)
class Worker:
    """Plays parts of one study; what games are made into is kept from one to the next."""

    study: Study
    _recorders: dict[int, Recorder] = field(factory=dict, init=False)

    def play(self, part: Part) -> Rows:
        """The rows of a part. They depend on nothing but the study and the part."""
        if part.arm not in self._recorders:
            game = self.study.arms[part.arm].game
            self._recorders[part.arm] = recorder_for(game, native=self.study.native)
        recorder = self._recorders[part.arm]
        records = [
            recorder.play(self.study.seed + game, self.study.kinds(part.arm, game))
            for game in range(part.first, part.first + part.count)
        ]
        rows = rows_of(self.study, part, records)
        if recorder.full:
            rows[FULL] = recorder.full.encode()
        return rows

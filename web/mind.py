"""Players who think in another worker: what they are asked, and what they answer.

A question is the position, whole, with how many choices were made and what they were: so
the answer is the same as where the game itself is played.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

from attrs import Factory, define, field

from rulesrun.cli.messages.words import Words
from rulesrun.cli.playing.session import Session, describe_fault
from rulesrun.cli.screen.labels import Labels
from rulesrun.dsl.compile import Program
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.logs import read_log
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.runtime.support import RuleFault
from rulesrun.table.background import OwnMind
from rulesrun.table.hearing import Asked, Hearing
from rulesrun.table.story import Story
from rulesrun.table.telling import tell
from rulesrun.table.values import Plain

MEASURING = 0.5
"""Seconds, at each choice, to find out how far to look, where the page has not brought it."""


@define
class FarMind:
    """Asks whoever thinks elsewhere; `ask` takes a question there, and gives the answer.

    An empty answer is that nobody does: then it is thought here.
    """

    ask: Callable[[str], Awaitable[str]]
    here: OwnMind = Factory(OwnMind)

    async def choose(self, session: Session, kind: str) -> str:
        """The name of the option that a player of a kind chooses; raises GameFault."""
        result = await self._asked(session, {"player": kind})
        if not result:
            return await self.here.choose(session, kind)
        return str(result["choice"])

    async def tell(
        self, kind: str, hearing: Hearing, request: Asked
    ) -> dict[str, Plain]:
        """A message of a kind that takes long to work out; raises GameFault."""
        question = {"tell": kind, "asked": dict(request), "viewer": hearing.viewer}
        result = await self._asked(hearing.session, question)
        if not result:
            return await self.here.tell(kind, hearing, request)
        return dict(result["told"])

    async def _asked(
        self, session: Session, question: dict[str, Any]
    ) -> dict[str, Any]:
        position = session.position
        question |= {
            "rules": session.game.program.digest,
            "position": position.save(),
            "made": position.choices_made,
            "log": session.log.text(),
        }
        result = json.loads(await self.ask(json.dumps(question)) or "{}")
        if "fault" in result:
            raise GameFault(str(result["fault"]), None, ())
        return dict(result)


@define
class Thinker:
    """Answers for players of a game; those that are `made`, by players, are not made anew."""

    program: Program
    made: dict[int, Game] = Factory(dict)
    _games: dict[str, Game] = field(factory=dict, init=False)
    _players: dict[str, dict[str, Any]] = field(factory=dict, init=False)

    def answer(self, text: str) -> str:
        """The answer to a question of FarMind."""
        question = json.loads(text)
        try:
            session = self._session(question)
            if "player" in question:
                return json.dumps(
                    {"choice": session.chosen_by(question["player"]).name}
                )
            told_ = tell(
                question["tell"], self._hearing(session, question), question["asked"]
            )
            return json.dumps({"told": told_})
        except GameFault as fault:
            return json.dumps({"fault": describe_fault(fault, question.get("viewer"))})
        except RuleFault as fault:
            return json.dumps({"fault": str(fault)})

    def _session(self, question: dict[str, Any]) -> Session:
        log = read_log(question["log"])
        key = json.dumps([log.players, dict(log.options)], sort_keys=True)
        if key not in self._games:
            game = self.made.get(log.players)
            if game is None or dict(game.options) != dict(log.options):
                game = Game(self.program, log.players, dict(log.options))
            self._games[key] = game
            self._players[key] = {}
        game = self._games[key]
        position = game.load(question["position"])
        position.choices_made = int(question["made"])
        players = self._players[key]
        return Session(
            game, log.seed, position, log, players=players, measuring=MEASURING
        )

    def _hearing(self, session: Session, question: dict[str, Any]) -> Hearing:
        labels = Labels(session.game, Words("en"))
        return Hearing(session, labels, question["viewer"], Story({"en": labels}))

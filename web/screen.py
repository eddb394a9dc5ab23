"""A game at one screen: who sits at it, whose eyes it is shown to, what is to be kept.

It runs where the page is, and speaks with it in messages of plain data. Where several
people sit at the screen, what only one of them may know is covered until that one says
that he or she looks, and nobody else.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from attrs import Factory, asdict, define

from rulesrun.cli.output.problems import Problem, Unusable, our_fault
from rulesrun.cli.playing.records import resume
from rulesrun.cli.playing.session import Session
from rulesrun.cli.playing.settings import (
    HUMAN,
    Seats,
    fresh_seed,
    make_game,
    read_options,
    read_seats,
)
from rulesrun.cli.web.looks import Looks
from rulesrun.dsl.analysis.fixed import player_counts
from rulesrun.dsl.compile import Program
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.knowledge.secrecy import ONLOOKER
from rulesrun.interpreter.logs import BadLog, read_log
from rulesrun.table.about import about
from rulesrun.table.background import Mind, OwnMind
from rulesrun.table.links import Links
from rulesrun.table.robots import play_on
from rulesrun.table.simultaneous import SUFFIX, Chosen, kept_beside
from rulesrun.table.sitting import Bench, Table
from rulesrun.table.viewing import View
from rulesrun.table.wire import Nonsense, read_message
from rulesrun.web.words import shell_words

PACE = 0.4
"""Seconds before each choice of a player who is no person."""

Post = Callable[[dict[str, Any]], None]
"""Takes a message to the page."""


@define(eq=False)
class Screen:
    """Plays a game with whoever sits at a page; `post` takes messages to it.

    Of the `games` that are made already, by their numbers of players, none is made anew.
    """

    program: Program
    looks: Looks
    post: Post
    mind: Mind = Factory(OwnMind)
    pace: float = PACE
    games: Mapping[int, Game] = Factory(dict)
    table: Table | None = None
    view: View | None = None
    seat: int = 0
    covered: bool = False
    _tasks: list[asyncio.Task[Any]] = Factory(list)

    # ---- what the page says ------------------------------------------------------------

    async def hear(self, message: Mapping[str, Any]) -> None:
        """Do what the page asks for; whatever goes wrong is told to it."""
        try:
            match message:
                case {"do": "about"}:
                    self.post({"kind": "about", **about(self.program, shell_words)})
                case {"do": "begin"}:
                    await self.begin(message)
                case {"do": "take up", "kept": dict(saved)}:
                    await self.take_up(saved)
                case {"do": "look", "language": str(language)}:
                    await self._look(language)
                case {"do": "say", "text": str(text)} if self.view is not None:
                    await self.view.do(read_message(text))
                case {"do": "uncover"}:
                    self._uncover()
        except (Problem, Unusable) as error:
            self.post({"kind": "wrong", "message": error.message})
        except Nonsense as error:
            self.post({"kind": "wrong", "message": str(error)})
        except Exception as error:  # the last resort: the page says what to report
            self.post({"kind": "wrong", "message": our_fault(error)})

    # ---- the game ----------------------------------------------------------------------

    async def begin(self, wanted: Mapping[str, Any]) -> None:
        """Begin a game; raises Problem or Unusable where that cannot be."""
        counts = player_counts(self.program.world)
        number = int(wanted.get("players") or counts[0])
        options = [
            f"{name}={value}" for name, value in wanted.get("options", {}).items()
        ]
        game = self.make(number, options)
        kinds = list(wanted.get("seats") or [])
        named = [f"{seat}={kind}" for seat, kind in enumerate(kinds[:number], 1)]
        seats = read_seats(named, number, HUMAN)
        seed = wanted.get("seed")
        session = Session.begin(game, fresh_seed() if seed is None else int(seed))
        await self._lay(session, seats)

    def make(self, players: int, options: list[str]) -> Game:
        """The game for so many players; raises Unusable."""
        if not options and players in self.games:
            return self.games[players]
        result = read_options(self.program, options)
        return make_game(self.program, players, result)

    async def take_up(self, saved: Mapping[str, Any]) -> None:
        """Go on with a game that the page has kept; raises Problem or Unusable."""
        text = str(saved.get("log", ""))
        try:
            log = read_log(text)
        except BadLog as error:
            raise Problem(error.message) from error
        game = self.games.get(log.players)
        if game is None or dict(game.options) != dict(log.options):
            game = make_game(self.program, log.players, dict(log.options))
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"{self.program.name}.log"
            path.write_text(text, "utf-8")
            session = resume(game, str(path))
            ahead = path.with_name(path.name + SUFFIX)
            ahead.write_text(json.dumps(saved.get("made") or {}), "utf-8")
            chosen_ahead = kept_beside(path, log.players, log.entries)
        kinds = [str(kind) for kind in saved.get("seats", ())]
        named = [f"{seat}={kind}" for seat, kind in enumerate(kinds, 1)]
        await self._lay(session, read_seats(named, log.players, HUMAN), chosen_ahead)

    async def _lay(
        self,
        session: Session,
        seats: Seats,
        ahead: dict[int, list[Chosen]] | None = None,
    ) -> None:
        self.close()
        self.table = Table.lay(session, Links.fresh(seats), self.looks, self.pace)
        self.table.made = ahead or {}
        self.table.mind = self.mind
        self.table.workbench = self.bench(self.table)
        humans = seats.humans
        self.seat = humans[0] if len(humans) == 1 else ONLOOKER
        self.covered = False
        self._keep()
        self.post({"kind": "begun"})
        self._tasks = [asyncio.ensure_future(play_on(self.table))]
        self._tasks[0].add_done_callback(self._ended)

    def _ended(self, playing: asyncio.Task[Any]) -> None:
        """Tell where those who are no persons play no longer."""
        error = None if playing.cancelled() else playing.exception()
        if isinstance(error, Exception):
            self.post({"kind": "wrong", "message": our_fault(error)})

    def bench(self, table: Table) -> Bench | None:
        """What the designer of the game works at; none where it is only played."""
        return None

    def close(self) -> None:
        """Leave the game as it is."""
        for task in self._tasks:
            task.cancel()
        self._tasks = []
        self.table = self.view = None

    # ---- whose eyes --------------------------------------------------------------------

    async def _look(self, language: str) -> None:
        """The page is ready to be told, in a language."""
        table = self.table
        if table is None:
            return
        language = table.language(language)
        if self.view is None:
            self.view = View(table, self.eyes(), language, self._send)
            self._tasks.append(asyncio.ensure_future(self._tell(table, self.view)))
            return
        self.view.become(self.view.viewer, language)
        table.tell_again()

    async def _tell(self, table: Table, view: View) -> None:
        """Tell the page whenever the game has gone on, and have it keep the game."""
        while True:
            viewer = self.eyes()
            changed = table.audience.news(viewer)
            self._keep()
            view.become(viewer, view.language)
            await view.tell_now()
            if self.covered:
                self.post({"kind": "cover", "label": self._called(view)})
            await changed.wait()

    def eyes(self) -> int | None:
        """Who is shown the game now; covers it where that must be asked first."""
        assert self.table is not None
        position = self.table.session.position
        humans = self.table.links.seats.humans
        actor = position.player
        if len(humans) < 2:
            return self.seat
        if position.over or actor not in humans or actor == self.seat:
            self.covered = False if position.over else self.covered
            return ONLOOKER if self.covered else self.seat
        if not self._is_secret():
            self.seat, self.covered = actor, False
            return self.seat
        self.covered = True
        return ONLOOKER

    def _is_secret(self) -> bool:
        """Whether one of those at the screen may know or say what another may not know."""
        assert self.table is not None
        position = self.table.session.position
        secrecy = position.game.machine.secrecy
        same = secrecy.see_the_same(self.table.links.seats.humans)
        return not same or position.decision_plan.secret

    def _uncover(self) -> None:
        """Whoever is to choose looks at the screen now."""
        if self.table is None or not self.covered:
            return
        player = self.table.session.position.player
        self.covered = False
        if player is not None:
            self.seat = player
        self.table.tell_again()

    def _called(self, view: View) -> str:
        position = view.table.session.position
        assert position.player is not None
        return view.table.labels[view.language].player(position.player)

    # ---- what the page hears -----------------------------------------------------------

    async def _send(self, text: str) -> None:
        self.post({"kind": "tell", "text": text, "covered": self.covered})

    def _keep(self) -> None:
        """Have the page keep the game as it is."""
        assert self.table is not None
        session = self.table.session
        ahead = {
            str(seat): [asdict(one) for one in chosen]
            for seat, chosen in self.table.made.items()
            if chosen
        }
        saved = {
            "log": session.log.text(),
            "seats": list(self.table.links.seats.kinds),
            "made": ahead,
            "over": session.position.over,
            "choices": len(session.log.entries),
        }
        self.post({"kind": "kept", "kept": saved})

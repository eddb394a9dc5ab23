"""What goes wrong when a game is set up, for each number of players."""

from collections.abc import Iterator

from rulesrun.dsl.compile import Program
from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Label
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics.constants import NotFixed, TooLarge
from rulesrun.interpreter.evaluator.rehearsal import can_begin
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.prepared import Prepared
from rulesrun.interpreter.runtime.metering import TooMuch
from rulesrun.interpreter.setup import WrongSetup

SEED = 1
"""Of the one set-up that is tried for each number of players."""


def setup_problems(
    program: Program, games: dict[int, Prepared] | None = None
) -> Iterator[Diagnostic]:
    """What goes wrong when the game is set up, for every number of players.

    The games that were prepared for it are put into `games`, by the number of players.

    Once the code of the game could be made, it is made only where the evaluator is not
    sure that all goes well: how deeply rules are nested has nothing to do with players.
    """
    declared = program.world.game
    assert declared is not None
    low, high = declared.players
    faults: dict[tuple[str, Span], list[int]] = {}
    trails: dict[tuple[str, Span], tuple[Span, ...]] = {}
    generated = False
    for players in range(low, high + 1):
        try:
            game = Prepared(program, players)
            if games is not None:
                games[players] = game
            if not (generated and can_begin(game.performer, SEED)):
                game.machine.start(SEED)
                generated = True
        except GameFault as fault:
            key = (fault.message, fault.span or declared.span)
            trails.setdefault(key, fault.trail)
            if isinstance(fault.__cause__, TooMuch):
                faults.setdefault(key, []).append(players)
                break  # more players would be more work
        except WrongSetup:
            continue  # what the game requires: the checker has told it
        except TooLarge as error:
            key = ("a number has too many digits here", error.node.span)
        except NotFixed as error:
            key = ("this is not known before the game begins", error.node.span)
        except ZeroDivisionError:
            key = (
                "something is divided by zero before the game begins",
                declared.span,
            )
        else:
            continue
        faults.setdefault(key, []).append(players)
    for (message, span), counts in faults.items():
        yield problem(
            "setup-fails",
            span,
            f"with {_counts(counts)} players the game cannot be set up: {message}",
            mark="fails here",
            labels=tuple(
                Label(step, "from here")
                for step in dict.fromkeys(trails.get((message, span), ()))
                if step != span
            ),
        )


def _counts(counts: list[int]) -> str:
    *most, last = map(str, counts)
    return f"{', '.join(most)} or {last}" if most else last

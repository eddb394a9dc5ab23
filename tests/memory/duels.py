"""Matches of players at one game, OpenSpiel's search, and its own games: for `make worlds`."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from time import process_time
from typing import Any

from judged import game
from numpy.random import RandomState

from rulesrun.agents.players import player_of
from rulesrun.cli.trials import likely
from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.memory.memory import NoWorld

SURE = 1.96
"""So many standard errors are 95 %."""


def duel(name: str, kinds: list[str], games: int, base: int) -> Iterator[str]:
    """So many games in pairs: the same deal, with the seats exchanged.

    Two play alone, more in two teams of every other seat. A game is won by the team whose
    best place is better; where both have it, each has half of it.
    """
    of = game(name, 4 if name == "classics/hearts" else 2)
    won, ahead = list[float](), list[float]()
    for number in range(games):
        turned = number % 2
        seats = [kinds[(seat + turned) % 2] for seat in range(of.players)]
        end = _played(of, seats, base + number // 2)
        ranking = end.ranking
        assert ranking is not None
        places = [
            min(ranking[s] for s in range(of.players) if (s + turned) % 2 == team)
            for team in (0, 1)
        ]
        won.append((places[0] < places[1]) + (places[0] == places[1]) / 2)
        means = [
            [ranking[s] for s in range(of.players) if (s + turned) % 2 == team]
            for team in (0, 1)
        ]
        ahead.append((sum(means[1]) - sum(means[0])) / len(means[0]))
        if number % 50 == 49 or number == games - 1:
            share, (low, high) = (
                sum(won) / len(won),
                likely(sum(won) / len(won), len(won)),
            )
            mean = sum(ahead) / len(ahead)
            spread = sqrt(sum((x - mean) ** 2 for x in ahead)) / len(ahead)
            yield (
                f"{kinds[0]} against {kinds[1]}, {of.program.name}, {len(won)} games: "
                f"won {100 * share:.1f} % [{100 * low:.1f}, {100 * high:.1f}]; ahead by "
                f"{mean:.2f} places [{mean - SURE * spread:.2f}, {mean + SURE * spread:.2f}]"
            )


def _played(of: Game, seats: list[str], seed: int) -> Position:
    players = [
        player_of(kind, of, 1000 * seed + seat) for seat, kind in enumerate(seats)
    ]
    position = of.start(seed)
    while not position.over:
        assert position.player is not None
        number = players[position.player].choose(position)
        position.play(position.raw[number])
    return position


def ismcts(
    name: str, players: int, games: int, simulations: int, base: int
) -> Iterator[str]:
    """OpenSpiel's search over information sets against players by chance.

    It takes each seat in turn. Where no world is found for a choice, it is made by chance and
    counted.
    """
    from open_spiel.python.algorithms import ismcts as search
    from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

    from rulesrun.agents import openspiel

    made = openspiel.make(name, players)
    begin, choices, none, ahead = process_time(), 0, 0, 0.0
    for number in range(games):
        chance, seat = RandomState(base + number), number % players
        bot = search.ISMCTSBot(
            game=made,
            uct_c=2.0,
            max_simulations=simulations,
            evaluator=RandomRolloutEvaluator(1, chance),
            random_state=chance,
        )
        state = made.new_initial_state()
        while not state.is_terminal():
            action = chance.choice(state.legal_actions())
            if state.current_player() == seat:
                choices += 1
                try:
                    action = bot.step(state)
                except NoWorld:
                    none += 1
            state.apply_action(action)
        ahead += state.returns()[seat]
    yield (
        f"{name}, {players} players: ISMCTS with {simulations} simulations made {choices} "
        f"choices in {games} games, for {none} no world was found; it beat others by chance "
        f"by {ahead / games:+.2f} (from -1 to 1), {process_time() - begin:.0f} s"
    )


def information_states() -> Iterator[str]:
    """Kuhn and Leduc poker as games of OpenSpiel, beside its own."""
    import pyspiel
    from open_spiel.python import policy
    from open_spiel.python.algorithms import cfr, exploitability

    from rulesrun.agents import openspiel

    for name, steps in (("kuhn_poker", 50), ("leduc_poker", 4)):
        games: list[tuple[str, Any]] = [
            (
                "rulesrun",
                openspiel.make(f"classics/{name}", 2, payoff="payoff", most=13),
            ),
            ("OpenSpiel", pyspiel.load_game(name)),
        ]
        for of, made in games:
            solver = cfr.CFRPlusSolver(made)
            number = len(policy.TabularPolicy(made).states)
            first = exploitability.exploitability(made, solver.average_policy())
            for _ in range(steps):
                solver.evaluate_and_update_policy()
            last = exploitability.exploitability(made, solver.average_policy())
            yield (
                f"{name} of {of}: {number} information states; exploitability "
                f"{first:.4f}, after {steps} steps of CFR+ {last:.4f}"
            )

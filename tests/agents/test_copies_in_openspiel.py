"""Which of several copies of a card lies where is told by nothing that OpenSpiel is given."""

from collections import defaultdict
from pathlib import Path
from random import Random
from typing import Any

import pytest
from compiling import shipped

from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.memory.renaming import renamed_state

pyspiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
openspiel: Any = pytest.importorskip("rulesrun.agents.openspiel")

BREAD = """language 2

# Each holds two of six cards, marks one, and passes one on in secret.
game bread "Bread":
    players 2

enum Kind "kind": rye, oat

card Loaf "loaf":
    kind "kind": Kind
    named "{kind}"

supply:
    3 of each Loaf

state:
    deck "deck": deck of Loaf, shuffled

each player:
    hand "hand": hand of Loaf
    passed "passed": hand of Loaf, secret

each Loaf:
    is_cut "is cut": bool

names p: player

play:
    for each p in players: draw 2 from deck to p.hand
    for each p in players:
        p chooses loaf in p.hand "Cut"
        loaf.is_cut = true
    for each p in players:
        p secretly chooses loaf in p.hand "Pass on"
        move loaf to p.passed
    for each p in players: move p.passed to p.left.hand
    for each p in players:
        p chooses loaf in p.hand "Eat"
        move loaf to bottom of deck
    nobody wins
"""


def looks(state: Any, player: int) -> object:
    """What a player has seen of that game, written apart: kinds of cards and marks."""
    seen = []
    for point in (*(before for before, _ in state.told), state.point):
        position = point.position
        layout, raw = position.game.layout, position.state
        is_cut = next(f for s, f in layout.families.items() if s.name == "is_cut").base
        hands = next(f for s, f in layout.families.items() if s.name == "hand").base

        def card(c: int, raw: Any = raw, is_cut: int = is_cut) -> tuple[int, bool]:
            return c // 3, raw[is_cut + c]  # three of rye first

        hand = sorted(map(card, raw[hands + player]))
        marks = sorted(map(card, range(6)))
        seen.append((position.player, hand, marks, len(raw[hands + 1 - player])))
    told = [
        name
        for number, (before, name) in enumerate(state.told)
        if number // 2 != 1 or before.position.player == player  # passed on in secret
    ]
    return repr((seen, told))


def test_all_histories_of_a_small_game(tmp_path: Path) -> None:
    path = tmp_path / "bread.rules"
    path.write_text(BREAD, "utf-8")
    game, chance = openspiel.make(str(path), 2, longest=60), Random(1)
    groups: dict[tuple[int, int, object], list[Any]] = defaultdict(list)
    for _ in range(1500):
        state = game.new_initial_state()
        for _ in range(60):
            if state.is_terminal():
                break
            player = state.current_player()
            if player >= 0:
                groups[len(state.told), player, looks(state, player)].append(
                    state.clone()
                )
            state.apply_action(chance.choice(state.legal_actions()))
    twins = 0
    for (_, player, _), states in groups.items():
        first = states[0]
        for state in states[1:4]:
            twins += state.point.position.digest() != first.point.position.digest()
            for tells in (
                lambda s, p: s.information_state_string(p),
                lambda s, p: s.information_state_tensor(p),
                lambda s, p: s.observation_string(p),
                lambda s, p: s.observation_tensor(p),
                lambda s, p: [s.action_to_string(a) for a in s.legal_actions()],
            ):
                assert tells(state, player) == tells(first, player)
            assert state.legal_actions() == first.legal_actions()
    assert twins > 200


COPIES = ["gallery/spread", "gallery/stories", "gallery/oasis", "architects"]


@pytest.mark.parametrize("name", COPIES)
def test_states_in_which_copies_have_changed_places(name: str) -> None:
    game, chance = Game(shipped(name), 3), Random(2)
    bridge = openspiel.Bridge(
        game, openspiel.Actions(game), openspiel.Observer(game), None
    )
    watched = game.watched
    copies: dict[int, list[int]] = defaultdict(list)
    for c, face in enumerate(watched.faces):
        copies[face].append(c)
    several = [group for group in copies.values() if len(group) > 1]
    position, different = game.start(3), 0
    for number in range(60):
        if position.over or position.player is None:
            break
        if number % 4 == 3:
            seat = position.player
            one, other = chance.sample(chance.choice(several), 2)
            state = renamed_state(watched, position.state, {one: other, other: one})
            raw = game.machine.options(state)
            twin = Position(game, state, raw)
            different += twin.digest() != position.digest()
            seen, also = (bridge.as_seen(each, seat) for each in (position, twin))
            assert bridge.observer.text(seen, seat) == bridge.observer.text(also, seat)
            assert bridge.observer.bytes(seen, seat) == bridge.observer.bytes(
                also, seat
            )
            assert list(bridge.options(position)) == list(bridge.options(twin))
        position.play(position.raw[chance.randrange(len(position.raw))])
    assert different

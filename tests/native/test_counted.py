"""Options that the compiled game counts: the same ones, in the same order, as are listed."""

from typing import Any

import pytest
from compiling import program_of

from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.native.build import NoCompiler
from rulesrun.interpreter.native.engine import Added, Engine

RULES = """language 1

game hoard "Hoard":
    players 2

enum Good "good": wood, wool, salt

card Money "money":
    value "value": 1..9
    named "{value}"

supply:
    2 of each Money

piece ware of Good "ware": 48

state:
    paid: 0..200
    sold: bundle of Good

each player:
    hand "hand": hand of Money
    wares: stock of ware = {wood: 8, wool: 9, salt: 7}

action buy(p: player) "Buy":
    choose times in 1..3
    choose cards from p.hand, at least 1
        require sum(cards.value) >= 12 * times
    paid = sum(cards.value)
    move cards to box

action swap(p: player) "Swap":
    choose cards from p.hand, at least 2
        where it.value < 9
        require size(cards) <= 4
    move cards to box

action change(p: player) "Change":
    choose cards from p.hand, at least 1
        require sum(cards.value) == 11
    move cards to box

play:
    move Money to player 1.hand
    player 1 chooses one of:
        option first "First":
            paid = 1
        buy(player 1)
        swap(player 1)
        option leave "Leave":
            paid = 0
        change(player 1)
    player 1 chooses wares from player 1.wares, at least 3, at most 20
    sold = wares
    nobody wins
"""

TRIAL = """
static State trial;
int trial_options(const void *world) {
    memcpy(&trial, world, sizeof trial);
    game_options(&trial);
    forget_options();
    counted.on = 1;
    int found = list_options(&trial);
    counted.on = 0;
    return found;
}
int trial_listed(void) { return run->options.count; }
int trial_numbered(int64_t number) { return option_numbered((uint64_t)number); }
int trial_back(int at) {
    uint64_t before = 0;
    for (int k = 0; k < counted.count; k++) {
        const Bunch *b = &counted.bunches[k];
        const int *o = option_at(at) + b->size + !b->is_bundle;
        if (bunch_has(b, option_at(at), option_size(at))) {
            int way[b->groups + 1];
            for (int g = 0; g < b->groups; g++) {
                const int *things = counted.data + counted.data[b->at + 3 * g + 2];
                way[g] = 0;
                if (b->is_bundle) { way[g] = o[g]; continue; }
                while (o < option_at(at) + option_size(at) && way[g] < bunch_size(b, g) &&
                       *o == things[way[g]]) { way[g]++; o++; }
            }
            return (int)(number_of(b, way) + (uint64_t)b->before + before);
        }
        before += b->count;
    }
    return -1;
}
"""
DECLARED = """
int trial_options(const void *world);
int trial_listed(void);
int trial_numbered(int64_t number);
int trial_back(int at);
"""


@pytest.fixture(scope="module")
def game() -> Game:
    return Game(program_of(RULES), 2)


@pytest.fixture(scope="module")
def engine(game: Game) -> Engine:
    try:
        return Engine(game.module, added=Added(lambda _: TRIAL, DECLARED))
    except NoCompiler as missing:
        pytest.skip(str(missing))


def compared(engine: Engine, position: Position) -> int:
    """How many options were compared with those that Python has."""
    raw, lib = position.raw, engine.lib
    world: Any = engine.from_state(position.state)
    decision = position.decision_plan.number

    assert lib.trial_options(world) == len(raw)
    listed = lib.trial_listed()
    assert listed < len(raw)  # or there is nothing to be seen here

    step = max(1, len(raw) // 300)
    for number in range(0, len(raw), step):
        at = lib.trial_numbered(number)
        option = engine.readable(decision, engine.options()[at])
        assert option == raw[number]
        if at >= listed:
            assert lib.trial_back(at) == number
    return len(range(0, len(raw), step))


def test_cards_are_counted_as_they_would_be_listed(game: Game, engine: Engine) -> None:
    assert compared(engine, game.start(1)) >= 300


def test_bundles_are_counted_as_they_would_be_listed(
    game: Game, engine: Engine
) -> None:
    position = game.start(1)
    position.play(position.raw[0])

    assert compared(engine, position) >= 300

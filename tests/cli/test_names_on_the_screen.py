"""Cards and tiles are called by words that a person can read, never by a raw key."""

import random
import re

import click
import pytest
from compiling import program_of
from compiling import shipped as program_named
from running import rulesrun

from rulesrun.cli.files.shipped import shipped, shows
from rulesrun.cli.messages.words import Words
from rulesrun.cli.output.direction import unmarked
from rulesrun.cli.playing.settings import make_game
from rulesrun.cli.screen.cards import Cards
from rulesrun.cli.screen.choices import Choices
from rulesrun.cli.screen.labels import Labels
from rulesrun.cli.screen.pictures import Picture
from rulesrun.dsl.analysis.fixed import player_counts
from rulesrun.dsl.text import width
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.reports.views import view

KEY = re.compile(r"\b[a-z0-9]+[-_][a-z0-9]+")
"""What a file calls something, such as `tower-07-new` or `fine_wool`."""

RAW = re.compile(r"\w_\w|[{}]|\b(?:undefined|null|None|nan)\b")
"""What stands on no screen, nor the braces of a label that was not filled in."""

TO_TYPE = re.compile(r"\[.*\]$")
"""How an action can be typed, behind what it is called: by the names of the rules."""

STALLS = """\
language 1

game market "Market":
    players 2
    languages en, fa

enum Good "good": wood, fine_wool "fine wool" fa "پشم نرم"

tile Stall "stall" fa "دکه":
    sells "sells": Good
    price "price": 1..9
    open "open": bool

card Wish "wish":
    sells "sells": Good
    price "price": 1..9
    named "{sells}-{price}" en "{sells} for {price}" fa "{sells} با قیمت {price}"

supply:
    1 of Stall(fine_wool, 3, true)
    1 of Wish(fine_wool, 3)

state:
    row_of: row of Stall

play:
    nobody wins
"""


def spoken_in(name: str) -> list[str | None]:
    """The languages of a shipped game, and none, which is what English people read."""
    declared = program_named(name).world.game
    assert declared is not None
    return [None, *declared.languages]


@pytest.mark.parametrize("name", shipped())
def test_no_component_is_called_by_a_raw_key(name: str) -> None:
    program = program_named(name)
    game = make_game(program, player_counts(program.world)[-1], {})
    for language in spoken_in(name):
        labels = Labels(game, Words(language))
        for component in game.layout.components:
            called = unmarked(labels.called(component.number))
            assert not KEY.search(called), (language, called)
            assert language != "fa" or not re.search("[A-Za-z]", called), called


@pytest.mark.parametrize("name", shipped())
def test_components_that_differ_are_told_apart(name: str) -> None:
    program = program_named(name)
    game = make_game(program, player_counts(program.world)[-1], {})
    for language in spoken_in(name):
        labels = Labels(game, Words(language))
        told: dict[str, int] = {}
        for component in game.layout.components:
            text = labels.component(component.number, whole=True)
            assert told.setdefault(text, component.face) == component.face, text


@pytest.mark.parametrize("name", shipped())
def test_no_raw_key_of_a_component_is_on_the_screen(name: str) -> None:
    program = program_named(name)
    game = make_game(program, player_counts(program.world)[-1], {})
    for language in spoken_in(name):
        labels, chance = Labels(game, Words(language)), random.Random(4)
        keys = {c.name for c in game.layout.components if KEY.search(c.name)}
        position = game.start(4)
        for _ in range(16):
            if position.over:
                break
            picture = Picture(position, position.player, labels, 80, None)
            lines = [*picture.lines(), *Choices(position, labels).every(80)]
            shown = click.unstyle("\n".join(lines))
            assert [key for key in keys if key in shown] == []
            position.choose(chance.choice(position.options))


@pytest.mark.parametrize("language", ["en", "fa"])
@pytest.mark.parametrize("name", shows())
def test_a_game_of_the_gallery_is_played_whole_at_80_columns(
    name: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = program_named(name)
    players = max(2, player_counts(program.world)[0])
    game = make_game(program, players, {})
    labels, chance, position = (
        Labels(game, Words(language)),
        random.Random(1),
        game.start(1),
    )
    typed: list[int] = []
    while not position.over:
        number = chance.randrange(len(position.raw))
        typed.append(Choices(position, labels).listed_as(number + 1))
        position.choose(number)
    monkeypatch.setenv("COLUMNS", "80")

    args = ("play", name, "--players", players, "--seed", 1, "--lang", language)
    seats = [f"--seat={number}=human" for number in range(1, players + 1)]
    played = rulesrun(*args, *seats, typed="\n".join(map(str, typed)) + "\n")

    lines = [unmarked(line).rstrip() for line in played.out.split("\n")]
    assert (0, "") == (played.code, played.err)
    assert Words(language).say("game over") in played.out
    assert [] == [line for line in lines if width(line) > 80]
    assert [] == [line for line in lines if RAW.search(TO_TYPE.sub("", line))]


@pytest.mark.parametrize(
    ("language", "stall", "wish"),
    [
        (None, "stall fine wool 3 yes", "fine wool for 3"),
        ("en", "stall fine wool 3 yes", "fine wool for 3"),
        ("fa", "دکه پشم نرم ۳ بله", "پشم نرم با قیمت ۳"),
    ],
)
def test_names_are_made_of_the_labels_of_fields(
    language: str | None, stall: str, wish: str
) -> None:
    labels = Labels(Game(program_of(STALLS), 2), Words(language))
    assert [stall, wish] == [unmarked(labels.called(number)) for number in (0, 1)]


def test_a_table_does_not_say_again_what_the_name_says() -> None:
    labels = Labels(Game(program_of(STALLS), 2), Words(None))
    assert ["fine wool for 3"] == Cards(labels, {}).table([1], 60)
    assert "fine wool for 3" == labels.component(1, whole=True)


def test_a_payment_is_one_sum() -> None:
    position = Game(program_named("alhambra"), 3).start(1)
    option = next(o for o in position.options if "dirham 4, dirham 9" in o.name)
    for language, told in {
        None: "Buy a building: dirham · dirham 4 + dirham 9",
        "fa": "خریدن ساختمان: درهم؛ درهم ۴ و درهم ۹",
    }.items():
        labels = Labels(position.game, Words(language))
        assert told == unmarked(labels.option(position, option))


def test_what_lies_where_one_may_choose_is_shown_though_it_has_not_changed() -> None:
    position = Game(program_named("alhambra"), 3).start(1)
    player = position.player
    before = view(position, player)
    labels = Labels(position.game, Words(None))
    lines = Picture(position, player, labels, 80, before).lines()
    buy = [o for o in position.options if o.name.startswith("buy")]
    slots = [labels.chosen(position, option).split(" · ")[0] for option in buy]
    assert ["dirham", "denar"] == list(dict.fromkeys(slots))
    market = next(line for line in lines if line.startswith("  market "))
    assert "  dirham  " in market
    assert 2 == len([line for line in lines if re.search("  (dirham|denar)  ", line)])


def test_a_number_that_may_be_chosen_shows_nothing_that_has_such_a_number() -> None:
    position = Game(program_named("architects"), 2).start(5)
    chance = random.Random(4)
    while not any(option.name.startswith("hire ") for option in position.options):
        position.choose(chance.choice(position.options))
    before = view(position, position.player)
    labels = Labels(position.game, Words(None))
    lines = Picture(position, position.player, labels, 80, before).lines()
    assert [line for line in lines if "row of apprentices" in line] == []


def test_where_there_are_many_choices_short_ones_stand_side_by_side() -> None:
    position = Game(program_named("architects"), 2).start(5)
    chance = random.Random(4)
    while len(position.options) < 30:
        position.choose(chance.choice(position.options))
    choices = Choices(position, Labels(position.game, Words(None)))
    lines = choices.listed(80, rows=18)
    assert len(lines) <= 18
    assert re.search("1  Quarry +[0-9]+  ", lines[0])

"""What the screen shows can be typed, however a keyboard spells it."""

import random
from collections.abc import Callable

import pytest
from compiling import shipped as program_named
from hypothesis import given
from hypothesis import strategies as st
from running import PLOTS, rulesrun
from typed import GAMES, first_of_each_kind, kinds_of, types, walk

from rulesrun.cli.messages.tongues import chosen_language, language_of, of_locale
from rulesrun.cli.messages.words import COMMAND_WORDS, Words, linked
from rulesrun.cli.output.direction import in_digits
from rulesrun.cli.playing.dialogue import command_of
from rulesrun.cli.playing.scripts import Chosen, read_script
from rulesrun.cli.screen.answers import meant_lines
from rulesrun.cli.screen.choices import Choices
from rulesrun.cli.screen.labels import Labels
from rulesrun.interpreter.explain.refusals import Refusal, find_choice
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.runtime.keyboard import plain, spelling
from rulesrun.interpreter.runtime.layout import RawOption

HALF_SPACE = "\u200c"

SPELLINGS: dict[str, Callable[[str], str]] = {
    "as shown": str,
    "without half-spaces": lambda text: text.replace(HALF_SPACE, ""),
    "blanks for half-spaces": lambda text: text.replace(HALF_SPACE, " "),
    "an Arabic keyboard": lambda text: plain(text).translate(
        str.maketrans("یک0123456789", "يك٠١٢٣٤٥٦٧٨٩")
    ),
    "Latin digits": plain,
    "without signs": lambda text: text.translate(str.maketrans("", "", ":؛،")),
}


@pytest.mark.parametrize("how", SPELLINGS)
@pytest.mark.parametrize(
    "name", ["alhambra", "architects", "keyflower", "kingdom_builder"]
)
def test_every_choice_can_be_typed_in_persian(name: str, how: str) -> None:
    position = Game(program_named(name), 3).start(5)
    labels = Labels(position.game, Words("fa"))
    chance = random.Random(how)
    for _ in range(60):
        if position.over:
            break
        option = chance.choice(position.options)
        text = SPELLINGS[how](labels.option(position, option))

        result = find_choice(position, text)

        assert not isinstance(result, Refusal), (option.name, text, result.message)
        if result != option.raw:  # of two with the same words, either
            meant = next(o for o in position.options if o.raw == result)
            told = labels.option(position, meant)
            assert spelling(told) == spelling(text)
        position.choose(option)


@pytest.mark.parametrize("name", GAMES)
def test_every_option_of_a_position_can_be_typed_in_persian(name: str) -> None:
    seen = [
        one for result in walk(program_named(name), "fa", 8, 3, 40) for one in result
    ]

    assert [one for one in seen if one.wrong] == []
    assert len({one.text for one in seen}) > 5


@pytest.mark.parametrize("name", GAMES)
def test_every_kind_of_choice_can_be_typed_in_persian(name: str) -> None:
    program = program_named(f"tests/{name}")
    chance = random.Random(1)
    kinds: set[tuple[int, str]] = set()
    for result in types(first_of_each_kind(program), "fa", chance, 12):
        kinds |= {one.kind for one in result}
        assert [one for one in result if one.wrong] == []
    assert kinds_of(program) - kinds == set()


def test_a_choice_that_is_not_understood_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Labels, "option", lambda *_: "هیچ‌کدام")
    ((one, *_),) = walk(program_named("alhambra"), "fa", 1, 3)
    assert one.wrong.startswith("refused: ")


def test_copies_that_can_both_be_chosen_are_told_apart() -> None:
    program = program_named("architects")
    game = Game(program, 4)
    labels = Labels(game, Words("fa"))
    chance = random.Random(0)
    position = game.start(0)
    told: dict[str, RawOption] = {}
    while not any("#" in text for text in told):
        position.choose(chance.choice(position.options))
        told = {labels.option(position, one): one.raw for one in position.options}

    assert len(told) == len(position.options)
    for text, raw in told.items():
        assert find_choice(position, text) == raw
    both = [text for text in told if "#" in text]
    assert {"#۱", "#۲"} <= {
        part for text in both for part in text.replace("؛", "").split()
    }
    assert not any("#" in labels.choice_text(position, one) for one in position.options)


def test_a_choice_half_in_names_and_half_in_labels() -> None:
    position = Game(program_named("alhambra"), 2).start(4)
    told = [o.name for o in position.options if o.name.startswith("take")]
    assert "take cards={florin 6}" in told
    for text in (
        "take cards=فلورین ۶",
        "برداشتن پول cards={florin 6}",
        "take فلورين ٦",
    ):
        result = find_choice(position, text)
        assert not isinstance(result, Refusal), text
        assert ["take cards={florin 6}"] == [
            o.name for o in position.options if o.raw == result
        ]


def test_the_reason_is_that_of_the_choice_that_was_meant() -> None:
    position = Game(program_named("alhambra"), 2).start(4)
    english = find_choice(position, "buy slot=dirham cards={dirham 5}")
    assert isinstance(english, Refusal)
    assert english.message == "that is too little money"
    for text in (
        "buy slot=درهم cards=درهم ۵",
        "خريدن ساختمان slot=درهم cards={درهم 5}",
        "خریدن ساختمان: درهم · درهم ۵",
    ):
        assert find_choice(position, text) == english, text


def test_numbers_do_not_run_together() -> None:
    assert spelling("کارت 1 2") != spelling("کارت 12")
    assert spelling("1,-2") != spelling("1,2")
    assert spelling("−۷") == spelling("-7")
    assert spelling("ابي") == spelling("آبی")
    assert spelling("گزینه ها") == spelling("گزینه‌ها") == spelling("گزينهها")


@given(st.integers(-999, 999))
def test_every_set_of_digits_is_the_same_number(number: int) -> None:
    arabic = str(number).translate(str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩"))
    assert str(number) == plain(in_digits(str(number), "fa")) == plain(arabic)


@pytest.mark.parametrize("word", COMMAND_WORDS)
def test_commands_are_known_in_every_spelling(word: str) -> None:
    for spell in SPELLINGS.values():
        _, command, rest = command_of(f"{spell(word)} س 1")
        assert (COMMAND_WORDS[word], "س 1") == (command, rest)


def test_a_session_typed_with_blanks_and_arabic_letters() -> None:
    typed = "گزينه ها\nنمايش گندم\nنمايش گندم ٢\nخروج\n"
    ran = rulesrun("play", PLOTS, "--seed", 3, "--lang", "fa_IR", typed=typed)
    assert ran.code == 0
    assert "نیست" not in ran.out
    assert ran.out.count("خریدن کرت") == 2


def test_scripts_take_the_digits_of_the_language() -> None:
    text = "players ۲\nseed ٣\nplayer ۱: wait\nبازیکن ۲: صبر كردن\n"
    script = read_script(text, "s.script")
    assert (2, 3) == (script.players, script.seed)
    assert [Chosen(3, 1, "wait"), Chosen(4, 2, "صبر کردن")] == script.steps


# ---- which language ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({"LANG": "fa_IR.UTF-8"}, "fa"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "fa_IR"}, "fa"),
        ({"LANG": "fa_IR", "LC_ALL": "de_DE@euro"}, "de"),
        ({"LANG": "fa_IR", "LC_ALL": ""}, "fa"),
        ({"LANG": "C.UTF-8"}, None),
        ({"LC_ALL": "POSIX"}, None),
        ({}, None),
    ],
)
def test_the_language_of_a_locale(
    variables: dict[str, str], language: str | None
) -> None:
    assert language == of_locale(variables)


@pytest.mark.parametrize("code", ["fa", "fa_IR", "fa-IR", "FA", "fa_IR.UTF-8"])
def test_codes_of_a_language(code: str) -> None:
    assert "fa" == language_of(code) == chosen_language(code, ["en", "fa"])


def test_the_locale_is_followed_where_its_language_is_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("LC_ALL")
    monkeypatch.setenv("LANG", "fa_IR.UTF-8")
    assert "کرت‌ها" in rulesrun("play", PLOTS, "--seed", 3, typed="خروج\n").out
    assert "نفره" in rulesrun("list").out
    assert "Plots" in rulesrun("play", PLOTS, "--lang", "en", typed="quit\n").out
    monkeypatch.setenv("LANG", "xx_YY")
    assert "Plots" in rulesrun("play", PLOTS, "--seed", 3, typed="quit\n").out


def test_persian_is_found_as_it_is_typed_in_haste() -> None:
    """Without half-spaces, the sign of a long a, or the letter that joins words."""
    game = Game(program_named("keyflower"), 2)
    position = game.start(5)
    choices = Choices(position, Labels(game, Words("fa")))
    result = [position.options[n - 1].name for n in choices.fitting("خانه ۲ ابی ۱")]
    assert result == ["use tile=Home 2 colour=blue moved={} n=1"]
    [hint] = meant_lines(choices, "خانه ۲ قرمر ۱")
    assert "قرمز" in hint


@pytest.mark.parametrize("sign", ["?", "؟"])
def test_the_question_mark_of_either_keyboard_asks_for_help(sign: str) -> None:
    assert command_of(sign)[1] == "help"


@pytest.mark.parametrize(
    ("word", "joined"),
    [
        ("کارت ناحیه", "کارت ناحیه‌ی"),
        ("\u2067کارت سازه\u2069", "\u2067کارت سازه‌ی\u2069"),
        ("راه", "راه"),
        ("کوه", "کوه"),
        ("کاشی", "کاشی"),
        ("", ""),
    ],
)
def test_words_are_joined_to_the_next_as_one_speaks(word: str, joined: str) -> None:
    assert linked(word) == joined

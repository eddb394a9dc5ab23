"""A rulebook says the same in both languages: the same figures, and yes where it says yes.

Paragraph by paragraph, by program. Figures are digits and numbers in words from two up,
in any order; a negation is a word that denies something; a loss is a word that takes
points or virtue away. What differs for a reason of the languages stands in a list, each
with its reason; a line of the lists that is needed no longer fails as well.
"""

import re
from collections import Counter

import pytest
from compiling import RULES

from rulesrun.dsl.data.rulebook import read_rulebook

GAMES = (
    "alhambra", "architects", "gallery/bandits", "gallery/carpet", "gallery/cellars",
    "gallery/chestnuts", "gallery/djinns", "gallery/furrows", "gallery/keepers",
    "gallery/nine_lines", "gallery/oasis", "gallery/pledge", "gallery/rails",
    "gallery/spread", "gallery/stories", "gallery/terrace", "gallery/vizier",
    "gallery/weavers", "island", "keyflower", "kingdom_builder",
)  # fmt: skip

REFERENCE = re.compile(r"\b[A-Z]+-E?\d+\b|`[^`]*`")
"""Paragraphs that are named, and pieces of code: no figures of the rules."""
WORD = re.compile(r"[\w\u200c\u064b-\u0655]+")
DIGITS = str.maketrans("۰۱۲۳۴۵۶۷۸۹", "0123456789")

ENGLISH_NUMBERS = {
    word: number
    for number, words in {
        2: "two both twice half doubled second",
        3: "three third thirds",
        4: "four fourth",
        5: "five fifth",
        6: "six sixth",
        7: "seven",
        8: "eight",
        9: "nine",
        10: "ten",
        11: "eleventh",
        12: "twelve",
        14: "fourteen",
    }.items()
    for word in words.split()
}
PERSIAN_NUMBERS = {
    word: number
    for number, words in {
        2: "دو هردو نصف نیم نیمی دوم دومی",
        3: "سه سوم سومی یک‌سوم یک‌سومِ",
        4: "چهار چهارم چهارمی",
        5: "پنج پنجم پنجمی پنج‌نفره",
        6: "شش ششم ششمین",
        7: "هفت",
        8: "هشت",
        9: "نُه",
        10: "ده",
        11: "یازدهمین",
        12: "دوازده",
        14: "چهارده",
    }.items()
    for word in words.split()
}

ENGLISH_NEGATION = re.compile(
    r"\b(?:no|not|never|none|nothing|nobody|neither|nor|cannot|without|unless|except(?:ions?)?"
    r"|unlike|impossible|forbidden|unpaid|unused|unseen|unturned|differ)\b"
)
DENY_NOTHING = re.compile(r"بی\u200cدرنگ|نزد.*|نقره.*|نشان.*|برند.*|بازند.*")
"""Words that only look like negations."""
PERSIAN_NEGATIONS = re.compile(
    r"هیچ.*|هرگز|بدون|مگر|غیر|ممنوع|ناممکن.*|جز|برخلاف|نه|فرق|چیزی‌ن\w*"
    r"|بی|بی\u200c.+|ن(?:می\u200c.+|ی?ست(?:ند)?|باید|با?ش.*|دار.*|داش.*|ش[ود].*|ک[نر].*"
    r"|گ(?:ر|ی|ف|ذا).*|ما?ن[دن].*|توان.*|بود.*|پر.*|خو[ار].*|ده.*|داد.*|ز[دن].*|بر.*"
    r"|یاف.*|یا[یوم].*|ساز.*|ساخ.*|چر.*|دید.*)"
    r"|.+\u200cن(?:شده|کرده|خورده|داده|چرخیده|پذیر).*|بنا?نشده|(?:بر|در|باز|پس|وا)ن.+|نابرابر|بی‌آن|استثنا\w*"
)

ENGLISH_LOSS = re.compile(
    r"\b(?:lose|loses|lost|loss|losses|minus|costs? (?:\d )?vp)\b|(?<!\d)-\d"
)
PERSIAN_LOSS = re.compile(
    r"از دست (?:می|ندا|نمی|دا|بد|رف|رو|دهد)|منها|می‌باز|[۰-۹]−|امتیاز کم می"
)

FIGURES = {
    ("alhambra", "E-20"): "both ... and: the Persian says too twice",
    ("alhambra", "E-22"): "both ... and: the Persian says too twice",
    ("keyflower", "KF-13"): "the second side is the back of a tile",
    ("keyflower", "KF-19"): "the second side is the back of a tile",
    ("keyflower", "KF-88"): "the second side is the back of a tile",
    ("keyflower", "C-12"): "the three yards are named",
}
NEGATIONS = {
    ("island", "IS-13"): "to have not enough is to have little",
    ("keyflower", "KF-100"): "to be skipped is to take nothing",
    ("keyflower", "KF-152"): "another colour is not the same colour",
    ("kingdom_builder", "KB-15"): "the draw pile is that of cards not yet played",
    ("kingdom_builder", "KB-33"): "the draw pile is that of cards not yet played",
}
LOSSES = {
    ("island", "IS-15"): "what is lost is given to the bank",
}


def words(text: str) -> list[str]:
    return WORD.findall(REFERENCE.sub(" ", text))


def figures(text: str, numbers: dict[str, int]) -> Counter[int]:
    """The numbers of a text, those in words too, but for one: it is an article as well."""
    digits = re.findall(r"\d+", REFERENCE.sub(" ", text).translate(DIGITS))
    spelt = [numbers[word] for word in words(text.lower()) if word in numbers]
    return Counter(n for n in [*map(int, digits), *spelt] if n > 1)


def english_denies(text: str) -> bool:
    return ENGLISH_NEGATION.search(REFERENCE.sub(" ", text.lower())) is not None


def persian_denies(text: str) -> bool:
    denying = filter(PERSIAN_NEGATIONS.fullmatch, words(text))
    return any(not DENY_NOTHING.fullmatch(word) for word in denying)


def paragraphs(game: str, language: str) -> dict[str, str]:
    name = "rulebook.md" if language == "en" else f"rulebook.{language}.md"
    text = (RULES / game / name).read_text("utf-8")
    return {p.number: p.text for p in read_rulebook(text)}


def both(game: str) -> list[tuple[str, str, str]]:
    english, persian = paragraphs(game, "en"), paragraphs(game, "fa")
    return [(number, text, persian[number]) for number, text in english.items()]


def accepted(exceptions: dict[tuple[str, str], str], game: str) -> set[str]:
    return {number for name, number in exceptions if name == game}


@pytest.mark.parametrize("game", GAMES)
def test_each_paragraph_stands_in_both(game: str) -> None:
    assert list(paragraphs(game, "en")) == list(paragraphs(game, "fa"))


@pytest.mark.parametrize("game", GAMES)
def test_the_figures_are_the_same(game: str) -> None:
    unlike = {
        number: (one, other)
        for number, english, persian in both(game)
        if (one := figures(english, ENGLISH_NUMBERS))
        != (other := figures(persian, PERSIAN_NUMBERS))
    }

    assert accepted(FIGURES, game) == set(unlike), unlike


@pytest.mark.parametrize("game", GAMES)
def test_persian_figures_are_persian(game: str) -> None:
    paragraphs_of_it = paragraphs(game, "fa").items()
    found = {n: REFERENCE.sub(" ", text) for n, text in paragraphs_of_it}

    assert {} == {n: text for n, text in found.items() if re.search("[0-9]", text)}


@pytest.mark.parametrize("game", GAMES)
def test_what_one_denies_the_other_denies(game: str) -> None:
    unlike = {
        number
        for number, english, persian in both(game)
        if english_denies(english) != persian_denies(persian)
    }

    assert accepted(NEGATIONS, game) == unlike


@pytest.mark.parametrize("game", GAMES)
def test_what_one_takes_away_the_other_takes_away(game: str) -> None:
    unlike = {
        number
        for number, english, persian in both(game)
        if bool(ENGLISH_LOSS.search(REFERENCE.sub(" ", english).lower()))
        != bool(PERSIAN_LOSS.search(persian))
    }

    assert accepted(LOSSES, game) == unlike


@pytest.mark.parametrize(
    ("english", "persian"),
    [
        (
            "a board for tiles that are not built",
            "یک صفحه برای کارت‌های ساختمان بناشده",
        ),
    ],
)
def test_a_sentence_that_says_the_opposite_is_noticed(
    english: str, persian: str
) -> None:
    assert english_denies(english) != persian_denies(persian)


def test_points_that_are_lost_in_one_language_only_are_noticed() -> None:
    assert ENGLISH_LOSS.search("low virtue costs vp")
    assert not PERSIAN_LOSS.search("پرهیزگاری کم امتیاز می‌گیرد")


def test_another_figure_is_noticed_in_digits_and_in_words() -> None:
    assert figures("two of 14", ENGLISH_NUMBERS) == figures("دو از ۱۴", PERSIAN_NUMBERS)
    assert figures("two of 14", ENGLISH_NUMBERS) != figures("دو از ۱۳", PERSIAN_NUMBERS)
    assert figures("two of 14", ENGLISH_NUMBERS) != figures("سه از ۱۴", PERSIAN_NUMBERS)

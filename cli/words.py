"""What the interface says, in every language that it speaks."""

from __future__ import annotations

import string
from collections.abc import Iterable, Sequence
from typing import Any

from attrs import frozen

from rulesrun.cli.direction import (
    apart,
    isolated,
    label_in,
    left_to_right,
    number_in,
    place_in,
    right_to_left,
)
from rulesrun.cli.terminal import pad, right, table
from rulesrun.cli.tongues import chosen_language
from rulesrun.dsl import nodes
from rulesrun.dsl.compile import Program

ENGLISH = {
    "player": "player {n}",
    "players": "{n} players",
    "you": "you",
    "seed": "seed {n}",
    "turn": "turn {n}",
    "options": "{n} options",
    "options 1": "{n} option",
    "empty": "empty",
    "hidden": "{n} hidden",
    "top": "{n}, on top {what}",
    "game over": "The game is over.",
    "rank": "place",
    "winner": "winner",
    "tie": "tie",
    "won": "{who} wins.",
    "shared": "{who} share the victory.",
    "draw": "A draw: nobody is ahead of anybody.",
    "nobody": "Nobody is ranked.",
    "choose": "Your choice",
    "prompt": "player {n}> ",
    "undone": "The last choice is taken back.",
    "saved": "Saved as {name:path}.",
    "loaded": "{n} choices are loaded from {name:path}.",
    "loaded 1": "{n} choice is loaded from {name:path}.",
    "stopped": "The game has stopped here.",
    "log kept": "The log is kept in {name:path}.",
    "none fits": 'Nothing that can be chosen fits "{text:typed}".',
    "nothing called": 'Nothing in the game is called "{text:typed}".',
    "these fit": "{n} options fit:",
    "one fits": "Only this fits; press Enter to choose it:",
    "more": "and {n} more; type part of a name to see fewer",
    "possible": "This is possible: it is number {n}.",
    "not possible": "Not possible: {why}",
    "rule at": "the rule is at {place:path}",
    "nearest": "possible instead:",
    "can be chosen": "can be chosen now",
    "came furthest": "{choice:code} comes furthest",
    "value of": "{text:code} is {value}",
    "set": "otherwise",
    "sum": "together",
    "hint": "{n} of 100: {text}",
    "only option": "There is only this to choose.",
    "no ledger": "The rules keep no ledger.",
    "no number": "There is no number {n}; they go from 1 to {most}.",
    "name missing": "Say which file:  {command:typed} FILE",
    "choice missing": "Say which choice:  why CHOICE",
    "for example": "e.g.",
    "for help": "Type a number, a name or part of one; `help` tells more.",
    "script ends": "The script ends here, after {n} choices; {who} is to choose.",
    "script ends 1": "The script ends here, after {n} choice; {who} is to choose.",
    "secret": "(in secret)",
    "one turn": "turn {first}: {n} choices by chance",
    "one turn 1": "turn {first}: {n} choice by chance",
    "some turns": "turns {first} to {last}: {n} choices by chance",
    "from where": "where it came from",
    "nothing chosen": "Nothing has been chosen yet.",
    "copies": "{what} ×{number}",
    "and": " + ",
    "then": "; ",
    "times": "{what} {n}",
    "has": "{who} {number}",
    "verified": "{name:path}: {n} choices verified, the game is not over",
    "verified 1": "{name:path}: {n} choice verified, the game is not over",
    "verified, over": "{name:path}: {n} choices verified, the game is over",
    "verified, over 1": "{name:path}: {n} choice verified, the game is over",
    "so far": "after {n} choices; {who} is to choose",
    "so far 1": "after {n} choice; {who} is to choose",
    "many choices": "{name:path} holds {most} choices, not {number}",
    "cannot be chosen": "this cannot be chosen",
    "did you mean": 'did you mean "{text}"?',
    "seats": "{low} to {high} players",
    "seats, one": "{low} players",
    "games": "{n} games",
    "games 1": "{n} game",
    "nothing": "-",
}

PERSIAN = {
    "player": "بازیکن {n}",
    "players": "{n} بازیکن",
    "you": "شما",
    "seed": "بازی شماره‌ی {n}",
    "turn": "نوبت {n}",
    "options": "{n} گزینه",
    "empty": "خالی",
    "hidden": "{n} تا پنهان",
    "top": "{n} تا؛ روی دسته: {what}",
    "game over": "بازی تمام شد.",
    "rank": "رتبه",
    "winner": "برنده",
    "tie": "تساوی",
    "won": "برنده: {who}",
    "shared": "برندگان مشترک: {who}",
    "draw": "مساوی: هیچ‌کس از دیگری جلوتر نیست.",
    "nobody": "هیچ‌کس رتبه‌ای ندارد.",
    "choose": "یک گزینه انتخاب کنید",
    "prompt": "بازیکن {n}> ",
    "undone": "آخرین انتخاب پس گرفته شد.",
    "saved": "در «{name:path}» ذخیره شد.",
    "loaded": "{n} انتخاب از «{name:path}» خوانده شد.",
    "stopped": "بازی همین‌جا متوقف شد.",
    "log kept": "بازی در «{name:path}» ثبت شده است.",
    "none fits": "هیچ گزینه‌ای با «{text:typed}» هم‌خوانی ندارد.",
    "nothing called": "در این بازی چیزی به نام «{text:typed}» نیست.",
    "these fit": "{n} گزینه پیدا شد:",
    "one fits": "فقط این گزینه پیدا شد؛ برای انتخاب آن Enter را بزنید:",
    "more": "و {n} گزینه‌ی دیگر؛ برای دیدن گزینه‌های کمتر، بخشی از نام را بنویسید",
    "possible": "این کار ممکن است: گزینه‌ی شماره‌ی {n}.",
    "not possible": "این کار ممکن نیست: {why}",
    "rule at": "محل قانون: {place:path}",
    "nearest": "به جای آن می‌توانید:",
    "can be chosen": "اکنون قابل انتخاب",
    "came furthest": "نزدیک‌ترین گزینه: {choice:code}",
    "value of": "{text:code}: {value}",
    "set": "از راه‌های دیگر",
    "sum": "جمع",
    "hint": "{n} از ۱۰۰: {text}",
    "only option": "تنها همین گزینه هست.",
    "no ledger": "در قوانین این بازی حساب امتیازها نگه داشته نمی‌شود.",
    "no number": "شماره‌ی {n} وجود ندارد؛ شماره‌ها از ۱ تا {most} هستند.",
    "name missing": "نام فایل را بنویسید:  {command:typed} «نام فایل»",
    "choice missing": "انتخاب را بنویسید:  چرا «انتخاب»",
    "for example": "مثلاً",
    "for help": "شماره، نام یا بخشی از نام را بنویسید؛ برای توضیح بیشتر بنویسید «راهنما».",
    "script ends": "فایل بازی پس از {n} انتخاب تمام شد؛ نوبت {who} است.",
    "secret": "(پنهانی)",
    "one turn": "نوبت {first}: {n} انتخاب تصادفی",
    "some turns": "نوبت‌های {first} تا {last}: {n} انتخاب تصادفی",
    "from where": "امتیازها از کجا آمده‌اند",
    "nothing chosen": "هنوز چیزی انتخاب نشده است.",
    "copies": "{number} × {what}",
    "and": " و ",
    "then": "؛ ",
    "times": "{what}: {n} بار",
    "has": "{who}: {number}",
    "verified": "{name:path}: {n} انتخاب تأیید شد؛ بازی تمام نشده است",
    "verified, over": "{name:path}: {n} انتخاب تأیید شد؛ بازی تمام شده است",
    "so far": "پس از {n} انتخاب؛ نوبت {who} است",
    "many choices": "{name:path}: {most} انتخاب دارد، نه {number}",
    "cannot be chosen": "این انتخاب ممکن نیست",
    "did you mean": "منظورتان «{text}» بود؟",
    "seats": "{low} تا {high} نفره",
    "seats, one": "{low} نفره",
    "games": "{n} بازی",
    "nothing": "خالی",
}

PERSIAN_REASONS = {
    "nothing to undo": "هنوز چیزی انتخاب نشده است",
    "chance": "پس از آن انتخاب، شانس در کار آمده است",
    "known": "با آن انتخاب چیزی پنهان دانسته شده است",
    "reveal": "پس از آن انتخاب، کارت پنهانی رو شده است",
    "other player": "اکنون نوبت بازیکن دیگری است",
    "over": "بازی تمام شده است",
    "several": "«{0:typed}» با {1} گزینه هم‌خوانی دارد",
    "no choice": "اکنون گزینه‌ای به نام «{0:typed}» نیست",
    "no part": "گزینه‌ی «{0:code}» بخشی به نام «{2:typed}» ندارد؛ بخش‌هایش: {1:code}",
    "no value": "«{1:typed}» را برای {0:code} نمی‌شناسم",
    "not through": "در ادامه‌ی این کار باید چیزی انتخاب شود که گزینه‌ای ندارد",
    "same": "این با گزینه‌ی دیگری یکی است",
    "not offered": "{0:code} اکنون پیشنهاد نمی‌شود",
    "nothing there": "برای {0:code} چیزی برای انتخاب نیست",
    "not there": "{1:typed} برای {0:code} قابل انتخاب نیست",
    "too few": "باید دست‌کم {1} تا انتخاب شود، نه {2} ({0:code})",
    "too many": "باید حداکثر {1} تا انتخاب شود، نه {2} ({0:code})",
}
"""Reasons that the rules have no words for; in English the interpreter says them."""

LANGUAGES = {"en": ENGLISH, "fa": PERSIAN}

COMMAND_WORDS = {
    "help": "help", "?": "help", "راهنما": "help",
    "undo": "undo", "واگرد": "undo",
    "save": "save", "ذخیره": "save",
    "load": "load", "بازکردن": "load", "بارگذاری": "load",
    "log": "log", "تاریخچه": "log",
    "quit": "quit", "q": "quit", "exit": "quit", "خروج": "quit",
    "why": "why", "چرا": "why",
    "ledger": "ledger", "حساب": "ledger",
    "hint": "hint", "پیشنهاد": "hint",
    "show": "show", "نمایش": "show",
    "options": "options", "all": "options", "گزینه‌ها": "options",
}  # fmt: skip
"""What may be typed in place of a choice, and what it means."""

HELP = {
    "en": """\
Choose by typing
    a number           the option with that number
    a name             as `{example}`, or a part of it; if only one option
                       fits, Enter chooses it
    some words         to see only the options in which they occur
    (nothing)          to see the options again
Or type
    show               the whole position, with what is printed on cards and tiles;
                       show NAME tells all of one of them, or what lies in a zone
    options            all options
    why CHOICE         why something is not possible: the rule and what it cites
    undo               take the last choice back, until another player has chosen or
                       something hidden has been drawn
    hint               what a player who thinks would choose, and how well that stands
    ledger             where the points come from
    log                what has happened so far
    save FILE          keep the game so far; load FILE goes back to it
    quit               stop""",
    "fa": """\
برای انتخاب بنویسید:
    یک شماره           گزینه‌ای با آن شماره
    یک نام             مانند {example:code} یا بخشی از آن؛
                       اگر فقط یک گزینه پیدا شود، با Enter انتخاب می‌شود
    چند کلمه           فقط گزینه‌هایی که این کلمه‌ها را دارند
    (هیچ)              نمایش دوباره‌ی گزینه‌ها
یا بنویسید:
    نمایش              نمایش همه‌ی بازی، با آنچه روی کارت‌ها و کاشی‌ها نوشته شده است؛
                       نمایش «نام»: فقط یک کارت، یک کاشی یا یک دسته
    گزینه‌ها            همه‌ی گزینه‌ها
    چرا «انتخاب»       چرا کاری ممکن نیست: قانون مربوط و بندهای دفترچه
    واگرد              پس گرفتن آخرین انتخاب، تا وقتی بازیکن دیگری انتخاب نکرده
                       و چیز پنهانی رو نشده است
    پیشنهاد            آنچه بازیکنی که فکر می‌کند انتخاب می‌کرد، و وضع پس از آن
    حساب               امتیازها از کجا آمده‌اند
    تاریخچه            آنچه تاکنون روی داده است
    ذخیره «فایل»       ذخیره کردن بازی تا اینجا؛ «بازکردن» و نام فایل آن را برمی‌گرداند
    خروج               پایان""",
}


class _Kinds(string.Formatter):
    """Fills in the values of a sentence, each as its kind wants it in that language.

    `{x:path}` and `{x:code}` are names: they keep their digits, and run from left to
    right. `{x:typed}` is what somebody wrote, in whatever direction. Without a kind, a
    number gets the digits of the language, and other text is in the language already.
    """

    def __init__(self, words: Words) -> None:
        self.words = words

    def format_field(self, value: Any, kind: str) -> str:
        """A value of that kind."""
        text = str(value)
        if isinstance(value, int):
            return self.words.number(value)
        if not self.words.persian:
            return text
        match kind:
            case "path" | "code":
                return left_to_right(text)
            case "typed":
                return isolated(text)
            case _:
                return apart(text)


@frozen
class Words:
    """Speaks one language; none is that of the rules file itself, and English."""

    language: str | None = None

    @property
    def persian(self) -> bool:
        """Whether lines run from right to left."""
        return self.language == "fa"

    def say(self, key: str, **values: object) -> str:
        """A sentence of the interface; some have a form of their own for one thing."""
        known = LANGUAGES.get(self.language or "en", ENGLISH)
        one = known.get(f"{key} 1") if values.get("n") == 1 else None
        return _Kinds(self).vformat(one or known[key], (), values)

    def reason(self, kind: str, about: Iterable[str]) -> str | None:
        """A reason of the interpreter, where this language has words of its own."""
        template = PERSIAN_REASONS.get(kind) if self.persian else None
        if template is None:
            return None
        values = [int(text) if text.isdecimal() else text for text in about]
        return _Kinds(self).vformat(template, values, {})

    def part(self, text: str) -> str:
        """A piece of text in a line, marked if it does not run as the line does."""
        return apart(text) if self.persian else text

    def name(self, text: str) -> str:
        """Code, a path or a name: as it is, from left to right."""
        return left_to_right(text) if self.persian else text

    def typed(self, text: str) -> str:
        """What somebody wrote, in whatever direction."""
        return isolated(text) if self.persian else text

    def digits(self, text: str) -> str:
        """A label in the digits of the language."""
        return label_in(text, self.language)

    def place(self, text: str) -> str:
        """What a cell, a row or a column of a map is called."""
        return place_in(text, self.language)

    def number(self, value: object) -> str:
        """A number in the digits of the language."""
        return number_in(value, self.language)

    def right(self, text: str, size: int) -> str:
        """A number in a column, its digits under those of the others."""
        return pad(text, size) if self.persian else right(text, size)

    def table(self, rows: list[list[str]]) -> list[str]:
        """Rows of cells under each other, in the direction of the language."""
        return table(rows, flush=self.persian)

    def line(self, text: str) -> str:
        """A line that is printed by itself, such as a prompt."""
        return right_to_left(text) if self.persian else text

    def label(self, labels: nodes.Labels, name: str) -> str:
        """How something is called, else its name with blanks for underscores."""
        found = labels.in_language(self.language) if self.language else labels.text
        return found or labels.text or name.replace("_", " ")

    def help(self, example: str) -> str:
        """What can be typed."""
        template = HELP.get(self.language or "en", HELP["en"])
        return _Kinds(self).vformat(template, (), {"example": example})

    def joined(self, parts: Sequence[str]) -> str:
        """Amounts that make up one thing, such as a price."""
        return self.say("and").join(parts)

    def list_of(self, parts: Iterable[str]) -> str:
        """The members of a value, in the direction of the language also among names."""
        listed = self.listed(parts)
        return right_to_left(listed) if self.persian else listed

    def listed(self, parts: Iterable[str]) -> str:
        """Several things in a row."""
        return ("، " if self.persian else ", ").join(parts)


def words_for(program: Program, language: str | None) -> Words:
    """The words of a language, without one those of the locale.

    Raises Unusable for a language that nobody here speaks.
    """
    declared = program.world.game
    assert declared is not None
    return Words(chosen_language(language, (*declared.languages, *LANGUAGES)))

"""What the interface says, in every language that it speaks."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from rulesrun.cli.problems import Unusable
from rulesrun.cli.terminal import in_digits, isolated
from rulesrun.dsl import nodes
from rulesrun.dsl.compile import Program
from rulesrun.dsl.nearest import did_you_mean

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
    "saved": "Saved as {name}.",
    "loaded": "{n} choices are loaded from {name}.",
    "loaded 1": "{n} choice is loaded from {name}.",
    "stopped": "The game has stopped here.",
    "log kept": "The log is kept in {name}.",
    "none fits": 'Nothing that can be chosen fits "{text}".',
    "nothing called": 'Nothing in the game is called "{text}".',
    "these fit": "{n} options fit:",
    "one fits": "Only this fits; press Enter to choose it:",
    "more": "and {n} more; type part of a name to see fewer",
    "possible": "This is possible: it is number {n}.",
    "not possible": "Not possible: {why}",
    "rule at": "the rule is at {place}",
    "nearest": "possible instead:",
    "can be chosen": "can be chosen now",
    "came furthest": "{choice} comes furthest",
    "value of": "{text} is {value}",
    "set": "otherwise",
    "sum": "together",
    "no ledger": "The rules keep no ledger.",
    "no number": "There is no number {n}; they go from 1 to {most}.",
    "name missing": "Say which file:  {command} FILE",
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
    "saved": "در «{name}» ذخیره شد.",
    "loaded": "{n} انتخاب از «{name}» خوانده شد.",
    "stopped": "بازی همین‌جا متوقف شد.",
    "log kept": "بازی در «{name}» ثبت شده است.",
    "none fits": "هیچ گزینه‌ای با «{text}» هم‌خوانی ندارد.",
    "nothing called": "در این بازی چیزی به نام «{text}» نیست.",
    "these fit": "{n} گزینه پیدا شد:",
    "one fits": "فقط این گزینه پیدا شد؛ برای انتخاب آن Enter را بزنید:",
    "more": "و {n} گزینه‌ی دیگر؛ برای دیدن گزینه‌های کمتر، بخشی از نام را بنویسید",
    "possible": "این کار ممکن است: گزینه‌ی شماره‌ی {n}.",
    "not possible": "این کار ممکن نیست: {why}",
    "rule at": "محل قانون: {place}",
    "nearest": "به جای آن می‌توانید:",
    "can be chosen": "اکنون قابل انتخاب",
    "came furthest": "نزدیک‌ترین گزینه: {choice}",
    "value of": "{text}: {value}",
    "set": "از راه‌های دیگر",
    "sum": "جمع",
    "no ledger": "در قوانین این بازی حساب امتیازها نگه داشته نمی‌شود.",
    "no number": "شماره‌ی {n} وجود ندارد؛ شماره‌ها از ۱ تا {most} هستند.",
    "name missing": "نام فایل را بنویسید:  {command} «نام فایل»",
    "choice missing": "انتخاب را بنویسید:  چرا «انتخاب»",
    "for example": "مثلاً",
    "for help": "شماره، نام یا بخشی از نام را بنویسید؛ برای توضیح بیشتر بنویسید «راهنما».",
    "script ends": "فایل بازی پس از {n} انتخاب تمام شد؛ نوبت {who} است.",
    "secret": "(پنهانی)",
    "one turn": "نوبت {first}: {n} انتخاب تصادفی",
    "some turns": "نوبت‌های {first} تا {last}: {n} انتخاب تصادفی",
    "from where": "امتیازها از کجا آمده‌اند",
    "nothing chosen": "هنوز چیزی انتخاب نشده است.",
}

PERSIAN_REASONS = {
    "over": "بازی تمام شده است",
    "several": "«{0}» با {1} گزینه هم‌خوانی دارد",
    "no choice": "اکنون گزینه‌ای به نام {0} نیست",
    "no part": "گزینه‌ی «{0}» بخشی به نام «{2}» ندارد؛ بخش‌هایش: {1}",
    "no value": "«{1}» را برای {0} نمی‌شناسم",
    "not through": "در ادامه‌ی این کار باید چیزی انتخاب شود که گزینه‌ای ندارد",
    "same": "این با گزینه‌ی دیگری یکی است",
    "not offered": "{0} اکنون پیشنهاد نمی‌شود",
    "nothing there": "برای {0} چیزی برای انتخاب نیست",
    "not there": "{1} برای {0} قابل انتخاب نیست",
    "too few": "باید دست‌کم {1} تا انتخاب شود، نه {2} ({0})",
    "too many": "باید حداکثر {1} تا انتخاب شود، نه {2} ({0})",
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
    ledger             where the points come from
    log                what has happened so far
    save FILE          keep the game so far; load FILE goes back to it
    quit               stop""",
    "fa": """\
برای انتخاب بنویسید:
    یک شماره           گزینه‌ای با آن شماره
    یک نام             مانند {example} یا بخشی از آن؛
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
    حساب               امتیازها از کجا آمده‌اند
    تاریخچه            آنچه تاکنون روی داده است
    ذخیره «فایل»       ذخیره کردن بازی تا اینجا؛ «بازکردن» و نام فایل آن را برمی‌گرداند
    خروج               پایان""",
}


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
        template = one or known[key]
        return template.format(**{k: self.part(str(v)) for k, v in values.items()})

    def reason(self, kind: str, about: Iterable[str]) -> str | None:
        """A reason of the interpreter, where this language has words of its own."""
        template = PERSIAN_REASONS.get(kind) if self.persian else None
        return template.format(*map(self.part, about)) if template else None

    def part(self, text: str) -> str:
        """A piece of text in a line, in the digits and direction of its language."""
        text = in_digits(text, self.language)
        return isolated(text) if self.persian else text

    def number(self, value: object) -> str:
        """A number in the digits of the language."""
        return in_digits(str(value), self.language)

    def label(self, labels: nodes.Labels, name: str) -> str:
        """How something is called, else its name with blanks for underscores."""
        found = labels.in_language(self.language) if self.language else labels.text
        return found or labels.text or name.replace("_", " ")

    def help(self, example: str) -> str:
        """What can be typed."""
        return HELP.get(self.language or "en", HELP["en"]).format(example=example)

    def listed(self, parts: Iterable[str]) -> str:
        """Several things in a row."""
        return ("، " if self.persian else ", ").join(parts)


def words_for(program: Program, language: str | None) -> Words:
    """The words of a language; raises Unusable for one that nobody here speaks."""
    if language is None:
        return Words(None)
    declared = program.world.game
    assert declared is not None
    known = dict.fromkeys((*declared.languages, *LANGUAGES))
    if language not in known:
        hint = did_you_mean(language, known) or f"known are {', '.join(known)}"
        raise Unusable(f"there is no language {language!r} here; {hint}")
    return Words(language)

"""What is said of choices as people type them: which one is meant, or why it is none."""

from collections.abc import Iterable
from functools import cache
from typing import Any

import pytest
from compiling import program_of
from syrupy.assertion import SnapshotAssertion

from rulesrun.interpreter.evaluator.objections import MISSING, Objection, objection
from rulesrun.interpreter.explain import refusals
from rulesrun.interpreter.explain.reading import begun
from rulesrun.interpreter.explain.refusals import (
    Refusal,
    Search,
    closed,
    find_choice,
    matching,
)
from rulesrun.interpreter.game import Game, Position

RULES = """\
language 2

game fair "Fair" fa "بازار":
    players 2..3
    rulebook "fair.md"
    languages en, fa

enum Good "good" fa "کالا":
    wood "wood" fa "چوب"
    wool "wool" fa "پشم"
    red_salt "red salt" fa "نمک سرخ"

card Coin "coin" fa "سکه":
    value "value" fa "ارزش": 1..9
    named "coin {value}" fa "سکه‌ی {value}"

tile Stall "stall":
    good "good": Good
    rent "rent": 0..9
    named "{good} stall"

supply:
    2 of Coin(1)
    2 of Coin(2)
    1 of Coin(5)
    1 of Coin(9)
    1 of Stall(wood, 3)
    1 of Stall(wool, 5)
    1 of Stall(red_salt, 9)

piece ware of Good "ware": 12

state:
    row_ "stalls": row of Stall
    till "till": pile of Coin
    stock_ "stock": stock of ware = {wood: 4, wool: 4, red_salt: 4}
    day "day": 0..9
    secret_ "secret": 0..9, secret = 4

each player:
    purse "purse": hand of Coin
    wares "wares": stock of ware
    points "points": int
    friend "friend": player or none

action rent(p: player) "Rent a stall" fa "اجاره‌ی دکه":                      @F-1
    choose stall in row_                                                    @F-2
    choose coins from p.purse, at least 1, at most 2                        @F-3
        where it.value != 9  "nobody takes so large a coin"
        require sum(coins.value) >= stall.rent                              @F-4
            "that is too little money" fa "این پول کافی نیست"
    move coins to till
    move stall to box

action trade(p: player) "Trade":
    choose given_ from p.wares, at least 1, at most 2
    choose good in Good
        where given_[good] == 0  "one trades for something else"            @F-5
    choose other in others(p)
        where other.wares[good] > 0
    move given_ from p.wares to other.wares

action trade_in(p: player) "Trade in":
    choose goods from Good, at least 1
        require size(goods) < 3                                             @F-6
    choose n in 1..3
        where n != 2
    do promise(p, n)
    p.points += n + size(goods)

rule promise(p: player, n: int):                                            @F-7
    p chooses m in 1..3                                                     @F-8
        where m > n
    p.points += m

action borrow(p: player) "Borrow":
    choose n in 1..3
    do repay(p, n)

rule repay(p: player, n: int):                                              @F-17
    p chooses back in 1..3
        where back < n
    p.points -= back

action reckon(p: player) "Reckon" fa "شمردن":
    choose n "how many" fa "چند" in 1..12
        where n != 7
    choose m in 1..3
    choose k in 1..3
        where k + m + n != 8
    p.points += n - m - k

action gather(p: player) "Gather" fa "گردآوردن":
    choose goods from Good, at most 1
    choose n in 1..2
    p.points += n - size(goods)

action bribe(p: player) "Bribe":
    require secret_ == 3                                                    @F-9
        "that would not help"
    choose open_ in [true, false]
    p.points += 1 if open_ else 2

action befriend(p: player):
    choose whom in others(p)
        where it != p.friend  "you are friends already"
    p.friend = whom

action give_back(p: player) "Give back":
    choose coin in till
        where coin.value > 5                                                @F-10
    move coin to p.purse

rule round(p: player):                                                      @F-11
    p chooses one of "What to do":                                          @F-12
        rent(p)                                                             @F-13
        trade(p)
        borrow(p) when day < 2
        trade_in(p)
        reckon(p) when day < 2
        gather(p) when day < 2
        bribe(p)
        befriend(p) when day < 2                                            @F-14
        give_back(p)
        option rest "Rest" fa "استراحت" when p.points < 2:
            p.points += 1
        option rest_long "Rest long":
            p.points += 2

play:
    move all s in Stall to row_
    move all c in Coin to player 1.purse
    move {wood: 2, wool: 1} from stock_ to player 1.wares
    move {wool: 1, red_salt: 2} from stock_ to player 2.wares
    player 1 chooses first_ "first" in Good
    player 1 may choose bonus in 2..4                                       @F-15
    repeat:                                                                 @F-16
        day += 1
        do round(player 1)
    until day == 4
    player 1 chooses which from Good, at least 1, at most 2
        where it != wood
    rank players by most it.points
"""

CITED = [line.rpartition("@")[2] for line in RULES.splitlines() if "@" in line]
FILES = {"fair.md": "".join(f"{number}. So it is.\n" for number in CITED)}

FIRST = ["first_=wood", "bonus=3"]
"""The choices that lead to the first menu."""

TEXTS: dict[str, tuple[list[str], str]] = {
    "one value": (
        [],
        """
        wood
        WOOD
        first_=wood
        first_=
        first_ wood
        چوب
        first_=چوب
        نمک سرخ
        red_salt
        red salt
        red
        wol
        gold
        gold bar
        first_=gold
        good=wood
        wood wool
        wood, wool
        {wood}
        {wood, wool}
        first_=wood first_=wool
        rent
        pass
        ?
        """,
    ),
    "one value or none": (
        ["first_=wood"],
        """
        3
        bonus=3
        bonus=۳
        5
        bonus=5
        3 4
        pass
        none
        bonus=none
        x
        """,
    ),
    "a menu": (
        FIRST,
        """
        rent
        rent stall
        rent wool stall
        rent stall=wool stall
        rent wood stall coin 1
        rent wood stall coin 2
        rent wood stall coin 5
        rent wood stall {coin 5}
        rent wood stall {coin 1, coin 2}
        rent stall=wood stall coins={coin 1, coin 2}
        rent stall=wood stall coins={coin 2, coin 1}
        rent wood stall {coin 1, coin 1}
        rent coins={coin 1, coin 1}
        rent coins={coin 1, coin 1, coin 2}
        rent coins={coin 1, coin 1, coin 2, coin 5}
        rent coins={coin 9}
        rent coins=coin 9
        rent stall=wool stall coins={coin 1, coin 2}
        rent stall=red_salt stall coins={coin 5, coin 2}
        rent stall=red_salt stall
        rent red_salt stall
        rent coins={}
        rent coins={coin 4}
        rent gold stall
        rent price=3
        rent stall=gold stall
        rent stall=wood stall stall=wool stall
        rent wood stall coin 1, coin 2, coin 5
        rent wood stall coin 1 coin 2
        rent a stall
        Rent a stall wood stall
        اجاره‌ی دکه
        اجاره‌ی دکه: wood stall · سکه‌ی ۵
        اجاره‌ی دکه: wool stall · سکه‌ی ۱
        اجاره‌ی دکه coins=سکه‌ی ۵
        اجاره‌ی دکه coins={سکه‌ی ۲، سکه‌ی ۱}
        اجاره‌ی دکه: wood stall سکه‌ی ۲ سکه‌ی ۱
        wood stall
        wood stall coin 5
        coin 5
        coin 9
        trade
        trade given_={wood: 1} good=wool other=2
        trade given_={wood: 1} good=wool other=player 2
        trade {wood: 1} wool 2
        trade given_={wood: 1} good=wood other=2
        trade given_={wood: 1} good=red_salt other=2
        trade given_={wood: 1} good=wool other=1
        trade given_={wood: 1} good=wool other=3
        trade given_={wood: 2, wool: 1} good=red_salt other=2
        trade given_={wood: 3} good=red_salt other=2
        trade given_={}
        trade good=wool
        trade good=wood
        trade other=2
        trade in
        trade_in
        trade in wood
        trade_in wood 1
        trade_in goods={wood} n=1
        trade_in goods=wood n=1
        trade_in goods={wood, wool} n=1
        trade_in goods={wool, wood} n=1
        trade_in goods={wood, wool, red_salt} n=1
        trade_in goods={wood} n=2
        trade_in goods={wood} n=3
        trade_in goods={wood, wool, red_salt} n=2
        trade_in n=2
        trade_in n=3
        trade_in n=9
        trade_in n=1 n=3
        trade_in chop wool 1
        trade_in goods=چوب n=۱
        bribe
        bribe yes
        bribe open_=no
        bribe open_=maybe
        befriend
        befriend 2
        befriend player 2
        befriend whom=بازیکن 2
        befriend whom=1
        befriend me
        2 rnt
        2 rent
        2 qqq
        borrow n=1
        borrow 2
        borrow 4
        reckon
        reckon 7
        reckon 3 x
        reckon 3 2 3
        reckon n=7 m=9
        reckon 12 3 2
        شمردن ۱۲ ۳
        شمردن ۱۲ ۳ ۲
        شمردن ۱ ۲ ۳
        شمردن ۱۲۳
        شمردن ۷
        gather
        gather 1
        gather {} 1
        gather none 2
        گردآوردن ۱
        گردآوردن چوب
        گردآوردن چوب ۱
        گردآوردن هیچ ۱
        گردآوردن - ۲
        give_back
        give back
        give_back coin 9
        give_back coin=coin 9
        give_back coin 1
        rest
        Rest
        rest now
        rest_long
        rest long
        rest lon
        استراحت
        استراحت کن
        res
        bri
        rset
        frobnicate
        frobnicate wood
        wood
        {wood}
        2
        pass
        """,
    ),
    "a menu later": (
        [*FIRST, "befriend whom=2", "rent stall=wood stall coins={coin 5}"],
        """
        befriend
        befriend whom=2
        befriend whom=1
        rest
        rent
        rent stall=wood stall
        rent stall=wool stall
        rent stall=wool stall coins={coin 5}
        rent coins={coin 5}
        give_back
        give_back coin=coin 5
        give_back coin=coin 9
        trade good=red_salt
        """,
    ),
    "copies that lie here and there": (
        [*FIRST, "rent stall=wood stall coins={coin 1, coin 2}"],
        """
        rent stall=wool stall coins=coin 1
        rent stall=wool stall coins={coin 1, coin 2}
        rent stall=wool stall coins={coin 1, coin 1}
        give_back coin 1
        give_back coin 9
        """,
    ),
    "a menu after a rest": (
        [*FIRST, "rest_long"],
        """
        rest
        Rest
        befriend
        befriend whom=2
        rest_long
        """,
    ),
    "what an action asks": (
        [*FIRST, "trade_in goods={wood, wool} n=1"],
        """
        1
        2
        m=1
        m=2
        m=4
        n=2
        rent
        m=2 m=3
        """,
    ),
    "in a rule": (
        [*FIRST, "borrow n=2"],
        """
        1
        2
        back=9
        3 1
        """,
    ),
    "several": (
        [*FIRST, "rest_long", "rest_long", "rest_long", "rest_long"],
        """
        wood
        wool
        {wool}
        which=wool
        which={wool}
        {wool, red_salt}
        {red_salt, wool}
        which={wool, wood}
        which={wood}
        which={}
        which={wood, wool, red_salt}
        wool red_salt
        پشم نمک سرخ
        پشم، نمک سرخ
        نمک سرخ پشم
        نمک سرخ، پشم
        {gold}
        which={wool, gold}
        """,
    ),
}
"""By a name: the choices before, and what is typed there."""


@cache
def game() -> Game:
    return Game(program_of(RULES, FILES), 2)


def position_after(choices: Iterable[str]) -> Position:
    position = game().start(1)
    for choice in choices:
        position.choose(choice)
    return position


def written(position: Position, refusal: Refusal) -> list[str]:
    """All that a refusal tells, but what is as usual."""
    names, items = position.game.names, position.decision_plan.items
    meant = refusal.meant
    lines = [f"{refusal.kind or 'reason'}: {refusal.message}"]
    if refusal.reason.text:
        persian = refusal.reason.in_language("fa")
        lines.append(f"in the rules: {refusal.reason.text} / {persian}")
    told = {
        "about": refusal.about,
        "line": refusal.span and refusal.span.line,
        "cites": refusal.cites,
        "nearest": refusal.nearest,
        "tried": refusal.tried,
        "meant": meant and names.choice(items[meant[0]], meant[1]),
        "far": refusal.far,
    }
    for name, value in told.items():
        if value not in (None, ()):
            shown = " | ".join(value) if isinstance(value, tuple) else value
            lines.append(f"{name}: {shown}")
    for part in refusal.parts:
        of = ", ".join(names.written(kind, value) for kind, value in part.of)
        label = f" ({part.labels.text}, of {of})" if part.labels.text else ""
        lines.append(f"{part.text}{label} is {names.written(part.type, part.value)}")
    return lines


def answered(position: Position, text: str) -> list[str]:
    """What becomes of a text at a position."""
    result = find_choice(position, text)
    fitting = [option.name for option in matching(position, text)]
    if isinstance(result, Refusal):
        lines = written(position, result)
        shown = f"{len(fitting)} fit" if fitting else ""
    else:
        (shown,) = [f"={o.name}" for o in position.options if o.raw == result]
        lines = [] if fitting == [shown[1:]] else [f"fitting: {fitting}"]
    items = position.decision_plan.items
    started = [items[number].name for number in begun(position, text)]
    if started:
        lines.append(f"begins: {', '.join(started)}")
    return [f"{text}  {shown}".rstrip(), *(f"    {line}" for line in lines)]


@pytest.mark.parametrize("name", TEXTS)
def test_what_is_said_of_what_is_typed(
    name: str, snapshot_txt: SnapshotAssertion
) -> None:
    choices, texts = TEXTS[name]
    position = position_after(choices)
    told = [f"─── {name}: {len(position.options)} options ───", ""]
    for text in texts.strip().splitlines():
        told += answered(position, text.strip())
    for item, refusal in closed(position):
        lines = written(position, refusal)
        told += ["", f"{item.name} is closed", *(f"    {line}" for line in lines)]

    assert "\n".join(told) == snapshot_txt


def test_nothing_can_be_chosen_when_it_is_over() -> None:
    position = position_after([*TEXTS["several"][0], "which={wool}"])

    assert position.over
    assert not matching(position, "which={wool}")
    assert not closed(position)
    result = find_choice(position, "which={wool}")
    assert isinstance(result, Refusal)
    assert ("over", "the game is over") == (result.kind, result.message)


def test_only_so_many_ways_to_complete_a_choice_are_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position = position_after(FIRST)
    (item,) = (i for i in position.decision_plan.items if i.name == "reckon")
    tried = []

    def counted(*given: Any) -> Objection | None:
        tried.append(given)
        return objection(*given)

    monkeypatch.setattr(refusals, "objection", counted)
    result = Search(position, item, left=5).against([MISSING, 9, MISSING])

    assert result is not None
    assert (len(tried), result.values[:2], result.whole) == (5, [1, 9], False)


SHEETS = """\
language 2

game sheets "Sheets" fa "برگ‌ها":
    players 2
    languages en, fa

card Sheet "sheet" fa "برگ":
    value "value" fa "ارزش": 1..12
    named "sheet {value}" fa "برگ {value}"

supply:
    1 of each Sheet

state:
    sheets: deck of Sheet

each player:
    hand: hand of Sheet

action lay(p: player) "Lay" fa "گذاشتن":
    choose sheet in p.hand
    choose n in 1..3
    repeat n times: move sheet to sheets

play:
    move all s in Sheet to player 1.hand
    player 1 must lay(player 1)
    nobody wins
"""

LAID = {
    "گذاشتن برگ ۱۲": ["12 1", "12 2", "12 3"],  # and not sheet 1, twice
    "گذاشتن برگ ۱": ["1 1", "1 2", "1 3"],
    "گذاشتن برگ ۱ ۲": ["1 2"],
    "گذاشتن برگ ۱۲ ۳": ["12 3"],
    "گذاشتن برگ۱۲۳": [],
    "گذاشتن برگ۱ ۳": ["1 3"],
    "گذاشتن۱": [f"{value} 1" for value in range(1, 13)],
}


@cache
def sheets() -> Game:
    return Game(program_of(SHEETS), 2)


@pytest.mark.parametrize("text", LAID)
def test_numbers_in_labels_are_read_to_their_end(text: str) -> None:
    result = [option.name for option in matching(sheets().start(1), text)]

    meant = [laid.split() for laid in LAID[text]]
    assert result == [f"lay sheet=sheet {value} n={n}" for value, n in meant]

"""Which paragraphs a test reaches: conditions are reached only when they are met."""

from functools import partial

import pytest
from compiling import program_of
from syrupy.assertion import SnapshotAssertion

from rulesrun.dsl.compile import Program
from rulesrun.interpreter.testing.coverage import CONDITION, Hits, totals
from rulesrun.interpreter.testing.paragraphs import count_scenarios, usages
from rulesrun.interpreter.testing.scenarios import Games, run_scenario

RULES = """\
language 1

game cited "Cited":
    players 2
    rulebook "cited.md"

enum Good "good":
    function worth(p: player) -> int = 0                                    @W-1
    wood "wood":
        worth = 2                                                           @W-2
    wool "wool":
        worth = 3                                                           @W-3
    salt "salt"

each player:
    silver "silver": 0..9 = 5
    taken "taken": list of Good

amount toll(p: player) = 1                                                  @A-1
adjust toll(p) when p.silver > 5 order 1: result - 1                        @A-2
adjust toll(p) when p.silver < 9 order 2: result + 1                        @A-3
amount fee(p: player) = 1                                                   @A-4

event paid(p: player) "paid"
when paid(p) and p.silver > 7 order 1:                                      @H-1
    p.silver -= 1
when paid(p) order 2:                                                       @H-2
    pass

rule tax(p: player):
    p.silver -= fee(p)

action take(p: player) "Take":
    choose good in Good                                                     @T-1
        where good not in p.taken                                           @T-2
            "taken"
    require worth(good, p) < 9                                              @T-3
    p.taken += [good]                                                       @T-4

action never(p: player) "Never":
    choose good in Good                                                     @T-5
        where good in p.taken                                               @T-6
    require worth(good, p) > 90                                             @T-7
    p.taken = []

rule turns(p: player):
    p chooses one of:                                                       @M-1
        take(p)                                                             @M-2
        never(p) when p.silver > 1                                          @M-3
        option spend "Spend" when p.silver > 0:                             @M-4
            p.silver -= toll(p)
        option wait "Wait":                                                 @M-5
            pass
        otherwise:                                                          @M-6
            pass

play:
    repeat:                                                                 @R-1
        do turns(player 1)
        do branches(player 1)
    until player 1.silver < 4                                               @R-2
    do late(player 1)

rule branches(p: player):
    if p.silver > 2:                                                        @I-1
        pass
    else if p.silver > 1:                                                   @I-2
        pass
    else:                                                                   @I-3
        pass
    while p.silver > 3:                                                     @I-4
        p.silver -= 1
    if p.silver > 1:
        pass
    if p.silver > 4:
        pass
    else if p.silver > 0:
        pass
    for each q in players where q.silver > 5:
        pass
    repeat p.silver / 2 rounded down times:
        pass
    raise paid(p)

rule late(p: player):
    p chooses n in 1..3                                                     @C-1
        where n > 1                                                         @C-2
        require n < 3                                                       @C-3
        prefer n == 2                                                       @C-4
        otherwise:                                                          @C-5
            p.silver = 2
    p.silver = 2 if n is none else n
    p chooses goods from Good, at least 1                                   @C-6
        where it != wood                                                    @C-7
        require size(goods) < 2                                             @C-8
    p.taken = goods
"""


CITED = [line.split("@")[1] for line in RULES.splitlines() if "@" in line]
BOOK = "".join(f"{number}. It is so.\n" for number in CITED)


def program(steps: str) -> Program:
    """The program with a scenario of these lines."""
    body = "".join(f"    {line}\n" for line in steps.strip().splitlines())
    text = f'{RULES}\nscenario "tried":\n{body}'
    return program_of(text, {"cited.md": BOOK})


def reached(steps: str) -> set[str]:
    """The paragraphs that a scenario of these lines reaches."""
    made = program(steps)
    result = usages(made)
    (decl,) = made.world.scenarios

    assert CITED == list(result)
    assert None is run_scenario(made, decl, Games(made)).message
    assert [1] == list(count_scenarios(made, result))
    return {number for number, usage in result.items() if usage.reached}


def test_at_the_first_choice() -> None:
    """What is offered has been asked for; what is chosen only later has not."""
    offered = {"R-1", "M-1", "M-3", "M-4"}
    asked = {"W-1", "W-2", "W-3"}  # by a condition on what could be taken

    assert offered | asked == reached("expect player 1 to act")


def test_an_action_is_reached_with_the_conditions_in_its_head() -> None:
    result = reached("player 1: take good=wood")

    assert {"M-2", "T-1", "T-2", "T-3", "T-4", "W-1", "W-2"} <= result
    assert not {"T-5", "T-6", "T-7", "M-5", "M-6", "A-1"} & result


def test_until_is_reached_at_the_end_of_the_round() -> None:
    assert "R-2" in reached("player 1: wait")
    assert "R-2" not in reached("start turns(player 1)\nplayer 1: wait")


@pytest.mark.parametrize(
    ("silver", "wanted"),
    [
        (5, {"I-1", "I-4"}),
        (2, {"I-1", "I-2", "I-4"}),
        (1, {"I-1", "I-2", "I-3", "I-4"}),
    ],
)
def test_branches(silver: int, wanted: set[str]) -> None:
    steps = f"given:\n    player 1.silver = {silver}\nstart branches(player 1)"

    assert wanted == {n for n in reached(steps) if n.startswith("I")}


@pytest.mark.parametrize(
    ("silver", "wanted"),
    [(9, {"A-1", "A-2"}), (6, {"A-1", "A-2", "A-3"}), (5, {"A-1", "A-3"})],
)
def test_adjustments_are_reached_where_they_apply(
    silver: int, wanted: set[str]
) -> None:
    steps = f"""
given:
    player 1.silver = {silver}
start turns(player 1)
player 1: spend
"""
    assert wanted == {n for n in reached(steps) if n.startswith("A")}


def test_handlers_are_reached_where_they_apply() -> None:
    assert "H-2" in reached("start branches(player 1)")
    assert "H-1" not in reached("start branches(player 1)")


def test_the_conditions_of_a_choice() -> None:
    before = reached("start late(player 1)\nexpect player 1 to act")
    after = reached("start late(player 1)\nplayer 1: 2\nplayer 1: goods={wool}")

    assert {"C-1", "C-2", "C-3", "C-4"} == {n for n in before if n.startswith("C")}
    assert {f"C-{n}" for n in range(1, 9)} - {"C-5"} == {
        n for n in after if n.startswith("C")
    }


def test_coverage_counts_conditions() -> None:
    made = program("expect player 1 to act")
    hits = Hits()
    (decl,) = made.world.scenarios
    run_scenario(made, decl, lambda n, options: hits.game(made, n, options))
    (file,) = hits.files()
    lines = RULES.splitlines()
    missing = {
        lines[point.span.line - 1].strip().split("  ")[0]
        for point in file.points
        if point.kind == CONDITION and not point.count
    }

    assert {
        "adjust toll(p) when p.silver > 5 order 1: result - 1",
        "adjust toll(p) when p.silver < 9 order 2: result + 1",
        "until player 1.silver < 4",
        "else if p.silver > 1:",
        "where n > 1",
        "require n < 3",
        "prefer n == 2",
        "where it != wood",
        "require size(goods) < 2",
    } <= missing
    assert "where good not in p.taken" not in missing


TRIED = {
    "before the first choice": "expect player 1 to act",
    "to the end": """
player 1: take good=wood
player 1: 2
player 1: goods={wool}
expect game over
""",
    "rounds": """
given:
    player 1.silver = 9
    player 2.silver = 6
player 1: spend
""",
    "the way on": """
start late(player 1)
player 1: 2
player 1: goods={wool}
expect rule over
""",
    "branches": """
given:
    player 1.silver = 2
start branches(player 1)
given:
    player 1.silver = 0
start branches(player 1)
""",
    "nothing left": """
given:
    player 1.silver = 0
    player 1.taken = [wood, wool, salt]
start turns(player 1)
player 1: wait
""",
}


def test_every_point_is_counted(snapshot_txt: SnapshotAssertion) -> None:
    """Each point of the rules with how often it is reached by some scenarios, or by all."""
    every = Hits()
    columns = []
    for steps in TRIED.values():
        made = program(steps)
        own = Hits()
        for hits in (own, every):
            (decl,) = made.world.scenarios
            assert run_scenario(made, decl, partial(hits.game, made)).message is None
        columns.append(own.files()[0])
    (all_,) = every.files()
    columns.append(all_)
    lines = [f"{n}. {name}" for n, name in enumerate([*TRIED, "all"], 1)]
    source = RULES.splitlines()
    for points in zip(*(file.points for file in columns), strict=True):
        point = points[-1]
        line = source[point.span.line - 1].partition("  @")[0].strip()
        counts = " ".join(f"{one.count:2}" for one in points)
        missing = " / ".join(sorted({one.missing for one in points if not one.count}))
        lines.append(
            f"{counts}  {point.kind:9} {line}  [{point.span.column}] {missing}"
        )
    for kind in ("statement", "condition", "branch", "option"):
        of = [file.of(kind) for file in columns]
        lines.append(f"{kind}: {of}, together {totals(columns, kind)}")
    lines += [f"lines: {all_.lines}", f"missing: {all_.missing}"]

    assert "\n".join(lines) == snapshot_txt

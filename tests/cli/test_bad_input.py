"""Each kind of bad input: one clear message, the right status, nothing half-written."""

from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from running import PLOTS, ROOT, Ran, rulesrun
from syrupy.assertion import SnapshotAssertion

from rulesrun.cli.main import COMMANDS, loaded, main
from rulesrun.cli.output.direction import unmarked

SMALL = """\
language 1

game small "Small":
    players 2

play:
    let p = player 1
    repeat:
        p chooses n in 1..3
        p = p.left
    until n == 3
"""

DEEP = ("(" * 50 + "\n", ")" * 50 + "\n")
RULES: dict[str, tuple[bytes, str]] = {
    "empty": (b"", ":1:1: error[empty-file]"),
    "blank": (b"\n  \n\n", ":1:1: error[empty-file]"),
    "10 MB of one line": (b"language 1 " + b"x" * 10_000_000, "is too large: 10.0 MB"),
    "binary": (bytes(range(256)), "is not a text file: it holds binary data"),
    "utf-16": (SMALL.encode("utf-16"), "is a text in UTF-16; save the file as UTF-8"),
    "utf-16 without a mark": (SMALL.encode("utf-16-be"), "is a text in UTF-16"),
    "utf-32": (SMALL.encode("utf-32"), "is a text in UTF-32"),
    "latin-1": (
        SMALL.replace("Small", "Klein und schön").encode("latin-1"),
        "is not UTF-8 text: line 3 holds the byte 0xf6; save the file as UTF-8",
    ),
    "nested 10,000 deep": (
        (
            SMALL
            + "function f(a: int) -> int =\n"
            + f"    {DEEP[0]}" * 200
            + "    a\n"
            + f"    {DEEP[1]}" * 200
        ).encode(),
        ":13:5: error[nested-too-deep]",
    ),
    "blocks in blocks": (
        (
            SMALL
            + "rule r:\n"
            + "".join(f"{' ' * n}if true:\n" for n in range(4, 200, 4))
        ).encode(),
        ":53:165: error[nested-too-deep]",
    ),
    "tabs": (
        SMALL.replace("    players", "\tplayers").encode(),
        ":4:1: error[tab-in-indentation]",
    ),
    "tabs and blanks": (
        SMALL.replace("        p ch", "\t    p ch").encode(),
        ":9:1: error[tab-in-indentation]",
    ),
    "includes itself": (
        (SMALL + 'include "bad.rules"\n').encode(),
        ":12:9: error[recursive-include]",
    ),
    "includes a folder": (
        (SMALL + 'include "."\n').encode(),
        ":12:9: error[unreadable-table]",
    ),
    "includes what is nowhere": (
        (SMALL + 'include "nowhere.rules"\n').encode(),
        ":12:9: error[unreadable-table]",
    ),
    "includes a file of the system": (
        (SMALL + 'include "/etc/passwd"\n').encode(),
        ":12:9: error[unreadable-table]",
    ),
    "unknown edition": (
        SMALL.replace("language 1", "language 77").encode(),
        ":1:1: error[unknown-edition]",
    ),
}


@pytest.mark.parametrize(("data", "message"), RULES.values(), ids=RULES.keys())
def test_rules(data: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.rules"
    path.write_bytes(data)
    ran = rulesrun("validate", path, "--format", "short")
    assert f"TMP/bad.rules{'' if message[0] == ':' else ' '}{message}" in ran.err
    assert ran.code == (1 if "error[" in message else 2)
    played = rulesrun("play", path, "--log", tmp_path / "game.log")
    assert (ran.code, "") == (played.code, played.out)
    assert not (tmp_path / "game.log").exists()


@pytest.mark.parametrize(
    "data",
    [b"\xef\xbb\xbf" + SMALL.encode(), SMALL.replace("\n", "\r\n").encode()],
    ids=["byte-order mark", "Windows line ends"],
)
def test_rules_that_are_all_right(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "good.rules"
    path.write_bytes(data)
    assert rulesrun("validate", path).code == 0
    assert rulesrun("simulate", path, "--games", 2).code == 0


def test_windows_line_ends_are_the_same_rules(tmp_path: Path) -> None:
    one, other, log = tmp_path / "small.rules", tmp_path / "w.rules", tmp_path / "l"
    one.write_text(SMALL)
    rulesrun("play", one, "--seat", "1=random", "--seed", 1, "--log", log)
    (tmp_path / "w").mkdir()
    other = tmp_path / "w" / "small.rules"
    other.write_bytes(SMALL.replace("\n", "\r\n").encode())
    assert rulesrun("replay", log, "--rules", other, "--verify").code == 0


def test_unreadable_file(tmp_path: Path) -> None:
    ran = rulesrun("validate", tmp_path)
    assert (2, "") == (ran.code, ran.out)
    assert ran.err == "Error: there are no rules files in TMP\n"
    (tmp_path / "dir.rules").mkdir()
    assert rulesrun("validate", tmp_path / "dir.rules").code == 2
    assert rulesrun("validate", "/dev/null").code == 2
    assert rulesrun("validate", "a\0b").code == 2
    assert rulesrun("validate", "x" * 5000).code == 2


# ---- tables --------------------------------------------------------------------------

CARDS = """\
language 1

game small:
    players 2

card Thing:
    value: 1..9

supply:
    3 Thing from "things.csv"

state:
    deck: deck of Thing

each player:
    hand: hand of Thing

play:
    move Thing to deck
    draw 1 from deck to player 1.hand
    rank players by most size(it.hand)
"""

TABLES = {
    "missing column": (b"name\na\nb\nc\n", "things.csv:1:1: error[missing-column]"),
    "extra column": (
        b"name,value,colour\na,1,x\nb,2,x\nc,3,x\n",
        "things.csv:1:12: error[extra-column]",
    ),
    "duplicate column": (
        b"name,value,value\na,1,1\nb,2,2\nc,3,3\n",
        "things.csv:1:12: error[extra-column]",
    ),
    "missing cell": (
        b"name,value\na,1\nb\nc,3\n",
        "things.csv:3:1: error[bad-table-row]",
    ),
    "bad cell": (b"name,value\na,1\nb,two\nc,3\n", "things.csv:3:3: error[bad-cell]"),
    "missing row": (b"name,value\na,1\nb,2\n", "cards.rules:10:5: error[count-"),
    "empty": (b"", 'the file "things.csv" is empty'),
    "not UTF-8": (b"name,value\na\xff,1\n", "line 2 holds the byte 0xff"),
    "binary": (b"\0\1\2", "it holds binary data"),
}


@pytest.mark.parametrize(("data", "message"), TABLES.values(), ids=TABLES.keys())
def test_tables(data: bytes, message: str, tmp_path: Path) -> None:
    (tmp_path / "cards.rules").write_text(CARDS)
    (tmp_path / "things.csv").write_bytes(data)
    ran = rulesrun("validate", tmp_path / "cards.rules", "--format", "short")
    assert (1, "1 file checked: 1 error\n") == (ran.code, ran.out)
    assert message in ran.err


def test_a_table_far_away_is_not_read(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b" / "c" / "d"
    folder.mkdir(parents=True)
    (tmp_path / "things.csv").write_text("value\n1\n2\n3\n")
    text = CARDS.replace("things.csv", "../../../../things.csv")
    (folder / "cards.rules").write_text(text)
    ran = rulesrun("validate", folder / "cards.rules", "--format", "short")
    assert "unreadable-table" in ran.err


# ---- words on the command line -------------------------------------------------------


def play(*args: object) -> Ran:
    return rulesrun("play", PLOTS, *args)


USAGE = {
    "too many players": ("--players", 9),
    "no players": ("--players", 0),
    "players in words": ("--players", "two"),
    "unknown option": ("--option", "pour=yes"),
    "option without a value": ("--option", "rich"),
    "option of another kind": ("--option", "rich=7"),
    "unknown kind of seat": ("--seat", "1=humna"),
    "seat without a kind": ("--seat", "1"),
    "seat that is not there": ("--players", 2, "--seat", "3=human"),
    "seat given twice": ("--seat", "1=human", "--seat", "1=random"),
    "unknown language": ("--lang", "xx"),
    "negative seed": ("--seed", -1),
    "misspelt switch": ("--sede", 3),
    "unknown view": ("--view", "none"),
    "no script": ("--script", "nowhere.script"),
    "script that is a folder": ("--script", "tests"),
}


@pytest.mark.parametrize("args", USAGE.values(), ids=USAGE.keys())
def test_usage(
    args: tuple[object, ...], tmp_path: Path, snapshot_txt: SnapshotAssertion
) -> None:
    ran = play(*args, "--log", tmp_path / "game.log")
    assert (2, "") == (ran.code, ran.out)
    assert ran.err == snapshot_txt
    assert not (tmp_path / "game.log").exists()


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("tic_tac_tow", 'did you mean "tic_tac_toe"?'),
        ("alhmabra", 'did you mean "alhambra"?'),
        ("qqqqqq", "`rulesrun list` shows the shipped games"),
    ],
)
@pytest.mark.parametrize("command", ["play", "validate", "simulate", "test"])
def test_unknown_game(command: str, name: str, hint: str) -> None:
    ran = rulesrun(command, name)
    assert (2, "") == (ran.code, ran.out)
    assert hint in ran.err


def test_misspelt_path() -> None:
    ran = rulesrun("play", "tests/cli/games/plost.rules")
    assert ran.code == 2
    assert 'did you mean "plots.rules"?' in ran.err


# ---- logs that cannot be written -----------------------------------------------------


def test_unwritable_log(tmp_path: Path) -> None:
    ran = play("--log", tmp_path / "nowhere" / "game.log")
    assert (2, "") == (ran.code, ran.out)
    assert "cannot write the log TMP/nowhere/game.log: no such file" in ran.err
    assert play("--log", tmp_path).code == 2
    assert play("--log", "a\0b").code == 2


def test_a_log_is_not_written_over(tmp_path: Path) -> None:
    log = tmp_path / "game.log"
    log.write_text("precious")
    ran = play("--log", log)
    assert (2, "") == (ran.code, ran.out)
    assert "TMP/game.log is there already; --force writes over it" in ran.err
    assert log.read_text() == "precious"
    assert play("--log", log, "--force").code == 0
    assert log.read_text().startswith('{"rulesrun": 1')


def test_script_for_other_players(tmp_path: Path) -> None:
    script = ROOT / "docs/demo/alhambra.script"
    ran = rulesrun("play", "alhambra", "--script", script, "--players", 4)
    assert (2, "") == (ran.code, ran.out)
    assert "the script says players 3 in line" in ran.err
    ran = play("--script", script)
    assert ran.code == 1


def test_binary_script_and_log(tmp_path: Path) -> None:
    path = tmp_path / "noise"
    path.write_bytes(bytes(range(256)) * 10)
    assert play("--script", path).code == 2
    assert rulesrun("replay", path).code == 2
    assert rulesrun("replay", tmp_path / "nowhere").code == 2


# ---- each command and each option, called as somebody new would -----------------------


def _calls() -> Iterator[tuple[str, click.Context]]:
    """Every command, also those in others, with a context of it."""

    def below(command: click.Command, above: click.Context) -> Iterator[click.Context]:
        yield click.Context(command, parent=above, info_name=command.name)
        for inner in getattr(command, "commands", {}).values():
            yield from below(inner, click.Context(command, above, command.name))

    top = click.Context(main, info_name="rulesrun")
    for name in COMMANDS:
        for ctx in below(loaded(name), top):
            yield ctx.command_path.removeprefix("rulesrun "), ctx


CALLS = dict(_calls())
OPTIONS = [
    (name, option)
    for name, ctx in CALLS.items()
    for option in ctx.command.params
    if isinstance(option, click.Option) and not option.is_flag
]
NEEDLESS = {"--resume", "--language"}
"""Options behind which nothing needs to stand."""


def _misspelt(name: str) -> str:
    """A name with two of its letters in the other order."""
    at = next(
        n for n in range(1, len(name) - 1) if name[n] != "-" and name[n] != name[n + 1]
    )
    return f"{name[:at]}{name[at + 1]}{name[at]}{name[at + 2 :]}"


def told(ran: Ran) -> str:
    """The one line that says what is wrong."""
    assert (2, "") == (ran.code, ran.out)
    usage, hint, nothing, line = ran.err.splitlines()
    assert usage.startswith("Usage: rulesrun")
    assert "--help" in hint
    assert nothing == ""
    return line.removeprefix("Error: ")


@pytest.mark.parametrize("name", [name for name in CALLS if len(name) > 3])
def test_a_misspelt_command_is_recognised(name: str) -> None:
    *above, last = name.split()
    line = told(rulesrun(*above, _misspelt(last)))
    assert line == (
        f"there is no command '{_misspelt(last)}'; did you mean \"{last}\"?"
    )


@pytest.mark.parametrize("name", CALLS)
def test_a_misspelt_option_is_recognised(name: str) -> None:
    for option in CALLS[name].command.params:
        given = max(option.opts, key=len)
        if isinstance(option, click.Option) and len(given) > 4:
            line = told(rulesrun(*name.split(), _misspelt(given)))
            assert line.startswith(f"there is no option '{_misspelt(given)}'; did you")
            assert f'"{given}"' in line


@pytest.mark.parametrize("name", CALLS)
def test_an_option_like_no_other_is_told_where_to_look(name: str) -> None:
    line = told(rulesrun(*name.split(), "--zzzzzz"))
    assert line == (
        f"there is no option '--zzzzzz'; `rulesrun {name} --help` lists the options"
    )


@pytest.mark.parametrize("name", CALLS)
def test_what_is_missing_is_told_with_an_example(name: str) -> None:
    needed = [param for param in CALLS[name].command.params if param.required]
    if needed:
        ran = rulesrun(*name.split())
        assert f"is missing: write it as in `rulesrun {name} " in told(ran)
        example = told(ran).rpartition(f"`rulesrun {name} ")[2].removesuffix("`")
        again = rulesrun(*name.split(), *example.split(), "--zzzzzz")
        assert "there is no option '--zzzzzz'" in again.err


@pytest.mark.parametrize(
    ("name", "option"), OPTIONS, ids=[f"{n} {o.opts[0]}" for n, o in OPTIONS]
)
def test_a_value_that_is_missing_or_wrong_is_told_with_an_example(
    name: str, option: click.Option
) -> None:
    given = max(option.opts, key=len)
    missing = "something is missing behind"
    if given not in NEEDLESS:
        line = told(rulesrun(*name.split(), given))
        assert line.startswith(f"{missing} {given}: write it as in `{given} ")
    if option.type.name != "text":
        line = told(rulesrun(*name.split(), given, "qqqq"))
        assert line.endswith(", not 'qqqq'")
        assert f"such as `{given} " in line or " is one of " in line
        if "such as" in line:  # and the example can be given
            example = line.partition("such as `")[2].partition("`")[0]
            again = rulesrun(*name.split(), *example.split(), "--zzzzzz")
            assert "there is no option '--zzzzzz'" in again.err
    persian = unmarked(rulesrun("--lang", "fa", *name.split(), given).err)
    assert missing not in persian


@pytest.mark.parametrize(
    ("args", "remedy"),
    [
        (("replay", "README.md"), "`rulesrun new NAME` begins"),
        (("play", "README.md"), "`rulesrun new NAME` begins"),
        (("replay", "LICENSE"), "`rulesrun play GAME --log FILE` records one"),
        (("play", "tests"), "name a file in it"),
        (("replay", "tests"), "name a file in it"),
        (("trace", "nim"), 'write rulebook "FILE.md" below `game`'),
        (("play", "nosuch.rules"), "`rulesrun list` shows the shipped games"),
        (("language-server", "x"), "`rulesrun language-server --help` says what is"),
        (("play", "nim", "--plain=3"), "--plain takes no value: write it alone"),
    ],
)
def test_what_cannot_be_used_is_told_with_a_remedy(
    args: tuple[str, ...], remedy: str
) -> None:
    ran = rulesrun(*args)
    assert ran.code in (1, 2)
    assert remedy in ran.err
    assert not unmarked(rulesrun(*args, "--lang", "fa").err).isascii()

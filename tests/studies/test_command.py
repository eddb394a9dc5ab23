"""`rulesrun simulate` as a study, as a person would use it."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulesrun.cli.main import main
from rulesrun.cli.study.conduct import Run
from rulesrun.interpreter.logs import read_log
from rulesrun.studies import charts

LOTTERY = "tests/studies/lottery.rules"


def simulate(*args: object) -> tuple[int, str, str]:
    done = CliRunner().invoke(main, ["simulate", LOTTERY, *map(str, args)])
    assert done.exception is None or isinstance(done.exception, SystemExit)
    return done.exit_code, done.stdout, done.stderr


@pytest.fixture(scope="module", name="folder")
def _folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("study") / "gift"
    options = ("--games", 130, "--option", "gift=0,6", "--jobs", 1, "-o", folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(charts, "VALIDATED", True)
        code, out, err = simulate(*options)
    assert (code, err) == (0, "")
    assert "With gift=6, seat 1 has" in out
    return folder


def test_the_report_needs_nothing_but_itself(folder: Path) -> None:
    for name in ("report.html", "report.fa.html"):
        text = (folder / name).read_text("utf-8")
        assert text.count("<svg") >= 5
        assert "<script" not in text
        assert not re.findall(r'(?:src|href)="https?:', text)
        assert "rulesrun simulate" in text
    assert 'dir="rtl"' in (folder / "report.fa.html").read_text("utf-8")


def test_the_persian_report_speaks_persian(folder: Path) -> None:
    """Decisions, actions and counters by their Persian names; numbers in one way."""
    text = (folder / "report.fa.html").read_text("utf-8")
    body = re.sub(r"<(pre|style|code)\b.*?</\1>", "", text, flags=re.DOTALL)
    for name in ("Which ticket?", "Take a ticket", ">points<"):
        assert name not in body
    assert "کدام بلیت؟" in body
    assert "`" not in body
    assert re.search("[\u06f0-\u06f9]\u066b[\u06f0-\u06f9]", body)
    assert not re.search("[\u06f0-\u06f9][.][\u06f0-\u06f9]", body)


def test_findings_lead_to_recorded_games(folder: Path) -> None:
    text = (folder / "report.html").read_text("utf-8")
    games = set(re.findall(r'href="(recorded/[^"]+)"', text))
    assert games
    for game in games:
        log = read_log((folder / game).read_text("utf-8"))
        assert log.ranking is not None
        done = CliRunner().invoke(
            main, ["replay", str(folder / game), "--verify", "--rules", LOTTERY]
        )
        assert done.exit_code == 0, done.output


def test_it_goes_on_where_it_was_stopped(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stopped in the middle and taken up again: the same tables, file by file."""
    options = ("--games", 130, "--option", "gift=0,6", "--jobs", 1)
    results = Run._results

    def interrupted(self: Run) -> object:
        for count, result in enumerate(results(self)):
            if count == 31:
                raise KeyboardInterrupt
            yield result

    monkeypatch.setattr(Run, "_results", interrupted)
    code, out, err = simulate(*options, "-o", tmp_path / "s")
    assert code == 1
    assert "--resume goes on" in err
    assert "What was found" in out
    monkeypatch.setattr(Run, "_results", results)
    assert simulate(*options, "-o", tmp_path / "s")[0] == 2
    code, _, err = simulate(*options, "--seed", 2, "-o", tmp_path / "s", "--resume")
    assert (code, "seed is 1 there" in err) == (2, True)
    assert simulate(*options, "-o", tmp_path / "s", "--resume")[0] == 0
    for path in folder.rglob("*.parquet"):
        other = tmp_path / "s" / path.relative_to(folder)
        assert path.read_bytes() == other.read_bytes(), path


def test_force_leaves_nothing_of_the_study_before(tmp_path: Path) -> None:
    assert simulate("--games", 9, "--jobs", 1, "-o", tmp_path / "s")[0] == 0
    assert simulate("--games", 2, "--jobs", 1, "-o", tmp_path / "s", "--force")[0] == 0
    assert len(list((tmp_path / "s" / "games").iterdir())) == 2
    asked = json.loads((tmp_path / "s" / "study.json").read_text("utf-8"))
    assert asked["games"] == 2


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "diary.txt").write_text("dear diary")
    code, _, err = simulate("-o", tmp_path)
    assert (code, "holds other files" in err) == (2, True)


def test_in_persian(tmp_path: Path) -> None:
    code, out, _ = simulate(
        "--games", 4, "--jobs", 1, "--seat", "1=greedy", "--lang", "fa"
    )
    assert code == 0
    assert "چه کسی می‌برد" in out
    assert "۴" in out


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--seat", "1=thinkr"], "thinker"),
        (["--seat", "3=greedy", "--players", "2"], "no seat 3"),
        (["--seat", "others=clever"], "nobody of the kind 'clever'"),
        (["--seat", "others=greedy", "--seat", "others=random"], "given twice"),
        (["--option", "gift"], "name=value"),
        (["--option", "gift=1,"], "neither a number nor a name"),
        (["--option", "gift=1,99"], "in 0..20"),
        (["--option", "gft=1,2"], "did you mean"),
        (["--option", "gift=1,2", "--option", "gift=3"], "given twice"),
        (["--option", "gift=0..20", "--set", "rounds=1..20"], "arms; at most"),
        (["--set", "round=1..3"], 'did you mean "rounds"'),
        (["--set", "rounds=5..1"], "not a range"),
        (["--set", "rounds=1;2"], "neither a number nor a name"),
        (["--until", "2"], "--until as 2%"),
        (["--until", "70%"], "--until as 2%"),
        (["--resume"], "say which with -o"),
        (["--seat", "1=greedy", "--check"], "no --check"),
        (["--players", "many", "--seat", "1=greedy"], "--players is a number"),
    ],
)
def test_bad_options(options: list[str], said: str) -> None:
    code, _, err = simulate(*options)
    assert code == 2
    assert said in err


def test_a_constant_that_makes_the_rules_faulty() -> None:
    code, _, err = simulate("--set", "rounds=lots")
    assert code == 1
    assert "unknown" in err
    assert "--set rounds=lots" in err


NEEDS_EXTRA = """
import sys
for name in ("polars", "scipy", "altair", "vl_convert", "numpy"):
    sys.modules[name] = None
from rulesrun.cli.main import main
main(sys.argv[1:])
"""


def test_without_the_extra_random_games_are_played_as_before() -> None:
    run = [sys.executable, "-c", NEEDS_EXTRA, "simulate", LOTTERY, "--games", "3"]
    plain = subprocess.run(run, capture_output=True, text=True, check=False)
    assert (plain.returncode, plain.stderr) == (0, "")
    assert "games played, none went wrong" in plain.stdout
    study = [*run, "--seat", "1=greedy"]
    told = subprocess.run(study, capture_output=True, text=True, check=False)
    assert told.returncode == 2
    assert "pip install 'rulesrun[study]'" in told.stderr


SAYS_HOW_IT_BEGINS = """
import multiprocessing
import sys
from rulesrun.cli.main import main
asked = multiprocessing.get_context
def told(method=None):
    print(method, sorted({"numpy", "polars", "scipy"} & set(sys.modules)))
    return asked(method)
multiprocessing.get_context = told
main(sys.argv[1:])
"""


@pytest.mark.skipif(sys.platform != "linux", reason="processes are forked on Linux")
def test_processes_begin_before_anything_has_threads() -> None:
    """They have at once what has been read; nothing that starts threads is imported."""
    options = ["simulate", LOTTERY, "--games", "8", "--seat", "1=random", "--jobs", "2"]
    run = [sys.executable, "-c", SAYS_HOW_IT_BEGINS, *options]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("fork []\n")


@pytest.mark.parametrize("games", [1, 2])
def test_a_game_without_points(games: int, tmp_path: Path) -> None:
    options = ["--games", str(games), "--jobs", "1", "-o", str(tmp_path / "s")]
    done = CliRunner().invoke(main, ["simulate", "tic_tac_toe", *options])
    assert done.exit_code == 0, done.output
    assert "Nothing that is larger than chance" in done.stdout
    assert (tmp_path / "s" / "report.html").exists()


def test_games_that_go_wrong(tmp_path: Path) -> None:
    rules = tmp_path / "wrong.rules"
    rules.write_text(
        """\
language 1

game wrong "Wrong":
    players 2

state:
    total: 0..2

play:
    let p = player 1
    repeat:
        p chooses n in 1..2
        total += n
        p = p.left
    until total == 5
"""
    )
    options = ["--games", "3", "--jobs", "1", "-o", str(tmp_path / "s")]
    done = CliRunner().invoke(main, ["simulate", str(rules), *options])
    assert done.exit_code == 1
    assert "3 games went wrong" in done.stderr
    report = (tmp_path / "s" / "report.html").read_text("utf-8")
    assert "Games that went wrong" in report


LARGE = """
import contextlib, sys, time
from rulesrun.studies import work
from rulesrun.studies.plan import Part, Study

def large(part):
    return {"games": bytes(30_000_000)}

work._play = large
with contextlib.suppress(KeyboardInterrupt), work.Processes(2) as processes:
    results = processes.results(Study(()), (Part(n, 0, 1) for n in range(100)))
    next(results)
    time.sleep(float(sys.argv[1]))
    raise KeyboardInterrupt
print("ended")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nothing is forked")
@pytest.mark.parametrize("later", [0, 0.004, 0.008, 0.012])
def test_what_is_interrupted_while_results_are_written_ends(later: float) -> None:
    command = [sys.executable, "-c", LARGE, str(later)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.stdout == "ended\n", done.stderr


def test_a_report_names_players_who_do_not_mix() -> None:
    for seats, is_told in (
        (("greedy", "thinker:10"), True),
        (("thinker:10",) * 2, False),
    ):
        given = [
            part
            for n, kind in enumerate(seats, 1)
            for part in ("--seat", f"{n}={kind}")
        ]
        done = CliRunner().invoke(
            main, ["simulate", "classics/kuhn_poker", "--games", "4", *given]
        )
        told = " ".join(done.output.split())
        assert ("Whoever plays as greedy does not weigh that" in told) == is_told, told

"""Installs the wheel into a fresh environment of each Python, and uses it elsewhere.

`python tests/wheel/try_out.py python3.11 python3.13` builds the wheel; with `--wheel FILE`
it takes that one. Nothing is read from the checkout once the wheel is there: all commands
run in an empty folder whose name has blanks and letters beyond ASCII in it.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]

COMMANDS = (
    ("rulesrun --version", "rulesrun, version"),
    ("rulesrun list", "alhambra"),
    ("rulesrun docs --language", "# The language of `.rules` files"),
    ("rulesrun docs --pages", "designers"),
    ("rulesrun explain unknown-name", "unknown-name"),
    ("rulesrun new picnic", "picnic"),
    ("rulesrun validate picnic.rules", "no problems"),
    ("rulesrun fmt --check picnic.rules", "0 would change"),
    ("rulesrun test .", "passed"),
    ("rulesrun validate keyflower", "no problems"),
    ("rulesrun simulate tic_tac_toe --games 20", "none went wrong"),
    ("rulesrun docs alhambra -o pages", "wrote"),
    ("python -m rulesrun debug tokens picnic.rules", "language"),
)
"""What is typed, and a part of what must be printed."""

PLAYED = """
import importlib.util, random, sys
names = "agents cli docs dsl interpreter rules".split()
assert not any(map(importlib.util.find_spec, names)), "a folder of ours is at the top"
from importlib.metadata import entry_points, metadata
about = metadata("rulesrun")
assert "](docs" not in about["Description"], "a link that leads nowhere"
assert about["License-Expression"] == "MIT" and about["Requires-Python"] == ">=3.11"
assert about["Summary"] and about["Keywords"] and about["Author"]
assert about["Description-Content-Type"] == "text/markdown"
assert {"study", "table", "editor", "agents"} <= set(about.get_all("Provides-Extra"))
assert "Typing :: Typed" in about.get_all("Classifier")
assert entry_points(group="console_scripts", name="rulesrun")
import rulesrun
position = rulesrun.load("alhambra", players=3).start(seed=7)
while not position.over:
    position.choose(random.choice(position.options))
print(position.ranking)
"""


MOST = 900
"""Seconds for one command; the slowest takes 2 where nothing else runs."""


def build(folder: Path) -> Path:
    """The wheel of this checkout, built into a folder."""
    command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w"]
    subprocess.run([*command, str(folder), str(ROOT)], check=True)
    return next(folder.glob("rulesrun-*.whl"))


def install(python: str, wheel: Path, folder: Path) -> Path:
    """A new environment of that Python with the wheel; the folder of its commands."""
    subprocess.run([python, "-m", "venv", str(folder)], check=True)
    result = folder / ("Scripts" if os.name == "nt" else "bin")
    command = [str(result / "python"), "-m", "pip", "install", "-q", str(wheel)]
    subprocess.run([*command, "--disable-pip-version-check"], check=True)
    return result


def try_out(commands: Path, folder: Path) -> list[str]:
    """What went wrong with an installed wheel; uses it in that folder."""
    environment = {
        "PATH": os.pathsep.join((str(commands), os.environ["PATH"])),
        "HOME": str(folder),
        "LC_ALL": "C.UTF-8",
        "PYTHONWARNINGS": "error",
    }
    wrong: list[str] = []

    def run(command: list[str], expected: str, **more: str) -> None:
        ran = subprocess.run(
            [str(commands / command[0]), *command[1:]],
            cwd=folder,
            env=environment | more,
            capture_output=True,
            text=True,
            timeout=MOST,
        )
        if ran.returncode or expected not in ran.stdout:
            said = (ran.stdout + ran.stderr).strip()[-300:]
            wrong.append(f"{' '.join(command)[:60]} [{ran.returncode}]\n{said}")

    for line, expected in COMMANDS:
        run(line.split(), expected)
    run(["python", "-c", PLAYED], "(")
    words = {"COMP_WORDS": "rulesrun play al", "COMP_CWORD": "2"}
    seconds = []
    for _ in range(5):
        before = sum(os.times()[2:4])
        run(["rulesrun"], "alhambra", _RULESRUN_COMPLETE="bash_complete", **words)
        seconds.append(sum(os.times()[2:4]) - before)
    print(f"    the tab key takes {sorted(seconds)[2]:.2f} s of the processor's time")
    return wrong


def main() -> int:
    """Try all Pythons that are asked for; 1 if anything went wrong."""
    parser = argparse.ArgumentParser(description="Try the wheel out.")
    parser.add_argument("pythons", nargs="*", default=[sys.executable])
    parser.add_argument("--wheel", type=Path, help="a wheel that is there already")
    given = parser.parse_args()
    failed = False
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        wheel = given.wheel or build(place)
        print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB")
        for number, python in enumerate(given.pythons):
            version = subprocess.run(
                [python, "--version"], capture_output=True, text=True, check=True
            ).stdout.strip()
            print(version)
            home = place / f"elsewhere {number} کوه"
            home.mkdir()
            wrong = try_out(install(python, wheel, place / f"env{number}"), home)
            for one in wrong:
                print(f"    WRONG: {one}")
            failed = failed or bool(wrong)
            if not wrong:
                print(f"    {len(COMMANDS) + 2} commands, all as they should be")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())

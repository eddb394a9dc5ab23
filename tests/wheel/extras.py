"""Installs the wheel with one extra at a time, each into a fresh environment, and uses it there
as the pages say.

    python tests/wheel/extras.py [--wheel FILE] [--cluster] [EXTRAS ...]

`EXTRAS` are those of one environment, such as `study` or `agents,native`; without any it is all
that pages name (`cluster` only if it is named or asked for: Ray is large). Every example in
Python of `docs/` runs where the extras are installed that its section has named before it, or
the beginning of its page, and no others.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from try_out import ROOT, build

PARTS = re.compile(
    r"^## [^\n]*$|^```python\n(?P<code>.*?)^```$|rulesrun\[(?P<extras>[a-z,]+)\]",
    re.M | re.S,
)

SERVED = """
import re, subprocess, sys, urllib.request
command = ["rulesrun", "serve", "tic_tac_toe", "--port", "0", "--no-qr"]
with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as serving:
    for line in serving.stdout:
        found = re.search(r"http://\\S+", line)
        if found:
            break
    page = urllib.request.urlopen(found[0], timeout=60).read()
    serving.terminate()
assert b"<html" in page, page[:200]
print("a page of", len(page), "bytes")
"""

EDITED = """
import json, subprocess
def message(**fields):
    text = json.dumps({"jsonrpc": "2.0", **fields})
    return f"Content-Length: {len(text)}\\r\\n\\r\\n{text}".encode()
asked = [
    message(id=1, method="initialize", params={"processId": None, "capabilities": {}}),
    message(method="initialized", params={}),
    message(id=2, method="shutdown"),
    message(method="exit"),
]
command = ["rulesrun", "language-server"]
done = subprocess.run(command, input=b"".join(asked), capture_output=True, timeout=120)
assert b"completionProvider" in done.stdout, done
print("it answers", len(done.stdout), "bytes")
"""

DONE = {
    "study": [
        "rulesrun simulate tic_tac_toe --games 40 --seat 1=thinker:20 -o first",
        "import pathlib; assert pathlib.Path('first/report.html').stat().st_size > 1000",
    ],
    "cluster": ["rulesrun simulate tic_tac_toe --games 40 --cluster local -o far"],
    "native": ["rulesrun simulate tic_tac_toe --games 40 --engine native"],
    "sandbox": ["rulesrun simulate tic_tac_toe --games 40 --engine sandbox"],
    "table": [SERVED],
    "editor": [EDITED],
}
"""What is done with an extra, besides the examples of pages: commands, or programs."""

MOST = 1_800
"""Seconds for one command, on a machine that has much else to do."""


def examples() -> Iterator[tuple[frozenset[str], str, str]]:
    """Every example in Python: the extras that it has, where it stands, the code."""
    for page in sorted((ROOT / "docs").glob("*.md")):
        text = page.read_text("utf-8")
        of_page, of_section, has_begun = frozenset[str](), frozenset[str](), False
        for result in PARTS.finditer(text):
            if result["extras"]:
                named = frozenset(result["extras"].split(","))
                if not has_begun:
                    of_page |= named
                of_section |= named
            elif result["code"] is None:
                has_begun, of_section = True, of_page
            else:
                line = text.count("\n", 0, result.start()) + 1
                yield of_section, f"{page.name}:{line}", result["code"]


def declared() -> frozenset[str]:
    """The extras of the project."""
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    return frozenset(tomllib.loads(text)["project"]["optional-dependencies"])


def installed(wheel: Path, extras: str, folder: Path) -> Path:
    """A new environment with the wheel and extras; the folder of its commands."""
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    commands = folder / ("Scripts" if os.name == "nt" else "bin")
    wanted = f"{wheel}[{extras}]" if extras else str(wheel)
    pip = [str(commands / "python"), "-m", "pip", "install", "-q", wanted]
    subprocess.run([*pip, "--disable-pip-version-check"], check=True)
    return commands


def tried(commands: Path, folder: Path, work: list[tuple[str, str]]) -> list[str]:
    """What goes wrong of some commands and programs, each with where it comes from."""
    environment = {
        "PATH": os.pathsep.join((str(commands), os.environ["PATH"])),
        "HOME": str(folder),
        "LC_ALL": "C.UTF-8",
    }
    wrong = []
    for place, line in work:
        is_command = line.startswith("rulesrun ")
        command = ["bash", "-c", line] if is_command else ["python", "-c", line]
        if command[0] == "python":
            command[0] = str(commands / "python")
        ran = subprocess.run(
            command,
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            timeout=MOST,
        )
        if ran.returncode:
            wrong.append(
                f"{place} [{ran.returncode}]\n{(ran.stdout + ran.stderr).strip()[-600:]}"
            )
    return wrong


def main() -> int:
    """Try all that is asked for; 1 if anything went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "extras", nargs="*", help="those of one environment: agents,native"
    )
    parser.add_argument("--wheel", type=Path, help="a wheel that is there already")
    parser.add_argument("--cluster", action="store_true", help="Ray, too")
    given = parser.parse_args()
    asked = [frozenset(each.split(",")) - {""} for each in given.extras]
    strange = sorted(frozenset[str]().union(*asked) - declared())
    if strange:
        parser.error(f"there is no extra {', '.join(strange)}")
    work: dict[frozenset[str], list[tuple[str, str]]] = {}
    for extras, where, code in examples():
        work.setdefault(extras, []).append((where, code))
    for extra, lines in DONE.items():
        if extra != "cluster" or given.cluster or {extra} in asked:
            work.setdefault(frozenset({extra}), []).extend(
                (extra, line) for line in lines
            )
    wanted = asked or list(work)
    idle = [",".join(sorted(extras)) for extras in wanted if extras not in work]
    if idle:
        parser.error(f"no page says what to do with {' and '.join(idle)} alone")
    failed = False
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        wheel = given.wheel or build(place)
        for extras in sorted(wanted, key=lambda e: (len(e), sorted(e))):
            named, folder = ",".join(sorted(extras)), place / "env"
            begin = time.monotonic()
            try:
                commands = installed(wheel, named, folder)
            except subprocess.CalledProcessError:
                print(
                    f"rulesrun[{named}]: it cannot be installed here: skipped",
                    flush=True,
                )
                shutil.rmtree(folder, ignore_errors=True)
                continue
            size = sum(f.stat().st_size for f in folder.rglob("*") if f.is_file()) / 1e6
            home = place / f"home {named}"
            home.mkdir()
            wrong = tried(commands, home, work[extras])
            spent = time.monotonic() - begin
            outcome = f"{len(work[extras])} tried, {len(wrong)} wrong"
            print(
                f"rulesrun[{named}]: {size:.0f} MB, {outcome}, {spent:.0f} s",
                flush=True,
            )
            for one in wrong:
                print(f"    WRONG: {one}", flush=True)
            failed = failed or bool(wrong)
            shutil.rmtree(folder)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())

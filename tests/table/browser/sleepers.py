"""A lobby with many tables asleep: what they cost, and how long one takes to wake.

    python tests/table/browser/sleepers.py --asleep 10000 --waking 500

Every table stands in the middle of a game. The server runs on one core. So many tables are
woken one after the other, each by a page that stays; then these choose, about every
`--think` seconds each, and it is measured how long an answer takes.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles

import websockets
from browsing import free_port
from load import Counts, processor, sit
from websockets.typing import Origin

from rulesrun.cli.files.compiling import load_program
from rulesrun.cli.playing.session import Session
from rulesrun.cli.playing.settings import Seats, make_game
from rulesrun.dsl.limits import DEFAULT
from rulesrun.table.links import Links
from rulesrun.table.register import Register, Row


def filled(folder: Path, args: argparse.Namespace) -> list[str]:
    """A list of tables that sleep; the link words of whoever is to choose at each."""
    program = load_program(args.game, DEFAULT)
    session = Session.begin(make_game(program, args.players, {}), 1)
    for _ in range(args.choices):
        session.choose(session.by_chance())
    log, seat = session.log.text(), session.position.player or 0
    register = Register(folder / "tables.db")
    register._base.execute("pragma synchronous = off")
    result = []
    for number in range(args.asleep):
        links = Links.fresh(Seats(("human",) * args.players))
        told = {"en": {"title": args.game, "options": []}}
        row = Row(f"t{number}", args.game, args.players, {}, told, links, True)
        row = register.add(row)
        (folder / row.log).write_text(log, "utf-8")
        result.append(links.tokens[seat])
    register.close()
    return result


def memory(process: int) -> float:
    """How much memory a process takes, in MB."""
    text = Path(f"/proc/{process}/status").read_text("utf-8")
    (line,) = (one for one in text.splitlines() if one.startswith("VmRSS"))
    return int(line.split()[1]) / 1000


async def woken(links: list[str], process: int, args: argparse.Namespace) -> None:
    """Wake the tables and stay there; print how long that took, and then play."""
    waits, sockets = [], []
    before = processor(process)
    for link in links:
        begun = time.perf_counter()
        origin = Origin(link.rsplit("/t/", 1)[0])
        socket = await websockets.connect(
            f"{link.replace('http', 'ws', 1)}/live", origin=origin, max_size=None
        )
        while json.loads(await socket.recv())["kind"] != "scene":
            pass
        waits.append(1000 * (time.perf_counter() - begun))
        sockets.append(socket)
    spent = 1000 * (processor(process) - before) / len(links)
    print(
        f"{len(links)} woken: {median(waits):.0f} ms at the median, "
        f"{quantiles(waits, n=20)[-1]:.0f} ms for 95 of 100, the first {waits[0]:.0f} ms; "
        f"{spent:.0f} ms of the processor each; {memory(process):.0f} MB"
    )
    for socket in sockets:
        await socket.close()
    counts = Counts()
    end = time.monotonic() + args.seconds
    await asyncio.gather(*(sit(link, counts, args, end) for link in links))
    times = [1000 * one for one in counts.waited]
    if len(times) > 1:
        print(
            f"with all of them awake: {len(times)} choices, an answer after "
            f"{median(times):.0f} ms at the median, {quantiles(times, n=20)[-1]:.0f} ms for "
            f"95 of 100"
        )


def main() -> None:
    """Fill a list, serve it, wake some of it, and tell what came out."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="alhambra")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--choices", type=int, default=60)
    parser.add_argument("--asleep", type=int, default=10_000)
    parser.add_argument("--waking", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--think", type=float, default=20)
    args = parser.parse_args()
    port, cores = free_port(), sorted(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as name:
        tokens = filled(Path(name), args)
        begun = time.perf_counter()
        server = subprocess.Popen(
            [
                *(sys.executable, "-m", "rulesrun", "serve", "--lobby", name),
                *("--port", str(port)),
            ],
            stdout=subprocess.PIPE,
            text=True,
        )
        os.sched_setaffinity(server.pid, {cores[0]})
        assert server.stdout is not None
        try:
            for line in server.stdout:
                if line.startswith("Ctrl-C"):
                    break
            print(
                f"{args.asleep} tables of {args.game} asleep: open after "
                f"{time.perf_counter() - begun:.1f} s, {memory(server.pid):.0f} MB"
            )
            base = f"http://127.0.0.1:{port}/t/"
            chosen = random.Random(1).sample(tokens, args.waking)
            asyncio.run(woken([base + t for t in chosen], server.pid, args))
        finally:
            server.terminate()
            server.wait(60)


if __name__ == "__main__":
    main()

"""Many tables at once: seats that choose by chance, and how long they wait for an answer.

    python tests/table/browser/load.py --tables 100 --seconds 60

The server runs on one core, those who play on the others. After each scene in which a
seat is asked, it waits about `--think` seconds, then chooses.
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
from contextlib import suppress
from pathlib import Path
from statistics import median, quantiles

import websockets
from browsing import free_port
from websockets.typing import Origin

BEGINNING = 10
"""So many seconds after they have begun to connect, all pages are there."""


class Counts:
    """What came out."""

    def __init__(self) -> None:
        self.begun = time.perf_counter()
        self.waited: list[float] = []
        self.later: list[float] = []
        self.scenes = 0
        self.lost = 0
        self.missed = 0
        self.over = 0


async def sit(link: str, counts: Counts, args: argparse.Namespace, end: float) -> None:
    """One seat: looks, thinks, chooses."""
    address = link.replace("http://", "ws://") + "/live"
    origin = Origin(link.rsplit("/t/", 1)[0])
    async with websockets.connect(
        address, origin=origin, max_size=None, open_timeout=None
    ) as socket:
        at, sent = -1, 0.0
        asked: asyncio.Task[None] | None = None

        async def choose(scene: dict[str, object], many: int) -> None:
            nonlocal sent
            await asyncio.sleep(random.expovariate(1 / args.think))
            sent = time.perf_counter()
            option = random.randrange(many)
            message = {"do": "choose", "at": scene["at"], "option": option}
            await socket.send(json.dumps(message))

        while time.monotonic() < end:
            try:
                text = await asyncio.wait_for(
                    socket.recv(), max(0.1, end - time.monotonic())
                )
            except TimeoutError:
                break
            message = json.loads(text)
            if message["kind"] == "problem":
                counts.lost += 1
            if message["kind"] != "scene":
                continue
            counts.scenes += 1
            if sent:
                waited = time.perf_counter() - sent
                counts.waited.append(waited)
                if sent - counts.begun > BEGINNING:
                    counts.later.append(waited)
                sent = 0.0
            if at >= 0 and message["at"] != at + 1:
                counts.missed += 1
            at = message["at"]
            if message["over"]:
                counts.over += 1
                break
            if "question" in message:
                many = len(message["question"]["options"])
                asked = asyncio.create_task(choose(message, many))
        if asked is not None:
            asked.cancel()
            with suppress(asyncio.CancelledError):
                await asked


async def sat(links: list[str], args: argparse.Namespace) -> Counts:
    counts = Counts()
    end = time.monotonic() + args.seconds
    await asyncio.gather(*(sit(link, counts, args, end) for link in links))
    return counts


def processor(process: int) -> float:
    """How many seconds of the processor a process has taken."""
    fields = Path(f"/proc/{process}/stat").read_text("utf-8").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Serve, play, and tell what came out."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="alhambra")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--think", type=float, default=4)
    args = parser.parse_args()
    cores = sorted(os.sched_getaffinity(0))
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        command = [
            *(sys.executable, "-m", "rulesrun", "serve", args.game, "--log", "a.log"),
            *("--port", str(port), "--tables", str(args.tables)),
            *("--players", str(args.players)),
        ]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=folder)
        os.sched_setaffinity(server.pid, {cores[0]})
        os.sched_setaffinity(0, set(cores[1:]) or {cores[0]})
        try:
            kept = Path(folder)
            while len(list(kept.glob("*.links"))) < args.tables:
                time.sleep(0.2)
            time.sleep(2)
            links = [
                f"http://127.0.0.1:{port}/t/{seat['token']}"
                for file in kept.glob("*.links")
                for seat in json.loads(file.read_text("utf-8"))["seats"]
            ]
            before = processor(server.pid)
            counts = asyncio.run(sat(links, args))
            spent = processor(server.pid) - before
        finally:
            server.terminate()
            server.wait(20)
    waited = sorted(counts.waited)
    print(
        f"{args.tables} tables of {args.game}, {len(links)} seats, {args.seconds:.0f} s: "
        f"{len(waited)} choices ({len(waited) / args.seconds:.0f} a second), "
        f"{counts.scenes} scenes, {counts.missed} missed, {counts.lost} refused, "
        f"{counts.over} seats saw the end"
    )
    milliseconds = [1000 * one for one in waited]
    print(
        f"answer after {median(milliseconds):.0f} ms at the median, "
        f"{quantiles(milliseconds, n=20)[-1]:.0f} ms for 95 of 100, "
        f"{milliseconds[-1]:.0f} ms at most, "
        f"{1000 * max(counts.later, default=0):.0f} ms after the first {BEGINNING} s; "
        f"{1000 * spent / len(waited):.0f} ms of the "
        f"processor for each choice, with what its four seats are sent"
    )


if __name__ == "__main__":
    main()

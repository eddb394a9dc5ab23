"""What a choice costs on larger boards and with more cards, in both engines.

    make bench ARGS=--growth

Every row is a process of its own, which plays random games compiled and in Python. `times` is
the time of a choice compiled to that of the first row of the same game; `MB` is what the
process took at most, and `C kB` the text that was compiled.
"""

import json
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

from run import RULES

from rulesrun.dsl.compile import compile_rules
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.native.engine import Engine
from rulesrun.interpreter.native.program import compile_to_c

SECONDS = 0.5
"""How long one measurement lasts, at least."""

CARDS = """language 2

game deck "Deck":
    players 2

card Order "order":
    kind "kind": 1..SIZE
    named "{kind}"

supply:
    1 of each Order

state:
    stack "stack": deck of Order, shuffled

each player:
    hand "hand": hand of Order
    points "points": 0..100000000

play:
    draw 5 from stack to player 1.hand
    draw 5 from stack to player 2.hand
    let p = player 1
    repeat 4000 times:
        turn p: p must swap(p)
        p = p.left
    rank players by most points(it)

action swap(p: player) "Swap":
    choose card in p.hand
    p.points += card.kind
    move card to bottom of stack
    draw 1 from stack to p.hand

function points(p: player) -> int = p.points
"""


def _othello(size: int) -> str:
    corner = size // 2
    text = (RULES / "classics/othello.rules").read_text("utf-8")
    text = text.replace("square 8 x 8", f"square {size} x {size}")
    near, far = ("abcdefghijklmnopqrstuvwxyz"[corner - 1 + n] for n in (0, 1))
    places = {"e4": (far, corner), "d5": (near, corner + 1)}
    places |= {"d4": (near, corner), "e5": (far, corner + 1)}

    def moved(match: re.Match[str]) -> str:
        column, row = places[match[1]]
        return f'field["{column}{row}"]'

    return re.sub(r'field\["(\w+)"\]', moved, text)


def _connect(size: int) -> str:
    text = (RULES / "connect_four.rules").read_text("utf-8")
    return text.replace("square 6 x 7", f"square {size} x {size}")


def _hex(size: int) -> str:
    text = (RULES / "classics/hex.rules").read_text("utf-8")
    text = text.replace("rhombus 11 x 11", f"rhombus {size} x {size}")
    return text.replace("== 10", f"== {size - 1}")


def _deck(size: int) -> str:
    return CARDS.replace("SIZE", str(size))


GAMES = {
    "othello": (_othello, (8, 9, 10, 11, 16)),
    "connect": (_connect, (8, 9, 11, 16, 32, 64, 100)),
    "hex": (_hex, (8, 9, 11, 16, 32, 64, 100)),
    "deck": (_deck, (100, 1_000, 4_000)),
}


def _row(name: str, size: int) -> dict[str, float]:
    """All figures of one game at one size."""
    text = GAMES[name][0](size)
    compiled = compile_rules(text, f"{name}.rules", lambda _: None)
    assert compiled.program is not None, compiled.diagnostics
    game = Game(compiled.program, 2)
    row = {"kB": len(compile_to_c(game.module).text) / 1_000}
    begin = os.times()
    engine = Engine(game.module)
    row["compile"] = sum(os.times()[:4]) - sum(begin[:4])
    row["compiled"] = _choice(lambda seed: engine.random_games(1, seed=seed)[0].choices)
    machine = game.machine

    def generated(seed: int) -> int:
        chooser = random.Random(seed)
        choices = 0
        state, options = machine.start(seed)
        while options:
            option = options[int(chooser.random() * len(options))]
            options = machine.resume(state, option)
            choices += 1
        return choices

    row["python"] = _choice(generated)
    row["MB"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return row


def _choice(play: Callable[[int], int]) -> float:
    """Seconds of processor time for a choice; `play` plays a game and counts them."""
    play(0)
    choices = seed = 0
    begin = time.process_time()
    while time.process_time() - begin < SECONDS:
        choices += play(seed)
        seed += 1
    return (time.process_time() - begin) / choices


def growth(names: list[str]) -> None:
    """Print the table, of the games named or of all."""
    head = f"{'game':<10}{'size':>6}{'compiled us':>13}{'times':>7}{'Python us':>11}"
    print(f"{head}{'times':>7}{'C kB':>8}{'compile s':>11}{'MB':>6}")
    with tempfile.TemporaryDirectory() as cache:
        for name in names or GAMES:
            first: dict[str, float] = {}
            for size in GAMES[name][1]:
                command = [sys.executable, __file__, name, str(size)]
                environment = os.environ | {"XDG_CACHE_HOME": cache}
                ended = subprocess.run(
                    command, env=environment, capture_output=True, text=True
                )
                if ended.returncode:
                    print(f"{name:<10}{size:>6}  {ended.stderr.splitlines()[-1]}")
                    continue
                row = json.loads(ended.stdout)
                first = first or row
                compiled, python = row["compiled"], row["python"]
                line = f"{name:<10}{size:>6}{compiled * 1e6:>13.2f}"
                line += f"{compiled / first['compiled']:>7.1f}{python * 1e6:>11.1f}"
                line += f"{python / first['python']:>7.1f}{row['kB']:>8,.0f}"
                print(f"{line}{row['compile']:>11.1f}{row['MB']:>6.0f}", flush=True)


if __name__ == "__main__":
    print(json.dumps(_row(sys.argv[1], int(sys.argv[2]))))

"""What is tried out in a playground: scenarios, and whatever a command prints."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from typing import Any

import click
from attrs import Factory, define

from rulesrun.cli.files.test_files import own_scenarios
from rulesrun.cli.main import main
from rulesrun.dsl.compile import Program
from rulesrun.dsl.syntax import nodes
from rulesrun.interpreter.testing.scenarios import Games, run_scenario
from rulesrun.web.project import Post, Project, packed, short, unpacked


@define
class Trying:
    """Tries things out: scenarios, and whatever a command prints."""

    post: Post
    project: Project = Factory(Project)

    def hear(self, message: dict[str, Any]) -> None:
        """Do what the page asks for; meanwhile nothing else is heard."""
        if self.project.hear(message):
            return
        match message:
            case {"do": "work", "number": int(number), "work": str(text)}:
                self.post({"kind": "worked", "number": number, "found": _worked(text)})
            case {"do": "scenarios", "number": int(number), "programs": list(programs)}:
                result = [
                    one for text in programs for one in _scenarios(unpacked(text))
                ]
                self.post({"kind": "tried", "number": number, "scenarios": result})
            case {"do": "run", "arguments": list(arguments)}:
                self.post({"kind": "ran", **ran([str(one) for one in arguments])})


def _worked(text: str) -> str:
    work, program, what = unpacked(text)
    try:
        return packed(work(program, *what))
    except Exception as error:  # of the rules, for the most part
        return packed(f"went wrong: {error}")


def _scenarios(program: Program) -> Iterator[dict[str, Any]]:
    """What comes out of the scenarios of a file."""
    games = Games(program)
    for decl in own_scenarios(program, program.path):
        where, failure = _carried_out(program, decl, games)
        yield {
            "title": decl.title,
            "path": short(program.path),
            "line": where,
            "failure": failure,
        }


def _carried_out(
    program: Program, decl: nodes.ScenarioDecl, games: Games
) -> tuple[int, str | None]:
    outcome = run_scenario(program, decl, games)
    if outcome.message is None:
        return decl.span.line, None
    where = outcome.where or outcome.span
    return where.line, short(
        "\n".join([f"{where}: {outcome.message}", *outcome.details])
    )


def ran(arguments: list[str]) -> dict[str, Any]:
    """What a command prints, and its status."""
    output = io.StringIO()
    status = 0
    with redirect_stdout(output), redirect_stderr(output):
        try:
            left = main(arguments, standalone_mode=False)
            status = left if isinstance(left, int) else 0
        except click.ClickException as error:
            error.show()
            status = error.exit_code
        except SystemExit as ended:
            status = int(ended.code or 0)
    return {"text": click.unstyle(output.getvalue()), "status": status}

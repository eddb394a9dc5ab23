"""Ctrl-C while a study is played, and while a library works that takes no Ctrl-C."""

import os
import signal
import threading
from collections.abc import Iterator

import pytest

from rulesrun.studies.interrupts import interrupts_noted


@pytest.fixture(autouse=True)
def _as_in_a_terminal() -> Iterator[None]:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_an_interrupt_takes_effect_at_the_end() -> None:
    reached = []

    def work() -> None:
        with interrupts_noted():
            os.kill(os.getpid(), signal.SIGINT)
            reached.append("the end")

    with pytest.raises(KeyboardInterrupt):
        work()
    assert reached == ["the end"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_what_fails_within_fails() -> None:
    with pytest.raises(ZeroDivisionError), interrupts_noted():
        _ = 1 / 0
    with interrupts_noted():
        pass
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_other_threads_hear_of_none() -> None:
    done = []

    def work() -> None:
        with interrupts_noted():
            done.append(True)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == [True]

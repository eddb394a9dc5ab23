"""Ctrl-C is for whoever shares out the work, at a moment when it can be heard."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def interrupts_wait() -> Iterator[None]:
    """A Ctrl-C takes effect only afterwards; what is started within hears of none.

    Whoever shares out the work is interrupted, and ends those that do it.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def interrupts_noted() -> Iterator[None]:
    """A Ctrl-C within takes effect at the end: libraries in machine code take none.

    They may call Python, and what is raised there ends them with a fault of their own.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    noted: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: noted.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if noted:
        raise KeyboardInterrupt

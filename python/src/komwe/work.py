"""Long calls of the library, made so that Ctrl-C ends them."""

from __future__ import annotations

import threading
from typing import Any, Callable


def _join(worker: threading.Thread) -> None:
    """Waits until a stopped call has ended: what it works with must stay, also at a second Ctrl-C."""
    while worker.is_alive():
        try:
            worker.join()
        except KeyboardInterrupt:
            pass


def interruptible(call: Callable[[], Any], stop: Callable[[], Any]) -> Any:
    """The result of a call that runs without the interpreter's lock.

    In the main thread, where KeyboardInterrupt is raised, a thread of its own makes the call; where
    the wait for it is interrupted, ``stop`` ends the call before the exception goes on.
    """
    if threading.current_thread() is not threading.main_thread():
        return call()
    results: list[Any] = []
    faults: list[BaseException] = []
    done = threading.Event()

    def run() -> None:
        try:
            results.append(call())
        except BaseException as fault:  # goes on in the caller's thread
            faults.append(fault)
        finally:
            done.set()

    worker = threading.Thread(target=run, daemon=True)
    worker.start()
    try:
        while not done.wait(0.1):  # a signal that another thread received is seen then
            pass
    except BaseException:
        stop()
        _join(worker)
        raise
    worker.join()
    if faults:
        raise faults[0]
    return results[0]

"""Long calls of the library, made so that Ctrl-C ends them.

Python runs the handlers of signals in the main thread, between two of its steps: not while that thread
is in the library, and at any place where it is not.  Therefore, while a long call is at work there:

- what the handler of SIGINT raises is held, the call is asked to stop, and the exception goes on when
  the call has ended, with all that it works with whole (:class:`holding`);
- the call is made by a thread of its own (:func:`interruptible`), or returns every few milliseconds
  and is made again until it is done (:mod:`komwe.vector`), so that the handler is run at once.
"""

from __future__ import annotations

import signal
import threading
from typing import Any, Callable, Final

from ._native import ffi, lib

POLL: Final = 0.02
"""Seconds after which a signal is seen at the latest that did not wake the main thread."""

Stop = Callable[[], Any]


def nothing() -> None:
    """The stop of a call that ends by itself soon."""


def new_stop() -> tuple[Any, Stop]:
    """A struct calls_stop, and what sets it."""
    flag = ffi.new("struct calls_stop *")
    return flag, lambda: lib.calls_stop(flag)


class holding:
    """A context in which what the handler of SIGINT raises is held, and raised at its end.

    The handler then calls ``stop``, and those of the contexts around, any number of times: it may be
    called by the main thread within itself.  In other threads, where no handler runs, and where the
    handler is none of Python's, nothing is held.
    """

    _stops: list[Stop] = []  # of the contexts that the main thread is in, the outermost first
    _before: Any = None  # the handler that is in place outside of them
    _fault: BaseException | None = None

    def __init__(self, stop: Stop):
        self._stop = stop
        self._holds = False

    @staticmethod
    def _handle(number: int, frame: Any) -> None:
        try:
            holding._before(number, frame)
        except BaseException as fault:
            holding._fault = holding._fault or fault
        if holding._fault is not None:
            for stop in holding._stops:
                stop()

    def __enter__(self) -> holding:
        if threading.current_thread() is not threading.main_thread():
            return self
        if not holding._stops:
            before = signal.getsignal(signal.SIGINT)
            if not callable(before):
                return self
            holding._before, holding._fault = before, None
            try:
                signal.signal(signal.SIGINT, holding._handle)
            except ValueError:  # the main thread of another interpreter than the first
                return self
        holding._stops.append(self._stop)
        self._holds = True
        return self

    @property
    def fault(self) -> BaseException | None:
        """What is held; None: nothing yet."""
        return holding._fault if self._holds else None

    def __exit__(self, *raised: object) -> None:
        if not self._holds:
            return
        holding._stops.pop()
        fault = holding._fault
        if not holding._stops:
            signal.signal(signal.SIGINT, holding._before)
            fault, holding._fault = holding._fault, None
        if fault is not None:
            raise fault


class _Call(threading.Thread):
    """A call in a thread of its own."""

    def __init__(self, call: Callable[[], Any]):
        super().__init__(daemon=True)
        self.call: Any = call
        self.result: Any = None
        self.fault: BaseException | None = None
        self.done = threading.Event()

    def run(self) -> None:
        try:
            self.result = self.call()
        except BaseException as fault:  # goes on in the caller's thread
            self.fault = fault
        finally:
            self.call = None  # what it holds is given back when it is done
            self.done.set()


def interruptible(call: Callable[[], Any], stop: Stop | None) -> Any:
    """The result of a call that runs without the interpreter's lock, which Ctrl-C ends.

    ``stop``, which is called again until it has ended, ends it.  None: nothing does, and it lasts a
    few seconds at most; then it is left alone, what it holds stays locked until it is done, and what
    it makes is given back.
    """
    if threading.current_thread() is not threading.main_thread():
        return call()
    with holding(stop or nothing) as held:
        worker = _Call(call)
        worker.start()
        try:
            while not worker.done.wait(POLL):
                if held.fault is not None:
                    if stop is None:
                        break
                    stop()
        except BaseException:  # of the handler of another signal
            while stop is not None and not worker.done.is_set():
                stop()
                worker.done.wait(POLL)
            raise
    if worker.fault is not None:
        raise worker.fault
    return worker.result

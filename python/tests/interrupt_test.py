"""Ctrl-C ends every long call, and leaves all that it works with whole."""

import _thread
import signal
import threading
import time

import komwe
import numpy as np
import pytest
from komwe import work
from komwe.vector import MOST_NODES, Batch

import long_calls

GUARD = 20  # seconds: against hanging alone; long_calls.py prints what it takes


def test_every_public_name_is_long_or_short():
    short = {f"{of}.{name}" for of, names in long_calls.SHORT.items() for name in names.split()}
    assert not short & set(long_calls.LONG)
    assert sorted(long_calls.public()) == sorted(short | set(long_calls.LONG))


@pytest.mark.parametrize("name", long_calls.LONG)
def test_ctrl_c(name):
    before = signal.getsignal(signal.SIGINT)
    call, check = long_calls.LONG[name]()
    assert long_calls.interrupted(call, 0.05) < GUARD
    check()
    assert signal.getsignal(signal.SIGINT) is before


def test_a_signal_that_wakes_nobody():
    """As where another thread has received it: the main thread sees it by itself."""
    worker = threading.Timer(0.05, _thread.interrupt_main)
    worker.start()
    with pytest.raises(KeyboardInterrupt):
        komwe.Game("oware").perft(60)
    worker.join()


def test_a_handler_that_raises_nothing():
    """Then the call goes on."""
    received = []
    before = signal.signal(signal.SIGINT, lambda number, frame: received.append(number))
    try:
        sender = threading.Thread(target=lambda: [
            _thread.interrupt_main() for _ in range(100) if time.sleep(0.001) is None])
        sender.start()
        assert komwe.Game("oware").perft(9) == 3_592_872
        sender.join()
    finally:
        signal.signal(signal.SIGINT, before)
    assert received


def test_a_second_ctrl_c():
    """However many come, the call has ended when the exception goes on."""
    ended = threading.Event()

    def work_on():
        while not flag.stopped:
            time.sleep(0.001)
        time.sleep(0.2)  # as one that does not end at once
        ended.set()

    flag, stop = work.new_stop()
    sender = threading.Thread(target=lambda: [
        _thread.interrupt_main() for _ in range(50) if time.sleep(0.002) is None])
    sender.start()
    with pytest.raises(KeyboardInterrupt):
        work.interruptible(work_on, stop)
    assert ended.is_set()
    with pytest.raises(KeyboardInterrupt):
        while sender.is_alive():
            time.sleep(0.001)
        raise KeyboardInterrupt
    sender.join()


def test_a_handler_of_another_signal():
    """What it raises ends the call as well, and all threads of a step."""
    class Late(Exception):
        pass

    def late(number, frame):
        raise Late

    batch = Batch(komwe.Game("kiswahili"), 1 << 16, threads=2)
    before = signal.signal(signal.SIGALRM, late)
    try:
        for call in (lambda: komwe.Game("oware").perft(60), long_calls.again(batch.reset)):
            signal.setitimer(signal.ITIMER_REAL, 0.05)
            with pytest.raises(Late):
                call()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    batch.reset()
    assert batch.step(batch.random_actions()).rewards.shape == (1 << 16, 2)


def test_holding_within_holding():
    """The inner call raises first, and the exception goes through the outer one."""
    events = []
    with pytest.raises(KeyboardInterrupt):
        with work.holding(lambda: events.append("outer")):
            with work.holding(lambda: events.append("inner")):
                signal.raise_signal(signal.SIGINT)
                events.append("goes on")
            events.append("never")
    assert events == ["outer", "inner", "goes on"]
    with work.holding(work.nothing) as held:
        assert held.fault is None


# ---- bounds ---------------------------------------------------------------------------------------

def test_search_values_is_bounded():
    batch = Batch(komwe.Game("kalah"), 1000)
    with komwe.Engine(memory=1) as engine:
        for nodes in (MOST_NODES // 1000 + 1, 2**63 - 1):
            with pytest.raises(komwe.KomweError, match="10\\^12 in all"):
                batch.search_values(engine, nodes=nodes)
        for wrong in (0, -1, 2**63, 1.5, "1"):
            with pytest.raises(komwe.KomweError, match="nodes"):
                batch.search_values(engine, nodes=wrong)
        actions, scores = batch.search_values(engine, depth=1)
        assert batch.step(actions).rewards.shape == (1000, 2) and np.isfinite(scores).all()


def test_search_values_is_stopped():
    """By engine.stop(): what was not searched says so, and the engine searches on."""
    game = komwe.Game("kiswahili")
    batch = Batch(game, 64)
    with komwe.Engine(memory=4) as engine:
        ended = threading.Event()

        def stop():
            while not ended.wait(0.01):
                engine.stop()

        stopper = threading.Thread(target=stop)
        stopper.start()
        actions, scores = batch.search_values(engine)
        ended.set()
        stopper.join()
        assert (actions == -1).any() and np.array_equal(actions == -1, np.isnan(scores))
        assert engine.analyse(game.start(), depth=4).depth == 4


def test_batches_are_bounded():
    game = komwe.Game("kalah")
    for wrong in ({"n": (1 << 24) + 1}, {"n": 2**64}, {"n": -1}, {"n": 1 << 24, "max_plies": 1 << 20},
                  {"n": 1, "max_plies": (1 << 20) + 1}, {"n": 1, "threads": 257}):
        with pytest.raises(komwe.KomweError):
            Batch(game, **wrong)

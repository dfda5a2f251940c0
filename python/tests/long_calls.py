"""The public calls that can take long, each with how to make it last, and what must hold after Ctrl-C.

`long_calls.py [SECONDS ...]` prints the milliseconds from Ctrl-C to the exception for each call, when so
many seconds of processor time have been spent in it.
"""

from __future__ import annotations

import inspect
import itertools
import os
import pathlib
import signal
import sys
import tempfile
import threading
import time
from typing import Any, Callable, Iterator

import komwe
import numpy as np
from komwe import adapters, records, vector, work
from komwe.adapters import LevelEnv, OneLevelEnv
from komwe.vector import Batch

KALAH, OWARE, BAO = (komwe.Game(id) for id in ("kalah", "oware", "kiswahili"))
SLOW = (pathlib.Path(__file__).resolve().parents[2] / "tests/work/slow.rules").read_text(encoding="utf-8")
SLOW_LISTS = SLOW + """must capture possible
must feed possible
must reach possible
"""

Call = Callable[[], Any]
#: What is called, and what must hold after Ctrl-C.
Case = tuple[Call, Call]


def again(call: Call) -> Call:
    """A call that is made again and again, where one alone is over too soon to be met at work."""
    def calls() -> None:
        while True:
            call()

    return calls


def reference() -> None:
    """Answers that are known, by objects made anew."""
    assert KALAH.perft(5) == 4690
    assert komwe.solve(komwe.Game("kalah", pits=3, seeds=2).start(), memory=1).value == 4


# ---- the engine ---------------------------------------------------------------------------------

def searched(call: Callable[[komwe.Engine], Any]) -> Case:
    """A call of an engine, which then searches as a new one."""
    engine = komwe.Engine(memory=8)

    def check() -> None:
        engine.clear()
        with komwe.Engine(memory=8) as other:
            for subject in (OWARE.start(), BAO.start()):
                one, two = (of.analyse(subject, depth=4) for of in (engine, other))
                assert one.lines == two.lines and one.depth == 4
        engine.close()

    return lambda: call(engine), check


def played() -> komwe.Record:
    """A game that has begun."""
    record = komwe.Record(BAO)
    for _ in range(12):
        record.play(record.position.moves()[0])
    return record


def strongest(engine: komwe.Engine) -> None:
    for position in itertools.repeat(BAO.start()):
        engine.play(position, level=10)


def tables(call: Callable[[pathlib.Path], Any]) -> Case:
    """A call about tables in a folder, which can be built and read afterwards."""
    folder = pathlib.Path(tempfile.mkdtemp())

    def check() -> None:
        made = komwe.Tables.build(OWARE, folder, 4)
        assert made.seeds(OWARE) >= 4
        assert made.probe(OWARE.position("0,0,0,0,0,1/0,0,0,0,0,1 S 23/23")) is not None
        for file in folder.iterdir():
            file.unlink()
        folder.rmdir()

    return lambda: call(folder), check


def open_tables(folder: pathlib.Path) -> None:
    komwe.Tables.build(OWARE, folder, 8)
    again(lambda: komwe.Tables(folder))()


# ---- batches ------------------------------------------------------------------------------------

def batched(call: Callable[[Batch], Any], n: int = 1 << 16, **named: Any) -> Case:
    """A call of a batch, whose games are whole afterwards."""
    batch = Batch(BAO, n, max_plies=20, observation="counts", **named)
    for _ in range(3):
        batch.step(batch.random_actions())

    def check() -> None:
        positions = batch.positions
        for index in (0, n // 3, n // 2, n - 1):
            position = batch.position(index)
            assert bytes(position) == positions[index].tobytes()
            legal = {batch.actions.action(position, move) for move in position.moves()}
            assert legal == set(np.flatnonzero(batch.mask[index]))
            assert np.array_equal(batch.observations[index], batch.observe(position))
        batch.step(batch.random_actions())
        assert batch.stepped.all()
        batch.reset()
        assert batch.position(n - 1) == BAO.start() and batch.plies(n - 1) == 0

    return lambda: call(batch), check


def step(batch: Batch) -> None:
    """Steps until Ctrl-C: games that were not played then are as they were."""
    while True:
        actions, before, plies = batch.random_actions(), batch.positions, batch.plies(0)
        try:
            batch.step(actions)
        except KeyboardInterrupt:
            stays = ~batch.stepped
            if plies == batch.plies(0) and not stays[0]:
                return
            assert np.array_equal(batch.positions[stays], before[stays])
            raise


def value(batch: Batch) -> None:
    with komwe.Engine(memory=1) as engine:
        batch.search_values(engine, nodes=10_000)


def probe(batch: Batch) -> None:
    small = komwe.Tables.small(OWARE)
    again(lambda: batch.table_values(small))()


# ---- records and environments -------------------------------------------------------------------

def written() -> Case:
    """The text of a record, written as that of a long one is."""
    record = komwe.Record(OWARE)
    while record.result is None:
        record.play(record.position.moves()[0])
    short, text = records._SHORT, record.text
    records._SHORT = 0

    def check() -> None:
        records._SHORT = short
        assert record.text == text and record.undo()

    return again(lambda: record.text), check


def many_records() -> str:
    return played().text * 4000


def parsed(text: str) -> Case:
    return again(lambda: list(records.parse(text))), reference


def level_env(call: Callable[[LevelEnv], Any]) -> Case:
    """A call of games against the engine, which go on afterwards."""
    env = LevelEnv(BAO, 64, level=4)
    env.reset(seed=1)

    def check() -> None:
        observations, infos = env.reset(seed=1)
        assert (env._batch.turn == 0).all() and infos["action_mask"].any(1).all()
        step = env.step(infos["action_mask"].argmax(1))
        assert step[0].shape == observations.shape
        env.close()

    return lambda: call(env), check


def play_level(env: Any) -> None:
    _, infos = env.reset(seed=1)
    while True:
        *_, terminated, _, infos = env.step(infos["action_mask"].argmax(-1))
        if not isinstance(terminated, np.ndarray) and terminated:
            _, infos = env.reset(seed=1)


def one_env(call: Callable[[OneLevelEnv], Any]) -> Case:
    env = OneLevelEnv(BAO, level=9)

    def check() -> None:
        _, info = env.reset(seed=1)
        assert len(env.step(info["action_mask"].argmax())) == 5
        env.close()

    return lambda: call(env), check


#: By its public name: makes a case.
LONG: dict[str, Callable[[], Case]] = {
    "komwe.Engine": lambda: (again(lambda: komwe.Engine(memory=256)), reference),
    "komwe.Engine.analyse": lambda: searched(lambda engine: engine.analyse(BAO.start())),
    "komwe.Engine.clear": lambda: searched(lambda engine: again(engine.clear)()),
    "komwe.Engine.play": lambda: searched(strongest),
    "komwe.Engine.review": lambda: searched(lambda engine: engine.review(played(), nodes=10**9)),
    "komwe.Game.from_rules": lambda: (again(lambda: komwe.Game.from_rules(SLOW)), reference),
    "komwe.Game.perft": lambda: (lambda: komwe.Game.from_rules(SLOW_LISTS).perft(60), reference),
    "komwe.Position.perft": lambda: (lambda: komwe.Game("bulto").start().perft(60), reference),
    "komwe.Position.trace": lambda: (again(lambda: BAO.start().trace("A6>")), reference),
    "komwe.Tables": lambda: tables(open_tables),
    "komwe.Tables.build": lambda: tables(lambda folder: komwe.Tables.build(OWARE, folder, 18)),
    "komwe.Tables.small": lambda: (again(lambda: komwe.Tables.small(OWARE)), reference),
    "komwe.review": lambda: (lambda: komwe.review(played(), nodes=10**9), reference),
    "komwe.prove": lambda: (lambda: komwe.prove(BAO.start(), memory=64), reference),
    "komwe.solve": lambda: (lambda: komwe.solve(KALAH.start()), reference),
    "komwe.vector.Batch": lambda: (again(lambda: Batch(BAO, 1 << 16)), reference),
    "komwe.vector.Batch.final_positions": lambda: batched(
        lambda batch: again(lambda: batch.final_positions)()),
    "komwe.vector.Batch.pages": lambda: batched(lambda batch: again(lambda: batch.pages)()),
    "komwe.vector.Batch.positions": lambda: batched(lambda batch: again(lambda: batch.positions)()),
    "komwe.vector.Batch.random_actions": lambda: batched(
        lambda batch: again(batch.random_actions)()),
    "komwe.vector.Batch.reset": lambda: batched(lambda batch: again(batch.reset)(), threads=2),
    "komwe.vector.Batch.search_values": lambda: batched(value),
    "komwe.vector.Batch.step": lambda: batched(step),
    "komwe.vector.Batch.table_values": lambda: batched(probe),
    "komwe.adapters.LevelEnv.reset": lambda: level_env(lambda env: again(env.reset)()),
    "komwe.adapters.LevelEnv.step": lambda: level_env(play_level),
    "komwe.adapters.OneLevelEnv.reset": lambda: one_env(lambda env: again(env.reset)()),
    "komwe.adapters.OneLevelEnv.step": lambda: one_env(play_level),
    "komwe.Record.text": lambda: written(),
    "komwe.records.parse": lambda: parsed(many_records()),
}


#: All other public names, which answer in milliseconds, or whose work is steps of Python's.
SHORT: dict[str, str] = {
    "komwe": "Analysis Clause Evaluation Event Game KomweError Line Move Option Position Proof Record "
             "Refusal Result Solution TurnReview games",
    "komwe.Analysis": "best",
    "komwe.Engine": "close seed set_aim set_book set_weights stop",
    "komwe.Game": "clauses columns counts_seeds id name options options_text position region rows "
                  "rules rules_text source start summary where",
    "komwe.Line": "move",
    "komwe.Move": "hole kind",
    "komwe.Position": "board constraint is_over mirror missing moves play result score seeds stores svg text turn "
                      "why",
    "komwe.Record": "agree comment headers moves play position positions resign result set_comment "
                    "set_header start undo",
    "komwe.Result": "reward",
    "komwe.Solution": "value",
    "komwe.Tables": "probe seeds",
    "komwe.records": "parse_one read write",  # of parse and Record.text
    "komwe.vector": "Actions Step",
    "komwe.vector.Actions": "action move",
    "komwe.vector.Batch": "final_position observe plies position set step_to stepped",
    "komwe.adapters": "AgentEnv Box DictSpace Discrete LevelEnv MultiDiscrete OneLevelEnv SpielGame "
                      "SpielState",
    "komwe.adapters.AgentEnv": "action_space agent_iter close last max_num_agents num_agents "
                               "observation_space observe render reset step unwrapped",
    "komwe.adapters.Box": "contains",
    "komwe.adapters.DictSpace": "contains",
    "komwe.adapters.Discrete": "contains sample seed",
    "komwe.adapters.LevelEnv": "close",
    "komwe.adapters.MultiDiscrete": "contains sample seed",
    "komwe.adapters.OneLevelEnv": "close render",
    "komwe.adapters.SpielGame": "deserialize_state get_parameters max_chance_outcomes "
                                "max_game_length max_utility min_utility new_initial_state "
                                "num_distinct_actions num_players observation_tensor_shape "
                                "observation_tensor_size observe utility_sum",
    "komwe.adapters.SpielState": "action_to_string apply_action chance_outcomes child clone "
                                 "current_player get_game history history_str "
                                 "information_state_string is_chance_node is_player_node "
                                 "is_simultaneous_node is_terminal is_truncated legal_actions "
                                 "legal_actions_mask move_number num_distinct_actions num_players "
                                 "observation_string observation_tensor play player_return "
                                 "player_reward position returns rewards serialize string_to_action",
}


def public() -> Iterator[str]:
    """The names of all public functions, classes, methods and properties."""
    for module in (komwe, records, vector, adapters):
        for name in getattr(module, "__all__", None) or vars(module):
            value = getattr(module, name)
            mine = module is komwe or getattr(value, "__module__", "") == module.__name__
            if name.startswith("_") or not callable(value) or not mine:
                continue
            if module is records and getattr(komwe, name, None) is value:
                continue  # listed there
            yield f"{module.__name__}.{name}"
            for member, of in vars(value).items() if inspect.isclass(value) else ():
                kinds = (property, classmethod, staticmethod)
                if not member.startswith("_") and (callable(of) or isinstance(of, kinds)):
                    yield f"{module.__name__}.{name}.{member}"


def interrupted(call: Call, spent: float) -> float:
    """Seconds from Ctrl-C, when that much processor time has been spent in a call, to its exception."""
    sent: list[float] = []
    go, ended = threading.Event(), threading.Event()

    def send() -> None:
        go.wait()
        begun = time.process_time()
        while time.process_time() - begun < spent and not ended.is_set():
            time.sleep(0.001)
        if not ended.is_set():
            sent.append(time.perf_counter())
            os.kill(os.getpid(), signal.SIGINT)

    sender = threading.Thread(target=send)
    sender.start()
    try:
        go.set()
        call()
    except KeyboardInterrupt:
        took = time.perf_counter() - sent[0]
    else:
        raise AssertionError("the call has ended by itself")
    finally:
        ended.set()
        sender.join()
    for left in threading.enumerate():  # calls that were left alone end by themselves
        if isinstance(left, work._Call):
            left.join(60)
            assert not left.is_alive()
    return took


def main() -> None:
    """Prints the longest of some rounds for each call."""
    rounds = [float(word) for word in sys.argv[1:]] or [0.05, 0.2, 0.6, 1.5]
    for name, make in LONG.items():
        found = []
        for spent in rounds:
            call, check = make()
            found.append(1000 * interrupted(call, spent))
            check()
        print(f"{name:40} {max(found):7.1f} ms", flush=True)


if __name__ == "__main__":
    main()

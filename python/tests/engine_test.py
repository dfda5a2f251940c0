"""The engine, tables, exact values and proofs."""

import _thread
import pathlib
import pickle
import threading

import komwe
import pytest


def test_analysis():
    game = komwe.Game("oware")
    with komwe.Engine(memory=8) as engine:
        first = engine.analyse(game.start(), depth=6, lines=2)
        engine.clear()
        assert engine.analyse(game.start(), depth=6, lines=2).lines == first.lines
        assert len(first.lines) == 2 and first.depth == 6
        position = game.start()
        for move in first.best.moves:
            position = position.play(move)
        assert first.best.unit == "seeds" and first.best.score >= first.lines[1].score
        assert engine.play(game.start(), level=2) in game.start().moves()
        with pytest.raises(komwe.KomweError, match="over"):
            engine.analyse(game.position("0,0,0,0,0,0/0,0,0,0,0,0 S 30/18"), depth=3)
    with pytest.raises(komwe.KomweError, match="closed"):
        engine.analyse(game.start(), depth=1)


def test_interrupt():
    """KeyboardInterrupt ends a search without limits, and the next search is whole."""
    game = komwe.Game("kiswahili")
    with komwe.Engine(memory=8) as engine:
        for _ in range(3):
            timer = threading.Timer(0.05, _thread.interrupt_main)
            timer.start()
            with pytest.raises(KeyboardInterrupt):
                engine.analyse(game.start())
            timer.join()
            assert engine.analyse(game.start(), depth=4).depth == 4


def test_threads_share():
    game = komwe.Game("kalah")
    engine = komwe.Engine(memory=8)
    record, played, faults = komwe.Record(game), [], []

    def work():
        try:
            for _ in range(20):
                played.append(engine.play(record, level=1))
                record.play(record.position.moves()[0])
                record.undo()
        except komwe.KomweError as fault:
            faults.append(fault)

    workers = [threading.Thread(target=work) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert len(played) + len(faults) > 3 and len(record) <= 4


def test_solve():
    kalah = komwe.Game("kalah", pits=3, seeds=2)
    found = komwe.solve(kalah.start(), memory=8)
    record = komwe.Record(kalah)
    for move in found.line:
        record.play(move)
    south, north = record.result.score
    assert found.value == south - north


def lost_game(game):
    """A game of first moves, to its end: North gives seeds away."""
    record = komwe.Record(game)
    while record.result is None:
        record.play(record.position.moves()[0])
    return record


@pytest.mark.parametrize("id", ["kalah", "oware", "giuthi", "bao1"])
def test_review(id):
    """Each turn once, what it says is of one piece, and the best turns can be played."""
    record = lost_game(komwe.Game(id))
    turns, positions = komwe.review(record, nodes=500, memory=1), list(record.positions())
    assert turns[0].first == 0 and turns[-1].end == len(record.moves)
    assert all(one.end == next.first for one, next in zip(turns, turns[1:]))
    for turn in turns:
        before, after = positions[turn.first], positions[turn.end]
        assert turn.mover == before.turn
        for move in turn.best.moves:
            before = before.play(move)
        for move in turn.played.moves:
            after = after.play(move)
        assert after.is_over or not turn.played.is_over
        if turn.kind == "best":
            assert turn.loss == 0 and not turn.lost and turn.accuracy == 1
            assert turn.best.moves[0] == record.moves[turn.first] or not turn.best.is_over
        else:
            assert (turn.loss > 0) != turn.lost and 0 < turn.accuracy <= 1
            assert turn.kind == "mistake" or not turn.lost
        if turn.best.unit == turn.played.unit != "plies":
            assert turn.loss == pytest.approx(turn.best.score - turn.played.score) or turn.kind == "best"
        assert turn.is_proven == (turn.best.is_proven and turn.played.is_proven)
        assert 0 <= turn.played.expected <= 1 and 0 <= turn.best.expected <= 1
    assert turns[-1].played.is_over and turns[-1].played.is_proven
    assert {turn.kind for turn in turns} >= {"best", "mistake"}
    with komwe.Engine(memory=1) as engine:
        engine.analyse(positions[3], depth=5)
        middle = len(turns) // 2
        assert engine.review(record, first=turns[middle].first, nodes=500) == turns[middle:]
        assert engine.review(record, first=len(record.moves)) == ()
        with pytest.raises(komwe.KomweError, match="a Record was expected, not Position"):
            engine.review(record.position)


def test_a_review_that_is_stopped_has_what_is_done():
    record = lost_game(komwe.Game("oware"))
    with komwe.Engine(memory=8) as engine:
        timer = threading.Timer(0.2, engine.stop)
        timer.start()
        turns = engine.review(record, nodes=10**12)
        timer.join()
        assert len(turns) < len(record.moves)
        assert all(turn.end <= len(record.moves) for turn in turns)


def test_tables(tmp_path):
    game = komwe.Game("oware", pits=3)
    tables = komwe.Tables.build(game, tmp_path, 5)
    assert tables.seeds(game) == 5
    position = game.position("1,0,1/0,2,0 S 10/10")
    value = komwe.solve(position, memory=8).value
    low, high = tables.probe(position)
    assert low <= value <= high
    assert komwe.solve(position, memory=8, tables=tables).value == value
    assert tables.probe(game.start()) is None
    assert komwe.Tables.small(komwe.Game("oware")).seeds(komwe.Game("oware")) > 3
    with pytest.raises(komwe.KomweError):
        komwe.Tables(tmp_path / "none")
    with pytest.raises(komwe.KomweError, match="no endgame tables"):
        komwe.Tables.small(komwe.Game("kiswahili"))
    with komwe.Engine(memory=8, tables=tables) as engine:
        exact = 0
        for board in ("0,0,1/1,0,0", "0,0,2/1,0,1", "0,0,1/0,0,2", "0,1,1/0,0,1", "2,1,0/0,0,1"):
            seeds = sum(int(digit) for digit in board if digit.isdigit())
            position = game.position(f"{board} S 10/{14 - seeds}")
            low, high = tables.probe(position)
            if low == high:
                exact += 1
                best = engine.analyse(position, depth=6).best
                assert best.is_proven and best.score == low + 10 - (14 - seeds)
        assert exact > 0


def test_prove():
    game = komwe.Game("bao1", width=4)
    position = game.start()
    proof = komwe.prove(position, memory=16)
    assert proof.outcome in ("south", "north", "draw") and proof.text.startswith("komwe-proof")
    with pytest.raises(komwe.KomweError, match="counts"):
        komwe.prove(komwe.Game("oware").start())


def test_errors_travel():
    with pytest.raises(komwe.KomweError) as fault:
        komwe.Game("nothing")
    again = pickle.loads(pickle.dumps(fault.value))
    assert str(again) == str(fault.value) and again.code == "unknown game"


def test_a_stop_ends_no_later_search():
    """While the table is cleared no search is at work, and after one has ended neither."""
    position = komwe.Game("oware").start()
    with komwe.Engine(memory=64) as engine:
        ended = threading.Event()

        def stop():
            while not ended.is_set():
                engine.stop()

        stopper = threading.Thread(target=stop)
        stopper.start()
        for _ in range(20):
            engine.clear()
            engine.analyse(position, depth=2)
        ended.set()
        stopper.join()
        assert engine.analyse(position, depth=4).depth == 4


def test_a_closed_engine_is_stopped_without_harm():
    engine = komwe.Engine(memory=1)
    engine.close()
    engine.stop()
    with pytest.raises(komwe.KomweError, match="closed"):
        engine.analyse(komwe.Game("oware").start(), depth=1)


def test_seconds_are_more_than_none():
    with komwe.Engine(memory=1) as engine:
        for wrong in (0, -1, "a", None.__class__):
            with pytest.raises(komwe.KomweError, match="seconds"):
                engine.analyse(komwe.Game("oware").start(), seconds=wrong)


def test_book_and_aim():
    oware = komwe.Game("oware")
    text = (pathlib.Path(__file__).resolve().parents[2] / "data/books/oware.book").read_text()
    with komwe.Engine(memory=1) as engine:
        engine.set_book(oware, text)
        assert engine.play(oware.start().play("E"), level=10) == "d"  # a search plays c
        engine.set_book(oware, None)
        engine.set_aim("seeds")
        assert engine.analyse(oware.start(), depth=3).depth == 3
        for wrong in ("", text[:99], text.replace("1", "2"), "x"):
            with pytest.raises(komwe.KomweError):
                engine.set_book(oware, wrong)
        with pytest.raises(komwe.KomweError):
            engine.set_book(komwe.Game("kalah"), text)
        for wrong in ("draw", None, 1):
            with pytest.raises(komwe.KomweError):
                engine.set_aim(wrong)
    with pytest.raises(komwe.KomweError):
        engine.set_book(oware, text)

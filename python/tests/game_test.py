"""Games, positions, moves, events, drawings, records."""

import io
import os
import pickle
import random
import xml.etree.ElementTree as ElementTree

import komwe
import numpy as np
import pytest


def test_list():
    ids = [game.id for game in komwe.games()]
    assert len(ids) == len(set(ids)) >= 140
    assert {"kiothi", "bulto", "kiswahili", "oware", "kalah"} <= set(ids)


def test_names():
    ids = {"Kalah": "kalah", "kalaha": "kalah", "Awalé": "oware", "Toguz Kumalak": "toguz-kumalak"}
    assert [komwe.Game(name).id for name in ids] == list(ids.values())
    with pytest.raises(komwe.KomweError, match="no game 'kallah'; perhaps 'kalah'"):
        komwe.Game("kallah")


def test_swap():
    game = komwe.Game("kalah", swap="yes")
    position = game.start().play("B")
    assert "swap" in map(str, position.moves())
    swapped = position.play("swap")
    assert swapped.seeds[:12] == position.seeds[6:12] + position.seeds[:6]
    assert swapped.turn == "south" and "swap" not in map(str, swapped.moves())


def test_missing():
    game = komwe.Game("kalah")
    assert game.start().missing == 0
    assert game.position("0,0,0,4,0,0/0,0,1,0,0,0 S 0/0").missing == 43


def test_options():
    game = komwe.Game("oware", pits=4, repetition="first")
    assert game.columns == 4 and game.options_text == "pits=4 repetition=first"
    option = next(option for option in game.options if option.name == "repetition")
    assert option.choices == ("third", "first") and option.value == "first"
    assert option.default == "third"
    assert komwe.Game("kiothi", **{"endless.limit": 1000}).options_text == "endless.limit=1000"
    assert game == pickle.loads(pickle.dumps(game)) != komwe.Game("oware")
    assert hash(komwe.Game("oware")) == hash(komwe.Game("oware", pits=6))
    with pytest.raises(komwe.KomweError, match="has no option 'pots'") as fault:
        komwe.Game("oware", pots=3)
    assert fault.value.code == "unknown option"
    with pytest.raises(komwe.KomweError):
        komwe.Game("oware", pits="4 seeds=1")


def test_width_that_a_board_has():
    game = komwe.Game("kiswahili", width=8)
    assert game == komwe.Game("kiswahili", width="8") == komwe.Game("kiswahili")
    assert game.options_text == "" and game.columns == 8
    assert komwe.Game("oware", pits=4, width=4).columns == 4
    assert komwe.Game("hus", width=4).columns == 4
    with pytest.raises(komwe.KomweError, match="has no option 'width'; it has suicide, tax_judged,") as fault:
        komwe.Game("kiswahili", width=6)
    assert fault.value.code == "unknown option"
    with pytest.raises(komwe.KomweError, match="has no option 'moons'; it has suicide"):
        komwe.Game("kiswahili", width=8, moons=1)
    with pytest.raises(komwe.KomweError, match="the value of width is 4, 6 or 8"):
        komwe.Game("hus", width=5)


def test_own_rules():
    text = komwe.Game("oware").rules.replace("game oware", "game mine")
    game = komwe.Game.from_rules(text)
    assert game.id == "mine" and game.start().perft(4) == komwe.Game("oware").perft(4)
    assert pickle.loads(pickle.dumps(game.start())) == game.start()
    with pytest.raises(komwe.KomweError) as fault:
        komwe.Game.from_rules(text.replace("sow counterclockwise", "sow sideways"))
    assert fault.value.code == "bad rules" and fault.value.line > 1


@pytest.mark.parametrize("game", komwe.games(), ids=lambda game: game.id)
def test_random_play(game):
    choose = random.Random(game.id)
    position, seen = game.start(), set()
    for _ in range(30):
        moves = position.moves()
        assert bool(moves) == (position.result is None)
        if not moves:
            break
        move = choose.choice(moves)
        assert position.why(move) is None
        after = position.play(move)
        assert after == position.play(str(move)) != position
        assert game.position(position.text) == position
        assert pickle.loads(pickle.dumps(position)) == position
        assert position.mirror().mirror() == position
        seen.add(position)
        position = after
    assert seen and game.start() in seen


def test_why_and_trace():
    position = komwe.Game("kiswahili").start()
    refusal = position.why("A1")
    assert refusal.hole == "A1" and "empty" in str(refusal)
    assert refusal.clause in position.game.clauses
    with pytest.raises(komwe.KomweError, match="empty") as fault:
        position.play("A1>")
    assert fault.value.code == "illegal move"
    events = position.trace("A6>")
    assert [event.kind for event in events] == ["plant", "lift", "drop", "drop", "drop", "stop",
                                                 "next"]
    assert events[2].source == "the hand" and events[2].target == "A7"
    assert str(events[-1]) == "North to move" and events[-1].value == 1
    oware = komwe.Game("oware").position("0,0,0,0,0,1/0,0,0,0,0,0 S 30/17")
    assert str(oware.why("A")) == "the game is over"


def test_many_moves():
    """Bulto has moves with many chances, and texts for them."""
    choose = random.Random(5)
    most = 0
    for _ in range(20):
        position = komwe.Game("bulto").start()
        while (moves := position.moves()) and most < 70:
            most = max(most, len(moves))
            assert all(move == str(position.play(move) and move) for move in moves[-2:])
            position = position.play(choose.choice(moves))
    assert most > 12


def test_result():
    game = komwe.Game("oware")
    assert game.start().result is None
    over = game.position("0,0,0,0,0,0/0,0,0,0,0,0 S 30/18")
    assert over.is_over and over.moves() == []
    assert over.result.outcome == "south" and over.result.score == (30, 18)
    assert over.result.reward("north") == -1 and str(over.result) == "over 30-18"


@pytest.mark.parametrize("id", ["kiothi", "bulto", "kiswahili", "oware", "hus", "enkeshui"])
def test_drawing(id):
    game = komwe.Game(id)
    position = game.start()
    for bottom in ("south", "north"):
        root = ElementTree.fromstring(position.svg(bottom))
        numbers = [int(text.text) for text in root.iter("{http://www.w3.org/2000/svg}text")
                   if "kw-n" in text.get("class")]
        assert sum(numbers) == sum(position.seeds) + sum(position.stores)
    assert position._repr_svg_() == position.svg()
    assert len(position.board().splitlines()) >= game.rows


def test_records():
    game = komwe.Game("kiothi")
    record = komwe.Record(game)
    choose = random.Random(1)
    while len(record) < 60:
        record.play(choose.choice(record.position.moves()))
    record.set_header("South", "Ann")
    record.set_comment(60, "both have placed")
    twice = io.StringIO()
    komwe.records.write([record, record], twice)
    again = list(komwe.records.read(io.StringIO(twice.getvalue())))
    assert len(again) == 2
    for one in again:
        assert one.moves == record.moves and one.headers == {"South": "Ann"}
        assert one.comment(60) == "both have placed" and one.game == game
        assert list(one.positions())[-1] == one.position == record.position
    record.resign("south")
    assert record.result.ending == "resignation" and record.result.outcome == "north"
    assert record.undo() and record.result is None
    found = komwe.records.parse(record.text + "Game: nothing\n")
    assert next(found).moves == record.moves
    with pytest.raises(komwe.KomweError) as fault:
        next(found)
    assert fault.value.line > 1


def test_repetition():
    game = komwe.Game("oware")
    record = komwe.Record(game, game.position("0,0,0,0,0,1/1,0,0,0,0,0 S 30/16"))
    while record.result is None:
        record.play(record.position.moves()[0])
    assert record.result.ending == "repetition" and len(record) == 24


def own_rules(id):
    """A text of a game that no other has."""
    return f"extends oware\ngame {id}\nname Mine\nstart 3\n"


def test_written_records_keep_their_file(tmp_path):
    path = tmp_path / "games.record"
    records = [komwe.Record(komwe.Game("oware")) for _ in range(3)]
    komwe.records.write(records, path)
    text = path.read_text()
    komwe.records.write(komwe.records.read(path), path)
    assert path.read_text() == text
    for wrong in ([records[0], None], records[0], None, 7):
        with pytest.raises(komwe.KomweError):
            komwe.records.write(wrong, path)
        assert path.read_text() == text
    assert [entry.name for entry in tmp_path.iterdir()] == ["games.record"]


def test_records_are_read_from_files(tmp_path):
    """What is no file is not waited for."""
    os.mkfifo(tmp_path / "pipe")
    with open(tmp_path / "large", "wb") as file:
        file.truncate((64 << 20) + 1)
    for wrong in (tmp_path, tmp_path / "pipe", tmp_path / "large", "/dev/zero"):
        with pytest.raises(komwe.KomweError, match="file of records"):
            list(komwe.records.read(wrong))
    with pytest.raises(FileNotFoundError):
        list(komwe.records.read(tmp_path / "nowhere"))


def test_records_of_rule_texts_travel(tmp_path):
    game = komwe.Game.from_rules(own_rules("mine-one"))
    record = komwe.Record(game)
    record.play(record.position.moves()[0])
    again = pickle.loads(pickle.dumps(record))
    assert again.text == record.text and again.game.id == "mine-one"
    assert pickle.loads(pickle.dumps(again)).text == record.text
    listed = komwe.Game.from_rules(own_rules("mine-two"), listed=True)
    assert komwe.Game("mine-two").start() == komwe.Game.from_rules(own_rules("mine-two"), listed=True).start()
    komwe.records.write([komwe.Record(listed)], tmp_path / "own")
    assert [of.game.id for of in komwe.records.read(tmp_path / "own")] == ["mine-two"]
    with pytest.raises(komwe.KomweError):
        komwe.Game.from_rules(own_rules("kalah"), listed=True)


def test_numbers_of_numpy_are_options():
    assert komwe.Game("kalah", pits=np.int64(3)).columns == 3
    for wrong in (3.5, True, None, np.float64(3)):
        with pytest.raises(komwe.KomweError, match="pits"):
            komwe.Game("kalah", pits=wrong)

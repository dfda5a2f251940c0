#!/usr/bin/python3
"""The engine at `komwe serve`, by WebSocket.  usage: serve_engine.py PROGRAM"""

import os
import pathlib
import re
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
from unittest import mock

from client import (BINARY, CLOSE, CONTINUED, PATIENCE, PING, PONG, TEXT, Closed, Server, Talk, ask,
                    frame, greeting, read_head, run)
from long_game import long_position

PROGRAM = sys.argv[1]
SERVER = Server(PROGRAM, "--threads", "2", "--hash", "8", "--origin", "https://komwe.example")
TALKS_MOST = 256
LINE_MOST = 64 << 10
PLIES_MOST = 10000

# The options that clients of the server lack: all of files, and those that number_limits.def keeps from them.
LOCAL = ["TablePath", *re.findall(r"^local\t([^\t]+)", subprocess.run([PROGRAM, "help", "--limits"], text=True,
                                                                     capture_output=True, check=True).stdout, re.M)]

# What the two say alike, but for the figures of speed.
SAID = [
    ["isready", "ugi", "query p1turn", "query gameover", "query result", "query", "query what",
     "nonsense", "", "   ", "\tisready \r", "go depth", "go depth x", "position", "position fen",
     "position startpos moves Z9", "position startpos move A1", "setoption", "setoption name Nothing value 1",
     "setoption name Game value chess", "setoption name Level value 11", "stop", "wait", "quit"],
    ["setoption name Hash value 1", "setoption name Game value kalah", "isready",
     "position startpos moves C A", "go depth 7", "wait", "query p1turn", "position startpos moves C A f",
     "go nodes 5000", "wait", "setoption name MultiPV value 3", "go depth 4", "wait", "uginewgame",
     "go depth 4", "wait", "quit"],
    ["setoption name Hash value 1", "setoption name Game value kiswahili", "go depth 5", "wait",
     "setoption name Game value giuthi", "go depth 5", "wait", "setoption name endless.limit value 300",
     "go depth 5", "wait", "go infinite", "wait", "position startpos", "go depth 3", "isready", "stop",
     "wait", "quit"],
    ["setoption name Game value kalah", "setoption name pits value 3",
     "position fen 0,1,0/2,0,1 S 10/10", "go nodes 10000", "wait",
     "position fen 0,1,0/0,0,1 S 11/11 moves C", "query gameover", "query result", "go depth 3",
     "go depth three", "setoption name Level value 3", "go", "wait", "quit"],
]


def plain(lines):
    """Without figures of speed, limits that differ, and the options of files, which a server lacks."""
    kept = []
    for line in lines:
        if line.startswith(tuple(f"option name {name} type" for name in LOCAL)):
            continue
        line = re.sub(r" nps \d+| time \d+", "", line)
        line = re.sub(r"^(option name (?:Hash|Threads) type spin).*", r"\1", line)
        kept.append(line)
    return kept


def but_for_chance(lines):
    """The kinds of the lines, where it is chance how deep an infinite search comes before its stop."""
    return sorted(re.sub(r"^(bestmove) .*", r"\1", line) for line in lines
                  if not line.startswith("info depth"))


def it_says_what_the_engine_says():
    """Without tables, for which the engine waits and the server does not."""
    with Server(PROGRAM, "--threads", "2", "--hash", "8", "--tables", "none") as server:
        says_what_the_engine_says(server)


def says_what_the_engine_says(server):
    for said in SAID:
        chance = "go infinite" in said
        done = subprocess.run([PROGRAM, "engine", "--tables", "none"], input="\n".join(said) + "\n",
                              text=True, capture_output=True, timeout=PATIENCE)
        want = plain(done.stdout.splitlines())
        with Talk(server) as talk:
            talk.say(*said)
            got, closed = talk.receive_all()
        got = plain(got)
        assert closed.code == 1000, closed.code
        if chance:
            assert but_for_chance(got) == but_for_chance(want), (got, want)
        else:
            assert got == want, (got, want)
            assert len(got) >= 5


def pages_of_other_places_are_refused():
    port = SERVER.port
    own = f"localhost:{port}"
    for origin, host, status in [
            (None, own, 101), (f"http://{own}", own, 101), (f"HTTP://LOCALHOST:{port}", own, 101),
            (f"http://127.0.0.1:{port}", f"127.0.0.1:{port}", 101),
            (f"http://[::1]:{port}", f"[::1]:{port}", 101), ("https://komwe.example", own, 101),
            ("http://localhost", own, 403), (f"http://localhost:{port + 1}", own, 403),
            ("http://evil.example", own, 403), ("null", own, 403), ("http://", own, 403),
            ("file://", own, 403), (f"ftp://{own}", own, 403), (f"http://{own}/", own, 403),
            ("http://komwe.example", own, 403), ("https://komwe.example.evil", own, 403),
            # A name of the attacker's that leads here is not this machine's.
            (f"http://evil.example:{port}", f"evil.example:{port}", 403),
            (f"http://localhost.evil:{port}", f"localhost.evil:{port}", 403),
            ("http://" + "a" * 300, own, 403)]:
        with Talk(SERVER, Origin=origin, Host=host) as talk:
            assert talk.status == status, (origin, host, talk.status)


def only_the_protocol_is_spoken_and_only_there():
    for protocol, status in [("komwe-ugi", 101), ("chat, komwe-ugi", 101), ("komwe-ugi,chat", 101),
                             (None, 400), ("chat", 400), ("komwe-ugi2", 400), ("komwe", 400),
                             ("http", 400), ("signal", 400), ("chat komwe-ugi", 400)]:
        with Talk(SERVER, Sec_WebSocket_Protocol=protocol) as talk:
            assert talk.status == status, (protocol, talk.status)
    for path in ["/", "/index.html", "/engine/", "/engines", "/none"]:
        with Talk(SERVER, path=path) as talk:
            assert talk.status == 404, (path, talk.status)


def only_websocket_is_an_upgrade():
    """HTTP/2 by h2c is not spoken, whatever it is listed with, nor anything else."""
    settings = {"Connection": "Upgrade, HTTP2-Settings", "HTTP2-Settings": "AAMAAABkAAQAAP__"}
    for value in ["h2c", "H2C", "websocket, h2c", "h2c, websocket", "websocket,h2c", "websocket/13",
                  "websockets", "TLS/1.0", "", " ", ",", "h2c\r\nUpgrade: websocket",
                  "websocket\r\nUpgrade: h2c", "websocket\r\nuPGRADE: WEBSOCKET"]:
        for path in ["/engine", "/", "/none"]:
            with Talk(SERVER, path=path, Upgrade=value, **settings) as talk:
                assert talk.status == 400, (value, path, talk.status)
    for value in ["websocket", "WebSocket", "WEBSOCKET"]:
        with Talk(SERVER, Upgrade=value) as talk:
            assert talk.status == 101, (value, talk.status)
    with SERVER.connect() as link:  # HTTP/2 without asking for it
        link.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes(9))
        assert link.recv(65536)[:9] in (b"", b"HTTP/1.1 ")


def a_refusal_says_why():
    for headers, reason in [
            ({"Upgrade": "h2c"}, "only websocket is an upgrade here"),
            ({"Content_Length": "5"}, "a request has no body here"),
            ({"path": "/none"}, "the engine is at /engine"),
            ({"Sec_WebSocket_Protocol": None}, "the engine speaks the WebSocket subprotocol komwe-ugi"),
            ({"Connection": "keep-alive"}, "Connection does not list upgrade"),
            ({"Sec_WebSocket_Key": ""},
             "Sec-WebSocket-Key must be there once: sixteen bytes in base64"),
            ({"Sec_WebSocket_Version": "12"}, "the engine speaks version 13 of WebSocket"),
            ({"Origin": "http://evil.example"}, "this origin may not use the engine")]:
        with Talk(SERVER, **headers) as talk:
            assert talk.body() == reason + "\n", (headers, reason)
            assert talk.headers["content-type"] == "text/plain", talk.headers
    assert ask(SERVER, "/engine")[2] == b"the engine is spoken to by WebSocket\n"


def a_handshake_is_whole():
    """RFC 6455, 4.2.1."""
    for headers, status in [
            ({"Sec_WebSocket_Key": None}, 400), ({"Sec_WebSocket_Key": ""}, 400),
            ({"Sec_WebSocket_Key": "AAECAwQFBgcICQoLDA0ODw="}, 400),
            ({"Sec_WebSocket_Key": "AAECAwQFBgcICQoLDA0O===="}, 400),
            ({"Sec_WebSocket_Key": "AAECAwQFBgcICQoLDA0ODxA="}, 400),
            ({"Sec_WebSocket_Key": "!" * 24}, 400), ({"Connection": "keep-alive"}, 400),
            ({"Connection": None}, 400), ({"Connection": "keep-alive, Upgrade"}, 101),
            ({"Sec_WebSocket_Version": "12"}, 426), ({"Sec_WebSocket_Version": None}, 426),
            ({"Content_Length": "5"}, 400), ({"Transfer_Encoding": "chunked"}, 400)]:
        with Talk(SERVER, **headers) as talk:
            assert talk.status == status, (headers, talk.status)
            assert status != 426 or talk.headers["sec-websocket-version"] == "13"


def ends(talk, code):
    lines, closed = talk.receive_all()
    assert closed.code == code, (lines, closed.code, closed.reason)
    return lines


def messages_are_lines_of_text():
    with Talk(SERVER) as talk:
        talk.send(frame(TEXT, "isr", False), frame(PING, "there?"), frame(CONTINUED, "ea", False),
                  frame(CONTINUED, "dy\n"))
        assert talk.frame() == (PONG, b"there?")
        assert talk.receive() == "readyok"
        talk.say("isready\nisready", "is\0ready", "isready\r\n", "\n", "")
        assert talk.receive() == "info string the message holds more than a line"
        assert talk.receive() == "info string the line holds a NUL byte"
        assert talk.receive() == "readyok"
        talk.say("\u00e9\u4e2d" * 1000)
        answer = talk.receive()
        assert answer.startswith("info string unknown command '\u00e9\u4e2d\u00e9")
        talk.say("\u202e\u009b")
        assert talk.receive() == "info string unknown command '\\u202E\\u009B'"
        talk.say("a" * LINE_MOST)
        assert talk.receive().startswith("info string unknown command 'aaa")
        talk.say("position startpos moves " + "pass " * 13000)
        assert talk.receive().startswith("info string position: move 1:")
        talk.send(frame(CLOSE, struct.pack(">H", 1000)))
        ends(talk, 1000)
    with Talk(SERVER) as talk:
        talk.say("a" * (LINE_MOST + 1))
        ends(talk, 1009)
    with Talk(SERVER) as talk:
        talk.send(*(frame(TEXT if i == 0 else CONTINUED, "a" * 1000, False) for i in range(66)))
        ends(talk, 1009)
    with Talk(SERVER) as talk:
        talk.send(frame(BINARY, "isready"))
        ends(talk, 1003)
    with Talk(SERVER) as talk:
        talk.send(frame(TEXT, b"isready \xff"))
        ends(talk, 1007)
    for data in [b"", b"isready", b"go infinite"]:  # RFC 6455, 5.1: clients mask
        with Talk(SERVER) as talk:
            talk.send(frame(TEXT, data, mask=None))
            assert ends(talk, 1002) == []
    with Talk(SERVER) as talk:
        talk.say("isready")
        assert talk.receive() == "readyok"
        talk.send(frame(PING, b"", mask=None))
        assert ends(talk, 1002) == []


def early_lines_are_executed():
    """Lines sent with the request, before the server has agreed, and more than it takes at a time."""
    lines = ["isready"] * 100 + ["setoption name Game value kalah", "go depth 3", "wait", "query p1turn",
                                 "position startpos moves " + "pass " * 3000, "quit"]
    with SERVER.connect() as link:
        link.sendall(greeting(SERVER) + b"".join(frame(TEXT, line) for line in lines))
        status, _, rest = read_head(link)
        assert status == 101
        talk = Talk.__new__(Talk)
        talk.link, talk.text = link, rest
        got = [line for line in ends(talk, 1000) if not line.startswith("info depth")]
    assert got[:100] == ["readyok"] * 100, got
    assert got[100].startswith("bestmove ") and got[101] == "response true", got[100:]
    assert got[102].startswith("info string position: move 1:"), got[102:]


def searches_share_the_processors():
    """An endless search on all threads, and its rivals; each is answered, and it goes on."""
    with Talk(SERVER) as long, Talk(SERVER) as short, Talk(SERVER) as late:
        long.say("setoption name Threads value 2", "setoption name Game value kiswahili", "go infinite")
        long.receive()
        short.say("setoption name Level value 1", "go")
        assert short.receive().startswith("bestmove ")
        short.say("setoption name Level value 0", "go infinite")
        late.say("setoption name Threads value 2", "go infinite", "stop")
        assert late.receive_until("bestmove")[-1].startswith("bestmove ")
        depths = [int(long.receive().split()[2]) for _ in range(4)]
        assert depths == sorted(depths), depths
        for talk in (long, short):
            talk.say("stop")
            talk.receive_until("bestmove")
            talk.say("isready")
            assert talk.receive() == "readyok"


def an_endless_search_that_is_done_waits_for_its_stop():
    with Talk(SERVER) as talk:
        talk.say("setoption name Game value kalah", "setoption name pits value 3",
                 "position fen 0,1,0/2,0,1 S 10/10", "go infinite")
        while " proven " not in talk.receive():
            pass
        talk.say("isready", "go depth 1")
        lines = talk.receive_until("info string")
        assert lines == ["readyok", "info string go: a search is running: stop it first"], lines
        # What is proven is told before the search comes to rest: until then readyok is faster.
        talk.say("stop", "stop", "isready")
        move, ready = sorted([talk.receive(), talk.receive()])
        assert move.startswith("bestmove ") and ready == "readyok", (move, ready)
        talk.say("isready")
        assert talk.receive() == "readyok"


def memory_is_shared_out():
    """8 MiB beyond the first of each."""
    with Talk(SERVER) as one, Talk(SERVER) as two:
        one.say("setoption name Hash value 6", "isready")
        assert one.receive() == "readyok"  # of two that ask at once either may be first
        two.say("setoption name Hash value 6", "isready")
        assert two.receive() == "info string there is not enough memory for a Hash of 6"
        assert two.receive() == "readyok"
        two.say("setoption name Hash value 4", "isready", "setoption name Hash value 257")
        assert two.receive() == "readyok"
        assert two.receive() == "info string setoption: the value of Hash is a whole number from 1 to 64"
        one.say("quit")
        ends(one, 1000)
        two.say("setoption name Hash value 9", "isready", "quit")
        assert ends(two, 1000) == ["readyok"]


def who_does_not_read_is_dropped():
    flood = b"".join([frame(TEXT, "ugi")] * 1000)
    with Talk(SERVER) as talk:
        talk.say("ugi", "quit")
        lines_each = len(talk.receive_all()[0])
    with Talk(SERVER) as talk:
        try:
            before = SERVER.memory()
            while SERVER.memory() < before + 64:
                talk.send(flood)
            raise AssertionError("too much waits to be read")
        except ConnectionError:
            pass
    # A client that begins to read in time receives the reason, unless the end arrives first.
    with Talk(SERVER) as talk:
        talk.send(flood * 20, frame(TEXT, "quit"))
        try:
            lines, closed = talk.receive_all()
            assert closed.code == 1008 or len(lines) == 20000 * lines_each, (closed.code, len(lines))
        except ConnectionError:
            pass
    # Others have not noticed, and who reads may ask as much.
    with Talk(SERVER) as talk:
        for _ in range(100):
            talk.say(*["ugi"] * 20, "isready")
            talk.receive_until("readyok")


def who_reads_late_misses_nothing():
    """More is asked than the sockets hold, and read only once the server can send no more."""
    many = 4000
    with Talk(SERVER) as talk:
        talk.say("ugi")
        answer = [talk.receive()]
        while answer[-1] != "ugiok":
            answer.append(talk.receive())
        before = SERVER.memory()
        sender = threading.Thread(target=talk.say, args=["ugi"] * many + ["quit"])
        sender.start()
        with Talk(SERVER) as other:  # answered after the turns that the first is given meanwhile
            for _ in range(2 * many * len("..mask..ugi") // 256):
                other.say("isready")
                assert other.receive() == "readyok"
        assert SERVER.memory() < before + 8
        lines, closed = talk.receive_all()
        sender.join()
        assert closed.code == 1000, closed
        assert lines == answer * many, (len(lines), len(answer))


def abrupt(talk):
    """The connection is reset."""
    talk.link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    talk.link.close()


def refuses_no_more(talks):
    """Fills the server up, when it has noticed who has left: no answer says so, so it is asked."""
    end = time.monotonic() + PATIENCE
    while len(talks) < TALKS_MOST:
        talk = Talk(SERVER)
        if talk.status == 101:
            talks.append(talk)
        else:
            assert talk.status == 503, talk.status
            assert time.monotonic() < end, f"only {len(talks)} are let in"


def sessions_are_counted_and_freed():
    talks = []
    refuses_no_more(talks)
    with Talk(SERVER) as talk:
        assert talk.status == 503
    for number, talk in enumerate(talks):
        talk.say(["go infinite", "setoption name Level value 10", "isready", "go depth 60"][number % 4])
    for talk in talks:
        abrupt(talk)
    talks = []
    refuses_no_more(talks)
    for talk in talks:
        talk.say("isready")
    for talk in talks:
        assert talk.receive() == "readyok"
        talk.say("quit")
    for talk in talks:
        ends(talk, 1000)


def a_closed_session_is_gone():
    """Files and memory after many sessions are about what they were after a few."""
    def sessions(count):
        for _ in range(count):
            with Talk(SERVER) as talk:
                talk.say("setoption name Game value kiswahili", "go depth 3", "wait", "quit")
                ends(talk, 1000)
        with Talk(SERVER) as talk:
            talk.say("isready")
            talk.receive()
            return SERVER.files(), SERVER.memory()
    files, memory = sessions(30)
    files_after, memory_after = sessions(300)
    assert files_after < files + 30, (files, files_after)
    assert memory_after < memory + 32, (memory, memory_after)


def a_damaged_table_is_named_and_ends_nothing():
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([PROGRAM, "table", "build", "awari", "--seeds", "3", "--dir", folder], check=True,
                       capture_output=True)
        table = pathlib.Path(folder, "awari.03.kwt")
        data = bytearray(table.read_bytes())
        data[-9] ^= 0xFF
        table.write_bytes(data)
        with Server(PROGRAM, "--tables", folder) as server:
            for _ in range(2):
                with Talk(server) as talk:
                    talk.say("setoption name Game value awari",
                             "position fen 0,0,0,0,0,2/0,0,1,0,0,0 S 22/23", "go depth 3")
                    lines = []
                    while not lines or not lines[-1].startswith("bestmove"):
                        lines.append(talk.receive())
                    assert lines.count(f"info string '{table}': it is damaged") == 1, lines
            status, _ = server.stop()
            assert status == 0, status
            assert server.log().count("it is damaged") == 1, server.log()


def a_client_names_no_file():
    """Neither a folder of tables nor a rule text."""
    with Talk(SERVER) as talk:
        for option, value, refusal in [
                *[(name, value, f"kiothi has no option '{name}'") for name in LOCAL for value in ("/etc", "1")],
                ("Game", "/etc/passwd", "there is no game '/etc/passwd'"),
                ("Game", "./kalah.rules", "there is no game './kalah.rules'")]:
            talk.say(f"setoption name {option} value {value}")
            said = talk.receive()
            assert said.startswith("info string setoption: ") and refusal in said, said


def tables_open(server):
    """How many files of tables it has open."""
    folder = pathlib.Path(f"/proc/{server.process.pid}/fd")
    return sum(1 for file in folder.iterdir() if os.path.lexists(file) and ".kwt" in os.readlink(file))


def rule_sets_without_number_keep_few_files_open():
    """Each has tables of 17 files, which the engine has made before the server begins."""
    files_most, limits = 128, range(300, 340)
    game = ["setoption name Game value giuthi", "setoption name pits value 2"]
    with tempfile.TemporaryDirectory() as folder, mock.patch.dict(
            os.environ, XDG_CACHE_HOME=folder, KOMWE_TABLES=""):
        lines = game + [f"setoption name endless.limit value {limit}\nisready" for limit in limits] + ["quit\n"]
        subprocess.run([PROGRAM, "engine"], input="\n".join(lines), text=True, check=True, stdout=subprocess.DEVNULL)
        assert len(list(pathlib.Path(folder, "komwe/tables").iterdir())) == len(limits)
        with Server(PROGRAM) as server, Talk(server) as talk:
            talk.say(*game)
            most = 0
            for limit in limits:
                talk.say(f"setoption name endless.limit value {limit}", "go depth 1")
                while not talk.receive().startswith("bestmove"):
                    pass
                most = max(most, tables_open(server))
            assert 0 < most <= files_most, most


def a_game_is_bounded():
    with Talk(SERVER) as talk:
        talk.say("setoption name Game value oware", long_position(PLIES_MOST), "isready")
        assert talk.receive() == "readyok"
        talk.say(long_position(PLIES_MOST + 1))
        assert talk.receive() == f"info string position: a game has at most {PLIES_MOST} moves here"


with SERVER:
    run([it_says_what_the_engine_says, pages_of_other_places_are_refused,
         only_the_protocol_is_spoken_and_only_there, only_websocket_is_an_upgrade,
         a_refusal_says_why, a_handshake_is_whole, messages_are_lines_of_text, early_lines_are_executed,
         searches_share_the_processors, an_endless_search_that_is_done_waits_for_its_stop,
         memory_is_shared_out, who_does_not_read_is_dropped, who_reads_late_misses_nothing,
         sessions_are_counted_and_freed, a_closed_session_is_gone,
         a_damaged_table_is_named_and_ends_nothing, a_client_names_no_file,
         rule_sets_without_number_keep_few_files_open, a_game_is_bounded])

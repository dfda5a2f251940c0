#!/usr/bin/python3
"""How many connections `komwe serve` accepts, and which it closes.  usage: serve_limits.py PROGRAM"""

import contextlib
import pathlib
import socket
import sys
import tempfile
import time

from client import PATIENCE, TEXT, Closed, Server, Talk, ask, frame, run

PROGRAM = sys.argv[1]
FILES = 96                      # that the server may have open,
CONNECTIONS = (FILES - 64) // 2  # and connections: 64 files are its own, and each may send a page
IDLE_SECONDS = 3
BUSY_MOST = 0.5  # seconds of a processor in these, where a server that spins takes one to three


def ended(link):
    """True if the server closes the connection, and says nothing on it."""
    try:
        return link.recv(65536) == b""
    except ConnectionResetError:
        return True


def busy_while_nothing_comes(server):
    before = server.busy()
    time.sleep(IDLE_SECONDS)
    return server.busy() - before


def ask_until_answered(server, source):
    """Until the others of that address have been idle for so long that one is closed."""
    end = time.monotonic() + PATIENCE
    while True:
        with server.connect(source=source) as link:
            try:
                assert ask(server, "/", link=link)[0] == 200
                return
            except (Closed, ConnectionError):
                assert time.monotonic() < end, "no connection makes room"


def idle_connections_make_room():
    """More connections than there can be: the server rests, and answers all requests."""
    with Server(PROGRAM, open_files=(FILES, FILES)) as server, contextlib.ExitStack() as links:
        assert f"the limit of {FILES} open files allows {CONNECTIONS} connections" in server.log()
        crowd = [links.enter_context(server.connect()) for _ in range(5 * CONNECTIONS)]
        assert ask(server, "/")[0] == 200
        assert server.files() <= FILES
        busy = busy_while_nothing_comes(server)
        assert busy < BUSY_MOST, busy
        for number in range(3 * CONNECTIONS):
            assert ask(server, "/")[0] == 200, number
        assert all(ended(link) for link in crowd[:3 * CONNECTIONS]), "the longest idle is closed"
        lines = [line for line in server.log().splitlines() if "connections are in use" in line]
        assert len(lines) == 1 and f"all {CONNECTIONS} connections" in lines[0], lines


def busy_connections_do_not_make_room():
    """All are being answered, and not read from: others wait until one leaves."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as links:
        (pathlib.Path(folder) / "index.html").write_text("page")
        (pathlib.Path(folder) / "large.bin").write_bytes(bytes(64 << 20))
        server = links.enter_context(Server(PROGRAM, folder=folder, open_files=(FILES, FILES)))
        slow = [links.enter_context(server.connect()) for _ in range(CONNECTIONS)]
        for link in slow:
            link.sendall(b"GET /large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert link.recv(12) == b"HTTP/1.1 200"
        waiting = [links.enter_context(server.connect()) for _ in range(CONNECTIONS)]
        for link in waiting:
            link.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        assert server.files() <= FILES
        busy = busy_while_nothing_comes(server)
        assert busy < BUSY_MOST, busy
        for link in slow[:2]:
            link.close()
        for link in waiting:
            assert link.recv(12) == b"HTTP/1.1 200"
            link.close()


def one_address_has_its_share():
    """Addresses of this machine, which are counted if a limit is asked for."""
    with Server(PROGRAM, "--per-address", "3") as server, contextlib.ExitStack() as links:
        talks = [links.enter_context(Talk(server, source="127.0.0.2")) for _ in range(3)]
        for talk in talks:
            talk.say("isready")
            assert talk.receive() == "readyok"
        for _ in range(20):  # none of the three is idle
            assert ended(links.enter_context(server.connect(source="127.0.0.2")))
        other = links.enter_context(Talk(server, source="127.0.0.3"))
        other.say("isready")
        assert other.receive() == "readyok"
        assert ask(server, "/", link=links.enter_context(server.connect("127.0.0.1")))[0] == 200
        idle = [links.enter_context(server.connect(source="127.0.0.4")) for _ in range(3)]
        ask_until_answered(server, "127.0.0.4")
        assert ended(idle[0])
        for link in idle[1:]:
            assert ask(server, "/", link=link)[0] == 200
        for talk in talks:
            talk.say("quit")
            try:
                talk.receive()
            except Closed as closed:
                assert closed.code == 1000
        lines = server.log().splitlines()
        assert len(lines) == 1 and "127.0.0.2 has all its 3 connections" in lines[0], lines


def says(talk, line):
    talk.say(line, "isready")
    return talk.receive_until("readyok")


def one_address_has_its_sessions_and_its_memory():
    """32 of the 256 sessions, and the fourth part of the memory, which it gets back from who has left."""
    none = ["info string there is not enough memory for a Hash of 6", "readyok"]
    with Server(PROGRAM, "--per-address", "100", "--hash", "16") as server, contextlib.ExitStack() as links:
        talks = [links.enter_context(Talk(server, source="127.0.0.2")) for _ in range(32)]
        with Talk(server, source="127.0.0.2") as talk:
            assert talk.status == 503 and talk.body() == "all sessions of this address are taken\n"
        other = links.enter_context(Talk(server, source="127.0.0.3"))
        assert says(talks[0], "setoption name Hash value 5") == ["readyok"]
        assert says(talks[1], "setoption name Hash value 6") == none
        assert says(other, "setoption name Hash value 5") == ["readyok"]
        talks[0].link.close()
        end = time.monotonic() + PATIENCE
        while says(talks[1], "setoption name Hash value 5") != ["readyok"]:
            assert time.monotonic() < end, "the memory of who has left is not given back"
        links.enter_context(Talk(server, source="127.0.0.2")).say("isready")
        lines = server.log().splitlines()
        assert len(lines) == 1 and "127.0.0.2 has all its 32 sessions" in lines[0], lines


def this_machine_is_not_counted():
    """A proxy speaks for many: from here any number may come, up to that of all."""
    with Server(PROGRAM, "--connections", "200") as server, contextlib.ExitStack() as links:
        crowd = [links.enter_context(server.connect()) for _ in range(150)]
        for link in crowd:
            assert ask(server, "/", link=link)[0] == 200
        assert server.log() == ""


def an_idle_session_outlives_idle_pages():
    """Pages that wait for a request are closed before a session of the engine is."""
    with Server(PROGRAM, "--connections", "8") as server, Talk(server) as talk:
        talk.say("isready")
        assert talk.receive() == "readyok"
        with contextlib.ExitStack() as links:
            for _ in range(50):
                links.enter_context(server.connect())
            assert ask(server, "/")[0] == 200
            talk.send(frame(TEXT, "isready"))
            assert talk.receive() == "readyok"


def too_few_files_get_a_sentence():
    server = Server.__new__(Server)
    try:
        server.__init__(PROGRAM, open_files=(40, 40))
        raise RuntimeError("the server has started")
    except AssertionError:
        pass
    assert server.process.wait() == 1
    assert server.log() == "komwe: the limit of open files is too low for a server (ulimit -n)\n"
    server.process.stdout.close()
    server.errors.close()
    server.scratch.cleanup()


run([idle_connections_make_room, busy_connections_do_not_make_room, one_address_has_its_share,
     one_address_has_its_sessions_and_its_memory,
     this_machine_is_not_counted, an_idle_session_outlives_idle_pages,
     too_few_files_get_a_sentence])

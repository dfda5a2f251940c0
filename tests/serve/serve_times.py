#!/usr/bin/python3
"""What `komwe serve` ends after some time.  usage: serve_times.py PROGRAM STILL_CLOCK

The server's clock is still_clock.c: it stands still until a test moves it on, so that nothing waits and
nothing depends on how fast this machine is.
"""

import contextlib
import mmap
import pathlib
import socket
import sys
import tempfile

from client import CLOSE, PING, PONG, TEXT, Server, Talk, ask, frame, run

PROGRAM, LIBRARY = sys.argv[1:]
A_LITTLE = 0.3  # seconds, more than the server lets pass between two looks
MOVES = 4096    # bytes of which a client reads that make the server send more


class TimedServer(Server):
    """A server, and its time in seconds."""

    def __init__(self, *flags, send=0, **other):
        self.clock = tempfile.NamedTemporaryFile()
        self.clock.write(bytes(16))
        self.clock.flush()
        self.map = mmap.mmap(self.clock.fileno(), 16)
        self.time = memoryview(self.map).cast("q")
        self.time[0] = 1000 * 1000000
        super().__init__(PROGRAM, *flags, under=["env", f"LD_PRELOAD={LIBRARY}", f"STILL_CLOCK={self.clock.name}",
                                              f"STILL_SEND={send}"],
                         **other)

    def pass_time(self, seconds):
        """So many seconds pass, of which the server has noticed all that came before, and looked what is due."""
        self.settle()
        self.time[0] += round(seconds * 1000000)
        self.settle()

    @contextlib.contextmanager
    def turns_of_one_line(self):
        """Each look at the clock takes longer than the turn of a session may."""
        self.time[1] = 6000
        yield
        self.settle()
        self.time[1] = 0

    def settle(self):
        """All that was ready has had a turn."""
        for _ in range(3):
            assert ask(self, "/")[0] == 200


def sockets(server):
    """Those that it has open, without those of pages, which it closes meanwhile."""
    seen = []
    for _ in range(2):
        server.settle()
        seen.append(set())
        for file in pathlib.Path(f"/proc/{server.process.pid}/fd").iterdir():
            with contextlib.suppress(FileNotFoundError):
                seen[-1].add(str(file.readlink()))
    return {name for name in seen[0] & seen[1] if name.startswith("socket:")}


def let_go(server, idle, within, step=A_LITTLE):
    """True if it closes the socket that it has beside these before so many seconds have passed."""
    while sockets(server) != idle and within > 0:
        server.pass_time(step)
        within -= step
    return sockets(server) == idle


def says_nothing(link):
    link.setblocking(False)
    try:
        return link.recv(1, socket.MSG_PEEK) is None
    except BlockingIOError:
        return True
    finally:
        link.setblocking(True)


def a_head_comes_within_20_seconds():
    with TimedServer() as server, server.connect() as link:
        link.sendall(b"GET / HTTP/1.1\r\nHost: ")
        server.pass_time(20 - A_LITTLE)
        assert says_nothing(link)
        link.sendall(b"a\r\n")  # which makes it no longer
        server.pass_time(2 * A_LITTLE)
        assert link.recv(1) == b""


def an_answer_of_which_nothing_moves_ends_after_20_seconds():
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "index.html").write_text("page")
        pathlib.Path(folder, "large.bin").write_bytes(bytes(16 << 20))
        with TimedServer(folder=folder) as server:
            idle, link = sockets(server), server.connect()
            link.sendall(b"GET /large.bin HTTP/1.1\r\nHost: a\r\n\r\n")
            assert link.recv(12) == b"HTTP/1.1 200"
            server.pass_time(19)
            assert sockets(server) > idle
            # What the buffers of the system take in their own time is movement, and they take less than the page.
            assert let_go(server, idle, 1000, 10)
            link.close()


def a_client_that_reads_nothing_is_closed_after_10_seconds():
    with TimedServer() as server:
        idle, talk = sockets(server), Talk(server)
        talk.link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        talk.link.setblocking(False)
        asked = frame(TEXT, "ugi") * 100
        with contextlib.suppress(BlockingIOError):
            while True:  # until what it answers fills all that lies between
                talk.link.send(asked)
        server.pass_time(10 - A_LITTLE)
        assert sockets(server) > idle
        server.pass_time(2 * A_LITTLE)
        assert let_go(server, idle, 20)  # if some of it still moved
        talk.link.close()


def unread(link):
    """Bytes that the other end has sent on this connection and that were not received here."""
    here, there = (f"{address[1]:04X}" for address in (link.getsockname(), link.getpeername()))
    for line in pathlib.Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]:
        _, local, remote, _, queues = line.split()[:5]
        if (local[-4:], remote[-4:]) == (there, here):
            return int(queues.split(":")[0], 16)
    raise AssertionError("there is no such connection")


def a_client_whose_lines_wait_is_closed_too():
    """Its socket took all answers, but is so full that the system reports it to be writable no more."""
    room = 2 * min(256 << 10, int(pathlib.Path("/proc/sys/net/core/wmem_max").read_text(encoding="ascii")))
    with TimedServer() as server:
        idle, talk = sockets(server), Talk(server)
        talk.link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        while unread(talk.link) < 0.8 * room:
            talk.say("ugi")
            server.settle()
        began = server.time[0]
        with server.turns_of_one_line():
            talk.say("isready", "isready", "isready")
        server.pass_time(10 - A_LITTLE - (server.time[0] - began) / 1000000)
        assert sockets(server) > idle
        server.pass_time(2 * A_LITTLE)
        assert let_go(server, idle, 20)
        talk.link.close()


def a_silent_websocket_is_pinged_and_closed():
    with TimedServer() as server, Talk(server) as silent, Talk(server) as alive:
        server.pass_time(120 - A_LITTLE)
        assert says_nothing(silent.link) and says_nothing(alive.link)
        server.pass_time(2 * A_LITTLE)
        for talk in [silent, alive]:
            kind, data = talk.frame()
            assert kind == PING, kind
        alive.say("isready")
        alive.send(frame(PONG, data))
        assert alive.receive() == "readyok"
        server.pass_time(900 - 120 - 2 * A_LITTLE)
        assert says_nothing(silent.link), "nor is it closed"
        server.pass_time(2 * A_LITTLE)
        assert silent.link.recv(1) == b""
        alive.say("isready")
        assert alive.receive() == "readyok"


def a_close_takes_3_seconds():
    """By its client, and by the server, whose reason is not read."""
    for said, answer in [(frame(CLOSE, b"\x03\xe8"), 1000), (frame(TEXT, "a", mask=None), 1002)]:
        with TimedServer() as server:
            idle, talk = sockets(server), Talk(server)
            talk.send(said)
            kind, data = talk.frame()
            assert kind == CLOSE and int.from_bytes(data[:2], "big") == answer, (kind, data)
            server.pass_time(3 - A_LITTLE)
            assert sockets(server) > idle
            server.pass_time(2 * A_LITTLE)
            assert let_go(server, idle, 1)
            talk.link.close()


def asks_for_a_picture(server, source):
    """A client that reads no more of it than its status."""
    link = socket.socket()
    link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    link.bind((source, 0))
    link.connect(("127.0.0.1", server.port))
    link.sendall(b"GET /picture.png?game=adji-boto HTTP/1.1\r\nHost: a\r\n\r\n")
    return link, int(link.recv(12)[9:])


def fill(server, links, source, most):
    """Asks until no more is given, or `most` are; time passes, so that nothing else is short."""
    for taken in range(most):
        link, status = asks_for_a_picture(server, source)
        links.enter_context(link)
        if status != 200:
            assert status == 503, status
            return taken
        server.pass_time(1.1 if taken >= 9 else A_LITTLE)
    return most


def places_of_pictures_are_shared():
    """Of one address there are as many as are free, and what it has left another finds."""
    with TimedServer("--per-address", "100", send=4096) as server, contextlib.ExitStack() as links:
        taken = [fill(server, links, f"127.0.0.{2 + i}", 20) for i in range(7)]
        assert taken == [16, 8, 4, 2, 1, 1, 0], taken


def a_slow_picture_gives_its_place_away():
    """32 are sent at once.  Their clients read on, so slowly that another needs the place."""
    with TimedServer(send=4096) as server, contextlib.ExitStack() as links:
        idle, began, slow = len(sockets(server)), server.time[0], []
        for _ in range(32):
            link, status = asks_for_a_picture(server, "127.0.0.1")
            slow.append(links.enter_context(link))
            assert status == 200, len(slow)
            server.pass_time(A_LITTLE)
        assert asks_for_a_picture(server, "127.0.0.1")[1] == 503
        slow.pop().close()
        server.pass_time(A_LITTLE)
        more, status = asks_for_a_picture(server, "127.0.0.1")
        assert status == 200, "who has left keeps the place"
        slow.append(links.enter_context(more))
        while server.time[0] < began + 16_000_000:
            server.pass_time(3)
            for link in slow:
                assert link.recv(MOVES) != b""
        assert asks_for_a_picture(server, "127.0.0.1")[1] == 503
        before = len(sockets(server)) - idle
        assert before == 32, before
        server.pass_time(began / 1e6 + 20.1 - server.time[0] / 1e6)
        other, status = asks_for_a_picture(server, "127.0.0.1")
        links.enter_context(other)
        assert status == 200, "the slowest keeps its place"
        now = len(sockets(server)) - idle
        assert now == 32, now
        with contextlib.suppress(ConnectionResetError):
            while slow[0].recv(65536):
                pass


def a_search_takes_300_seconds():
    with TimedServer("--tables", "none") as server, Talk(server) as talk:
        talk.say("setoption name Game value oware", "go movetime 1000000")
        talk.receive_until("info depth")
        server.pass_time(300 - A_LITTLE)
        talk.say("isready")
        assert not any(line.startswith("bestmove") for line in talk.receive_until("readyok"))
        server.pass_time(2 * A_LITTLE)
        talk.receive_until("bestmove")


run([a_head_comes_within_20_seconds, an_answer_of_which_nothing_moves_ends_after_20_seconds,
     a_client_that_reads_nothing_is_closed_after_10_seconds,
     a_client_whose_lines_wait_is_closed_too, a_silent_websocket_is_pinged_and_closed,
     a_close_takes_3_seconds, places_of_pictures_are_shared, a_slow_picture_gives_its_place_away,
     a_search_takes_300_seconds])

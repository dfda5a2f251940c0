#!/usr/bin/python3
"""Hostile clients of `komwe serve`, beside whom a visitor is answered, and who leave nothing behind.

    serve_soak.py PROGRAM [--clients N] [--actions N | --minutes M] [--tables DIR] [--seed S]

N clients (200), from 32 addresses of this machine, do what a client must not or need not do: they read
slowly or nothing, send half of a request or a frame, floods of lines, searches without end by all threads
and the largest tables, hundreds of rule sets, positions of thousands of moves, broken frames, and leave in
every state.  Each goes on for its number of actions (15), or all for M minutes.  Meanwhile a visitor of
another address has a move searched for 300 ms again and again; how soon he is answered is printed.

A first tenth of the work warms the server up.  What it has then, when all have left, it must have again at
the end: its threads, its files, and its memory but for GROWTH.
"""

import argparse
import contextlib
import os
import pathlib
import random
import struct
import socket
import sys
import tempfile
import threading
import time

from client import PATIENCE, TEXT, Closed, Server, Talk, ask, frame, greeting
from long_game import long_position
from serve_fuzz import some_frame, some_request
from serve_share import VISITOR, Visitor

GROWTH = 12            # mebibytes: what the allocator keeps more or less of
ADDRESSES = 32
PLIES_MOST = 10000     # of the game of a session
LONG = frame(TEXT, long_position(PLIES_MOST))
GAMES = ["kalah", "oware", "kiswahili", "giuthi", "bao1", "hus", "kiothi", "bulto"]


class Hostile(threading.Thread):
    """One client after another, until its work is done."""

    def __init__(self, server, number, seed, goes_on):
        super().__init__(daemon=True)
        self.server, self.goes_on, self.number = server, goes_on, number
        self.chance = random.Random(f"{seed} {number}")
        self.source = f"127.0.0.{10 + number % ADDRESSES}"
        self.fault = None

    def run(self):
        done = 0
        while self.goes_on(done):
            try:
                first = ACTIONS[self.number % len(ACTIONS)]  # so that each is done by one of them
                (self.chance.choice(ACTIONS) if done > 0 else first)(self)
            except (OSError, Closed):
                pass  # the server has had enough of it
            except Exception as fault:  # of this program: the run fails
                self.fault = fault
                return
            done += 1

    def link(self):
        return contextlib.closing(self.server.connect(source=self.source))

    def talk(self):
        talk = Talk(self.server, source=self.source)
        if talk.status != 101:  # its address has all its sessions
            talk.link.close()
            self.rest()
            raise Closed()
        talk.link.settimeout(5)
        return talk

    def rest(self, most=0.3):
        time.sleep(self.chance.random() * most)

    def leave(self, link):
        """In good order, half, or by a reset."""
        how = self.chance.randrange(3)
        if how == 0:
            link.shutdown(socket.SHUT_WR)
        elif how == 1:
            link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        link.close()

    # ---- what they do ----

    def half_a_request(self):
        with self.link() as link:
            head = greeting(self.server)
            link.sendall(head[:self.chance.randrange(len(head))])
            self.rest()
            self.leave(link)

    def broken_requests(self):
        with self.link() as link:
            for _ in range(3):
                link.sendall(some_request(self.chance))
            self.leave(link)

    def a_slow_reader(self):
        with self.link() as link:
            link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            link.sendall(b"GET /large.bin HTTP/1.1\r\nHost: a\r\n\r\n")
            for _ in range(5):
                link.recv(100)
                self.rest(0.1)
            self.leave(link)

    def silence(self):
        with self.talk() as talk:
            self.rest(1)
            self.leave(talk.link)

    def floods(self):
        with self.talk() as talk:
            talk.send(frame(TEXT, self.chance.choice(["ugi", "isready", "query result", "nonsense", "table"])) *
                      self.chance.choice([10, 300, 3000]))
            self.leave(talk.link)

    def broken_frames(self):
        with self.talk() as talk:
            for _ in range(self.chance.randrange(1, 9)):
                talk.send(some_frame(self.chance))
            self.rest()
            self.leave(talk.link)

    def an_endless_search(self):
        with self.talk() as talk:
            talk.say(f"setoption name Game value {self.chance.choice(GAMES)}",
                     f"setoption name Threads value {self.chance.choice([1, 2])}",
                     f"setoption name Hash value {self.chance.choice([1, 8, 64])}", "go infinite")
            self.rest(3)
            if self.chance.randrange(2):
                talk.say("stop", "isready")
                talk.receive_until("bestmove")
            self.leave(talk.link)

    def searches(self):
        with self.talk() as talk:
            for _ in range(self.chance.randrange(1, 10)):
                talk.say(self.chance.choice(["go movetime 1", "go movetime 50", "go depth 5", "go nodes 3000",
                                             "go ponder movetime 5", "stop", "ponderhit", "uginewgame"]), "stop")
            talk.say("isready")
            talk.receive_until("readyok")
            self.leave(talk.link)

    def rule_sets(self):
        with self.talk() as talk:
            talk.say("setoption name Game value kalah")
            for _ in range(self.chance.randrange(1, 40)):
                talk.say(f"setoption name endless.limit value {self.chance.randrange(1, 1000)}",
                         f"setoption name pits value {self.chance.randrange(1, 7)}", "go depth 2", "stop")
            talk.say("isready")
            talk.receive_until("readyok")
            self.leave(talk.link)

    def long_games(self):
        """The longest game that a session may have, again and again, and those that end at an illegal move."""
        with self.talk() as talk:
            talk.say("setoption name Game value oware")
            talk.send(LONG, frame(TEXT, "isready"))
            lines = talk.receive_until("readyok")
            assert lines == ["readyok"], lines  # the game is legal
            for _ in range(self.chance.randrange(3)):
                talk.say("position startpos moves " + "A a " * self.chance.randrange(15000))
                talk.send(LONG, frame(TEXT, "go depth 3"))
            self.rest(1)
            self.leave(talk.link)

    def tables_of_memory(self):
        with self.talk() as talk:
            for _ in range(self.chance.randrange(1, 6)):
                talk.say(f"setoption name Hash value {self.chance.randrange(1, 65)}", "isready", "uginewgame")
            talk.receive_until("readyok")
            self.leave(talk.link)


ACTIONS = [Hostile.half_a_request, Hostile.broken_requests, Hostile.a_slow_reader, Hostile.silence, Hostile.floods,
           Hostile.broken_frames, Hostile.an_endless_search, Hostile.an_endless_search, Hostile.searches,
           Hostile.rule_sets, Hostile.long_games, Hostile.tables_of_memory]


def holds(server):
    """Its threads, files and memory."""
    return (len(os.listdir(f"/proc/{server.process.pid}/task")), server.files(), server.memory())


def left(server, files=None):
    """What it holds when it has noticed that all have left: no answer says so, so it is asked."""
    end = time.monotonic() + PATIENCE
    while True:
        assert ask(server, "/")[0] == 200
        with Talk(server, source=VISITOR) as talk:
            if talk.status == 101:
                talk.say("go depth 3", "wait", "quit")
                talk.receive_all()
        before = holds(server)
        time.sleep(0.5)
        after = holds(server)
        if before == after and (files is None or after[1] <= files):
            return after
        if time.monotonic() > end:
            return after


def attack(server, call, seed, actions, minutes):
    """All clients at once; how soon the visitor is answered meanwhile."""
    end = time.monotonic() + minutes * 60
    clients = [Hostile(server, number, seed, lambda done: time.monotonic() < end if minutes else done < actions)
               for number in range(call.clients)]
    visitor = Visitor(server)
    visitor.start()
    for client in clients:
        client.start()
    for client in clients:
        client.join()
        assert client.fault is None, repr(client.fault)
    visitor.ends.set()
    return visitor.figures()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--actions", type=int, default=15)
    parser.add_argument("--minutes", type=float, default=0)
    parser.add_argument("--tables", default="none")
    parser.add_argument("--seed", type=int, default=1)
    call = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as cache:
        os.environ["XDG_CACHE_HOME"] = cache
        os.environ.pop("KOMWE_TABLES", None)
        pathlib.Path(folder, "index.html").write_text("page")
        pathlib.Path(folder, "large.bin").write_bytes(bytes(16 << 20))
        tables = [] if call.tables == "cache" else ["--tables", call.tables]
        with Server(call.program, "--threads", "2", *tables, "--per-address", "64", folder=folder) as server:
            attack(server, call, f"{call.seed} warm", max(call.actions // 10, 2), call.minutes / 10)
            before = left(server)
            figures = attack(server, call, call.seed, call.actions, call.minutes)
            after = left(server, before[1])
    print(f"seed {call.seed}, {call.clients} clients; {figures}")
    for name, first, last in zip(["threads", "files", "MiB"], before, after):
        print(f"{name}: {first:.0f} before, {last:.0f} after")
    assert after[0] == before[0], "threads are left"
    assert after[1] <= before[1], "files are left"
    assert after[2] <= before[2] + GROWTH, "memory is left"


if __name__ == "__main__":
    sys.exit(main())

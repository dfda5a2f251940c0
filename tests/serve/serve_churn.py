#!/usr/bin/python3
"""Many clients come and go, and `komwe serve` ends with the memory it began with.

    serve_churn.py PROGRAM [--clients N]

Two of three clients fetch a page and are told that they have it, one searches by WebSocket.  What is
measured after the first tenth of them must hold after the last, but for a few bytes for each.
"""

import argparse
import sys

from client import Closed, Server, Talk, ask

CLIENTS = 30000
GROWTH_MOST = 20  # mebibytes with so many clients, and in proportion
GAMES = ["kalah", "giuthi", "kiswahili", "oware"]


def fetch(server):
    status, headers, _ = ask(server, "/")
    assert status == 200
    assert ask(server, "/", If_None_Match=headers["etag"])[0] == 304


def search(server, number):
    with Talk(server) as talk:
        talk.say(f"setoption name Game value {GAMES[number % len(GAMES)]}", "go depth 2", "wait", "quit")
        lines = []
        try:
            while True:
                lines.append(talk.receive())
        except Closed as closed:
            assert closed.code == 1000, (lines, closed)
        assert lines[-1].startswith("bestmove "), lines


def churn(server, first, last):
    for number in range(first, last):
        if number % 3 == 0:
            search(server, number // 3)
        else:
            fetch(server)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--clients", type=int, default=CLIENTS)
    call = parser.parse_args()
    with Server(call.program, "--threads", "2") as server:
        churn(server, 0, call.clients // 10)
        memory, files = server.memory(), server.files()
        churn(server, call.clients // 10, call.clients)
        after = server.memory()
        print(f"{call.clients} clients: {memory:.1f} MiB before, {after:.1f} MiB after")
        assert after < memory + GROWTH_MOST * call.clients / CLIENTS
        assert server.files() < files + 30, (files, server.files())


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/python3
"""Broken clients of `komwe serve`, made by a generator of random numbers.

    serve_frames.py PROGRAM [--cases N] [--seed S]

Each case is a connection: a request for a WebSocket, good, damaged or none, then frames, good,
damaged or none, in pieces, and an end: in good order, half, reset, or with answers left unread.
While they come and afterwards the server answers others as ever; it ends well (under a sanitizer:
without a fault or a leak), and holds no more files than before.
"""

import argparse
import random
import socket
import struct
import sys
import time

from client import (BINARY, CLOSE, CONTINUED, PATIENCE, PING, PONG, TEXT, Server, Talk, ask, frame,
                    greeting)

LINES = ["ugi", "isready", "uginewgame", "stop", "wait", "quit", "query result", "query gameover",
         "go", "go infinite", "go depth 4", "go nodes 500", "go movetime 5", "go depth -1",
         "position startpos", "position startpos moves", "position startpos moves C A f B",
         "position fen 0,1,0/2,0,1 S 10/10", "position fen x", "setoption name Game value kalah",
         "setoption name Game value kiswahili", "setoption name Level value 3",
         "setoption name Level value 0", "setoption name MultiPV value 64",
         "setoption name Threads value 2", "setoption name Threads value 9999",
         "setoption name Hash value 3", "setoption name Hash value 256", "setoption name pits value 3",
         "setoption name endless.limit value 1", "", " ", "\n", "go\nstop", "a\0b", "\u00e9\u4e2d"]


def random_bytes(chance, most):
    return chance.randbytes(chance.randrange(most))


def some_line(chance):
    kind = chance.randrange(12)
    if kind == 0:
        return random_bytes(chance, 200)
    if kind == 1:
        return b"position startpos moves " + b"A " * chance.randrange(30000)
    if kind == 2:
        return chance.choice(LINES).encode() * chance.randrange(400)
    return chance.choice(LINES).encode()


def damaged(chance, data):
    """Some bytes of it are others, or missing, or doubled."""
    data = bytearray(data)
    for _ in range(chance.randrange(1, 4)):
        if data:
            at = chance.randrange(min(len(data), 64))
            kind = chance.randrange(4)
            if kind == 0:
                data[at] ^= 1 << chance.randrange(8)
            elif kind == 1:
                data[at] = chance.randrange(256)
            elif kind == 2:
                del data[at:at + chance.randrange(1, 5)]
            else:
                data[at:at] = data[at:at + chance.randrange(1, 5)]
    return bytes(data)


def some_frame(chance):
    kind = chance.randrange(16)
    line = some_line(chance)
    mask = chance.randbytes(4)
    if kind == 0:
        return frame(chance.randrange(16), line, chance.random() < 0.5, mask)
    if kind == 1:
        return damaged(chance, frame(TEXT, line, True, mask))
    if kind == 2:
        return frame(TEXT, line, True, None)
    if kind == 3:  # a length without its bytes
        return struct.pack(">BBQ", 0x80 | chance.choice([TEXT, BINARY, PING, CLOSE]), 255,
                           chance.choice([0, 1, 125, 65536, 1 << 31, 1 << 32, (1 << 63) - 1, 1 << 63,
                                          (1 << 64) - 1])) + mask
    if kind == 4:
        return frame(chance.choice([PING, PONG]), random_bytes(chance, 300), True, mask)
    if kind == 5:
        code = chance.choice([0, 999, 1000, 1001, 1005, 1006, 1015, 3000, 65535])
        return frame(CLOSE, struct.pack(">H", code) + random_bytes(chance, 130), True, mask)
    if kind == 6:
        return frame(CLOSE, random_bytes(chance, 3), True, mask)
    if kind == 7:
        return frame(CONTINUED, line, chance.random() < 0.5, mask)
    if kind == 8:  # in pieces, with another between them
        cut = chance.randrange(len(line) + 1)
        return (frame(TEXT, line[:cut], False, mask) + frame(PING, b"p", True, mask) +
                frame(CONTINUED, line[cut:], True, mask))
    if kind == 9:
        return frame(BINARY, line, True, mask)
    if kind == 10:
        return random_bytes(chance, 400)
    if kind == 11:
        return frame(TEXT, b"x" * chance.choice([65535, 65536, 65537, 200000]), True, mask)
    return frame(TEXT, line, True, mask)


def some_greeting(chance, server):
    kind = chance.randrange(8)
    if kind == 0:
        return damaged(chance, greeting(server))
    if kind == 1:
        return random_bytes(chance, 3000)
    if kind == 2:
        return b"GET /" + b"a" * chance.randrange(20000) + b" HTTP/1.1\r\n\r\n"
    if kind == 4:
        parts = [b"/", b"..", b".", b"%2e", b"%2f", b"%00", b"%", b"a", b"index.html", b"?", b"#", b"\\",
                 b"%c0%ae", b"//", b"engine"]
        path = b"".join(chance.choice(parts) for _ in range(chance.randrange(40)))
        return b"GET /" + path + b" HTTP/1.1\r\nHost: localhost\r\n\r\n"
    if kind == 3:
        header = b"X: " + random_bytes(chance, 100).replace(b"\r", b"") + b"\r\n"
        return greeting(server)[:-2] + header * chance.randrange(300) + b"\r\n"
    return greeting(server)


def play(chance, server):
    link = server.connect()
    said = some_greeting(chance, server) + b"".join(
        some_frame(chance) for _ in range(chance.randrange(12)))
    if chance.randrange(8) == 0:
        said = said[:chance.randrange(len(said) + 1)]
    link.setblocking(False)
    try:
        while said:
            piece = chance.choice([1, 2, 7, 100, 1448, 65536])
            sent = link.send(said[:piece])
            said = said[sent:]
        end = chance.randrange(4)
        if end == 0:
            link.shutdown(socket.SHUT_WR)
        elif end == 1:
            link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        elif end == 2:
            link.recv(1 << 16)
    except OSError:
        pass  # nobody reads on, or has ended it
    link.close()


def check_others(server):
    assert ask(server, "/")[0] == 200
    talk = Talk(server)
    with talk:
        talk.say("setoption name Game value kalah", "go depth 3", "wait", "isready")
        lines = talk.hear_until("readyok")
        assert lines[-2] == "bestmove C", lines


def check_files(server, before):
    """Asks until the server has noticed that all have left, which nothing else tells."""
    end = time.monotonic() + PATIENCE
    while server.files() > before:
        assert time.monotonic() < end, f"{server.files()} files are open, {before} were"
        check_others(server)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--cases", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    call = parser.parse_args()
    with Server(call.program, "--threads", "2") as server:
        check_others(server)
        before = server.files()
        for number in range(call.cases):
            seed = f"{call.seed} {number}"
            play(random.Random(seed), server)
            assert server.process.poll() is None, f"case {seed}: the server has ended"
            if number % 50 == 49:
                check_others(server)
        check_files(server, before)
    print(f"{call.cases} passed, 0 failed")


if __name__ == "__main__":
    sys.exit(main())

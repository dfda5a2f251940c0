#!/usr/bin/python3
"""Broken clients of `komwe serve`, made by a generator of random numbers.

    serve_fuzz.py PROGRAM [--cases N | --requests N] [--seed S] [--valgrind]

Each case is a connection that speaks HTTP/1, asks for an upgrade (to WebSocket, to HTTP/2, to
anything), speaks HTTP/2 unasked, or WebSocket: good, damaged or none, in pieces, and ends in good
order, half, reset, with answers left unread, or not before many others have come.  While they come
and afterwards the server answers others as ever; it ends well (under a sanitizer or valgrind:
without a fault or a leak), and holds no more files than before.  Case I of seed S is the same
whatever N is.
"""

import argparse
import pathlib
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
         "setoption name Hash value 3", "setoption name Hash value 64", "setoption name pits value 3",
         "setoption name endless.limit value 1", "", " ", "\n", "go\nstop", "a\0b", "\u00e9\u4e2d"]

KEPT_MOST = 30  # clients that stay while others come
# A fault or a lost block ends it with status 9.  What the system's loader and threads keep to the end
# is still reachable, and no leak.
VALGRIND = ("valgrind", "--quiet", "--error-exitcode=9", "--leak-check=full",
            "--errors-for-leak-kinds=definite,indirect", "--show-leak-kinds=definite,indirect",
            f"--suppressions={pathlib.Path(__file__).with_name('valgrind.supp')}")


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


# ---- HTTP ----------------------------------------------------------------------------------------

METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PRI", "get", "", "G ET",
           "M-SEARCH", "X" * 300]
VERSIONS = ["HTTP/1.1", "HTTP/1.0", "HTTP/0.9", "HTTP/1.2", "HTTP/2.0", "HTTP/1", "http/1.1", "HTTP/1.11", ""]
PARTS = ["/", "..", ".", "%2e", "%2f", "%00", "%", "%zz", "a", "index.html", "?", "#", "\\", "%c0%ae", "//",
         "engine", "&", "=", "+", ";", "\x7f", "\x80", "\xff", "*", ":80", "http:"]
FIELDS = ["game=oware", "game=kiswahili", "game=toguz-kumalak", "game=hus", "game=", "game", "game=%00", "game=%zz",
          "options=width%3D8", "options=a=b", "options=%ff", "position=start", "position=4,4,4,4,4,4/4,4,4,4,4,4+S+0/0",
          "position=" + "9," * 300, "position=-1", "side=north", "side=", "=", "", "a=b=c", "game=" + "x" * 3000]
UPGRADES = ["websocket", "h2c", "websocket, h2c", "h2c, websocket", "WebSocket", "h2", "TLS/1.0", "", ",",
            "websocket\x00", "websocket;q=1", "raw", "http", "komwe-ugi"]
NAMES = ["Host", "Connection", "Upgrade", "Content-Length", "Transfer-Encoding", "Expect", "Range", "Origin",
         "Accept-Encoding", "If-None-Match", "HTTP2-Settings", "Sec-WebSocket-Key", "Sec-WebSocket-Version",
         "Sec-WebSocket-Protocol", "Sec-WebSocket-Extensions", "Cookie", "TE", "Trailer", "Keep-Alive", "X", ""]
VALUES = ["localhost", "close", "keep-alive", "Upgrade", "Upgrade, HTTP2-Settings", "0", "1", "5", "-1",
          "18446744073709551615", "18446744073709551616", "0x5", "5, 5", "chunked", "chunked, chunked",
          "identity", "gzip", "br;q=0, gzip", "100-continue", "bytes=0-", "bytes=1-0", "*", '"x"',
          "AAMAAABkAAQAAP__", "AAECAwQFBgcICQoLDA0ODw==", "13", "komwe-ugi", "permessage-deflate", "", " ",
          "\t", "a=b; c=d", "=", ";", " =a", "a=\"", "a=\";\"", "a =b,c", "x" * 5000,
          "\x00", "\x80\xff", "null", "http://localhost"]
ENDS = ["\r\n", "\r\n", "\r\n", "\r\n", "\n", "\r", "\r\n ", ""]


def some_path(chance):
    if chance.random() < 0.5:
        return chance.choice(["/", "/index.html", "/engine", "/none", "/embed"])
    if chance.random() < 0.4:  # a link that is shared, or what is left of one
        fields = [chance.choice(FIELDS) for _ in range(chance.randrange(6))]
        return chance.choice(["/", "/", "/picture.png", "/index.html", "/embed"]) + "?" + "&".join(fields)
    return "/" + "".join(chance.choice(PARTS) for _ in range(chance.randrange(30)))


def some_headers(chance):
    lines = ["Host: localhost"] if chance.random() < 0.8 else []
    for _ in range(chance.choice([0, 1, 2, 3, 8, 100])):
        colon = chance.choice([": ", ": ", ": ", ":", " : ", "", " "])
        lines.append(chance.choice(NAMES) + colon + chance.choice(VALUES))
    return lines


def some_body(chance):
    kind = chance.randrange(8)
    if kind == 0:
        return random_bytes(chance, 3000)
    if kind == 1:
        return b"5\r\nhello\r\n0\r\n\r\n"
    if kind == 2:
        size = chance.choice([b"ffffffffffffffff", b"ffffffff", b"-1", b"0x5", b"", b"5;a=b", b"00000000005"])
        return size + b"\r\n" + random_bytes(chance, 50)
    return b""


def some_request(chance):
    lines = [f"{chance.choice(METHODS) if chance.random() < 0.3 else 'GET'} {some_path(chance)} "
             f"{chance.choice(VERSIONS) if chance.random() < 0.2 else 'HTTP/1.1'}"]
    lines += some_headers(chance)
    end = chance.choice(ENDS)
    return (end.join(lines) + end + end).encode("latin-1") + some_body(chance)


def http2_frame(kind, flags, stream, data=b""):
    return struct.pack(">I", len(data))[1:] + struct.pack(">BBI", kind, flags, stream) + data


def good_http2(chance):
    """The preface, settings, and requests for pages on streams of their own (HPACK: GET / http)."""
    pages = b"".join(http2_frame(1, 5, stream, b"\x82\x84\x86\x41\x09localhost")
                     for stream in range(3, 3 + 2 * chance.randrange(1, 6), 2))
    return b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + http2_frame(4, 0, 0) + pages


def some_upgrade(chance, server):
    """To something else than a WebSocket, or to more, and what would follow."""
    head = greeting(server, path=some_path(chance), Upgrade=chance.choice(UPGRADES),
                    Connection=chance.choice(["Upgrade", "Upgrade, HTTP2-Settings", "close", "keep-alive"]),
                    HTTP2_Settings=chance.choice(["AAMAAABkAAQAAP__", "", "!", "A" * 3000, None]))
    if chance.randrange(4) == 0:
        head = head[:-2] + b"Upgrade: " + chance.choice(UPGRADES).encode("latin-1") + b"\r\n\r\n"
    return head + some_http2(chance) if chance.random() < 0.7 else head


def some_http2(chance):
    """The preface of HTTP/2, and frames: length, kind, flags, stream."""
    said = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" if chance.random() < 0.9 else b""
    for _ in range(chance.randrange(12)):
        said += http2_frame(chance.choice([0, 1, 1, 2, 3, 4, 4, 5, 6, 7, 8, 9, chance.randrange(256)]),
                            chance.choice([0, 1, 4, 5, 0xFF]),
                            chance.choice([0, 1, 3, 5, 2, chance.randrange(1 << 31)]),
                            random_bytes(chance, 60))
    return said


def play_http2(chance, server, link):
    """A good client of HTTP/2, which asks for it, hears the answer and goes on in any case."""
    link.sendall(greeting(server, path="/", Upgrade="h2c", Connection="Upgrade, HTTP2-Settings",
                          HTTP2_Settings="AAMAAABkAAQAAP__"))
    link.recv(1 << 16)
    link.setblocking(False)
    link.send(good_http2(chance))


def some_websocket(chance, server):
    return greeting(server) + b"".join(some_frame(chance) for _ in range(chance.randrange(12)))


def some_talk(chance, server):
    """What a client sends on its connection, and how many requests these are."""
    kind = chance.randrange(10)
    if kind < 4:
        said = [some_request(chance) for _ in range(chance.choice([1, 1, 2, 5, 20]))]
        if chance.randrange(4) == 0:
            said.append(some_websocket(chance, server))
        return b"".join(said), len(said)
    if kind < 6:
        return b"".join(some_upgrade(chance, server) for _ in range(2)), 2
    if kind == 6:
        return random_bytes(chance, 3000) if chance.randrange(2) else some_http2(chance), 1
    said = some_websocket(chance, server)
    return damaged(chance, said) if chance.randrange(8) == 0 else said, 1


# ---- the clients ---------------------------------------------------------------------------------


def send(chance, link, said):
    if chance.randrange(8) == 0:
        said = said[:chance.randrange(len(said) + 1)]
    if chance.randrange(8) == 0:
        said = damaged(chance, said)
    while said:
        sent = link.send(said[:chance.choice([1, 2, 7, 100, 1448, 65536, 65536])])
        said = said[sent:]


def play(chance, server, kept):
    """Plays one client; those that do not leave at once are among the `kept`.  Its requests."""
    link = server.connect()
    requests = 1
    try:
        if chance.randrange(10) == 0:
            play_http2(chance, server, link)
        else:
            link.setblocking(False)
            said, requests = some_talk(chance, server)
            send(chance, link, said)
        end = chance.randrange(5)
        if end == 0:
            link.shutdown(socket.SHUT_WR)
        elif end == 1:
            link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        elif end == 2:
            link.recv(1 << 16)
        elif end == 3:
            kept.append(link)
            return requests
    except OSError:
        pass  # nobody reads on, or has ended it
    link.close()
    return requests


def check_others(server):
    assert ask(server, "/")[0] == 200
    talk = Talk(server)
    with talk:
        talk.say("setoption name Game value kalah", "go depth 3", "wait", "isready")
        lines = talk.receive_until("readyok")
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
    parser.add_argument("--cases", type=int, default=600)
    parser.add_argument("--requests", type=int, help="goes on until so many are sent")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--valgrind", action="store_true", help="runs the server under valgrind")
    call = parser.parse_args()
    requests = number = 0
    kept = []
    with Server(call.program, "--threads", "2", under=VALGRIND if call.valgrind else ()) as server:
        check_others(server)
        before = server.files()
        while requests < call.requests if call.requests else number < call.cases:
            seed = f"{call.seed} {number}"
            requests += play(random.Random(seed), server, kept)
            assert server.process.poll() is None, f"case {seed}: the server has ended"
            if len(kept) > KEPT_MOST:
                kept.pop(0).close()
            number += 1
            if number % 50 == 0:
                check_others(server)
        for link in kept:
            link.close()
        check_files(server, before)
    print(f"seed {call.seed}: {number} clients, {requests} requests")


if __name__ == "__main__":
    sys.exit(main())

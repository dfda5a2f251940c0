#!/usr/bin/python3
"""Measures how soon `komwe serve` answers with a page while others keep it busy.

    serve_pages.py PROGRAM [--idle N] [--slow N] [--sessions N] [--clear N] [--starve N]
                           [--pages N] [--bare]

N idle connections (1500), N clients that fetch a large file (100) and N sessions of the engine that ask
for much (50) and read nothing, N that clear a table of 64 MiB without end (0), and N processes that do
nothing but use a processor (two for each that there is); beside them N pages (1000) are fetched, each
on a connection of its own.  Prints how long they took, and what the server used.  It is no test: it
fails only if a page is not answered.

With --bare the same clients of pages and idle connections use a server that does nothing but send the
same bytes to whatever is said: how long that takes is the share of the machine, and of this program.
"""

import argparse
import contextlib
import os
import pathlib
import resource
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time

from client import TEXT, Server, Talk, ask, frame


PAGE = "page " * 2000


class Bare(Server):
    """Answers every piece of text with the page."""

    def __init__(self):
        listener = socket.create_server(("127.0.0.1", 0), backlog=4096)
        self.port = listener.getsockname()[1]
        self.pid = os.fork()
        if self.pid == 0:
            self.answer(listener)
        listener.close()

    def answer(self, listener):
        answer = f"HTTP/1.1 200 OK\r\nContent-Length: {len(PAGE)}\r\n\r\n{PAGE}".encode()
        poll, links = select.epoll(), {}
        poll.register(listener, select.EPOLLIN)
        while True:
            for file, _ in poll.poll():
                if file == listener.fileno():
                    link, _ = listener.accept()
                    links[link.fileno()] = link
                    poll.register(link, select.EPOLLIN)
                elif links[file].recv(65536):
                    links[file].sendall(answer)
                else:
                    links.pop(file).close()

    def __exit__(self, *_):
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)


def raise_limit_of_files():
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


@contextlib.contextmanager
def starving(count):
    processes = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def read_slowly(server):
    """A client who asks for a large file and reads its beginning."""
    link = server.connect()
    link.sendall(b"GET /large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n")
    link.recv(100)
    return link


def talk_without_reading(server):
    talk = Talk(server)
    talk.send(frame(TEXT, "ugi") * 2000)
    return talk


def clear_without_end(server):
    talk = Talk(server)
    talk.say("setoption name Hash value 64", "isready")
    assert talk.receive() == "readyok"
    talk.send(frame(TEXT, "uginewgame") * 5000)
    return talk


def measure(server, pages):
    times = []
    for _ in range(pages):
        start = time.perf_counter()
        assert ask(server, "/")[0] == 200
        times.append((time.perf_counter() - start) * 1000)
    return sorted(times)


def report(call, times):
    def within(percent):
        return times[(len(times) - 1) * percent // 100]
    print(f"{'bare' if call.bare else 'komwe'}: {call.idle} idle, {call.slow} slow files, "
          f"{call.sessions} slow sessions, {call.clear} clearing, {call.starve} rivals, {len(times)} pages")
    print(f"milliseconds: median {within(50):.1f}, 95 % {within(95):.1f}, 99 % {within(99):.1f}, "
          f"most {times[-1]:.1f}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--idle", type=int, default=1500)
    parser.add_argument("--slow", type=int, default=100)
    parser.add_argument("--sessions", type=int, default=50)
    parser.add_argument("--clear", type=int, default=0)
    parser.add_argument("--starve", type=int, default=2 * os.cpu_count())
    parser.add_argument("--pages", type=int, default=1000)
    parser.add_argument("--bare", action="store_true")
    call = parser.parse_args()
    if call.bare:
        call.slow = call.sessions = call.clear = 0
    raise_limit_of_files()
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as links:
        (pathlib.Path(folder) / "index.html").write_text(PAGE)
        (pathlib.Path(folder) / "large.bin").write_bytes(bytes(64 << 20))
        server = links.enter_context(Bare() if call.bare else Server(call.program, folder=folder))
        for _ in range(call.idle):
            links.enter_context(server.connect())
        for _ in range(call.slow):
            links.enter_context(read_slowly(server))
        for _ in range(call.sessions):
            links.enter_context(talk_without_reading(server))
        for _ in range(call.clear):
            links.enter_context(clear_without_end(server))
        with starving(call.starve):
            report(call, measure(server, call.pages))
        if not call.bare:
            print(f"server: {server.files()} files, {server.memory():.1f} MiB, "
                  f"{server.busy():.1f} s of a processor")


if __name__ == "__main__":
    sys.exit(main())

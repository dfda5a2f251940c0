"""A server under test, and the plainest of clients: sockets, so that tests can say what no client says."""

import base64
import hashlib
import os
import pathlib
import re
import resource
import signal
import socket
import struct
import subprocess
import tempfile

PATIENCE = 300  # seconds after which silence is a fault; no test waits for it to pass
CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10


class Closed(Exception):
    """The server has ended the connection: the code and the reason of its close frame, if any."""

    def __init__(self, code=None, reason=""):
        super().__init__(code, reason)
        self.code, self.reason = code, reason


class Server:
    """`komwe serve` in a folder of its own, on a port that the system chooses.

    `under` is a command that runs it, such as valgrind; `open_files` a limit of the system.
    """

    def __init__(self, program, *flags, folder=None, port=0, under=(), open_files=None):
        self.scratch = tempfile.TemporaryDirectory()
        if folder is None:
            folder = self.scratch.name
            pathlib.Path(folder, "index.html").write_text("<!doctype html><title>site</title>\n")
        # A sanitizer keeps what was freed for a while: little of it, so that memory can be measured.
        options = ":".join(filter(None, [os.environ.get("ASAN_OPTIONS"), "quarantine_size_mb=1"]))
        self.errors = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(
            [*under, program, "serve", "--port", str(port), "--dir", str(folder), *flags],
            stdout=subprocess.PIPE, stderr=self.errors, text=True,
            env={**os.environ, "ASAN_OPTIONS": options},
            preexec_fn=lambda: open_files and resource.setrlimit(resource.RLIMIT_NOFILE, open_files))
        self.address = self.process.stdout.readline().strip()
        assert self.address.startswith("http://"), self.address
        self.port = int(self.address.rstrip("/").rsplit(":", 1)[1])

    def __enter__(self):
        return self

    def __exit__(self, fault, *_):
        if fault:
            self.process.kill()
        status, rest = self.stop()
        self.scratch.cleanup()
        if fault or status != 0:
            print(self.log())
        self.errors.close()
        if not fault:
            assert status == 0, f"the server ended with status {status}"
            assert rest == "", f"the server printed more than its address: {rest}"

    def stop(self, how=signal.SIGTERM):
        """Ends it; its status, and what it has printed after the address."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        rest = self.process.communicate(timeout=PATIENCE)[0]
        return self.process.returncode, rest

    def connect(self, host="127.0.0.1", source=None):
        """A connection, from another address of this machine if `source` is one."""
        link = socket.create_connection((host, self.port), PATIENCE, source and (source, 0))
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return link

    def memory(self):
        """Mebibytes that it uses."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return int(re.search(r"VmRSS:\s*(\d+)", status)[1]) / 1024

    def log(self):
        """What it has written to standard error."""
        self.errors.seek(0)
        return self.errors.read()

    def busy(self):
        """Seconds of a processor that it has used."""
        text = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii")
        user, system = text.rsplit(") ", 1)[1].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def files(self):
        """How many files it has open."""
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))


def read_head(link):
    """The status of an HTTP answer, its headers in small letters, and what came after them."""
    text = b""
    while b"\r\n\r\n" not in text:
        piece = link.recv(65536)
        if not piece:
            raise Closed()
        text += piece
    head, rest = text.split(b"\r\n\r\n", 1)
    lines = head.decode("latin-1").split("\r\n")
    headers = dict(line.split(": ", 1) for line in lines[1:])
    return int(lines[0].split()[1]), {name.lower(): value for name, value in headers.items()}, rest


def ask(server, path, method="GET", link=None, **headers):
    """The answer to a request: status, headers, body (empty for HEAD); the server ends the connection."""
    own = link or server.connect()
    lines = [f"{method} {path} HTTP/1.1", f"Host: localhost:{server.port}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    own.sendall("\r\n".join(lines + ["", ""]).encode("latin-1"))
    status, answered, body = read_head(own)
    length = 0 if method == "HEAD" or status == 304 else int(answered["content-length"])
    while len(body) < length:
        piece = own.recv(65536)
        assert piece, "the body is cut off"
        body += piece
    assert answered["connection"] == "close" and own.recv(65536) == b"", "more comes on the connection"
    own.close()
    return status, answered, body


def greeting(server, **other):
    """A request for a WebSocket, with other values, or none, for some of its headers."""
    headers = {"Host": f"localhost:{server.port}", "Upgrade": "websocket", "Connection": "Upgrade",
               "Sec-WebSocket-Key": base64.b64encode(bytes(range(16))).decode(),
               "Sec-WebSocket-Version": "13", "Sec-WebSocket-Protocol": "komwe-ugi"}
    path = other.pop("path", "/engine")
    headers.update({name.replace("_", "-"): value for name, value in other.items()})
    lines = [f"{name}: {value}" for name, value in headers.items() if value is not None]
    return "\r\n".join([f"GET {path} HTTP/1.1", *lines, "", ""]).encode("latin-1")


def frame(kind, data=b"", final=True, mask=b"\x1a\x2b\x3c\x4d"):
    """A frame as clients send them; `mask` None: unmasked, which they must not."""
    if isinstance(data, str):
        data = data.encode()
    head = bytes([(0x80 if final else 0) | kind])
    masked = 0x80 if mask else 0
    if len(data) < 126:
        head += bytes([masked | len(data)])
    elif len(data) < 1 << 16:
        head += struct.pack(">BH", masked | 126, len(data))
    else:
        head += struct.pack(">BQ", masked | 127, len(data))
    if mask is None:
        return head + data
    stream = (mask * (len(data) // 4 + 1))[:len(data)]
    masked = int.from_bytes(data, "big") ^ int.from_bytes(stream, "big")
    return head + mask + masked.to_bytes(len(data), "big")


class Talk:
    """A conversation with the engine."""

    def __init__(self, server, source=None, **other):
        self.link = server.connect(source=source)
        self.link.sendall(greeting(server, **other))
        self.status, self.headers, self.text = read_head(self.link)
        if self.status == 101:
            key = base64.b64encode(bytes(range(16))) + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
            proof = base64.b64encode(hashlib.sha1(key).digest()).decode()
            assert self.headers["sec-websocket-accept"] == proof, self.headers
            assert self.headers["sec-websocket-protocol"] == "komwe-ugi", self.headers

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.link.close()

    def send(self, *frames):
        self.link.sendall(b"".join(frames))

    def say(self, *lines):
        self.send(*(frame(TEXT, line) for line in lines))

    def take(self, length):
        while len(self.text) < length:
            piece = self.link.recv(65536)
            if not piece:
                raise Closed()
            self.text += piece
        taken, self.text = self.text[:length], self.text[length:]
        return taken

    def body(self):
        """The text of an answer that is no upgrade."""
        return self.take(int(self.headers["content-length"])).decode()

    def frame(self):
        """The next frame that the server sends: its kind and its data."""
        head, length = self.take(2)
        assert head & 0x80, "the server sends whole messages"
        assert not length & 0x80, "and does not mask them"
        if length == 126:
            length = struct.unpack(">H", self.take(2))[0]
        elif length == 127:
            length = struct.unpack(">Q", self.take(8))[0]
        return head & 0x0F, self.take(length)

    def receive(self):
        """The next line; Closed if the server has ended it.  A ping, after long silence, is answered."""
        kind, data = self.frame()
        while kind == PING:
            self.send(frame(PONG, data))
            kind, data = self.frame()
        if kind == CLOSE:
            code = struct.unpack(">H", data[:2])[0] if data else None
            raise Closed(code, data[2:].decode())
        assert kind == TEXT, kind
        return data.decode()

    def receive_all(self):
        """All lines up to the end, and how it ended."""
        lines = []
        try:
            while True:
                lines.append(self.receive())
        except Closed as closed:
            return lines, closed

    def receive_until(self, word):
        lines = [self.receive()]
        while not lines[-1].startswith(word):
            lines.append(self.receive())
        return lines


def run(tests):
    """Calls them, and says what was done."""
    for test in tests:
        test()
        print("ok  ", test.__name__.replace("_", " "))

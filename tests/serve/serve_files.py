#!/usr/bin/python3
"""What `komwe serve` says of files, and how it begins and ends.  usage: serve_files.py PROGRAM"""

import gzip
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import urllib.parse

from client import Closed, Server, Talk, ask, run

PROGRAM = sys.argv[1]
TYPES = {
    "index.html": "text/html; charset=utf-8",
    "embed.html": "text/html; charset=utf-8",
    "app.js": "text/javascript; charset=utf-8",
    "worker.mjs": "text/javascript; charset=utf-8",
    "style.css": "text/css; charset=utf-8",
    "data.json": "application/json",
    "board.svg": "image/svg+xml",
    "icon.png": "image/png",
    "site.webmanifest": "application/manifest+json",
    "komwe.wasm": "application/wasm",
    "font.woff2": "font/woff2",
    "notes.txt": "text/plain; charset=utf-8",
    "UPPER.HTML": "text/html; charset=utf-8",
    "strange.xyz": "application/octet-stream",
    "plain": "application/octet-stream",
    "with space.txt": "text/plain; charset=utf-8",
}
POLICY = {
    "default-src": "'self'",
    "script-src": "'self' 'wasm-unsafe-eval'",
    "connect-src": "'self'",
    "worker-src": "'self'",
    "img-src": "'self' blob:",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
}
# What no page of ours needs; the clipboard stays.
FORBIDDEN = ["camera", "microphone", "geolocation", "payment", "usb", "serial"]
FRAMED = {**POLICY, "frame-ancestors": "*"}
GUARDS = {
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "komwe-engine": "engine",
}


# Names below assets/ that end in a hash of what they hold, and names that do not.
LASTING = ["board-3f2a91c0.js", "text.sw-00000000.js", "kujifunza-abcdefab.weights", "board-3f2a91c0.js.map",
           "board-5d41402abc4b2a76.js"]
PASSING = ["board.js", "board-keyboard.js", "board-3f2a91c.js", "board-3F2A91C0.js", "3f2a91c0.js",
           "board3f2a91c0.js", "board-x3f2a91c0.js", "board-3f2a 1c0.js"]


def make_site(folder):
    """A site, and beside it and in it what must not be seen."""
    site = folder / "site"
    (site / "assets").mkdir(parents=True)
    (site / "deep" / "er").mkdir(parents=True)
    for name in TYPES:
        (site / name).write_bytes(f"this is {name}".encode() * 100)
    (site / "empty.txt").write_bytes(b"")
    (site / "large.bin").write_bytes(os.urandom(3 << 20))
    (site / "deep" / "er" / "index.html").write_text("deep")
    (site / "deep" / "page.html").write_text("page")
    for name in [*LASTING, *PASSING]:
        (site / "assets" / name).write_text(name)
    (site / "assets" / "code.js").write_text("plain code")
    (site / "assets" / "code.js.gz").write_bytes(gzip.compress(b"plain code"))
    (site / "assets" / "code.js.br").write_bytes(b"as if by brotli")
    (site / "only.js").write_text("only gzip")
    (site / "only.js.gz").write_bytes(gzip.compress(b"only gzip"))
    (site / ".hidden").write_text("SECRET")
    (site / ".git").mkdir()
    (site / ".git" / "config").write_text("SECRET")
    (folder / "outside.txt").write_text("SECRET")
    (folder / "site-beside").mkdir()
    (folder / "site-beside" / "file.txt").write_text("SECRET")
    (site / "way-out.txt").symlink_to(folder / "outside.txt")
    (site / "way-out").symlink_to(folder)
    (site / "way-out.js").write_text("inside")
    (site / "way-out.js.gz").symlink_to(folder / "outside.txt")
    (site / "way-in.txt").symlink_to(site / "notes.txt")
    (site / "to-hidden.txt").symlink_to(site / ".hidden")
    (site / "to-git").symlink_to(site / ".git")
    (site / "twice.txt").symlink_to("to-hidden.txt")
    (site / "inside.js").write_text("inside")
    (site / "inside.js.br").symlink_to(".hidden")
    os.mkfifo(site / "pipe.txt")
    return site


SCRATCH = tempfile.TemporaryDirectory()
SITE = make_site(pathlib.Path(SCRATCH.name))
SERVER = Server(PROGRAM, folder=SITE)


def every_file_has_its_type_and_its_bytes():
    for name, kind in TYPES.items():
        status, headers, body = ask(SERVER, "/" + name.replace(" ", "%20"))
        assert (status, headers["content-type"]) == (200, kind), (name, status, headers)
        assert body == (SITE / name).read_bytes(), name
    assert ask(SERVER, "/large.bin")[2] == (SITE / "large.bin").read_bytes()
    assert ask(SERVER, "/empty.txt")[2] == b""
    assert ask(SERVER, "/")[2] == (SITE / "index.html").read_bytes()
    assert ask(SERVER, "/?a=b&c")[2] == (SITE / "index.html").read_bytes()
    assert ask(SERVER, "/deep/er/")[2] == b"deep"
    assert ask(SERVER, "/deep/page.html")[2] == b"page"
    assert ask(SERVER, "/way-in.txt")[2] == (SITE / "notes.txt").read_bytes()


def policy_of(headers):
    return dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))


def every_answer_guards_the_page():
    for path, method in [("/", "GET"), ("/komwe.wasm", "GET"), ("/none", "GET"), ("/", "HEAD"),
                         ("/", "POST"), ("/engine", "GET")]:
        headers = ask(SERVER, path, method)[1]
        assert policy_of(headers) == POLICY, (path, headers)
        for name, value in GUARDS.items():
            assert headers.get(name) == value, (path, name, headers)
        permissions = headers["permissions-policy"].split(", ")
        for feature in FORBIDDEN:
            assert feature + "=()" in permissions, (path, feature)
        assert not any("clipboard" in of or "isolated" in of for of in permissions), permissions


def a_board_alone_may_be_framed_by_any_page():
    for path, method in [("/embed", "GET"), ("/embed.html", "GET"), ("/embed?game=hus", "GET"), ("/embed", "HEAD")]:
        status, headers, body = ask(SERVER, path, method)
        assert (status, headers["content-type"]) == (200, TYPES["embed.html"]), (path, status, headers)
        assert method == "HEAD" or body == (SITE / "embed.html").read_bytes(), path
        assert policy_of(headers) == FRAMED, (path, headers)
        assert headers["cross-origin-resource-policy"] == "cross-origin", (path, headers)
        for name in GUARDS.keys() - {"cross-origin-resource-policy"}:
            assert headers.get(name) == GUARDS[name], (path, name, headers)
    for path in ["/embed/", "/embed.html/", "/embed.html.txt", "/Embed", "//embed.html", "/embed.html%00", "/"]:
        headers = ask(SERVER, path)[1]
        assert policy_of(headers) == POLICY, (path, headers)
        assert headers["cross-origin-resource-policy"] == "same-origin", (path, headers)


def a_head_has_no_body():
    for path in ["/komwe.wasm", "/large.bin", "/assets/code.js", "/none"]:
        for coding in ["identity", "gzip"]:
            got = ask(SERVER, path, Accept_Encoding=coding)
            head = ask(SERVER, path, "HEAD", Accept_Encoding=coding)
            got[1].pop("date"), head[1].pop("date")  # the second may have passed
            assert head[0] == got[0] and head[1] == got[1], (path, head, got)
    status, headers, rest = ask(SERVER, "/large.bin", "HEAD")  # to the end of the connection
    assert (status, headers["content-length"], rest) == (200, str(3 << 20), b"")


def nothing_is_seen_that_must_not_be():
    up = ["..", "%2e%2e", "%2E%2E", ".%2e", "%2e.", "..;", "%252e%252e", "..%00", "%c0%ae%c0%ae"]
    slash = ["/", "//", "%2f", "%2F", "\\", "%5c", "/./"]
    paths = ["/.hidden", "/.git/config", "/%2ehidden", "/deep/../.hidden", "/way-out.txt",
             "/way-out/outside.txt", "/to-hidden.txt", "/to-git/config", "/twice.txt", "/pipe.txt", "/deep", "/deep/", "/assets",
             "/notes.txt/", "/site-beside/file.txt", "/../site-beside/file.txt", "/none", "/" + "a" * 900,
             "/" + "a/" * 400, "/index.html%00.txt", "/deep/er/index.html/../../../../outside.txt"]
    for dots in up:
        for cut in slash:
            for depth in (1, 2, 5):
                paths.append("/" + (dots + cut) * depth + "outside.txt")
                paths.append("/deep" + cut + (dots + cut) * (depth + 1) + "outside.txt")
    for path in paths:
        try:
            status, _, body = ask(SERVER, path)
        except Closed:
            continue
        assert status in (400, 403, 404), (path, status)
        assert b"SECRET" not in body and b"Index" not in body, path
    for line in ["GET outside.txt HTTP/1.1", "GET ../outside.txt HTTP/1.1",
                 f"GET file://{SITE.parent}/outside.txt HTTP/1.1", "GET  HTTP/1.1", "GET"]:
        link = SERVER.connect()
        link.sendall(f"{line}\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        link.shutdown(socket.SHUT_WR)
        answer = b""
        while piece := link.recv(65536):
            answer += piece
        assert b"SECRET" not in answer, (line, answer)
        link.close()


def only_reading_is_allowed():
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"]:
        assert ask(SERVER, "/", method)[0] == 405, method
    assert ask(SERVER, "/engine")[0] == 426


def a_request_names_its_host_once():
    for head, status in [("GET / HTTP/1.1\r\n", 400), ("HEAD / HTTP/1.1\r\n", 400),
                         ("POST / HTTP/1.1\r\nContent-Length: 3\r\n", 400),
                         ("GET /engine HTTP/1.1\r\nUpgrade: websocket\r\n", 400),
                         ("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n", 400),
                         ("GET / HTTP/1.1\r\nHost: a\r\n", 200), ("GET / HTTP/1.0\r\n", 200)]:
        link = SERVER.connect()
        link.sendall(f"{head}Connection: close\r\n\r\n".encode())
        answer = b""
        while piece := link.recv(65536):
            answer += piece
        link.close()
        assert answer.startswith(f"HTTP/1.1 {status} ".encode()), (head, answer)
        assert len(re.findall(rb"^HTTP/1\.1 \d+ ", answer, re.MULTILINE)) == 1, (head, answer)
        assert b"Content-Security-Policy" in answer, (head, answer)


def smaller_files_go_to_who_can_read_them():
    for accepted, coding in [(None, None), ("identity", None), ("gzip", "gzip"), ("br", "br"),
                             ("gzip, deflate, br, zstd", "br"), ("GZIP;q=0.5", "gzip"),
                             ("br;q=0, gzip", "gzip"), ("br; q=0.000, gzip;q=0", None),
                             ("br;q=0.001", "br"), ("xbr, gzipx", None), ("", None)]:
        headers = {} if accepted is None else {"Accept_Encoding": accepted}
        status, answered, body = ask(SERVER, "/assets/code.js", **headers)
        assert (status, answered.get("content-encoding")) == (200, coding), (accepted, answered)
        assert answered["content-type"] == TYPES["app.js"] and answered["vary"] == "accept-encoding"
        suffix = {None: "", "gzip": ".gz", "br": ".br"}[coding]
        assert body == (SITE / "assets" / ("code.js" + suffix)).read_bytes(), accepted
    assert gzip.decompress(ask(SERVER, "/only.js", Accept_Encoding="gzip, br")[2]) == b"only gzip"
    outside = ask(SERVER, "/way-out.js", Accept_Encoding="gzip")
    assert ask(SERVER, "/inside.js", Accept_Encoding="br")[2] == b"inside"
    assert outside[2] == b"inside" and "content-encoding" not in outside[1]


def caches_learn_what_changes():
    lasting = "public, max-age=31536000, immutable"
    for path in ["/", "/app.js", *("/assets/" + urllib.parse.quote(name) for name in PASSING)]:
        assert ask(SERVER, path)[1]["cache-control"] == "no-cache", path
    for name in LASTING:
        assert ask(SERVER, "/assets/" + name)[1]["cache-control"] == lasting, name
    tag = ask(SERVER, "/notes.txt")[1]["etag"]
    for known in [tag, f'"other", {tag}', "W/" + tag]:
        status, headers, body = ask(SERVER, "/notes.txt", If_None_Match=known)
        assert (status, headers["etag"], body) == (304, tag, b""), (known, status, headers)
    assert ask(SERVER, "/notes.txt", If_None_Match='"other"')[0] == 200
    assert ask(SERVER, "/assets/code.js", Accept_Encoding="br", If_None_Match=ask(
        SERVER, "/assets/code.js", Accept_Encoding="gzip")[1]["etag"])[0] == 200
    (SITE / "notes.txt").write_text("changed")
    status, headers, body = ask(SERVER, "/notes.txt", If_None_Match=tag)
    assert (status, body) == (200, b"changed") and headers["etag"] != tag


def this_machine_alone_is_served():
    others = {entry[4][0] for entry in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)}
    for address in others - {"127.0.0.1"}:
        try:
            socket.create_connection((address, SERVER.port), 5).close()
        except OSError:
            continue
        raise AssertionError(f"{address} is served too")
    # Both addresses that browsers try for "localhost", if there are two.
    if socket.has_ipv6 and os.path.exists("/proc/net/if_inet6"):
        if "::1" in [entry[4][0] for entry in socket.getaddrinfo("localhost", None)]:
            SERVER.connect("::1").close()


def many_requests_leave_nothing_open():
    ask(SERVER, "/")
    before = SERVER.files()
    for _ in range(300):
        ask(SERVER, "/komwe.wasm")
        ask(SERVER, "/none")
    assert SERVER.files() < before + 30, (before, SERVER.files())


def call(*flags):
    done = subprocess.run([PROGRAM, "serve", *flags], capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout, done.stderr


def impossible_calls_get_a_sentence():
    port = str(SERVER.port)
    site = ["--dir", str(SITE)]
    assert call("--port", port, *site) == (
        1, "", f"komwe: cannot listen on port {port} of 127.0.0.1: Address already in use\n")
    assert call("--dir", "/nonexistent") == (
        1, "", "komwe: there is no site in '/nonexistent': its index.html cannot be opened "
               "(No such file or directory)\n")
    assert call("--dir", str(SITE / "deep"))[0] == 1
    assert call("--port", "0", "--host", "192.0.2.1", *site) == (
        1, "", "komwe: cannot listen on port 0 of 192.0.2.1: Cannot assign requested address\n")
    for origin in ["example.org", "https://", "https://example.org/", "null"]:
        assert call("--origin", origin, *site) == (
            2, "", f"komwe: --origin is as https://example.org, not '{origin}'\n")
    assert call("--host", "nowhere", *site) == (
        2, "", "komwe: --host is an address as 0.0.0.0 or ::1, not 'nowhere'\n")
    assert call("--port", "65536", *site) == (
        2, "", "komwe: --port is a whole number from 0 to 65535, not '65536'\n")


def a_stranger_at_the_other_localhost_is_noticed():
    if not os.path.exists("/proc/net/if_inet6"):
        return
    with Server(PROGRAM, "--host", "::1", folder=SITE) as stranger:
        assert call("--port", str(stranger.port), "--dir", str(SITE)) == (
            1, "", f"komwe: cannot listen on port {stranger.port} of ::1: Address already in use\n")


def a_site_beside_the_program_is_found():
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder, "bin", "komwe")
        program.parent.mkdir()
        program.write_bytes(pathlib.Path(PROGRAM).read_bytes())
        program.chmod(0o755)
        done = subprocess.run([program, "serve"], capture_output=True, text=True, timeout=60)
        assert (done.returncode, done.stdout) == (1, ""), done
        assert "neither installed nor built" in done.stderr, done.stderr
        site = pathlib.Path(folder, "share", "komwe", "web")
        site.mkdir(parents=True)
        (site / "index.html").write_text("found")
        process = subprocess.Popen([program, "serve", "--port", "0"], stdout=subprocess.PIPE,
                                   text=True)
        port = int(process.stdout.readline().rstrip("/\n").rsplit(":", 1)[1])
        link = socket.create_connection(("127.0.0.1", port), 60)
        link.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert link.recv(65536).startswith(b"HTTP/1.1 200 OK")
        process.terminate()
        assert process.wait(60) == 0
        process.stdout.close()
        link.close()


def the_same_port_is_free_at_once():
    """Twenty times, with connections of both kinds open when it ends."""
    port = 0
    for round_ in range(20):
        server = Server(PROGRAM, folder=SITE, port=port)
        port = port or server.port
        assert server.port == port
        idle, waiting, talk = server.connect(), server.connect(), Talk(server)
        waiting.sendall(b"GET / HT")
        talk.say("go infinite")
        talk.receive()
        status, rest = server.stop(signal.SIGINT if round_ % 2 else signal.SIGTERM)
        assert (status, rest) == (0, ""), (status, rest)
        for link in (idle, waiting, talk.link):
            link.close()
        server.scratch.cleanup()


with SERVER:
    run([every_file_has_its_type_and_its_bytes, every_answer_guards_the_page,
         a_board_alone_may_be_framed_by_any_page, a_head_has_no_body,
         nothing_is_seen_that_must_not_be, only_reading_is_allowed, a_request_names_its_host_once,
         smaller_files_go_to_who_can_read_them, caches_learn_what_changes,
         this_machine_alone_is_served, many_requests_leave_nothing_open,
         impossible_calls_get_a_sentence,
         a_stranger_at_the_other_localhost_is_noticed, a_site_beside_the_program_is_found,
         the_same_port_is_free_at_once])
SCRATCH.cleanup()

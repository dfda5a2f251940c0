#!/usr/bin/python3
"""Requests that two programs could read in two ways (RFC 9112).  usage: serve_requests.py PROGRAM

Each is followed by a second request, as where one is smuggled past a proxy: the server gives one answer,
a refusal, and reads no more of the connection.
"""

import re
import sys
import time

from client import Server, greeting, run

PROGRAM = sys.argv[1]
SERVER = Server(PROGRAM, "--threads", "1")
START, HOST = b"GET / HTTP/1.1\r\n", b"Host: localhost\r\n"
SECOND = b"GET /second HTTP/1.1\r\nHost: localhost\r\n\r\n"


def headers(*lines):
    return START + HOST + b"".join(line + b"\r\n" for line in lines) + b"\r\n"


GOOD = [
    headers(), headers(b"Content-Length: 0"), headers(b"content-length:\t 0"), headers(b"X:"),
    headers(b"X: \x80\xff \t ~"), headers(b"Accept: */*", b"Accept: text/html"),
    b"GET / HTTP/1.0\r\n\r\n", b"GET / HTTP/1.0\r\nHost: localhost\r\n\r\n",
    b"GET /?a=b&c=%20 HTTP/1.1\r\nhOST:localhost:80\r\n\r\n", b"HEAD / HTTP/1.1\r\nHost: [::1]:80\r\n\r\n",
    headers(b"Connection: keep-alive"), headers(b"!#$%&'*+-.^_`|~09azAZ: x"),
    START + b"X: " + b"x" * 8000 + b"\r\n" + HOST + b"\r\n",
]

# The lengths of a body: one that others might not see, see twice, or read as another number.
LENGTHS = [b"38", b"1", b"0 ", b"00", b"+0", b"-0", b"0x0", b"0,0", b"0, 38", b"0 0", b"", b" ", b"\xb2", b"0;", b"1e1",
           b"18446744073709551616", b"-1", b"0x26", b"+38", b"38\t,38", b"NaN"]
CODINGS = [b"chunked", b"Chunked", b"identity", b"gzip", b"gzip, chunked", b"chunked, identity", b"chunked, chunked",
           b"x", b"", b"\x0bchunked", b"chunked;q=1", b"\"chunked\""]
BODIES = [b"0\r\n\r\n", b"5\r\nhello\r\n0\r\n\r\n", b"5;a=b\r\nhello\r\n0\r\n\r\n", b"0x5\r\nhello\r\n0\r\n\r\n",
          b"+5\r\nhello\r\n0\r\n\r\n", b"5 \r\nhello\r\n0\r\n\r\n", b"5\nhello\n0\n\n", b"fffffffffffffffff\r\n",
          b"5\rX\nhello\r\n0\r\n\r\n", b"\r\n", b"-1\r\n"]
CONTROLS = [bytes([byte]) for byte in [*range(0x09), 0x0b, 0x0c, *range(0x0e, 0x20), 0x7f]]
NOT_TOKENS = [b" ", b"\t", b"\x00", b"\x0b", b"\x7f", b"\x80", b"\xff", b"(", b")", b"<", b">", b"@", b",", b";", b"\\",
              b"\"", b"/", b"[", b"]", b"?", b"=", b"{", b"}"]

BAD = [
    *[headers(b"Content-Length: " + length) for length in LENGTHS],
    headers(b"Content-Length: 0", b"Content-Length: 0"), headers(b"Content-Length: 0", b"content-length: 38"),
    headers(b"Content-Length: 38", b"Content-Length: 0"),
    *[headers(b"Transfer-Encoding: " + coding) + BODIES[1] for coding in CODINGS],
    *[headers(b"Transfer-Encoding: chunked") + body for body in BODIES],
    headers(b"Transfer-Encoding: chunked", b"Content-Length: 38") + BODIES[0],
    headers(b"Content-Length: 38", b"Transfer-Encoding: chunked") + BODIES[0],
    headers(b"Content-Length: 0", b"Transfer-Encoding: chunked") + BODIES[0],
    headers(b"Transfer-Encoding: x", b"Transfer-Encoding: chunked") + BODIES[0],
    b"GET / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n" + BODIES[0],
    b"GET / HTTP/1.0\r\nContent-Length: 38\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 38\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n" + BODIES[1],
    # What is before the colon, and instead of it.
    *[headers(b"Content-Length" + byte + b": 38") for byte in NOT_TOKENS + CONTROLS],
    *[headers(b"Transfer-Encoding" + byte + b": chunked") + BODIES[0] for byte in NOT_TOKENS],
    *[headers(b"Content" + byte + b"Length: 38") for byte in [b" ", b"\x00", b"\r", b"\xff"]],
    headers(b" Content-Length: 38"), headers(b"\tContent-Length: 38"), headers(b": 38"), headers(b"Content-Length"),
    headers(b"Content-Length 38"), headers(b"Content-Length=38"), headers(b"x"), START + b" x: y\r\n" + HOST + b"\r\n",
    # Folded lines.
    headers(b"X: a", b" Content-Length: 38"), headers(b"X: a", b"\tb"), headers(b"X: a", b" "),
    headers(b"Content-Length:", b" 38"), headers(b"Transfer-Encoding:", b"\tchunked") + BODIES[0],
    START + b"Host: localhost\r\n evil\r\n\r\n", b"GET /\r\n HTTP/1.1\r\nHost: localhost\r\n\r\n",
    # Ends of lines.
    headers().replace(b"\r\n", b"\n"), headers().replace(b"\r\n", b"\r"), headers().replace(b"\r\n", b"\n\r"),
    headers().replace(b"\r\n", b"\r\r\n"), headers(b"X: a\nContent-Length: 38"), headers(b"X: a\rContent-Length: 38"),
    headers(b"X: a\r\rContent-Length: 38"), START + HOST + b"\n", START + HOST + b"\r\r\n", START + HOST + b"\n\r\n",
    START + HOST[:-2] + b"\n\r\n", START[:-2] + b"\n" + HOST + b"\r\n", b"\r\n" + headers(), b"\n" + headers(),
    b" " + headers(), headers(b"X: a\n\nGET /second HTTP/1.1\nHost: localhost\n"),
    # Control bytes in values, names and the path.
    *[headers(b"X: a" + byte + b"b") for byte in CONTROLS], *[headers(b"X" + byte + b"Y: a") for byte in CONTROLS],
    *[b"GET /" + byte + b" HTTP/1.1\r\n" + HOST + b"\r\n" for byte in CONTROLS],
    *[b"GET /a" + byte + b"b HTTP/1.1\r\n" + HOST + b"\r\n" for byte in [b"\x80", b"\xff", b"#", b"\t", b" "]],
    # The first line.
    b"GET  / HTTP/1.1\r\n" + HOST + b"\r\n", b"GET /  HTTP/1.1\r\n" + HOST + b"\r\n", b"GET\t/\tHTTP/1.1\r\n" + HOST + b"\r\n",
    b"GET / HTTP/1.1 \r\n" + HOST + b"\r\n", b"GET /\r\n" + HOST + b"\r\n", b"GET\r\n\r\n", b"GET / \r\n\r\n",
    b"GET / HTTP/1.1x\r\n" + HOST + b"\r\n", b"GET / HTTP/1.\r\n" + HOST + b"\r\n", b"GET / HTTP/1.10\r\n" + HOST + b"\r\n",
    b"GET / http/1.1\r\n" + HOST + b"\r\n", b"GET / HTTP/01.1\r\n" + HOST + b"\r\n", b"GET / HTTP/+1.1\r\n" + HOST + b"\r\n",
    b"GET / HTTP /1.1\r\n" + HOST + b"\r\n", b"G(T / HTTP/1.1\r\n" + HOST + b"\r\n", b"GET / x HTTP/1.1\r\n" + HOST + b"\r\n",
    # The host, by its header and by the target.
    START + b"\r\n", headers(b"Host: localhost"), headers(b"host: other"), START + b"Host:\r\n\r\n", START + b"Host: a b\r\n\r\n",
    START + b"Host: a/b\r\n\r\n", START + b"Host: a@b\r\n\r\n", START + b"Host: a\x80\r\n\r\n", START + b"Host : localhost\r\n\r\n",
    b"GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n",
    b"GET http://localhost/ HTTP/1.1\r\n" + HOST + b"\r\n", b"GET http://other/ HTTP/1.1\r\n" + HOST + b"\r\n",
    b"GET //other HTTP/1.1\r\n\r\n", b"GET * HTTP/1.1\r\n" + HOST + b"\r\n", b"OPTIONS * HTTP/1.1\r\n" + HOST + b"\r\n",
    b"CONNECT localhost:80 HTTP/1.1\r\n" + HOST + b"\r\n", b"GET index.html HTTP/1.1\r\n" + HOST + b"\r\n",
    # An upgrade with a body.
    greeting(SERVER, Content_Length="38"), greeting(SERVER, Transfer_Encoding="chunked") + BODIES[0],
    greeting(SERVER)[:-2] + b"Content-Length : 38\r\n\r\n",
]

OTHER = [(b"GET / HTTP/" + version + b"\r\n" + HOST + b"\r\n", 505) for version in [b"1.2", b"1.9", b"2.0", b"0.9"]]
OTHER += [(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400), (headers(b"X: " + b"x" * 8192), 431), (b"GET /" + b"x" * 9000, 431),
          (headers(b"Expect: 100-continue"), 417)]


def answer_of(said, slowly):
    """All that the server says, to the end of the connection."""
    with SERVER.connect() as link:
        try:
            for at in range(0, len(said), 1 if slowly else len(said)):
                link.sendall(said[at:at + (1 if slowly else len(said))])
        except OSError:
            pass  # it has been refused before its end
        answer = b""
        try:
            while piece := link.recv(65536):
                answer += piece
        except ConnectionResetError:
            pass  # of the bytes that were left
        return answer


def check(said, status, slowly=False):
    answer = answer_of(said + SECOND, slowly)
    seen = re.findall(rb"HTTP/1\.1 (\d+) ", answer)
    if slowly and not seen:
        return  # what came after the refusal has taken it back
    assert seen == [b"%d" % status], (said, seen)
    assert b"Content-Security-Policy: " in answer and b"\r\nConnection: close\r\n" in answer, (said, answer)


def good_requests_have_one_answer():
    for said in GOOD:
        check(said, 200)
        check(said, 200, slowly=len(said) < 1000)


def what_can_be_read_in_two_ways_is_refused():
    for said in BAD:
        check(said, 400)


def it_is_refused_however_it_comes():
    for said in BAD[::7]:
        check(said, 400, slowly=True)


def what_is_not_spoken_is_refused():
    for said, status in OTHER:
        check(said, status)


def half_a_request_costs_nothing():
    with SERVER.connect() as link:
        link.sendall(b"GET / HTTP/1.1\r\nHost: ")
        before = SERVER.busy()
        time.sleep(1)
        assert SERVER.busy() - before < 0.3, "the server spins"
        link.sendall(b"localhost\r\n\r\n")
        assert link.recv(65536).startswith(b"HTTP/1.1 200 ")
    with SERVER.connect() as link:
        link.sendall(b"GET / HTTP/1.1\r\nHost: ")
        link.shutdown(1)
        assert link.recv(65536) == b""


with SERVER:
    run([good_requests_have_one_answer, what_can_be_read_in_two_ways_is_refused, it_is_refused_however_it_comes,
         what_is_not_spoken_is_refused, half_a_request_costs_nothing])

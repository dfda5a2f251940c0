#!/usr/bin/python3
"""Links that are shared: what the head of their page says, and their picture.  usage: serve_links.py PROGRAM"""

import html
import json
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import time
import urllib.parse
import zlib

from client import Server, ask, read_head, run

PROGRAM = sys.argv[1]
HEAD = """<!doctype html>
<html lang="en"><head><title>komwe</title>
<meta property="og:title" content="komwe: mancala games" />
<meta property="og:description" content="Play." />
<meta property="og:image" content="icon-512.png" />
<meta property="og:image:alt" content="A board" />
<meta name="twitter:card" content="summary" />
</head><body>and the "rest"</body></html>
"""
OWARE = "4,4,0,5,5,5/5,4,4,4,4,4 N 0/0"
OVER = "0,0,0,0,0,0/0,0,0,0,0,0 S 26/22"
SIZE = (800, 420)
GOLD, WOOD, BOWL, SEED = (0xFF, 0xCF, 0x66), (0x7A, 0x48, 0x25), (0x51, 0x2C, 0x12), (0xD5, 0xD9, 0xCF)
AT_ONCE, OF_ONE, EACH_SECOND = 20, 10, 5  # pictures of all, of an address, and how many more
LINKS, LINKS_OF_ONE, LINKS_EACH_SECOND = 200, 40, 50

SCRATCH = tempfile.TemporaryDirectory()
SITE = pathlib.Path(SCRATCH.name)
(SITE / "index.html").write_text(HEAD)
(SITE / "notes.txt").write_text("notes")


def link(path, **fields):
    return path + "?" + urllib.parse.urlencode(fields)


def ask_at(server, host, path):
    """The answer to a request that names another host; None: it names none, as HTTP/1.0 may."""
    with server.connect() as own:
        own.sendall(f"GET {path} HTTP/1.{0 if host is None else 1}\r\n".encode() +
                    (b"" if host is None else f"Host: {host}\r\n".encode()) + b"\r\n")
        status, _, body = read_head(own)
        while piece := own.recv(65536):
            body += piece
    return status, body


def heads(body):
    """What a page says to whoever is sent its link."""
    found = re.findall(r'<meta (?:property|name)="([\w:]+)" content="([^"]*)" />', body.decode())
    return {name: html.unescape(value) for name, value in found}


def pixels(png):
    """The rows of a PNG, each a list of (red, green, blue); its parts are as they should be."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n", png[:8]
    at, data, size = 8, b"", None
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at:at + 8])
        part = png[at + 8:at + 8 + length]
        assert struct.unpack(">I", png[at + 8 + length:at + 12 + length])[0] == zlib.crc32(kind + part), kind
        if kind == b"IHDR":
            size = struct.unpack(">IIBBBBB", part)
            assert size[2:] == (8, 2, 0, 0, 0), size
        if kind == b"IDAT":
            data += part
        at += length + 12
    assert size[:2] == SIZE and kind == b"IEND", (size, kind)
    data = zlib.decompress(data)
    rows, before, step = [], bytes(3 * SIZE[0]), 3 * SIZE[0] + 1
    for start in range(0, len(data), step):
        line = bytearray(data[start + 1:start + step])
        assert data[start] in (0, 1, 2), data[start]  # none, of the pixel before, of the row above
        for i in range(len(line) if data[start] else 0):
            other = before[i] if data[start] == 2 else line[i - 3] if i >= 3 else 0
            line[i] = (line[i] + other) & 255
        rows.append([tuple(line[i:i + 3]) for i in range(0, len(line), 3)])
        before = line
    assert len(rows) == SIZE[1], len(rows)
    return rows


def picture(server, **fields):
    status, headers, body = ask(server, link("/picture.png", **fields))
    assert (status, headers["content-type"]) == (200, "image/png"), (fields, status, body)
    return headers, body


def count(rows, colour):
    return sum(row.count(colour) for row in rows)


def the_page_says_what_the_link_shows():
    with Server(PROGRAM, folder=SITE) as server:
        for path in ["/", "/index.html"]:
            status, headers, body = ask(server, link(path, game="oware", position=OWARE, record="Game: oware"))
            assert (status, headers["content-type"]) == (200, "text/html; charset=utf-8"), (status, headers)
            assert headers["cache-control"] == "no-cache" and "etag" not in headers, headers
            said = heads(body)
            assert said["og:title"] == "Oware (Abapa): North to move", said
            assert said["og:description"].startswith("South has won 0 seeds, North 0."), said
            assert said["og:image:alt"] == "A mancala board of 2 rows. 4, 4, 0, 5, 5, 5; 5, 4, 4, 4, 4, 4.", said
            assert said["twitter:card"] == "summary_large_image", said
            host = f"http://localhost:{server.port}/"
            assert said["og:image"].startswith(f"{host}picture.png?"), said
            query = dict(urllib.parse.parse_qsl(said["og:image"].split("?")[1], strict_parsing=True))
            assert query == {"game": "oware", "position": OWARE}, query
            plain = re.sub(r'content="[^"]*"', 'content=""', HEAD)
            assert re.sub(r'content="[^"]*"', 'content=""', body.decode()) == plain, body
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        said = heads(ask(server, link("/", game="kalah", position=OVER, side="north"))[2])
        assert said["og:title"] == "Kalah: South wins 26 : 22", said
        assert "side=north" in said["og:image"], said
        said = heads(ask(server, link("/", game="hus", options="width=8"))[2])
        assert "Hus" in said["og:title"], said


def what_names_no_position_is_the_page_as_it_is():
    with Server(PROGRAM, folder=SITE) as server:
        for query in ["", "?", "?game=", "?game=chess", "?game=oware&position=1,2", "?game=oware&options=a%3Db",
                      "?game=oware%00", "?game=%zz", "?game=" + "a" * 4000, "?position=start", "?record=Game:+oware",
                      "?game=../../etc/passwd", "?game=oware&position=" + "4," * 1500,
                      "?game=oware&options=%zz", "?game&game=oware"]:
            status, headers, body = ask(server, "/" + query)
            assert (status, body.decode()) == (200, HEAD) and "etag" in headers, (query, status)
            assert ask(server, "/picture.png" + query)[0] == 404, query
        # A field has 511 bytes at most.
        assert heads(ask(server, link("/", game="oware", side="a" * 511))[2])["og:title"].startswith("Oware")
        assert ask(server, link("/", game="oware", side="a" * 512))[2].decode() == HEAD
        assert ask(server, link("/notes.txt", game="oware"))[2] == b"notes"
        assert ask(server, "/picture.png?game=oware", "POST")[0] == 405


def nothing_of_a_request_stands_in_the_page():
    bad = '"><script>alert(1)</script>'
    with Server(PROGRAM, folder=SITE) as server:
        path = link("/", game="oware", position=OWARE, side=bad, options="", title=bad)
        for host in [None, 'a"b<c>', "a&b", "a'b", "a%22b", "a,b", "[::1]:8080"]:
            status, body = ask_at(server, host, path)
            assert status in (200, 400) and b"<script" not in body, (host, status, body)
            if status == 200:
                image = heads(body)["og:image"]
                assert image.startswith("http://[::1]:8080/picture.png?" if host == "[::1]:8080" else "picture.png?"), image
        assert status == 200, "a good host is refused"
    with Server(PROGRAM, "--origin", "https://games.example", folder=SITE) as server:
        said = heads(ask_at(server, "elsewhere", link("/", game="oware"))[1])
        assert said["og:image"].startswith("https://games.example/picture.png?game=oware"), said


def a_picture_shows_the_position():
    with Server(PROGRAM, folder=SITE) as server:
        headers, png = picture(server, game="oware", position=OWARE)
        assert headers["cross-origin-resource-policy"] == "cross-origin", headers
        assert headers["cache-control"] == "public, max-age=86400" and len(png) < 100_000, (headers, len(png))
        status, head, rest = ask(server, link("/picture.png", game="oware", position=OWARE), "HEAD")
        assert (status, rest) == (200, b"") and int(head["content-length"]) == len(png), head
        north = pixels(png)
        south = pixels(picture(server, game="oware", position=OWARE.replace("N", "S"))[1])
        turned = pixels(picture(server, game="oware", position=OWARE, side="north")[1])
        over = pixels(picture(server, game="kalah", position=OVER)[1])
        upper, lower = range(0, SIZE[1] // 2), range(SIZE[1] // 2, SIZE[1])
        for rows, gold, none in [(north, upper, lower), (south, lower, upper), (turned, lower, upper)]:
            assert count([rows[y] for y in gold], GOLD) > 3000, "whose turn it is"
            assert count([rows[y] for y in none], GOLD) == 0, "whose turn it is not"
        assert count(over, GOLD) == 0, "nobody's turn"
        # North's row, the upper one, has an empty pit, the third from the left; turned round it is below, the fourth.
        places = [128, 220, 313, 405, 497, 590]
        seeds = [count([row[x:x + 80] for row in north[50:145]], SEED) for x in places]
        assert [number == 0 for number in seeds] == [False, False, True, False, False, False], seeds
        assert max(seeds[:2]) < min(seeds[3:]), seeds
        seeds = [count([row[x:x + 80] for row in turned[230:322]], SEED) for x in places]
        assert [number == 0 for number in seeds] == [False, False, False, True, False, False], seeds
        assert count(north, SEED) > 5000 and count(north, WOOD) > 100_000, (count(north, SEED), count(north, WOOD))
        assert count(over, BOWL) > 50_000, count(over, BOWL)


def every_game_has_its_picture():
    games = json.loads(subprocess.run([PROGRAM, "games", "--json"], check=True, capture_output=True).stdout)
    names = [game["id"] for game in (games["games"] if isinstance(games, dict) else games)]
    assert len(names) > 12, names
    for part in range(0, len(names), AT_ONCE):
        with Server(PROGRAM, "--tables", "none", folder=SITE) as server:  # a new one may be asked at once again
            for name in names[part:part + AT_ONCE]:
                _, png = picture(server, game=name)
                assert png[:4] == b"\x89PNG" and struct.unpack(">II", png[16:24]) == SIZE, name
                title = heads(ask(server, link("/", game=name))[2])["og:title"]
                assert re.search(r": (South|North) to move$", title), (name, title)


def pictures_are_bounded():
    for flags, most in [([], AT_ONCE), (["--per-address", "64"], OF_ONE)]:
        with Server(PROGRAM, *flags, folder=SITE) as server:
            begun = time.monotonic()
            answers = [ask(server, "/picture.png?game=hus") for _ in range(3 * AT_ONCE)]
            drawn = sum(status == 200 for status, _, _ in answers)
            more = EACH_SECOND * (time.monotonic() - begun) + 1  # that have become due meanwhile
            assert most <= drawn <= most + more, (drawn, most, more)
            assert all(status in (200, 503) for status, _, _ in answers)
            for status, headers, body in answers:
                if status == 503:
                    assert (headers["retry-after"], body) == ("2", b"too many pictures are asked for\n"), headers
            assert ask(server, "/")[0] == 200 and ask(server, "/?game=hus")[0] == 200


def what_is_no_position_counts_as_a_picture_too():
    """It is looked up only where a picture might be drawn."""
    with Server(PROGRAM, folder=SITE) as server:
        begun = time.monotonic()
        answers = [ask(server, f"/picture.png?game=oware&options=seeds%3D{1000 + i}")[0] for i in range(3 * AT_ONCE)]
        more = EACH_SECOND * (time.monotonic() - begun) + 1
        assert AT_ONCE <= answers.count(404) <= AT_ONCE + more and set(answers) == {404, 503}, answers


def links_are_bounded():
    """Beyond it the page is answered as it is, and so are others, which cost nothing."""
    for flags, most in [([], LINKS), (["--per-address", "64"], LINKS_OF_ONE)]:
        with Server(PROGRAM, *flags, folder=SITE) as server:
            begun = time.monotonic()
            answers = [ask(server, f"/?game=hus&options=width%3D8&side={i}") for i in range(2 * LINKS)]
            read = sum(b"Hus" in body for _, _, body in answers)
            more = LINKS_EACH_SECOND * (time.monotonic() - begun) + 1
            assert most <= read <= most + more and read < len(answers), (most, read, more)
            assert all(status == 200 and (b"Hus" in body or body.decode() == HEAD) for status, _, body in answers)
            assert ask(server, "/")[0] == 200


run([the_page_says_what_the_link_shows, what_names_no_position_is_the_page_as_it_is,
     nothing_of_a_request_stands_in_the_page, a_picture_shows_the_position, every_game_has_its_picture,
     pictures_are_bounded, what_is_no_position_counts_as_a_picture_too, links_are_bounded])
SCRATCH.cleanup()

#!/usr/bin/python3
"""Counts the games of `komwe stats` once more.

    stats.py PROGRAM [-n GAMES] [GAME]...

Game i of `stats --seed S` is that of `play --seed S+i`.  This plays it, asks `komwe batch` for the
position, the legal moves and the trace of each move, counts by the definitions in docs/statistics.md,
and compares every figure that `stats` prints: as JSON, as CSV and as text, for 1, 2, 3 and 7 threads.
Its own intervals are compared with published ones first.
"""

import argparse
import collections
import csv
import io
import json
import math
import re
import statistics
import subprocess
import sys

SEED = 11
SEED_MOST = 2 ** 63 - 1
CUT = 10000  # plies of a game
BINS = 1024  # of the histograms of single moves

# Rules under which moves do not end and games end inside a move, beside the rule sets themselves.
VARIANTS = [
    ["-o", "endless.limit=20", "-o", "endless.result=void", "giuthi"],
    ["-o", "endless.limit=30", "-o", "endless.result=loses", "bulto"],
    ["-o", "width=4", "-o", "endless.limit=12", "kiothi"],
    ["-o", "endless.limit=24", "hus"],
    ["-o", "endless.limit=12", "-o", "endless.result=loses", "kiswahili"],
    ["-o", "pits=2", "-o", "seeds=1", "awari"],
]

# With so many games of each the run must meet whatever is counted; this game is cut.
THOROUGH = 10
LONG_GAME = ["-o", "endless.limit=1", "giuthi"]
LONG_SEED = 24

PLAYERS = ["random", "greedy"]
Z = statistics.NormalDist().inv_cdf(0.975)

# The events of a trace that are counted, in the order and by the names of `stats`.
KINDS = {
    "plant": "planting", "skip": "passing over", "relay": "going on", "turn": "turning round",
    "capture": "capture", "bank": "keeping", "place": "placing", "tax": "tax", "mark": "mark made",
    "unmark": "mark lost", "block": "block", "head": "entering at a head",
    "choice": "choice, chance", "stop": "stop", "pass": "pass", "over": "end inside a move"}
CARRYING = ["plant", "capture", "bank", "place"]  # kinds that move seeds


def wilson(count, total):
    """Share, low, high: Wilson 1927, solved for p in |share - p| <= z sqrt(p (1 - p) / total)."""
    if total == 0:
        return 0.0, 0.0, 1.0
    share = count / total
    a, b, c = 1 + Z * Z / total, 2 * share + Z * Z / total, share * share
    root = math.sqrt(max(0.0, b * b - 4 * a * c))
    return share, (b - root) / (2 * a), (b + root) / (2 * a)


def mean(values):
    """Mean, low, high, sd; sd is that of a sample, and 0 for fewer than two values."""
    if not values:
        return 0.0, 0.0, 0.0, 0.0
    middle = statistics.fmean(values)
    sd = statistics.stdev(values) if len(values) > 1 else 0.0
    reach = Z * sd / math.sqrt(len(values))
    return middle, middle - reach, middle + reach, sd


def ratio_error(parts, wholes):
    """The standard error of sum(parts) / sum(wholes), by how much the games leave that ratio."""
    games, total = len(parts), sum(wholes)
    if games < 2 or total == 0:
        return 0.0
    ratio = sum(parts) / total
    left = math.fsum((part - ratio * whole) ** 2 for part, whole in zip(parts, wholes))
    return math.sqrt(left * games / (games - 1)) / total


# Textbook values, to the digits that are given: Newcombe, Statistics in Medicine 17 (1998), table I,
# method 3, and 8 of 10.
TEXTBOOK = [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0000, 0.1611),
            (1, 29, 0.0061, 0.1718), (8, 10, 0.4902, 0.9433)]


class Batch:
    """A `komwe batch` that is asked one question after the other."""

    def __init__(self, program):
        self.pipe = subprocess.Popen([program, "batch"], stdin=subprocess.PIPE,
                                     stdout=subprocess.PIPE, text=True)

    def send(self, *words):
        self.pipe.stdin.write(" ".join(f"'{word}'" for word in words) + "\n")

    def answer(self):
        lines = []
        while (line := self.pipe.stdout.readline()) not in ("\n", ""):
            lines.append(line.rstrip("\n"))
        assert not lines or not lines[0].startswith("error: "), lines[0]
        return lines

    def ask(self, *questions):
        for words in questions:
            self.send(*words)
        self.pipe.stdin.flush()
        return [self.answer() for _ in questions]

    def close(self):
        self.pipe.stdin.close()
        assert self.pipe.wait() == 0


def single_plies(word):
    """The plies of a turn as `play` writes it: Kiothi's first one lifts boma and places warriors."""
    if "=" not in word or word == "=":
        return [word]
    lifted, placed = word.split("=")
    return (["^" + hole for hole in lifted] +
            ["+" + hole for hole, many in re.findall(r"([A-Za-z])(\d+)", placed)
             for _ in range(int(many))])


class Counts:
    """What was seen in the games of one rule set and player."""

    def __init__(self):
        self.outcomes = collections.Counter()
        self.repetitions = self.narrow = self.forced = self.passes = self.endless = 0
        self.plies, self.turns = [], []
        self.choices, self.laps, self.seeds = [], [], []
        self.scores = []
        self.parts = []  # of each game: totals before it and after it
        self.by_ply = collections.defaultdict(list)
        self.events, self.carried, self.games = (collections.Counter() for _ in range(3))

    def totals(self):
        """What is counted by ply or by sowing: how much there was of it, and in how many."""
        plies, sowings = len(self.choices), len(self.laps)
        return {"choices": (sum(self.choices), plies), "forced": (self.forced, plies),
                "passes": (self.passes, plies), "laps": (sum(self.laps), sowings),
                "seeds": (sum(self.seeds), sowings), "never_ending": (self.endless, sowings)}

    def error(self, name):
        parts = [after[name][0] - before[name][0] for before, after in self.parts]
        wholes = [after[name][1] - before[name][1] for before, after in self.parts]
        return ratio_error(parts, wholes)

    def count_sowing(self, events):
        """A lap is what is sown of seeds taken into an empty hand; a move that sows none is no
        sowing."""
        hand = laps = seeds = 0
        begins = False
        for event in events:
            if event["to"] == "hand":
                begins = begins or hand == 0
                hand += event["count"]
            elif event["from"] == "hand":
                hand -= event["count"]
            if event["kind"] == "drop":
                laps += begins
                begins = False
                seeds += 1
        if seeds == 0:
            return
        self.laps.append(laps)
        self.seeds.append(seeds)
        self.endless += any(event["clause"] == "endless" for event in events)

    def count_ply(self, number, move, legal, events):
        self.choices.append(len(legal))
        self.by_ply[number].append(len(legal))
        self.forced += len(legal) == 1
        if move == "pass":
            self.passes += 1
        elif not re.match(r"[+^=]", move):
            self.count_sowing(events)
        for event in events:
            key = event["kind"], event["clause"]
            self.events[key] += 1
            self.carried[key] += event["count"] if event["kind"] in CARRYING else 0
        return {(event["kind"], event["clause"]) for event in events}

    def count_result(self, line):
        """"over 23-17 narrow", "over N repetition"; None: the game was cut."""
        words = line.split()[1:] if line else ["cut"]
        self.repetitions += "repetition" in words
        self.narrow += "narrow" in words
        if "-" in words[0]:
            south, north = map(int, words[0].split("-"))
            self.scores.append((south, north))
            words[0] = "S" if south > north else "N" if north > south else "draw"
        self.outcomes[words[0]] += 1


def count_game(batch, counts, rules, words):
    """Walks through a game, and sees itself to it that it ends where it must."""
    game = rules[-1]
    position = batch.ask(["show", *rules])[0][0]
    seen = collections.Counter([position])
    movers, rules_met = [], set()
    before = counts.totals()
    for number, move in enumerate(words):
        assert seen[position] < 3 and number < CUT, f"{game}: goes on after its end"
        here = [*rules, "-p", position]
        legal, trace, after = batch.ask(["moves", *here], ["trace", "--json", *here, move],
                                        ["show", *here, move])
        assert move in legal, f"{game}: {move} is not legal at {position}"
        movers.append(position.split()[1])
        rules_met |= counts.count_ply(number, move, legal, json.loads("".join(trace)))
        position = after[0]
        seen[position] += 1
    shown = batch.ask(["show", *rules, *words])[0]
    counts.count_result(shown[1] if len(shown) > 1 else None)
    ended_by_rules = not batch.ask(["moves", *rules, "-p", position])[0]
    repeated = seen[position] == 3
    assert ended_by_rules or repeated or len(words) == CUT, f"{game}: ends too early"
    assert ("repetition" in shown[-1]) == (repeated and not ended_by_rules), shown
    counts.parts.append((before, counts.totals()))
    counts.plies.append(len(words))
    counts.turns.append(sum(1 for i, mover in enumerate(movers) if i == 0 or mover != movers[i - 1]))
    for key in rules_met:
        counts.games[key] += 1


def play_game(program, rules, player, seed):
    """The plies of the game that two computer players play, as far as they are counted."""
    plies = []
    with subprocess.Popen([program, "play", "--plain", "--south", player, "--north", player,
                           "--seed", str(seed), *rules], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, text=True) as child:
        for line in child.stdout:
            if turn := re.fullmatch(r"(?:South|North): (\S+)\n", line):
                plies += single_plies(turn[1])
            if len(plies) >= CUT:
                child.kill()
                return plies[:CUT]
    assert child.returncode == 0, f"play: status {child.returncode}"
    return plies


# ---- what stats ought to print ---------------------------------------------------------------------

RESULTS = ["south", "north", "draw", "cut", "repetition", "narrow"]


def share_object(count, total):
    value, low, high = wilson(count, total)
    return {"value": value, "low": low, "high": high, "count": count}


def mean_object(values):
    value, low, high, sd = mean(values)
    return {"value": value, "low": low, "high": high, "sd": sd, "most": max(values, default=0),
            "count": len(values)}


def ratio_mean_object(counts, name, values):
    """As mean_object, with an interval from how the games differ."""
    what = mean_object(values)
    reach = Z * counts.error(name)
    return {**what, "low": what["value"] - reach, "high": what["value"] + reach}


def ratio_share_object(counts, name):
    """Wilson's interval, as of so many independent cases as would have the error of the games."""
    count, total = counts.totals()[name]
    error = counts.error(name)
    if error > 0:
        share = count / total
        cases = share * (1 - share) / error ** 2
        _, low, high = wilson(share * cases, cases)
        return {"value": share, "low": low, "high": high, "count": count}
    return share_object(count, total)


def histogram(values, bins):
    counts = collections.Counter(min(value, bins - 1) for value in values)
    return [counts[i] for i in range(max(counts, default=-1) + 1)]


def expected(counts, header, clauses):
    games = len(counts.plies)
    results = {name: share_object(counts.outcomes[word], games)
               for name, word in [("south", "S"), ("north", "N"), ("draw", "draw"), ("cut", "cut")]}
    results["repetition"] = share_object(counts.repetitions, games)
    results["narrow"] = share_object(counts.narrow, games)
    if counts.scores:
        results["score_south"] = mean_object([south for south, _ in counts.scores])
        results["score_north"] = mean_object([north for _, north in counts.scores])
        margin = mean([south - north for south, north in counts.scores])
        results["margin"] = dict(zip(["value", "low", "high"], margin))
    order = [(kind, clause) for kind in KINDS for clause in clauses]
    rules = [{"kind": KINDS[kind], "clause": clause, "events": counts.events[kind, clause],
              "seeds": counts.carried[kind, clause], "games": counts.games[kind, clause]}
             for kind, clause in order if counts.events[kind, clause] > 0]
    return {
        **header, "results": results,
        "plies": mean_object(counts.plies), "turns": mean_object(counts.turns),
        "choices": ratio_mean_object(counts, "choices", counts.choices),
        "forced": ratio_share_object(counts, "forced"),
        "passes": ratio_share_object(counts, "passes"),
        "laps": ratio_mean_object(counts, "laps", counts.laps),
        "seeds": ratio_mean_object(counts, "seeds", counts.seeds),
        "never_ending": ratio_share_object(counts, "never_ending"),
        "rules": rules, "length_histogram": histogram(counts.plies, CUT + 1),
        "choices_by_ply": [mean(counts.by_ply[i])[0] for i in range(len(counts.by_ply))],
        "choices_histogram": histogram(counts.choices, BINS),
        "laps_histogram": histogram(counts.laps, BINS),
        "seeds_histogram": histogram(counts.seeds, BINS)}


def csv_lines(counts, want):
    """Measure, key, value, low, high of the table."""
    lines = []

    def put(measure, key, what):
        lines.append((measure, str(key), *(what if isinstance(what, tuple) else (what,) * 3)))

    def estimate(what):
        return what["value"], what["low"], what["high"]

    games = len(counts.plies)
    for key in [*RESULTS, "margin"]:
        if key in want["results"]:
            put("result", key, estimate(want["results"][key]))
    for measure in ["plies", "turns", "choices", "laps", "seeds"]:
        put(measure, "mean", estimate(want[measure]))
        put(measure, "most", want[measure]["most"])
        if measure == "choices":
            put("choices", "forced", estimate(want["forced"]))
            put("choices", "pass", estimate(want["passes"]))
    put("laps", "never_ending", estimate(want["never_ending"]))
    for plies, count in sorted(collections.Counter(counts.plies).items()):
        put("length", plies, wilson(count, games))
    for ply, choices in sorted(counts.by_ply.items()):
        put("choices_by_ply", ply + 1, mean(choices)[:3])
    for measure in ["choices", "laps", "seeds"]:
        bins = want[f"{measure}_histogram"]
        for value, count in enumerate(bins):
            if count > 0:
                put(f"{measure}_share", value, wilson(count, sum(bins)))
    for rule in want["rules"]:
        key = f"{rule['kind']} [{rule['clause']}]"
        put("rule", key, rule["events"] / games)
        put("rule_games", key, wilson(rule["games"], games))
    return lines


def text_numbers(counts, want):
    """The numbers of each labelled line of the text, in their order."""
    def percent(what):
        return [100 * what[key] for key in ("value", "low", "high")]

    def whole(what):
        return [what[key] for key in ("value", "low", "high", "sd", "most")]

    results, games = want["results"], len(counts.plies)
    lines = {"South wins": percent(results["south"]), "North wins": percent(results["north"]),
             "drawn": percent(results["draw"]), "by repetition": percent(results["repetition"]),
             "plies": whole(want["plies"]), "turns": whole(want["turns"]),
             "median, range": [statistics.median_low(counts.plies), min(counts.plies),
                               max(counts.plies)],
             "moves to choose": whole(want["choices"]), "forced": percent(want["forced"]),
             "passes": percent(want["passes"]), "laps": whole(want["laps"]),
             "seeds": whole(want["seeds"]), "never-ending": percent(want["never_ending"])}
    if results["cut"]["count"] > 0:
        lines[f"cut at {CUT}"] = percent(results["cut"])
    if want["game"] == "kiothi":
        lines["won narrowly"] = percent(results["narrow"])
    if "margin" in results:
        margin = results["margin"]
        lines["South's margin"] = [margin["value"], margin["low"], margin["high"],
                                   results["score_south"]["value"], results["score_north"]["value"]]
    for rule in want["rules"]:
        lines[rule["kind"], rule["clause"]] = [
            rule["events"] / games, rule["seeds"] / games, 100 * rule["games"] / games]
    return lines


# ---- comparing -------------------------------------------------------------------------------------

def differences(want, got, path=""):
    """Where two trees of JSON differ; numbers with a point may do so in their last digits."""
    if isinstance(want, dict) and isinstance(got, dict):
        if list(want) != list(got):
            yield f"{path}: members {list(got)}, counted {list(want)}"
        for key in [key for key in want if key in got]:
            yield from differences(want[key], got[key], f"{path}.{key}")
    elif isinstance(want, list) and isinstance(got, list):
        if len(want) != len(got):
            yield f"{path}: {len(got)} entries, counted {len(want)}"
        for i, (one, other) in enumerate(zip(want, got)):
            yield from differences(one, other, f"{path}[{i}]")
    elif isinstance(want, float) and isinstance(got, float):
        if not math.isclose(want, got, rel_tol=1e-12, abs_tol=1e-12):
            yield f"{path}: {got}, counted {want}"
    elif want != got or type(want) is not type(got):
        yield f"{path}: {got!r}, counted {want!r}"


def csv_differences(header, want, text):
    rows = list(csv.reader(io.StringIO(text)))
    if rows.pop(0) != ["game", "player", "measure", "key", "value", "low", "high"]:
        yield "csv: its first line"
    if len(rows) != len(want):
        yield f"csv: {len(rows)} lines, counted {len(want)}"
    for row, line in zip(rows, want):
        if row[:4] != [header["game"], header["player"], *line[:2]] or not all(
                math.isclose(float(got), number, rel_tol=6e-6, abs_tol=1e-12)
                for got, number in zip(row[4:], line[2:])):
            yield f"csv: {row}, counted {line}"


def text_differences(want, text):
    """The lines are "  label  numbers", those of rules "  kind [clause] numbers"."""
    want = dict(want)
    for line in text.splitlines()[1:]:
        found = (re.fullmatch(r"  (\S.*?) *\[(\S+)\] +(.*)", line) or
                 re.fullmatch(r"  (\S.*?)()  +(-?\d.*)", line))
        if not found:
            continue
        label, clause, rest = found.groups()
        printed = re.findall(r"-?\d+(?:\.\d+)?", rest)
        numbers = want.pop((label, clause) if clause else label, None)
        if numbers is None or len(numbers) != len(printed) or not all(
                abs(float(one) - number) <= 0.5000001 * 10.0 ** -len(one.partition(".")[2])
                for one, number in zip(printed, numbers)):
            yield f"text: {line!r}, counted {numbers}"
    for label in want:
        yield f"text: no line {label}"


def stats(program, rules, player, games, seed, *flags):
    return subprocess.run([program, "stats", "-n", str(games), "--seed", str(seed), "--player",
                           player, *flags, *rules], check=True, capture_output=True,
                          text=True).stdout


def check(program, batch, met, rules, player, games, seed):
    """Counts the games and compares; returns the differences.  Adds to `met` what there was."""
    counts = Counts()
    for i in range(games):
        count_game(batch, counts, rules, play_game(program, rules, player, seed + i))
    clauses = [clause["id"] for clause in json.loads("".join(
        batch.ask(["rules", "--json", *rules])[0]))["clauses"]]
    header = {"game": rules[-1], "options": " ".join(rules[1:-1:2]), "player": player,
              "games": games, "seed": seed}
    want = expected(counts, header, clauses)
    met.update(kind for kind, _ in counts.events)
    met.update(key for key, share in want["results"].items() if share.get("count"))
    met.update(key for key in ("forced", "passes", "never_ending") if want[key]["count"])
    text = stats(program, rules, player, games, seed, "--json", "--threads", "1")
    yield from differences(want, json.loads(text))
    yield from csv_differences(header, csv_lines(counts, want),
                               stats(program, rules, player, games, seed, "--csv"))
    yield from text_differences(text_numbers(counts, want), stats(program, rules, player, games, seed))
    for threads in ["2", "3", "7"]:
        if stats(program, rules, player, games, seed, "--json", "--threads", threads) != text:
            yield f"{threads} threads: other figures than one"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("-n", type=int, default=1)
    parser.add_argument("game", nargs="*")
    wanted = parser.parse_intermixed_args()
    for count, total, low, high in TEXTBOOK:
        assert all(abs(a - b) < 0.00006 for a, b in zip(wilson(count, total)[1:], (low, high)))
    listed = subprocess.run([wanted.program, "games"], check=True, capture_output=True, text=True)
    names = wanted.game or [line.split("\t")[0] for line in listed.stdout.splitlines()]
    cases = [([name], player, wanted.n, SEED) for name in names for player in PLAYERS]
    if not wanted.game:
        cases += [(rules, player, wanted.n, SEED_MOST) for rules in VARIANTS for player in PLAYERS]
    thorough = not wanted.game and wanted.n >= THOROUGH
    if thorough:
        cases.append((LONG_GAME, "random", 1, LONG_SEED))
    batch = Batch(wanted.program)
    met, failed = set(), 0
    for case in cases:
        found = list(check(wanted.program, batch, met, *case))
        for difference in found[:10]:
            print(f"FAILED: {' '.join(case[0])}, {case[1]}: {difference}")
        failed += bool(found)
    batch.close()
    if thorough and (unmet := {*KINDS, *RESULTS, "forced", "passes", "never_ending"} - met):
        print(f"FAILED: no game has {', '.join(sorted(unmet))}")
        failed += 1
    print(f"{len(cases) - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())

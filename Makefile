# The front door: `make help` lists the targets.  It needs Debian and `apt-get install make` (and
# git, to have come here at all); scripts/setup installs whatever else is missing.  What is built how
# is said in CMakeLists.txt.

PREFIX ?= /usr/local
DESTDIR ?=
MINUTES ?= 1
REQUESTS ?= 1000000
PORT ?= 8080
SEED ?= 1
RUNS ?= 2000
COUNT ?= 100000
PAGE ?= yes
JOBS := $(shell nproc)

.PHONY: run build wheel npm web bench-web pictures check check-all check-aarch64 fuzz fuzz-bindings fuzz-forever fuzz-serve soak faults damage mutated deb dist image \
	coverage mutants bench overrun docs statistics openings puzzles format install setup clean help

# The page, on this machine: it prints the address.
run: note build web
	@echo "The page is at this address until Ctrl-C (PORT=0: at any that is free):"
	@build/release/komwe serve --port $(PORT)

build:
	@scripts/setup build
	cmake --preset release
	cmake --build --preset release --parallel $(JOBS)
	@echo "The program is build/release/komwe."

# What to expect of `make run`.
.PHONY: note
note:
	@echo "This builds the program and the page: some minutes the first time."

# The Python package as a wheel, with the library inside: build/wheel.
wheel:
	@scripts/setup python
	rm -rf build/wheel
	/usr/bin/python3 -m pip wheel --no-build-isolation --no-deps --wheel-dir build/wheel ./python
	/usr/bin/python3 python/portable.py build/wheel/*.whl

# The package for JavaScript: build/npm.
npm:
	@scripts/setup web
	@scripts/web package

# The page, as plain files: build/web/site.
web:
	@scripts/setup web
	@scripts/web build

# How fast the page's engine is beside the native one, and how smoothly and soon the page answers.
bench-web: web
	@scripts/setup page
	cmake --preset release -D KW_TESTS=ON
	cmake --build --preset release --parallel $(JOBS) --target api_lines
	@scripts/web bench

# The pictures of the page in docs/pictures anew, and those that its tests compare with: look at them.
pictures: web
	@scripts/setup page
	@scripts/web shots

# Each fact once, by the release build: a quarter of an hour on two cores, from a fresh clone.
check:
	@scripts/setup check
	@scripts/check check

# These, and then the rest: long runs, sanitizers, threads, packages, static analysis; forty minutes together.
check-all:
	@scripts/setup check-all
	@scripts/check all

# The tests of the library on ARM: cross-compiled, and run under qemu.
check-aarch64:
	@scripts/setup aarch64
	@scripts/check aarch64

# Looks for new inputs that break a reader, MINUTES for each of them.
fuzz:
	@scripts/setup check-all
	@scripts/fuzz $(MINUTES)

# The same for ever, one reader after the other; what breaks one becomes a file of tests/fuzz/corpus.
SECONDS_EACH ?= 120
fuzz-forever:
	@scripts/setup check-all
	cmake --preset fuzz
	cmake --build --preset fuzz --parallel $(JOBS) --target fuzzers
	tests/fuzz/forever/fuzz_forever.py --seconds $(SECONDS_EACH)

# Misuses the packages and the page's Worker, RUNS other examples of each kind, and prints how soon Ctrl-C ends
# each long call in Python.
fuzz-bindings: npm
	@scripts/setup check
	cmake --preset release -D KW_TESTS=ON
	cmake --build --preset release --parallel $(JOBS)
	KOMWE_EXAMPLES=$(RUNS) ctest --test-dir build/release -R '^python_misuse_test$$' --timeout 86400 --output-on-failure
	KOMWE_RUNS=$(RUNS) scripts/web misuse
	PYTHONPATH=build/release/python python3 python/tests/long_calls.py

# A thousand random changes of each kind of file, other ones for each SEED: some minutes.
damage:
	@scripts/setup check
	cmake --preset release -D KW_TESTS=ON
	cmake --build --preset release --parallel $(JOBS)
	build/release/tests/damage_test --effort 50 --seed $(SEED)
	tests/faults/damage.py build/release --changes 1000 --seed $(SEED)

# A hundred thousand changed files of all kinds, under sanitizers; what is accepted is shown to be true.
mutated:
	@scripts/setup check-all
	cmake --preset clang-debug
	cmake --build --preset clang-debug --parallel $(JOBS) --target mutated_files
	tests/mutated/run.py --seed $(SEED) --count $(COUNT)

# A million broken requests to the server under sanitizers, a fiftieth of them under valgrind, which
# sees into its libraries too, and 30 000 good clients; SEED is that of the generator.
fuzz-serve: build
	@scripts/setup check-all
	cmake --preset debug
	cmake --build --preset debug --parallel $(JOBS) --target komwe_command
	tests/serve/serve_fuzz.py build/debug/komwe --requests $(REQUESTS) --seed $(SEED)
	tests/serve/serve_fuzz.py build/release/komwe --requests $$(($(REQUESTS) / 50)) --seed $(SEED) --valgrind
	tests/serve/serve_churn.py build/release/komwe

# How soon a visitor is answered beside endless searches; then hostile clients of the server for an hour, without
# endgame tables and then with them, half of the time each.
soak: MINUTES = 60
soak: build
	@scripts/setup check
	tests/serve/serve_share.py build/release/komwe
	tests/serve/serve_soak.py build/release/komwe --minutes $$(($(MINUTES) / 2)) --seed $(SEED)
	tests/serve/serve_soak.py build/release/komwe --minutes $$(($(MINUTES) / 2)) --seed $(SEED) --tables cache

# Which lines and branches of src/ the tests of `make check` run: build/coverage/index.html.
coverage:
	@scripts/setup coverage
	@scripts/coverage

# Changes the checker of proofs and the readers in one place at a time: does a test notice?
MUTANTS ?=
mutants:
	@scripts/setup check
	@scripts/mutants $(MUTANTS)

# The commands that write, with a failure at each of their steps, and crashes: some minutes.
faults:
	@scripts/setup check
	cmake --preset release -D KW_TESTS=ON
	cmake --build --preset release --parallel $(JOBS) --target faults

bench: build
	build/release/komwe bench

# By how much commands overrun a limit of time, or Ctrl-C, with a slow rule text.
overrun: build
	tests/work/overrun.py build/release/komwe

# The documents as a site: build/docs/site.
docs: build
	@scripts/setup docs
	@scripts/site

# Plays the games of data/openings anew, half an hour: docs/openings.md.
openings: build
	scripts/openings build/release/komwe build/openings

# More puzzles, where data/puzzles has fewer than were asked for.
puzzles: build
	@scripts/puzzles

# Measures anew what the games are like, some minutes: docs/statistics.md and figures in build/statistics.
statistics: build
	@scripts/setup statistics
	scripts/statistics

format:
	@scripts/setup check
	@scripts/format

# The page goes along, unless PAGE=no.
install: $(if $(filter no,$(PAGE)),build,build web)
	cmake --preset release -D CMAKE_INSTALL_PREFIX=$(PREFIX) -D KW_PAGE=$(PAGE)
	cmake --build --preset release --parallel $(JOBS)
	DESTDIR=$(DESTDIR) cmake --install build/release
# The loader learns of the library where this is not a staged installation.
	@if [ -z "$(DESTDIR)" ] && [ "$$(id -u)" = 0 ] && command -v ldconfig >/dev/null; then ldconfig; fi

# The Debian packages of the last commit: build/packages.
deb: build web
	@scripts/setup package
	@scripts/site
	@scripts/package deb

# The sources of the last commit, with what they are made of and sums: build/dist.
dist:
	@scripts/package dist

# The page and its server as an OCI image, from the Debian packages; as root.
image: deb
	@scripts/package image

setup:
	@scripts/setup check-all

clean:
	rm -rf build

# The targets, from the table of CONTRIBUTING.md.
help:
	@scripts/help

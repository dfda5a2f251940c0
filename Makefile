# The front door.  It needs Debian and `apt-get install make` (and git, to have come here at all);
# scripts/setup installs whatever else is missing.  What is built how is said in CMakeLists.txt.

PREFIX ?= /usr/local
DESTDIR ?=
MINUTES ?= 1
PORT ?= 8080
PAGE ?= yes
JOBS := $(shell nproc)

.PHONY: run build web bench-web pictures quick check fuzz bench docs statistics format install setup clean

# The page, on this machine: it prints the address.
run: build web
	@echo "The page is at this address until Ctrl-C (PORT=0: at any that is free):"
	@build/release/komwe serve --port $(PORT)

build:
	@scripts/setup build
	cmake --preset release
	cmake --build --preset release --parallel $(JOBS)

# The page, as plain files: build/web/site.
web:
	@scripts/setup web
	@scripts/web build

# How fast the page's engine is beside the native one, and how smoothly and soon the page answers.
bench-web: web
	@scripts/setup page
	cmake --preset release -D KW_TESTS=ON
	cmake --build --preset release --parallel $(JOBS) --target face_lines
	@scripts/web bench

# The pictures of the page in docs/pictures, anew.
pictures: web
	@scripts/setup page
	@scripts/web shots

# The tests that say within three minutes whether all is well.
quick:
	@scripts/setup check
	@scripts/check quick

# All tests, both compilers, sanitizers, static analysis; within thirty minutes.
check:
	@scripts/setup check
	@scripts/check full

# Looks for new inputs that break a reader, MINUTES for each of them.
fuzz:
	@scripts/setup check
	@scripts/fuzz $(MINUTES)

bench: build
	build/release/komwe bench

# The documents as a site: build/docs/site.
docs:
	@scripts/setup docs
	@scripts/site

# Measures anew what the games are like, some minutes: docs/statistics.md and its pictures.
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

setup:
	@scripts/setup check

clean:
	rm -rf build

.PHONY: help setup build build-release build-benchmarks build-tests install uninstall release check-reproducible demo example test check check-library check-program check-program-threads check-program-optimized check-busy check-release check-bare-systems check-campaigns campaign campaign-fuzz docs format lint benchmark clean

help:
	@echo "make demo        builds freshet and serves its page with sample data, offline"
	@echo "make example NAME=GitFeed   runs an example with sample data; others: OurPlanet, News, NewsCombine"
	@echo "make test        builds and runs all tests, including browser tests; swift test runs only the library's"
	@echo "make check       checks what takes longer: check-library, check-program and others; docs/testing.md lists them"
	@echo "make build       builds Program/.build/release/freshet"
	@echo "make install PREFIX=/usr/local   installs it with its manual page, completions and systemd units; DESTDIR=… too"
	@echo "make release SIGN_KEY=FILE   makes packages, an image and their checksums in dist/; docs/releasing.md describes it"
	@echo "make check-reproducible      makes a release twice, and compares"
	@echo "make campaign SEED=1   runs the campaigns except fuzz against a release build; Program/Scripts/campaign.sh --help names them"
	@echo "make campaign-fuzz SECONDS=60 SEED=1   fuzzes the parsers of untrusted bytes, that long each"
	@echo "make docs        builds the library's documentation and checks its diagrams, examples and links"
	@echo "make format      formats the sources; make lint checks them"
	@echo "make benchmark   benchmarks the streams against peers, the program against newsboat, and the page against a bare server"

setup:
	@Scripts/setup.sh

# Without debug information, which `make install` would strip anyway; the names of functions stay until then. And without the languages
# of ICU's data.
HERE = $(realpath .)
ICU_DATA = Program/.build/icu-data.o
RELEASE = FRESHET_ICU_DATA=$(HERE)/$(ICU_DATA) swift build --package-path Program -c release --static-swift-stdlib -debug-info-format none

$(ICU_DATA): Program/Scripts/make-icu-data.py
	Program/Scripts/make-icu-data.py $@

build: setup $(ICU_DATA)
	$(RELEASE) --product freshet

# What a release is built with: the committed versions of packages, no folder of this machine in the program, and no identifier of the
# build.
REPRODUCIBLE = --force-resolved-versions --disable-local-rpath -Xcc -ffile-prefix-map=$(HERE)=. \
	-Xswiftc -file-prefix-map -Xswiftc $(HERE)=. -Xlinker --build-id=none
build-release: setup $(ICU_DATA)
	cp Program/release/Package.resolved Program/Package.resolved
	$(RELEASE) $(REPRODUCIBLE) --product freshet

# One by one: a build of everything links a library that the static standard library has no part for.
BENCHMARKS = bare-server store-benchmarks feed-benchmarks web-feed-parsing story-benchmarks
build-benchmarks: setup $(ICU_DATA)
	for product in $(BENCHMARKS); do $(RELEASE) --product $$product || exit; done

# Only a missing program is built: `make build` first, then `sudo make install`, which needs no compiler.
PROGRAM = Program/.build/release/freshet
PREFIX = /usr/local
# Without symbols; `STRIP=` keeps them.
STRIP = -s
PLACE = $(DESTDIR)$(PREFIX)
MANUAL = $(PLACE)/share/man/man1/freshet.1
BASH_COMPLETION = $(PLACE)/share/bash-completion/completions/freshet
ZSH_COMPLETION = $(PLACE)/share/zsh/site-functions/_freshet
FISH_COMPLETION = $(PLACE)/share/fish/vendor_completions.d/freshet.fish
USER_UNIT = $(PLACE)/lib/systemd/user/freshet.service
SYSTEM_UNITS = $(addprefix $(PLACE)/lib/systemd/system/,freshet.service freshet-backup.service freshet-backup.timer)
INSTALLED = "$(PLACE)/bin/freshet" "$(MANUAL)" "$(BASH_COMPLETION)" "$(ZSH_COMPLETION)" "$(FISH_COMPLETION)" "$(USER_UNIT)" \
	$(foreach unit,$(SYSTEM_UNITS),"$(unit)")

install:
	@test -x "$(PROGRAM)" || $(MAKE) build
	@for file in $(INSTALLED); do \
		mkdir -p "$$(dirname "$$file")" || exit; done
	install $(STRIP) -m 755 "$(PROGRAM)" "$(PLACE)/bin/freshet"
	Program/Scripts/make-manual.py "$(PROGRAM)" > "$(MANUAL)"
	"$(PROGRAM)" completion bash > "$(BASH_COMPLETION)"
	"$(PROGRAM)" completion zsh > "$(ZSH_COMPLETION)"
	"$(PROGRAM)" completion fish > "$(FISH_COMPLETION)"
	sed 's|@BINDIR@|$(PREFIX)/bin|' Program/deploy/freshet.user.service > "$(USER_UNIT)"
	@for unit in $(foreach unit,$(SYSTEM_UNITS),"$(unit)"); do \
		sed 's|@BINDIR@|$(PREFIX)/bin|' "Program/deploy/$${unit##*/}" > "$$unit" || exit; done

uninstall:
	rm -f $(INSTALLED)

# SIGN_KEY is the releaser's key for ssh-keygen; without it, there is no signature. docs/releasing.md lists the other variables.
release:
	@SIGN_KEY="$(SIGN_KEY)" Scripts/release/make-release.sh

# FRESHET_BINARY=FILE compares only the packaging.
check-reproducible:
	@Scripts/release/check-reproducible.sh

# How demos and tests are built: without debug information but lines, which reports of misuse need.
# `make test FLAGS=` builds as `swift build` does.
FLAGS = -Xswiftc -gline-tables-only -Xcc -g0

# A debug build: it takes a fraction of the time of a release build.
demo: setup
	@Scripts/build.py 2900 6 --package-path Program --product freshet $(FLAGS)
	Program/.build/debug/freshet demo --page

example: setup
	@swift run -q --package-path Program $(NAME)Example $(if $(LIVE),--live)

build-tests: setup
	swift build --build-tests $(FLAGS)
	swift build --build-tests --package-path Program $(FLAGS)

# Both use both processors: beside each other, they take half as long again.
test: setup
	swift build --build-tests $(FLAGS)
	Scripts/run-tests.py
	swift build --build-tests --package-path Program $(FLAGS)
	Program/Scripts/test-program.sh
	Program/Scripts/test-browser.sh

# Everything that takes longer than CI may; docs/testing.md says what each part is.
check: check-library check-program check-program-threads check-program-optimized check-busy check-release check-bare-systems check-campaigns

check-library: setup
	Scripts/check-library.sh

check-program: setup
	swift build --build-tests --package-path Program $(FLAGS)
	Scripts/check-program.sh

check-program-threads: setup
	Scripts/test-variant.sh thread-program

check-program-optimized: setup
	Scripts/test-variant.sh optimized-program

check-busy: build-tests
	Scripts/check-busy.sh

check-release: setup
	Scripts/check-release.sh

# Tries the package and the image in dist/, which are made if they don't exist.
check-bare-systems:
	Scripts/release/check-bare-systems.sh

# In their short form.
check-campaigns: setup
	swift build --package-path Program --product freshet $(FLAGS)
	Program/Scripts/campaign.sh --short

# The SEED makes a run repeatable.
SEED = 1
campaign: build
	FRESHET=.build/release/freshet Program/Scripts/campaign.sh --seed $(SEED)

# SECONDS for each of the targets.
SECONDS = 600
campaign-fuzz: setup
	Program/Scripts/campaign-fuzz.sh $(SECONDS) $(SEED)

docs: setup
	swift build
	Scripts/make-documentation.sh

# All folders with Swift sources, without build folders.
PACKAGES = . Benchmarks Benchmarks/Harness Program
SWIFT = $(wildcard $(foreach package,$(PACKAGES),$(addprefix $(package)/,Package.swift Sources Tests Examples Fuzz)) Program/Benchmarks)

format:
	swift format format --in-place --recursive --parallel $(SWIFT)

lint:
	swift format lint --strict --recursive --parallel $(SWIFT)
	Scripts/lint-sources.py
	Scripts/check-imports.py >/dev/null
	Scripts/check-names.py
	Scripts/check-named-tests.py
	Scripts/check-tests.py
	Scripts/check-generated.sh
	Scripts/version.sh --check
	Program/Scripts/check-upstream-names.py
	Program/Scripts/list-strings.py --check

benchmark: build
	swift build -c release --package-path Benchmarks
	Benchmarks/.build/release/benchmarks
	$(MAKE) build-benchmarks
	Program/Scripts/benchmark-command.py
	Program/Scripts/benchmark-feeds.py
	Program/Scripts/benchmark-server.py
	Program/Scripts/benchmark-accounts.py
	Program/Scripts/benchmark-apps.py
	Program/Scripts/with-postgresql.sh Program/Scripts/benchmark-apps.py

clean:
	rm -rf $(addsuffix /.build,$(PACKAGES))

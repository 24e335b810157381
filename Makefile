.PHONY: help setup build demo example test format lint benchmark clean

help:
	@echo "make demo        builds freshet and serves the page on made-up data, without the internet"
	@echo "make example NAME=GitFeed   an example on made-up data; the others: OurPlanet, News, NewsCombine"
	@echo "make test        builds and runs all tests, those in a browser too"
	@echo "make build       builds .build/release/freshet"
	@echo "make docs        makes the library's documentation, and checks its pictures, examples and links"
	@echo "make format      formats the sources; make lint only looks"
	@echo "make benchmark   measures the streams beside their peers, the program beside newsboat, and the page beside a bare server"

setup:
	@Scripts/setup.sh

build: setup
	swift build -c release --product freshet --static-swift-stdlib

demo: build
	.build/release/freshet demo --page

example: setup
	@swift run -q $(NAME)Example $(if $(LIVE),--live)

test: setup
	swift build --build-tests
	Scripts/run-tests.sh
	Scripts/test-browser.sh

.PHONY: docs
docs: setup
	swift build
	Scripts/make-documentation.sh

format:
	swift format format --in-place --recursive --parallel Package.swift Sources Tests Examples Benchmarks/Package.swift Benchmarks/Sources

lint:
	swift format lint --strict --recursive --parallel Package.swift Sources Tests Examples Benchmarks/Package.swift Benchmarks/Sources
	Scripts/lint-sources.py

benchmark: build
	swift build -c release --package-path Benchmarks
	Benchmarks/.build/release/benchmarks
	Scripts/benchmark-command.py
	Scripts/benchmark-server.py

clean:
	rm -rf .build Benchmarks/.build

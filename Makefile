# Everything a contributor runs. `make check` is what CI runs.

.PHONY: postgresql postgresql-faults postgresql-races check lint test build release record format release-bench bench benchmarks torture fuzz fuzz-files clean \
  powerloss powerloss-sabotage install docs pm4py axe

check:
	.ci/run

lint:
	swift format lint --strict --recursive Sources Tests Fuzz Examples Package.swift

test:
	swift test

build:
	swift build

# On Linux one file that needs no other: it starts in half the time, and without symbols it is half
# as large. STATIC= builds as Swift does by default, to profile for example.
ifeq ($(shell uname),Linux)
STATIC = -Xswiftc -static-executable -Xlinker --gc-sections -Xlinker -s
endif
release:
	swift build -c release $(STATIC) --product replay-tool

# Rewrites the snapshots that whole outputs are compared with. The run fails once; look at the
# difference before committing it.
record:
	RECORD_SNAPSHOTS=1 swift test --filter ReplayToolTests

format:
	swift format --in-place --recursive Sources Tests Fuzz Examples Package.swift

# The benchmark is an executable of its own, which `replay-tool bench` runs.
release-bench: release
	swift build -c release $(STATIC) --product replay-bench

bench: release-bench
	.build/release/replay-tool bench

# Together with other programs, which are installed into benchmarks/.scratch.
benchmarks: release-bench
	benchmarks/run

# The tests with everything tried of which `swift test` tries a sample: each crash, each changed
# byte, each call that fails, 300 kills of each verb. It takes hours: once a week is often enough.
# FILTER=CrashTests runs some of it; TORTURE_SEED=2 draws other samples and moments.
FILTER ?= .
torture:
	TORTURE=1 swift test --filter '$(FILTER)'

# Journals in PostgreSQL; needs libpq-dev and postgresql.
PG = --traits PostgreSQL --scratch-path .build-pg
SERVER_TESTS = REPLAY_SERVER_TESTS=1 swift test $(PG)
postgresql:
	$(SERVER_TESTS)

# The same faults many times: killed and restarted primaries, cut connections; half an hour.
postgresql-faults:
	PG_FAILOVERS=50 PG_RESTARTS=50 PG_CUTS=200 $(SERVER_TESTS) --filter 'FailingServerTests|WireTests'

# Sixteen processes of a release build want the same 10,000 orders.
postgresql-races:
	swift build -c release $(PG) --product replay-tool
	PG_ORDERS=10000 PG_TOOL=$(CURDIR)/.build-pg/release/replay-tool $(SERVER_TESTS) --filter RacingTests

# Power losses on real file systems; needs root. See docs/powerloss.md.
COUNT ?= 2000
SEED ?= 1
WORKLOAD ?=
FS ?=
POWERLOSS = python3 Tests/PowerLoss --tool .build/release/replay-tool --seed $(SEED) --fs "$(FS)"
# The disks' faults are planted in shared libraries, which a static file does not load.
powerloss powerloss-sabotage: STATIC =
powerloss: release
	$(POWERLOSS) --workload "$(WORKLOAD)" --count $(COUNT)
	$(POWERLOSS) --workload "$(WORKLOAD)" --faults 100
	$(POWERLOSS) --scenario all

# Leaves one sync out at a time; each run must fail.
powerloss-sabotage: release
	$(POWERLOSS) --sabotage all

# Reads an exported log with PM4Py, which is installed from PyPI into .build/pm4py.
pm4py:
	PM4PY=1 swift test --filter PM4PyTests

# The accessibility of the page of `report`, by axe-core, which is installed from PyPI into .build/axe.
axe:
	.ci/axe
	swift test --filter AxeTests

# libFuzzer, with a copy of the tests' inputs. Its findings go into `.build/fuzz`.
TARGET ?= records
SECONDS ?= 60
fuzz:
	swift build -c release --traits Fuzzing --scratch-path .build/fuzz --product fuzz \
	  -Xswiftc -sanitize=fuzzer -Xswiftc -parse-as-library
	mkdir -p .build/fuzz/found/$(TARGET)
	SWIFT_BACKTRACE=enable=no .build/fuzz/release/fuzz --target=$(TARGET) \
	  -max_total_time=$(SECONDS) -timeout=10 -max_len=8192 \
	  -artifact_prefix=.build/fuzz/found/$(TARGET)- \
	  .build/fuzz/found/$(TARGET) Tests/CrashTests/FuzzInputs/$(TARGET)

# Files of every kind with invented values and valid checksums, the cases from FIRST on.
FIRST ?= 0
fuzz-files: COUNT = 1000000
fuzz-files:
	swift build -c release --traits FileFuzzing --scratch-path .build/fuzz-files --product fuzz \
	  -Xswiftc -parse-as-library
	.build/fuzz-files/release/fuzz $(FIRST) $(COUNT)

# The tools, their completions, the manual page and the tour's sample data; DESTDIR stages a package.
PREFIX ?= /usr/local
install: release-bench
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 .build/release/replay-tool .build/release/replay-bench "$(DESTDIR)$(PREFIX)/bin"
	install -d "$(DESTDIR)$(PREFIX)/share/bash-completion/completions" \
	  "$(DESTDIR)$(PREFIX)/share/zsh/site-functions" \
	  "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d" "$(DESTDIR)$(PREFIX)/share/man/man1" \
	  "$(DESTDIR)$(PREFIX)/share/man/ru/man1"
	.build/release/replay-tool completions bash --locale en \
	  > "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/replay-tool"
	.build/release/replay-tool completions zsh --locale en \
	  > "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_replay-tool"
	.build/release/replay-tool completions fish --locale en \
	  > "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/replay-tool.fish"
	.build/release/replay-tool man --locale en > "$(DESTDIR)$(PREFIX)/share/man/man1/replay-tool.1"
	.build/release/replay-tool man --locale ru > "$(DESTDIR)$(PREFIX)/share/man/ru/man1/replay-tool.1"
	for file in $$(cd events && ls tour.txt *.jsonl */commands.jsonl); do \
	  install -D -m 644 "events/$$file" "$(DESTDIR)$(PREFIX)/share/replay-tool/events/$$file"; \
	done

# The reference and the tutorial, by the toolchain's own DocC, into .build/docs.
docs:
	docs/make

clean:
	rm -rf .build .build-pg

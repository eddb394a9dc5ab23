# Every target sets up what it needs; python3 (3.11 or newer) must be there.

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready

# What a real browser and the sandbox need; tests skip what cannot be had.
WEB = $(BIN)/python -m pip install -qq --disable-pip-version-check \
	'playwright==1.58.*' 'ziglang>=0.13' 'wasmtime>=37' \
	|| echo "Playwright, ziglang or wasmtime cannot be had: skipped"

# Hundreds of processes are started: each reads what the first one compiled.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help
help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-10s%s\n", $$1, $$2 }' Makefile

.PHONY: demo
demo: $(READY) ## Check a game's rules, then play a written game of it
	$(BIN)/rulesrun validate rules/alhambra.rules
	$(BIN)/rulesrun play rules/alhambra.rules --script docs/demo/alhambra.script

.PHONY: test
test: $(READY) ## Check the style, run all tests, and check the types beside them
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@mkdir -p build; $(BIN)/mypy >build/mypy.txt 2>&1 & types=$$!; \
	$(BIN)/pytest -q -n 2 --dist loadfile; tests=$$?; \
	wait $$types; types=$$?; echo mypy:; cat build/mypy.txt; \
	[ $$tests = 0 ] && [ $$types = 0 ]

.PHONY: coverage
coverage: $(READY) ## Run the tests, and print how much of each module they reach (ARGS=tests/dsl)
	@rm -rf build/coverage
	$(BIN)/coverage run --rcfile tests/coverage.toml -m pytest -q -n 2 --dist loadfile $(ARGS)
	@$(BIN)/coverage combine -q --rcfile tests/coverage.toml
	$(BIN)/coverage report --rcfile tests/coverage.toml

.PHONY: sizes
sizes: $(READY) ## Print how many lines each part of the code has
	$(BIN)/python tests/bench/sizes.py

.PHONY: grammar
grammar: $(READY) ## Print the forms of the language that at most two shipped games use
	$(BIN)/python tests/dsl/grammar_users.py $(ARGS)

.PHONY: bench-against
bench-against: $(READY) ## Measure how fast games run here and in another checkout (DIR=...)
	$(BIN)/python tests/bench/compare.py --against $(DIR) $(ARGS) \
		alhambra kingdom_builder architects keyflower

.PHONY: bench
bench: $(READY) ## Measure how fast games run (ARGS=--against compares)
	$(BIN)/python tests/bench/run.py $(ARGS)

.PHONY: steps
steps: $(READY) ## Measure steps of many games at once (ARGS="--lanes 64 kingdom_builder")
	$(BIN)/python tests/bench/steps.py $(ARGS)

.PHONY: notebooks
notebooks: $(READY) ## Run the notebooks whole: train agents, answer a question (ARGS=training)
	@$(BIN)/python -m pip install -qq --disable-pip-version-check 'sb3-contrib>=2.4' \
	|| echo "SB3-Contrib cannot be had: its tests are skipped"
	$(BIN)/python tests/docs/notebooks.py $(ARGS)

.PHONY: notes
notes: $(READY) ## Count what nothing proves in the shipped games, by kind and game
	$(BIN)/python tests/bench/notes.py

.PHONY: sandbox
sandbox: $(READY) ## Measure what playing compiled in a sandbox costs (ARGS=alhambra)
	@$(BIN)/python -m pip install -qq --disable-pip-version-check -e '.[sandbox]'
	$(BIN)/python tests/bench/sandbox.py $(ARGS)

.PHONY: keystrokes
keystrokes: $(READY) ## Measure what the language server takes for a keystroke (ARGS=alhambra)
	$(BIN)/python tests/bench/keystrokes.py $(ARGS)

.PHONY: worlds
worlds: $(READY) ## Hold worlds of hidden information to what was seen (ARGS="--games 4 hearts", "--models 10000")
	$(BIN)/python tests/memory/table_of_worlds.py $(ARGS)

.PHONY: lockstep
lockstep: $(READY) ## Play games, or rules, with all engines in step (ARGS="--games 200 alhambra", "--random 2000 --seed 1")
	$(BIN)/python tests/native/engines.py $(ARGS)

.PHONY: golden
golden: $(READY) ## Hold seeded games to the hashes of what they came to (ARGS=--update)
	$(BIN)/python tests/native/golden.py $(ARGS)

.PHONY: differential
differential: $(READY) ## Play classics in step with OpenSpiel (ARGS="--games 1000 backgammon")
	$(BIN)/python tests/differential/many.py $(ARGS)

.PHONY: typed
typed: $(READY) ## Type every choice of many positions in Persian (ARGS="--positions 1000 alhambra")
	$(BIN)/python tests/cli/typed.py $(ARGS)

.PHONY: strength
strength: $(READY) ## Let players play matches (ARGS="connect_four --kind greedy --kind thinker:500")
	$(BIN)/rulesrun ladder $(or $(ARGS),connect_four)

.PHONY: references
references: $(READY) ## Print how often thinkers beat heuristics (ARGS="alhambra --games 40 --players 3")
	$(BIN)/python tests/strength/references.py $(ARGS)

.PHONY: proofs
proofs: $(READY) ## Print how often thinkers keep what a position is worth (ARGS=thinker:1000)
	$(BIN)/python tests/strength/proofs.py $(ARGS)

.PHONY: exploitability
exploitability: $(READY) ## Print what the best answer wins from players in poker (ARGS="thinker:2000")
	$(BIN)/python tests/strength/exploitability.py $(ARGS)

.PHONY: clock
clock: $(READY) ## Print how well thinkers keep their time (ARGS="--kind thinker:2s keyflower")
	$(BIN)/python tests/strength/clock.py $(ARGS)

.PHONY: openspiel
openspiel: $(READY) ## Let thinkers play OpenSpiel's search (ARGS="--games 40 othello")
	$(BIN)/python tests/strength/against_openspiel.py $(ARGS)

.PHONY: tabletest
tabletest: $(READY) ## Play at the table in a real Chromium (ARGS="-k alhambra")
	@$(BIN)/python -m pip install -qq --disable-pip-version-check 'playwright>=1.45' \
	|| echo "Playwright cannot be had: skipped"
	@timeout 60 npm install --silent --no-save --prefix build/axe axe-core \
	|| echo "axe-core cannot be had: skipped"
	$(BIN)/pytest -q -s -p no:cacheprovider tests/table/browser/browse_*.py $(ARGS)

.PHONY: playground
playground: $(READY) ## Write the page on which games are written, to build/playground
	$(BIN)/rulesrun playground -o build/playground --force

.PHONY: webtest
webtest: $(READY) ## Use exported pages and the playground in real browsers (ARGS="-k alhambra")
	@$(WEB)
	$(BIN)/pytest -q -s -p no:cacheprovider tests/web/browser/browse_*.py \
	tests/native/test_sandbox.py $(ARGS)

.PHONY: webfigures
webfigures: $(READY) ## Print sizes and times of exported pages (ARGS="alhambra keyflower")
	@$(WEB)
	$(BIN)/python tests/web/browser/measuring.py $(ARGS)

.PHONY: pictures
pictures: $(READY) ## Draw the pictures of the table anew (ARGS="alhambra keepers")
	@$(WEB)
	$(BIN)/python tests/table/browser/pictures.py $(ARGS)

.PHONY: tableload
tableload: $(READY) ## Measure 100 tables at once (ARGS="--seconds 60 --think 4"), and a lobby
	$(BIN)/python tests/table/browser/load.py $(ARGS)
	$(BIN)/python tests/table/browser/sleepers.py $(ASLEEP)

.PHONY: sanitize
sanitize: $(READY) ## Play every game compiled so that each wrong step in memory is an error
	LD_PRELOAD="$$(cc -print-file-name=libasan.so) $$(cc -print-file-name=libstdc++.so)" \
	ASAN_OPTIONS=detect_leaks=0 \
	$(BIN)/python tests/native/engines.py --sanitize --fewest --games 1 $(ARGS)

.PHONY: wheel
wheel: $(READY) ## Install the wheel elsewhere and use it (PYTHONS="python3.11 python3.13")
	$(BIN)/python tests/wheel/try_out.py $(PYTHONS)

.PHONY: release
release: $(READY) ## Build the tagged version into dist/, and try its wheel (PYTHONS=...)
	@$(BIN)/python -m pip install -qq --disable-pip-version-check 'build>=1.2'
	$(BIN)/python tests/wheel/release.py $(PYTHONS)

.PHONY: extras
extras: $(READY) ## Install one extra at a time elsewhere, and do what its page says (ARGS="study table")
	$(BIN)/python tests/wheel/extras.py $(ARGS)

.PHONY: vscode
vscode: ## Test and package the extension for VS Code (needs Node.js)
	cd editors/vscode && npm install --no-audit --no-fund && npm test && npm run package

.PHONY: fuzz
fuzz: $(READY) ## Try changed rules files out (ARGS="--files 20000 --seed 1")
	$(BIN)/python tests/fuzz/fuzzing.py $(ARGS)

.PHONY: mutants
mutants: $(READY) ## Change product code one place at a time, and show what no test notices (ARGS="--part saves")
	$(BIN)/python tests/mutants/mutants.py $(ARGS)

.PHONY: simulate
simulate: $(READY) ## Play 2000 games of Alhambra and show what comes out
	$(BIN)/rulesrun simulate alhambra --games 2000 --players all --check --jobs 2

.PHONY: study
study: $(READY) ## Print the figures that studies are held to (ARGS="--games 2000")
	$(BIN)/python tests/studies/figures.py $(ARGS)

.PHONY: thinkers
thinkers: $(READY) ## Study 500 games of thinkers of each large game (KIND=thinker:50 GAMES=100)
	for game in alhambra kingdom_builder architects keyflower; do \
	$(BIN)/rulesrun simulate $$game --games $(or $(GAMES),500) --force \
	--seat others=$(or $(KIND),thinker:20) -o build/thinkers/$$game || exit 1; done

.PHONY: cluster-test
cluster-test: $(READY) ## Play a study on several nodes of Ray, and kill one of them
	$(BIN)/python -m pip install -q -e '.[cluster]'
	$(BIN)/python tests/studies/on_a_cluster.py $(ARGS)

.PHONY: clean
clean: ## Remove everything that the other targets made
	rm -rf .venv build dist *.egg-info
	rm -rf .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -prune -exec rm -rf {} +

# Made once, and again when pyproject.toml asks for something else. The install
# is editable: changed code and rules are seen at once.
$(READY): pyproject.toml
	@echo "setting up .venv (once)"
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install -qq --disable-pip-version-check -e '.[dev]'
	@touch $@

"""Benchmarks: ratios measured in one run, against budgets. `python -m tests.benchmarks`, or `make bench`."""

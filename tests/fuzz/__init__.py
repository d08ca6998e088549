"""Any bytes pass through every reader, package and output format without a failure.

`targets.py` is the table of what is fuzzed. The test suite uses Hypothesis; `make soak` runs for
minutes and also uses a coverage-guided fuzzer.
"""

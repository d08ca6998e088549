"""What only we run, beside the package and not in the wheel; nothing in src imports it.

`python -m lab eval` measures with options that only we need (peers, planted pages, held-out
weights, experiments), `python -m lab train` trains the weights of posts and feeds, `lab.bench` has
the benchmarks, `lab.golden` and `lab.census` are the safety net and the figures of a restructuring.
"""

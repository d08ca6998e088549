"""Any bytes into every reader and through every room to every output format: no promise breaks.

`targets.py` is the table of what is tried. The suite tries it with Hypothesis, `make soak` for
minutes and with a fuzzer that is led by the code it reaches.
"""

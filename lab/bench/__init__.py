"""Benchmarks: time and memory of every step, and other libraries on the same pages."""

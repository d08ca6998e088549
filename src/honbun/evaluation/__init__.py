"""Measures against truth: what each room gets right on pages that people have judged."""

"""Threads written: rows, text and feeds."""

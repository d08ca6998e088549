"""Inputs to pages: files and folders, WARC, JSON Lines, Parquet, stdin and the web.

`read.read` is the entry point. Unreadable pages become Failures, and reading continues.
"""

"""Inputs to pages: files and folders of any kind, stdin and the web.

`read.read` is the entry point, and `sniff.KINDS` the registry: one module reads each kind of file.
Unreadable pages become Failures, and reading continues.
"""

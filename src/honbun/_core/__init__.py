"""The compiled core: pages as columns, and what is measured on them for every page.

Written in Cython; it is the only implementation of these steps. The tests hold it against plain
definitions.
"""

"""Labels that people give to the blocks of pages, and what is done with them.

`blocks` says which blocks can be labelled, `match` finds labelled blocks in another version of a
page, `agreement` and `adjudication` compare annotators (paper 002), `records` reads and writes
labelled pages as JSON Lines, `export` writes them in the site format that `sites` reads. Labels are
stored by `stores.labels`; here a store is anything with the methods of `model.LabelStore`.
"""

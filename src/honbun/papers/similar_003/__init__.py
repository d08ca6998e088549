"""The paper's own pieces: its content region, URL similarity and decision table."""

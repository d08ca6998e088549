"""The command line: options in, one call, output. Nothing is decided here."""

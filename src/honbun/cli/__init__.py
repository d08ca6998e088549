"""The command line. A command turns its options into objects, calls the api and writes the result.

`app` names the commands, `options` generates their options, `progress` reports on stderr; each
other module is one command.
"""

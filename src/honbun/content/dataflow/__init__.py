"""A collection that outgrows one process: the same content, by tables on an engine."""

"""Work on many items over processes: in order, with bounded memory, within limits."""

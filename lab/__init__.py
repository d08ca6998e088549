"""What only we run: the safety net of a restructuring, and figures about the code."""

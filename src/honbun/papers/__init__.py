"""The methods of the five papers, one folder per paper; loaded only on request (`--faithful`)."""

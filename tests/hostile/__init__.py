"""Bad inputs: docs/bad-inputs.md has a row for each case here."""

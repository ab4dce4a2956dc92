"""Values and rules: no I/O, no clock, no randomness. Time and bytes come in as parameters."""

"""Benchmarks of the search: development only, not part of what is installed."""

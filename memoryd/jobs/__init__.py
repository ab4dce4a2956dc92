"""One module for each thing memoryd does; each turns inputs into a frozen plan and commits it."""

"""The Model Context Protocol over stdio, by the standard library alone: an agent waits for it."""

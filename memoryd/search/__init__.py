"""The disposable search index: passages in, ranked passages out. Standard library only."""

"""How much of a question is read: by who sends it, and by who answers it."""

LONGEST = 8_000  # characters


def shortened(text: str) -> str:
    """Return what is read of a question: of a longer one than LONGEST both ends."""
    if len(text) <= LONGEST:
        return text
    half = (LONGEST - 1) // 2
    return f"{text[:half]}\n{text[-half:]}"

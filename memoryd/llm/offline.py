"""The built-in extractor: rules for when there is no model; precision before recall."""

from memoryd.core.proposal import Extraction, ExtractionRequest


class Offline:
    """Reads what the operator plainly states; pure, and the same answer for the same request."""

    name = "offline rules (no model)"

    def extract(self, request: ExtractionRequest) -> Extraction:
        """Return a proposal for each fact that a line of the operator states by itself."""
        # Their patterns are 2 MB, which a daemon at rest, or with a model, does without.
        from memoryd.llm.offline_reading import read  # noqa: PLC0415 - see above

        return read(request)

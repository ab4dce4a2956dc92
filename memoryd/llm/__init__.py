"""The one LLM adapter: dialects, retries, budget, ledger; `offline` is the embedded default."""

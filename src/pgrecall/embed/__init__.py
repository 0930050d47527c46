"""The embedder protocol, and `load("provider:model")`, which finds one by name."""

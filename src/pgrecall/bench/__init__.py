"""Benchmarks of recall on public sets, through the public API; see bench/README.md."""

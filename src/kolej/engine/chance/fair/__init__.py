"""Fair deals: a commit-and-reveal protocol with a seed from every seat. See `docs/fair-deals.md`."""

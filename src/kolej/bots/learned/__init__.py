"""The learned bot: rates candidate moves by their features with a small neural network."""

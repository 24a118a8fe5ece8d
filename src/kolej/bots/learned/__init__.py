"""The learned bot: rates candidate moves by their features with a small neural network.

bot.py            `LearnedBot`: the bot `learned`
features.py       `FeatureExtractor`: a move as numbers, the inputs of the network
route_impact.py   features of a route: what it does for the plan, the opponents and the longest path
network.py        `Network`: from features to a rating
weights/          the trained weights, one JSON file for each edition, and how they are read
"""

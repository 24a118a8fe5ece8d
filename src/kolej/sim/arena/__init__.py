"""The arena: bots play each other on the same deals, with intervals and ratings (`kolej arena`).

matches.py     a match of two bots: every deal in every order of seats
contest.py     `Arena`: which matches are played; `Contest`: the playing of them
log.py         the log file of a run, so that it can be resumed
intervals.py   confidence intervals for win rates, fixed and sequential
ratings.py     ratings by the Bradley-Terry model
figures.py     statistics by pair and by bot
report.py      the statistics as text and as JSON
"""

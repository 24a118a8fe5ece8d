"""Actions of players during a game. Each takes the state of the table and returns the batch to write.

moves.py          read, check and make a move
undo.py           request an undo, and agree to one
endings.py        resign, end the game by agreement, choose what stations borrow
seat_requests.py  take a seat that somebody has left, with the consent of those who play
chat.py           chat messages
moderation.py     the host mutes and removes spectators
fair_deal.py      commit to a seed, open it, deal the cards
questions.py      questions about a player's own seat; they change nothing
"""

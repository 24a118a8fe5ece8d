"""Bot processes of the server: decisions of bots are computed outside the server's process.

request.py    `BotRequest`: what a bot needs to choose a move
pool.py       `BotPool`: starts, asks, supervises and replaces the worker processes
fair_lock.py  `FairLock`: networks, people and tables get a worker in turn
worker.py     what runs in a worker process
"""

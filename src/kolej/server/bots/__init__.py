"""Bot processes of the server: decisions of bots are computed outside the server's process.

pool.py     `BotPool`: starts, asks, supervises and replaces the worker processes
worker.py   what runs in a worker process
"""

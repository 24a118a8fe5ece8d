"""Abuse of a server: one attack after another against a real server on this machine, and what honest players felt.

    python -m bench.attack                               every abuse, with 500 live tables
    python -m bench.attack --only endless-head           one of them
    python -m bench.attack --tables 20 --scale 0.1       a tenth of the effort

    __main__.py       the command line
    trial.py          one abuse: a server, a quiet phase, the attack, and a row of figures
    report.py         rows, verdicts and the printed table
    prepared_data.py  a data folder with live tables, made once and copied for every trial
    honest.py         honest players, and how long the server lets them wait
    attacker.py       the process that carries out an abuse
    abuse.py          what an abuse is: its bounds, its target and its findings
    clients.py        connections of the attacker, down to single bytes
    steps.py          what several abuses do: set something up, watch tables, ask again and again
    abuses/           the abuses

Every server has its default settings and a soft limit of 1,024 open files, as under systemd. Traffic stays on the
loopback interface: honest players come from 127.0.0.1, other tables from 127.0.32.0/20, attackers from 127.0.66.0/24.
"""

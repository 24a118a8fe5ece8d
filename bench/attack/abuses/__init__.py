"""Abuses, by what they abuse.

request_heads.py  request heads that never end or take long
requests.py       static paths, costly files, table codes, foreign hosts
connections.py    connections that are idle, wait for a handshake, or read slowly or not at all
sockets.py        pings, half-open sockets, half frames, refused handshakes
tables.py         chat floods, long histories, reconnecting, tables of bots, questions, socket churn, rematches
repeated.py       loading old tables, missed frames, refused commands, presence, lists, quick bots, again and again
secrecy.py        seats that were left, withheld seeds, response lengths, names
failures.py       a full disk, a damaged database
"""

from bench.attack.abuse import Abuse
from bench.attack.abuses import connections, failures, repeated, request_heads, requests, secrecy, sockets, tables

ABUSES: dict[str, Abuse] = {
    abuse.name: abuse
    for module in (request_heads, requests, sockets, tables, repeated, connections, secrecy, failures)
    for abuse in module.ABUSES
}
"""Every abuse by its name."""

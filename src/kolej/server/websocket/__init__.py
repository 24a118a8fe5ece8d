"""The WebSocket of a table: from the handshake to the close.

    handshake.py      handshakes that are refused for what their headers say
    sockets.py        all open sockets: handshake, the loop that reads commands, shutdown
    decoding.py       commands decoded strictly, or refused with a code and a reason
    command_rates.py  rates of all sockets of a person and of a network
    connection.py     frames to and from one client, which is disconnected when it reads too slowly

A socket has at most one command in progress: the next is read after the answer to the last was sent.
"""

"""Broadcast: what subscribers of a table receive.

subscribers.py        the sockets of a table, and who is online
presence_updates.py   the table for everybody when people come and go
spectators.py         the list of spectators that a host sees
broadcaster.py        sends each subscriber a frame for every entry
move_frames.py        the frames of a move, made once for each seat
frames.py             frames as JSON
table_info.py         a table as one viewer sees it
history.py            past entries as frames
completed_tickets.py  when a seat completed its tickets, for a history
"""

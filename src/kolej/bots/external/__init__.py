"""Custom bots, which are not part of Kolej: `path.py:Name` and `program:COMMAND`.

python_file.py   loads a bot class from a Python file
process.py       runs a bot as a process, with a timeout for each answer
protocol.py      the JSON lines exchanged with a bot process
"""

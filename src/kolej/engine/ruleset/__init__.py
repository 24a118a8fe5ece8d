"""Rule sets: an edition's rules as composed parts, and the integer tables that the core reads.

rules.py         `Rules` and `Edition`; what the engine expects of each rule part
rows.py          rows that rule parts write: claims, station prices, ticket deals, the end
tables.py        `RuleTables`: a board and rules as vectors of integers
compile.py       from a board and rules to `RuleTables`, with a cache
number_moves.py  the layout of move numbers in `RuleTables`
"""

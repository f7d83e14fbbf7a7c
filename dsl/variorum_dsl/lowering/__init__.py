"""Resolved game to core: in comes a `Game`, out comes a `Program` for one number of players.

`program` goes through the clauses, `declarations` and `components` make names, cards and zones
(`symbols`), `expressions` and `lines` lower the rules: functions over one `context`, with a `scope`
for the names that lines make. Names are noted as they are resolved (`uses`); `index` makes of that
an index of every word of a file that is a name. What is wrong is collected, never raised.
"""

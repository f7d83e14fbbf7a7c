"""A resolved game comes in; its core for one number of players goes out, with findings.

`symbols` and `components` list what there is, `names` and `expressions` resolve and type what is
said about it, `lines` and its neighbours lower what happens, with procedures and effects inlined.
`uses` is the index of names and where they are used, made on the way.
"""

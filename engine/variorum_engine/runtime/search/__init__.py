"""The tree search: a decision and what its seat knows come in, an answer goes out (`tree`).

`knowledge` follows what each seat knows, `determinization` deals out anew what it does not;
`answers` are those that are looked at, `positions` what is remembered of them.
"""

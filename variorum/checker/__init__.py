"""Paths come in; everything that is wrong with the files goes out.

`check` takes the three steps (reading, static checks, playing), within `limits` if that is wanted;
`memory` remembers the findings of files that have not changed, `fixes` tries ways out before they
are offered. `report`, `fix_report` and `watch` are what the command says, without and with `--fix`
and `--watch`; `verification` plays random games.
"""

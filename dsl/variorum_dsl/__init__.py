"""The language: text comes in, a checked game goes out.

A file goes through the rooms in this order: `files` finds it and what it extends, `syntax` reads
it into the records of `model`, `edits` apply its parents, options and readings, `lowering` resolves
names and inlines procedures into the `core`, and `checks` say what is wrong (`diagnostics`).
`printer` goes the other way, from records to text. Nothing here plays a game.
"""

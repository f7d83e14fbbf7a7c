"""Pages for people: rule files come in, a folder of Markdown and HTML goes out (`site`).

`pages` makes the summary and the player aid of a file, with what `card_faces`, `flow_chart` and
`worked_examples` add; `comparison` holds all files against each other; `reference` is about the
language itself; `folder` writes the pages and notices when they have drifted.
"""

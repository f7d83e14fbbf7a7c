"""Options, readings and `extends`: one algebra of edits, with provenance.

In comes a document with its parent and its libraries (`resolution.Sheet`); out comes a `model.Game`
in which every clause says in `origin` what brought it in, and what did not apply. In between, a
`draft.Draft` is changed by `application` (whole clauses), `line_edits` (the lines inside one) and
finds those lines by their `addresses`.
"""

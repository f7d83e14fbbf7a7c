"""From the model back to text, in the one style.

In comes a part of a rule file (`edits.Printed`); out come rows, each with its level, its text and
its citations, and from `document` the text itself. `formatter` prints a whole file and puts the
comments back that `comments` found in the old text.
"""

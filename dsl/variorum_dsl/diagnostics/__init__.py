"""Something wrong with a file: collected, never raised.

`diagnostic` is the one record, `source` the texts that it points into; `excerpt` and `terminal`
draw it for people, `explanations` are the longer pages, `suggestions` find the name that was
meant. `sanitizer` is the one gate between strangers' text and a terminal, a log or a page.
"""

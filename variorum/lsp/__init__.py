"""`variorum lsp`: pygls around `variorum.assist` (needs the extra `lsp`).

`server` answers for documents that are open, `publisher` publishes findings twice: after reading,
and after the whole check in a process of its own.
"""

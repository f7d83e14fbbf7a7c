"""`variorum lsp`: the language server for editors."""

from __future__ import annotations

import click


@click.command()
@click.option("--stdio", is_flag=True, help="Talk over standard input and output; the only way.")
def command(stdio: bool) -> int:
    """Serve an editor: findings while typing, meanings, completion, rename and more.

    An editor starts this by itself and talks to it over standard input and output, in the Language
    Server Protocol. docs/editors.md says how to set up VS Code, neovim, Emacs, Helix and Kate.

    The exit status is 0 when the editor has said goodbye, 2 without the extra `lsp`.
    """
    del stdio
    try:
        from variorum.lsp.server import serve
    except ImportError as problem:
        if not (problem.name or "").startswith(("pygls", "lsprotocol")):
            raise
        raise click.UsageError("this needs the extra lsp: pip install 'variorum[lsp]'") from None
    serve()
    return 0

"""The server, with the capabilities of three real editors."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pygls", reason="the extra lsp is not installed")
pytest_lsp = pytest.importorskip("pytest_lsp", reason="pytest-lsp is not installed")

from lsprotocol import types as lsp  # noqa: E402
from pygls.exceptions import JsonRpcException  # noqa: E402

from tests.variorum.assist.conftest import CHILD, GAME, applied  # noqa: E402
from variorum.assist.text import Lines  # noqa: E402

CLIENTS = ("visual_studio_code", "neovim", "emacs")
WRONG = GAME.replace("total value of gem in", "total value of jem in")
Opened = Callable[..., str]


@pytest_lsp.fixture(
    config=pytest_lsp.ClientServerConfig(server_command=[sys.executable, "-m", "variorum", "lsp"]),
    params=CLIENTS,
)
async def client(
    request: pytest.FixtureRequest, lsp_client: pytest_lsp.LanguageClient
) -> AsyncIterator[None]:
    await lsp_client.initialize_session(lsp.InitializeParams(
        capabilities=pytest_lsp.client_capabilities(request.param)))
    yield
    await lsp_client.shutdown_session()


@pytest.fixture
def opened(tmp_path: Path) -> Opened:
    def opening(client: Any, text: str, name: str = "little") -> str:
        path = tmp_path / f"{name}.variant"
        path.write_bytes(text.encode())
        client.text_document_did_open(lsp.DidOpenTextDocumentParams(
            lsp.TextDocumentItem(path.as_uri(), "variant", 1, text)))
        return path.as_uri()

    return opening


async def until(holds: Callable[[], bool]) -> None:
    for _ in range(1000):
        if holds():
            return
        await asyncio.sleep(0.02)
    pytest.fail("nothing came")


async def published(client: Any, uri: str, before: object = None) -> list[Any]:
    """The next findings that are published, other than the ones before."""
    await until(lambda: client.diagnostics.get(uri, before) is not before)
    return client.diagnostics[uri]  # type: ignore[no-any-return]


def place(text: str, row: str, word: str) -> lsp.Position:
    line = next(n for n, each in enumerate(text.split("\n")) if row in each)
    return lsp.Position(line, text.split("\n")[line].index(word) + 1)


@pytest.mark.asyncio
async def test_findings_come_twice_and_a_code_action_mends_them(
    client: Any, opened: Opened
) -> None:
    uri = opened(client, WRONG)
    first = await published(client, uri)
    (quick,) = first
    assert quick.code == "unknown-name"
    assert quick.code_description.href.endswith("/unknown-name.md")
    actions = await client.text_document_code_action_async(lsp.CodeActionParams(
        lsp.TextDocumentIdentifier(uri), quick.range, lsp.CodeActionContext([quick])))
    (edits,) = actions[0].edit.changes.values()
    plain = [{"range": {"start": {"line": e.range.start.line, "character": e.range.start.character},
                        "end": {"line": e.range.end.line, "character": e.range.end.character}},
              "newText": e.new_text} for e in edits]
    assert applied(WRONG, plain) == GAME
    second = await published(client, uri, first)
    assert [each.code for each in second] == ["unknown-name"]
    client.text_document_did_change(lsp.DidChangeTextDocumentParams(
        lsp.VersionedTextDocumentIdentifier(2, uri),
        [lsp.TextDocumentContentChangePartial(e.range, e.new_text) for e in edits]))
    assert list(await published(client, uri, second)) == []


@pytest.mark.asyncio
async def test_every_question_is_answered_in_the_shapes_of_the_protocol(
    client: Any, opened: Opened
) -> None:
    uri = opened(client, GAME)
    opened(client, CHILD, "less")
    here = lsp.TextDocumentIdentifier(uri)
    gem = place(GAME, "shop holds gem", "gem")
    hover = await client.text_document_hover_async(lsp.HoverParams(here, gem))
    assert "kind of card" in hover.contents.value
    offers = await client.text_document_completion_async(lsp.CompletionParams(here, gem))
    assert "gem" in {each.label for each in offers}
    (found,) = await client.text_document_definition_async(lsp.DefinitionParams(here, gem))
    assert (found.uri, found.range.start.line) == (uri, 5)
    uses = await client.text_document_references_async(lsp.ReferenceParams(
        lsp.ReferenceContext(True), here, gem))
    assert len({each.uri for each in uses}) == 2
    assert len(await client.text_document_document_highlight_async(
        lsp.DocumentHighlightParams(here, gem))) == 7
    prepared = await client.text_document_prepare_rename_async(
        lsp.PrepareRenameParams(here, gem))
    assert prepared.placeholder == "gem"
    edit = await client.text_document_rename_async(lsp.RenameParams(here, gem, "stone"))
    assert len(edit.changes) == 2
    with pytest.raises(JsonRpcException, match="is no name"):
        await client.text_document_rename_async(lsp.RenameParams(here, gem, "A B"))
    symbols = await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(here))
    assert symbols[0].name == "kinds"
    assert await client.workspace_symbol_async(lsp.WorkspaceSymbolParams("treas"))
    assert await client.text_document_folding_range_async(lsp.FoldingRangeParams(here))
    full = await client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(here))
    everything = lsp.Range(lsp.Position(0, 0), lsp.Position(99, 0))
    part = await client.text_document_semantic_tokens_range_async(
        lsp.SemanticTokensRangeParams(here, everything))
    assert list(full.data) == list(part.data)
    assert await client.text_document_inlay_hint_async(lsp.InlayHintParams(here, everything))
    lenses = await client.text_document_code_lens_async(lsp.CodeLensParams(here))
    lens = await client.code_lens_resolve_async(lenses[-1])
    said = await client.workspace_execute_command_async(lsp.ExecuteCommandParams(
        lens.command.command, lens.command.arguments))
    assert said == "one-gem: everything is as the example says."
    edits = await client.text_document_formatting_async(lsp.DocumentFormattingParams(
        here, lsp.FormattingOptions(2, True)))
    assert edits is not None


@pytest.mark.asyncio
async def test_only_open_documents_are_answered_for(client: Any, opened: Opened) -> None:
    uri = opened(client, GAME)
    client.text_document_did_close(lsp.DidCloseTextDocumentParams(lsp.TextDocumentIdentifier(uri)))
    for other in (uri, "file:///etc/passwd", "untitled:x", "not a uri"):
        here = lsp.TextDocumentIdentifier(other)
        assert await client.text_document_hover_async(
            lsp.HoverParams(here, lsp.Position(0, 1))) is None
        assert not await client.text_document_document_symbol_async(
            lsp.DocumentSymbolParams(here))
    client.text_document_did_change(lsp.DidChangeTextDocumentParams(
        lsp.VersionedTextDocumentIdentifier(9, "file:///etc/passwd"),
        [lsp.TextDocumentContentChangeWholeDocument("edition x")]))
    assert await client.text_document_hover_async(
        lsp.HoverParams(lsp.TextDocumentIdentifier("file:///etc/passwd"),
                        lsp.Position(0, 1))) is None


@pytest.mark.asyncio
async def test_hostile_texts_never_end_the_server(client: Any, opened: Opened) -> None:
    texts = ["\x00" * 50, "(" * 5000, "edition x \"" + "\u202e🎩" * 200, "a\r" * 50,
             GAME.replace("gem", "gem-" * 300), "\n" * 20000, GAME * 5]
    for number, text in enumerate(texts):
        uri = opened(client, text, f"h{number}")
        here = lsp.TextDocumentIdentifier(uri)
        await client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(here))
        await client.text_document_completion_async(
            lsp.CompletionParams(here, lsp.Position(999, 999)))
    uri = opened(client, GAME)
    assert await client.text_document_hover_async(lsp.HoverParams(
        lsp.TextDocumentIdentifier(uri), place(GAME, "shop holds gem", "gem")))


@pytest.mark.asyncio
async def test_every_lens_does_what_it_says(client: Any, opened: Opened) -> None:
    opened(client, GAME)
    uri = opened(client, CHILD, "less")
    lenses = await client.text_document_code_lens_async(
        lsp.CodeLensParams(lsp.TextDocumentIdentifier(uri)))
    said = {}
    for each in lenses:
        command = (await client.code_lens_resolve_async(each)).command
        said[command.title] = await client.workspace_execute_command_async(
            lsp.ExecuteCommandParams(command.command, command.arguments))
    assert set(said) == {"▶ play", "⇄ compare with little"}
    assert "wealth" in said["▶ play"]  # what everybody had in the end
    assert "gem" in said["⇄ compare with little"]


HAT = GAME.replace('edition little "Little"', 'edition little "🎩🎩" oops')


@pytest_lsp.fixture(
    config=pytest_lsp.ClientServerConfig(server_command=[sys.executable, "-m", "variorum", "lsp"]),
    params=["utf-8", "utf-16", "utf-32"],
)
async def encoded(
    request: pytest.FixtureRequest, lsp_client: pytest_lsp.LanguageClient
) -> AsyncIterator[None]:
    result = await lsp_client.initialize_session(lsp.InitializeParams(
        capabilities=lsp.ClientCapabilities(general=lsp.GeneralClientCapabilities(
            position_encodings=[request.param, "utf-16"]))))
    lsp_client.encoding = request.param
    assert result.capabilities.position_encoding == request.param
    yield
    await lsp_client.shutdown_session()


@pytest.mark.asyncio
async def test_hats_before_a_squiggle(encoded: Any, opened: Opened) -> None:
    uri = opened(encoded, HAT)
    where = (await published(encoded, uri))[0].range
    lines = Lines(HAT, encoded.encoding)
    start, end = (lines.offset_of({"line": at.line, "character": at.character})
                  for at in (where.start, where.end))
    assert HAT[start:end] == "oops"
    assert where.start.character == {"utf-8": 26, "utf-16": 22, "utf-32": 20}[encoded.encoding]

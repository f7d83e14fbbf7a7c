"""The server: messages of LSP in, answers of `variorum.assist` out.

Only documents that are open are answered for, and their texts are kept here: pygls would read the
disk for others, and ends lines where editors do not.
"""

from __future__ import annotations

import logging
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

from lsprotocol import types as lsp
from lsprotocol.converters import get_converter
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method

from variorum.assist import actions, completion, hints, hover, lenses, names, outline, tokens
from variorum.assist.desk import Desk, File, path_of, uri_of
from variorum.assist.shapes import Encoding, Finding, Position, Range
from variorum.lsp.publisher import Publisher
from variorum.version import __version__
from variorum.work.worker import Failed, Worker

if TYPE_CHECKING:
    from pygls.protocol.json_rpc import MessageHandler

Answer = TypeVar("Answer")
LONGEST_COMMAND = 120.0
_REFUSED = -32803  # RequestFailed
_LOG = logging.getLogger(__name__)
_CONVERTER = get_converter()
_ENCODINGS: dict[str, Encoding] = {"utf-8": "utf-8", "utf-16": "utf-16", "utf-32": "utf-32"}


class _Protocol(LanguageServerProtocol):
    """Opening, changing and closing go to our handlers and nowhere else."""

    @lsp_method(lsp.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, params: lsp.DidOpenTextDocumentParams
    ) -> Iterator[tuple[MessageHandler, tuple[object, ...], None]]:
        yield self.fm.features[lsp.TEXT_DOCUMENT_DID_OPEN], (params,), None

    @lsp_method(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, params: lsp.DidChangeTextDocumentParams
    ) -> Iterator[tuple[MessageHandler, tuple[object, ...], None]]:
        yield self.fm.features[lsp.TEXT_DOCUMENT_DID_CHANGE], (params,), None

    @lsp_method(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, params: lsp.DidCloseTextDocumentParams
    ) -> Iterator[tuple[MessageHandler, tuple[object, ...], None]]:
        yield self.fm.features[lsp.TEXT_DOCUMENT_DID_CLOSE], (params,), None


class Server(LanguageServer):
    """A language server with a desk."""

    def __init__(self) -> None:
        super().__init__("variorum", __version__, protocol_cls=_Protocol,
                         text_document_sync_kind=lsp.TextDocumentSyncKind.Incremental)
        self.desk = Desk()
        self.checking = Publisher(self.desk, self._publish)
        self.commands = Worker()
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def _publish(self, path: str, version: int, found: list[Finding]) -> None:
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(
            self.desk.uri(path), _CONVERTER.structure(found, list[lsp.Diagnostic]), version))

    # ------------------------------------------------------------------------------------ answers
    def answer(
        self, uri: str, make: Callable[[File], object], shape: type[Answer]
    ) -> Answer | None:
        """What is made of an open file, in the types of the protocol. Whatever somebody writes in
        a file, the server goes on."""
        try:
            file = self.desk.file(path_of(uri))
            made = None if file is None else make(file)
            return None if made is None else _CONVERTER.structure(made, shape)
        except names.Refused as refused:
            raise JsonRpcException(str(refused), _REFUSED) from None
        except Exception:  # noqa: BLE001 - it is logged, and the next question is answered
            _LOG.exception("no answer for %s", uri)
            return None

    async def work(self, job: str, *arguments: object) -> str:
        """Run something that takes long, and show what it says."""
        try:
            text = str(await self.commands.ask(job, *arguments, limit=LONGEST_COMMAND))
        except Failed as failed:
            text = f"This could not be done: {failed}."
        await self._show(job, text)
        return text

    async def _show(self, name: str, text: str) -> None:
        """A line as a message, more as a document where the client can show one."""
        window = self.client_capabilities.window
        if "\n" in text.strip() and window and window.show_document and (
            window.show_document.support
        ):
            if self._folder is None:
                self._folder = tempfile.TemporaryDirectory(prefix="variorum-")
            path = os.path.join(self._folder.name, f"{name}.txt")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            await self.window_show_document_async(lsp.ShowDocumentParams(uri_of(path)))
        else:
            self.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Info, text[:2000]))

    def stop(self) -> None:
        self.checking.stop()
        self.commands.stop()
        if self._folder is not None:
            self._folder.cleanup()


def _position(of: lsp.Position) -> Position:
    return {"line": of.line, "character": of.character}


def _range(of: lsp.Range) -> Range:
    return {"start": _position(of.start), "end": _position(of.end)}


def make_server() -> Server:
    """A server that is ready to be connected."""
    server = Server()
    _documents(server)
    _questions(server)
    _changes(server)
    _commands(server)
    return server


def _documents(server: Server) -> None:
    desk, checking = server.desk, server.checking

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        agreed = server.workspace.position_encoding
        desk.encoding = _ENCODINGS[lsp.PositionEncodingKind(agreed or "utf-16").value]
        document = params.text_document
        checking.changed(desk.open(document.uri, document.text), document.version)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        path = path_of(params.text_document.uri)
        if path not in desk.texts:
            return
        for change in params.content_changes:
            where = _range(change.range) if isinstance(
                change, lsp.TextDocumentContentChangePartial) else None
            desk.change(path, where, change.text)
        checking.changed(path, params.text_document.version)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        path = path_of(params.text_document.uri)
        if path in desk.texts:
            checking.closed(path)
            server._publish(path, 0, [])
            desk.close(path)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def saved(_: lsp.DidSaveTextDocumentParams) -> None:
        """The text is known already."""

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def watched(_: lsp.DidChangeWatchedFilesParams) -> None:
        for path, state in checking.states.items():
            checking.changed(path, state.version)

    @server.feature(lsp.SHUTDOWN)
    def shut_down(*_: object) -> None:
        server.stop()


def _questions(server: Server) -> None:
    desk = server.desk

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hovered(params: lsp.HoverParams) -> lsp.Hover | None:
        return server.answer(params.text_document.uri, lambda file: hover.hover(
            file, _position(params.position)), lsp.Hover)

    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[" "]))
    def completed(params: lsp.CompletionParams) -> list[lsp.CompletionItem] | None:
        return server.answer(params.text_document.uri, lambda file: completion.completion(
            file, _position(params.position)), list[lsp.CompletionItem])

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def defined(params: lsp.DefinitionParams) -> list[lsp.Location] | None:
        return server.answer(params.text_document.uri, lambda file: names.definition(
            desk, file, _position(params.position)), list[lsp.Location])

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def referred(params: lsp.ReferenceParams) -> list[lsp.Location] | None:
        return server.answer(params.text_document.uri, lambda file: names.references(
            desk, file, _position(params.position),
            declarations=params.context.include_declaration), list[lsp.Location])

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlighted(params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight] | None:
        return server.answer(params.text_document.uri, lambda file: names.highlights(
            file, _position(params.position)), list[lsp.DocumentHighlight])

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def outlined(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol] | None:
        return server.answer(params.text_document.uri, outline.outline, list[lsp.DocumentSymbol])

    @server.feature(lsp.WORKSPACE_SYMBOL)
    def found(params: lsp.WorkspaceSymbolParams) -> list[lsp.WorkspaceSymbol]:
        return [each for path in list(desk.texts) for each in server.answer(
            desk.uri(path), lambda file: names.declared(desk, [file], params.query),
            list[lsp.WorkspaceSymbol]) or ()]

    @server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    def folded(params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange] | None:
        return server.answer(params.text_document.uri, lambda file: outline.folds(file.text),
                             list[lsp.FoldingRange])

    legend = lsp.SemanticTokensLegend(list(tokens.TYPES), list(tokens.MODIFIERS))

    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, legend)
    def coloured(params: lsp.SemanticTokensParams) -> lsp.SemanticTokens | None:
        return server.answer(params.text_document.uri, tokens.tokens, lsp.SemanticTokens)

    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, legend)
    def coloured_part(params: lsp.SemanticTokensRangeParams) -> lsp.SemanticTokens | None:
        return server.answer(params.text_document.uri, lambda file: tokens.tokens(
            file, _range(params.range)), lsp.SemanticTokens)

    @server.feature(lsp.TEXT_DOCUMENT_INLAY_HINT)
    def hinted(params: lsp.InlayHintParams) -> list[lsp.InlayHint] | None:
        return server.answer(params.text_document.uri, lambda file: hints.hints(
            file, _range(params.range)), list[lsp.InlayHint])


def _changes(server: Server) -> None:
    desk = server.desk

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(
        code_action_kinds=[lsp.CodeActionKind.QuickFix, actions.FIX_ALL]))
    def offered(params: lsp.CodeActionParams) -> list[lsp.CodeAction] | None:
        only: Sequence[str] | None = params.context.only and [str(each) for each
                                                              in params.context.only]
        return server.answer(params.text_document.uri, lambda file: actions.actions(
            desk, file, server.checking.findings(file.path), _range(params.range), only),
            list[lsp.CodeAction])

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def laid_out(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit] | None:
        return server.answer(params.text_document.uri, actions.formatting, list[lsp.TextEdit])

    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepared(params: lsp.PrepareRenameParams) -> lsp.PrepareRenamePlaceholder | None:
        return server.answer(params.text_document.uri, lambda file: names.renamable(
            desk, file, _position(params.position)), lsp.PrepareRenamePlaceholder)

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    def renamed(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        return server.answer(params.text_document.uri, lambda file: names.rename(
            desk, file, _position(params.position), params.new_name), lsp.WorkspaceEdit)


def _commands(server: Server) -> None:
    desk = server.desk

    @server.feature(lsp.TEXT_DOCUMENT_CODE_LENS, lsp.CodeLensOptions(resolve_provider=True))
    def seen(params: lsp.CodeLensParams) -> list[lsp.CodeLens] | None:
        return server.answer(params.text_document.uri, lambda file: lenses.lenses(desk, file),
                             list[lsp.CodeLens])

    @server.feature(lsp.CODE_LENS_RESOLVE)
    def looked_at(lens: lsp.CodeLens) -> lsp.CodeLens:
        return _CONVERTER.structure(lenses.resolved(_CONVERTER.unstructure(lens)), lsp.CodeLens)

    async def ask(job: str, uri: str, *more: str) -> str:
        path = path_of(uri)
        if path not in desk.texts:
            return "This document is not open."
        return await server.work(job, path, *more)

    @server.command(lenses.RUN)
    async def run(uri: str, name: str) -> str:
        path = path_of(uri)
        if path not in desk.texts:
            return "This document is not open."
        return await server.work("run_example", path, dict(desk.texts), name)

    @server.command(lenses.COMPARE)
    async def compare(uri: str) -> str:
        return await ask("compare", uri)

    @server.command(lenses.PLAY)
    async def play(uri: str) -> str:
        return await ask("play", uri)


def serve() -> None:
    """Talk over standard input and output until the client is gone."""
    logging.basicConfig(level=logging.ERROR)
    # It reports every refusal as an error of its own.
    logging.getLogger("pygls").setLevel(logging.CRITICAL)
    # Nothing but messages may get out there, and it is closed in the end.
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    server = make_server()
    try:
        server.start_io(stdout=out)
    finally:
        server.stop()




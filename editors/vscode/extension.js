// Starts `variorum lsp` when a rule file is opened; everything else is the server's.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = async () => {
  const command = vscode.workspace.getConfiguration("variorum").get("command");
  client = new LanguageClient(
    "variorum", "Variorum", { command, args: ["lsp"] },
    {
      documentSelector: [{ language: "variant" }],
      synchronize: {
        fileEvents: vscode.workspace.createFileSystemWatcher("**/{*.variant,variorum.toml}"),
      },
    });
  try {
    await client.start();
  } catch (problem) {
    client = undefined;
    vscode.window.showErrorMessage(
      `“${command} lsp” does not start (${problem.message}). Install it with ` +
      "pip install 'variorum[lsp]', or name the command in the setting variorum.command, " +
      "then reload the window. Colours and snippets work without it.");
  }
};

exports.deactivate = () => client?.stop();

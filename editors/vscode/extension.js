// Starts `variorum lsp` when a rule file is opened, and a game at its own terminal; everything else
// is the server's.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

// The server would let bots play and show what came out; here is a terminal for somebody to play at.
async function play(command, address) {
  const file = vscode.Uri.parse(address);
  await vscode.workspace.textDocuments.find(each => each.uri.toString() === file.toString())?.save();
  const task = new vscode.Task(
    { type: "variorum" }, vscode.TaskScope.Workspace, "play", "variorum",
    new vscode.ProcessExecution(command, ["play", file.fsPath, "--human", "1"]));
  task.presentationOptions = { focus: true, panel: vscode.TaskPanelKind.Dedicated, clear: true };
  return vscode.tasks.executeTask(task);
}

exports.activate = async () => {
  const command = vscode.workspace.getConfiguration("variorum").get("command");
  client = new LanguageClient(
    "variorum", "Variorum", { command, args: ["lsp"] },
    {
      documentSelector: [{ language: "variant" }],
      middleware: {
        executeCommand: (name, given, next) =>
          name === "variorum.play" ? play(command, given[0]) : next(name, given),
      },
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

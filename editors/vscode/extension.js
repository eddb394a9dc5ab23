// Starts the language server of rulesrun, which does all the work.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

async function start() {
  const command = vscode.workspace.getConfiguration("rulesrun").get("command");
  const server = { command, args: ["language-server"] };
  client = new LanguageClient("rulesrun", "rulesrun", server, {
    documentSelector: [{ language: "rulesrun" }],
    synchronize: {
      fileEvents: vscode.workspace.createFileSystemWatcher("**/*.{rules,csv,md,txt,po}"),
    },
  });
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    vscode.window.showErrorMessage(
      `rulesrun does not start (${error.message}). Install it with ` +
        "`pip install 'rulesrun[editor]'`, or say in the setting " +
        "`rulesrun.command` where it is.",
    );
  }
}

async function stop() {
  const running = client;
  client = undefined;
  if (running) {
    await running.stop();
  }
}

async function restart() {
  await stop();
  await start();
}

async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("rulesrun.restart", restart),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("rulesrun.command")) {
        restart();
      }
    }),
  );
  await start();
}

module.exports = { activate, deactivate: stop };

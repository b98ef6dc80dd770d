// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import * as vscode from 'vscode';

import { lensAt } from './launches';
import { chooseLaunchCommand, lanesView, restartCommand } from './names';
import { LanesPanel } from './panel';
import { Session } from './session';
import { isCuda } from './settings';

let session: Session | undefined;

/** Has the server ask which launch to show of the kernel at the cursor, or else of a chosen one. */
async function chooseLaunch(serving: Session): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const lenses = editor ? await serving.launchLenses(editor.document) : [];
  if (!editor || lenses.length === 0) {
    void vscode.window.showInformationMessage(
      'cuda-memlint: no kernel of this file has several launches to choose from.',
    );
    return;
  }
  const named = lenses.map(lens => ({
    label: String(lens.command?.arguments?.[1] ?? ''),
    detail: lens.command?.title ?? '',
    lens,
  }));
  const lens =
    lensAt(lenses, editor.selection.active.line) ??
    (await vscode.window.showQuickPick(named, { title: 'Kernel' }))?.lens;
  // The client has registered the server's command under its name.
  if (lens?.command)
    await vscode.commands.executeCommand(lens.command.command, ...(lens.command.arguments ?? []));
}

export function activate(context: vscode.ExtensionContext): void {
  const serving = new Session();
  session = serving;
  const media = vscode.Uri.joinPath(context.extensionUri, 'media');
  const panel = new LanesPanel(media, (document, at) => serving.lanes(document, at));
  let wasNeeded = false;
  const startFor = (document: vscode.TextDocument) => {
    // Once: who has no program is not asked for each document.
    if (wasNeeded || document.uri.scheme !== 'file' || !isCuda(document.languageId, document.uri.fsPath))
      return;
    wasNeeded = true;
    void serving.start();
  };
  context.subscriptions.push(
    serving,
    panel,
    vscode.window.registerWebviewViewProvider(lanesView, panel),
    vscode.commands.registerCommand(restartCommand, async () => {
      wasNeeded = true;
      await serving.restart();
      panel.update();
    }),
    vscode.commands.registerCommand(chooseLaunchCommand, () => chooseLaunch(serving)),
    vscode.workspace.onDidOpenTextDocument(startFor),
    vscode.workspace.onDidChangeConfiguration(event => {
      if (wasNeeded && event.affectsConfiguration('cuda-memlint')) void serving.restart();
    }),
  );
  vscode.workspace.textDocuments.forEach(startFor);
}

/** VS Code waits for the end of the session. */
export function deactivate(): Promise<void> | undefined {
  return session?.stop();
}

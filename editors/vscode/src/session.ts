// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import * as vscode from 'vscode';
import {
  CodeLensRequest,
  LanguageClient,
  LanguageClientOptions,
  ShowMessageRequest,
  ShowMessageRequestParams,
  State,
} from 'vscode-languageclient/node';

import { findBinary, searchPlaces } from './binary';
import { LanesAnswer } from './drawing';
import { LaunchLens, lensesWithChoice } from './launches';
import { documentSelector, initializationOptions, readSettings, serverCommand, Settings } from './settings';

const howToInstall = 'https://github.com/cuda-memlint/cuda-memlint/blob/main/docs/installing.md';

/** Says that the program is missing, and leads to what helps. */
async function reportMissing(problem: string): Promise<void> {
  const settings = 'Open Settings';
  const help = 'How to Install';
  const choice = await vscode.window.showErrorMessage(`cuda-memlint: ${problem}`, settings, help);
  if (choice === settings)
    await vscode.commands.executeCommand('workbench.action.openSettings', 'cuda-memlint.path');
  else if (choice === help) await vscode.env.openExternal(vscode.Uri.parse(howToInstall));
}

/** The server's question which launch to show, as a list: there may be many. */
async function chooseFromList(question: ShowMessageRequestParams): Promise<{ title: string } | null> {
  const titles = (question.actions ?? []).map(action => action.title);
  const title = await vscode.window.showQuickPick(titles, { title: question.message });
  return title === undefined ? null : { title };
}

function makeClient(file: string, settings: Settings, output: vscode.OutputChannel): LanguageClient {
  const options: LanguageClientOptions = {
    documentSelector,
    initializationOptions: initializationOptions(settings),
    outputChannel: output,
  };
  const client = new LanguageClient(
    'cuda-memlint',
    'cuda-memlint',
    { command: file, args: serverCommand },
    options,
  );
  client.onRequest(ShowMessageRequest.method, chooseFromList);
  return client;
}

/** The session with the server, if one runs. Its changes are made one after another. */
export class Session implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private changes: Promise<void> = Promise.resolve();
  private readonly output = vscode.window.createOutputChannel('cuda-memlint');

  /** Starts the server unless it runs. */
  start(): Promise<void> {
    return this.change(async () => {
      if (!this.client) await this.startClient();
    });
  }

  /** Starts the server anew, with the settings of now. */
  restart(): Promise<void> {
    return this.change(async () => {
      await this.stopClient();
      await this.startClient();
    });
  }

  stop(): Promise<void> {
    return this.change(() => this.stopClient());
  }

  /** Of the access at a position: what is drawn, and what the hover says. */
  async lanes(document: vscode.TextDocument, at: vscode.Position): Promise<LanesAnswer | undefined> {
    return this.ask(client =>
      client.sendRequest<LanesAnswer>(
        'cuda-memlint/lanes',
        client.code2ProtocolConverter.asTextDocumentPositionParams(document, at),
      ),
    );
  }

  /** Lenses by which a launch can be chosen. */
  async launchLenses(document: vscode.TextDocument): Promise<LaunchLens[]> {
    const lenses = await this.ask(client =>
      client.sendRequest(CodeLensRequest.type, {
        textDocument: client.code2ProtocolConverter.asTextDocumentIdentifier(document),
      }),
    );
    return lensesWithChoice(lenses);
  }

  dispose(): void {
    void this.stop().then(() => this.output.dispose());
  }

  /** The server's answer; undefined: no server runs, or it is stopped meanwhile. */
  private async ask<Answer>(question: (client: LanguageClient) => Promise<Answer>): Promise<Answer | undefined> {
    const client = this.client;
    if (client?.state !== State.Running) return undefined;
    try {
      return await question(client);
    } catch (error) {
      if (client === this.client) this.output.appendLine(String(error));
      return undefined;
    }
  }

  private change(action: () => Promise<void>): Promise<void> {
    this.changes = this.changes.then(action).catch(error => {
      this.output.appendLine(String(error));
    });
    return this.changes;
  }

  private async startClient(): Promise<void> {
    const settings = readSettings(vscode.workspace.getConfiguration('cuda-memlint'));
    const binary = findBinary(
      settings.path,
      searchPlaces(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? ''),
    );
    if ('problem' in binary) {
      void reportMissing(binary.problem);
      return;
    }
    this.client = makeClient(binary.file, settings, this.output);
    await this.client.start();
  }

  private async stopClient(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    await client?.dispose();
  }
}

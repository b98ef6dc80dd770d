// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import * as vscode from 'vscode';

import { Debounce } from './debounce';
import { drawLanes, LanesAnswer, nothingHere, panelPage } from './drawing';
import { isCuda } from './settings';

/** Longer than what lies between two key strokes: each position costs an analysis. */
const pause = 200;

/** Asks the server what it says of a position; nothing: no server runs, or it has no answer. */
export type AskLanes = (
  document: vscode.TextDocument,
  at: vscode.Position,
) => Promise<LanesAnswer | undefined>;

/** The side panel that draws the lanes of the access at the cursor. */
export class LanesPanel implements vscode.WebviewViewProvider, vscode.Disposable {
  private view: vscode.WebviewView | undefined;
  private readonly debounce = new Debounce(pause);
  private readonly subscriptions: vscode.Disposable[] = [];
  /** Of the last question: answers to earlier ones are dropped. */
  private question = 0;

  constructor(
    private readonly media: vscode.Uri,
    private readonly askLanes: AskLanes,
  ) {
    this.subscriptions.push(
      vscode.window.onDidChangeTextEditorSelection(event => this.updateFor(event.textEditor)),
      vscode.window.onDidChangeActiveTextEditor(editor => editor && this.updateFor(editor)),
      // New findings say that a new text has been analysed.
      vscode.languages.onDidChangeDiagnostics(event => {
        const editor = vscode.window.activeTextEditor;
        if (editor && event.uris.some(uri => uri.toString() === editor.document.uri.toString()))
          this.updateFor(editor);
      }),
    );
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    this.view = view;
    view.webview.options = { enableScripts: false, localResourceRoots: [this.media] };
    view.onDidDispose(() => (this.view = undefined));
    view.onDidChangeVisibility(() => this.update());
    this.show(nothingHere);
    this.update();
  }

  /** Draws anew, as after a restart of the server. */
  update(): void {
    if (vscode.window.activeTextEditor) this.updateFor(vscode.window.activeTextEditor);
  }

  dispose(): void {
    this.debounce.dispose();
    for (const each of this.subscriptions) each.dispose();
  }

  private updateFor(editor: vscode.TextEditor): void {
    const { document } = editor;
    if (this.view?.visible && isCuda(document.languageId, document.uri.fsPath))
      this.debounce.run(() => void this.draw(document, editor.selection.active));
  }

  private async draw(document: vscode.TextDocument, at: vscode.Position): Promise<void> {
    const question = ++this.question;
    const answer = await this.askLanes(document, at);
    if (question === this.question) this.show(drawLanes(answer) ?? nothingHere);
  }

  private show(body: string): void {
    const webview = this.view?.webview;
    if (!webview) return;
    const styleSheet = webview.asWebviewUri(vscode.Uri.joinPath(this.media, 'lanes.css'));
    webview.html = panelPage(body, styleSheet.toString(), webview.cspSource);
  }
}

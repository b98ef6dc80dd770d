// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { EventEmitter } from 'node:events';
import * as fs from 'node:fs';
import Module from 'node:module';
import * as path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';


/** The few parts of VS Code's interface that are used here; what is missing does nothing. */
const nothing = { dispose() {} };

class Position {
  constructor(
    readonly line: number,
    readonly character: number,
  ) {}
}

class Range {
  constructor(
    readonly start: Position,
    readonly end: Position,
  ) {}
}

class Uri {
  readonly scheme = 'file';
  private constructor(readonly fsPath: string) {}

  static file(file: string): Uri {
    return new Uri(file);
  }

  static parse(text: string): Uri {
    return new Uri(text.startsWith('file:') ? fileURLToPath(text) : text);
  }

  static joinPath(base: Uri, ...parts: string[]): Uri {
    return new Uri(path.join(base.fsPath, ...parts));
  }

  get path(): string {
    return this.fsPath;
  }

  toString(): string {
    return pathToFileURL(this.fsPath).toString();
  }
}

class Emitter {
  private readonly listeners = new Set<(value: unknown) => void>();
  readonly event = (listener: (value: unknown) => void, self?: unknown) => {
    const bound = listener.bind(self);
    this.listeners.add(bound);
    return { dispose: () => this.listeners.delete(bound) };
  };
  readonly fire = (value: unknown) => this.listeners.forEach(each => each(value));
  readonly dispose = () => this.listeners.clear();
}

/** Of what is not said, `onDid…` and `register…` give something to dispose of, and classes keep nothing. */
function orNothing<Part extends object>(part: Part): Part & Record<string, any> {
  return new Proxy(part, {
    get(target: any, name: string) {
      if (name in target || typeof name !== 'string') return target[name];
      if (/^(on[A-Z]|register)/.test(name)) return () => nothing;
      return /^[A-Z]/.test(name) ? (target[name] = class {}) : undefined;
    },
  });
}

export interface Document {
  uri: Uri;
  languageId: string;
  version: number;
  getText(): string;
}

/**
 * In place of VS Code: holds what the extension gives to it, and has the events that it waits for. It
 * has VS Code's rule that a command is registered once.
 */
export class StubEditor {
  readonly settings = new Map<string, unknown>();
  readonly commands = new Map<string, (...parts: any[]) => any>();
  readonly diagnostics = new Map<string, any[]>();
  readonly errors: string[][] = [];
  readonly lists: string[][] = [];
  /** The choice from the next list. */
  choose: (items: any[]) => any = () => undefined;
  documents: Document[] = [];
  activeEditor: any;
  viewProvider: any;
  hintsProvider: any;
  readonly happened = new EventEmitter();
  readonly opened = new Emitter();
  readonly selected = new Emitter();
  readonly configured = new Emitter();
  private readonly diagnosed = new Emitter();
  readonly vscode: any = orNothing({
    version: '1.82.0',
    Position,
    Range,
    Uri,
    EventEmitter: Emitter,
    Disposable: class {
      constructor(readonly dispose: () => void) {}
    },
    CancellationTokenSource: class {
      token = { isCancellationRequested: false, onCancellationRequested: () => nothing };
      dispose() {}
    },
    CodeActionKind: { Empty: { append: () => ({}) }, QuickFix: {} },
    env: { appName: 'stub', language: 'en', openExternal: () => true },
    workspace: this.workspace(),
    window: this.window(),
    languages: this.languages(),
    commands: {
      registerCommand: (name: string, action: any) => {
        if (this.commands.has(name)) throw new Error(`command '${name}' already exists`);
        this.commands.set(name, action);
        return { dispose: () => this.commands.delete(name) };
      },
      executeCommand: (name: string, ...parts: any[]) => this.commands.get(name)?.(...parts),
    },
  });

  /** Loads the extension into this editor. */
  load(): any {
    const modules = Module as any;
    const load = modules._load;
    modules._load = (request: string, ...rest: any[]) =>
      request === 'vscode' ? this.vscode : load(request, ...rest);
    try {
      return require('../../src/extension');
    } finally {
      modules._load = load;
    }
  }

  open(file: string): Document {
    const text = fs.readFileSync(file, 'utf-8');
    const document = { uri: Uri.file(file), languageId: 'cuda-cpp', version: 1, getText: () => text };
    this.documents.push(document);
    this.activeEditor = { document, selection: { active: new Position(0, 0) } };
    this.opened.fire(document);
    return document;
  }

  moveTo(line: number, character: number): void {
    this.activeEditor.selection.active = new Position(line, character);
    this.selected.fire({ textEditor: this.activeEditor });
  }

  /** Waits until there is what is asked for. */
  async until<Value>(get: () => Value | undefined | false): Promise<Value> {
    for (;;) {
      const value = get();
      if (value) return value;
      await new Promise(resolve => this.happened.once('change', resolve));
    }
  }

  private changed = () => this.happened.emit('change');

  private workspace(): object {
    const editor = this;
    return orNothing({
      get textDocuments() {
        return editor.documents;
      },
      workspaceFolders: undefined,
      getConfiguration: () => ({ get: (name: string, otherwise: unknown) => this.settings.get(name) ?? otherwise }),
      onDidOpenTextDocument: this.opened.event,
      onDidChangeConfiguration: this.configured.event,
      createFileSystemWatcher: () => orNothing({ dispose() {} }),
    });
  }

  private window(): object {
    const editor = this;
    return orNothing({
      get activeTextEditor() {
        return editor.activeEditor;
      },
      visibleTextEditors: [],
      tabGroups: orNothing({ all: [] }),
      onDidChangeTextEditorSelection: this.selected.event,
      createOutputChannel: () => ({ append() {}, appendLine() {}, dispose() {}, show() {} }),
      showInformationMessage: async () => undefined,
      showErrorMessage: async (...parts: string[]) => {
        this.errors.push(parts);
        this.changed();
      },
      showQuickPick: async (items: any[]) => {
        this.lists.push(items);
        return this.choose(items);
      },
      registerWebviewViewProvider: (_name: string, provider: any) => {
        this.viewProvider = provider;
        return nothing;
      },
    });
  }

  private languages(): object {
    return orNothing({
      match: () => 10,
      registerInlayHintsProvider: (_selector: unknown, provider: any) => {
        this.hintsProvider = provider;
        return nothing;
      },
      createDiagnosticCollection: () => ({
        set: (uri: Uri, found: any[]) => {
          this.diagnostics.set(uri.toString(), found);
          this.diagnosed.fire({ uris: [uri] });
          this.changed();
        },
        delete: (uri: Uri) => this.diagnostics.delete(uri.toString()),
        clear: () => this.diagnostics.clear(),
        dispose() {},
      }),
      onDidChangeDiagnostics: this.diagnosed.event,
    });
  }

  /** Shows the view of the lanes, which may load styles from `cspSource`; the result has its page. */
  showView(cspSource = 'stub:'): { html: string } {
    const changed = this.changed;
    const webview = {
      page: '',
      cspSource,
      asWebviewUri: (uri: Uri) => uri,
      set html(page: string) {
        this.page = page;
        changed();
      },
      get html() {
        return this.page;
      },
    };
    this.viewProvider.resolveWebviewView(orNothing({ visible: true, webview }));
    return webview;
  }
}

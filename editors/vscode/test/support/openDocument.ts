// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import * as childProcess from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import {
  createProtocolConnection,
  Diagnostic,
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  ExitNotification,
  InitializedNotification,
  InitializeRequest,
  InitializeResult,
  ProtocolConnection,
  PublishDiagnosticsNotification,
  ShowMessageNotification,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';

import { findBinary, searchPlaces } from '../../src/binary';
import { initializationOptions, serverCommand, Settings } from '../../src/settings';

/** The program under test: that of the variable CUDA_MEMLINT, else one on PATH. */
export const program = findBinary(process.env['CUDA_MEMLINT'] ?? '', searchPlaces(process.cwd()));

/** Why tests of the server are skipped; false: they are not. A program that is named must be there. */
export const skip = 'problem' in program && !process.env['CUDA_MEMLINT'] ? program.problem : false;

/** Milliseconds, far longer than any analysis here: a test that gets nothing fails, and does not hang. */
export const timeout = 120_000;

/** One document, open in a session with the server that is started as the extension starts it. */
export class OpenDocument {
  private readonly published = new Map<number, Diagnostic[]>();
  private readonly waiting = new Map<number, (diagnostics: Diagnostic[]) => void>();
  readonly messages: string[] = [];
  version = 1;

  private constructor(
    readonly server: childProcess.ChildProcess,
    readonly connection: ProtocolConnection,
    readonly uri: string,
    public text: string,
  ) {
    connection.onNotification(PublishDiagnosticsNotification.type, params => {
      if (params.uri !== uri || params.version === undefined) return;
      this.published.set(params.version, params.diagnostics);
      this.waiting.get(params.version)?.(params.diagnostics);
    });
    connection.onNotification(ShowMessageNotification.type, params => {
      this.messages.push(params.message);
    });
  }

  features!: InitializeResult;

  /** Writes the text to a folder of its own, and opens it. */
  static async open(context: TestContext, text: string, settings: Partial<Settings> = {}): Promise<OpenDocument> {
    if ('problem' in program) throw new Error(program.problem);
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'memlint-server-'));
    context.after(() => fs.rmSync(folder, { recursive: true }));
    const file = path.join(folder, 'kernel.cu');
    fs.writeFileSync(file, text);
    const server = childProcess.spawn(program.file, serverCommand, { stdio: ['pipe', 'pipe', 'inherit'] });
    context.after(() => server.kill());
    const connection = createProtocolConnection(
      new StreamMessageReader(server.stdout),
      new StreamMessageWriter(server.stdin),
    );
    connection.listen();
    const opened = new OpenDocument(server, connection, pathToFileURL(file).toString(), text);
    opened.features = await connection.sendRequest(InitializeRequest.type, {
      processId: process.pid,
      rootUri: pathToFileURL(folder).toString(),
      capabilities: {},
      initializationOptions: initializationOptions({ path: '', arguments: [], inlayHints: 'auto', ...settings }),
    });
    await connection.sendNotification(InitializedNotification.type, {});
    await connection.sendNotification(DidOpenTextDocumentNotification.type, {
      textDocument: { uri: opened.uri, languageId: 'cuda-cpp', version: 1, text },
    });
    return opened;
  }

  async change(text: string): Promise<void> {
    this.text = text;
    await this.connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri: this.uri, version: ++this.version },
      contentChanges: [{ text }],
    });
  }

  /** Those of the present text, once they are there. */
  diagnostics(): Promise<Diagnostic[]> {
    const known = this.published.get(this.version);
    return known ? Promise.resolve(known) : this.nextDiagnostics();
  }

  /** The next ones of the present text. */
  nextDiagnostics(): Promise<Diagnostic[]> {
    return new Promise(resolve => this.waiting.set(this.version, resolve));
  }

  /** Ends the session; the exit code of the server. */
  async close(): Promise<number | null> {
    await this.connection.sendRequest(ShutdownRequest.type);
    const exited = once(this.server, 'exit');
    await this.connection.sendNotification(ExitNotification.type);
    const [code] = (await exited) as [number | null];
    this.connection.dispose();
    return code;
  }
}

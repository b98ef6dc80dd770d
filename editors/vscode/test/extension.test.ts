// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { test, TestContext } from 'node:test';

import { program, skip, timeout } from './support/openDocument';
import { StubEditor } from './support/stubEditor';

/** Threads load 4 B each, side by side in the first launch and 128 B apart in the second. */
const strided = `__global__ void copy(float *out, const float *in, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i * stride];
}
void run(float *out, const float *in) {
  copy<<<1, 64>>>(out, in, 1);
  copy<<<2, 64>>>(out, in, 32);
}
`;

function makeFile(context: TestContext): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'memlint-extension-'));
  context.after(() => fs.rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'kernel.cu');
  fs.writeFileSync(file, strided);
  return file;
}

const editor = new StubEditor();
const extension = editor.load();
const { Position, Range } = editor.vscode;
const extensionUri = editor.vscode.Uri.file(path.resolve(__dirname, '../..'));

function activate(context: TestContext): void {
  const subscriptions: { dispose(): void }[] = [];
  extension.activate({ subscriptions, extensionUri });
  context.after(async () => {
    await extension.deactivate();
    subscriptions.forEach(each => each.dispose());
    editor.documents = [];
    editor.errors.length = 0;
    editor.diagnostics.clear();
  });
}

test('without the program there is one message, for all documents', async context => {
  editor.settings.set('path', '/missing/cuda-memlint');
  activate(context);
  editor.open(makeFile(context));
  const error = await editor.until(() => editor.errors[0]);
  assert.match(error[0] ?? '', /^cuda-memlint: '\/missing\/cuda-memlint' is not an executable file/);
  assert.deepEqual(error.slice(1), ['Open Settings', 'How to Install']);
  editor.open(makeFile(context));
  await editor.commands.get('cuda-memlint.chooseLaunchHere')?.();
  assert.equal(editor.errors.length, 1);
});

test('findings, lanes, launches and a restart', { skip, timeout }, async context => {
  assert.ok('file' in program);
  editor.settings.set('path', program.file);
  activate(context);
  const document = editor.open(makeFile(context));
  const uri = document.uri.toString();
  const found = await editor.until(() => editor.diagnostics.get(uri));
  assert.equal(found.length, 1);
  const hints = async () =>
    (await editor.hintsProvider.provideInlayHints(document, new Range(new Position(0, 0), new Position(9, 0)), {})).length;
  assert.equal(await hints(), 2);

  const view = editor.showView();
  assert.match(view.html, /Put the cursor on a memory access/);
  const line = strided.split('\n').findIndex(each => each.includes('in[i'));
  editor.moveTo(line, 2);
  await editor.until(() => view.html.includes('<strong>store</strong>'));
  editor.moveTo(line, 12);
  await editor.until(() => view.html.includes('<strong>load</strong>'));
  editor.moveTo(0, 0);
  await editor.until(() => view.html.includes('Put the cursor'));

  // The server asks for the launch; the first one has no excess.
  editor.moveTo(line, 2);
  editor.choose = items => items[0];
  editor.diagnostics.clear();
  await editor.commands.get('cuda-memlint.chooseLaunchHere')?.();
  await editor.until(() => editor.diagnostics.get(uri));
  assert.equal(editor.lists.length, 1);
  assert.equal(editor.lists[0]?.length, 3);

  editor.diagnostics.clear();
  await editor.commands.get('cuda-memlint.restart')?.();
  assert.equal((await editor.until(() => editor.diagnostics.get(uri))).length, 1);

  // Settings count once they are changed.
  editor.settings.set('arguments', ['--checks=-*']);
  editor.settings.set('inlayHints', 'off');
  editor.configured.fire({ affectsConfiguration: (name: string) => name === 'cuda-memlint' });
  await editor.until(() => editor.diagnostics.get(uri)?.length === 0);
  assert.equal(await hints(), 0);
});

// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CodeActionRequest,
  CodeLensRequest,
  ExecuteCommandRequest,
  HoverRequest,
  InlayHintRequest,
  Position,
  ShowMessageRequest,
  TextEdit,
} from 'vscode-languageserver-protocol/node';

import { drawHover } from '../src/drawing';
import { lensAt, lensesWithChoice } from '../src/launches';
import { OpenDocument, skip, timeout } from './support/openDocument';

/** A tile whose columns are read: 32 rows of 128 B lie in one bank. */
const tiled = `__global__ void turn(float *out, const float *in) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
void run(float *out, const float *in) { turn<<<1, dim3(32, 32)>>>(out, in); }
`;

/** 64 threads load 4 B each, side by side in the first launch and 128 B apart in the second. */
const strided = `__global__ void copy(float *out, const float *in, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i * stride];
}
void run(float *out, const float *in) {
  copy<<<1, 64>>>(out, in, 1);
  copy<<<2, 64>>>(out, in, 32);
}
`;

/** Positions of the edits are of lines without characters beyond ASCII. */
function applyEdits(text: string, edits: TextEdit[]): string {
  const lines = text.split('\n');
  const offset = (at: Position) =>
    lines.slice(0, at.line).reduce((sum, line) => sum + line.length + 1, 0) + at.character;
  return [...edits]
    .sort((left, right) => offset(right.range.start) - offset(left.range.start))
    .reduce(
      (whole, edit) =>
        whole.slice(0, offset(edit.range.start)) + edit.newText + whole.slice(offset(edit.range.end)),
      text,
    );
}

function positionOf(text: string, part: string): Position {
  const before = text.slice(0, text.indexOf(part)).split('\n');
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
}

test('the fix of a finding removes it', { skip, timeout }, async context => {
  const opened = await OpenDocument.open(context, tiled);
  const [finding, ...others] = await opened.diagnostics();
  assert.ok(finding);
  assert.deepEqual(others, []);
  assert.equal(finding.code, 'cuda-shared-bank-conflict');
  assert.equal(finding.source, 'cuda-memlint');
  assert.deepEqual(finding.range.start, positionOf(tiled, 'tile[threadIdx.x][threadIdx.y]'));
  assert.match(finding.message, /^32-way shared memory bank conflict/);

  const actions = await opened.connection.sendRequest(CodeActionRequest.type, {
    textDocument: { uri: opened.uri },
    range: finding.range,
    context: { diagnostics: [finding] },
  });
  const fix = actions?.find(action => 'isPreferred' in action && action.isPreferred);
  assert.ok(fix && 'edit' in fix);
  await opened.change(applyEdits(tiled, fix.edit?.changes?.[opened.uri] ?? []));
  assert.match(opened.text, /tile\[32\]\[32 \+ 1\]|tile\[32\]\[33\]/);
  assert.deepEqual(await opened.diagnostics(), []);
  assert.equal(await opened.close(), 0);
});

test('the hover of an access is drawn in the side panel', { skip, timeout }, async context => {
  const opened = await OpenDocument.open(context, tiled);
  const ask = (part: string) =>
    opened.connection.sendRequest(HoverRequest.type, {
      textDocument: { uri: opened.uri },
      position: positionOf(tiled, part),
    });
  const html = drawHover(await ask('in[threadIdx.y'));
  assert.ok(html);
  assert.match(html, /<strong>load<\/strong> of 4 B per lane, global memory/);
  // 32 lanes, 4 B each: the four sectors are used as a whole.
  assert.equal(html.match(/<span class="used">#{32}<\/span>/g)?.length, 4);
  assert.equal(drawHover(await ask('void run')), undefined);
  await opened.close();
});

test('a launch is chosen by the code lens of its kernel', { skip, timeout }, async context => {
  const opened = await OpenDocument.open(context, strided);
  await opened.diagnostics();
  const lenses = async () =>
    (await opened.connection.sendRequest(CodeLensRequest.type, { textDocument: { uri: opened.uri } })) ?? [];
  const hints = async () => {
    const shown = await opened.connection.sendRequest(InlayHintRequest.type, {
      textDocument: { uri: opened.uri },
      range: { start: { line: 0, character: 0 }, end: { line: 100, character: 0 } },
    });
    return (shown ?? []).map(hint => hint.label);
  };
  // A warp takes 4 sectors in the first launch, and 32 in the second.
  assert.deepEqual((await hints()).sort(), ['8.0x', '✓']);
  const lens = lensAt(lensesWithChoice(await lenses()), positionOf(strided, 'in[i').line);
  assert.ok(lens?.command);
  assert.match(lens.command.title, /^2 launches/);
  const { commands } = opened.features.capabilities.executeCommandProvider ?? { commands: [] };
  assert.ok(commands.includes(lens.command.command));

  const asked: string[][] = [];
  opened.connection.onRequest(ShowMessageRequest.type, question => {
    asked.push((question.actions ?? []).map(action => action.title));
    return question.actions?.[0] ?? null;
  });
  const again = opened.nextDiagnostics();
  await opened.connection.sendRequest(ExecuteCommandRequest.type, {
    command: lens.command.command,
    arguments: lens.command.arguments ?? [],
  });
  await again;
  assert.equal(asked.length, 1);
  assert.equal(asked[0]?.length, 3);
  assert.deepEqual(await hints(), ['✓', '✓']);
  assert.match((await lenses())[0]?.command?.title ?? '', /of 2 launches/);
  await opened.close();
});

test('arguments of the settings count', { skip, timeout }, async context => {
  const opened = await OpenDocument.open(context, tiled, { arguments: ['--checks=-*'] });
  assert.deepEqual(await opened.diagnostics(), []);
  assert.deepEqual(opened.messages, []);
  await opened.close();
});

test('a wrong argument is said, and the session goes on', { skip, timeout }, async context => {
  const opened = await OpenDocument.open(context, tiled, { arguments: ['--no-such-option'] });
  assert.equal((await opened.diagnostics()).length, 1);
  assert.equal(opened.messages.length, 1);
  assert.match(opened.messages[0] ?? '', /no-such-option/);
  await opened.close();
});

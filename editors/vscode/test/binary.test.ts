// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { test, TestContext } from 'node:test';

import { findBinary, SearchPlaces } from '../src/binary';

/** A home, a workspace and a folder of programs, each empty. */
function emptyPlaces(context: TestContext): SearchPlaces & { programs: string } {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'memlint-binary-'));
  context.after(() => fs.rmSync(root, { recursive: true }));
  const [home, workspaceFolder, programs] = ['home', 'workspace', 'programs'].map(name => {
    fs.mkdirSync(path.join(root, name));
    return path.join(root, name);
  }) as [string, string, string];
  return { home, workspaceFolder, programs, path: `:${path.join(root, 'missing')}:${programs}` };
}

function makeProgram(file: string, mode = 0o755): string {
  fs.writeFileSync(file, '#!/bin/sh\n', { mode });
  return file;
}

test('a program that is not named is found on PATH', context => {
  const places = emptyPlaces(context);
  const file = makeProgram(path.join(places.programs, 'cuda-memlint'));
  assert.deepEqual(findBinary('', places), { file });
  assert.deepEqual(findBinary('  ', places), { file });
});

test('a name without a folder is found on PATH', context => {
  const places = emptyPlaces(context);
  const file = makeProgram(path.join(places.programs, 'memlint-next'));
  assert.deepEqual(findBinary('memlint-next', places), { file });
});

test('a missing program is said in one line, with what to do', context => {
  assert.deepEqual(findBinary('', emptyPlaces(context)), {
    problem:
      "'cuda-memlint' is not on PATH: install cuda-memlint, or name the program in the setting 'cuda-memlint.path'",
  });
});

test('the current folder is not searched for the program', context => {
  const places = emptyPlaces(context);
  makeProgram(path.join(places.workspaceFolder, 'cuda-memlint'));
  const before = process.cwd();
  context.after(() => process.chdir(before));
  process.chdir(places.workspaceFolder);
  assert.ok('problem' in findBinary('', places));
  assert.ok('problem' in findBinary('', { ...places, path: '.' }));
});

test('folders and files that cannot be run are not the program', context => {
  const places = emptyPlaces(context);
  fs.mkdirSync(path.join(places.programs, 'cuda-memlint'));
  assert.ok('problem' in findBinary('', places));
  const text = makeProgram(path.join(places.home, 'text'), 0o644);
  assert.deepEqual(findBinary(text, places), {
    problem: `'${text}' is not an executable file: correct the setting 'cuda-memlint.path', or leave it empty to search PATH`,
  });
});

test('the home and the workspace are replaced in a path, and relative ones begin in the workspace', context => {
  const places = emptyPlaces(context);
  const inHome = makeProgram(path.join(places.home, 'tool'));
  const inWorkspace = makeProgram(path.join(places.workspaceFolder, 'tool'));
  assert.deepEqual(findBinary('~/tool', places), { file: inHome });
  assert.deepEqual(findBinary('${workspaceFolder}/tool', places), { file: inWorkspace });
  assert.deepEqual(findBinary('./tool', places), { file: inWorkspace });
  assert.deepEqual(findBinary('./tool', { ...places, workspaceFolder: '' }), { file: inHome });
});

// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Debounce } from '../src/debounce';
import { lensAt, lensesWithChoice, serverCommand } from '../src/launches';

function lens(line: number, command = serverCommand) {
  return { range: { start: { line } }, command: { title: `at ${line}`, command } };
}

test('kernels of one launch have no choice', () => {
  const lenses = [lens(1), lens(2, 'cuda-memlint.showCosts'), { range: { start: { line: 3 } } }];
  assert.deepEqual(lensesWithChoice(lenses), [lens(1)]);
  assert.deepEqual(lensesWithChoice(null), []);
});

test('the lens of a line is that of the kernel that it is in', () => {
  const lenses = [lens(30), lens(10), lens(20)];
  assert.equal(lensAt(lenses, 9), undefined);
  assert.deepEqual(lensAt(lenses, 10), lens(10));
  assert.deepEqual(lensAt(lenses, 29), lens(20));
  assert.deepEqual(lensAt(lenses, 400), lens(30));
});

test('of several actions in succession the last one is run, once', context => {
  // Timers that run out when the test says so.
  const waiting = new Map<number, () => void>();
  let timers = 0;
  context.mock.method(globalThis, 'setTimeout', (action: () => void) => {
    waiting.set(++timers, action);
    return timers;
  });
  context.mock.method(globalThis, 'clearTimeout', (timer: number) => waiting.delete(timer));
  const ran: string[] = [];
  const debounce = new Debounce(200);
  debounce.run(() => ran.push('first'));
  debounce.run(() => ran.push('second'));
  waiting.forEach(action => action());
  assert.deepEqual(ran, ['second']);
  waiting.clear();
  debounce.run(() => ran.push('third'));
  debounce.dispose();
  assert.equal(waiting.size, 0);
});

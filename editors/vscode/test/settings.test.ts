// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';

import manifest from '../package.json';
import { chooseLaunchCommand, lanesView, restartCommand } from '../src/names';
import { initializationOptions, inlayHintsValues, isCuda, readSettings } from '../src/settings';

const properties: Record<string, { default: unknown }> = manifest.contributes.configuration.properties;

test('the defaults of package.json are those of the extension', () => {
  const settings = readSettings({ get: name => properties[`cuda-memlint.${name}`]?.default });
  assert.deepEqual(settings, { path: '', arguments: [], inlayHints: 'auto' });
  assert.deepEqual(settings, readSettings({ get: () => undefined }));
});

test('every setting of package.json is read', () => {
  const read = new Set(['cuda-memlint.trace.server']);
  readSettings({ get: name => read.add(`cuda-memlint.${name}`) });
  assert.deepEqual([...read].sort(), Object.keys(properties).sort());
});

test('the schema of the configuration is where package.json says', () => {
  const [contributed, ...others] = manifest.contributes.yamlValidation;
  assert.equal(others.length, 0);
  assert.equal(contributed?.fileMatch, '.cuda-memlint.yaml');
  // The extension YAML takes it for a path in this extension if it begins so.
  assert.match(contributed.url, /^\.\//);
  const schema = JSON.parse(fs.readFileSync(path.resolve(__dirname, '../..', contributed.url), 'utf8'));
  assert.match(schema.title, /\.cuda-memlint\.yaml/);
});

test('arguments of the settings are given to the server as they are', () => {
  const given = ['--remarks', '--arch=sm_80', '--', '-I', 'my include'];
  const settings = readSettings({ get: name => (name === 'arguments' ? given : undefined) });
  assert.deepEqual(initializationOptions(settings), { arguments: given, inlayHints: 'auto' });
});

test('hints are shown where package.json says', () => {
  const declared: unknown = manifest.contributes.configuration.properties['cuda-memlint.inlayHints'].enum;
  assert.deepEqual(declared, inlayHintsValues);
  for (const each of inlayHintsValues)
    assert.equal(readSettings({ get: () => each }).inlayHints, each);
});

test('values of another type count as the default', () => {
  const settings = readSettings({
    get: name => ({ path: 7, arguments: ['--remarks', 3, null], inlayHints: 'no' })[name],
  });
  assert.deepEqual(settings, { path: '', arguments: ['--remarks'], inlayHints: 'auto' });
  assert.deepEqual(readSettings({ get: () => '--remarks' }).arguments, []);
});

test('documents are CUDA by their language or their name', () => {
  assert.ok(isCuda('cuda-cpp', '/a/kernel.h'));
  assert.ok(isCuda('cpp', '/a/kernel.cu'));
  assert.ok(isCuda('plaintext', '/a/kernel.cuh'));
  assert.ok(isCuda('plaintext', '/a/kernel.hip'));
  assert.ok(isCuda('hip', '/a/kernel.h'));
  assert.ok(!isCuda('cpp', '/a/kernel.cpp'));
  assert.ok(!isCuda('c', '/a.cu/kernel.h'));
});

test('package.json declares the commands and the view that the extension has', () => {
  const commands = manifest.contributes.commands.map(each => each.command);
  assert.deepEqual(commands.sort(), [chooseLaunchCommand, restartCommand]);
  assert.deepEqual(manifest.contributes.views['cuda-memlint'].map(each => each.id), [lanesView]);
});

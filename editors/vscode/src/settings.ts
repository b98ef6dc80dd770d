// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import * as path from 'node:path';

/** In which files hints are shown: auto: in those with 200 accesses or fewer. */
export const inlayHintsValues = ['all', 'auto', 'off'] as const;
export type InlayHints = (typeof inlayHintsValues)[number];

/** Settings of the extension, as package.json declares them. */
export interface Settings {
  path: string;
  arguments: string[];
  inlayHints: InlayHints;
}

/** What gives the value of a setting by its name after `cuda-memlint.`. */
export interface SettingSource {
  get(name: string): unknown;
}

/** Reads the settings; a value of another type, which VS Code lets pass, counts as the default. */
export function readSettings(source: SettingSource): Settings {
  const named = source.get('path');
  const given = source.get('arguments');
  return {
    path: typeof named === 'string' ? named : '',
    arguments: Array.isArray(given) ? given.filter(each => typeof each === 'string') : [],
    inlayHints: inlayHintsValues.find(each => each === source.get('inlayHints')) ?? 'auto',
  };
}

/** The command line of the server, without the program. */
export const serverCommand = ['lsp'];

/**
 * What the server is given when a session begins. Arguments on its command line would do, too, but
 * the server could say nothing of a wrong one.
 */
export function initializationOptions(settings: Settings): { arguments: string[]; inlayHints: InlayHints } {
  return { arguments: settings.arguments, inlayHints: settings.inlayHints };
}

/** Whether the server analyses the document: its own rule. */
export function isCuda(languageId: string, file: string): boolean {
  return /^(cuda|hip)/.test(languageId) || ['.cu', '.cuh', '.hip'].includes(path.extname(file));
}

/**
 * Documents that the server hears of: CUDA and HIP, and headers of C and C++, since saving one changes what
 * is found in the sources that include it.
 */
export const documentSelector = [
  { scheme: 'file', language: 'cuda-cpp' },
  { scheme: 'file', language: 'cuda' },
  { scheme: 'file', pattern: '**/*.{cu,cuh,hip}' },
  { scheme: 'file', language: 'cpp', pattern: '**/*.{h,hh,hpp,hxx,inl,inc}' },
  { scheme: 'file', language: 'c', pattern: '**/*.h' },
];

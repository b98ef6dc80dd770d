// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

/** Where a program is looked for. */
export interface SearchPlaces {
  /** The variable PATH. */
  path: string;
  home: string;
  /** The first folder of the workspace; empty: there is none. */
  workspaceFolder: string;
}

/** The file of the program, or why there is none and what to do, in one line. */
export type Binary = { file: string } | { problem: string };

export const programName = 'cuda-memlint';

export function searchPlaces(workspaceFolder: string): SearchPlaces {
  return { path: process.env['PATH'] ?? '', home: os.homedir(), workspaceFolder };
}

function isProgram(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

/** As a shell does, but not in the current folder, which an empty entry of PATH stands for. */
function findOnPath(name: string, places: SearchPlaces): string | undefined {
  return places.path
    .split(path.delimiter)
    .filter(folder => path.isAbsolute(folder))
    .map(folder => path.join(folder, name))
    .find(isProgram);
}

function expand(named: string, places: SearchPlaces): string {
  const whole = named
    .replace(/^~(?=\/|$)/, () => places.home)
    .replaceAll('${workspaceFolder}', () => places.workspaceFolder);
  return path.resolve(places.workspaceFolder || places.home, whole);
}

/** Finds the program that the setting `cuda-memlint.path` names; empty: on PATH. */
export function findBinary(named: string, places: SearchPlaces): Binary {
  const name = named.trim();
  if (name === '' || !name.includes('/')) {
    const file = findOnPath(name || programName, places);
    return file
      ? { file }
      : {
          problem:
            `'${name || programName}' is not on PATH: install cuda-memlint, ` +
            `or name the program in the setting 'cuda-memlint.path'`,
        };
  }
  const file = expand(name, places);
  return isProgram(file)
    ? { file }
    : {
        problem:
          `'${file}' is not an executable file: correct the setting 'cuda-memlint.path', ` +
          'or leave it empty to search PATH',
      };
}

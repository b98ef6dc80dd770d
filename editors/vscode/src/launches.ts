// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/** A code lens of the server, as far as a launch is chosen by it. */
export interface LaunchLens {
  range: { start: { line: number } };
  command?: { title: string; command: string; arguments?: unknown[] };
}

/** The command of the server's lenses on kernels with several launches. */
export const serverCommand = 'cuda-memlint.chooseLaunch';

/** Lenses with a choice: kernels of one launch have none. */
export function lensesWithChoice<Lens extends LaunchLens>(lenses: readonly Lens[] | null | undefined): Lens[] {
  return (lenses ?? []).filter(lens => lens.command?.command === serverCommand);
}

/** That of the kernel that a line is in: the last one that begins at or above it. */
export function lensAt<Lens extends LaunchLens>(lenses: readonly Lens[], line: number): Lens | undefined {
  return lenses
    .filter(lens => lens.range.start.line <= line)
    .reduce<Lens | undefined>(
      (last, lens) => (last && last.range.start.line > lens.range.start.line ? last : lens),
      undefined,
    );
}

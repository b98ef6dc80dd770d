// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/** What package.json declares by name. */
export const restartCommand = 'cuda-memlint.restart';
export const chooseLaunchCommand = 'cuda-memlint.chooseLaunchHere';
export const lanesView = 'cuda-memlint.lanes';

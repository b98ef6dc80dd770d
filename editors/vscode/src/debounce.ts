// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/** Runs the last of several actions that are asked for in quick succession, once there is a pause. */
export class Debounce {
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly milliseconds: number) {}

  run(action: () => void): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(action, this.milliseconds);
  }

  dispose(): void {
    clearTimeout(this.timer);
  }
}

//===- Runtime.h - Blocks of coroutines, and what they touch ----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ORACLE_RUNTIME_H
#define CUDA_MEMLINT_ORACLE_RUNTIME_H

#include "Trace.h"

#include <cstddef>
#include <string>

namespace oracle {

/// Ends the program with one line: the measured side has no answer.
[[noreturn]] void fail(const std::string &Words);

inline constexpr unsigned LanesPerWarp = 32;

struct Extent {
  unsigned X = 1, Y = 1, Z = 1;
  uint64_t count() const { return uint64_t(X) * Y * Z; }
};

/// Where in the program a thread is: the calls and the iterations of loops that
/// it is inside of. Threads at the same place share the node.
struct Path {
  Path *Parent = nullptr;
  uint32_t Label = 0;
  uint32_t Count = 0;
  Path *NextIteration = nullptr;
  Path *FirstChild = nullptr;
  Path *Sibling = nullptr;
  uint32_t Number = 0;
};

//===-- Threads.cpp ---------------------------------------------------------===//

/// Runs \p Kernel once for each thread, one block after the other, each thread
/// as a coroutine that gives way at barriers only.
void runGrid(Extent Grid, Extent Block, void (*Kernel)(void **), void **Arguments);

struct ThreadState {
  Extent Index;
  Extent BlockIndex;
  Extent Grid, Block;
  uint32_t LinearBlock = 0;
  unsigned Linear = 0;
  Path *At = nullptr;
};
/// The thread that runs.
extern ThreadState *Current;
/// Whether \p Address is on the stack of a coroutine.
bool isOnStack(uint64_t Address);

//===-- Trace.cpp -----------------------------------------------------------===//

Path *pathRoot();
/// Called by Threads.cpp when a block has ended.
void writeBlock();
void beginLaunch(const std::string &Kernel, Extent Grid, Extent Block, void **Arguments,
                 size_t SharedBytes);
/// Memory that the host has allocated for the device, zeroed.
void *allocate(size_t Bytes);
/// The wrapper of a kernel; null: there is no such kernel.
void (*findKernel(const std::string &Name))(void **);
void *findVariable(const std::string &Name);

} // namespace oracle

#endif // CUDA_MEMLINT_ORACLE_RUNTIME_H

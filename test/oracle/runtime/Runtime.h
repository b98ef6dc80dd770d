//===- Runtime.h - Blocks of coroutines, and what they touch ----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ORACLE_RUNTIME_H
#define CUDA_MEMLINT_ORACLE_RUNTIME_H

#include "Trace.h"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace oracle {

/// Ends the program with one line: the measured side has no answer.
[[noreturn]] void fail(const std::string &Words);

inline constexpr unsigned LanesPerWarp = 32;

struct Extent {
  unsigned X = 1, Y = 1, Z = 1;
  uint64_t count() const { return uint64_t(X) * Y * Z; }
};

/// A place in the source; Shim: of something built in, which stands for where it is used.
struct SourcePoint {
  uint32_t Line, Column;
  bool Shim;
  const char *File;
};

struct AccessSite {
  SourcePoint At;
  Kind What;
  uint32_t Bytes;
};

/// A call or a loop.
struct PathLabel {
  SourcePoint At;
  bool IsLoop;
};

/// Form: 0 integer, 1 pointer, 2 other.
struct Parameter {
  uint32_t Bytes, Form;
};

struct Kernel {
  std::string Name;
  void (*Run)(void **);
  uint32_t Line;
  std::vector<Parameter> Parameters;
};

struct Object {
  uint64_t Start, Bytes;
  Space Where;
  std::string Name;
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

inline constexpr int NoThread = -1;
/// Linear indices of the threads of a block that are watched.
using WatchedThreads = std::array<int, 2>;
/// Runs one block of it, and follows which events of the threads in \p Watched its barriers order.
void runBlockOf(Extent Grid, Extent Block, Extent BlockIndex, void (*Kernel)(void **),
                void **Arguments, WatchedThreads Watched);

struct ThreadState {
  Extent Index;
  Extent BlockIndex;
  Extent Grid, Block;
  uint32_t LinearBlock = 0;
  unsigned Linear = 0;
  Path *At = nullptr;
  /// Of the two that are watched: of itself, how many barriers a thread has left behind, and one
  /// more; of another, what that knew of itself when the two last came to a barrier together,
  /// or to barriers with others between them; 0: never. What a thread does that knows N of
  /// itself comes before all that is done by those that know N or more of it, and before
  /// nothing else.
  std::array<uint32_t, 2> Known = {};
  /// Barriers of the whole grid that it has come to.
  uint32_t GridBarriers = 0;
};
/// The thread that runs.
extern ThreadState *Current;
/// Whether \p Address is on the stack of a coroutine.
bool isOnStack(uint64_t Address);

/// Takes what instrumented code reports instead of the trace.
class Observer {
public:
  /// \p Range: bytes of a copy or of what is set as a whole; 0: one access.
  virtual void onAccess(const AccessSite &Site, const SourcePoint &At, uint64_t Address,
                        uint64_t Range) = 0;
  /// The thread that runs comes to where it waits for others, written at \p At.
  virtual void onWait(const SourcePoint &At) = 0;

protected:
  ~Observer() = default;
};
extern Observer *Observing;

//===-- Trace.cpp -----------------------------------------------------------===//

Path *pathRoot();
/// Called by Threads.cpp when a block has ended.
void writeBlock();
void beginLaunch(const std::string &Kernel, Extent Grid, Extent Block, void **Arguments,
                 size_t SharedBytes);
/// Memory that the host has allocated for the device, zeroed.
void *allocate(size_t Bytes);
inline constexpr size_t DynamicSharedMost = 232448;
unsigned char *dynamicShared();
const std::vector<Kernel> &kernels();
const std::vector<Object> &variables();
const PathLabel &labelOf(const Path &At);
/// The position of the innermost call outside the shims, for one that the shims hold.
SourcePoint pointOutsideShims(SourcePoint Place, const Path *At);
/// The wrapper of a kernel; null: there is no such kernel.
void (*findKernel(const std::string &Name))(void **);
void *findVariable(const std::string &Name);

} // namespace oracle

#endif // CUDA_MEMLINT_ORACLE_RUNTIME_H

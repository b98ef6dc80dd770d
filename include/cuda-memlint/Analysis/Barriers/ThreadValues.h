//===- ThreadValues.h - Expressions for all threads of a block --*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What conditions are for each thread of one block in one iteration of the loops
/// around: true, false, or not known. What is not known of a launch (arguments, values
/// read from memory) is anything in its range.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_BARRIERS_THREADVALUES_H
#define CUDA_MEMLINT_ANALYSIS_BARRIERS_THREADVALUES_H

#include "cuda-memlint/Model/MemoryProgram.h"
#include "cuda-memlint/Target/BlockShape.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <array>
#include <optional>
#include <vector>

namespace memlint {

/// Whether a condition holds. Ordered: `and` is the least, `or` the greatest.
enum class Truth : uint8_t { No, Maybe, Yes };

inline Truth operator!(Truth Known) { return Truth(unsigned(Truth::Yes) - unsigned(Known)); }

using Index3 = std::array<int64_t, 3>;

/// Conditions over thread and block indices and the counters of nested loops, in which
/// all else that is known has been put in.
class ThreadValues {
public:
  /// Threads of a block of \p Extent. The counters are those of nested loops, the
  /// outermost first.
  ThreadValues(const std::array<uint64_t, 3> &Extent, llvm::ArrayRef<ExprRef> Counters);

  /// The same with a single thread that stands for all of a block: what holds for it holds for
  /// each of them.
  static ThreadValues ofAllAtOnce(const std::array<uint64_t, 3> &Extent,
                                  llvm::ArrayRef<ExprRef> Counters);

  /// The number of \p Root among what is evaluated.
  unsigned add(ExprRef Root);

  void setBlock(const Index3 &Block) { setBlocks(Block, Block); }
  /// All from \p First to \p Last, in each dimension.
  void setBlocks(const Index3 &First, const Index3 &Last);
  /// \p Depth is that of the loop among those given, 0 for the outermost.
  void setIteration(unsigned Depth, int64_t Iteration);

  /// Of the blocks and the iterations set; \p Thread by linear index.
  Truth truth(unsigned Root, unsigned Thread);
  /// The same for each thread. Stays until the next call.
  llvm::ArrayRef<Truth> truths(unsigned Root);
  /// The value, where there is just one that it can be.
  std::optional<int64_t> number(unsigned Root, unsigned Thread);

  /// \p Root may differ among threads of one block.
  bool variesByThread(unsigned Root) const { return Nodes[Root].ByThread; }
  bool variesByBlock(unsigned Root) const { return Nodes[Root].Inputs & 1; }
  /// \p Root may differ among the threads of a group: \p Group consecutive ones, from a linear
  /// index that is a multiple of \p Group. It does not differ where its operands are the same for
  /// them in every block and iteration.
  bool variesWithin(unsigned Root, unsigned Group);
  /// \p Root changes with the counter of the loop at \p Depth.
  bool variesByIteration(unsigned Root, unsigned Depth) const {
    return Nodes[Root].Inputs & counterInput(Depth);
  }

  unsigned threads() const { return Threads; }
  Index3 threadIndex(unsigned Thread) const { return Shape.indexOf(Thread); }

  /// Values worked out so far.
  uint64_t steps() const { return Steps; }

private:
  struct Value {
    ExprRef Source = nullptr;
    /// What it depends on: bit 0 block indices, bit 1 + d the counter at depth d.
    uint64_t Inputs = 0;
    bool ByThread = false;
    bool IsCurrent = false;
    /// One for each thread, or a single one for all.
    std::vector<Interval> Values;

    Interval of(unsigned Thread) const { return Values[ByThread ? Thread : 0]; }
  };

  void compute(unsigned Number);
  Interval leafValue(const LeafInfo &Leaf, ExprRef Source, unsigned Thread) const;
  Interval compute(const Value &Operation, unsigned Thread) const;
  void outdate(uint64_t Inputs);
  bool isSameWithin(const Value &Computed, unsigned Group) const;
  static uint64_t counterInput(unsigned Depth) {
    return uint64_t(1) << (Depth < 62 ? Depth + 1 : 63);
  }

  BlockShape Shape;
  /// Those told apart.
  unsigned Threads;
  llvm::SmallVector<ExprRef, 4> Counters;
  llvm::SmallVector<int64_t, 4> Iterations;
  Index3 FirstBlock = {}, LastBlock = {};
  llvm::DenseMap<ExprRef, unsigned> Numbers;
  std::vector<Value> Nodes;
  std::vector<Truth> Truths;
  /// By root and group, what is known of variesWithin.
  llvm::DenseMap<std::pair<unsigned, unsigned>, bool> Within;
  uint64_t Steps = 0;
};

/// The counters of the loops around \p At, the outermost first.
llvm::SmallVector<ExprRef, 4> countersAround(const KernelProgram &Kernel, const Site &At);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_BARRIERS_THREADVALUES_H

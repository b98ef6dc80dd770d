//===- SyncWalk.h - What a thread releases and acquires ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which signals a thread may give behind an access, and which it may have seen before: a search
/// through the control-flow graph, with what fences and barriers lie on the way. Internal to the
/// race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_SYNCWALK_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_SYNCWALK_H

#include "cuda-memlint/Model/MemoryProgram.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace memlint {

/// The scopes and fences that an order needs.
struct OrderNeeds {
  /// It holds the threads that are asked about.
  ThreadScope Scope = ThreadScope::Device;
  /// What is neither released nor acquired orders nothing; else fences are not looked at.
  bool Fences = false;
  /// The two are threads of one block: what one of them does behind a barrier of the block comes
  /// after all that the other one does before it.
  bool InBlock = false;
};

class SyncWalk {
public:
  /// \p Kernel outlives it.
  SyncWalk(ExprContext &Context, const KernelProgram &Kernel);

  /// A signal, or a sight of one.
  struct Step {
    const Access *Site = nullptr;
    /// By another thread of the block or of the warp, too: a barrier lies in between.
    bool ByOthers = false;
    bool HasFence = false;
  };
  using Steps = llvm::SmallVector<Step, 8>;
  /// An access in one of its iterations.
  struct End {
    const Access *Site = nullptr;
    /// In the last iteration of the loops around it; in the first one. Else in any.
    bool IsLast = false, IsFirst = false;
  };
  using Choice = llvm::function_ref<bool(const Access &)>;

  /// Those of \p Signals that are made behind \p From and release it, on ways that end at \p Stops.
  Steps signalsBehind(const End &From, const OrderNeeds &Of, Choice Signals,
                      Choice Stops = nowhere) const;
  /// Those of \p Sights that are made before \p To and acquire for it, on ways that begin at
  /// \p Stops.
  Steps sightsBefore(const End &To, const OrderNeeds &Of, Choice Sights,
                     Choice Stops = nowhere) const;

private:
  static bool nowhere(const Access &) { return false; }

  /// The way of that number from one node to another.
  struct Edge {
    unsigned From;
    unsigned Number;
    unsigned To;
  };
  struct State {
    unsigned Node = 0;
    bool ByOthers = false, HasFence = false;

    unsigned number() const { return Node * 4 + ByOthers * 2 + HasFence; }
  };
  /// Of the conditions around an access, those that hold on the way to or from it.
  struct Conditions {
    llvm::DenseSet<ExprRef> Own, OfBlock;
  };

  Conditions conditionsOf(const End &At) const;
  bool isTaken(const Edge &Way, const llvm::DenseSet<ExprRef> &Held) const;
  bool mayFollow(const End &From, const Edge &Way) const;
  bool comesRound(const End &To, const Edge &Way) const;
  Steps search(const End &Start, const OrderNeeds &Of, bool IsBackward, Choice Wanted,
               Choice Stops) const;
  void pass(const Node &At, const OrderNeeds &Of, bool IsBackward, State &To) const;
  bool isForWholeBlock(const Node &At) const;
  void findLoops();

  const KernelProgram &Kernel;
  /// By node: the edges that lead there, and those that leave it.
  std::vector<llvm::SmallVector<Edge, 2>> Before, Behind;
  /// By node: that its condition does not hold; null: it has none.
  std::vector<ExprRef> Opposites;
  /// By loop: its head, its nodes, and how many edges leave it.
  std::vector<unsigned> Heads, Exits;
  std::vector<llvm::BitVector> Bodies;
};

/// Threads that are within \p Scope and see \p Site also see what was before it (release).
bool releases(const Access &Site, ThreadScope Scope);
/// What \p Site sees of threads within \p Scope comes before what follows it (acquire).
bool acquires(const Access &Site, ThreadScope Scope);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_SYNCWALK_H

//===- PairStream.h - Pairs of accesses in turn -----------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The pairs of accesses among groups of them, one after the other: there are too many to hold
/// them all. Internal to the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_PAIRSTREAM_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_PAIRSTREAM_H

#include "ThreadRelations.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <vector>

namespace memlint {

/// Accesses to what may be one object, by threads that are related in one way.
struct SiteGroup {
  llvm::ArrayRef<const Access *> Sites;
  const RelationIntervals *Of;
  /// By site: where threads make it is known before launch.
  llvm::SmallVector<bool> Known;
  /// No group before it has another relation of the same number.
  bool IsNewNumber;
};

/// Two accesses of one group.
struct StreamedPair {
  const SiteGroup *Group;
  const Access *First, *Second;
  /// Both are made at places that are known before launch.
  bool IsKnown;
};

class PairStream {
public:
  enum class Order {
    /// Those that are known come first, then the neighbours: they are decided soonest.
    CheapFirst,
    /// As the groups hold them.
    AsGiven
  };

  explicit PairStream(Order In) : In(In) {}

  /// All groups come before the first pair is taken; what they refer to outlives the stream.
  void add(SiteGroup Group);
  /// The pair whose turn it is; null behind the last.
  std::optional<StreamedPair> current();
  void advance();
  /// How many pairs came before the one whose turn it is.
  uint64_t passed() const { return Passed; }

private:
  bool moveToPair();
  bool moveCheapFirst();
  bool moveAsGiven();

  Order In;
  std::vector<SiteGroup> Groups;
  size_t LongestGroup = 0;
  /// Of CheapFirst: the pairs that are known, or the others.
  bool AmongKnown = true;
  /// The second site comes that many behind the first.
  size_t Distance = 0;
  size_t Group = 0;
  size_t First = 0;
  uint64_t Passed = 0;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_PAIRSTREAM_H

//===- ReadEffects.h - What a racing read decides ---------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What threads do by what they have read of a location where others store one value: it matters
/// which of them comes first, unless the read decides only whether the same value is stored once
/// more. Internal to the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_READEFFECTS_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_READEFFECTS_H

#include "DataAddress.h"

#include "cuda-memlint/Analysis/Races/CriticalSections.h"

#include <functional>

namespace memlint {

/// Conditions on indices let one thread alone, of those related as \p Kind says, come to \p Store.
bool isByOneThread(const Access &Store, ThreadPair Kind);

/// Answers for stores of one value by threads that are related in one way.
class ReadEffects {
public:
  /// Whether the two threads of a pair have one number for a leaf where they come to an access.
  using IsOneNumber = std::function<bool(ExprRef, const Access &)>;

  /// \p Store writes to \p Where. All outlive it.
  ReadEffects(const RaceSetting &Setting, const CriticalSections &Sections, const Access &Store,
              const DataAddress &Where, ThreadPair Kind, IsOneNumber IsOne);

  /// \p Store is to a location of all threads, by those that find a reason for it in data of their
  /// own, such as bad input: what others do that have not found one is work that may be left out.
  bool endsWork() const { return !Reasons.empty(); }
  /// A thread that finds what \p Store writes by \p Read does other things than one that does not,
  /// beside storing that: it stores to a location of its own, or a value of its own, counts, comes
  /// to a barrier, leaves data that others read, or uses the value.
  bool matter(const Access &Read) const;
  /// It is not known whether the read matters: what is stored behind the test by \p Read is not
  /// followed, or what goes elsewhere may have been computed from its outcome in a loop, a vote or
  /// an exchange among lanes.
  bool mayMatter(const Access &Read) const;
  /// \p Number, by which the location was chosen, goes into a value or another address, too.
  bool usesElsewhere(ExprRef Number) const;
  /// matter() for what threads count.
  bool matterToCounts(const Access &Read) const;

private:
  bool isUsed(const Access &Read) const;
  bool isBehindTest(const Site &At, const Access &Read) const;
  bool isTestedAgain(const Access &Site, const Access &Read) const;
  bool isOwn(const Access &Site, const Access &Read) const;
  bool storesOwnValue(const Access &Site) const;
  bool isForReason(const Site &At) const;
  bool isCarried(ExprRef Leaf, const Access &Read) const;
  bool mayCarry(ExprRef Leaf, const Access &Read) const;
  bool isLeftToOne(const Access &Site, const Access &Read) const;
  bool isReadBehind(const Access &Site, const Access &Read) const;
  bool isOfLocation(const Access &Site) const;

  const RaceSetting &Setting;
  const KernelProgram &Kernel;
  const CriticalSections &Sections;
  const Access &Store;
  const DataAddress &Where;
  ThreadPair Kind;
  IsOneNumber IsOne;
  /// Conditions on data of the thread's own that lead to the store, but for tests of its location.
  llvm::SmallVector<ExprRef, 2> Reasons;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_READEFFECTS_H

//===- ClaimedKeys.h - What the winner of an atomic owns --------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Of threads that try an atomic at one location, one alone finds what it expects. Those that try
/// it at other locations, for other keys, come through as well: the winner owns what is indexed by
/// its key, and nothing else. Internal to the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_CLAIMEDKEYS_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_CLAIMEDKEYS_H

#include "DataAddress.h"

namespace memlint {

/// The key at which one atomic is made.
class ClaimedKey {
public:
  /// \p Claim decides between threads that are related as \p Kind says. All outlive it.
  ClaimedKey(const RaceSetting &Setting, const Access &Claim, ThreadPair Kind);

  /// Whoever comes to \p Address behind the claim may be the only one there: all have tried at one
  /// location, or the address says what the key was.
  bool owns(const DataAddress &Address) const;
  /// The claim is made at one location by all threads.
  bool isOneForAll() const { return IsForAll && Claim.Offset; }

private:
  bool isSameNumber(ExprRef One, ExprRef Other) const;
  bool isDetermined(ExprRef Key, ExprRef Offset) const;

  const RaceSetting &Setting;
  const Access &Claim;
  /// The factors in the claim's address that differ from thread to thread.
  llvm::SmallVector<ExprRef, 4> Keys;
  /// It is not known where the claim is made, or there is one location for all threads.
  bool IsForAll = false;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_CLAIMEDKEYS_H

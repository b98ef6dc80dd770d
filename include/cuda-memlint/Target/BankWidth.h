//===- BankWidth.h - Banks of two widths ------------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TARGET_BANKWIDTH_H
#define CUDA_MEMLINT_TARGET_BANKWIDTH_H

#include "cuda-memlint/Target/TargetModel.h"

namespace memlint {

/// Whether banks of shared memory are 4 or 8 bytes wide as host code asks for, and \p Target has
/// them as they are when nothing does, 4 bytes.
inline bool hasBankModes(const TargetModel &Target) {
  return Target.Shared == SharedRule::WideBanks;
}

/// \p Target, which has such banks, once host code has asked for 8 bytes: a bank serves one aligned
/// word of 8 bytes, to all lanes that ask for any part of it.
TargetModel withWideBanks(const TargetModel &Target);

/// \p Target is one that withWideBanks() gives.
inline bool usesWideBanks(const TargetModel &Target) {
  return Target.Shared == SharedRule::Phases && Target.SharedBankBytes == 8;
}

} // namespace memlint

#endif // CUDA_MEMLINT_TARGET_BANKWIDTH_H

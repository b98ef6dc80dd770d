//===- RecordMends.cpp - Other layouts of structures ----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MendTrials.h"

#include "cuda-memlint/Analysis/Cost/LaunchValues.h"
#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

/// Where in its structure \p Site begins; nothing: the offset does not say it.
static std::optional<int64_t> offsetInRecord(const Access &Site, int64_t RecordBytes) {
  if (!Site.Offset || any_of(termsOf(Site.Offset),
                             [&](const Term &Part) { return Part.Coefficient % RecordBytes != 0; }))
    return std::nullopt;
  int64_t InRecord = ((constantOf(Site.Offset) % RecordBytes) + RecordBytes) % RecordBytes;
  return InRecord + int64_t(Site.Bytes) <= RecordBytes ? std::optional(InRecord) : std::nullopt;
}

std::optional<KernelProgram> splitRecord(ExprContext &Expressions, const KernelProgram &Kernel,
                                         unsigned Object) {
  // The arrays of two members lie so far apart that they have nothing in common.
  constexpr int64_t BetweenArrays = int64_t(1) << 36;
  auto RecordBytes = int64_t(Kernel.Objects[Object].ElementBytes);
  KernelProgram Result = Kernel;
  for (Access &Site : Result.Accesses) {
    if (!is_contained(Kernel.basesOf(Site.Object), Object) || Site.IsUnused)
      continue;
    std::optional<int64_t> InRecord = offsetInRecord(Site, RecordBytes);
    if (!InRecord || Site.Object != Object)
      return std::nullopt;
    auto Bytes = int64_t(Site.Bytes);
    ExprRef Offset = Expressions.constant(
        (constantOf(Site.Offset) - *InRecord) / RecordBytes * Bytes + *InRecord * BetweenArrays);
    for (const Term &Part : termsOf(Site.Offset))
      Offset = Expressions.add(
          Offset, product(Expressions, Part.Coefficient / RecordBytes * Bytes, Part.Factors));
    Site.Offset = Offset;
    Site.RecordAlignment = 1;
    Site.OffsetInRecord = 0;
  }
  return Result;
}

std::optional<KernelProgram> alignRecord(const KernelProgram &Kernel, unsigned Object,
                                         unsigned Alignment) {
  auto RecordBytes = int64_t(Kernel.Objects[Object].ElementBytes);
  if (RecordBytes % Alignment != 0)
    return std::nullopt;
  KernelProgram Result = Kernel;
  for (Access &Site : Result.Accesses) {
    if (Site.Object != Object || Site.IsUnused)
      continue;
    if (std::optional<int64_t> InRecord = offsetInRecord(Site, RecordBytes)) {
      Site.RecordAlignment = std::max(Site.RecordAlignment, Alignment);
      Site.OffsetInRecord = unsigned(*InRecord);
    }
  }
  return Result;
}

} // namespace memlint

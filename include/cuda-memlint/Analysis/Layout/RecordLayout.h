//===- RecordLayout.h - Layouts of structures -------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_LAYOUT_RECORDLAYOUT_H
#define CUDA_MEMLINT_ANALYSIS_LAYOUT_RECORDLAYOUT_H

#include "cuda-memlint/Analysis/Layout/RecordVisits.h"

namespace memlint {

/// One visit of elements of a record, as it is and as it could be.
struct RecordLayout {
  /// Another layout, and what the visit costs then.
  struct Alternative {
    VisitCost Cost;
    unsigned Alignment = 0;
    uint64_t Stride = 0;
  };

  RecordVisit Visit;
  /// Index into KernelAnalysis::Launches.
  unsigned Launch = 0;
  VisitCost Now;
  /// Of the same size.
  std::optional<Alternative> Aligned;
  /// With padding at its end.
  std::optional<Alternative> Padded;
  /// An array for each field.
  std::optional<VisitCost> Split;
  /// How many visits of the record would gain by the layout that is best, and the accesses of all
  /// of these.
  unsigned Visits = 0;
  std::vector<unsigned> Accesses;

  const Access &site() const { return *Visit.Parts.front().Site; }
  /// Whether an array for each field is the best of these.
  bool isBestSplit() const {
    return !Aligned && Split && (!Padded || Split->Sectors < Padded->Cost.Sectors);
  }
  /// The fewest sectors that any of these takes.
  double best() const;
};

/// The records of \p Kernel whose layout makes accesses to them expensive, each with the visit that
/// loses most.
std::vector<RecordLayout> findBetterLayouts(ExprContext &Expressions, const KernelAnalysis &Kernel,
                                            const TargetModel &Target);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_LAYOUT_RECORDLAYOUT_H

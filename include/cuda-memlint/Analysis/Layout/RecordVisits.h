//===- RecordVisits.h - Accesses to one element of an array of records -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Answers what-if questions about arrays of structures in global memory: what does it cost to
/// access an element as it is laid out, and what would it cost if the structure were aligned to
/// more bytes, or padded, or if each field had an array of its own? Each answer is the cost of
/// the real accesses with their offsets and sizes rewritten.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_LAYOUT_RECORDVISITS_H
#define CUDA_MEMLINT_ANALYSIS_LAYOUT_RECORDVISITS_H

#include "cuda-memlint/Model/MemoryProgram.h"
#include "cuda-memlint/Target/TargetModel.h"

#include <optional>

namespace memlint {

struct KernelAnalysis;

/// The members of a record in a part of it that one access covers, all of one size.
struct MembersInPart {
  uint64_t Bytes = 0;
  unsigned Count = 1;
};

/// The members of \p Record that lie in \p Bytes from \p First on; fewer than two count as one of
/// as many bytes. Nothing: their sizes differ.
std::optional<MembersInPart> membersIn(const MemoryObject &Record, uint64_t First, uint64_t Bytes);

/// Bytes of a record that one access covers.
struct RecordPart {
  const Access *Site = nullptr;
  unsigned FirstByte = 0;
  unsigned Bytes = 0;
};

/// What a lane loads of one element, or stores, in one straight line of code.
struct RecordVisit {
  /// In ascending order of FirstByte; no byte twice.
  std::vector<RecordPart> Parts;
  /// Byte offset of the element from the start of its object.
  ExprRef Start = nullptr;
};

/// The visits of elements of arrays of records in global memory whose location in the record is
/// known, by the first of their accesses. Atomics, volatile and unused accesses are left out.
std::vector<RecordVisit> findRecordVisits(ExprContext &Expressions, const KernelProgram &Kernel);

/// What one warp asks for in one visit, on average.
struct VisitCost {
  unsigned Requests = 0;
  double Sectors = 0;
};

class RecordCosts {
public:
  /// \p Launch: the number of one of the launches of \p Kernel.
  RecordCosts(ExprContext &Expressions, const KernelAnalysis &Kernel, const TargetModel &Target,
              unsigned Launch)
      : Expressions(Expressions), Kernel(Kernel), Target(Target), Launch(Launch) {}

  /// As it is, fields that compilers join taken as one. Empty, here and below: not known.
  std::optional<VisitCost> now(const RecordVisit &Visit) const;
  /// With elements that start on multiples of \p Alignment and lie \p Stride bytes apart.
  std::optional<VisitCost> aligned(const RecordVisit &Visit, unsigned Alignment,
                                   uint64_t Stride) const;
  /// With an array for each field.
  std::optional<VisitCost> split(const RecordVisit &Visit) const;

private:
  std::vector<RecordPart> compiled(const RecordVisit &Visit) const;
  /// \p Part of \p Visit where elements lie \p Stride bytes apart, at \p InRecord in them.
  bool add(VisitCost &Sum, const RecordVisit &Visit, const RecordPart &Part, uint64_t Stride,
           unsigned InRecord) const;

  ExprContext &Expressions;
  const KernelAnalysis &Kernel;
  const TargetModel &Target;
  unsigned Launch;
};

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_LAYOUT_RECORDVISITS_H

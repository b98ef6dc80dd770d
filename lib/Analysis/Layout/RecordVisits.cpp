//===- RecordVisits.cpp - Accesses to one element of an array of records --===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Layout/RecordVisits.h"

#include "cuda-memlint/Analysis/Cost/AccessEvaluation.h"
#include "cuda-memlint/Analysis/Cost/LaunchValues.h"
#include "cuda-memlint/Analysis/Layout/JoinedFields.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"

#include <algorithm>

using namespace llvm;

namespace memlint {

/// Steps that one question may take: totals are not asked for.
static constexpr uint64_t StepsPerQuestion = 1u << 12;

static uint64_t elementBytes(const KernelProgram &Kernel, const Access &Site) {
  return Kernel.Objects[Site.Object].ElementBytes;
}

static bool isOfRecord(const KernelProgram &Kernel, const Access &Site) {
  const MemoryObject &Object = Kernel.Objects[Site.Object];
  return Site.Space == MemorySpace::Global && Site.Offset && !Object.Members.empty() &&
         Object.OneOf.empty() && Object.ElementBytes != 0 && Site.Form == RequestForm::Plain &&
         (Site.Kind == AccessKind::Load || Site.Kind == AccessKind::Store) && !Site.IsVolatile &&
         !Object.IsVolatile && !Site.IsUnused;
}

std::optional<MembersInPart> membersIn(const MemoryObject &Record, uint64_t First, uint64_t Bytes) {
  MembersInPart Found{Bytes, 0};
  for (const MemberLayout &Member : Record.Members) {
    if (Member.FirstByte < First || Member.FirstByte + Member.Bytes > First + Bytes)
      continue;
    if (Found.Count != 0 && Member.Bytes != Found.Bytes)
      return std::nullopt;
    Found = {Member.Bytes, Found.Count + 1};
  }
  return Found.Count > 1 ? Found : MembersInPart{Bytes, 1};
}

/// Where in the element of its array \p Site begins; empty: the offset does not determine it.
static std::optional<unsigned> offsetInRecord(const KernelProgram &Kernel, const Access &Site) {
  auto Size = int64_t(elementBytes(Kernel, Site));
  for (const Term &Part : termsOf(Site.Offset))
    if (Part.Coefficient % Size != 0)
      return std::nullopt;
  auto InRecord = unsigned((constantOf(Site.Offset) % Size + Size) % Size);
  return InRecord + Site.Bytes <= uint64_t(Size) ? std::optional(InRecord) : std::nullopt;
}

/// Whether nothing between keeps the parts of \p Visit and \p Site, which comes after them, apart.
/// Loads are made where the first of them is, and what lies behind it up to \p Site holds all that
/// lies behind a later one: the first of each size answers for the others.
static bool areSideBySide(const KernelProgram &Kernel, const RecordVisit &Visit,
                          const Access &Site) {
  SmallDenseSet<unsigned, 4> SizesOfLoads;
  return all_of(Visit.Parts, [&](const RecordPart &Part) {
    return (Site.Kind == AccessKind::Load && !SizesOfLoads.insert(Part.Bytes).second) ||
           areSideBySide(Kernel, *Part.Site, Site);
  });
}

/// Makes \p Site a part of \p Visit; false: it belongs to another one.
static bool joinAccess(const KernelProgram &Kernel, const Access &Site, unsigned InRecord,
                       ExprRef Start, RecordVisit &Visit) {
  const Access &First = *Visit.Parts.front().Site;
  if (First.Object != Site.Object || First.Kind != Site.Kind || First.Guards != Site.Guards ||
      First.Loops != Site.Loops || Visit.Start != Start || !areSideBySide(Kernel, Visit, Site))
    return false;
  for (const RecordPart &Part : Visit.Parts) {
    // The compiler keeps what it has read.
    if (Part.FirstByte == InRecord && Part.Bytes == Site.Bytes)
      return true;
    if (Part.FirstByte < InRecord + Site.Bytes && InRecord < Part.FirstByte + Part.Bytes)
      return false;
  }
  Visit.Parts.push_back({&Site, InRecord, Site.Bytes});
  return true;
}

std::vector<RecordVisit> findRecordVisits(ExprContext &Expressions, const KernelProgram &Kernel) {
  std::vector<RecordVisit> Visits;
  for (const Access &Site : Kernel.Accesses) {
    if (!isOfRecord(Kernel, Site))
      continue;
    std::optional<unsigned> InRecord = offsetInRecord(Kernel, Site);
    if (!InRecord)
      continue;
    ExprRef Start = Expressions.add(Site.Offset, Expressions.constant(-int64_t(*InRecord)));
    if (none_of(Visits, [&](RecordVisit &Visit) {
          return joinAccess(Kernel, Site, *InRecord, Start, Visit);
        }))
      Visits.push_back({{{&Site, *InRecord, Site.Bytes}}, Start});
  }
  for (RecordVisit &Visit : Visits)
    llvm::sort(Visit.Parts, [](const RecordPart &Left, const RecordPart &Right) {
      return Left.FirstByte < Right.FirstByte;
    });
  return Visits;
}

std::vector<RecordPart> RecordCosts::compiled(const RecordVisit &Visit) const {
  std::vector<RecordPart> Result;
  SmallSet<unsigned, 8> Done;
  for (const RecordPart &Part : Visit.Parts) {
    if (!Done.insert(Part.Site->Id).second)
      continue;
    std::optional<JoinedAccess> Joined = joinFields(Kernel.Program, *Part.Site);
    if (!Joined) {
      Result.push_back(Part);
      continue;
    }
    for (unsigned With : Joined->With)
      Done.insert(With);
    Result.push_back({Part.Site, Part.FirstByte - Joined->FieldOffset, Joined->Bytes});
  }
  return Result;
}

bool RecordCosts::add(VisitCost &Sum, const RecordVisit &Visit, const RecordPart &Part,
                      uint64_t Stride, unsigned InRecord) const {
  auto Size = int64_t(elementBytes(Kernel.Program, *Part.Site));
  Access Moved = *Part.Site;
  Moved.Bytes = Part.Bytes;
  Moved.Offset = Expressions.constant(constantOf(Visit.Start) / Size * int64_t(Stride) + InRecord);
  for (const Term &Each : termsOf(Visit.Start))
    Moved.Offset = Expressions.add(
        Moved.Offset,
        product(Expressions, Each.Coefficient / Size * int64_t(Stride), Each.Factors));
  AccessCost Cost = evaluateAccess(Expressions, Kernel.Program, Moved, Kernel.Launches[Launch],
                                   Target, StepsPerQuestion);
  if (Cost.Known == Knowledge::Unknown || Cost.NeverExecuted || Cost.GuardUnknown)
    return false;
  ++Sum.Requests;
  Sum.Sectors += Cost.MeanCost;
  return true;
}

std::optional<VisitCost> RecordCosts::now(const RecordVisit &Visit) const {
  VisitCost Sum;
  for (const RecordPart &Part : compiled(Visit))
    if (!add(Sum, Visit, Part, elementBytes(Kernel.Program, *Part.Site), Part.FirstByte))
      return std::nullopt;
  return Sum;
}

/// What compilers make of \p Parts, which lie in the piece of \p Bytes at \p First, where that
/// is aligned as a whole: see JoinedFields.h.
static void merge(ArrayRef<RecordPart> Parts, unsigned First, unsigned Bytes,
                  std::vector<RecordPart> &Result) {
  if (Parts.empty())
    return;
  if (Parts.size() == 1) {
    Result.push_back(Parts.front());
    return;
  }
  uint64_t Covered = 0;
  for (const RecordPart &Part : Parts)
    Covered += Part.Bytes;
  bool Alike = all_of(Parts, [&](const RecordPart &Part) {
    return Part.Bytes == Parts.front().Bytes && Part.Site->Parts == 1;
  });
  bool Whole = all_of(Parts, [](const RecordPart &Part) { return Part.Site->Parts > 1; });
  bool StayTwo = Bytes == 16 && Parts.size() == 2 && Covered == 8;
  bool Filled = Parts.front().Site->Kind == AccessKind::Load && Parts.front().FirstByte == First &&
                Parts.back().FirstByte >= First + Bytes / 2 && !StayTwo;
  if (Covered == Bytes ? Alike || Whole : Filled && (Alike || Whole)) {
    Result.push_back({Parts.front().Site, First, Bytes});
    return;
  }
  unsigned Middle = First + Bytes / 2;
  const RecordPart *Upper =
      find_if(Parts, [&](const RecordPart &Part) { return Part.FirstByte >= Middle; });
  merge(ArrayRef(Parts.begin(), Upper), First, Bytes / 2, Result);
  merge(ArrayRef(Upper, Parts.end()), Middle, Bytes / 2, Result);
}

std::optional<VisitCost> RecordCosts::aligned(const RecordVisit &Visit, unsigned Alignment,
                                              uint64_t Stride) const {
  std::vector<RecordPart> Merged;
  ArrayRef<RecordPart> Left = Visit.Parts;
  for (unsigned First = 0; First < Stride; First += Alignment) {
    ArrayRef<RecordPart> Inside =
        Left.take_while([&](const RecordPart &Part) { return Part.FirstByte < First + Alignment; });
    Left = Left.drop_front(Inside.size());
    merge(Inside, First, Alignment, Merged);
  }
  VisitCost Sum;
  for (const RecordPart &Part : Merged)
    if (!add(Sum, Visit, Part, Stride, Part.FirstByte))
      return std::nullopt;
  return Sum;
}

std::optional<VisitCost> RecordCosts::split(const RecordVisit &Visit) const {
  VisitCost Sum;
  for (const RecordPart &Part : compiled(Visit)) {
    const MemoryObject &Record = Kernel.Program.Objects[Part.Site->Object];
    std::optional<MembersInPart> Members = membersIn(Record, Part.FirstByte, Part.Bytes);
    if (!Members)
      return std::nullopt;
    RecordPart Member = Part;
    Member.Bytes = unsigned(Members->Bytes);
    VisitCost OfMembers, AsNow;
    for (unsigned Count = 0; Count != Members->Count; ++Count)
      if (!add(OfMembers, Visit, Member, Member.Bytes, 0))
        return std::nullopt;
    // The padding of structures that are accessed as a whole is not what separate arrays are for.
    if (!add(AsNow, Visit, Part, Part.Bytes, 0))
      return std::nullopt;
    Sum.Requests += OfMembers.Requests;
    Sum.Sectors += std::max(OfMembers.Sectors, AsNow.Sectors);
  }
  return Sum;
}

} // namespace memlint

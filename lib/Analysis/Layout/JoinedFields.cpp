//===- JoinedFields.cpp - Accesses that compilers make one of -------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Layout/JoinedFields.h"

#include "cuda-memlint/Model/AccessCost.h"
#include "cuda-memlint/Model/MemoryProgram.h"
#include "cuda-memlint/Symbolic/ConstantDistance.h"
#include "cuda-memlint/Target/RequestCost.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

namespace {

/// Where an access lies in the aligned piece of memory that the compiler knows of.
struct OffsetInPiece {
  unsigned Alignment = 1;
  unsigned Offset = 0;
};

} // namespace

/// The widest access there is.
static constexpr unsigned MostJoinedBytes = 16;

/// Dynamic shared memory starts on 16 bytes, as nvcc declares it, so that there the
/// subscript decides; elsewhere the record's type does.
static OffsetInPiece pieceOf(const KernelProgram &Kernel, const Access &Site) {
  OffsetInPiece Result{Site.RecordAlignment, Site.OffsetInRecord};
  if (Site.Offset && Kernel.Objects[Site.Object].Kind == ObjectKind::DynamicShared) {
    const Congruence &Class = Site.Offset->congruence();
    unsigned Known = Class.LogModulus >= 4 ? 16 : 1u << Class.LogModulus;
    if (Known > Result.Alignment)
      Result = {Known, unsigned(Class.Residue % Known)};
  }
  return Result;
}

static bool mayBeJoined(const KernelProgram &Kernel, const Access &Site) {
  return (Site.Kind == AccessKind::Load || Site.Kind == AccessKind::Store) &&
         Site.Form == RequestForm::Plain && !Site.IsVolatile && Site.Offset &&
         pieceOf(Kernel, Site).Alignment > Site.Bytes;
}

/// Both lie in the same aligned bytes of one piece, as many as the widest access has.
static bool areInOnePiece(const Access &Left, OffsetInPiece LeftAt, const Access &Right,
                          OffsetInPiece RightAt) {
  return LeftAt.Alignment == RightAt.Alignment &&
         LeftAt.Offset / MostJoinedBytes == RightAt.Offset / MostJoinedBytes &&
         constantDistance(Left.Offset, Right.Offset) ==
             int64_t(LeftAt.Offset) - int64_t(RightAt.Offset);
}

/// Whether \p Other, which lies between two accesses like \p Site, may be to the same
/// bytes according to types and qualifiers: by the rules of C++ a scalar of another
/// field is not, one that is reached through a pointer to scalars may be.
static bool keepsApart(const KernelProgram &Kernel, const Access &Site, const Access &Other) {
  if (Other.Kind == AccessKind::Load && Site.Kind == AccessKind::Load)
    return false;
  const MemoryObject &Mine = Kernel.Objects[Site.Object], &Its = Kernel.Objects[Other.Object];
  return Other.Space == Site.Space && Other.RecordAlignment == 1 && Other.Bytes == Site.Bytes &&
         Its.ElementBytes == Other.Bytes && !Mine.IsRestrict && !Its.IsRestrict;
}

bool areSideBySide(const KernelProgram &Kernel, const Access &Left, const Access &Right) {
  auto [First, Last] = std::minmax(Left.NodeId, Right.NodeId);
  auto Between = [First = First, Last = Last](const Site &Node) {
    return First < Node.NodeId && Node.NodeId < Last;
  };
  return none_of(Kernel.Barriers, Between) && none_of(Kernel.Fences, Between) &&
         none_of(Kernel.Accesses, [&](const Access &Other) {
           return Between(Other) && keepsApart(Kernel, Left, Other);
         });
}

std::optional<JoinedAccess> joinFields(const KernelProgram &Kernel, const Access &Site) {
  if (!mayBeJoined(Kernel, Site))
    return std::nullopt;
  OffsetInPiece Piece = pieceOf(Kernel, Site);
  SmallVector<const Access *> Fields;
  for (const Access &Other : Kernel.Accesses)
    if (Other.Id == Site.Id ||
        (Other.Object == Site.Object && Other.Kind == Site.Kind && Other.Bytes == Site.Bytes &&
         mayBeJoined(Kernel, Other) && areInOnePiece(Site, Piece, Other, pieceOf(Kernel, Other)) &&
         Other.Guards == Site.Guards && Other.Loops == Site.Loops &&
         areSideBySide(Kernel, Site, Other)))
      Fields.push_back(&Other);

  for (unsigned Bytes : {MostJoinedBytes, 8u}) {
    if (Bytes > Piece.Alignment || Bytes <= Site.Bytes)
      continue;
    unsigned First = Piece.Offset / Bytes * Bytes;
    unsigned Asked = 0;
    JoinedAccess Result{Bytes, Piece.Offset - First, {}};
    for (const Access *Field : Fields) {
      unsigned Offset = pieceOf(Kernel, *Field).Offset;
      if (Offset < First || Offset >= First + Bytes)
        continue;
      Asked |= 1u << (Offset - First) / Site.Bytes;
      if (Field->Id != Site.Id)
        Result.With.push_back(Field->Id);
    }
    unsigned Count = Bytes / Site.Bytes, All = (1u << Count) - 1;
    bool InUpperHalf = Asked >> Count / 2;
    if (Site.Kind == AccessKind::Store ? Asked == All : (Asked & 1) && InUpperHalf)
      return Result;
  }
  return std::nullopt;
}

std::optional<RequestCost> costOfJoined(const TargetModel &Target, const Access &Site,
                                        const AccessCost &Cost, const JoinedAccess &Joined) {
  WarpRequest Request = Cost.WorstRequest;
  Request.BytesPerLane = Joined.Bytes;
  for (int64_t &Offset : Request.ByteOffset)
    Offset -= Joined.FieldOffset;
  return cost(Target, Site.Space, Request);
}

} // namespace memlint

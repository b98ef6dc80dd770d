//===- JoinedFields.cpp - Accesses that compilers make one of -------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Layout/JoinedFields.h"

#include "cuda-memlint/Analysis/Aliasing/StraightCode.h"
#include "cuda-memlint/Model/AccessCost.h"
#include "cuda-memlint/Model/MemoryProgram.h"
#include "cuda-memlint/Symbolic/ConstantDistance.h"
#include "cuda-memlint/Target/RequestCost.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

#include <algorithm>
#include <array>
#include <cstdlib>

using namespace llvm;

namespace memlint {

namespace {

/// Where an access lies in the aligned piece of memory that the compiler knows of.
struct OffsetInPiece {
  unsigned Alignment = 1;
  unsigned Offset = 0;
};

} // namespace

/// The widest access there is, and what else accesses are joined to.
static constexpr unsigned MostJoinedBytes = 16;
static constexpr std::array<unsigned, 4> JoinedWidths = {MostJoinedBytes, 8, 4, 2};

/// What the start of a shared array is a multiple of, for the compiler: 16 bytes where it is
/// dynamic, as nvcc declares it; else what ptxas knows from where it places the array, which it
/// was seen to use for elements of a word or more only. 1: not shared, or one of several.
static uint64_t sharedAlignment(const MemoryObject &Array, unsigned Bytes) {
  if (Array.Kind == ObjectKind::DynamicShared)
    return MostJoinedBytes;
  bool IsPlaced = Array.Kind == ObjectKind::StaticShared && Array.OneOf.empty();
  return IsPlaced && Bytes >= 4 ? Array.AlignmentBytes : 1;
}

/// Where \p Offset lies in a shared array, by its congruence.
static OffsetInPiece pieceAt(const MemoryObject &Array, ExprRef Offset, unsigned Bytes) {
  const Congruence &Class = Offset->congruence();
  unsigned Known = Class.LogModulus >= 4 ? MostJoinedBytes : 1u << Class.LogModulus;
  Known = unsigned(std::min<uint64_t>(Known, sharedAlignment(Array, Bytes)));
  return {Known, unsigned(Class.Residue % Known)};
}

/// In shared arrays the subscript decides; elsewhere the record's type does.
static OffsetInPiece pieceOf(const KernelProgram &Kernel, const Access &Site) {
  OffsetInPiece Result{Site.RecordAlignment, Site.OffsetInRecord};
  if (!Site.Offset)
    return Result;
  OffsetInPiece InArray = pieceAt(Kernel.Objects[Site.Object], Site.Offset, Site.Bytes);
  return InArray.Alignment > Result.Alignment ? InArray : Result;
}

static bool mayBePart(const Access &Site) {
  return (Site.Kind == AccessKind::Load || Site.Kind == AccessKind::Store) &&
         Site.Form == RequestForm::Plain && !Site.IsVolatile && Site.Offset;
}

static bool mayBeJoined(const KernelProgram &Kernel, const Access &Site) {
  return mayBePart(Site) && pieceOf(Kernel, Site).Alignment > Site.Bytes;
}

/// Both lie in the same aligned bytes of one piece, as many as the widest access has.
static bool areInOnePiece(const Access &Left, OffsetInPiece LeftAt, const Access &Right,
                          OffsetInPiece RightAt) {
  return LeftAt.Alignment == RightAt.Alignment &&
         LeftAt.Offset / MostJoinedBytes == RightAt.Offset / MostJoinedBytes &&
         constantDistance(Left.Offset, Right.Offset) ==
             int64_t(LeftAt.Offset) - int64_t(RightAt.Offset);
}

static bool isOneSharedArray(const MemoryObject &Object) {
  return Object.OneOf.empty() &&
         (Object.Kind == ObjectKind::StaticShared || Object.Kind == ObjectKind::DynamicShared);
}

/// Both are to structures of one type, whose fields nvcc tells apart, and nothing else.
static bool areOfOneRecord(const KernelProgram &Kernel, const Access &Left, const Access &Right) {
  unsigned Type = Kernel.Objects[Left.Object].ElementTypeNumber;
  return Type != 0 && Type == Kernel.Objects[Right.Object].ElementTypeNumber &&
         Left.RecordAlignment != 1 && Right.RecordAlignment != 1;
}

/// Whether \p Other, which lies between two accesses like \p Site, may be to the same bytes as far
/// as the compiler knows. It does not go by the types of scalars: what goes through another pointer
/// may be to any memory of its space, unless one of the two is `__restrict__` or both are fields
/// of one structure.
static bool keepsApart(const KernelProgram &Kernel, const Access &Site, const Access &Other) {
  if (Other.Kind == AccessKind::Load && Site.Kind == AccessKind::Load)
    return false;
  const MemoryObject &Mine = Kernel.Objects[Site.Object], &Its = Kernel.Objects[Other.Object];
  if (Other.Object != Site.Object && isOneSharedArray(Mine) && isOneSharedArray(Its))
    return false;
  if (Other.Space != Site.Space || Mine.IsRestrict || Its.IsRestrict)
    return false;
  if (Other.Object != Site.Object)
    return !areOfOneRecord(Kernel, Site, Other);
  return Other.RecordAlignment == 1 && Other.Bytes == Site.Bytes && Its.ElementBytes == Other.Bytes;
}

/// Whether \p Other may be to the same field of the same structure as \p Moved, by their types and
/// qualifiers, in another array.
static bool mayBeSameField(const KernelProgram &Kernel, const Access &Moved, const Access &Other) {
  const MemoryObject &Mine = Kernel.Objects[Moved.Object], &Its = Kernel.Objects[Other.Object];
  return Other.Object != Moved.Object && Other.Space == Moved.Space && !Mine.IsRestrict &&
         !Its.IsRestrict && areOfOneRecord(Kernel, Moved, Other) &&
         Moved.RecordAlignment == Other.RecordAlignment && Moved.Bytes == Other.Bytes &&
         Moved.OffsetInRecord == Other.OffsetInRecord;
}

/// Those of \p All, which are in the order of their nodes, that come after node \p First and before
/// node \p Last.
template <typename T>
static ArrayRef<T> between(const std::vector<T> &All, unsigned First, unsigned Last) {
  auto Begin = partition_point(All, [&](const T &Each) { return Each.NodeId <= First; });
  auto End =
      std::partition_point(Begin, All.end(), [&](const T &Each) { return Each.NodeId < Last; });
  return ArrayRef<T>(All).slice(size_t(Begin - All.begin()), size_t(End - Begin));
}

bool areSideBySide(const KernelProgram &Kernel, const Access &Left, const Access &Right) {
  auto [First, Last] = std::minmax(Left.NodeId, Right.NodeId);
  bool IsLoad = Left.Kind == AccessKind::Load;
  // Loads are made where the first of them is, stores where the last is.
  const Access &Moved = (Left.NodeId < Right.NodeId) == IsLoad ? Right : Left;
  return areInStraightCode(Kernel, First == Left.NodeId ? Left : Right,
                           First == Left.NodeId ? Right : Left) &&
         between(Kernel.Barriers, First, Last).empty() &&
         between(Kernel.Fences, First, Last).empty() &&
         none_of(between(Kernel.Accesses, First, Last), [&](const Access &Other) {
           if (IsLoad && Other.Kind == AccessKind::Load)
             return false;
           return keepsApart(Kernel, Left, Other) || mayBeSameField(Kernel, Moved, Other);
         });
}

/// Whether one load of \p Count parts is made for those in \p Asked: the first one is asked for,
/// and what is missing is in gaps of at most two, or at the end.
static bool fillsGaps(unsigned Asked, unsigned Count) {
  unsigned High = Asked >> Count / 2;
  if (Count <= 4)
    return (Asked & 1) && High != 0;
  unsigned Low = Asked & ((1u << Count / 2) - 1);
  return fillsGaps(Low, Count / 2) && (High == 1 || fillsGaps(High, Count / 2));
}

/// Whether an access of \p Count parts is made of those in \p Asked, a bit for each. A load may
/// fetch what nobody asks for; of words in shared memory, one of four.
static bool makesOne(const Access &Site, unsigned Asked, unsigned Count) {
  unsigned All = (1u << Count) - 1;
  if (Site.Kind == AccessKind::Store || Asked == All)
    return Asked == All;
  if (Site.Space == MemorySpace::Shared && Site.Bytes >= 4)
    return Count == 4 && popcount(Asked) == 3;
  // Two words of four are two loads in the machine code.
  bool StayTwo =
      Site.Space == MemorySpace::Global && Site.Bytes == 4 && Count == 4 && popcount(Asked) == 2;
  return !StayTwo && fillsGaps(Asked, Count);
}

/// Whether the part before the pair at \p First is the first of three in \p Fields, stores to
/// global memory: nvcc halves a row of stores that is not aligned as a whole, and leaves the last
/// one of three.
static bool areLastOfThree(const KernelProgram &Kernel, ArrayRef<const Access *> Fields,
                           unsigned First) {
  const Access &Site = *Fields.front();
  if (Site.Kind != AccessKind::Store || Site.Space != MemorySpace::Global)
    return false;
  auto IsStored = [&](int64_t Parts) {
    return any_of(Fields, [&](const Access *Each) {
      return int64_t(pieceOf(Kernel, *Each).Offset) == int64_t(First) + Parts * int64_t(Site.Bytes);
    });
  };
  return !IsStored(-2) && IsStored(-1) && !IsStored(2);
}

namespace {

/// Some parts in a row that are one access, or a single one.
struct RowPiece {
  unsigned First, Count;
};

} // namespace

/// Divides a row of \p Count loads that starts at part \p First of an aligned piece of
/// memory, as nvcc's vectoriser does, where none is of more than \p Most parts. What has a length
/// that is a power of two, or is odd and becomes one with parts that nobody asks for, is one load
/// where that is aligned; else what lies before the next aligned part goes first. Of other even
/// lengths the largest power of two goes first.
static void divideRow(unsigned First, unsigned Count, unsigned Most,
                      SmallVectorImpl<RowPiece> &Pieces) {
  if (Count == 0)
    return;
  unsigned Floor = bit_floor(Count);
  bool IsFilled = Count % 2 == 1 && Count != 1;
  unsigned Whole = IsFilled ? 2 * Floor : Floor;
  unsigned Head = First & -First;
  if (Whole > Most || (!IsFilled && Count != Floor))
    Head = std::min(Floor, Most);
  else if (First % Whole == 0)
    return Pieces.push_back({First, Whole});
  divideRow(First, std::min(Head, Count), Most, Pieces);
  if (Head < Count)
    divideRow(First + Head, Count - Head, Most, Pieces);
}

/// Makes one load of 16 bytes of three words in shared memory, as the machine code has it, that are
/// \p Pieces of parts of \p Bytes: two and one from the start, or three single ones up to the end.
static void joinWords(unsigned Bytes, SmallVectorImpl<RowPiece> &Pieces) {
  auto IsWords = [&](unsigned Word, unsigned Words) {
    return any_of(Pieces, [&](const RowPiece &Each) {
      return Each.First * Bytes == 4 * Word && Each.Count * Bytes == 4 * Words;
    });
  };
  if ((IsWords(0, 2) && IsWords(2, 1)) || (IsWords(1, 1) && IsWords(2, 1) && IsWords(3, 1))) {
    erase_if(Pieces, [&](const RowPiece &Each) { return Each.Count * Bytes >= 4; });
    Pieces.push_back({0, MostJoinedBytes / Bytes});
  }
}

/// What \p Site is joined to of the parts in \p Asked, a bit for each part of the 16 bytes that it
/// lies in: loads of less than a word. Empty: gaps are among them, which loads from global memory
/// may fetch.
static std::optional<RowPiece> pieceOfRow(const Access &Site, OffsetInPiece At, unsigned Asked) {
  unsigned Own = At.Offset % MostJoinedBytes / Site.Bytes;
  unsigned First = Own, End = Own + 1;
  while (First > 0 && (Asked >> (First - 1) & 1))
    --First;
  while (Asked >> End & 1)
    ++End;
  if (Site.Space != MemorySpace::Shared && unsigned(popcount(Asked)) != End - First)
    return std::nullopt;
  SmallVector<RowPiece> Pieces;
  divideRow(First, End - First, At.Alignment / Site.Bytes, Pieces);
  if (Site.Space == MemorySpace::Shared && At.Alignment == MostJoinedBytes)
    joinWords(Site.Bytes, Pieces);
  return *find_if(Pieces, [&](const RowPiece &Each) {
    return Each.First <= Own && Own < Each.First + Each.Count;
  });
}

std::optional<JoinedAccess> joinFields(const KernelProgram &Kernel, const Access &Site) {
  if (!mayBeJoined(Kernel, Site))
    return std::nullopt;
  OffsetInPiece Piece = pieceOf(Kernel, Site);
  // In the order of the code: what may be one with all before it, up to the first that may not.
  SmallVector<const Access *> Fields;
  bool HasSite = false;
  for (const Access &Other : Kernel.Accesses) {
    if (Other.Id != Site.Id && (Other.Object != Site.Object || Other.Kind != Site.Kind ||
                                Other.Bytes != Site.Bytes || !mayBeJoined(Kernel, Other) ||
                                !areInOnePiece(Site, Piece, Other, pieceOf(Kernel, Other)) ||
                                Other.Guards != Site.Guards || Other.Loops != Site.Loops))
      continue;
    if (!all_of(Fields, [&](const Access *Each) { return areSideBySide(Kernel, *Each, Other); })) {
      if (HasSite)
        break;
      Fields.clear();
    }
    Fields.push_back(&Other);
    HasSite |= Other.Id == Site.Id;
  }

  unsigned Asked = 0;
  auto JoinTo = [&](unsigned First, unsigned Bytes) {
    Asked = 0;
    JoinedAccess Result{Bytes, Piece.Offset - First, {}};
    for (const Access *Field : Fields) {
      unsigned Offset = pieceOf(Kernel, *Field).Offset;
      if (Offset < First || Offset >= First + Bytes)
        continue;
      Asked |= 1u << (Offset - First) / Site.Bytes;
      if (Field->Id != Site.Id)
        Result.With.push_back(Field->Id);
    }
    return Result;
  };
  constexpr unsigned WordBytes = 4;
  if (Site.Kind == AccessKind::Load && Site.Bytes < WordBytes) {
    unsigned Start = Piece.Offset / MostJoinedBytes * MostJoinedBytes;
    JoinTo(Start, MostJoinedBytes);
    if (std::optional<RowPiece> Row = pieceOfRow(Site, Piece, Asked))
      return Row->Count == 1
                 ? std::nullopt
                 : std::optional(JoinTo(Start + Row->First * Site.Bytes, Row->Count * Site.Bytes));
  }
  for (unsigned Bytes : JoinedWidths) {
    if (Bytes > Piece.Alignment || Bytes <= Site.Bytes)
      continue;
    unsigned First = Piece.Offset / Bytes * Bytes;
    JoinedAccess Result = JoinTo(First, Bytes);
    unsigned Count = Bytes / Site.Bytes;
    if (makesOne(Site, Asked, Count) && (Count != 2 || !areLastOfThree(Kernel, Fields, First)))
      return Result;
  }
  return std::nullopt;
}

/// How often the innermost loop around \p Site runs where the compiler can unroll it and has one
/// straight line of code then; 0: that is not known.
static int64_t unrolledIterations(const KernelProgram &Kernel, const Access &Site,
                                  const Loop &Around) {
  ExprRef Counter = Around.Counter;
  if (!Counter || Around.Exits.size() != 1 || Around.UnrollCount == 1u)
    return 0;
  auto IsCounter = [&](ExprRef Leaf) { return Leaf == Counter; };
  auto IsInside = [&](const memlint::Site &Other) { return is_contained(Other.Loops, Around.Id); };
  auto MakesNone = [&](ExprRef Guard) {
    return !anyLeaf(Guard, [&](ExprRef Leaf) { return Around.makes(Leaf); });
  };
  bool IsStraight =
      allLeaves(Around.Exits.front(), IsCounter) && all_of(Site.Guards, MakesNone) &&
      none_of(Kernel.Loops, [&](const Loop &Other) { return Other.Parent == Around.Id; }) &&
      none_of(Kernel.Barriers, IsInside) && none_of(Kernel.Fences, IsInside) &&
      all_of(Kernel.Accesses, [&](const Access &Other) {
        return !IsInside(Other) || Other.Id == Site.Id ||
               (Other.Guards == Site.Guards && !keepsApart(Kernel, Site, Other));
      });
  // The last value of the counter is that with which the loop is left.
  return IsStraight ? Counter->range().High : 0;
}

std::optional<JoinedAccess> joinIterations(ExprContext &Expressions, const KernelProgram &Kernel,
                                           const Access &Site) {
  constexpr int64_t MostSteps = int64_t(1) << 20;
  if (!mayBePart(Site) || Site.Space != MemorySpace::Shared || Site.Loops.empty())
    return std::nullopt;
  const Loop &Around = Kernel.Loops[Site.Loops.back()];
  int64_t Iterations = unrolledIterations(Kernel, Site, Around);
  if (Iterations < 2 || Iterations > MostSteps)
    return std::nullopt;
  auto InIteration = [&](ExprRef Root, int64_t Number) {
    return Expressions.substitute(Root, [&](ExprRef Leaf) {
      return Leaf == Around.Counter ? Expressions.constant(Number) : nullptr;
    });
  };
  // Whatever else depends on the iteration is a condition, which splits the line of code.
  for (ExprRef Guard : Site.Guards)
    if (InIteration(Guard, 0) != Guard && Guard != Expressions.logicalNot(Around.Exits.front()))
      return std::nullopt;
  ExprRef First = InIteration(Site.Offset, 0), Last = InIteration(Site.Offset, Iterations - 1);
  std::optional<int64_t> Step = constantDistance(InIteration(Site.Offset, 1), First);
  ExprRef Steps = Step ? Expressions.multiply(Around.Counter, Expressions.constant(*Step)) : First;
  if (!Step || std::abs(*Step) != int64_t(Site.Bytes) ||
      Expressions.add(First, Steps) != Site.Offset)
    return std::nullopt;
  OffsetInPiece Start = pieceAt(Kernel.Objects[Site.Object], *Step > 0 ? First : Last, Site.Bytes);
  for (unsigned Bytes : JoinedWidths) {
    if (Bytes > Start.Alignment || Bytes <= Site.Bytes || Start.Offset % Bytes != 0)
      continue;
    unsigned Count = Bytes / Site.Bytes;
    auto Left = unsigned(Iterations % Count);
    bool IsDivided = Around.UnrollCount.value_or(0) % Count == 0;
    if (IsDivided && Iterations >= int64_t(Count) - 1 &&
        (Left == 0 || makesOne(Site, (1u << Left) - 1, Count)))
      return JoinedAccess{Bytes, 0, {}, Count, Left == 0};
  }
  return std::nullopt;
}

/// The multiple of \p Bytes, a power of two, at or below \p Offset.
static int64_t alignDown(int64_t Offset, unsigned Bytes) { return Offset & -int64_t(Bytes); }

std::optional<RequestCost> costOfJoined(const TargetModel &Target, const Access &Site,
                                        const AccessCost &Cost, const JoinedAccess &Joined) {
  WarpRequest Request = Cost.WorstRequest;
  Request.BytesPerLane = Joined.Bytes;
  for (int64_t &Offset : Request.ByteOffset)
    Offset = alignDown(Offset - Joined.FieldOffset, Joined.Bytes);
  return cost(Target, Site.Space, Request);
}

} // namespace memlint

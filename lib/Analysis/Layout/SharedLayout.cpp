//===- SharedLayout.cpp - Would another layout free a shared array? -------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Layout/SharedLayout.h"

#include "LayoutTrials.h"

#include "cuda-memlint/Analysis/Cost/OffsetRange.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Model/LaunchContexts.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

using namespace llvm;

namespace memlint {

static uint64_t declaredBytes(const KernelProgram &Kernel) {
  uint64_t Declared = 0;
  for (const MemoryObject &Each : Kernel.Objects)
    if (Each.Kind == ObjectKind::StaticShared)
      Declared += Each.SizeBytes.value_or(0);
  return Declared;
}

/// What a block may have that takes \p Taken. A launch that fits into what blocks have without a
/// call of host code may not be preceded by one.
static unsigned limitOf(const TargetModel &Target, uint64_t Taken) {
  return Taken <= Target.StaticSharedBytes ? Target.StaticSharedBytes : Target.MaxSharedBytes;
}

static uint64_t freeBytes(uint64_t Taken, unsigned Limit) {
  return Taken < Limit ? Limit - Taken : 0;
}

uint64_t bytesForAnotherArray(const KernelAnalysis &Kernel, const TargetModel &Target) {
  uint64_t Declared = declaredBytes(Kernel.Program);
  uint64_t Least = freeBytes(Declared, Target.StaticSharedBytes);
  for (const LaunchContext &Launch : Kernel.Launches) {
    uint64_t Taken = Declared + Launch.DynamicSharedBytes.value_or(0);
    Least = std::min(Least, freeBytes(Taken, limitOf(Target, Taken)));
  }
  return Least;
}

/// The bytes that an array has, and what a launch leaves for it to grow.
struct RoomToGrow {
  uint64_t ArrayBytes;
  uint64_t FreeBytes;
  unsigned LimitBytes;
};

/// The room that \p Array has in each launch that is looked at. Where the size of dynamic shared
/// memory is not stated, no room is known. \p PartBytes: those of the part of a buffer.
static SmallVector<RoomToGrow> findRoom(const KernelAnalysis &Kernel, const TargetModel &Target,
                                        const MemoryObject &Array, unsigned WorstLaunch,
                                        std::optional<uint64_t> PartBytes) {
  uint64_t Declared = declaredBytes(Kernel.Program);
  auto RoomIn = [](uint64_t ArrayBytes, uint64_t Taken, unsigned Limit) {
    return RoomToGrow{ArrayBytes, freeBytes(Taken, Limit), Limit};
  };
  SmallVector<RoomToGrow> Rooms;
  if (Array.Kind == ObjectKind::StaticShared && Array.SizeBytes.value_or(0) != 0)
    Rooms.push_back(RoomIn(*Array.SizeBytes, Declared, Target.StaticSharedBytes));
  if (Array.Kind != ObjectKind::DynamicShared)
    return Rooms;
  for (auto [Number, Launch] : enumerate(Kernel.Launches)) {
    uint64_t Dynamic = Launch.DynamicSharedBytes.value_or(0);
    if (Dynamic == 0 || (isGuessed(Launch) && Number != WorstLaunch))
      continue;
    uint64_t Taken = Declared + Dynamic;
    Rooms.push_back(RoomIn(PartBytes.value_or(Dynamic), Taken, limitOf(Target, Taken)));
  }
  return Rooms;
}

/// The most elements that each row of \p Advice may get; sets its limit if that is why.
static unsigned findMostPadding(ArrayRef<RoomToGrow> Rooms, LayoutAdvice &Advice) {
  uint64_t Most = MostPaddingBytes / Advice.ElementBytes;
  for (const RoomToGrow &Room : Rooms) {
    uint64_t PerElement = divideCeil(Room.ArrayBytes, Advice.RowBytes) * Advice.ElementBytes;
    uint64_t Fitting = PerElement == 0 ? Most : Room.FreeBytes / PerElement;
    if (Fitting >= Most)
      continue;
    Most = Fitting;
    Advice.LimitBytes = Room.LimitBytes;
  }
  return unsigned(Most);
}

constexpr uint64_t BytesOfAllBanks = 32 * 4;

/// The offset of \p Item in rows of \p RowBytes.
static ExprRef paddedOffset(ExprContext &Expressions, const SharedUse &Item, uint64_t RowBytes) {
  return Expressions.add(
      Expressions.multiply(Item.Split.Row, Expressions.constant(int64_t(RowBytes))),
      Item.Split.InRow);
}

/// What leaves more of \p ExcessNow is not worth a change.
static double mostThatIsLeft(const LayoutAdvice &Advice, double ExcessNow) {
  return Advice.KnowsShares ? 0.9 * ExcessNow : ExcessNow;
}

/// Tries paddings up to \p Most in rising order until one frees all accesses.
static void tryPaddings(LayoutTrials &Trials, double ExcessNow, unsigned Most,
                        LayoutAdvice &Advice) {
  ExprContext &Expressions = Trials.Expressions;
  double BestExcess = mostThatIsLeft(Advice, ExcessNow);
  for (unsigned Padding = 1; Padding <= Most; ++Padding) {
    uint64_t NewRowBytes = Advice.RowBytes + Padding * Advice.ElementBytes;
    bool Aligned = NewRowBytes % Advice.WidestBytes == 0;
    if (!Aligned && Advice.UnalignedFreeingPadding)
      continue;
    std::optional<double> Excess = Trials.excess(
        [&](const SharedUse &Item) { return paddedOffset(Expressions, Item, NewRowBytes); });
    if (!Excess)
      continue;
    if (!Aligned) {
      if (*Excess == 0)
        Advice.UnalignedFreeingPadding = Padding;
      continue;
    }
    if (*Excess == 0) {
      Advice.FreeingPadding = Padding;
      return;
    }
    if (*Excess < BestExcess) {
      BestExcess = *Excess;
      Advice.BestPadding = Padding;
      Advice.BestPaddingLeaves = *Excess / ExcessNow;
    }
  }
}

/// Whether \p Site stays in the first \p Bytes of its array in all launches whose block is not a
/// guess.
static bool staysBelow(ExprContext &Expressions, const KernelAnalysis &Kernel, const Access &Site,
                       uint64_t Bytes) {
  auto Anything = [](ExprRef) -> std::optional<Interval> { return std::nullopt; };
  return all_of(Kernel.Verdicts[Site.Id], [&](const AccessVerdict &Verdict) {
    const LaunchContext &Launch = Kernel.Launches[Verdict.Launch];
    if (isGuessed(Launch) || Verdict.Cost.NeverExecuted)
      return true;
    std::optional<Interval> Range =
        Site.Offset ? offsetRange(Expressions, Kernel.Program, Site, Launch, Anything)
                    : std::nullopt;
    return Range && Range->High <= int64_t(Bytes) - int64_t(Site.Bytes);
  });
}

/// Whether rows of \p RowBytes instead of those of \p Advice leave all that the accesses beside \p
/// InRows reach. These stay where they are: they may be about other data, which the array holds at
/// another time. That takes accesses that bring the rows their own data, and columns: a distance
/// of lanes alone does not make rows of what others fill.
static bool leaveOthers(LayoutTrials &Trials, const KernelAnalysis &Kernel,
                        ArrayRef<const Access *> InRows, const LayoutAdvice &Advice,
                        uint64_t RowBytes) {
  unsigned Object = InRows.front()->Object;
  std::optional<uint64_t> Bytes = Kernel.Program.Objects[Object].SizeBytes;
  bool HaveOwnData = Trials.haveColumns() && any_of(InRows, [](const Access *Site) {
                       return Site->Kind != AccessKind::Load;
                     });
  return all_of(Kernel.Program.Accesses, [&](const Access &Site) {
    if (is_contained(InRows, &Site))
      return true;
    if (Site.Object != Object)
      return !is_contained(Kernel.Program.basesOf(Site.Object), Object);
    // How long an array is without a size, the launch decides: nothing of it is cut.
    return HaveOwnData && (!Bytes || staysBelow(Trials.Expressions, Kernel, Site,
                                                *Bytes / Advice.RowBytes * RowBytes));
  });
}

/// The least multiple of \p Unit that rows may be long for all \p InRows to lie in them as they lie
/// in rows of \p RowBytes, by bisection: where they do, they do in longer ones. Empty: there is
/// none below \p RowBytes.
static std::optional<uint64_t> findLeastRow(ExprContext &Expressions, const KernelAnalysis &Kernel,
                                            ArrayRef<const Access *> InRows, uint64_t RowBytes,
                                            uint64_t Unit) {
  uint64_t TooShort = 0, Enough = (RowBytes - 1) / Unit;
  auto Fit = [&](uint64_t Units) {
    return fitRows(Expressions, Kernel, InRows, RowBytes, Units * Unit);
  };
  if (Enough == 0 || !Fit(Enough))
    return std::nullopt;
  while (Enough - TooShort > 1) {
    uint64_t Middle = (TooShort + Enough) / 2;
    (Fit(Middle) ? Enough : TooShort) = Middle;
  }
  return Enough * Unit;
}

/// Tries rows that are shorter, from the shortest on that holds what their accesses need. Longer
/// ones than by all banks lie in the banks as those before do.
static void tryShorterRows(LayoutTrials &Trials, const KernelAnalysis &Kernel,
                           LayoutAdvice &Advice) {
  ExprContext &Expressions = Trials.Expressions;
  auto ExcessAt = [&](uint64_t RowBytes) {
    return Trials.excess([&](const SharedUse &Item) {
      return Item.IsFlat ? nullptr : paddedOffset(Expressions, Item, RowBytes);
    });
  };
  std::vector<const Access *> Sites = Trials.sitesInRows();
  std::optional<double> Now = ExcessAt(Advice.RowBytes);
  if (!Now || *Now == 0)
    return;
  uint64_t Unit = std::lcm<uint64_t>(Advice.ElementBytes, Advice.WidestBytes);
  std::optional<uint64_t> Least = findLeastRow(Expressions, Kernel, Sites, Advice.RowBytes, Unit);
  if (!Least)
    return;
  uint64_t End = std::min(Advice.RowBytes, *Least + std::max(BytesOfAllBanks, Unit));
  for (uint64_t RowBytes = *Least; RowBytes < End && !Advice.ShorterRow; RowBytes += Unit)
    if (ExcessAt(RowBytes) == 0.0 && leaveOthers(Trials, Kernel, Sites, Advice, RowBytes))
      Advice.ShorterRow = RowBytes / Advice.ElementBytes;
  if (Advice.ShorterRow)
    for (const Access *Site : Sites)
      Advice.InRows.push_back(Site->Id);
}

/// The offset of \p Item with unit u of a row at u ^ (row >> \p Shift & \p Mask).
static ExprRef swizzledOffset(ExprContext &Expressions, const SharedUse &Item,
                              const LayoutAdvice &Advice, unsigned Shift, uint64_t Mask) {
  const RowSplit &Split = Item.Split;
  ExprRef Unit = Expressions.constant(int64_t(Advice.SwizzleUnit));
  ExprRef Shifted = Shift == 0
                        ? Split.Row
                        : Expressions.divide(Split.Row, Expressions.constant(int64_t(1) << Shift));
  ExprRef Number =
      Expressions.bitXor(Expressions.divide(Split.InRow, Unit),
                         Expressions.bitAnd(Shifted, Expressions.constant(int64_t(Mask))));
  ExprRef InRow =
      Expressions.add(Expressions.multiply(Number, Unit), Expressions.remainder(Split.InRow, Unit));
  return Expressions.add(
      Expressions.multiply(Split.Row, Expressions.constant(int64_t(Advice.SwizzledRowBytes))),
      InRow);
}

/// The bytes of a row whose units can change places; 0: there are none. Rows that are longer than a
/// power of two are shortened to it if all accesses are known to lie in the rest; larger blocks
/// than are guessed may need more of a row.
static uint64_t findSwizzledRow(LayoutTrials &Trials, const KernelAnalysis &Kernel,
                                const LayoutAdvice &Advice) {
  uint64_t UnitBytes = Advice.SwizzleUnit;
  uint64_t Units = bit_floor(Advice.RowBytes / UnitBytes);
  uint64_t RowBytes = Units * UnitBytes;
  if (Units < 2 || RowBytes == Advice.RowBytes)
    return Units < 2 ? 0 : RowBytes;
  std::vector<const Access *> Sites = Trials.sitesInRows();
  bool Fits = Advice.RowsDeclared && !Advice.FlatAccess && !all_of(Kernel.Launches, isGuessed) &&
              fitRows(Trials.Expressions, Kernel, Sites, Advice.RowBytes, RowBytes) &&
              leaveOthers(Trials, Kernel, Sites, Advice, RowBytes);
  return Fits ? RowBytes : 0;
}

/// Tries to permute the units of rows that are \p UnitBytes long. Whether that leaves few enough of
/// the excess.
static bool trySwizzle(LayoutTrials &Trials, const KernelAnalysis &Kernel, double ExcessNow,
                       uint64_t UnitBytes, LayoutAdvice &Advice) {
  ExprContext &Expressions = Trials.Expressions;
  Advice.SwizzleUnit = UnitBytes;
  Advice.SwizzledRowBytes = findSwizzledRow(Trials, Kernel, Advice);
  if (Advice.SwizzledRowBytes == 0)
    return false;
  uint64_t Mask = std::min<uint64_t>(Advice.SwizzledRowBytes / UnitBytes, 32) - 1;
  // Rows that are shorter than all banks: where some of them are side by side in these, those that
  // are not differ in higher bits.
  unsigned MostShift =
      Advice.SwizzledRowBytes < BytesOfAllBanks && isPowerOf2_64(Advice.SwizzledRowBytes)
          ? Log2_64(BytesOfAllBanks / Advice.SwizzledRowBytes)
          : 0;
  std::optional<double> Excess;
  for (unsigned Shift = 0; Shift <= MostShift && Excess != 0.0; ++Shift) {
    std::optional<double> Shifted = Trials.excess(
        [&](const SharedUse &Item) {
          return swizzledOffset(Expressions, Item, Advice, Shift, Mask);
        },
        UnitBytes);
    if (!Shifted || (Excess && *Shifted >= *Excess))
      continue;
    Excess = Shifted;
    Advice.SwizzleShift = Shift;
  }
  if (!Excess || *Excess >= mostThatIsLeft(Advice, ExcessNow))
    return false;
  // To give up other rows for it, it has to be worth it.
  if (*Excess > 0 && Advice.SwizzledRowBytes != Advice.RowBytes)
    return false;
  Advice.SwizzleMask = Mask;
  Advice.SwizzleLeaves = *Excess / ExcessNow;
  return true;
}

/// Units that compilers access at once come first: those of their parts make more requests.
static void trySwizzles(LayoutTrials &Trials, const KernelAnalysis &Kernel, double ExcessNow,
                        LayoutAdvice &Advice) {
  uint64_t Unit = std::max<uint64_t>(Advice.WidestBytes, Advice.ElementBytes);
  uint64_t Merged = Trials.widestMergedBytes();
  bool HasMerged = Merged > Unit && Advice.RowBytes % Merged == 0;
  if (HasMerged && trySwizzle(Trials, Kernel, ExcessNow, Merged, Advice) &&
      *Advice.SwizzleLeaves == 0)
    return;
  LayoutAdvice OfMerged = Advice;
  Advice.SwizzleLeaves.reset();
  Advice.SwizzleShift = 0;
  if (!trySwizzle(Trials, Kernel, ExcessNow, Unit, Advice) && OfMerged.SwizzleLeaves) {
    Advice = OfMerged;
    return;
  }
  if (HasMerged)
    Advice.SwizzleDivides = Merged;
}

/// The offset of \p Item with element i at i + i / \p Elements.
static ExprRef skewedOffset(ExprContext &Expressions, const SharedUse &Item, uint64_t Elements,
                            uint64_t ElementBytes) {
  ExprRef Passes =
      Expressions.divide(Item.Offset, Expressions.constant(int64_t(Elements * ElementBytes)));
  return Expressions.add(Item.Offset,
                         Expressions.multiply(Passes, Expressions.constant(int64_t(ElementBytes))));
}

/// Tries one element more after each pass over the banks: element i at i + i / SkewElements.
static void trySkew(LayoutTrials &Trials, double ExcessNow, ArrayRef<RoomToGrow> Rooms,
                    LayoutAdvice &Advice) {
  uint64_t Element = Advice.ElementBytes;
  if (Element < 4 || Element > 16 || !isPowerOf2_64(Element) || Advice.WidestBytes > Element)
    return;
  if (any_of(Rooms, [&](const RoomToGrow &Room) {
        return Room.ArrayBytes / BytesOfAllBanks * Element > Room.FreeBytes;
      }))
    return;
  ExprContext &Expressions = Trials.Expressions;
  std::optional<double> Excess = Trials.excess([&](const SharedUse &Item) {
    return skewedOffset(Expressions, Item, BytesOfAllBanks / Element, Element);
  });
  if (!Excess)
    return;
  Advice.SkewElements = BytesOfAllBanks / Element;
  Advice.SkewLeaves = *Excess / ExcessNow;
}

/// What is known of the accesses to \p Array in rows of \p RowBytes, into which they are split; 0:
/// there are none.
static LayoutAdvice describeRows(const LayoutTrials &Trials, const MemoryObject &Array,
                                 uint64_t ElementBytes, uint64_t RowBytes) {
  LayoutAdvice Advice;
  Advice.ElementBytes = ElementBytes;
  Advice.RowsDeclared = Array.Extents.size() >= 2;
  Advice.RowBytes = RowBytes;
  Advice.AccessCount = Trials.accessCount();
  Advice.WidestBytes = Trials.widestBytes();
  if (RowBytes != 0)
    Advice.FlatAccess = Trials.flatAccess();
  Advice.KnowsShares = Trials.knowsWeights();
  Advice.KnowsRequests = Trials.knowsRequests();
  return Advice;
}

/// Shorter rows than those of \p RowBytes; empty: none free their accesses.
static std::optional<LayoutAdvice> adviseShorterRows(LayoutTrials &Trials,
                                                     const KernelAnalysis &Kernel,
                                                     const MemoryObject &Array,
                                                     uint64_t ElementBytes, uint64_t RowBytes) {
  // Rows as long as all banks are not padded. Larger blocks than are guessed may need more of a
  // row.
  if (RowBytes % BytesOfAllBanks == 0 || all_of(Kernel.Launches, isGuessed) ||
      !Trials.splitAll(RowBytes))
    return std::nullopt;
  LayoutAdvice Advice = describeRows(Trials, Array, ElementBytes, RowBytes);
  tryShorterRows(Trials, Kernel, Advice);
  return Advice.ShorterRow ? std::optional(Advice) : std::nullopt;
}

/// The advice for rows of \p RowBytes; empty: none are known.
static std::optional<LayoutAdvice> adviseRows(LayoutTrials &Trials, const KernelAnalysis &Kernel,
                                              ArrayRef<RoomToGrow> Rooms, const MemoryObject &Array,
                                              uint64_t ElementBytes,
                                              std::optional<uint64_t> RowBytes) {
  bool HasRows = RowBytes && *RowBytes && Trials.splitAll(*RowBytes) && Trials.haveRows();
  LayoutAdvice Advice = describeRows(Trials, Array, ElementBytes, HasRows ? *RowBytes : 0);
  if (!HasRows && Advice.RowsDeclared)
    return std::nullopt;
  std::optional<double> ExcessNow =
      Trials.excess([](const SharedUse &Item) { return Item.Offset; });
  if (!ExcessNow || *ExcessNow <= 0)
    return std::nullopt;
  Advice.ExcessNow = *ExcessNow;
  if (HasRows) {
    tryPaddings(Trials, *ExcessNow, findMostPadding(Rooms, Advice), Advice);
    if (!Advice.FreeingPadding && !Trials.haveFragments())
      trySwizzles(Trials, Kernel, *ExcessNow, Advice);
  }
  if (!Advice.FreeingPadding && !Advice.RowsDeclared && !Trials.haveFragments())
    trySkew(Trials, *ExcessNow, Rooms, Advice);
  // What is said of an array without rows is that, or nothing.
  if (!HasRows && !Advice.helpsToSkew())
    return std::nullopt;
  return Advice;
}

/// What is tried for one array in one launch.
struct SharedLayouts::OfArray {
  LayoutTrials Trials;
  bool IsUsed;
  /// Not the whole array, but the part of a buffer that holds several.
  bool IsPart = false;
  uint64_t PartBytes = 0;
  /// By access, the part that it is in; empty: there is one.
  std::vector<unsigned> Parts;
  /// By bytes of an element and of a row.
  std::map<std::pair<uint64_t, std::optional<uint64_t>>, std::optional<LayoutAdvice>> Advice;
  /// Likewise, about shorter rows.
  std::map<std::pair<uint64_t, uint64_t>, std::optional<LayoutAdvice>> Shorter;
};

SharedLayouts::SharedLayouts(ExprContext &Expressions, const KernelAnalysis &Kernel,
                             const TargetModel &Target)
    : Expressions(Expressions), Kernel(Kernel), Target(Target) {}
SharedLayouts::~SharedLayouts() = default;

SharedLayouts::OfArray &SharedLayouts::partOf(const Access &Conflicting, unsigned WorstLaunch) {
  unsigned Object = Conflicting.Object;
  auto Collect = [&](std::unique_ptr<OfArray> &Known) {
    if (Known)
      return false;
    Known.reset(
        new OfArray{LayoutTrials(Expressions, Kernel, Target), false, false, 0, {}, {}, {}});
    Known->IsUsed = Known->Trials.collectUses(Object, WorstLaunch);
    return Known->IsUsed;
  };
  std::unique_ptr<OfArray> &Whole = Arrays[{Object, WorstLaunch, std::nullopt}];
  const MemoryObject &Array = Kernel.Program.Objects[Object];
  // Of a declared array, rows and not accesses say what belongs together.
  bool MayHoldSeveral = Array.Kind == ObjectKind::DynamicShared && Array.Extents.size() < 2;
  if (Collect(Whole) && MayHoldSeveral)
    Whole->Parts = Whole->Trials.findParts();
  if (Whole->Parts.empty())
    return *Whole;
  unsigned Part = Whole->Parts[Conflicting.Id];
  std::unique_ptr<OfArray> &Known = Arrays[{Object, WorstLaunch, Part}];
  if (Collect(Known)) {
    Known->IsPart = true;
    Known->PartBytes = Whole->Trials.bytesOfPart(Whole->Parts, Part, Kernel.Launches[WorstLaunch]);
    Known->Trials.keepPart(Whole->Parts, Part);
  }
  return *Known;
}

/// What \p Launch has a dynamic buffer for as far as its bytes tell, which are all that is known: a
/// number of whole rows.
static std::optional<BufferUse> rowsOfLaunch(const LaunchContext &Launch, uint64_t RowBytes) {
  uint64_t Bytes = Launch.DynamicSharedBytes.value_or(0);
  if (Bytes == 0 || Bytes % RowBytes != 0)
    return std::nullopt;
  BufferUse Buffer;
  Buffer.LaunchBytes = Buffer.End = Buffer.StayingEnd = Bytes;
  return Buffer;
}

/// Adds to \p Advice, which is for \p Conflicting, what it takes of a buffer whose size a launch
/// determines.
void SharedLayouts::measureInBuffer(const Access &Conflicting, unsigned WorstLaunch,
                                    LayoutAdvice &Advice) {
  Advice.IsPart = partOf(Conflicting, WorstLaunch).IsPart;
  unsigned Object = Conflicting.Object;
  if (Kernel.Program.Objects[Object].Kind != ObjectKind::DynamicShared || Advice.RowBytes == 0)
    return;
  const OfArray &Whole = *Arrays[{Object, WorstLaunch, std::nullopt}];
  auto RoleOf = [&](const Access &Site) {
    if (Advice.IsPart && Whole.Parts[Site.Id] != Whole.Parts[Conflicting.Id])
      return BufferRole::Apart;
    return Advice.ShorterRow && !is_contained(Advice.InRows, Site.Id) ? BufferRole::Staying
                                                                      : BufferRole::Rows;
  };
  bool HasAll = Whole.Trials.haveAllOfBuffer();
  if (Advice.IsPart && !HasAll)
    return;
  std::vector<BufferUse> Buffers;
  for (const LaunchContext *Launch : Whole.Trials.launches()) {
    std::optional<BufferUse> Buffer = HasAll ? Whole.Trials.findBufferUse(*Launch, RoleOf)
                                             : rowsOfLaunch(*Launch, Advice.RowBytes);
    if (!Buffer)
      return;
    Buffers.push_back(*Buffer);
  }
  Advice.Buffers = std::move(Buffers);
}

/// How far the rows of a matrix are apart that \p Request loads, in bytes: the first eight lanes
/// have one each.
static std::optional<uint64_t> rowsOfMatrices(const WarpRequest &Request) {
  auto Apart = uint64_t(std::abs(Request.ByteOffset[1] - Request.ByteOffset[0]));
  return (Request.ActiveMask & 3) == 3 && Apart > Request.BytesPerLane ? std::optional(Apart)
                                                                       : std::nullopt;
}

std::optional<uint64_t> rowsOfFragments(const WarpRequest &Request) {
  constexpr unsigned LanesOfRow = 4;
  if ((Request.ActiveMask & 0x1F) != 0x1F)
    return std::nullopt;
  auto From = [&](unsigned Lane) { return Request.ByteOffset[Lane] - Request.ByteOffset[0]; };
  for (unsigned Lane = 1; Lane != LanesOfRow; ++Lane)
    if (From(Lane) != int64_t(Lane) * Request.BytesPerLane)
      return std::nullopt;
  auto Apart = uint64_t(std::abs(From(LanesOfRow)));
  return Apart > uint64_t(LanesOfRow) * Request.BytesPerLane ? std::optional(Apart) : std::nullopt;
}

std::optional<LayoutAdvice> SharedLayouts::advise(const Access &Conflicting, unsigned WorstLaunch) {
  const MemoryObject &Array = Kernel.Program.Objects[Conflicting.Object];
  OfArray *Known = &partOf(Conflicting, WorstLaunch);
  if (!Known->IsUsed)
    return std::nullopt;
  LayoutTrials &Trials = Known->Trials;
  uint64_t ElementBytes = Array.ElementBytes ? Array.ElementBytes : Conflicting.Bytes;
  // The type that a buffer is declared with is not that of the arrays in it. Accesses of 16 bytes
  // show none, as they are to vectors and to rows of matrices.
  constexpr uint64_t WidestElement = 8;
  if (Known->IsPart)
    if (std::optional<uint64_t> Common = Trials.commonBytes(); Common && *Common <= WidestElement)
      ElementBytes = *Common;
  bool IsDeclared = Array.Extents.size() >= 2;
  const WarpRequest &Worst = Kernel.Verdicts[Conflicting.Id][WorstLaunch].Cost.WorstRequest;
  std::optional<uint64_t> RowBytes;
  if (IsDeclared)
    RowBytes = Array.Extents.back() * ElementBytes;
  else if (Conflicting.Form == RequestForm::MatrixRows)
    RowBytes = rowsOfMatrices(Worst);
  else if (Conflicting.Form == RequestForm::WarpMatrix)
    RowBytes = rowsOfFragments(Worst);
  if (!RowBytes && Conflicting.Form != RequestForm::MatrixRows)
    RowBytes = Trials.rowsOfSubscripts(Conflicting, ElementBytes);
  SmallVector<uint64_t> Rows = IsDeclared ? SmallVector<uint64_t>{*RowBytes}
                                          : Trials.laneDistances(Conflicting, ElementBytes);
  for (uint64_t Each : Rows) {
    auto [Shorter, IsNew] = Known->Shorter.try_emplace({ElementBytes, Each});
    if (IsNew)
      Shorter->second = adviseShorterRows(Trials, Kernel, Array, ElementBytes, Each);
    if (IsNew && Shorter->second)
      measureInBuffer(Conflicting, WorstLaunch, *Shorter->second);
    if (Shorter->second && is_contained(Shorter->second->InRows, Conflicting.Id))
      return Shorter->second;
  }
  auto [Advice, IsNew] = Known->Advice.try_emplace({ElementBytes, RowBytes});
  if (IsNew)
    Advice->second =
        adviseRows(Trials, Kernel,
                   findRoom(Kernel, Target, Array, WorstLaunch,
                            Known->IsPart ? std::optional(Known->PartBytes) : std::nullopt),
                   Array, ElementBytes, RowBytes);
  if (Advice->second)
    measureInBuffer(Conflicting, WorstLaunch, *Advice->second);
  return Advice->second;
}

bool SharedLayouts::knowsTrials(const Access &Conflicting, unsigned Launch) {
  return !partOf(Conflicting, Launch).Trials.hasUnknownTrial();
}

std::optional<unsigned> SharedLayouts::partOfBuffer(const Access &Site, unsigned Launch) {
  if (!partOf(Site, Launch).IsPart)
    return std::nullopt;
  return Arrays[{Site.Object, Launch, std::nullopt}]->Parts[Site.Id];
}

std::optional<MovedAccess> SharedLayouts::move(const Access &Conflicting, unsigned Launch) {
  std::optional<LayoutAdvice> Advice = advise(Conflicting, Launch);
  if (!Advice)
    return std::nullopt;
  LayoutTrials &Trials = partOf(Conflicting, Launch).Trials;
  if (Advice->RowBytes != 0)
    Trials.splitAll(Advice->RowBytes);
  const SharedUse *Item = Trials.findUse(Conflicting, Kernel.Launches[Launch]);
  if (!Item)
    return std::nullopt;
  auto WithRows = [&](uint64_t Elements) {
    return MovedAccess{MovedAccess::Kind::Padding, Elements, 0,
                       paddedOffset(Expressions, *Item, Elements * Advice->ElementBytes)};
  };
  uint64_t Elements = Advice->RowBytes / Advice->ElementBytes;
  if (Advice->ShorterRow)
    return WithRows(*Advice->ShorterRow);
  if (Advice->FreeingPadding)
    return WithRows(Elements + *Advice->FreeingPadding);
  if (Advice->helpsToSkew())
    return MovedAccess{
        MovedAccess::Kind::Skew, Advice->SkewElements, 0,
        skewedOffset(Expressions, *Item, Advice->SkewElements, Advice->ElementBytes)};
  if (Advice->SwizzleLeaves && *Advice->SwizzleLeaves < Advice->BestPaddingLeaves)
    return MovedAccess{
        MovedAccess::Kind::Swizzle, Advice->SwizzleMask, Advice->SwizzleShift,
        swizzledOffset(Expressions, *Item, *Advice, Advice->SwizzleShift, Advice->SwizzleMask),
        Advice->SwizzleUnit};
  if (Advice->BestPadding)
    return WithRows(Elements + *Advice->BestPadding);
  return std::nullopt;
}

bool SharedLayouts::leavesAsItIs(const Access &Conflicting, unsigned Launch) {
  std::optional<MovedAccess> Moved = move(Conflicting, Launch);
  if (!Moved)
    return false;
  LayoutTrials &Trials = partOf(Conflicting, Launch).Trials;
  auto ExcessAt = [&](ExprRef Offset) {
    return Trials.excess(
        [&](const SharedUse &Item) {
          return Item.Site == &Conflicting && Item.Launch == &Kernel.Launches[Launch] ? Offset
                                                                                      : nullptr;
        },
        Moved->UnitBytes);
  };
  std::optional<double> Now =
      ExcessAt(Trials.findUse(Conflicting, Kernel.Launches[Launch])->Offset);
  std::optional<double> Then = ExcessAt(Moved->Offset);
  return Now && Then && *Then >= *Now;
}

} // namespace memlint

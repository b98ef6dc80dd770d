//===- RequestCost.cpp - What one warp-level request costs ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Target/RequestCost.h"

#include "cuda-memlint/Target/BankWidth.h"

#include "UnitSet.h"

#include "llvm/Support/ErrorHandling.h"

#include <algorithm>
#include <bit>
#include <limits>

using namespace memlint;

/// Calls \p Visit with each lane of \p Mask, lowest first.
template <typename VisitorT> static void forEachLane(LaneMask Mask, VisitorT Visit) {
  for (; Mask; Mask &= Mask - 1)
    Visit(static_cast<unsigned>(std::countr_zero(Mask)));
}

/// Bytes per lane, kept within what an access can have.
static unsigned laneBytes(const WarpRequest &Request) {
  return std::clamp(Request.BytesPerLane, 1u, 16u);
}

/// Offset of the last byte of \p Lane; at the top of the range, where it would
/// overflow, the highest offset there is.
static int64_t lastByte(const WarpRequest &Request, unsigned Lane) {
  int64_t Further = laneBytes(Request) - 1;
  int64_t First = Request.ByteOffset[Lane];
  return First > std::numeric_limits<int64_t>::max() - Further ? std::numeric_limits<int64_t>::max()
                                                               : First + Further;
}

static unsigned activeBytes(const WarpRequest &Request) {
  return std::popcount(Request.ActiveMask) * laneBytes(Request);
}

static RequestCost withIdeal(unsigned Cost, unsigned Ideal) {
  return {Cost, std::min(Cost, Ideal)};
}

/// \p Mask cut to the lanes of part \p Part, of \p Lanes lanes each.
static LaneMask lanesOfPart(LaneMask Mask, unsigned Part, unsigned Lanes) {
  return Mask & (allLanes(Lanes) << (Part * Lanes % MostWarpLanes));
}

//===----------------------------------------------------------------------===//
// Global memory
//===----------------------------------------------------------------------===//

/// Distinct aligned units of 2^UnitShift bytes, no smaller than an access, that
/// the lanes of \p Mask touch.
static unsigned unitsTouched(const WarpRequest &Request, LaneMask Mask, unsigned UnitShift) {
  UnitSet Units;
  forEachLane(Mask, [&](unsigned Lane) {
    Units.insert(Request.ByteOffset[Lane] >> UnitShift);
    Units.insert(lastByte(Request, Lane) >> UnitShift);
  });
  return Units.count();
}

/// Compute capability 1.0 and 1.1: sectors moved for one half-warp.
static unsigned inOrderHalfWarpSectors(const WarpRequest &Request, LaneMask Half) {
  if (!Half)
    return 0;
  unsigned Bytes = laneBytes(Request);
  bool Coalesced = Bytes == 4 || Bytes == 8 || Bytes == 16;
  unsigned FirstLane = std::countr_zero(Half) & ~15u;
  auto Start = [&](unsigned Lane) {
    return static_cast<uint64_t>(Request.ByteOffset[Lane]) - uint64_t(Lane - FirstLane) * Bytes;
  };
  uint64_t Segment = Start(std::countr_zero(Half));
  uint64_t Alignment = Bytes == 4 ? 64 : 128;
  Coalesced &= Segment % Alignment == 0;
  forEachLane(Half, [&](unsigned Lane) { Coalesced &= Start(Lane) == Segment; });
  return Coalesced ? 16 * Bytes / TargetModel::SectorBytes : std::popcount(Half);
}

/// Compute capability 1.2 and 1.3: sectors moved for one half-warp.
static unsigned segmentHalfWarpSectors(const WarpRequest &Request, LaneMask Half) {
  unsigned Bytes = laneBytes(Request);
  unsigned SegmentBytes = Bytes == 1 ? 32 : Bytes == 2 ? 64 : 128;
  unsigned Sectors = 0;
  while (Half) {
    int64_t Segment = Request.ByteOffset[std::countr_zero(Half)] & -int64_t(SegmentBytes);
    unsigned Used = 0; // bit s: sector s of the segment is used
    LaneMask Served = 0;
    forEachLane(Half, [&](unsigned Lane) {
      if ((Request.ByteOffset[Lane] & -int64_t(SegmentBytes)) != Segment)
        return;
      Served |= LaneMask(1) << Lane;
      Used |= 1u << ((Request.ByteOffset[Lane] - Segment) / TargetModel::SectorBytes);
    });
    Half &= ~Served;
    // The lower and the upper half of 128 bytes are sectors 0, 1 and 2, 3; of 64, one sector each.
    if (std::popcount(Used) == 1)
      Sectors += 1;
    else if (!(Used & 0b1100) || !(Used & 0b0011))
      Sectors += 2;
    else
      Sectors += 4;
  }
  return Sectors;
}

RequestCost memlint::globalCost(const TargetModel &Target, const WarpRequest &Request) {
  unsigned UnitBytes = Target.Shape.UnitBytes;
  unsigned UnitShift = std::countr_zero(UnitBytes);
  constexpr unsigned LineShift = std::countr_zero(TargetModel::LineBytes);
  constexpr unsigned SectorsPerLine = TargetModel::LineBytes / TargetModel::SectorBytes;
  LaneMask Mask = Request.ActiveMask;
  unsigned Bytes = activeBytes(Request);
  unsigned IdealUnits = (Bytes + UnitBytes - 1) / UnitBytes;

  switch (Target.Global) {
  case GlobalRule::Sectors:
    return withIdeal(unitsTouched(Request, Mask, UnitShift), IdealUnits);
  case GlobalRule::WholeLineLoads: {
    if (Request.Kind != AccessKind::Load)
      return withIdeal(unitsTouched(Request, Mask, UnitShift), IdealUnits);
    unsigned Parts = laneBytes(Request) <= 4 ? 1 : laneBytes(Request) <= 8 ? 2 : 4;
    unsigned Lines = 0;
    for (unsigned Part = 0; Part != Parts; ++Part)
      Lines += unitsTouched(Request, lanesOfPart(Mask, Part, NvidiaWarpLanes / Parts), LineShift);
    unsigned IdealLines = (Bytes + TargetModel::LineBytes - 1) / TargetModel::LineBytes;
    return withIdeal(Lines * SectorsPerLine, IdealLines * SectorsPerLine);
  }
  case GlobalRule::QuarterWavefronts: {
    constexpr unsigned Quarters = 4;
    unsigned Units = 0;
    for (unsigned Quarter = 0; Quarter != Quarters; ++Quarter)
      Units +=
          unitsTouched(Request, lanesOfPart(Mask, Quarter, MostWarpLanes / Quarters), UnitShift);
    return withIdeal(Units, IdealUnits);
  }
  case GlobalRule::HalfWarpInOrder:
    return withIdeal(inOrderHalfWarpSectors(Request, Mask & 0xffffu) +
                         inOrderHalfWarpSectors(Request, Mask & 0xffff0000u),
                     IdealUnits);
  case GlobalRule::HalfWarpSegments:
    return withIdeal(segmentHalfWarpSectors(Request, Mask & 0xffffu) +
                         segmentHalfWarpSectors(Request, Mask & 0xffff0000u),
                     IdealUnits);
  }
  llvm_unreachable("unhandled global rule");
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

/// Words are of 4 bytes, also where banks are wider.
static constexpr unsigned WordShift = 2;

/// Whether each active lane has the address of lane xor \p Distance, where that
/// one is active too.
static bool lanesAgree(const WarpRequest &Request, unsigned Distance) {
  bool Agree = true;
  forEachLane(Request.ActiveMask, [&](unsigned Lane) {
    unsigned Partner = Lane ^ Distance;
    if ((Request.ActiveMask >> Partner) & 1)
      Agree &= Request.ByteOffset[Lane] == Request.ByteOffset[Partner];
  });
  return Agree;
}

/// Wavefronts of the lanes of one phase: the most distinct rows in one bank, where a word of
/// 1 << \p Shift bytes lies in bank (word mod \p Banks) and row (word >> \p RowShift).
static unsigned phaseWavefronts(const WarpRequest &Request, LaneMask Phase, unsigned RowShift,
                                unsigned Banks = 32, unsigned Shift = WordShift) {
  BankRows Rows;
  forEachLane(Phase, [&](unsigned Lane) {
    int64_t Last = lastByte(Request, Lane) >> Shift;
    for (int64_t Word = Request.ByteOffset[Lane] >> Shift; Word <= Last; ++Word)
      Rows.insert(unsigned(Word & (Banks - 1)), Word >> RowShift);
  });
  return Rows.deepestBank();
}

namespace {

/// Wavefronts of a request that is served in phases.
struct PhasedWavefronts {
  unsigned Sum = 0;
  /// Of the phase that takes the most.
  unsigned Most = 0;
  /// Phases with an active lane.
  unsigned Phases = 0;

  void add(unsigned Wavefronts) {
    Sum += Wavefronts;
    Most = std::max(Most, Wavefronts);
    Phases += Wavefronts != 0;
  }

  /// Wavefronts beyond one for each phase.
  unsigned excess() const { return Sum - Phases; }
};

} // namespace

static PhasedWavefronts phasedWavefronts(const WarpRequest &Request, unsigned Phases,
                                         unsigned RowShift, unsigned Shift = WordShift) {
  PhasedWavefronts Result;
  for (unsigned Phase = 0; Phase != Phases; ++Phase)
    Result.add(phaseWavefronts(Request,
                               lanesOfPart(Request.ActiveMask, Phase, NvidiaWarpLanes / Phases),
                               RowShift, /*Banks=*/32, Shift));
  return Result;
}

/// Compute capability 1.x: steps that one half-warp takes for the 32-bit words
/// at \p ByteInLane of its lanes' data.
static unsigned singleBroadcastSteps(const WarpRequest &Request, LaneMask Half,
                                     unsigned ByteInLane) {
  auto WordOf = [&](unsigned Lane) {
    return static_cast<int64_t>(static_cast<uint64_t>(Request.ByteOffset[Lane]) + ByteInLane) >>
           WordShift;
  };
  unsigned Steps = 0;
  for (; Half; ++Steps) {
    int64_t Broadcast = WordOf(std::countr_zero(Half));
    uint32_t BusyBanks = 1u << (Broadcast & 15);
    LaneMask Served = 0;
    forEachLane(Half, [&](unsigned Lane) {
      int64_t Word = WordOf(Lane);
      uint32_t Bank = 1u << (Word & 15);
      if (Word != Broadcast && (BusyBanks & Bank))
        return;
      BusyBanks |= Bank;
      Served |= LaneMask(1) << Lane;
    });
    Half &= ~Served;
  }
  return Steps;
}

static unsigned singleBroadcastWavefronts(const WarpRequest &Request) {
  unsigned Steps = 0;
  for (unsigned Byte = 0; Byte < laneBytes(Request); Byte += 1u << WordShift)
    Steps += singleBroadcastSteps(Request, Request.ActiveMask & 0xffffu, Byte) +
             singleBroadcastSteps(Request, Request.ActiveMask & 0xffff0000u, Byte);
  return Steps;
}

/// Wavefronts of a shared atomic: by phase, the most lanes in one bank. Lanes at one
/// word take turns.
static unsigned atomicWavefronts(const WarpRequest &Request) {
  unsigned Phases = laneBytes(Request) <= 4 ? 1 : 2;
  unsigned Wavefronts = 0;
  for (unsigned Phase = 0; Phase != Phases; ++Phase) {
    std::array<unsigned, 32> LanesOfBank = {};
    forEachLane(lanesOfPart(Request.ActiveMask, Phase, NvidiaWarpLanes / Phases),
                [&](unsigned Lane) {
                  int64_t Last = lastByte(Request, Lane) >> WordShift;
                  for (int64_t Word = Request.ByteOffset[Lane] >> WordShift; Word <= Last; ++Word)
                    ++LanesOfBank[Word & 31];
                });
    Wavefronts += *std::max_element(LanesOfBank.begin(), LanesOfBank.end());
  }
  return Wavefronts;
}

/// Bytes that all banks together serve at a time.
static unsigned servedTogether(const TargetModel &Target, AccessKind Kind) {
  bool HalfOfBanks = Target.Shared == SharedRule::WideLaneGroups && Kind != AccessKind::Load;
  return Target.wavefrontBytes() / (HalfOfBanks ? 2 : 1);
}

/// The lanes of a group of AMD's 16-byte loads: of each 32 lanes, 0 to 3 with 20 to 23, 4 to 7 with
/// 16 to 19, 8 to 11 with 28 to 31, 12 to 15 with 24 to 27. With 64 banks, the first and the last
/// of these are one group, and the two between them are another.
static LaneMask lanesOfWideLoad(unsigned Group, bool IsWide) {
  constexpr LaneMask Of32Banks[] = {0x00f0000f, 0x000f00f0, 0xf0000f00, 0x0f00f000};
  constexpr LaneMask Of64Banks[] = {Of32Banks[0] | Of32Banks[3], Of32Banks[1] | Of32Banks[2]};
  unsigned PerHalf = IsWide ? 2 : 4;
  LaneMask Lanes = IsWide ? Of64Banks[Group % PerHalf] : Of32Banks[Group % PerHalf];
  return Lanes << (Group / PerHalf * 32);
}

/// Cycles that AMD's banks are busy with a request, group of lanes by group. \p Permutes: the
/// groups of 16-byte loads are those of lanesOfWideLoad().
static PhasedWavefronts laneGroupCycles(const TargetModel &Target, const WarpRequest &Request,
                                        bool Permutes) {
  bool IsWide = Target.Shared == SharedRule::WideLaneGroups && Request.Kind == AccessKind::Load;
  unsigned Banks = servedTogether(Target, Request.Kind) / Target.SharedBankBytes;
  unsigned Bytes = std::max(laneBytes(Request), Target.SharedBankBytes);
  bool IsPermuted = Permutes && Bytes > 8 && Request.Kind == AccessKind::Load;
  unsigned Lanes = Banks * Target.SharedBankBytes / std::bit_ceil(Bytes);
  unsigned Groups = std::max(Target.Shape.WarpLanes / Lanes, 1u);
  PhasedWavefronts Result;
  for (unsigned Group = 0; Group != Groups; ++Group) {
    LaneMask Members = IsPermuted ? Request.ActiveMask & lanesOfWideLoad(Group, IsWide)
                                  : lanesOfPart(Request.ActiveMask, Group, Lanes);
    Result.add(phaseWavefronts(Request, Members, unsigned(std::countr_zero(Banks)), Banks));
  }
  return Result;
}

/// The same by the rule of \p Target.
static PhasedWavefronts laneGroupCycles(const TargetModel &Target, const WarpRequest &Request) {
  auto Cycles = [&](bool Permutes) { return laneGroupCycles(Target, Request, Permutes); };
  if (Target.Shared == SharedRule::ConsecutiveLaneGroups)
    return Cycles(/*Permutes=*/false);
  PhasedWavefronts Permuted = Cycles(/*Permutes=*/true);
  if (Target.Shared != SharedRule::CheaperLaneGroups || !Permuted.excess())
    return Permuted;
  PhasedWavefronts Consecutive = Cycles(/*Permutes=*/false);
  return Consecutive.excess() < Permuted.excess() ? Consecutive : Permuted;
}

/// Empty for compute capability 1.x, which has no phases.
static std::optional<PhasedWavefronts> phasedWavefronts(const TargetModel &Target,
                                                        const WarpRequest &Request) {
  constexpr unsigned NarrowRow = 5; // 32 banks of one word, of either width
  constexpr unsigned WideRow = 6;   // 32 banks of two words
  unsigned Bytes = laneBytes(Request);
  unsigned Phases = Bytes <= 4 ? 1 : Bytes <= 8 ? 2 : 4;
  switch (Target.Shared) {
  case SharedRule::SingleBroadcast:
    return std::nullopt;
  case SharedRule::Phases:
    // Wide banks, and words that are as wide.
    if (usesWideBanks(Target))
      return phasedWavefronts(Request, std::max(Phases / 2, 1u), NarrowRow, WordShift + 1);
    return phasedWavefronts(Request, Phases, NarrowRow);
  case SharedRule::PairedPhases:
    if (Phases > 1 && Request.Kind == AccessKind::Load && Request.Form != RequestForm::MatrixRows &&
        (lanesAgree(Request, 1) || lanesAgree(Request, 2)))
      Phases /= 2;
    return phasedWavefronts(Request, Phases, NarrowRow);
  case SharedRule::WideBanks:
    return phasedWavefronts(Request, std::max(Phases / 2, 1u), WideRow);
  case SharedRule::LaneGroups:
  case SharedRule::WideLaneGroups:
  case SharedRule::ConsecutiveLaneGroups:
  case SharedRule::CheaperLaneGroups:
    return laneGroupCycles(Target, Request);
  }
  llvm_unreachable("unhandled shared rule");
}

static unsigned wavefronts(const TargetModel &Target, const WarpRequest &Request) {
  std::optional<PhasedWavefronts> Phased = phasedWavefronts(Target, Request);
  return Phased ? Phased->Sum : singleBroadcastWavefronts(Request);
}

std::optional<unsigned> memlint::bankConflictDegree(const TargetModel &Target,
                                                    const WarpRequest &Request) {
  if (Request.Kind == AccessKind::Atomic)
    return std::nullopt;
  std::optional<PhasedWavefronts> Phased = phasedWavefronts(Target, Request);
  return Phased ? std::optional(Phased->Most) : std::nullopt;
}

RequestCost memlint::sharedCost(const TargetModel &Target, const WarpRequest &Request) {
  if (Target.Shape.IsAmd) {
    PhasedWavefronts Cycles = laneGroupCycles(Target, Request);
    return withIdeal(Cycles.Sum, Cycles.Phases);
  }
  unsigned Row = Target.wavefrontBytes();
  unsigned Ideal = (activeBytes(Request) + Row - 1) / Row;
  switch (Request.Form) {
  case RequestForm::NativeAtomic:
    return withIdeal(atomicWavefronts(Request), Ideal);
  case RequestForm::Increment:
    return withIdeal(
        Target.countsIncrements() ? wavefronts(Target, Request) : atomicWavefronts(Request), Ideal);
  case RequestForm::CompareAndSwap: // the words to compare with, then those to swap in
    return withIdeal(2 * atomicWavefronts(Request), 2 * Ideal);
  default:
    return withIdeal(wavefronts(Target, Request), Ideal);
  }
}

//===----------------------------------------------------------------------===//
// Constant memory
//===----------------------------------------------------------------------===//

static unsigned distinctAddresses(const WarpRequest &Request, LaneMask Mask) {
  UnitSet Addresses;
  forEachLane(Mask, [&](unsigned Lane) { Addresses.insert(Request.ByteOffset[Lane]); });
  return Addresses.count();
}

RequestCost memlint::constantCost(const TargetModel &Target, const WarpRequest &Request) {
  unsigned Lanes = Target.LanesPerConstantRequest;
  unsigned Addresses = 0;
  for (unsigned Part = 0; Part != NvidiaWarpLanes / Lanes; ++Part)
    Addresses += distinctAddresses(Request, lanesOfPart(Request.ActiveMask, Part, Lanes));
  unsigned Active = std::popcount(Request.ActiveMask);
  return withIdeal(Addresses, (Active + Lanes - 1) / Lanes);
}

bool memlint::fitsConstantCache(const ConstantTiming &Timing, const WarpRequest &Request) {
  // By set, the lines found so far: a request has at most 32 lanes of at most two lines each, and
  // stops as soon as one set is over its ways.
  std::array<std::array<int64_t, 8>, 16> Lines;
  std::array<uint8_t, 16> Count = {};
  if (Timing.Sets > Lines.size() || Timing.Ways > Lines[0].size())
    return false;
  auto Add = [&](int64_t Line) {
    unsigned Set = static_cast<uint64_t>(Line) % Timing.Sets;
    auto End = Lines[Set].begin() + Count[Set];
    if (std::find(Lines[Set].begin(), End, Line) != End)
      return true;
    if (Count[Set] == Timing.Ways)
      return false;
    Lines[Set][Count[Set]++] = Line;
    return true;
  };
  bool Fits = true;
  forEachLane(Request.ActiveMask, [&](unsigned Lane) {
    int64_t Bytes = Timing.LineBytes;
    auto LineOf = [Bytes](int64_t Offset) { return Offset / Bytes - (Offset % Bytes < 0 ? 1 : 0); };
    Fits = Fits && Add(LineOf(Request.ByteOffset[Lane])) && Add(LineOf(lastByte(Request, Lane)));
  });
  return Fits;
}

std::optional<unsigned> memlint::constantCycles(const TargetModel &Target,
                                                const WarpRequest &Request) {
  const ConstantTiming *Timing = Target.ConstantCycles;
  if (!Timing || !Request.ActiveMask || !fitsConstantCache(*Timing, Request))
    return std::nullopt;
  return Timing->BaseCycles + Timing->CyclesPerAddress * constantCost(Target, Request).Cost;
}

//===----------------------------------------------------------------------===//
// Any space
//===----------------------------------------------------------------------===//

std::optional<RequestCost> memlint::cost(const TargetModel &Target, MemorySpace Space,
                                         const WarpRequest &Request) {
  Evidence Known = evidenceFor(Target, Space, Request.Kind, laneBytes(Request), Request.Form);
  if (Known == Evidence::Unknown && (Target.Shape.IsAmd || Space == MemorySpace::Shared))
    return std::nullopt;
  switch (Space) {
  case MemorySpace::Global:
    return globalCost(Target, Request);
  case MemorySpace::Shared:
    return sharedCost(Target, Request);
  case MemorySpace::Constant:
    return constantCost(Target, Request);
  case MemorySpace::Local:
  case MemorySpace::Generic:
    return std::nullopt;
  }
  llvm_unreachable("unhandled memory space");
}

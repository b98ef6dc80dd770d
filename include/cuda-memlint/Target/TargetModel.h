//===- TargetModel.h - The memory system of each device ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is known of the memory system of each compute capability and of AMD's
/// devices, and how it is known. The tables are lib/Target/TargetTable.cpp and
/// lib/Target/AmdTargets.cpp; what they mean for a request is in RequestCost.h;
/// docs/hardware-rules.md says both in words.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TARGET_TARGETMODEL_H
#define CUDA_MEMLINT_TARGET_TARGETMODEL_H

#include "cuda-memlint/Target/WarpRequest.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace memlint {

/// How a fact about hardware is known, the strongest first.
enum class Evidence : uint8_t {
  Measured,   ///< every pattern of a calibration run on real hardware agrees
  Documented, ///< the vendor's documentation says so for this capability
  Inferred,   ///< taken over from a neighbouring capability, size or kind
  Unknown     ///< no rule is known that hardware agrees with
};

/// "measured", "documented", "inferred" or "unknown".
llvm::StringRef evidenceName(Evidence Known);

/// How a warp's global memory request becomes traffic.
enum class GlobalRule : uint8_t {
  /// By half-warp: one transaction when lane k accesses word k of an aligned
  /// segment, else one 32-byte transaction per active lane.
  HalfWarpInOrder,
  /// By half-warp: one transaction per 32-, 64- or 128-byte segment touched,
  /// halved while only one half of it is used.
  HalfWarpSegments,
  /// Loads fetch whole 128-byte lines (by half-warp for 8 bytes, by quarter-warp
  /// for 16); everything else moves 32-byte sectors.
  WholeLineLoads,
  /// One unit (32-byte sector, AMD's cache line) for each that the active lanes touch.
  Sectors,
  /// The same for each 16 lanes by themselves, a quarter of AMD's wavefront.
  QuarterWavefronts
};

/// How a warp's shared memory request becomes wavefronts.
enum class SharedRule : uint8_t {
  /// By half-warp and by 32-bit word; per step one word is broadcast and each
  /// other bank serves one lane.
  SingleBroadcast,
  /// By phase: per bank, each distinct word takes a wavefront. Phases are the
  /// warp, its halves for 8 bytes, its quarters for 16.
  Phases,
  /// As Phases, and loads of 8 or 16 bytes take half as many phases, each of
  /// twice as many lanes, when lanes l and l xor 1 (or all l and l xor 2) agree.
  PairedPhases,
  /// 8-byte banks in their 4-byte mode: words i and i+32 of one aligned 64-word
  /// segment are served together. Phases are the warp, its halves for 16 bytes.
  WideBanks,
  /// AMD's: by group of lanes whose data fill 32 banks of 4 bytes; per bank, each distinct word
  /// takes a cycle. Loads of 16 bytes have groups that are not consecutive lanes.
  LaneGroups,
  /// As LaneGroups, and loads are served by twice as many lanes, from 64 banks.
  WideLaneGroups,
  /// As LaneGroups, with consecutive lanes in the groups of 16-byte loads, too.
  ConsecutiveLaneGroups,
  /// As LaneGroups or as ConsecutiveLaneGroups: which of them is not known, so the one with fewer
  /// conflicts counts.
  CheaperLaneGroups
};

/// A set of access sizes in bytes per lane: the sum of its members, since each
/// is a power of two.
using SizeSet = uint8_t;

/// Which kinds and sizes of request every measured pattern agrees with.
struct MeasuredSizes {
  SizeSet GlobalLoad = 0;
  SizeSet GlobalStore = 0;
  SizeSet SharedLoad = 0;
  SizeSet SharedStore = 0;
  SizeSet ConstantLoad = 0;
  SizeSet GlobalAtomic = 0;
  SizeSet GlobalAsyncCopy = 0;
  SizeSet SharedNativeAtomic = 0;
  SizeSet SharedIncrement = 0;
  SizeSet SharedCompareAndSwap = 0;
  SizeSet SharedMatrixRows = 0;
};

/// What a load from constant memory takes while its addresses stay cached:
/// BaseCycles + CyclesPerAddress * distinct addresses.
struct ConstantTiming {
  unsigned BaseCycles;
  unsigned CyclesPerAddress;
  /// The cache that must hold the addresses: lines of LineBytes, Sets sets of
  /// Ways lines each, line n in set n modulo Sets.
  unsigned LineBytes;
  unsigned Sets;
  unsigned Ways;
};

/// One row of a table: one compute capability, or one of AMD's processors.
class TargetModel {
public:
  /// 10 * major + minor, so 90 for 9.0 and 121 for 12.1. 0 for AMD's.
  unsigned Capability;
  /// The vendor's name of the generation, such as "Hopper".
  const char *Generation;

  GlobalRule Global;
  SharedRule Shared;

  /// Banks of shared memory, and the bytes that one bank serves per wavefront.
  unsigned SharedBanks;
  unsigned SharedBankBytes;
  /// Lanes whose constant addresses are served together.
  unsigned LanesPerConstantRequest;

  /// Limits of a block. Static: what `__shared__` arrays of fixed size may take
  /// together. Max: with dynamic shared memory and the opt-in attribute set.
  unsigned MaxThreadsPerBlock;
  unsigned StaticSharedBytes;
  unsigned MaxSharedBytes;

  /// What a multiprocessor holds at a time: warps, blocks, shared memory at its largest. 0: not
  /// known.
  unsigned WarpsPerMultiprocessor;
  unsigned BlocksPerMultiprocessor;
  unsigned SharedBytesPerMultiprocessor;

  /// How the rules above are known for plain loads and stores of 4 bytes, which
  /// is what documentation speaks about; evidenceFor() refines by kind and size.
  Evidence GlobalEvidence;
  Evidence SharedEvidence;
  /// Where the rules and limits are written down or measured.
  const char *GlobalSource;
  const char *SharedSource;

  MeasuredSizes Measured;
  /// Null where no timing has been measured.
  const ConstantTiming *ConstantCycles;

  /// LLVM's name of an AMD processor, such as "gfx90a"; null: NVIDIA's.
  const char *Processor = nullptr;
  DeviceShape Shape = {};

  /// Smallest piece of global memory that NVIDIA's devices move, in bytes.
  static constexpr unsigned SectorBytes = 32;
  /// Their cache line, in bytes.
  static constexpr unsigned LineBytes = 128;

  /// Bytes that all banks together serve in one wavefront.
  unsigned wavefrontBytes() const { return SharedBanks * SharedBankBytes; }

  /// Whether shared memory counts lanes that add 1 to one word together: compilers use the
  /// instruction for it (ATOMS.POPC.INC, CUDA 13.0) for 8.0 and later, and none for 7.5.
  bool countsIncrements() const { return Capability >= 80; }

  /// Global loads stay in the L1 cache, read-only data or not (Volta Tuning Guide, "Unified
  /// Shared Memory/L1/Texture Cache"); before, that depends on the device and on how the source is
  /// compiled. AMD's do, too (profiler, vector L1 cache).
  bool cachesGlobalLoads() const { return Capability >= 70 || Shape.IsAmd; }

  /// Whether lanes of a warp make progress on their own; before, and on AMD's devices, they run in
  /// lockstep (CUDA C++ Programming Guide, Independent Thread Scheduling: 7.0 and later).
  bool schedulesThreadsIndependently() const { return Capability >= 70; }

  /// Shared memory that a multiprocessor keeps for itself, per block (CUDA C++ Programming Guide,
  /// Shared Memory, 8.x and later).
  unsigned reservedSharedBytes() const { return Capability >= 80 ? 1024 : 0; }

  /// "sm_90", "gfx90a".
  std::string name() const;
};

/// NVIDIA's devices, by rising capability.
llvm::ArrayRef<TargetModel> nvidiaTargets();

/// AMD's devices, the oldest first.
llvm::ArrayRef<TargetModel> amdTargets();

/// The target when none is named: sm_90, the one that is measured.
const TargetModel &defaultTarget();

/// AMD's processor called "gfx90a", or "gfx90a:xnack+": features are of no account. Null: none.
const TargetModel *findAmdTarget(llvm::StringRef Name);

/// Finds the row called "sm_90", "compute_90", "90", "9.0", any of these with
/// an architecture suffix ("sm_90a", "sm_100f"), or "gfx90a". The error is one line that names the
/// known rows.
llvm::Expected<const TargetModel *> findTarget(llvm::StringRef Name);

/// How the cost of requests of this space, kind, size and form is known on \p Target.
/// Only Measured supports a proof. Unknown where the cost functions have no rule
/// that hardware agrees with: shared atomics that are built of retried
/// compare-and-swaps, copies into shared memory, copies that bypass the first-level
/// cache, local and generic memory, sizes that are not 1, 2, 4, 8 or 16 bytes; on AMD's devices
/// also atomics, constant memory, and what is only NVIDIA's.
Evidence evidenceFor(const TargetModel &Target, MemorySpace Space, AccessKind Kind,
                     unsigned BytesPerLane, RequestForm Form = RequestForm::Plain);

/// Where the rule for \p Space is written down or measured, in words.
llvm::StringRef evidenceSource(const TargetModel &Target, MemorySpace Space);

} // namespace memlint

#endif // CUDA_MEMLINT_TARGET_TARGETMODEL_H

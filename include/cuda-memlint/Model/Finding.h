//===- Finding.h - What the tool reports ------------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Findings as plain data: made by checks, rendered by reports.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_MODEL_FINDING_H
#define CUDA_MEMLINT_MODEL_FINDING_H

#include "cuda-memlint/Model/Budget.h"
#include "cuda-memlint/Model/RowObstacle.h"
#include "cuda-memlint/Model/SourcePosition.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace memlint {

enum class FindingLevel : uint8_t { Remark, Warning, Error };

/// What the findings of a check are about: whoever orders, filters or sums up findings goes by it,
/// not by the name of the check.
enum class FindingSubject : uint8_t {
  AccessCost,       ///< what one access costs
  JointCost,        ///< what accesses to a structure cost together, or the lanes of a warp
  GeneratedCode,    ///< what a compiler makes of an access
  Order,            ///< threads that nothing orders, or that do not meet
  SuperfluousOrder, ///< a barrier that is not needed
  MemoryFault,      ///< an address that an access must not have, or a value that it must not move
  Budget,           ///< what a kernel costs as a whole, and may
  HostTransfer,     ///< what host code copies from and to the device
  SourceFile        ///< what holds for the file itself, whichever kernels are in it
};

/// What a finding rests on: where that is not given, it says nothing.
enum class FindingBasis : uint8_t {
  Any,    ///< what all devices do
  Nvidia, ///< NVIDIA's devices or tools
  Cuda    ///< what CUDA has on NVIDIA's devices, and HIP has not
};

/// Whether findings that rest on \p Basis are about a source that is in HIP, or not, for a device
/// of AMD's, or not.
inline bool isGiven(FindingBasis Basis, bool IsAmd, bool IsHip) {
  return Basis == FindingBasis::Any || (!IsAmd && (Basis == FindingBasis::Nvidia || !IsHip));
}

/// A further location or fact that belongs to a finding. Without a line it is
/// shown at the finding's own location, without source text.
struct FindingNote {
  std::string Message;
  SourcePosition Position;
  /// One of several of its kind, such as one for each launch: a few of them show what they are.
  bool IsOneOfSeveral = false;
};

/// Replacement of the text at Position.
struct FindingFix {
  SourcePosition Position;
  std::string Replacement;
};

/// The change that a help means, whatever its text says of what it saves. Of findings of one check
/// about one array in one launch, those that mean equal changes are mended together; of Threads,
/// those about all arrays.
struct MeantChange {
  enum class Kind : uint8_t {
    Index,        ///< what all findings of the check advise
    Mend,         ///< Amount is its number among those that are known for the launch
    Threads,      ///< so it is here, and the change is one of all threads: of their block or order
    SharedLoop,   ///< lanes share the loop numbered Amount
    Exchange,     ///< lanes exchange values
    Start,        ///< the array starts at a multiple of sectors
    Rows,         ///< its rows are multiples of sectors apart
    StartAndRows, ///< both
    RowBytes,     ///< its rows are Amount bytes apart
    RowElements,  ///< its rows are Amount elements apart
    Skew,         ///< it has one element more for each Amount
    Swizzle       ///< its columns are combined with the bits Amount of the row
  };
  Kind What = Kind::Index;
  uint64_t Amount = 0;

  friend auto operator<=>(const MeantChange &, const MeantChange &) = default;
};

/// A layout of the structures in the array that a finding is about which would mend it; what all
/// kernels advise has to be one.
struct RecordChange {
  /// A member of each structure beside those of the others; else the members stay together, and are
  /// accessed together.
  bool TakesApart = false;
  /// Sectors of the kernel that it saves.
  double Saved = 0;
  FindingNote Help;
  MeantChange Meant;
};

/// Why a fix is unsafe: code that is not visible may depend on what it changes.
struct UnsafeFix {
  enum class Reason : uint8_t {
    NoLaunch,            ///< no launch of the kernel Name is visible
    OtherLaunches,       ///< files that were not given may launch the kernel Name
    UnknownBlock,        ///< of the launch At
    UnseenCallers,       ///< of Name, a host function that hands pointers on to the launch At
    UnknownOrigin,       ///< of the pointers that the launch At passes
    LaunchConfiguration, ///< the fix changes how the kernel Name is launched
    SharedLayout,        ///< files that were not given may use Name, whose layout changes
    SharedFunction       ///< files that were not given may call the device function that changes
  };
  Reason Why = Reason::NoLaunch;
  std::string Name;
  SourcePosition At;
};

/// Why what a finding advises is not offered as a fix.
struct MissingFix {
  enum class Reason : uint8_t {
    InMacro,          ///< what would change is written in a macro
    SeveralFiles,     ///< the change is in several files
    NoPosition,       ///< no position for a statement between the accesses was found
    Accesses,         ///< the accesses themselves must change
    ControlFlow,      ///< the control flow around the barrier must change
    LoopsAndIndices,  ///< loops and indices must be rewritten
    Allocation,       ///< an allocation, a pitch or an index must change
    MemorySpace,      ///< the data must move to another memory space
    NotOneStatement,  ///< the barrier is not a statement of its own in unconditional code
    OtherInstances,   ///< other instances of the template may need the barrier
    Swizzle,          ///< every index of the array Name must change
    PartialPadding,   ///< padding leaves conflicts
    Rows,             ///< Obstacle says why the rows of Name cannot be made longer
    RowsLeft,         ///< accesses to Name are not known to stay in their rows
    SharedBytes,      ///< the padded array would not fit into shared memory
    BytesElsewhere,   ///< another file passes the bytes of shared memory, or they are not known
    RecordSize,       ///< the structure Name would grow
    RecordUses,       ///< every use of the structure Name would change
    RecordDefinition, ///< Name is not defined here, or more depends on its alignment
    RecordFile        ///< Name is defined in another file than the kernel
  };
  Reason Why = Reason::InMacro;
  std::string Name;
  SourcePosition At;
  RowObstacle::Reason Obstacle = RowObstacle::Reason::None;
};

/// Why a finding is not reported: a comment in the source (NOLINT) asks for that, a baseline has
/// it, or it is on lines that were not asked for.
enum class Suppression : uint8_t { None, Comment, Baseline, Elsewhere };

/// Nanoseconds, from the least to the most.
struct TimeRange {
  uint64_t Least = 0;
  uint64_t Most = 0;

  friend bool operator==(const TimeRange &, const TimeRange &) = default;
};

struct Finding {
  /// The check's name, such as "cuda-uncoalesced-access".
  std::string Check;
  FindingSubject Subject = FindingSubject::AccessCost;
  FindingBasis Basis = FindingBasis::Any;
  FindingLevel Level = FindingLevel::Warning;
  /// The level before it was lowered as the excess is minor; see Significance.h.
  std::optional<FindingLevel> LoweredFrom;
  SourcePosition Position;
  std::string Message;
  /// The byte of Message before which the part is named if Access is one part of a structure.
  std::optional<size_t> PartOffset;
  std::vector<FindingNote> Notes;
  /// What to type to mend it, as the last line of the finding; its position is what changes, where
  /// that is elsewhere. Empty without advice.
  std::optional<FindingNote> Help;
  /// Findings about the cost of an access, with Help.
  std::optional<MeantChange> Meant;
  /// The best of each sort, where the help is one of them.
  std::vector<RecordChange> RecordChanges;
  /// One change, all of it or none; in one file.
  std::vector<FindingFix> Fixes;
  /// What it does: "pad the rows of 'tile' from 32 to 33 elements". Empty without Fixes.
  std::string FixTitle;
  /// Empty: Fixes are safe, or there are none.
  std::optional<UnsafeFix> Unsafe;
  /// Where there is advice and no fix.
  std::optional<MissingFix> NoFix;
  /// Index into KernelAnalysis::Program.Accesses; empty for findings about others.
  std::optional<unsigned> Access;
  /// Findings about an access to a buffer of dynamic shared memory that holds several arrays: what
  /// is equal for accesses to one of these.
  std::optional<unsigned> BufferPart;
  /// Findings about the cost of an access or a kernel: index into KernelAnalysis::Launches, of the
  /// launch that the message is about.
  std::optional<unsigned> Launch;
  /// What is equal for findings of one kernel that one change mends; see FindingGroups.h. Empty:
  /// the finding is alone.
  std::optional<unsigned> Cause;
  /// Findings about the cost of an access in a launch that was timed: what the excess of all
  /// accesses with this cause takes of one such launch, as estimated.
  std::optional<TimeRange> ExcessTime;
  /// Likewise, of all launches of the kernel that were timed together, as often as each was made.
  TimeRange RunExcessTime;
  /// Findings about a race: index into KernelAnalysis::Races, and into the verdicts there.
  std::optional<std::pair<unsigned, unsigned>> Race;
  /// Findings about a budget.
  std::optional<BudgetOutcome> Budget;
  /// The devices that it is about, where there are several and it is not about all; see
  /// DeviceDifferences.h.
  std::vector<std::string> Devices;
  Suppression Suppressed = Suppression::None;
};

} // namespace memlint

#endif // CUDA_MEMLINT_MODEL_FINDING_H

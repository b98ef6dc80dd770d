//===- Hazard.h - What compute-sanitizer saw --------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Errors of a program that ran under NVIDIA's compute-sanitizer, by line.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_HARDWARE_SANITIZER_HAZARD_H
#define CUDA_MEMLINT_HARDWARE_SANITIZER_HAZARD_H

#include "cuda-memlint/Hardware/Measure/Measurement.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace memlint {

/// The tools of compute-sanitizer.
enum class SanitizerTool : uint8_t {
  Racecheck, ///< accesses to shared memory that nothing orders
  Synccheck, ///< barriers that threads do not reach together
  Memcheck,  ///< accesses out of bounds or misaligned, and failed calls of the runtime
  Initcheck  ///< reads of global memory that nothing has written
};

/// All of them, in the order of the reports.
inline constexpr std::array<SanitizerTool, 4> AllSanitizerTools = {
    SanitizerTool::Racecheck, SanitizerTool::Synccheck, SanitizerTool::Memcheck,
    SanitizerTool::Initcheck};

/// "racecheck", "synccheck", "memcheck", "initcheck".
llvm::StringRef sanitizerToolName(SanitizerTool Tool);

/// Reads names separated by commas; each tool once, in the order of AllSanitizerTools. No
/// name at all stands for all tools.
llvm::Expected<std::vector<SanitizerTool>> parseSanitizerTools(llvm::StringRef Names);

enum class HazardKind : uint8_t {
  Race,          ///< two accesses to one address, unordered, one of them a store
  Barrier,       ///< a barrier used against its rules
  OutOfBounds,   ///< an access outside of all allocations
  Misaligned,    ///< an address that is not a multiple of the access's size
  Uninitialised, ///< a read of memory that nothing has written
  FailedCall,    ///< a call of the CUDA runtime or driver that reported an error
  Other          ///< anything else; the message says what
};

/// "race", "barrier", "out of bounds", "misaligned", "uninitialised", "failed call",
/// "other".
llvm::StringRef hazardKindName(HazardKind Kind);

enum class HazardSeverity : uint8_t { Error, Warning, Info };

/// "error", "warning", "info".
llvm::StringRef hazardSeverityName(HazardSeverity Severity);

/// A location in device code that takes part.
struct HazardSide {
  /// The innermost function, as kernelNameOf() spells it.
  std::string Function;
  /// Empty path: no line information.
  SourceLine Source;
  /// Bytes from the start of the function's code.
  std::optional<uint64_t> CodeOffset;
  /// "read", "write", "atomic"; empty where the tool does not say.
  std::string Direction;

  bool operator==(const HazardSide &) const = default;
};

/// Whether two paths are the same, or one of the two is the last part of the other:
/// reports may come from another machine.
bool namesSameFile(llvm::StringRef A, llvm::StringRef B);

using ThreadIndex = std::array<uint64_t, 3>;

/// One record of a report.
struct Hazard {
  SanitizerTool Tool = SanitizerTool::Memcheck;
  HazardKind Kind = HazardKind::Other;
  HazardSeverity Severity = HazardSeverity::Error;
  /// As the tool puts it.
  std::string Message;
  /// Two of a race, the earlier access first; none of a failed call; else one.
  std::vector<HazardSide> Sides;
  /// "global", "shared", "local"; empty where the tool does not say.
  std::string Space;
  /// Of the access, per thread.
  std::optional<uint64_t> Bytes;
  std::optional<uint64_t> Address;
  std::optional<ThreadIndex> Thread, Block;
  /// What the record stands for: racecheck counts pairs of accesses.
  uint64_t Count = 1;
};

/// Reads what compute-sanitizer writes with `--tool \p Tool --xml --save`, records in
/// their order. Fails, with one line, when the report is cut off or is none.
llvm::Expected<std::vector<Hazard>> parseSanitizerReport(SanitizerTool Tool,
                                                         llvm::StringRef Report);

/// Records that differ in threads and addresses only.
struct HazardGroup {
  /// The first of them; Count is the sum of all.
  Hazard First;
  /// How many records were merged.
  uint64_t Records = 1;
  /// Extent of the addresses, from the lowest to the highest that an access starts at.
  std::optional<uint64_t> LowestAddress, HighestAddress;

  /// Whether it is about \p Line, and about \p Other too where that is given; which of
  /// the two came first does not matter. Paths agree as by namesSameFile().
  bool concerns(const SourceLine &Line,
                const std::optional<SourceLine> &Other = std::nullopt) const;
};

/// Merges \p Hazards, sorted by tool, then location.
std::vector<HazardGroup> mergeHazards(llvm::ArrayRef<Hazard> Hazards);

} // namespace memlint

#endif // CUDA_MEMLINT_HARDWARE_SANITIZER_HAZARD_H

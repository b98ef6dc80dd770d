//===- Measurement.h - What a GPU counted -----------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Counts of a program that ran, by machine instruction or by access of the source,
/// whichever way they were taken. Whoever measures fills these; whoever compares
/// reads them.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_HARDWARE_MEASURE_MEASUREMENT_H
#define CUDA_MEMLINT_HARDWARE_MEASURE_MEASUREMENT_H

#include "cuda-memlint/Target/WarpRequest.h"

#include "llvm/ADT/StringRef.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace memlint {

/// A line of the source, as the compiler's line table names it.
struct SourceLine {
  std::string Path;
  unsigned Line = 0;

  bool operator==(const SourceLine &) const = default;
};

/// One machine instruction that accesses memory, in one launch. Counts are totals of
/// the launch.
struct InstructionCount {
  /// Bytes from the start of the kernel's code.
  uint64_t Address = 0;
  /// With modifiers, without operands: "LDG.E.64".
  std::string Opcode;
  MemorySpace Space = MemorySpace::Generic;
  AccessKind Kind = AccessKind::Load;
  /// Per lane; 0 when no warp executed the instruction.
  unsigned Bytes = 0;
  /// Every line that the instruction is listed under: its own, and those of the calls
  /// that it was inlined through. In no order.
  std::vector<SourceLine> Lines;
  /// Warps that executed it, also those whose lanes were all guarded off
  /// (inst_executed).
  uint64_t Warps = 0;
  /// Lanes that executed it with their guard on (thread_inst_executed_true).
  uint64_t Lanes = 0;
  /// Sectors of global memory, wavefronts of shared memory; empty for other spaces.
  std::optional<uint64_t> Cost;
  std::optional<uint64_t> Ideal;
};

/// One launch of a kernel.
struct LaunchMeasurement {
  /// Qualified, with template arguments as in the source and no parameters: "tile<float, 4>".
  std::string Kernel;
  /// Which of that kernel's measured launches, from 1.
  unsigned Number = 1;
  std::array<uint64_t, 3> Grid = {1, 1, 1};
  std::array<uint64_t, 3> Block = {1, 1, 1};
  std::vector<InstructionCount> Instructions;
  /// Sectors and wavefronts that the launch took beyond those of its instructions: of
  /// code that has no line information, as the atomics of debug builds. Empty when the
  /// total of the launch is not known.
  std::optional<uint64_t> UnlistedSectors, UnlistedWavefronts;
  /// Replays of constant loads whose lanes differ
  /// (sm__idc_divergent_instruction_replays), of the whole launch.
  std::optional<uint64_t> ConstantReplays;
};

/// Who counted.
enum class MeasuringMethod : uint8_t {
  Counters,       ///< the GPU, by machine instruction
  Instrumentation ///< an instrumented copy of the source, by access
};

/// "counters", "instrumentation".
llvm::StringRef methodName(MeasuringMethod Method);

/// A run of a program under measurement.
struct Measurement {
  MeasuringMethod Method = MeasuringMethod::Counters;
  /// "NVIDIA H200", "9.0", "580.159.04": as the driver reports them.
  std::string Device, ComputeCapability, Driver;
  /// Versions of nvcc and of the profiler, where there was one.
  std::string Toolkit, Profiler;
  /// How the program was built, as one line; empty where it was not built here.
  std::string Build;
  /// What was run in the place of a built program, as one line; else empty.
  std::string Command;
  /// In the order of the run.
  std::vector<LaunchMeasurement> Launches;
  /// Why the run ended before the program did, or how the program failed, in lines as an error has;
  /// what was measured until then is here. Empty: it ran to its end.
  std::string CutShort;
};

} // namespace memlint

#endif // CUDA_MEMLINT_HARDWARE_MEASURE_MEASUREMENT_H

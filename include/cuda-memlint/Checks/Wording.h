//===- Wording.h - How facts are put into words -----------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The one place that decides how numbers, spaces, kinds and launches are
/// written in messages and reports.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CHECKS_WORDING_H
#define CUDA_MEMLINT_CHECKS_WORDING_H

#include "cuda-memlint/Model/Finding.h"
#include "cuda-memlint/Model/LaunchContext.h"
#include "cuda-memlint/Target/WarpRequest.h"

#include "llvm/ADT/StringRef.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace memlint {

enum class AddressClass : uint8_t;
enum class Knowledge : uint8_t;
struct InlineFrame;
struct Access;
struct KernelAnalysis;
struct MemoryObject;
struct KernelProgram;

/// 1835008 as "1,835,008".
std::string formatCount(uint64_t Number);
/// One decimal place, none where it is 0 or the number is 1000 or more.
std::string formatMean(double Number);
/// 8 as "8.0x", 1.25 as "1.25x": two decimal places where one is not exact.
std::string formatRatio(double Ratio);
/// 0.875 as "87.5 %".
std::string formatShare(double Share);
/// 14,200 as "14.2 µs": three digits, in ns, µs, ms or s.
std::string formatTime(uint64_t Nanoseconds);
/// "2.1 to 9.8 µs", in the unit of the longest; "up to 9.8 µs" where the least is hardly anything.
std::string formatTimes(const TimeRange &Times);
/// "sectors", "addresses".
std::string pluralOf(llvm::StringRef Noun);
/// "1 sector", "2,048 sectors": \p Noun gets an s unless \p Number is 1.
std::string formatNumberOf(uint64_t Number, llvm::StringRef Noun);

/// "global", "shared", "constant", "local", "generic".
llvm::StringRef spaceName(MemorySpace Space);
/// "load", "store", "atomic", "async-copy".
llvm::StringRef kindName(AccessKind Kind);
/// "proved", "assumed", "unknown".
llvm::StringRef knowledgeName(Knowledge Known);
/// "option", "config", "call", "launch_bounds", "assert", "inferred", "default".
llvm::StringRef originName(LaunchOrigin Origin);
/// "remark", "warning", "error".
llvm::StringRef levelName(FindingLevel Level);
/// "exact", "parametric", "data-dependent", "not-understood".
llvm::StringRef addressClassName(AddressClass Class);

/// "in `f`, called from here": beside the call through which an access or barrier was reached.
std::string describeInlining(const InlineFrame &Frame);

/// On what the cost of \p Site on \p Target rests where it was not measured: "costs for sm_80
/// follow NVIDIA's documentation; only sm_90 was measured". Empty where it was, or there is no
/// rule.
std::string describeEvidence(llvm::StringRef Target, const Access &Site);

/// The unit of cost in \p Space: "sector", "wavefront", "address"; of AMD's devices "cache line",
/// "bank cycle".
llvm::StringRef costUnit(MemorySpace Space, const DeviceShape &Device);

/// The array that \p Site accesses in \p Buffer, which holds several, as it is written: "values" of
/// `values[i]`, else the name of the buffer.
std::string nameInBuffer(const MemoryObject &Buffer, const Access &Site);

/// Of a thread or a block: "(31,0,0)".
std::string describeIndex(const std::array<int64_t, 3> &Index);

/// Three dimensions: "256", "(32,8,1)"; an unknown one is "?".
std::string describeDimensions(const std::array<std::optional<uint64_t>, 3> &Dimensions);
/// The extents of the grid, those that are not known in terms of arguments: "(n + 255) / 256", "1",
/// "1". None where one is neither.
std::optional<std::array<std::string, 3>> gridInTermsOfArguments(const KernelProgram &Kernel,
                                                                 const LaunchContext &Launch);
/// What the launch of \p Kernel by its number launches, how, and where that is said:
/// "transpose<<<(8,8,1), (32,32,1)>>> at line 40", "scale<<<(n + 255) / 256, 256>>> at line 40";
/// while the grid is not known "transpose with block (32,8,1), a guess: …". Recorded launches that
/// differ in nothing but the values of integers are shown with these: "scale<<<4, 64>>>(n=256) from
/// a recorded launch".
std::string describeLaunch(const KernelAnalysis &Kernel, unsigned Launch);

} // namespace memlint

#endif // CUDA_MEMLINT_CHECKS_WORDING_H

//===- RecordedLaunches.h - Launches that a program made --------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The launches that `cuda-memlint record` saw while a program ran, and the file that holds them;
/// docs/recorded-launches.md.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LAUNCH_RECORDEDLAUNCHES_H
#define CUDA_MEMLINT_LAUNCH_RECORDEDLAUNCHES_H

#include "cuda-memlint/Model/LaunchContext.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace memlint {

struct KernelParameter;

/// Eight bytes of an argument that held an address on the device.
struct RecordedPointer {
  /// Where they begin in the argument, in bytes.
  uint64_t Byte = 0;
  /// The largest power of two that divided the address, in bytes, at most 256.
  uint64_t Alignment = 256;
  /// Pointers of one launch with one number here, 1 or more, held one address. 0: no other did.
  uint64_t Buffer = 0;

  friend auto operator<=>(const RecordedPointer &, const RecordedPointer &) = default;
};

struct RecordedArgument {
  /// As they lay in memory, pointers 0.
  std::vector<uint8_t> Bytes;
  /// In the order of their bytes.
  std::vector<RecordedPointer> Pointers;

  friend auto operator<=>(const RecordedArgument &, const RecordedArgument &) = default;
};

/// Launches of a kernel that differed in nothing.
struct ProgramLaunch {
  std::array<uint64_t, 3> Grid = {}, Block = {};
  /// Those of the launch itself; 0: it named none.
  std::array<uint64_t, 3> Cluster = {};
  uint64_t DynamicSharedBytes = 0;
  /// One for each parameter, or none where they could not be read.
  std::vector<RecordedArgument> Arguments;
  /// How often it was made.
  uint64_t Count = 0;
  /// How often it was put into a graph.
  uint64_t Captured = 0;
  /// How long one took in nanoseconds, in the mean over those that were made. 0: that was not
  /// recorded.
  uint64_t Nanoseconds = 0;

  /// Whether they differ at most in how often they were made.
  bool isSameShape(const ProgramLaunch &Other) const;

  friend auto operator<=>(const ProgramLaunch &, const ProgramLaunch &) = default;
};

/// Whether \p Left was made more often than \p Right; of those made equally often, whether it comes
/// first in their order.
bool isMoreFrequent(const ProgramLaunch &Left, const ProgramLaunch &Right);

struct RecordedKernel {
  /// As in the compiled program.
  std::string Symbol;
  /// The size of each parameter in bytes; nothing: they are not known.
  std::optional<std::vector<uint64_t>> Parameters;
  /// Distinct ones, in their order.
  std::vector<ProgramLaunch> Launches;
  /// How many further launches there were that are not distinguished.
  uint64_t Others = 0;

  /// Why it is not the kernel with these parameters, as a part of a sentence that begins with the
  /// kernel; empty where it may be.
  std::string misfit(llvm::ArrayRef<KernelParameter> Declared) const;
};

struct RecordedLaunches {
  /// The file that they were read from; empty: none.
  std::string Path;
  /// Of the file's text.
  std::string Hash;
  /// The device whose times they are, as CUDA's driver names it; empty: no launch was
  /// timed.
  std::string Device;
  /// Times of different devices were added, and none are kept.
  bool HasSeveralDevices = false;
  /// By their symbols.
  std::vector<RecordedKernel> Kernels;

  /// Adds those of \p Other, and sorts all. Times of different devices are not kept.
  void add(const RecordedLaunches &Other);
};

/// In the order in which they were named.
using RecordingList = std::vector<std::shared_ptr<const RecordedLaunches>>;

/// CUDA's limit for all parameters of a kernel together.
inline constexpr uint64_t MostParameterBytes = 32764;

/// No program makes a launch more often, and none takes longer, in nanoseconds: 2^14 such numbers
/// still add up.
inline constexpr uint64_t MostLaunchesOrNanoseconds = 1'000'000'000'000'000;

/// Distinct launches of one kernel that a file holds, those made most often.
inline constexpr size_t MostRecordedLaunches = 256;

/// \p Symbol in words that do not depend on the compiler: `ns::kernel<float>(float*, int)`.
/// Compilers give kernels that other files cannot see different symbols.
std::string readableSymbol(llvm::StringRef Symbol);

/// The context of \p Launch, timed on \p Device, for a kernel with these parameters, which it fits.
LaunchContext contextOf(const ProgramLaunch &Launch, llvm::ArrayRef<KernelParameter> Parameters,
                        llvm::StringRef Device = "");

/// The contexts of the launches in \p Recordings of the kernel with this mangled name and these
/// parameters: the 16 made most often; of further ones what those of one block have in common.
std::vector<LaunchContext> recordedContexts(const RecordingList &Recordings,
                                            llvm::StringRef MangledName,
                                            llvm::ArrayRef<KernelParameter> Parameters);

/// Likewise, of the launches with this grid and block, and of the further ones what all have in
/// common.
std::vector<LaunchContext> recordedContextsOfShape(const RecordingList &Recordings,
                                                   llvm::StringRef MangledName,
                                                   llvm::ArrayRef<KernelParameter> Parameters,
                                                   const std::array<uint64_t, 3> &Grid,
                                                   const std::array<uint64_t, 3> &Block);

/// The number of \p Launches that are among the first \p OfShape of their kernel, grid, block and
/// shared bytes. Nothing: some launches are not distinguished, or are in graphs.
std::optional<uint64_t> countFirstLaunches(const RecordedLaunches &Launches, uint64_t OfShape);

/// Writes \p Launches so that parseRecordedLaunches() reads the same.
void printRecordedLaunches(llvm::raw_ostream &Stream, const RecordedLaunches &Launches);

/// Reads the text of the file at \p Path. The error is one line that begins with the path.
llvm::Expected<RecordedLaunches> parseRecordedLaunches(llvm::StringRef Path, llvm::StringRef Text);

/// Reads the file at \p Path. The error is one line.
llvm::Expected<std::shared_ptr<const RecordedLaunches>> readRecordedLaunches(llvm::StringRef Path);

} // namespace memlint

#endif // CUDA_MEMLINT_LAUNCH_RECORDEDLAUNCHES_H

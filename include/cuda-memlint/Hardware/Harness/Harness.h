//===- Harness.h - A main for kernels that have none ------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A program that launches the kernels of one file: it includes the file, and passes
/// each kernel buffers that are as large as its addresses reach, filled with random
/// numbers of a fixed seed, and numbers that fit its launch. What is passed is known,
/// so that the analysis can be asked about exactly those launches.
///
/// Arguments are passed as bytes, so that no type of the source has to be named or
/// constructed.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_HARDWARE_HARNESS_HARNESS_H
#define CUDA_MEMLINT_HARDWARE_HARNESS_HARNESS_H

#include "cuda-memlint/Checks/Check.h"
#include "cuda-memlint/Model/LaunchContext.h"
#include "cuda-memlint/Model/SourcePosition.h"

#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace clang {
class FunctionDecl;
}

namespace memlint {

struct FileAnalysis;

/// What random numbers are filled in as.
enum class HarnessScalarKind : uint8_t {
  Integer, ///< 0 to HarnessBuffer::LargestInteger
  Boolean, ///< 0 or 1
  Float,   ///< 4 or 8 bytes, from 0 to below 1
  Half,    ///< 2 bytes, from 0 to below 1
  Bfloat16 ///< 2 bytes, from 0 to below 1
};

/// A number within an element of a buffer.
struct HarnessScalar {
  uint64_t Offset = 0; ///< bytes from the element's start
  unsigned Bytes = 4;
  HarnessScalarKind Kind = HarnessScalarKind::Integer;

  friend bool operator==(const HarnessScalar &, const HarnessScalar &) = default;
};

/// What a pointer argument points to.
struct HarnessBuffer {
  unsigned Parameter = 0;
  /// Where in the parameter the pointer is, in bytes.
  uint64_t PointerOffset = 0;
  /// Bytes in front of where the pointer points, a multiple of 256, and behind it, the same.
  uint64_t BytesBefore = 0;
  uint64_t BytesBehind = 256;
  /// The pointer is that much above a multiple of 256 bytes.
  uint64_t Misalignment = 0;
  uint64_t ElementBytes = 1;
  /// Empty: the buffer is filled with zeros.
  std::vector<HarnessScalar> Scalars;
  uint64_t LargestInteger = 255;
};

/// A number within an argument.
struct HarnessNumber {
  unsigned Parameter = 0;
  uint64_t FirstBit = 0;
  unsigned Bits = 32;
  uint64_t Value = 0; ///< its low Bits
};

/// One way in which a kernel is launched.
struct HarnessLaunch {
  unsigned Kernel = 0; ///< index into FileAnalysis::Kernels
  /// Grid, block, shared bytes and all integer arguments are known.
  LaunchContext Context;
  bool Cooperative = false;
  std::vector<HarnessBuffer> Buffers;
  std::vector<HarnessNumber> Numbers;
};

/// A kernel as C++ names it.
struct HarnessKernel {
  unsigned Index = 0; ///< index into FileAnalysis::Kernels
  /// An expression that is its address.
  std::string Address;
  /// The sizes of its parameters.
  std::vector<uint64_t> ParameterBytes;
};

struct HarnessRefusal {
  std::string Kernel;
  SourcePosition Position;
  std::string Reason;
};

/// What the harness of a file does.
struct Harness {
  /// The file has a main of its own, which is renamed.
  bool RenamesMain = false;
  std::vector<HarnessKernel> Kernels;
  /// In the order of the kernels.
  std::vector<HarnessLaunch> Launches;
  /// Kernels that cannot be launched so, and why.
  std::vector<HarnessRefusal> NotLaunched;
  /// What was invented because the source does not specify it, in words.
  std::vector<std::string> Assumptions;
};

/// Launches of one kernel that a harness makes; others are left out.
inline constexpr size_t MostHarnessLaunches = 16;

/// Describes how the kernels of \p File are called, from their \p Functions.
void describeSignatures(FileAnalysis &File, llvm::ArrayRef<const clang::FunctionDecl *> Functions);

/// Plans launches for the kernels of \p File, whose signatures have been described. Fails
/// with one line when none of its kernels can be launched.
llvm::Expected<Harness> planHarness(const FileAnalysis &File);

/// Puts the launches of \p Plan in the place of those that the analysis of \p File knew,
/// and works out the verdicts and findings of \p Checks anew. Kernels that are not launched
/// keep theirs.
llvm::Error adoptHarness(FileAnalysis &File, const Harness &Plan,
                         llvm::ArrayRef<const Check *> Checks, uint64_t Budget);

/// The text of the program: one file, which includes \p Source. Fails when that path cannot
/// be written in an #include.
llvm::Expected<std::string> harnessText(const FileAnalysis &File, const Harness &Plan,
                                        llvm::StringRef Source);

} // namespace memlint

#endif // CUDA_MEMLINT_HARDWARE_HARNESS_HARNESS_H

//===- FileAnalysis.h - What is known of a file -----------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A file with all that is known of its kernels: what reports are views of. Whoever makes, copies
/// or destroys one, or looks at its kernels, includes KernelAnalysis.h, too.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_MODEL_FILEANALYSIS_H
#define CUDA_MEMLINT_MODEL_FILEANALYSIS_H

#include "cuda-memlint/Model/FileFacts.h"
#include "cuda-memlint/Model/HostLinks.h"
#include "cuda-memlint/Model/SourcePosition.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace memlint {

class ExprContext;
struct Harness;
struct InstrumentedSource;
struct KernelAnalysis;

enum class ParseState : uint8_t {
  Whole,
  WithErrors, ///< in host code only: every kernel is as it is written
  Incomplete, ///< kernels may be missing, or not as they are written
  Not
};

/// What an error of a file means for its kernels.
enum class ErrorEffect : uint8_t {
  None,          ///< it is about a comment
  HostCode,      ///< they do not depend on it
  Kernels,       ///< they may be missing, or not as they are written
  MissingHeader, ///< the same, for a header that is not found
  Interrupted,   ///< the run was ended before the file was analysed
};

/// A compile error of the analysed file, or a comment that cannot be used; shown as a note.
struct SourceError {
  std::string Message;
  SourcePosition Position;
  ErrorEffect Effect = ErrorEffect::None;
  /// MissingHeader: its name, as it is included.
  std::string Header = {};
};

/// A kernel that is listed with an earlier file.
struct KernelElsewhere {
  std::string Name;
  SourcePosition Position;
  /// FileAnalysis::Path of that file.
  std::string File;
};

/// All that is known of one file.
struct FileAnalysis {
  std::string Path;
  /// The device it was analysed for, as "sm_90".
  std::string Target;
  /// The device that was asked for, where Target stands in for it, as "gfx1036"; else empty.
  std::string AskedTarget;
  /// Further devices: where what is found for them differs, the findings say so.
  std::vector<std::string> OtherTargets;
  ParseState Parsed = ParseState::Whole;
  unsigned ErrorCount = 0;
  std::vector<SourceError> Errors;
  /// It is written in HIP: its findings are worded in HIP's names.
  bool IsHip = false;
  /// It defines main.
  bool HasMain = false;
  /// The main that was made for it; null where there is none, or its own is used.
  std::shared_ptr<const Harness> GeneratedMain;
  /// Its copy that counts; null where none was to be made.
  std::shared_ptr<const InstrumentedSource> Instrumented;
  std::vector<KernelAnalysis> Kernels;
  FileFacts Facts;
  /// Kernels of headers that an earlier file includes too.
  std::vector<KernelElsewhere> KernelsElsewhere;
  /// Calls from and to the host code of other files, when there are several.
  HostLinks Links;
  /// What is in a file that is not on disk; else null.
  std::shared_ptr<const std::string> Text;
  /// Owns every expression of the kernels.
  std::shared_ptr<ExprContext> Expressions;

  /// Whether one of Errors says \p Message of the line \p At.
  bool hasError(const std::string &Message, const SourcePosition &At) const;
};

} // namespace memlint

#endif // CUDA_MEMLINT_MODEL_FILEANALYSIS_H

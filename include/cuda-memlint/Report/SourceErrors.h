//===- SourceErrors.h - What is wrong with a source -------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_REPORT_SOURCEERRORS_H
#define CUDA_MEMLINT_REPORT_SOURCEERRORS_H

#include <string>

namespace memlint {

struct FileAnalysis;
struct SourceError;

/// Of the compile errors of \p File the first that counts, or null where there is none: where
/// kernels may be missing or not as they are written, the first error that may be why.
const SourceError *firstCause(const FileAnalysis &File);

/// Why \p File could not be analysed whole; null where it was.
const SourceError *whyIncomplete(const FileAnalysis &File);

/// \p Cause, the first of \p File, without its location: what is wrong, what to do, and how many
/// errors follow from it. One line.
std::string describeCause(const FileAnalysis &File, const SourceError &Cause);

/// The same with its location, as compilers write it.
std::string describeCauseAt(const FileAnalysis &File, const SourceError &Cause);

} // namespace memlint

#endif // CUDA_MEMLINT_REPORT_SOURCEERRORS_H

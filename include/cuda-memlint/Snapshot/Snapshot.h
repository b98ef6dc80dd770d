//===- Snapshot.h - An analysis as bytes ------------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What one process found out, for another that runs the same binary. A snapshot holds the
/// expressions that the analysis refers to and no others: an analysis that was restored is smaller
/// than the one that was saved. It has the form of MessagePack.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_SNAPSHOT_SNAPSHOT_H
#define CUDA_MEMLINT_SNAPSHOT_SNAPSHOT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace memlint {

struct FileAnalysis;
struct HostLinks;
struct OutsideFacts;

/// All of \p File, which must be without what programs need of its tree: GeneratedMain,
/// Instrumented and the signatures of kernels.
std::string saveAnalysis(const FileAnalysis &File);
std::string saveLinks(const HostLinks &Links);
std::string saveFacts(const OutsideFacts &Facts);

/// What was saved in \p Bytes; fails, in one line, where that is not readable.
llvm::Expected<FileAnalysis> restoreAnalysis(llvm::StringRef Bytes);
llvm::Expected<HostLinks> restoreLinks(llvm::StringRef Bytes);

} // namespace memlint

#endif // CUDA_MEMLINT_SNAPSHOT_SNAPSHOT_H

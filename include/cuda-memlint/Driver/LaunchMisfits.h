//===- LaunchMisfits.h - Launches that fit no kernel ------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A launch that the user wrote and that no kernel took is a mistake: a mistyped name,
/// of the kernel or a parameter.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_DRIVER_LAUNCHMISFITS_H
#define CUDA_MEMLINT_DRIVER_LAUNCHMISFITS_H

#include "cuda-memlint/Driver/Driver.h"

namespace memlint {

struct FileAnalysis;

/// One line for each of \p Launches that no kernel of \p Files took, in their order: what the
/// kernel of that name says against it, or that none has the name. For launches that are meant for
/// these files and no others.
std::vector<std::string> findUnusedLaunches(llvm::ArrayRef<LaunchRequest> Launches,
                                            llvm::ArrayRef<FileAnalysis> Files);

/// What the kernels of \p File say against \p Launch, which speaks of kernels that some files have
/// and others do not: it names one, not a pattern, and fits none of that name here. Empty where
/// there is none of that name.
std::string findMisfit(const LaunchRequest &Launch, const FileAnalysis &File);

/// One line for each kernel of \p Recordings whose name some kernel of \p Files has and whose
/// parameters none of them has, in their order: it was recorded of another version of the source.
std::vector<std::string> findOutdatedRecordings(const RecordingList &Recordings,
                                                llvm::ArrayRef<FileAnalysis> Files);

/// One line for each of \p Recordings that has kernels whose names no kernel of \p Files has: how
/// many there are, and the first of their names. For recordings that are meant for these files.
std::vector<std::string> findForeignKernels(const RecordingList &Recordings,
                                            llvm::ArrayRef<FileAnalysis> Files);

} // namespace memlint

#endif // CUDA_MEMLINT_DRIVER_LAUNCHMISFITS_H

//===- OneFile.h - The stages of one file -----------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_DRIVER_ONEFILE_H
#define CUDA_MEMLINT_LIB_DRIVER_ONEFILE_H

#include "cuda-memlint/Driver/Driver.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace memlint {

struct FileAnalysis;

/// Decides, once the host code of a file has been run, whether its kernels are analysed too.
using WantsKernels = llvm::function_ref<bool(const HostLinks &)>;

inline bool wantsKernels(const HostLinks &) { return true; }
inline bool wantsLinksOnly(const HostLinks &) { return false; }

/// What analyseFile() finds, without what settings and comments say of it. Where kernels are not
/// wanted, there are none in it, but its links. \p Wanted may be asked twice.
llvm::Expected<FileAnalysis> analyseGuarded(llvm::StringRef Path, const DriverOptions &Options,
                                            const OutsideFacts &FromOutside, WantsKernels Wanted);

/// Adds to the findings of kernels those of their files; \p Files are all.
void findFaultsOfFiles(llvm::MutableArrayRef<FileAnalysis> Files, const DriverOptions &Options);

/// Applies what settings and comments say of findings, once they are all there.
void refineFindings(llvm::MutableArrayRef<FileAnalysis> Files, const DriverOptions &Options);

/// That the analysis of the file at \p Path crashed; \p Where: " in kernel 'k'", or nothing.
std::string describeCrash(llvm::StringRef Path, llvm::StringRef Where = "");

/// The text of the file at \p Path where it is given, so that the file need not be on disk; else
/// null.
const std::string *textInOverlay(llvm::StringRef Path, const FrontendOptions &Options);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_DRIVER_ONEFILE_H

//===- DeferredRaces.h - Races that there was too little time for -*- C++ -*-=//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LANGUAGESERVER_DEFERREDRACES_H
#define CUDA_MEMLINT_LANGUAGESERVER_DEFERREDRACES_H

#include "cuda-memlint/LanguageServer/FileReport.h"

namespace memlint::lsp {

/// Whether more may be found with more time.
bool hasDeferredRaces(const FileReport &Report);

/// Shows of kernels whose races are deferred in \p Report what \p Before, whose positions are in
/// the same text, says of their races, where it knows the kernel.
void keepDeferredRaces(FileReport &Report, const FileReport &Before);

} // namespace memlint::lsp

#endif // CUDA_MEMLINT_LANGUAGESERVER_DEFERREDRACES_H

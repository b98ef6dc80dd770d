//===- include/cuda-memlint/Fixes/ExportedFixes.h - Fixes for clang-apply-replacements -*- C++
//-*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_FIXES_EXPORTEDFIXES_H
#define CUDA_MEMLINT_FIXES_EXPORTEDFIXES_H

#include "cuda-memlint/Fixes/FixPlan.h"

#include "llvm/Support/raw_ostream.h"

namespace memlint {

/// Writes the fixes of \p Plan, which planFixes() made, as YAML of the kind that clang-tidy
/// exports and clang-apply-replacements reads: each a diagnostic with its replacements.
void printExportedFixes(llvm::raw_ostream &Stream, const FixPlan &Plan);

} // namespace memlint

#endif // CUDA_MEMLINT_FIXES_EXPORTEDFIXES_H

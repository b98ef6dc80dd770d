//===- FindingParts.h - What findings have in common ------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_CHECKS_FINDINGPARTS_H
#define CUDA_MEMLINT_LIB_CHECKS_FINDINGPARTS_H

#include "cuda-memlint/Analysis/Barriers/BarrierSuggestion.h"
#include "cuda-memlint/Model/Finding.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

namespace memlint {

struct KernelAnalysis;
struct Site;

/// How a note starts that says why a finding has no help.
inline constexpr llvm::StringLiteral NoAdvice = "no advice: ";

/// Adds a note to \p Result, at \p At where that is a location.
void addNote(Finding &Result, const llvm::Twine &Text, const SourcePosition &At = {});

/// Likewise one of several of its kind.
void addNoteOfSeveral(Finding &Result, const llvm::Twine &Text, const SourcePosition &At = {});

/// Makes \p Text the advice of \p Result, about what is at \p At where that is a location.
void setHelp(Finding &Result, const llvm::Twine &Text, const SourcePosition &At = {});

/// Adds a note for each call through which \p At was reached.
void addCallNotes(Finding &Result, const Site &At);

/// Adds the note "for LAUNCH".
void addLaunchNote(Finding &Result, const KernelAnalysis &Kernel, unsigned Launch);

/// The edit that puts \p Text before what is at \p At.
FindingFix insertBefore(SourcePosition At, const llvm::Twine &Text);

/// Adds to \p Result what \p Suggestion says, as notes and as edits that insert \p Barrier, such as
/// `__syncthreads()`, to separate \p Pairs pairs of accesses. The edits are unsafe in functions of
/// headers.
void addBarrierNotes(const KernelProgram &Kernel, const BarrierSuggestion &Suggestion,
                     llvm::StringRef Barrier, unsigned Pairs, Finding &Result);

/// Adds to \p Result a note at \p Point, "VERB `STATEMENT` before this statement" and
/// \p Gain, and the edits that do it.
void addInsertion(const KernelProgram &Kernel, const InsertionPoint &Point,
                  llvm::StringRef Statement, llvm::StringRef Verb, llvm::StringRef Gain,
                  Finding &Result);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_CHECKS_FINDINGPARTS_H

//===- FindingParts.cpp - What findings have in common --------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FindingParts.h"

#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

using namespace llvm;

namespace memlint {

void addNote(Finding &Result, const Twine &Text, const SourcePosition &At) {
  Result.Notes.push_back({Text.str(), At});
}

void addCallNotes(Finding &Result, const Site &At) {
  for (const InlineFrame &Frame : At.InlinedThrough)
    addNote(Result, describeInlining(Frame), Frame.CallSite);
}

void addLaunchNote(Finding &Result, const KernelAnalysis &Kernel, unsigned Launch) {
  addNote(Result, "for " + describeLaunch(Kernel.Program, Kernel.Launches[Launch]));
}

FindingFix insertBefore(SourcePosition At, const Twine &Text) {
  At.EndLine = At.Line;
  At.EndColumn = At.Column;
  return {std::move(At), Text.str()};
}

} // namespace memlint

//===- RestrictAgreement.cpp - One declaration, several kernels -----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Checks/RestrictAgreement.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "SourceStart.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <set>

using namespace llvm;

namespace memlint {

/// The edits that one kernel asks for: line, column and text. Empty: none.
using Edits = std::set<std::tuple<unsigned, unsigned, std::string>>;

static bool isRestriction(const Finding &Item) { return Item.Subject == FindingSubject::Aliasing; }

static Edits restrictEdits(const FileAnalysis &File, const KernelAnalysis &Kernel) {
  Edits Result;
  for (const Finding &Item : Kernel.Findings)
    if (isRestriction(Item) && File.Parsed == ParseState::Whole)
      for (const FindingFix &Fix : Item.Fixes)
        Result.insert({Fix.Position.Line, Fix.Position.Column, Fix.Replacement});
  return Result;
}

void withdrawDoubtfulRestrictions(MutableArrayRef<FileAnalysis> Files) {
  std::map<SourceStart, std::set<Edits>> Asked;
  for (const FileAnalysis &File : Files)
    for (const KernelAnalysis &Kernel : File.Kernels)
      // What was made up is compiled by nobody.
      if (Kernel.Assumption.empty())
        Asked[startOf(Kernel.Program.Position)].insert(restrictEdits(File, Kernel));
  for (FileAnalysis &File : Files)
    for (KernelAnalysis &Kernel : File.Kernels) {
      const std::set<Edits> &All = Asked[startOf(Kernel.Program.Position)];
      if (All.size() != 1 || All.begin()->empty())
        erase_if(Kernel.Findings, isRestriction);
    }
}

} // namespace memlint

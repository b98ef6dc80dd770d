//===- lib/Fixes/ExportedFixes.cpp - Fixes for clang-apply-replacements ---===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Fixes/ExportedFixes.h"

#include "FileTexts.h"

#include "cuda-memlint/Fixes/EditScope.h"
#include "cuda-memlint/Support/LineTable.h"
#include "cuda-memlint/Support/RealPaths.h"

#include "clang/Tooling/DiagnosticsYaml.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
namespace tooling = clang::tooling;

namespace memlint {

static tooling::Diagnostic::Level levelOf(FindingLevel Level) {
  switch (Level) {
  case FindingLevel::Remark:
    return tooling::Diagnostic::Remark;
  case FindingLevel::Warning:
    return tooling::Diagnostic::Warning;
  case FindingLevel::Error:
    return tooling::Diagnostic::Error;
  }
  llvm_unreachable("covered switch");
}

void printExportedFixes(raw_ostream &Stream, const FixPlan &Plan) {
  tooling::TranslationUnitDiagnostics Unit;
  RealPaths Paths;
  for (const PlannedFix &Fix : Plan.Fixes) {
    tooling::DiagnosticMessage Message(Fix.Message);
    Message.FilePath = Fix.Path;
    Message.FileOffset = Fix.Edits.empty() ? 0 : unsigned(Fix.Edits.front().Begin);
    auto Change =
        find_if(Plan.Files, [&](const FileChange &Each) { return Each.Path == Fix.Path; });
    // A finding in one file may be mended in another.
    if (Paths.of(Fix.Position.Path) == Fix.Path && Change != Plan.Files.end())
      if (std::optional<size_t> Offset =
              LineTable(Change->Original).offsetOf(Fix.Position.Line, Fix.Position.Column))
        Message.FileOffset = unsigned(*Offset);
    for (const TextEdit &Edit : Fix.Edits)
      // They are not in conflict: that is what a plan is.
      cantFail(Message.Fix[Fix.Path].add(tooling::Replacement(
          Fix.Path, unsigned(Edit.Begin), unsigned(Edit.End - Edit.Begin), Edit.Replacement)));
    Unit.Diagnostics.emplace_back(Fix.Check, Message, SmallVector<tooling::DiagnosticMessage, 1>(),
                                  levelOf(Fix.Level), absolutePath("."));
  }
  yaml::Output Yaml(Stream);
  Yaml << Unit;
}

} // namespace memlint

//===- tools/cuda-memlint/Fixing.cpp - Fixes, as the command makes them ---===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixing.h"

#include "Interruption.h"
#include "Output.h"
#include "ProgressLine.h"

#include "cuda-memlint/Checks/FixSafety.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Fixes/ExportedFixes.h"
#include "cuda-memlint/Fixes/UnifiedDiff.h"
#include "cuda-memlint/Report/SourceText.h"
#include "cuda-memlint/Session/Session.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace memlint {

/// \p Unsafe: those that the user has not asked for.
static std::string count(const FixPlan &Plan, StringRef Done, size_t Unsafe) {
  return formatNumberOf(Plan.Fixes.size(), "fix") + Done.str() +
         formatNumberOf(Plan.Files.size(), "file") + moreUnsafeFixes(Unsafe);
}

/// For patch as it is; on a terminal without what would command that.
static bool showDiff(const FixPlan &Plan, size_t Unsafe) {
  bool Shown = writeOutput("", [&](raw_ostream &Stream) {
    std::string Text;
    raw_string_ostream Diff(Text);
    for (const FileChange &Change : Plan.Files)
      printUnifiedDiff(Diff, Change, nameInDiff(Change.Path));
    if (!Stream.is_displayed()) {
      Stream << Text;
      return Error::success();
    }
    StringRef Rest = StringRef(Text);
    while (!Rest.empty()) {
      auto [Line, Next] = Rest.split('\n');
      Stream << printableText(Line) << '\n';
      Rest = Next;
    }
    return Error::success();
  });
  errs() << "cuda-memlint: " << count(Plan, " for ", Unsafe) << "; nothing is written\n";
  return Shown;
}

/// Writes the changed files, and says what was done to those that could be written.
static bool apply(const FixPlan &Plan, size_t Unsafe) {
  FixPlan Made;
  bool Done = true;
  for (const FileChange &Change : Plan.Files)
    if (Error Failure = applyChange(Change)) {
      printError(toString(std::move(Failure)));
      Done = false;
    } else {
      Made.Files.push_back(Change);
    }
  for (const PlannedFix &Fix : Plan.Fixes)
    if (any_of(Made.Files, [&](const FileChange &Change) { return Change.Path == Fix.Path; })) {
      errs() << printableText(Fix.Position.Path) << ':' << Fix.Position.Line << ':'
             << Fix.Position.Column << ": fixed: " << printableText(Fix.Title) << " [" << Fix.Check
             << "]\n";
      Made.Fixes.push_back(Fix);
    }
  errs() << "cuda-memlint: " << count(Made, " applied in ", Unsafe) << '\n';
  return Done;
}

void offerFixes(const LintCommand &Command, Session &Run) {
  if (Command.OffersFixes)
    Run.offerFixes();
  else
    Run.omitFixes();
}

bool handleFixes(const LintCommand &Command, Session &Run, ProgressLine &Progress) {
  auto Hide = make_scope_exit([&Progress] { Progress.hide(); });
  std::optional<InterruptNote> Noted(std::in_place);
  Progress.show("trying fixes");
  if (Command.Fix == FixMode::InPlace) {
    FixOutcome Made = Run.fix();
    Progress.hide();
    // Once the first file is changed, the others are, too.
    if (!Made.IsStopped)
      return apply(Made.Plan, Made.Unsafe);
    offerFixes(Command, Run);
    printError("interrupted: no file was changed");
    return false;
  }
  // What is not offered is said in the report, where there is one.
  bool WritesReport = !Command.Output.empty() || !Command.FurtherReports.empty();
  bool SaysWhy = !Command.ExportFixes.empty() || (Command.Fix == FixMode::DryRun && WritesReport);
  if (SaysWhy || Command.wantsReport(std::mem_fn(&ReportFormat::ShowsFixes)))
    offerFixes(Command, Run);
  if (isInterrupted()) {
    Progress.hide();
    printError("interrupted: not all fixes were tried");
    return false;
  }
  Noted.reset();
  if (Command.Fix == FixMode::DryRun) {
    FixOutcome Shown = Run.tryFixes();
    Progress.hide();
    return showDiff(Shown.Plan, Shown.Unsafe);
  }
  if (Command.ExportFixes.empty())
    return true;
  FixPlan Plan = Run.planFixes();
  Progress.hide();
  return writeOutput(Command.ExportFixes, [&](raw_ostream &Stream) {
    printExportedFixes(Stream, Plan);
    return Error::success();
  });
}

} // namespace memlint

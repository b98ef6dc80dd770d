//===- FindingDiagnostics.cpp - Findings as clang-tidy's diagnostics ------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FindingDiagnostics.h"

#include "cuda-memlint/Checks/FixSafety.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Report/SourceText.h"

#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/STLExtras.h"

#include <set>
#include <tuple>

using namespace llvm;

namespace memlint {

static clang::SourceLocation locate(StringRef Path, unsigned Line, unsigned Column,
                                    clang::SourceManager &Sources) {
  if (Line == 0)
    return {};
  clang::OptionalFileEntryRef File = Sources.getFileManager().getOptionalFileRef(Path);
  if (!File)
    return {};
  clang::FileID Id = Sources.translateFile(*File);
  if (Id.isInvalid()) // Clang-tidy's parse may not have come so far.
    Id = Sources.createFileID(*File, clang::SourceLocation(), clang::SrcMgr::C_User);
  return Sources.translateLineCol(Id, Line, Column);
}

static clang::SourceLocation locateBegin(const SourcePosition &Position,
                                         clang::SourceManager &Sources) {
  return locate(Position.Path, Position.Line, Position.Column, Sources);
}

/// The changes as Clang has them; none where one of them has no location.
static SmallVector<clang::FixItHint, 4> makeHints(ArrayRef<FindingFix> Fixes,
                                                  clang::SourceManager &Sources) {
  SmallVector<clang::FixItHint, 4> Hints;
  for (const FindingFix &Fix : Fixes) {
    const SourcePosition &At = Fix.Position;
    clang::SourceLocation Begin = locateBegin(At, Sources);
    clang::SourceLocation End = locate(At.Path, At.EndLine, At.EndColumn, Sources);
    if (Begin.isInvalid() || End.isInvalid())
      return {};
    Hints.push_back(clang::FixItHint::CreateReplacement(
        clang::CharSourceRange::getCharRange(Begin, End), Fix.Replacement));
  }
  return Hints;
}

namespace {

/// Adds notes to the last diagnostic of a check, each once.
class Notes {
public:
  Notes(clang::SourceLocation Location, clang::tidy::ClangTidyCheck &Check,
        clang::SourceManager &Sources)
      : Location(Location), Check(Check), Sources(Sources) {}

  void add(const SourcePosition &Position, const std::string &Text) {
    if (!Seen.insert({Text, Position.Path, Position.Line}).second)
      return;
    clang::SourceLocation Own = Position.Line ? locateBegin(Position, Sources) : Location;
    Check.diag(Own.isValid() ? Own : Location, "%0", clang::DiagnosticIDs::Note)
        << printableText(Text);
  }
  void add(const std::string &Text) { add({}, Text); }

private:
  clang::SourceLocation Location;
  clang::tidy::ClangTidyCheck &Check;
  clang::SourceManager &Sources;
  std::set<std::tuple<std::string, std::string, unsigned>> Seen;
};

} // namespace

void report(ArrayRef<ShownFinding> Same, const DenseSet<const Finding *> &WithFix,
            clang::tidy::ClangTidyCheck &Check, clang::SourceManager &Sources) {
  const Finding &First = *Same.front().Item;
  clang::SourceLocation Location = locateBegin(First.Position, Sources);
  // A '%' in the text is not a placeholder.
  {
    clang::DiagnosticBuilder Diagnostic = Check.diag(Location, "%0");
    Diagnostic << printableText(First.Message);
    const auto *Fixed =
        find_if(Same, [&](const ShownFinding &Each) { return WithFix.contains(Each.Item); });
    // clang-tidy's --fix makes all fixes that it is given.
    if (Fixed != Same.end())
      for (const clang::FixItHint &Hint : makeHints(Fixed->Item->Fixes, Sources))
        Diagnostic << Hint;
  }
  Notes Added(Location, Check, Sources);
  for (const ShownFinding &Each : Same) {
    // Of another instantiation: what differs is enough.
    if (Each.Item->Message != First.Message) {
      Added.add("in `" + Each.Kernel->Program.Name + "`: " + Each.Item->Message);
      continue;
    }
    if (!Each.Others.empty())
      Added.add(Each.Others);
    for (const FindingNote &Note : allNotes(*Each.Item))
      Added.add(Note.Position, Note.Message);
  }
  if (std::optional<FindingNote> Advice = adviceOf(Same))
    Added.add(Advice->Position, "help: " + Advice->Message);
}

} // namespace memlint

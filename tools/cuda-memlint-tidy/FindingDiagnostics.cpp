//===- FindingDiagnostics.cpp - Findings as clang-tidy's diagnostics ------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FindingDiagnostics.h"

#include "cuda-memlint/Checks/FixSafety.h"
#include "cuda-memlint/Report/SourceText.h"

#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"

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

void report(const Finding &Item, const std::string &Others, bool WithFix,
            clang::tidy::ClangTidyCheck &Check, clang::SourceManager &Sources) {
  clang::SourceLocation Location = locateBegin(Item.Position, Sources);
  // A '%' in the text is not a placeholder.
  {
    clang::DiagnosticBuilder Diagnostic = Check.diag(Location, "%0");
    Diagnostic << printableText(Item.Message);
    // clang-tidy's --fix makes all fixes that it is given.
    if (WithFix)
      for (const clang::FixItHint &Hint : makeHints(Item.Fixes, Sources))
        Diagnostic << Hint;
  }
  if (!Others.empty())
    Check.diag(Location, "%0", clang::DiagnosticIDs::Note) << printableText(Others);
  auto AddNote = [&](const FindingNote &Note, const std::string &Text) {
    clang::SourceLocation NoteLocation =
        Note.Position.Line ? locateBegin(Note.Position, Sources) : Location;
    Check.diag(NoteLocation.isValid() ? NoteLocation : Location, "%0", clang::DiagnosticIDs::Note)
        << printableText(Text);
  };
  for (const FindingNote &Note : allNotes(Item))
    AddNote(Note, Note.Message);
  if (Item.Help)
    AddNote(*Item.Help, "help: " + Item.Help->Message);
}

} // namespace memlint

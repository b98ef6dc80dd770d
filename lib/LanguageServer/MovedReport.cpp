//===- MovedReport.cpp - A report after its text has changed --------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReportFeatures.h"

#include "cuda-memlint/LanguageServer/TextChange.h"
#include "cuda-memlint/Support/LineTable.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

#include <set>

using namespace llvm;

namespace memlint::lsp {

namespace {

/// Moves positions in one file.
class Mover {
public:
  Mover(StringRef Path, StringRef Before, StringRef After, ArrayRef<TextChange> Changes)
      : Path(Path), Before(Before), After(After), From(Before), To(After), Changes(Changes) {}

  /// False if what stood there was removed. Places in other files stay.
  bool move(ReportPosition &At) const {
    if (At.Path != Path || At.Line == 0)
      return true;
    std::optional<size_t> Offset = From.offsetOf(unsigned(At.Line), unsigned(At.Column));
    if (Offset)
      Offset = movedOffset(*Offset, Changes);
    if (!Offset || *Offset > After.size())
      return false;
    std::tie(At.Line, At.Column) = To.positionOf(*Offset);
    return true;
  }

  /// The same for a whole line.
  bool moveLine(ReportPosition &At) const {
    At.Column = 1;
    return move(At);
  }

  /// Its text is what has become of it, too.
  bool move(ReportAccess &Site) const {
    ReportPosition Old = Site.At;
    if (!move(Site.At) || Site.At.Path != Path)
      return Site.At.Path != Path;
    std::optional<size_t> Start = From.offsetOf(unsigned(Old.Line), unsigned(Old.Column));
    if (!Start || !Before.drop_front(*Start).starts_with(Site.Text))
      return true;
    size_t Begin = *To.offsetOf(unsigned(Site.At.Line), unsigned(Site.At.Column));
    StringRef Now = After.slice(Begin, movedEnd(*Start + Site.Text.size(), Changes));
    Site.Text = Now.split('\n').first.str();
    return true;
  }

  void move(ReportNote &Note) const {
    if (!move(Note.At))
      Note.At = {};
  }

  bool move(ReportFinding &Item) const {
    for (ReportNote &Note : Item.Notes)
      move(Note);
    if (Item.Help)
      move(*Item.Help);
    return move(Item.At);
  }

private:
  StringRef Path, Before, After;
  LineTable From, To;
  ArrayRef<TextChange> Changes;
};

} // namespace

std::vector<std::string> otherPathsOf(const ReportedText &Of) {
  std::set<std::string> Result;
  for (const ReportFinding &Item : Of.Report.Findings)
    if (!Item.IsHidden && !Item.At.Path.empty() && Item.At.Path != Of.Path)
      Result.insert(Item.At.Path);
  return {Result.begin(), Result.end()};
}

static bool isLaunched(const ReportKernel &Kernel) {
  return any_of(Kernel.Accesses, [](const ReportAccess &Site) {
    return any_of(Site.Launches, [](const ReportLaunch &Launch) { return Launch.Line != 0; });
  });
}

std::vector<std::string> launchedPathsOf(const ReportedText &Of) {
  std::set<std::string> Result;
  for (const ReportKernel &Kernel : Of.Report.Kernels)
    if (Kernel.At.Path != Of.Path && isLaunched(Kernel))
      Result.insert(Kernel.At.Path);
  return {Result.begin(), Result.end()};
}

/// What tells \p Launch, of the report \p Of, from those of other files.
static void namePlace(ReportLaunch &Launch, const ReportedText &Of) {
  Launch.Key += " of " + Of.Path;
  if (Launch.Line != 0)
    Launch.Arguments += " at line " + utostr(Launch.Line);
  Launch.Arguments += (" of " + sys::path::filename(Of.Path)).str();
  Launch.Line = 0;
}

ReportedText partFor(const ReportedText &Of, const URIForFile &Uri, StringRef Path,
                     StringRef Text) {
  FileReport Part;
  Part.IsComplete = true;
  Part.ShowsRemarks = Of.Report.ShowsRemarks;
  copy_if(Of.Report.Findings, std::back_inserter(Part.Findings),
          [&](const ReportFinding &Item) { return Item.At.Path == Path; });
  // Where kernels are says which findings are of instantiations of one template.
  for (const ReportKernel &Kernel : Of.Report.Kernels) {
    ReportKernel Kept;
    Kept.Name = Kernel.Name;
    Kept.At = Kernel.At;
    Kept.Analysed = Kernel.Analysed;
    // A kernel of the file that is not launched costs what the file's own analysis says.
    bool IsHere = Kernel.At.Path == Path;
    if (!IsHere || isLaunched(Kernel))
      copy_if(Kernel.Accesses, std::back_inserter(Kept.Accesses),
              [&](const ReportAccess &Site) { return IsHere || Site.At.Path == Path; });
    for (ReportAccess &Site : Kept.Accesses)
      for (ReportLaunch &Launch : Site.Launches)
        namePlace(Launch, Of);
    Part.Kernels.push_back(std::move(Kept));
  }
  return {Uri, Path.str(), Text.str(), std::move(Part), {}};
}

ReportedText movedReport(const ReportedText &Of, StringRef Text, ArrayRef<TextChange> Changes) {
  ReportedText Result = Of;
  Result.Text = Text.str();
  Mover Moves(Of.Path, Of.Text, Result.Text, Changes);
  erase_if(Result.Report.Findings, [&](ReportFinding &Item) { return !Moves.move(Item); });
  for (ReportFinding &Item : Result.Report.Findings)
    Item.Edits.clear();
  erase_if(Result.Report.Kernels, [&](ReportKernel &Kernel) { return !Moves.moveLine(Kernel.At); });
  for (ReportKernel &Kernel : Result.Report.Kernels)
    erase_if(Kernel.Accesses, [&](ReportAccess &Site) {
      for (ReportLaunch &Launch : Site.Launches) {
        ReportPosition Call{Of.Path, Launch.Line, 1};
        Launch.Line = Moves.move(Call) ? Call.Line : 0;
      }
      return !Moves.move(Site);
    });
  if (Result.Report.IncompleteBecause)
    Moves.move(*Result.Report.IncompleteBecause);
  return Result;
}

} // namespace memlint::lsp

//===- Diagnostics.cpp - Findings as diagnostics and edits ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JoinedFindings.h"

#include "cuda-memlint/Frontend/RawTokens.h"
#include "cuda-memlint/Suppression/CommentSuppression.h"

#include "clang/Lex/Token.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <map>
#include <set>
#include <tuple>

using namespace llvm;

namespace memlint::lsp {

static mlir::lsp::DiagnosticSeverity severityOf(StringRef Level) {
  if (Level == "error")
    return mlir::lsp::DiagnosticSeverity::Error;
  return Level == "warning" ? mlir::lsp::DiagnosticSeverity::Warning
                            : mlir::lsp::DiagnosticSeverity::Information;
}

/// The access as written that \p Item is about; empty: none.
static StringRef spellingOf(const ReportedText &Of, const ReportFinding &Item) {
  for (const ReportKernel &Kernel : Of.Report.Kernels)
    for (const ReportAccess &Site : Kernel.Accesses)
      if (!Item.Access.empty() && Site.Fingerprint == Item.Access && Site.At.Line == Item.At.Line &&
          Site.At.Column == Item.At.Column)
        return Site.Text;
  return "";
}

static Expected<URIForFile> uriOf(const ReportedText &Of, StringRef Path) {
  return Path == Of.Path ? Of.Uri : URIForFile::fromFile(Path);
}

namespace {

/// The notes of one diagnostic: those with a place beside it, the others in its message.
class NoteList {
public:
  NoteList(const ReportedText &Of, const TextPositions &Positions, Diagnostic &Into)
      : Of(Of), Positions(Positions), Into(Into) {}

  void add(const ReportNote &Note) {
    if (!Seen.insert({Note.Message, Note.At.Path, Note.At.Line}).second)
      return;
    Expected<URIForFile> Uri = uriOf(Of, Note.At.Path);
    if (Note.At.Line != 0 && Uri) {
      Range At = Note.At.Path == Of.Path
                     ? Positions.range(Note.At, "")
                     : Range(Position(int(Note.At.Line) - 1, std::max(int(Note.At.Column) - 1, 0)));
      if (!Into.relatedInformation)
        Into.relatedInformation.emplace();
      Into.relatedInformation->emplace_back(mlir::lsp::Location(*Uri, At), Note.Message);
      return;
    }
    if (!Uri)
      consumeError(Uri.takeError());
    Into.message += "\nnote: " + Note.Message;
  }

private:
  const ReportedText &Of;
  const TextPositions &Positions;
  Diagnostic &Into;
  std::set<std::tuple<std::string, std::string, uint64_t>> Seen;
};

} // namespace

/// The advice of the first that has one, with the name of its kernel where another instantiation
/// has other advice or none; empty: there is none.
static std::string adviceOf(const JoinedFinding &Same) {
  auto Advised = find_if(Same, [](const ReportFinding *Item) { return Item->Help.has_value(); });
  if (Advised == Same.end())
    return "";
  const ReportFinding &First = **Advised;
  bool HasOthers = any_of(Same, [&](const ReportFinding *Item) {
    return Item->Kernel != First.Kernel &&
           (!Item->Help || Item->Help->Message != First.Help->Message);
  });
  return (HasOthers ? "in `" + First.Kernel + "`: " : "") + First.Help->Message;
}

static Diagnostic diagnosticOf(const ReportedText &Of, const TextPositions &Positions,
                               const JoinedFinding &Same) {
  const ReportFinding &First = *Same.front();
  Diagnostic Result;
  Result.range = Positions.range(First.At, spellingOf(Of, First));
  Result.severity = severityOf(First.Level);
  Result.source = "cuda-memlint";
  Result.Code = First.Check;
  Result.message = First.Message;
  NoteList Notes(Of, Positions, Result);
  for (const ReportFinding *Item : Same) {
    // Of another instantiation: what differs is enough.
    if (Item->Message != First.Message)
      Notes.add({"in `" + Item->Kernel + "`: " + Item->Message, {}});
    else
      for (const ReportNote &Note : Item->Notes)
        Notes.add(Note);
  }
  if (std::string Advice = adviceOf(Same); !Advice.empty())
    Result.message += "\nhelp: " + Advice;
  return Result;
}

/// Why what is shown is not all; at the error, or at the first line where that is elsewhere.
static Diagnostic incompleteness(const ReportedText &Of, const TextPositions &Positions,
                                 const ReportNote &Cause) {
  Diagnostic Result;
  bool IsHere = Cause.At.Path == Of.Path && Cause.At.Line != 0;
  Result.range = Positions.range(IsHere ? Cause.At : ReportPosition{Of.Path, 1, 1}, "");
  Result.severity = mlir::lsp::DiagnosticSeverity::Warning;
  Result.source = "cuda-memlint";
  Result.message = "incomplete analysis: ";
  if (!IsHere && Cause.At.Line != 0)
    Result.message += Cause.At.Path + ":" + utostr(Cause.At.Line) + ": ";
  Result.message += Cause.Message;
  Result.message +=
      Of.IsOfEarlierText
          ? "\nnote: findings and costs are those of the last text without such errors"
          : "\nnote: findings and costs may be missing or wrong";
  return Result;
}

/// The kernels of the text that were not analysed, by line and reason.
static std::vector<Diagnostic> notAnalysed(const ReportedText &Of, const TextPositions &Positions) {
  std::map<std::pair<uint64_t, std::string>, std::vector<std::string>> Names;
  for (const ReportKernel &Kernel : Of.Report.Kernels)
    if (!Kernel.Analysed && Kernel.At.Path == Of.Path)
      Names[{Kernel.At.Line, Kernel.Reason}].push_back("'" + Kernel.Name + "'");
  std::vector<Diagnostic> Result;
  for (const auto &[Why, Kernels] : Names) {
    Diagnostic Item;
    Item.range = Positions.range({Of.Path, Why.first, 1}, "");
    Item.severity = mlir::lsp::DiagnosticSeverity::Information;
    Item.source = "cuda-memlint";
    Item.message = "not analysed: " + join(Kernels, ", ") + ": " + Why.second;
    Result.push_back(std::move(Item));
  }
  return Result;
}

static Diagnostic unknownInComment(const ReportedText &Of, const TextPositions &Positions,
                                   const UnknownInComment &Unknown) {
  Diagnostic Result;
  Result.range = Positions.range({Of.Path, Unknown.Line, Unknown.Column}, "");
  Result.severity = mlir::lsp::DiagnosticSeverity::Warning;
  Result.source = "cuda-memlint";
  Result.message = Unknown.Message;
  return Result;
}

namespace {

/// A finding of one or several reports.
struct FoundInReports {
  Diagnostic Shown;
  /// How many times more than needed the access costs at most; 0: unknown, or it is not about one.
  double Factor = 0;
  /// What reports say of it whose diagnostic is not shown, each once, in their order.
  std::vector<std::string> Others;
};

} // namespace

static StringRef firstLine(StringRef Text) { return Text.split('\n').first; }

/// How many times more than needed the access of \p Item costs at most; 0: unknown.
static double factorOf(const ReportedText &Of, const ReportFinding &Item) {
  double Worst = 0;
  for (const ReportKernel &Kernel : Of.Report.Kernels)
    for (const ReportAccess &Site : Kernel.Accesses)
      if (!Item.Access.empty() && Kernel.Name == Item.Kernel && Site.Fingerprint == Item.Access)
        Worst = std::max(Worst, worstFactor(Of, Kernel, Site).value_or(0));
  return Worst;
}

static std::vector<FoundInReports> findingsOf(const ReportedText &Of) {
  TextPositions Positions(Of.Text);
  std::vector<FoundInReports> Result;
  for (const JoinedFinding &Same : shownFindings(Of))
    Result.push_back({diagnosticOf(Of, Positions, Same), factorOf(Of, *Same.front()), {}});
  return Result;
}

/// Whether \p Left is to be shown, not \p Right, both of documents that include a file.
static bool isWorse(const FoundInReports &Left, const FoundInReports &Right) {
  return std::pair(-int(Left.Shown.severity), Left.Factor) >
         std::pair(-int(Right.Shown.severity), Right.Factor);
}

/// Adds \p More to \p Known, both of documents that include the file. Of those of one check at one
/// place the worst is shown.
static void joinIncluders(std::vector<FoundInReports> &Known, std::vector<FoundInReports> More) {
  size_t Before = Known.size();
  for (FoundInReports &New : More) {
    auto Earlier = MutableArrayRef(Known).take_front(Before);
    auto *Same = find_if(Earlier, [&](const FoundInReports &Each) {
      return Each.Shown.Code == New.Shown.Code && Each.Shown.range.start == New.Shown.range.start;
    });
    if (Same == Earlier.end()) {
      Known.push_back(std::move(New));
      continue;
    }
    if (isWorse(New, *Same)) {
      std::swap(New.Shown, Same->Shown);
      std::swap(New.Factor, Same->Factor);
    }
    std::string Said = firstLine(New.Shown.message).str();
    if (!is_contained(Same->Others, Said))
      Same->Others.push_back(std::move(Said));
  }
}

/// The diagnostics of \p Found, with notes of what the others say.
static std::vector<Diagnostic> withOthers(std::vector<FoundInReports> Found) {
  std::vector<Diagnostic> Result;
  for (FoundInReports &Each : Found) {
    std::string Shown = firstLine(Each.Shown.message).str();
    for (const std::string &Other : Each.Others)
      if (Other != Shown)
        Each.Shown.message += "\nnote: for another file that includes this one: " + Other;
    Result.push_back(std::move(Each.Shown));
  }
  return Result;
}

/// Adds \p Own, of the analysis of the file itself, to \p Known, of those that include it and know
/// more of its launches: theirs are shown, unless its own are graver.
static void joinOwn(std::vector<Diagnostic> &Known, std::vector<FoundInReports> Own) {
  size_t Before = Known.size();
  for (FoundInReports &New : Own) {
    auto Others = MutableArrayRef(Known).take_front(Before);
    auto *Same = find_if(Others, [&](const Diagnostic &Each) {
      return Each.Code == New.Shown.Code && Each.range.start == New.Shown.range.start;
    });
    if (Same == Others.end())
      Known.push_back(std::move(New.Shown));
    else if (New.Shown.severity < Same->severity)
      *Same = std::move(New.Shown);
  }
}

std::vector<Diagnostic> diagnosticsOf(const ShownReports &Of) {
  std::vector<FoundInReports> OfIncluders;
  for (const auto &Each : Of.OfIncluders)
    joinIncluders(OfIncluders, findingsOf(*Each));
  std::vector<Diagnostic> Findings = withOthers(std::move(OfIncluders));
  if (!Of.Own)
    return Findings;
  joinOwn(Findings, findingsOf(*Of.Own));
  sort(Findings, [](const Diagnostic &Left, const Diagnostic &Right) {
    return std::tie(Left.range.start, Left.Code, Left.message) <
           std::tie(Right.range.start, Right.Code, Right.message);
  });
  const ReportedText &Own = *Of.Own;
  TextPositions Positions(Own.Text);
  std::vector<Diagnostic> Result;
  if (Own.Report.IncompleteBecause)
    Result.push_back(incompleteness(Own, Positions, *Own.Report.IncompleteBecause));
  else
    Result = notAnalysed(Own, Positions);
  std::move(Findings.begin(), Findings.end(), std::back_inserter(Result));
  // Where they are typed, whatever else the text is like.
  if (!Own.Report.IsIgnored)
    for (const UnknownInComment &Each : findUnknownInComments(Own.Text))
      Result.push_back(unknownInComment(Own, Positions, Each));
  return Result;
}

/// Adds the edits of \p Item; false if the text of one of the files is unknown.
static bool addEdits(const ReportedText &Of, const ReportFinding &Item, TextOfFile TextOf,
                     mlir::lsp::WorkspaceEdit &Edits) {
  for (const ReportEdit &Each : Item.Edits) {
    auto Text = Each.Start.Path == Of.Path ? std::make_shared<const std::string>(Of.Text)
                                           : TextOf(Each.Start.Path);
    Expected<URIForFile> Uri = uriOf(Of, Each.Start.Path);
    if (!Uri) {
      consumeError(Uri.takeError());
      return false;
    }
    if (!Text)
      return false;
    TextPositions Positions(*Text);
    Range Where(Positions.of(Each.Start.Line, Each.Start.Column),
                Positions.of(Each.EndLine, Each.EndColumn));
    Edits.changes[Uri->uri().str()].push_back({Where, Each.Replacement});
  }
  return true;
}

/// The fixes of \p Same, which differ where instantiations do.
static std::vector<CodeAction> fixesOf(const ReportedText &Of, const JoinedFinding &Same,
                                       const Diagnostic &Shown, TextOfFile TextOf) {
  std::vector<CodeAction> Result;
  for (const ReportFinding *Item : Same) {
    CodeAction Fix;
    Fix.title = Item->FixTitle + (Item->FixIsUnsafe ? " (unsafe)" : "");
    if (Item->Edits.empty() ||
        any_of(Result, [&](const CodeAction &Other) { return Other.title == Fix.title; }))
      continue;
    Fix.kind = CodeAction::kQuickFix.str();
    Fix.Resolved = {Shown};
    Fix.isPreferred = !Item->FixIsUnsafe;
    Fix.edit.emplace();
    if (addEdits(Of, *Item, TextOf, *Fix.edit))
      Result.push_back(std::move(Fix));
  }
  return Result;
}

/// Whether the place \p Offset of \p Text, the end of a line, lies inside a token or a comment: a
/// raw string or a block comment of several lines, or what a backslash continues on the next one.
static bool isInsideToken(StringRef Text, size_t Offset) {
  bool IsInside = false;
  auto Visit = [&](const clang::Token &Next) {
    size_t Begin = offsetOf(Next);
    IsInside = Begin < Offset && Begin + Next.getLength() > Offset;
    return Begin < Offset && !IsInside;
  };
  // A copy has a zero behind its end.
  visitTokens(Text.str(), Visit, RawComments::Kept);
  return IsInside;
}

/// Whether a comment may end \p Line of \p Text. One that a backslash continues has no end, and in
/// a string it would be a part of it.
static bool mayEndWithComment(StringRef Text, StringRef Line) {
  return !Line.rtrim().ends_with("\\") && !isInsideToken(Text, size_t(Line.end() - Text.begin()));
}

/// A comment at the end of the line, which is seen whatever stands there, or else on a line of its
/// own before that; nothing if neither line can have one.
static std::optional<CodeAction> suppression(const ReportedText &Of, const TextPositions &Positions,
                                             const ReportFinding &Item) {
  auto Number = unsigned(Item.At.Line);
  StringRef Line = Positions.line(Number), Before = Positions.line(Number - 1);
  CodeAction Result;
  Result.title = "Suppress " + Item.Check + " on this line";
  Result.kind = CodeAction::kQuickFix.str();
  Result.edit.emplace();
  auto &Edits = Result.edit->changes[Of.Uri.uri().str()];
  if (mayEndWithComment(Of.Text, Line)) {
    Position End = Positions.of(Number, unsigned(Line.size()) + 1);
    Edits.push_back({Range(End), " // NOLINT(" + Item.Check + ")"});
    return Result;
  }
  if (Number != 1 && !mayEndWithComment(Of.Text, Before))
    return std::nullopt;
  StringRef Behind = StringRef(Of.Text).drop_front(size_t(Line.end() - StringRef(Of.Text).begin()));
  StringRef Indentation = Line.take_while([](char Each) { return Each == ' ' || Each == '\t'; });
  Edits.push_back(
      {Range(Positions.of(Number, 1)), (Indentation + "// NOLINTNEXTLINE(" + Item.Check + ")" +
                                        (Behind.starts_with("\r\n") ? "\r\n" : "\n"))
                                           .str()});
  return Result;
}

static std::vector<CodeAction> codeActionsOf(const ReportedText &Of, const Range &Where,
                                             TextOfFile TextOf) {
  TextPositions Positions(Of.Text);
  std::vector<CodeAction> Result;
  // One comment is enough for all findings of a check on a line.
  std::map<std::pair<uint64_t, std::string>, size_t> Comments;
  for (const JoinedFinding &Same : shownFindings(Of)) {
    Diagnostic Shown = diagnosticOf(Of, Positions, Same);
    if (Shown.range.end < Where.start || Where.end < Shown.range.start)
      continue;
    append_range(Result, fixesOf(Of, Same, Shown, TextOf));
    const ReportFinding &First = *Same.front();
    std::optional<CodeAction> Comment = suppression(Of, Positions, First);
    if (!Comment)
      continue;
    auto [Known, IsNew] = Comments.try_emplace({First.At.Line, First.Check}, Result.size());
    if (IsNew)
      Result.push_back(std::move(*Comment));
    Result[Known->second].Resolved.push_back(std::move(Shown));
  }
  return Result;
}

/// Whether the same is offered for the same: a header may be included by several documents.
static bool isSameAction(const CodeAction &Left, const CodeAction &Right) {
  return Left.title == Right.title && Left.edit && Right.edit &&
         toJSON(*Left.edit) == toJSON(*Right.edit);
}

std::vector<CodeAction> codeActionsOf(const ShownReports &Of, const Range &Where,
                                      TextOfFile TextOf) {
  std::vector<CodeAction> Result;
  auto Add = [&](const ReportedText &Each) {
    for (CodeAction &New : codeActionsOf(Each, Where, TextOf))
      if (none_of(Result, [&](const CodeAction &Known) { return isSameAction(Known, New); }))
        Result.push_back(std::move(New));
  };
  if (Of.Own)
    Add(*Of.Own);
  for (const auto &Each : Of.OfIncluders)
    Add(*Each);
  return Result;
}

} // namespace memlint::lsp

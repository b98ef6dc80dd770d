//===- Diagnostics.cpp - Findings as diagnostics and edits ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReportFeatures.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using mlir::lsp::CodeAction;

namespace memlint::lsp {

static mlir::lsp::DiagnosticSeverity severityOf(StringRef Level) {
  if (Level == "error")
    return mlir::lsp::DiagnosticSeverity::Error;
  return Level == "warning" ? mlir::lsp::DiagnosticSeverity::Warning
                            : mlir::lsp::DiagnosticSeverity::Information;
}

static bool isShown(const ReportedText &Of, const ReportFinding &Item) {
  return !Item.IsHidden && Item.At.Path == Of.Path &&
         (Item.Level != "remark" || Of.Report.ShowsRemarks);
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

static Diagnostic diagnosticOf(const ReportedText &Of, const TextPositions &Positions,
                               const ReportFinding &Item) {
  Diagnostic Result;
  Result.range = Positions.range(Item.At, spellingOf(Of, Item));
  Result.severity = severityOf(Item.Level);
  Result.source = "cuda-memlint";
  Result.Code = Item.Check;
  Result.message = Item.Message;
  std::vector<mlir::lsp::DiagnosticRelatedInformation> Related;
  for (const ReportNote &Note : Item.Notes) {
    Expected<URIForFile> Uri = uriOf(Of, Note.At.Path);
    if (Note.At.Line != 0 && Uri) {
      Range At = Note.At.Path == Of.Path
                     ? Positions.range(Note.At, "")
                     : Range(Position(int(Note.At.Line) - 1, int(Note.At.Column) - 1));
      Related.emplace_back(mlir::lsp::Location(*Uri, At), Note.Message);
      continue;
    }
    if (!Uri)
      consumeError(Uri.takeError());
    Result.message += "\nnote: " + Note.Message;
  }
  if (Item.Help)
    Result.message += "\nhelp: " + Item.Help->Message;
  if (!Related.empty())
    Result.relatedInformation = std::move(Related);
  return Result;
}

std::vector<Diagnostic> diagnosticsOf(const ReportedText &Of) {
  TextPositions Positions(Of.Text);
  std::vector<Diagnostic> Result;
  for (const ReportFinding &Item : Of.Report.Findings)
    if (isShown(Of, Item))
      Result.push_back(diagnosticOf(Of, Positions, Item));
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

/// A comment at the end of the line, which is seen whatever stands there. One that a backslash
/// continues has no end.
static std::optional<CodeAction> suppression(const ReportedText &Of, const TextPositions &Positions,
                                             const ReportFinding &Item) {
  StringRef Line = Positions.line(Item.At.Line);
  if (Line.rtrim().ends_with("\\"))
    return std::nullopt;
  CodeAction Result;
  Result.title = "Suppress " + Item.Check + " on this line";
  Result.kind = CodeAction::kQuickFix.str();
  Result.edit.emplace();
  Position End = Positions.of(Item.At.Line, unsigned(Line.size()) + 1);
  Result.edit->changes[Of.Uri.uri().str()].push_back(
      {Range(End), " // NOLINT(" + Item.Check + ")"});
  return Result;
}

std::vector<CodeAction> codeActionsOf(const ReportedText &Of, const Range &Where,
                                      TextOfFile TextOf) {
  TextPositions Positions(Of.Text);
  std::vector<CodeAction> Result;
  for (const ReportFinding &Item : Of.Report.Findings) {
    Diagnostic Shown = diagnosticOf(Of, Positions, Item);
    if (!isShown(Of, Item) || Shown.range.end < Where.start || Where.end < Shown.range.start)
      continue;
    CodeAction Fix;
    Fix.title = Item.FixTitle + (Item.FixIsUnsafe ? " (unsafe)" : "");
    Fix.kind = CodeAction::kQuickFix.str();
    Fix.diagnostics = {Shown};
    Fix.isPreferred = !Item.FixIsUnsafe;
    Fix.edit.emplace();
    if (!Item.Edits.empty() && addEdits(Of, Item, TextOf, *Fix.edit))
      Result.push_back(std::move(Fix));
    if (std::optional<CodeAction> Comment = suppression(Of, Positions, Item))
      Result.push_back(std::move(*Comment));
  }
  return Result;
}

} // namespace memlint::lsp

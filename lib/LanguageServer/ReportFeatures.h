//===- ReportFeatures.h - What editors show of a report ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LANGUAGESERVER_REPORTFEATURES_H
#define CUDA_MEMLINT_LIB_LANGUAGESERVER_REPORTFEATURES_H

#include "Protocol.h"
#include "cuda-memlint/LanguageServer/FileReport.h"
#include "cuda-memlint/LanguageServer/TextChange.h"
#include "cuda-memlint/LanguageServer/TextPositions.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <map>
#include <memory>

namespace memlint::lsp {

/// A report, and the text that it is about.
struct ReportedText {
  /// As the client writes it, which may escape other characters than the library would.
  URIForFile Uri;
  std::string Path;
  std::string Text;
  FileReport Report;
  /// By kernel, the launch that is shown of it, as ReportLaunch::Key; empty: none is. Of others
  /// all are.
  std::map<std::string, std::string> ChosenLaunches;
  /// What is reported is of an earlier text; positions are in the present one.
  bool IsOfEarlierText = false;
};

/// \p Of after \p Changes of its text, which is \p Text since: positions move with what stands
/// there, and what was removed is not reported any more. Without edits, which nobody has verified
/// for that text.
ReportedText movedReport(const ReportedText &Of, llvm::StringRef Text,
                         llvm::ArrayRef<TextChange> Changes);

/// What is known of one text.
struct ShownReports {
  /// Of the analysis of the text itself; null: there is none.
  std::shared_ptr<const ReportedText> Own;
  /// Of the analyses of documents that include it: what they found here.
  std::vector<std::shared_ptr<const ReportedText>> OfIncluders;
  /// The paths of those documents.
  std::vector<std::string> Includers;
};

/// The report whose kernels and accesses are shown. A kernel that a document launches which
/// includes the text is shown with that document's launches, any other with those of the text
/// itself. Null: there is no report on the text itself.
std::shared_ptr<const ReportedText> shownCosts(const ShownReports &Of);

/// Whether costs on \p Line of a text are those that the document has which \p Part is of.
bool hasCostsAt(const ReportedText &Part, unsigned Line);

/// The part of \p Of that is about the file \p Uri, whose path is \p Path and which had \p Text
/// then. Its launches say where they are.
ReportedText partFor(const ReportedText &Of, const URIForFile &Uri, llvm::StringRef Path,
                     llvm::StringRef Text);

/// The paths of files that \p Of has findings in, other than its own.
std::vector<std::string> otherPathsOf(const ReportedText &Of);

/// Those that have kernels which \p Of launches, other than its own.
std::vector<std::string> launchedPathsOf(const ReportedText &Of);

/// The findings of the file as the text lists them, each once, and why there may be more.
std::vector<Diagnostic> diagnosticsOf(const ShownReports &Of);

/// The text of another file that is edited, as the editor or the disk has it; null: unknown.
using TextOfFile = llvm::function_ref<std::shared_ptr<const std::string>(llvm::StringRef Path)>;

/// For the findings that begin in \p Where: their fixes, and comments that suppress them.
std::vector<CodeAction> codeActionsOf(const ShownReports &Of, const Range &Where,
                                      TextOfFile TextOf);

/// Whether \p Launch is to be shown.
bool isChosen(const ReportedText &Of, const ReportKernel &Kernel, const ReportLaunch &Launch);

/// How many times more than needed the access costs, in the shown launch where that is most;
/// nothing: unknown in all of them.
std::optional<double> worstFactor(const ReportedText &Of, const ReportKernel &Kernel,
                                  const ReportAccess &Site);

/// What the cost of \p Site is counted in.
llvm::StringRef unitsOf(const ReportAccess &Site);

/// What each access in \p Where costs, behind it: `8.0x`, or a tick where it costs no more than
/// needed. None where the file has more than \p Most.
std::vector<mlir::lsp::InlayHint> inlayHintsOf(const ReportedText &Of, const Range &Where,
                                               size_t Most);

/// The commands of lenses, with the URI of the document and a kernel: one asks for a launch where
/// there are several, the other shows what the lens says, since editors run the command of any
/// lens.
constexpr llvm::StringLiteral ChooseLaunchCommand = "cuda-memlint.chooseLaunch";
constexpr llvm::StringLiteral ShowCostsCommand = "cuda-memlint.showCosts";

/// Above each kernel: its launches, and what it costs in them; above a template, those of all its
/// instantiations.
std::vector<CodeLens> codeLensesOf(const ReportedText &Of, const URIForFile &Uri);

/// The kernels that have one lens.
using KernelGroup = std::vector<const ReportKernel *>;

/// That of the kernel that is named \p Name; empty: there is none.
KernelGroup groupOf(const ReportedText &Of, llvm::StringRef Name);

struct LaunchChoice {
  /// The name of a kernel, and ReportLaunch::Key.
  std::string Kernel, Launch;
  /// With the kernel where there are several, and with what tells the launch from others of its
  /// shape.
  std::string Title;
};

/// The launches of \p Group, as a summary lists them.
std::vector<LaunchChoice> launchesOf(const KernelGroup &Group);

/// What the lens of \p Group says.
std::string lensTitle(const ReportedText &Of, const KernelGroup &Group);

/// What is drawn of the accesses at \p At, of a report that explains them: of each the member
/// `picture` of the report, with what the access is as its `title`. Of those that read alike, the
/// costliest one is.
llvm::json::Array picturesOf(const ReportedText &Of, const Position &At);

/// What is to be said of the accesses at \p At, of a report that explains them, in \p Format;
/// nothing if there is none.
std::optional<mlir::lsp::Hover> hoverOf(const ReportedText &Of, const Position &At,
                                        mlir::lsp::MarkupKind Format);

} // namespace memlint::lsp

#endif // CUDA_MEMLINT_LIB_LANGUAGESERVER_REPORTFEATURES_H

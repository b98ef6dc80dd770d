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
  /// By kernel, the launch that is shown of it, as ReportLaunch::Text; of others all are.
  std::map<std::string, std::string> ChosenLaunches;
};

/// The findings of the file that other reports list: warnings, and remarks where they are asked
/// for; one for each cause.
std::vector<Diagnostic> diagnosticsOf(const ReportedText &Of);

/// The text of another file that is edited, as the editor or the disk has it; null: unknown.
using TextOfFile = llvm::function_ref<std::shared_ptr<const std::string>(llvm::StringRef Path)>;

/// For each finding that begins in \p Where: its fix, and a comment that suppresses it.
std::vector<mlir::lsp::CodeAction> codeActionsOf(const ReportedText &Of, const Range &Where,
                                                 TextOfFile TextOf);

/// What each access in \p Where costs, behind it: `8.0x`, or a tick where it costs no more than
/// needed. None where the file has more than MostInlayHints.
std::vector<mlir::lsp::InlayHint> inlayHintsOf(const ReportedText &Of, const Range &Where);
constexpr size_t MostInlayHints = 200;

/// The name of the command that a lens executes, with the URI of the document and the kernel.
constexpr llvm::StringLiteral ChooseLaunchCommand = "cuda-memlint.chooseLaunch";

/// Above each kernel: its launches, and what it costs in them.
std::vector<CodeLens> codeLensesOf(const ReportedText &Of, const URIForFile &Uri);

/// The launches of \p Kernel that are shown, without repetition.
std::vector<std::string> launchesOf(const ReportKernel &Kernel);

/// What is to be said of the accesses at \p At, of a report that explains them, as Markdown;
/// nothing if there is none.
std::optional<mlir::lsp::Hover> hoverOf(const ReportedText &Of, const Position &At);

} // namespace memlint::lsp

#endif // CUDA_MEMLINT_LIB_LANGUAGESERVER_REPORTFEATURES_H

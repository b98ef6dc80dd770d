//===- Protocol.h - What the support library lacks --------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LANGUAGESERVER_PROTOCOL_H
#define CUDA_MEMLINT_LIB_LANGUAGESERVER_PROTOCOL_H

#include "mlir/Tools/lsp-server-support/Protocol.h"

#include "llvm/Support/JSON.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// Types of the Language Server Protocol (3.17) that MLIR's support library does not have, or has
/// without members that are needed here.
namespace memlint::lsp {

using mlir::lsp::Position;
using mlir::lsp::Range;
using mlir::lsp::URIForFile;

/// `initializationOptions.inlayHints`: in all files, in those with few accesses, or nowhere.
enum class HintFiles : uint8_t { Off, Auto, All };

struct InitializeParams {
  /// Folders of the workspace.
  std::vector<std::string> Roots;
  /// `initializationOptions.arguments`: arguments of the command.
  std::vector<std::string> Arguments;
  HintFiles Hints = HintFiles::Auto;
  /// What is wrong with the options, a line each.
  std::vector<std::string> Problems;
  bool CanWatchFiles = false;
  bool CanRefreshHints = false;
  bool CanRefreshLenses = false;
  /// What it shows best of what hovers may be.
  mlir::lsp::MarkupKind HoverFormat = mlir::lsp::MarkupKind::Markdown;
};
bool fromJSON(const llvm::json::Value &Value, InitializeParams &Params, llvm::json::Path Path);

/// Makes positions in \p Params that are further than any document goes ones that a Position holds.
void limitPositions(llvm::json::Value &Params);

/// Writes URIs of local files in \p Params as `file:///PATH`, whatever the case of their scheme,
/// and with or without `localhost`: the library takes that for a part of the path.
void normaliseUris(llvm::json::Value &Params);

/// Whether \p Params are about a document that is not a file: one that was never saved, or a part
/// of something else.
bool isOfOtherThanFile(const llvm::json::Value &Params);

struct CancelParams {
  /// As nameOfRequest() writes it.
  std::string Request;
};
bool fromJSON(const llvm::json::Value &Value, CancelParams &Params, llvm::json::Path Path);

struct DidChangeWorkspaceFoldersParams {
  std::vector<std::string> Added, Removed;
};
bool fromJSON(const llvm::json::Value &Value, DidChangeWorkspaceFoldersParams &Params,
              llvm::json::Path Path);

/// With the name of the check; empty: it is about none.
struct Diagnostic : mlir::lsp::Diagnostic {
  std::string Code;
};
llvm::json::Value toJSON(const Diagnostic &Item);

/// With diagnostics that have codes, in the place of those that have none.
struct CodeAction : mlir::lsp::CodeAction {
  std::vector<Diagnostic> Resolved;
};
llvm::json::Value toJSON(const CodeAction &Action);

struct PublishDiagnosticsParams {
  URIForFile Uri;
  /// Of the document; nothing: it is not open, or not analysed by itself.
  std::optional<int64_t> Version;
  std::vector<Diagnostic> Diagnostics;
};
llvm::json::Value toJSON(const PublishDiagnosticsParams &Params);

/// The document of a request that is about all of it, such as `textDocument/codeLens`.
struct DocumentParams {
  mlir::lsp::TextDocumentIdentifier Document;
};
bool fromJSON(const llvm::json::Value &Value, DocumentParams &Params, llvm::json::Path Path);

struct Command {
  std::string Title;
  std::string Name;
  llvm::json::Array Arguments;
};

struct CodeLens {
  Range At;
  Command Shown;
};
llvm::json::Value toJSON(const CodeLens &Lens);

struct ExecuteCommandParams {
  std::string Name;
  llvm::json::Array Arguments;
};
bool fromJSON(const llvm::json::Value &Value, ExecuteCommandParams &Params, llvm::json::Path Path);

/// `window/showMessage` (without choices) or `window/showMessageRequest`.
struct MessageParams {
  mlir::lsp::DiagnosticSeverity Severity = mlir::lsp::DiagnosticSeverity::Information;
  std::string Text;
  std::vector<std::string> Choices;
};
llvm::json::Value toJSON(const MessageParams &Params);

/// The choice that was made; empty: none.
struct MessageChoice {
  std::string Title;
};
bool fromJSON(const llvm::json::Value &Value, MessageChoice &Choice, llvm::json::Path Path);

} // namespace memlint::lsp

#endif // CUDA_MEMLINT_LIB_LANGUAGESERVER_PROTOCOL_H

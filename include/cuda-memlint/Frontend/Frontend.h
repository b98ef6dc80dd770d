//===- Frontend.h - From a CUDA source file to Clang's AST ------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads a CUDA source file into Clang's syntax tree: one parse, the device's
/// side. Host functions are parsed too, so that launches are found in the same
/// tree. Errors in the source do not stop the parse: they are collected.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_FRONTEND_FRONTEND_H
#define CUDA_MEMLINT_FRONTEND_FRONTEND_H

#include "cuda-memlint/Frontend/InstantiationLimit.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class Sema;
class SourceManager;
} // namespace clang

namespace memlint {

class FileReads;

/// Where the CUDA headers come from.
enum class ToolkitMode : uint8_t {
  Auto,     ///< the embedded headers, or a discovered toolkit when they are not enough
  Embedded, ///< the embedded headers, whatever the file includes
  Path      ///< the toolkit at FrontendOptions::ToolkitPath
};

/// How a file is to be read.
struct FrontendOptions {
  /// The device: "sm_90", "sm_120a", also "compute_90" or "90". Empty: what the
  /// compile arguments say, else DefaultArchitecture.
  std::string Architecture;
  ToolkitMode Toolkit = ToolkitMode::Auto;
  /// The folder that holds the toolkit's `include`. In mode Auto, if not empty,
  /// the toolkit to use instead of discovering one.
  std::string ToolkitPath;
  /// The compile options, nvcc's or Clang's, as after `--` on the command line.
  std::vector<std::string> CompileArguments;
  /// The folder of a compile_commands.json, or that file. Empty: none. Its
  /// arguments come before CompileArguments.
  std::string CompilationDatabase;
  /// Options of single files, in the place of those in the database, by the path that the
  /// file is read by.
  std::map<std::string, std::vector<std::string>> FileArguments;
  /// Files that are read as if this were their text, by absolute path: changes that are not
  /// on disk.
  std::map<std::string, std::string> Overlay;
  /// Use the embedded C and C++ headers even where the machine has its own.
  bool ForceEmbeddedHostHeaders = false;
  /// How much of a file's templates is instantiated.
  uint64_t InstantiationSteps = InstantiationLimit::DefaultSteps;
  /// Where to note what is asked of the disk; null: nobody wants to know.
  FileReads *Reads = nullptr;

  static constexpr llvm::StringLiteral DefaultArchitecture = "sm_90";
};

enum class DiagnosticSeverity : uint8_t { Error, Fatal };

/// What an error may have changed.
enum class ErrorReach : uint8_t {
  HostCode,     ///< nothing but the host code that it is in
  Kernels,      ///< kernels: it is in one, or in what kernels may use
  MissingHeader ///< kernels: a header is not found
};

/// An error that Clang found. Line and column are counted from 1; 0 when the
/// error has no location in a file.
struct ParseDiagnostic {
  DiagnosticSeverity Severity = DiagnosticSeverity::Error;
  ErrorReach Reach = ErrorReach::Kernels;
  std::string Path;
  unsigned Line = 0;
  unsigned Column = 0;
  std::string Message;
  /// The header that is not found, as it is included; else empty.
  std::string MissingHeader;

  friend bool operator==(const ParseDiagnostic &, const ParseDiagnostic &) = default;
};

/// A file that has been read: Clang's tree and all that it refers to.
class ParsedFile {
public:
  /// The limit of what is instantiated for it.
  explicit ParsedFile(uint64_t InstantiationSteps);
  ~ParsedFile();
  ParsedFile(const ParsedFile &) = delete;
  ParsedFile &operator=(const ParsedFile &) = delete;

  clang::ASTContext &context();
  const clang::SourceManager &sourceManager() const;
  /// Still alive after the parse, to instantiate templates that nobody did.
  clang::Sema &sema();
  /// What of the file's templates was too much to instantiate.
  InstantiationLimit &instantiations();

  /// As given by the caller.
  llvm::StringRef path() const { return Path; }
  /// The device the file was read for, as "sm_90".
  llvm::StringRef architecture() const { return Architecture; }
  /// The device that was asked for, where that one stands in for it; else empty.
  llvm::StringRef askedArchitecture() const { return AskedArchitecture; }
  /// The folder of the toolkit whose headers were used; empty: the embedded ones.
  llvm::StringRef toolkitPath() const { return ToolkitPath; }
  /// The major version of the toolkit that the options or the compilation database name for the
  /// file, whichever headers were used; empty: none is named.
  std::optional<unsigned> namedToolkitVersion() const { return NamedToolkitVersion; }
  /// The errors, in the order of the parse, each once.
  const std::vector<ParseDiagnostic> &errors() const { return Errors; }
  unsigned errorCount() const { return Errors.size(); }
  /// Without any error.
  bool wholeParsed() const { return Errors.empty(); }
  /// Without an error that may have changed a kernel, or hidden one.
  bool kernelsParsed() const;

private:
  friend class SourceReader;
  struct Implementation;
  std::unique_ptr<Implementation> Impl;
  std::string Path;
  std::string Architecture;
  std::string AskedArchitecture;
  std::string ToolkitPath;
  std::optional<unsigned> NamedToolkitVersion;
  std::vector<ParseDiagnostic> Errors;
};

/// Reads the file at \p Path. Fails, with one line that says what is wrong, when
/// the file, the toolkit or the compilation database cannot be read or the
/// architecture is not one; errors in the source are not a failure.
llvm::Expected<std::unique_ptr<ParsedFile>> parseCudaFile(llvm::StringRef Path,
                                                          const FrontendOptions &Options);

/// The same for a file that is not on disk: \p Contents stands at \p Path.
llvm::Expected<std::unique_ptr<ParsedFile>>
parseCudaSource(llvm::StringRef Path, llvm::StringRef Contents, const FrontendOptions &Options);

} // namespace memlint

#endif // CUDA_MEMLINT_FRONTEND_FRONTEND_H

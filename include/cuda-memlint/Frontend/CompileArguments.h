//===- CompileArguments.h - What a compile command says ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_FRONTEND_COMPILEARGUMENTS_H
#define CUDA_MEMLINT_FRONTEND_COMPILEARGUMENTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <optional>
#include <string>
#include <vector>

namespace memlint {

/// A compile command, reduced to what the parse or a program depends on.
struct TranslatedArguments {
  /// For clang -cc1: include folders, macros, forced includes, the language
  /// standard and what else changes the meaning of the source.
  std::vector<std::string> ClangArguments;
  /// The devices named by -arch, -gencode or --cuda-gpu-arch, as written.
  std::vector<std::string> Architectures;
  /// For nvcc: the same as far as it takes it, and what decides the code that it makes
  /// and what it links. Devices and files are not among it.
  std::vector<std::string> NvccArguments;
  /// What the compilation database compiles the file with; empty: it does not list the file.
  std::string Compiler;
  /// They say that the source is CUDA, whatever it is called.
  bool SaysCuda = false;
  /// They say that the source is HIP.
  bool SaysHip = false;
};

/// Translates nvcc's or Clang's options \p Arguments, without the name of the
/// compiler. What does not concern the parse, or is not known, is dropped.
/// Relative paths are taken from \p Folder when it is not empty. Response files
/// (`@file`, `--options-file file`) are read from \p FileSystem.
TranslatedArguments translateCompileArguments(llvm::ArrayRef<std::string> Arguments,
                                              llvm::StringRef Folder,
                                              llvm::vfs::FileSystem &FileSystem);

/// Fails, with one line, where \p Arguments name a response file that cannot be read or a language
/// standard that does not exist, which the translation drops. What stands in response files is not
/// looked at.
llvm::Error checkCompileArguments(llvm::ArrayRef<std::string> Arguments,
                                  llvm::vfs::FileSystem &FileSystem);

/// Whether the argument behind \p Option is its value, and matters to the parse or a program: true
/// of `-include` and `-I`, not of `-Iinclude` and `-G`.
bool wantsValue(llvm::StringRef Option);

/// Whether \p Argument is an option that nvcc or Clang has, as far as that is known here.
bool isCompileOption(llvm::StringRef Argument);

/// A command of a compilation database.
struct CompileCommand {
  std::string Folder;
  /// The options, without the compiler.
  std::vector<std::string> Arguments;
  std::string Compiler;
};

/// The command for \p Path in the compile_commands.json at \p Database, that file
/// or its folder; nothing when the file is not listed. Fails when the database
/// cannot be read.
llvm::Expected<std::optional<CompileCommand>> findCompileCommand(llvm::StringRef Database,
                                                                 llvm::StringRef Path,
                                                                 llvm::vfs::FileSystem &FileSystem);

/// The sources with device code in the compile_commands.json at \p Database, that file or its
/// folder: those called `.cu` or `.hip`, and those compiled as CUDA or HIP (`-x cu`, `-x cuda`,
/// `-x hip`, or by hipcc).
/// Absolute, without links where they exist; sorted, each once. Fails when the
/// database cannot be read.
llvm::Expected<std::vector<std::string>> findCudaSources(llvm::StringRef Database,
                                                         llvm::vfs::FileSystem &FileSystem);

struct FrontendOptions;

/// What \p Options say of the file at \p Path alone: in FileArguments, else in the
/// database; nothing where neither names it. Fails when the database cannot be read.
llvm::Expected<TranslatedArguments> argumentsOfFile(llvm::StringRef Path,
                                                    const FrontendOptions &Options);

} // namespace memlint

#endif // CUDA_MEMLINT_FRONTEND_COMPILEARGUMENTS_H

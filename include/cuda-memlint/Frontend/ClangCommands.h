//===- ClangCommands.h - CUDA for tools that are built on Clang -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Clang-tidy and its like parse a file by themselves, before any module is asked. They stop at
/// options of nvcc, and at toolkits newer than they are. Here commands are translated so that
/// they parse: with our installed CUDA headers, which the options in `clang-tidy.cfg` name.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_FRONTEND_CLANGCOMMANDS_H
#define CUDA_MEMLINT_FRONTEND_CLANGCOMMANDS_H

#include "cuda-memlint/Frontend/Frontend.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/JSON.h"

namespace memlint {

/// A macro of translated commands: the device by its full name, which Clang may be too old to
/// know; empty where nothing names one.
inline constexpr llvm::StringLiteral ArchitectureMacroName = "__CUDA_MEMLINT_ARCH__";

/// Whether `clang-tidy.cfg` or a translated command defines \p Name for Clang's own parse.
bool isClangCommandMacro(llvm::StringRef Name);

/// Whether \p Folder is one of those that hold our installed headers.
bool isClangHeaderFolder(llvm::StringRef Folder);

/// The commands by which tools built on Clang 19 read \p Files, as a compile_commands.json has
/// them: without \p Files, all of the database that \p Options name. CUDA files (`.cu`, `.cuh`,
/// compiled as CUDA, or headers that hold device code) are read with the configuration file
/// \p Configuration (`clang-tidy.cfg`); what is not CUDA keeps its command. Fails when the
/// database or the toolkit that \p Options name cannot be read.
llvm::Expected<llvm::json::Array> makeClangCommands(llvm::ArrayRef<std::string> Files,
                                                    const FrontendOptions &Options,
                                                    llvm::StringRef Configuration);

} // namespace memlint

#endif // CUDA_MEMLINT_FRONTEND_CLANGCOMMANDS_H

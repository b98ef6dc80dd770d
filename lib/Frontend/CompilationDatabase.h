//===- CompilationDatabase.h - Reads compile_commands.json ------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_FRONTEND_COMPILATIONDATABASE_H
#define CUDA_MEMLINT_LIB_FRONTEND_COMPILATIONDATABASE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <string>
#include <vector>

namespace memlint {

/// Calls \p Visit for each command of \p Database, a compile_commands.json or its folder, until
/// it returns false. Fails when the database cannot be read.
llvm::Error forEachCommand(llvm::StringRef Database, llvm::vfs::FileSystem &FileSystem,
                           llvm::function_ref<bool(const llvm::json::Object &Entry)> Visit);

/// The options of a command, without the compiler.
std::vector<std::string> argumentsOfCommand(const llvm::json::Object &Entry);

/// The folder that its relative paths are relative to; empty where none is given.
llvm::StringRef folderOfCommand(const llvm::json::Object &Entry);

/// Whether the options say that the source is CUDA, whatever it is called.
bool saysCuda(llvm::ArrayRef<std::string> Arguments);

/// Whether \p Arguments say that the source is HIP.
bool saysHip(llvm::ArrayRef<std::string> Arguments);

/// The path as the file system knows it; a path that does not exist is only
/// made absolute.
std::string canonicalPath(llvm::vfs::FileSystem &FileSystem, llvm::StringRef Folder,
                          llvm::StringRef Path);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_FRONTEND_COMPILATIONDATABASE_H

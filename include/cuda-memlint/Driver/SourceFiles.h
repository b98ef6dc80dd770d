//===- SourceFiles.h - Which files are meant --------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Turns what a user names, files, folders, globs, a compilation database, into
/// the list of files to analyse.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_DRIVER_SOURCEFILES_H
#define CUDA_MEMLINT_DRIVER_SOURCEFILES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <string>
#include <vector>

namespace memlint {

struct SourceFile {
  std::string Path;
  /// Not empty: why there is nothing to read at Path, in one line.
  std::string Problem;
};

/// The files that \p Arguments stand for, in their order, each once however it is
/// spelled.
///
/// - A folder stands for the `.cu` files in it and in its subfolders, and for
///   what \p CompilationDatabase (if not empty) names as CUDA there, sorted by
///   path. Hidden folders are left out; links to folders are not followed, nor are
///   links out of the folder.
/// - A name of nothing that exists, with `*`, `?` or `[`, is a glob as in a shell;
///   `**` stands for any number of folders.
/// - Anything else is taken as it is.
///
/// No argument stands for all that the database names as CUDA. What stands for
/// nothing is an entry with a Problem. Fails when the database cannot be read.
llvm::Expected<std::vector<SourceFile>> findSourceFiles(llvm::ArrayRef<std::string> Arguments,
                                                        llvm::StringRef CompilationDatabase,
                                                        llvm::vfs::FileSystem &FileSystem);

/// The part \p Index, from 1 to \p Count, of \p Files: as many in a row as make up about the same
/// number of bytes in each part.
llvm::ArrayRef<SourceFile> partOfFiles(llvm::ArrayRef<SourceFile> Files, unsigned Index,
                                       unsigned Count);

} // namespace memlint

#endif // CUDA_MEMLINT_DRIVER_SOURCEFILES_H

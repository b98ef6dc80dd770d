//===- RealPaths.h - One name for each file ---------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_SUPPORT_REALPATHS_H
#define CUDA_MEMLINT_SUPPORT_REALPATHS_H

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <string>

namespace memlint {

/// \p Path from the root of the file system, without `.` and `..`. As text: links are not
/// followed.
inline std::string absolutePath(llvm::StringRef Path) {
  llvm::SmallString<256> Result = Path;
  if (llvm::sys::fs::make_absolute(Result))
    return Path.str();
  llvm::sys::path::remove_dots(Result, /*remove_dot_dot=*/true);
  return Result.str().str();
}

/// \p Path without links; that of what does not exist is absolute.
inline std::string realPath(llvm::StringRef Path) {
  llvm::SmallString<256> Real;
  return llvm::sys::fs::real_path(Path, Real) ? absolutePath(Path) : Real.str().str();
}

inline std::string joinPath(llvm::StringRef Folder, llvm::StringRef Name) {
  llvm::SmallString<256> Path = Folder;
  llvm::sys::path::append(Path, Name);
  return Path.str().str();
}

/// What follows \p Folder and the slash in \p Path; empty when it is not below. Both are absolute.
inline llvm::StringRef pathBelow(llvm::StringRef Path, llvm::StringRef Folder) {
  return Path.consume_front(Folder.rtrim('/')) && Path.consume_front("/") ? Path : "";
}

/// A file is spelled in several ways by those who include it: realPath(), asked once for each.
class RealPaths {
public:
  llvm::StringRef of(llvm::StringRef Path) {
    auto [Entry, Inserted] = Known.try_emplace(Path);
    if (Inserted)
      Entry->second = realPath(Path);
    return Entry->second;
  }

private:
  llvm::StringMap<std::string> Known;
};

} // namespace memlint

#endif // CUDA_MEMLINT_SUPPORT_REALPATHS_H

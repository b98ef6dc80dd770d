//===- Definitions.h - Which file a name means ------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_DRIVER_DEFINITIONS_H
#define CUDA_MEMLINT_LIB_DRIVER_DEFINITIONS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <vector>

namespace memlint {

/// Which files define which names.
class Definitions {
public:
  /// \p Folders: by file, the one that it is in.
  explicit Definitions(std::vector<llvm::StringRef> Folders) : Folders(std::move(Folders)) {}

  void add(llvm::StringRef Name, size_t File) { By[Name].push_back(File); }

  /// The file that \p Name means in the file \p User: the only one that defines it in the same
  /// folder, else the only one at all.
  std::optional<size_t> find(llvm::StringRef Name, size_t User) const {
    auto Found = By.find(Name);
    if (Found == By.end())
      return std::nullopt;
    std::optional<size_t> InFolder;
    unsigned CountInFolder = 0;
    for (size_t File : Found->second)
      if (Folders[File] == Folders[User]) {
        InFolder = File;
        ++CountInFolder;
      }
    if (CountInFolder == 1)
      return InFolder;
    if (CountInFolder == 0 && Found->second.size() == 1)
      return Found->second.front();
    return std::nullopt;
  }

private:
  std::vector<llvm::StringRef> Folders;
  llvm::StringMap<llvm::SmallVector<size_t, 1>> By;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_DRIVER_DEFINITIONS_H

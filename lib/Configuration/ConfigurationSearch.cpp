//===- ConfigurationSearch.cpp - The configuration of a file --------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Configuration/ConfigurationSearch.h"

#include "cuda-memlint/Support/RealPaths.h"
#include "cuda-memlint/Support/RegularFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace memlint {

Expected<Configuration> readConfiguration(StringRef Path) {
  constexpr uint64_t MostBytes = 1 << 20;
  Expected<std::unique_ptr<MemoryBuffer>> Buffer =
      readRegularFile(Path, "configuration", MostBytes);
  if (!Buffer)
    return Buffer.takeError();
  return parseConfiguration(absolutePath(Path), (*Buffer)->getBuffer());
}

Expected<std::shared_ptr<const Configuration>> ConfigurationSearch::find(StringRef Path) {
  return ofFolder(sys::path::parent_path(absolutePath(Path)));
}

Expected<std::shared_ptr<const Configuration>> ConfigurationSearch::ofFolder(StringRef Folder) {
  if (Folder.empty())
    return nullptr;
  if (auto Found = Known.find(Folder.str()); Found != Known.end())
    return Found->second;
  StringRef Parent = sys::path::parent_path(Folder);
  SmallString<256> Path = Folder;
  sys::path::append(Path, FileName);
  std::shared_ptr<const Configuration> Result;
  // A link to nothing is there, too, and cannot be read.
  sys::fs::file_status Status;
  bool Exists = !sys::fs::status(Path, Status, /*follow=*/false) && sys::fs::exists(Status);
  if (!Exists) {
    Expected<std::shared_ptr<const Configuration>> Above = ofFolder(Parent);
    if (!Above)
      return Above.takeError();
    Result = std::move(*Above);
  } else {
    Expected<Configuration> Own = readConfiguration(Path);
    if (!Own)
      return Own.takeError();
    Configuration Whole;
    if (Own->InheritParent) {
      Expected<std::shared_ptr<const Configuration>> Above = ofFolder(Parent);
      if (!Above)
        return Above.takeError();
      if (*Above)
        Whole = **Above;
    }
    Whole.add(*Own);
    Whole.InheritParent = false;
    Result = std::make_shared<const Configuration>(std::move(Whole));
  }
  Known.emplace(Folder.str(), Result);
  return Result;
}

} // namespace memlint

//===- tools/cuda-memlint/OutputConflicts.cpp - Outputs over inputs -------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OutputConflicts.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace memlint {

/// Also of a file that is not there yet.
static std::string realName(StringRef Path) {
  SmallString<256> Real;
  if (!sys::fs::real_path(Path, Real))
    return Real.str().str();
  StringRef Folder = sys::path::parent_path(Path);
  if (sys::fs::real_path(Folder.empty() ? "." : Folder, Real))
    return Path.str();
  sys::path::append(Real, sys::path::filename(Path));
  return Real.str().str();
}

/// Whether it would be replaced, or made.
static bool isFile(StringRef Path) {
  sys::fs::file_status Status;
  return !Path.empty() && Path != "-" &&
         (sys::fs::status(Path, Status) || sys::fs::is_regular_file(Status));
}

Error checkOutputs(ArrayRef<OutputOption> Outputs, ArrayRef<std::string> Inputs) {
  StringMap<StringRef> Written;
  for (const OutputOption &Each : Outputs) {
    if (!isFile(Each.Path))
      continue;
    auto [Other, IsNew] = Written.try_emplace(realName(Each.Path), Each.Option);
    if (!IsNew)
      return createStringError(Other->second + " and " + Each.Option + " both name '" + Each.Path +
                               "': give each a file of its own");
  }
  if (Written.empty())
    return Error::success();
  for (const std::string &Input : Inputs)
    if (auto Found = Written.find(realName(Input)); Found != Written.end())
      return createStringError(Found->second + " would overwrite '" + Input +
                               "', which is read: name another file");
  return Error::success();
}

} // namespace memlint

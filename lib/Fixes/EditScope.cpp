//===- EditScope.cpp - Which files may be edited --------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Fixes/EditScope.h"

#include "cuda-memlint/Support/RealPaths.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace memlint {

EditScope::EditScope(ArrayRef<std::string> Named, StringRef StandardInput)
    : StandardInput(StandardInput.empty() ? "" : absolutePath(StandardInput)) {
  SmallString<256> Current;
  if (sys::fs::real_path(".", Current))
    Current.clear();
  std::string CurrentNamed = absolutePath(".");
  for (StringRef Each : Named) {
    std::string Inside = absolutePath(Each);
    if (!sys::fs::is_directory(Inside))
      Inside = sys::path::parent_path(Inside).str();
    SmallString<256> Real;
    if (sys::fs::real_path(Inside, Real))
      continue;
    // What is named from the current folder may be the expansion of a pattern, so it is taken to
    // be where it looks to be.
    StringRef Rest = pathBelow(Inside, CurrentNamed);
    bool IsLinked = sys::path::is_relative(Each) && !Current.empty() && !Rest.empty() &&
                    Real != (Current.str().rtrim('/') + "/" + Rest).str();
    Folders.push_back({Inside, IsLinked ? "" : Real.str().str()});
  }
}

Expected<std::string> EditScope::check(StringRef Path) const {
  SmallString<256> Real;
  if (sys::fs::real_path(Path, Real) || !sys::fs::is_regular_file(Real))
    return createStringError("no such file: '" + Path + "'");
  std::string Absolute = absolutePath(Path);
  if (Absolute == StandardInput)
    return Real.str().str();
  bool IsBelow = false;
  for (const Folder &Each : Folders)
    for (StringRef Spelling : {StringRef(Each.Named), StringRef(Each.Real)}) {
      StringRef Rest = Spelling.empty() ? "" : pathBelow(Absolute, Spelling);
      IsBelow |= !Rest.empty();
      if (!Rest.empty() && !Each.Real.empty() &&
          Real == (StringRef(Each.Real).rtrim('/') + "/" + Rest).str())
        return Real.str().str();
    }
  return createStringError(
      "'" + Path + "' is " +
      (IsBelow ? "reached through a symbolic link" : "outside the folders of the given files"));
}

} // namespace memlint

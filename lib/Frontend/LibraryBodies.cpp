//===- LibraryBodies.cpp - Bodies that nobody asks for --------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LibraryBodies.h"

#include "cuda-memlint/Support/RealPaths.h"

#include "clang/AST/DeclBase.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

bool LibraryBodies::shouldSkipFunctionBody(clang::Decl *Function) {
  // A body from a macro, as of a test framework, belongs to who writes the macro's name.
  clang::FileID File = Sources.getFileID(Sources.getExpansionLoc(Function->getLocation()));
  auto [Entry, IsNew] = Known.try_emplace(File);
  if (IsNew)
    Entry->second = isOfLibrary(File);
  return Entry->second;
}

bool LibraryBodies::isOfLibrary(clang::FileID File) const {
  clang::OptionalFileEntryRef Entry = Sources.getFileEntryRefForID(File);
  return Entry && any_of(Host.CxxFolders, [&](StringRef Folder) {
           return !pathBelow(Entry->getName(), Folder).empty();
         });
}

} // namespace memlint

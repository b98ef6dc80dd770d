//===- MovedCommands.cpp - A database for a copy of the sources -----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Frontend/MovedCommands.h"

#include "CompilationDatabase.h"

#include "cuda-memlint/Frontend/CompileArguments.h"
#include "cuda-memlint/Frontend/PathList.h"
#include "cuda-memlint/Frontend/SourceFileSystem.h"
#include "cuda-memlint/Support/RealPaths.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace memlint {

std::string pathInCopy(StringRef Path, StringRef From, StringRef To) {
  // As it is written first: what is a link here need not be one there.
  for (const std::string &Spelled : {absolutePath(Path), realPath(Path)}) {
    StringRef Below = pathBelow(Spelled, From);
    if (Below.empty() && Spelled != From)
      continue;
    SmallString<256> Moved(To);
    sys::path::append(Moved, Below);
    return Moved.str().str();
  }
  return "";
}

/// The options of \p Entry as nvcc would take them, those in its options files among them.
static json::Array moveOptions(const json::Object &Entry, StringRef From, StringRef To,
                               vfs::FileSystem &FileSystem) {
  TranslatedArguments Options =
      translateCompileArguments(argumentsOfCommand(Entry), folderOfCommand(Entry), FileSystem);
  json::Array Result{"nvcc"};
  if (Options.SaysCuda)
    append_range(Result, ArrayRef<StringRef>{"-x", "cu"});
  if (!Options.Architectures.empty())
    Result.push_back("-arch=" + join(Options.Architectures, ","));
  for (StringRef Option : Options.ClangArguments) {
    if (sys::path::is_absolute(Option)) {
      std::string Moved = pathInCopy(Option, From, To);
      bool IsCopied = !Moved.empty() && FileSystem.exists(Moved);
      Result.push_back(quoteForPathList(IsCopied ? Moved : Option));
      continue;
    }
    // The one option that the translation spells as nvcc does not.
    Result.push_back(Option == "-fno-signed-char" ? "-funsigned-char" : Option.str());
  }
  return Result;
}

Expected<json::Array> moveCommands(StringRef Database, StringRef From, StringRef To) {
  IntrusiveRefCntPtr<vfs::FileSystem> FileSystem = sourceFileSystem();
  json::Array Result;
  Error Failure = forEachCommand(Database, *FileSystem, [&](const json::Object &Entry) {
    std::optional<StringRef> Name = Entry.getString("file");
    if (!Name)
      return true;
    std::string Source = canonicalPath(*FileSystem, folderOfCommand(Entry), *Name);
    std::string Moved = pathInCopy(Source, From, To);
    if (!Moved.empty() && !FileSystem->exists(Moved))
      return true;
    Result.push_back(json::Object{{"directory", folderOfCommand(Entry).str()},
                                  {"file", Moved.empty() ? Source : Moved},
                                  {"arguments", moveOptions(Entry, From, To, *FileSystem)}});
    return true;
  });
  if (Failure)
    return std::move(Failure);
  return std::move(Result);
}

} // namespace memlint

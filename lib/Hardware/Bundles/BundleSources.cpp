//===- BundleSources.cpp - The files that a program is made of ------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BundleSources.h"

#include "cuda-memlint/Frontend/IncludedNames.h"
#include "cuda-memlint/Frontend/PathList.h"
#include "cuda-memlint/Support/RealPaths.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace memlint {

std::set<std::string> filesOfProgram(std::set<std::string> Files) {
  std::vector<std::string> Left(Files.begin(), Files.end());
  while (!Left.empty()) {
    std::string Includer = std::move(Left.back());
    Left.pop_back();
    auto Text = MemoryBuffer::getFile(Includer);
    if (!Text)
      continue;
    for (const IncludedName &Included : findIncludes((*Text)->getBuffer())) {
      if (!Included.IsQuoted)
        continue;
      SmallString<128> Beside(sys::path::parent_path(Includer));
      sys::path::append(Beside, Included.Name);
      std::string File = absolutePath(Beside);
      if (sys::fs::is_regular_file(File) && Files.insert(File).second)
        Left.push_back(File);
    }
  }
  return Files;
}

/// \p Path in \p Tree when one of \p Files is it or lies below it.
static std::string pathInTree(StringRef Path, const std::set<std::string> &Files, StringRef Tree) {
  std::string Whole = absolutePath(Path);
  auto After = Files.lower_bound(Whole);
  bool Leads =
      After != Files.end() &&
      (*After == Whole || StringRef(*After).starts_with(StringRef(Whole).rtrim('/').str() + "/"));
  // What is not taken along is elsewhere on the other machine, if anywhere.
  return Leads ? (Tree + Whole).str() : Path.str();
}

/// The same of each path in \p Value, as an option of nvcc.
static std::string pathsInTree(StringRef Value, const std::set<std::string> &Files,
                               StringRef Tree) {
  return join(
      map_range(splitPathList(Value),
                [&](StringRef Each) { return quoteForPathList(pathInTree(Each, Files, Tree)); }),
      ",");
}

std::vector<std::string> optionsInTree(ArrayRef<std::string> Options,
                                       const std::set<std::string> &Files, StringRef Tree) {
  static constexpr llvm::StringLiteral Separate[] = {
      "-I",      "--include-path", "-isystem", "-include", "--pre-include", "--system-include",
      "-iquote", "-idirafter",     "-imacros"};
  std::vector<std::string> Result;
  for (size_t Index = 0; Index != Options.size(); ++Index) {
    StringRef Option = Options[Index];
    // For the host compiler: -Xcompiler -iquote -Xcompiler path.
    if (Option == "-Xcompiler" && Index + 3 < Options.size() && Options[Index + 2] == Option &&
        is_contained(Separate, Options[Index + 1])) {
      StringRef Path = Options[Index + 3];
      Result.insert(Result.end(), {Option.str(), Options[Index + 1], Option.str(),
                                   quoteForHostCompiler(pathInTree(Path.trim('"'), Files, Tree))});
      Index += 3;
      continue;
    }
    if (is_contained(Separate, Option) && Index + 1 != Options.size()) {
      Result.push_back(Option.str());
      Result.push_back(pathsInTree(Options[++Index], Files, Tree));
      continue;
    }
    auto [Name, Value] = Option.split('=');
    if (is_contained(Separate, Name) && !Value.empty())
      Result.push_back((Name + "=" + pathsInTree(Value, Files, Tree)).str());
    else if (Option.starts_with("-I") && Option.size() > 2)
      Result.push_back("-I" + pathsInTree(Option.drop_front(2), Files, Tree));
    else
      Result.push_back(Option.str());
  }
  return Result;
}

} // namespace memlint

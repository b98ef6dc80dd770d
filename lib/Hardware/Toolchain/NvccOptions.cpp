//===- NvccOptions.cpp - nvcc's options by what they do -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Hardware/Toolchain/NvccOptions.h"

#include "cuda-memlint/Frontend/CompileArguments.h"
#include "cuda-memlint/Model/FileAnalysis.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace memlint {

bool namesArchitecture(StringRef Option) {
  StringRef Name = Option.split('=').first;
  return is_contained(
      {"-arch", "--gpu-architecture", "-gencode", "--generate-code", "-code", "--gpu-code"}, Name);
}

static bool isFile(StringRef Option, ArrayRef<StringRef> Endings) {
  return !Option.starts_with("-") &&
         any_of(Endings, [&](StringRef Ending) { return Option.ends_with(Ending); });
}

static bool isPart(StringRef Option) {
  return isFile(Option, {".c", ".cc", ".cpp", ".cxx", ".cu", ".o", ".obj"});
}

static bool isLibrary(StringRef Option) { return isFile(Option, {".a", ".so", ".lib"}); }

bool namesOtherParts(const std::vector<std::string> &Options) { return any_of(Options, isPart); }

std::vector<std::string> optionsForOneSource(const std::vector<std::string> &Options,
                                             bool OneArchitecture) {
  std::vector<std::string> Result;
  for (size_t Index = 0; Index != Options.size(); ++Index) {
    StringRef Option = Options[Index];
    bool IsLanguage = is_contained({"-x", "--x"}, Option.split('=').first);
    if (IsLanguage || (OneArchitecture && namesArchitecture(Option))) {
      // The value may be an argument of its own.
      if (!Option.contains('='))
        ++Index;
      continue;
    }
    if (!isPart(Option) && !isLibrary(Option) &&
        !is_contained({"-dlto", "--dlink-time-opt"}, Option))
      Result.push_back(Option.str());
  }
  return Result;
}

Error checkPathForNvcc(StringRef Path) {
  // A comma separates files for one of the programs that nvcc starts.
  bool Expands = Path.find_first_of("\"$`\\\n\r") != StringRef::npos;
  if (!Expands && !sys::path::filename(Path).contains(','))
    return Error::success();
  return createStringError(
      "nvcc cannot take the path '" + Path +
      "', which it would pass to a shell: rename files and folders with a quote, "
      "'$', '`', '\\', ',' or a line break in their name");
}

Expected<BuildRequest> requestBuild(const FileAnalysis &File, const VerifyOptions &Options) {
  Expected<TranslatedArguments> OfFile = argumentsOfFile(File.Path, Options.Frontend);
  if (!OfFile)
    return OfFile.takeError();
  append_range(OfFile->NvccArguments, Options.CompileArguments);
  BuildRequest Result;
  Result.Source = File.Path;
  Result.Options = std::move(OfFile->NvccArguments);
  Result.Architecture = File.Target;
  Result.TimeLimit = std::chrono::seconds(Options.TimeoutSeconds);
  return Result;
}

} // namespace memlint

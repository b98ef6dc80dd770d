//===- CompileOptions.cpp - Compile options of a project ------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompileOptions.h"

#include "cuda-memlint/Frontend/PathList.h"

#include "clang/Basic/LangStandard.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace memlint {

namespace {

enum class ValueKind : uint8_t { Text, Standard, Folder, File };

/// An option with a value: behind `=`, in the next word, or, where Joined, at once.
struct ValuedOption {
  StringLiteral Name;
  ValueKind Kind;
  bool Joined = false;
};

} // namespace

static constexpr ValuedOption ValuedOptions[] = {
    {"-I", ValueKind::Folder, true},
    {"--include-path", ValueKind::Folder},
    {"--include-directory", ValueKind::Folder},
    {"-isystem", ValueKind::Folder, true},
    {"--system-include", ValueKind::Folder},
    {"-iquote", ValueKind::Folder, true},
    {"-idirafter", ValueKind::Folder, true},
    {"-include", ValueKind::File},
    {"--pre-include", ValueKind::File},
    {"-imacros", ValueKind::File},
    {"-D", ValueKind::Text, true},
    {"--define-macro", ValueKind::Text},
    {"-U", ValueKind::Text, true},
    {"--undefine-macro", ValueKind::Text},
    {"-std", ValueKind::Standard},
    {"--std", ValueKind::Standard},
};

static constexpr StringLiteral Flags[] = {
    "-fno-rtti",
    "-fshort-enums",
    "-fms-extensions",
    "-fdeclspec",
    "-fchar8_t",
    "-fno-char8_t",
    "-funsigned-char",
    "-use_fast_math",
    "--use_fast_math",
    "-G",
    "--device-debug",
    "-dc",
    "--device-c",
    "-rdc=true",
    "--relocatable-device-code=true",
    "-fgpu-rdc",
    "-expt-relaxed-constexpr",
    "--expt-relaxed-constexpr",
    "-extended-lambda",
    "--extended-lambda",
    "-expt-extended-lambda",
    "--expt-extended-lambda",
};

static std::string absolutePath(StringRef Path, StringRef Folder) {
  SmallString<256> Absolute = Path;
  sys::fs::make_absolute(Folder, Absolute);
  sys::path::remove_dots(Absolute);
  return Absolute.str().str();
}

/// \p Value with its paths made absolute. nvcc takes several, separated by commas.
static Expected<std::string> absoluteValue(ValueKind Kind, StringRef Value, StringRef Folder) {
  if (Kind == ValueKind::Standard &&
      clang::LangStandard::getLangKind(Value) == clang::LangStandard::lang_unspecified)
    return createStringError("'" + Value +
                             "' is not a language standard (expected one such as c++17)");
  if (Kind == ValueKind::Text || Kind == ValueKind::Standard)
    return Value.str();
  std::string Result;
  for (StringRef Path : splitPathList(Value)) {
    std::string Absolute = absolutePath(Path, Folder);
    // A file to include may also be one that is searched for.
    bool Searched = Kind == ValueKind::File && !sys::fs::exists(Absolute);
    if (Searched)
      Absolute = Path.str();
    if (!canBeIncluded(Absolute) && Kind == ValueKind::File)
      return createStringError("'" + Path +
                               "' cannot be included: its path contains a quote or line break");
    Result += (Result.empty() ? "" : ",") + quoteForPathList(Absolute);
  }
  return Result;
}

Expected<std::vector<std::string>> takeCompileOption(ArrayRef<std::string> &Words,
                                                     StringRef Folder) {
  StringRef Word = Words.front();
  Words = Words.drop_front();
  if (is_contained(Flags, Word))
    return std::vector<std::string>{Word.str()};
  StringRef BeforeSpace = Word.take_until(isSpace);
  for (const ValuedOption &Option : ValuedOptions) {
    StringRef Value = Word;
    if (!Value.consume_front(Option.Name))
      continue;
    if (Value.empty()) {
      if (Words.empty())
        return createStringError("'" + Word + "' needs a value, as the next entry");
      Value = Words.front();
      Words = Words.drop_front();
    } else if (BeforeSpace == Option.Name) {
      return createStringError("'" + Word + "' is two words: write them as two entries");
    } else if (!Value.consume_front("=") && !Option.Joined) {
      continue;
    }
    if (Value.empty())
      return createStringError("'" + Word + "' needs a value");
    Expected<std::string> Absolute = absoluteValue(Option.Kind, Value, Folder);
    if (!Absolute)
      return Absolute.takeError();
    return std::vector<std::string>{Option.Name.str(), std::move(*Absolute)};
  }
  return createStringError(
      "'" + Word +
      "' is not allowed among compile-options (allowed: "
      "-I, -isystem, -iquote, -idirafter, -include, -imacros, -D, -U, -std, and flags that "
      "change what a source means)");
}

} // namespace memlint

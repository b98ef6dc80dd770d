//===- LaunchedElsewhere.cpp - Who else counts on a kernel ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchedElsewhere.h"

#include "clang/Basic/CharInfo.h"

using namespace llvm;

namespace memlint {

/// Without scopes and template arguments.
static StringRef plainName(StringRef Name) {
  Name = Name.take_until([](char C) { return C == '<' || C == '('; });
  return Name.substr(Name.rfind(':') + 1);
}

static bool hasWord(StringRef Text, StringRef Word) {
  for (size_t At = Text.find(Word); At != StringRef::npos; At = Text.find(Word, At + 1)) {
    bool Begins = At == 0 || !clang::isAsciiIdentifierContinue(Text[At - 1]);
    size_t End = At + Word.size();
    if (Begins && (End == Text.size() || !clang::isAsciiIdentifierContinue(Text[End])))
      return true;
  }
  return false;
}

StringRef launchedElsewhere(ArrayRef<FileAnalysis> Files, size_t File, const KernelAnalysis &Kernel,
                            const Finding &Item, RealPaths &Paths, FileTexts &Texts) {
  const KernelProgram &Program = Kernel.Kernel;
  if (!Item.Access ||
      Program.Objects[Program.Accesses[*Item.Access].Object].Kind != ObjectKind::DynamicShared)
    return "";
  for (const FileAnalysis &Other : Files) {
    StringRef Real = Paths.of(Other.Path);
    if (Real == Paths.of(Files[File].Path))
      continue;
    const std::string *Text = Texts.find(Real);
    if (Text && hasWord(*Text, plainName(Program.Name)))
      return Other.Path;
  }
  return "";
}

} // namespace memlint

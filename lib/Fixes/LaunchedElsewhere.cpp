//===- LaunchedElsewhere.cpp - Who else counts on a kernel ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchedElsewhere.h"

#include "clang/Basic/CharInfo.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

/// Without scopes and template arguments.
static StringRef plainName(StringRef Name) {
  Name = Name.take_until([](char C) { return C == '<' || C == '('; });
  return Name.substr(Name.rfind(':') + 1);
}

/// Whether \p Text has \p Word, with something behind it that \p IsMeant takes.
static bool hasWord(StringRef Text, StringRef Word, function_ref<bool(StringRef)> IsMeant) {
  for (size_t At = Text.find(Word); At != StringRef::npos; At = Text.find(Word, At + 1)) {
    bool Begins = At == 0 || !clang::isAsciiIdentifierContinue(Text[At - 1]);
    StringRef Behind = Text.drop_front(At + Word.size());
    bool Ends = Behind.empty() || !clang::isAsciiIdentifierContinue(Behind.front());
    if (Begins && Ends && IsMeant(Behind))
      return true;
  }
  return false;
}

static bool growsDynamicMemory(const KernelProgram &Program, const Finding &Item) {
  return Item.Access &&
         Program.Objects[Program.Accesses[*Item.Access].Object].Kind == ObjectKind::DynamicShared;
}

/// Declares the kernel or launches it. Other uses of a word that may be short and common, such
/// as `k`, are no reason; a launch by a function of the run time needs the name alone.
static bool declaresOrLaunches(StringRef Text, StringRef Name) {
  bool CallsRunTime = Text.contains("cudaLaunch");
  return hasWord(Text, Name, [&](StringRef Behind) {
    Behind = Behind.ltrim();
    return CallsRunTime || Behind.starts_with("(") || Behind.starts_with("<<<");
  });
}

/// A kernel of that name in \p Other is the same one of a header, of which its own launches are
/// judged, or another one.
static bool definesKernel(const FileAnalysis &Other, StringRef Name) {
  return any_of(
             Other.Kernels,
             [&](const KernelAnalysis &Kernel) { return plainName(Kernel.Kernel.Name) == Name; }) ||
         any_of(Other.KernelsElsewhere,
                [&](const KernelElsewhere &Kernel) { return plainName(Kernel.Name) == Name; });
}

StringRef launchedElsewhere(ArrayRef<FileAnalysis> Files, size_t File, const KernelAnalysis &Kernel,
                            const Finding &Item, RealPaths &Paths, FileTexts &Texts) {
  StringRef Name = plainName(Kernel.Kernel.Name);
  bool IsPromise = Item.Check == "cuda-missing-restrict";
  if (!IsPromise && !growsDynamicMemory(Kernel.Kernel, Item))
    return "";
  for (const FileAnalysis &Other : Files) {
    StringRef Real = Paths.of(Other.Path);
    if (Real == Paths.of(Files[File].Path) || (IsPromise && definesKernel(Other, Name)))
      continue;
    const std::string *Text = Texts.find(Real);
    if (!Text)
      continue;
    if (IsPromise ? declaresOrLaunches(*Text, Name)
                  : hasWord(*Text, Name, [](StringRef) { return true; }))
      return Other.Path;
  }
  return "";
}

} // namespace memlint

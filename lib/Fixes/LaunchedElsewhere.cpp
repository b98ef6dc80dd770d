//===- LaunchedElsewhere.cpp - Who else counts on a kernel ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchedElsewhere.h"

#include "cuda-memlint/Checks/Check.h"
#include "cuda-memlint/CudaModel/HipNames.h"
#include "cuda-memlint/Frontend/RawTokens.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "clang/Basic/CharInfo.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

/// Without scopes and template arguments.
static StringRef plainName(StringRef Name) {
  Name = Name.take_until([](char C) { return C == '<' || C == '('; });
  return Name.substr(Name.rfind(':') + 1);
}

static bool isIdentifier(const clang::Token &Word, StringRef Name) {
  return Word.is(clang::tok::raw_identifier) && Word.getRawIdentifier() == Name;
}

/// Whether \p Behind, which begins with template arguments, goes on with a launch's `<<<`.
static bool launchesInstance(ArrayRef<clang::Token> Behind) {
  using namespace clang;
  const Token *End = find_if(Behind, [](const Token &Each) {
    return Each.isOneOf(tok::lesslessless, tok::semi, tok::l_brace, tok::r_brace, tok::eof);
  });
  return End != Behind.end() && End->is(tok::lesslessless);
}

static bool growsDynamicMemory(const KernelProgram &Program, const Finding &Item) {
  return editEffectOf(Item) == EditEffect::EnlargesArray && Item.Access &&
         Program.Objects[Program.Accesses[*Item.Access].Object].Kind == ObjectKind::DynamicShared;
}

/// Whether the name is declared, called or launched. Other uses of a name that may be short and
/// common, such as `k`, do not count, unless a function of CUDA's runtime launches kernels.
static bool declaresOrLaunches(ArrayRef<clang::Token> Tokens, StringRef Name) {
  using namespace clang;
  bool CallsRuntime = any_of(Tokens, [](const Token &Each) {
    return Each.is(tok::raw_identifier) && isLaunchFunction(Each.getRawIdentifier());
  });
  for (; !Tokens.empty(); Tokens = Tokens.drop_front()) {
    if (!isIdentifier(Tokens.front(), Name))
      continue;
    const Token &Next = Tokens[1];
    if (CallsRuntime || Next.isOneOf(tok::l_paren, tok::lesslessless) ||
        (Next.is(tok::less) && launchesInstance(Tokens.drop_front())))
      return true;
  }
  return false;
}

static bool mentions(ArrayRef<clang::Token> Tokens, StringRef Name) {
  return any_of(Tokens, [&](const clang::Token &Each) { return isIdentifier(Each, Name); });
}

/// A kernel of that name in \p Other is either the same kernel of a header, whose own launches are
/// judged, or another one.
static bool definesKernel(const FileAnalysis &Other, StringRef Name) {
  return any_of(Other.Kernels,
                [&](const KernelAnalysis &Kernel) {
                  return plainName(Kernel.Program.Name) == Name;
                }) ||
         any_of(Other.KernelsElsewhere,
                [&](const KernelElsewhere &Kernel) { return plainName(Kernel.Name) == Name; });
}

/// What may be identifiers in \p Text, and in its comments and strings.
static void forEachWord(StringRef Text, function_ref<void(StringRef)> Take) {
  auto IsInWord = [](char C) {
    return clang::isAsciiIdentifierContinue(C, true) || static_cast<unsigned char>(C) >= 0x80;
  };
  while (!Text.empty()) {
    Text = Text.drop_until(IsInWord);
    StringRef Word = Text.take_while(IsInWord);
    if (!Word.empty())
      Take(Word);
    Text = Text.drop_front(Word.size());
  }
}

ArrayRef<clang::Token> LaunchedElsewhere::tokensOf(StringRef Path, StringRef Text) {
  auto [Entry, IsNew] = Tokens.try_emplace(Path);
  std::vector<clang::Token> &Result = Entry->second;
  if (!IsNew)
    return Result;
  visitTokens(Text, [&](const clang::Token &Each) {
    Result.push_back(Each);
    return true;
  });
  return Result;
}

/// An inverted index of the words in all files: most files do not have a name at all.
ArrayRef<unsigned> LaunchedElsewhere::filesNaming(StringRef Name) {
  if (!IsIndexed) {
    IsIndexed = true;
    for (unsigned File = 0; File != Files.size(); ++File)
      if (const std::string *Text = Texts.find(Paths.of(Files[File].Path)))
        forEachWord(*Text, [&](StringRef Word) {
          std::vector<unsigned> &With = Naming[Word];
          if (With.empty() || With.back() != File)
            With.push_back(File);
        });
  }
  auto Known = Naming.find(Name);
  return Known == Naming.end() ? ArrayRef<unsigned>() : ArrayRef<unsigned>(Known->second);
}

StringRef LaunchedElsewhere::find(size_t File, const KernelAnalysis &Kernel, const Finding &Item) {
  StringRef Name = plainName(Kernel.Program.Name);
  bool IsPromise = editEffectOf(Item) == EditEffect::Promises;
  if (!IsPromise && !growsDynamicMemory(Kernel.Program, Item))
    return "";
  for (unsigned Number : filesNaming(Name)) {
    const FileAnalysis &Other = Files[Number];
    StringRef Real = Paths.of(Other.Path);
    if (Real == Paths.of(Files[File].Path) || (IsPromise && definesKernel(Other, Name)))
      continue;
    ArrayRef<clang::Token> Words = tokensOf(Real, *Texts.find(Real));
    if (IsPromise ? declaresOrLaunches(Words, Name) : mentions(Words, Name))
      return Other.Path;
  }
  return "";
}

} // namespace memlint

//===- LaunchedElsewhere.cpp - Who else counts on a kernel ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchedElsewhere.h"

#include "cuda-memlint/CudaModel/HipNames.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"

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
  return Item.Subject == FindingSubject::AccessCost && Item.Access &&
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

ArrayRef<clang::Token> LaunchedElsewhere::tokensOf(StringRef Path, StringRef Text) {
  auto [Entry, IsNew] = Tokens.try_emplace(Path);
  std::vector<clang::Token> &Result = Entry->second;
  if (!IsNew)
    return Result;
  clang::LangOptions Language;
  Language.CPlusPlus = Language.CPlusPlus11 = Language.CPlusPlus14 = Language.CPlusPlus17 = true;
  Language.RawStringLiterals = Language.CUDA = true;
  clang::Lexer Raw(clang::SourceLocation(), Language, Text.begin(), Text.begin(), Text.end());
  do
    Raw.LexFromRawLexer(Result.emplace_back());
  while (Result.back().isNot(clang::tok::eof));
  return Result;
}

StringRef LaunchedElsewhere::find(size_t File, const KernelAnalysis &Kernel, const Finding &Item) {
  StringRef Name = plainName(Kernel.Program.Name);
  bool IsPromise = Item.Subject == FindingSubject::Aliasing;
  if (!IsPromise && !growsDynamicMemory(Kernel.Program, Item))
    return "";
  for (const FileAnalysis &Other : Files) {
    StringRef Real = Paths.of(Other.Path);
    if (Real == Paths.of(Files[File].Path) || (IsPromise && definesKernel(Other, Name)))
      continue;
    const std::string *Text = Texts.find(Real);
    // Most files do not have the name at all, which is seen faster than their tokens.
    if (!Text || !StringRef(*Text).contains(Name))
      continue;
    ArrayRef<clang::Token> Words = tokensOf(Real, *Text);
    if (IsPromise ? declaresOrLaunches(Words, Name) : mentions(Words, Name))
      return Other.Path;
  }
  return "";
}

} // namespace memlint

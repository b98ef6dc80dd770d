//===- LaunchedTemplates.cpp - Template arguments of launches ---*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The file's tokens are read as they are written, without the preprocessor, which would leave out
/// the branches that are looked for.
///
//===----------------------------------------------------------------------===//

#include "LaunchedTemplates.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace memlint {

static bool isFundamentalType(llvm::StringRef Name) {
  static constexpr llvm::StringLiteral Names[] = {"float", "double", "int",  "unsigned",
                                                  "char",  "short",  "long", "bool"};
  return llvm::is_contained(Names, Name);
}

/// The number that \p Spelling is, without its suffix; none for a floating-point one.
static std::optional<int64_t> integerOf(llvm::StringRef Spelling) {
  llvm::StringRef Digits = Spelling.rtrim("uUlL");
  int64_t Number = 0;
  return Digits.getAsInteger(0, Number) ? std::nullopt : std::optional(Number);
}

/// The argument that \p Token is by itself; none where it is not a literal.
static std::optional<LiteralArgument> argumentOf(const Token &At, llvm::StringRef Spelling) {
  if (At.is(tok::numeric_constant)) {
    if (std::optional<int64_t> Number = integerOf(Spelling))
      return *Number;
    return std::nullopt;
  }
  if (At.isNot(tok::raw_identifier))
    return std::nullopt;
  if (Spelling == "true" || Spelling == "false")
    return int64_t(Spelling == "true");
  if (isFundamentalType(Spelling))
    return Spelling.str();
  return std::nullopt;
}

std::vector<llvm::SmallVector<LiteralArgument, 4>>
findLaunchedArguments(const SourceManager &Sources, const LangOptions &Language,
                      llvm::StringRef Kernel) {
  std::vector<llvm::SmallVector<LiteralArgument, 4>> Found;
  FileID Main = Sources.getMainFileID();
  Lexer Raw(Main, Sources.getBufferOrFake(Main), Sources, Language);
  auto Next = [&](Token &At) { return !Raw.LexFromRawLexer(At) && At.isNot(tok::eof); };
  auto Spelling = [&](const Token &At) { return Lexer::getSpelling(At, Sources, Language); };
  Token At;
  while (Next(At)) {
    if (At.isNot(tok::raw_identifier) || At.getRawIdentifier() != Kernel || !Next(At) ||
        At.isNot(tok::less))
      continue;
    llvm::SmallVector<LiteralArgument, 4> Arguments;
    while (Next(At)) {
      std::optional<LiteralArgument> Argument = argumentOf(At, Spelling(At));
      if (!Argument)
        break;
      Arguments.push_back(std::move(*Argument));
      if (!Next(At) || At.isNot(tok::comma))
        break;
    }
    // `k<16><<<` without a space is `>`, then `<<<`, as CUDA's lexer splits it.
    if (At.is(tok::greater) && Next(At) && At.is(tok::lesslessless) &&
        !llvm::is_contained(Found, Arguments))
      Found.push_back(std::move(Arguments));
  }
  return Found;
}

} // namespace memlint

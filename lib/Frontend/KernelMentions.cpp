//===- KernelMentions.cpp - Where a file names its kernels ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Frontend/KernelMentions.h"

#include "cuda-memlint/Frontend/Position.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>

using namespace clang;

namespace memlint {

namespace {

/// Recognises `Name <<<` and `Name < ... > <<<` in a stream of tokens.
class LaunchMatcher {
public:
  /// The name before \p At where \p At is what opens the configuration of a launch.
  std::optional<Token> take(const Token &At) {
    if (At.is(tok::lesslessless) && Name && Depth == 0)
      return Name;
    if (At.is(tok::raw_identifier) && Depth == 0) {
      Name = At;
    } else if (Name && At.is(tok::less)) {
      ++Depth;
    } else if (Depth > 0 && At.isOneOf(tok::greater, tok::greatergreater)) {
      Depth -= std::min(Depth, At.is(tok::greater) ? 1u : 2u);
    } else if (Depth > 0 && At.is(tok::l_paren)) {
      ++Parentheses;
    } else if (Parentheses > 0 && At.is(tok::r_paren)) {
      --Parentheses;
    } else if (Depth == 0 || At.isOneOf(tok::semi, tok::l_brace, tok::r_brace, tok::r_paren)) {
      // What looked like template arguments was a comparison.
      Name.reset();
      Depth = Parentheses = 0;
    }
    return std::nullopt;
  }

private:
  std::optional<Token> Name;
  /// Of template arguments, and of parentheses in them.
  unsigned Depth = 0;
  unsigned Parentheses = 0;
};

} // namespace

/// Calls \p Read with each token of \p File, as it is written.
static void readTokens(FileID File, const ASTContext &Ast,
                       llvm::function_ref<void(const Token &)> Read) {
  const SourceManager &Sources = Ast.getSourceManager();
  Lexer Raw(File, Sources.getBufferOrFake(File), Sources, Ast.getLangOpts());
  Token At;
  for (bool IsLast = false; !IsLast;) {
    IsLast = Raw.LexFromRawLexer(At) || At.is(tok::eof);
    Read(At);
  }
}

KernelMentions::KernelMentions(const ASTContext &Ast) : Ast(Ast) { readMainFile(); }

void KernelMentions::readMainFile() {
  LaunchMatcher Matcher;
  readTokens(Ast.getSourceManager().getMainFileID(), Ast, [&](const Token &At) {
    if (At.is(tok::raw_identifier))
      ++ByName[At.getRawIdentifier()].Count;
    if (std::optional<Token> Launched = Matcher.take(At)) {
      SourcePosition &First = ByName[Launched->getRawIdentifier()].Launch;
      if (First.Line == 0)
        First = positionOf(Launched->getLocation(), Ast);
    }
  });
}

void KernelMentions::readHeaders() const {
  InHeaders.emplace();
  const SourceManager &Sources = Ast.getSourceManager();
  auto Files = llvm::make_range(Sources.fileinfo_begin(), Sources.fileinfo_end());
  for (const auto &[Entry, Content] : Files) {
    FileID File = Sources.translateFile(Entry);
    if (File.isInvalid() || File == Sources.getMainFileID() ||
        SrcMgr::isSystem(Sources.getFileCharacteristic(Sources.getLocForStartOfFile(File))))
      continue;
    readTokens(File, Ast, [&](const Token &At) {
      if (At.is(tok::raw_identifier))
        ++(*InHeaders)[At.getRawIdentifier()];
    });
  }
}

unsigned KernelMentions::countWithHeaders(llvm::StringRef Name) const {
  if (!InHeaders)
    readHeaders();
  return count(Name) + InHeaders->lookup(Name);
}

unsigned KernelMentions::count(llvm::StringRef Name) const { return ByName.lookup(Name).Count; }

SourcePosition KernelMentions::launch(llvm::StringRef Name) const {
  return ByName.lookup(Name).Launch;
}

} // namespace memlint

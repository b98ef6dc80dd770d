//===- LaunchBrackets.cpp - Launches with spaces in their brackets --------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchBrackets.h"

#include "cuda-memlint/Frontend/RawTokens.h"

#include "clang/Lex/Token.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

#include <optional>
#include <vector>

using namespace llvm;
using namespace clang;

namespace memlint {

namespace {

/// A token and where it is in the text.
struct Lexeme {
  tok::TokenKind Kind;
  size_t Begin;
  size_t End;
};

struct LaunchEnd {
  size_t Index;
  bool IsSplit;
};

} // namespace

static std::vector<Lexeme> lexemesOf(const std::string &Text) {
  std::vector<Lexeme> Lexemes;
  visitTokens(Text, [&](const Token &Each) {
    if (Each.isNot(tok::eof))
      Lexemes.push_back({Each.getKind(), offsetOf(Each), offsetOf(Each) + Each.getLength()});
    return true;
  });
  return Lexemes;
}

/// A bracket in two pieces, with nothing but space between them.
static bool isSplit(ArrayRef<Lexeme> Lexemes, StringRef Text, tok::TokenKind First,
                    tok::TokenKind Second) {
  return Lexemes.size() >= 2 && Lexemes[0].Kind == First && Lexemes[1].Kind == Second &&
         Text.slice(Lexemes[0].End, Lexemes[1].Begin).trim().empty();
}

/// The number of tokens of the bracket that begins a launch at \p Index; 0: none does, as where an
/// operator is used with template arguments.
static unsigned sizeOfBegin(ArrayRef<Lexeme> Lexemes, size_t Index, StringRef Text) {
  if (Lexemes[Index].Kind == tok::lesslessless)
    return 1;
  if (Index == 0 || !isSplit(Lexemes.drop_front(Index), Text, tok::lessless, tok::less))
    return 0;
  const Lexeme &Before = Lexemes[Index - 1];
  bool IsNamed =
      Before.Kind == tok::greater || Before.Kind == tok::greatergreater ||
      (Before.Kind == tok::raw_identifier && Text.slice(Before.Begin, Before.End) != "operator");
  return IsNamed ? 2 : 0;
}

/// The bracket that ends the launch whose configuration begins at \p Index. One in one piece comes
/// before one in two, which may be of template arguments.
static std::optional<LaunchEnd> findEnd(ArrayRef<Lexeme> Lexemes, size_t Index, StringRef Text) {
  std::optional<LaunchEnd> Split;
  int Depth = 0;
  for (; Index < Lexemes.size(); ++Index) {
    ArrayRef<Lexeme> Rest = Lexemes.drop_front(Index);
    tok::TokenKind Kind = Rest.front().Kind;
    Depth += Kind == tok::l_paren || Kind == tok::l_brace || Kind == tok::l_square;
    Depth -= Kind == tok::r_paren || Kind == tok::r_brace || Kind == tok::r_square;
    if (Depth < 0 || (Depth == 0 && Kind == tok::semi))
      break;
    if (Depth == 0 && Kind == tok::greatergreatergreater)
      return LaunchEnd{Index, /*IsSplit=*/false};
    if (Depth == 0 && !Split && Rest.size() > 2 && Rest[2].Kind == tok::l_paren &&
        isSplit(Rest, Text, tok::greatergreater, tok::greater))
      Split = {Index, /*IsSplit=*/true};
  }
  return Split;
}

/// Moves the space within a bracket behind it.
static void joinBracket(std::string &Text, ArrayRef<Lexeme> Lexemes, char Bracket) {
  std::string Space = Text.substr(Lexemes[0].End, Lexemes[1].Begin - Lexemes[0].End);
  Text.replace(Lexemes[0].Begin, Lexemes[1].End - Lexemes[0].Begin,
               std::string(3, Bracket) + Space);
}

/// Most sources do not, and are not looked at twice.
static bool maySplitLaunches(StringRef Text) {
  return Text.contains("<< <") || Text.contains(">> >");
}

std::string joinLaunchBrackets(StringRef Text) {
  std::string Result = Text.str();
  if (!maySplitLaunches(Text))
    return Result;
  std::vector<Lexeme> Lexemes = lexemesOf(Result);
  for (size_t Index = 0; Index != Lexemes.size(); ++Index) {
    unsigned Begin = sizeOfBegin(Lexemes, Index, Text);
    if (Begin == 0)
      continue;
    std::optional<LaunchEnd> End = findEnd(Lexemes, Index + Begin, Text);
    if (!End)
      continue;
    if (Begin == 2)
      joinBracket(Result, ArrayRef(Lexemes).drop_front(Index), '<');
    if (End->IsSplit)
      joinBracket(Result, ArrayRef(Lexemes).drop_front(End->Index), '>');
  }
  return Result;
}

namespace {

class JoinedFile : public vfs::File {
public:
  explicit JoinedFile(std::unique_ptr<vfs::File> Inner) : Inner(std::move(Inner)) {}

  ErrorOr<vfs::Status> status() override { return Inner->status(); }
  ErrorOr<std::string> getName() override { return Inner->getName(); }
  ErrorOr<std::unique_ptr<MemoryBuffer>> getBuffer(const Twine &Name, int64_t Size,
                                                   bool RequiresNullTerminator,
                                                   bool IsVolatile) override {
    ErrorOr<std::unique_ptr<MemoryBuffer>> Text =
        Inner->getBuffer(Name, Size, RequiresNullTerminator, IsVolatile);
    if (!Text || !maySplitLaunches((*Text)->getBuffer()))
      return Text;
    return MemoryBuffer::getMemBufferCopy(joinLaunchBrackets((*Text)->getBuffer()), Name);
  }
  std::error_code close() override { return Inner->close(); }

private:
  std::unique_ptr<vfs::File> Inner;
};

class JoiningFileSystem : public vfs::ProxyFileSystem {
public:
  using ProxyFileSystem::ProxyFileSystem;

  ErrorOr<std::unique_ptr<vfs::File>> openFileForRead(const Twine &Path) override {
    ErrorOr<std::unique_ptr<vfs::File>> Opened = ProxyFileSystem::openFileForRead(Path);
    if (!Opened)
      return Opened;
    return std::make_unique<JoinedFile>(std::move(*Opened));
  }
};

} // namespace

IntrusiveRefCntPtr<vfs::FileSystem>
joinLaunchBracketsIn(IntrusiveRefCntPtr<vfs::FileSystem> Files) {
  return makeIntrusiveRefCnt<JoiningFileSystem>(std::move(Files));
}

} // namespace memlint

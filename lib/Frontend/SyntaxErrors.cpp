//===- SyntaxErrors.cpp - Errors that no header explains ------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SyntaxErrors.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticAST.h"
#include "clang/Basic/DiagnosticParse.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"

using namespace llvm;

namespace memlint {

/// Whether the diagnostic of this number comes from the parser. Those of a missing bracket are
/// among the ones that it shares with others.
static bool isSyntaxError(unsigned Diagnostic) {
  return (Diagnostic >= clang::diag::DIAG_START_PARSE &&
          Diagnostic < clang::diag::DIAG_START_AST) ||
         Diagnostic == clang::diag::err_expected ||
         Diagnostic == clang::diag::err_expected_either ||
         Diagnostic == clang::diag::err_expected_after;
}

/// Whether \p Name is a keyword, a macro, or declared where the parser stands.
static bool isKnown(StringRef Name, const clang::Preprocessor &Reader) {
  const clang::IdentifierInfo &Info = *Reader.getIdentifierInfo(Name);
  return Info.getTokenID() != clang::tok::identifier || Info.hasMacroDefinition() ||
         Info.getBuiltinID() != 0 || Info.getFETokenInfo() != nullptr;
}

/// The offset in \p Text behind the end of the last statement before \p Offset, or of a bracket
/// around it. That of a comment or literal does as well: more is looked at than needed, or less
/// than the whole of a statement that is half a string.
static size_t statementStart(StringRef Text, size_t Offset) {
  size_t End = Text.take_front(Offset).find_last_of(";{}");
  return End == StringRef::npos ? 0 : End + 1;
}

bool isOfTextAlone(const clang::Diagnostic &Info, const clang::Preprocessor &Reader) {
  clang::SourceLocation At = Info.getLocation();
  if (!isSyntaxError(Info.getID()) || !Info.hasSourceManager() || !At.isFileID())
    return false;
  const clang::SourceManager &Sources = Info.getSourceManager();
  auto [File, Offset] = Sources.getDecomposedLoc(At);
  if (File != Sources.getMainFileID())
    return false;
  StringRef Text = Sources.getBufferData(File);
  size_t Start = statementStart(Text, Offset),
         LineEnd = std::min(Text.find('\n', Offset), Text.size());
  clang::Lexer Tokens(Sources.getLocForStartOfFile(File), Reader.getLangOpts(), Text.begin(),
                      Text.begin() + Start, Text.end());
  clang::Token Token;
  bool IsMember = false;
  StringRef Member;
  // What stands behind the place belongs to it as well, be it on the next line.
  for (bool IsBehind = false; !IsBehind;) {
    bool IsLast = Tokens.LexFromRawLexer(Token);
    size_t Begin = Sources.getFileOffset(Token.getLocation());
    IsBehind = IsLast || (Begin > Offset && Begin >= LineEnd);
    if (Token.is(clang::tok::raw_identifier)) {
      if (!IsMember && !isKnown(Token.getRawIdentifier(), Reader))
        return false;
      Member = IsMember ? Token.getRawIdentifier() : StringRef();
    } else if (Token.is(clang::tok::less) && !Member.empty()) {
      // It could be a template.
      return false;
    } else {
      Member = {};
    }
    IsMember = Token.isOneOf(clang::tok::period, clang::tok::arrow, clang::tok::coloncolon);
  }
  return true;
}

} // namespace memlint

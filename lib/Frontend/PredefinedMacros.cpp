//===- PredefinedMacros.cpp - The compiler's macros, on demand ------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PredefinedMacros.h"

#include "clang/Lex/Lexer.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace memlint {

// The lines between which Clang puts its own definitions, and the name that it gives them.
static constexpr llvm::StringLiteral First = "# 1 \"<built-in>\" 3\n",
                                     Behind = "# 1 \"<command line>\" 1\n", FileName = "<built-in>";

// More than there are, so that the table does not grow.
static constexpr unsigned UsualCount = 1024;

PredefinedMacros::PredefinedMacros(clang::Preprocessor &Reader)
    : Reader(Reader), Bodies(UsualCount) {
  StringRef All = Reader.getPredefines();
  size_t Start = All.find(First), End = All.find(Behind);
  if (Start == StringRef::npos || End == StringRef::npos || End < Start)
    return;
  Start += First.size();
  clang::SourceManager &Sources = Reader.getSourceManager();
  clang::FileID File = Sources.createFileID(
      MemoryBuffer::getMemBufferCopy(All.slice(Start, End), FileName), clang::SrcMgr::C_System);
  Begin = Sources.getLocForStartOfFile(File);
  Text = Sources.getBufferData(File);
  std::string Others;
  for (StringRef Rest = Text; !Rest.empty();) {
    StringRef Line;
    std::tie(Line, Rest) = Rest.split('\n');
    StringRef Definition = Line;
    size_t NameEnd;
    // Those with parameters are read as ever.
    if (Definition.consume_front("#define ") &&
        (NameEnd = Definition.find_first_of(" (")) != StringRef::npos && Definition[NameEnd] == ' ')
      Bodies.insert_or_assign(Definition.take_front(NameEnd), Definition.drop_front(NameEnd + 1));
    else
      Others += (Line + "\n").str();
  }
  Reader.setPredefines((All.take_front(Start) + Others + All.drop_front(End)).str());
}

clang::IdentifierInfo *PredefinedMacros::get(StringRef Name) {
  auto Found = Bodies.find(Name);
  if (Found == Bodies.end())
    return nullptr;
  clang::IdentifierInfo &Info = Reader.getIdentifierTable().getOwn(Name);
  define(Info, Found->second);
  return &Info;
}

void PredefinedMacros::define(clang::IdentifierInfo &Name, StringRef Body) {
  auto LocationOf = [this](const char *Place) {
    return Begin.getLocWithOffset(Place - Text.begin());
  };
  clang::MacroInfo *Macro =
      Reader.AllocateMacroInfo(LocationOf(Body.begin() - 1 - Name.getLength()));
  clang::Lexer Tokens(Begin, Reader.getLangOpts(), Text.begin(), Body.begin(), Text.end());
  SmallVector<clang::Token, 8> Replacement;
  const clang::SourceLocation End = LocationOf(Body.end());
  for (clang::Token Next;; Replacement.push_back(Next)) {
    Tokens.LexFromRawLexer(Next);
    if (Next.is(clang::tok::eof) || Next.getLocation() >= End)
      break;
    if (Replacement.empty()) {
      Next.clearFlag(clang::Token::StartOfLine);
      Next.clearFlag(clang::Token::LeadingSpace);
    }
    if (Next.is(clang::tok::raw_identifier))
      Reader.LookUpIdentifierInfo(Next);
  }
  Macro->setDefinitionEndLoc(Replacement.empty() ? Macro->getDefinitionLoc()
                                                 : Replacement.back().getLocation());
  Macro->setTokens(Replacement, Reader.getPreprocessorAllocator());
  Reader.appendDefMacroDirective(&Name, Macro);
}

} // namespace memlint

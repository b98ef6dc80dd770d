//===- TextStreams.cpp - std::stringstream in host code -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostStrings.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>

using namespace clang;

namespace memlint {

/// What is known of a stream. It is kept as the pointer to a text: one character for the state,
/// then what has not been read.
struct HostStrings::TextStream {
  /// It began empty: what is written to it follows what is in it.
  bool Appends = false;
  bool AtEnd = false;
  bool HasFailed = false;
  std::string Rest;

  bool isGood() const { return !AtEnd && !HasFailed; }
  std::string packed() const {
    return std::string(1, char('@' + Appends + 2 * AtEnd + 4 * HasFailed)) + Rest;
  }
  /// Drops \p Count characters, and returns them. The end is noticed.
  std::string take(size_t Count) {
    std::string Taken = Rest.substr(0, Count);
    Rest.erase(0, Count);
    AtEnd = Rest.empty();
    return Taken;
  }
  static TextStream unpacked(llvm::StringRef Packed) {
    int State = Packed.front() - '@';
    return {(State & 1) != 0, (State & 2) != 0, (State & 4) != 0, Packed.drop_front().str()};
  }
};

bool HostStrings::isStreamClass(const CXXRecordDecl &Class) {
  const auto *Specialization = dyn_cast<ClassTemplateSpecializationDecl>(&Class);
  if (!Specialization || !Specialization->isInStdNamespace() ||
      Specialization->getTemplateArgs()[0].getKind() != TemplateArgument::Type ||
      !Specialization->getTemplateArgs()[0].getAsType()->isCharType())
    return false;
  return llvm::StringSwitch<bool>(Specialization->getName())
      .Cases("basic_istringstream", "basic_stringstream", true)
      .Cases("basic_istream", "basic_iostream", "basic_ostream", "basic_ios", true)
      .Default(false);
}

std::optional<HostStrings::TextStream> HostStrings::streamAt(const Lvalue &Object) {
  QualType Type = Object.isVariable() ? Code.typeAt(Object) : QualType();
  const CXXRecordDecl *Class = Type.isNull() ? nullptr : Type->getAsCXXRecordDecl();
  std::optional<std::string> Packed =
      Class && isStreamClass(*Class) ? textOfObject(Object, Type) : std::nullopt;
  return Packed ? std::optional(TextStream::unpacked(*Packed)) : std::nullopt;
}

void HostStrings::setStream(const Lvalue &Object, const TextStream &Now) {
  Code.store(Object, Code.typeAt(Object), newText(Now.packed()), nullptr);
}

/// Of a new stream that is opened as usual.
HostStrings::Result HostStrings::constructStream(const LibraryCall &Call) {
  bool IsForInput = Call.Type->getAsCXXRecordDecl()->getName() == "basic_istringstream";
  TextStream Made;
  size_t Next = 0;
  if (Call.Arguments.size() != Call.Function.getNumParams())
    return std::nullopt;
  if (Call.Arguments.size() == 2) {
    std::optional<std::string> Text =
        textOf(Call.Arguments[0], Call.Function.getParamDecl(Next++)->getType());
    if (!Text)
      return std::nullopt;
    Made.Rest = *Text;
  }
  // std::ios_base::in is 8, and out is 16.
  if (Next < Call.Arguments.size() && numberIn(Call.Arguments[Next]) != (IsForInput ? 8 : 24))
    return std::nullopt;
  Made.Appends = !IsForInput && Made.Rest.empty();
  if (Next != 0)
    forgetMoved(Call.Arguments[0], Call.Function.getParamDecl(0)->getType());
  return newText(Made.packed());
}

HostStrings::Result HostStrings::callStream(const LibraryCall &Call) {
  std::optional<TextStream> Stream = streamAt(*Call.This);
  if (!Stream)
    return std::nullopt;
  switch (Call.Function.getOverloadedOperator()) {
  case OO_GreaterGreater:
    if (Call.Arguments.size() == 1 && extract(*Call.This, *Stream, Call.Arguments[0]))
      return Value::pointer(*Call.This);
    break;
  case OO_LessLess:
    if (Call.Arguments.size() == 1 &&
        insert(*Call.This, *Stream, Call.Arguments[0], Call.Function.getParamDecl(0)->getType()))
      return Value::pointer(*Call.This);
    break;
  case OO_Exclaim:
    return constant(Stream->HasFailed);
  default:
    if (isa<CXXConversionDecl>(Call.Function) && Call.Type->isBooleanType())
      return constant(!Stream->HasFailed);
    if (Call.name() == "fail")
      return constant(Stream->HasFailed);
    if (Call.name() == "eof")
      return constant(Stream->AtEnd);
    if (Call.name() == "good")
      return constant(Stream->isGood());
    if (Call.name() == "bad")
      return constant(0);
  }
  // A method that is const may give what changes the stream, too.
  Code.store(*Call.This, Code.typeAt(*Call.This),
             Code.unknownValue(Code.typeAt(*Call.This), Uniformity::Grid,
                               OpaqueReason::DataDependent, "a stream"),
             nullptr);
  return std::nullopt;
}

/// Operators that are not methods, and std::getline().
HostStrings::Result HostStrings::useStream(const LibraryCall &Call) {
  if (Call.Arguments.empty() || !Call.Arguments[0].isPointer() ||
      Call.Arguments.size() != Call.Function.getNumParams())
    return std::nullopt;
  std::optional<TextStream> Stream = streamAt(Call.Arguments[0].Target);
  if (!Stream)
    return std::nullopt;
  const Lvalue &Object = Call.Arguments[0].Target;
  bool IsKnown = false;
  if (Call.name() == "getline") {
    std::optional<int64_t> End = Call.Arguments.size() == 3 ? numberIn(Call.Arguments[2]) : '\n';
    IsKnown = End && Call.Arguments.size() >= 2 &&
              readLine(Object, *Stream, Call.Arguments[1], char(*End));
  } else if (Call.Arguments.size() == 2) {
    IsKnown = Call.Function.getOverloadedOperator() == OO_GreaterGreater
                  ? extract(Object, *Stream, Call.Arguments[1])
                  : Call.Function.getOverloadedOperator() == OO_LessLess &&
                        insert(Object, *Stream, Call.Arguments[1],
                               Call.Function.getParamDecl(1)->getType());
  }
  return IsKnown ? std::optional(Call.Arguments[0]) : std::nullopt;
}

/// A number in base 10 that \p Stream goes on with, which is dropped, as std::num_get reads it: 0
/// where there is none, and the nearest where it does not fit \p Type. Nothing where libraries
/// differ.
HostStrings::Result HostStrings::takeInteger(TextStream &Stream, QualType Type) {
  llvm::StringRef Rest = Stream.Rest;
  bool IsUnsigned = Type->isUnsignedIntegerType();
  bool HasSign = Rest.starts_with("-") || Rest.starts_with("+");
  if (IsUnsigned && Rest.starts_with("-"))
    return std::nullopt;
  size_t Digits = Rest.drop_front(HasSign).take_while(llvm::isDigit).size();
  std::string Text = Stream.take(HasSign + Digits);
  if (Digits == 0) {
    Stream.HasFailed = true;
    return constant(0);
  }
  errno = 0;
  if (IsUnsigned && sizeOf(Ast, Type) == sizeof(uint64_t)) {
    uint64_t Number = std::strtoull(Text.c_str(), nullptr, 10);
    Stream.HasFailed = errno != 0;
    return constant(int64_t(Number));
  }
  int64_t Number = std::strtoll(Text.c_str(), nullptr, 10);
  Interval Range = rangeOf(Ast, Type);
  Stream.HasFailed = errno != 0 || Number < Range.Low || Number > Range.High;
  return constant(std::clamp(Number, Range.Low, Range.High));
}

/// The same of a `float` or `double`, where what follows cannot be taken for a part of it.
HostStrings::Result HostStrings::takeFloating(TextStream &Stream, QualType Type) {
  std::string Word =
      Stream.take(std::min(Stream.Rest.find_first_not_of("0123456789.eE+-"), Stream.Rest.size()));
  if (!Stream.AtEnd && !llvm::StringRef(" \t\n\v\f\r,;:").contains(Stream.Rest.front()))
    return std::nullopt;
  char *End = nullptr;
  errno = 0;
  double Number = Ast.hasSameType(Type, Ast.FloatTy) ? double(std::strtof(Word.c_str(), &End))
                                                     : std::strtod(Word.c_str(), &End);
  if (Word.empty() || errno != 0 || *End != '\0')
    return std::nullopt;
  return Code.floatNumber(Number, Type);
}

/// Reads what \p To points to, if that is understood.
bool HostStrings::extract(const Lvalue &Object, TextStream Stream, const Value &To) {
  if (!canStoreTo(To) || Memory.isNull(To.Target))
    return false;
  QualType Type = Code.typeAt(To.Target).getUnqualifiedType();
  bool IsInteger = Type->isIntegerType() && !Type->isBooleanType() && !Type->isEnumeralType() &&
                   !Type->isAnyCharacterType() && !isCharacter(Type);
  if (!IsInteger && !isStringClass(Type) && !Ast.hasSameType(Type, Ast.CharTy) &&
      !Ast.hasSameType(Type, Ast.FloatTy) && !Ast.hasSameType(Type, Ast.DoubleTy))
    return false;
  if (Stream.isGood()) {
    Stream.Rest = llvm::StringRef(Stream.Rest).ltrim(" \t\n\v\f\r").str();
    Stream.AtEnd = Stream.Rest.empty();
  }
  // What it was to be read into stays as it is.
  if (!Stream.isGood()) {
    Stream.HasFailed = true;
    setStream(Object, Stream);
    return true;
  }
  std::optional<Value> Read;
  if (IsInteger)
    Read = takeInteger(Stream, Type);
  else if (Type->isFloatingType())
    Read = takeFloating(Stream, Type);
  else if (isStringClass(Type))
    Read = newText(Stream.take(llvm::StringRef(Stream.Rest).take_until(llvm::isSpace).size()));
  else {
    Read = constant(Stream.Rest.front());
    Stream.Rest.erase(0, 1);
  }
  if (!Read)
    return false;
  storeTo(To, *Read);
  setStream(Object, Stream);
  return true;
}

bool HostStrings::readLine(const Lvalue &Object, TextStream Stream, const Value &To, char End) {
  if (!canStoreTo(To) || Memory.isNull(To.Target) || !isStringClass(Code.typeAt(To.Target)))
    return false;
  if (!Stream.isGood()) {
    Stream.HasFailed = true;
  } else {
    auto [Line, Behind] = llvm::StringRef(Stream.Rest).split(End);
    bool IsEnded = Line.size() != Stream.Rest.size();
    Stream.HasFailed = Stream.Rest.empty();
    Stream.AtEnd = !IsEnded;
    storeTo(To, newText(Line));
    Stream.Rest = Behind.str();
  }
  setStream(Object, Stream);
  return true;
}

bool HostStrings::insert(const Lvalue &Object, TextStream Stream, const Value &Given,
                         QualType Type) {
  if (!Stream.Appends || !Stream.isGood())
    return false;
  std::optional<std::string> Text = textOf(Given, Type);
  if (!Text && !Type->isBooleanType() && !Type->isAnyCharacterType())
    Text = integerAsText(Given, Type);
  if (!Text)
    return false;
  Stream.Rest += *Text;
  setStream(Object, Stream);
  return true;
}

} // namespace memlint

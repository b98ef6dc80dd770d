//===- StringObjects.cpp - std::string in host code -----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostStrings.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"

#include "llvm/ADT/StringSwitch.h"

#include <cerrno>
#include <cstdlib>
#include <limits>

using namespace clang;

namespace memlint {

bool HostStrings::isStringClass(QualType Type) const {
  const auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      Type.isNull() ? nullptr : Type->getAsCXXRecordDecl());
  if (!Class || !Class->isInStdNamespace() || Class->getName() != "basic_string")
    return false;
  const TemplateArgument &Character = Class->getTemplateArgs()[0];
  return Character.getKind() == TemplateArgument::Type &&
         Ast.hasSameType(Character.getAsType(), Ast.CharTy);
}

std::optional<std::string> HostStrings::textOfObject(const Lvalue &Object, QualType Type) {
  if (!Object.isVariable())
    return std::nullopt;
  Value Held = Code.load(Object, Type.getUnqualifiedType(), nullptr);
  if (!Held.isPointer() || !Held.Target.isMemory() || !Held.Target.Offset->isConstant(0))
    return std::nullopt;
  const std::shared_ptr<const std::string> &Text = Memory[Held.Target.Object].Text;
  return Text ? std::optional(Text->substr(0, Text->size() - 1)) : std::nullopt;
}

/// The text of an argument for a parameter that is a `std::string`, a reference to one, a pointer
/// to characters, or one character.
std::optional<std::string> HostStrings::textOf(const Value &Argument, QualType Parameter) {
  if (Ast.hasSameUnqualifiedType(Parameter, Ast.CharTy))
    if (std::optional<int64_t> Letter = numberIn(Argument))
      return std::string(1, char(*Letter));
  if (!Argument.isPointer())
    return std::nullopt;
  if (Parameter->isReferenceType() && isStringClass(Parameter.getNonReferenceType()))
    return textOfObject(Argument.Target, Parameter.getNonReferenceType());
  if (Parameter->isPointerType() && isCharacter(Parameter->getPointeeType()))
    return textAt(Argument);
  return std::nullopt;
}

/// What is left in an object that was moved from is not known.
void HostStrings::forgetMoved(const Value &Argument, QualType Parameter) {
  QualType Type = Parameter.getNonReferenceType();
  if (Parameter->isRValueReferenceType())
    Code.store(Argument.Target, Type,
               Code.unknownValue(Type, Uniformity::Grid, OpaqueReason::DataDependent,
                                 "a string that was moved"),
               nullptr);
}

HostStrings::Result HostStrings::construct(const LibraryCall &Call) {
  if (const CXXRecordDecl *Class = Call.Type->getAsCXXRecordDecl(); Class && isStreamClass(*Class))
    return constructStream(Call);
  if (!isStringClass(Call.Type) || Call.Arguments.size() != Call.Function.getNumParams())
    return std::nullopt;
  auto Parameter = [&](unsigned Index) { return Call.Function.getParamDecl(Index)->getType(); };
  // An allocator at the end says nothing.
  size_t Count = Call.Arguments.size();
  if (Count != 0 && Parameter(unsigned(Count - 1)).getNonReferenceType()->isRecordType() &&
      !isStringClass(Parameter(unsigned(Count - 1)).getNonReferenceType()))
    --Count;
  if (Count == 0)
    return newText("");
  std::optional<std::string> Text = textOf(Call.Arguments[0], Parameter(0));
  if (!Text || Count > 2)
    return std::nullopt;
  if (Count == 2) {
    std::optional<int64_t> Size = numberIn(Call.Arguments[1]);
    if (!Parameter(0)->isPointerType() || !Parameter(1)->isIntegerType() || !Size || *Size < 0 ||
        *Size > int64_t(Text->size()))
      return std::nullopt;
    Text->resize(size_t(*Size));
  }
  Value Built = newText(*Text);
  forgetMoved(Call.Arguments[0], Parameter(0));
  return Built;
}

/// A character of \p Text, which is that of the object: its place in the text's memory.
HostStrings::Result HostStrings::element(const LibraryCall &Call, const std::string &Text) {
  std::optional<int64_t> Index = Call.Arguments.empty() ? 0 : numberIn(Call.Arguments[0]);
  if (Call.name() == "back")
    Index = int64_t(Text.size()) - 1;
  if (!Index || *Index < 0 || *Index > int64_t(Text.size()) || !Call.Type->isIntegerType())
    return std::nullopt;
  if (Call.name() == "at" && *Index == int64_t(Text.size()))
    return std::nullopt;
  Value First = Code.load(*Call.This, Call.objectType(), nullptr);
  return moved(First, size_t(*Index));
}

/// A part of \p Text, or where another text is in it; the positions that are left out are defaults
/// of the call.
HostStrings::Result HostStrings::search(const LibraryCall &Call, const std::string &Text) {
  if (Call.Arguments.size() != 2)
    return std::nullopt;
  std::optional<int64_t> Position = numberIn(Call.Arguments[Call.name() == "substr" ? 0 : 1]);
  if (!Position)
    return std::nullopt;
  // As the size_t that it is: npos is its largest value.
  auto From = size_t(*Position);
  if (Call.name() == "substr") {
    std::optional<int64_t> Size = numberIn(Call.Arguments[1]);
    if (!Size || From > Text.size())
      return std::nullopt;
    return newText(llvm::StringRef(Text).substr(From, size_t(*Size)));
  }
  std::optional<std::string> Wanted =
      textOf(Call.Arguments[0], Call.Function.getParamDecl(0)->getType());
  if (!Wanted)
    return std::nullopt;
  llvm::StringRef Name = Call.name();
  return constant(int64_t(Name == "find"                ? Text.find(*Wanted, From)
                          : Name == "rfind"             ? Text.rfind(*Wanted, From)
                          : Name == "find_first_of"     ? Text.find_first_of(*Wanted, From)
                          : Name == "find_last_of"      ? Text.find_last_of(*Wanted, From)
                          : Name == "find_first_not_of" ? Text.find_first_not_of(*Wanted, From)
                                                        : Text.find_last_not_of(*Wanted, From)));
}

/// The object, which holds \p New from now on.
HostStrings::Result HostStrings::assign(const LibraryCall &Call, const std::string &New) {
  if (!Call.This->isVariable())
    return std::nullopt;
  Code.store(*Call.This, Call.objectType(), newText(New), nullptr);
  return Value::pointer(*Call.This);
}

HostStrings::Result HostStrings::callMethod(const LibraryCall &Call) {
  QualType Class = Call.objectType();
  if (Call.This && isStreamClass(*Class->getAsCXXRecordDecl()))
    return callStream(Call);
  if (!Call.This || !isStringClass(Class))
    return std::nullopt;
  if (Call.Function.getOverloadedOperator() == OO_Equal && Call.Arguments.size() == 1) {
    QualType Parameter = Call.Function.getParamDecl(0)->getType();
    std::optional<std::string> New = textOf(Call.Arguments[0], Parameter);
    if (!New || !Call.This->isVariable())
      return std::nullopt;
    forgetMoved(Call.Arguments[0], Parameter);
    return assign(Call, *New);
  }
  std::optional<std::string> Text = textOfObject(*Call.This, Class);
  if (!Text)
    return std::nullopt;
  llvm::StringRef Name = Call.name();
  if (Call.Function.getOverloadedOperator() == OO_Subscript || Name == "at" || Name == "front" ||
      Name == "back")
    return element(Call, *Text);
  if (Name == "c_str" || Name == "data")
    return Code.load(*Call.This, Class, nullptr);
  if (Name == "size" || Name == "length")
    return constant(int64_t(Text->size()));
  if (Name == "empty")
    return constant(Text->empty());
  if (Name == "substr" || Name == "rfind" || Name.starts_with("find"))
    return search(Call, *Text);
  if (Name == "clear")
    return assign(Call, "");
  if (Call.Arguments.size() != 1)
    return std::nullopt;
  std::optional<std::string> Other =
      textOf(Call.Arguments[0], Call.Function.getParamDecl(0)->getType());
  if (!Other)
    return std::nullopt;
  if (Name == "starts_with")
    return constant(llvm::StringRef(*Text).starts_with(*Other));
  if (Name == "ends_with")
    return constant(llvm::StringRef(*Text).ends_with(*Other));
  if (Name == "append" || Name == "push_back" ||
      Call.Function.getOverloadedOperator() == OO_PlusEqual)
    return assign(Call, *Text + *Other);
  if (Name == "compare") {
    int Order = Text->compare(*Other);
    return Order == 0  ? constant(0)
           : Order < 0 ? anyIn({std::numeric_limits<int32_t>::min(), -1})
                       : anyIn({1, std::numeric_limits<int32_t>::max()});
  }
  return std::nullopt;
}

/// Operators of two texts, at least one of them a `std::string`.
HostStrings::Result HostStrings::combineObjects(const LibraryCall &Call) {
  if (Call.Arguments.size() != 2 || Call.Function.getNumParams() != 2)
    return std::nullopt;
  std::optional<std::string> Texts[2];
  bool HasObject = false;
  for (unsigned Index = 0; Index != 2; ++Index) {
    QualType Parameter = Call.Function.getParamDecl(Index)->getType();
    HasObject |= isStringClass(Parameter.getNonReferenceType());
    Texts[Index] = textOf(Call.Arguments[Index], Parameter);
  }
  if (!HasObject || !Texts[0] || !Texts[1])
    return std::nullopt;
  switch (Call.Function.getOverloadedOperator()) {
  case OO_EqualEqual:
    return constant(*Texts[0] == *Texts[1]);
  case OO_ExclaimEqual:
    return constant(*Texts[0] != *Texts[1]);
  case OO_Less:
    return constant(*Texts[0] < *Texts[1]);
  case OO_Greater:
    return constant(*Texts[0] > *Texts[1]);
  case OO_Plus:
    for (unsigned Index = 0; Index != 2; ++Index)
      forgetMoved(Call.Arguments[Index], Call.Function.getParamDecl(Index)->getType());
    return newText(*Texts[0] + *Texts[1]);
  default:
    return std::nullopt;
  }
}

/// The call throws an exception.
Value HostStrings::throwException(const LibraryCall &Call) {
  Code.endPath();
  return Code.unknownValue(Call.Type, Uniformity::Grid, OpaqueReason::ControlFlow,
                           "a number that is not one");
}

/// std::stoi() and its like.
HostStrings::Result HostStrings::convertObject(const LibraryCall &Call) {
  bool IsFloating = Call.Type->isFloatingType();
  if (Call.Arguments.size() != (IsFloating ? 2 : 3))
    return std::nullopt;
  std::optional<std::string> Text =
      textOf(Call.Arguments[0], Call.Function.getParamDecl(0)->getType());
  std::optional<int64_t> Base = IsFloating ? 10 : numberIn(Call.Arguments[2]);
  if (!Text || !Base || !isKnownBase(*Base, *Text) || !canStoreTo(Call.Arguments[1]))
    return std::nullopt;
  const char *Begin = Text->c_str();
  char *End = nullptr;
  int64_t Number = 0;
  double Floating = 0;
  errno = 0;
  if (IsFloating)
    Floating = Call.name() == "stof" ? double(std::strtof(Begin, &End)) : std::strtod(Begin, &End);
  else if (Call.Type->isUnsignedIntegerType())
    Number = int64_t(std::strtoull(Begin, &End, int(*Base)));
  else
    Number = int64_t(std::strtoll(Begin, &End, int(*Base)));
  bool Fits = IsFloating || Call.Type->isUnsignedIntegerType() ||
              (Number >= rangeOf(Ast, Call.Type).Low && Number <= rangeOf(Ast, Call.Type).High);
  if (End == Begin || errno == ERANGE || !Fits)
    return throwException(Call);
  storeTo(Call.Arguments[1], constant(int64_t(End - Begin)));
  return IsFloating ? Code.floatNumber(Floating, Call.Type) : constant(Number);
}

} // namespace memlint

//===- HostStrings.cpp - Strings of host code -----------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostStrings.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace memlint {

llvm::StringRef LibraryCall::name() const {
  llvm::StringRef Name = Function.getIdentifier() ? Function.getName() : "";
  Name.consume_front("__builtin_");
  return Name;
}

QualType LibraryCall::objectType() const {
  return cast<CXXMethodDecl>(Function).getThisType()->getPointeeType().getUnqualifiedType();
}

/// A number with an unknown value in \p Range.
Value HostStrings::anyIn(Interval Range) {
  return Value::scalar(Code.Exprs.opaque(OpaqueReason::DataDependent, Uniformity::Grid, "", Range));
}

Value HostStrings::newText(llvm::StringRef Text) {
  return Value::pointer(Lvalue::memory(Memory.addString(Text), Code.Exprs.constant(0)));
}

bool HostStrings::isCharacter(QualType Type) const {
  return !Type.isNull() && Type->isIntegerType() && !Type->isBooleanType() &&
         sizeOf(Ast, Type) == 1;
}

SlotId HostStrings::newArray(QualType Element, std::vector<Value> Elements) {
  QualType Type =
      Ast.getConstantArrayType(Element, llvm::APInt(64, Elements.size()), /*SizeExpr=*/nullptr,
                               ArraySizeModifier::Normal, /*IndexTypeQuals=*/0);
  SlotId Slot = Code.newSlot(Type, "");
  Code.Current.Variables[Slot] = Value::aggregate(std::move(Elements));
  return Slot;
}

Value HostStrings::pointerToFirst(SlotId Array) const {
  Lvalue First = Lvalue::variable(Array);
  First.Path.push_back(PathStep(int64_t(0)));
  return Value::pointer(First);
}

/// Characters of arguments that are followed, those of all together.
static constexpr size_t MaximumCharacters = 16384;

std::vector<Value> HostStrings::argumentsOfMain(const FunctionDecl &Main,
                                                llvm::ArrayRef<std::string> Arguments) {
  std::vector<Value> Values;
  if (Main.getNumParams() == 0)
    return Values;
  Values.push_back(constant(int64_t(Arguments.size()) + 1));
  if (Main.getNumParams() == 1)
    return Values;
  QualType Pointer = Main.getParamDecl(1)->getType()->getPointeeType();
  QualType Character = Pointer.isNull() ? QualType() : Pointer->getPointeeType();
  if (!isCharacter(Character) || Arguments.size() > MaximumCharacters)
    return Values;
  Pointer = Pointer.getUnqualifiedType();
  Character = Character.getUnqualifiedType();
  auto Unknown = [&] {
    return Value::pointer(Lvalue::memory(Memory.add({.IsSeenMade = true}), Code.Exprs.constant(0)));
  };
  // The name of the program is not known.
  std::vector<Value> Pointers = {Unknown()};
  size_t Left = MaximumCharacters;
  for (const std::string &Argument : Arguments) {
    if (Argument.size() > Left) {
      Pointers.push_back(Unknown());
      continue;
    }
    Left -= Argument.size();
    std::vector<Value> Characters;
    for (char Each : Argument)
      Characters.push_back(
          Value::scalar(Code.fitted(Code.Exprs.constant(uint8_t(Each)), Character)));
    Characters.push_back(constant(0));
    Pointers.push_back(pointerToFirst(newArray(Character, std::move(Characters))));
  }
  Pointers.push_back(Code.zeroValue(Pointer));
  Values.push_back(pointerToFirst(newArray(Pointer, std::move(Pointers))));
  return Values;
}

std::optional<int64_t> HostStrings::numberIn(const Value &Held) {
  if (!Held.isScalar() || !Held.Number->isConstant() || isFloat(Held))
    return std::nullopt;
  return Held.Number->constantTerm();
}

std::optional<std::string> HostStrings::textInArray(const Lvalue &First) {
  if (First.Path.empty() || First.Path.back().Index || First.ByteOffset != 0 ||
      !isCharacter(Code.typeAt(First)))
    return std::nullopt;
  Lvalue Array = First;
  Array.Path.pop_back();
  const auto *Type = Ast.getAsConstantArrayType(Code.typeAt(Array));
  int64_t Count = Type ? int64_t(Type->getZExtSize()) : 0;
  std::string Text;
  for (Lvalue At = First; At.Path.back().Number >= 0 && At.Path.back().Number < Count;
       ++At.Path.back().Number) {
    std::optional<int64_t> Character =
        numberIn(Code.readVariable(At, Type->getElementType(), nullptr));
    if (!Character)
      return std::nullopt;
    if (*Character == 0)
      return Text;
    Text += char(*Character);
  }
  return std::nullopt;
}

std::optional<std::string> HostStrings::textAt(const Value &Pointer) {
  if (!Pointer.isPointer())
    return std::nullopt;
  const Lvalue &At = Pointer.Target;
  if (At.isVariable())
    return textInArray(At);
  if (!At.isMemory() || !At.Offset->isConstant())
    return std::nullopt;
  const std::shared_ptr<const std::string> &Text = Memory[At.Object].Text;
  int64_t Offset = At.Offset->constantTerm();
  if (!Text || Offset < 0 || Offset >= int64_t(Text->size()))
    return std::nullopt;
  // Up to the null character, which is at the end if not before.
  return std::string(Text->c_str() + Offset);
}

Value HostStrings::moved(const Value &Pointer, size_t Characters) {
  Lvalue At = Pointer.Target;
  if (At.isVariable())
    At.Path.back().Number += int64_t(Characters);
  else
    At = At.movedBy(Code.Exprs, Code.Exprs.constant(int64_t(Characters)));
  return Value::pointer(At);
}

std::optional<Value> HostStrings::load(const Lvalue &From, QualType Type) {
  if (!From.isMemory() || !From.Offset->isConstant() || !Memory[From.Object].Text)
    return std::nullopt;
  const std::string &Text = *Memory[From.Object].Text;
  int64_t Offset = From.Offset->constantTerm();
  auto Character = [&](int64_t At, QualType Type) {
    return Value::scalar(Code.fitted(Code.Exprs.constant(uint8_t(Text[size_t(At)])), Type));
  };
  if (isCharacter(Type) && Offset >= 0 && Offset < int64_t(Text.size()))
    return Character(Offset, Type);
  // An array that is initialised with a literal has zeros behind it.
  const auto *Array = Ast.getAsConstantArrayType(Type);
  if (!Array || Offset != 0 || !isCharacter(Array->getElementType()) || !Code.isTracked(Type))
    return std::nullopt;
  std::vector<Value> Characters;
  for (uint64_t Index = 0; Index != Array->getZExtSize(); ++Index)
    Characters.push_back(Index < Text.size() ? Character(int64_t(Index), Array->getElementType())
                                             : constant(0));
  return Value::aggregate(std::move(Characters));
}

bool HostStrings::canStoreTo(const Value &Pointer) {
  return Pointer.isPointer() && (Memory.isNull(Pointer.Target) ||
                                 (Pointer.Target.isVariable() && Pointer.Target.ByteOffset == 0 &&
                                  !Code.typeAt(Pointer.Target).isNull()));
}

void HostStrings::storeTo(const Value &Pointer, const Value &New) {
  if (!Memory.isNull(Pointer.Target))
    Code.store(Pointer.Target, Code.typeAt(Pointer.Target), New, nullptr);
}

/// Where a conversion of a format of printf() that stores something begins, if there is one.
static bool hasStoringConversion(llvm::StringRef Format) {
  for (size_t At = Format.find('%'); At != llvm::StringRef::npos; At = Format.find('%', At + 1)) {
    At = Format.find_first_not_of("-+ #0123456789.*'$hlqjzLt", At + 1);
    if (At == llvm::StringRef::npos)
      return false;
    if (Format[At] == 'n')
      return true;
  }
  return false;
}

bool HostStrings::onlyReadsOthers(const FunctionDecl &Function, llvm::ArrayRef<Value> Arguments) {
  return llvm::any_of(Function.specific_attrs<FormatAttr>(), [&](const FormatAttr *Format) {
    auto Number = size_t(Format->getFormatIdx());
    if (Format->getType()->getName() != "printf" || Number == 0 || Number > Arguments.size())
      return false;
    std::optional<std::string> Text = textAt(Arguments[Number - 1]);
    return Text && !hasStoringConversion(*Text);
  });
}

bool HostStrings::copiesArguments(const FunctionDecl &Function) {
  const auto *Constructor = dyn_cast<CXXConstructorDecl>(&Function);
  const auto *Class =
      Constructor ? dyn_cast<ClassTemplateSpecializationDecl>(Constructor->getParent()) : nullptr;
  if (!Class || !Class->isInStdNamespace())
    return false;
  // Through pointers that are copied, what they lead to may be written.
  const TemplateArgument &Element = Class->getTemplateArgs()[0];
  return Element.getKind() == TemplateArgument::Type && !Element.getAsType()->isPointerType() &&
         llvm::StringSwitch<bool>(Class->getName())
             .Cases("basic_string", "deque", "list", "set", "unordered_set", "vector", true)
             .Default(false);
}

std::optional<Value> HostStrings::call(const FunctionDecl &Function, QualType Type,
                                       llvm::ArrayRef<Value> Arguments,
                                       const std::optional<Lvalue> &This) {
  LibraryCall Call = {Function, Type, Arguments, This};
  if (isa<CXXConstructorDecl>(Function))
    return construct(Call);
  if (isa<CXXMethodDecl>(Function))
    return callMethod(Call);
  if (!Function.isInStdNamespace() &&
      !Function.getDeclContext()->getRedeclContext()->isTranslationUnit())
    return std::nullopt;
  if (Function.isOverloadedOperator()) {
    Result Combined = combineObjects(Call);
    return Combined ? Combined : useStream(Call);
  }
  auto Found = functions().find(Call.name());
  return Found == functions().end() ? std::nullopt : (this->*Found->second)(Call);
}

} // namespace memlint

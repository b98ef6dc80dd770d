//===- HostValues.cpp - Values of one run and of all ----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostEvaluator.h"

#include <algorithm>

using namespace clang;

namespace memlint {

Value HostEvaluator::unknown(QualType Type) {
  return Code->unknownValue(Type, Uniformity::Grid, OpaqueReason::DataDependent, "");
}

uint64_t multipleOf(ExprRef Number) {
  const Congruence &Known = Number->congruence();
  return Known.Residue ? powerOfTwoFactor(int64_t(Known.Residue)) : uint64_t(1) << Known.LogModulus;
}

static Congruence multiplesOf(uint64_t PowerOfTwo) {
  return {.LogModulus = unsigned(llvm::countr_zero(PowerOfTwo)), .Residue = 0};
}

static HostValue unknownInteger(ExprRef Number) {
  HostValue Described = HostValue::unknown(multipleOf(Number));
  Described.Number = Number;
  return Described;
}

/// Where the fields are among the parts of a value of \p Type: behind the base classes.
static size_t firstField(QualType Type) {
  const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
  return Class && Class->hasDefinition() ? Class->getNumBases() : 0;
}

HostValue HostEvaluator::describedPointer(const Lvalue &At) {
  if (At.isMemory() && At.Object == 0 && At.Offset->isConstant(0))
    return HostValue::integer(0);
  if (!At.isMemory() && !At.isVariable())
    return HostValue::unknown();
  unsigned Object = At.isVariable() ? Memory->objectOf(At.Slot) : At.Object;
  ExprRef Offset = At.isVariable() ? Code->offsetAt(At) : At.Offset;
  HostValue Pointer = HostValue::pointerInto(
      Object, Offset->isConstant() ? std::optional(Offset->constantTerm()) : std::nullopt,
      multipleOf(Offset));
  Pointer.IsVariable = (*Memory)[Object].isVariable();
  Pointer.NotNull = (*Memory)[Object].IsSeenMade;
  return Pointer;
}

HostValue HostEvaluator::described(const Value &Held, QualType Type) {
  switch (Held.What) {
  case Value::Kind::Empty:
    return HostValue::unknown();
  case Value::Kind::Scalar:
    if (Held.Floating)
      return HostValue::floating(*Held.Floating);
    if (Held.Number->isConstant())
      return HostValue::integer(Held.Number->constantTerm());
    return isFloat(Held) ? HostValue::unknown() : unknownInteger(Held.Number);
  case Value::Kind::Pointer:
    // A string object is a pointer to its text in this run only.
    return Type->isRecordType() ? HostValue::unknown() : describedPointer(Held.Target);
  case Value::Kind::Function:
    return HostValue::function(Held.Callee);
  case Value::Kind::Aggregate:
    break;
  }
  std::vector<QualType> Types = partTypes(Ast, Type.getNonReferenceType());
  if (isUnion(Type) || Types.size() != Held.Parts->size())
    return HostValue::unknown();
  std::vector<HostValue> Parts;
  for (auto [Part, PartType] : llvm::zip(*Held.Parts, Types))
    Parts.push_back(described(Part, PartType));
  std::rotate(Parts.begin(), Parts.begin() + long(firstField(Type)), Parts.end());
  return HostValue::aggregate(std::move(Parts));
}

Value HostEvaluator::valueOf(const HostValue &From, QualType Type) {
  switch (From.Is) {
  case HostValue::Kind::Unknown:
    if (From.Multiple == 1 || !Type->isIntegralOrEnumerationType())
      return unknown(Type);
    return Value::scalar(Exprs->opaque(OpaqueReason::DataDependent, Uniformity::Grid, "",
                                       rangeOf(Ast, Type), multiplesOf(From.Multiple)));
  case HostValue::Kind::Integer:
    return Type->isPointerType()
               ? Value::pointer(Lvalue::memory(Memory->nullObject(), Exprs->constant(0)))
               : Value::scalar(Code->fitted(Exprs->constant(From.Integer), Type));
  case HostValue::Kind::Floating:
    return Code->floatNumber(From.Floating, Type);
  case HostValue::Kind::Function:
    return Value::function(From.Function);
  case HostValue::Kind::Pointer:
    if (From.ByteOffset)
      return Value::pointer(Lvalue::memory(From.Allocation, Exprs->constant(*From.ByteOffset)));
    return Value::pointer(
        Lvalue::memory(From.Allocation, Exprs->opaque(OpaqueReason::DataDependent, Uniformity::Grid,
                                                      "", {}, multiplesOf(From.Multiple))));
  case HostValue::Kind::Aggregate:
    break;
  }
  std::vector<QualType> Types = partTypes(Ast, Type);
  if (isUnion(Type) || Types.size() != From.Elements.size())
    return unknown(Type);
  size_t First = firstField(Type);
  std::vector<Value> Parts;
  for (size_t Part = 0; Part != Types.size(); ++Part)
    Parts.push_back(
        valueOf(From.Elements[(Part + Types.size() - First) % Types.size()], Types[Part]));
  return Value::aggregate(std::move(Parts));
}

} // namespace memlint

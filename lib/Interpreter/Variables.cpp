//===- Variables.cpp - Reading and writing variables ------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Variables are read and written by part. An element that is chosen at run time
/// is read as a choice by its index, and written by giving each element the new
/// value under the condition that it is the one. What is read or written as
/// another type than it was declared with is put together from bytes.
///
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Interpreter/Interpreter.h"
#include "cuda-memlint/Interpreter/VariableParts.h"

using namespace clang;

namespace memlint {

/// Elements beyond which a choice by index is not written out.
static constexpr size_t MaximumCandidates = 64;

/// Multiples that \p Index can be of, within [0, Count).
static std::vector<int64_t> candidates(ExprRef Index, int64_t Count) {
  int64_t Low = std::max<int64_t>(Index->range().Low, 0);
  int64_t High = std::min<int64_t>(Index->range().High, Count - 1);
  const Congruence &Known = Index->congruence();
  int64_t Step = int64_t(1) << std::min(Known.LogModulus, 30u);
  std::vector<int64_t> Numbers;
  int64_t First = Low + ((int64_t(Known.Residue) - Low) % Step + Step) % Step;
  for (int64_t Number = First; Number <= High && Numbers.size() <= MaximumCandidates;
       Number += Step)
    Numbers.push_back(Number);
  return Numbers;
}

/// The scalars of \p Candidates lie on a line over their keys.
static ExprRef onALine(ExprContext &Exprs, ExprRef Index,
                       llvm::ArrayRef<std::pair<int64_t, Value>> Candidates) {
  if (Candidates.size() < 3)
    return nullptr;
  int64_t Spacing = Candidates[1].first - Candidates[0].first;
  ExprRef Start = Candidates[0].second.Number;
  ExprRef Rise = Exprs.subtract(Candidates[1].second.Number, Start);
  for (size_t Next = 2; Next != Candidates.size(); ++Next)
    if (Candidates[Next].first - Candidates[Next - 1].first != Spacing ||
        Exprs.subtract(Candidates[Next].second.Number, Candidates[Next - 1].second.Number) != Rise)
      return nullptr;
  ExprRef Slope = exactQuotient(Exprs, Rise, Spacing);
  if (!Slope)
    return nullptr;
  ExprRef Distance = Exprs.subtract(Index, Exprs.constant(Candidates[0].first));
  return Exprs.add(Start, Exprs.multiply(Distance, Slope));
}

Value Interpreter::chooseByIndex(ExprRef Index, std::vector<std::pair<int64_t, Value>> Candidates,
                                 QualType Type) {
  auto IsUnset = [](const auto &Candidate) { return Candidate.second.isEmpty(); };
  if (Client.isConcrete() && llvm::any_of(Candidates, IsUnset))
    return {};
  // Elements that were never set can be anything.
  llvm::erase_if(Candidates, IsUnset);
  if (Candidates.empty())
    return {};
  const Value &First = Candidates.front().second;
  if (llvm::all_of(Candidates, [&](const auto &Other) { return sameValue(Other.second, First); }))
    return First;
  bool AllNumbers = llvm::all_of(Candidates, [&](const auto &Candidate) {
    return Candidate.second.isScalar() && !isFloat(Candidate.second);
  });
  if (AllNumbers)
    if (ExprRef Line = onALine(Exprs, Index, Candidates))
      return Value::scalar(Line);
  Value Chosen = Candidates.back().second;
  for (size_t Left = Candidates.size() - 1; Left-- != 0;) {
    ExprRef IsThis = Exprs.equal(Index, Exprs.constant(Candidates[Left].first));
    const Value &Held = Candidates[Left].second;
    if (AllNumbers)
      Chosen = Value::scalar(Exprs.select(IsThis, Held.Number, Chosen.Number));
    else
      Chosen = joinValues(IsThis, Held, Chosen, Type);
  }
  return Chosen;
}

QualType Interpreter::typeAt(const Lvalue &Variable) const {
  QualType Type = SlotTypes[Variable.Slot];
  for (const PathStep &Step : Variable.Path) {
    if (Type.isNull() || Type->isReferenceType())
      return {};
    if (const auto *Array = Ast.getAsConstantArrayType(Type)) {
      Type = Array->getElementType();
      continue;
    }
    auto Part = Step.Index ? std::nullopt : partAt(Ast, Type, Step.Number);
    Type = Part ? Part->second : QualType();
  }
  return Type;
}

ExprRef Interpreter::offsetAt(const Lvalue &Variable) {
  QualType Type = SlotTypes[Variable.Slot];
  ExprRef Offset = Exprs.constant(Variable.ByteOffset);
  for (const PathStep &Step : Variable.Path) {
    if (Type.isNull())
      break;
    if (const auto *Array = Ast.getAsConstantArrayType(Type)) {
      Type = Array->getElementType();
      ExprRef Number = Step.Index ? Step.Index : Exprs.constant(Step.Number);
      Offset =
          Exprs.add(Offset, Exprs.multiply(Number, Exprs.constant(int64_t(sizeOf(Ast, Type)))));
      continue;
    }
    auto Part = partAt(Ast, Type, Step.Number);
    if (!Part)
      break;
    Offset = Exprs.add(Offset, Exprs.constant(Part->first));
    Type = Part->second;
  }
  return Offset;
}

bool Interpreter::isWholePart(const Lvalue &Variable, QualType Type) const {
  QualType Declared = typeAt(Variable);
  if (Declared.isNull() || Type.isNull() || Declared->isReferenceType())
    return Variable.ByteOffset == 0;
  if (Variable.ByteOffset != 0)
    return false;
  if (sizeOf(Ast, Declared) == 0 || sizeOf(Ast, Type) == 0)
    return true;
  return sameRepresentation(Ast, Declared, Type);
}

Value Interpreter::unionField(const Value &Whole, QualType Union, int64_t Field) {
  if (!Whole.isAggregate() || Field < 0 || size_t(Field) >= Whole.Parts->size())
    return {};
  if (!(*Whole.Parts)[size_t(Field)].isEmpty())
    return (*Whole.Parts)[size_t(Field)];
  auto Part = partAt(Ast, Union, Field);
  if (!Part)
    return {};
  std::vector<ScalarPart> Scalars;
  flatten(Ast, Whole, Union, 0, Scalars);
  return fromBytes(Scalars, 0, Part->second);
}

Value Interpreter::readPart(const Value &Whole, QualType Type, llvm::ArrayRef<PathStep> Path) {
  if (Path.empty())
    return Whole;
  const PathStep &Step = Path.front();
  auto Part = Step.Index ? std::nullopt : partAt(Ast, Type, Step.Number);
  // A group of threads, a number as a whole, is that group as its base class too.
  if (const auto *Class = Type.isNull() ? nullptr : Type->getAsCXXRecordDecl();
      Class && Part && Whole.isScalar() && Step.Number < int64_t(Class->getNumBases()))
    return readPart(Whole, Part->second, Path.drop_front());
  if (!Whole.isAggregate())
    return {};
  if (!Step.Index) {
    if (Step.Number < 0 || size_t(Step.Number) >= Whole.Parts->size())
      return {};
    QualType PartType = Part ? Part->second : QualType();
    Value Inner =
        isUnion(Type) ? unionField(Whole, Type, Step.Number) : (*Whole.Parts)[size_t(Step.Number)];
    return readPart(Inner, PartType, Path.drop_front());
  }
  const auto *Array = Ast.getAsConstantArrayType(Type);
  if (!Array)
    return {};
  QualType Element = Array->getElementType();
  QualType Last = Element;
  for (const PathStep &Next : Path.drop_front()) {
    auto Part = partAt(Ast, Last, Next.Number);
    Last = Part ? Part->second : Ast.IntTy;
  }
  std::vector<int64_t> Numbers = candidates(Step.Index, int64_t(Whole.Parts->size()));
  if (Numbers.size() > MaximumCandidates)
    return unknownValue(Last, std::max(uniformity(Whole), Step.Index->varies()),
                        OpaqueReason::DataDependent, "one of many elements");
  std::vector<std::pair<int64_t, Value>> Candidates;
  for (int64_t Number : Numbers)
    Candidates.push_back(
        {Number, readPart((*Whole.Parts)[size_t(Number)], Element, Path.drop_front())});
  return chooseByIndex(Step.Index, std::move(Candidates), Last);
}

Value Interpreter::readVariable(const Lvalue &From, QualType Type, const clang::Expr *Where) {
  auto Found = Current.Variables.find(From.Slot);
  Value Whole = Found == Current.Variables.end() ? Value() : Found->second;
  Value Result = isWholePart(From, Type) ? readPart(Whole, SlotTypes[From.Slot], From.Path)
                                         : readBytes(Whole, From, Type);
  if (!Result.isEmpty() || Type->isVoidType())
    return Result;
  Result = unknownValue(Type, Uniformity::Lane, OpaqueReason::ControlFlow,
                        Where ? textOf(Where->getSourceRange(), Ast) : SlotNames[From.Slot]);
  // Kept, so that it is the same when it is read again.
  bool IsOnePart = llvm::none_of(From.Path, [](const PathStep &Step) { return Step.Index; });
  if (Client.isConcrete() && IsOnePart && !Result.isAggregate() && !Type->isReferenceType() &&
      Current.Variables.contains(From.Slot) && isWholePart(From, Type))
    writeVariable(From, Result);
  return Result;
}

Value Interpreter::readBytes(const Value &Whole, const Lvalue &From, QualType Type) {
  std::vector<ScalarPart> Scalars;
  QualType Declared = SlotTypes[From.Slot];
  flatten(Ast, Whole, Declared, 0, Scalars);
  ExprRef Offset = offsetAt(From);
  std::vector<std::pair<int64_t, Value>> Candidates;
  auto Size = int64_t(sizeOf(Ast, Declared)), Wanted = int64_t(sizeOf(Ast, Type));
  for (int64_t Start : candidates(Offset, Size - Wanted + 1))
    Candidates.push_back({Start, fromBytes(Scalars, Start, Type)});
  if (Candidates.empty() || Candidates.size() > MaximumCandidates ||
      llvm::any_of(Candidates, [](const auto &Held) { return Held.second.isEmpty(); }))
    return unknownValue(Type, std::max(uniformity(Whole), Offset->varies()),
                        OpaqueReason::DataDependent, "bytes of " + SlotNames[From.Slot]);
  return chooseByIndex(Offset, std::move(Candidates), Type);
}

Value Interpreter::fromBytes(llvm::ArrayRef<ScalarPart> Scalars, int64_t Offset, QualType Type) {
  Type = Type.getNonReferenceType();
  std::vector<QualType> Types = partTypes(Ast, Type);
  if (!Types.empty()) {
    std::vector<Value> Parts(Types.size());
    size_t Largest = 0;
    for (size_t Part = 1; isUnion(Type) && Part != Types.size(); ++Part)
      if (sizeOf(Ast, Types[Part]) > sizeOf(Ast, Types[Largest]))
        Largest = Part;
    for (size_t Part = 0; Part != Types.size(); ++Part)
      if (auto At = partAt(Ast, Type, int64_t(Part)); At && (!isUnion(Type) || Part == Largest))
        Parts[Part] = fromBytes(Scalars, Offset + At->first, Types[Part]);
    return Value::aggregate(std::move(Parts));
  }
  auto Bytes = int64_t(sizeOf(Ast, Type));
  ExprRef Sum = Exprs.constant(0);
  Uniformity Varies = Uniformity::Grid;
  int64_t Covered = 0;
  bool Numbers = Type->isIntegralOrEnumerationType();
  for (const ScalarPart &Part : Scalars) {
    if (Part.Offset + Part.Bytes <= Offset || Part.Offset >= Offset + Bytes)
      continue;
    if (Part.Held.isEmpty())
      return {};
    Varies = std::max(Varies, uniformity(Part.Held));
    bool Exact = Part.Offset == Offset && Part.Bytes == Bytes;
    if (Exact && sameRepresentation(Ast, Part.Type, Type))
      return Part.Held;
    if (!Part.Held.isScalar() || isFloat(Part.Held) || Bytes > 8) {
      Numbers = false;
      continue;
    }
    int64_t From = std::max(Part.Offset, Offset);
    int64_t To = std::min(Part.Offset + Part.Bytes, Offset + Bytes);
    ExprRef Piece = Part.Held.Number;
    if (From > Part.Offset)
      Piece = Exprs.shiftRight(Piece, Exprs.constant(8 * (From - Part.Offset)));
    if (To - From < 8)
      Piece = Exprs.wrap(Piece, unsigned(8 * (To - From)), /*Signed=*/false);
    if (From > Offset)
      Piece = Exprs.multiply(Piece, Exprs.constant(int64_t(uint64_t(1) << (8 * (From - Offset)))));
    Sum = Exprs.add(Sum, Piece);
    Covered += To - From;
  }
  if (Type->isFloatingType())
    return floatValue(Exprs, Varies);
  if (Numbers && Covered == Bytes)
    return Value::scalar(fitted(Sum, Type));
  return unknownValue(Type, Covered == 0 && Varies == Uniformity::Grid ? Uniformity::Lane : Varies,
                      OpaqueReason::DataDependent, "bytes of other values");
}

Value Interpreter::withPart(const Value &Whole, QualType Type, llvm::ArrayRef<PathStep> Path,
                            Value New) {
  if (Path.empty())
    return New;
  const PathStep &Step = Path.front();
  std::vector<QualType> Types = partTypes(Ast, Type);
  std::vector<Value> Parts;
  if (Whole.isAggregate())
    Parts = *Whole.Parts;
  Parts.resize(std::max(Parts.size(), Types.size()));
  if (Step.Index) {
    std::vector<int64_t> Numbers = candidates(Step.Index, int64_t(Types.size()));
    if (Numbers.size() > MaximumCandidates)
      return unknownValue(Type, Uniformity::Lane, OpaqueReason::DataDependent,
                          "an array, one of whose many elements was written");
    for (int64_t Number : Numbers) {
      Value &Old = Parts[size_t(Number)];
      QualType Element = Types[size_t(Number)];
      Value Changed = withPart(Old, Element, Path.drop_front(), New);
      Old = joinValues(Exprs.equal(Step.Index, Exprs.constant(Number)), Changed, Old, Element);
    }
    return Value::aggregate(std::move(Parts));
  }
  if (Step.Number < 0 || size_t(Step.Number) >= Parts.size())
    return Whole;
  auto Part = size_t(Step.Number);
  QualType PartType = Part < Types.size() ? Types[Part] : QualType();
  if (PartType.isNull() && Path.size() > 1)
    return Whole;
  if (isUnion(Type)) {
    Value Held = Path.size() > 1 ? unionField(Whole, Type, Step.Number) : Value();
    std::fill(Parts.begin(), Parts.end(), Value());
    Parts[Part] = std::move(Held);
  }
  Parts[Part] = withPart(Parts[Part], PartType, Path.drop_front(), std::move(New));
  return Value::aggregate(std::move(Parts));
}

void Interpreter::writeVariable(const Lvalue &To, Value New) {
  WriteLog[To.Slot] = true;
  Value &Stored = Current.Variables[To.Slot];
  Value Changed = withPart(Stored, SlotTypes[To.Slot], To.Path, std::move(New));
  // Making the parts may have made variables: look the slot up anew.
  Current.Variables[To.Slot] = std::move(Changed);
}

void Interpreter::writeBytes(const Lvalue &To, QualType Type, const Value &New) {
  std::vector<ScalarPart> Scalars, Pieces;
  QualType Declared = SlotTypes[To.Slot];
  flatten(Ast, Current.Variables[To.Slot], Declared, 0, Scalars);
  flatten(Ast, New, Type.getNonReferenceType(), 0, Pieces);
  ExprRef Offset = offsetAt(To);
  if (!Offset->isConstant() || Declared->isRecordType()) {
    havocVariable(To.Slot, "written as another type");
    return;
  }
  int64_t Start = Offset->constantTerm(), End = Start + int64_t(sizeOf(Ast, Type));
  for (ScalarPart &Piece : Pieces)
    Piece.Offset += Start;
  for (ScalarPart &Old : Scalars) {
    if (Old.Offset + Old.Bytes <= Start || Old.Offset >= End)
      continue;
    // What is under the new bytes goes; what it keeps beside them stays.
    std::vector<ScalarPart> Around = Pieces;
    if (Old.Held.isScalar() && !isFloat(Old.Held) && Old.Type->isIntegralOrEnumerationType())
      for (int64_t Byte = Old.Offset; Byte != Old.Offset + Old.Bytes; ++Byte)
        if (Byte < Start || Byte >= End) {
          ScalarPart Kept;
          Kept.Offset = Byte;
          Kept.Bytes = 1;
          Kept.Type = Ast.UnsignedCharTy;
          Kept.Held = Value::scalar(Exprs.wrap(
              Exprs.shiftRight(Old.Held.Number, Exprs.constant(8 * (Byte - Old.Offset))), 8,
              /*Signed=*/false));
          Around.push_back(std::move(Kept));
        }
    Old.Held = fromBytes(Around, Old.Offset, Old.Type);
    if (Old.Held.isEmpty())
      Old.Held = unknownValue(Old.Type, Uniformity::Lane, OpaqueReason::DataDependent,
                              "bytes of " + SlotNames[To.Slot]);
  }
  writeVariable(Lvalue::variable(To.Slot), fromBytes(Scalars, 0, Declared));
}

} // namespace memlint

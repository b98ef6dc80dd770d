//===- Equality.cpp - Whether two memory programs are alike ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Model/Equality.h"

#include "LeafIdentities.h"

#include "cuda-memlint/Model/Fields.h"

#include "llvm/ADT/STLExtras.h"

#include <tuple>

using namespace llvm;

namespace memlint {

namespace {

/// A field that may be missing on one side, see areAlike().
template <typename T> struct Editable {
  const T &Field;
};
template <typename T> Editable(const T &) -> Editable<T>;

//===--- The fields that are compared --------------------------------------===//

/// All fields, where nothing else is said below.
template <HasFields T> auto comparedFields(const T &Record) { return fieldsOf(Record); }

auto comparedFields(const MemoryObject &Record) {
  // RowsObstacle only explains what Rows lacks.
  const auto &[Id, Kind, Space, Name, Position, SizeBytes, AlignmentBytes, Extents, ElementBytes,
               ElementType, ElementTypeNumber, IsVectorElement, ElementAlignment, ElementRecord,
               IsElementOfLibrary, Members, Rows, RowsObstacle, ParameterIndex, ParameterFields,
               HasDistinctValues, IsNull, IsStringLiteral, OneOf, IsConst, IsVolatile, IsRestrict,
               PointerVaries] = Record;
  return std::tuple_cat(
      std::tie(Id, Kind, Space, Name, Position, SizeBytes, AlignmentBytes, Extents, ElementBytes,
               ElementType, ElementTypeNumber, IsVectorElement, ElementAlignment,
               IsElementOfLibrary, Members, ParameterIndex, ParameterFields, HasDistinctValues,
               IsNull, IsStringLiteral, OneOf, IsConst, IsVolatile, IsRestrict, PointerVaries),
      std::tuple(Editable(ElementRecord), Editable(Rows)));
}

auto comparedFields(const Loop &Record) {
  // Numbers of expressions are those of a context. Which leaves a loop makes is compared with
  // the leaves.
  const auto &[Id, Parent, Counter, Exits, Position, FirstValue, EndValue, UnrollCount, CountsUp,
               Carried] = Record;
  return std::tie(Id, Parent, Counter, Exits, Position, UnrollCount, CountsUp, Carried);
}

auto comparedFields(const PointerDeclaration &Record) {
  const auto &[Pointee, Name, IsConst, IsRestrict] = Record;
  return std::tuple_cat(std::tie(Name, IsConst, IsRestrict), std::tuple(Editable(Pointee)));
}

auto comparedFields(const KernelParameter &Record) {
  const auto &[Name, Type, IsPointer, IsReference, Declaration, Value, Present, FirstBit, Bits,
               Fields] = Record;
  return std::tuple_cat(
      std::tie(Name, Type, IsPointer, IsReference, Value, Present, FirstBit, Bits, Fields),
      std::tuple(Editable(Declaration)));
}

auto comparedFields(const KernelProgram &Record) {
  // Each file says of itself whether it has other declarations, and which file is a header.
  const auto &[Name, Symbol, MangledName, Position, HasOtherDeclarations, IsInHeader, Parameters,
               Attributes, Analysed, Reason, Device, Objects, Loops, Accesses, Barriers, Fences,
               WarpOperations, Nodes, Unseen, InsertionPoints, DimensionsUsed, Facts,
               UnfollowedUses, BlockUses, PlaceEqualities, Work, HasOtherWork] = Record;
  return std::tie(Name, Symbol, MangledName, Position, Parameters, Attributes, Analysed, Reason,
                  Device, Objects, Loops, Accesses, Barriers, Fences, WarpOperations, Nodes, Unseen,
                  InsertionPoints, DimensionsUsed, Facts, UnfollowedUses, BlockUses,
                  PlaceEqualities, Work, HasOtherWork);
}

//===--- Expressions in fields ---------------------------------------------===//

using ExpressionVisitor = function_ref<void(ExprRef)>;

template <typename T> void visitExpressions(const T &Field, ExpressionVisitor Visit);

void visitExpressions(const ExprRef &Field, ExpressionVisitor Visit) {
  if (Field)
    Visit(Field);
}

template <typename T> void visitExpressions(const std::vector<T> &Field, ExpressionVisitor Visit) {
  for (const T &Each : Field)
    visitExpressions(Each, Visit);
}

template <typename T> void visitExpressions(const T &Field, ExpressionVisitor Visit) {
  if constexpr (HasFields<T>)
    std::apply([&](const auto &...Each) { (visitExpressions(Each, Visit), ...); },
               comparedFields(Field));
}

LeafIdentities leavesOf(const KernelProgram &Program) {
  LeafIdentities Leaves(Program);
  visitExpressions(Program, [&](ExprRef Root) { Leaves.add(Root); });
  Leaves.number();
  return Leaves;
}

//===--- The comparison ----------------------------------------------------===//

class Comparison {
public:
  Comparison(const KernelProgram &Left, const KernelProgram &Right, SameFile AreOneFile)
      : Left(leavesOf(Left)), Right(leavesOf(Right)), AreOneFile(AreOneFile) {}

  bool operator()(ExprRef One, ExprRef Other) {
    return !One || !Other ? One == Other : Left.identityOf(One) == Right.identityOf(Other);
  }

  bool operator()(const SourcePosition &One, const SourcePosition &Other) {
    // Which file is a header is for the one that is compiled to say.
    const auto &[Path, Line, Column, EndLine, EndColumn, InMacro, InHeader] = One;
    return std::tie(Line, Column, EndLine, EndColumn, InMacro) ==
               std::tie(Other.Line, Other.Column, Other.EndLine, Other.EndColumn, Other.InMacro) &&
           AreOneFile(Path, Other.Path);
  }

  template <typename T> bool operator()(const std::vector<T> &One, const std::vector<T> &Other) {
    return std::equal(One.begin(), One.end(), Other.begin(), Other.end(),
                      [&](const T &Each, const T &With) { return (*this)(Each, With); });
  }

  template <typename T>
  bool operator()(const std::optional<T> &One, const std::optional<T> &Other) {
    return One && Other ? (*this)(*One, *Other) : One.has_value() == Other.has_value();
  }

  template <typename T> bool operator()(const Editable<T> &One, const Editable<T> &Other) {
    return isMissing(One.Field) || isMissing(Other.Field) || (*this)(One.Field, Other.Field);
  }

  template <typename T> bool operator()(const T &One, const T &Other) {
    if constexpr (HasFields<T>)
      return areEqual(comparedFields(One), comparedFields(Other),
                      std::make_index_sequence<std::tuple_size_v<decltype(comparedFields(One))>>());
    else
      return One == Other;
  }

private:
  template <typename Tuple, size_t... Index>
  bool areEqual(const Tuple &One, const Tuple &Other, std::index_sequence<Index...>) {
    return ((*this)(std::get<Index>(One), std::get<Index>(Other)) && ...);
  }

  static bool isMissing(const SourcePosition &Field) { return Field.Line == 0; }
  template <typename T> static bool isMissing(const std::optional<T> &Field) { return !Field; }

  LeafIdentities Left, Right;
  SameFile AreOneFile;
};

} // namespace

bool areAlike(const KernelProgram &Left, const KernelProgram &Right, SameFile AreOneFile) {
  return Left.Name == Right.Name && Comparison(Left, Right, AreOneFile)(Left, Right);
}

static void joinHindrances(KernelParameter &Parameter, const KernelParameter &Other) {
  if (!Other.Declaration)
    Parameter.Declaration.reset();
  else if (Parameter.Declaration && Other.Declaration->Pointee.Line == 0)
    Parameter.Declaration->Pointee = {};
}

void joinHindrances(KernelProgram &Program, const KernelProgram &Other) {
  Program.HasOtherDeclarations |= Other.HasOtherDeclarations;
  Program.IsInHeader |= Other.IsInHeader;
  for (auto [Parameter, Same] : zip_equal(Program.Parameters, Other.Parameters))
    joinHindrances(Parameter, Same);
  for (auto [Object, Same] : zip_equal(Program.Objects, Other.Objects)) {
    if (Same.ElementRecord.Line == 0)
      Object.ElementRecord = {};
    if (Object.Rows && !Same.Rows) {
      Object.Rows.reset();
      Object.RowsObstacle = Same.RowsObstacle;
    }
  }
}

} // namespace memlint

//===- Equality.cpp - Whether two memory programs are alike ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// fieldsOf() names all fields of a structure, so that a new one does not compile before it is
/// decided here whether it is compared.
///
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Model/Equality.h"

#include "LeafIdentities.h"

#include "llvm/ADT/STLExtras.h"

#include <tuple>

using namespace llvm;

namespace memlint {

namespace {

/// Structures that have no fields but those of their bases.
template <typename T>
concept HasTwoBasesAlone = requires { T{{}, {}}; } && !requires { T{{}, {}, {}}; };
static_assert(HasTwoBasesAlone<Access> && HasTwoBasesAlone<Barrier> && HasTwoBasesAlone<Fence> &&
              HasTwoBasesAlone<WarpOperation>);

/// A field that may be missing on one side, see areAlike().
template <typename T> struct Editable {
  const T &Field;
};
template <typename T> Editable(const T &) -> Editable<T>;

//===--- The fields that are compared --------------------------------------===//

/// All fields of a structure are compared. One that is added does not compile before it is in the
/// list.
#define MEMLINT_WHOLE(Structure, ...)                                                              \
  auto fieldsOf(const Structure &Record) {                                                         \
    const auto &[__VA_ARGS__] = Record;                                                            \
    return std::tie(__VA_ARGS__);                                                                  \
  }

MEMLINT_WHOLE(MemberLayout, Name, FirstByte, Bytes, Extents, ElementBytes, Members)
MEMLINT_WHOLE(RowNumber, Position, Literal, PerElement, PerElementText, IsLoose, IsFactor)
MEMLINT_WHOLE(RowsInSource, Length, Numbers, MostSharedBytes, MostRows, MostElementBytes)

auto fieldsOf(const MemoryObject &Record) {
  // RowsObstacle only explains what Rows lacks.
  const auto &[Id, Kind, Space, Name, Position, SizeBytes, AlignmentBytes, Extents, ElementBytes,
               ElementType, ElementTypeNumber, IsVectorElement, ElementAlignment, ElementRecord,
               Members, Rows, RowsObstacle, ParameterIndex, ParameterFields, HasDistinctValues,
               IsNull, IsStringLiteral, OneOf, IsConst, IsVolatile, IsRestrict, PointerVaries] =
      Record;
  return std::tuple_cat(std::tie(Id, Kind, Space, Name, Position, SizeBytes, AlignmentBytes,
                                 Extents, ElementBytes, ElementType, ElementTypeNumber,
                                 IsVectorElement, ElementAlignment, Members, ParameterIndex,
                                 ParameterFields, HasDistinctValues, IsNull, IsStringLiteral, OneOf,
                                 IsConst, IsVolatile, IsRestrict, PointerVaries),
                        std::tuple(Editable(ElementRecord), Editable(Rows)));
}

auto fieldsOf(const Loop &Record) {
  // Numbers of expressions are those of a context. Which leaves a loop makes is compared with
  // the leaves.
  const auto &[Id, Parent, Counter, Exits, Position, FirstValue, EndValue, UnrollCount] = Record;
  return std::tie(Id, Parent, Counter, Exits, Position, UnrollCount);
}

MEMLINT_WHOLE(InlineFrame, CallSite, Callee, CalleeNumber)
MEMLINT_WHOLE(Node, Kind, Index, Condition, Successors, Cases, Position, Text)
MEMLINT_WHOLE(Site, Position, InlinedThrough, Guards, Loops, NodeId)
MEMLINT_WHOLE(BoundedSubscript, Index, Extent)
MEMLINT_WHOLE(AccessFacts, Id, Space, Kind, Form, Bytes, Object, Offset, Subscripts, Selector,
              OffsetInSelected, Reason, Text, Written, IsVolatile, Order, Scope, Update, Value,
              Result, Addend, IsUnused, IsInCopyGroup, IsDivided, Part, Parts, RecordAlignment,
              OffsetInRecord)
MEMLINT_WHOLE(BarrierFacts, Scope, Text, Written, HasResult, Statement, GroupSize, Mask, Id, Count,
              IsForWholeWarps, IsArrival, IsUncertain, IsCommit, GroupsLeft)
MEMLINT_WHOLE(FenceFacts, Scope, Text)
MEMLINT_WHOLE(WarpOperationFacts, Mask, GroupSize, Vote, Ballot, Text)

template <typename Facts> auto fieldsOfBoth(const Site &Located, const Facts &Record) {
  return std::tuple_cat(fieldsOf(Located), fieldsOf(Record));
}
auto fieldsOf(const Access &Record) { return fieldsOfBoth<AccessFacts>(Record, Record); }
auto fieldsOf(const Barrier &Record) { return fieldsOfBoth<BarrierFacts>(Record, Record); }
auto fieldsOf(const Fence &Record) { return fieldsOfBoth<FenceFacts>(Record, Record); }
auto fieldsOf(const WarpOperation &Record) {
  return fieldsOfBoth<WarpOperationFacts>(Record, Record);
}

MEMLINT_WHOLE(InsertionPoint, At, Position, StartsLine, Indentation, CallDepth, Guards, Loops,
              Edges, FirstNode, EndNode)
MEMLINT_WHOLE(UnseenEffect, Position, Text, OnlyPrints)

auto fieldsOf(const PointerDeclaration &Record) {
  const auto &[Pointee, Name, IsConst, IsRestrict] = Record;
  return std::tuple_cat(std::tie(Name, IsConst, IsRestrict), std::tuple(Editable(Pointee)));
}

auto fieldsOf(const KernelParameter &Record) {
  const auto &[Name, Type, IsPointer, IsReference, Declaration, Value, Present, FirstBit, Bits,
               Fields] = Record;
  return std::tuple_cat(
      std::tie(Name, Type, IsPointer, IsReference, Value, Present, FirstBit, Bits, Fields),
      std::tuple(Editable(Declaration)));
}

MEMLINT_WHOLE(LaunchAttributes, MaximumThreadsPerBlock, MinimumBlocksPerMultiprocessor,
              ClusterDimensions)

auto fieldsOf(const KernelProgram &Record) {
  // Each file says of itself whether it has other declarations, and which file is a header.
  const auto &[Name, Symbol, Position, HasOtherDeclarations, IsInHeader, Parameters, Attributes,
               Analysed, Reason, Objects, Loops, Accesses, Barriers, Fences, WarpOperations, Nodes,
               Unseen, InsertionPoints, DimensionsUsed, Facts] = Record;
  return std::tie(Name, Symbol, Position, Parameters, Attributes, Analysed, Reason, Objects, Loops,
                  Accesses, Barriers, Fences, WarpOperations, Nodes, Unseen, InsertionPoints,
                  DimensionsUsed, Facts);
}

template <typename T>
concept IsStructure = requires(const T &Record) { fieldsOf(Record); };

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
  if constexpr (IsStructure<T>)
    std::apply([&](const auto &...Each) { (visitExpressions(Each, Visit), ...); }, fieldsOf(Field));
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
    if constexpr (IsStructure<T>)
      return areEqual(fieldsOf(One), fieldsOf(Other),
                      std::make_index_sequence<std::tuple_size_v<decltype(fieldsOf(One))>>());
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

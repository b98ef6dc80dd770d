//===- ProgramFields.h - All fields of memory programs ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What each field of each structure is called. A field that is not named here does not compile.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TEST_UNIT_MEMORYPROGRAM_PROGRAMFIELDS_H
#define CUDA_MEMLINT_TEST_UNIT_MEMORYPROGRAM_PROGRAMFIELDS_H

#include "cuda-memlint/Model/MemoryProgram.h"

// Calls Visit("Field", Of.Field) for each of the fields, which are all that Type has.
#define MEMLINT_FIELDS_OF(Type, ...)                                                               \
  template <typename Visitor> void visitFields(Type &Record, const Visitor &Visit) {               \
    auto &[__VA_ARGS__] = Record;                                                                  \
    visitNamed(Visit, #__VA_ARGS__, __VA_ARGS__);                                                  \
  }

namespace memlint {

template <typename Visitor, typename... Fields>
void visitNamed(const Visitor &Visit, llvm::StringRef Names, Fields &...Objects) {
  auto VisitNext = [&](auto &Field) {
    auto [Name, Rest] = Names.split(',');
    Names = Rest;
    Visit(Name.trim().str(), Field);
  };
  (VisitNext(Objects), ...);
}

MEMLINT_FIELDS_OF(SourcePosition, Path, Line, Column, EndLine, EndColumn, InMacro, InHeader)
MEMLINT_FIELDS_OF(RowObstacle, Why, At)
MEMLINT_FIELDS_OF(MemberLayout, Name, FirstByte, Bytes, Extents, ElementBytes, Members)
MEMLINT_FIELDS_OF(RowNumber, Position, Literal, PerElement, PerElementText, IsLoose, IsFactor)
MEMLINT_FIELDS_OF(RowsInSource, Length, Numbers, MostSharedBytes, MostRows, MostElementBytes)
MEMLINT_FIELDS_OF(MemoryObject, Id, Kind, Space, Name, Position, SizeBytes, AlignmentBytes, Extents,
                  ElementBytes, ElementType, ElementTypeNumber, IsVectorElement, ElementAlignment,
                  ElementRecord, Members, Rows, RowsObstacle, ParameterIndex, ParameterFields,
                  HasDistinctValues, IsNull, IsStringLiteral, OneOf, IsConst, IsVolatile,
                  IsRestrict, PointerVaries)
MEMLINT_FIELDS_OF(Loop, Id, Parent, Counter, Exits, Position, FirstValue, EndValue, UnrollCount)
MEMLINT_FIELDS_OF(InlineFrame, CallSite, Callee, CalleeNumber)
MEMLINT_FIELDS_OF(Node, Kind, Index, Condition, Successors, Cases, Position, Text)
MEMLINT_FIELDS_OF(Site, Position, InlinedThrough, Guards, Loops, NodeId)
MEMLINT_FIELDS_OF(BoundedSubscript, Index, Extent)
MEMLINT_FIELDS_OF(AccessFacts, Id, Space, Kind, Form, Bytes, Object, Offset, Subscripts, Selector,
                  OffsetInSelected, Reason, Text, Written, IsVolatile, Order, Scope, Update, Value,
                  Result, Addend, IsUnused, IsInCopyGroup, IsDivided, Part, Parts, RecordAlignment,
                  OffsetInRecord)
MEMLINT_FIELDS_OF(BarrierFacts, Scope, Text, Written, HasResult, Statement, GroupSize, Mask, Id,
                  Count, IsForWholeWarps, IsArrival, IsUncertain, IsCommit, GroupsLeft)
MEMLINT_FIELDS_OF(FenceFacts, Scope, Text)
MEMLINT_FIELDS_OF(WarpOperationFacts, Mask, GroupSize, Vote, Ballot, Text)
MEMLINT_FIELDS_OF(InsertionPoint, At, Position, StartsLine, Indentation, CallDepth, Guards, Loops,
                  Edges, FirstNode, EndNode)
MEMLINT_FIELDS_OF(UnseenEffect, Position, Text, OnlyPrints)
MEMLINT_FIELDS_OF(PointerDeclaration, Pointee, Name, IsConst, IsRestrict)
MEMLINT_FIELDS_OF(KernelParameter, Name, Type, IsPointer, IsReference, Declaration, Value, Present,
                  FirstBit, Bits, Fields)
MEMLINT_FIELDS_OF(LaunchAttributes, MaximumThreadsPerBlock, MinimumBlocksPerMultiprocessor,
                  ClusterDimensions)
MEMLINT_FIELDS_OF(KernelProgram, Name, Symbol, Position, HasOtherDeclarations, IsInHeader,
                  Parameters, Attributes, Analysed, Reason, Objects, Loops, Accesses, Barriers,
                  Fences, WarpOperations, Nodes, Unseen, InsertionPoints, DimensionsUsed, Facts)

template <typename Facts, typename Visitor>
void visitFieldsOfBoth(Site &Located, Facts &Record, const Visitor &Visit) {
  visitFields(Located, Visit);
  visitFields(Record, Visit);
}
template <typename Visitor> void visitFields(Access &Record, const Visitor &Visit) {
  visitFieldsOfBoth<AccessFacts>(Record, Record, Visit);
}
template <typename Visitor> void visitFields(Barrier &Record, const Visitor &Visit) {
  visitFieldsOfBoth<BarrierFacts>(Record, Record, Visit);
}
template <typename Visitor> void visitFields(Fence &Record, const Visitor &Visit) {
  visitFieldsOfBoth<FenceFacts>(Record, Record, Visit);
}
template <typename Visitor> void visitFields(WarpOperation &Record, const Visitor &Visit) {
  visitFieldsOfBoth<WarpOperationFacts>(Record, Record, Visit);
}

} // namespace memlint

#undef MEMLINT_FIELDS_OF

#endif // CUDA_MEMLINT_TEST_UNIT_MEMORYPROGRAM_PROGRAMFIELDS_H

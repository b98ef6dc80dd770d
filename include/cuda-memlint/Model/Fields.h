//===- Fields.h - The fields of the model's structures ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// fieldsOf() gives all fields of a structure, as references, for what treats each of them alike:
/// comparing two, writing one down, reading it again; namesOfFields(), what they are called, with
/// commas between. A field that is added does not compile before it is in the list.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_MODEL_FIELDS_H
#define CUDA_MEMLINT_MODEL_FIELDS_H

#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/StringRef.h"

#include <concepts>
#include <tuple>
#include <type_traits>

namespace memlint {

template <typename Record, typename Structure>
concept MaybeConst = std::same_as<std::remove_const_t<Record>, Structure>;

#define MEMLINT_FIELDS(Structure, ...)                                                             \
  inline llvm::StringRef namesOfFields(const Structure &) { return #__VA_ARGS__; }                 \
  template <MaybeConst<Structure> Record> auto fieldsOf(Record &Of) {                              \
    auto &[__VA_ARGS__] = Of;                                                                      \
    return std::tie(__VA_ARGS__);                                                                  \
  }

MEMLINT_FIELDS(SourcePosition, Path, Line, Column, EndLine, EndColumn, InMacro, InHeader)
MEMLINT_FIELDS(RowObstacle, Why, At)

//===--- Memory programs ---------------------------------------------------===//

MEMLINT_FIELDS(MemberLayout, Name, FirstByte, Bytes, Extents, ElementBytes, IsFloating, Members)
MEMLINT_FIELDS(RowNumber, Position, Literal, PerElement, PerElementText, IsLoose, IsFactor)
MEMLINT_FIELDS(RowsInSource, Length, Numbers, MostSharedBytes, MostRows, MostElementBytes)
MEMLINT_FIELDS(MemoryObject, Id, Kind, Space, Name, Position, SizeBytes, AlignmentBytes, Extents,
               ElementBytes, ElementType, ElementTypeNumber, IsVectorElement, ElementAlignment,
               ElementRecord, IsElementOfLibrary, Members, Rows, RowsObstacle, ParameterIndex,
               ParameterFields, HasDistinctValues, IsNull, IsStringLiteral, OneOf, IsConst,
               IsVolatile, IsRestrict, PointerVaries)
MEMLINT_FIELDS(CarriedValue, Start, End, EndObject, Initial)
MEMLINT_FIELDS(Loop, Id, Parent, Counter, Exits, Position, FirstValue, EndValue, UnrollCount,
               CountsUp, Carried)
MEMLINT_FIELDS(InlineFrame, CallSite, Callee, CalleeNumber)
MEMLINT_FIELDS(Node, Kind, Index, Condition, Successors, Cases, Position, Text)
MEMLINT_FIELDS(Site, Position, InlinedThrough, Guards, Loops, NodeId)
MEMLINT_FIELDS(BoundedSubscript, Index, Extent)
MEMLINT_FIELDS(AccessFacts, Id, Space, Kind, Form, Bytes, Object, Offset, Subscripts, Selector,
               OffsetInSelected, Reason, Text, Written, IsVolatile, Order, Scope, Update, Combining,
               StartsAgain, Value, Result, LoadedOffset, LoadedObject, Addend, Expected,
               ConvertedExpected, ConvertedValue, IsRetried, Use, IsUnused, SkipsL1, IsReduction,
               IsSum, IsInCopyGroup, IsDivided, Part, Parts, RecordAlignment, OffsetInRecord)
MEMLINT_FIELDS(GuardEdit, Branch, IsReturn, Changed, Replacement)
MEMLINT_FIELDS(BarrierFacts, Scope, Text, Written, HasResult, Statement, GroupSize, Mask, Id, Count,
               IsForWholeWarps, IsArrival, IsUncertain, IsCommit, GroupsLeft, GuardEdits)
MEMLINT_FIELDS(FenceFacts, Scope, Text)
MEMLINT_FIELDS(WarpOperationFacts, Mask, GroupSize, Vote, Ballot, Text)

/// Structures that have no fields but those of their bases.
template <typename T>
concept HasTwoBasesAlone = requires { T{{}, {}}; } && !requires { T{{}, {}, {}}; };
static_assert(HasTwoBasesAlone<Access> && HasTwoBasesAlone<Barrier> && HasTwoBasesAlone<Fence> &&
              HasTwoBasesAlone<WarpOperation>);

#define MEMLINT_LOCATED(Structure, Facts)                                                          \
  template <MaybeConst<Structure> Record> auto fieldsOf(Record &Of) {                              \
    using Base = std::conditional_t<std::is_const_v<Record>, const Facts, Facts>;                  \
    using Place = std::conditional_t<std::is_const_v<Record>, const Site, Site>;                   \
    return std::tuple_cat(fieldsOf<Place>(Of), fieldsOf<Base>(Of));                                \
  }

MEMLINT_LOCATED(Access, AccessFacts)
MEMLINT_LOCATED(Barrier, BarrierFacts)
MEMLINT_LOCATED(Fence, FenceFacts)
MEMLINT_LOCATED(WarpOperation, WarpOperationFacts)

#undef MEMLINT_LOCATED

MEMLINT_FIELDS(InsertionPoint, At, Position, StartsLine, Indentation, CallDepth, Guards, Loops,
               Edges, FirstNode, EndNode)
MEMLINT_FIELDS(FloatingWork, Guards, Loops, Single, Double)
MEMLINT_FIELDS(UnseenEffect, Position, Text, OnlyPrints)
MEMLINT_FIELDS(PointerDeclaration, Pointee, Name, IsConst, IsRestrict)
MEMLINT_FIELDS(KernelParameter, Name, Type, IsPointer, IsReference, Declaration, Value, Present,
               FirstBit, Bits, Fields)
MEMLINT_FIELDS(LaunchAttributes, MaximumThreadsPerBlock, MinimumBlocksPerMultiprocessor,
               ClusterDimensions)
MEMLINT_FIELDS(DeviceShape, WarpLanes, UnitBytes, IsAmd)
MEMLINT_FIELDS(PlaceEquality, Holds, Pointer, Place)
MEMLINT_FIELDS(KernelProgram, Name, Symbol, MangledName, Position, HasOtherDeclarations, IsInHeader,
               Parameters, Attributes, Analysed, Reason, Device, Objects, Loops, Accesses, Barriers,
               Fences, WarpOperations, Nodes, Unseen, InsertionPoints, DimensionsUsed, Facts,
               UnfollowedUses, BlockUses, PlaceEqualities, Work, HasOtherWork)

//===--- Launches ----------------------------------------------------------===//

MEMLINT_FIELDS(Interval, Low, High)
MEMLINT_FIELDS(DeviceAllocation, Bytes, IsHostData)
MEMLINT_FIELDS(LaunchArgument, Value, Multiple, Term, Range, AlignmentBytes, AlignmentResidue,
               Fields, IsNull, SharedAllocation, SharedOffset, Allocation, IsPermutation)
MEMLINT_FIELDS(DoubtfulPointers, First, Second, Caller)
MEMLINT_FIELDS(LaunchTerms, Owner, Grid, Block, DynamicSharedBytes)
MEMLINT_FIELDS(LaunchTime, Nanoseconds, Device)
MEMLINT_FIELDS(LaunchContext, Grid, Block, Cluster, DynamicSharedBytes, Terms, Arguments,
               AliasedArguments, ExchangedArguments, DoubtfulArguments, Origin, Count, TimesInMain,
               IsInOpenLoop, IsMadeByThreads, Time, InferredFrom, OtherBlocks, Conditions,
               Unconditional, Position)

//===--- Verdicts and findings ---------------------------------------------===//

MEMLINT_FIELDS(RequestCost, Cost, Ideal)
MEMLINT_FIELDS(WarpRequest, Kind, Form, BytesPerLane, ActiveMask, ByteOffset)
MEMLINT_FIELDS(CostTotals, Requests, Lanes, Cost, Ideal)
MEMLINT_FIELDS(UnknownScale, Example, Text, Above, MayBeNegative)
MEMLINT_FIELDS(UnknownQuantity, What, Name, Line)
MEMLINT_FIELDS(UnknownCost, Why, Names, Numbers, DependsOn, Space, Access)
MEMLINT_FIELDS(MissingTotals, Unknown, Reached, Budget)
MEMLINT_FIELDS(CostAssumption, What, Names, Number, Residue, Factor, Unit)
MEMLINT_FIELDS(CostBounds, Lowest, Highest, Consecutive, DependsOn, Requests)
MEMLINT_FIELDS(CostIfUnaligned, Worst, Ratio, Unless)
MEMLINT_FIELDS(BlockFootprint, Sectors, Ideal)
MEMLINT_FIELDS(AccessCost, Known, Assumptions, Reason, Refused, Totals, WhyNoTotals, Worst,
               MeanCost, MeanIdeal, NeverExecuted, MayNotExecute, Bounds, Unaligned, WorstRequest,
               WorstWarp, UnknownScales, WorstCostIfAligned, OfBlock, GuardUnknown,
               HoldsForAnyLanes, OpenLoops, Iterations, MostIterations, RequestsPerBlock, Steps)
MEMLINT_FIELDS(AccessVerdict, Launch, Cost)
MEMLINT_FIELDS(RaceParticipant, Thread, Block, Iterations, Offset)
MEMLINT_FIELDS(PairReason, Why, Names, Number)
MEMLINT_FIELDS(DataCondition, Text, Holds)
MEMLINT_FIELDS(DataNeed, What, Arrays, Conditions, MixesRecords)
MEMLINT_FIELDS(RaceAssumption, What, Name)
MEMLINT_FIELDS(UnsearchedPairs, Why, Number, Pairs, AreMore)
MEMLINT_FIELDS(RaceVerdict, First, Second, Threads, Outcome, Reason, Form, Needs, DependsOn,
               IsForSomeData, FirstThread, SecondThread, OffsetsAreRelative, Values, Assumptions,
               ConditionsLeftOut, NotFoundWithBlock)
MEMLINT_FIELDS(RaceReport, Verdicts, Pairs, Absent, Reason)
MEMLINT_FIELDS(FindingNote, Message, Position, IsOneOfSeveral)
MEMLINT_FIELDS(FindingFix, Position, Replacement)
MEMLINT_FIELDS(MeantChange, What, Amount)
MEMLINT_FIELDS(RecordChange, TakesApart, Saved, Help, Meant)
MEMLINT_FIELDS(UnsafeFix, Why, Name, At)
MEMLINT_FIELDS(TimeRange, Least, Most)
MEMLINT_FIELDS(MissingFix, Why, Name, At, Obstacle)
MEMLINT_FIELDS(KernelBudget, Kernels, Space, Measure, Most, Position)
MEMLINT_FIELDS(BudgetOutcome, Limit, Allowed, Reached)
MEMLINT_FIELDS(Finding, Check, Subject, Basis, Level, LoweredFrom, Position, Message, PartOffset,
               Notes, Help, Meant, RecordChanges, Fixes, FixTitle, Unsafe, NoFix, Access,
               BufferPart, Launch, Cause, ExcessTime, RunExcessTime, Race, Budget, Devices,
               Suppressed)

//===--- Host code ---------------------------------------------------------===//

MEMLINT_FIELDS(OutgoingCall, Function, Arguments, Conditions)
MEMLINT_FIELDS(SharedConstant, Name, Value)
MEMLINT_FIELDS(OutgoingLaunch, Kernel, Context)
MEMLINT_FIELDS(OutsideFacts, Calls, Constants, Launches)
MEMLINT_FIELDS(HostFault, Kind, Position, Earlier, Variable, Text, Function, Parameter, Declaration,
               Offset, FlagOffset, OtherParameters, VaryingParameters, Bytes, Limit, Copies,
               IsContiguous)
MEMLINT_FIELDS(HostLinks, Calls, Launchers, Constants, MissingConstants, Kernels, Launches)

//===--- Kernels and files -------------------------------------------------===//

MEMLINT_FIELDS(OutdatedCall, Name, Position, Count, Lines, DependsOnDevice)
MEMLINT_FIELDS(SharedLimitCall, Kernel, Bytes, Position)
MEMLINT_FIELDS(CarveoutCall, Kernel, Percent, Position, LaunchesBefore)
MEMLINT_FIELDS(FileFacts, NamedToolkitVersion, OutdatedCalls, SharedLimits, Carveouts, HostFaults,
               ConstantBytes)
MEMLINT_FIELDS(KernelAnalysis, Program, Assumption, Launches, IsNeverNamed, LaunchesItself,
               UnfollowedLaunch, HasWideBanks, Verdicts, Races, RacesDeferred, PossibleRaces,
               Budgets, HostFaults, Findings, FindingsElsewhere, Signature)
MEMLINT_FIELDS(SourceError, Message, Position, Effect, Header)
MEMLINT_FIELDS(KernelElsewhere, Name, Position, File)
MEMLINT_FIELDS(FileAnalysis, Path, Target, AskedTarget, OtherTargets, Parsed, ErrorCount, Errors,
               IsHip, HasMain, GeneratedMain, Instrumented, Kernels, Facts, KernelsElsewhere, Links,
               Text, Expressions)

#undef MEMLINT_FIELDS

template <typename T>
concept HasFields = requires(T &Record) { fieldsOf(Record); };

} // namespace memlint

#endif // CUDA_MEMLINT_MODEL_FIELDS_H

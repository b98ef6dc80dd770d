//===- SnapshotFields.h - What a snapshot holds -----------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The fields of each structure that are written, in their order: all, where nothing else is said
/// here.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_SNAPSHOT_SNAPSHOTFIELDS_H
#define CUDA_MEMLINT_LIB_SNAPSHOT_SNAPSHOTFIELDS_H

#include "cuda-memlint/Launch/PassedArguments.h"
#include "cuda-memlint/Model/Fields.h"

namespace memlint {

template <MaybeConst<KernelAnalysis> Record> auto choiceOfFields(Record &Of) {
  auto &[Program, Assumption, Launches, IsNeverNamed, LaunchesItself, UnfollowedLaunch,
         HasWideBanks, Verdicts, Races, RacesDeferred, PossibleRaces, Budgets, HostFaults, Findings,
         FindingsElsewhere, Signature] = Of;
  return std::tie(Program, Assumption, Launches, IsNeverNamed, LaunchesItself, UnfollowedLaunch,
                  HasWideBanks, Verdicts, Races, RacesDeferred, PossibleRaces, Budgets, HostFaults,
                  Findings);
}

template <MaybeConst<FileAnalysis> Record> auto choiceOfFields(Record &Of) {
  // Others are named once the results for all devices are there.
  auto &[Path, Target, AskedTarget, OtherTargets, Parsed, ErrorCount, Errors, IsHip, HasMain,
         GeneratedMain, Instrumented, Kernels, Facts, KernelsElsewhere, Links, Text, Expressions] =
      Of;
  return std::tie(Path, Target, AskedTarget, Parsed, ErrorCount, Errors, IsHip, HasMain, Kernels,
                  Facts, KernelsElsewhere, Links, Text);
}

template <MaybeConst<LaunchContext> Record> auto choiceOfFields(Record &Of) {
  // The owner of the terms comes before all of them.
  auto &[Grid, Block, Cluster, DynamicSharedBytes, Terms, Arguments, AliasedArguments,
         ExchangedArguments, DoubtfulArguments, Origin, Count, TimesInMain, IsInOpenLoop,
         IsMadeByThreads, Time, InferredFrom, OtherBlocks, Conditions, Unconditional, Position] =
      Of;
  return std::tie(Grid, Block, Cluster, DynamicSharedBytes, Terms.Grid, Terms.Block,
                  Terms.DynamicSharedBytes, Arguments, AliasedArguments, ExchangedArguments,
                  DoubtfulArguments, Origin, Count, TimesInMain, IsInOpenLoop, IsMadeByThreads,
                  Time, InferredFrom, OtherBlocks, Conditions, Unconditional, Position);
}

template <MaybeConst<PassedArguments> Record> auto choiceOfFields(Record &Of) {
  auto &[Values] = Of;
  return std::tie(Values);
}

template <MaybeConst<PassedValue> Record> auto choiceOfFields(Record &Of) {
  auto &[Value, IsPointee] = Of;
  return std::tie(Value, IsPointee);
}

template <MaybeConst<HostValue> Record> auto choiceOfFields(Record &Of) {
  // What one file passes to another is neither a function nor in terms of a run.
  auto &[Is, Integer, Floating, Function, Elements, Allocation, IsVariable, ByteOffset, Multiple,
         NotNull, Number] = Of;
  return std::tie(Is, Integer, Floating, Elements, Allocation, IsVariable, ByteOffset, Multiple,
                  NotNull);
}

template <MaybeConst<ExprImage::Term> Record> auto choiceOfFields(Record &Of) {
  auto &[Coefficient, Factors] = Of;
  return std::tie(Coefficient, Factors);
}

template <MaybeConst<ExprImage> Record> auto choiceOfFields(Record &Of) {
  auto &[Kind, Varies, WrapBits, WrapSigned, Number, Value, Leaf, Operands, Terms, Range, Modulus] =
      Of;
  return std::tie(Kind, Varies, WrapBits, WrapSigned, Number, Value, Leaf, Operands, Terms, Range,
                  Modulus);
}

template <MaybeConst<LeafInfo> Record> auto choiceOfFields(Record &Of) {
  auto &[Kind, Dimension, Reason, Varies, Id, Range, Modulus, Name] = Of;
  return std::tie(Kind, Dimension, Reason, Varies, Id, Range, Modulus, Name);
}

template <MaybeConst<Interval> Record> auto choiceOfFields(Record &Of) {
  auto &[Low, High] = Of;
  return std::tie(Low, High);
}

template <MaybeConst<Congruence> Record> auto choiceOfFields(Record &Of) {
  auto &[LogModulus, Residue] = Of;
  return std::tie(LogModulus, Residue);
}

template <MaybeConst<ExprContext::Counters> Record> auto choiceOfFields(Record &Of) {
  auto &[Node, Opaque] = Of;
  return std::tie(Node, Opaque);
}

template <typename T>
concept HasChoiceOfFields = requires(T &Record) { choiceOfFields(Record); };
template <typename T>
concept IsSaved = HasChoiceOfFields<T> || HasFields<T>;

template <IsSaved Record> auto savedFields(Record &Of) {
  if constexpr (HasChoiceOfFields<Record>)
    return choiceOfFields(Of);
  else
    return fieldsOf(Of);
}

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_SNAPSHOT_SNAPSHOTFIELDS_H

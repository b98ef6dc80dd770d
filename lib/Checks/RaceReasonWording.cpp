//===- RaceReasonWording.cpp - What verdicts on races say -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Checks/RaceReasonWording.h"

#include "cuda-memlint/Model/RaceReasons.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace memlint {

/// In these tables a `$` stands for a name, in the order of the names.
static StringRef wordsOf(PairReason::Kind Why) {
  switch (Why) {
  case PairReason::Kind::None:
    return "";
  case PairReason::Kind::FlagLacksFence:
    return "a flag orders the two threads, but not their accesses: a fence is missing";
  case PairReason::Kind::LockLacksFence:
    return "a lock orders the two threads, but not their accesses: a fence is missing";
  case PairReason::Kind::PolledFlag:
    return "a polled flag may order the two";
  case PairReason::Kind::Lock:
    return "a lock may order the two";
  case PairReason::Kind::OwnLocation:
    return "the location itself orders the two";
  case PairReason::Kind::LastArrival:
    return "only the last thread that counts may come to both";
  case PairReason::Kind::ArmsOfBranch:
    return "both branches of a condition contain barriers";
  case PairReason::Kind::BarrierThreads:
    return "unknown participants of a barrier in between";
  case PairReason::Kind::CopyCompletion:
    return "unknown completion of an asynchronous copy";
  case PairReason::Kind::Signal:
    return "`$` may signal `$`";
  case PairReason::Kind::AgreedValue:
    return "the lanes may all write the same agreed value";
  case PairReason::Kind::SameValue:
    return "the threads may all store the same value";
  case PairReason::Kind::VolatileGuess:
    return "a compare-and-swap expects what a volatile read has found";
  case PairReason::Kind::PlainGuess:
    return "the value of a plain read may serve for more than what a compare-and-swap expects";
  case PairReason::Kind::AtomicOrder:
    return "both are atomic, and their order may affect the result";
  case PairReason::Kind::Collective:
    return "the lanes perform such an access together";
  case PairReason::Kind::Address:
    return "the address of `$` is unknown before launch";
  case PairReason::Kind::Draws:
    return "the numbers drawn for `$` are unknown before launch";
  case PairReason::Kind::Pointer:
    return "the pointer to `$` may differ between the two";
  case PairReason::Kind::Object:
    return "which object `$` accesses is unknown";
  case PairReason::Kind::OneArray:
    return "`$` and `$` may point into one allocation";
  case PairReason::Kind::TooMany:
    return "too many threads and iterations to enumerate";
  case PairReason::Kind::NotProved:
    return "could not be proved absent";
  case PairReason::Kind::Data:
    return "depends on values read from memory";
  case PairReason::Kind::Values:
    return "it depends on `$`";
  case PairReason::Kind::Budget:
    return "the kernel's budget of $ evaluations ran out";
  }
  llvm_unreachable("a reason without words");
}

static StringRef wordsOf(DataNeed::Kind What) {
  switch (What) {
  case DataNeed::Kind::None:
    return "";
  case DataNeed::Kind::BothCome:
    return "the data let both threads come here";
  case DataNeed::Kind::TwoCome:
    return "the data let two threads come here";
  case DataNeed::Kind::TwoThreads:
    return "two threads come here";
  case DataNeed::Kind::FewLocations:
    return "there are fewer locations than threads, as here";
  case DataNeed::Kind::OtherEntry:
    return "one thread comes to the entry of the other";
  case DataNeed::Kind::OtherKey:
    return "one thread looks for the key of the other";
  case DataNeed::Kind::LockTaken:
    return "another thread tries to take the lock meanwhile";
  case DataNeed::Kind::OtherIndex:
    return "an entry of `$` gives one thread the index of the other";
  case DataNeed::Kind::SameIndex:
    return "the data give two threads the same index";
  case DataNeed::Kind::SameIndexRead:
    return "two threads read the same index";
  case DataNeed::Kind::CommonValue:
    return "the parts of `$` that two threads go through have a value in common";
  case DataNeed::Kind::OneEntry:
    return "two threads read one entry of `$`, or two that give the same index";
  case DataNeed::Kind::EqualEntries:
    return "two entries of `$` are equal";
  case DataNeed::Kind::EntriesOfIndex:
    return "two entries of `$` give the same index";
  case DataNeed::Kind::TwoArrays:
    return "an entry of `$` and one of `$` give the same index";
  case DataNeed::Kind::EqualDraws:
    return "two numbers that threads have drawn lead to one location";
  }
  llvm_unreachable("a need without words");
}

static StringRef wordsOf(RaceAssumption::Kind What) {
  switch (What) {
  case RaceAssumption::Kind::FlagsUnset:
    return "flags that nobody has set are 0";
  case RaceAssumption::Kind::CountersUnset:
    return "counters that nobody has set are 0";
  case RaceAssumption::Kind::AddsNothing:
    return "the first of them adds 0 in `$`, and the other one draws the same number";
  case RaceAssumption::Kind::ZeroDatum:
    return "`$` is 0; the thread conflicts with another one for any value";
  case RaceAssumption::Kind::BarriersSkipped:
    return "no barrier in between is reached";
  }
  llvm_unreachable("an assumption without words");
}

static std::string fill(StringRef Words, ArrayRef<std::string> Names) {
  std::string Text;
  while (!Words.empty()) {
    auto [Before, Behind] = Words.split('$');
    Text += Before;
    if (Before.size() != Words.size()) {
      Text += Names.front();
      Names = Names.drop_front();
    }
    Words = Behind;
  }
  return Text;
}

std::string describe(const PairReason &Reason) {
  StringRef Words = wordsOf(Reason.Why);
  if (Reason.Why == PairReason::Kind::Values)
    return fill(Words, join(Reason.Names, "`, `"));
  if (Reason.Why == PairReason::Kind::Budget)
    return fill(Words, formatv("{0:N}", Reason.Number).str());
  return fill(Words, Reason.Names);
}

std::string describe(const UnsearchedPairs &Reason) {
  auto Left = [&](const std::string &Why) {
    return std::string("pairs not analysed: ") + (Reason.AreMore ? "more than " : "") +
           std::to_string(Reason.Pairs) + " (" + Why + ")";
  };
  switch (Reason.Why) {
  case UnsearchedPairs::Kind::None:
    return "";
  case UnsearchedPairs::Kind::BlockSize:
    return formatv("a block of {0:N} threads cannot be launched", Reason.Number).str();
  case UnsearchedPairs::Kind::RefusedLaunch:
    return "the device refuses the launch";
  case UnsearchedPairs::Kind::UnknownBlock:
    return "unknown block size";
  case UnsearchedPairs::Kind::Budget:
    return Left(describe(PairReason{PairReason::Kind::Budget, {}, Reason.Number}));
  case UnsearchedPairs::Kind::UnknownObjects:
    return Left(std::to_string(Reason.Number) + " others have an access to an unknown object");
  }
  llvm_unreachable("a reason without words");
}

std::string describe(const DataNeed &Need) {
  std::string Text = Need.What == DataNeed::Kind::OtherIndex && Need.Arrays.empty()
                         ? "the data give one thread the index of the other"
                         : fill(wordsOf(Need.What), Need.Arrays);
  if (!Need.Conditions.empty())
    Text += " (" +
            join(map_range(Need.Conditions,
                           [](const DataCondition &Each) {
                             return (Each.Holds ? "`" : "not `") + Each.Text + "`";
                           }),
                 ", ") +
            ")";
  if (Need.MixesRecords)
    Text += ", which may leave parts of two records there";
  return Text;
}

std::string describe(const RaceAssumption &Assumption) {
  return fill(wordsOf(Assumption.What), Assumption.Name);
}

} // namespace memlint

//===- RaceReasons.h - Why threads race, or may not -------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the verdicts on races say beside their outcomes. Checks/RaceReasonWording.h has the words.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_MODEL_RACEREASONS_H
#define CUDA_MEMLINT_MODEL_RACEREASONS_H

#include <cstdint>
#include <string>
#include <vector>

namespace memlint {

/// Why a pair of accesses is not decided; of a race, what orders the two threads although it lacks
/// a fence.
struct PairReason {
  enum class Kind : uint8_t {
    None,
    FlagLacksFence,
    LockLacksFence,
    // What may order the two, or make one thread of two.
    PolledFlag,
    Lock,
    OwnLocation,    ///< an atomic at the location itself
    LastArrival,    ///< only the last thread that counts may come to both
    ArmsOfBranch,   ///< both branches of a condition contain barriers
    BarrierThreads, ///< the participants of a barrier in between are not known
    CopyCompletion, ///< of an asynchronous copy
    Signal,         ///< Names: the access that may signal the other one
    // What may make no difference.
    AgreedValue, ///< the lanes may have agreed on it
    SameValue,
    VolatileGuess, ///< a compare-and-swap expects what a volatile read has found
    PlainGuess,    ///< a plain read may serve for more than what a compare-and-swap expects
    AtomicOrder,   ///< both are atomic, and their order may affect the result
    Collective,    ///< the lanes perform such an access together
    // What is not known of their locations.
    Address,  ///< Names: the access
    Draws,    ///< Names: the access at a number drawn from a counter
    Pointer,  ///< Names: the object; its pointer may differ between the two
    Object,   ///< Names: the access
    OneArray, ///< Names: the two objects, which may be in one allocation
    // What the search has come to.
    TooMany, ///< threads and iterations
    NotProved,
    Data,   ///< values read from memory
    Values, ///< Names: what is not known
    Budget  ///< Number: the evaluations that there were for the kernel
  };
  Kind Why = Kind::None;
  /// In source terms.
  std::vector<std::string> Names = {};
  uint64_t Number = 0;

  bool empty() const { return Why == Kind::None; }
};

/// A condition in the source, which is met or not.
struct DataCondition {
  std::string Text;
  bool Holds = true;

  friend bool operator==(const DataCondition &, const DataCondition &) = default;
};

/// What data must be like for two threads to meet.
struct DataNeed {
  enum class Kind : uint8_t {
    None,
    BothCome,       ///< data let both threads come to their accesses: see Conditions
    TwoCome,        ///< data let two threads come to the one access
    TwoThreads,     ///< two threads come, whatever the data
    FewLocations,   ///< there are fewer locations than threads
    OtherEntry,     ///< one thread comes to the entry of the other
    OtherKey,       ///< one thread looks for the key of the other
    LockTaken,      ///< another thread tries to take the lock meanwhile
    OtherIndex,     ///< an entry, of the array where it is known, gives one the index of the other
    SameIndex,      ///< the data give two threads the same index
    SameIndexRead,  ///< two threads read the same index
    CommonValue,    ///< parts of the array that two threads go through have a value in common
    OneEntry,       ///< two threads read one entry of the array, or two that give the same index
    EqualEntries,   ///< two entries of the array are equal
    EntriesOfIndex, ///< two entries of the array give the same index
    TwoArrays,      ///< an entry of each array gives the same index
    EqualDraws      ///< two numbers that threads have drawn lead to one location
  };
  Kind What = Kind::None;
  /// The arrays of the data, where they are known.
  std::vector<std::string> Arrays = {};
  std::vector<DataCondition> Conditions = {};
  /// Parts of two records may be left at the location.
  bool MixesRecords = false;

  bool empty() const { return What == Kind::None; }
};

/// What a witness assumes beside its values.
struct RaceAssumption {
  enum class Kind : uint8_t {
    FlagsUnset,     ///< flags that nobody has set are 0
    CountersUnset,  ///< counters that nobody has set are 0
    AddsNothing,    ///< the first of them adds 0 in the atomic Name, and the other draws its number
    ZeroDatum,      ///< Name is 0, and with any other value the thread meets another one
    BarriersSkipped ///< no barrier in between is reached
  };
  Kind What = Kind::FlagsUnset;
  std::string Name = {};
};

/// Why pairs of a kernel were not looked at.
struct UnsearchedPairs {
  enum class Kind : uint8_t {
    None,
    BlockSize,     ///< a block of Number threads cannot be launched
    RefusedLaunch, ///< the device refuses the launch
    UnknownBlock,
    Budget,        ///< the kernel's Number of evaluations was spent
    UnknownObjects ///< Number others have an access to an unknown object
  };
  Kind Why = Kind::None;
  uint64_t Number = 0;
  /// Budget, UnknownObjects: how many pairs.
  uint64_t Pairs = 0;
  /// There are more than Pairs.
  bool AreMore = false;

  bool empty() const { return Why == Kind::None; }
};

} // namespace memlint

#endif // CUDA_MEMLINT_MODEL_RACEREASONS_H

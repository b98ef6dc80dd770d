//===- RaceWording.h - Races in words ---------------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CHECKS_RACEWORDING_H
#define CUDA_MEMLINT_CHECKS_RACEWORDING_H

#include "cuda-memlint/Symbolic/Expression.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>

namespace memlint {

struct Access;
struct InlineFrame;
struct KernelProgram;
struct RaceParticipant;
struct RaceVerdict;
class TargetModel;

/// The element that \p Store writes is at a number that an atomic has given.
bool isDrawn(const KernelProgram &Kernel, const Access &Store);

/// The kernel does nothing but store to what \p Store writes.
bool isStoredOnly(const KernelProgram &Kernel, const Access &Store);

/// The atomic, in quotes, that does what \p Store does, whose value is known: \p Old with something
/// added, or with other bits; empty: neither.
llvm::StringRef atomicOfValue(const Access &Store, ExprRef Old);

/// The atomics that do in one step what a thread does by \p Store, after a read of the location,
/// and what else that takes: "(`atomicAdd`), and take the element from what it returns".
std::string describeAtomics(const KernelProgram &Kernel, const TargetModel &Target,
                            const Access &Store);
/// Atomics compare and swap two bytes on \p Target.
bool swapsHalfWords(const TargetModel &Target);

/// "reads", "writes", "updates".
llvm::StringRef verbOfAccess(const Access &Site);
/// "line 12", with the file where that is not the one of \p Here.
std::string lineOfAccess(const Access &Site, const Access &Here);
/// "thread (31,0,0)", with its block where the two of \p Verdict differ in that.
std::string describeParticipant(const RaceVerdict &Verdict, const RaceParticipant &Who);
/// "iteration 3 of the loop at line 9", with the file where that is not the one of \p Site, none
/// for first iterations.
std::string describeIterations(const KernelProgram &Kernel, const Access &Site,
                               const RaceParticipant &Who);
/// The calls, outermost first, through which a thread comes to \p Site, where the source alone
/// does not say which: its function is called more than once. Else none.
llvm::ArrayRef<InlineFrame> ambiguousCalls(const KernelProgram &Kernel, const Access &Site);
/// "called from line 20, then line 9", with columns where two calls are on one line; empty where
/// ambiguousCalls() has none.
std::string describeCalls(const KernelProgram &Kernel, const Access &Site);
/// "n = 256" for each value that the witness of \p Verdict assumes.
llvm::SmallVector<std::string, 4> describeValues(const RaceVerdict &Verdict);
/// The location that both threads of \p Verdict meet at: "`tile[32]`"; empty: not known.
std::string describeCommonElement(const KernelProgram &Kernel, const RaceVerdict &Verdict);
/// "`in` and `out` point into one allocation", of two accesses that race through different
/// pointers; empty: they have one.
std::string describeOverlap(const KernelProgram &Kernel, const Access &First, const Access &Second);
/// The message of a finding about \p Verdict.
std::string describeRace(const KernelProgram &Kernel, const RaceVerdict &Verdict);

} // namespace memlint

#endif // CUDA_MEMLINT_CHECKS_RACEWORDING_H

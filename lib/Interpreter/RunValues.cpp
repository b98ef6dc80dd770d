//===- RunValues.cpp - Loops that are run to see what they carry ----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Numbers that start as constants and become constants: the loop is run, and a table made of the
/// values that they go through.
///
//===----------------------------------------------------------------------===//

#include "LoopInterpreter.h"

using namespace clang;
using llvm::ArrayRef;

namespace memlint {

/// Whether \p Root depends on nothing but \p Runs and the number of the iteration.
bool LoopInterpreter::isOfRuns(ExprRef Root, ArrayRef<RunNumber> Runs) const {
  return allLeaves(Root, [&](ExprRef Leaf) {
    return Leaf == Setting.Counter ||
           llvm::any_of(Runs, [&](const RunNumber &Each) { return Each.Symbol == Leaf; });
  });
}

/// The numbers that are constants before the loop and depend on nothing but each other.
std::vector<LoopInterpreter::RunNumber> LoopInterpreter::runNumbers(const Iteration &Once) const {
  std::vector<RunNumber> Runs;
  for (const auto &[Slot, Changed] : Variables) {
    auto Final = Once.End.Variables.find(Slot);
    if (!Changed.AtStart.isScalar() || isResolved(Changed.AtStart) || !Changed.Initial.isScalar() ||
        !Changed.Initial.Number->isConstant() || Final == Once.End.Variables.end() ||
        !Final->second.isScalar())
      continue;
    Runs.push_back({Slot,
                    Changed.AtStart.Number,
                    Final->second.Number,
                    Changed.Initial.Number->constantTerm(),
                    {}});
  }
  for (size_t Before = 0; Before != Runs.size();) {
    Before = Runs.size();
    llvm::erase_if(Runs, [&](const RunNumber &Each) { return !isOfRuns(Each.End, Runs); });
  }
  return Runs;
}

bool LoopInterpreter::hasWrapped(const RunNumber &Run) const {
  unsigned Bits = wrappingBits(Run.Slot);
  return Bits != 0 && mayHaveWrapped(Exprs.constant(Run.Value), Bits) &&
         (Run.Values.empty() || mayHaveWrapped(Run.End, Bits));
}

/// False: none of those that have wrapped can be followed as a number that wraps.
bool LoopInterpreter::makeRunsWrap(ArrayRef<RunNumber> Runs) {
  bool Any = false;
  for (const RunNumber &Each : Runs) {
    if (!hasWrapped(Each) || wrappingBits(Each.Slot) != 32)
      continue;
    makeWrap(Each.Slot, Variables[Each.Slot]);
    Any = true;
  }
  return Any;
}

/// The ways out that \p Runs decide.
LoopInterpreter::RunExits LoopInterpreter::runExits(const Iteration &Once,
                                                    ArrayRef<RunNumber> Runs) const {
  RunExits Exits;
  if (Once.Failed.Reachable)
    Exits.When.push_back(guardsWithin(Once.Failed));
  for (const State &At : Once.Breaks)
    Exits.When.push_back(guardsWithin(At));
  auto IsRun = [&](ExprRef Exit) { return isOfRuns(Exit, Runs); };
  Exits.AreAll = llvm::all_of(Exits.When, IsRun) && Once.Returns.empty() && Once.Jumps.empty() &&
                 Once.OuterBreaks.empty() && Once.OuterContinues.empty();
  llvm::erase_if(Exits.When, [&](ExprRef Exit) { return !IsRun(Exit); });
  return Exits;
}

/// Takes \p Runs through iteration \p Number; whether the loop is left there.
bool LoopInterpreter::advance(std::vector<RunNumber> &Runs, size_t Number,
                              ArrayRef<ExprRef> Exits) {
  auto Now = [&](ExprRef Leaf) -> int64_t {
    for (const RunNumber &Each : Runs)
      if (Each.Symbol == Leaf)
        return Each.Value;
    return int64_t(Number);
  };
  bool IsLeft = llvm::any_of(Exits, [&](ExprRef Exit) { return evaluate(Exit, Now) != 0; });
  std::vector<int64_t> Next;
  for (RunNumber &Each : Runs) {
    Each.Values.push_back(Each.Value);
    Next.push_back(evaluate(Each.End, Now));
  }
  for (auto [Each, Value] : llvm::zip_equal(Runs, Next))
    Each.Value = Value;
  return IsLeft;
}

/// The value in each iteration, by its number.
ExprRef LoopInterpreter::tableOf(const RunNumber &Run) {
  ExprRef Table = Exprs.constant(Run.Values.back());
  for (size_t Row = Run.Values.size() - 1; Row-- != 0;)
    Table = Exprs.select(Exprs.equal(Setting.Counter, Exprs.constant(int64_t(Row))),
                         Exprs.constant(Run.Values[Row]), Table);
  return Table;
}

bool LoopInterpreter::closeByRunning(const Iteration &Once) {
  /// Iterations of the longest table.
  constexpr size_t MostIterations = 48;
  if (!Once.End.Reachable || !Once.Condition)
    return false;
  std::vector<RunNumber> Runs = runNumbers(Once);
  auto AnyHasWrapped = [&] {
    return llvm::any_of(Runs, [&](const RunNumber &Each) { return hasWrapped(Each); });
  };
  if (Runs.empty())
    return false;
  if (AnyHasWrapped())
    return makeRunsWrap(Runs);
  // The way out, when it is decided by these numbers; else the numbers themselves
  // end the loop where they leave their type.
  RunExits Exits = runExits(Once, Runs);
  bool IsLeft = false;
  for (size_t Number = 0; Number <= MostIterations && !IsLeft; ++Number) {
    IsLeft = advance(Runs, Number, Exits.When);
    if (AnyHasWrapped())
      return makeRunsWrap(Runs);
    // A number that would overflow is never reached, but a signed one may have been unsigned.
    for (const RunNumber &Each : Runs) {
      QualType Type = Code.SlotTypes[Each.Slot];
      if (rangeOf(Code.Ast, Type).contains({Each.Value, Each.Value}))
        continue;
      if (Type->isSignedIntegerType() &&
          llvm::any_of(Runs, [&](const RunNumber &Other) { return wrappingBits(Other.Slot) != 0; }))
        return false;
      // The loop ends only once an unsigned number has wrapped.
      if (Exits.AreAll && wrappingBits(Each.Slot) == 32) {
        makeWrap(Each.Slot, Variables[Each.Slot]);
        return true;
      }
      IsLeft = true;
    }
  }
  if (!IsLeft)
    return false;
  for (const RunNumber &Each : Runs)
    Variables[Each.Slot].AtStart = Value::scalar(tableOf(Each));
  return true;
}

} // namespace memlint

//===- LoopInterpreter.h - One loop being lowered ------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A loop while it becomes a counted one. Loops.cpp says how; LoopValues.cpp finds what
/// each changed variable is in each iteration, LoopExits.cpp what the loop leaves behind.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_INTERPRETER_LOOPINTERPRETER_H
#define CUDA_MEMLINT_LIB_INTERPRETER_LOOPINTERPRETER_H

#include "ClosedForm.h"
#include "cuda-memlint/Interpreter/Interpreter.h"

#include <map>

namespace memlint {

/// The type of part \p Part (element, base or field) of a variable of \p Type.
clang::QualType slotPartType(clang::ASTContext &Ast, clang::QualType Type, size_t Part);

class LoopInterpreter {
public:
  LoopInterpreter(Interpreter &Code, const LoopParts &Parts)
      : Code(Code), Exprs(Code.Exprs), Parts(Parts) {}

  void run();
  /// Iteration by iteration as long as the condition is known, else once for all iterations.
  void runConcretely();

private:
  /// A variable that the loop changes.
  struct Carried {
    Value Initial;
    /// What it is at the start of an iteration: symbols until closed.
    Value AtStart;
    /// Guess of how its opaque parts vary; only grows.
    Uniformity Varies = Uniformity::Grid;
    /// It takes over the value of another one in each iteration, which takes over that of a
    /// third one, and so on back to it.
    bool Rotates = false;
    /// An unsigned number that has no closed form and may have come from below zero.
    bool Wraps = false;
    /// Not null: threads that meet this condition, in all iterations, and the others
    /// have courses of their own, symbols until closed; AtStart chooses between them.
    ExprRef SplitBy = nullptr;
    std::array<ExprRef, 2> Courses = {};
    /// It is, or was, split.
    bool WasSplit = false;
    /// AtStart is what it will be if nothing but the increment changes it.
    bool IsForeseen = false;
  };

  /// A value that the loop carries, of a variable or of a part of one.
  struct RotatedValue {
    SlotId Slot;
    llvm::SmallVector<PathStep, 2> Path;
    Value Initial;
    /// Symbols.
    Value AtStart;
    /// At the end of an iteration.
    Value End;
    clang::QualType Type;
  };

  /// One execution of the loop's body, and the ways out of it.
  struct Iteration {
    State End;
    /// The increment found all variables as foreseen.
    bool IsAsForeseen = true;
    /// Where the loop's own condition fails.
    State Failed;
    ExprRef Condition = nullptr;
    std::vector<State> Breaks;
    std::vector<State> Returns;
    /// By label: gotos out of the loop.
    llvm::MapVector<const clang::LabelDecl *, std::vector<State>> Jumps;
    /// Of a loop made of gotos: breaks and continues of a loop further out.
    std::vector<State> OuterBreaks;
    std::vector<State> OuterContinues;
  };

  /// A way out of the loop.
  struct Exit {
    State *At = nullptr;
    /// Within an iteration, exits of lower rank come first.
    unsigned Rank = 0;
    /// The iteration in which a thread would leave here if there were no other
    /// exit; null when not known. Far beyond all iterations: never.
    ExprRef When = nullptr;
  };

  /// A number that a loop changes where a condition holds, and only there.
  struct Change {
    ExprRef Symbol;
    ExprRef Initial;
    /// At the end of an iteration in which the condition holds.
    ExprRef End;
    /// Of its type, when that is unsigned, else 0.
    unsigned UnsignedBits;
  };
  using ChangesByCondition = llvm::MapVector<ExprRef, std::vector<Change>>;

  /// A number of the loop that is a constant in each iteration.
  struct RunNumber {
    SlotId Slot;
    ExprRef Symbol;
    /// At the end of an iteration.
    ExprRef End;
    int64_t Value;
    /// At the start of each iteration so far.
    std::vector<int64_t> Values;
  };
  struct RunExits {
    /// Within an iteration.
    std::vector<ExprRef> When;
    /// The loop has no others.
    bool AreAll = false;
  };

  // ConcreteLoops.cpp
  bool unroll(Iteration &All);
  void runForAll(Iteration &All);

  std::string counterName() const;
  bool runsOnce() const;
  void runOnce();
  ExprRef makeCounter();
  bool isSettled();
  void settle();
  void passBy();
  void addAssignedVariables();
  bool addWrittenVariables();
  void prepareIteration();
  Iteration iterate();
  void test(Iteration &Result);
  Value symbolFor(const Value &Initial, clang::QualType Type, Uniformity Varies,
                  llvm::StringRef Name);
  bool closeVariables(const State &End);
  bool closeValue(Value &AtStart, const Value &Initial, const Value &End, clang::QualType Type);
  Lvalue asIn(const Lvalue &At, const Lvalue &Like);
  bool closePointer(Lvalue &AtStart, const Lvalue &Initial, const Lvalue &End);
  // ForeseenValues.cpp
  /// To be called before the first round.
  void foresee();
  bool isAsForeseen() const;
  /// False: nothing was foreseen.
  bool forgetForeseen();
  void confirmForeseen();
  // RotatedValues.cpp
  bool closeRotations(const State &End);
  void addRotated(RotatedValue Whole, std::vector<RotatedValue> &Found) const;
  Value inTurn(llvm::ArrayRef<const RotatedValue *> Cycle, size_t Start);
  // SplitValues.cpp
  bool splitVariables(const State &End);
  std::array<ExprRef, 2> splitEnds(ExprRef Condition, ExprRef End);
  void renewCourses(SlotId Slot, Carried &Changed);
  bool closeCourses(Carried &Changed, const Value &End, clang::QualType Type);
  bool raiseCourses(SlotId Slot, Carried &Changed, const Value &End);
  // RunValues.cpp
  bool closeByRunning(const Iteration &Once);
  bool isOfRuns(ExprRef Root, llvm::ArrayRef<RunNumber> Runs) const;
  std::vector<RunNumber> runNumbers(const Iteration &Once) const;
  bool hasWrapped(const RunNumber &Run) const;
  bool makeRunsWrap(llvm::ArrayRef<RunNumber> Runs);
  RunExits runExits(const Iteration &Once, llvm::ArrayRef<RunNumber> Runs) const;
  static bool advance(std::vector<RunNumber> &Runs, size_t Number, llvm::ArrayRef<ExprRef> Exits);
  ExprRef tableOf(const RunNumber &Run);
  unsigned wrappingBits(SlotId Slot) const;
  void makeWrap(SlotId Slot, Carried &Changed);
  bool followWraps(const State &End);
  bool isKnownUnderCondition(ExprRef Symbol) const;
  void collectChanges(const Value &AtStart, const Value &Initial, const Value &End,
                      clang::QualType Type, ChangesByCondition &Found) const;
  std::vector<std::pair<ExprRef, ExprRef>> closeChanges(llvm::ArrayRef<Change> Changes) const;
  bool closeUnderCondition(const State &End);
  bool raiseUniformity(Iteration &Once);
  Uniformity exitUniformity(Iteration &Once) const;
  std::vector<Exit> exitsOf(Iteration &Once) const;
  std::vector<Exit> followedExits(Iteration &Once) const;
  ExprRef leavesBy(const Exit &Way, llvm::ArrayRef<Exit> Exits);
  llvm::StringRef countingVariable() const;
  void tightenCounter(Iteration &Once);
  void substituteAtStart(ExprContext::Replacement Replace);
  void renewCarriedValues();
  unsigned mark();
  void giveUp();
  Value unsetSymbol(clang::QualType Type, Uniformity Varies, llvm::StringRef Name);
  bool loseObject(Lvalue &AtStart, const Lvalue &Initial, const Lvalue &End);
  Lvalue symbolIn(const Lvalue &AtStart, unsigned Object);
  void forgetSelectors(Value &AtStart);
  bool losePointers(const State &End);
  bool losePointersIn(Value &AtStart, const Value &Initial, const Value &End);
  void noteCarried(const Value &Start, const Value &Initial, const Value &End);
  void record();
  void leave(Iteration &Final);
  void dateExits(Iteration &Final, std::vector<Exit> &Exits, Uniformity Varies);
  std::vector<ExprRef> sendAway(llvm::ArrayRef<Exit> Gone, llvm::ArrayRef<Exit> AllExits,
                                Uniformity Varies);
  Value joinedValue(SlotId Slot, llvm::ArrayRef<Exit> Meeting, llvm::ArrayRef<ExprRef> Taken,
                    Uniformity Varies);
  State meetAfter(llvm::ArrayRef<Exit> Meeting, llvm::ArrayRef<ExprRef> Guards, bool AllKnown,
                  Uniformity Varies);
  void passOutwards(Iteration &Final);
  ExprRef guardsWithin(const State &At) const;
  Value afterLoop(const Value &In, clang::QualType Type, ExprRef Trips, Uniformity Varies);
  bool isResolved(const Value &AtStart) const;

  Interpreter &Code;
  ExprContext &Exprs;
  LoopParts Parts;
  State Entry;
  LoopSetting Setting;
  unsigned LoopId = 0;
  /// In the order of the slots, so that results do not depend on addresses.
  std::map<SlotId, Carried> Variables;
  /// Iterations, when a closed form is known.
  ExprRef Trips = nullptr;
  /// How many of Code.FallingConditions are those of loops around this one.
  size_t OuterConditions = 0;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_INTERPRETER_LOOPINTERPRETER_H

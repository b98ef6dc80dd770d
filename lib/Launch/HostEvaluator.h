//===- HostEvaluator.h - The interpreter's client for host code -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs each host function that nobody calls from its start, follows calls into
/// functions whose body is seen, takes the branch of a condition that is known and
/// both of one that is not, unrolls short loops, and notes every kernel launch with
/// what is known at that point.
///
/// It never fails: what it does not understand is not known afterwards.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LAUNCH_HOSTEVALUATOR_H
#define CUDA_MEMLINT_LIB_LAUNCH_HOSTEVALUATOR_H

#include "ArgumentOverlap.h"
#include "HostMemory.h"
#include "HostPermutations.h"
#include "HostProgram.h"
#include "HostStrings.h"
#include "TermRecording.h"
#include "cuda-memlint/Interpreter/Interpreter.h"
#include "cuda-memlint/Launch/HostValue.h"
#include "cuda-memlint/Launch/PassedArguments.h"
#include "cuda-memlint/Launch/ProgramArguments.h"
#include "cuda-memlint/Model/LaunchContext.h"

namespace memlint {

class TargetModel;
struct LaunchParts;

/// A launch met by the interpreter.
struct RecordedLaunch {
  const clang::FunctionDecl *Kernel = nullptr;
  clang::SourceLocation Where;
  LaunchContext Context;
  /// Grid, block, bytes and all integer arguments.
  bool AllKnown = false;
  /// One of several that conditions decide between.
  bool IsAlternative = false;
  /// Its grid has no blocks: nothing is executed.
  bool IsEmpty = false;
  /// The innermost loop around it that is run once for all iterations changes what it passes.
  bool PassesOthersInLoop = false;
  /// What pointer arguments lead to, by parameter: an object of one run of host code by its number,
  /// or all that the source shows.
  using Memory = std::pair<uint64_t, ArgumentOverlap::FirstHeld>;
  std::map<unsigned, std::set<Memory>> LeadsTo;
};

/// A call that leaves the translation unit, met by the interpreter.
struct RecordedCall {
  clang::SourceLocation Where;
  OutgoingCall Call;
  bool AllKnown = false;
};

/// The largest power of two that \p Number is known to be a multiple of.
uint64_t multipleOf(ExprRef Number);

class HostEvaluator : InterpreterClient, ExecutionRecorder {
public:
  /// \p Arguments are those that main is called with, beside its name, if they are known. Null
  /// \p Device: it may be any.
  HostEvaluator(clang::ASTContext &Ast, const HostProgram &Program, const OutsideFacts &FromOutside,
                const ProgramArguments &Arguments, const TargetModel *Device)
      : Ast(Ast), Program(Program), FromOutside(FromOutside), Arguments(Arguments), Device(Device) {
  }

  /// Interprets all host code that reaches a launch. Functions that are called from
  /// outside are run with those arguments.
  void run();
  /// The value of a constant of static storage.
  HostValue valueOfConstant(const clang::VarDecl *Variable);
  std::vector<RecordedLaunch> &launches() { return Launches; }
  std::vector<RecordedCall> &outgoingCalls() { return OutgoingCalls; }
  /// Some launch is of a kernel that is not known.
  bool launchesUnknownKernel() const { return LaunchesUnknownKernel; }

private:
  /// An active call, beside its frame in the interpreter.
  struct ActiveCall {
    const clang::FunctionDecl *Function = nullptr;
    /// Its variables come after this one. Below 0: all do.
    int64_t Result = -1;
    /// The last object that there was before: it and those before it were handed on.
    unsigned LastObjectBefore = 0;
    /// The outermost one of those that reach no launch.
    bool IsFirstQuiet = false;
  };
  struct ActiveLoop {
    const clang::Stmt *Where = nullptr;
    bool IsQuiet = false;
    bool CarriesPointers = false;
    uint64_t StepsBefore = 0;
    size_t LaunchesBefore = 0;
    /// It is run once for all iterations.
    bool IsOpen = false;
    /// Values that the iterations change have a greater number().
    unsigned LastValueBefore = 0;
    /// A condition that is not known decides whether it is run at all.
    bool IsConditional = false;
  };
  /// A statement that is being executed: how much there was before it.
  struct ActiveStatement {
    size_t Guards = 0;
    size_t Launches = 0;
  };
  /// What does not change from one execution of a piece of code to the next.
  struct LoopFacts {
    bool ReachesLaunch = false;
    Modifications Modified;
  };
  /// How main is run.
  enum class MainArguments : uint8_t { NotKnown, None, Given };

  // HostRuns.cpp
  llvm::DenseSet<const clang::FunctionDecl *> runCalledFromOutside();
  /// How much was found before a run.
  struct FoundCounts {
    size_t Launches;
    size_t Calls;
  };
  FoundCounts foundSoFar() const { return {Launches.size(), OutgoingCalls.size()}; }
  bool isAllKnownSince(const FoundCounts &Before) const;
  void mergeSecondRun(const FoundCounts &First, const FoundCounts &Second);
  void dropEmptyLaunches(const FoundCounts &Before);
  void runForDevice(const clang::FunctionDecl *Function, const PassedArguments *FromFile,
                    MainArguments OfMain, const FoundCounts &Before);
  void runMain(const clang::FunctionDecl *Main);
  void runMainAsGiven(const clang::FunctionDecl *Main);

  // HostEvaluator.cpp
  void start(bool KnowsStrings = false);
  void runFromStart(const clang::FunctionDecl *Function, const PassedArguments *FromFile = nullptr,
                    MainArguments OfMain = MainArguments::NotKnown);
  std::vector<Value> valuesOf(const clang::FunctionDecl &Definition,
                              const PassedArguments &FromFile);
  void setGlobals(bool FromMain);
  void setStaticLocals();
  bool dependsOnTime(const clang::VarDecl &Variable, const clang::Expr &Initializer);
  Value constantValue(const clang::VarDecl &Variable);
  bool exhausted() const { return Code->stepsTaken() > std::min(MaximumSteps, QuietCallEnd); }
  // What the interpreter asks
  bool isConcrete() const override { return true; }
  TrackedSizes trackedSizes() const override { return {.Parts = 4096, .Elements = 256}; }
  bool runsAgain(const clang::Stmt &Where, unsigned Iterations) override;
  void enterLoop(const clang::Stmt &Where) override;
  void restartLoop() override;
  void leaveLoop() override;
  std::map<SlotId, Value> carriedPointers(const clang::Stmt &Loop) override;
  bool addCarried(std::map<SlotId, Value> &Pointers, const State &End) override;
  Value outerValue(const clang::VarDecl &Variable) override;
  void enterFunction() override;
  void leaveFunction() override;
  Value loadMemory(const Lvalue &From, clang::QualType Type, const clang::Expr *Where) override;
  void storeMemory(const Lvalue &To, clang::QualType Type, const Value &New,
                   const clang::Expr *Where, const StoreOrigin &From) override;
  void executeAsm(const clang::GCCAsmStmt &Asm) override;
  void loseAddresses(const Value &Held) override { escapeFrom(Held); }
  bool isChangedUnseen(const clang::VarDecl &Variable) const override {
    return Program.isChangedUnseen(Variable);
  }
  void outerFieldNamed(const clang::VarDecl &, const clang::FieldDecl &) override {}
  bool isWithoutParts(const clang::CXXRecordDecl &Class) const override {
    return HostStrings::isStreamClass(Class);
  }
  bool isNumbered(clang::QualType) override { return false; }
  Value numberedObject(clang::QualType, const clang::Expr *) override { return {}; }
  void multiplied(const clang::BinaryOperator &, ExprRef) override {}
  void subscripted(const clang::ArraySubscriptExpr &, const Value &, ExprRef) override {}
  void accessElement(const Lvalue &, clang::QualType, bool, const clang::Expr *) override {}
  void forgetLoads(ExprRef) override {}
  // Host code has neither a control-flow graph nor barriers to prove redundant.
  void noteUnseen(const clang::Stmt *) override {}
  unsigned addBranch(ExprRef, const clang::Stmt *) override { return 0; }
  void addCase(unsigned, ExprRef) override {}
  unsigned addLoop() override { return 0; }
  void dropLoop(unsigned) override {}
  unsigned enterLoop(unsigned, ExprRef, const clang::Stmt *) override { return 0; }
  void setLoopValues(unsigned, unsigned, unsigned) override {}
  void leaveLoop(unsigned, llvm::ArrayRef<OpenEdge>) override {}
  void addLoopExit(unsigned, ExprRef) override {}
  void enterStatement(const clang::Stmt &, Placement) override;
  void leaveStatement(const clang::Stmt &, Placement) override;
  void noteAttributes(const clang::AttributedStmt &) override {}
  void addFact(ExprRef, llvm::ArrayRef<ExprRef>) override {}

  // HostForgetting.cpp
  const LoopFacts &factsOf(const clang::Stmt &Code);
  bool isSurelyLong(const clang::Stmt &Where);
  void forgetChanges(const clang::Stmt &Code) override;
  void markAsCounted(const Lvalue &At);
  void forget(const Lvalue &At);
  void forgetPointee(const Value &Pointer);
  void escape(SlotId Slot);
  void escapeBehind(const Value &Given);
  void escapeFrom(const Value &Held);
  void forgetEscaped();
  void forgetBehindMemory();
  /// Null: any function at all.
  void forgetGlobalsModifiedBy(const clang::FunctionDecl *Callee);
  std::optional<Lvalue> activeVariable(const clang::VarDecl &Variable);
  Value somewhere(uint64_t Multiple = 1);
  bool mayLeadInside(const Value &Held);

  // HostCalls.cpp
  std::optional<Value> evaluateKnown(const clang::FunctionDecl &Function,
                                     const clang::CallExpr *Call, bool IsUsed) override;
  std::optional<Value> evaluateMathematics(llvm::StringRef Name, const clang::CallExpr *Call);
  bool isFollowable(const clang::FunctionDecl &Definition) const;
  bool follows(const clang::FunctionDecl &Definition, llvm::ArrayRef<Value> Arguments) override;
  std::optional<Value> evaluateUnseen(const clang::Expr *Call, const clang::FunctionDecl *Function,
                                      llvm::ArrayRef<Value> Arguments,
                                      const std::optional<Lvalue> &This) override;
  void noteUnfollowedCall(const clang::Stmt *Call, const clang::FunctionDecl *Function,
                          llvm::ArrayRef<Value> Arguments) override;
  bool noteUnseenCall(const clang::Expr *, const clang::FunctionDecl *, llvm::ArrayRef<Value>,
                      const std::optional<Lvalue> &) override {
    return true;
  }
  /// Takes the call for one of a function that is not seen.
  void skip(const clang::FunctionDecl *Definition, llvm::ArrayRef<Value> Arguments,
            const std::optional<Lvalue> &This);
  void forgetCaptured(const Value &Closure, clang::QualType Type);
  void noteHandedFunctions(const clang::Expr *Call, const clang::FunctionDecl *Callee,
                           llvm::ArrayRef<Value> Arguments);
  bool writesOneField(const clang::FunctionDecl &Callee, clang::QualType Parameter,
                      const Lvalue &At) const;
  void applyUnseen(const clang::Expr *Call, const clang::FunctionDecl *Callee,
                   llvm::ArrayRef<Value> Arguments);
  // RuntimeOutputs.cpp
  HostValue propertyOfDevice(llvm::StringRef Name);
  HostValue deviceProperty(llvm::StringRef Name);
  HostValue deviceAttribute(llvm::StringRef Name);
  /// What a function of the run time writes through an argument; unknown where that
  /// is not known, or the function is none of those.
  HostValue runtimeOutput(const clang::FunctionDecl *Callee, const clang::CallExpr &Call,
                          llvm::ArrayRef<Value> Arguments, unsigned Index);
  /// Notes what a function of the run time or a library does to memory of the device.
  void noteDeviceMemory(const clang::FunctionDecl &Callee, llvm::ArrayRef<Value> Arguments);
  void noteCapture(const clang::FunctionDecl &Callee);

  // HostValues.cpp
  /// \p Held, of \p Type, in terms that do not depend on this run.
  HostValue described(const Value &Held, clang::QualType Type);
  HostValue describedPointer(const Lvalue &At);
  /// The reverse, for what comes from elsewhere.
  Value valueOf(const HostValue &From, clang::QualType Type);
  Value unknown(clang::QualType Type);
  HostValue evaluate(const clang::Expr *E) { return described(Code->evaluate(E), E->getType()); }

  // LaunchRecording.cpp
  bool launch(const clang::CallExpr &Call) override;
  void recordLaunch(const clang::CallExpr *Call, LaunchForm Form);
  void addLaunch(const clang::CallExpr &Call, const clang::FunctionDecl &Kernel,
                 const LaunchParts &Parts, llvm::ArrayRef<clang::QualType> Types,
                 llvm::ArrayRef<const clang::Expr *> Written);
  const clang::FunctionDecl *kernelOf(const clang::Expr *Function);
  void setTimes(RecordedLaunch &Launch, const LaunchParts &Parts,
                llvm::ArrayRef<const clang::Expr *> Written);
  LaunchArgument argumentOf(const HostValue &Value, clang::QualType Type, TermRecording &Terms);
  bool passesPermutation(const clang::Expr *Argument, const clang::FunctionDecl &Kernel,
                         llvm::ArrayRef<const clang::Expr *> Passed);
  void setArguments(RecordedLaunch &Recorded, const clang::CallExpr *Launch,
                    const clang::FunctionDecl &Kernel, llvm::ArrayRef<HostValue> Values,
                    llvm::ArrayRef<clang::QualType> Types,
                    llvm::ArrayRef<const clang::Expr *> Written, TermRecording &Terms);
  struct Origin {
    /// The interpretation has seen it made, and all that hand it on are called by visible code
    /// only.
    bool IsSeenMade = false;
    ArgumentOverlap::Allocated Allocation;
    /// A function that hands it on and may have other callers than the visible ones; may be null.
    const clang::FunctionDecl *Caller = nullptr;
  };
  Origin originOf(const HostValue &Value, const ArgumentOverlap::Passed &Written);
  const clang::FunctionDecl *visibleElsewhere(const HostValue &Pointer) const;
  ArgumentOverlap &overlap();
  std::vector<HostValue> argumentsBehind(const clang::Expr *Array,
                                         llvm::ArrayRef<clang::QualType> Types);
  HostValue configurationField(const Value &Configuration, clang::QualType Type,
                               llvm::StringRef Name);
  PassedValue passedValue(const Value &Given, clang::QualType Type);
  void recordOutgoing(const clang::FunctionDecl *Callee, PassedArguments Arguments,
                      clang::SourceLocation Where);

  /// Loops of more iterations are not unrolled.
  static constexpr unsigned MaximumIterations = 64;
  static constexpr unsigned MaximumDepth = 24;
  /// Statements and expressions that may be interpreted from one start: in all,
  /// in loops that reach no launch, and in one call that reaches none. After that
  /// loops and calls are no longer followed.
  static constexpr uint64_t MaximumSteps = 600000;
  static constexpr uint64_t MaximumLoopSteps = 40000;
  static constexpr uint64_t MaximumQuietCallSteps = 10000;

  clang::ASTContext &Ast;
  const HostProgram &Program;
  const OutsideFacts &FromOutside;
  const ProgramArguments &Arguments;
  const TargetModel *Device;
  std::vector<RecordedLaunch> Launches;
  std::vector<RecordedCall> OutgoingCalls;
  std::shared_ptr<ExprContext> TermsOfLaunches = std::make_shared<ExprContext>();
  bool LaunchesUnknownKernel = false;
  uint64_t Runs = 0;
  /// Some run has asked for what only the device decides.
  bool AsksForDevice = false;
  /// Of the present run; see LaunchContext::Conditions.
  std::vector<std::string> Conditions;
  llvm::DenseSet<const clang::FunctionDecl *> Executed;
  /// Reach launches, and some call of them was not followed.
  llvm::SmallSetVector<const clang::FunctionDecl *, 4> Skipped;
  llvm::DenseSet<const clang::Stmt *> LongLoops;
  llvm::DenseSet<const clang::FunctionDecl *> LongFunctions;
  std::map<const clang::Stmt *, LoopFacts> FactsOfLoops;
  /// Made for the first launch of each function that passes a pointer by its name.
  std::map<const clang::FunctionDecl *, HostPermutations> Permutations;
  /// Made for the first launch.
  std::optional<ArgumentOverlap> Overlap;

  // Of the present run
  /// The different arguments that a function is called with in one place; of more than are
  /// distinguished the first ones.
  std::map<std::pair<const clang::FunctionDecl *, clang::SourceLocation>,
           std::vector<std::shared_ptr<const PassedArguments>>>
      PassedInPlace;
  std::optional<ExprContext> Exprs;
  std::optional<HostMemory> Memory;
  std::optional<Interpreter> Code;
  /// Nothing where the arguments of main are not known.
  std::optional<HostStrings> Strings;
  std::vector<ActiveCall> Calls;
  std::vector<ActiveLoop> Loops;
  std::vector<ActiveStatement> Statements;
  /// Conditions under which the program has not ended, or a function returned, early and without
  /// any launch: usage that is wrong, errors.
  llvm::DenseSet<ExprRef> Preconditions;
  /// Launches go into a graph, which is launched as often as it may be.
  bool IsCapturing = false;
  /// Their addresses are known to code that is not seen.
  std::set<SlotId> Escaped;
  /// Whose addresses code that is not seen knows.
  llvm::SmallSetVector<const clang::FunctionDecl *, 4> HandedFunctions;
  /// What a pointer leads to that a loop has given the value of another one.
  llvm::DenseSet<unsigned> JointObjects;
  /// Constants whose values are being found.
  llvm::DenseSet<const clang::VarDecl *> Pending;
  bool StartsFromMain = false;
  /// The present run knows what the device is.
  bool KnowsDevice = false;
  /// The function that the present run starts from has the arguments that another file passes.
  bool IsCalledFromOutside = false;
  uint64_t LoopSteps = 0;
  /// At which step the outermost active call that reaches no launch is given up.
  uint64_t QuietCallEnd = UINT64_MAX;
  unsigned QuietLoopDepth = 0;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LAUNCH_HOSTEVALUATOR_H

//===- HostEvaluator.h - Interpreter of host code ---------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An abstract interpreter of host code. It runs each function that nobody calls
/// from its start, follows calls into functions whose body is seen, takes the
/// branch of a condition that is known and both of one that is not, unrolls short
/// loops, and notes every kernel launch with what is known at that point.
///
/// It never fails: what it does not understand is not known afterwards.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LAUNCH_HOSTEVALUATOR_H
#define CUDA_MEMLINT_LIB_LAUNCH_HOSTEVALUATOR_H

#include "ArgumentOverlap.h"
#include "HostArithmetic.h"
#include "HostProgram.h"
#include "HostValue.h"
#include "PassedArguments.h"
#include "cuda-memlint/Model/LaunchContext.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace memlint {

/// A launch met by the interpreter.
struct RecordedLaunch {
  const clang::FunctionDecl *Kernel = nullptr;
  clang::SourceLocation Where;
  LaunchContext Context;
  /// Grid, block, bytes and all integer arguments.
  bool AllKnown = false;
};

/// A call that leaves the translation unit, met by the interpreter.
struct RecordedCall {
  clang::SourceLocation Where;
  OutgoingCall Call;
  bool AllKnown = false;
};

/// Where a base class is among the parts of an object: behind its fields. Empty for
/// virtual bases.
std::optional<unsigned> basePart(const clang::CXXRecordDecl *Derived, clang::QualType Base);

class HostEvaluator {
public:
  HostEvaluator(clang::ASTContext &Ast, const HostProgram &Program, const OutsideFacts &FromOutside)
      : Ast(Ast), Program(Program), FromOutside(FromOutside) {}

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
  /// An active call.
  struct Frame {
    unsigned Number = 0;
    const clang::FunctionDecl *Function = nullptr;
    /// The number of the last allocation before the call: it and those before it were handed on.
    unsigned LastAllocationBefore = 0;
    HostLocation This;
    std::optional<HostState> Returned;
    std::optional<HostValue> Result;
    std::map<const clang::LabelDecl *, HostState> Gotos;
  };
  /// Where `break` and `continue` of a loop or switch lead.
  struct JumpTargets {
    std::optional<HostState> Break;
    std::optional<HostState> Continue;
    bool IsSwitch = false;
  };

  /// How main is run.
  enum class MainArguments : uint8_t { NotKnown, None };

  // HostEvaluator.cpp
  void runFromStart(const clang::FunctionDecl *Function, const PassedArguments *Arguments = nullptr,
                    MainArguments OfMain = MainArguments::NotKnown);
  llvm::DenseSet<const clang::FunctionDecl *> runCalledFromOutside();
  void runMain(const clang::FunctionDecl *Main);
  void bindParameters(const clang::FunctionDecl *Definition, const PassedArguments &Arguments);
  void setGlobals(bool FromMain);
  Frame &frame() { return Frames.back(); }
  void havoc(const Modifications &Modified);
  /// Null: any function at all.
  void forgetGlobalsModifiedBy(const clang::FunctionDecl *Callee);
  bool isDependent(const clang::Expr *Expression) const;
  bool exhausted() const { return Steps > MaximumSteps || Steps > QuietCallEnd; }

  // HostLocations.cpp
  HostLocation locate(const clang::Expr *Lvalue);
  HostLocation locateVariable(const clang::VarDecl *Variable);
  HostLocation locateMember(const clang::MemberExpr *Member);
  HostLocation locateBase(HostLocation Object, const clang::CastExpr *Cast);
  HostLocation temporary(const clang::Expr *Owner, HostValue Value);
  HostValue load(const HostLocation &Location, clang::QualType Type);
  /// Uses that the integer at \p Location has been seen to be \p Number.
  void learn(const HostLocation &Location, int64_t Number);
  void assign(const clang::Expr *Lvalue, const HostLocation &Location, HostValue Value);
  void forgetLvalue(const clang::Expr *Lvalue);
  void forgetPointee(const HostValue &Pointer);

  // HostExpressions.cpp
  HostValue evaluate(const clang::Expr *Expression);
  HostValue evaluateLoad(const clang::Expr *Lvalue);
  HostValue evaluateConstant(const clang::Expr *Expression);
  HostValue evaluateCast(const clang::CastExpr *Cast);
  HostValue evaluateUnary(const clang::UnaryOperator *Unary);
  HostValue evaluateBinary(const clang::BinaryOperator *Binary);
  HostValue evaluateConditional(const clang::AbstractConditionalOperator *Conditional);
  HostValue evaluateInitializerList(const clang::InitListExpr *List);
  HostValue applyBinary(clang::BinaryOperatorKind Opcode, const HostValue &Left,
                        clang::QualType LeftType, const HostValue &Right, clang::QualType RightType,
                        clang::QualType ResultType);
  HostValue zeroOf(clang::QualType Type);
  NumberType numberType(clang::QualType Type) const;
  std::optional<bool> truth(const clang::Expr *Condition);
  /// Uses that \p Condition has been seen to be \p Holds.
  void refine(const clang::Expr *Condition, bool Holds);
  /// Runs both continuations from the present state and joins what they leave.
  void both(llvm::function_ref<void()> First, llvm::function_ref<void()> Second);

  // HostCalls.cpp
  HostValue evaluateCall(const clang::CallExpr *Call);
  HostValue evaluateConstruction(const clang::CXXConstructExpr *Construction);
  HostValue filled(clang::QualType Type, const HostValue &Element) const;
  std::optional<HostValue> evaluateKnownFunction(const clang::CallExpr *Call,
                                                 const clang::FunctionDecl *Callee);
  const clang::FunctionDecl *followable(const clang::FunctionDecl *Callee) const;
  /// Takes the call for one of a function that is not seen.
  HostValue skip(const clang::FunctionDecl *Definition);
  HostValue follow(const clang::FunctionDecl *Definition,
                   llvm::ArrayRef<const clang::Expr *> Arguments, HostLocation This);
  void applyUnseenCall(const clang::FunctionDecl *Callee,
                       llvm::ArrayRef<const clang::Expr *> Arguments,
                       clang::SourceLocation Where = {});
  // RuntimeOutputs.cpp
  /// What a function of the run time writes through an argument; unknown where that
  /// is not known, or the function is none of those.
  HostValue runtimeOutput(const clang::FunctionDecl *Callee,
                          llvm::ArrayRef<const clang::Expr *> Arguments, unsigned Index);
  PassedValue passedValue(const HostValue &Value) const;
  void recordOutgoing(const clang::FunctionDecl *Callee, PassedArguments Arguments,
                      clang::SourceLocation Where);

  // HostStatements.cpp
  void execute(const clang::Stmt *Statement);
  void declare(const clang::VarDecl *Variable);
  void executeIf(const clang::IfStmt *If);
  void executeSwitch(const clang::SwitchStmt *Switch);
  void executeSwitchFrom(llvm::ArrayRef<const clang::Stmt *> Statements);
  void executeReturn(const clang::ReturnStmt *Return);
  void executeRangeFor(const clang::CXXForRangeStmt *Loop);
  void executeTry(const clang::CXXTryStmt *Try);
  void executeLabel(const clang::LabelStmt *Label);
  /// What the kinds of loops have in common; empty members do nothing.
  struct LoopParts {
    const clang::Stmt *Whole;
    const clang::VarDecl *ConditionVariable = nullptr;
    const clang::Expr *Condition = nullptr;
    const clang::Stmt *Body = nullptr;
    const clang::Expr *Increment = nullptr;
    bool BodyFirst = false;
  };
  /// What does not change from one execution of a loop to the next.
  struct LoopFacts {
    bool ReachesLaunch = false;
    Modifications Modified;
  };
  const LoopFacts &factsOf(const LoopParts &Loop);
  void executeLoop(const LoopParts &Loop);
  bool unroll(const LoopParts &Loop);
  std::optional<bool> loopCondition(const LoopParts &Loop);
  void executeBody(const clang::Stmt *Body);
  // LoopPointers.cpp
  void keepLoopPointers(const LoopParts &Loop, const Modifications &Modified,
                        const HostState &Before);

  // LaunchRecording.cpp
  void recordLaunch(const clang::CallExpr *Call);
  const clang::FunctionDecl *kernelOf(const clang::Expr *Function);
  LaunchArgument argumentOf(const HostValue &Value, clang::QualType Type) const;
  void setArguments(LaunchContext &Context, const clang::CallExpr *Launch,
                    llvm::ArrayRef<HostValue> Values, llvm::ArrayRef<clang::QualType> Types,
                    llvm::ArrayRef<const clang::Expr *> Written);
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
  std::vector<HostValue> argumentsBehind(const HostValue &Array,
                                         llvm::ArrayRef<clang::QualType> Types);
  HostValue configurationField(const HostValue &Configuration, clang::QualType Type,
                               llvm::StringRef Name);

  /// Loops of more iterations are not unrolled.
  static constexpr unsigned MaximumIterations = 64;
  static constexpr unsigned MaximumDepth = 24;
  /// Statements and expressions that may be interpreted from one start: in all,
  /// in loops that reach no launch, and in one call that reaches none. After that
  /// loops and calls are no longer followed.
  static constexpr uint64_t MaximumSteps = 300000;
  static constexpr uint64_t MaximumLoopSteps = 20000;
  static constexpr uint64_t MaximumQuietCallSteps = 5000;

  clang::ASTContext &Ast;
  const HostProgram &Program;
  const OutsideFacts &FromOutside;
  HostState State;
  std::vector<Frame> Frames;
  std::vector<JumpTargets> Jumps;
  std::vector<RecordedLaunch> Launches;
  std::vector<RecordedCall> OutgoingCalls;
  bool LaunchesUnknownKernel = false;
  /// Of the present run; see LaunchContext::Conditions.
  std::vector<std::string> Conditions;
  llvm::DenseSet<const clang::FunctionDecl *> Executed;
  /// Reach launches, and some call of them was not followed.
  llvm::SmallSetVector<const clang::FunctionDecl *, 4> Skipped;
  llvm::DenseSet<const clang::Stmt *> LongLoops;
  llvm::DenseSet<const clang::FunctionDecl *> LongFunctions;
  std::map<const clang::Stmt *, LoopFacts> FactsOfLoops;
  /// The function that the present run starts from has the arguments that another file passes.
  bool IsCalledFromOutside = false;
  unsigned FramesMade = 0;
  unsigned AllocationsMade = 0;
  unsigned NumbersMade = 0;
  uint64_t Steps = 0;
  uint64_t LoopSteps = 0;
  /// At which step the outermost active call that reaches no launch is given up.
  uint64_t QuietCallEnd = UINT64_MAX;
  unsigned QuietLoopDepth = 0;
  /// In a loop whose pointers are being found; those of inner ones are forgotten.
  bool KeepingLoopPointers = false;
  /// Made for the first launch.
  std::optional<ArgumentOverlap> Overlap;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LAUNCH_HOSTEVALUATOR_H

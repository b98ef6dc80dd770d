//===- Interpreter.h - An abstract interpreter of C++ -----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs a function over Clang's tree with symbolic values. Members are defined in files of
/// their own, named above each group of them below.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_INTERPRETER_INTERPRETER_H
#define CUDA_MEMLINT_INTERPRETER_INTERPRETER_H

#include "cuda-memlint/Frontend/Position.h"
#include "cuda-memlint/Interpreter/Execution.h"
#include "cuda-memlint/Interpreter/InterpreterClient.h"
#include "cuda-memlint/Interpreter/TypeFacts.h"
#include "cuda-memlint/Interpreter/Value.h"
#include "cuda-memlint/Interpreter/VariableParts.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/StmtCXX.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace memlint {

/// The parts of a for, while or do statement.
struct LoopParts {
  const clang::Stmt *Where = nullptr;
  const clang::Expr *Condition = nullptr;
  const clang::VarDecl *ConditionVariable = nullptr;
  const clang::Expr *Increment = nullptr;
  const clang::Stmt *Body = nullptr;
  bool TestAtEnd = false;
  /// Range-based for: the declaration at the start of each iteration.
  const clang::Stmt *ElementDeclaration = nullptr;
  /// A loop made of gotos back to Restart: the statements from that label to the
  /// last such goto. Their end leaves the loop.
  llvm::ArrayRef<clang::Stmt *> Sequence = {};
  const clang::LabelDecl *Restart = nullptr;
};

/// A condition in a loop that, once it is false for a thread, stays false, and that the
/// loop's changes of some numbers are made under.
struct FallingCondition {
  /// Over the symbols of those numbers.
  ExprRef Condition = nullptr;
  /// The same over the loop's counter; null when not known.
  ExprRef ByCounter = nullptr;
  /// Symbols, and what they are by the counter where the condition holds.
  std::vector<std::pair<ExprRef, ExprRef>> Values;
};

/// The public members are for clients: what they evaluate and change for what they know.
class Interpreter : public Execution {
public:
  Interpreter(clang::ASTContext &Ast, ExprContext &Exprs, InterpretedMemory &Memory,
              ExecutionRecorder &Recorder, InterpreterClient &Client);

  /// Runs \p Function with \p Arguments; to be called once.
  void run(const clang::FunctionDecl &Function, llvm::ArrayRef<Value> Arguments);
  /// Steps of one kernel past which the rest is given up: a few seconds. The
  /// largest kernels of NVIDIA's samples take a third of it.
  static constexpr uint64_t MaximumSteps = 1'000'000;
  /// To be called before run().
  void limitSteps(uint64_t Limit) { StepLimit = Limit; }
  /// The function has used up the steps it may take: what was to come is missing.
  bool isExhausted() const { return StepsExhausted; }
  uint64_t stepsTaken() const { return Steps; }

  // Expressions.cpp
  Value evaluate(const clang::Expr *E);
  ExprRef number(const clang::Expr *E);
  ExprRef condition(const clang::Expr *E);
  ExprRef truth(const Value &From, const clang::Expr *Where);

  // Lvalues.cpp
  Lvalue locate(const clang::Expr *E);
  /// \p E: where it is named; may be null.
  Lvalue locateVariable(const clang::VarDecl &Variable, const clang::Expr *E);
  /// The variable outside all functions that \p Slot is; null: none.
  const clang::VarDecl *outerVariable(SlotId Slot) const;

  // Operators.cpp
  /// \p Number as \p Type can hold it.
  ExprRef fitted(ExprRef Number, clang::QualType Type);

  // FloatingConstants.cpp
  /// The constant \p Number of \p Type, where the client asks for constants.
  Value floatNumber(double Number, clang::QualType Type);

  // LoadsAndStores.cpp
  Value load(const Lvalue &From, clang::QualType Type, const clang::Expr *Where);
  void store(const Lvalue &To, clang::QualType Type, const Value &New, const clang::Expr *Where,
             const StoreOrigin &Origin = {});
  /// Runs \p Do for each lvalue that \p At can be, under its condition.
  void forEachChoice(const Lvalue &At, llvm::function_ref<void(const Lvalue &)> Do);

  // Values.cpp
  /// Variables of \p Type are followed by value; others are memory.
  bool isTracked(clang::QualType Type) const;
  SlotId newSlot(clang::QualType Type, llvm::StringRef Name);
  Value unknownValue(clang::QualType Type, Uniformity Varies, OpaqueReason Reason,
                     llvm::StringRef Words);
  /// A value of the type of \p Of, and called as that is written.
  Value unknownValue(const clang::Expr *Of, Uniformity Varies, OpaqueReason Reason);
  Value zeroValue(clang::QualType Type);
  Value joinValues(ExprRef Condition, const Value &IfTrue, const Value &IfFalse,
                   clang::QualType Type);
  void havocVariable(SlotId Slot, llvm::StringRef Why);
  /// The variable that \p At is in may hold anything.
  void havocAround(const Lvalue &At, llvm::StringRef Why);
  void havocReachableFrom(const Value &From, llvm::StringRef Why);
  /// All that pointers may lead to that have been lost.
  void havocLostVariables(llvm::StringRef Why);

  // Variables.cpp
  Value readVariable(const Lvalue &From, clang::QualType Type, const clang::Expr *Where);
  /// The candidate whose key \p Index equals, which is one of them. Keys ascend.
  Value chooseByIndex(ExprRef Index, std::vector<std::pair<int64_t, Value>> Candidates,
                      clang::QualType Type);

  /// Declared type of the part that a variable's path leads to; may be null.
  clang::QualType typeAt(const Lvalue &Variable) const;
  /// Bytes from the start of the variable.
  ExprRef offsetAt(const Lvalue &Variable);

  // LvalueArithmetic.cpp
  Lvalue fieldLvalue(const Lvalue &Base, const clang::FieldDecl &Field);

  // Statements.cpp
  /// \p Written: the condition in the source, where there is one.
  void branch(ExprRef Condition, llvm::function_ref<void()> Then, llvm::function_ref<void()> Else,
              const clang::Expr *Written = nullptr);
  void endPath();
  void endImpossiblePath();
  /// False when the function has used up the steps it may take.
  bool step(uint64_t Weight = 1);

  ExprContext &Exprs;

private:
  friend class LoopInterpreter;

  /// A loop or switch that break and continue leave.
  struct BreakTarget {
    bool IsLoop = false;
    /// A loop made of gotos: break and continue go through it to one further out.
    bool IsTransparent = false;
    std::vector<State> Breaks;
    std::vector<State> Continues;
    size_t GuardsAtEntry = 0;
    /// Frame::Objects that stay alive.
    size_t ObjectsOutside = 0;
  };

  // Values.cpp
  Value unsetParts(clang::QualType Type);
  /// Null: it is a temporary, or a parameter.
  const clang::ValueDecl *declarationOf(SlotId Slot) const;
  /// Code that is run concretely has numbers that \p Condition chooses between.
  void noteChoice(ExprRef Condition);
  /// Whether \p Taken is where code that is run concretely came from, which else came from \p
  /// Other.
  ExprRef wayTaken(const State &Taken, const State &Other);
  State join(std::vector<State> States, size_t GuardsAtEntry);

  // Variables.cpp
  void writeVariable(const Lvalue &To, Value New);
  /// The part of a variable's value that a path leads to; Empty where not set.
  Value readPart(const Value &Whole, clang::QualType Type, llvm::ArrayRef<PathStep> Path);
  /// \p Whole with the part at \p Path replaced.
  Value withPart(const Value &Whole, clang::QualType Type, llvm::ArrayRef<PathStep> Path,
                 Value New);
  /// A union's bytes as its field number \p Field.
  Value unionField(const Value &Whole, clang::QualType Union, int64_t Field);
  Value readBytes(const Value &Whole, const Lvalue &From, clang::QualType Type);
  void writeBytes(const Lvalue &To, clang::QualType Type, const Value &New);
  /// A value of \p Type out of the bytes of \p Scalars from \p Offset on; Empty
  /// where they are not set.
  Value fromBytes(llvm::ArrayRef<ScalarPart> Scalars, int64_t Offset, clang::QualType Type);
  /// An access of \p Type there is one to a part as it was declared.
  bool isWholePart(const Lvalue &Variable, clang::QualType Type) const;

  // LvalueArithmetic.cpp
  Lvalue joinLvalues(ExprRef Condition, const Lvalue &Left, const Lvalue &Right);
  /// A pointer that is only known to point to what \p OneOf does:
  /// writes through it change any of these variables.
  Lvalue lostPointer(const Lvalue &OneOf);
  Lvalue firstElement(const Lvalue &Array, clang::QualType Type);
  bool endsInElement(const Lvalue &Variable) const;
  std::optional<Lvalue> movedElement(const Lvalue &Base, ExprRef Elements);
  Lvalue localMemory(const Lvalue &Variable, uint64_t ElementBytes);
  Lvalue offsetLvalue(const Lvalue &Base, ExprRef Bytes, clang::QualType Element);
  Lvalue baseLvalue(const Lvalue &Base, clang::QualType From, const clang::CastExpr &Cast);

  // Expressions.cpp
  class ValueVisitor;
  void evaluateForEffect(const clang::Expr *E);
  ExprRef toNumber(const Value &From, const clang::Expr *Where);
  Value evaluateShortCircuit(const clang::BinaryOperator *Operator);

  // Lvalues.cpp
  class LvalueVisitor;

  // Operators.cpp
  /// Of code that is run concretely, what is known of \p Number without how it was computed, where
  /// that is long: most of it is data.
  ExprRef limited(ExprRef Number);
  /// \p Number, the quotient, remainder or right shift of \p A and \p B as signed numbers. In an
  /// unsigned type of 64 bits those below zero stand for numbers past 2^63, of which nothing is
  /// known: there it is opaque.
  ExprRef withoutPastRange(clang::BinaryOperatorKind Opcode, ExprRef Number, ExprRef A, ExprRef B,
                           clang::QualType Type, const clang::Expr *Where);
  Value evaluateBinary(const clang::BinaryOperator *Operator);
  Value evaluateAssignment(const clang::BinaryOperator *Operator);
  Value evaluateUnary(const clang::UnaryOperator *Operator);
  Value arithmetic(clang::BinaryOperatorKind Opcode, const Value &Left, const Value &Right,
                   clang::QualType LeftType, clang::QualType RightType, clang::QualType Result,
                   const clang::Expr *Where);
  Value floatingArithmetic(clang::BinaryOperatorKind Opcode, const Value &Left, const Value &Right,
                           clang::QualType LeftType, clang::QualType Result,
                           const clang::Expr *Where);
  Value pointerArithmetic(clang::BinaryOperatorKind Opcode, const Value &Left, const Value &Right,
                          clang::QualType LeftType, clang::QualType RightType,
                          clang::QualType Result, const clang::Expr *Where);
  Value compare(clang::BinaryOperatorKind Opcode, const Value &Left, const Value &Right,
                clang::QualType Type, const clang::Expr *Where);
  std::optional<Value> compareWithNull(clang::BinaryOperatorKind Opcode, const Value &Left,
                                       const Value &Right);
  /// Offsets of two lvalues within one object or variable; null where they are not
  /// in one.
  std::pair<ExprRef, ExprRef> offsetsInOne(const Lvalue &Left, const Lvalue &Right);

  // FloatingConstants.cpp
  static std::optional<double> computeFloating(clang::BinaryOperatorKind Opcode, const Value &Left,
                                               const Value &Right);
  static bool compareFloating(clang::BinaryOperatorKind Opcode, double Left, double Right);
  Value toFloating(const Value &From, clang::QualType Type, clang::QualType To);
  ExprRef toInteger(double Number, clang::QualType To);
  Value convertFloating(const Value &From, clang::QualType Type, const clang::CastExpr *Cast);

  // LoadsAndStores.cpp
  /// What \p Evaluate, run for each lvalue under its condition, gives.
  Value evaluateChoice(llvm::ArrayRef<LvalueChoice> Choices, clang::QualType Type,
                       llvm::function_ref<Value(const Lvalue &)> Evaluate);
  void noteElement(const Lvalue &At, clang::QualType Type, bool Writes, const clang::Expr *Where);

  // Calls.cpp
  Value evaluateCall(const clang::CallExpr *Call, bool IsUsed = true);
  Value callUnknown(const clang::CallExpr *Call);
  std::optional<Lvalue> objectOf(const clang::CallExpr *Call, const clang::FunctionDecl &Function);
  Value evaluateConstruct(const clang::CXXConstructExpr *Construct);
  void constructInto(const Lvalue &Target, const clang::CXXConstructExpr *Construct);
  void constructEach(const Lvalue &Target, clang::QualType Type,
                     llvm::function_ref<void(const Lvalue &)> Construct);
  Value inlineCall(const clang::FunctionDecl *Function, const clang::Stmt *CallSite,
                   std::optional<Lvalue> This, llvm::ArrayRef<Value> Arguments,
                   clang::QualType ResultType);
  /// With its parameters, which are variables of the current state.
  Frame frameOf(const clang::FunctionDecl &Function, const clang::Stmt *CallSite,
                std::optional<Lvalue> This, llvm::ArrayRef<Value> Arguments);
  /// Of a call of \p Lambda.
  void addCaptures(Frame &New, const clang::CXXRecordDecl &Lambda);
  /// Drops the variables made from \p First on, other than those outside all functions.
  void dropVariablesFrom(SlotId First);
  void runConstructorInitializers(const clang::CXXConstructorDecl &Constructor);
  Value opaqueCall(const clang::FunctionDecl *Function, const clang::Expr *Call,
                   std::vector<Value> Arguments, const std::optional<Lvalue> &This = std::nullopt);
  std::optional<Value> trivialCopy(const clang::CallExpr *Call);
  Value argumentValue(const clang::Expr *Argument, clang::QualType Parameter);

  // FunctionChoice.cpp
  /// The function that a call through a pointer calls, where that is known.
  const clang::FunctionDecl *calledThroughPointer(const clang::CallExpr &Call);
  /// What a virtual call of \p Method on \p Object calls; null where the object's
  /// own type is not known.
  const clang::CXXMethodDecl *finalOverrider(const clang::CXXMethodDecl &Method,
                                             const Lvalue &Object) const;
  /// The class that is \p Object's own, not that of a base of it; null where not
  /// known.
  const clang::CXXRecordDecl *dynamicClass(const Lvalue &Object) const;
  /// Moves \p Object, a base of it, to the part of it that \p Method is called on.
  void adjustToClass(Lvalue &Object, const clang::CXXMethodDecl &Method) const;
  /// A call whose overrider is unknown; \p Given: its arguments, and its object if that is known.
  Value unfollowedVirtualCall(const clang::CXXMethodDecl &Method, const clang::CallExpr *Call,
                              llvm::ArrayRef<Value> Given);
  Value callEachObject(const clang::CXXMethodDecl &Method, const clang::CallExpr *Call,
                       llvm::ArrayRef<LvalueChoice> Objects, llvm::ArrayRef<Value> Arguments);

  // Destruction.cpp
  /// \p Variable has its first value, and is alive.
  void noteLifetime(const clang::VarDecl &Variable);
  void endLifetime(const clang::VarDecl &Variable);
  /// Ends the lives of what Frame::Objects has beyond \p ObjectsBefore.
  void leaveScope(size_t ObjectsBefore);
  /// The same on a way that leaves scopes which others stay in; \p Returned lives on in the caller.
  void jumpOutOfScope(size_t ObjectsBefore, const clang::VarDecl *Returned = nullptr);
  /// For a \p Jump to a label: which variables it leaves the scope of is not known.
  void loseObjects(const clang::Stmt *Jump);
  void destroy(const Lvalue &At, clang::QualType Type, const clang::Stmt *Where);
  Value evaluateTemporary(const clang::CXXBindTemporaryExpr *Temporary);
  Value evaluateDelete(const clang::CXXDeleteExpr *Delete);
  /// What \p Variable, which is initialised, begins with.
  const clang::Expr *initialValueOf(const clang::VarDecl &Variable) const;

  /// A variable whose value a condition narrows.
  struct Refinement {
    SlotId Slot;
    Value Before, Known;
  };

  // Statements.cpp
  class StatementVisitor;
  void execute(const clang::Stmt *S);
  /// Variables that \p S declares, also as a lone declaration, end with it.
  void executeScope(const clang::Stmt *S);
  void enterBreakable(BreakTarget Target);
  /// A loop's, which may be one statement without braces.
  void executeBody(const clang::Stmt *Body);
  /// \p InLoop: the first is a label and the loop it heads is being run.
  void executeSequence(llvm::ArrayRef<clang::Stmt *> Statements, bool InLoop = false);
  LabelJumps jumpsTo(const clang::LabelDecl *Label);
  void forgetAssigned();
  void arriveAt(const clang::LabelDecl *Label);
  void executeBreak();
  void executeContinue();
  void executeIf(const clang::IfStmt *If);
  void executeTry(const clang::CXXTryStmt *Try);
  void executeReturn(const clang::ReturnStmt *Return);
  void executeDeclaration(const clang::VarDecl &Variable);
  void initialise(const clang::VarDecl &Variable);
  void branchOn(ExprRef Condition, llvm::function_ref<void()> Then, llvm::function_ref<void()> Else,
                const clang::Expr *Written);
  /// Threads that split after \p WaysLeftBefore have all met again: the guards
  /// are those from before the split.
  void rejoin(unsigned WaysLeftBefore, size_t WaysBack, size_t GuardsAtEntry);

  // Switches.cpp
  class SwitchRun;
  void executeSwitch(const clang::SwitchStmt *Switch);
  void executeUnfollowed(const clang::SwitchStmt &Switch);
  void runEachCase(const clang::CompoundStmt &Body, ExprRef Selector, ExprRef Unmatched);
  /// The statements from one label of a switch on, run by themselves.
  struct CaseRun {
    ExprRef Matches = nullptr;
    std::vector<Refinement> Refined;
    State End;
  };
  static void forgetCases(llvm::MutableArrayRef<CaseRun> Runs, const State &Entry);
  State joinCases(std::vector<CaseRun> Runs, const State &Entry);
  ExprRef caseMatches(ExprRef Selector, const clang::CaseStmt &Case);

  // SplitValues.cpp
  /// Replaces what variables hold by what it is where \p Condition holds, for
  /// conditions by which a loop's values are split.
  std::vector<Refinement> refine(ExprRef Condition);
  /// The same for what \p Condition says a number is equal to.
  std::vector<Refinement> learn(ExprRef Condition);
  /// Undoes what was refined where neither of two ways has changed the variable.
  static void forget(llvm::ArrayRef<Refinement> Refined, State &Here,
                     llvm::ArrayRef<Refinement> RefinedThere, State &There);

  // LoopConditions.cpp
  /// Null when \p Condition is none of those known.
  const FallingCondition *fallingCondition(ExprRef Condition) const;
  /// The current state is one where \p Known holds.
  void assumeHolds(const FallingCondition &Known);

  // Loops.cpp
  void executeLoop(const LoopParts &Parts);

  InterpretedMemory &Memory;
  ExecutionRecorder &Recorder;
  InterpreterClient &Client;
  std::vector<BreakTarget> BreakTargets;
  /// Of the loops that are being run, innermost last.
  std::deque<FallingCondition> FallingConditions;
  /// Variables written since the log was last cleared.
  llvm::DenseMap<SlotId, bool> WriteLog;
  std::vector<clang::QualType> SlotTypes;
  std::vector<std::string> SlotNames;
  /// Variables that lost pointers may point to.
  std::set<SlotId> PointedToSomehow;
  std::map<const clang::VarDecl *, SlotId> OuterSlots;
  llvm::DenseMap<SlotId, const clang::VarDecl *> OuterVariables;
  /// By number of parts.
  llvm::DenseMap<size_t, std::shared_ptr<const std::vector<Value>>> UnsetParts;
  /// Conditions that choose between courses of what some loop carries along.
  llvm::DenseSet<ExprRef> SplitConditions;
  /// Conditions, and their opposites, that choose between numbers of code that is run concretely.
  llvm::DenseSet<ExprRef> ChoosingConditions;
  /// By unsigned number of 64 bits: as a signed one.
  llvm::DenseMap<ExprRef, ExprRef> SignedViews;
  /// By operation on unsigned numbers of 64 bits: its value past 2^63.
  std::map<std::tuple<clang::BinaryOperatorKind, ExprRef, ExprRef>, ExprRef> QuotientsPastRange;
  unsigned NextLoop = 0;
  unsigned Depth = 0;
  uint64_t Steps = 0, StepLimit = MaximumSteps;
  bool StepsExhausted = false;
  /// Ways that have left the straight course (break, continue, return, goto)
  /// and have not come together with it again.
  unsigned WaysLeft = 0;
};

} // namespace memlint

#endif // CUDA_MEMLINT_INTERPRETER_INTERPRETER_H

//===- InterpreterClient.h - Who an interpreter works for -------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The interpreter knows C++. Its client decides what memory there is, what functions without a
/// body do, and what is kept of the execution.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_INTERPRETER_INTERPRETERCLIENT_H
#define CUDA_MEMLINT_INTERPRETER_INTERPRETERCLIENT_H

#include "cuda-memlint/Interpreter/TypeFacts.h"
#include "cuda-memlint/Interpreter/Value.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"

#include <map>
#include <optional>

namespace memlint {

/// What is known of a store beside its value.
struct StoreOrigin {
  /// The right side of an assignment; null for other stores.
  const clang::Expr *Assigned = nullptr;
  /// An object is stored that was read from memory just before, as a whole.
  bool IsCopy = false;
};

/// How a statement stands in the one around it.
enum class Placement : uint8_t {
  /// A block.
  Block,
  /// The only statement of a block.
  AloneInBlock,
  /// One of several statements of a block.
  InBlock,
  /// The body of a loop, without braces.
  Body,
};

/// Memory is made of objects with numbers.
class InterpretedMemory {
public:
  virtual ~InterpretedMemory();

  /// The object that a variable is that is not followed by value.
  virtual unsigned objectFor(const clang::VarDecl &Variable) = 0;
  /// What pointers lead to if nothing but \p Name, in words, is known about them.
  virtual unsigned unknownObject(llvm::StringRef Name) = 0;
  /// A pointer to such an object.
  virtual Lvalue unknownPointer(Uniformity Varies, OpaqueReason Reason, llvm::StringRef Name) = 0;
  /// The same of pointers to variables that are followed by value.
  virtual unsigned unknownVariable(llvm::StringRef Name) = 0;
  virtual unsigned nullObject() = 0;
  virtual unsigned stringLiteralObject(const clang::Expr &Literal) = 0;
  virtual std::string nameOf(unsigned Object) = 0;
  /// What is one of all that the two are, or is one of.
  virtual unsigned jointObject(unsigned Left, unsigned Right) = 0;
  /// All that \p Object is, \p Joint may be.
  virtual bool isAmong(unsigned Object, unsigned Joint) = 0;
  /// \p At, which is in one of the objects that \p Joint is one of, as an lvalue in \p Joint.
  virtual Lvalue asOneOf(const Lvalue &At, unsigned Joint) = 0;
  /// Lvalues in memory: the left one where \p Condition holds.
  virtual Lvalue joinMemory(ExprRef Condition, const Lvalue &Left, const Lvalue &Right) = 0;
  virtual bool isNull(const Lvalue &At) = 0;
  /// 0 where the pointer is null, 1 where not, else what decides it; null when that
  /// is not known.
  virtual ExprRef notNull(const Lvalue &At) = 0;
  virtual ExprRef unknownNullness(Uniformity Varies) = 0;
  /// \p Left and \p Right are compared, and are equal where \p Equal is not 0.
  virtual void noteEquality(const Lvalue & /*Left*/, const Lvalue & /*Right*/, ExprRef /*Equal*/) {}
  /// An lvalue in memory as a number, and the lvalue that such a number stands for.
  virtual ExprRef addressNumber(const Lvalue &At) = 0;
  virtual std::optional<Lvalue> lvalueAt(ExprRef Address) = 0;
  /// A variable that is followed by value and has \p Slot, of \p Type and \p Name, seen as memory
  /// that is accessed in \p ElementBytes. \p Declared: null for temporaries and parameters.
  virtual unsigned localObject(SlotId Slot, clang::QualType Type, llvm::StringRef Name,
                               const clang::ValueDecl *Declared, uint64_t ElementBytes) = 0;
};

/// Keeps the control flow, as a graph whose open ends are State::Edges, and what is known of it.
class ExecutionRecorder {
public:
  virtual ~ExecutionRecorder();

  /// \p Written: the condition in the source, where there is one. Returns the node's number.
  virtual unsigned addBranch(ExprRef Condition, const clang::Stmt *Written) = 0;
  /// One more successor of \p Branch, for threads for which \p Matches.
  virtual void addCase(unsigned Branch, ExprRef Matches) = 0;
  virtual unsigned addLoop() = 0;
  /// The loop added last is not one.
  virtual void dropLoop(unsigned Loop) = 0;
  /// An iteration of \p Loop begins. Returns the node's number.
  virtual unsigned enterLoop(unsigned Loop, ExprRef Counter, const clang::Stmt *Where) = 0;
  /// Expressions from \p FirstValue up to \p EndValue were made in the iteration.
  virtual void setLoopValues(unsigned Loop, unsigned FirstValue, unsigned EndValue) = 0;
  /// The iteration, which began at node \p Head, ends at \p End.
  virtual void leaveLoop(unsigned Head, llvm::ArrayRef<OpenEdge> End) = 0;
  /// A thread leaves \p Loop in the first iteration in which one of its exits holds.
  virtual void addLoopExit(unsigned Loop, ExprRef Leaves) = 0;
  /// The value \p Start (of a pointer, its offset) that a variable has in an iteration of \p Loop
  /// is \p Initial in the first one and \p End, in \p EndObject, in the next one.
  virtual void addStep(unsigned /*Loop*/, ExprRef /*Start*/, ExprRef /*Initial*/, ExprRef /*End*/,
                       std::optional<unsigned> /*EndObject*/) {}
  virtual void enterStatement(const clang::Stmt &Entered, Placement Placed) = 0;
  virtual void leaveStatement(const clang::Stmt &Left, Placement Placed) = 0;
  virtual void noteAttributes(const clang::AttributedStmt &Statement) = 0;
  /// Of \p Where it is not known what it accesses, or when that has to be.
  virtual void noteUnseen(const clang::Stmt *Where) = 0;
  /// \p Fact holds for the threads for which \p Guards do.
  virtual void addFact(ExprRef Fact, llvm::ArrayRef<ExprRef> Guards) = 0;
};

/// What else the interpreter does not know: what values and functions of the platform are, and what
/// is read from memory.
class InterpreterClient {
public:
  virtual ~InterpreterClient();

  // The way the code is run

  /// As it would run: floating-point constants are followed, loops are run iteration by iteration
  /// while their conditions are known, and steps are unlimited.
  virtual bool isConcrete() const { return false; }
  virtual TrackedSizes trackedSizes() const { return {}; }
  /// Whether the loop \p Where, which has run \p Iterations times, is to be run once more; if not,
  /// it is run once from a state in which what it changes is not known.
  virtual bool runsAgain(const clang::Stmt & /*Where*/, unsigned /*Iterations*/) { return true; }
  /// The loop \p Where begins: what has been noted so far stays if it has to be run differently.
  virtual void enterLoop(const clang::Stmt & /*Where*/) {}
  virtual void restartLoop() {}
  virtual void leaveLoop() {}
  /// Pointers that \p Loop assigns and about which something stays known, with their values here.
  virtual std::map<SlotId, Value> carriedPointers(const clang::Stmt & /*Loop*/) { return {}; }
  /// Adds to \p Pointers what they are at the end of an iteration. Returns whether that is new.
  virtual bool addCarried(std::map<SlotId, Value> & /*Pointers*/, const State & /*End*/) {
    return false;
  }
  /// Forgets what \p Code may change.
  virtual void forgetChanges(const clang::Stmt & /*Code*/) {}

  /// Destructors are executed where variables end, and are calls that are not followed elsewhere;
  /// else nothing is done about them.
  virtual bool runsDestructors() const { return false; }

  /// Code that is not interpreted where it runs may change \p Variable: it is not followed by
  /// value.
  virtual bool isChangedUnseen(const clang::VarDecl & /*Variable*/) const { return false; }

  /// What is written where an unknown pointer leads may be what addresses in \p Held lead to: one
  /// is converted to a number, or they are in an object that is not followed.
  virtual void loseAddresses(const Value & /*Held*/) {}

  // Values

  /// What a variable outside all functions holds that is not in memory; Empty: it is.
  virtual Value outerValue(const clang::VarDecl &Variable) = 0;
  /// \p Field of such a variable is named.
  virtual void outerFieldNamed(const clang::VarDecl &Variable, const clang::FieldDecl &Field) = 0;
  /// Objects of \p Class are values of the client's, without parts: their bases are what they are.
  virtual bool isWithoutParts(const clang::CXXRecordDecl & /*Class*/) const { return false; }
  /// Objects of class \p Type are numbers, which only the client understands.
  virtual bool isNumbered(clang::QualType Type) = 0;
  /// One that is made, from \p From where that is not null.
  virtual Value numberedObject(clang::QualType Type, const clang::Expr *From) = 0;
  /// \p Number was converted from a floating-point value.
  virtual void convertedFloating(ExprRef /*Number*/) {}
  /// \p Number is converted to a floating-point value.
  virtual void convertedToFloating(ExprRef /*Number*/) {}
  /// An addition, subtraction, multiplication or division in the floating-point type \p Type whose
  /// result is not known.
  virtual void computedFloating(clang::BinaryOperatorKind /*Opcode*/, clang::QualType /*Type*/) {}
  /// \p Where computes \p Left \p Opcode \p Right.
  virtual void computed(clang::BinaryOperatorKind /*Opcode*/, const Value & /*Left*/,
                        const Value & /*Right*/, const clang::Expr & /*Where*/) {}
  virtual void multiplied(const clang::BinaryOperator &Operator, ExprRef Product) = 0;
  virtual void subscripted(const clang::ArraySubscriptExpr &Subscript, const Value &Base,
                           ExprRef Index) = 0;

  // Accesses

  virtual Value loadMemory(const Lvalue &From, clang::QualType Type, const clang::Expr *Where) = 0;
  virtual void storeMemory(const Lvalue &To, clang::QualType Type, const Value &New,
                           const clang::Expr *Where, const StoreOrigin &From) = 0;
  /// An element of a variable that is chosen at run time, \p At in memory, is read or written.
  virtual void accessElement(const Lvalue &At, clang::QualType Type, bool Writes,
                             const clang::Expr *Where) = 0;

  // Calls

  /// What \p Function, which \p Call calls, gives if the client knows what it does. \p IsUsed:
  /// what it gives is used.
  virtual std::optional<Value> evaluateKnown(const clang::FunctionDecl &Function,
                                             const clang::CallExpr *Call, bool IsUsed) = 0;
  /// A call that launches a kernel has been noted.
  virtual bool launch(const clang::CallExpr & /*Call*/) { return false; }
  /// Whether the body of \p Definition is to be executed with \p Arguments.
  virtual bool follows(const clang::FunctionDecl & /*Definition*/,
                       llvm::ArrayRef<Value> /*Arguments*/) {
    return true;
  }
  /// What a call that is not followed gives, if the client does all that there is to be done.
  virtual std::optional<Value> evaluateUnseen(const clang::Expr * /*Call*/,
                                              const clang::FunctionDecl * /*Function*/,
                                              llvm::ArrayRef<Value> /*Arguments*/,
                                              const std::optional<Lvalue> & /*This*/) {
    return std::nullopt;
  }
  /// The body of the innermost frame's function is about to be executed; has been.
  virtual void enterFunction() = 0;
  virtual void leaveFunction() = 0;
  /// \p Call, of \p Function (null: not known) with \p Arguments, among which may be its object at
  /// the end, is not followed.
  virtual void noteUnfollowedCall(const clang::Stmt *Call, const clang::FunctionDecl *Function,
                                  llvm::ArrayRef<Value> Arguments) = 0;
  /// The same where no body is seen; \p This: the object of a method. Returns whether it may
  /// change that.
  virtual bool noteUnseenCall(const clang::Expr *Call, const clang::FunctionDecl *Function,
                              llvm::ArrayRef<Value> Arguments,
                              const std::optional<Lvalue> &This) = 0;
  virtual void executeAsm(const clang::GCCAsmStmt &Asm) = 0;

  /// What was loaded at a place that depends on \p Counter is not what the next iteration loads.
  virtual void forgetLoads(ExprRef Counter) = 0;
};

} // namespace memlint

#endif // CUDA_MEMLINT_INTERPRETER_INTERPRETERCLIENT_H

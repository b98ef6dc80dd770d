//===- DeviceClient.h - What kernels are interpreted for --------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LOWERING_DEVICECLIENT_H
#define CUDA_MEMLINT_LIB_LOWERING_DEVICECLIENT_H

#include "AsyncCopies.h"
#include "CooperativeGroups.h"
#include "Intrinsics.h"
#include "RowUses.h"
#include "UnfollowedCalls.h"

namespace memlint {

/// Makes of what the interpreter meets the memory program of a kernel: hands each event to the
/// class that is in charge of it.
class DeviceClient : public InterpreterClient {
public:
  DeviceClient(Interpreter &Code, Emitter &Out, KernelObjects &Objects, BuiltinVariables &Builtins,
               const LoadFacts &KnownFacts);

  /// After the kernel's last statement.
  void finish() { Known.dropIntegerConversions(); }
  bool storesSharedAddress() const { return Memory.storesSharedAddress(); }

  bool runsDestructors() const override { return true; }
  Value outerValue(const clang::VarDecl &Variable) override;
  void outerFieldNamed(const clang::VarDecl &Variable, const clang::FieldDecl &Field) override;
  bool isNumbered(clang::QualType Type) override;
  Value numberedObject(clang::QualType Type, const clang::Expr *From) override;
  void convertedFloating(ExprRef Number) override;
  void convertedToFloating(ExprRef Number) override { Out.addUnfollowedUse(Number); }
  void computedFloating(clang::BinaryOperatorKind Opcode, clang::QualType Type) override;
  void computed(clang::BinaryOperatorKind Opcode, const Value &Left, const Value &Right,
                const clang::Expr &Where) override;
  void multiplied(const clang::BinaryOperator &Operator, ExprRef Product) override;
  void subscripted(const clang::ArraySubscriptExpr &Subscript, const Value &Base,
                   ExprRef Index) override;

  Value loadMemory(const Lvalue &From, clang::QualType Type, const clang::Expr *Where) override;
  void storeMemory(const Lvalue &To, clang::QualType Type, const Value &New,
                   const clang::Expr *Where, const StoreOrigin &Origin) override;
  void accessElement(const Lvalue &At, clang::QualType Type, bool Writes,
                     const clang::Expr *Where) override;

  std::optional<Value> evaluateKnown(const clang::FunctionDecl &Function,
                                     const clang::CallExpr *Call, bool IsUsed) override;
  std::optional<Value> evaluateUnseen(const clang::Expr *Call, const clang::FunctionDecl *Function,
                                      llvm::ArrayRef<Value> Arguments,
                                      const std::optional<Lvalue> &This) override;
  void enterFunction() override;
  void leaveFunction() override;
  void noteUnfollowedCall(const clang::Stmt *Call, const clang::FunctionDecl *Function,
                          llvm::ArrayRef<Value> Arguments) override;
  bool noteUnseenCall(const clang::Expr *Call, const clang::FunctionDecl *Function,
                      llvm::ArrayRef<Value> Arguments, const std::optional<Lvalue> &This) override;
  void executeAsm(const clang::GCCAsmStmt &Asm) override;

  void forgetLoads(ExprRef Counter) override;

private:
  Interpreter &Code;
  Emitter &Out;
  KernelObjects &Objects;
  BuiltinVariables &Builtins;
  AtomicObjects Atomics;
  DeviceMemory Memory;
  AsyncCopies Copies;
  Intrinsics Known;
  CooperativeGroups Groups;
  UnfollowedCalls Unfollowed;
  RowUses Rows;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LOWERING_DEVICECLIENT_H

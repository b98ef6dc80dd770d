//===- Intrinsics.h - Functions that CUDA gives a meaning -------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LOWERING_INTRINSICS_H
#define CUDA_MEMLINT_LIB_LOWERING_INTRINSICS_H

#include "AsyncCopies.h"
#include "BuiltinVariables.h"
#include "DeviceMemory.h"

#include "cuda-memlint/CudaModel/DeviceFunction.h"

namespace memlint {

class Intrinsics {
public:
  Intrinsics(Interpreter &Code, Emitter &Out, KernelObjects &Objects, DeviceMemory &Memory,
             AtomicObjects &Atomics, AsyncCopies &Copies, BuiltinVariables &Builtins)
      : Code(Code), Ast(Code.Ast), Exprs(Code.Exprs), Out(Out), Objects(Objects), Memory(Memory),
        Atomics(Atomics), Copies(Copies), Builtins(Builtins) {}

  /// What \p Call of \p Function gives; empty where that is not one of them. \p IsUsed: what an
  /// atomic gives is used.
  std::optional<Value> evaluate(const clang::FunctionDecl &Function, const clang::CallExpr *Call,
                                bool IsUsed);

  /// \p Number was converted from a floating-point value.
  void noteConverted(ExprRef Number) { Converted.insert(Number); }
  /// Once all accesses are known: compare-and-swaps of which nothing says that the location holds a
  /// floating-point number are on integers.
  void dropIntegerConversions();

private:
  std::optional<Value> builtinVariableField(const clang::FunctionDecl &Function);
  void evaluateArguments(const clang::CallExpr *Call, unsigned From = 0);
  Value unknown(const clang::CallExpr *Call, Uniformity Varies);
  /// The arguments, where they and the result are integers and there are \p Count.
  std::optional<std::vector<ExprRef>> integers(const clang::CallExpr *Call, unsigned Count);

  Value blockVote(const DeviceFunction &Known, const clang::CallExpr *Call);
  void warpBarrier(const clang::CallExpr *Call);
  void namedBarrier(const clang::CallExpr *Call);

  /// The type of what the first argument, \p Address, points to; null where that is not seen.
  clang::QualType accessedType(const clang::CallExpr *Call, const Value &Address);
  /// Emits \p Request for each of what its lvalue may be.
  void changeMemory(AccessRequest Request);
  Value load(const clang::CallExpr *Call);
  void store(const clang::CallExpr *Call);
  Value atomic(const DeviceFunction &Known, const clang::CallExpr *Call, bool IsUsed);

  ExprRef chooseInteger(const DeviceFunction &Known, clang::QualType Type, ExprRef Left,
                        ExprRef Right);
  std::optional<Value> choose(const DeviceFunction &Known, const clang::CallExpr *Call);
  std::optional<Value> absolute(const clang::CallExpr *Call);
  void assume(const clang::CallExpr *Call);

  // ComparedConversions.cpp
  /// The conversion of a floating-point value that \p Number is; null: it is none.
  ExprRef conversionIn(ExprRef Number) const;
  /// The accesses since there were \p Before are the compare-and-swap \p Use.
  void noteConversions(const clang::CallExpr &Call, const AtomicUse &Use, size_t Before);
  // IntegerFunctions.cpp
  std::optional<Value> integer(const DeviceFunction &Known, const clang::CallExpr *Call);

  // WarpExchanges.cpp
  /// The lanes of the mask meet when the arguments behind it are there; false: which do is not
  /// followed.
  bool meetLanes(const DeviceFunction &Known, const clang::CallExpr *Call);
  Value shuffle(const DeviceFunction &Known, const clang::CallExpr *Call);
  Value vote(const DeviceFunction &Known, const clang::CallExpr *Call);
  Value ballot(const DeviceFunction &Known, const clang::CallExpr *Call);

  // AddressQueries.cpp
  Value addressInSpace(const clang::CallExpr *Call);
  Value genericAddress(const clang::CallExpr *Call);
  Value isInSpace(const DeviceFunction &Known, const clang::CallExpr *Call);

  Interpreter &Code;
  clang::ASTContext &Ast;
  ExprContext &Exprs;
  Emitter &Out;
  KernelObjects &Objects;
  DeviceMemory &Memory;
  AtomicObjects &Atomics;
  AsyncCopies &Copies;
  BuiltinVariables &Builtins;
  llvm::DenseSet<ExprRef> Converted;
  /// Compare-and-swaps whose operands are computed as floating-point numbers are, of those that the
  /// location holds.
  llvm::DenseSet<unsigned> OnNumbers;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LOWERING_INTRINSICS_H

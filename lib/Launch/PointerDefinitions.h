//===- PointerDefinitions.h - What host code stores pointers in -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// All locations where the host code of a translation unit gives a pointer, or an object
/// with pointers in it, a value, and which of them may have been the last one.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LAUNCH_POINTERDEFINITIONS_H
#define CUDA_MEMLINT_LIB_LAUNCH_POINTERDEFINITIONS_H

#include "HostProgram.h"
#include "PointerLvalues.h"

#include <deque>

namespace memlint {

/// A point of the code. Scopes are what is executed as a whole or not at all: bodies of
/// functions and loops, branches.
struct CodePosition {
  static constexpr unsigned Nowhere = ~0u;

  unsigned Scope = Nowhere;
  unsigned Order = 0;

  friend auto operator<=>(const CodePosition &, const CodePosition &) = default;
};

struct PointerDefinition {
  PointerLvalue Lvalue;
  /// Null: memory of its own, or not known.
  const clang::Expr *Value = nullptr;
  CodePosition At;
  /// What was there is gone afterwards.
  bool IsCertain = true;
  /// A function of the run time allocates memory for it.
  bool IsAllocation = false;
  /// It gets what this held, and the other way round; Value is null then.
  const clang::Expr *SwappedWith = nullptr;
};

class PointerDefinitions {
public:
  PointerDefinitions(PointerLvalues &Lvalues, const HostProgram &Program);

  /// What \p Lvalue may hold at \p At; null stands for what it held before all of them.
  std::vector<const PointerDefinition *> reaching(const PointerLvalue &Lvalue,
                                                  const CodePosition &At) const;
  /// Only an earlier iteration or an earlier call leads from \p Each to \p At.
  bool isBehind(const PointerDefinition &Each, const CodePosition &At) const {
    return isOfSameFunction(Each.At.Scope, At.Scope) && Each.At.Order >= At.Order;
  }
  /// Where \p Launch is.
  CodePosition positionOf(const clang::CallExpr *Launch) const { return Launches.lookup(Launch); }

  struct Result {
    const clang::Expr *Value;
    CodePosition At;
  };
  llvm::ArrayRef<Result> resultsOf(const clang::FunctionDecl *Function) const;
  /// \p Variable can be changed by other means than by its name: through a pointer, a reference
  /// or a method.
  bool isExposed(const clang::VarDecl *Variable) const { return Exposed.contains(Variable); }

private:
  struct Scope {
    unsigned Parent;
    bool IsLoop;
    /// Executed whenever the one around it is.
    bool IsCertain;
  };

  unsigned open(unsigned Parent, bool IsLoop = false, bool IsCertain = false);
  CodePosition next(unsigned Scope) { return {Scope, ++Order}; }
  void define(const clang::Expr *Operand, const clang::Expr *Value, unsigned Scope,
              bool IsCertain = true, bool IsAllocation = false);
  void swap(const clang::Expr *Left, const clang::Expr *Right, unsigned Scope);
  void expose(const clang::Expr *Operand);
  void exposeOperands(const clang::Stmt *Code);
  void define(const PointerLvalue &Lvalue, const clang::Expr *Value, unsigned Scope, bool IsCertain,
              bool IsAllocation = false);

  void walkFunction(const clang::FunctionDecl *Function);
  void walk(const clang::Stmt *Code, unsigned Scope);
  void walkChildren(const clang::Stmt *Code, unsigned Scope);
  bool walkBranches(const clang::Stmt *Code, unsigned Scope);
  void walkSwitch(const clang::SwitchStmt *Switch, unsigned Scope);
  void walkLambda(const clang::LambdaExpr *Lambda, unsigned Scope);
  void addDeclaration(const clang::VarDecl *Variable, unsigned Scope);
  void addCall(const clang::CallExpr *Call, unsigned Scope);
  void addOutput(const clang::FunctionDecl *Callee, const clang::CallExpr *Call, unsigned Index,
                 unsigned Scope);

  bool encloses(unsigned Outer, unsigned Inner) const;
  bool dominates(const CodePosition &First, const CodePosition &Then) const;
  bool isOfSameFunction(unsigned Left, unsigned Right) const;
  bool comesAgain(const PointerDefinition &From, const CodePosition &At,
                  const PointerDefinition *Last) const;

  PointerLvalues &Lvalues;
  std::vector<Scope> Scopes;
  unsigned Order = 0;
  const clang::FunctionDecl *Active = nullptr;
  std::map<const clang::VarDecl *, std::deque<PointerDefinition>> Definitions;
  llvm::DenseMap<const clang::CallExpr *, CodePosition> Launches;
  std::map<const clang::FunctionDecl *, std::vector<Result>> Results;
  llvm::DenseSet<const clang::VarDecl *> Exposed;
  /// Addresses that are only handed to the run time, which does not keep them.
  llvm::DenseSet<const clang::Expr *> HandedToRuntime;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LAUNCH_POINTERDEFINITIONS_H

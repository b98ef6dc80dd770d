//===- CooperativeGroups.h - Groups of threads ------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LOWERING_COOPERATIVEGROUPS_H
#define CUDA_MEMLINT_LIB_LOWERING_COOPERATIVEGROUPS_H

#include "BuiltinVariables.h"
#include "Emitter.h"

#include "cuda-memlint/CudaModel/GroupMethod.h"
#include "cuda-memlint/Interpreter/Interpreter.h"

namespace memlint {

/// An object of \p Type is a group of threads, or a pointer to one.
bool isGroup(clang::QualType Type);

/// A group according to its type or its value.
struct GroupType {
  GroupKind Kind = GroupKind::None;
  /// Tiles and parts: threads in one.
  int64_t TileSize = 0;
  /// Tiles: threads in the tile that they are parts of; 0 for parts of the block.
  int64_t OuterSize = 0;
  /// Tiles: the type does not specify what they are parts of.
  bool OuterUnknown = false;
};

class CooperativeGroups {
public:
  CooperativeGroups(Interpreter &Code, Emitter &Out, BuiltinVariables &Builtins)
      : Code(Code), Ast(Code.Ast), Exprs(Code.Exprs), Out(Out), Builtins(Builtins) {}

  /// What \p Call of \p Function gives; empty where that is not one of theirs.
  std::optional<Value> evaluate(const clang::FunctionDecl &Function, const clang::CallExpr *Call);
  /// A group of \p Type, copied from \p From where that is not null.
  Value groupValue(clang::QualType Type, const clang::Expr *From);

private:
  /// What a group or pointer to one holds: a number where that is known in some way.
  Value heldGroup(const clang::Expr *Object);
  /// tiled_partition() with the size as an argument.
  Value partOfGroup(clang::QualType Type, const clang::CallExpr *Call);
  ExprRef firstTemplateNumber(const clang::FunctionDecl &Function);
  /// The result of a function that gives a group.
  Value makeGroup(const clang::FunctionDecl &Function, const clang::CallExpr *Call);

  /// A thread's number in its block, how many that has, and how many the tile or part of it.
  struct InBlock {
    ExprRef Thread, Threads, Size;
  };
  // Empty: \p Method does something else, or what it gives is not determined by the group.
  /// Barriers.
  std::optional<Value> meet(const GroupType &Group, GroupMethod Method,
                            const clang::FunctionDecl &Function, const clang::CallExpr *Call);
  /// Where a thread is, and how many there are.
  std::optional<Value> place(const GroupType &Group, GroupMethod Method,
                             const clang::CallExpr *Call);
  std::optional<Value> threadRank(const GroupType &Group, const InBlock &Here);
  std::optional<Value> groupSize(const GroupType &Group, const InBlock &Here);
  std::optional<Value> placeOfTile(const GroupType &Tile, GroupMethod Method, const InBlock &Here);
  ExprRef linearIndex(LeafKind Index, LeafKind Extent);
  ExprRef product(LeafKind Extent);
  /// \p First: the argument of \p Call that members exchange.
  Value exchange(const GroupType &Group, GroupMethod Method, unsigned First,
                 const clang::CallExpr *Call);

  Interpreter &Code;
  clang::ASTContext &Ast;
  ExprContext &Exprs;
  Emitter &Out;
  BuiltinVariables &Builtins;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LOWERING_COOPERATIVEGROUPS_H

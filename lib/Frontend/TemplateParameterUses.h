//===- TemplateParameterUses.h - What a template does with them -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_FRONTEND_TEMPLATEPARAMETERUSES_H
#define CUDA_MEMLINT_LIB_FRONTEND_TEMPLATEPARAMETERUSES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"

#include <cstdint>
#include <utility>

namespace clang {
class ASTContext;
class Expr;
class FunctionDecl;
class NamedDecl;
class QualType;
class Stmt;
class VarDecl;
} // namespace clang

namespace memlint {

/// How the body of a template uses one of its parameters.
struct TemplateParameterUse {
  /// A type: of values in subscripts, or computed from thread indices.
  bool IsIndex = false;
  /// A type: the members that its values are asked for.
  llvm::StringSet<> Members;
  /// A value: dimensions of the largest __shared__ array that it is an extent of.
  unsigned SharedDimensions = 0;
};

/// Depth of the parameter list, index in it: types do not always name declarations.
using TemplateParameterIndex = std::pair<unsigned, unsigned>;

/// What there is to know about the parameters of a kernel template.
class TemplateParameterUses {
public:
  explicit TemplateParameterUses(const clang::FunctionDecl &Pattern);

  const TemplateParameterUse &of(const clang::NamedDecl *Parameter) const;
  /// The kernel reads threadIdx.y.
  bool isPlanar() const { return Planar; }

private:
  void visit(const clang::Stmt *Code);
  void visitVariable(const clang::VarDecl &Variable);
  void noteIndices(const clang::Stmt *Code);
  void noteMember(const clang::Expr &Base, llvm::StringRef Name);

  llvm::DenseMap<TemplateParameterIndex, TemplateParameterUse> Uses;
  bool Planar = false;
};

/// Values to try for the integer parameter called \p Name, the likeliest first.
llvm::SmallVector<int64_t, 8> plausibleValues(llvm::StringRef Name, const TemplateParameterUse &Use,
                                              bool Planar);

/// Types to try, the likeliest first.
llvm::SmallVector<clang::QualType, 8> plausibleTypes(clang::ASTContext &Ast,
                                                     const TemplateParameterUse &Use);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_FRONTEND_TEMPLATEPARAMETERUSES_H

//===- Clang.h - Precompiled: Clang's AST, and LLVM -------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the sources that know Clang read of it, precompiled. The rules of Llvm.h
/// hold here, too.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_PRECOMPILED_CLANG_H
#define CUDA_MEMLINT_LIB_PRECOMPILED_CLANG_H

#include "Llvm.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecordLayout.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Sema.h"

#endif // CUDA_MEMLINT_LIB_PRECOMPILED_CLANG_H

//===- RuntimeCalls.h - CUDA's functions in host code -----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LAUNCH_RUNTIMECALLS_H
#define CUDA_MEMLINT_LIB_LAUNCH_RUNTIMECALLS_H

#include "clang/AST/Type.h"

#include "cuda-memlint/CudaModel/RuntimeFunction.h"
#include "cuda-memlint/Frontend/Statements.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace clang {
class ASTContext;
class CallExpr;
class CFGElement;
class CXXConstructExpr;
class CXXRecordDecl;
class Expr;
class FunctionDecl;
class Stmt;
} // namespace clang

namespace memlint {

/// \p Code as it is written, also as the argument of a macro.
std::string writtenText(const clang::Stmt &Code, const clang::ASTContext &Ast);

/// What \p Function is called without scopes; empty: nothing, as an operator.
llvm::StringRef plainNameOf(const clang::FunctionDecl *Function);

/// The name of the function of CUDA's runtime or driver that \p Call calls; else empty.
llvm::StringRef runtimeFunction(const clang::CallExpr &Call);

/// What that function is; Other, if \p Call calls none.
RuntimeKind runtimeKind(const clang::CallExpr &Call);

/// A copy of consecutive bytes between host and device.
struct HostCopy {
  enum class Direction : uint8_t { ToDevice, ToHost };
  Direction Way = Direction::ToDevice;
  const clang::Expr *To = nullptr;
  const clang::Expr *From = nullptr;
  const clang::Expr *Bytes = nullptr;
  /// Null: it is no asynchronous copy, or in the default stream.
  const clang::Expr *Stream = nullptr;
  bool IsAsynchronous = false;

  const clang::Expr *onHost() const { return Way == Direction::ToDevice ? From : To; }
};

/// The copy that \p Call makes, where its direction is stated.
std::optional<HostCopy> copyOf(const clang::CallExpr &Call, const clang::ASTContext &Ast);

/// The copy that \p Call makes, where its addresses decide on the direction (cudaMemcpyDefault),
/// which is not looked at.
std::optional<HostCopy> copyByAddress(const clang::CallExpr &Call, const clang::ASTContext &Ast);

/// The number of \p Kind, a constant of cudaMemcpyKind; empty: it is not constant.
std::optional<int64_t> copyKind(const clang::Expr &Kind, const clang::ASTContext &Ast);

/// The default stream is written as 0, as null, or not at all.
bool isDefaultStream(const clang::Expr &Stream, const clang::ASTContext &Ast);

/// The kernel that `<<<>>>` in \p Call launches; else null.
const clang::FunctionDecl *kernelLaunchedBy(const clang::CallExpr &Call);

/// Decides which calls may wait until the device has finished.
class DeviceWaits {
public:
  /// A call, a construction, or the end of an object. Of temporaries, that is when they are made:
  /// nothing is to be said of launches in between.
  bool mayWait(const clang::CFGElement &Element, clang::ASTContext &Ast);
  bool mayWait(const clang::CallExpr &Call);
  bool mayWait(const clang::CXXConstructExpr &Made);
  /// Null: any function.
  bool mayWait(const clang::FunctionDecl *Function);
  /// \p Code reads memory that others may write at any time: it may wait for the device, or for a
  /// thread that does.
  static bool mayPoll(const clang::Stmt &Code);
  /// Where an object of \p Type ends.
  bool mayWaitInDestructor(clang::QualType Type);

private:
  bool bodyMayWait(const clang::Stmt *Body);
  bool membersMayWait(const clang::CXXRecordDecl &Class);

  llvm::DenseMap<const clang::FunctionDecl *, bool> Known;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LAUNCH_RUNTIMECALLS_H

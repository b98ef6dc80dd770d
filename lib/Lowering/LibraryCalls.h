//===- LibraryCalls.h - Functions with one meaning each ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LOWERING_LIBRARYCALLS_H
#define CUDA_MEMLINT_LIB_LOWERING_LIBRARYCALLS_H

#include "BuiltinVariables.h"
#include "Emitter.h"

#include "cuda-memlint/CudaModel/DeviceFunction.h"
#include "cuda-memlint/Interpreter/Interpreter.h"

namespace memlint {

// Each returns what \p Call of \p Function, which has a name, gives; empty where that is not one of
// these.

/// WarpMatrix.cpp: fragments of warp-wide matrices, loaded and stored.
std::optional<Value> evaluateWarpMatrix(const clang::FunctionDecl &Function,
                                        const clang::CallExpr *Call, Interpreter &Code,
                                        Emitter &Out, BuiltinVariables &Builtins);

/// MemoryFunctions.cpp: memcpy, memmove, memset.
std::optional<Value> evaluateMemoryFunction(const DeviceFunction &Known,
                                            const clang::CallExpr *Call, Interpreter &Code,
                                            Emitter &Out);

/// Textures.cpp
std::optional<Value> evaluateTexture(const DeviceFunction &Known,
                                     const clang::FunctionDecl &Function,
                                     const clang::CallExpr *Call, Interpreter &Code, Emitter &Out);

/// RandomStates.cpp: a function of the random number library that is not seen reads the generator's
/// state, and writes it.
void touchRandomStates(const clang::FunctionDecl &Function, const clang::Stmt *Call,
                       llvm::ArrayRef<Value> Arguments, Interpreter &Code, Emitter &Out,
                       BuiltinVariables &Builtins);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LOWERING_LIBRARYCALLS_H

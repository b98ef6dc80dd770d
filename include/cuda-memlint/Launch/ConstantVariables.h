//===- ConstantVariables.h - What takes constant memory ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LAUNCH_CONSTANTVARIABLES_H
#define CUDA_MEMLINT_LAUNCH_CONSTANTVARIABLES_H

#include "cuda-memlint/Model/HostFault.h"

#include <cstdint>
#include <optional>

namespace clang {
class ASTContext;
}

namespace memlint {

/// FileFacts::ConstantBytes.
uint64_t bytesOfConstantVariables(const clang::ASTContext &Ast);

/// ConstantOverflow, if all of them do not fit.
std::optional<HostFault> findConstantOverflow(const clang::ASTContext &Ast);

} // namespace memlint

#endif // CUDA_MEMLINT_LAUNCH_CONSTANTVARIABLES_H

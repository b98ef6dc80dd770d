//===- OutdatedCalls.h - Uses of what toolkits dropped ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds what a file uses of the functions that toolkit 13.0 does not have any more, or deprecates.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LAUNCH_OUTDATEDCALLS_H
#define CUDA_MEMLINT_LAUNCH_OUTDATEDCALLS_H

#include "cuda-memlint/Model/FileFacts.h"

#include <vector>

namespace clang {
class ASTContext;
}

namespace memlint {

/// By name, those in the main file alone, where the embedded headers declare what is called: an
/// older toolkit whose headers are used has it. Calls that ask for banks of 8 bytes come once more,
/// by themselves, behind the others.
std::vector<OutdatedCall> findOutdatedCalls(clang::ASTContext &Ast);

} // namespace memlint

#endif // CUDA_MEMLINT_LAUNCH_OUTDATEDCALLS_H

//===- MendWording.h - Changes of a kernel in words -------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CHECKS_MENDWORDING_H
#define CUDA_MEMLINT_CHECKS_MENDWORDING_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace memlint {

struct Access;
struct GlobalMends;
struct KernelAnalysis;
struct Mend;
struct SharedDataLoop;
struct SharedLoop;

/// What to type for \p Best, one of \p Mends, at \p Site, and what it saves: "swap `threadIdx.x`
/// and `threadIdx.y` in the kernel: 1,310,720 -> 589,824 sectors for the kernel".
std::string describeMend(const KernelAnalysis &Kernel, unsigned Launch, const GlobalMends &Mends,
                         const Mend &Best, const Access &Site);

/// Why another order of threads or shape of the block that makes \p Site cheaper does not pay: what
/// another access loses by it. Empty: no such change is known.
std::string describeInVain(const KernelAnalysis &Kernel, const GlobalMends &Mends,
                           const Access &Site);

/// "32 -> 4 sectors", "2 -> 1 sector": \p Before and \p After of \p Unit.
std::string describeChange(llvm::StringRef Before, llvm::StringRef After, llvm::StringRef Unit);

/// What to do in order that the lanes of a warp share \p Loop.
std::string describeSharedLoop(const KernelAnalysis &Kernel, const SharedLoop &Loop);
std::string describeSharedLoop(const KernelAnalysis &Kernel, const SharedDataLoop &Loop);

} // namespace memlint

#endif // CUDA_MEMLINT_CHECKS_MENDWORDING_H

//===- KernelSource.h - Kernels around what is damaged ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TEST_FUZZ_KERNELSOURCE_H
#define CUDA_MEMLINT_TEST_FUZZ_KERNELSOURCE_H

#include "cuda-memlint/Frontend/Frontend.h"
#include "cuda-memlint/Lowering/Lowering.h"

namespace memlint::fuzz {

/// Lowers what kernels \p Source has, as far as it can be parsed.
inline void lowerSource(const std::string &Source) {
  FrontendOptions Options;
  Options.Toolkit = ToolkitMode::Embedded;
  auto Parsed = parseCudaSource("/kernel.cu", Source, Options);
  if (!Parsed)
    return llvm::consumeError(Parsed.takeError());
  ExprContext Expressions;
  lowerKernels((*Parsed)->context(), Expressions);
}

} // namespace memlint::fuzz

#endif // CUDA_MEMLINT_TEST_FUZZ_KERNELSOURCE_H

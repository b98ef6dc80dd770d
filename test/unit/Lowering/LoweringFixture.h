//===- LoweringFixture.h - Kernels lowered from text ------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TEST_UNIT_LOWERING_LOWERINGFIXTURE_H
#define CUDA_MEMLINT_TEST_UNIT_LOWERING_LOWERINGFIXTURE_H

#include "cuda-memlint/Frontend/Frontend.h"
#include "cuda-memlint/Lowering/Lowering.h"

#include "gtest/gtest.h"

namespace memlint {

class LoweringFixture : public testing::Test {
protected:
  /// Lowers all kernels of \p Source, which must have no error.
  void lowerAll(const std::string &Source) {
    auto Parsed = parseCudaSource("kernel.cu", Source, FrontendOptions());
    ASSERT_TRUE(bool(Parsed)) << llvm::toString(Parsed.takeError());
    File = std::move(*Parsed);
    for (const ParseDiagnostic &Error : File->errors())
      ADD_FAILURE() << Error.Line << ": " << Error.Message;
    Kernels = lowerKernels(File->context(), Expressions);
    ASSERT_FALSE(Kernels.empty());
  }

  /// Lowers the one kernel of \p Source.
  void lower(const std::string &Source) {
    ASSERT_NO_FATAL_FAILURE(lowerAll(Source));
    ASSERT_EQ(Kernels.size(), 1u);
    Kernel = std::move(Kernels.front().Program);
    ASSERT_TRUE(Kernel.Analysed) << Kernel.Reason;
  }

  std::unique_ptr<ParsedFile> File;
  ExprContext Expressions;
  std::vector<LoweredKernel> Kernels;
  KernelProgram Kernel;
};

} // namespace memlint

#endif // CUDA_MEMLINT_TEST_UNIT_LOWERING_LOWERINGFIXTURE_H

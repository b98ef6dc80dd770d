//===- LaunchFixture.h - Launches as text -----------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads a few lines of CUDA and shows the launches found in them as text.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TEST_UNIT_LAUNCH_LAUNCHFIXTURE_H
#define CUDA_MEMLINT_TEST_UNIT_LAUNCH_LAUNCHFIXTURE_H

#include "cuda-memlint/Launch/ProgramArguments.h"
#include "cuda-memlint/Model/LaunchContext.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace memlint {

/// "grid=4,1,1 block=256,1,1 shared=0 args=_,1024", what is not known as "_";
/// then "*M" if it is a multiple of M; pointers as "p" and, unless aligned by 256, "p%R/A" for
/// residue R modulo A; pairs of aliased arguments at the end, then " when " and each condition.
std::string describe(const LaunchContext &Context);

/// The launches of the kernels that are named `k` (all specializations), in
/// order of source. The source may include headers of the C and C++ libraries
/// when it is read \p WithLibraryHeaders; else a few functions are declared.
std::vector<std::string> launchesOfK(const std::string &Source, bool WithLibraryHeaders = false,
                                     const ProgramArguments &Arguments = std::nullopt);

/// What launchesOfK() launches leave open of their pointers, by launch: "0?1" for each pair, and
/// ":f" where it is the callers of f that are not visible.
std::vector<std::string> doubtsOfK(const std::string &Source);

/// The same as launchesOfK() where `k` is `__global__ void k(int *p, int n)` and \p Body that of
/// `main(int argc, char **argv)`, in which `p` is a pointer from cudaMalloc. Main is called with
/// \p Arguments if they are given.
std::vector<std::string> launchesInMain(const std::string &Body,
                                        const std::string &Declarations = "",
                                        const ProgramArguments &Arguments = std::nullopt);

} // namespace memlint

#endif // CUDA_MEMLINT_TEST_UNIT_LAUNCH_LAUNCHFIXTURE_H

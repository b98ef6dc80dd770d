//===- SingleColumns.h - Columns of rows of any length ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_CHECKS_SINGLECOLUMNS_H
#define CUDA_MEMLINT_LIB_CHECKS_SINGLECOLUMNS_H

namespace memlint {

struct Access;
struct KernelAnalysis;

/// Whether the launch accesses nothing of the array of \p Site but single columns, far apart, of
/// rows whose length is an argument: the left and the right edge of an image. Which thread accesses
/// what does not matter then, as nothing in the kernel needs the rest of the sectors.
bool accessesSingleColumns(const KernelAnalysis &Kernel, const Access &Site, unsigned Launch);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_CHECKS_SINGLECOLUMNS_H

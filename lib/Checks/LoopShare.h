//===- LoopShare.h - What accesses matter beside loops ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where totals are not known, how often accesses are made in relation to others of their kernel.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_CHECKS_LOOPSHARE_H
#define CUDA_MEMLINT_LIB_CHECKS_LOOPSHARE_H

#include <optional>

namespace memlint {

struct Access;
struct KernelAnalysis;

/// A loop of unknown trip count in which the kernel accesses global or shared memory each time that
/// it makes access \p Site once, by number: the more iterations, the less the access matters. Not
/// one that runs until a value that it loads itself says so, as one that waits or retries does.
std::optional<unsigned> findLoopBeside(const KernelAnalysis &Kernel, const Access &Site,
                                       unsigned Launch);

/// At most this part of what the kernel moves to the memory space of \p Site in an iteration of the
/// loops of unknown trip count around it is what \p Site moves above its ideal. Nothing where a
/// trip count of another loop is not known in closed form.
std::optional<double> excessShare(const KernelAnalysis &Kernel, const Access &Site,
                                  unsigned Launch);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_CHECKS_LOOPSHARE_H

//===- HostElement.h - Elements that host code reads ------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_CHECKS_HOSTELEMENT_H
#define CUDA_MEMLINT_LIB_CHECKS_HOSTELEMENT_H

#include "cuda-memlint/Checks/Check.h"

namespace memlint {

struct Access;
struct HostFault;
struct LaunchContext;

/// Whether a thread of \p Launch may access at \p Site one of the bytes that the host reads by \p
/// Fault.
bool mayTouch(const CheckRun &In, const Access &Site, const LaunchContext &Launch,
              const HostFault &Fault);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_CHECKS_HOSTELEMENT_H

//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All of it is in nvtx3/nvToolsExt.h.

#ifndef __MEMLINT_NVTOOLSEXT_H
#define __MEMLINT_NVTOOLSEXT_H

#include "nvtx3/nvToolsExt.h"

#endif

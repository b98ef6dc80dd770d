//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All of it is in cusolverSp.h.

#ifndef __MEMLINT_CUSOLVERSP_LOWLEVEL_PREVIEW_H
#define __MEMLINT_CUSOLVERSP_LOWLEVEL_PREVIEW_H

#include "cusolverSp.h"

#endif

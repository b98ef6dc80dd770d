//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All of it is in cusparse.h.

#ifndef __MEMLINT_CUSPARSE_V2_H
#define __MEMLINT_CUSPARSE_V2_H

#include "cusparse.h"

#endif

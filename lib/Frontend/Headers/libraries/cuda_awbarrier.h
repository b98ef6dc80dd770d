//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Barriers in shared memory: the older class.

#ifndef __MEMLINT_CUDA_AWBARRIER_H
#define __MEMLINT_CUDA_AWBARRIER_H

#include "cuda_awbarrier_primitives.h"

namespace nvcuda {
namespace experimental {

class awbarrier {
public:
  class arrival_token {
  public:
    __MEMLINT_D unsigned pending_count() const;
  };
  __MEMLINT_D awbarrier() = default;
  __MEMLINT_D arrival_token arrive();
  __MEMLINT_D arrival_token arrive_and_drop();
  __MEMLINT_D bool timed_wait(arrival_token, unsigned);
  __MEMLINT_D bool timed_wait_parity(bool, unsigned);
  __MEMLINT_D void wait(arrival_token);
  __MEMLINT_D void arrive_and_wait();
  __MEMLINT_D bool try_wait(arrival_token, unsigned);
  static __MEMLINT_D unsigned max();

private:
  __mbarrier_t state;
  friend __MEMLINT_D void init(awbarrier *, unsigned);
};
__MEMLINT_D void init(awbarrier *, unsigned);

} // namespace experimental
} // namespace nvcuda

#endif

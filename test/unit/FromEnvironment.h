//===- FromEnvironment.h - Numbers for longer runs --------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TEST_UNIT_FROMENVIRONMENT_H
#define CUDA_MEMLINT_TEST_UNIT_FROMENVIRONMENT_H

#include <cstdint>
#include <cstdlib>

namespace memlint {

/// The number in the environment variable \p Name, or \p Default where there is none.
inline uint64_t fromEnvironment(const char *Name, uint64_t Default) {
  const char *Text = std::getenv(Name);
  return Text ? std::strtoull(Text, nullptr, 10) : Default;
}

} // namespace memlint

#endif // CUDA_MEMLINT_TEST_UNIT_FROMENVIRONMENT_H

//===- HeapSettings.cpp - How memory is asked for -------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HeapSettings.h"

#include "llvm/Support/Alignment.h"

#include <cstdlib>

#ifdef __GLIBC__
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

using namespace llvm;

namespace memlint {

#ifdef __GLIBC__

// By how much the heap grows at once, in bytes.
static constexpr int Growth = 1 << 20;

void keepFreedMemory() {
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_TOP_PAD, Growth);
  mallopt(M_TRIM_THRESHOLD, 16 * Growth);
}

void provideMemory() {
#ifdef MADV_POPULATE_WRITE
  const Align Page(uint64_t(sysconf(_SC_PAGESIZE)));
  auto *Begin = static_cast<char *>(sbrk(0));
  mallopt(M_TOP_PAD, 2 * Growth);
  // More than the heap begins with has left, and less than what gets a mapping of its own.
  void *volatile Block = std::malloc((128 << 10) - 256);
  std::free(Block);
  mallopt(M_TOP_PAD, Growth);
  auto *End = static_cast<char *>(sbrk(0));
  Begin = reinterpret_cast<char *>(alignAddr(Begin, Page));
  // Linux before 5.14 refuses; the pages then come one by one.
  if (Begin < End)
    (void)madvise(Begin, size_t(End - Begin), MADV_POPULATE_WRITE);
#endif
}

#else

void keepFreedMemory() {}
void provideMemory() {}

#endif

} // namespace memlint

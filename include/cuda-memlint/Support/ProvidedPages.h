//===- ProvidedPages.h - Many pages of memory at once -----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The system provides a page of memory when it is first touched. In a virtual machine each of
/// these interruptions takes as long as some ten thousand instructions; asked for many pages at
/// once, the system needs a tenth of that for a new one, and a hundredth for one of a file that it
/// has in memory.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_SUPPORT_PROVIDEDPAGES_H
#define CUDA_MEMLINT_SUPPORT_PROVIDEDPAGES_H

#include <cerrno>
#include <cstdint>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace memlint {

enum class PageUse {
  Read,
  Write,
};

/// Has the system provide the pages between \p Begin and \p End, which belong to the process. Linux
/// before 5.14 and other systems do not: the pages then come one by one.
inline void providePages(const void *Begin, const void *End, PageUse Use) {
#ifdef MADV_POPULATE_WRITE
  constexpr uintptr_t LeastPage = 4096;
  auto First = uintptr_t(Begin) & ~(LeastPage - 1);
  if (First >= uintptr_t(End))
    return;
  const int Before = errno;
  // Where pages are larger, the call may be refused.
  (void)madvise(reinterpret_cast<void *>(First), uintptr_t(End) - First,
                Use == PageUse::Read ? MADV_POPULATE_READ : MADV_POPULATE_WRITE);
  errno = Before;
#else
  (void)Begin, (void)End, (void)Use;
#endif
}

/// What processors have one entry for where the system puts it together.
inline constexpr uintptr_t LargePage = 2u << 20;

/// Where the first large page begins at or behind \p Address.
inline uintptr_t beginOfLargePage(uintptr_t Address) {
  return (Address + LargePage - 1) & ~(LargePage - 1);
}

/// Lets the system provide the large pages that lie between \p Begin and \p End, each as a whole
/// when a byte of it is touched.
inline void askForLargePages(const void *Begin, const void *End) {
#ifdef MADV_HUGEPAGE
  if (uintptr_t(Begin) >= uintptr_t(End))
    return;
  const int Before = errno;
  // A system that has none says so.
  (void)madvise(const_cast<void *>(Begin), uintptr_t(End) - uintptr_t(Begin), MADV_HUGEPAGE);
  errno = Before;
#else
  (void)Begin, (void)End;
#endif
}

/// Provides what a short run uses of the stack below the caller.
inline void provideStack() {
  constexpr unsigned Bytes = 64 << 10;
  const char Here = 0;
  providePages(&Here - Bytes, &Here, PageUse::Write);
}

} // namespace memlint

#endif // CUDA_MEMLINT_SUPPORT_PROVIDEDPAGES_H

//===- HeapSettings.cpp - How memory is asked for -------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HeapSettings.h"

#include "cuda-memlint/Support/ProvidedPages.h"

#include <cstddef>
#include <cstdlib>

#ifdef __GLIBC__
#include <malloc.h>
#include <unistd.h>
#endif

namespace memlint {

#ifdef __GLIBC__

// By how much the heap grows at once, in bytes.
static constexpr int Growth = 1 << 20;

// What the heap begins with. It takes memory where it is used, and is less than what is given back.
static constexpr int FirstBytes = 12 * Growth;

// What is taken before the command line is read.
static constexpr size_t TakenAtStart = 96 << 10;

static const char *HeapBegin = nullptr;

void keepFreedMemory() {
  if (HeapBegin)
    return;
  // Large pages begin where the command line has been read.
  auto Begin = uintptr_t(sbrk(0));
  HeapBegin = reinterpret_cast<const char *>(beginOfLargePage(Begin + TakenAtStart) - TakenAtStart);
  sbrk(intptr_t(uintptr_t(HeapBegin) - Begin));
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_TRIM_THRESHOLD, 16 * Growth);
  mallopt(M_TOP_PAD, FirstBytes);
  // Together more than the heap begins with, and each less than what gets a mapping of its own.
  constexpr size_t Some = 96 << 10;
  void *volatile Block = std::malloc(Some);
  void *volatile Next = std::malloc(Some);
  std::free(Next);
  std::free(Block);
  mallopt(M_TOP_PAD, Growth);
  providePages(HeapBegin, HeapBegin + TakenAtStart, PageUse::Write);
}

void provideMemory() {
  const char *Begin = HeapBegin + TakenAtStart;
  askForLargePages(Begin, sbrk(0));
  providePages(Begin, Begin + LargePage, PageUse::Write);
}

#else

void keepFreedMemory() {}
void provideMemory() {}

#endif

} // namespace memlint

//===- PagesAtStart.cpp - What each run touches, before it does -----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// In the static binary the functions of a short run lie side by side, and so do the constants and
/// variables of the process. A short run comes by most of their pages, and it is quicker to have
/// them all than to ask for each.
///
//===----------------------------------------------------------------------===//

#include "HeapSettings.h"

#include "cuda-memlint/Support/ProvidedPages.h"

#include <elf.h>
#include <link.h>

using namespace memlint;

// What the linker says of the file as it lies in memory, and the name that it has for it.
extern "C" const ElfW(Ehdr) __ehdr_start; // NOLINT(readability-identifier-naming)

/// The last function in function-order.txt: those that a short run executes end here.
extern "C" [[gnu::used, gnu::noinline]] void memlintEndOfOrderedFunctions() { asm volatile(""); }

static void provideSegment(const ElfW(Phdr) & Segment, uintptr_t EndOfConstants) {
  auto *Begin = reinterpret_cast<const char *>(Segment.p_vaddr);
  auto *End = Begin + Segment.p_memsz;
  if (Segment.p_flags & PF_X)
    return providePages(Begin, reinterpret_cast<const char *>(memlintEndOfOrderedFunctions),
                        PageUse::Read);
  if (!(Segment.p_flags & PF_W))
    return providePages(Begin, reinterpret_cast<const char *>(EndOfConstants), PageUse::Read);
  auto *EndOfFile = Begin + Segment.p_filesz;
  providePages(Begin, EndOfFile, PageUse::Read);
  providePages(EndOfFile, End, PageUse::Write);
}

static void provideSegments() {
  auto *Headers = reinterpret_cast<const ElfW(Phdr) *>(
      reinterpret_cast<const char *>(&__ehdr_start) + __ehdr_start.e_phoff);
  uintptr_t EndOfConstants = 0;
  // Behind the constants are tables for exceptions, which nothing throws.
  for (unsigned At = 0; At < __ehdr_start.e_phnum; ++At)
    if (Headers[At].p_type == PT_GNU_EH_FRAME)
      EndOfConstants = Headers[At].p_vaddr;
  for (unsigned At = 0; At < __ehdr_start.e_phnum; ++At)
    if (Headers[At].p_type == PT_LOAD)
      provideSegment(Headers[At], EndOfConstants);
}

/// Before the constructors of variables, which are many.
[[gnu::constructor(101)]] static void providePagesAtStart() {
  provideSegments();
  provideStack();
  keepFreedMemory();
}

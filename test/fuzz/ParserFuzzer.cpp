//===- ParserFuzzer.cpp - A target under libFuzzer ------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// libFuzzer's program for all targets. MEMLINT_FUZZ_TARGET is the name of the one that it tries.
///
//===----------------------------------------------------------------------===//

#include "FuzzTarget.h"

#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace memlint::fuzz;

static Target Chosen;

bool memlint::fuzz::addTest(const char *Name, unsigned /*Copies*/, Target Run) {
  if (sys::Process::GetEnv("MEMLINT_FUZZ_TARGET") == Name)
    Chosen = Run;
  return true;
}

extern "C" int LLVMFuzzerInitialize(int * /*ArgumentCount*/, char *** /*Arguments*/) {
  if (Chosen)
    return 0;
  errs() << "set MEMLINT_FUZZ_TARGET to a folder's name in test/fuzz/seeds\n";
  exit(2);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  Chosen({reinterpret_cast<const char *>(Data), Size});
  return 0;
}

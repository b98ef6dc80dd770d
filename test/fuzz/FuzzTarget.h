//===- FuzzTarget.h - A parser that takes any text --------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A target is a function of a text that must end, without a fault, whatever the text is. Each is a
/// test of FuzzTest's; ParserFuzzer runs one under libFuzzer.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TEST_FUZZ_FUZZTARGET_H
#define CUDA_MEMLINT_TEST_FUZZ_FUZZTARGET_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/ErrorHandling.h"

namespace memlint::fuzz {

using Target = void (*)(llvm::StringRef Input);

/// Makes \p Run a target, which FuzzTest tries on the files of test/fuzz/seeds/\p Name and on
/// \p Copies damaged copies of them; true.
bool addTest(const char *Name, unsigned Copies, Target Run);

/// Ends the program, as a fault does, where \p Holds is false of what \p Input was read as.
inline void require(bool Holds, const char *Property, llvm::StringRef Input) {
  if (!Holds)
    llvm::report_fatal_error(llvm::Twine(Property) + ": " + Input);
}

} // namespace memlint::fuzz

#define MEMLINT_FUZZ_TARGET(Name, Copies)                                                          \
  static void fuzz##Name(llvm::StringRef Input);                                                   \
  [[maybe_unused]] static const bool Has##Name =                                                   \
      memlint::fuzz::addTest(#Name, Copies, fuzz##Name);                                           \
  static void fuzz##Name(llvm::StringRef Input)

#endif // CUDA_MEMLINT_TEST_FUZZ_FUZZTARGET_H

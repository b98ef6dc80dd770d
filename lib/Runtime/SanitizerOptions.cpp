//===- SanitizerOptions.cpp - Settings of the sanitizer build -------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// AddressSanitizer's defaults for programs that link an LLVM which was itself
/// built without it. LLVM's bump allocators, inlined from its headers, poison
/// what they have not handed out yet; LLVM's own code hands it out without
/// unpoisoning it. So poisoning by hand is off; all else stays on.
///
//===----------------------------------------------------------------------===//

extern "C" const char *__asan_default_options();

extern "C" const char *__asan_default_options() { return "allow_user_poisoning=0"; }

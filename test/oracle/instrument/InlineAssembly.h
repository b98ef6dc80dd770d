//===- InlineAssembly.h - PTX in the device module --------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ORACLE_INLINEASSEMBLY_H
#define CUDA_MEMLINT_ORACLE_INLINEASSEMBLY_H

namespace llvm {
class Module;
}

/// Replaces inline PTX by instructions that do the same: reads of special
/// registers, loads and stores, conversions of addresses. Anything else ends
/// the program with its text.
void lowerInlineAssembly(llvm::Module &Device);

#endif // CUDA_MEMLINT_ORACLE_INLINEASSEMBLY_H

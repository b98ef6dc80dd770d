//===- WorkFrames.h - What a working child says -----------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_PROCESS_WORKFRAMES_H
#define CUDA_MEMLINT_LIB_PROCESS_WORKFRAMES_H

#include "cuda-memlint/Process/ForkedWork.h"

namespace memlint {

/// What a child sends: frames of a kind, the number of bytes, and the bytes.
enum class FrameKind : uint8_t { At, Result };

/// Ends this process where nobody reads \p To any more.
void writeFrame(int To, FrameKind Kind, llvm::StringRef Bytes);

/// Takes what a child sent apart; false where it did not come to its result.
bool readFrames(llvm::StringRef Received, WorkResult &Result);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_PROCESS_WORKFRAMES_H

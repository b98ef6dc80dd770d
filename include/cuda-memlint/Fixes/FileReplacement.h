//===- FileReplacement.h - Replacing a file as a whole ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_FIXES_FILEREPLACEMENT_H
#define CUDA_MEMLINT_FIXES_FILEREPLACEMENT_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace memlint {

/// Gives the file at \p Path, whose real path this is, what \p Write writes: a new file beside
/// it takes its place once all is written and \p Confirm, if there is one, agrees. A file that is
/// there already must be a regular one and writable; its permissions stay, and its owner as far as
/// the system lets one. Else a file is made as the process makes files. The error says why, without
/// the path; nothing has changed then.
llvm::Error replaceFile(llvm::StringRef Path,
                        llvm::function_ref<llvm::Error(llvm::raw_ostream &)> Write,
                        llvm::function_ref<llvm::Error()> Confirm = nullptr);

} // namespace memlint

#endif // CUDA_MEMLINT_FIXES_FILEREPLACEMENT_H

//===- TextChange.h - Where positions are after changes ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LANGUAGESERVER_TEXTCHANGE_H
#define CUDA_MEMLINT_LANGUAGESERVER_TEXTCHANGE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace memlint::lsp {

/// Bytes of a text that others took the place of.
struct TextChange {
  size_t At = 0;
  size_t Removed = 0;
  size_t Added = 0;
};

/// What differs between two texts, as one change: all behind their common beginning and before
/// their common end.
TextChange changeBetween(llvm::StringRef Before, llvm::StringRef After);

/// What differs between two texts, as changes one after the other, the last in the text first:
/// lines that both have once, in the same order, stay (patience diff).
std::vector<TextChange> changesBetween(llvm::StringRef Before, llvm::StringRef After);

/// Where the byte at \p Offset is after \p Changes, one after the other; nothing: it was removed.
std::optional<size_t> movedOffset(size_t Offset, llvm::ArrayRef<TextChange> Changes);

/// The same of the end of a range, which what is added behind it does not extend. Where the byte
/// before it was removed, the place of that.
size_t movedEnd(size_t Offset, llvm::ArrayRef<TextChange> Changes);

} // namespace memlint::lsp

#endif // CUDA_MEMLINT_LANGUAGESERVER_TEXTCHANGE_H

//===- HeaderWords.h - The words of headers ---------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which names headers may declare, without a parse of them.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_FRONTEND_HEADERWORDS_H
#define CUDA_MEMLINT_LIB_FRONTEND_HEADERWORDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/xxhash.h"

#include <string>
#include <vector>

namespace memlint {

/// The words of headers and of all that they include, whatever the macros are. A name that is not
/// among them is not declared by them, unless a macro pastes it together. A toolkit has hundreds of
/// thousands of words: only their hashes are kept.
class HeaderWords {
public:
  /// Include directives are looked up in all of \p Folders.
  HeaderWords(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files,
              std::vector<std::string> Folders)
      : Files(std::move(Files)), Folders(std::move(Folders)) {}

  /// Reads what `#include <Name>` may mean, and what is included from there.
  void add(llvm::StringRef Name);
  bool contains(llvm::StringRef Word) const { return Words.contains(hash(Word)); }

private:
  static uint64_t hash(llvm::StringRef Text) { return llvm::xxh3_64bits(Text) >> 1; }

  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files;
  std::vector<std::string> Folders;
  llvm::DenseSet<uint64_t> Words;
  /// Paths, and names that were looked up.
  llvm::DenseSet<uint64_t> Known;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_FRONTEND_HEADERWORDS_H

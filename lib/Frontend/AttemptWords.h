//===- AttemptWords.h - The words of an attempt's headers -------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_FRONTEND_ATTEMPTWORDS_H
#define CUDA_MEMLINT_LIB_FRONTEND_ATTEMPTWORDS_H

#include "cuda-memlint/Frontend/FileReads.h"

#include "HeaderWords.h"

#include <string>
#include <vector>

namespace memlint {

/// The words of the headers that come with one attempt.
struct AttemptWords {
  /// Of what \p First lead to in \p Folders, and of what replaces our headers of CUDA there.
  AttemptWords(const std::vector<std::string> &Folders, const std::vector<std::string> &First);
  AttemptWords(const AttemptWords &) = delete;
  AttemptWords &operator=(const AttemptWords &) = delete;

  /// What the words were read from.
  FileReads Reads;
  HeaderWords Words;
};

/// The words of the attempt with these folders and first headers, read once for all files of the
/// process.
const AttemptWords &findAttemptWords(const std::vector<std::string> &Folders,
                                     const std::vector<std::string> &First);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_FRONTEND_ATTEMPTWORDS_H

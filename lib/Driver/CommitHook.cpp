//===- CommitHook.cpp - What pre-commit hands over ------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Driver/CommitHook.h"

#include "cuda-memlint/Frontend/CompileArguments.h"
#include "cuda-memlint/Frontend/SourceNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace memlint {

/// As in .pre-commit-hooks.yaml.
bool isHeader(StringRef Path) {
  return is_contained({".cuh", ".h", ".hh", ".hpp", ".hxx", ".inl"}, sys::path::extension(Path));
}

size_t countAppendedFiles(ArrayRef<const char *> Arguments) {
  auto *First = Arguments.end();
  for (; First != Arguments.begin(); --First) {
    StringRef Argument = First[-1];
    if ((!isNamedAsSource(Argument) && !isHeader(Argument)) || !sys::fs::exists(Argument))
      break;
    if (First - 1 != Arguments.begin() && wantsValue(First[-2]))
      break;
  }
  return size_t(Arguments.end() - First);
}

/// A file that cannot be read is left to those who say so.
static bool isWithoutKernels(StringRef Path) {
  if (!isHeader(Path) || !sys::fs::is_regular_file(Path))
    return false;
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getFile(Path);
  return Buffer && !(*Buffer)->getBuffer().contains("__global__") &&
         !(*Buffer)->getBuffer().contains("__device__");
}

void dropHeadersWithoutKernels(std::vector<SourceFile> &Files) {
  llvm::erase_if(Files, [](const SourceFile &File) {
    return File.Problem.empty() && isWithoutKernels(File.Path);
  });
}

} // namespace memlint

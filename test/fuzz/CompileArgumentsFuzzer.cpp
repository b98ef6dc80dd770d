//===- CompileArgumentsFuzzer.cpp - Options of compilers ------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Options of nvcc's or Clang's, one a line, and after a form feed the text of a response file,
/// /project/options.txt.
///
//===----------------------------------------------------------------------===//

#include "FuzzTarget.h"

#include "cuda-memlint/Frontend/CompileArguments.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace llvm;
using namespace memlint;

MEMLINT_FUZZ_TARGET(CompileArguments, 500) {
  auto [Text, Response] = Input.split('\f');
  vfs::InMemoryFileSystem Files;
  Files.addFile("/project/options.txt", 0, MemoryBuffer::getMemBufferCopy(Response));
  std::vector<std::string> Arguments;
  for (StringRef Each : split(Text, '\n'))
    Arguments.push_back(Each.str());
  translateCompileArguments(Arguments, "/project", Files);
  consumeError(checkCompileArguments(Arguments, Files));
  for (const std::string &Each : Arguments) {
    wantsValue(Each);
    isCompileOption(Each);
  }
}

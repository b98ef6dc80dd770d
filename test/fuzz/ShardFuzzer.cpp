//===- ShardFuzzer.cpp - Results of a part of the files -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What follows the identity of this program in a shard, behind a hash that is right.
///
//===----------------------------------------------------------------------===//

#include "FuzzTarget.h"

#include "cuda-memlint/Cache/ProgramIdentity.h"
#include "cuda-memlint/Cache/Shard.h"
#include "cuda-memlint/Frontend/FileReads.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/MsgPackWriter.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace memlint;

MEMLINT_FUZZ_TARGET(Shard, 500) {
  std::string Body;
  raw_string_ostream Stream(Body);
  msgpack::Writer(Stream).write(StringRef(programIdentity()));
  Stream << Input;
  SmallString<128> Path;
  int File = -1;
  if (sys::fs::createTemporaryFile("fuzz", "shard", File, Path))
    return;
  FileRemover Remover(Path);
  raw_fd_ostream(File, /*shouldClose=*/true) << "cuda-memlint shard\n"
                                             << toStringRef(ArrayRef(hashContents(Body))) << Body;
  consumeError(readShards({Path.str().str()}).takeError());
}

//===- FakeTools.h - Programs that tests make -------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A folder of shell scripts that stand for NVIDIA's programs.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TEST_UNIT_VERIFY_FAKETOOLS_H
#define CUDA_MEMLINT_TEST_UNIT_VERIFY_FAKETOOLS_H

#include "cuda-memlint/Hardware/Toolchain/WorkFolder.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace memlint {

class FakeTools {
public:
  FakeTools() : Folder(llvm::cantFail(WorkFolder::create())) {}

  /// The absolute path of \p Name in the folder.
  std::string path(const llvm::Twine &Name = "") const { return Folder.file(Name); }

  /// Writes \p Text to the file \p Name and returns its path.
  std::string write(const llvm::Twine &Name, llvm::StringRef Text) const {
    std::string Path = path(Name);
    llvm::cantFail(llvm::errorCodeToError(
        llvm::sys::fs::create_directories(llvm::sys::path::parent_path(Path))));
    std::error_code Failure;
    llvm::raw_fd_ostream Stream(Path, Failure);
    Stream << Text;
    return Path;
  }

  /// Makes the shell script \p Name and returns its path.
  std::string script(const llvm::Twine &Name, llvm::StringRef Body) const {
    std::string Path = write(Name, ("#!/bin/sh\n" + Body + "\n").str());
    llvm::cantFail(llvm::errorCodeToError(
        llvm::sys::fs::setPermissions(Path, llvm::sys::fs::perms(llvm::sys::fs::owner_all))));
    return Path;
  }

  /// What the file \p Name holds; empty when it is not there.
  std::string read(const llvm::Twine &Name) const {
    auto Buffer = llvm::MemoryBuffer::getFile(path(Name));
    return Buffer ? (*Buffer)->getBuffer().str() : "";
  }

private:
  WorkFolder Folder;
};

} // namespace memlint

#endif // CUDA_MEMLINT_TEST_UNIT_VERIFY_FAKETOOLS_H

//===- RegularFile.h - Files of bounded size --------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_SUPPORT_REGULARFILE_H
#define CUDA_MEMLINT_SUPPORT_REGULARFILE_H

#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>

namespace memlint {

/// What the regular file at \p Path holds: a device or a pipe may have no end. An error that
/// calls it \p What, a noun, where it is none, has more than \p MostBytes or cannot be read.
inline llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readRegularFile(llvm::StringRef Path, llvm::StringRef What, uint64_t MostBytes) {
  auto Fail = [&](const llvm::Twine &Why) {
    return llvm::createStringError("cannot read the " + What + " '" + Path + "': " + Why);
  };
  llvm::sys::fs::file_status Status;
  if (std::error_code Code = llvm::sys::fs::status(Path, Status))
    return Fail(Code.message());
  if (!llvm::sys::fs::is_regular_file(Status))
    return Fail("not a regular file");
  if (Status.getSize() > MostBytes)
    return Fail("it is larger than a " + What + " can be");
  // Read, not mapped: somebody may cut it short meanwhile.
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> Buffer =
      llvm::MemoryBuffer::getFile(Path, /*IsText=*/false, /*RequiresNullTerminator=*/false,
                                  /*IsVolatile=*/true);
  if (!Buffer)
    return Fail(Buffer.getError().message());
  return std::move(*Buffer);
}

} // namespace memlint

#endif // CUDA_MEMLINT_SUPPORT_REGULARFILE_H

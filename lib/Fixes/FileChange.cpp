//===- FileChange.cpp - Writing a changed file ----------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Fixes/FileReplacement.h"
#include "cuda-memlint/Fixes/FixPlan.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace memlint {

static Error applyOrSayWhy(const FileChange &Change) {
  sys::fs::file_status Status;
  if (std::error_code Code = sys::fs::status(Change.Path, Status, /*follow=*/false))
    return createStringError(Code.message());
  if (!sys::fs::is_regular_file(Status))
    return createStringError("no longer a regular file");
  auto Write = [&](raw_ostream &Stream) {
    Stream << Change.Changed;
    return Error::success();
  };
  return replaceFile(Change.Path, Write, [&]() -> Error {
    ErrorOr<std::unique_ptr<MemoryBuffer>> Now = MemoryBuffer::getFile(
        Change.Path, /*IsText=*/false, /*RequiresNullTerminator=*/false, /*IsVolatile=*/true);
    if (!Now)
      return createStringError(Now.getError().message());
    if ((*Now)->getBuffer() != Change.Original)
      return createStringError("changed since it was read; run again");
    return Error::success();
  });
}

Error applyChange(const FileChange &Change) {
  if (Error Failure = applyOrSayWhy(Change))
    return createStringError("'" + Change.Path +
                             "' was not changed: " + toString(std::move(Failure)));
  return Error::success();
}

} // namespace memlint

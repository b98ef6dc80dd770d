//===- FileReplacement.cpp - Replacing a file as a whole ------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Fixes/FileReplacement.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Signals.h"

#include <optional>
#include <string>

using namespace llvm;

namespace memlint {

/// A file that is read-only to all is so to the superuser, too.
static bool isWritable(StringRef Path, sys::fs::perms Mode) {
  return (Mode & sys::fs::perms::all_write) != sys::fs::perms::no_perms &&
         !sys::fs::access(Path, sys::fs::AccessMode::Write);
}

Error replaceFile(StringRef Path, function_ref<Error(raw_ostream &)> Write,
                  function_ref<Error()> Confirm) {
  std::optional<sys::fs::file_status> Old(std::in_place);
  if (std::error_code Code = sys::fs::status(Path, *Old, /*follow=*/false)) {
    if (Code != std::errc::no_such_file_or_directory)
      return createStringError(Code.message());
    Old.reset();
  } else if (!sys::fs::is_regular_file(*Old)) {
    return createStringError("not a regular file");
  } else if (!isWritable(Path, Old->permissions())) {
    return createStringError("read-only");
  }

  // What others may not read is not written where they may.
  unsigned Mode = Old ? unsigned(sys::fs::owner_read | sys::fs::owner_write)
                      : unsigned(sys::fs::all_read | sys::fs::all_write);
  SmallString<256> Beside;
  int Descriptor = -1;
  if (std::error_code Code = sys::fs::createUniqueFile(Path + ".%%%%%%%%.tmp", Descriptor, Beside,
                                                       sys::fs::OF_None, Mode))
    return createStringError("cannot create a file next to it: " + Code.message());
  sys::RemoveFileOnSignal(Beside);
  auto Remove = make_scope_exit([&] { sys::fs::remove(Beside); });
  auto Forget = make_scope_exit([&] { sys::DontRemoveFileOnSignal(Beside); });
  raw_fd_ostream Stream(Descriptor, /*shouldClose=*/true);
  Error Failure = Write(Stream);
  Stream.flush();
  std::error_code ModeCode;
  if (Old) {
    // The mode comes last, as a change of the owner takes bits from it.
    (void)sys::fs::changeFileOwnership(Descriptor, Old->getUser(), Old->getGroup());
    ModeCode = sys::fs::setPermissions(Descriptor, Old->permissions());
  }
  Stream.close();
  std::error_code WriteCode = Stream.error();
  Stream.clear_error();
  if (Failure)
    return Failure;
  if (WriteCode)
    return createStringError(WriteCode.message());
  if (ModeCode)
    return createStringError("cannot preserve its permissions: " + ModeCode.message());
  if (Confirm)
    if (Error Objection = Confirm())
      return Objection;
  if (std::error_code Code = sys::fs::rename(Beside, Path))
    return createStringError(Code.message());
  Remove.release();
  return Error::success();
}

} // namespace memlint

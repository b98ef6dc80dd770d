//===- WorkFolder.cpp - Temporary files -----------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Hardware/Toolchain/WorkFolder.h"

#include "cuda-memlint/Process/SignalCleanup.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <cstdlib>
#include <utility>

using namespace llvm;

namespace memlint {

Expected<WorkFolder> WorkFolder::create(bool Keep) {
  SmallString<128> Parent;
  sys::path::system_temp_directory(/*ErasedOnReboot=*/true, Parent);
  sys::fs::make_absolute(Parent);
  SmallString<128> Template(Parent);
  sys::path::append(Template, "cuda-memlint-XXXXXX");
  WorkFolder Result;
  // Not LLVM's createUniqueDirectory, whose folders others may read.
  if (!mkdtemp(const_cast<char *>(Template.c_str())))
    return createStringError("cannot make a folder for temporary files in '" + Parent + "': " +
                             sys::StrError(errno) + "; set TMPDIR to a folder that can be written");
  Result.Path = Template.str().str();
  Result.Keep = Keep;
  if (!Keep)
    Result.Slot = removeFolderOnSignal(Result.Path);
  return Result;
}

WorkFolder::WorkFolder(WorkFolder &&Other)
    : Path(std::exchange(Other.Path, {})), Keep(Other.Keep), Slot(std::exchange(Other.Slot, -1)) {}

WorkFolder &WorkFolder::operator=(WorkFolder &&Other) {
  if (this != &Other) {
    remove();
    Path = std::exchange(Other.Path, {});
    Keep = Other.Keep;
    Slot = std::exchange(Other.Slot, -1);
  }
  return *this;
}

WorkFolder::~WorkFolder() { remove(); }

void WorkFolder::remove() {
  if (Path.empty() || Keep)
    return;
  // On a signal in between, it is removed twice at worst.
  sys::fs::remove_directories(Path);
  forgetFolder(Slot);
  Path.clear();
}

std::string WorkFolder::file(const Twine &Name) const {
  SmallString<128> Result(Path);
  sys::path::append(Result, Name);
  return Result.str().str();
}

Error writeText(StringRef Path, StringRef Text) {
  if (std::error_code Code = sys::fs::create_directories(sys::path::parent_path(Path)))
    return createStringError("cannot write '" + Path + "': " + Code.message());
  return writeToOutput(Path, [Text](raw_ostream &Stream) {
    Stream << Text;
    return Error::success();
  });
}

Expected<std::unique_ptr<MemoryBuffer>> readText(StringRef Path) {
  auto Text = MemoryBuffer::getFile(Path);
  if (!Text)
    return createStringError("cannot read '" + Path + "': " + Text.getError().message());
  return std::move(*Text);
}

} // namespace memlint

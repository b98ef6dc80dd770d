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
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

using namespace llvm;

namespace memlint {

static constexpr StringLiteral NamePrefix = "cuda-memlint-";

/// In folders that are not kept. Its lock ends with its process, however that does.
static constexpr StringLiteral OwnerName = ".owner";

/// Makes the file that says whose \p Folder is; its descriptor, or -1: the folder will not be taken
/// for abandoned.
static int markAsOwned(const Twine &Folder) {
  // Nobody sees it under its name before it is locked.
  std::string Name = (Folder + "/" + OwnerName).str(), New = Name + ".new";
  int File = open(New.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (File < 0)
    return -1;
  if (flock(File, LOCK_EX | LOCK_NB) == 0 && rename(New.c_str(), Name.c_str()) == 0)
    return File;
  ::close(File);
  unlink(New.c_str());
  return -1;
}

/// Removes the folders in \p Parent that processes of this user have left behind which could not
/// remove them, as after SIGKILL.
static void removeAbandoned(StringRef Parent) {
  std::error_code Code;
  for (sys::fs::directory_iterator At(Parent, Code, /*follow_symlinks=*/false), End;
       At != End && !Code; At.increment(Code)) {
    const std::string &Folder = At->path();
    sys::fs::file_status Status;
    if (!sys::path::filename(Folder).starts_with(NamePrefix) ||
        sys::fs::status(Folder, Status, /*follow=*/false) ||
        Status.type() != sys::fs::file_type::directory_file || Status.getUser() != geteuid())
      continue;
    int File = open((Folder + "/" + OwnerName).str().c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (File < 0)
      continue;
    if (flock(File, LOCK_EX | LOCK_NB) == 0)
      sys::fs::remove_directories(Folder);
    ::close(File);
  }
}

Expected<WorkFolder> WorkFolder::create(bool Keep) {
  SmallString<128> Parent;
  sys::path::system_temp_directory(/*ErasedOnReboot=*/true, Parent);
  sys::fs::make_absolute(Parent);
  removeAbandoned(Parent);
  SmallString<128> Template(Parent);
  sys::path::append(Template, NamePrefix + "XXXXXX");
  WorkFolder Result;
  // Not LLVM's createUniqueDirectory, whose folders others may read.
  if (!mkdtemp(const_cast<char *>(Template.c_str())))
    return createStringError("cannot make a folder for temporary files in '" + Parent + "': " +
                             sys::StrError(errno) + "; set TMPDIR to a folder that can be written");
  Result.Path = Template.str().str();
  Result.Keep = Keep;
  if (!Keep) {
    Result.Slot = removeFolderOnSignal(Result.Path);
    Result.Owner = markAsOwned(Result.Path);
  }
  return Result;
}

WorkFolder::WorkFolder(WorkFolder &&Other)
    : Path(std::exchange(Other.Path, {})), Keep(Other.Keep), Slot(std::exchange(Other.Slot, -1)),
      Owner(std::exchange(Other.Owner, -1)) {}

WorkFolder &WorkFolder::operator=(WorkFolder &&Other) {
  if (this != &Other) {
    remove();
    Path = std::exchange(Other.Path, {});
    Keep = Other.Keep;
    Slot = std::exchange(Other.Slot, -1);
    Owner = std::exchange(Other.Owner, -1);
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
  if (Owner >= 0)
    ::close(std::exchange(Owner, -1));
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

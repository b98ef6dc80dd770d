//===- tools/cuda-memlint/Output.cpp - Where messages and reports go ------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Output.h"

#include "cuda-memlint/Fixes/FileReplacement.h"
#include "cuda-memlint/Report/SourceText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <optional>
#include <unistd.h>

using namespace llvm;

namespace memlint {

void printError(StringRef Message) {
  errs() << "cuda-memlint: error: " << printableText(Message) << '\n';
}

void printLongError(StringRef Message) {
  auto [First, Rest] = Message.split('\n');
  printError(First);
  for (StringRef Line : split(Rest, '\n'))
    if (!Line.empty())
      errs() << printableText(Line) << '\n';
}

/// The descriptor by which \p At has been opened as an output of this process: /dev/stdout, and
/// what the shell has sent it to.
static std::optional<int> openedDescriptor(const sys::fs::file_status &At) {
  for (int Descriptor : {STDOUT_FILENO, STDERR_FILENO}) {
    sys::fs::file_status Status;
    if (!sys::fs::status(Descriptor, Status) && sys::fs::equivalent(At, Status))
      return Descriptor;
  }
  return std::nullopt;
}

/// Whether \p Path names a descriptor, as /dev/fd/5 does.
static bool namesDescriptor(StringRef Path) {
  SmallString<256> Folder(sys::path::parent_path(Path)), Real;
  return !Folder.empty() && !sys::fs::real_path(Folder, Real) && Real.starts_with("/proc/");
}

/// Into what is not a file that could be replaced.
static Error writeInto(raw_fd_ostream &Stream, StringRef Text) {
  Stream << Text;
  Stream.flush();
  std::error_code Code = Stream.error();
  Stream.clear_error();
  return Code ? createStringError(Code.message()) : Error::success();
}

static Error writeTo(StringRef Path, function_ref<Error(raw_ostream &)> Write) {
  sys::fs::file_status Status;
  std::error_code StatusCode = sys::fs::status(Path, Status);
  bool IsDangling = StatusCode && sys::fs::is_symlink_file(Path);
  if (!IsDangling && (StatusCode || sys::fs::is_regular_file(Status)) && !namesDescriptor(Path) &&
      (StatusCode || !openedDescriptor(Status))) {
    SmallString<256> Real;
    return replaceFile(sys::fs::real_path(Path, Real) ? Path : Real.str(), Write);
  }
  // A pipe or device, or a link to what is not there yet.
  std::string Text;
  raw_string_ostream Buffer(Text);
  if (Error Failure = Write(Buffer))
    return Failure;
  if (std::optional<int> Opened = StatusCode ? std::nullopt : openedDescriptor(Status)) {
    raw_fd_ostream Stream(*Opened, /*shouldClose=*/false, /*unbuffered=*/true);
    return writeInto(Stream, Text);
  }
  std::error_code Code;
  raw_fd_ostream Stream(Path, Code);
  return Code ? createStringError(Code.message()) : writeInto(Stream, Text);
}

Error checkWritable(StringRef Path) {
  if (Path.empty() || Path == "-")
    return Error::success();
  auto Fails = [&](const Twine &Why) {
    return createStringError("cannot write '" + Path + "': " + Why);
  };
  SmallString<256> Absolute(Path);
  if (std::error_code Code = sys::fs::make_absolute(Absolute))
    return Fails(Code.message());
  if (sys::fs::is_directory(Absolute))
    return Fails("is a directory");
  // A device or a pipe may be in a folder where nothing can be made.
  bool IsReplaced = !sys::fs::exists(Absolute) || sys::fs::is_regular_file(Absolute);
  if (!IsReplaced || namesDescriptor(Absolute))
    return Error::success();
  if (std::error_code Code =
          sys::fs::access(sys::path::parent_path(Absolute), sys::fs::AccessMode::Write))
    return Fails(Code.message());
  return Error::success();
}

bool writeOutput(StringRef Path, function_ref<Error(raw_ostream &)> Write) {
  if (!Path.empty() && Path != "-") {
    if (Error Failure = writeTo(Path, Write)) {
      printError("cannot write '" + Path.str() + "': " + toString(std::move(Failure)));
      return false;
    }
    return true;
  }
  if (Error Failure = Write(outs())) {
    printError(toString(std::move(Failure)));
    return false;
  }
  outs().flush();
  if (std::error_code Code = outs().error()) {
    outs().clear_error();
    printError("cannot write to standard output: " + Code.message());
    return false;
  }
  return true;
}

} // namespace memlint

//===- RecordingLibrary.cpp - The library that records launches -----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Builds it where it is to run: only there are CUPTI's headers, and a C++ library that fits.
///
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Hardware/Record/Recorder.h"

#include "cuda-memlint/Frontend/PathList.h"
#include "cuda-memlint/Hardware/Toolchain/ProgramBuild.h"
#include "cuda-memlint/Hardware/Toolchain/ToolText.h"
#include "cuda-memlint/Support/EmbeddedFile.h"
#include "cuda-memlint/Support/RealPaths.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace memlint {

extern const EmbeddedFile RecordingFiles[];
extern const size_t RecordingFilesCount;

static constexpr StringLiteral LibraryName = "libcuda-memlint-record.so";

/// The first of \p Names in the first of \p Folders of the toolkit at \p Root that holds one;
/// empty: none does.
static std::string findInToolkit(StringRef Root, ArrayRef<StringRef> Folders,
                                 ArrayRef<StringRef> Names) {
  for (StringRef Folder : Folders)
    for (StringRef Name : Names) {
      SmallString<256> Path(Root);
      sys::path::append(Path, Folder, Name);
      if (sys::fs::exists(Path))
        return Path.str().str();
    }
  return "";
}

/// What decides the library, besides the machine.
static std::string identityOf(StringRef Nvcc) {
  BLAKE3 Hasher;
  for (const EmbeddedFile &File : ArrayRef(RecordingFiles, RecordingFilesCount))
    Hasher.update(StringRef(File.Contents, File.Size));
  Hasher.update(Nvcc);
  Hasher.update(versionOf(Nvcc, ", V"));
  constexpr size_t Bytes = 16;
  return toHex(Hasher.final<Bytes>(), /*LowerCase=*/true);
}

static Error buildLibrary(StringRef Nvcc, StringRef IncludeFolder, StringRef Output,
                          const WorkFolder &Folder) {
  std::string Source;
  for (const EmbeddedFile &File : ArrayRef(RecordingFiles, RecordingFilesCount)) {
    std::string Path = Folder.file(File.Path);
    if (Error Failure = writeText(Path, StringRef(File.Contents, File.Size)))
      return Failure;
    if (sys::path::extension(File.Path) == ".cpp")
      Source = Path;
  }
  BuildRequest Request;
  Request.Source = "memlint_record.cpp";
  auto Build = [&](StringRef CompilerOptions) {
    std::vector<std::string> Arguments = {"-std=c++17", "-O2",
                                          "-shared",    "-cudart",
                                          "none",       "-I" + quoteForPathList(IncludeFolder),
                                          "-Xcompiler", CompilerOptions.str(),
                                          "-Xlinker",   "--exclude-libs=ALL",
                                          "-ldl"};
    return runNvcc(Nvcc, Request, std::move(Arguments), Source, Output, Folder).takeError();
  };
  // The program may have loaded an older C++ library. Not every system has the static one.
  if (!errorToBool(Build("-fPIC,-fvisibility=hidden,-static-libstdc++,-static-libgcc")))
    return Error::success();
  return Build("-fPIC,-fvisibility=hidden");
}

Expected<RecordingLibrary> findRecordingLibrary(const Toolchain &Tools, StringRef CacheFolder,
                                                const WorkFolder &Folder) {
  Expected<std::string> Nvcc = Tools.nvcc();
  if (!Nvcc)
    return Nvcc.takeError();
  std::string Resolved = realPath(*Nvcc);
  StringRef Root = sys::path::parent_path(sys::path::parent_path(Resolved));
  std::string Header = findInToolkit(Root,
                                     {"extras/CUPTI/include", "include",
                                      "targets/x86_64-linux/include", "targets/sbsa-linux/include"},
                                     {"cupti.h"});
  if (Header.empty())
    return createStringError("cupti.h was not found in the toolkit '" + Root +
                             "': install the package cuda-cupti-dev of the CUDA toolkit");
  RecordingLibrary Result;
  Result.Cupti = findInToolkit(
      Root,
      {"extras/CUPTI/lib64", "lib64", "lib", "targets/x86_64-linux/lib", "targets/sbsa-linux/lib"},
      // Python packages have no link without a version.
      {"libcupti.so", "libcupti.so.13", "libcupti.so.12"});
  SmallString<256> Kept(CacheFolder);
  sys::path::append(Kept, "recorder", identityOf(*Nvcc), LibraryName);
  if (!CacheFolder.empty() && sys::fs::is_regular_file(Kept)) {
    Result.Path = absolutePath(Kept);
    return Result;
  }
  Result.Path = Folder.file(LibraryName);
  if (Error Failure = buildLibrary(*Nvcc, sys::path::parent_path(Header), Result.Path, Folder))
    return std::move(Failure);
  if (CacheFolder.empty())
    return Result;
  // Where it cannot be kept, it is built again next time.
  Expected<std::unique_ptr<MemoryBuffer>> Built = readText(Result.Path);
  if (!Built)
    return Built.takeError();
  if (Error Failure = writeText(Kept, (*Built)->getBuffer()))
    consumeError(std::move(Failure));
  return Result;
}

} // namespace memlint

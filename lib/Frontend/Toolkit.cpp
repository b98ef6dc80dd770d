//===- Toolkit.cpp - An installed CUDA toolkit ----------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Frontend/Toolkit.h"

#include "cuda-memlint/Frontend/SourceFileSystem.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"

using namespace llvm;

namespace memlint {

bool Toolkit::hasHeader(vfs::FileSystem &FileSystem, StringRef Name) const {
  for (const std::string &Folder : IncludeFolders)
    if (FileSystem.exists(Folder + "/" + Name))
      return true;
  return false;
}

std::optional<unsigned> Toolkit::version(vfs::FileSystem &FileSystem) const {
  for (const std::string &Folder : IncludeFolders) {
    auto Header = FileSystem.getBufferForFile(Folder + "/cuda_runtime_api.h");
    if (!Header)
      continue;
    StringRef Number = (*Header)->getBuffer().split("#define CUDART_VERSION").second.ltrim(" \t");
    unsigned Version = 0;
    if (!Number.consumeInteger(10, Version))
      return Version;
  }
  return std::nullopt;
}

Expected<Toolkit> openToolkit(vfs::FileSystem &FileSystem, StringRef Path) {
  Toolkit Result;
  Result.Path = Path.rtrim('/').str();
  if (Result.Path.empty())
    Result.Path = Path.str();
  // CUDA 13 moved thrust, cub and libcu++ to include/cccl. Cross toolkits and
  // packaged ones keep all headers under targets/.
  for (StringRef Base : {"/include", "/targets/x86_64-linux/include", "/targets/sbsa-linux/include",
                         "/targets/aarch64-linux/include"}) {
    std::string Folder = Result.Path + Base.str();
    if (!FileSystem.exists(Folder + "/cuda_runtime.h"))
      continue;
    if (FileSystem.exists(Folder + "/cccl"))
      Result.IncludeFolders.push_back(Folder + "/cccl");
    Result.IncludeFolders.push_back(Folder);
    return Result;
  }
  return createStringError("no CUDA toolkit at '" + Path +
                           "': no include/cuda_runtime.h; pass the folder that contains 'include', "
                           "such as /usr/local/cuda");
}

/// Of the toolkit that has the nvcc at \p Compiler, which is often reached through a link,
/// /usr/bin/nvcc.
static std::string folderOfCompiler(vfs::FileSystem &FileSystem, StringRef Compiler) {
  SmallString<128> RealPath;
  if (FileSystem.getRealPath(Compiler, RealPath))
    RealPath = Compiler;
  return sys::path::parent_path(sys::path::parent_path(RealPath)).str();
}

std::optional<Toolkit> toolkitOfCompiler(vfs::FileSystem &FileSystem, StringRef Compiler) {
  if (sys::path::stem(Compiler) != "nvcc" || !sys::path::is_absolute(Compiler))
    return std::nullopt;
  return expectedToOptional(openToolkit(FileSystem, folderOfCompiler(FileSystem, Compiler)));
}

std::optional<Toolkit> discoverToolkit(vfs::FileSystem &FileSystem) {
  std::vector<std::string> Candidates;
  for (const char *Variable : {"CUDA_PATH", "CUDA_HOME"})
    if (std::optional<std::string> Value = sys::Process::GetEnv(Variable); Value && !Value->empty())
      Candidates.push_back(*Value);
  if (ErrorOr<std::string> Nvcc = sys::findProgramByName("nvcc"))
    Candidates.push_back(folderOfCompiler(FileSystem, *Nvcc));
  Candidates.push_back("/usr/local/cuda");
  Candidates.push_back("/opt/cuda");
  for (const std::string &Candidate : Candidates) {
    if (Expected<Toolkit> Found = openToolkit(FileSystem, Candidate))
      return std::move(*Found);
    else
      consumeError(Found.takeError());
  }
  return std::nullopt;
}

const std::optional<Toolkit> &installedToolkit() {
  static const std::optional<Toolkit> Discovered = discoverToolkit(*sourceFileSystem());
  return Discovered;
}

} // namespace memlint

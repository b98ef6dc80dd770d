//===- Toolchain.cpp - Where NVIDIA's programs are ------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Hardware/Toolchain/Toolchain.h"

#include "cuda-memlint/Frontend/Toolkit.h"
#include "cuda-memlint/Support/RealPaths.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/VersionTuple.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace llvm;

namespace memlint {

/// Shown to say where a program was looked for; a PATH can be long.
constexpr size_t MaximumFoldersShown = 12;

ToolSearch ToolSearch::fromEnvironment(StringRef CudaPath) {
  ToolSearch Result;
  if (!CudaPath.empty()) {
    Result.Toolkits.push_back(CudaPath.str());
  } else {
    for (const char *Variable : {"CUDA_PATH", "CUDA_HOME"})
      if (std::optional<std::string> Value = sys::Process::GetEnv(Variable);
          Value && !Value->empty())
        Result.Toolkits.push_back(*Value);
    if (std::optional<Toolkit> Found = discoverToolkit(*vfs::getRealFileSystem()))
      Result.Toolkits.push_back(Found->Path);
  }
  if (std::optional<std::string> Value = sys::Process::GetEnv("PATH")) {
    SmallVector<StringRef, 32> Folders;
    StringRef(*Value).split(Folders, sys::EnvPathSeparator, -1, /*KeepEmpty=*/false);
    for (StringRef Folder : Folders)
      Result.Path.push_back(Folder.str());
  }
  Result.ProfilerFolders = {"/opt/nvidia/nsight-compute"};
  // The driver's own, that of the Windows subsystem, and those of Tegra processors.
  Result.DeviceFiles = {"/dev/nvidiactl", "/dev/dxg", "/dev/nvgpu", "/dev/nvhost-gpu"};
  return Result;
}

std::vector<std::string> Toolchain::toolkitFolders(StringRef Within) const {
  std::vector<std::string> Result;
  for (const std::string &Toolkit : Search.Toolkits)
    Result.push_back(joinPath(Toolkit, Within));
  return Result;
}

std::vector<std::string> Toolchain::profilerFolders() const {
  std::vector<std::pair<VersionTuple, std::string>> Versions;
  for (const std::string &Folder : Search.ProfilerFolders) {
    std::error_code Failure;
    for (sys::fs::directory_iterator It(Folder, Failure), End; !Failure && It != End;
         It.increment(Failure)) {
      VersionTuple Version;
      // tryParse() is true on failure.
      if (!Version.tryParse(sys::path::filename(It->path())))
        Versions.push_back({Version, It->path()});
    }
  }
  llvm::sort(Versions, [](const auto &A, const auto &B) { return B < A; });
  std::vector<std::string> Result;
  for (auto &[Version, Path] : Versions)
    Result.push_back(std::move(Path));
  return Result;
}

Expected<std::string> Toolchain::find(StringRef Name, ArrayRef<std::string> Folders,
                                      StringRef Remedy) const {
  SmallVector<StringRef, 16> Given(Folders.begin(), Folders.end());
  // Without folders LLVM would look into the PATH of this process.
  if (!Given.empty())
    if (ErrorOr<std::string> Found = sys::findProgramByName(Name, Given)) {
      SmallString<128> Absolute(*Found);
      sys::fs::make_absolute(Absolute);
      return Absolute.str().str();
    }
  std::vector<StringRef> Shown;
  for (StringRef Folder : Given)
    if (!is_contained(Shown, Folder))
      Shown.push_back(Folder);
  bool Shortened = Shown.size() > MaximumFoldersShown;
  if (Shortened)
    Shown.resize(MaximumFoldersShown);
  std::string Looked = Shown.empty() ? "nowhere" : "in " + llvm::join(Shown, ", ");
  if (Shortened)
    Looked += ", ...";
  return createStringError(Name + " was not found (looked " + Looked + "): " + Remedy);
}

Expected<std::string> Toolchain::nvcc() const {
  std::vector<std::string> Folders = toolkitFolders();
  append_range(Folders, Search.Path);
  return find("nvcc", Folders,
              "install the CUDA toolkit, or name its folder with --cuda-path or CUDA_HOME");
}

Expected<std::string> Toolchain::ncu() const {
  std::vector<std::string> Folders = Search.Path;
  append_range(Folders, toolkitFolders());
  append_range(Folders, profilerFolders());
  return find("ncu", Folders, "install Nsight Compute, or add its folder to PATH");
}

Expected<std::string> Toolchain::computeSanitizer() const {
  std::vector<std::string> Folders = toolkitFolders();
  append_range(Folders, toolkitFolders("compute-sanitizer"));
  append_range(Folders, Search.Path);
  return find("compute-sanitizer", Folders,
              "install the package cuda-sanitizer of the CUDA toolkit, or add its folder to PATH");
}

Expected<std::string> Toolchain::cuobjdump() const {
  std::vector<std::string> Folders = toolkitFolders();
  append_range(Folders, Search.Path);
  return find("cuobjdump", Folders,
              "install the package cuda-cuobjdump of the CUDA toolkit, or add its folder to PATH");
}

bool Toolchain::hasDevice() const {
  return any_of(Search.DeviceFiles, [](const std::string &File) { return sys::fs::exists(File); });
}

} // namespace memlint

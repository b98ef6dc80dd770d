//===- Examination.cpp - What a machine has -------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Examination.h"

#include "cuda-memlint/Cache/ResultStore.h"
#include "cuda-memlint/Checks/Check.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Configuration/ConfigurationSearch.h"
#include "cuda-memlint/Driver/SourceFiles.h"
#include "cuda-memlint/Frontend/SourceFileSystem.h"
#include "cuda-memlint/Frontend/Toolkit.h"
#include "cuda-memlint/Hardware/Toolchain/DriverState.h"
#include "cuda-memlint/Hardware/Toolchain/ToolText.h"
#include "cuda-memlint/Hardware/Toolchain/Toolchain.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Support/RealPaths.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include <unistd.h>

using namespace llvm;

namespace memlint {

/// A finding in a kernel that is not on disk.
static Examined examineAnalysis() {
  Examined Result = {.Name = "analysis", .IsEssential = true};
  DriverOptions Options;
  Options.Checks = allChecks();
  std::string Path = absolutePath("cuda-memlint-doctor.cu");
  Options.Frontend.Toolkit = ToolkitMode::Embedded;
  Options.Frontend.Overlay[Path] =
      "#include <cuda_runtime.h>\n"
      "__global__ void column(float *to) { to[threadIdx.x * 32] = 0; }\n"
      "void launch(float *to) { column<<<64, 256>>>(to); }\n";
  Expected<FileAnalysis> File = analyseFile(Path, Options);
  if (!File)
    Result.Description = toString(File.takeError());
  else if (File->Parsed != ParseState::Whole)
    Result.Description = File->Errors.front().Message;
  else if (File->Kernels.empty() || File->Kernels.front().Findings.empty())
    Result.Description = "an uncoalesced store was not found";
  if (Result.Description.empty()) {
    Result.Description = "a kernel was analysed with the embedded CUDA headers";
    return Result;
  }
  Result.State = ExaminedState::Problem;
  Result.Consequence = "nothing works";
  Result.Remedy = "install cuda-memlint again";
  return Result;
}

static Examined examineToolkit(const DoctorCommand &Command) {
  Examined Result = {.Name = "CUDA toolkit"};
  auto FileSystem = sourceFileSystem();
  if (Command.CudaPath.empty()) {
    std::optional<Toolkit> Found = discoverToolkit(*FileSystem);
    if (Found) {
      Result.Description = Found->Path;
      return Result;
    }
    Result.State = ExaminedState::Missing;
    Result.Description = "not found";
  } else {
    Expected<Toolkit> Named = openToolkit(*FileSystem, Command.CudaPath);
    if (Named) {
      Result.Description = Named->Path;
      return Result;
    }
    Result.State = ExaminedState::Problem;
    Result.IsEssential = true;
    Result.Description = toString(Named.takeError());
  }
  Result.Consequence = "files that need more than the embedded headers (CUTLASS, cuDNN, all of "
                       "Thrust and CUB) are not analysed whole";
  Result.Remedy = "install the CUDA toolkit, or name its folder with --cuda-path or CUDA_HOME";
  return Result;
}

/// \p Mark stands before the version in what the program prints of itself.
static Examined examineProgram(StringLiteral Name, Expected<std::string> Path, StringRef Mark,
                               StringRef Consequence) {
  Examined Result = {.Name = Name};
  if (!Path) {
    // "ncu was not found (looked in …): install …".
    std::string Message = toString(Path.takeError());
    auto [What, Remedy] = StringRef(Message).split("): ");
    Result.State = ExaminedState::Missing;
    Result.Description = "not found (" + What.split(" (").second.str() + ")";
    Result.Consequence = Consequence;
    Result.Remedy = Remedy;
    return Result;
  }
  std::string Version = versionOf(*Path, Mark);
  Result.Description = (Version.empty() ? "" : Version + ", ") + *Path;
  return Result;
}

static Examined examineDevice(const Toolchain &Tools) {
  Examined Result = {.Name = "GPU"};
  std::vector<std::string> Devices = listDevices();
  if (!Devices.empty()) {
    Result.Description = join(Devices, "; ");
    return Result;
  }
  if (Tools.hasDevice()) {
    Result.Description = "the driver shows one; nvidia-smi lists none";
    return Result;
  }
  Result.State = ExaminedState::Missing;
  Result.Description = "not found";
  Result.Consequence = "--verify, --verify-sanitizer and record cannot run programs here";
  Result.Remedy = "measure on another machine with --emit-bundle and --import-bundle";
  return Result;
}

static Examined examineCounters() {
  Examined Result = {.Name = "GPU counters"};
  auto Parameters = MemoryBuffer::getFileAsStream("/proc/driver/nvidia/params");
  std::optional<bool> Restricted =
      Parameters ? restrictsCounters((*Parameters)->getBuffer()) : std::nullopt;
  if (Restricted && (!*Restricted || geteuid() == 0)) {
    Result.Description = *Restricted ? "readable as root" : "readable by all users";
    return Result;
  }
  Result.Consequence = "--verify may have to count with an instrumented copy of the source";
  if (!Restricted) {
    Result.State = ExaminedState::Missing;
    Result.Description = "no NVIDIA driver says who may read them";
    Result.Remedy = "on a machine with a GPU, install the driver";
    return Result;
  }
  Result.State = ExaminedState::Problem;
  Result.Description = "the driver lets only administrators read them";
  Result.Remedy = "as administrator, load the driver with the option "
                  "NVreg_RestrictProfilingToAdminUsers=0; in a container, start it with "
                  "--cap-add=SYS_ADMIN";
  return Result;
}

/// The configurations that hold for files in the current folder, the nearest first.
static Expected<std::vector<std::string>> findConfigurations() {
  std::vector<std::string> Paths;
  std::string Folder = absolutePath(".");
  for (StringRef Each = Folder; !Each.empty(); Each = sys::path::parent_path(Each)) {
    SmallString<256> Path = Each;
    sys::path::append(Path, ConfigurationSearch::FileName);
    sys::fs::file_status Status;
    if (sys::fs::status(Path, Status, /*follow=*/false))
      continue;
    Expected<Configuration> Own = readConfiguration(Path);
    if (!Own)
      return Own.takeError();
    Paths.push_back(Path.str().str());
    if (!Own->InheritParent)
      break;
  }
  return Paths;
}

static Examined examineConfiguration(const DoctorCommand &Command) {
  Examined Result = {.Name = "configuration", .IsEssential = true};
  if (Command.Configurations.Off) {
    Result.Description = "none is read (--no-config)";
    return Result;
  }
  Expected<std::vector<std::string>> Paths = std::vector<std::string>{Command.Configurations.Path};
  if (Command.Configurations.Path.empty())
    Paths = findConfigurations();
  Expected<Configuration> Whole = effectiveConfiguration("file.cu", Command.Configurations);
  if (!Paths || !Whole) {
    Result.Description = toString(joinErrors(Paths.takeError(), Whole.takeError()));
    Result.Description = StringRef(Result.Description).split('\n').first.str();
    Result.State = ExaminedState::Problem;
    Result.Consequence = "files that it is for are not analysed";
    Result.Remedy = "correct it, or pass --no-config";
    return Result;
  }
  Result.Description =
      Paths->empty() ? "none in the current folder or above; defaults" : join(*Paths, ", then ");
  return Result;
}

static std::string databaseIn(StringRef Folder) {
  SmallString<256> Path = Folder;
  sys::path::append(Path, "compile_commands.json");
  return sys::path::remove_leading_dotslash(Path).str();
}

std::string findDatabaseFolder() {
  for (StringRef Folder : {".", "build"})
    if (sys::fs::exists(databaseIn(Folder)))
      return Folder.str();
  return "";
}

static Examined examineDatabase(const DoctorCommand &Command) {
  Examined Result = {.Name = "compilation database"};
  bool IsNamed = !Command.Database.empty();
  std::string Folder = IsNamed ? Command.Database : findDatabaseFolder();
  if (!Folder.empty()) {
    Expected<std::vector<SourceFile>> Sources = findSourceFiles({}, Folder, *sourceFileSystem());
    // One without sources is the problem that stands for them.
    if (Sources && Sources->front().Problem.empty()) {
      Result.Description = IsNamed ? Folder + ", " + formatNumberOf(Sources->size(), "CUDA source")
                                   : databaseIn(Folder) + ", which -p " + Folder + " uses";
      return Result;
    }
    Result.State = ExaminedState::Problem;
    Result.IsEssential = IsNamed;
    Result.Description = Sources ? Sources->front().Problem : toString(Sources.takeError());
  } else {
    Result.State = ExaminedState::Missing;
    Result.Description = "not found in the current folder or build";
  }
  Result.Consequence = "folders of headers and macros are not known";
  Result.Remedy = "pass compile options after --, or have CMake write a database "
                  "(CMAKE_EXPORT_COMPILE_COMMANDS) and name its folder with -p";
  return Result;
}

/// Of the files in \p Folder itself.
static uint64_t bytesIn(const std::string &Folder) {
  uint64_t Bytes = 0;
  std::error_code Failure;
  for (sys::fs::directory_iterator It(Folder, Failure), End; !Failure && It != End;
       It.increment(Failure))
    if (ErrorOr<sys::fs::basic_file_status> Status = It->status())
      Bytes += Status->type() == sys::fs::file_type::regular_file ? Status->getSize() : 0;
  return Bytes;
}

static Examined examineCache(const DoctorCommand &Command) {
  Examined Result = {.Name = "cache"};
  const std::string &Folder = Command.CacheFolder;
  // It is made when it is needed, with the folders above.
  std::string Existing = Folder.empty() ? "" : absolutePath(Folder);
  while (!Existing.empty() && !sys::fs::exists(Existing))
    Existing = sys::path::parent_path(Existing).str();
  if (!Existing.empty() && sys::fs::is_directory(Existing) &&
      !sys::fs::access(Existing, sys::fs::AccessMode::Write)) {
    constexpr uint64_t Megabyte = 1 << 20;
    Result.Description =
        Folder + (sys::fs::exists(Folder) ? ", " + formatCount(bytesIn(Folder) / Megabyte) + " MB"
                                          : ", which is made by the first run");
    return Result;
  }
  Result.State = ExaminedState::Problem;
  Result.Description =
      Folder.empty() ? "the system names no folder for it" : "cannot be written: " + Folder;
  Result.Consequence = "each run analyses everything anew";
  Result.Remedy = "name a folder with --cache-dir";
  return Result;
}

std::vector<Examined> examineMachine(const DoctorCommand &Command) {
  Toolchain Tools(ToolSearch::fromEnvironment(Command.CudaPath));
  return {
      examineAnalysis(),
      examineConfiguration(Command),
      examineDatabase(Command),
      examineCache(Command),
      examineToolkit(Command),
      examineProgram("nvcc", Tools.nvcc(), ", V",
                     "--verify, --verify-code, --verify-sanitizer and record do not work"),
      examineProgram("ncu", Tools.ncu(), "Version ",
                     "--verify counts with an instrumented copy of the source"),
      examineProgram("compute-sanitizer", Tools.computeSanitizer(), "Version ",
                     "--verify-sanitizer does not work"),
      examineProgram("cuobjdump", Tools.cuobjdump(), ", V", "--verify-code does not work"),
      examineDevice(Tools),
      examineCounters(),
  };
}

} // namespace memlint

//===- SourceSettings.cpp - With what one file is read --------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceSettings.h"

#include "cuda-memlint/Frontend/EmbeddedHeaders.h"
#include "cuda-memlint/Frontend/FileReads.h"
#include "cuda-memlint/Frontend/IncludedNames.h"
#include "cuda-memlint/Frontend/PathList.h"
#include "cuda-memlint/Frontend/SourceFileSystem.h"

#include "HipSources.h"
#include "HostSources.h"
#include "StandardHeaders.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace memlint {

Expected<TranslatedArguments> argumentsOfFile(StringRef Path, const FrontendOptions &Options) {
  IntrusiveRefCntPtr<vfs::FileSystem> Files = recordReads(sourceFileSystem(), Options.Reads);
  if (auto Found = Options.FileArguments.find(Path.str()); Found != Options.FileArguments.end())
    return translateCompileArguments(Found->second, /*Folder=*/"", *Files);
  if (Options.CompilationDatabase.empty())
    return TranslatedArguments();
  Expected<std::optional<CompileCommand>> Command =
      findCompileCommand(Options.CompilationDatabase, Path, *Files);
  if (!Command)
    return Command.takeError();
  if (!*Command)
    return TranslatedArguments();
  TranslatedArguments Result =
      translateCompileArguments((*Command)->Arguments, (*Command)->Folder, *Files);
  Result.Compiler = std::move((*Command)->Compiler);
  return Result;
}

SourceSettings::SourceSettings(StringRef Path, const FrontendOptions &Options)
    : Files(recordReads(sourceFileSystem(), Options.Reads)), Path(Path), Options(Options) {}

Error SourceSettings::read(StringRef Contents) {
  if (Error Failure = readOptions())
    return Failure;
  IsHip = isHipSource(Path, findIncludes(Contents), Arguments);
  if (Error Failure = chooseDevice())
    return Failure;
  return openNamedToolkit();
}

Error SourceSettings::becomeHip() {
  IsHip = true;
  Installed.reset();
  return chooseDevice();
}

Error SourceSettings::readOptions() {
  Expected<TranslatedArguments> OfFile = argumentsOfFile(Path, Options);
  if (!OfFile)
    return OfFile.takeError();
  Arguments = std::move(*OfFile);
  TranslatedArguments Given =
      translateCompileArguments(Options.CompileArguments, /*Folder=*/"", *Files);
  append_range(Arguments.ClangArguments, Given.ClangArguments);
  for (size_t Next = 1; Next < Arguments.ClangArguments.size(); ++Next) {
    StringRef Option = Arguments.ClangArguments[Next - 1], File = Arguments.ClangArguments[Next];
    if ((Option == "-include" || Option == "-imacros") && !canBeIncluded(File))
      return createStringError(Option + ": '" + File +
                               "' cannot be included: its path contains a quote or line break");
  }
  Arguments.SaysCuda |= Given.SaysCuda;
  Arguments.SaysHip |= Given.SaysHip;
  if (!Given.Architectures.empty())
    Arguments.Architectures = Given.Architectures;
  return Error::success();
}

Error SourceSettings::chooseDevice() {
  if (!Options.Architecture.empty()) {
    Expected<Architecture> Parsed = parseArchitecture(Options.Architecture);
    if (!Parsed)
      return Parsed.takeError();
    Device = *Parsed;
  } else {
    std::optional<Architecture> Newest = newestArchitecture(Arguments.Architectures);
    StringRef Default = IsHip ? DefaultHipArchitecture : FrontendOptions::DefaultArchitecture;
    Device = Newest ? *Newest : cantFail(parseArchitecture(Default));
    if (!Newest && IsHip && !Arguments.Architectures.empty())
      Device.Asked = Arguments.Architectures.front();
  }
  return Error::success();
}

/// Takes the toolkit that the options name; HIP is read with the headers of the binary only.
Error SourceSettings::openNamedToolkit() {
  if (IsHip)
    return Error::success();
  if (Options.Toolkit == ToolkitMode::Path ||
      (Options.Toolkit == ToolkitMode::Auto && !Options.ToolkitPath.empty())) {
    Expected<Toolkit> Opened = openToolkit(*Files, Options.ToolkitPath);
    if (!Opened)
      return Opened.takeError();
    Installed = std::move(*Opened);
  }
  return Error::success();
}

std::optional<unsigned> SourceSettings::majorVersionOfNamedToolkit() const {
  if (IsHip)
    return std::nullopt;
  std::optional<Toolkit> Named = Options.ToolkitPath.empty()
                                     ? toolkitOfCompiler(*Files, Arguments.Compiler)
                                     : expectedToOptional(openToolkit(*Files, Options.ToolkitPath));
  std::optional<unsigned> Version = Named ? Named->version(*Files) : std::nullopt;
  return Version ? std::optional(*Version / 1000) : std::nullopt;
}

void SourceSettings::findInstalledHeaders() {
  if (Options.Toolkit == ToolkitMode::Auto && !Installed && !IsHip)
    Installed = installedToolkit();
  if (!Options.ForceEmbeddedHostHeaders)
    Host = installedHostHeaders();
}

std::vector<std::string> SourceSettings::includedFirst(CudaHeaders Headers) const {
  if (Headers == CudaHeaders::Toolkit)
    return {"__clang_cuda_runtime_wrapper.h",
            (EmbeddedStandInFolder + "/__memlint_host_functions.h").str(),
            (EmbeddedStandInFolder + "/__memlint_device_functions.h").str()};
  std::vector<std::string> Result;
  if (Headers == CudaHeaders::EmbeddedWithStandard)
    Result.push_back("__memlint_standard_headers.h");
  if (IsHip)
    Result.push_back("hip/hip_runtime.h");
  else if (Result.empty())
    Result.push_back("cuda_runtime.h");
  if (WithTextureReferences)
    Result.push_back("__memlint_texture_references.h");
  if (WithRandomStates)
    Result.push_back("curand_kernel.h");
  return Result;
}

std::vector<std::string> SourceSettings::listFolders(CudaHeaders Headers) const {
  std::vector<std::string> Result;
  if (Headers == CudaHeaders::OfC) {
    Result = {EmbeddedClangFolder.str()};
    append_range(Result, Host.CFolders);
    if (Installed)
      append_range(Result, Installed->IncludeFolders);
    return Result;
  }
  if (Headers == CudaHeaders::Toolkit)
    Result = {(EmbeddedClangFolder + "/cuda_wrappers").str()};
  else
    Result = {EmbeddedCudaFolder.str(), EmbeddedLibraryFolder.str(), EmbeddedOutlineFolder.str()};
  if (IsHip)
    Result.insert(Result.begin(), EmbeddedHipFolder.str());
  append_range(Result, Host.CxxFolders);
  if (Host.CxxFolders.empty())
    Result.push_back(EmbeddedCxxFolder.str());
  Result.push_back(EmbeddedClangFolder.str());
  append_range(Result, Host.CFolders);
  if (Host.CFolders.empty())
    Result.push_back(EmbeddedCFolder.str());
  if (Headers == CudaHeaders::Toolkit)
    append_range(Result, Installed->IncludeFolders);
  Result.push_back(EmbeddedStandInFolder.str());
  return Result;
}

/// What decides for which device, and as which language, a file of CUDA is read.
std::vector<std::string> SourceSettings::argumentsForCuda() const {
  std::vector<std::string> Result = {
      "-triple", "nvptx64-nvidia-cuda", "-aux-triple", HostTriple, "-fsyntax-only", "-target-cpu",
      Device.clangName(), "-fcuda-is-device", "-fcuda-allow-variadic-functions",
      // The newest of the toolkit versions that Clang 19 knows. It decides only
      // how a launch is lowered to calls.
      "-target-sdk-version=12.5", "-target-feature", "+ptx85", "-x", "cuda"};
  if (Device.clangName() != Device.name())
    append_range(Result,
                 ArrayRef<std::string>{"-U__CUDA_ARCH__",
                                       "-D__CUDA_ARCH__=" + std::to_string(Device.macroValue())});
  if (Device.Suffix == 'a')
    Result.push_back("-D__CUDA_ARCH_FEAT_SM" + std::to_string(Device.Number) + "_ALL=1");
  return Result;
}

std::vector<std::string> SourceSettings::makeArguments(CudaHeaders Headers) const {
  if (Headers == CudaHeaders::OfC)
    return argumentsForC(HostTriple, Arguments.ClangArguments, listFolders(Headers));
  std::vector<std::string> Result =
      IsHip ? argumentsForHip(HostTriple, Device) : argumentsForCuda();
  append_range(Result,
               ArrayRef<StringRef>{"-std=gnu++17", "-fgnuc-version=4.2.1", "-fcxx-exceptions",
                                   "-fexceptions", "-fdeprecated-macro", "-ferror-limit", "0",
                                   // Code may nest deeper than Clang's limits, which end the parse.
                                   "-fbracket-depth", "4096", "-fno-spell-checking",
                                   "-fno-caret-diagnostics", "-nostdsysteminc", "-nobuiltininc"});
  auto Add = [&Result](std::initializer_list<StringRef> Texts) {
    for (StringRef Text : Texts)
      Result.push_back(Text.str());
  };
  if (Device.isAmd())
    Add({"-D", "__MEMLINT_LANES=" + std::to_string(Device.WarpLanes)});
  // What the user includes by -include may be CUDA, too.
  for (const std::string &Header : includedFirst(Headers))
    Add({"-include", Header});
  // The user's folders come first, as in every compiler.
  append_range(Result, IsHip ? withOwnHipHeaders(Arguments.ClangArguments, *Files)
                             : Arguments.ClangArguments);
  if (Headers != CudaHeaders::Toolkit && !IsHip)
    Add({"-D__NVCC__=1", "-D__CUDACC__=1"});
  // Clang does not say with which nvcc its headers come; sources ask for it.
  constexpr unsigned EmbeddedVersion = 13000;
  std::optional<unsigned> Version =
      Headers == CudaHeaders::Toolkit ? Installed->version(*Files) : EmbeddedVersion;
  if (Version && !IsHip)
    Add({"-D__CUDACC_VER_MAJOR__=" + std::to_string(*Version / 1000),
         "-D__CUDACC_VER_MINOR__=" + std::to_string(*Version % 1000 / 10),
         "-D__CUDACC_VER_BUILD__=0"});
  for (const std::string &Folder : listFolders(Headers))
    Add({is_contained(Host.CFolders, Folder) || (Host.CFolders.empty() && Folder == EmbeddedCFolder)
             ? "-internal-externc-isystem"
             : "-internal-isystem",
         Folder});
  return Result;
}

bool SourceSettings::isOnlyInToolkit(StringRef Name) const {
  if (!Installed || isEmbeddedCudaHeader(Name) || isEmbeddedLibraryHeader(Name))
    return false;
  SmallString<256> Beside = sys::path::parent_path(Path);
  sys::path::append(Beside, Name);
  return !Files->exists(Beside) && Installed->hasHeader(*Files, Name);
}

} // namespace memlint

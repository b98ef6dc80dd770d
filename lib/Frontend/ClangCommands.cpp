//===- ClangCommands.cpp - CUDA for tools that are built on Clang ---------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Frontend/ClangCommands.h"

#include "CompilationDatabase.h"

#include "cuda-memlint/Frontend/Architecture.h"
#include "cuda-memlint/Frontend/CompileArguments.h"
#include "cuda-memlint/Frontend/SourceFileSystem.h"
#include "cuda-memlint/Frontend/Toolkit.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace memlint {

bool isClangCommandMacro(StringRef Name) {
  return is_contained({"__NVCC__", "__CUDACC__", "__CUDACC_VER_MAJOR__", "__CUDACC_VER_MINOR__",
                       "__CUDACC_VER_BUILD__", "__CUDA_ARCH__"},
                      Name) ||
         Name == ArchitectureMacroName;
}

bool isClangHeaderFolder(StringRef Folder) {
  SmallString<256> Sibling = sys::path::parent_path(Folder);
  sys::path::append(Sibling, "cuda", "__memlint_standard_headers.h");
  return sys::fs::exists(Sibling);
}

namespace {

class CommandMaker {
public:
  CommandMaker(const FrontendOptions &Options, StringRef Configuration)
      : Options(Options), Configuration(Configuration) {}

  Error findToolkit();
  Error readDatabase(ArrayRef<std::string> Files);
  json::Array run(ArrayRef<std::string> Files);

private:
  void add(StringRef Path, const json::Object *Entry);
  bool isCuda(StringRef Path, const json::Object *Entry) const;
  json::Array makeArguments(StringRef Path, const json::Object *Entry) const;

  const FrontendOptions &Options;
  StringRef Configuration;
  IntrusiveRefCntPtr<vfs::FileSystem> FileSystem = sourceFileSystem();
  std::vector<std::string> ToolkitFolders;
  /// With the canonical path of each.
  std::vector<std::pair<std::string, json::Object>> Entries;
  json::Array Result;
};

} // namespace

Error CommandMaker::findToolkit() {
  std::optional<Toolkit> Installed;
  if (!Options.ToolkitPath.empty()) {
    Expected<Toolkit> Opened = openToolkit(*FileSystem, Options.ToolkitPath);
    if (!Opened)
      return Opened.takeError();
    Installed = std::move(*Opened);
  } else if (Options.Toolkit == ToolkitMode::Auto) {
    Installed = discoverToolkit(*FileSystem);
  }
  if (Installed)
    ToolkitFolders = Installed->IncludeFolders;
  return Error::success();
}

Error CommandMaker::readDatabase(ArrayRef<std::string> Files) {
  if (Options.CompilationDatabase.empty())
    return Error::success();
  return forEachCommand(Options.CompilationDatabase, *FileSystem, [&](const json::Object &Entry) {
    std::optional<StringRef> Name = Entry.getString("file");
    // Comparing the last part first spares a look at the disk for each entry.
    bool IsWanted = Name && (Files.empty() || any_of(Files, [&](StringRef File) {
                               return sys::path::filename(File) == sys::path::filename(*Name);
                             }));
    if (IsWanted)
      Entries.emplace_back(canonicalPath(*FileSystem, folderOfCommand(Entry), *Name), Entry);
    return true;
  });
}

/// Whether the file at \p Path has a word of the language extensions.
static bool holdsDeviceCode(StringRef Path) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = sourceFileSystem()->getBufferForFile(Path);
  return Buffer && ((*Buffer)->getBuffer().contains("__global__") ||
                    (*Buffer)->getBuffer().contains("__device__"));
}

bool CommandMaker::isCuda(StringRef Path, const json::Object *Entry) const {
  StringRef Extension = sys::path::extension(Path);
  if (Extension == ".cu" || Extension == ".cuh")
    return true;
  if (Entry)
    return saysCuda(argumentsOfCommand(*Entry));
  return is_contained({"", ".h", ".hh", ".hpp", ".hxx", ".inl", ".inc", ".ipp", ".tpp"},
                      Extension) &&
         holdsDeviceCode(Path);
}

json::Array CommandMaker::makeArguments(StringRef Path, const json::Object *Entry) const {
  TranslatedArguments Translated;
  if (Entry)
    Translated =
        translateCompileArguments(argumentsOfCommand(*Entry), folderOfCommand(*Entry), *FileSystem);
  TranslatedArguments Given =
      translateCompileArguments(Options.CompileArguments, /*Folder=*/"", *FileSystem);
  append_range(Translated.ClangArguments, Given.ClangArguments);
  if (!Given.Architectures.empty())
    Translated.Architectures = Given.Architectures;
  if (!Options.Architecture.empty())
    Translated.Architectures = {Options.Architecture};
  std::optional<Architecture> Named = newestArchitecture(Translated.Architectures);
  Architecture Device =
      Named ? *Named : cantFail(parseArchitecture(FrontendOptions::DefaultArchitecture));

  json::Array Arguments{"clang++", "--config=" + Configuration.str(),
                        "--cuda-gpu-arch=" + Device.clangName(),
                        ("-D" + ArchitectureMacroName + "=").str() + (Named ? Named->name() : "")};
  if (Device.name() != Device.clangName()) {
    Arguments.push_back("-U__CUDA_ARCH__");
    Arguments.push_back("-D__CUDA_ARCH__=" + std::to_string(Device.macroValue()));
  }
  for (const std::string &Argument : Translated.ClangArguments)
    Arguments.push_back(Argument);
  for (const std::string &Folder : ToolkitFolders) {
    Arguments.push_back("-idirafter");
    Arguments.push_back(Folder);
  }
  Arguments.push_back(Path.str());
  return Arguments;
}

void CommandMaker::add(StringRef Path, const json::Object *Entry) {
  if (Entry && !isCuda(Path, Entry)) {
    json::Object Unchanged = *Entry;
    Unchanged["file"] = Path.str();
    Result.push_back(std::move(Unchanged));
    return;
  }
  std::string Folder = Entry ? folderOfCommand(*Entry).str() : std::string();
  if (Folder.empty())
    if (ErrorOr<std::string> Current = FileSystem->getCurrentWorkingDirectory())
      Folder = *Current;
  json::Array Arguments;
  if (isCuda(Path, Entry)) {
    Arguments = makeArguments(Path, Entry);
  } else {
    Arguments.push_back("clang++");
    for (const std::string &Argument : Options.CompileArguments)
      Arguments.push_back(Argument);
    Arguments.push_back(Path.str());
  }
  Result.push_back(json::Object{
      {"directory", Folder}, {"file", Path.str()}, {"arguments", std::move(Arguments)}});
}

/// \p Name, relative to \p Folder or, without one, to the current folder.
static std::string absoluteName(vfs::FileSystem &FileSystem, StringRef Folder, StringRef Name) {
  SmallString<256> Absolute;
  if (!sys::path::is_absolute(Name))
    Absolute = Folder;
  sys::path::append(Absolute, Name);
  FileSystem.makeAbsolute(Absolute);
  sys::path::remove_dots(Absolute, /*remove_dot_dot=*/false);
  return Absolute.str().str();
}

json::Array CommandMaker::run(ArrayRef<std::string> Files) {
  for (const std::string &File : Files) {
    std::string Path = canonicalPath(*FileSystem, "", File);
    auto Found = find_if(Entries, [&](const auto &Entry) { return Entry.first == Path; });
    add(absoluteName(*FileSystem, "", File), Found == Entries.end() ? nullptr : &Found->second);
  }
  if (Files.empty())
    for (const auto &[Path, Entry] : Entries)
      add(absoluteName(*FileSystem, folderOfCommand(Entry), *Entry.getString("file")), &Entry);
  return std::move(Result);
}

Expected<json::Array> makeClangCommands(ArrayRef<std::string> Files, const FrontendOptions &Options,
                                        StringRef Configuration) {
  CommandMaker Maker(Options, Configuration);
  if (Error Failure = Maker.findToolkit())
    return std::move(Failure);
  if (Error Failure = Maker.readDatabase(Files))
    return std::move(Failure);
  return Maker.run(Files);
}

} // namespace memlint

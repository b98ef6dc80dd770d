//===- ConfiguredFiles.cpp - Files with their configurations --------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Driver/ConfiguredFiles.h"

#include "cuda-memlint/Configuration/ConfigurationSearch.h"
#include "cuda-memlint/Frontend/Architecture.h"
#include "cuda-memlint/Frontend/CompileArguments.h"
#include "cuda-memlint/Frontend/SourceFileSystem.h"
#include "cuda-memlint/Frontend/Toolkit.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

namespace {

/// Configurations by file.
class Finder {
public:
  explicit Finder(const ConfigurationSource &From) : From(From) {
    Devices = translateCompileArguments(From.CommandLine.CompileOptions, /*Folder=*/"",
                                        *sourceFileSystem())
                  .Architectures;
  }

  /// Nothing where the file has no configuration.
  Expected<std::optional<Configuration>> of(StringRef Path);

  /// That of compile options on the command line; empty: none.
  std::string device() const {
    std::optional<Architecture> Newest = newestArchitecture(Devices);
    return Newest ? Newest->name() : std::string();
  }

private:
  Error checkToolkit(const Configuration &Whole, StringRef Path) const;

  const ConfigurationSource &From;
  ConfigurationSearch Search;
  std::shared_ptr<const Configuration> ForAll;
  /// Compile options on the command line are as good as --arch.
  std::vector<std::string> Devices;
};

} // namespace

/// Once, instead of for each file.
Error Finder::checkToolkit(const Configuration &Whole, StringRef Path) const {
  if (!From.CommandLine.Toolkit.empty() || settingsFor(Whole).Toolkit != ToolkitMode::Path)
    return Error::success();
  Expected<Toolkit> Opened = openToolkit(*sourceFileSystem(), Whole.Toolkit);
  if (!Opened)
    return createStringError("toolkit in the configuration of '" + Path +
                             "': " + toString(Opened.takeError()));
  return Error::success();
}

Expected<std::optional<Configuration>> Finder::of(StringRef Path) {
  if (From.Off)
    return std::nullopt;
  std::shared_ptr<const Configuration> Found = ForAll;
  if (!Found && !From.Path.empty()) {
    Expected<Configuration> Read = readConfiguration(From.Path);
    if (!Read)
      return Read.takeError();
    Found = ForAll = std::make_shared<const Configuration>(std::move(*Read));
  } else if (!Found) {
    Expected<std::shared_ptr<const Configuration>> Nearest = Search.find(Path);
    if (!Nearest)
      return Nearest.takeError();
    Found = std::move(*Nearest);
  }
  if (!Found)
    return std::nullopt;
  Configuration Whole = *Found;
  if (!Devices.empty()) {
    Whole.Architecture.clear();
    Whole.OtherArchitectures.clear();
  }
  Whole.add(From.CommandLine);
  if (Error Failure = checkToolkit(Whole, Path))
    return std::move(Failure);
  return Whole;
}

Expected<Configuration> effectiveConfiguration(StringRef Path, const ConfigurationSource &From) {
  Finder Configurations(From);
  Expected<std::optional<Configuration>> Found = Configurations.of(Path);
  if (!Found)
    return Found.takeError();
  Configuration Whole = Found->value_or(From.CommandLine);
  if (Whole.Architecture.empty())
    Whole.Architecture = Configurations.device();
  return Whole;
}

Expected<std::shared_ptr<const std::map<std::string, FileSettings>>>
configureFiles(std::vector<SourceFile> &Files, const ConfigurationSource &From) {
  auto Settings = std::make_shared<std::map<std::string, FileSettings>>();
  Finder Configurations(From);
  std::vector<SourceFile> Kept;
  for (SourceFile &File : Files) {
    if (File.Problem.empty()) {
      Expected<std::optional<Configuration>> Found = Configurations.of(File.Path);
      if (!Found)
        return Found.takeError();
      if (*Found) {
        FileSettings OfFile = settingsFor(**Found);
        if (OfFile.ignores(File.Path))
          continue;
        Settings->emplace(File.Path, std::move(OfFile));
      }
    }
    Kept.push_back(std::move(File));
  }
  Files = std::move(Kept);
  return Settings;
}

} // namespace memlint

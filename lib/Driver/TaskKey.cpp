//===- TaskKey.cpp - What decides the analysis of a file ------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TaskKey.h"

#include "cuda-memlint/Cache/ProgramIdentity.h"
#include "cuda-memlint/Frontend/HostHeaders.h"
#include "cuda-memlint/Frontend/Toolkit.h"
#include "cuda-memlint/Snapshot/Snapshot.h"
#include "cuda-memlint/Support/RealPaths.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"

#include <concepts>
#include <cstdlib>
#include <tuple>

using namespace llvm;

namespace memlint {

// The fields that decide the analysis of one file. A field that is added does not compile before it
// is decided here whether it does.

static auto decidingFields(const SourcePosition &Of) {
  const auto &[Path, Line, Column, EndLine, EndColumn, InMacro, InHeader] = Of;
  return std::tie(Path, Line, Column, EndLine, EndColumn, InMacro, InHeader);
}

static auto decidingFields(const StatedFact &Of) {
  const auto &[Text, Position, OfSeveral] = Of;
  return std::tie(Text, Position, OfSeveral);
}

static auto decidingFields(const ConfiguredFact &Of) {
  const auto &[Kernels, Fact, Position] = Of;
  return std::tie(Kernels, Fact);
}

static auto decidingFields(const KernelBudget &Of) {
  const auto &[Kernels, Space, Measure, Most, Position] = Of;
  return std::tie(Kernels, Space, Measure, Most, Position);
}

static auto decidingFields(const LaunchRequest &Of) {
  const auto &[Kernel, Grid, Block, DynamicSharedBytes, Arguments, NamedArguments, Origin,
               Position] = Of;
  return std::tie(Kernel, Grid, Block, DynamicSharedBytes, Arguments, NamedArguments, Origin);
}

static auto decidingFields(const RecordedLaunches &Of) {
  // The text decides the kernels.
  const auto &[Path, Hash, Device, HasSeveralDevices, Kernels] = Of;
  return std::tie(Hash);
}

static auto decidingFields(const FrontendOptions &Of) {
  // FileArguments are those of all files; those of one are added below, as is CompilationDatabase,
  // however it is named, and Overlay if it is read. Reads gives nothing.
  const auto &[Architecture, Toolkit, ToolkitPath, CompileArguments, CompilationDatabase,
               FileArguments, Overlay, ForceEmbeddedHostHeaders, InstantiationSteps, Reads] = Of;
  return std::tie(Architecture, Toolkit, ToolkitPath, CompileArguments, ForceEmbeddedHostHeaders,
                  InstantiationSteps);
}

static auto decidingFields(const FileSettings &Of) {
  // DriverOptions::forFile() has put the others in their places, or refineFindings() and who
  // reports apply them to the result.
  const auto &[Checks, Levels, Launches, Recordings, Arguments, Facts, Budgets, PossibleRaces,
               Limits, Architecture, OtherArchitectures, Toolkit, ToolkitPath, CompileArguments,
               Ignored, FailOn, Remarks] = Of;
  return std::tie(Facts, Budgets);
}

static auto decidingFields(const DriverOptions &Of) {
  // A task is for one device. OfFile is of all files; Limits and SuppressKnown are for
  // refineFindings(). Who reads the tree finds no result that was kept. The others give nothing.
  // DriverOptions::forFile() has added RunOfFile to Recordings. What ShortRaces cut short is not
  // kept.
  const auto &[Frontend, OtherDevices, Launches, Recordings, RunOfFile, Arguments, Checks,
               InstantiateTemplates, Budget, PossibleRaces, ShortRaces, Limits, SeveralFiles,
               OfFile, ReadTree, AtKernel, SuppressKnown, AllFiles, Cache] = Of;
  return std::tie(Frontend, Launches, Recordings, Arguments, Checks, InstantiateTemplates, Budget,
                  PossibleRaces, SeveralFiles);
}

static auto decidingFields(const Toolkit &Of) {
  const auto &[Path, IncludeFolders] = Of;
  return std::tie(Path, IncludeFolders);
}

static auto decidingFields(const HostHeaders &Of) {
  const auto &[CxxFolders, CFolders] = Of;
  return std::tie(CxxFolders, CFolders);
}

template <typename T>
concept HasDecidingFields = requires(const T &Of) { decidingFields(Of); };

namespace {

/// Hashes values so that different sequences of them have different bytes.
class KeyBuilder {
public:
  template <typename T>
    requires std::integral<T> || std::is_enum_v<T>
  void add(T Number) {
    std::array<uint8_t, 8> Bytes;
    support::endian::write64le(Bytes.data(), uint64_t(Number));
    Hasher.update(Bytes);
  }
  void add(double Number) { add(bit_cast<uint64_t>(Number)); }
  void add(StringRef Text) {
    add(Text.size());
    Hasher.update(Text);
  }
  void add(const std::string &Text) { add(StringRef(Text)); }
  void add(const Check *const &Each) { add(StringRef(Each->Name)); }
  template <typename T> void add(const std::vector<T> &Elements) { addAll(Elements); }
  template <typename T, size_t Size> void add(const std::array<T, Size> &Elements) {
    addAll(Elements);
  }
  template <typename Key, typename Value> void add(const std::map<Key, Value> &Elements) {
    addAll(Elements);
  }
  template <typename First, typename Second> void add(const std::pair<First, Second> &Both) {
    add(Both.first);
    add(Both.second);
  }
  template <typename T> void add(const std::shared_ptr<const T> &Shared) { add(*Shared); }
  template <typename T> void add(const std::optional<T> &Field) {
    add(Field.has_value());
    if (Field)
      add(*Field);
  }
  template <HasDecidingFields T> void add(const T &Record) {
    std::apply([this](const auto &...Each) { (this->add(Each), ...); }, decidingFields(Record));
  }

  CacheKey key() { return Hasher.final<sizeof(CacheKey)>(); }

private:
  template <typename T> void addAll(const T &Elements) {
    add(Elements.size());
    for (const auto &Each : Elements)
      add(Each);
  }

  BLAKE3 Hasher;
};

} // namespace

CacheKey keyOfTask(FileTask Task, StringRef Path, const DriverOptions &Given,
                   const OutsideFacts &Facts, bool ReadsOverlay) {
  KeyBuilder Key;
  Key.add(programIdentity());
  Key.add(Task);
  Key.add(Path);
  SmallString<256> Folder;
  sys::fs::current_path(Folder);
  Key.add(Folder.str());
  // Clang's __DATE__.
  const char *Epoch = std::getenv("SOURCE_DATE_EPOCH");
  Key.add(StringRef(Epoch ? Epoch : ""));

  DriverOptions Options = Given.forFile(Path);
  Key.add(Options);
  std::optional<std::vector<std::string>> Arguments;
  if (auto Found = Options.Frontend.FileArguments.find(Path.str());
      Found != Options.Frontend.FileArguments.end())
    Arguments = Found->second;
  Key.add(Arguments);
  const std::string &Database = Options.Frontend.CompilationDatabase;
  Key.add(Database.empty() ? Database : realPath(Database));
  const FileSettings *Settings = Options.settingsOf(Path);
  Key.add(Settings ? std::optional(*Settings) : std::nullopt);
  if (Options.Frontend.Toolkit == ToolkitMode::Auto && Options.Frontend.ToolkitPath.empty())
    Key.add(installedToolkit());
  if (!Options.Frontend.ForceEmbeddedHostHeaders)
    Key.add(installedHostHeaders());
  Key.add(saveFacts(Facts));
  if (ReadsOverlay)
    Key.add(Options.Frontend.Overlay);
  return Key.key();
}

} // namespace memlint

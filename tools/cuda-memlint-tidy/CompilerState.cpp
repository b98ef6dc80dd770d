//===- CompilerState.cpp - The options of clang-tidy's compiler -----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompilerState.h"

#include "cuda-memlint/Frontend/ClangCommands.h"
#include "cuda-memlint/Frontend/HostHeaders.h"
#include "cuda-memlint/Support/RealPaths.h"

#include "clang/Basic/FileManager.h"
#include "clang/Basic/LangStandard.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Basic/TargetOptions.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/TargetParser/Host.h"

using namespace llvm;

namespace memlint {
namespace {

std::string absolutePath(const clang::FileManager &Files, StringRef Path) {
  SmallString<256> Absolute(Path);
  Files.makeAbsolutePath(Absolute);
  return Absolute.str().str();
}

/// Distinguishes the user's include folders from those that Clang's driver adds, which a -cc1
/// command lists alike.
class DriverFolders {
public:
  explicit DriverFolders(const clang::HeaderSearchOptions &Search)
      : ResourceFolder(realPath(Search.ResourceDir)) {
    HostHeaders Host = findHostHeaders(*vfs::getRealFileSystem(), sys::getDefaultTargetTriple());
    for (const auto *Folders : {&Host.CxxFolders, &Host.CFolders})
      for (const std::string &Folder : *Folders)
        Known.insert(realPath(Folder));
  }

  bool contains(StringRef Folder) const {
    std::string Real = realPath(Folder);
    return Known.contains(Real) || StringRef(Real).starts_with(ResourceFolder) ||
           isClangHeaderFolder(Real);
  }

private:
  std::string ResourceFolder;
  StringSet<> Known;
};

class StateReader {
public:
  StateReader(clang::Preprocessor &Preprocessor, const clang::SourceManager &Sources)
      : Preprocessor(Preprocessor), Sources(Sources), Files(Sources.getFileManager()) {}

  FrontendOptions run() {
    readIncludeFolders();
    readMacros();
    readLanguage();
    readArchitecture();
    readChangedFiles();
    return std::move(Result);
  }

private:
  void add(StringRef Option, StringRef Value) {
    Result.CompileArguments.push_back(Option.str());
    Result.CompileArguments.push_back(Value.str());
  }

  void readIncludeFolders();
  void readMacros();
  void readLanguage();
  void readArchitecture();
  void readChangedFiles();

  clang::Preprocessor &Preprocessor;
  const clang::SourceManager &Sources;
  clang::FileManager &Files;
  FrontendOptions Result;
  /// Its value, where it is defined.
  std::optional<std::string> ArchitectureMacro;
};

} // namespace

static bool usesClangsCudaWrapper(const clang::PreprocessorOptions &Options) {
  return is_contained(Options.Includes, "__clang_cuda_runtime_wrapper.h");
}

void StateReader::readIncludeFolders() {
  const clang::HeaderSearchOptions &Search =
      Preprocessor.getHeaderSearchInfo().getHeaderSearchOpts();
  DriverFolders Drivers(Search);
  // With its own CUDA wrapper, the driver appends the toolkit's folder, too.
  const clang::HeaderSearchOptions::Entry *DriversToolkit = nullptr;
  if (usesClangsCudaWrapper(Preprocessor.getPreprocessorOpts()))
    for (const auto &Entry : Search.UserEntries)
      if (Entry.Group == clang::frontend::System &&
          sys::fs::exists(absolutePath(Files, Entry.Path) + "/cuda_runtime.h"))
        DriversToolkit = &Entry;

  for (const auto &Entry : Search.UserEntries) {
    std::string Path = absolutePath(Files, Entry.Path);
    if (Entry.IsFramework || &Entry == DriversToolkit)
      continue;
    switch (Entry.Group) {
    case clang::frontend::Quoted:
      add("-iquote", Path);
      break;
    case clang::frontend::Angled:
      add("-I", Path);
      break;
    case clang::frontend::System:
      if (!Drivers.contains(Path))
        add("-isystem", Path);
      break;
    case clang::frontend::After:
      // Where clang-tidy.cfg's user puts a toolkit for what the installed headers lack.
      if (!Drivers.contains(Path) && !sys::fs::exists(Path + "/cuda_runtime.h"))
        add("-idirafter", Path);
      break;
    default:
      // Of a language that is not CUDA, or of the C library: all the driver's.
      break;
    }
  }
}

void StateReader::readMacros() {
  const clang::PreprocessorOptions &Options = Preprocessor.getPreprocessorOpts();
  for (const auto &[Text, IsUndefined] : Options.Macros) {
    StringRef Value = Text;
    if (Value.consume_front(ArchitectureMacroName)) {
      Value.consume_front("=");
      ArchitectureMacro = Value.str();
    } else if (!isClangCommandMacro(Text.substr(0, Text.find('=')))) {
      add(IsUndefined ? "-U" : "-D", Text);
    }
  }
  for (const std::string &Name : Options.MacroIncludes)
    add("-imacros", absolutePath(Files, Name));
  for (const std::string &Name : Options.Includes) {
    // Those of Clang's driver and of clang-tidy.cfg, and the one that nvcc's users may name.
    if (is_contained({"__clang_cuda_runtime_wrapper.h", "__clang_hip_runtime_wrapper.h",
                      "__memlint_standard_headers.h", "cuda_runtime.h"},
                     Name))
      continue;
    std::string Path = absolutePath(Files, Name);
    add("-include", sys::fs::exists(Path) ? Path : Name);
  }
}

void StateReader::readLanguage() {
  const clang::LangOptions &Language = Preprocessor.getLangOpts();
  if (Language.LangStd != clang::LangStandard::lang_unspecified)
    Result.CompileArguments.push_back(
        std::string("-std=") +
        clang::LangStandard::getLangStandardForKind(Language.LangStd).getName());
  auto AddIf = [&](bool Condition, StringRef Flag) {
    if (Condition)
      Result.CompileArguments.push_back(Flag.str());
  };
  AddIf(Language.HIP, "-xhip");
  AddIf(!Language.RTTI, "-fno-rtti");
  AddIf(Language.ShortEnums, "-fshort-enums");
  AddIf(Language.MicrosoftExt, "-fms-extensions");
  AddIf(Language.DeclSpecKeyword && !Language.MicrosoftExt, "-fdeclspec");
  AddIf(Language.Char8 && !Language.CPlusPlus20, "-fchar8_t");
  AddIf(!Language.Char8 && Language.CPlusPlus20, "-fno-char8_t");
  AddIf(!Language.CharIsSigned, "-funsigned-char");
}

void StateReader::readArchitecture() {
  if (ArchitectureMacro) {
    Result.Architecture = *ArchitectureMacro;
    return;
  }
  // The host's side of a file says nothing of devices. sm_52 is what Clang takes where nothing is
  // said.
  const clang::TargetOptions &Target = Preprocessor.getTargetInfo().getTargetOpts();
  if (Preprocessor.getTargetInfo().getTriple().isNVPTX() && Target.CPU != "sm_52")
    Result.Architecture = Target.CPU;
}

void StateReader::readChangedFiles() {
  for (auto Each = Sources.fileinfo_begin(); Each != Sources.fileinfo_end(); ++Each) {
    const clang::SrcMgr::ContentCache &Cache = *Each->second;
    std::optional<StringRef> Text = Cache.getBufferDataIfLoaded();
    if (!Text)
      continue;
    std::string Path = absolutePath(Files, Each->first.getName());
    ErrorOr<std::unique_ptr<MemoryBuffer>> OnDisk = MemoryBuffer::getFile(Path);
    if (!OnDisk || (*OnDisk)->getBuffer() != *Text)
      Result.Overlay[Path] = Text->str();
  }
}

std::string mainPath(const clang::SourceManager &Sources) {
  clang::OptionalFileEntryRef Main = Sources.getFileEntryRefForID(Sources.getMainFileID());
  return Main ? absolutePath(Sources.getFileManager(), Main->getName()) : std::string();
}

FrontendOptions readCompilerState(clang::Preprocessor &Preprocessor,
                                  const clang::SourceManager &Sources) {
  return StateReader(Preprocessor, Sources).run();
}

} // namespace memlint

//===- BundleEmission.cpp - Making a bundle -------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BundleDescription.h"
#include "BundleLayout.h"
#include "BundleScript.h"
#include "BundleSources.h"

#include "cuda-memlint/Frontend/CompileArguments.h"
#include "cuda-memlint/Hardware/Harness/Harness.h"
#include "cuda-memlint/Hardware/Measure/InstrumentedRun.h"
#include "cuda-memlint/Hardware/Toolchain/NvccOptions.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Process/SignalCleanup.h"
#include "cuda-memlint/Support/RealPaths.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <cstdio>

using namespace llvm;

namespace memlint {

static Error cannot(const Twine &What, std::error_code Code) {
  return createStringError("cannot " + What + ": " + Code.message());
}

/// A name for results that no shell and no file system minds.
static std::string plainName(StringRef Path, ArrayRef<BundleProgram> Others) {
  std::string Stem;
  for (char Letter : sys::path::stem(Path))
    Stem += isAlnum(Letter) || Letter == '_' || Letter == '-' ? Letter : '_';
  std::string Name = Stem;
  auto IsTaken = [&](const BundleProgram &Other) { return Other.Name == Name; };
  for (unsigned Number = 2; any_of(Others, IsTaken); ++Number)
    Name = Stem + "-" + utostr(Number);
  return Name;
}

static Error copyIntoTree(StringRef Tree, const std::set<std::string> &Files) {
  for (const std::string &File : Files) {
    std::string Copy = Tree.str() + File;
    if (std::error_code Code = sys::fs::create_directories(sys::path::parent_path(Copy)))
      return cannot("write '" + Copy + "'", Code);
    if (std::error_code Code = sys::fs::copy_file(File, Copy))
      return cannot("copy '" + File + "' to '" + Copy + "'", Code);
  }
  return Error::success();
}

static Error printTo(StringRef Path, function_ref<void(raw_ostream &)> Print) {
  return writeToOutput(Path, [&](raw_ostream &Stream) {
    Print(Stream);
    return Error::success();
  });
}

/// The mains for the source and for its instrumented copy.
static Error writeMains(const FileAnalysis &File, StringRef Folder, BundleProgram &Program) {
  Program.Main = (sys::path::stem(File.Path) + ".harness.cu").str();
  std::pair<llvm::StringLiteral, std::string> Mains[] = {
      {BundleMains, "../../" + Program.Source},
      {BundleCopies, sys::path::filename(File.Path).str()}};
  for (const auto &[Where, Source] : Mains) {
    Expected<std::string> Text = harnessText(File, *File.GeneratedMain, Source);
    if (!Text)
      return Text.takeError();
    std::string Own = joinPath(joinPath(Folder, Where), Program.Name);
    if (Error Failure = writeText(joinPath(Own, Program.Main), *Text))
      return Failure;
  }
  return Error::success();
}

/// What a compilation database says of \p File, for nvcc. The device as well: it is read
/// anew with these options when the results are.
static Expected<std::vector<std::string>> optionsOfFile(const FileAnalysis &File,
                                                        const VerifyOptions &Options) {
  Expected<TranslatedArguments> OfFile = argumentsOfFile(File.Path, Options.Frontend);
  if (!OfFile)
    return OfFile.takeError();
  std::vector<std::string> Result = std::move(OfFile->NvccArguments);
  bool IsSaid =
      !Options.Frontend.Architecture.empty() || any_of(Options.CompileArguments, namesArchitecture);
  if (!OfFile->Architectures.empty() && !IsSaid)
    Result.push_back("-arch=" + File.Target);
  return Result;
}

static Error fill(StringRef Folder, ArrayRef<const FileAnalysis *> Files,
                  const VerifyOptions &Options, ArrayRef<std::string> Launches,
                  function_ref<void(raw_ostream &)> PrintPredictions) {
  Bundle Made;
  Made.Options = Options;
  Made.Launches = Launches.vec();
  std::set<std::string> All;
  std::vector<std::string> Targets;
  for (const FileAnalysis *File : Files) {
    if (Error Failure = checkPathForNvcc(absolutePath(File->Path)))
      return Failure;
    Expected<InstrumentedSource> Copy = instrumentedCopy(*File);
    if (!Copy)
      return Copy.takeError();
    All.merge(filesOfProgram(Copy->Files));
    Expected<std::vector<std::string>> OfFile = optionsOfFile(*File, Options);
    if (!OfFile)
      return OfFile.takeError();
    Made.Programs.push_back({plainName(File->Path, Made.Programs), File->Path,
                             (BundleTree + absolutePath(File->Path)).str(), "",
                             std::move(*OfFile)});
    Targets.push_back(File->Target);

    if (Error Failure = writeInstrumentedCopy(
            *Copy, joinPath(joinPath(Folder, BundleCopies), Made.Programs.back().Name)))
      return Failure;
    if (File->GeneratedMain)
      if (Error Failure = writeMains(*File, Folder, Made.Programs.back()))
        return Failure;
  }
  if (Error Failure = copyIntoTree(joinPath(Folder, BundleTree), All))
    return Failure;
  std::string Tree = joinPath(BundleMark, BundleTree);
  Made.Options.CompileArguments = optionsInTree(Options.CompileArguments, All, Tree);
  for (BundleProgram &Program : Made.Programs)
    Program.Options = optionsInTree(Program.Options, All, Tree);
  std::string Script = joinPath(Folder, BundleScript);
  if (Error Failure =
          printTo(Script, [&](raw_ostream &Stream) { printScript(Stream, Made, Targets); }))
    return Failure;
  if (std::error_code Code = sys::fs::setPermissions(
          Script, sys::fs::all_read | sys::fs::owner_write | sys::fs::all_exe))
    return cannot("make '" + Script + "' a program", Code);
  if (Error Failure = printTo(joinPath(Folder, BundlePredictions), PrintPredictions))
    return Failure;
  return printTo(joinPath(Folder, BundleDescription),
                 [&](raw_ostream &Stream) { printDescription(Stream, Made); });
}

Error emitBundle(StringRef Folder, ArrayRef<const FileAnalysis *> Files,
                 const VerifyOptions &Options, ArrayRef<std::string> Launches,
                 function_ref<void(raw_ostream &)> PrintPredictions) {
  std::string Whole = absolutePath(Folder);
  std::error_code Code;
  if (sys::fs::exists(Whole)) {
    sys::fs::directory_iterator First(Whole, Code);
    if (Code || First != sys::fs::directory_iterator())
      return createStringError("'" + Folder + "' exists and is not empty: name a new folder");
  }
  SmallString<128> Partial;
  if ((Code = sys::fs::createUniqueDirectory(Whole + ".partial", Partial)))
    return cannot("create a folder next to '" + Folder + "'", Code);
  int Slot = removeFolderOnSignal(Partial.str().str());
  auto Forget = make_scope_exit([&] { forgetFolder(Slot); });
  auto Remove = make_scope_exit([&] { sys::fs::remove_directories(Partial); });
  if (Error Failure = fill(Partial, Files, Options, Launches, PrintPredictions))
    return Failure;
  // Over an empty folder, too, but over no other.
  if (std::rename(Partial.c_str(), Whole.c_str()) != 0)
    return cannot("create the folder '" + Folder + "'",
                  std::error_code(errno, std::generic_category()));
  Remove.release();
  return Error::success();
}

} // namespace memlint

//===- CompileArguments.cpp - What a compile command says -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Frontend/CompileArguments.h"

#include "CompilationDatabase.h"
#include "NvccArguments.h"

#include "cuda-memlint/Frontend/PathList.h"

#include "clang/Basic/LangStandard.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SaveAndRestore.h"
#include "llvm/Support/StringSaver.h"

#include <utility>

using namespace llvm;

namespace memlint {
namespace {

/// What an option means to the parse.
enum class Meaning : uint8_t {
  Drop,         ///< nothing
  Path,         ///< a path: kept, made absolute
  Text,         ///< kept as it is
  Standard,     ///< the language standard
  Architecture, ///< devices, separated by commas
  GenerateCode, ///< -gencode arch=…,code=…
  HostCompiler, ///< options for the host compiler, separated by commas
  ResponseFile  ///< files with further options, separated by commas
};

/// An option that has a value.
struct Option {
  llvm::StringLiteral Name;
  Meaning What;
  /// How clang -cc1 spells it; empty where that is not an option.
  llvm::StringLiteral ClangName = "";
  /// May the value follow the name without a space or `=`?
  bool Joined = false;
};

// nvcc's options are in the CUDA Compiler Driver NVCC documentation, "Command
// Option Description"; Clang's in its command line reference. Options without
// a value that are not here are dropped as unknown; those with one must be
// here, so that the value is not taken for an option.
constexpr Option Options[] = {
    {"-I", Meaning::Path, "-I", true},
    {"--include-path", Meaning::Path, "-I"},
    {"--include-directory", Meaning::Path, "-I"},
    {"-isystem", Meaning::Path, "-isystem", true},
    {"--system-include", Meaning::Path, "-isystem"},
    {"-iquote", Meaning::Path, "-iquote", true},
    {"-idirafter", Meaning::Path, "-idirafter", true},
    {"-include", Meaning::Path, "-include", true},
    {"--include", Meaning::Path, "-include"},
    {"-include-pch", Meaning::Drop},
    {"--pre-include", Meaning::Path, "-include"},
    {"-imacros", Meaning::Path, "-imacros"},
    {"-D", Meaning::Text, "-D", true},
    {"--define-macro", Meaning::Text, "-D"},
    {"-U", Meaning::Text, "-U", true},
    {"--undefine-macro", Meaning::Text, "-U"},
    {"-std", Meaning::Standard},
    {"--std", Meaning::Standard},
    {"-arch", Meaning::Architecture},
    {"--gpu-architecture", Meaning::Architecture},
    {"--cuda-gpu-arch", Meaning::Architecture},
    {"--offload-arch", Meaning::Architecture},
    {"-gencode", Meaning::GenerateCode},
    {"--generate-code", Meaning::GenerateCode},
    {"-Xcompiler", Meaning::HostCompiler},
    {"--compiler-options", Meaning::HostCompiler},
    {"-optf", Meaning::ResponseFile},
    {"--options-file", Meaning::ResponseFile},
    {"-o", Meaning::Drop, "", true},
    {"--output-file", Meaning::Drop},
    {"-odir", Meaning::Drop},
    {"--output-directory", Meaning::Drop},
    {"-x", Meaning::Drop, "", true},
    {"--x", Meaning::Drop},
    {"-l", Meaning::Drop, "", true},
    {"--library", Meaning::Drop},
    {"-L", Meaning::Drop, "", true},
    {"--library-path", Meaning::Drop},
    {"-code", Meaning::Drop},
    {"--gpu-code", Meaning::Drop},
    {"-ccbin", Meaning::Drop},
    {"--compiler-bindir", Meaning::Drop},
    {"-Xptxas", Meaning::Drop},
    {"--ptxas-options", Meaning::Drop},
    {"-Xlinker", Meaning::Drop},
    {"--linker-options", Meaning::Drop},
    {"-Xarchive", Meaning::Drop},
    {"--archive-options", Meaning::Drop},
    {"-Xnvlink", Meaning::Drop},
    {"--nvlink-options", Meaning::Drop},
    {"-Xcudafe", Meaning::Drop},
    {"-Xclang", Meaning::Drop},
    {"-Xarch_host", Meaning::Drop},
    {"-Xarch_device", Meaning::Drop},
    {"-Xcuda-ptxas", Meaning::Drop},
    {"-Xcuda-fatbinary", Meaning::Drop},
    {"-mllvm", Meaning::Drop},
    {"-maxrregcount", Meaning::Drop},
    {"--maxrregcount", Meaning::Drop},
    {"-MF", Meaning::Drop, "", true},
    {"-MT", Meaning::Drop, "", true},
    {"-MQ", Meaning::Drop, "", true},
    {"-MJ", Meaning::Drop, "", true},
    {"--dependency-output", Meaning::Drop},
    {"--dependency-target-name", Meaning::Drop},
    {"-t", Meaning::Drop},
    {"--threads", Meaning::Drop},
    {"-split-compile", Meaning::Drop},
    {"--split-compile", Meaning::Drop},
    {"-cudart", Meaning::Drop},
    {"--cudart", Meaning::Drop},
    {"-cudadevrt", Meaning::Drop},
    {"--cudadevrt", Meaning::Drop},
    {"-ldir", Meaning::Drop},
    {"--libdevice-directory", Meaning::Drop},
    {"-idp", Meaning::Drop},
    {"--input-drive-prefix", Meaning::Drop},
    {"-ddp", Meaning::Drop},
    {"--dependency-drive-prefix", Meaning::Drop},
    {"-dp", Meaning::Drop},
    {"--drive-prefix", Meaning::Drop},
    {"-keep-dir", Meaning::Drop},
    {"--keep-dir", Meaning::Drop},
    {"-m", Meaning::Drop},
    {"--machine", Meaning::Drop},
    {"-rdc", Meaning::Drop},
    {"--relocatable-device-code", Meaning::Drop},
    {"-dopt", Meaning::Drop},
    {"--dopt", Meaning::Drop},
    {"-default-stream", Meaning::Drop},
    {"--default-stream", Meaning::Drop},
    {"-ftz", Meaning::Drop},
    {"--ftz", Meaning::Drop},
    {"-prec-div", Meaning::Drop},
    {"--prec-div", Meaning::Drop},
    {"-prec-sqrt", Meaning::Drop},
    {"--prec-sqrt", Meaning::Drop},
    {"-fmad", Meaning::Drop},
    {"--fmad", Meaning::Drop},
    {"-diag-suppress", Meaning::Drop},
    {"--diag-suppress", Meaning::Drop},
    {"-diag-error", Meaning::Drop},
    {"--diag-error", Meaning::Drop},
    {"-diag-warn", Meaning::Drop},
    {"--diag-warn", Meaning::Drop},
    {"-Werror", Meaning::Drop},
    {"--Werror", Meaning::Drop},
    {"--time", Meaning::Drop},
    {"-run-args", Meaning::Drop},
    {"--run-args", Meaning::Drop},
    {"-ar-bin", Meaning::Drop},
    {"-opt-info", Meaning::Drop},
    {"--optimize", Meaning::Drop},
    {"--opt-info", Meaning::Drop},
    {"-cuda-path", Meaning::Drop},
    {"--cuda-path", Meaning::Drop},
    {"-target", Meaning::Drop},
    {"-arch-list", Meaning::Drop},
};

class Translator {
public:
  Translator(StringRef Folder, vfs::FileSystem &FileSystem)
      : Folder(Folder), FileSystem(FileSystem) {}

  void translate(ArrayRef<std::string> Arguments, unsigned Depth = 0);

  TranslatedArguments Result;
  /// What is wrong with the first of the arguments themselves that had to be dropped.
  std::string Problem;

private:
  void apply(const Option &Kind, StringRef Value, unsigned Depth);
  void addForNvcc(const Option &Kind, StringRef Value);
  void addStandard(StringRef Value, unsigned Depth);
  void noteProblem(const Twine &Text, unsigned Depth);
  std::string includePath(StringRef Path) const;
  void addFlag(StringRef Flag);
  void addGenerateCode(StringRef Value);
  void translateHostOptions(unsigned Depth);
  void readResponseFile(StringRef Path, unsigned Depth);
  std::string absolutePath(StringRef Path) const;

  StringRef Folder;
  vfs::FileSystem &FileSystem;
  bool WithinHostOptions = false;
  /// A file that names itself would never end, and one that does so twice would double each time.
  unsigned ResponseFilesLeft = 256;
  /// Of the last -Xcompiler options: the value of one may stand in the next.
  std::vector<std::string> HostOptions;
};

std::string Translator::absolutePath(StringRef Path) const {
  if (Folder.empty() || sys::path::is_absolute(Path))
    return Path.str();
  SmallString<256> Absolute(Folder);
  sys::path::append(Absolute, Path);
  return Absolute.str().str();
}

/// Of a forced include, which may also be one that is searched for.
std::string Translator::includePath(StringRef Path) const {
  std::string Absolute = absolutePath(Path);
  return FileSystem.exists(Absolute) ? Absolute : Path.str();
}

void Translator::addForNvcc(const Option &Kind, StringRef Value) {
  if (WithinHostOptions)
    return;
  auto Add = [&](std::initializer_list<StringRef> Texts) {
    for (StringRef Text : Texts)
      Result.NvccArguments.push_back(Text.str());
  };
  if (Kind.What == Meaning::Standard) {
    if (std::string Standard = nvccStandard(Value); !Standard.empty())
      Add({"-std=" + Standard});
    return;
  }
  // Folders that nvcc does not know, but the compiler that preprocesses for it.
  if (is_contained({"-iquote", "-idirafter", "-imacros"}, Kind.Name)) {
    Add({"-Xcompiler", Kind.Name, "-Xcompiler", quoteForHostCompiler(absolutePath(Value))});
    return;
  }
  StringRef Name = nvccOption(Kind.Name);
  if (Name.empty())
    return;
  if (Kind.What == Meaning::Path || Name == "-L") {
    for (StringRef Part : splitPathList(Value))
      Add({Name, quoteForPathList(Name == "-include" ? includePath(Part) : absolutePath(Part))});
    return;
  }
  // A compiler without a folder is on PATH.
  bool IsPath = Name == "-ccbin" && Value.contains('/');
  Add({Name, IsPath ? absolutePath(Value) : Value.str()});
}

void Translator::addGenerateCode(StringRef Value) {
  // arch=compute_80,code=[sm_80,compute_80]: the virtual architecture decides
  // what the source sees, __CUDA_ARCH__.
  Value = Value.trim("\"'");
  for (StringRef Rest = Value; !Rest.empty();) {
    StringRef Part;
    std::tie(Part, Rest) = Rest.split(',');
    if (Part.consume_front("arch="))
      Result.Architectures.push_back(Part.str());
  }
}

void Translator::translateHostOptions(unsigned Depth) {
  if (HostOptions.empty())
    return;
  // nvcc gets them as they are.
  SaveAndRestore Within(WithinHostOptions, true);
  translate(std::exchange(HostOptions, {}), Depth + 1);
}

void Translator::noteProblem(const Twine &Text, unsigned Depth) {
  if (Depth == 0 && Problem.empty())
    Problem = Text.str();
}

void Translator::addStandard(StringRef Value, unsigned Depth) {
  if (clang::LangStandard::getLangKind(Value) == clang::LangStandard::lang_unspecified)
    return noteProblem("'" + Value + "' is not a language standard (expected one such as c++17)",
                       Depth);
  Result.ClangArguments.push_back(("-std=" + Value).str());
}

static std::string describeUnreadable(std::error_code Code) {
  // Sources are read through a file system that says so of pipes and devices.
  return Code == std::errc::not_supported ? "not a regular file" : Code.message();
}

void Translator::readResponseFile(StringRef Path, unsigned Depth) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = FileSystem.getBufferForFile(absolutePath(Path));
  if (!Buffer)
    return noteProblem("cannot read the options file '" + Path +
                           "': " + describeUnreadable(Buffer.getError()),
                       Depth);
  if (ResponseFilesLeft == 0)
    return;
  --ResponseFilesLeft;
  BumpPtrAllocator Allocator;
  StringSaver Saver(Allocator);
  SmallVector<const char *, 32> Words;
  cl::TokenizeGNUCommandLine((*Buffer)->getBuffer(), Saver, Words);
  std::vector<std::string> Arguments(Words.begin(), Words.end());
  translate(Arguments, Depth + 1);
}

void Translator::apply(const Option &Kind, StringRef Value, unsigned Depth) {
  SmallVector<StringRef, 4> Parts;
  addForNvcc(Kind, Value);
  switch (Kind.What) {
  case Meaning::Drop:
    return;
  case Meaning::Text:
    Result.ClangArguments.push_back(Kind.ClangName.str());
    Result.ClangArguments.push_back(Value.str());
    return;
  case Meaning::Path: {
    // nvcc takes several folders after one -I, separated by commas.
    bool IsInclude = Kind.ClangName == "-include";
    for (StringRef Part : splitPathList(Value)) {
      Result.ClangArguments.push_back(Kind.ClangName.str());
      Result.ClangArguments.push_back(IsInclude ? includePath(Part) : absolutePath(Part));
    }
    return;
  }
  case Meaning::Standard:
    addStandard(Value, Depth);
    return;
  case Meaning::Architecture:
    Value.split(Parts, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
    for (StringRef Part : Parts)
      if (Part != "native" && !Part.starts_with("all"))
        Result.Architectures.push_back(Part.str());
    return;
  case Meaning::GenerateCode:
    addGenerateCode(Value);
    return;
  case Meaning::HostCompiler: {
    // A path of its own, whose commas are part of it.
    if (Value.starts_with("\"/") && Value.size() > 2 && Value.ends_with("\"")) {
      HostOptions.push_back(Value.drop_front().drop_back().str());
      return;
    }
    Value.trim("\"'").split(Parts, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
    for (StringRef Part : Parts)
      HostOptions.push_back(Part.str());
    return;
  }
  case Meaning::ResponseFile:
    Value.split(Parts, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
    for (StringRef Part : Parts)
      readResponseFile(Part, Depth);
    return;
  }
}

/// Whether \p Text, which follows the option, is its value. Clang has options of
/// the same name without a value (-Werror), so that of a dropped one may not
/// look like an option, except where it is one by intent (-Xptxas -v).
static bool mayBeValue(const Option &Kind, StringRef Text) {
  return Kind.What != Meaning::Drop || !Text.starts_with("-") || Kind.Name.starts_with("-X") ||
         Kind.Name.ends_with("-options") || Kind.Name == "-mllvm";
}

/// Options without a value that begin as `-l` does, which names a library.
static bool beginsAsLibrary(StringRef Argument) {
  return is_contained({"-lineinfo", "-link", "-lib", "-lto"}, Argument);
}

void Translator::addFlag(StringRef Flag) {
  // Flags that change what the source means and that clang -cc1 knows too.
  static const StringSet<> Kept = {"-fno-rtti",  "-fshort-enums", "-fms-extensions",
                                   "-fdeclspec", "-fchar8_t",     "-fno-char8_t"};
  if (Kept.contains(Flag))
    Result.ClangArguments.push_back(Flag.str());
  else if (Flag == "-funsigned-char")
    Result.ClangArguments.push_back("-fno-signed-char");
  else if (Flag == "-use_fast_math" || Flag == "--use_fast_math")
    Result.ClangArguments.push_back("-D__USE_FAST_MATH__=1");
  else if (Flag == "-G" || Flag == "--device-debug")
    Result.ClangArguments.push_back("-D__CUDACC_DEBUG__=1");
  else if (Flag == "-dc" || Flag == "--device-c" || Flag == "-dw" || Flag == "--device-w" ||
           Flag == "-rdc=true" || Flag == "--relocatable-device-code=true" || Flag == "-fgpu-rdc")
    append_range(Result.ClangArguments, ArrayRef<StringRef>{"-D__CUDACC_RDC__=1", "-fgpu-rdc"});
  else if (Flag == "-expt-relaxed-constexpr" || Flag == "--expt-relaxed-constexpr")
    Result.ClangArguments.push_back("-D__CUDACC_RELAXED_CONSTEXPR__=1");
  else if (Flag == "-extended-lambda" || Flag == "--extended-lambda" ||
           Flag == "-expt-extended-lambda" || Flag == "--expt-extended-lambda")
    Result.ClangArguments.push_back("-D__CUDACC_EXTENDED_LAMBDA__=1");
  if (!WithinHostOptions)
    append_range(Result.NvccArguments, nvccFlag(Flag));
}

void Translator::translate(ArrayRef<std::string> Arguments, unsigned Depth) {
  // Options within options, as -Xcompiler, are not deeper than this by intent.
  constexpr unsigned DepthLimit = 16;
  if (Depth > DepthLimit)
    return;
  for (size_t Index = 0; Index < Arguments.size(); ++Index) {
    StringRef Argument = Arguments[Index];
    if (Argument.consume_front("@")) {
      readResponseFile(Argument, Depth);
      continue;
    }
    // What is not an option is an input file.
    if (!Argument.starts_with("-"))
      continue;
    addFlag(Argument);
    StringRef Name = Argument.take_until([](char C) { return C == '='; });
    const Option *Found = nullptr;
    StringRef Value;
    for (const Option &Candidate : Options) {
      if (Argument == Candidate.Name) {
        Found = &Candidate;
        if (Index + 1 < Arguments.size() && mayBeValue(Candidate, Arguments[Index + 1]))
          Value = Arguments[++Index];
        break;
      }
      if (Name == Candidate.Name) {
        Found = &Candidate;
        Value = Argument.drop_front(Name.size() + 1);
        break;
      }
    }
    if (!Found && !beginsAsLibrary(Argument))
      for (const Option &Candidate : Options)
        if (Candidate.Joined && Argument.starts_with(Candidate.Name) &&
            (!Found || Candidate.Name.size() > Found->Name.size())) {
          Found = &Candidate;
          Value = Argument.drop_front(Candidate.Name.size());
        }
    if (!Found || Found->What != Meaning::HostCompiler)
      translateHostOptions(Depth);
    if (Found)
      apply(*Found, Value, Depth);
  }
  translateHostOptions(Depth);
}

} // namespace

bool wantsValue(StringRef Option) {
  return any_of(
      Options, [&](const auto &Each) { return Each.Name == Option && Each.What != Meaning::Drop; });
}

bool isCompileOption(StringRef Argument) {
  // Those without a value are by the thousand, but few by their beginnings.
  bool IsFlag =
      is_contained({"-c", "-g", "-lineinfo", "-v", "-w"}, Argument) ||
      !nvccFlag(Argument).empty() ||
      (Argument.size() > 2 && Argument[0] == '-' && StringRef("OWfgm").contains(Argument[1]));
  StringRef Name = Argument.take_until([](char C) { return C == '='; });
  return IsFlag || any_of(Options, [&](const auto &Each) {
           return Name == Each.Name || (Each.Joined && Argument.starts_with(Each.Name));
         });
}

Error checkCompileArguments(ArrayRef<std::string> Arguments, vfs::FileSystem &FileSystem) {
  Translator Translation(/*Folder=*/"", FileSystem);
  Translation.translate(Arguments);
  return Translation.Problem.empty() ? Error::success() : createStringError(Translation.Problem);
}

TranslatedArguments translateCompileArguments(ArrayRef<std::string> Arguments, StringRef Folder,
                                              vfs::FileSystem &FileSystem) {
  Translator Translation(Folder, FileSystem);
  Translation.translate(Arguments);
  Translation.Result.SaysCuda = saysCuda(Arguments);
  Translation.Result.SaysHip = saysHip(Arguments);
  return std::move(Translation.Result);
}

} // namespace memlint

//===- Frontend.cpp - From a CUDA source file to Clang's AST --------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Frontend/Frontend.h"

#include "cuda-memlint/Frontend/Architecture.h"
#include "cuda-memlint/Frontend/CompileArguments.h"
#include "cuda-memlint/Frontend/CrashGuard.h"
#include "cuda-memlint/Frontend/EmbeddedHeaders.h"
#include "cuda-memlint/Frontend/FileReads.h"
#include "cuda-memlint/Frontend/HostHeaders.h"
#include "cuda-memlint/Frontend/IncludedNames.h"
#include "cuda-memlint/Frontend/ParseAhead.h"
#include "cuda-memlint/Frontend/PathList.h"
#include "cuda-memlint/Frontend/SourceFileSystem.h"
#include "cuda-memlint/Frontend/Toolkit.h"
#include "cuda-memlint/Support/RealPaths.h"

#include "DebugPragmas.h"
#include "DeferredInstantiations.h"
#include "EncodingCheck.h"
#include "ErrorCollector.h"
#include "HeaderWords.h"
#include "HipSources.h"
#include "HostCodeErrors.h"
#include "HostSources.h"
#include "IncludeScan.h"
#include "KeptHeaders.h"
#include "LaunchBrackets.h"
#include "LibraryBodies.h"
#include "OpaqueFunctions.h"
#include "StandardHeaders.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/MultiplexExternalSemaSource.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaCUDA.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/TargetParser/Host.h"

#include <map>
#include <mutex>
#include <optional>

using namespace llvm;

namespace memlint {
namespace {

/// The host's C and C++ headers know nothing of __host__ and __device__. With
/// the embedded headers, what they declare may be called from both, as with
/// `#pragma clang force_cuda_host_device` around each of them.
class HostHeaderCallbacks : public clang::PPCallbacks {
public:
  HostHeaderCallbacks(clang::CompilerInstance &Compiler, const HostHeaders *Host,
                      std::vector<std::string> &MissingHeaders)
      : Compiler(Compiler), Host(Host), MissingHeaders(MissingHeaders) {}

  void LexedFileChanged(clang::FileID File, LexedFileChangeReason,
                        clang::SrcMgr::CharacteristicKind, clang::FileID,
                        clang::SourceLocation) override {
    if (!Host || !Compiler.hasSema())
      return;
    bool Inside = isHostHeader(File);
    if (Inside && !Forced)
      Compiler.getSema().CUDA().PushForceHostDevice();
    else if (!Inside && Forced)
      Compiler.getSema().CUDA().PopForceHostDevice();
    Forced = Inside;
  }

  bool FileNotFound(StringRef Name) override {
    MissingHeaders.push_back(Name.str());
    return false;
  }

private:
  bool isHostHeader(clang::FileID File) const {
    clang::OptionalFileEntryRef Entry = Compiler.getSourceManager().getFileEntryRefForID(File);
    if (!Entry)
      return false;
    StringRef Name = Entry->getName();
    // Clang itself declares operator new and its kin, once for each side.
    if (sys::path::filename(Name) == "new")
      return false;
    auto IsBelow = [Name](StringRef Folder) { return !pathBelow(Name, Folder).empty(); };
    return any_of(Host->CxxFolders, IsBelow) || any_of(Host->CFolders, IsBelow) ||
           IsBelow(EmbeddedCFolder) || IsBelow(EmbeddedCxxFolder) || IsBelow(EmbeddedClangFolder) ||
           IsBelow(EmbeddedLibraryFolder) || IsBelow(EmbeddedOutlineFolder);
  }

  clang::CompilerInstance &Compiler;
  const HostHeaders *Host;
  std::vector<std::string> &MissingHeaders;
  bool Forced = false;
};

/// Parses and keeps the tree.
class ParseAction : public clang::ASTFrontendAction {
public:
  /// What \p Unmarked declares may be called from both sides; null: no header is without marks.
  ParseAction(const HostHeaders &Host, const HostHeaders *Unmarked,
              std::vector<std::string> &MissingHeaders)
      : Host(Host), Unmarked(Unmarked), MissingHeaders(MissingHeaders) {}

  ArrayRef<clang::SourceLocation> kernelSpecifiers() const { return KernelSpecifiers; }

protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &Compiler,
                                                        StringRef) override {
    ignoreDebugPragmas(Compiler.getPreprocessor());
    Compiler.getPreprocessor().addPPCallbacks(
        std::make_unique<HostHeaderCallbacks>(Compiler, Unmarked, MissingHeaders));
    Compiler.getPreprocessor().addPPCallbacks(
        noteKernelSpecifiers(Compiler.getSourceManager(), KernelSpecifiers));
    Compiler.getFrontendOpts().SkipFunctionBodies = true;
    return std::make_unique<LibraryBodies>(Compiler.getSourceManager(), Host);
  }

private:
  const HostHeaders &Host;
  const HostHeaders *Unmarked;
  std::vector<std::string> &MissingHeaders;
  std::vector<clang::SourceLocation> KernelSpecifiers;
};

} // namespace

// Members are destroyed from the last to the first: the action refers to the
// compiler, which refers to the rest.
struct ParsedFile::Implementation {
  explicit Implementation(uint64_t InstantiationSteps) : Instantiations(InstantiationSteps) {}

  HostHeaders Host;
  std::vector<std::string> MissingHeaders;
  UndeclaredNames Undeclared;
  InstantiationLimit Instantiations;
  /// Null: the file is not HIP.
  std::unique_ptr<HipIdentifiers> HipNames;
  IntrusiveRefCntPtr<OpaqueFunctions> Opaque;
  IntrusiveRefCntPtr<DeferredInstantiations> Deferred;
  std::unique_ptr<clang::CompilerInstance> Compiler;
  /// The compiler's.
  ErrorCollector *Collector = nullptr;
  std::unique_ptr<ParseAction> Action;

  ~Implementation() {
    if (Action && Compiler && Compiler->hasASTContext())
      Action->EndSourceFile();
  }

  /// What is to be done when all has been parsed and instantiated.
  void finishErrors();
};

void ParsedFile::Implementation::finishErrors() {
  for (const OpaqueFunctions::Use &Each : Opaque->uses()) {
    ParseDiagnostic Error;
    std::string Name = Each.Function->getNameAsString();
    Error.Message = "use of undeclared identifier '" + Name + "'";
    Undeclared.Others.insert(Name);
    Collector->add(std::move(Error), Each.Location, &Compiler->getSourceManager());
  }
  Collector->setReach(Compiler->getASTContext(), Action->kernelSpecifiers());
  if (HipNames)
    Collector->forEachMessage([this](std::string &Text) { Text = HipNames->asWritten(Text); });
}

ParsedFile::ParsedFile(uint64_t InstantiationSteps)
    : Impl(std::make_unique<Implementation>(InstantiationSteps)) {}
ParsedFile::~ParsedFile() = default;

bool ParsedFile::kernelsParsed() const {
  return all_of(Errors,
                [](const ParseDiagnostic &Error) { return Error.Reach == ErrorReach::HostCode; });
}

clang::ASTContext &ParsedFile::context() { return Impl->Compiler->getASTContext(); }
clang::Sema &ParsedFile::sema() { return Impl->Compiler->getSema(); }
InstantiationLimit &ParsedFile::instantiations() { return Impl->Instantiations; }
const clang::SourceManager &ParsedFile::sourceManager() const {
  return Impl->Compiler->getSourceManager();
}

/// Which CUDA headers an attempt uses.
enum class CudaHeaders : uint8_t {
  OnDemand,             ///< of the embedded ones, what the file mentions
  Embedded,             ///< the embedded ones
  EmbeddedWithStandard, ///< also the standard headers that nvcc includes by the way
  Toolkit,              ///< those of the toolkit
  OfC                   ///< none but those of the toolkit: the file is read as C
};

/// Reads one file, in as many attempts as it takes.
class SourceReader {
public:
  SourceReader(StringRef Path, StringRef Contents, const FrontendOptions &Options)
      : Path(Path), Contents(Contents), Options(Options) {}

  Expected<std::unique_ptr<ParsedFile>> run();

private:
  Error readOptions();
  Error chooseDevice();
  Error openNamedToolkit();
  bool includesHip(const ParsedFile &File) const;
  void findInstalledHeaders();
  Expected<std::unique_ptr<ParsedFile>> readInAttempts();
  Expected<std::unique_ptr<ParsedFile>> readC();
  IntrusiveRefCntPtr<vfs::InMemoryFileSystem> makeOwnFiles(CudaHeaders Headers) const;
  IntrusiveRefCntPtr<vfs::FileSystem>
  makeFiles(const IntrusiveRefCntPtr<vfs::InMemoryFileSystem> &Own,
            ParseAhead *Ahead = nullptr) const;
  std::optional<ParseInputs> inputsOf(CudaHeaders Headers) const;
  Expected<std::unique_ptr<ParsedFile>> parse(CudaHeaders Headers);
  Expected<std::unique_ptr<ParsedFile>> parseWhole(CudaHeaders Headers);
  Error complete(ParsedFile &File) const;
  Error runClang(ParsedFile &File, function_ref<void()> Do) const;
  std::vector<std::string> includedFirst(CudaHeaders Headers) const;
  std::vector<std::string> listFolders(CudaHeaders Headers) const;
  std::vector<std::string> argumentsForCuda() const;
  std::vector<std::string> makeArguments(CudaHeaders Headers) const;
  bool mayDeclareMore(CudaHeaders Headers, const ParsedFile &File) const;
  bool mayHelp(CudaHeaders More, const ParsedFile &File) const;
  bool rename(ParsedFile &File, const std::string &To) const;
  void beginNext(const ParsedFile &File);
  bool isOnlyInToolkit(StringRef Name) const;

  StringRef Path;
  StringRef Contents;
  const FrontendOptions &Options;
  IntrusiveRefCntPtr<vfs::FileSystem> RealFileSystem =
      recordReads(sourceFileSystem(), Options.Reads);
  std::string HostTriple = sys::getDefaultTargetTriple();
  HostHeaders Host;
  Architecture Device;
  TranslatedArguments Arguments;
  std::optional<Toolkit> Installed;
  bool IsHip = false;
  /// The attempt that is tried first may be followed by others, which declare more.
  bool IsFirstOfSeveral = false;
  /// CUDA's `texture` and `surface` templates; newer programs may have others.
  bool WithTextureReferences = false;
  /// The random numbers' states, which Clang's CUDA wrapper includes for every file.
  bool WithRandomStates = false;
};

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
  return translateCompileArguments((*Command)->Arguments, (*Command)->Folder, *Files);
}

Error SourceReader::readOptions() {
  Expected<TranslatedArguments> OfFile = argumentsOfFile(Path, Options);
  if (!OfFile)
    return OfFile.takeError();
  Arguments = std::move(*OfFile);
  TranslatedArguments Given =
      translateCompileArguments(Options.CompileArguments, /*Folder=*/"", *RealFileSystem);
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

Error SourceReader::chooseDevice() {
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
Error SourceReader::openNamedToolkit() {
  if (IsHip)
    return Error::success();
  if (Options.Toolkit == ToolkitMode::Path ||
      (Options.Toolkit == ToolkitMode::Auto && !Options.ToolkitPath.empty())) {
    Expected<Toolkit> Opened = openToolkit(*RealFileSystem, Options.ToolkitPath);
    if (!Opened)
      return Opened.takeError();
    Installed = std::move(*Opened);
  }
  return Error::success();
}

/// Finds out which headers the machine has.
void SourceReader::findInstalledHeaders() {
  if (Options.Toolkit == ToolkitMode::Auto && !Installed && !IsHip)
    Installed = installedToolkit();
  if (!Options.ForceEmbeddedHostHeaders)
    Host = installedHostHeaders();
}

/// The headers that come before all else, as nvcc includes its own.
std::vector<std::string> SourceReader::includedFirst(CudaHeaders Headers) const {
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

/// Where headers are looked for after the user's folders, in this order.
std::vector<std::string> SourceReader::listFolders(CudaHeaders Headers) const {
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
std::vector<std::string> SourceReader::argumentsForCuda() const {
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

std::vector<std::string> SourceReader::makeArguments(CudaHeaders Headers) const {
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
  append_range(Result, IsHip ? withOwnHipHeaders(Arguments.ClangArguments, *RealFileSystem)
                             : Arguments.ClangArguments);
  if (Headers != CudaHeaders::Toolkit && !IsHip)
    Add({"-D__NVCC__=1", "-D__CUDACC__=1", "-D__CUDACC_VER_MAJOR__=13", "-D__CUDACC_VER_MINOR__=0",
         "-D__CUDACC_VER_BUILD__=0"});
  for (const std::string &Folder : listFolders(Headers))
    Add({is_contained(Host.CFolders, Folder) || (Host.CFolders.empty() && Folder == EmbeddedCFolder)
             ? "-internal-externc-isystem"
             : "-internal-isystem",
         Folder});
  return Result;
}

/// Calls \p Do, which works on \p File. The error, that Clang crashed, is one line.
Error SourceReader::runClang(ParsedFile &File, function_ref<void()> Do) const {
  if (runGuarded(Do))
    return Error::success();
  // What a crash left behind is in no state to be destroyed.
  (void)File.Impl.release();
  return createStringError("'" + File.Path + "': Clang's front end crashed on this file");
}

/// Makes up for what parse() deferred.
Error SourceReader::complete(ParsedFile &File) const {
  if (!File.Impl->Deferred->any())
    return Error::success();
  return runClang(File, [&] {
    File.Impl->Deferred->instantiate();
    File.Impl->finishErrors();
  });
}

/// The files that only an attempt sees, for the source's text, too.
IntrusiveRefCntPtr<vfs::InMemoryFileSystem> SourceReader::makeOwnFiles(CudaHeaders Headers) const {
  IntrusiveRefCntPtr<vfs::InMemoryFileSystem> Own =
      Headers == CudaHeaders::OnDemand ? selectCudaHeaders(Contents)
                                       : makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
  if (ErrorOr<std::string> Current = RealFileSystem->getCurrentWorkingDirectory())
    Own->setCurrentWorkingDirectory(*Current);
  return Own;
}

/// The files that an attempt sees: \p Own with the source's text, the embedded headers, and those
/// of the disk.
IntrusiveRefCntPtr<vfs::FileSystem>
SourceReader::makeFiles(const IntrusiveRefCntPtr<vfs::InMemoryFileSystem> &Own,
                        ParseAhead *Ahead) const {
  auto Overlay = makeIntrusiveRefCnt<vfs::OverlayFileSystem>(joinLaunchBracketsIn(
      recordReads(overlayTexts(keepHostHeaders(sourceFileSystem(), Host), Options.Overlay),
                  Ahead ? &Ahead->Reads : Options.Reads)));
  Overlay->pushOverlay(embeddedFileSystem());
  Own->addFile(Ahead ? Ahead->nameFor(Path) : Path.str(), /*ModificationTime=*/0,
               Ahead ? Ahead->takeText()
                     : MemoryBuffer::getMemBufferCopy(joinLaunchBrackets(Contents), Path));
  Overlay->pushOverlay(Own);
  return Overlay;
}

/// Nothing if the text is not all that may change.
std::optional<ParseInputs> SourceReader::inputsOf(CudaHeaders Headers) const {
  if (Headers == CudaHeaders::OfC || any_of(Options.Overlay, [&](const auto &Each) {
        return absolutePath(Each.first) != absolutePath(Path);
      }))
    return std::nullopt;
  ParseInputs Result;
  Result.Path = Path.str();
  Result.Architecture = Device.name();
  Result.AskedArchitecture = Device.Asked;
  Result.Arguments = makeArguments(Headers);
  Result.InstantiationSteps = Options.InstantiationSteps;
  Result.IsHip = IsHip;
  if (Headers != CudaHeaders::OnDemand)
    return Result;
  IntrusiveRefCntPtr<vfs::InMemoryFileSystem> Files = selectCudaHeaders(Contents);
  std::error_code Code;
  for (vfs::recursive_directory_iterator Entry(*Files, EmbeddedCudaFolder, Code), End;
       !Code && Entry != End; Entry.increment(Code))
    if (ErrorOr<std::unique_ptr<MemoryBuffer>> Text = Files->getBufferForFile(Entry->path()))
      Result.Selected += (Entry->path() + "\n" + (*Text)->getBuffer()).str();
  return Result;
}

Expected<std::unique_ptr<ParsedFile>> SourceReader::parse(CudaHeaders Headers) {
  ParseAhead *Ahead = ParseAhead::current();
  std::optional<ParseInputs> Inputs = Ahead ? inputsOf(Headers) : std::nullopt;
  if (Inputs) {
    std::string Text = joinLaunchBrackets(Contents);
    if (std::optional<ParseAhead::Result> Resumed = Ahead->resume(*Inputs, Text, Options.Reads))
      return std::move(*Resumed);
    if (!Ahead->begin(std::move(*Inputs), Text))
      Ahead = nullptr;
  } else {
    Ahead = nullptr;
  }
  const std::string Name = Ahead ? Ahead->nameFor(Path) : Path.str();
  auto File = std::make_unique<ParsedFile>(Options.InstantiationSteps);
  File->Path = Name;
  File->Architecture = Device.name();
  File->AskedArchitecture = Device.Asked;
  if (Headers == CudaHeaders::Toolkit)
    File->ToolkitPath = Installed->Path;
  File->Impl->Host = Host;

  auto Parse = [&] {
    auto &Impl = *File->Impl;
    Impl.Compiler = std::make_unique<clang::CompilerInstance>();
    clang::CompilerInstance &Compiler = *Impl.Compiler;
    Impl.Collector = new ErrorCollector(File->Errors, Impl.Undeclared);
    Compiler.createDiagnostics(Impl.Collector, /*ShouldOwnClient=*/true);
    clang::DiagnosticsEngine &Diagnostics = Compiler.getDiagnostics();
    // A missing include is fatal, after which no template would be instantiated.
    Diagnostics.setFatalsAsError(true);

    std::vector<std::string> Arguments = makeArguments(Headers);
    std::vector<const char *> Pointers;
    for (const std::string &Argument : Arguments)
      Pointers.push_back(Argument.c_str());
    clang::CompilerInvocation::CreateFromArgs(Compiler.getInvocation(), Pointers, Diagnostics);
    // Also those that are errors by default, as nvcc warns where Clang refuses.
    Diagnostics.setSeverityForAll(clang::diag::Flavor::WarningOrError,
                                  clang::diag::Severity::Ignored);
    Diagnostics.setErrorLimit(0);

    IntrusiveRefCntPtr<vfs::InMemoryFileSystem> Own = makeOwnFiles(Headers);
    Compiler.createFileManager(makeFiles(Own, Ahead));
    Compiler.createSourceManager(Compiler.getFileManager());
    if (!Compiler.createTarget())
      return;
    bool IsC = Headers == CudaHeaders::OfC;
    bool AreOwn = !IsC && Headers != CudaHeaders::Toolkit;
    Impl.Action = std::make_unique<ParseAction>(Impl.Host, AreOwn ? &Impl.Host : nullptr,
                                                Impl.MissingHeaders);
    clang::FrontendInputFile Input(Name, clang::InputKind(IsC     ? clang::Language::C
                                                          : IsHip ? clang::Language::HIP
                                                                  : clang::Language::CUDA));
    if (!Impl.Action->BeginSourceFile(Compiler, Input))
      return;
    if (IsHip && !IsC) {
      clang::IdentifierTable &Table = Compiler.getPreprocessor().getIdentifierTable();
      Impl.HipNames = std::make_unique<HipIdentifiers>(Table);
      Table.setExternalIdentifierLookup(Impl.HipNames.get());
    }
    if (Ahead)
      Ahead->attach({Compiler, *Own,
                     [this, &Named = *File](const std::string &To) { return rename(Named, To); },
                     [this, &Behind = std::as_const(*File)] { beginNext(Behind); }});
    Impl.Opaque = makeIntrusiveRefCnt<OpaqueFunctions>();
    Impl.Deferred = makeIntrusiveRefCnt<DeferredInstantiations>(File->Errors, Impl.Instantiations);
    if (!IsC)
      Compiler.setExternalSemaSource(makeIntrusiveRefCnt<clang::MultiplexExternalSemaSource>(
          Impl.Opaque.get(), Impl.Deferred.get()));
    consumeError(Impl.Action->Execute());
    if (!Impl.Deferred->any())
      Impl.finishErrors();
  };
  auto Finish = [&]() -> Expected<std::unique_ptr<ParsedFile>> {
    if (Error Crash = runClang(*File, Parse))
      return std::move(Crash);
    if (!File->Impl->Compiler || !File->Impl->Compiler->hasSema()) {
      std::string Reason = File->Errors.empty() ? "" : ": " + File->Errors.front().Message;
      return createStringError("'" + File->Path + "' cannot be parsed" + Reason);
    }
    return std::move(File);
  };
  Expected<std::unique_ptr<ParsedFile>> Result = Finish();
  if (!Ahead || !Ahead->isResumed())
    return Result;
  Ahead->deliver(std::move(Result));
  // Another attempt has begun this one, and does not look at it.
  return std::unique_ptr<ParsedFile>();
}

Expected<std::unique_ptr<ParsedFile>> SourceReader::parseWhole(CudaHeaders Headers) {
  Expected<std::unique_ptr<ParsedFile>> File = parse(Headers);
  if (File)
    if (Error Crash = complete(**File))
      return std::move(Crash);
  return File;
}

/// Whether the toolkit has \p Name, and nobody else.
bool SourceReader::isOnlyInToolkit(StringRef Name) const {
  if (!Installed || isEmbeddedCudaHeader(Name) || isEmbeddedLibraryHeader(Name))
    return false;
  SmallString<256> Beside = sys::path::parent_path(Path);
  sys::path::append(Beside, Name);
  return !RealFileSystem->exists(Beside) && Installed->hasHeader(*RealFileSystem, Name);
}

/// The words of the headers that come with one attempt.
struct AttemptWords {
  /// Of what \p First lead to in \p Folders, and of what replaces our headers of CUDA there.
  AttemptWords(const std::vector<std::string> &Folders, const std::vector<std::string> &First)
      : Words(files(Reads), Folders) {
    for (const std::string &Header : First)
      Words.add(Header);
    std::error_code Code;
    IntrusiveRefCntPtr<vfs::FileSystem> Files = files(Reads);
    for (vfs::directory_iterator Entry = Files->dir_begin(EmbeddedCudaFolder, Code), End;
         !Code && Entry != End; Entry.increment(Code))
      Words.add(sys::path::filename(Entry->path()));
  }
  AttemptWords(const AttemptWords &) = delete;
  AttemptWords &operator=(const AttemptWords &) = delete;

  /// What the words were read from.
  FileReads Reads;
  HeaderWords Words;

private:
  static IntrusiveRefCntPtr<vfs::FileSystem> files(FileReads &Reads) {
    auto Files =
        makeIntrusiveRefCnt<vfs::OverlayFileSystem>(recordReads(sourceFileSystem(), &Reads));
    Files->pushOverlay(embeddedFileSystem());
    return Files;
  }
};

/// The words of each attempt, read once for all files.
struct SharedWords {
  std::mutex Lock;
  std::map<std::pair<std::vector<std::string>, std::vector<std::string>>, AttemptWords> Known;

  const AttemptWords &at(const std::vector<std::string> &Folders,
                         const std::vector<std::string> &First) {
    std::lock_guard Guard(Lock);
    return Known
        .emplace(std::piecewise_construct, std::forward_as_tuple(Folders, First),
                 std::forward_as_tuple(Folders, First))
        .first->second;
  }
};

/// Whether \p File has read one of our headers in \p Folders.
static bool readsFrom(ArrayRef<StringRef> Folders, const ParsedFile &File) {
  const clang::SourceManager &Sources = File.sourceManager();
  return std::any_of(Sources.fileinfo_begin(), Sources.fileinfo_end(), [&](const auto &Each) {
    return any_of(Folders,
                  [&](StringRef Folder) { return Each.first.getName().starts_with(Folder); });
  });
}

/// Whether \p File, which has errors, could have fewer with \p Headers: one of them is about more
/// than names that are not declared, or those headers mention one of the names. Depends on this
/// file alone.
bool SourceReader::mayDeclareMore(CudaHeaders Headers, const ParsedFile &File) const {
  const UndeclaredNames &Undeclared = File.Impl->Undeclared;
  if (Undeclared.HasOtherErrors)
    return true;
  // The toolkit's own libraries declare more than ours.
  if (Headers == CudaHeaders::Toolkit &&
      readsFrom({EmbeddedLibraryFolder, EmbeddedOutlineFolder}, File))
    return true;
  static SharedWords Shared;
  const AttemptWords &Found = Shared.at(listFolders(Headers), includedFirst(Headers));
  if (Options.Reads)
    Options.Reads->add(Found.Reads);
  auto IsMentioned = [&](StringRef Name) { return Found.Words.contains(Name); };
  return any_of(Undeclared.Types.keys(), IsMentioned) ||
         any_of(Undeclared.Others.keys(), IsMentioned);
}

/// Whether \p More could explain errors of \p File, as far as they are known.
bool SourceReader::mayHelp(CudaHeaders More, const ParsedFile &File) const {
  return File.errorCount() > File.Impl->MissingHeaders.size() &&
         (More != CudaHeaders::Toolkit || Installed) && mayDeclareMore(More, File);
}

/// Gives \p File, which is being parsed, the name \p To. False: some error mentions the old one.
bool SourceReader::rename(ParsedFile &File, const std::string &To) const {
  if (!File.Impl->Collector->renameFile(File.Path, To))
    return false;
  File.Path = To;
  return true;
}

/// Begins the attempt that will follow on the first one, \p File, which has parsed its headers:
/// more text means more errors only.
void SourceReader::beginNext(const ParsedFile &File) {
  if (!IsFirstOfSeveral || !mayHelp(CudaHeaders::EmbeddedWithStandard, File))
    return;
  IsFirstOfSeveral = false;
  Expected<std::unique_ptr<ParsedFile>> Next = parse(CudaHeaders::EmbeddedWithStandard);
  // It has handed over what it has, or has not waited.
  if (!Next)
    consumeError(Next.takeError());
}

static bool includesNothingFirst(ArrayRef<std::string> Arguments) {
  return !is_contained(Arguments, "-include") && !is_contained(Arguments, "-imacros");
}

/// Whether \p Name is below one of the folders that \p Arguments name.
static bool isInNamedFolder(StringRef Name, ArrayRef<std::string> Arguments,
                            vfs::FileSystem &Files) {
  return any_of(Arguments, [&](StringRef Folder) {
    Folder.consume_front("-I");
    SmallString<256> Path(Folder);
    sys::path::append(Path, Name);
    return !Folder.empty() && !Folder.starts_with("-") && Files.exists(Path);
  });
}

/// Whether the file's own text shows all that it mentions. Other files of
/// its project mention more, and so do our larger headers; the embedded standard headers are no
/// larger than what would be left out.
static bool mentionsAllItNeeds(ArrayRef<IncludedName> Includes, ArrayRef<std::string> Arguments,
                               const HostHeaders &Host, vfs::FileSystem &Files) {
  return !Host.CFolders.empty() && !Host.CxxFolders.empty() && includesNothingFirst(Arguments) &&
         none_of(Includes, [&](const IncludedName &Include) {
           return (Include.IsQuoted && !isEmbeddedCudaHeader(Include.Name)) ||
                  isEmbeddedLibraryHeader(Include.Name) || isEmbeddedOutlineHeader(Include.Name) ||
                  isInNamedFolder(Include.Name, Arguments, Files);
         });
}

Expected<std::unique_ptr<ParsedFile>> SourceReader::run() {
  if (Error Failure = readOptions())
    return std::move(Failure);
  IsHip = isHipSource(Path, findIncludes(Contents), Arguments);
  if (Error Failure = chooseDevice())
    return std::move(Failure);
  if (Error Failure = openNamedToolkit())
    return std::move(Failure);
  Expected<std::unique_ptr<ParsedFile>> File =
      isCSource(Path, Arguments) ? readC() : readInAttempts();
  if (File && includesHip(**File)) {
    File->reset();
    IsHip = true;
    if (Error Failure = chooseDevice())
      return std::move(Failure);
    Installed.reset();
    File = readInAttempts();
  }
  if (!File)
    return File;
  // The others are not to wait for an analysis that nobody receives.
  if (ParseAhead *Ahead = ParseAhead::current(); Ahead && Ahead->sharesNothing())
    return createStringError("'" + Path + "' has no headers to share");
  if (isHostSource(Path, Contents, Arguments))
    for (ParseDiagnostic &Error : (*File)->Errors)
      Error.Reach = ErrorReach::HostCode;
  // What Clang says of a file that is not text is about its bytes as if they were.
  std::vector<ParseDiagnostic> &Errors = (*File)->Errors;
  if (std::optional<ParseDiagnostic> NotText =
          findEncodingError(Path, Contents, /*HasErrors=*/!Errors.empty()))
    Errors = {std::move(*NotText)};
  return File;
}

/// Whether \p File lacks headers of HIP, which other headers include and files of CUDA do not find.
bool SourceReader::includesHip(const ParsedFile &File) const {
  return !IsHip && any_of(File.Impl->MissingHeaders, isEmbeddedHipHeader);
}

/// Our own headers are C++: a file that needs one is read as that, and what C++ refuses in it is
/// not an error of C.
Expected<std::unique_ptr<ParsedFile>> SourceReader::readC() {
  findInstalledHeaders();
  auto MayBeOurs = [&](StringRef Name) {
    return isEmbeddedCudaHeader(Name) || isEmbeddedLibraryHeader(Name) ||
           isEmbeddedHipHeader(Name) || embeddedFileSystem()->exists(EmbeddedCFolder + "/" + Name);
  };
  Expected<std::unique_ptr<ParsedFile>> File = parse(CudaHeaders::OfC);
  if (!File || none_of((*File)->Impl->MissingHeaders, MayBeOurs))
    return File;
  File = readInAttempts();
  if (File)
    (*File)->Errors.clear();
  return File;
}

Expected<std::unique_ptr<ParsedFile>> SourceReader::readInAttempts() {
  std::vector<IncludedName> Includes = findIncludes(Contents);
  if (Options.Toolkit != ToolkitMode::Path && !IsHip &&
      includesNothingFirst(Arguments.ClangArguments) &&
      sufficeEmbeddedStandardHeaders(Includes, Contents)) {
    Expected<std::unique_ptr<ParsedFile>> File = parse(CudaHeaders::OnDemand);
    if (!File || (*File)->wholeParsed())
      return File;
  }
  findInstalledHeaders();
  if (Options.Toolkit == ToolkitMode::Path && !IsHip)
    return parseWhole(CudaHeaders::Toolkit);

  // First guesses, which spare a parse.
  auto IsOnlyInToolkit = [this](StringRef Name) { return isOnlyInToolkit(Name); };
  CudaHeaders First =
      !IsHip && mentionsAllItNeeds(Includes, Arguments.ClangArguments, Host, *RealFileSystem)
          ? CudaHeaders::OnDemand
          : CudaHeaders::Embedded;
  if (any_of(Includes, [&](const IncludedName &I) { return IsOnlyInToolkit(I.Name); }) ||
      (First == CudaHeaders::Embedded && Installed &&
       missesHeader(Path, makeArguments(First), makeFiles(makeOwnFiles(First)), IsOnlyInToolkit)))
    return parseWhole(CudaHeaders::Toolkit);

  IsFirstOfSeveral = true;
  Expected<std::unique_ptr<ParsedFile>> Best = parse(First);
  IsFirstOfSeveral = false;
  if (Best && !(*Best)->wholeParsed()) {
    const StringSet<> &Unknown = (*Best)->Impl->Undeclared.Types;
    WithTextureReferences = any_of(ArrayRef<StringRef>{"texture", "surface", "textureReference"},
                                   [&](StringRef Name) { return Unknown.contains(Name); }) ||
                            any_of((*Best)->Impl->Undeclared.Others.keys(), [](StringRef Name) {
                              return Name.starts_with("cudaTextureType");
                            });
    WithRandomStates =
        any_of(Unknown.keys(), [](StringRef Name) { return Name.starts_with("curandState"); });
    if (WithTextureReferences || WithRandomStates)
      Best = parse(CudaHeaders::Embedded);
  }
  if (!Best || (*Best)->wholeParsed())
    return Best;
  if (any_of((*Best)->Impl->MissingHeaders, IsOnlyInToolkit)) {
    // Two trees of a large file may not fit into memory.
    Best->reset();
    return parseWhole(CudaHeaders::Toolkit);
  }

  // What else is wrong may be a name that the file has from elsewhere: a macro of
  // its own, or a header that the toolkit includes by the way.
  for (CudaHeaders More : {CudaHeaders::EmbeddedWithStandard, CudaHeaders::Toolkit}) {
    if (!mayHelp(More, **Best)) {
      if (Error Crash = complete(**Best))
        return std::move(Crash);
      if (!mayHelp(More, **Best))
        continue;
    }
    Expected<std::unique_ptr<ParsedFile>> Other = parse(More);
    if (!Other)
      return Other.takeError();
    if (!(*Other)->wholeParsed())
      for (ParsedFile *Each : {Best->get(), Other->get()})
        if (Error Crash = complete(*Each))
          return std::move(Crash);
    if ((*Other)->errorCount() < (*Best)->errorCount() + (More != CudaHeaders::Toolkit))
      Best = std::move(Other);
  }
  if (Error Crash = complete(**Best))
    return std::move(Crash);
  return Best;
}

Expected<std::unique_ptr<ParsedFile>> parseCudaSource(StringRef Path, StringRef Contents,
                                                      const FrontendOptions &Options) {
  return SourceReader(Path, Contents, Options).run();
}

Expected<std::unique_ptr<ParsedFile>> parseCudaFile(StringRef Path,
                                                    const FrontendOptions &Options) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer =
      recordReads(overlayTexts(sourceFileSystem(), Options.Overlay), Options.Reads)
          ->getBufferForFile(Path);
  if (!Buffer)
    return createStringError("cannot read '" + Path + "': " + Buffer.getError().message());
  return parseCudaSource(Path, (*Buffer)->getBuffer(), Options);
}

} // namespace memlint

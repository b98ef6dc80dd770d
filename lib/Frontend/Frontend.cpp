//===- Frontend.cpp - From a CUDA source file to Clang's AST --------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Frontend/Frontend.h"

#include "cuda-memlint/Frontend/CrashGuard.h"
#include "cuda-memlint/Frontend/EmbeddedHeaders.h"
#include "cuda-memlint/Frontend/FileReads.h"
#include "cuda-memlint/Frontend/IncludedNames.h"
#include "cuda-memlint/Frontend/ParseAhead.h"
#include "cuda-memlint/Frontend/SourceFileSystem.h"
#include "cuda-memlint/Support/RealPaths.h"

#include "AttemptWords.h"
#include "DeferredInstantiations.h"
#include "EncodingCheck.h"
#include "ErrorCollector.h"
#include "HipSources.h"
#include "HostCodeErrors.h"
#include "HostSources.h"
#include "IgnoredWarnings.h"
#include "IncludeScan.h"
#include "KeptHeaders.h"
#include "LaunchBrackets.h"
#include "OpaqueFunctions.h"
#include "ParseAction.h"
#include "PredefinedMacros.h"
#include "SourceSettings.h"
#include "StandardHeaders.h"

#include "clang/AST/ASTContext.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/MultiplexExternalSemaSource.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <optional>

using namespace llvm;

namespace memlint {

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
  /// Null: the file is HIP.
  std::unique_ptr<PredefinedMacros> Macros;
  IntrusiveRefCntPtr<OpaqueFunctions> Opaque;
  IntrusiveRefCntPtr<DeferredInstantiations> Deferred;
  std::unique_ptr<clang::CompilerInstance> Compiler;
  /// The compiler's.
  ErrorCollector *Collector = nullptr;
  std::unique_ptr<ParseAction> Action;
  /// It was begun in a process that this one is a copy of, and ends with it.
  bool IsOfCopy = false;

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
    std::string Name = Each.Declaration->getNameAsString();
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

/// Each page in which something is freed would first be copied from the other process.
ParsedFile::~ParsedFile() {
  if (Impl && Impl->IsOfCopy)
    BuryPointer(std::move(Impl));
}

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

/// Reads one file, in as many attempts as it takes.
class SourceReader {
public:
  SourceReader(StringRef Path, StringRef Contents, const FrontendOptions &Options)
      : Path(Path), Contents(Contents), Options(Options), Settings(Path, Options) {}

  Expected<std::unique_ptr<ParsedFile>> run();

private:
  bool includesHip(const ParsedFile &File) const;
  Expected<std::unique_ptr<ParsedFile>> readInAttempts();
  Expected<std::unique_ptr<ParsedFile>> readC();
  IntrusiveRefCntPtr<vfs::InMemoryFileSystem> makeOwnFiles(CudaHeaders Headers) const;
  IntrusiveRefCntPtr<vfs::FileSystem>
  makeFiles(const IntrusiveRefCntPtr<vfs::InMemoryFileSystem> &Own,
            ParseAhead *Ahead = nullptr) const;
  std::optional<ParseInputs> inputsOf(CudaHeaders Headers) const;
  bool findsHeadersAsBefore(CudaHeaders Headers) const;
  Expected<std::unique_ptr<ParsedFile>> readOnDemand(ArrayRef<IncludedName> Includes);
  CudaHeaders guessHeaders(ArrayRef<IncludedName> Includes);
  bool asksForOldTypes(const ParsedFile &File);
  Expected<std::unique_ptr<ParsedFile>> readWithMore(std::unique_ptr<ParsedFile> Best);
  void configure(ParsedFile &File, CudaHeaders Headers) const;
  void build(ParsedFile &File, CudaHeaders Headers, ParseAhead *Ahead);
  Expected<std::unique_ptr<ParsedFile>> parse(CudaHeaders Headers);
  Expected<std::unique_ptr<ParsedFile>> parseWhole(CudaHeaders Headers);
  Error complete(ParsedFile &File) const;
  Error runClang(ParsedFile &File, function_ref<void()> Do) const;
  bool mayDeclareMore(CudaHeaders Headers, const ParsedFile &File) const;
  bool needsNoHeaders(const ParsedFile &File) const;
  bool mayHelp(CudaHeaders More, const ParsedFile &File) const;
  bool rename(ParsedFile &File, const std::string &To) const;
  void beginNext(const ParsedFile &File);

  StringRef Path;
  StringRef Contents;
  const FrontendOptions &Options;
  SourceSettings Settings;
  /// The attempt that is tried first may be followed by others, which declare more.
  bool IsFirstOfSeveral = false;
};

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
      Headers == CudaHeaders::OnDemand ? selectOwnHeaders(Contents)
                                       : makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
  if (ErrorOr<std::string> Current = Settings.Files->getCurrentWorkingDirectory())
    Own->setCurrentWorkingDirectory(*Current);
  return Own;
}

/// The files that an attempt sees: \p Own with the source's text, the embedded headers, and those
/// of the disk.
IntrusiveRefCntPtr<vfs::FileSystem>
SourceReader::makeFiles(const IntrusiveRefCntPtr<vfs::InMemoryFileSystem> &Own,
                        ParseAhead *Ahead) const {
  auto Overlay = makeIntrusiveRefCnt<vfs::OverlayFileSystem>(joinLaunchBracketsIn(
      recordReads(overlayTexts(keepHostHeaders(sourceFileSystem(), Settings.Host), Options.Overlay),
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
  Result.Architecture = Settings.Device.name();
  Result.AskedArchitecture = Settings.Device.Asked;
  Result.Arguments = Settings.makeArguments(Headers);
  Result.InstantiationSteps = Options.InstantiationSteps;
  Result.IsHip = Settings.IsHip;
  if (Headers != CudaHeaders::OnDemand)
    return Result;
  IntrusiveRefCntPtr<vfs::InMemoryFileSystem> Files = selectOwnHeaders(Contents);
  std::error_code Code;
  for (vfs::recursive_directory_iterator Entry(*Files, EmbeddedRoot, Code), End;
       !Code && Entry != End; Entry.increment(Code))
    if (ErrorOr<std::unique_ptr<MemoryBuffer>> Text = Files->getBufferForFile(Entry->path()))
      Result.Selected += (Entry->path() + "\n" + (*Text)->getBuffer()).str();
  return Result;
}

/// A parse with \p Headers waits that has met all inclusions: it was begun as no header was missing
/// that others have.
bool SourceReader::findsHeadersAsBefore(CudaHeaders Headers) const {
  ParseAhead *Ahead = ParseAhead::current();
  std::optional<ParseInputs> Inputs = Ahead ? inputsOf(Headers) : std::nullopt;
  return Inputs && Ahead->hasAllInclusions(*Inputs, joinLaunchBrackets(Contents));
}

/// Makes what \p Impl needs before Clang begins: how to say errors, and the compiler's options.
void SourceReader::configure(ParsedFile &File, CudaHeaders Headers) const {
  ParsedFile::Implementation &Impl = *File.Impl;
  Impl.Compiler = std::make_unique<clang::CompilerInstance>();
  Impl.Collector = new ErrorCollector(File.Errors, Impl.Undeclared);
  Impl.Compiler->createDiagnostics(Impl.Collector, /*ShouldOwnClient=*/true);
  clang::DiagnosticsEngine &Diagnostics = Impl.Compiler->getDiagnostics();
  // A missing include is fatal, after which no template would be instantiated.
  Diagnostics.setFatalsAsError(true);

  std::vector<std::string> Arguments = Settings.makeArguments(Headers);
  std::vector<const char *> Pointers;
  for (const std::string &Argument : Arguments)
    Pointers.push_back(Argument.c_str());
  clang::CompilerInvocation::CreateFromArgs(Impl.Compiler->getInvocation(), Pointers, Diagnostics);
  ignoreWarnings(Diagnostics);
  Diagnostics.setErrorLimit(0);
}

/// Has Clang build the tree of \p File, which stays without one where Clang cannot begin.
void SourceReader::build(ParsedFile &File, CudaHeaders Headers, ParseAhead *Ahead) {
  configure(File, Headers);
  ParsedFile::Implementation &Impl = *File.Impl;
  clang::CompilerInstance &Compiler = *Impl.Compiler;
  IntrusiveRefCntPtr<vfs::InMemoryFileSystem> Own = makeOwnFiles(Headers);
  Compiler.createFileManager(makeFiles(Own, Ahead));
  Compiler.createSourceManager(Compiler.getFileManager());
  if (!Compiler.createTarget())
    return;
  bool IsC = Headers == CudaHeaders::OfC;
  bool AreOwn = !IsC && Headers != CudaHeaders::Toolkit;
  Impl.Action =
      std::make_unique<ParseAction>(Impl.Host, AreOwn ? &Impl.Host : nullptr, Impl.MissingHeaders);
  clang::FrontendInputFile Input(File.Path,
                                 clang::InputKind(IsC              ? clang::Language::C
                                                  : Settings.IsHip ? clang::Language::HIP
                                                                   : clang::Language::CUDA));
  if (!Impl.Action->BeginSourceFile(Compiler, Input))
    return;
  clang::Preprocessor &Reader = Compiler.getPreprocessor();
  if (Settings.IsHip && !IsC) {
    Impl.HipNames = std::make_unique<HipIdentifiers>(Reader.getIdentifierTable());
    Reader.getIdentifierTable().setExternalIdentifierLookup(Impl.HipNames.get());
  } else {
    Impl.Macros = std::make_unique<PredefinedMacros>(Reader);
    Reader.getIdentifierTable().setExternalIdentifierLookup(Impl.Macros.get());
  }
  if (Ahead)
    Ahead->attach({Compiler, *Own,
                   [this, &File](const std::string &To) { return rename(File, To); },
                   [this, &Behind = std::as_const(File)] { beginNext(Behind); }});
  Impl.Opaque = makeIntrusiveRefCnt<OpaqueFunctions>();
  Impl.Deferred = makeIntrusiveRefCnt<DeferredInstantiations>(File.Errors, Impl.Instantiations);
  if (!IsC)
    Compiler.setExternalSemaSource(makeIntrusiveRefCnt<clang::MultiplexExternalSemaSource>(
        Impl.Opaque.get(), Impl.Deferred.get()));
  consumeError(Impl.Action->Execute());
  if (!Impl.Deferred->any())
    Impl.finishErrors();
}

Expected<std::unique_ptr<ParsedFile>> SourceReader::parse(CudaHeaders Headers) {
  ParseAhead *Ahead = ParseAhead::current();
  std::optional<ParseInputs> Inputs = Ahead ? inputsOf(Headers) : std::nullopt;
  if (Inputs) {
    std::string Text = joinLaunchBrackets(Contents);
    if (std::optional<ParseAhead::Result> Resumed = Ahead->resume(*Inputs, Text, Options.Reads)) {
      if (*Resumed)
        (**Resumed)->Impl->IsOfCopy = true;
      return std::move(*Resumed);
    }
    if (!Ahead->begin(std::move(*Inputs), Text))
      Ahead = nullptr;
  } else {
    Ahead = nullptr;
  }
  const std::string Name = Ahead ? Ahead->nameFor(Path) : Path.str();
  auto File = std::make_unique<ParsedFile>(Options.InstantiationSteps);
  File->Path = Name;
  File->Architecture = Settings.Device.name();
  File->AskedArchitecture = Settings.Device.Asked;
  if (Headers == CudaHeaders::Toolkit)
    File->ToolkitPath = Settings.Installed->Path;
  File->NamedToolkitVersion = Settings.majorVersionOfNamedToolkit();
  File->Impl->Host = Settings.Host;

  auto Finish = [&]() -> Expected<std::unique_ptr<ParsedFile>> {
    if (Error Crash = runClang(*File, [&] { build(*File, Headers, Ahead); }))
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

/// Whether \p File has read one of our headers in \p Folders.
static bool readsFrom(ArrayRef<StringRef> Folders, const ParsedFile &File) {
  const clang::SourceManager &Sources = File.sourceManager();
  return std::any_of(Sources.fileinfo_begin(), Sources.fileinfo_end(), [&](const auto &Each) {
    return any_of(Folders,
                  [&](StringRef Folder) { return Each.first.getName().starts_with(Folder); });
  });
}

/// Whether \p File, which has errors, could have fewer with \p Headers: one of them is about more
/// than names that are not declared and the syntax of the text, or those headers mention one of the
/// names. Depends on this file alone.
bool SourceReader::mayDeclareMore(CudaHeaders Headers, const ParsedFile &File) const {
  const UndeclaredNames &Undeclared = File.Impl->Undeclared;
  if (Undeclared.HasOtherErrors)
    return true;
  if (Undeclared.empty())
    return false;
  // The toolkit's own libraries declare more than ours.
  if (Headers == CudaHeaders::Toolkit &&
      readsFrom({EmbeddedLibraryFolder, EmbeddedOutlineFolder}, File))
    return true;
  const AttemptWords &Found =
      findAttemptWords(Settings.listFolders(Headers), Settings.includedFirst(Headers));
  if (Options.Reads)
    Options.Reads->add(Found.Reads);
  auto IsMentioned = [&](StringRef Name) { return Found.Words.contains(Name); };
  return any_of(Undeclared.Types.keys(), IsMentioned) ||
         any_of(Undeclared.Others.keys(), IsMentioned);
}

/// Whether all errors of \p File, as far as they are known, are in its syntax alone.
bool SourceReader::needsNoHeaders(const ParsedFile &File) const {
  return File.Impl->MissingHeaders.empty() && File.Impl->Undeclared.empty();
}

/// Whether \p More could explain errors of \p File, as far as they are known.
bool SourceReader::mayHelp(CudaHeaders More, const ParsedFile &File) const {
  return File.errorCount() > File.Impl->MissingHeaders.size() &&
         (More != CudaHeaders::Toolkit || Settings.Installed) && mayDeclareMore(More, File);
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
  if (Error Failure = Settings.read(Contents))
    return std::move(Failure);
  Expected<std::unique_ptr<ParsedFile>> File =
      isCSource(Path, Settings.Arguments) ? readC() : readInAttempts();
  if (File && includesHip(**File)) {
    File->reset();
    if (Error Failure = Settings.becomeHip())
      return std::move(Failure);
    File = readInAttempts();
  }
  if (!File)
    return File;
  // The others are not to wait for an analysis that nobody receives.
  if (ParseAhead *Ahead = ParseAhead::current(); Ahead && Ahead->sharesNothing())
    return createStringError("'" + Path + "' has no headers to share");
  if (isHostSource(Path, Contents, Settings.Arguments))
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
  return !Settings.IsHip && any_of(File.Impl->MissingHeaders, isEmbeddedHipHeader);
}

/// Our own headers are C++: a file that needs one is read as that, and what C++ refuses in it is
/// not an error of C.
Expected<std::unique_ptr<ParsedFile>> SourceReader::readC() {
  Settings.findInstalledHeaders();
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

/// The file with those of our headers alone that it asks for; null where that does not suffice.
Expected<std::unique_ptr<ParsedFile>> SourceReader::readOnDemand(ArrayRef<IncludedName> Includes) {
  if (Options.Toolkit == ToolkitMode::Path || Settings.IsHip ||
      !includesNothingFirst(Settings.Arguments.ClangArguments) ||
      !sufficeEmbeddedStandardHeaders(Includes, Contents))
    return nullptr;
  Expected<std::unique_ptr<ParsedFile>> File = parse(CudaHeaders::OnDemand);
  if (!File || (*File)->wholeParsed())
    return File;
  if (needsNoHeaders(**File)) {
    if (Error Crash = complete(**File))
      return std::move(Crash);
    if (needsNoHeaders(**File))
      return File;
  }
  return nullptr;
}

/// The first guess at the headers that a file needs which includes \p Includes: it spares a parse.
CudaHeaders SourceReader::guessHeaders(ArrayRef<IncludedName> Includes) {
  auto IsOnlyInToolkit = [this](StringRef Name) { return Settings.isOnlyInToolkit(Name); };
  CudaHeaders First =
      !Settings.IsHip && mentionsAllItNeeds(Includes, Settings.Arguments.ClangArguments,
                                            Settings.Host, *Settings.Files)
          ? CudaHeaders::OnDemand
          : CudaHeaders::Embedded;
  if (any_of(Includes, [&](const IncludedName &I) { return IsOnlyInToolkit(I.Name); }) ||
      (First == CudaHeaders::Embedded && Settings.Installed && !findsHeadersAsBefore(First) &&
       missesHeader(Path, Settings.makeArguments(First), makeFiles(makeOwnFiles(First)),
                    IsOnlyInToolkit)))
    return CudaHeaders::Toolkit;
  return First;
}

/// What the toolkit had once, and \p File knows nothing of, is embedded, too.
bool SourceReader::asksForOldTypes(const ParsedFile &File) {
  const StringSet<> &Unknown = File.Impl->Undeclared.Types;
  Settings.WithTextureReferences =
      any_of(ArrayRef<StringRef>{"texture", "surface", "textureReference"},
             [&](StringRef Name) { return Unknown.contains(Name); }) ||
      any_of(File.Impl->Undeclared.Others.keys(),
             [](StringRef Name) { return Name.starts_with("cudaTextureType"); });
  Settings.WithRandomStates =
      any_of(Unknown.keys(), [](StringRef Name) { return Name.starts_with("curandState"); });
  return Settings.WithTextureReferences || Settings.WithRandomStates;
}

/// What is wrong with \p Best may be a name that the file has from elsewhere: a macro of its own,
/// or a header that the toolkit includes by the way.
Expected<std::unique_ptr<ParsedFile>> SourceReader::readWithMore(std::unique_ptr<ParsedFile> Best) {
  for (CudaHeaders More : {CudaHeaders::EmbeddedWithStandard, CudaHeaders::Toolkit}) {
    if (!mayHelp(More, *Best)) {
      if (Error Crash = complete(*Best))
        return std::move(Crash);
      if (!mayHelp(More, *Best))
        continue;
    }
    Expected<std::unique_ptr<ParsedFile>> Other = parse(More);
    if (!Other)
      return Other.takeError();
    if (!(*Other)->wholeParsed())
      for (ParsedFile *Each : {Best.get(), Other->get()})
        if (Error Crash = complete(*Each))
          return std::move(Crash);
    if ((*Other)->errorCount() < Best->errorCount() + (More != CudaHeaders::Toolkit))
      Best = std::move(*Other);
  }
  if (Error Crash = complete(*Best))
    return std::move(Crash);
  return Best;
}

Expected<std::unique_ptr<ParsedFile>> SourceReader::readInAttempts() {
  std::vector<IncludedName> Includes = findIncludes(Contents);
  Expected<std::unique_ptr<ParsedFile>> OnDemand = readOnDemand(Includes);
  if (!OnDemand || *OnDemand)
    return OnDemand;
  Settings.findInstalledHeaders();
  if (Options.Toolkit == ToolkitMode::Path && !Settings.IsHip)
    return parseWhole(CudaHeaders::Toolkit);
  CudaHeaders First = guessHeaders(Includes);
  if (First == CudaHeaders::Toolkit)
    return parseWhole(First);

  IsFirstOfSeveral = true;
  Expected<std::unique_ptr<ParsedFile>> Best = parse(First);
  IsFirstOfSeveral = false;
  if (Best && !(*Best)->wholeParsed() && asksForOldTypes(**Best))
    Best = parse(CudaHeaders::Embedded);
  if (!Best || (*Best)->wholeParsed())
    return Best;
  if (any_of((*Best)->Impl->MissingHeaders,
             [this](StringRef Name) { return Settings.isOnlyInToolkit(Name); })) {
    // Two trees of a large file may not fit into memory.
    Best->reset();
    return parseWhole(CudaHeaders::Toolkit);
  }
  return readWithMore(std::move(*Best));
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

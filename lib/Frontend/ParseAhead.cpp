//===- ParseAhead.cpp - A parse that has its headers behind it ------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Frontend/ParseAhead.h"

#include "cuda-memlint/Frontend/SourceFileSystem.h"

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/DependencyDirectivesScanner.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <algorithm>

using namespace llvm;

namespace memlint {

/// Notes each place in the file behind which an inclusion or a condition has ended.
class ParseAhead::Callbacks : public clang::PPCallbacks {
public:
  Callbacks(ParseAhead &Ahead, clang::CompilerInstance &Compiler)
      : Ahead(Ahead), Compiler(Compiler) {}

  void LexedFileChanged(clang::FileID File, LexedFileChangeReason Reason,
                        clang::SrcMgr::CharacteristicKind, clang::FileID,
                        clang::SourceLocation) override {
    const clang::SourceManager &Sources = Compiler.getSourceManager();
    clang::FileID Main = Sources.getMainFileID();
    if (Reason == LexedFileChangeReason::ExitFile)
      look();
    else if (File != Main && Sources.getFileEntryForID(File) == Sources.getFileEntryForID(Main))
      Ahead.HasSeenAll = true;
  }
  void InclusionDirective(clang::SourceLocation, const clang::Token &, StringRef, bool,
                          clang::CharSourceRange, clang::OptionalFileEntryRef File, StringRef,
                          StringRef, const clang::Module *, bool,
                          clang::SrcMgr::CharacteristicKind) override {
    // What is not found is not left, either.
    if (!File)
      look();
  }
  void FileSkipped(const clang::FileEntryRef &, const clang::Token &,
                   clang::SrcMgr::CharacteristicKind) override {
    look();
  }
  void Endif(clang::SourceLocation, clang::SourceLocation) override { look(); }
  void MacroExpands(const clang::Token &Name, const clang::MacroDefinition &Macro,
                    clang::SourceRange, const clang::MacroArgs *) override {
    const clang::MacroInfo *Info = Macro.getMacroInfo();
    if (!Info || !Info->isBuiltinMacro())
      return;
    StringRef Text = Name.getIdentifierInfo()->getName();
    bool OfThisFile = Text == "__FILE__" || Text == "__FILE_NAME__";
    const clang::SourceManager &Sources = Compiler.getSourceManager();
    if (Text == "__BASE_FILE__" ||
        (OfThisFile && Sources.isInMainFile(Sources.getExpansionLoc(Name.getLocation()))))
      Ahead.HasSaidName = true;
  }

private:
  void look() {
    const clang::SourceManager &Sources = Compiler.getSourceManager();
    auto *Lexer =
        static_cast<const clang::Lexer *>(Compiler.getPreprocessor().getCurrentFileLexer());
    if (!Lexer || Lexer->getFileID() != Sources.getMainFileID())
      return;
    StringRef Text = Sources.getBufferData(Sources.getMainFileID());
    Ahead.pause(size_t(Lexer->getBufferLocation() - Text.begin()));
  }

  ParseAhead &Ahead;
  clang::CompilerInstance &Compiler;
};

/// Where the last line of \p Text that includes something begins; npos: none does.
static size_t findLastInclusion(StringRef Text) {
  size_t Last = StringRef::npos;
  for (size_t Begin = 0; Begin < Text.size(); Begin = Text.find('\n', Begin) + 1) {
    StringRef Line = Text.drop_front(Begin).ltrim(" \t");
    if (Line.consume_front("#") && Line.ltrim(" \t").starts_with("include"))
      Last = Begin;
    if (Text.find('\n', Begin) == StringRef::npos)
      break;
  }
  return Last;
}

/// Where the last inclusion in the first \p Most bytes of \p Text begins, wherever it stands: in
/// conditions, between declarations, in a function. What is paused is the parse itself, with all
/// that it is in the middle of. npos: nothing is included there.
static size_t findLastInclusionAnywhere(StringRef Text, size_t Most) {
  SmallVector<clang::dependency_directives_scan::Token, 0> Tokens;
  SmallVector<clang::dependency_directives_scan::Directive, 0> Directives;
  size_t Last = StringRef::npos;
  if (clang::scanSourceForDependencyDirectives(Text, Tokens, Directives))
    return Last;
  for (const auto &Each : Directives)
    if (is_contained({clang::dependency_directives_scan::pp_include,
                      clang::dependency_directives_scan::pp_include_next},
                     Each.Kind) &&
        Each.Tokens.front().Offset < Most)
      Last = Each.Tokens.front().Offset;
  return Last;
}

/// The first directives of \p Text, and the comments between them.
static StringRef firstDirectives(StringRef Text) {
  clang::LangOptions Language;
  Language.CPlusPlus = Language.CPlusPlus11 = Language.CUDA = true;
  return Text.take_front(clang::Lexer::ComputePreamble(Text, Language).Size);
}

StringRef ParseAhead::sharedBeginning(StringRef Text) {
  StringRef First = firstDirectives(Text);
  size_t Last = findLastInclusion(First);
  return Last == StringRef::npos ? StringRef() : First.take_front(First.find('\n', Last));
}

std::string ParseAhead::nameFor(StringRef Path) const {
  if (!OfSeveral)
    return Path.str();
  SmallString<256> Name = sys::path::parent_path(Path);
  sys::path::append(Name, "__memlint_shared" + sys::path::extension(Path));
  return Name.str().str();
}

bool ParseAhead::begin(ParseInputs Given, StringRef Text) {
  std::lock_guard<std::mutex> Lock(Mutex);
  if (Now != Stage::New)
    return false;
  if (ToSkip != 0) {
    --ToSkip;
    return false;
  }
  LastInclusion = OfSeveral ? findLastInclusion(firstDirectives(Text))
                            : findLastInclusionAnywhere(Text, Unchanged);
  if (LastInclusion == StringRef::npos)
    return false;
  Now = Stage::Begun;
  Inputs = std::move(Given);
  Inputs.Path = nameFor(Inputs.Path);
  // For as much more text as somebody may type, or insert.
  Capacity = 2 * Text.size() + (size_t(1) << 16);
  std::unique_ptr<WritableMemoryBuffer> Room =
      WritableMemoryBuffer::getNewUninitMemBuffer(Capacity, Inputs.Path);
  Start = Room->getBufferStart();
  std::copy(Text.begin(), Text.end(), Start);
  std::fill(Start + Text.size(), Start + Capacity, '\n');
  Buffer = std::move(Room);
  return true;
}

void ParseAhead::attach(Parts Given) {
  clang::CompilerInstance &Compiler = Given.Compiler;
  Attached.emplace(std::move(Given));
  Compiler.getPreprocessor().addPPCallbacks(std::make_unique<Callbacks>(*this, Compiler));
}

bool ParseAhead::isResumed() {
  std::lock_guard<std::mutex> Lock(Mutex);
  return Now == Stage::Resumed;
}

bool ParseAhead::isOutdated() {
  std::lock_guard<std::mutex> Lock(Mutex);
  return Outdated || (HasSkipped && Now == Stage::Waiting);
}

unsigned ParseAhead::furtherAttempts() {
  std::lock_guard<std::mutex> Lock(Mutex);
  return Further;
}

bool ParseAhead::sharesNothing() {
  std::lock_guard<std::mutex> Lock(Mutex);
  return OfSeveral && (Now == Stage::New || Now == Stage::Begun);
}

/// Waits at \p Offset of the file, if that is behind the inclusion to wait for.
void ParseAhead::pause(size_t Offset) {
  if (Now != Stage::Begun || HasSeenAll || Offset <= LastInclusion)
    return;
  Boundary = Offset;
  Now = Stage::Waiting;
  if (Before) {
    // In the copies, the other thread begins with the first attempt at once.
    setCurrent(Before);
  } else if (OfSeveral) {
    Next = std::make_unique<ParseAhead>(Wait);
    Next->Before = this;
    setCurrent(Next.get());
    Attached->BeginNext();
    if (Next->Now == Stage::Delivered)
      return goOn();
    // It has not waited.
    setCurrent(this);
    Next.reset();
  }
  Wait();
  goOn();
}

/// Goes on with the parse once it is resumed.
void ParseAhead::goOn() {
  std::unique_lock<std::mutex> Lock(Mutex);
  Changed.wait(Lock, [this] { return Now == Stage::Resumed; });
  // Lines may have been counted in the text before.
  const clang::SourceManager &Sources = Attached->Compiler.getSourceManager();
  Sources.getSLocEntry(Sources.getMainFileID()).getFile().getContentCache().SourceLineCache =
      clang::SrcMgr::LineOffsetMapping();
}

void ParseAhead::deliver(Result Given) {
  std::unique_lock<std::mutex> Lock(Mutex);
  Parsed.emplace(std::move(Given));
  Now = Stage::Delivered;
  Changed.notify_all();
  while (!Before)
    Changed.wait(Lock);
}

/// Where spaces may be inserted into \p Text without a change of any place in it: at the end of its
/// first line, which may be two characters; nothing if that may be in the middle of a token.
static std::optional<size_t> findRoom(StringRef Text) {
  size_t End = Text.find('\n');
  if (End == StringRef::npos)
    return std::nullopt;
  StringRef Line = Text.take_front(End);
  Line.consume_back("\r");
  return Line.find_first_of("\"'\\") != StringRef::npos ? std::nullopt : std::optional(Line.size());
}

bool ParseAhead::fits(StringRef Text) const {
  return Text.size() <= Capacity && Text.starts_with(StringRef(Start, Boundary)) &&
         findRoom(Text.drop_front(Boundary));
}

bool ParseAhead::isFor(const ParseInputs &Given) const {
  ParseInputs Renamed = Inputs;
  if (OfSeveral)
    Renamed.Path = Given.Path;
  return Renamed == Given;
}

/// The files of one run are read once.
bool ParseAhead::isOfToday() {
  HasLookedAgain = OfSeveral || HasLookedAgain ||
                   (Reads.isComplete() && FileStates(sourceFileSystem()).agreeWith(Reads.all()));
  return HasLookedAgain;
}

bool ParseAhead::hasAllInclusions(const ParseInputs &Given, StringRef Text) {
  std::lock_guard<std::mutex> Lock(Mutex);
  return Now == Stage::Waiting && ToSkipAgain == 0 && isFor(Given) && fits(Text) &&
         !Text.drop_front(Boundary).contains("include") && isOfToday();
}

/// Whether nothing that was read so far depends on the file's name, if that becomes \p Path.
bool ParseAhead::canBeNamed(StringRef Path) const {
  if (Path == Inputs.Path)
    return true;
  return OfSeveral && !HasSaidName &&
         sys::path::parent_path(Path) == sys::path::parent_path(Inputs.Path) &&
         none_of(Reads.all(), [&](const FileRead &Read) {
           return sys::path::filename(Read.Path) == sys::path::filename(Path);
         });
}

/// Gives the file that is parsed another name, \p Path, with \p Text. False: that cannot be done.
bool ParseAhead::rename(const std::string &Path, StringRef Text) {
  if (Path == Inputs.Path)
    return true;
  clang::CompilerInstance &Compiler = Attached->Compiler;
  Attached->Own.addFile(Path, /*ModificationTime=*/0, MemoryBuffer::getMemBufferCopy(Text, Path));
  clang::OptionalFileEntryRef Entry = Compiler.getFileManager().getOptionalFileRef(Path);
  if (!Entry || !Attached->Rename(Path))
    return false;
  const clang::SourceManager &Sources = Compiler.getSourceManager();
  auto &Main = const_cast<clang::SrcMgr::ContentCache &>(
      Sources.getSLocEntry(Sources.getMainFileID()).getFile().getContentCache());
  Main.OrigEntry = Main.ContentsEntry = Entry;
  Main.Filename = Entry->getName();
  Compiler.getPreprocessor().markIncluded(*Entry);
  Inputs.Path = Path;
  return true;
}

/// Makes all ready to go on with the file \p Path of \p Text. False: that cannot be done.
bool ParseAhead::prepare(const std::string &Path, StringRef Text) {
  if (!fits(Text) || !canBeNamed(Path) || !rename(Path, Text))
    return false;
  ResumedText = Text.str();
  StringRef Rest = Text.drop_front(Boundary);
  size_t Room = *findRoom(Rest);
  char *To = std::copy_n(Rest.begin(), Room, Start + Boundary);
  char *Behind = Start + Capacity - (Rest.size() - Room);
  std::fill(To, Behind, ' ');
  std::copy(Rest.begin() + Room, Rest.end(), Behind);
  return true;
}

ParseAhead::Result ParseAhead::take(FileReads *AllReads) {
  if (AllReads)
    AllReads->add(Reads);
  Result Taken = std::move(*Parsed);
  Parsed.reset();
  return Taken;
}

void ParseAhead::wake() {
  std::lock_guard<std::mutex> Lock(Mutex);
  Now = Stage::Resumed;
  Changed.notify_all();
}

std::optional<ParseAhead::Result> ParseAhead::resume(const ParseInputs &Given, StringRef Text,
                                                     FileReads *AllReads) {
  std::unique_lock<std::mutex> Lock(Mutex);
  if (Now == Stage::Delivered && Next && Next->Parsed && Next->Inputs == Given &&
      Text == ResumedText)
    return Next->take(AllReads);
  if (Now == Stage::Delivered && Text == ResumedText)
    ++Further;
  if (Now != Stage::Waiting)
    return std::nullopt;
  if (ToSkipAgain != 0) {
    --ToSkipAgain;
    HasSkipped = true;
    return std::nullopt;
  }
  Outdated = !isFor(Given) || !isOfToday() || !prepare(Given.Path, Text) ||
             (Next && !Next->prepare(Given.Path, Text));
  if (Outdated)
    return std::nullopt;
  Now = Stage::Resumed;
  if (Next)
    Next->wake();
  else
    Changed.notify_all();
  Changed.wait(Lock, [this] { return Now == Stage::Delivered; });
  return take(AllReads);
}

} // namespace memlint

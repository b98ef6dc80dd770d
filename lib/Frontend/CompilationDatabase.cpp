//===- CompilationDatabase.cpp - Reads compile_commands.json --------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompilationDatabase.h"

#include "cuda-memlint/Frontend/CompileArguments.h"
#include "cuda-memlint/Frontend/SourceNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"

using namespace llvm;

namespace memlint {
std::string canonicalPath(vfs::FileSystem &FileSystem, StringRef Folder, StringRef Path) {
  SmallString<256> Absolute;
  if (!sys::path::is_absolute(Path))
    Absolute = Folder;
  sys::path::append(Absolute, Path);
  FileSystem.makeAbsolute(Absolute);
  SmallString<256> Real;
  if (!FileSystem.getRealPath(Absolute, Real))
    return Real.str().str();
  sys::path::remove_dots(Absolute, /*remove_dot_dot=*/true);
  return Absolute.str().str();
}

/// The words of the command, the compiler first.
static std::vector<std::string> wordsOfCommand(const json::Object &Entry) {
  std::vector<std::string> Arguments;
  if (const json::Array *List = Entry.getArray("arguments")) {
    for (const json::Value &Argument : *List)
      if (std::optional<StringRef> Text = Argument.getAsString())
        Arguments.push_back(Text->str());
  } else if (std::optional<StringRef> Command = Entry.getString("command")) {
    BumpPtrAllocator Allocator;
    StringSaver Saver(Allocator);
    SmallVector<const char *, 32> Words;
    cl::TokenizeGNUCommandLine(*Command, Saver, Words);
    Arguments.assign(Words.begin(), Words.end());
  }
  return Arguments;
}

std::vector<std::string> argumentsOfCommand(const json::Object &Entry) {
  std::vector<std::string> Arguments = wordsOfCommand(Entry);
  if (Arguments.empty())
    return Arguments;
  // hipcc reads every file of C++ as HIP, without an option that says so.
  bool IsHipCompiler = sys::path::stem(Arguments.front()) == "hipcc";
  Arguments.erase(Arguments.begin());
  bool IsC = sys::path::extension(Entry.getString("file").value_or("")) == ".c";
  if (IsHipCompiler && !IsC)
    Arguments.insert(Arguments.begin(), "-xhip");
  return Arguments;
}

static std::string compilerOfCommand(const json::Object &Entry) {
  std::vector<std::string> Words = wordsOfCommand(Entry);
  return Words.empty() ? "" : Words.front();
}

/// LLVM's reader of JSON takes one more frame of the stack for each level, without end.
bool isNestedTooDeeply(StringRef Text) {
  constexpr int MostLevels = 64;
  int Level = 0;
  bool InString = false;
  for (size_t At = 0; At < Text.size(); ++At) {
    char Letter = Text[At];
    if (Letter == '"')
      InString = !InString;
    else if (InString)
      At += Letter == '\\';
    else if (Letter == '[' || Letter == '{')
      ++Level;
    else if (Letter == ']' || Letter == '}')
      --Level;
    if (Level > MostLevels)
      return true;
  }
  return false;
}

Error forEachCommand(StringRef Database, vfs::FileSystem &FileSystem,
                     function_ref<bool(const json::Object &Entry)> Visit) {
  SmallString<256> File(Database);
  if (ErrorOr<vfs::Status> Status = FileSystem.status(File); Status && Status->isDirectory())
    sys::path::append(File, "compile_commands.json");
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = FileSystem.getBufferForFile(File);
  if (!Buffer)
    return createStringError("cannot read the compilation database '" + File.str() +
                             "': " + Buffer.getError().message());
  if (isNestedTooDeeply((*Buffer)->getBuffer()))
    return createStringError("cannot read the compilation database '" + File.str() +
                             "': nested too deeply");
  Expected<json::Value> Root = json::parse((*Buffer)->getBuffer());
  if (!Root)
    return createStringError("cannot read the compilation database '" + File.str() +
                             "': " + toString(Root.takeError()));
  const json::Array *Entries = Root->getAsArray();
  if (!Entries)
    return createStringError("cannot read the compilation database '" + File.str() +
                             "': not a list of commands");
  for (const json::Value &Value : *Entries)
    if (const json::Object *Entry = Value.getAsObject(); Entry && !Visit(*Entry))
      break;
  return Error::success();
}

StringRef folderOfCommand(const json::Object &Entry) {
  return Entry.getString("directory").value_or("");
}

/// Whether \p Arguments name one of \p Languages.
static bool saysLanguage(ArrayRef<std::string> Arguments, ArrayRef<StringRef> Languages) {
  for (size_t Index = 0; Index != Arguments.size(); ++Index) {
    StringRef Argument = Arguments[Index];
    if (!Argument.consume_front("--language") && !Argument.consume_front("--x") &&
        !Argument.consume_front("-x"))
      continue;
    Argument.consume_front("=");
    if (Argument.empty() && Index + 1 != Arguments.size())
      Argument = Arguments[Index + 1];
    if (is_contained(Languages, Argument))
      return true;
  }
  return false;
}

bool saysCuda(ArrayRef<std::string> Arguments) { return saysLanguage(Arguments, {"cu", "cuda"}); }

bool saysHip(ArrayRef<std::string> Arguments) { return saysLanguage(Arguments, {"hip"}); }

Expected<std::optional<CompileCommand>> findCompileCommand(StringRef Database, StringRef Path,
                                                           vfs::FileSystem &FileSystem) {
  std::string Wanted = canonicalPath(FileSystem, "", Path);
  std::optional<CompileCommand> Found;
  Error Failure = forEachCommand(Database, FileSystem, [&](const json::Object &Entry) {
    std::optional<StringRef> Name = Entry.getString("file");
    // Comparing the last part first spares a look at the disk for each entry.
    if (Name && sys::path::filename(*Name) == sys::path::filename(Path) &&
        canonicalPath(FileSystem, folderOfCommand(Entry), *Name) == Wanted)
      Found = CompileCommand{folderOfCommand(Entry).str(), argumentsOfCommand(Entry),
                             compilerOfCommand(Entry)};
    return !Found;
  });
  if (Failure)
    return std::move(Failure);
  return Found;
}

Expected<std::vector<std::string>> findCudaSources(StringRef Database,
                                                   vfs::FileSystem &FileSystem) {
  std::vector<std::string> Found;
  Error Failure = forEachCommand(Database, FileSystem, [&](const json::Object &Entry) {
    std::optional<StringRef> Name = Entry.getString("file");
    if (!Name)
      return true;
    std::vector<std::string> Arguments = argumentsOfCommand(Entry);
    if (isNamedAsSource(*Name) || saysCuda(Arguments) || saysHip(Arguments))
      Found.push_back(canonicalPath(FileSystem, folderOfCommand(Entry), *Name));
    return true;
  });
  if (Failure)
    return std::move(Failure);
  llvm::sort(Found);
  Found.erase(llvm::unique(Found), Found.end());
  return Found;
}

} // namespace memlint

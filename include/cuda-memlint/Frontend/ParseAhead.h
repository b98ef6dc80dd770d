//===- ParseAhead.h - A parse that has its headers behind it ----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Most of the time of a parse goes to the headers that a file includes first,
/// and those change seldom while somebody edits the file. So a parse of an
/// earlier text may begin ahead of time: behind its headers it waits, in copies
/// of the process that are made there, for the present text. Unlike a
/// precompiled header it is the parse itself that goes on: nothing that it has
/// seen is written, read or visited anew.
///
/// Files of one run that begin alike share a parse of their headers in the same
/// way: each of them goes on in a copy of the process, under its own name.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_FRONTEND_PARSEAHEAD_H
#define CUDA_MEMLINT_FRONTEND_PARSEAHEAD_H

#include "cuda-memlint/Frontend/FileReads.h"
#include "cuda-memlint/Frontend/Frontend.h"

#include <condition_variable>
#include <functional>

namespace clang {
class CompilerInstance;
} // namespace clang

namespace memlint {

/// All that a parse depends on but the file's own text, and the headers on the disk.
struct ParseInputs {
  std::string Path;
  /// The device, which Clang may know under the name of another one, and what was asked for.
  std::string Architecture, AskedArchitecture;
  /// Clang's.
  std::vector<std::string> Arguments;
  /// Those of our headers that depend on the text.
  std::string Selected;
  uint64_t InstantiationSteps = 0;
  bool IsHip = false;

  friend bool operator==(const ParseInputs &, const ParseInputs &) = default;
};

/// The parse of this process that waits. It is on a thread of its own; the others are for whoever
/// has the present text.
class ParseAhead {
public:
  using Result = llvm::Expected<std::unique_ptr<ParsedFile>>;

  /// What a waiting parse is made of.
  struct Parts {
    clang::CompilerInstance &Compiler;
    /// The files that only the parse has.
    llvm::vfs::InMemoryFileSystem &Own;
    /// Gives the parsed file another name; false: what has been said about it has the old one.
    std::function<bool(const std::string &Path)> Rename;
    /// Begins the attempt that will follow on this one, as far as can be seen behind the headers.
    std::function<void()> BeginNext;
  };

  /// Of one file, whose text changes, but for its first \p Unchanged bytes. It may be parsed in
  /// several attempts: the one behind the first \p Skipped waits. \p Wait is called behind the last
  /// inclusion in those bytes, and returns in a process where the present text is known, or comes
  /// soon.
  ParseAhead(unsigned Skipped, size_t Unchanged, std::function<void()> Wait)
      : ToSkip(Skipped), ToSkipAgain(Skipped), Unchanged(Unchanged), Wait(std::move(Wait)) {}
  /// Of several files in a folder, which do not change: the first attempt waits, and so does the
  /// one that will follow.
  explicit ParseAhead(std::function<void()> Wait) : OfSeveral(true), Wait(std::move(Wait)) {}

  /// Null: no parse of this process is to wait.
  static ParseAhead *current() { return Current; }
  static void setCurrent(ParseAhead *Ahead) { Current = Ahead; }
  /// What files may begin with in order to share a parse: all up to the last inclusion among the
  /// first directives of \p Text; empty: nothing.
  static llvm::StringRef sharedBeginning(llvm::StringRef Text);

  /// The name under which the file at \p Path is parsed until it is known which one goes on: the
  /// name of each of several files may be looked for, as that of another one.
  std::string nameFor(llvm::StringRef Path) const;
  /// The thread that waits: whether its parse of \p Text is the one to wait.
  bool begin(ParseInputs Given, llvm::StringRef Text);
  /// The file's text, with room for longer ones.
  std::unique_ptr<llvm::MemoryBuffer> takeText() { return std::move(Buffer); }
  void attach(Parts Given);
  bool isResumed();
  /// Hands the result of the parse to its receiver, which ends the process; so this returns only in
  /// an attempt that follows on another one.
  void deliver(Result Parsed);
  /// What the parse asked of the disk.
  FileReads Reads;

  /// Another thread: goes on with \p Text, and adds to \p AllReads what was asked of the disk;
  /// nothing if the parse that waits is not one of the beginning of \p Text with \p Given, or the
  /// disk has changed.
  std::optional<Result> resume(const ParseInputs &Given, llvm::StringRef Text, FileReads *AllReads);

  /// Whether the parse that waits is one of the beginning of \p Text with \p Given, and nothing is
  /// included behind that: all headers were found, or not, as they will be.
  bool hasAllInclusions(const ParseInputs &Given, llvm::StringRef Text);
  /// Whether a parse was asked for that it is not ahead of, or none after those before the one that
  /// waits: the text has become one that takes fewer attempts.
  bool isOutdated();
  /// Attempts at the text that it was resumed with which came after it.
  unsigned furtherAttempts();
  /// The thread that waits, once its file is parsed: whether no other file can go on from there.
  bool sharesNothing();

private:
  class Callbacks;
  enum class Stage : uint8_t { New, Begun, Waiting, Resumed, Delivered };

  void pause(size_t Offset);
  void goOn();
  void wake();
  bool fits(llvm::StringRef Text) const;
  bool isFor(const ParseInputs &Given) const;
  bool isOfToday();
  bool canBeNamed(llvm::StringRef Path) const;
  bool rename(const std::string &Path, llvm::StringRef Text);
  bool prepare(const std::string &Path, llvm::StringRef Text);
  Result take(FileReads *AllReads);

  static inline ParseAhead *Current = nullptr;

  bool OfSeveral = false;
  /// Attempts of the thread that waits, and of the other one.
  unsigned ToSkip = 0, ToSkipAgain = 0;
  bool HasSkipped = false;
  size_t Unchanged = 0;
  /// What was asked of the disk has been asked again, and answered the same. The process that waits
  /// does not ask: its copies live for one text.
  bool HasLookedAgain = false;
  std::function<void()> Wait;
  std::mutex Mutex;
  std::condition_variable Changed;
  Stage Now = Stage::New;
  ParseInputs Inputs;
  std::unique_ptr<llvm::MemoryBuffer> Buffer;
  /// Of the buffer; where the parse waits in it.
  char *Start = nullptr;
  size_t Capacity = 0, Boundary = 0;
  /// Where the inclusion begins that it waits behind.
  size_t LastInclusion = 0;
  /// The file includes itself: what comes later in it has been read, too.
  bool HasSeenAll = false;
  /// A macro has expanded to the file's name in what comes before.
  bool HasSaidName = false;
  std::optional<Parts> Attached;
  std::optional<Result> Parsed;
  bool Outdated = false;
  std::string ResumedText;
  unsigned Further = 0;
  /// The attempt that follows on this one, begun behind its headers: it waits on the same stack, so
  /// that it goes on first. Null: none does.
  std::unique_ptr<ParseAhead> Next;
  /// The attempt that this one follows on; null: it is the first.
  ParseAhead *Before = nullptr;
};

} // namespace memlint

#endif // CUDA_MEMLINT_FRONTEND_PARSEAHEAD_H

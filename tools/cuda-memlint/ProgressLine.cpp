//===- ProgressLine.cpp - How far a run is --------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgressLine.h"

#include "cuda-memlint/Report/SourceText.h"
#include "cuda-memlint/Support/TerminalColumns.h"

#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Unicode.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <limits>

#include <unistd.h>

using namespace llvm;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

namespace memlint {

/// Runs that end before are not spoken of.
static constexpr milliseconds Delay(1000);

static std::string describeTime(milliseconds Time) {
  int64_t Seconds = (Time.count() + 999) / 1000;
  return Seconds < 120 ? std::to_string(Seconds) + " s"
                       : std::to_string((Seconds + 30) / 60) + " min";
}

/// The end of \p Path, which names the file, in at most \p Columns.
static std::string shortenPath(StringRef Path, unsigned Columns) {
  static constexpr StringLiteral Cut = "...";
  if (unsigned(sys::unicode::columnWidthUTF8(Path)) <= Columns)
    return Path.str();
  while (!Path.empty() && Cut.size() + sys::unicode::columnWidthUTF8(Path) > Columns)
    Path = Path.drop_front(getNumBytesForUTF8(UTF8(Path.front())));
  return (Cut + Path).str();
}

std::string describeProgress(const AnalysisProgress &Progress, milliseconds Elapsed,
                             unsigned Columns) {
  std::string Done =
      "[" + std::to_string(Progress.FilesDone) + "/" + std::to_string(Progress.Files) + "]";
  std::string Times, Path = printableText(Progress.Longest);
  if (!Path.empty())
    Times = " (" + describeTime(Progress.LongestTime) + ")";
  if (size_t Left = Progress.Files - Progress.FilesDone; Left && Progress.FilesDone)
    Times += ", about " + describeTime(Elapsed * Left / Progress.FilesDone) + " left";
  if (Path.empty())
    return Done + Times;
  size_t Others = Done.size() + 1 + Times.size();
  return Done + " " + shortenPath(Path, Columns - std::min<size_t>(Columns, Others)) + Times;
}

ProgressLine::ProgressLine() : IsTerminal(sys::Process::StandardErrIsDisplayed()) {}

ProgressLine::~ProgressLine() { hide(); }

void ProgressLine::hide() {
  if (IsShown)
    errs() << "\r\033[K";
  IsShown = false;
}

void ProgressLine::show(const AnalysisProgress &Progress) {
  if (IsTerminal)
    show(describeProgress(Progress, elapsed(), columns()));
}

milliseconds ProgressLine::elapsed() const {
  return std::chrono::duration_cast<milliseconds>(steady_clock::now() - Start);
}

unsigned ProgressLine::columns() {
  // A line that is broken could not be written over.
  unsigned Columns = terminalColumns(STDERR_FILENO);
  return Columns ? Columns - 1 : std::numeric_limits<unsigned>::max();
}

void ProgressLine::show(std::string Text) {
  if (!IsTerminal || elapsed() < Delay)
    return;
  Text.resize(std::min<size_t>(Text.size(), columns()));
  errs() << '\r' << Text << "\033[K";
  IsShown = true;
}

} // namespace memlint

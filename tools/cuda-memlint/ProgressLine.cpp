//===- ProgressLine.cpp - How far a run is --------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgressLine.h"

#include "cuda-memlint/Report/SourceText.h"
#include "cuda-memlint/Support/TerminalColumns.h"

#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

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

std::string describeProgress(const AnalysisProgress &Progress, milliseconds Elapsed) {
  std::string Text =
      "[" + std::to_string(Progress.FilesDone) + "/" + std::to_string(Progress.Files) + "]";
  if (!Progress.Longest.empty())
    Text += " " + printableText(Progress.Longest) + " (" + describeTime(Progress.LongestTime) + ")";
  if (size_t Left = Progress.Files - Progress.FilesDone; Left && Progress.FilesDone)
    Text += ", about " + describeTime(Elapsed * Left / Progress.FilesDone) + " left";
  return Text;
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
    show(describeProgress(Progress, elapsed()));
}

milliseconds ProgressLine::elapsed() const {
  return std::chrono::duration_cast<milliseconds>(steady_clock::now() - Start);
}

void ProgressLine::show(std::string Text) {
  if (!IsTerminal || elapsed() < Delay)
    return;
  // A line that is broken could not be written over.
  unsigned Columns = terminalColumns(STDERR_FILENO);
  if (Columns && Text.size() >= Columns)
    Text.resize(Columns - 1);
  errs() << '\r' << Text << "\033[K";
  IsShown = true;
}

} // namespace memlint

//===- Doctor.cpp - Whether a machine has what runs need ------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Doctor.h"

#include "Examination.h"
#include "LintRun.h"
#include "Output.h"

#include "cuda-memlint/Report/SourceText.h"
#include "cuda-memlint/Support/BrokenLines.h"
#include "cuda-memlint/Support/TerminalColumns.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

#include <algorithm>
#include <limits>
#include <unistd.h>

using namespace llvm;

namespace memlint {

static StringRef stateName(ExaminedState State) {
  switch (State) {
  case ExaminedState::Found:
    return "found";
  case ExaminedState::Missing:
    return "missing";
  case ExaminedState::Problem:
    return "problem";
  }
  llvm_unreachable("covered switch");
}

static void printTable(raw_ostream &Stream, ArrayRef<Examined> All, bool CanAnalyse) {
  constexpr unsigned NameWidth = 22, StateWidth = 9, Indent = NameWidth + StateWidth;
  constexpr unsigned NarrowestText = 24;
  unsigned Columns = Stream.is_displayed() ? terminalColumns(STDOUT_FILENO) : 0;
  size_t Width = Columns == 0 ? std::numeric_limits<int>::max()
                              : std::max(Columns, Indent + NarrowestText) - Indent;
  // Further lines begin below the text behind the label.
  auto Print = [&](StringRef Label, StringRef Text) {
    std::vector<std::string> Lines = brokenLines(printableText(Text), Width - Label.size());
    Stream << Label << Lines.front() << '\n';
    for (StringRef Line : drop_begin(Lines))
      Stream.indent(Indent + unsigned(Label.size())) << Line << '\n';
  };
  for (const Examined &Each : All) {
    Stream << left_justify(Each.Name, NameWidth) << left_justify(stateName(Each.State), StateWidth);
    Print("", Each.Description);
    if (Each.State == ExaminedState::Found)
      continue;
    Stream.indent(Indent);
    Print("so: ", Each.Consequence);
    Stream.indent(Indent);
    Print("do: ", Each.Remedy);
  }
  Stream << (CanAnalyse ? "\nthe analysis works\n" : "\nthe analysis does not work\n");
}

static void printJson(raw_ostream &Stream, ArrayRef<Examined> All, bool CanAnalyse) {
  json::OStream Json(Stream, /*IndentSize=*/1);
  Json.object([&] {
    Json.attribute("version", 1);
    Json.attribute("tool_version", MEMLINT_VERSION);
    Json.attribute("analysis_works", CanAnalyse);
    Json.attributeArray("examined", [&] {
      for (const Examined &Each : All)
        Json.object([&] {
          Json.attribute("name", Each.Name);
          Json.attribute("state", stateName(Each.State));
          Json.attribute("description", json::fixUTF8(Each.Description));
          if (Each.State == ExaminedState::Found)
            return;
          Json.attribute("consequence", json::fixUTF8(Each.Consequence));
          Json.attribute("remedy", json::fixUTF8(Each.Remedy));
        });
    });
  });
  Json.flush();
  Stream << '\n';
}

int runDoctor(const DoctorCommand &Command) {
  std::vector<Examined> All = examineMachine(Command);
  bool CanAnalyse = none_of(All, [](const Examined &Each) {
    return Each.IsEssential && Each.State != ExaminedState::Found;
  });
  bool Written = writeOutput(Command.Output, [&](raw_ostream &Stream) {
    (Command.AsJson ? printJson : printTable)(Stream, All, CanAnalyse);
    return Error::success();
  });
  return Written && CanAnalyse ? NothingFound : Failed;
}

} // namespace memlint

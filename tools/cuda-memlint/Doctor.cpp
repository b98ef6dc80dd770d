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

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

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
  constexpr unsigned NameWidth = 22, StateWidth = 9;
  for (const Examined &Each : All) {
    Stream << left_justify(Each.Name, NameWidth) << left_justify(stateName(Each.State), StateWidth)
           << printableText(Each.Description) << '\n';
    if (Each.State == ExaminedState::Found)
      continue;
    std::string Indent(NameWidth + StateWidth, ' ');
    Stream << Indent << "so: " << printableText(Each.Consequence) << '\n'
           << Indent << "do: " << printableText(Each.Remedy) << '\n';
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

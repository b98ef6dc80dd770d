//===- Registry.cpp - The table of all checks, and picking from it --------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/GlobPattern.h"

using namespace llvm;

namespace memlint {

static const Check *const AllChecks[] = {
#define MEMLINT_CHECK(Variable) &Variable,
#include "Checks.def"
};

static Finding &addFinding(std::vector<Finding> &Findings, const Check &Source,
                           const SourcePosition &At, std::string Message) {
  Finding &Result = Findings.emplace_back();
  Result.Check = Source.Name.str();
  Result.Subject = Source.Subject;
  Result.Basis = Source.Basis;
  Result.Level = Source.Level;
  Result.Position = At;
  Result.Message = std::move(Message);
  return Result;
}

Finding &CheckRun::report(const SourcePosition &At, std::string Message) const {
  return addFinding(Findings, Source, At, std::move(Message));
}

Finding &FileCheckRun::report(const SourcePosition &At, std::string Message) const {
  return addFinding(Findings, Source, At, std::move(Message));
}

ArrayRef<const Check *> allChecks() { return AllChecks; }

const Check *checkOf(const Finding &Item) {
  const auto *Found =
      find_if(AllChecks, [&](const Check *Each) { return Each->Name == Item.Check; });
  return Found == std::end(AllChecks) ? nullptr : *Found;
}

Confirmation confirmationOf(const Finding &Item) {
  const Check *Source = checkOf(Item);
  return Source ? Source->ConfirmedBy : Confirmation::None;
}

EditEffect editEffectOf(const Finding &Item) {
  const Check *Source = checkOf(Item);
  return Source ? Source->Edit : EditEffect::None;
}

Expected<std::vector<const Check *>> selectChecks(StringRef Globs) {
  std::vector<bool> Enabled(allChecks().size(), true);
  SmallVector<StringRef> Parts;
  Globs.split(Parts, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef Part : Parts) {
    Part = Part.trim();
    StringRef Text = Part;
    bool Adds = !Text.consume_front("-");
    Expected<GlobPattern> Glob = GlobPattern::create(Text);
    if (!Glob) {
      consumeError(Glob.takeError());
      return createStringError("'%s' is not a valid pattern for check names", Part.str().c_str());
    }
    bool Matched = false;
    for (auto [Index, Known] : enumerate(allChecks()))
      if (Glob->match(Known->Name)) {
        Enabled[Index] = Adds;
        Matched = true;
      }
    if (!Matched)
      return createStringError("no check matches '%s'; see --list-checks", Part.str().c_str());
  }
  std::vector<const Check *> Selected;
  for (auto [Index, Known] : enumerate(allChecks()))
    if (Enabled[Index])
      Selected.push_back(Known);
  return Selected;
}

} // namespace memlint

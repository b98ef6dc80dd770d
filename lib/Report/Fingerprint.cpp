//===- Fingerprint.cpp - Names that survive edits -------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Report/Fingerprint.h"

#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MD5.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace memlint {

static std::string withoutSpacing(StringRef Text) {
  std::string Result;
  for (char Character : Text)
    if (!isSpace(Character))
      Result += Character;
  return Result;
}

namespace {

/// Makes a name of each list of parts, another one each time that the same list comes.
class Fingerprints {
public:
  std::string of(std::initializer_list<StringRef> Parts) {
    // NUL separates the parts, so that no two lists of parts read alike.
    std::string Key = join(Parts, StringRef("\0", 1));
    unsigned Ordinal = Seen[Key]++;
    Key += '\0';
    Key += utostr(Ordinal);
    std::string Result;
    raw_string_ostream(Result) << format_hex_no_prefix(MD5Hash(Key), 16);
    return Result;
  }

private:
  StringMap<unsigned> Seen;
};

} // namespace

std::vector<std::string> fingerprintAccesses(const KernelProgram &Kernel) {
  Fingerprints Names;
  std::vector<std::string> Result;
  for (const Access &Site : Kernel.Accesses)
    Result.push_back(Names.of(
        {Kernel.Name, withoutSpacing(Site.Text), spaceName(Site.Space), kindName(Site.Kind)}));
  return Result;
}

/// As far as it is on the first of its lines.
static std::string textAt(const SourcePosition &Position, SourceTexts &Sources) {
  std::optional<StringRef> Line = Sources.line(Position.Path, Position.Line);
  if (!Line || Position.Column == 0)
    return "";
  StringRef Text = *Line;
  if (Position.EndLine == Position.Line && Position.EndColumn > Position.Column)
    Text = Text.take_front(Position.EndColumn - 1);
  return withoutSpacing(Text.substr(Position.Column - 1));
}

/// A kernel may have several budgets.
static std::string limitOf(const Finding &Item) { return Item.Budget ? Item.Budget->Limit : ""; }

std::vector<std::string> fingerprintFindings(const KernelAnalysis &Kernel, SourceTexts &Sources) {
  std::vector<std::string> Accesses = fingerprintAccesses(Kernel.Program);
  Fingerprints Names;
  std::vector<std::string> Result;
  for (const Finding &Item : Kernel.Findings)
    Result.push_back(Names.of(
        {Item.Check, Kernel.Program.Name,
         Item.Access ? Accesses[*Item.Access] : textAt(Item.Position, Sources) + limitOf(Item)}));
  return Result;
}

} // namespace memlint

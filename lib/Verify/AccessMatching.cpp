//===- AccessMatching.cpp - Which instructions stand for an access --------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessMatching.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <map>
#include <set>

using namespace llvm;

namespace memlint {

/// Paths are compared as the compiler saw them: absolute, without dots.
static std::string comparablePath(StringRef Path) {
  SmallString<128> Whole(Path);
  sys::fs::make_absolute(Whole);
  sys::path::remove_dots(Whole, /*remove_dot_dot=*/true);
  return Whole.str().str();
}

static bool haveCommonPath(ArrayRef<Access> Accesses, ArrayRef<InstructionCount> Instructions) {
  std::set<std::string> Own;
  for (const Access &Site : Accesses)
    Own.insert(comparablePath(Site.Position.Path));
  return any_of(Instructions, [&](const InstructionCount &Item) {
    return any_of(Item.Lines,
                  [&](const SourceLine &Line) { return Own.contains(comparablePath(Line.Path)); });
  });
}

namespace {

/// Where an access is: its own line first, then those of the calls around it.
struct Place {
  MemorySpace Space = MemorySpace::Generic;
  AccessKind Kind = AccessKind::Load;
  std::vector<std::pair<std::string, unsigned>> Chain;

  auto operator<=>(const Place &) const = default;
};

class Matcher {
public:
  /// \p NamesOnly: the program was built in another folder or on another machine, so
  /// that only the names of files can agree.
  explicit Matcher(bool NamesOnly) : NamesOnly(NamesOnly) {}

  MatchedAccesses run(ArrayRef<Access> Accesses, ArrayRef<InstructionCount> Instructions) {
    for (const Access &Site : Accesses)
      Places[placeOf(Site)].Accesses.push_back(Site.Id);
    for (const InstructionCount &Item : Instructions)
      assign(Item);
    for (auto &[At, Group] : Places)
      Result.Groups.push_back(std::move(Group));
    return std::move(Result);
  }

private:
  const std::string &pathOf(const std::string &Path) {
    std::string &Known = Paths[Path];
    if (Known.empty())
      Known = NamesOnly ? sys::path::filename(Path).str() : comparablePath(Path);
    return Known;
  }

  Place placeOf(const Access &Site) {
    Place At{Site.Space, Site.Kind, {}};
    auto Append = [&](const SourcePosition &Position) {
      std::pair Line(pathOf(Position.Path), Position.Line);
      if (!is_contained(At.Chain, Line))
        At.Chain.push_back(std::move(Line));
    };
    Append(Site.Position);
    for (const InlineFrame &Frame : Site.InlinedThrough)
      Append(Frame.CallSite);
    return At;
  }

  /// How many lines of \p At the instruction is listed under, when its own is among
  /// them; 0 otherwise.
  size_t agreement(const Place &At, const InstructionCount &Item) {
    auto IsListed = [&](const std::pair<std::string, unsigned> &Line) {
      return any_of(Item.Lines, [&](const SourceLine &Of) {
        return Of.Line == Line.second && pathOf(Of.Path) == Line.first;
      });
    };
    if (At.Space != Item.Space || At.Kind != Item.Kind || !IsListed(At.Chain.front()))
      return 0;
    // A call that the compiler did not inline is in no chain.
    return size_t(count_if(At.Chain, IsListed));
  }

  void assign(const InstructionCount &Item) {
    AccessGroup *Best = nullptr;
    size_t Most = 0;
    for (auto &[At, Group] : Places)
      if (size_t Agreed = agreement(At, Item); Agreed > Most) {
        Most = Agreed;
        Best = &Group;
      }
    if (Best)
      Best->Instructions.push_back(&Item);
    else
      Result.Rest.push_back(&Item);
  }

  bool NamesOnly;
  std::map<std::string, std::string> Paths;
  std::map<Place, AccessGroup> Places;
  MatchedAccesses Result;
};

} // namespace

MatchedAccesses matchAccesses(ArrayRef<Access> Accesses, ArrayRef<InstructionCount> Instructions) {
  return Matcher(!haveCommonPath(Accesses, Instructions)).run(Accesses, Instructions);
}

} // namespace memlint

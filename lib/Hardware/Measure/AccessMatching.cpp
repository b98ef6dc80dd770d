//===- AccessMatching.cpp - Which instructions stand for an access --------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessMatching.h"

#include "cuda-memlint/Support/RealPaths.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

#include <map>
#include <set>

using namespace llvm;

namespace memlint {

static bool haveCommonPath(ArrayRef<Access> Accesses, ArrayRef<InstructionCount> Instructions) {
  std::set<std::string> Own;
  for (const Access &Site : Accesses)
    Own.insert(absolutePath(Site.Position.Path));
  return any_of(Instructions, [&](const InstructionCount &Item) {
    return any_of(Item.Lines,
                  [&](const SourceLine &Line) { return Own.contains(absolutePath(Line.Path)); });
  });
}

namespace {

/// Where an access is: its own line first, then those of the calls around it.
struct AccessPosition {
  MemorySpace Space = MemorySpace::Generic;
  AccessKind Kind = AccessKind::Load;
  std::vector<std::pair<std::string, unsigned>> Chain;

  auto operator<=>(const AccessPosition &) const = default;
};

class Matcher {
public:
  /// \p NamesOnly: the program was built in another folder or on another machine, so
  /// that only the names of files can agree.
  explicit Matcher(bool NamesOnly) : NamesOnly(NamesOnly) {}

  MatchedAccesses run(ArrayRef<Access> Accesses, ArrayRef<InstructionCount> Instructions) {
    for (const Access &Site : Accesses) {
      AccessGroup &Group = GroupsByPosition[accessPosition(Site)];
      Group.Accesses.push_back(Site.Id);
      Widths[&Group].insert(Site.Bytes);
    }
    std::vector<const InstructionCount *> Rest;
    for (const InstructionCount &Item : Instructions)
      if (!assign(Item, /*ByCall=*/false))
        Rest.push_back(&Item);
    noteEmpty();
    erase_if(Rest, [&](const InstructionCount *Item) { return assign(*Item, /*ByCall=*/true); });
    noteEmpty();
    erase_if(Rest, [&](const InstructionCount *Item) { return guess(*Item); });
    Result.Rest = std::move(Rest);
    for (auto &[At, Group] : GroupsByPosition)
      Result.Groups.push_back(std::move(Group));
    return std::move(Result);
  }

private:
  const std::string &pathOf(const std::string &Path) {
    std::string &Known = Paths[Path];
    if (Known.empty())
      Known = NamesOnly ? sys::path::filename(Path).str() : absolutePath(Path);
    return Known;
  }

  AccessPosition accessPosition(const Access &Site) {
    AccessPosition At{Site.Space, Site.Kind, {}};
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

  bool isListed(const std::pair<std::string, unsigned> &Line, const InstructionCount &Item) {
    return any_of(Item.Lines, [&](const SourceLine &Source) {
      return Source.Line == Line.second && pathOf(Source.Path) == Line.first;
    });
  }

  static bool mayBe(const AccessPosition &At, const InstructionCount &Item) {
    if (At.Kind != Item.Kind)
      return false;
    // Debug builds read constant memory by instructions for any space.
    bool AnySpace = At.Space == MemorySpace::Generic || (At.Space == MemorySpace::Constant &&
                                                         StringRef(Item.Opcode).starts_with("LD."));
    return AnySpace || At.Space == Item.Space;
  }

  /// Gives the instruction to the location most of whose lines it is listed under, and,
  /// of two, to the one of its own space. A call that the compiler did not inline is
  /// in no chain. \p ByCall: to one that has none so far, by the lines of its calls.
  bool assign(const InstructionCount &Item, bool ByCall) {
    AccessGroup *Best = nullptr;
    std::pair<size_t, bool> Most;
    for (auto &[At, Group] : GroupsByPosition) {
      if (!mayBe(At, Item) ||
          (ByCall ? !Empty.contains(&Group) : !isListed(At.Chain.front(), Item)))
        continue;
      std::pair Agreed(
          size_t(count_if(At.Chain, [&](const auto &Line) { return isListed(Line, Item); })),
          At.Space == Item.Space);
      if (Agreed.first != 0 && Agreed > Most) {
        Most = Agreed;
        Best = &Group;
      }
    }
    if (Best)
      Best->Instructions.push_back(&Item);
    return Best;
  }

  /// Lines between the two, in one file; none when they are in different ones, which
  /// is allowed for instructions whose only position is in the toolkit's headers.
  std::optional<unsigned> distance(const AccessPosition &At, const InstructionCount &Item) {
    std::optional<unsigned> Least;
    bool InKnownFile = false;
    for (const SourceLine &Source : Item.Lines) {
      for (const auto &[Other, Group] : GroupsByPosition)
        InKnownFile |= pathOf(Source.Path) == Other.Chain.front().first;
      if (pathOf(Source.Path) != At.Chain.front().first)
        continue;
      unsigned Line = At.Chain.front().second;
      unsigned Between = Source.Line > Line ? Source.Line - Line : Line - Source.Line;
      Least = std::min(Least.value_or(Between), Between);
    }
    return Least || InKnownFile ? Least : 0;
  }

  bool guess(const InstructionCount &Item) {
    AccessGroup *Best = nullptr;
    unsigned Least = 0;
    for (auto &[At, Group] : GroupsByPosition) {
      if (At.Space != Item.Space || At.Kind != Item.Kind || !Empty.contains(&Group) ||
          !Widths[&Group].contains(Item.Bytes))
        continue;
      std::optional<unsigned> Between = distance(At, Item);
      if (Between && (!Best || *Between < Least)) {
        Best = &Group;
        Least = *Between;
      }
    }
    if (!Best)
      return false;
    Best->Instructions.push_back(&Item);
    Best->Guessed = true;
    return true;
  }

  void noteEmpty() {
    Empty.clear();
    for (auto &[At, Group] : GroupsByPosition)
      if (Group.Instructions.empty())
        Empty.insert(&Group);
  }

  bool NamesOnly;
  std::map<std::string, std::string> Paths;
  std::map<AccessPosition, AccessGroup> GroupsByPosition;
  std::map<const AccessGroup *, std::set<unsigned>> Widths;
  /// Those without instructions, before the stage that runs.
  std::set<const AccessGroup *> Empty;
  MatchedAccesses Result;
};

} // namespace

MatchedAccesses matchAccesses(ArrayRef<Access> Accesses, ArrayRef<InstructionCount> Instructions) {
  return Matcher(!haveCommonPath(Accesses, Instructions)).run(Accesses, Instructions);
}

} // namespace memlint

//===- FixSafety.cpp - Safe, unsafe and missing fixes, in words -----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Checks/FixSafety.h"

#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include <map>
#include <tuple>

using namespace llvm;

namespace memlint {

namespace {

/// A reason as programs and as people read it.
struct Words {
  StringLiteral Name;
  std::string Text;
};

} // namespace

static std::string quoted(StringRef Name) { return "`" + Name.str() + "`"; }

/// " here" where a note stands at the location that is meant.
static std::string here(const SourcePosition &At) { return At.Line == 0 ? "" : " here"; }

static Words wordsFor(const UnsafeFix &Doubt) {
  using Reason = UnsafeFix::Reason;
  switch (Doubt.Why) {
  case Reason::NoLaunch:
    return {"no-launch", "no launch of " + quoted(Doubt.Name) + " is visible"};
  case Reason::OtherLaunches:
    return {"other-launches", "files that were not given may launch " + quoted(Doubt.Name)};
  case Reason::UnknownBlock:
    return {"unknown-block", "the block of the launch" + here(Doubt.At) + " is unknown"};
  case Reason::UnseenCallers:
    return {"unseen-callers", quoted(Doubt.Name) +
                                  " passes the pointers through and not all of its "
                                  "callers are visible"};
  case Reason::UnknownOrigin:
    return {"unknown-origin", "the origin of the pointers passed by " +
                                  std::string(Doubt.At.Line == 0 ? "the launch" : "this launch") +
                                  " is unknown"};
  case Reason::LaunchConfiguration:
    return {"launch-configuration",
            "the fix changes the dynamic shared memory size in the launches of " +
                quoted(Doubt.Name)};
  case Reason::SharedLayout:
    return {"shared-layout", "files that were not given may use " + quoted(Doubt.Name) +
                                 ", which a header declares"};
  case Reason::SharedFunction:
    return {"shared-function",
            "the fix changes a function in a header, which files that were not given may call"};
  }
  llvm_unreachable("covered switch");
}

static Words wordsFor(RowObstacle::Reason Why, const MissingFix &Fix) {
  using Reason = RowObstacle::Reason;
  std::string Array = quoted(Fix.Name);
  switch (Why) {
  case Reason::None:
  case Reason::Length:
    return {"row-length", "the source does not state the row length of " + Array +
                              " in a form that can be edited"};
  case Reason::Declaration:
    return {"array-declaration",
            Array +
                " is not declared in a kernel or a function that is not a member of a template"};
  case Reason::InMacro:
    return {"in-macro", Array + " or the function around it is written in a macro"};
  case Reason::OtherUse:
    return {"array-use", Array + " is not accessed element by element" + here(Fix.At)};
  case Reason::InactiveCode:
    return {"inactive-code", "code that is not compiled, or a macro, names " + Array};
  case Reason::LaunchedBytes:
    return {
        "launched-bytes",
        "not all launches are visible, or one passes the bytes in a form that cannot be edited"};
  case Reason::Disagreement:
    return {"array-declarations", "another declaration of " + Array + " refers to the same memory"};
  }
  llvm_unreachable("covered switch");
}

static Words wordsFor(const MissingFix &Missing) {
  using Reason = MissingFix::Reason;
  std::string Name = quoted(Missing.Name);
  switch (Missing.Why) {
  case Reason::InMacro:
    return {"in-macro", "the text to change is written in a macro"};
  case Reason::SeveralFiles:
    return {"several-files", "requires changing several files"};
  case Reason::NoPosition:
    return {"no-position", "no position for a statement was found between the accesses"};
  case Reason::Accesses:
    return {"accesses", "requires changing the accesses themselves"};
  case Reason::ControlFlow:
    return {"control-flow", "requires changing the control flow around the barrier"};
  case Reason::LoopsAndIndices:
    return {"loops-and-indices", "requires changing the loops and indices around the accesses"};
  case Reason::Allocation:
    return {"allocation", "requires changing an allocation or the indices"};
  case Reason::MemorySpace:
    return {"memory-space", "the data must move to another memory space"};
  case Reason::NotOneStatement:
    return {"not-one-statement",
            "the barrier is not a statement of its own in code that is always compiled"};
  case Reason::OtherInstances:
    return {"other-instances", "other instances of the template may need the barrier"};
  case Reason::Swizzle:
    return {"swizzle", "requires changing every index of " + Name};
  case Reason::PartialPadding:
    return {"partial-padding", "padding would not remove all conflicts of " + Name};
  case Reason::Rows:
    return wordsFor(Missing.Obstacle, Missing);
  case Reason::RowsLeft:
    return {"rows-left", "not all accesses to " + Name + " are known to stay in their row"};
  case Reason::SharedBytes:
    return {"shared-bytes", "the padded " + Name + " may exceed the shared memory of a block"};
  case Reason::BytesElsewhere:
    return {"bytes-elsewhere",
            "the bytes of " + Name + " are unknown, or a launch in another file passes them"};
  case Reason::RecordSize:
    return {"record-size", Name + " would grow, which changes everything that contains one"};
  case Reason::RecordUses:
    return {"record-uses", "requires changing every use of " + Name};
  case Reason::RecordDefinition:
    return {"record-definition", "the files given do not define " + Name +
                                     ", or more depends on its alignment than its arrays"};
  case Reason::RecordFile:
    return {"record-file", Name + " is defined in a file other than the kernel's"};
  }
  llvm_unreachable("covered switch");
}

StringRef fixSafetyName(const Finding &Item) {
  return Item.Fixes.empty() ? "" : Item.Unsafe ? "unsafe" : "safe";
}

StringRef fixReasonName(const Finding &Item) {
  if (!Item.Fixes.empty())
    return Item.Unsafe ? wordsFor(*Item.Unsafe).Name : StringLiteral("");
  return Item.NoFix ? wordsFor(*Item.NoFix).Name : StringLiteral("");
}

std::optional<FindingNote> noteOnFix(const Finding &Item) {
  if (!Item.Fixes.empty() && Item.Unsafe)
    return FindingNote{"unsafe fix: " + Item.FixTitle + ", because " + wordsFor(*Item.Unsafe).Text,
                       Item.Unsafe->At};
  if (Item.Fixes.empty() && Item.NoFix)
    return FindingNote{"no automatic fix: " + wordsFor(*Item.NoFix).Text, Item.NoFix->At};
  return std::nullopt;
}

std::vector<FindingNote> allNotes(const Finding &Item) {
  std::vector<FindingNote> Notes = Item.Notes;
  if (std::optional<FindingNote> OnFix = noteOnFix(Item))
    Notes.push_back(std::move(*OnFix));
  return Notes;
}

FixCounts countFixes(ArrayRef<FileAnalysis> Files, FindingLevel Least) {
  using Edit = std::tuple<std::string, unsigned, unsigned, unsigned, unsigned, std::string>;
  // By the edits: whether one of the findings that ask for them has them as unsafe ones.
  std::map<std::vector<Edit>, bool> Unsafe;
  for (const FileAnalysis &File : Files)
    for (const KernelAnalysis &Kernel : File.Kernels)
      for (const Finding &Item : Kernel.Findings) {
        if (Item.Fixes.empty() || Item.Suppressed != Suppression::None || Item.Level < Least)
          continue;
        std::vector<Edit> Edits;
        for (const FindingFix &Fix : Item.Fixes)
          Edits.emplace_back(Fix.Position.Path, Fix.Position.Line, Fix.Position.Column,
                             Fix.Position.EndLine, Fix.Position.EndColumn, Fix.Replacement);
        Unsafe[std::move(Edits)] |= Item.Unsafe.has_value();
      }
  FixCounts Counts;
  for (const auto &[Edits, IsUnsafe] : Unsafe)
    ++(IsUnsafe ? Counts.Unsafe : Counts.Safe);
  return Counts;
}

std::string moreUnsafeFixes(size_t Count) {
  return Count == 0 ? "" : " (" + formatCount(Count) + " more with --unsafe-fixes)";
}

} // namespace memlint

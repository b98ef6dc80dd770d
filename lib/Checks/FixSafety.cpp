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

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <map>
#include <tuple>

using namespace llvm;

namespace memlint {

namespace {

/// A reason as JSON names it, and in words: {0} is the name that it is about, {1} " here" where it
/// has a location, and {2} then "this" instead of "the".
struct Words {
  StringLiteral Name, Text;
};

/// By UnsafeFix::Reason.
constexpr Words UnsafeWords[] = {
    {"no-launch", "no launch of {0} is visible"},
    {"other-launches", "files that were not given may launch {0}"},
    {"unknown-block", "the block of the launch{1} is unknown"},
    {"unseen-callers", "{0} passes the pointers through and not all of its callers are visible"},
    {"unknown-origin", "the origin of the pointers passed by {2} launch is unknown"},
    {"launch-configuration",
     "the fix changes the dynamic shared memory size in the launches of {0}"},
    {"shared-layout", "files that were not given may use {0}, which a header declares"},
    {"shared-function",
     "the fix changes a function in a header, which files that were not given may call"}};
static_assert(std::size(UnsafeWords) == size_t(UnsafeFix::Reason::SharedFunction) + 1);

/// By MissingFix::Reason.
constexpr Words MissingWords[] = {
    {"in-macro", "the text to change is written in a macro"},
    {"several-files", "requires changing several files"},
    {"no-position", "no position for a statement was found between the accesses"},
    {"accesses", "requires changing the accesses themselves"},
    {"control-flow", "requires changing the control flow around the barrier"},
    {"loops-and-indices", "requires changing the loops and indices around the accesses"},
    {"allocation", "requires changing an allocation or the indices"},
    {"memory-space", "the data must move to another memory space"},
    {"not-one-statement",
     "the barrier is not a statement of its own in code that is always compiled"},
    {"other-instances", "other instances of the template may need the barrier"},
    {"swizzle", "requires changing every index of {0}"},
    {"partial-padding", "padding would not remove all conflicts of {0}"},
    {"", ""}, // Rows: RowWords.
    {"rows-left", "not all accesses to {0} are known to stay in their row"},
    {"shared-bytes", "the padded {0} may exceed the shared memory of a block"},
    {"bytes-elsewhere", "the bytes of {0} are unknown, or a launch in another file passes them"},
    {"record-size", "{0} would grow, which changes everything that contains one"},
    {"record-uses", "requires changing every use of {0}"},
    {"record-definition",
     "the files given do not define {0}, or casts or other uses depend on its alignment"},
    {"record-file", "{0} is defined in a file other than the kernel's"}};
static_assert(std::size(MissingWords) == size_t(MissingFix::Reason::RecordFile) + 1);

constexpr Words NoRowLength = {
    "row-length", "the source does not state the row length of {0} in a form that can be edited"};

/// By RowObstacle::Reason.
constexpr Words RowWords[] = {
    NoRowLength,
    {"array-declaration", "{0} cannot be edited where it is declared, {3}"},
    {"in-macro", "{0} or the function around it is written in a macro"},
    {"array-use", "{0} is not accessed element by element{1}"},
    {"inactive-code", "code that is not compiled, or a macro, names {0}"},
    NoRowLength,
    {"launched-bytes",
     "not all launches are visible, or one passes the bytes in a form that cannot be edited"},
    {"array-declarations", "another declaration of {0} refers to the same memory"}};
static_assert(std::size(RowWords) == size_t(RowObstacle::Reason::Disagreement) + 1);

const Words &wordsFor(const UnsafeFix &Doubt) { return UnsafeWords[size_t(Doubt.Why)]; }

const Words &wordsFor(const MissingFix &Missing) {
  return Missing.Why == MissingFix::Reason::Rows ? RowWords[size_t(Missing.Obstacle)]
                                                 : MissingWords[size_t(Missing.Why)];
}

/// The note that \p Lead and the words for \p Reason make.
template <typename T> FindingNote makeNote(const Twine &Lead, const T &Reason) {
  bool IsHere = Reason.At.Line != 0;
  return {Lead.str() + formatv(wordsFor(Reason).Text.data(), "`" + Reason.Name + "`",
                               IsHere ? " here" : "", IsHere ? "this" : "the",
                               IsHere ? "for all kernels of the file"
                                      : "in a lambda or a class template, or not as an array")
                           .str(),
          Reason.At};
}

} // namespace

StringRef fixSafetyName(const Finding &Item) {
  return Item.Fixes.empty() ? "" : Item.Unsafe ? "unsafe" : "safe";
}

StringRef fixReasonName(const Finding &Item) {
  if (!Item.Fixes.empty())
    return Item.Unsafe ? StringRef(wordsFor(*Item.Unsafe).Name) : "";
  return Item.NoFix ? StringRef(wordsFor(*Item.NoFix).Name) : "";
}

/// Whether the advice is to write the code in another way, which nobody expects an edit for.
static bool asksForOtherCode(const MissingFix &Missing) {
  using Reason = MissingFix::Reason;
  return is_contained(
      {Reason::Accesses, Reason::ControlFlow, Reason::LoopsAndIndices, Reason::Allocation},
      Missing.Why);
}

std::optional<FindingNote> noteOnFix(const Finding &Item) {
  if (!Item.Fixes.empty() && Item.Unsafe)
    return makeNote("unsafe fix: " + Item.FixTitle + ", because ", *Item.Unsafe);
  if (Item.Fixes.empty() && Item.NoFix && !asksForOtherCode(*Item.NoFix))
    return makeNote("no automatic fix: ", *Item.NoFix);
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

//===- RaceWording.cpp - Races in words -----------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Checks/RaceWording.h"

#include "ObjectElement.h"
#include "SourceStart.h"

#include "cuda-memlint/Analysis/Barriers/RacingPairs.h"
#include "cuda-memlint/Checks/RaceReasonWording.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/RaceReport.h"
#include "cuda-memlint/Symbolic/Rewriting.h"
#include "cuda-memlint/Target/TargetModel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"

#include <algorithm>
#include <tuple>

using namespace llvm;

namespace memlint {

StringRef verbOfAccess(const Access &Site) {
  if (Site.Kind == AccessKind::Load ||
      (Site.Kind == AccessKind::AsyncCopy && Site.Space == MemorySpace::Global))
    return "reads";
  return Site.Kind == AccessKind::Atomic ? "updates" : "writes";
}

static std::string lineOf(const SourcePosition &At, const SourcePosition &Here) {
  return "line " + utostr(At.Line) + (At.Path == Here.Path ? "" : " of '" + At.Path + "'");
}

std::string lineOfAccess(const Access &Site, const Access &Here) {
  return lineOf(Site.Position, Here.Position);
}

std::string describeParticipant(const RaceVerdict &Verdict, const RaceParticipant &Who) {
  std::string Text = "thread " + describeIndex(Who.Thread);
  if (Verdict.Threads == ThreadPair::DifferentBlocks)
    Text += " of block " + describeIndex(Who.Block);
  return Text;
}

std::string describeIterations(const KernelProgram &Kernel, const Access &Site,
                               const RaceParticipant &Who) {
  SmallVector<std::string, 2> Iterations;
  for (const auto &[Loop, Iteration] : Who.Iterations)
    if (Iteration != 0)
      Iterations.push_back("iteration " + itostr(Iteration) + " of the loop at " +
                           lineOf(Kernel.Loops[Loop].Position, Site.Position));
  return join(Iterations, ", ");
}

static bool isOneChain(ArrayRef<InlineFrame> Left, ArrayRef<InlineFrame> Right) {
  return equal(Left, Right, [](const InlineFrame &One, const InlineFrame &Other) {
    return startOf(One.CallSite) == startOf(Other.CallSite);
  });
}

ArrayRef<InlineFrame> ambiguousCalls(const KernelProgram &Kernel, const Access &Site) {
  bool IsAmbiguous = any_of(Kernel.Accesses, [&](const Access &Other) {
    return startOf(Other.Position) == startOf(Site.Position) &&
           !isOneChain(Other.InlinedThrough, Site.InlinedThrough);
  });
  return IsAmbiguous ? ArrayRef(Site.InlinedThrough) : ArrayRef<InlineFrame>();
}

/// Another call on the line of \p Call leads to the code of \p Site, too.
static bool sharesLine(const KernelProgram &Kernel, const Access &Site, const InlineFrame &Call) {
  const SourcePosition &At = Call.CallSite;
  return any_of(Kernel.Accesses, [&](const Access &Other) {
    return startOf(Other.Position) == startOf(Site.Position) &&
           any_of(Other.InlinedThrough, [&](const InlineFrame &Each) {
             return Each.CallSite.Path == At.Path && Each.CallSite.Line == At.Line &&
                    Each.CallSite.Column != At.Column;
           });
  });
}

std::string describeCalls(const KernelProgram &Kernel, const Access &Site) {
  ArrayRef<InlineFrame> Calls = ambiguousCalls(Kernel, Site);
  if (Calls.empty())
    return "";
  SmallVector<std::string, 2> Lines;
  for (const InlineFrame &Call : Calls) {
    Lines.push_back("line " + utostr(Call.CallSite.Line));
    if (sharesLine(Kernel, Site, Call))
      Lines.back() += ":" + utostr(Call.CallSite.Column);
    if (Call.CallSite.Path != Site.Position.Path)
      Lines.back() += " of '" + Call.CallSite.Path + "'";
  }
  return "called from " + join(Lines, ", then ");
}

SmallVector<std::string, 4> describeValues(const RaceVerdict &Verdict) {
  SmallVector<std::string, 4> Texts;
  for (const auto &[Name, Value] : Verdict.Values)
    Texts.push_back(Name + " = " + itostr(Value));
  return Texts;
}

/// What both access, where only one object can be meant; else what the second does.
static const MemoryObject &objectOf(const KernelProgram &Kernel, const RaceVerdict &Verdict) {
  unsigned Second = Kernel.Accesses[Verdict.Second].Object;
  std::vector<unsigned> Common = Kernel.basesOf(Kernel.Accesses[Verdict.First].Object);
  std::vector<unsigned> Others = Kernel.basesOf(Second);
  erase_if(Common, [&](unsigned Base) { return !is_contained(Others, Base); });
  return Kernel.Objects[Common.size() == 1 ? Common.front() : Second];
}

std::string describeCommonElement(const KernelProgram &Kernel, const RaceVerdict &Verdict) {
  const MemoryObject &Object = objectOf(Kernel, Verdict);
  int64_t Offset = std::max(Verdict.FirstThread.Offset, Verdict.SecondThread.Offset);
  return Verdict.OffsetsAreRelative || Offset < 0 ? "" : describeElement(Object, uint64_t(Offset));
}

static std::string describeThread(const KernelProgram &Kernel, const RaceVerdict &Verdict,
                                  const RaceParticipant &Who) {
  const Access &Site =
      Kernel.Accesses[&Who == &Verdict.FirstThread ? Verdict.First : Verdict.Second];
  SmallVector<std::string, 2> In;
  if (std::string Iterations = describeIterations(Kernel, Site, Who); !Iterations.empty())
    In.push_back("in " + Iterations);
  if (std::string Calls = describeCalls(Kernel, Site); !Calls.empty())
    In.push_back(std::move(Calls));
  return describeParticipant(Verdict, Who) + (In.empty() ? "" : " (" + join(In, ", ") + ")");
}

static StringRef nothingBetween(const KernelProgram &Kernel, const RaceVerdict &Verdict) {
  if (!Verdict.Reason.empty())
    return "with a flag or a lock, but no fence, to order the two";
  if (Verdict.First == Verdict.Second)
    return "in undefined order";
  if (isOfCopy(Kernel, Verdict))
    return "with no `cp.async` wait followed by a barrier in between";
  if (Verdict.Threads == ThreadPair::DifferentBlocks)
    return "with nothing that orders the two blocks";
  // For other data, the two are in different blocks.
  if (Verdict.Outcome == RaceOutcome::DataRace && Verdict.Form == DataRaceForm::None &&
      Kernel.Accesses[Verdict.First].Space == MemorySpace::Global)
    return "with nothing that orders the two";
  if (Verdict.Threads == ThreadPair::SameWarp)
    return "with no barrier between the two lanes";
  return "with no barrier in between";
}

static StringRef describeOutcome(RaceOutcome Outcome) {
  switch (Outcome) {
  case RaceOutcome::MayRace:
    return "possible ";
  case RaceOutcome::Benign:
    return "benign ";
  default:
    return "";
  }
}

bool isStoredOnly(const KernelProgram &Kernel, const Access &Store) {
  return none_of(Kernel.Accesses, [&](const Access &Each) {
    // Of a record, other members do not matter.
    bool IsOfMember = Each.OffsetInRecord == Store.OffsetInRecord || Each.RecordAlignment == 1;
    return Each.Object == Store.Object && Each.Kind != AccessKind::Store && IsOfMember;
  });
}

bool isDrawn(const KernelProgram &Kernel, const Access &Store) {
  return Store.Offset && anyLeaf(Store.Offset, [&](ExprRef Leaf) {
           return any_of(Kernel.Accesses, [&](const Access &Each) {
             return Each.Kind == AccessKind::Atomic && Each.Addend && Each.Result == Leaf;
           });
         });
}

static bool dependsOn(ExprRef Root, ExprRef Leaf) {
  return Root && anyLeaf(Root, [&](ExprRef Each) { return Each == Leaf; });
}

StringRef atomicOfValue(const Access &Store, ExprRef Old) {
  ExprRef Value = Store.Value->kind() == ExprKind::Wrap ? Store.Value->operands()[0] : Store.Value;
  if (!dependsOn(Value, Old))
    return "";
  switch (Value->kind()) {
  case ExprKind::BitOr:
    return "`atomicOr`";
  case ExprKind::BitAnd:
    return "`atomicAnd`";
  case ExprKind::BitXor:
    return "`atomicXor`";
  case ExprKind::Minimum:
    return "`atomicMin`";
  case ExprKind::Maximum:
    return "`atomicMax`";
  case ExprKind::Polynomial:
    return any_of(Value->terms(),
                  [&](const Monomial &Part) {
                    return Part.Coefficient == 1 && Part.Factors.size() == 1 &&
                           Part.Factors.front() == Old;
                  })
               ? "`atomicAdd`"
               : "";
  default:
    return "";
  }
}

/// \p Store writes something else where \p Old is found to be more or less, or to be one number;
/// empty: neither.
static StringRef atomicOfTest(const Access &Store, ExprRef Old) {
  for (ExprRef Guard : Store.Guards)
    for (ExprRef Part : partsOf(Guard, ExprKind::And)) {
      if (!dependsOn(Part, Old))
        continue;
      bool IsNot = Part->kind() == ExprKind::Not;
      ExprRef Test = IsNot ? Part->operands()[0] : Part;
      bool IsOrder = Test->kind() == ExprKind::Less || Test->kind() == ExprKind::LessUnsigned;
      if (!IsOrder)
        return "`atomicCAS`";
      if (is_contained(Test->operands(), Old) && is_contained(Test->operands(), Store.Value))
        return (Test->operands()[0] == Old) != IsNot ? "`atomicMax`" : "`atomicMin`";
      if (any_of(Test->operands(), [](ExprRef Side) { return Side->isConstant(); }))
        return "`atomicCAS`";
    }
  return "";
}

/// Reads what \p Store then overwrites, and decides what it stores if any read does; null: none.
static const Access *readBefore(const KernelProgram &Kernel, const Access &Store) {
  auto IsRead = [&](const Access &Each) {
    return Each.Kind == AccessKind::Load && Each.Object == Store.Object && Each.Result &&
           Each.Offset && Each.Offset == Store.Offset && Each.NodeId < Store.NodeId;
  };
  auto Read = find_if(Kernel.Accesses, [&](const Access &Each) {
    return IsRead(Each) && dependsOn(Store.Value, Each.Result);
  });
  if (Read == Kernel.Accesses.end())
    Read = find_if(Kernel.Accesses, IsRead);
  return Read == Kernel.Accesses.end() ? nullptr : &*Read;
}

/// \p Store sets a location that was tested before, and stores nothing that was read there.
static bool setsTested(const KernelProgram &Kernel, const Access &Store) {
  const Access *Read = readBefore(Kernel, Store);
  return Store.Kind == AccessKind::Store && Store.Value && Read &&
         !dependsOn(Store.Value, Read->Result) &&
         atomicOfTest(Store, Read->Result) == "`atomicCAS`";
}

/// \p Store writes a floating-point number.
static bool isFloating(const KernelProgram &Kernel, const Access &Store) {
  const MemoryObject &Object = Kernel.Objects[Store.Object];
  if (Object.Members.empty())
    return Object.ElementType == "float" || Object.ElementType == "double";
  return any_of(Object.Members, [&](const MemberLayout &Member) {
    return Member.IsFloating && Member.FirstByte <= Store.OffsetInRecord &&
           Store.OffsetInRecord < Member.FirstByte + Member.Bytes;
  });
}

bool swapsHalfWords(const TargetModel &Target) {
  return Target.Shape.IsAmd || Target.Capability >= 70;
}

std::string describeAtomics(const KernelProgram &Kernel, const TargetModel &Target,
                            const Access &Store) {
  // An update whose value is not followed is one of floating-point numbers.
  bool IsFloating = isFloating(Kernel, Store) || (!Store.Value && Store.IsReduction);
  // Doubles are added since compute capability 6.0 (CUDA C++ Programming Guide, `atomicAdd()`).
  bool IsAdded = Store.IsSum && Store.Bytes >= 4 &&
                 (Store.Bytes == 4 || Target.Shape.IsAmd || Target.Capability >= 60);
  if (Store.Bytes == 2)
    return "(a loop around a 2-byte `atomicCAS`)";
  if (IsFloating)
    return IsAdded ? "(`atomicAdd`)" : "(a loop around an `atomicCAS` of its bits)";
  // A slot or a link is set, and not changed.
  StringRef Any = Store.Kind == AccessKind::Store && Store.Value && !Store.IsReduction
                      ? "(`atomicCAS`), and try again where it returns another value than the one "
                        "read"
                      : "(`atomicAdd`, `atomicMin`, `atomicCAS`)";
  const Access *Read = readBefore(Kernel, Store);
  if (Store.Kind != AccessKind::Store || !Store.Value || !Read)
    return Any.str();
  ExprRef Old = Read->Result;
  // Perhaps in the next iteration of a loop.
  auto IsOld = [&](ExprRef Leaf) {
    return Leaf == Old || any_of(Kernel.Loops, [&](const Loop &Each) {
             return any_of(Each.Carried, [&](const CarriedValue &Variable) {
               return Variable.Start == Leaf &&
                      (dependsOn(Variable.Initial, Old) || dependsOn(Variable.End, Old));
             });
           });
  };
  bool IsElement = any_of(Kernel.Accesses, [&](const Access &Other) {
    return &Other != &Store && Other.Offset && anyLeaf(Other.Offset, IsOld);
  });
  bool IsStored = any_of(Kernel.Accesses, [&](const Access &Other) {
    return Other.Kind == AccessKind::Store && &Other != &Store && dependsOn(Other.Value, Old);
  });
  StringRef Name = atomicOfValue(Store, Old);
  if (!Name.empty())
    return "(" + Name.str() + ")" +
           (IsElement ? ", and take the element from what it returns" : "");
  Name = atomicOfTest(Store, Old);
  if (!Name.empty())
    return "(" + Name.str() + ")" + (Name == "`atomicCAS`" ? ", and test what it returns" : "");
  // What is taken out here may be stored elsewhere, also in the next iteration.
  if (!dependsOn(Store.Value, Old) && (IsStored || anyLeaf(Store.Value, IsOld)))
    return "(`atomicExch`), and take the old value from what it returns";
  return Any.str();
}

/// \p Store writes what an atomic has given: the entry that was the first of a list before.
static bool isLink(const KernelProgram &Kernel, const Access &Store) {
  return Store.Value && any_of(Kernel.Accesses, [&](const Access &Each) {
           return Each.Kind == AccessKind::Atomic && Each.Result &&
                  dependsOn(Store.Value, Each.Result);
         });
}

/// What happens to a location that data choose.
static std::string describeDataRace(const KernelProgram &Kernel, const RaceVerdict &Verdict) {
  const Access &First = Kernel.Accesses[Verdict.First], &Second = Kernel.Accesses[Verdict.Second];
  std::string Needs = describe(Verdict.Needs);
  switch (Verdict.Form) {
  case DataRaceForm::LostUpdate:
    if (isStoredOnly(Kernel, Second))
      return "stored by several threads without an atomic; all values but one are lost when " +
             Needs;
    if (setsTested(Kernel, Second.Kind == AccessKind::Store ? Second : First))
      return "tested and set without an atomic; two threads may pass the test when " + Needs;
    return "read and written without an atomic; an update is lost when " + Needs;
  case DataRaceForm::Claim:
    return "tested and set without an atomic; " +
           (Verdict.Outcome == RaceOutcome::Benign
                ? "all threads store the same value"
                : "what a thread does depends on which of two comes first, when " + Needs);
  case DataRaceForm::PlainBesideAtomic:
    if (Verdict.Outcome == RaceOutcome::Benign)
      return "an ordinary store gives the lock back while others try to take it at " +
             lineOfAccess(First, Second) +
             "; `atomicExch` is the way that CUDA's memory model defines";
    return "one thread " + verbOfAccess(Second).str() + " it here while another one " +
           verbOfAccess(First).str() + " it at " + lineOfAccess(First, Second) + ", " +
           nothingBetween(Kernel, Verdict).str() + ", when " + Needs;
  case DataRaceForm::PlainBeforeAtomic:
    return Verdict.Outcome == RaceOutcome::Benign
               ? "a plain read at " + lineOfAccess(First, Second) +
                     " precedes the atomic update, which alone decides"
               : "the value read at " + lineOfAccess(First, Second) +
                     " is used although another thread may update it before the atomic update "
                     "here, when " +
                     Needs;
  case DataRaceForm::NarrowScope:
    return "atomic for the threads of one block only, and threads of two blocks update it when " +
           Needs;
  case DataRaceForm::Overtaken:
    return "stored behind an atomic that several threads pass one after the other; the value of "
           "an earlier one may be the last to be stored, when " +
           Needs;
  case DataRaceForm::BehindKey: {
    bool IsFirst = First.Kind == AccessKind::Store;
    const Access &Store = IsFirst ? First : Second, &Load = IsFirst ? Second : First;
    bool IsCounted = isDrawn(Kernel, Store), IsLinked = isLink(Kernel, Store);
    StringRef Published = IsCounted  ? "counts it"
                          : IsLinked ? "makes its entry known"
                                     : "publishes its key";
    StringRef FindsIt = IsCounted  ? "that there is such an entry"
                        : IsLinked ? "the entry"
                                   : "the key";
    return ("stored at " + lineOfAccess(Store, Second) + " after the atomic that " + Published +
            ", so that a thread which finds " + FindsIt + " may read it at " +
            lineOfAccess(Load, Second) + " before it is stored, when " + Needs)
        .str();
  }
  case DataRaceForm::None:
    break;
  }
  llvm_unreachable("only races that data decide about have a form");
}

std::string describeOverlap(const KernelProgram &Kernel, const Access &First,
                            const Access &Second) {
  std::vector<unsigned> Bases = Kernel.basesOf(First.Object);
  bool AreOne = any_of(Kernel.basesOf(Second.Object),
                       [&](unsigned Base) { return is_contained(Bases, Base); });
  if (First.Space != MemorySpace::Global || AreOne)
    return "";
  return "`" + Kernel.Objects[First.Object].Name + "` and `" + Kernel.Objects[Second.Object].Name +
         "` point into one allocation";
}

/// Whether readers of \p Text see what \p Name is: "mine[key[i]]" does not say which array `mine`
/// points into.
static bool names(StringRef Text, StringRef Name) {
  auto IsOfName = [](char Each) { return isAlnum(Each) || Each == '_'; };
  for (size_t At = Text.find(Name); At != StringRef::npos; At = Text.find(Name, At + 1)) {
    StringRef Behind = Text.substr(At + Name.size());
    if ((At == 0 || !IsOfName(Text[At - 1])) && (Behind.empty() || !IsOfName(Behind.front())))
      return true;
  }
  return false;
}

/// " in `priv`", where the text of \p Site names none of the arrays that it is in.
static std::string describeArrays(const KernelProgram &Kernel, const Access &Site) {
  SmallVector<std::string, 2> Arrays;
  for (unsigned Base : Kernel.basesOf(Site.Object)) {
    const std::string &Name = Kernel.Objects[Base].Name;
    if (Name.empty() || names(Site.Text, Name))
      return "";
    Arrays.push_back("`" + Name + "`");
  }
  return " in " + join(Arrays, " or ");
}

std::string describeRace(const KernelProgram &Kernel, const RaceVerdict &Verdict) {
  const Access &First = Kernel.Accesses[Verdict.First], &Second = Kernel.Accesses[Verdict.Second];
  std::string Element = describeCommonElement(Kernel, Verdict);
  const MemoryObject &Object = objectOf(Kernel, Verdict);
  std::string Start =
      describeOutcome(Verdict.Outcome).str() + spaceName(Object.Space).str() + " memory race on ";
  if (Verdict.Form != DataRaceForm::None) {
    const Access &Store = Second.Kind == AccessKind::Store ? Second : First;
    bool IsOneLocation = Verdict.Form == DataRaceForm::LostUpdate ||
                         Verdict.Form == DataRaceForm::Claim ||
                         Verdict.Form == DataRaceForm::Overtaken;
    std::string Location = IsOneLocation ? "`" + Store.Text + "`" + describeArrays(Kernel, Store)
                                         : "`" + Object.Name + "`";
    return Start + Location + ": " + describeDataRace(Kernel, Verdict);
  }
  std::string Text = Start + (Element.empty() ? "`" + Object.Name + "`" : Element) + ": ";
  if (&First == &Second) {
    Text += describeThread(Kernel, Verdict, Verdict.FirstThread) + " and " +
            describeThread(Kernel, Verdict, Verdict.SecondThread) + " both " +
            (First.Kind == AccessKind::Atomic ? "update" : "write") + " it here";
  } else {
    Text += describeThread(Kernel, Verdict, Verdict.SecondThread) + " " +
            verbOfAccess(Second).str() + " it here while " +
            describeThread(Kernel, Verdict, Verdict.FirstThread) + " " + verbOfAccess(First).str() +
            " it at " + lineOfAccess(First, Second);
  }
  // Codes that differ, none of them 0.
  if (Verdict.Outcome == RaceOutcome::Benign && !Verdict.Needs.empty())
    return Text + "; which of the two codes remains depends on the order, when " +
           describe(Verdict.Needs);
  if (Verdict.Outcome == RaceOutcome::Benign)
    return Text + "; all write the same value";
  Text += ", " + nothingBetween(Kernel, Verdict).str();
  return Verdict.Needs.empty() ? Text : Text + ", when " + describe(Verdict.Needs);
}

} // namespace memlint

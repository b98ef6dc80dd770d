//===- MissingRestrict.cpp - Pointers that may mean one memory ------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"
#include "LaunchDoubts.h"
#include "cuda-memlint/Analysis/Aliasing/RepeatedLoads.h"
#include "cuda-memlint/Analysis/Aliasing/ValueSources.h"

#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <set>

using namespace llvm;

namespace memlint {

namespace {

/// "`a`", "`a` and `b`", "`a`, `b`, and `c`".
std::string listNames(ArrayRef<std::string> Names) {
  std::string Text;
  for (auto [Index, Name] : enumerate(Names)) {
    if (Index != 0)
      Text += Names.size() == 2 ? " and " : Index + 1 == Names.size() ? ", and " : ", ";
    Text += "`" + Name + "`";
  }
  return Text;
}

class RestrictFinder {
public:
  RestrictFinder(const KernelAnalysis &Kernel, std::vector<Finding> &Findings)
      : Kernel(Kernel), Program(Kernel.Program), Findings(Findings) {}

  void run() {
    if (!Program.Analysed || !Kernel.Assumption.empty() || !readAccesses() || Written.empty() ||
        isWaiting())
      return;
    findPointers();
    if (ReadOnly.empty())
      return;
    auto IsStable = [&](const Access &Site) { return isPlainLoad(Site) && isReadOnly(Site); };
    auto IsOwn = [&](const Access &Site) { return isOwn(Site); };
    std::vector<RepeatedLoad> Repeated = findRepeatedLoads(Program, {IsStable, IsOwn});
    // Where nothing that is written may be the same, the read-only path is taken today.
    if (Repeated.empty() && !HasDoubtfulWrites)
      return;
    report(Repeated);
  }

private:
  /// False: the kernel may do other things than are seen, or to other memory.
  bool readAccesses() {
    if (!all_of(Program.Unseen, [](const UnseenEffect &Each) { return Each.OnlyPrints; }))
      return false;
    for (const Access &Site : Program.Accesses) {
      if (Site.Space != MemorySpace::Global && Site.Space != MemorySpace::Generic)
        continue;
      bool IsWrite = Site.Kind != AccessKind::Load;
      for (unsigned Object : Program.basesOf(Site.Object)) {
        const MemoryObject &Array = Program.Objects[Object];
        bool IsKnown = Array.Kind == ObjectKind::Parameter ||
                       Array.Kind == ObjectKind::DeviceVariable ||
                       Array.Space == MemorySpace::Shared || Array.Space == MemorySpace::Local;
        if (IsWrite && !IsKnown)
          return false;
        if (Array.Space != MemorySpace::Global)
          continue;
        // An asynchronous copy has two sides; what it reads is out of the compiler's sight.
        if (Site.Kind == AccessKind::AsyncCopy) {
          Special.insert(Object);
        } else if (IsWrite) {
          Written.insert(Object);
          HasDoubtfulWrites |= !Array.IsRestrict || Site.Kind == AccessKind::Atomic;
        } else if (isPlainLoad(Site)) {
          Loaded.insert(Object);
        } else if (!Site.IsUnused) {
          Special.insert(Object);
        }
      }
    }
    return true;
  }

  /// A load as the compiler makes it of an expression: neither an intrinsic nor assembly, of
  /// which it knows less. One object has both: the others are as they are today.
  static bool isPlainLoad(const Access &Site) {
    return Site.Kind == AccessKind::Load && Site.Space == MemorySpace::Global &&
           Site.Order == AccessOrder::Weak && !Site.IsVolatile && !Site.IsUnused &&
           Site.Written == SourceForm::Expression;
  }

  /// A thread waits for what another one, of this kernel or of another, writes: then more may
  /// change than the kernel's own stores suggest.
  bool isWaiting() const {
    return any_of(Program.Accesses, [&](const Access &Site) {
      if (Site.Kind != AccessKind::Load || Site.Space == MemorySpace::Shared || Site.Loops.empty())
        return false;
      return waitingLoop(Program, Site) || isOfWaitingLoop(Site, Program.Loops[Site.Loops.back()]);
    });
  }

  /// What is read in \p Around is of one location, and its end depends on something that is read
  /// instead of on the number of its iterations.
  static bool isOfWaitingLoop(const Access &Site, const Loop &Around) {
    auto IsCounter = [&](ExprRef Leaf) { return Leaf == Around.Counter; };
    auto IsLoaded = [](ExprRef Leaf) { return Leaf->leaf().Kind == LeafKind::Loaded; };
    if (!Site.Offset || anyLeaf(Site.Offset, IsCounter))
      return false;
    return any_of(Around.Exits, [&](ExprRef Exit) {
      return anyLeaf(Exit, IsLoaded) && !anyLeaf(Exit, IsCounter);
    });
  }

  /// Whether a launch may pass pointers into one allocation for \p Parameter and for one of which
  /// \p IsMeant holds; the same one, where it may point to a variable of the device.
  bool isPassedWith(unsigned Parameter, function_ref<bool(unsigned)> IsMeant) const {
    return any_of(Kernel.Launches, [&](const LaunchContext &Launch) {
      return any_of(Launch.AliasedArguments, [&](std::pair<unsigned, unsigned> Pair) {
        return (Pair.first == Parameter && IsMeant(Pair.second)) ||
               (Pair.second == Parameter && IsMeant(Pair.first));
      });
    });
  }

  bool isWritten(unsigned Parameter) const {
    return any_of(Written, [&](unsigned Object) {
      return Program.Objects[Object].ParameterIndex == Parameter;
    });
  }

  bool writesDeviceVariable() const {
    return any_of(Written, [&](unsigned Object) {
      return Program.Objects[Object].Kind == ObjectKind::DeviceVariable;
    });
  }

  void findPointers() {
    for (const MemoryObject &Object : Program.Objects) {
      if (Object.Kind != ObjectKind::Parameter || !Object.ParameterIndex ||
          !Object.ParameterFields.empty() || Object.IsRestrict || Object.IsVolatile ||
          *Object.ParameterIndex >= Program.Parameters.size())
        continue;
      unsigned Index = *Object.ParameterIndex;
      const auto &Declared = Program.Parameters[Index].Declaration;
      if (!Declared || Declared->Name.Line == 0 || Declared->IsRestrict)
        continue;
      if (Written.contains(Object.Id)) {
        if (!isPassedWith(Index, [](unsigned) { return true; }))
          Restrictable.insert(Object.Id);
      } else if (Loaded.contains(Object.Id) && !Special.contains(Object.Id) &&
                 !isPassedWith(Index, [&](unsigned Other) {
                   return Other == Index ? writesDeviceVariable() : isWritten(Other);
                 })) {
        ReadOnly.insert(Object.Id);
      }
    }
  }

  bool isReadOnly(const Access &Site) const { return ReadOnly.contains(Site.Object); }

  bool isOwn(const Access &Site) const {
    return all_of(Program.basesOf(Site.Object), [&](unsigned Object) {
      return Restrictable.contains(Object) || Program.Objects[Object].IsRestrict;
    });
  }

  const KernelParameter &parameterOf(unsigned Object) const {
    return Program.Parameters[*Program.Objects[Object].ParameterIndex];
  }

  /// In the order of the parameters.
  std::vector<const KernelParameter *> parametersOf(const std::set<unsigned> &Objects) const {
    std::vector<const KernelParameter *> Result;
    for (const KernelParameter &Each : Program.Parameters)
      if (any_of(Objects, [&](unsigned Object) { return &parameterOf(Object) == &Each; }))
        Result.push_back(&Each);
    return Result;
  }

  static std::vector<std::string> namesOf(ArrayRef<const KernelParameter *> Parameters) {
    std::vector<std::string> Names;
    for (const KernelParameter *Each : Parameters)
      Names.push_back(Each->Name);
    return Names;
  }

  /// Names of what is written, such as the compiler knows no better.
  std::vector<std::string> writtenNames() const {
    std::vector<std::string> Names;
    for (unsigned Object : Written)
      if (!Program.Objects[Object].IsRestrict)
        Names.push_back(Program.Objects[Object].Name);
    if (Names.empty())
      for (unsigned Object : Written)
        Names.push_back(Program.Objects[Object].Name);
    return Names;
  }

  void report(ArrayRef<RepeatedLoad> Repeated) {
    std::vector<const KernelParameter *> Read = parametersOf(ReadOnly);
    bool IsOne = Read.size() == 1;
    Finding Result;
    Result.Check = MissingRestrict.Name.str();
    // Callers that are not seen may pass what overlaps.
    bool IsLaunched = any_of(Kernel.Launches,
                             [](const LaunchContext &Launch) { return Launch.Position.Line != 0; });
    Result.Level = Repeated.empty() || !IsLaunched ? FindingLevel::Remark : MissingRestrict.Level;
    Result.Position = Read.front()->Declaration->Name;
    Result.Message =
        "missing `__restrict__`: the compiler must assume that stores to " +
        listNames(writtenNames()) + " may modify " + listNames(namesOf(Read)) + ", so " +
        (Repeated.empty()
             ? std::string(IsOne ? "its" : "their") + " loads do not take the read-only path"
             : describe(Repeated.front()));
    for (const RepeatedLoad &Each : Repeated)
      addNotes(Each, Result);
    for (const KernelParameter *Each : ArrayRef(Read).drop_front())
      Result.Notes.push_back({"`" + Each->Name + "` is also only read", Each->Declaration->Name});
    Result.Notes.push_back({IsLaunched ? "no visible launch passes overlapping arrays"
                                       : "no launch is visible: callers must not pass overlapping "
                                         "arrays",
                            {}});
    addFix(Read, Result);
    Findings.push_back(std::move(Result));
  }

  const Access &access(unsigned Id) const { return Program.Accesses[Id]; }

  /// The loop around the load and what makes it necessary.
  std::string describeLoop(const RepeatedLoad &Repeated) const {
    return "in each iteration of the loop at line " +
           utostr(Program.Loops[access(Repeated.Load).Loops.back()].Position.Line);
  }

  std::string describe(const RepeatedLoad &Repeated) const {
    std::string Load = "`" + access(Repeated.Load).Text + "` is ";
    switch (Repeated.Repetition) {
    case RepeatedLoad::Kind::Again:
      return Load + "reloaded at line " + utostr(access(Repeated.Load).Position.Line);
    case RepeatedLoad::Kind::EachIteration:
      return Load + "reloaded " + describeLoop(Repeated);
    case RepeatedLoad::Kind::ThroughMemory:
      return Load + "loaded and stored " + describeLoop(Repeated);
    }
    llvm_unreachable("covered switch");
  }

  void addNotes(const RepeatedLoad &Repeated, Finding &Result) const {
    const Access &Load = access(Repeated.Load);
    const Node &Cause = Program.Nodes[Repeated.Cause];
    if (Repeated.Repetition == RepeatedLoad::Kind::ThroughMemory) {
      Result.Notes.push_back({"`" + Load.Text + "` could stay in a register through the loop",
                              access(Repeated.Before).Position});
      Result.Notes.push_back({"the compiler must assume that this load may read the same address",
                              access(Cause.Index).Position});
      return;
    }
    if (Repeated.Repetition == RepeatedLoad::Kind::Again)
      Result.Notes.push_back({"loaded here", access(Repeated.Before).Position});
    Result.Notes.push_back(
        {"the compiler must assume that this " + std::string(nameOf(Cause)) + " may modify it",
         positionOf(Cause)});
    Result.Notes.push_back({Repeated.Repetition == RepeatedLoad::Kind::Again
                                ? "reloaded here"
                                : "reloaded in each iteration here",
                            Load.Position});
  }

  StringRef nameOf(const Node &Effect) const {
    switch (Effect.Kind) {
    case NodeKind::Barrier:
      return "barrier";
    case NodeKind::Fence:
      return "fence";
    case NodeKind::WarpOperation:
      return "warp operation";
    default:
      return kindName(access(Effect.Index).Kind);
    }
  }

  const SourcePosition &positionOf(const Node &Effect) const {
    switch (Effect.Kind) {
    case NodeKind::Barrier:
      return Program.Barriers[Effect.Index].Position;
    case NodeKind::Fence:
      return Program.Fences[Effect.Index].Position;
    case NodeKind::WarpOperation:
      return Program.WarpOperations[Effect.Index].Position;
    default:
      return Program.Accesses[Effect.Index].Position;
    }
  }

  void addFix(ArrayRef<const KernelParameter *> Read, Finding &Result) const {
    std::set<unsigned> Concerned = ReadOnly;
    Concerned.insert(Restrictable.begin(), Restrictable.end());
    std::vector<std::string> Names, Constants;
    for (const KernelParameter *Each : parametersOf(Concerned)) {
      Names.push_back(Each->Name);
      const PointerDeclaration &Declared = *Each->Declaration;
      // Types of declarations must match; what is restricted is not part of them.
      if (is_contained(Read, Each) && !Declared.IsConst && Declared.Pointee.Line != 0 &&
          !Program.HasOtherDeclarations) {
        Constants.push_back(Each->Name);
        Result.Fixes.push_back(insertBefore(Declared.Pointee, "const "));
      }
      Result.Fixes.push_back(insertBefore(Declared.Name, "__restrict__ "));
    }
    Result.FixTitle = "declare " + listNames(Names) + " `__restrict__`";
    Result.Unsafe = findDoubtfulPointers(Kernel, [&](unsigned First, unsigned Second) {
      if (First == Second)
        return writesDeviceVariable();
      auto Changes = [&](unsigned Object) {
        unsigned Index = *Program.Objects[Object].ParameterIndex;
        return Index == First || Index == Second;
      };
      return (isWritten(First) || isWritten(Second)) && any_of(Concerned, Changes);
    });
    if (!Constants.empty())
      Result.FixTitle += " and " + listNames(Constants) + " as pointers to const";
  }

  static FindingFix insertBefore(const SourcePosition &Where, StringRef Text) {
    FindingFix Fix;
    Fix.Position = Where;
    Fix.Position.EndLine = Where.Line;
    Fix.Position.EndColumn = Where.Column;
    Fix.Replacement = Text.str();
    return Fix;
  }

  const KernelAnalysis &Kernel;
  const KernelProgram &Program;
  std::vector<Finding> &Findings;
  /// Objects in global memory, by number. Special: loaded by other means than plain loads.
  std::set<unsigned> Written, Loaded, Special;
  /// A store that, as far as the compiler knows, may change data that is only read.
  bool HasDoubtfulWrites = false;
  /// What parameters point to: only read; written, and to be restricted.
  std::set<unsigned> ReadOnly, Restrictable;
};

} // namespace

static void checkMissingRestrict(const KernelAnalysis &Kernel, const TargetModel &, ExprContext &,
                                 std::vector<Finding> &Findings) {
  RestrictFinder(Kernel, Findings).run();
}

const Check MissingRestrict = {
    "cuda-missing-restrict",
    "loads are repeated or miss the read-only path because pointers may alias",
    FindingLevel::Warning, FindingSubject::Aliasing, checkMissingRestrict};

} // namespace memlint

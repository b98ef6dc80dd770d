//===- RestrictablePointers.cpp - Pointers that may be restricted ---------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Aliasing/RestrictablePointers.h"

#include "cuda-memlint/Analysis/Aliasing/ValueSources.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

bool isWritten(const KernelProgram &Program, const RestrictablePointers &Pointers,
               unsigned Parameter) {
  return any_of(Pointers.Written, [&](unsigned Object) {
    return Program.Objects[Object].ParameterIndex == Parameter;
  });
}

bool writesDeviceVariable(const KernelProgram &Program, const RestrictablePointers &Pointers) {
  return any_of(Pointers.Written, [&](unsigned Object) {
    return Program.Objects[Object].Kind == ObjectKind::DeviceVariable;
  });
}

namespace {

class PointerSearch {
public:
  explicit PointerSearch(const KernelAnalysis &Kernel) : Kernel(Kernel), Program(Kernel.Program) {}

  std::optional<RestrictablePointers> run() {
    if (!Program.Analysed || !Kernel.Assumption.empty() || !readAccesses() ||
        Found.Written.empty() || isWaiting())
      return std::nullopt;
    findPointers();
    if (Found.ReadOnly.empty())
      return std::nullopt;
    auto IsStable = [&](const Access &Site) { return isPlainLoad(Site) && isReadOnly(Site); };
    auto IsOwn = [&](const Access &Site) { return isOwn(Site); };
    Found.Repeated = findRepeatedLoads(Program, {IsStable, IsOwn});
    // Where nothing that is written may be the same, the read-only path is taken today.
    if (Found.Repeated.empty() && !HasDoubtfulWrites)
      return std::nullopt;
    return std::move(Found);
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
          Found.Written.insert(Object);
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

  /// Whether a launch may pass pointers into one allocation for \p Parameter and for another one
  /// that \p IsMeant accepts; the same one, where it may point to a variable of the device.
  bool isPassedWith(unsigned Parameter, function_ref<bool(unsigned)> IsMeant) const {
    return any_of(Kernel.Launches, [&](const LaunchContext &Launch) {
      return any_of(Launch.AliasedArguments, [&](std::pair<unsigned, unsigned> Pair) {
        return (Pair.first == Parameter && IsMeant(Pair.second)) ||
               (Pair.second == Parameter && IsMeant(Pair.first));
      });
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
      if (Found.Written.contains(Object.Id)) {
        if (!isPassedWith(Index, [](unsigned) { return true; }))
          Found.Restrictable.insert(Object.Id);
      } else if (Loaded.contains(Object.Id) && !Special.contains(Object.Id) &&
                 !isPassedWith(Index, [&](unsigned Other) {
                   return Other == Index ? memlint::writesDeviceVariable(Program, Found)
                                         : memlint::isWritten(Program, Found, Other);
                 })) {
        Found.ReadOnly.insert(Object.Id);
      }
    }
  }

  bool isReadOnly(const Access &Site) const { return Found.ReadOnly.contains(Site.Object); }

  bool isOwn(const Access &Site) const {
    return all_of(Program.basesOf(Site.Object), [&](unsigned Object) {
      return Found.Restrictable.contains(Object) || Program.Objects[Object].IsRestrict;
    });
  }

  const KernelParameter &parameterOf(unsigned Object) const {
    return Program.Parameters[*Program.Objects[Object].ParameterIndex];
  }

  const KernelAnalysis &Kernel;
  const KernelProgram &Program;
  RestrictablePointers Found;
  /// Objects in global memory, by number. Special: loaded by other means than plain loads.
  std::set<unsigned> Loaded, Special;
  /// A store that, as far as the compiler knows, may change data that is only read.
  bool HasDoubtfulWrites = false;
};

} // namespace

std::optional<RestrictablePointers> findRestrictablePointers(const KernelAnalysis &Kernel) {
  return PointerSearch(Kernel).run();
}

} // namespace memlint

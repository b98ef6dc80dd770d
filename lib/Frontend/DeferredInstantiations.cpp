//===- DeferredInstantiations.cpp - Templates of a failed attempt ---------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeferredInstantiations.h"

#include "FileScope.h"

#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <map>

using namespace clang;

namespace memlint {

using Pending = Sema::PendingImplicitInstantiation;

namespace {

/// Functions and variables to instantiate: kernels after everything else, so that they are all
/// known before the first; of each kernel template one instance before the second of any.
class Agenda {
public:
  struct Item {
    Pending What;
    /// How many instantiations, one for the other, led to it.
    unsigned Depth;
  };

  /// Takes what \p Found has, to be done before the rest.
  void take(std::deque<Pending> &Found, unsigned Depth) {
    auto Front = Others.begin();
    for (const Pending &Each : Found) {
      // Clang asks again for functions that are defined nowhere.
      if (!Seen.insert(Each.first).second)
        continue;
      const auto *Function = dyn_cast<FunctionDecl>(Each.first);
      if (Function && Function->hasAttr<CUDAGlobalAttr>()) {
        unsigned Instances = InstancesOf[Function->getTemplateInstantiationPattern()]++;
        Kernels.insert({{Instances, KernelsSeen++}, {Each, Depth}});
      } else {
        Front = std::next(Others.insert(Front, {Each, Depth}));
      }
    }
    Found.clear();
  }

  bool empty() const { return Others.empty() && Kernels.empty(); }

  Item next() {
    Item Next;
    if (Others.empty()) {
      Next = Kernels.begin()->second;
      Kernels.erase(Kernels.begin());
    } else {
      Next = Others.front();
      Others.pop_front();
    }
    return Next;
  }

private:
  llvm::DenseSet<const ValueDecl *> Seen;
  std::deque<Item> Others;
  /// By the instances of the same template before it, and by their order.
  std::map<std::pair<unsigned, size_t>, Item> Kernels;
  size_t KernelsSeen = 0;
  llvm::DenseMap<const FunctionDecl *, unsigned> InstancesOf;
};

} // namespace

void DeferredInstantiations::ReadPendingInstantiations(
    llvm::SmallVectorImpl<std::pair<ValueDecl *, SourceLocation>> &) {
  if (Errors.empty())
    instantiateAll();
  else
    std::swap(Functions, Semantics->PendingInstantiations);
}

/// As Clang's own loop would. What the function needs becomes pending in turn.
void DeferredInstantiations::instantiateOne(const Pending &Pending) {
  auto *Function = dyn_cast<FunctionDecl>(Pending.first);
  if (!Function || Function->isMultiVersion()) {
    Semantics->PendingInstantiations.push_back(Pending);
    Semantics->PerformPendingInstantiations();
    return;
  }
  bool IsRequired =
      Function->getTemplateSpecializationKind() == TSK_ExplicitInstantiationDefinition;
  Semantics->InstantiateFunctionDefinition(Pending.second, Function, /*Recursive=*/false,
                                           IsRequired, /*AtEndOfTU=*/true);
  if (Function->isDefined())
    Function->setInstantiationIsPending(false);
}

void DeferredInstantiations::instantiateAll() {
  Limit.endParse();
  Agenda ToDo;
  ToDo.take(Semantics->PendingInstantiations, /*Depth=*/0);
  while (!ToDo.empty()) {
    auto [Next, Depth] = ToDo.next();
    // Done one after the other, a recursion without end does not come to Clang's own limit.
    if (Limit.isSpent() || Depth > Semantics->getLangOpts().InstantiationDepth) {
      Limit.addMissing(*Next.first);
      continue;
    }
    instantiateOne(Next);
    Semantics->DefineUsedVTables();
    ToDo.take(Semantics->PendingInstantiations, Depth + 1);
  }
  Limit.dropHalfDone();
}

void DeferredInstantiations::instantiate() {
  FileScope AfterFile(*Semantics);
  std::swap(Functions, Semantics->PendingInstantiations);
  instantiateAll();
  // Those that were reported before are, too; they are kept once.
  Semantics->emitDeferredDiags();
}

} // namespace memlint

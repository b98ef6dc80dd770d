//===- ArgumentOverlap.h - Pointers that may be one memory ------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Whether pointers that a launch passes may lead into one memory on some path, as far
/// as the source shows where they come from. The interpreter of host code follows values and
/// forgets them where paths meet; this follows all assignments at once.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LAUNCH_ARGUMENTOVERLAP_H
#define CUDA_MEMLINT_LIB_LAUNCH_ARGUMENTOVERLAP_H

#include "PointerDefinitions.h"

#include <set>

namespace memlint {

class ArgumentOverlap {
public:
  ArgumentOverlap(const clang::ASTContext &Ast, const HostProgram &Program)
      : Lvalues(Ast), Definitions(Lvalues, Program) {}

  /// A pointer among the arguments of a launch: \p Argument, or what the fields \p Path lead to in
  /// it. A null argument is one that is not seen.
  struct Passed {
    const clang::CallExpr *Launch;
    const clang::Expr *Argument;
    std::vector<const clang::FieldDecl *> Path;

    friend auto operator<=>(const Passed &, const Passed &) = default;
  };
  bool mayOverlap(const Passed &Left, const Passed &Right);
  /// How pointers come to all that they may lead to, where that is memory that visible code has
  /// allocated for them, or null.
  struct Allocated {
    bool IsKnown = false;
    bool AreCopied = false;
    bool AreSwapped = false;

    /// Pointers that are swapped keep different memory only as long as none is copied, too.
    bool goesWith(const Allocated &Other) const {
      return IsKnown && Other.IsKnown &&
             !((AreSwapped || Other.AreSwapped) && (AreCopied || Other.AreCopied));
    }
  };
  Allocated allocationOf(const Passed &Pointer);
  /// What a pointer may have been given first: a definition, or else what a location held before
  /// all of them.
  using FirstHeld = std::pair<const PointerDefinition *, PointerLvalue>;
  /// All that \p Pointer may have been given on its way to the launch, in any iteration.
  const std::set<FirstHeld> &everHeld(const Passed &Pointer);
  /// The function one of whose parameters it may come from; null: none is seen.
  const clang::FunctionDecl *functionHandingOn(const Passed &Pointer);
  /// It may lead into a variable of the device, which the kernel can name.
  bool mayReachDeviceVariable(const Passed &Pointer);

private:
  /// Where a pointer comes from: an expression, or else an lvalue.
  struct Source {
    const clang::Expr *Expression = nullptr;
    PointerLvalue Lvalue;
    /// The part of the object that Expression is.
    std::vector<uintptr_t> Path;
    CodePosition At;
    /// Of the definitions that reach the lvalue, the one that is meant; else all.
    std::optional<const PointerDefinition *> Only;
    /// What conditions, by number, must be for it.
    std::map<unsigned, bool> Conditions;
    /// Written in the launch itself.
    bool IsArgument = false;
    /// The called function that it is from; its variables are others in each call.
    const clang::FunctionDecl *Called = nullptr;

    friend auto operator<=>(const Source &, const Source &) = default;
  };

  bool reachesDeviceVariable(const Passed &Pointer);
  Allocated allocationBehind(Source From);
  /// Whether \p Visit, which is called with all that \p Pointer may have come from in any number of
  /// steps, is ever true.
  bool anyOrigin(const Passed &Pointer, llvm::function_ref<bool(const Source &)> Visit);
  std::optional<Source> sourceOf(const Passed &Pointer);
  void simplify(Source &From);
  std::optional<Source> swappedIn(const Source &From, const PointerDefinition &Swap);
  std::vector<Source> originsOf(const Source &From);
  void addResults(const Source &From, std::vector<Source> &Origins);
  std::vector<const PointerDefinition *> definitionsOf(const Source &From) const;
  bool areSame(const Source &Left, const Source &Right);
  bool meetTogether(const Source &Left, const Source &Right, bool &IsDecided);
  void followCopies(Source &From);
  bool meet(Source Left, Source Right);

  /// Pairs that are compared for one question; with more, the answer is that they may overlap.
  static constexpr size_t MaximumPairs = 4000;
  static constexpr unsigned MaximumCopies = 32;

  PointerLvalues Lvalues;
  PointerDefinitions Definitions;
  std::set<std::pair<Source, Source>> Seen;
  /// Launches are come by many times.
  std::map<std::pair<Passed, Passed>, bool> Overlapping;
  std::map<Passed, bool> ReachingDevice;
  std::map<Passed, Allocated> Allocations;
  std::map<Passed, std::set<FirstHeld>> Held;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LAUNCH_ARGUMENTOVERLAP_H

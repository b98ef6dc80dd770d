//===- LaunchState.h - Launches that nothing has waited for -----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What holds at a statement of host code: which launches may still run, what they got, and which
/// clocks and events were read or recorded around them.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LAUNCH_LAUNCHSTATE_H
#define CUDA_MEMLINT_LIB_LAUNCH_LAUNCHSTATE_H

#include "HandedMemory.h"

#include "clang/AST/Expr.h"

#include <map>

namespace memlint {

/// Something that was started on some way here; the calls are ordered by location, so that joins do
/// not depend on the order of the ways.
struct Started {
  const clang::CallExpr *Call = nullptr;
  /// On some way here something may have waited for it.
  bool IsAwaited = false;

  void join(const Started &Other) {
    if (!Call || (Other.Call && Other.Call->getBeginLoc() < Call->getBeginLoc()))
      Call = Other.Call ? Other.Call : Call;
    IsAwaited |= Other.IsAwaited;
  }
  bool isPending() const { return Call && !IsAwaited; }

  friend bool operator==(const Started &, const Started &) = default;
};

/// A clock that was read into a variable, and what was launched since.
struct Reading {
  const clang::Stmt *Site = nullptr;
  Started Launch;

  friend bool operator==(const Reading &, const Reading &) = default;
};

using Readings = std::map<const clang::VarDecl *, Reading>;

struct LaunchState {
  /// The last launch.
  Started Launch;
  /// Memory that host and device share, and the launch that got it.
  HandedMemory<Handing> Handed;
  Readings Clocks;
  /// By variable that a clock was read into: the clocks that had been read before, on all ways.
  std::map<const clang::VarDecl *, Readings> Stops;
  /// Events that were recorded behind a launch, on some way here.
  std::map<const clang::VarDecl *, Started> Records;

  void wait() {
    Launch.IsAwaited |= Launch.Call != nullptr;
    Handed.settleAll();
    for (auto &[Variable, Clock] : Clocks)
      Clock.Launch.IsAwaited |= Clock.Launch.Call != nullptr;
    for (auto &[Event, Record] : Records)
      Record.IsAwaited = true;
  }

  void meet(const LaunchState &Other) {
    Launch.join(Other.Launch);
    Handed.meet(Other.Handed);
    meetReadings(Clocks, Other.Clocks);
    std::erase_if(Stops, [&](const auto &Each) { return !Other.Stops.contains(Each.first); });
    for (auto &[Variable, Before] : Stops)
      meetReadings(Before, Other.Stops.at(Variable));
    for (const auto &[Event, Record] : Other.Records)
      Records[Event].join(Record);
  }

  friend bool operator==(const LaunchState &, const LaunchState &) = default;

private:
  static void meetReadings(Readings &Own, const Readings &Other) {
    std::erase_if(Own, [&](const auto &Each) {
      auto Found = Other.find(Each.first);
      return Found == Other.end() || Found->second.Site != Each.second.Site;
    });
    for (auto &[Variable, Clock] : Own)
      Clock.Launch.join(Other.at(Variable).Launch);
  }
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LAUNCH_LAUNCHSTATE_H

//===- MendedAccess.h - An access after its finding is mended -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_REPORT_MENDEDACCESS_H
#define CUDA_MEMLINT_LIB_REPORT_MENDEDACCESS_H

#include "cuda-memlint/Analysis/Cost/RequestFormula.h"
#include "cuda-memlint/Analysis/Layout/SharedLayout.h"
#include "cuda-memlint/Analysis/Mends/GlobalMends.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace memlint {

/// An access to a tile that is put between.
struct TileRequest {
  AccessKind Kind;
  std::string Title;
  std::array<std::optional<uint64_t>, 3> Block;
  FormulatedCost Cost;
};

/// An access in one launch once what a finding advises is done.
struct MendedAccess {
  std::string Title;
  std::array<std::optional<uint64_t>, 3> Block;
  FormulatedCost Cost;
  /// Of an access that goes through a tile in shared memory: how that is filled, and read.
  std::vector<TileRequest> Tile = {};
};

/// What the advice of the findings of one kernel makes of their accesses.
class MendedAccesses {
public:
  MendedAccesses(ExprContext &Expressions, const KernelAnalysis &Kernel, const TargetModel &Target)
      : Expressions(Expressions), Kernel(Kernel), Target(Target),
        Layouts(Expressions, Kernel, Target) {}

  /// Nothing where \p Item gives no advice, or none whose effect on its access is computed.
  std::optional<MendedAccess> find(const Finding &Item);

private:
  std::optional<MendedAccess> findShared(const Access &Site, unsigned Launch);
  std::optional<MendedAccess> findGlobal(const Finding &Item, const Access &Site, unsigned Launch);

  ExprContext &Expressions;
  const KernelAnalysis &Kernel;
  const TargetModel &Target;
  SharedLayouts Layouts;
  /// By launch.
  std::map<unsigned, GlobalMends> Mends;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_REPORT_MENDEDACCESS_H

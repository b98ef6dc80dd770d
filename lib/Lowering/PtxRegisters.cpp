//===- PtxRegisters.cpp - Special registers of PTX --------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What inline assembly reads of the thread it runs in (PTX ISA, Special
/// Registers).
///
//===----------------------------------------------------------------------===//

#include "BuiltinVariables.h"

#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace memlint {

namespace {

/// A register whose value the program cannot know.
struct OpaqueRegister {
  bool Known = false;
  Uniformity Varies = Uniformity::Lane;
  int64_t High = 0;
};

OpaqueRegister opaqueRegister(llvm::StringRef Name) {
  constexpr int64_t Word = (int64_t(1) << 32) - 1;
  constexpr int64_t DoubleWord = std::numeric_limits<int64_t>::max();
  // A block has at most 64 slots for warps, and the one that a warp has need
  // not be its number in the block.
  if (Name == "warpid")
    return {true, Uniformity::Warp, 63};
  if (Name == "smid" || Name == "gridid")
    return {true, Name == "smid" ? Uniformity::Block : Uniformity::Grid, Word};
  if (Name == "nwarpid" || Name == "nsmid" || Name == "dynamic_smem_size" ||
      Name == "total_smem_size" || Name == "aggr_smem_size" || Name == "is_explicit_cluster" ||
      Name == "cluster_nctarank" || Name.starts_with("nclusterid.") ||
      Name.starts_with("cluster_nctaid.") || Name.starts_with("reserved_smem_"))
    return {true, Uniformity::Grid, Word};
  if (Name.starts_with("clusterid.") || Name.starts_with("cluster_cta"))
    return {true, Uniformity::Block, Word};
  if (Name.starts_with("clock") || Name.starts_with("globaltimer") || Name.starts_with("pm") ||
      Name.starts_with("envreg"))
    return {true, Uniformity::Lane, DoubleWord};
  return {};
}

} // namespace

Value BuiltinVariables::ptxRegister(llvm::StringRef Name) {
  auto [Base, Axis] = Name.split('.');
  std::optional<std::pair<LeafKind, const char *>> Builtin =
      llvm::StringSwitch<std::optional<std::pair<LeafKind, const char *>>>(Base)
          .Case("tid", std::pair(LeafKind::ThreadIndex, "threadIdx"))
          .Case("ntid", std::pair(LeafKind::BlockDimension, "blockDim"))
          .Case("ctaid", std::pair(LeafKind::BlockIndex, "blockIdx"))
          .Case("nctaid", std::pair(LeafKind::GridDimension, "gridDim"))
          .Default(std::nullopt);
  if (Builtin && Axis.size() == 1 && Axis[0] >= 'x' && Axis[0] <= 'z') {
    unsigned Dimension = unsigned(Axis[0] - 'x');
    noteDimension(Builtin->second, Dimension);
    return Value::scalar(leaf(Builtin->first, Dimension));
  }
  if (Name == "laneid")
    return Value::scalar(laneId());
  if (Name.starts_with("lanemask_")) {
    ExprRef Own = Exprs.shiftLeft(Exprs.constant(1), laneId());
    ExprRef All = Exprs.constant((int64_t(1) << 32) - 1);
    ExprRef Below = Exprs.subtract(Own, Exprs.constant(1));
    ExprRef UpToOwn = Exprs.add(Below, Own);
    ExprRef Mask = llvm::StringSwitch<ExprRef>(Name.drop_front(9))
                       .Case("eq", Own)
                       .Case("lt", Below)
                       .Case("le", UpToOwn)
                       .Case("gt", Exprs.subtract(All, UpToOwn))
                       .Case("ge", Exprs.subtract(All, Below))
                       .Default(nullptr);
    return Mask ? Value::scalar(Mask) : Value();
  }
  OpaqueRegister Opaque = opaqueRegister(Name);
  if (!Opaque.Known)
    return {};
  return Value::scalar(
      Exprs.opaque(OpaqueReason::DataDependent, Opaque.Varies, "%" + Name.str(), {0, Opaque.High}));
}

} // namespace memlint

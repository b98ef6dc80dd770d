//===- IntegerAddresses.cpp - Pointers held in integers -------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Pointers cast to integers and back, as inline assembly and address swizzles
/// need them: the address of an object is a leaf, to which offsets are added as
/// to any number.
///
//===----------------------------------------------------------------------===//

#include "KernelObjects.h"

#include "llvm/ADT/bit.h"

using namespace clang;

namespace memlint {

ExprRef KernelObjects::addressOf(unsigned Object, Uniformity LoadedPointers) {
  ExprRef &Address = ObjectAddresses[Object];
  if (Address)
    return Address;
  const MemoryObject &Described = Program.Objects[Object];
  /// No device has more shared memory per block, in bytes (CUDA C++ Programming
  /// Guide, technical specifications per compute capability), nor more than 2^57
  /// bytes of address space.
  constexpr int64_t SharedBytes = 256 * 1024;
  constexpr int64_t AddressSpace = int64_t(1) << 57;
  bool Shared = Described.Space == MemorySpace::Shared;
  // What a launch may move (a pointer argument) has no alignment of its own here.
  Congruence Modulus;
  if (Described.Kind == ObjectKind::StaticShared || Described.Kind == ObjectKind::DynamicShared)
    Modulus.LogModulus =
        unsigned(llvm::countr_zero(std::max<uint64_t>(1, Described.AlignmentBytes)));
  Uniformity Varies = Described.Kind == ObjectKind::Unknown         ? Uniformity::Lane
                      : Described.Kind == ObjectKind::LoadedPointer ? LoadedPointers
                                                                    : Uniformity::Grid;
  OpaqueReason Reason =
      Varies == Uniformity::Lane ? OpaqueReason::DataDependent : OpaqueReason::None;
  Address = Exprs.opaque(Reason, Varies, "the address of " + Described.Name,
                         {0, (Shared ? SharedBytes : AddressSpace) - 1}, Modulus);
  return Address;
}

ExprRef KernelObjects::addressNumber(const Lvalue &At) {
  const MemoryObject &Object = Program.Objects[At.Object];
  if (Object.IsNull)
    return At.Offset;
  return Exprs.add(addressOf(At.Object), At.Offset);
}

std::optional<Lvalue> KernelObjects::lvalueAt(ExprRef Address) {
  Address = Exprs.withoutAddressWraps(Address);
  // Which of several addresses, in the same object.
  if (Address->kind() == ExprKind::Select) {
    std::optional<Lvalue> Then = lvalueAt(Address->operands()[1]);
    std::optional<Lvalue> Else = lvalueAt(Address->operands()[2]);
    if (!Then || !Else || Then->Object != Else->Object)
      return std::nullopt;
    return Lvalue::memory(Then->Object,
                          Exprs.select(Address->operands()[0], Then->Offset, Else->Offset));
  }
  for (const auto &[Object, Start] : ObjectAddresses) {
    bool Found = Address == Start;
    if (Address->kind() == ExprKind::Polynomial)
      for (const Monomial &Part : Address->terms())
        Found |= Part.Coefficient == 1 && Part.Factors.size() == 1 && Part.Factors[0] == Start;
    if (!Found)
      continue;
    ExprRef Offset = Exprs.subtract(Address, Start);
    bool OtherAddresses = anyLeaf(Offset, [&](ExprRef Leaf) {
      return llvm::any_of(ObjectAddresses, [&](const auto &Known) { return Known.second == Leaf; });
    });
    if (!OtherAddresses)
      return Lvalue::memory(Object, Offset);
  }
  return std::nullopt;
}

} // namespace memlint

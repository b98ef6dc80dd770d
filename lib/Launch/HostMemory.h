//===- HostMemory.h - The memory that host code sees ------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What pointers of host code lead to: allocations, and variables. Of what is in an
/// allocation nothing is known, except of strings.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LAUNCH_HOSTMEMORY_H
#define CUDA_MEMLINT_LIB_LAUNCH_HOSTMEMORY_H

#include "cuda-memlint/Interpreter/InterpreterClient.h"
#include "cuda-memlint/Model/LaunchContext.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace memlint {

struct HostObject {
  /// A variable, or memory that the interpretation has seen allocated.
  bool IsSeenMade = false;
  /// The variable, if it is followed by value.
  std::optional<SlotId> Slot = std::nullopt;
  /// The variable, if not; null: none.
  const clang::VarDecl *Variable = nullptr;
  /// A string with the null character at its end; null: what is in it is not known.
  std::shared_ptr<const std::string> Text = nullptr;
  /// Memory from `cudaMalloc`.
  std::optional<DeviceAllocation> Device = std::nullopt;
  /// Device: a kernel or a function of a library may have written it.
  bool IsWrittenOnDevice = false;

  bool isVariable() const { return Slot || Variable; }
};

/// Object 0 is that of null pointers.
class HostMemory : public InterpretedMemory {
public:
  /// With \p KnowsStrings, what is in string literals is known.
  HostMemory(ExprContext &Exprs, bool KnowsStrings)
      : Exprs(Exprs), KnowsStrings(KnowsStrings), Objects(1) {}

  const HostObject &operator[](unsigned Object) const { return Objects[Object]; }
  unsigned lastObject() const { return unsigned(Objects.size() - 1); }
  unsigned add(HostObject New) {
    Objects.push_back(std::move(New));
    return lastObject();
  }
  /// A new object that holds \p Text.
  unsigned addString(llvm::StringRef Text);
  /// What is in \p Object is not known from now on, on whichever path.
  void forgetString(unsigned Object) { Objects[Object].Text = nullptr; }
  /// Host code copies to \p Object.
  void fillFromHost(unsigned Object) {
    if (Objects[Object].Device)
      Objects[Object].Device->IsHostData = !Objects[Object].IsWrittenOnDevice;
  }
  /// Something may write \p Object on the device.
  void writeOnDevice(unsigned Object) {
    Objects[Object].IsWrittenOnDevice = true;
    if (Objects[Object].Device)
      Objects[Object].Device->IsHostData = false;
  }
  /// The object that the variable \p Slot is.
  unsigned objectOf(SlotId Slot);

  unsigned objectFor(const clang::VarDecl &Variable) override;
  unsigned unknownObject(llvm::StringRef) override { return add({}); }
  Lvalue unknownPointer(Uniformity, OpaqueReason, llvm::StringRef Name) override {
    // It leads to an allocation's start by standing assumption.
    return Lvalue::memory(unknownObject(Name), Exprs.constant(0));
  }
  unsigned unknownVariable(llvm::StringRef) override { return add({}); }
  unsigned nullObject() override { return 0; }
  unsigned stringLiteralObject(const clang::Expr &Literal) override;
  std::string nameOf(unsigned) override { return ""; }
  unsigned jointObject(unsigned, unsigned) override { return add({}); }
  bool isAmong(unsigned Object, unsigned Joint) override { return Object == Joint; }
  Lvalue asOneOf(const Lvalue &At, unsigned) override { return At; }
  Lvalue joinMemory(ExprRef Condition, const Lvalue &Left, const Lvalue &Right) override;
  bool isNull(const Lvalue &At) override { return At.isMemory() && At.Object == 0; }
  ExprRef notNull(const Lvalue &At) override;
  ExprRef unknownNullness(Uniformity Varies) override;
  ExprRef addressNumber(const Lvalue &At) override;
  std::optional<Lvalue> lvalueAt(ExprRef) override { return std::nullopt; }
  unsigned localObject(SlotId Slot, clang::QualType, llvm::StringRef, const clang::ValueDecl *,
                       uint64_t) override {
    return objectOf(Slot);
  }

private:
  ExprContext &Exprs;
  bool KnowsStrings;
  std::vector<HostObject> Objects;
  std::map<SlotId, unsigned> SlotObjects;
  std::map<const clang::VarDecl *, unsigned> VariableObjects;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LAUNCH_HOSTMEMORY_H

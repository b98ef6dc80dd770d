//===- VariablePlacement.cpp - Where compilers put variables --------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VariablePlacement.h"

#include "cuda-memlint/Frontend/AstVisitor.h"
#include "cuda-memlint/Interpreter/TypeFacts.h"
#include "cuda-memlint/Model/MemoryProgram.h"

#include "clang/AST/Attr.h"

#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace memlint {

namespace {

/// A size that is not known: nothing is known of what comes behind.
constexpr uint64_t AnySize = 1;

/// Finds the variables of global memory that the translation unit defines.
class DeviceVariableFinder : public AstVisitor {
public:
  explicit DeviceVariableFinder(ASTContext &Ast) : Ast(Ast) { VisitsInstantiations = true; }

  bool VisitVarDecl(VarDecl *Variable) override {
    // Compilers drop what nothing can refer to, as constants whose value alone is used.
    bool IsDropped = !Variable->isUsed() && !Variable->isExternallyVisible();
    if (!IsDropped && isForDevice(*Variable) && !Variable->hasAttr<CUDASharedAttr>() &&
        !isInConstantMemory(*Variable) && !Variable->hasExternalStorage() &&
        !Variable->getType()->isDependentType())
      Sizes[Variable->getCanonicalDecl()] = std::max(AnySize, sizeOf(Ast, Variable->getType()));
    return true;
  }

  std::map<const VarDecl *, uint64_t> Sizes;

private:
  static bool isForDevice(const VarDecl &Variable) {
    if (!Variable.isStaticLocal())
      return Variable.hasAttr<CUDADeviceAttr>() || Variable.hasAttr<HIPManagedAttr>();
    const auto *Function = dyn_cast<FunctionDecl>(Variable.getDeclContext());
    return !Function || Function->hasAttr<CUDADeviceAttr>() || Function->hasAttr<CUDAGlobalAttr>();
  }

  ASTContext &Ast;
};

/// What a variable begins at if one of \p Size bytes may or may not be before it, and \p Alignment
/// is what it begins at without that one.
uint64_t alignmentBehind(uint64_t Alignment, uint64_t Size) {
  return std::min(Alignment, Size & (0 - Size));
}

} // namespace

bool isInConstantMemory(const VarDecl &Variable) {
  // Clang adds the attribute to constants that compilers put into global memory.
  const auto *Constant = Variable.getAttr<CUDAConstantAttr>();
  return Constant && !Constant->isImplicit();
}

uint64_t DeviceVariables::alignmentOf(const VarDecl &Variable, uint64_t Declared,
                                      uint64_t FirstAlignment) {
  // Of relocatable code, other files place variables before it.
  if (Declared >= FirstAlignment || Ast.getLangOpts().GPURelocatableDeviceCode ||
      Variable.hasExternalStorage())
    return Declared;
  if (!Sizes) {
    DeviceVariableFinder Finder(Ast);
    Finder.TraverseDecl(Ast.getTranslationUnitDecl());
    Sizes = std::move(Finder.Sizes);
  }
  uint64_t Known = FirstAlignment;
  for (const auto &[Other, Size] : *Sizes)
    if (Other != Variable.getCanonicalDecl())
      Known = alignmentBehind(Known, Size);
  return std::max(Known, Declared);
}

void placeSharedArrays(KernelProgram &Program) {
  bool IsFollowed =
      llvm::all_of(Program.Unseen, [](const UnseenEffect &Effect) { return Effect.OnlyPrints; });
  if (!IsFollowed)
    return;
  /// What the shared memory of a block begins at, for the program: the runtime's own part of it
  /// has 0 or 1024 bytes.
  constexpr uint64_t FirstAlignment = 1024;
  auto Placed = llvm::make_filter_range(Program.Objects, [](const MemoryObject &Object) {
    return Object.Kind == ObjectKind::StaticShared && Object.OneOf.empty();
  });
  for (MemoryObject &Object : Placed) {
    uint64_t Known = FirstAlignment;
    for (const MemoryObject &Other : Placed)
      if (&Other != &Object)
        Known = alignmentBehind(Known, Other.SizeBytes.value_or(AnySize));
    Object.AlignmentBytes = std::max(Object.AlignmentBytes, Known);
  }
}

} // namespace memlint

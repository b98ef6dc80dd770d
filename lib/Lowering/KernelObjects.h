//===- KernelObjects.h - The memory objects of a kernel ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LOWERING_KERNELOBJECTS_H
#define CUDA_MEMLINT_LIB_LOWERING_KERNELOBJECTS_H

#include "LoadFacts.h"
#include "VariablePlacement.h"

#include "cuda-memlint/Interpreter/InterpreterClient.h"
#include "cuda-memlint/Model/MemoryProgram.h"
#include "cuda-memlint/SourceEdits/RowsInSource.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace memlint {

/// A parameter of the kernel, or a part of one.
struct ParameterPart {
  unsigned Index = 0;
  /// The way to the part, as in KernelParameter::Fields.
  std::vector<unsigned> Fields;
};

/// Where a fact is stated.
struct FactSource {
  SourcePosition Position;
  bool InComment = true;
  /// Nothing is said where it does not fit.
  bool OfSeveral = false;
};

/// The objects of a program, each found again by what it is. Objects.cpp has what they are,
/// JointObjects.cpp what is one of several, NullPointers.cpp and IntegerAddresses.cpp what their
/// addresses are.
class KernelObjects : public InterpretedMemory {
public:
  KernelObjects(clang::ASTContext &Ast, ExprContext &Exprs, const clang::FunctionDecl &Kernel,
                SharedDeclarations &Declarations, DeviceVariables &Placement,
                const LoadFacts &KnownFacts, KernelProgram &Program)
      : Ast(Ast), Exprs(Exprs), Kernel(Kernel), Declarations(Declarations), KnownFacts(KnownFacts),
        Program(Program), Placement(Placement) {}

  MemoryObject &operator[](unsigned Id) const { return Program.Objects[Id]; }

  // Objects.cpp
  unsigned objectFor(const clang::VarDecl &Declared) override;
  /// What pointers point to if nothing but \p Name, in words, is known about them.
  unsigned unknownObject(llvm::StringRef Name, MemorySpace Space);
  unsigned unknownObject(llvm::StringRef Name) override {
    return unknownObject(Name, MemorySpace::Generic);
  }
  Lvalue unknownPointer(Uniformity Varies, OpaqueReason Reason, llvm::StringRef Name) override {
    return Lvalue::memory(unknownObject(Name), Exprs.opaque(Reason, Varies, Name));
  }
  unsigned unknownVariable(llvm::StringRef Name) override {
    return unknownObject(Name, MemorySpace::Local);
  }
  std::string nameOf(unsigned Object) override { return Program.Objects[Object].Name; }
  unsigned nullObject() override;
  unsigned stringLiteralObject(const clang::Expr &) override;
  unsigned parameterObject(const std::string &Name, clang::QualType Pointer,
                           const ParameterPart &Parameter);
  /// What the pointer at \p At, which is written \p Text, points to: the same lvalue holds the
  /// same pointer.
  unsigned loadedPointee(const Lvalue &At, clang::QualType Pointer, const std::string &Text);
  unsigned localObject(SlotId Slot, clang::QualType Type, llvm::StringRef Name,
                       const clang::ValueDecl *Declared, uint64_t ElementBytes) override;
  /// Whether the declaration of \p Object leaves open that it holds elements of type \p Element, to
  /// which pointers are cast.
  bool mayHold(unsigned Object, clang::QualType Element) const;
  void setElement(MemoryObject &Object, clang::QualType Element) { describeType(Element, Object); }
  /// The variable that \p Object is.
  std::optional<SlotId> slotOf(unsigned Object) const;
  const clang::VarDecl *variableOf(unsigned Object) const;
  const ObjectIdentity *identityOf(unsigned Object) const;
  /// By object, where it has one.
  const std::map<unsigned, ObjectIdentity> &identities() const { return Identities; }
  /// In words, for an object that stands for several of different memory spaces; else empty.
  std::string mixedSpaces(unsigned Object) const { return MixedSpaces.lookup(Object); }

  // LoadFacts.cpp
  /// No thread writes \p Object, or what it may be, under any name that C++ lets alias a \p Type.
  bool isReadOnly(unsigned Object, clang::QualType Type) const;

  // JointObjects.cpp
  unsigned jointObject(unsigned Left, unsigned Right) override;
  bool isAmong(unsigned Object, unsigned Joint) override;
  Lvalue asOneOf(const Lvalue &At, unsigned Joint) override;
  Lvalue joinMemory(ExprRef Condition, const Lvalue &Left, const Lvalue &Right) override;
  /// \p Held is or contains a pointer that may lead to shared memory.
  bool mayPointToShared(const Value &Held) const;
  void noteEquality(const Lvalue &Left, const Lvalue &Right, ExprRef Equal) override;

  // NullPointers.cpp
  bool isNull(const Lvalue &At) override;
  ExprRef notNull(const Lvalue &At) override;
  ExprRef unknownNullness(Uniformity Varies) override;

  // IntegerAddresses.cpp
  /// The address of \p Object's first byte, as a number.
  ExprRef addressOf(unsigned Object, Uniformity LoadedPointers = Uniformity::Warp);
  ExprRef addressNumber(const Lvalue &At) override;
  /// The lvalue that a number made from addressNumber() stands for.
  std::optional<Lvalue> lvalueAt(ExprRef Address) override;

  /// Variables that are to become objects yet, and where comments say of them that their values
  /// differ.
  std::map<std::string, FactSource> DistinctNames;

private:
  unsigned addObject(MemoryObject Object);
  void refuseRows(MemoryObject &Object, const clang::VarDecl &Declared) const;
  MemoryObject pointee(ObjectKind Kind, const std::string &Name, clang::QualType Pointer);
  void describeType(clang::QualType Type, MemoryObject &Object);
  /// Whether a name in a comment above or in the kernel means \p Variable.
  bool isVisibleInKernel(const clang::VarDecl &Variable) const;
  Lvalue joinPlaces(ExprRef Condition, const Lvalue &Left, const Lvalue &Right);
  /// Lvalue::NotNull of one of two lvalues in memory.
  ExprRef joinNotNull(ExprRef Condition, const Lvalue &Left, const Lvalue &Right);

  clang::ASTContext &Ast;
  ExprContext &Exprs;
  const clang::FunctionDecl &Kernel;
  /// Of the whole file.
  SharedDeclarations &Declarations;
  const LoadFacts &KnownFacts;
  KernelProgram &Program;
  DeviceVariables &Placement;
  std::map<const clang::VarDecl *, unsigned> VariableObjects;
  /// By space and name.
  std::map<std::pair<MemorySpace, std::string>, unsigned> UnknownObjects;
  std::optional<unsigned> NullObject, StringLiteralObject, DynamicSharedObject;
  std::map<ObjectIdentity, unsigned> ParameterObjects;
  /// By object and offset of the pointer, and its type.
  std::map<std::tuple<unsigned, ExprRef, const void *>, unsigned> LoadedPointees;
  /// By space and by what they are one of.
  std::map<std::pair<MemorySpace, std::vector<unsigned>>, unsigned> JointObjects;
  /// By object: what pointers to it are declared to point to.
  llvm::DenseMap<unsigned, clang::QualType> DeclaredPointees;
  std::map<unsigned, ObjectIdentity> Identities;
  /// By type: MemoryObject::ElementTypeNumber.
  llvm::DenseMap<const void *, unsigned> ElementTypes;
  /// By variable: the object that it is, seen as memory.
  std::map<SlotId, unsigned> LocalObjects;
  llvm::DenseMap<unsigned, std::string> MixedSpaces;
  /// By object: the leaf that stands for its address.
  std::map<unsigned, ExprRef> ObjectAddresses;
  std::array<ExprRef, 4> UnknownNullness = {};
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LOWERING_KERNELOBJECTS_H

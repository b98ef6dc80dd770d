//===- PassedArguments.cpp - Arguments on their way to a file -------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Launch/PassedArguments.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Mangle.h"

#include "llvm/Support/raw_ostream.h"

#include <map>

using namespace clang;

namespace memlint {

static void renumber(HostValue &Value, std::map<unsigned, unsigned> &Numbers) {
  if (Value.isPointer() && Value.Allocation)
    Value.Allocation =
        Numbers.try_emplace(Value.Allocation, unsigned(Numbers.size()) + 1).first->second;
  for (HostValue &Element : Value.Elements)
    renumber(Element, Numbers);
}

void PassedArguments::numberAllocations() {
  std::map<unsigned, unsigned> Numbers;
  for (PassedValue &Passed : Values)
    renumber(Passed.Value, Numbers);
}

bool operator==(const OutgoingCall &Left, const OutgoingCall &Right) {
  return Left.Function == Right.Function && Left.Conditions == Right.Conditions &&
         *Left.Arguments == *Right.Arguments;
}

bool operator==(const SharedConstant &Left, const SharedConstant &Right) {
  return Left.Name == Right.Name && *Left.Value == *Right.Value;
}

std::string linkerName(ASTContext &Ast, const NamedDecl *Declaration) {
  if (Declaration->isInvalidDecl() || !Declaration->isExternallyVisible() ||
      isa<CXXConstructorDecl, CXXDestructorDecl>(Declaration))
    return "";
  const auto *Function = dyn_cast<FunctionDecl>(Declaration);
  if (Function && Function->isDependentContext())
    return "";
  std::unique_ptr<MangleContext> Mangling(Ast.createMangleContext());
  std::string Name;
  llvm::raw_string_ostream Stream(Name);
  if (Mangling->shouldMangleDeclName(Declaration))
    Mangling->mangleName(Function ? GlobalDecl(Function) : GlobalDecl(cast<VarDecl>(Declaration)),
                         Stream);
  else if (Declaration->getIdentifier())
    Stream << Declaration->getName();
  return Name;
}

std::string kernelLinkName(ASTContext &Ast, const FunctionDecl *Kernel) {
  std::string Name = linkerName(Ast, Kernel);
  return Name.empty() || !Kernel->isExternC()
             ? Name
             : Name + " " + Kernel->getType().getCanonicalType().getAsString();
}

HostValue withoutLocations(HostValue Value) {
  if (Value.Is == HostValue::Kind::Function || Value.IsVariable)
    return HostValue::unknown();
  Value.Number = nullptr;
  for (HostValue &Element : Value.Elements)
    Element = withoutLocations(std::move(Element));
  return Value;
}

} // namespace memlint

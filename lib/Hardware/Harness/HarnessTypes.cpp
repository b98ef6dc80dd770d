//===- HarnessTypes.cpp - Kernels and types as C++ has them ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HarnessTypes.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/QualTypeNames.h"
#include "clang/AST/RecordLayout.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using namespace clang;
using llvm::StringRef;

namespace memlint {

namespace {

constexpr size_t MostScalars = 1024;

class TypeWalker {
public:
  explicit TypeWalker(ASTContext &Ast) : Ast(Ast) {}

  std::vector<HarnessScalar> Scalars;
  std::vector<std::pair<uint64_t, QualType>> Pointers;

  void walk(QualType Type, uint64_t Offset) {
    if (Scalars.size() + Pointers.size() > MostScalars)
      return;
    Type = Type.getCanonicalType().getUnqualifiedType();
    if (Type->isPointerType()) {
      Pointers.push_back({Offset, Type->getPointeeType()});
    } else if (Type->isBooleanType()) {
      add(Offset, 1, HarnessScalarKind::Boolean);
    } else if (Type->isIntegralOrEnumerationType() || Type->isRealFloatingType()) {
      addNumber(Type, Offset);
    } else if (const auto *Array = Ast.getAsConstantArrayType(Type)) {
      uint64_t Bytes = bytesOf(Array->getElementType());
      for (uint64_t Index = 0; Index < std::min<uint64_t>(Array->getZExtSize(), MostScalars);
           ++Index)
        walk(Array->getElementType(), Offset + Index * Bytes);
    } else if (const RecordDecl *Record = Type->getAsRecordDecl()) {
      if (Record->getDefinition())
        walkRecord(*Record->getDefinition(), Offset);
    }
  }

private:
  uint64_t bytesOf(QualType Type) { return uint64_t(Ast.getTypeSizeInChars(Type).getQuantity()); }

  void add(uint64_t Offset, uint64_t Bytes, HarnessScalarKind Kind) {
    Scalars.push_back({Offset, unsigned(Bytes), Kind});
  }

  void addNumber(QualType Type, uint64_t Offset) {
    uint64_t Bytes = bytesOf(Type);
    if (Type->isIntegralOrEnumerationType()) {
      if (Bytes <= 8)
        add(Offset, Bytes, HarnessScalarKind::Integer);
    } else if (Type->isSpecificBuiltinType(BuiltinType::BFloat16)) {
      add(Offset, 2, HarnessScalarKind::Bfloat16);
    } else if (Bytes == 2) {
      add(Offset, 2, HarnessScalarKind::Half);
    } else if (Type->isSpecificBuiltinType(BuiltinType::Float) ||
               Type->isSpecificBuiltinType(BuiltinType::Double)) {
      add(Offset, Bytes, HarnessScalarKind::Float);
    }
  }

  void walkRecord(const RecordDecl &Record, uint64_t Offset) {
    // The toolkit's types for 16 bits hold an integer.
    StringRef Name = Record.getIdentifier() ? Record.getName() : StringRef();
    if (Name == "__half" || Name == "__nv_bfloat16")
      return add(Offset, 2,
                 Name == "__half" ? HarnessScalarKind::Half : HarnessScalarKind::Bfloat16);
    if (Record.isUnion() || Record.isInvalidDecl())
      return;
    const ASTRecordLayout &Layout = Ast.getASTRecordLayout(&Record);
    for (const FieldDecl *Field : Record.fields()) {
      uint64_t Bit = Layout.getFieldOffset(Field->getFieldIndex());
      if (!Field->isBitField())
        walk(Field->getType(), Offset + Bit / 8);
    }
    if (const auto *Class = dyn_cast<CXXRecordDecl>(&Record))
      for (const CXXBaseSpecifier &Base : Class->bases())
        if (const CXXRecordDecl *BaseClass = Base.getType()->getAsCXXRecordDecl();
            BaseClass && !Base.isVirtual())
          walk(Base.getType(),
               Offset + uint64_t(Layout.getBaseClassOffset(BaseClass).getQuantity()));
  }

  ASTContext &Ast;
};

std::string withoutAnonymousNamespaces(std::string Text) {
  constexpr StringRef Anonymous = "(anonymous namespace)::";
  for (size_t At = Text.find(Anonymous); At != std::string::npos; At = Text.find(Anonymous))
    Text.erase(At, Anonymous.size());
  return Text;
}

/// Names kernels; the first problem stays.
class KernelNamer {
public:
  explicit KernelNamer(ASTContext &Ast) : Ast(Ast), Policy(Ast.getPrintingPolicy()) {
    Policy.SuppressTagKeyword = true;
    Policy.FullyQualifiedName = true;
  }

  std::string Problem;

  std::string address(const FunctionDecl &Kernel) {
    std::string Text = "&" + scope(Kernel) + Kernel.getNameAsString();
    bool HasPack = false;
    if (const TemplateArgumentList *Arguments = Kernel.getTemplateSpecializationArgs()) {
      Text += arguments(Arguments->asArray());
      HasPack = llvm::any_of(Arguments->asArray(), [](const TemplateArgument &Each) {
        return Each.getKind() == TemplateArgument::Pack;
      });
    }
    const DeclContext *Where = Kernel.getDeclContext()->getRedeclContext();
    if (HasPack || countFunctions(*Where, Kernel.getDeclName()) > 1)
      Text = "static_cast<" + pointerType(Kernel) + ">(" + Text + ")";
    return Text;
  }

private:
  static size_t countFunctions(const DeclContext &Where, DeclarationName Name) {
    return size_t(llvm::range_size(Where.lookup(Name)));
  }

  void cannot(const llvm::Twine &Why) {
    if (Problem.empty())
      Problem = Why.str();
  }

  std::string scope(const FunctionDecl &Kernel) {
    if (Kernel.getAccess() != AS_none && Kernel.getAccess() != AS_public)
      cannot("it is not a public member");
    std::string Text;
    for (const DeclContext *Each = Kernel.getDeclContext(); Each && !Each->isTranslationUnit();
         Each = Each->getParent()) {
      if (const auto *Space = dyn_cast<NamespaceDecl>(Each)) {
        if (!Space->isAnonymousNamespace() && !Space->isInline())
          Text = Space->getNameAsString() + "::" + Text;
      } else if (const auto *Record = dyn_cast<RecordDecl>(Each)) {
        Text = type(Ast.getTypeDeclType(Record)) + "::" + Text;
        return Text;
      } else if (isa<FunctionDecl>(Each)) {
        cannot("it is local to a function");
      }
    }
    return "::" + Text;
  }

  std::string type(QualType Type) {
    std::string Text =
        withoutAnonymousNamespaces(TypeName::getFullyQualifiedName(Type, Ast, Policy, true));
    if (StringRef(Text).contains("(lambda") || StringRef(Text).contains("(unnamed") ||
        StringRef(Text).contains("(anonymous"))
      cannot("a type that has no name is among its template arguments or parameters");
    return Text;
  }

  std::string pointerType(const FunctionDecl &Kernel) {
    std::vector<std::string> Types;
    for (const ParmVarDecl *Parameter : Kernel.parameters())
      Types.push_back(type(Parameter->getType()));
    return "void (*)(" + llvm::join(Types, ", ") + ")";
  }

  std::string arguments(llvm::ArrayRef<TemplateArgument> Arguments) {
    std::vector<std::string> Texts;
    append(Arguments, Texts);
    return "<" + llvm::join(Texts, ", ") + ">";
  }

  void append(llvm::ArrayRef<TemplateArgument> Arguments, std::vector<std::string> &Texts) {
    for (const TemplateArgument &Each : Arguments) {
      if (Each.getKind() == TemplateArgument::Pack)
        append(Each.getPackAsArray(), Texts);
      else
        Texts.push_back(argument(Each));
    }
  }

  std::string argument(const TemplateArgument &Argument) {
    switch (Argument.getKind()) {
    case TemplateArgument::Type:
      return type(Argument.getAsType());
    case TemplateArgument::Integral: {
      QualType Type = Argument.getIntegralType();
      if (Type->isBooleanType())
        return Argument.getAsIntegral().getBoolValue() ? "true" : "false";
      std::string Digits = llvm::toString(Argument.getAsIntegral(), 10);
      if (Type->isSpecificBuiltinType(BuiltinType::Int))
        return Digits;
      // Not a functional cast: the type may be more than one word.
      return "(" + type(Type) + ")(" + Digits + ")";
    }
    case TemplateArgument::Template: {
      const TemplateDecl *Template = Argument.getAsTemplate().getAsTemplateDecl();
      return "::" + withoutAnonymousNamespaces(Template->getQualifiedNameAsString());
    }
    case TemplateArgument::Declaration:
      return "&::" + withoutAnonymousNamespaces(Argument.getAsDecl()->getQualifiedNameAsString());
    case TemplateArgument::NullPtr:
      return "nullptr";
    default:
      cannot("a template argument of it cannot be written");
      return "";
    }
  }

  ASTContext &Ast;
  PrintingPolicy Policy;
};

} // namespace

std::vector<HarnessScalar> scalarsOf(ASTContext &Ast, QualType Type) {
  TypeWalker Walker(Ast);
  Walker.walk(Type, 0);
  return std::move(Walker.Scalars);
}

ParameterShape shapeOf(ASTContext &Ast, QualType Type) {
  ParameterShape Shape;
  Shape.Bytes = uint64_t(Ast.getTypeSizeInChars(Type).getQuantity());
  TypeWalker Walker(Ast);
  Walker.walk(Type, 0);
  Shape.Numbers = std::move(Walker.Scalars);
  for (auto [Offset, Pointee] : Walker.Pointers) {
    PointerPart Part;
    Part.Offset = Offset;
    QualType Element = Ast.getBaseElementType(Pointee);
    if (!Element->isVoidType() && !Element->isFunctionType() && !Element->isIncompleteType()) {
      Part.ElementBytes = uint64_t(Ast.getTypeSizeInChars(Element).getQuantity());
      Part.Element = scalarsOf(Ast, Element);
    }
    Shape.Pointers.push_back(std::move(Part));
  }
  return Shape;
}

llvm::Expected<std::string> addressOf(ASTContext &Ast, const FunctionDecl &Kernel) {
  KernelNamer Namer(Ast);
  std::string Text = Namer.address(Kernel);
  if (!Namer.Problem.empty())
    return llvm::createStringError(Namer.Problem);
  return Text;
}

} // namespace memlint

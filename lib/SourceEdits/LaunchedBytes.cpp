//===- LaunchedBytes.cpp - Where launches say how much they share ---------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchedBytes.h"

#include "cuda-memlint/Frontend/AstVisitor.h"

#include "NamesInText.h"
#include "RowNumbers.h"
#include "cuda-memlint/Frontend/SourceNames.h"
#include "cuda-memlint/SourceEdits/ParameterDeclarations.h"

#include "clang/AST/ExprCXX.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Basic/IdentifierTable.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/MathExtras.h"

#include <set>

using namespace clang;

namespace memlint {

/// The configuration of a launch: grid, block, bytes, stream.
constexpr unsigned BytesInConfiguration = 2;

static const clang::Expr *sharedBytesArgument(const CUDAKernelCallExpr &Launch) {
  const CallExpr *Configuration = Launch.getConfig();
  if (!Configuration || Configuration->getNumArgs() <= BytesInConfiguration ||
      isa<CXXDefaultArgExpr>(Configuration->getArg(BytesInConfiguration)))
    return nullptr;
  return Configuration->getArg(BytesInConfiguration);
}

static const VarDecl *variableOf(const clang::Expr &Bytes) {
  const auto *Reference = dyn_cast<DeclRefExpr>(Bytes.IgnoreParenImpCasts());
  return Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
}

namespace {

/// Finds the launches of a kernel, and where it and variables are named.
class KernelLaunches : public AstVisitor {
public:
  explicit KernelLaunches(const FunctionDecl &Kernel) : Kernel(*Kernel.getCanonicalDecl()) {}

  bool VisitCUDAKernelCallExpr(CUDAKernelCallExpr *Call) override {
    const auto *Callee = dyn_cast<DeclRefExpr>(Call->getCallee()->IgnoreParenImpCasts());
    if (Callee && Callee->getDecl()->getCanonicalDecl() == &Kernel) {
      Found.push_back(Call);
      Launched.insert(Callee);
    }
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *Reference) override {
    if (Reference->getDecl()->getCanonicalDecl() == &Kernel)
      References.push_back(Reference);
    else if (const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl()))
      Uses[Variable].push_back(Reference->getLocation());
    return true;
  }

  std::vector<const CUDAKernelCallExpr *> Found;
  llvm::DenseSet<const clang::Expr *> Launched;
  std::vector<const DeclRefExpr *> References;
  llvm::DenseMap<const VarDecl *, std::vector<SourceLocation>> Uses;

private:
  const FunctionDecl &Kernel;
};

class ByteFinder {
public:
  ByteFinder(const FunctionDecl &Kernel, uint64_t Length, llvm::StringRef LengthText,
             uint64_t ElementBytes, const ASTContext &Ast)
      : Kernel(Kernel), Length(Length), LengthText(LengthText), ElementBytes(ElementBytes),
        Sources(Ast.getSourceManager()), Ast(Ast), Numbers(Ast), Launches(Kernel) {}

  std::vector<RowNumber> run() {
    // Code that is not seen may launch what has another declaration, or is in a header.
    if (hasOtherDeclarations(Kernel) || !isInSource(Kernel.getLocation()) ||
        !isNamedAsSource(Sources.getFilename(Kernel.getLocation())))
      return {};
    for (Decl *Each : Ast.getTranslationUnitDecl()->decls())
      if (!Sources.isInSystemHeader(Sources.getExpansionLoc(Each->getLocation())))
        Launches.TraverseDecl(Each);
    if (!seesAllLaunches())
      return {};
    std::vector<RowNumber> Result;
    std::set<std::pair<unsigned, unsigned>> Positions;
    for (const CUDAKernelCallExpr *Each : Launches.Found) {
      std::optional<RowNumber> Number = numberOf(*Each);
      if (!Number)
        return {};
      if (Positions.insert({Number->Position.Line, Number->Position.Column}).second)
        Result.push_back(std::move(*Number));
    }
    return Result;
  }

private:
  bool isInSource(SourceLocation At) const {
    return Sources.isWrittenInMainFile(Sources.getExpansionLoc(At));
  }

  /// In code that is not compiled, too.
  bool seesAllLaunches() const {
    llvm::DenseSet<SourceLocation> Known = {Kernel.getLocation()};
    for (const DeclRefExpr *Each : Launches.References) {
      SourceLocation At = Each->getLocation();
      if (!Launches.Launched.contains(Each) || !At.isFileID() || !isInSource(At))
        return false;
      Known.insert(At);
    }
    FileID File = Sources.getMainFileID();
    SourceRange All = {Sources.getLocForStartOfFile(File), Sources.getLocForEndOfFile(File)};
    return Kernel.getIdentifier() && namesOnlyAt(Kernel.getName(), Known, All, Ast);
  }

  std::optional<RowNumber> numberOf(const CUDAKernelCallExpr &Launch) const {
    const clang::Expr *Bytes = sharedBytesArgument(Launch);
    if (!Bytes)
      return std::nullopt;
    // A variable that is for such launches only grows itself.
    if (const VarDecl *Variable = variableOf(*Bytes);
        Variable && Variable->isLocalVarDecl() && Variable->getInit() && isForLaunches(*Variable))
      Bytes = Variable->getInit();
    if (const auto *Braces = dyn_cast<InitListExpr>(Bytes->IgnoreImplicit());
        Braces && Braces->getNumInits() == 1)
      Bytes = Braces->getInit(0);
    if (!isInSource(Bytes->getBeginLoc()))
      return std::nullopt;
    // Any factor that is as large as a row would do, but another configuration may have another
    // number there.
    std::optional<RowNumber> Factor = Numbers.factorOf(
        *Bytes, [&](const clang::Expr &Each) { return Numbers.textOf(Each) == LengthText; });
    if (!Factor)
      Factor = Numbers.factorOf(
          *Bytes, [&](const clang::Expr &Each) { return Numbers.valueOf(Each) == Length; });
    if (Factor)
      return Factor;
    uint64_t Now = Numbers.valueOf(*Bytes);
    std::optional<RowNumber> Whole = Numbers.numberAt(*Bytes);
    if (!Now || !Whole)
      return std::nullopt;
    uint64_t RowBytes = Length * ElementBytes;
    Whole->PerElement = llvm::divideCeil(Now, RowBytes) * ElementBytes;
    if (Whole->Literal)
      return Whole;
    if (Now % RowBytes)
      return std::nullopt;
    Whole->PerElementText = partOf(Numbers.textOf(*Bytes));
    return Whole;
  }

  /// What each element that a row gets adds to the number that \p Text is.
  std::string partOf(llvm::StringRef Text) const {
    std::string Whole = isOperand(Text) ? Text.str() : "(" + Text.str() + ")";
    return Whole + " / " + divisor();
  }

  std::string divisor() const {
    if (!isValidAsciiIdentifier(LengthText))
      return std::to_string(Length);
    return isOperand(LengthText) ? LengthText.str() : "(" + LengthText.str() + ")";
  }

  /// It can be divided, and divide, as it is: what a macro's name stands for may bind less.
  bool isOperand(llvm::StringRef Text) const {
    if (!isValidAsciiIdentifier(Text))
      return false;
    return !Ast.Idents.get(Text).hadMacroDefinition();
  }

  /// It is used nowhere else, and may be as large as any number of bytes.
  bool isForLaunches(const VarDecl &Variable) const {
    const auto *Function = dyn_cast_or_null<FunctionDecl>(Variable.getParentFunctionOrMethod());
    constexpr uint64_t EnoughBits = 32;
    if (!Function || !Function->getBody() || Ast.getTypeSize(Variable.getType()) < EnoughBits)
      return false;
    std::vector<SourceLocation> Uses = Launches.Uses.lookup(&Variable);
    llvm::DenseSet<SourceLocation> Known = {Variable.getLocation()};
    Known.insert(Uses.begin(), Uses.end());
    auto InLaunches = llvm::count_if(Launches.Found, [&](const CUDAKernelCallExpr *Each) {
      const clang::Expr *Bytes = sharedBytesArgument(*Each);
      return Bytes && variableOf(*Bytes) == &Variable;
    });
    return Uses.size() == size_t(InLaunches) &&
           namesOnlyAt(Variable.getName(), Known, Function->getBody()->getSourceRange(), Ast);
  }

  const FunctionDecl &Kernel;
  uint64_t Length;
  llvm::StringRef LengthText;
  uint64_t ElementBytes;
  const SourceManager &Sources;
  const ASTContext &Ast;
  RowNumbers Numbers;
  KernelLaunches Launches;
};

} // namespace

std::vector<RowNumber> launchedBytes(const FunctionDecl &Kernel, uint64_t Length,
                                     llvm::StringRef LengthText, uint64_t ElementBytes,
                                     const ASTContext &Ast) {
  return ByteFinder(Kernel, Length, LengthText, ElementBytes, Ast).run();
}

} // namespace memlint

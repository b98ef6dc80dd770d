//===- DeviceLaunches.cpp - Kernels that launch kernels -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceLaunches.h"

#include "cuda-memlint/Frontend/AstVisitor.h"
#include "cuda-memlint/Frontend/Position.h"
#include "cuda-memlint/Frontend/RawTokens.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Token.h"
#include "llvm/ADT/STLExtras.h"

#include "llvm/ADT/StringRef.h"

#include <map>
#include <set>

using namespace clang;

namespace memlint {

namespace {

/// Bodies of functions of the device, each once, templates as they are written.
class DeviceBodies : public AstVisitor {
public:
  explicit DeviceBodies(const SourceManager &Sources) : Sources(Sources) {}

  bool TraverseDecl(Decl *Declared) override {
    return (Declared && Declared->getLocation().isValid() &&
            Sources.isInSystemHeader(Declared->getLocation())) ||
           AstVisitor::TraverseDecl(Declared);
  }

  bool VisitFunctionDecl(FunctionDecl *Function) override {
    if (Function->doesThisDeclarationHaveABody() && Function->getBody() &&
        (Function->hasAttr<CUDAGlobalAttr>() || Function->hasAttr<CUDADeviceAttr>()))
      Found.push_back(Function);
    return true;
  }

  std::vector<const FunctionDecl *> Found;

private:
  const SourceManager &Sources;
};

/// The tokens of the body of \p Function; none if macros write it.
std::vector<Token> tokensOfBody(ASTContext &Ast, const FunctionDecl *Function) {
  std::vector<Token> Tokens;
  visitTokens(Function->getBody()->getSourceRange(), Ast, [&](const Token &Next) {
    if (Next.isNot(tok::eof))
      Tokens.push_back(Next);
    return true;
  });
  return Tokens;
}

/// Reads the launches among the tokens of one body.
class TokenReader {
public:
  TokenReader(ASTContext &Ast, const FunctionDecl *Function, std::vector<DeviceLaunch> &Launches)
      : Ast(Ast), Function(Function), Launches(Launches) {}

  void run() {
    Tokens = tokensOfBody(Ast, Function);
    for (size_t Index = 1; Index < Tokens.size(); ++Index)
      if (Tokens[Index].is(tok::lesslessless))
        read(Index);
  }

private:
  void read(size_t Chevrons) {
    DeviceLaunch Launch;
    size_t Name = beginOfName(Chevrons - 1);
    if (Tokens[Name].is(tok::raw_identifier))
      Launch.Kernel = Tokens[Name].getRawIdentifier().str();
    Launch.Launcher = Function->getNameAsString();
    Launch.Context.Origin = LaunchOrigin::Call;
    Launch.Context.IsMadeByThreads = true;
    Launch.Context.Conditions = {"'" + Launch.Launcher + "' launches it on the device"};
    Launch.Context.Position =
        positionOf(SourceRange(Tokens[Name].getLocation(), Tokens[Name].getLocation()), Ast);
    readConfiguration(Chevrons + 1, Launch.Context);
    Launches.push_back(std::move(Launch));
  }

  /// The token before template arguments that end at \p Last; else that.
  size_t beginOfName(size_t Last) const {
    if (!Tokens[Last].isOneOf(tok::greater, tok::greatergreater))
      return Last;
    size_t Name = Last;
    int Depth = 0;
    do {
      Depth += Tokens[Name].is(tok::greater)          ? 1
               : Tokens[Name].is(tok::greatergreater) ? 2
               : Tokens[Name].is(tok::less)           ? -1
                                                      : 0;
    } while (Depth > 0 && Name-- != 0);
    return Depth != 0 || Name == 0 ? Last : Name - 1;
  }

  /// As far as it is literals, from the first on.
  void readConfiguration(size_t Index, LaunchContext &Context) const {
    std::optional<uint64_t> Blocks = number(Index), Threads = number(Index + 2);
    if (Blocks)
      Context.Grid = {Blocks, 1, 1};
    if (!Blocks || !Threads)
      return;
    Context.Block = {Threads, 1, 1};
    if (Tokens[Index + 3].is(tok::greatergreatergreater))
      Context.DynamicSharedBytes = 0;
    else
      Context.DynamicSharedBytes = number(Index + 4);
  }

  /// The literal at \p Index that is a whole argument.
  std::optional<uint64_t> number(size_t Index) const {
    uint64_t Value = 0;
    if (Index + 1 >= Tokens.size() || Tokens[Index].isNot(tok::numeric_constant) ||
        !Tokens[Index + 1].isOneOf(tok::comma, tok::greatergreatergreater) ||
        StringRef(Tokens[Index].getLiteralData(), Tokens[Index].getLength())
            .rtrim("uUlL")
            .getAsInteger(0, Value))
      return std::nullopt;
    return Value;
  }

  ASTContext &Ast;
  const FunctionDecl *Function;
  std::vector<DeviceLaunch> &Launches;
  std::vector<Token> Tokens;
};

} // namespace

std::vector<DeviceLaunch> findDeviceLaunches(ASTContext &Ast) {
  DeviceBodies Bodies(Ast.getSourceManager());
  Bodies.TraverseDecl(Ast.getTranslationUnitDecl());
  std::vector<DeviceLaunch> Launches;
  for (const FunctionDecl *Function : Bodies.Found)
    TokenReader(Ast, Function, Launches).run();
  return Launches;
}

llvm::StringSet<> functionsThatLaunchThemselves(ASTContext &Ast, ArrayRef<DeviceLaunch> Launches) {
  if (Launches.empty())
    return {};
  DeviceBodies Bodies(Ast.getSourceManager());
  Bodies.TraverseDecl(Ast.getTranslationUnitDecl());
  // By name, the identifiers of the body; those that name no function have none.
  std::map<std::string, std::set<std::string>> Mentions;
  for (const FunctionDecl *Function : Bodies.Found)
    for (const Token &Each : tokensOfBody(Ast, Function))
      if (Each.is(tok::raw_identifier))
        Mentions[Function->getNameAsString()].insert(Each.getRawIdentifier().str());
  auto ReachedFrom = [&](const std::string &First) {
    std::set<std::string> Reached = {First};
    std::vector<std::string> Next = {First};
    while (!Next.empty()) {
      auto Found = Mentions.find(Next.back());
      Next.pop_back();
      if (Found != Mentions.end())
        for (const std::string &Name : Found->second)
          if (Reached.insert(Name).second)
            Next.push_back(Name);
    }
    return Reached;
  };
  llvm::StringSet<> Result;
  for (const auto &[Name, Identifiers] : Mentions) {
    std::set<std::string> Reached = ReachedFrom(Name);
    if (any_of(Launches, [&](const DeviceLaunch &Launch) {
          return Reached.contains(Launch.Launcher) &&
                 (!Mentions.contains(Launch.Kernel) || ReachedFrom(Launch.Kernel).contains(Name));
        }))
      Result.insert(Name);
  }
  return Result;
}

LaunchContext deviceLaunchOf(const DeviceLaunch &Launch, const FunctionDecl *Kernel) {
  LaunchContext Context = Launch.Context;
  for (const ParmVarDecl *Parameter : Kernel->parameters()) {
    LaunchArgument &Argument = Context.Arguments.emplace_back();
    QualType Pointee = Parameter->getType()->getPointeeType();
    if (Pointee.isNull() || Pointee->isIncompleteType() || Pointee->isDependentType())
      Argument.AlignmentBytes = 1;
    else
      Argument.AlignmentBytes =
          uint64_t(Kernel->getASTContext().getTypeAlignInChars(Pointee).getQuantity());
  }
  // Its arguments are not read.
  for (unsigned First = 0; First != Kernel->getNumParams(); ++First)
    for (unsigned Second = First; Second != Kernel->getNumParams(); ++Second)
      Context.DoubtfulArguments.push_back({First, Second, ""});
  return Context;
}

} // namespace memlint

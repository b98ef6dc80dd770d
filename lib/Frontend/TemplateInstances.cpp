//===- TemplateInstances.cpp - Kernel templates nobody uses ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Frontend/TemplateInstances.h"

#include "FileScope.h"
#include "LaunchedTemplates.h"
#include "TemplateParameterUses.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Sema/EnterExpressionEvaluationContext.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/Template.h"
#include "clang/Sema/TemplateDeduction.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace memlint {

namespace {

/// Takes in what Clang says while it is alive, instead of the file's own list.
class Trial : public DiagnosticConsumer {
public:
  explicit Trial(DiagnosticsEngine &Diagnostics)
      : Diagnostics(Diagnostics), OwnsClient(Diagnostics.ownsClient()),
        Client(Diagnostics.getClient()) {
    if (OwnsClient)
      (void)Diagnostics.takeClient().release();
    Diagnostics.setClient(this, /*ShouldOwnClient=*/false);
  }
  ~Trial() override { Diagnostics.setClient(Client, OwnsClient); }

  void HandleDiagnostic(DiagnosticsEngine::Level Level, const Diagnostic &Info) override {
    if (Level < DiagnosticsEngine::Error)
      return;
    Failed = true;
    if (!FirstError.empty())
      return;
    SmallString<128> Message;
    Info.FormatDiagnostic(Message);
    FirstError = Message.str().str();
  }

  bool Failed = false;
  std::string FirstError;

private:
  DiagnosticsEngine &Diagnostics;
  bool OwnsClient;
  DiagnosticConsumer *Client;
};

/// How far down the lists of plausible arguments a trial goes; a list that is
/// shorter gives its last.
struct Level {
  unsigned Type = 0;
  unsigned Value = 0;
};

class TemplateInstantiator {
public:
  explicit TemplateInstantiator(ParsedFile &File)
      : Limit(File.instantiations()), Compiler(File.sema()), Ast(File.context()),
        Sources(Ast.getSourceManager()), AfterFile(Compiler) {}

  TemplateInstances run() {
    collect(*Ast.getTranslationUnitDecl());
    for (ClassTemplateDecl *Template : Classes)
      instantiateClass(*Template);
    for (FunctionTemplateDecl *Template : Functions)
      instantiateKernel(*Template, "");
    return std::move(Result);
  }

private:
  void collect(DeclContext &Context);
  void instantiateClass(ClassTemplateDecl &Template);
  void instantiateMembers(CXXRecordDecl &Class, const std::string &Assumption);
  void instantiateKernel(FunctionTemplateDecl &Template, const std::string &OfClass);

  std::optional<TemplateArgumentLoc> argumentFor(NamedDecl &Parameter,
                                                 const TemplateParameterUses &Uses, Level Depth);
  std::optional<TemplateArgumentLoc> launchedArgument(NamedDecl &Parameter,
                                                      const LiteralArgument &Argument);
  bool makeArguments(TemplateDecl &Template, const TemplateParameterUses &Uses, Level Depth,
                     ArrayRef<LiteralArgument> Launched, TemplateArgumentListInfo &Arguments);
  FunctionDecl *tryArguments(FunctionTemplateDecl &Template, const TemplateParameterUses &Uses,
                             Level Depth, ArrayRef<LiteralArgument> Launched,
                             std::string &Assumption, std::string &Error);
  bool instantiateAsLaunched(FunctionTemplateDecl &Template, const TemplateParameterUses &Uses,
                             const std::string &OfClass);
  bool define(FunctionDecl &Function, std::string &Error);
  std::string describe(const TemplateDecl &Template, ArrayRef<TemplateArgument> Arguments) const;

  InstantiationLimit &Limit;
  Sema &Compiler;
  ASTContext &Ast;
  SourceManager &Sources;
  FileScope AfterFile;
  std::vector<FunctionTemplateDecl *> Functions;
  std::vector<ClassTemplateDecl *> Classes;
  TemplateInstances Result;
};

bool isKernel(const FunctionDecl &Function) { return Function.hasAttr<CUDAGlobalAttr>(); }

bool hasInstance(FunctionTemplateDecl &Template) {
  return llvm::any_of(Template.specializations(),
                      [](FunctionDecl *Each) { return Each->hasBody(); });
}

/// Whether a kernel is among the members, or the templates of members.
bool hasKernel(const CXXRecordDecl &Class) {
  return llvm::any_of(Class.decls(), [](const Decl *Member) {
    if (const auto *Template = dyn_cast<FunctionTemplateDecl>(Member))
      return isKernel(*Template->getTemplatedDecl());
    const auto *Function = dyn_cast<FunctionDecl>(Member);
    return Function && isKernel(*Function);
  });
}

} // namespace

/// Finds the templates before any is instantiated, which adds declarations.
void TemplateInstantiator::collect(DeclContext &Context) {
  for (Decl *Each : Context.decls()) {
    if (Each->getLocation().isValid() &&
        Sources.isInSystemHeader(Sources.getExpansionLoc(Each->getLocation())))
      continue;
    if (auto *Template = dyn_cast<FunctionTemplateDecl>(Each)) {
      const FunctionDecl *Pattern = Template->getTemplatedDecl();
      if (isKernel(*Pattern) && Pattern->doesThisDeclarationHaveABody() &&
          !Pattern->isInvalidDecl() && !hasInstance(*Template))
        Functions.push_back(Template);
    } else if (auto *Template = dyn_cast<ClassTemplateDecl>(Each)) {
      if (Template->isThisDeclarationADefinition() && hasKernel(*Template->getTemplatedDecl()))
        Classes.push_back(Template);
    } else if (isa<NamespaceDecl, LinkageSpecDecl, CXXRecordDecl>(Each)) {
      collect(*cast<DeclContext>(Each));
    }
  }
}

/// An argument for \p Parameter (a pack takes one); empty if there is
/// none to try.
std::optional<TemplateArgumentLoc>
TemplateInstantiator::argumentFor(NamedDecl &Parameter, const TemplateParameterUses &Uses,
                                  Level Depth) {
  SourceLocation Location = Parameter.getLocation();
  auto FromExpression = [](clang::Expr *Value) {
    return TemplateArgumentLoc(TemplateArgument(Value), Value);
  };
  const TemplateParameterUse &Use = Uses.of(&Parameter);
  if (isa<TemplateTypeParmDecl>(Parameter)) {
    SmallVector<QualType, 8> Types = plausibleTypes(Ast, Use);
    QualType Type = Types[std::min<size_t>(Depth.Type, Types.size() - 1)];
    return TemplateArgumentLoc(TemplateArgument(Type),
                               Ast.getTrivialTypeSourceInfo(Type, Location));
  }
  const auto *Value = dyn_cast<NonTypeTemplateParmDecl>(&Parameter);
  if (!Value)
    return std::nullopt;
  QualType Type = Value->getType();
  if (Type->isBooleanType())
    return FromExpression(
        CXXBoolLiteralExpr::Create(Ast, Depth.Value % 2 != 0, Ast.BoolTy, Location));
  if (const auto *Enumeration = Type->getAs<EnumType>()) {
    SmallVector<EnumConstantDecl *> Constants(Enumeration->getDecl()->enumerators());
    if (Constants.empty())
      return std::nullopt;
    EnumConstantDecl *Constant = Constants[std::min<size_t>(Depth.Value, Constants.size() - 1)];
    return FromExpression(DeclRefExpr::Create(
        Ast, NestedNameSpecifierLoc(), SourceLocation(), Constant,
        /*RefersToEnclosingVariableOrCapture=*/false, Location, Type, VK_PRValue));
  }
  if (!Type->isIntegerType() && !Type->isDependentType() && !Type->getContainedAutoType())
    return std::nullopt;
  StringRef Name = Parameter.getIdentifier() ? Parameter.getName() : "";
  SmallVector<int64_t, 8> Values = plausibleValues(Name, Use, Uses.isPlanar());
  int64_t Number = Values[std::min<size_t>(Depth.Value, Values.size() - 1)];
  return FromExpression(IntegerLiteral::Create(
      Ast, llvm::APInt(Ast.getIntWidth(Ast.IntTy), uint64_t(Number)), Ast.IntTy, Location));
}

/// \p Argument of a launch for \p Parameter; empty where it is of another kind.
std::optional<TemplateArgumentLoc>
TemplateInstantiator::launchedArgument(NamedDecl &Parameter, const LiteralArgument &Argument) {
  SourceLocation Location = Parameter.getLocation();
  if (const auto *Name = std::get_if<std::string>(&Argument)) {
    QualType Type = llvm::StringSwitch<QualType>(*Name)
                        .Case("float", Ast.FloatTy)
                        .Case("double", Ast.DoubleTy)
                        .Case("int", Ast.IntTy)
                        .Case("unsigned", Ast.UnsignedIntTy)
                        .Case("char", Ast.CharTy)
                        .Case("short", Ast.ShortTy)
                        .Case("long", Ast.LongTy)
                        .Case("bool", Ast.BoolTy)
                        .Default(QualType());
    if (Type.isNull() || !isa<TemplateTypeParmDecl>(Parameter))
      return std::nullopt;
    return TemplateArgumentLoc(TemplateArgument(Type),
                               Ast.getTrivialTypeSourceInfo(Type, Location));
  }
  const auto *Value = dyn_cast<NonTypeTemplateParmDecl>(&Parameter);
  if (!Value || !(Value->getType()->isIntegerType() || Value->getType()->isDependentType()))
    return std::nullopt;
  int64_t Number = std::get<int64_t>(Argument);
  clang::Expr *Literal = nullptr;
  if (Value->getType()->isBooleanType())
    Literal = CXXBoolLiteralExpr::Create(Ast, Number != 0, Ast.BoolTy, Location);
  else
    Literal = IntegerLiteral::Create(
        Ast, llvm::APInt(Ast.getIntWidth(Ast.LongTy), uint64_t(Number)), Ast.LongTy, Location);
  return TemplateArgumentLoc(TemplateArgument(Literal), Literal);
}

/// The arguments up to the last parameter that has no default: \p Launched, then plausible ones.
bool TemplateInstantiator::makeArguments(TemplateDecl &Template, const TemplateParameterUses &Uses,
                                         Level Depth, ArrayRef<LiteralArgument> Launched,
                                         TemplateArgumentListInfo &Arguments) {
  auto HasDefault = [](const NamedDecl *Parameter) {
    if (const auto *Type = dyn_cast<TemplateTypeParmDecl>(Parameter))
      return Type->hasDefaultArgument();
    if (const auto *Value = dyn_cast<NonTypeTemplateParmDecl>(Parameter))
      return Value->hasDefaultArgument();
    return cast<TemplateTemplateParmDecl>(Parameter)->hasDefaultArgument();
  };
  ArrayRef<NamedDecl *> Parameters = Template.getTemplateParameters()->asArray();
  if (Launched.size() > Parameters.size())
    return false;
  while (Parameters.size() > Launched.size() && HasDefault(Parameters.back()))
    Parameters = Parameters.drop_back();
  for (auto [Index, Parameter] : llvm::enumerate(Parameters)) {
    std::optional<TemplateArgumentLoc> Argument =
        Index < Launched.size() ? launchedArgument(*Parameter, Launched[Index])
                                : argumentFor(*Parameter, Uses, Depth);
    if (!Argument)
      return false;
    Arguments.addArgument(*Argument);
  }
  return true;
}

std::string TemplateInstantiator::describe(const TemplateDecl &Template,
                                           ArrayRef<TemplateArgument> Arguments) const {
  std::string Text;
  llvm::raw_string_ostream Stream(Text);
  for (auto [Parameter, Argument] : llvm::zip(*Template.getTemplateParameters(), Arguments)) {
    Stream << (Text.empty() ? "" : ", ");
    if (Parameter->getIdentifier())
      Stream << Parameter->getName() << " = ";
    Argument.print(Ast.getPrintingPolicy(), Stream, /*IncludeType=*/false);
  }
  return Text;
}

bool TemplateInstantiator::define(FunctionDecl &Function, std::string &Error) {
  Trial Outcome(Compiler.getDiagnostics());
  Compiler.InstantiateFunctionDefinition(Function.getLocation(), &Function, /*Recursive=*/true,
                                         /*DefinitionRequired=*/true);
  if (!Outcome.Failed && Function.hasBody() && !Function.isInvalidDecl())
    return true;
  Error = Outcome.FirstError;
  // So that it is not taken for a kernel of the file.
  Function.setBody(nullptr);
  Function.setWillHaveBody(false);
  return false;
}

FunctionDecl *TemplateInstantiator::tryArguments(FunctionTemplateDecl &Template,
                                                 const TemplateParameterUses &Uses, Level Depth,
                                                 ArrayRef<LiteralArgument> Launched,
                                                 std::string &Assumption, std::string &Error) {
  SourceLocation Location = Template.getLocation();
  TemplateArgumentListInfo Arguments(Location, Location);
  FunctionDecl *Function = nullptr;
  {
    Trial Outcome(Compiler.getDiagnostics());
    EnterExpressionEvaluationContext Unevaluated(
        Compiler, Sema::ExpressionEvaluationContext::ConstantEvaluated);
    SmallVector<TemplateArgument> Sugared, Canonical;
    if (!makeArguments(Template, Uses, Depth, Launched, Arguments)) {
      Error = "a template parameter is neither a type nor an integer";
      return nullptr;
    }
    bool Unfit =
        Compiler.CheckTemplateArgumentList(&Template, Location, Arguments,
                                           /*PartialTemplateArgs=*/false, Sugared, Canonical);
    Assumption = describe(Template, Unfit ? ArrayRef<TemplateArgument>() : Canonical);
    if (!Unfit && !Outcome.Failed)
      Function = Compiler.InstantiateFunctionDeclaration(
          &Template, TemplateArgumentList::CreateCopy(Ast, Canonical), Location);
    ConstraintSatisfaction Satisfaction;
    if (Function && (Compiler.CheckInstantiatedFunctionTemplateConstraints(
                         Location, Function, Canonical, Satisfaction) ||
                     !Satisfaction.IsSatisfied)) {
      Error = "constraints are not satisfied";
      return nullptr;
    }
    if (!Function || Function->isInvalidDecl() || Outcome.Failed) {
      Error = Outcome.FirstError.empty() ? "its declaration does not match" : Outcome.FirstError;
      return nullptr;
    }
  }
  // Real instantiations have this, too.
  if (define(*Function, Error))
    return Function;
  // What is wrong with the template itself was said when it was read.
  if (Error.empty())
    Error = "its body does not compile";
  return nullptr;
}

/// Instantiates \p Template with the literal arguments of launches that the preprocessor skips or
/// that nothing instantiates; false where there are none that fit.
bool TemplateInstantiator::instantiateAsLaunched(FunctionTemplateDecl &Template,
                                                 const TemplateParameterUses &Uses,
                                                 const std::string &OfClass) {
  constexpr size_t MostInstances = 4;
  size_t Instances = 0;
  for (const auto &Launched :
       findLaunchedArguments(Sources, Ast.getLangOpts(), Template.getName())) {
    std::string Assumption, Error;
    FunctionDecl *Made = tryArguments(Template, Uses, {}, Launched, Assumption, Error);
    if (!Made)
      continue;
    Result.Assumptions[Made] =
        OfClass.empty() ? std::move(Assumption) : OfClass + ", " + Assumption;
    if (++Instances == MostInstances)
      break;
  }
  return Instances != 0;
}

void TemplateInstantiator::instantiateKernel(FunctionTemplateDecl &Template,
                                             const std::string &OfClass) {
  const FunctionDecl *Pattern = Template.getTemplatedDecl();
  TemplateParameterUses Uses(*Pattern);
  if (instantiateAsLaunched(Template, Uses, OfClass))
    return;
  std::string Reason;
  constexpr unsigned Types = 5, Values = 6;
  for (unsigned Type = 0; Type != Types; ++Type)
    for (unsigned Value = 0; Value != Values; ++Value) {
      if (Limit.isSpent()) {
        Limit.addMissing(*Pattern);
        return;
      }
      std::string Assumption, Error;
      if (FunctionDecl *Made = tryArguments(Template, Uses, {Type, Value}, {}, Assumption, Error)) {
        if (!OfClass.empty())
          Assumption = OfClass + ", " + Assumption;
        Result.Assumptions[Made] = std::move(Assumption);
        return;
      }
      if (Reason.empty())
        Reason = Assumption.empty() ? Error : "with " + Assumption + ": " + Error;
    }
  Result.Failures[Pattern] = std::move(Reason);
}

/// Kernels among the members of an instantiated class; \p Assumption is empty if
/// the file itself instantiates the class.
void TemplateInstantiator::instantiateMembers(CXXRecordDecl &Class, const std::string &Assumption) {
  SmallVector<Decl *> Members(Class.decls());
  for (Decl *Member : Members) {
    if (auto *Template = dyn_cast<FunctionTemplateDecl>(Member)) {
      if (isKernel(*Template->getTemplatedDecl()) && !hasInstance(*Template))
        instantiateKernel(*Template, Assumption);
    } else if (auto *Function = dyn_cast<FunctionDecl>(Member);
               Function && isKernel(*Function) && !Function->hasBody()) {
      std::string Error;
      if (!define(*Function, Error)) {
        if (Limit.isSpent())
          Limit.addMissing(*Function);
      } else if (!Assumption.empty()) {
        Result.Assumptions[Function] = Assumption;
      }
    }
  }
}

void TemplateInstantiator::instantiateClass(ClassTemplateDecl &Template) {
  SmallVector<ClassTemplateSpecializationDecl *> Instances;
  for (ClassTemplateSpecializationDecl *Each : Template.specializations())
    if (Each->isCompleteDefinition() && !Each->isExplicitSpecialization())
      Instances.push_back(Each);
  for (ClassTemplateSpecializationDecl *Each : Instances)
    instantiateMembers(*Each, "");
  if (!Instances.empty())
    return;

  const FunctionDecl *Pattern = nullptr;
  for (const Decl *Member : Template.getTemplatedDecl()->decls())
    if (const auto *Function = dyn_cast<FunctionDecl>(Member); Function && isKernel(*Function))
      Pattern = Function->getDefinition() ? Function->getDefinition() : Function;
    else if (const auto *Inner = dyn_cast<FunctionTemplateDecl>(Member);
             Inner && isKernel(*Inner->getTemplatedDecl()))
      Pattern = Inner->getTemplatedDecl();
  TemplateParameterUses Uses(*Pattern);
  SourceLocation Location = Template.getLocation();
  constexpr unsigned Types = 5, Values = 6;
  for (unsigned Type = 0; Type != Types; ++Type)
    for (unsigned Value = 0; Value != Values; ++Value) {
      Trial Outcome(Compiler.getDiagnostics());
      TemplateArgumentListInfo Arguments(Location, Location);
      if (!makeArguments(Template, Uses, {Type, Value}, {}, Arguments))
        return;
      QualType Made = Compiler.CheckTemplateIdType(TemplateName(&Template), Location, Arguments);
      if (Made.isNull() || !Compiler.isCompleteType(Location, Made) || Outcome.Failed)
        continue;
      auto *Class = cast<ClassTemplateSpecializationDecl>(Made->getAsCXXRecordDecl());
      instantiateMembers(*Class, describe(Template, Class->getTemplateArgs().asArray()));
      return;
    }
}

TemplateInstances instantiateUnusedKernels(ParsedFile &File) {
  return TemplateInstantiator(File).run();
}

} // namespace memlint

//===- Lowering.cpp - From Clang's AST to memory programs -------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Lowering/Lowering.h"

#include "DeviceClient.h"
#include "Parameters.h"
#include "StatedFacts.h"
#include "VariablePlacement.h"

#include "cuda-memlint/Frontend/Position.h"
#include "cuda-memlint/Model/ProgramExpressions.h"
#include "cuda-memlint/SourceEdits/InsertionPoints.h"
#include "cuda-memlint/SourceEdits/ParameterDeclarations.h"
#include "cuda-memlint/SourceEdits/RecordAlignment.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Mangle.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace memlint {

static std::string qualifiedName(const FunctionDecl &Function, ASTContext &Ast) {
  std::string Name;
  llvm::raw_string_ostream Stream(Name);
  Function.getNameForDiagnostic(Stream, Ast.getPrintingPolicy(),
                                /*Qualified=*/true);
  return Name;
}

/// The value of an attribute's argument, after template instantiation.
static std::optional<unsigned> attributeValue(const clang::Expr *Argument, ASTContext &Ast) {
  clang::Expr::EvalResult Result;
  if (!Argument || Argument->isValueDependent() || !Argument->EvaluateAsInt(Result, Ast))
    return std::nullopt;
  return unsigned(Result.Val.getInt().getZExtValue());
}

void giveUp(KernelProgram &Program, llvm::StringRef Reason) {
  Program.Analysed = false;
  Program.Reason = Reason.str();
  Program.Accesses.clear();
  Program.Barriers.clear();
  Program.Fences.clear();
  Program.Nodes.clear();
}

std::string fileBudgetRanOut(size_t Before) {
  return "the analysis budget of the file ran out after " + std::to_string(Before) +
         (Before == 1 ? " kernel" : " kernels");
}

/// A program that says only which kernel it is.
static KernelProgram namedProgram(const FunctionDecl &Kernel, ASTContext &Ast,
                                  const DeviceShape &Device) {
  KernelProgram Program;
  Program.Device = Device;
  Program.Name = qualifiedName(Kernel, Ast);
  // Its arguments may be written in more ways than one; the symbol is always the same.
  if (!Kernel.isDependentContext() && !Kernel.isInvalidDecl())
    Program.MangledName = ASTNameGenerator(Ast).getName(&Kernel);
  if (Kernel.isTemplateInstantiation())
    Program.Symbol = Program.MangledName;
  Program.Position = positionOf(Kernel.getLocation(), Ast);
  return Program;
}

namespace {

/// One pass over a kernel.
class KernelPass {
public:
  KernelPass(ASTContext &Ast, ExprContext &Exprs, const FunctionDecl &Kernel,
             SharedDeclarations &Declarations, DeviceVariables &Placement,
             const LoadFacts &KnownFacts, const DeviceShape &Device)
      : Ast(Ast), Kernel(Kernel), Device(Device),
        Objects(Ast, Exprs, Kernel, Declarations, Placement, KnownFacts, Program),
        Builtins(Exprs, Program), Code(Ast, Exprs, Objects, Out, Client),
        Out(Ast, Exprs, Code, Objects, Program, KnownFacts.Known),
        Client(Code, Out, Objects, Builtins, KnownFacts),
        Facts(Ast, Exprs, Kernel, Program, Out, Objects, Builtins) {}

  void limitSteps(uint64_t Limit) { Code.limitSteps(Limit); }
  bool isExhausted() const { return Code.isExhausted(); }
  uint64_t stepsTaken() const { return Code.stepsTaken(); }
  /// To be called once.
  KernelProgram run(llvm::ArrayRef<StatedFact> Stated);
  /// After run(): comments to the tool that are not understood.
  std::vector<BadComment> takeBadComments() { return Facts.takeBadComments(); }
  /// After run(): what a second pass should know.
  LoadFacts loadFacts(OverlapPredicate MayOverlap) const {
    return collectLoadFacts(Ast, Program, Out, Objects, Client.storesSharedAddress(), MayOverlap);
  }

private:
  std::vector<Value> describeParameters();

  ASTContext &Ast;
  const FunctionDecl &Kernel;
  DeviceShape Device;
  KernelProgram Program;
  KernelObjects Objects;
  BuiltinVariables Builtins;
  Interpreter Code;
  Emitter Out;
  DeviceClient Client;
  StatedFacts Facts;
};

std::vector<Value> KernelPass::describeParameters() {
  std::vector<Value> Values;
  for (unsigned Index = 0; Index != Kernel.getNumParams(); ++Index) {
    const ParmVarDecl *Parameter = Kernel.getParamDecl(Index);
    KernelParameter Described;
    Described.Name = Parameter->getNameAsString();
    Values.push_back(parameterValue(Parameter->getType(), {Index, {}}, Described, Code, Objects));
    Described.Declaration = pointerDeclarationOf(Kernel, *Parameter, Ast);
    Program.Parameters.push_back(std::move(Described));
  }
  return Values;
}

KernelProgram KernelPass::run(llvm::ArrayRef<StatedFact> Stated) {
  Program = namedProgram(Kernel, Ast, Device);
  if (Kernel.isDependentContext()) {
    giveUp(Program, "a template that this file does not instantiate");
    return Program;
  }
  if (const auto *Bounds = Kernel.getAttr<CUDALaunchBoundsAttr>()) {
    Program.Attributes.MaximumThreadsPerBlock = attributeValue(Bounds->getMaxThreads(), Ast);
    Program.Attributes.MinimumBlocksPerMultiprocessor = attributeValue(Bounds->getMinBlocks(), Ast);
  }
  std::vector<Value> Arguments = describeParameters();
  Program.HasOtherDeclarations = hasOtherDeclarations(Kernel);
  Program.IsInHeader = isDeclaredInHeader(Kernel);
  if (Kernel.isInvalidDecl()) {
    giveUp(Program, "the kernel's declaration does not compile");
    return Program;
  }
  Out.emitNode(NodeKind::Entry, 0, nullptr);
  Facts.readComments();
  Facts.readStated(Stated);
  Code.run(Kernel, Arguments);
  Code.Recording = true;
  Client.finish();
  Out.emitNode(NodeKind::Exit, 0, nullptr);
  Facts.refuseUnmetNames();
  Out.countMemoryBarriers();
  Out.describeCastElements();
  Out.dropConditionalEdits();
  placeSharedArrays(Program);
  if (Code.isExhausted()) {
    // What was met after the budget ran out is missing: better no answer.
    giveUp(Program, "the kernel is too large to analyse");
  }
  return Program;
}

} // namespace

namespace {

/// Finds kernels without walking into expressions or system headers.
class KernelFinder {
public:
  KernelFinder(ASTContext &Ast, std::vector<const FunctionDecl *> &Kernels,
               llvm::function_ref<bool(const FunctionDecl &)> IsIncomplete)
      : Sources(Ast.getSourceManager()), Kernels(Kernels), IsIncomplete(IsIncomplete) {}

  void visit(const DeclContext &Context) {
    for (const Decl *Declaration : Context.decls()) {
      if (Declaration->getLocation().isValid() &&
          Sources.isInSystemHeader(Sources.getExpansionLoc(Declaration->getLocation())))
        continue;
      if (const auto *Template = dyn_cast<FunctionTemplateDecl>(Declaration)) {
        if (Template->isThisDeclarationADefinition() || Template->isCanonicalDecl())
          noteTemplate(*Template);
      } else if (const auto *Template = dyn_cast<ClassTemplateDecl>(Declaration)) {
        if (Template->isCanonicalDecl())
          for (const ClassTemplateSpecializationDecl *Instance : Template->specializations())
            visit(*Instance);
      } else if (const auto *Function = dyn_cast<FunctionDecl>(Declaration)) {
        note(Function);
      } else if (const auto *Inner = dyn_cast<DeclContext>(Declaration)) {
        visit(*Inner);
      }
    }
  }

private:
  /// Adds the kernel that \p Function is, if it is one with a body; whether it is.
  bool note(const FunctionDecl *Function) {
    if (!Function->hasAttr<CUDAGlobalAttr>())
      return false;
    const FunctionDecl *Definition = nullptr;
    if (!Function->hasBody(Definition) && Function->isTemplateInstantiation() && IsIncomplete &&
        IsIncomplete(*Function))
      Definition = Function->getCanonicalDecl();
    if (!Definition || Definition->isDependentContext())
      return false;
    if (!llvm::is_contained(Kernels, Definition))
      Kernels.push_back(Definition);
    return true;
  }

  /// The instantiations; or, so that it is not passed over in silence, the
  /// template itself when there are none.
  void noteTemplate(const FunctionTemplateDecl &Template) {
    // A declaration before the definition may have brought them.
    bool HasInstances = false;
    for (const FunctionDecl *Instance : Template.specializations())
      HasInstances |= note(Instance);
    const FunctionDecl *Pattern = Template.getTemplatedDecl();
    if (!HasInstances && Pattern->hasAttr<CUDAGlobalAttr>() &&
        Pattern->doesThisDeclarationHaveABody())
      Kernels.push_back(Pattern);
  }

  SourceManager &Sources;
  std::vector<const FunctionDecl *> &Kernels;
  llvm::function_ref<bool(const FunctionDecl &)> IsIncomplete;
};

} // namespace

/// The kernels of the file, not yet lowered, in the order of the source.
static std::vector<LoweredKernel>
findKernels(ASTContext &Ast, llvm::function_ref<bool(const FunctionDecl &)> IsIncomplete) {
  std::vector<const FunctionDecl *> Kernels;
  KernelFinder(Ast, Kernels, IsIncomplete).visit(*Ast.getTranslationUnitDecl());
  std::vector<LoweredKernel> Result;
  llvm::DenseMap<const FunctionDecl *, unsigned> Instances;
  for (const FunctionDecl *Kernel : Kernels) {
    LoweredKernel &Each = Result.emplace_back();
    Each.Function = Kernel;
    if (const FunctionDecl *Pattern = Kernel->getTemplateInstantiationPattern())
      Each.Instance = Instances[Pattern]++;
  }
  return Result;
}

std::vector<LoweredKernel *> inFairOrder(llvm::MutableArrayRef<LoweredKernel> Kernels) {
  auto Order = llvm::to_vector(llvm::make_pointer_range(Kernels));
  auto KeyOf = [](const LoweredKernel *Each) {
    return std::tuple(Each->Instance, Each->Program.Accesses.size(), Each);
  };
  llvm::sort(Order, [&](const LoweredKernel *Left, const LoweredKernel *Right) {
    return KeyOf(Left) < KeyOf(Right);
  });
  return {Order.begin(), Order.end()};
}

static bool isDeclaredPointer(const KernelParameter &Parameter) {
  return Parameter.Declaration.has_value();
}

std::vector<LoweredKernel> lowerKernels(
    ASTContext &Ast, ExprContext &Expressions,
    llvm::function_ref<std::vector<StatedFact>(llvm::StringRef)> StatedOf,
    llvm::function_ref<bool(const FunctionDecl &, const MemoryObject &, const MemoryObject &)>
        MayOverlap,
    llvm::function_ref<bool(const FunctionDecl &)> IsIncomplete, uint64_t StepsOfFile,
    const DeviceShape &Device) {
  std::vector<LoweredKernel> Result = findKernels(Ast, IsIncomplete);
  std::optional<NamedKernels> Named;
  SharedDeclarations Declarations;
  DeviceVariables Placement(Ast);
  /// Instantiations of a template that were too large until its others get few steps: they mostly
  /// are as large.
  constexpr unsigned EnoughTooLarge = 2;
  constexpr uint64_t StepsThen = Interpreter::MaximumSteps / 20;
  llvm::DenseMap<const FunctionTemplateDecl *, unsigned> TooLarge;
  uint64_t StepsLeft = StepsOfFile;
  size_t Lowered = 0;
  for (LoweredKernel *Each : inFairOrder(Result)) {
    const FunctionDecl *Kernel = Each->Function;
    bool MissesCode = IsIncomplete && IsIncomplete(*Kernel);
    if (MissesCode || StepsLeft == 0) {
      Each->Program = namedProgram(*Kernel, Ast, Device);
      giveUp(Each->Program, MissesCode ? "the file's templates are too large to instantiate"
                                       : fileBudgetRanOut(Lowered));
      continue;
    }
    ++Lowered;
    // The first pass finds out which objects are written and where; the second
    // knows from that which loaded values every lane shares.
    const LoadFacts NothingYet;
    std::vector<StatedFact> Stated;
    if (StatedOf)
      Stated = StatedOf(qualifiedName(*Kernel, Ast));
    KernelPass First(Ast, Expressions, *Kernel, Declarations, Placement, NothingYet, Device);
    const FunctionTemplateDecl *Template = Kernel->getPrimaryTemplate();
    if (Template && TooLarge.lookup(Template) >= EnoughTooLarge)
      First.limitSteps(StepsThen);
    KernelProgram Program = First.run(Stated);
    if (Template && First.isExhausted())
      ++TooLarge[Template];
    uint64_t Steps = First.stepsTaken();
    Each->BadComments = First.takeBadComments();
    if (Program.Analysed) {
      LoadFacts Facts = First.loadFacts([&](const MemoryObject &One, const MemoryObject &Other) {
        return MayOverlap && MayOverlap(*Kernel, One, Other);
      });
      KernelPass Second(Ast, Expressions, *Kernel, Declarations, Placement, Facts, Device);
      Program = Second.run(Stated);
      Steps += Second.stepsTaken();
    }
    StepsLeft -= std::min(StepsLeft, Steps);
    if (!Named && llvm::any_of(Program.Parameters, isDeclaredPointer))
      Named.emplace(Ast);
    Program.HasOtherDeclarations |= Named && Named->contains(*Kernel);
    keepExpressionsOf(Program, Expressions);
    Each->Program = std::move(Program);
  }
  keepAlignableRecords(Ast, llvm::to_vector(llvm::map_range(
                                Result, [](LoweredKernel &Each) { return &Each.Program; })));
  return Result;
}

} // namespace memlint

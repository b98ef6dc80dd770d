//===- Lowering.cpp - From Clang's AST to memory programs -------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Lowering/Lowering.h"

#include "KernelLowering.h"
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

KernelLowering::KernelLowering(ASTContext &Ast, ExprContext &Exprs, const FunctionDecl &Kernel,
                               const LoadFacts &Facts, llvm::ArrayRef<StatedFact> Stated)
    : Ast(Ast), Exprs(Exprs), Kernel(Kernel), KnownFacts(Facts), Stated(Stated) {
  // Values made in a loop's body are distinguished from older ones by their number: they must
  // not equal a leaf of another kernel or pass.
  NextLeaf = NextLoop = Exprs.opaque(OpaqueReason::None, Uniformity::Grid, "mark")->number();
}

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

KernelProgram KernelLowering::run() {
  Program.Name = qualifiedName(Kernel, Ast);
  // Its arguments may be written in more ways than one; the symbol is always the same.
  if (Kernel.isTemplateInstantiation() && !Kernel.isInvalidDecl())
    Program.Symbol = ASTNameGenerator(Ast).getName(&Kernel);
  Program.Position = positionOf(SourceRange(Kernel.getLocation(), Kernel.getLocation()), Ast);
  if (Kernel.isDependentContext()) {
    Program.Analysed = false;
    Program.Reason = "a template that this file does not instantiate";
    return std::move(Program);
  }
  if (const auto *Bounds = Kernel.getAttr<CUDALaunchBoundsAttr>()) {
    Program.Attributes.MaximumThreadsPerBlock = attributeValue(Bounds->getMaxThreads(), Ast);
    Program.Attributes.MinimumBlocksPerMultiprocessor = attributeValue(Bounds->getMinBlocks(), Ast);
  }
  Frame Outermost;
  Outermost.Function = &Kernel;
  Frames.push_back(std::move(Outermost));
  for (unsigned Index = 0; Index != Kernel.getNumParams(); ++Index) {
    const ParmVarDecl *Parameter = Kernel.getParamDecl(Index);
    QualType Type = Parameter->getType();
    SlotId Slot = newSlot(Type, Parameter->getName());
    frame().Slots[Parameter] = Slot;
    KernelParameter Described;
    Described.Name = Parameter->getNameAsString();
    Current.Variables[Slot] = parameterValue(Type, {Index, {}}, Described);
    Described.Declaration = pointerDeclarationOf(Kernel, *Parameter, Ast);
    Program.Parameters.push_back(std::move(Described));
  }
  Program.HasOtherDeclarations = hasOtherDeclarations(Kernel);
  Program.IsInHeader = isDeclaredInHeader(Kernel);
  if (Kernel.isInvalidDecl()) {
    Program.Analysed = false;
    Program.Reason = "the kernel's declaration does not compile";
    return std::move(Program);
  }
  frame().Result = newSlot(Ast.VoidTy, "result");
  emitNode(NodeKind::Entry, 0, nullptr);
  readAssumptions();
  readStatedFacts();
  noteUnused(Kernel.getBody());
  HasConditionalText |= hasConditionalText(Kernel);
  execute(Kernel.getBody());
  std::vector<State> Ends = std::move(frame().Returns);
  Ends.push_back(std::move(Current));
  Current = join(std::move(Ends), 0);
  Recording = true;
  emitNode(NodeKind::Exit, 0, nullptr);
  refuseUnmetNames();
  countMemoryBarriers();
  if (HasConditionalText)
    for (Barrier &Each : Program.Barriers)
      Each.Statement = {};
  if (StepsExhausted) {
    // What was met after the budget ran out is missing: better no answer.
    Program.Analysed = false;
    Program.Reason = "the kernel is too large to analyse";
    Program.Accesses.clear();
    Program.Barriers.clear();
    Program.Fences.clear();
    Program.Nodes.clear();
  }
  return Program;
}

namespace {

/// Finds kernels without walking into expressions or system headers.
class KernelFinder {
public:
  KernelFinder(ASTContext &Ast, std::vector<const FunctionDecl *> &Kernels)
      : Sources(Ast.getSourceManager()), Kernels(Kernels) {}

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
  void note(const FunctionDecl *Function) {
    if (!Function->hasAttr<CUDAGlobalAttr>())
      return;
    const FunctionDecl *Definition = nullptr;
    if (!Function->hasBody(Definition) || !Definition || Definition->isDependentContext())
      return;
    if (!llvm::is_contained(Kernels, Definition))
      Kernels.push_back(Definition);
  }

  /// The instantiations; or, so that it is not passed over in silence, the
  /// template itself when there are none.
  void noteTemplate(const FunctionTemplateDecl &Template) {
    size_t Before = Kernels.size();
    for (const FunctionDecl *Instance : Template.specializations())
      note(Instance);
    const FunctionDecl *Pattern = Template.getTemplatedDecl();
    if (Kernels.size() == Before && Pattern->hasAttr<CUDAGlobalAttr>() &&
        Pattern->doesThisDeclarationHaveABody())
      Kernels.push_back(Pattern);
  }

  SourceManager &Sources;
  std::vector<const FunctionDecl *> &Kernels;
};

} // namespace

static bool isDeclaredPointer(const KernelParameter &Parameter) {
  return Parameter.Declaration.has_value();
}

std::vector<LoweredKernel> lowerKernels(
    ASTContext &Ast, ExprContext &Expressions,
    llvm::function_ref<std::vector<StatedFact>(llvm::StringRef)> StatedOf,
    llvm::function_ref<bool(const FunctionDecl &, const MemoryObject &, const MemoryObject &)>
        MayOverlap) {
  std::vector<const FunctionDecl *> Kernels;
  KernelFinder(Ast, Kernels).visit(*Ast.getTranslationUnitDecl());
  std::vector<LoweredKernel> Result;
  std::optional<NamedKernels> Named;
  for (const FunctionDecl *Kernel : Kernels) {
    // The first pass finds out which objects are written and where; the second
    // knows from that which loaded values every lane shares.
    const LoadFacts NothingYet;
    std::vector<StatedFact> Stated;
    if (StatedOf)
      Stated = StatedOf(qualifiedName(*Kernel, Ast));
    KernelLowering First(Ast, Expressions, *Kernel, NothingYet, Stated);
    KernelProgram Program = First.run();
    std::vector<BadComment> BadComments = First.badComments();
    if (Program.Analysed) {
      LoadFacts Facts =
          First.collectLoadFacts([&](const MemoryObject &One, const MemoryObject &Other) {
            return MayOverlap && MayOverlap(*Kernel, One, Other);
          });
      Program = KernelLowering(Ast, Expressions, *Kernel, Facts, Stated).run();
    }
    if (!Named && llvm::any_of(Program.Parameters, isDeclaredPointer))
      Named.emplace(Ast);
    Program.HasOtherDeclarations |= Named && Named->contains(*Kernel);
    Result.push_back({std::move(Program), Kernel, std::move(BadComments)});
  }
  keepAlignableRecords(Ast, llvm::to_vector(llvm::map_range(
                                Result, [](LoweredKernel &Each) { return &Each.Program; })));
  return Result;
}

} // namespace memlint

//===- PolicyWindows.cpp - Windows that persist in the L2 cache -----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Follows the fields of access policy windows to the calls that give them to streams.
///
//===----------------------------------------------------------------------===//

#include "CopySizes.h"
#include "HostFunction.h"
#include "HostProgram.h"
#include "WindowState.h"

#include "cuda-memlint/Frontend/Position.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace memlint {

/// The enumerator that \p Value names; else empty.
static StringRef enumeratorOf(const clang::Expr &Value) {
  const auto *Reference = dyn_cast<DeclRefExpr>(Value.IgnoreParenImpCasts());
  const auto *Constant = Reference ? dyn_cast<EnumConstantDecl>(Reference->getDecl()) : nullptr;
  return Constant ? Constant->getName() : StringRef();
}

static bool setsAside(const CallExpr &Call) {
  return runtimeKind(Call) == RuntimeKind::SetLimit && Call.getNumArgs() == 2 &&
         enumeratorOf(*Call.getArg(0)) == "cudaLimitPersistingL2CacheSize";
}

static bool setsWindow(const CallExpr &Call) {
  return runtimeKind(Call) == RuntimeKind::SetStreamAttribute && Call.getNumArgs() == 3 &&
         enumeratorOf(*Call.getArg(1)) == "cudaLaunchAttributeAccessPolicyWindow";
}

static bool holdsWindow(QualType Type) {
  const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
  return Class && Class->getIdentifier() &&
         (Class->getName() == "cudaAccessPolicyWindow" ||
          Class->getName() == "cudaLaunchAttributeValue");
}

namespace {

/// `window.FIELD`, `attribute.accessPolicyWindow.FIELD`; without a field: the whole.
struct WindowPart {
  const VarDecl *Variable = nullptr;
  std::string Field;
};

WindowPart partOf(const clang::Expr *Lvalue) {
  WindowPart Part;
  Lvalue = Lvalue->IgnoreParenImpCasts();
  if (const auto *Member = dyn_cast<MemberExpr>(Lvalue); Member && !Member->isArrow()) {
    if (!holdsWindow(Member->getType())) {
      Part.Field = Member->getMemberDecl()->getName();
      Lvalue = Member->getBase()->IgnoreParenImpCasts();
    }
    if (const auto *Window = dyn_cast<MemberExpr>(Lvalue); Window && !Window->isArrow())
      Lvalue = Window->getBase()->IgnoreParenImpCasts();
  }
  const auto *Reference = dyn_cast<DeclRefExpr>(Lvalue);
  const auto *Variable = Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
  if (Variable && Variable->isLocalVarDecl() && holdsWindow(Variable->getType()))
    Part.Variable = Variable;
  return Part;
}

/// What all functions of a file do with windows.
struct FileWindows {
  bool HasMain = false;
  /// Code that is not seen may do anything.
  bool HasUnseenCalls = false;
  bool Resets = false;
  unsigned Windows = 0;
  unsigned Limits = 0;

  explicit FileWindows(llvm::ArrayRef<const FunctionDecl *> Functions) {
    for (const FunctionDecl *Function : Functions) {
      HasMain |= Function->isMain();
      forEachStatement(Function->getBody(), [&](const Stmt &Each) {
        HasUnseenCalls |= isa<LambdaExpr>(Each);
        if (const auto *Call = dyn_cast<CallExpr>(&Each))
          add(*Call);
      });
    }
  }

private:
  void add(const CallExpr &Call) {
    const FunctionDecl *Callee = Call.getDirectCallee();
    HasUnseenCalls |=
        !Callee || (!isa<CUDAKernelCallExpr>(Call) && !inSystemHeader(*Callee) &&
                    !Callee->hasBody() && !Callee->isImplicit() && Callee->getBuiltinID() == 0);
    RuntimeKind Kind = runtimeKind(Call);
    Resets |= Kind == RuntimeKind::ForgetPersisting;
    Windows += Kind == RuntimeKind::SetStreamAttribute;
    // Whichever limit it is.
    Limits += Kind == RuntimeKind::SetLimit;
  }
};

class PolicyWindows {
public:
  PolicyWindows(HostFunction &Function, FaultSink Report)
      : Function(Function), Ast(Function.ast()), Report(Report),
        Sizes(Function.definition(), Function.ast()), OfFile(Function.program().functions()) {}

  void run(const HostFlow &Flow) {
    collect(Function.definition().getBody(), {});
    if (HasReferences)
      return;
    Flow.solve<WindowState>([&](const CFGElement &Element, WindowState &State, bool IsFinal) {
      if (std::optional<CFGStmt> Statement = Element.getAs<CFGStmt>())
        step(*Statement->getStmt(), State, IsFinal);
    });
  }

private:
  using Loops = llvm::SmallVector<const Stmt *, 4>;

  /// Notes the loops around launches, and whether a window may change through its address.
  void collect(const Stmt *Code, Loops Around) {
    if (!Code)
      return;
    if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(Code))
      Around.push_back(Code);
    if (const auto *Launch = dyn_cast<CUDAKernelCallExpr>(Code))
      Launches.emplace_back(Launch, Around);
    if (const auto *Call = dyn_cast<CallExpr>(Code); Call && setsWindow(*Call))
      Given.insert(Call->getArg(2)->IgnoreParenCasts());
    if (const auto *Address = dyn_cast<UnaryOperator>(Code);
        Address && Address->getOpcode() == UO_AddrOf && !Given.contains(Address))
      HasReferences |= partOf(Address->getSubExpr()).Variable != nullptr;
    if (const auto *Declaration = dyn_cast<DeclStmt>(Code))
      for (const Decl *Each : Declaration->decls())
        if (const auto *Variable = dyn_cast<VarDecl>(Each))
          HasReferences |= Variable->getType()->isReferenceType() &&
                           holdsWindow(Variable->getType().getNonReferenceType());
    HasReferences |= isa<LambdaExpr>(Code);
    for (const Stmt *Child : Code->children())
      collect(Child, Around);
  }

  void step(const Stmt &Code, WindowState &State, bool IsFinal) {
    if (const auto *Assignment = dyn_cast<BinaryOperator>(&Code);
        Assignment && Assignment->isAssignmentOp())
      return assign(*Assignment->getLHS(),
                    Assignment->getOpcode() == BO_Assign ? Assignment->getRHS() : nullptr, State);
    if (const auto *Declaration = dyn_cast<DeclStmt>(&Code)) {
      for (const Decl *Each : Declaration->decls())
        if (const auto *Variable = dyn_cast<VarDecl>(Each))
          State.Fields.erase(Variable);
      return;
    }
    const auto *Call = dyn_cast<CallExpr>(&Code);
    if (!Call)
      return;
    if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call);
        Operator && Operator->getOperator() == OO_Equal && Operator->getNumArgs() == 2)
      return assign(*Operator->getArg(0), Operator->getArg(1), State);
    if (const auto *Launch = dyn_cast<CUDAKernelCallExpr>(Call)) {
      if (IsFinal)
        lookAtLaunch(*Launch, State);
      return;
    }
    if (setsAside(*Call))
      State.SetAside = Call;
    else if (setsWindow(*Call))
      give(*Call, State, IsFinal);
    else if (RuntimeKind Kind = runtimeKind(*Call);
             Kind == RuntimeKind::DestroyStream || Kind == RuntimeKind::ResetDevice)
      State.Windows.clear();
  }

  static void assign(const clang::Expr &Lvalue, const clang::Expr *Value, WindowState &State) {
    WindowPart To = partOf(&Lvalue);
    if (!To.Variable)
      return;
    if (!To.Field.empty()) {
      State.Fields[To.Variable][To.Field] = Value;
      return;
    }
    WindowPart From = Value ? partOf(Value) : WindowPart();
    auto Known = State.Fields.find(From.Variable);
    if (From.Variable && From.Field.empty() && Known != State.Fields.end())
      State.Fields[To.Variable] = WindowFields(Known->second);
    else
      State.Fields.erase(To.Variable);
  }

  const clang::Expr *fieldOf(const CallExpr &Set, StringRef Field, const WindowState &State) {
    const auto *Address = dyn_cast<UnaryOperator>(Set.getArg(2)->IgnoreParenCasts());
    const VarDecl *Variable = Address ? partOf(Address->getSubExpr()).Variable : nullptr;
    auto Known = State.Fields.find(Variable);
    if (!Variable || Known == State.Fields.end())
      return nullptr;
    auto Value = Known->second.find(Field.str());
    return Value == Known->second.end() ? nullptr : Value->second;
  }

  void give(const CallExpr &Set, WindowState &State, bool IsFinal) {
    const DeclRefExpr *Stream = HostBuffers::baseOf(Set.getArg(0));
    const auto *Variable = Stream ? dyn_cast<VarDecl>(Stream->getDecl()) : nullptr;
    const clang::Expr *Property = fieldOf(Set, "hitProp", State);
    bool Persists = Property && enumeratorOf(*Property) == "cudaAccessPropertyPersisting";
    if (Variable && Persists)
      State.Windows[Variable] = &Set;
    else
      State.Windows.clear();
    if (!Persists || !IsFinal)
      return;
    if (const clang::Expr *Base = fieldOf(Set, "base_ptr", State))
      if (const DeclRefExpr *Reference = HostBuffers::baseOf(Base))
        Bases[&Set] = dyn_cast<VarDecl>(Reference->getDecl());
    const clang::Expr *Bytes = fieldOf(Set, "num_bytes", State);
    std::optional<uint64_t> Length = Bytes ? Sizes.valueOf(*Bytes) : std::nullopt;
    if (OfFile.Limits == 0 && OfFile.HasMain && !OfFile.HasUnseenCalls && Bytes && Length != 0) {
      HostFault Fault;
      Fault.Kind = HostFaultKind::WindowUnbacked;
      report(Set, std::move(Fault));
    }
    const clang::Expr *Ratio = fieldOf(Set, "hitRatio", State);
    if (Length && Ratio && State.SetAside && OfFile.Limits == 1)
      compare(Set, *Length, *Ratio, *State.SetAside);
  }

  void compare(const CallExpr &Set, uint64_t Length, const clang::Expr &Ratio,
               const CallExpr &Limit) {
    std::optional<uint64_t> Aside = Sizes.valueOf(*Limit.getArg(1));
    llvm::APFloat Hits(0.0F);
    const clang::Expr *InVariable = Sizes.onlyValueOf(Ratio);
    const clang::Expr &Hit = InVariable ? *InVariable : Ratio;
    if (!Aside || Hit.isValueDependent() || !Hit.EvaluateAsFloat(Hits, Ast))
      return;
    double Share = Hits.convertToDouble();
    if (!(Share > 0 && Share <= 1))
      return;
    auto Persisting = uint64_t(double(Length) * Share);
    // A ratio of decimal places need not be exact.
    if (double(Persisting) <= double(*Aside) * 1.01)
      return;
    HostFault Fault;
    Fault.Kind = HostFaultKind::WindowTooLarge;
    Fault.Earlier = positionOf(Limit.getSourceRange(), Ast);
    Fault.Bytes = Persisting;
    Fault.Limit = *Aside;
    report(Set, std::move(Fault));
  }

  /// A kernel that gets other memory only runs with a window that nothing resets.
  void lookAtLaunch(const CUDAKernelCallExpr &Launch, const WindowState &State) {
    if (OfFile.Resets || OfFile.Windows != 1 || OfFile.HasUnseenCalls || !OfFile.HasMain ||
        Launch.getConfig()->getNumArgs() < 4)
      return;
    const DeclRefExpr *Stream = HostBuffers::baseOf(Launch.getConfig()->getArg(3));
    auto Window = State.Windows.find(Stream ? dyn_cast<VarDecl>(Stream->getDecl()) : nullptr);
    if (!Stream || Window == State.Windows.end())
      return;
    const VarDecl *Base = Bases.lookup(Window->second);
    if (!Base || !isOwn(*Base) || !usesOther(Launch, *Base) || !isLast(Launch, *Base))
      return;
    HostFault Fault;
    Fault.Kind = HostFaultKind::WindowLeft;
    Fault.Earlier = positionOf(Launch.getSourceRange(), Ast);
    Fault.Text = plainNameOf(kernelLaunchedBy(Launch));
    Fault.Variable = Base->getNameAsString();
    report(*Window->second, std::move(Fault));
  }

  bool isOwn(const VarDecl &Variable) {
    const HostBuffer *Buffer = Function.buffers().of(&Variable);
    return Buffer && Buffer->Memory == BufferMemory::Device;
  }

  static bool gets(const CUDAKernelCallExpr &Launch, const VarDecl &Base) {
    return llvm::any_of(Launch.arguments(), [&](const clang::Expr *Each) {
      const DeclRefExpr *Reference = HostBuffers::baseOf(Each);
      return Reference && Reference->getDecl() == &Base;
    });
  }

  /// All that \p Launch passes are numbers and other allocations.
  bool usesOther(const CUDAKernelCallExpr &Launch, const VarDecl &Base) {
    bool GetsPointer = false;
    for (const clang::Expr *Each : Launch.arguments()) {
      if (Each->getType()->isArithmeticType())
        continue;
      const DeclRefExpr *Reference = HostBuffers::baseOf(Each);
      const auto *Variable = Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
      if (!Variable || Variable == &Base || !isOwn(*Variable))
        return false;
      GetsPointer = true;
    }
    return GetsPointer;
  }

  /// A kernel has used the memory of the window before, and none does afterwards.
  bool isLast(const CUDAKernelCallExpr &Launch, const VarDecl &Base) const {
    auto Own = llvm::find_if(Launches, [&](const auto &Each) { return Each.first == &Launch; });
    bool IsUsed = false;
    for (const auto &[Other, Around] : Launches) {
      if (!gets(*Other, Base))
        continue;
      IsUsed = true;
      if (Other->getBeginLoc() > Launch.getBeginLoc() ||
          llvm::any_of(Around,
                       [&](const Stmt *Loop) { return llvm::is_contained(Own->second, Loop); }))
        return false;
    }
    return IsUsed;
  }

  void report(const CallExpr &Set, HostFault Fault) {
    Fault.Position = positionOf(Set.getSourceRange(), Ast);
    Report({nullptr, std::move(Fault)});
  }

  HostFunction &Function;
  ASTContext &Ast;
  FaultSink Report;
  CopySizes Sizes;
  FileWindows OfFile;
  bool HasReferences = false;
  llvm::SmallPtrSet<const Stmt *, 4> Given;
  std::vector<std::pair<const CUDAKernelCallExpr *, Loops>> Launches;
  /// By call that gives a window: the variable that leads to its memory.
  llvm::DenseMap<const CallExpr *, const VarDecl *> Bases;
};

} // namespace

void findPolicyWindows(HostFunction &Function, FaultSink Report) {
  if (Function.setsAttributes())
    if (const HostFlow *Flow = Function.flow())
      PolicyWindows(Function, Report).run(*Flow);
}

} // namespace memlint

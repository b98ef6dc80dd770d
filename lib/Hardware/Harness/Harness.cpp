//===- Harness.cpp - A main for kernels that have none --------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Hardware/Harness/Harness.h"

#include "HarnessTypes.h"
#include "HarnessValues.h"

#include "cuda-memlint/Analysis/Cost/AccessEvaluation.h"
#include "cuda-memlint/Checks/Analysis.h"
#include "cuda-memlint/Frontend/CrashGuard.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Model/LaunchContexts.h"

#include "clang/AST/DeclCXX.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace memlint {

namespace {

/// What cudaMalloc aligns to, and what buffers are rounded up to.
constexpr uint64_t Alignment = 256;

uint64_t lowBits(uint64_t Value, unsigned Bits) {
  return Bits >= 64 ? Value : Value & maskTrailingOnes<uint64_t>(Bits);
}

/// The bits of 1 in the type of \p Scalar.
uint64_t bitsOfOne(const HarnessScalar &Scalar) {
  switch (Scalar.Kind) {
  case HarnessScalarKind::Float:
    return Scalar.Bytes == 4 ? 0x3F800000 : 0x3FF0000000000000;
  case HarnessScalarKind::Half:
    return 0x3C00;
  case HarnessScalarKind::Bfloat16:
    return 0x3F80;
  case HarnessScalarKind::Integer:
  case HarnessScalarKind::Boolean:
    return 1;
  }
  llvm_unreachable("covered switch");
}

/// Plans the launches of one kernel.
class KernelPlanner {
public:
  KernelPlanner(const FileAnalysis &File, unsigned Index, const TargetModel &Target, Harness &Plan)
      : File(File), Index(Index), Analysis(File.Kernels[Index]), Kernel(Analysis.Program),
        Target(Target), Signature(*Analysis.Signature), Plan(Plan) {}

  /// Why there is no launch; empty: there is one.
  std::string run() {
    if (!Signature.Problem.empty())
      return Signature.Problem;
    std::string Problem;
    std::vector<HarnessLaunch> Launches;
    for (const LaunchContext &Context : Analysis.Launches) {
      if (Launches.size() == MostHarnessLaunches)
        break;
      HarnessLaunch Launch;
      std::string Why = plan(Context, Launch);
      if (Why.empty())
        Launches.push_back(std::move(Launch));
      else if (Problem.empty())
        Problem = std::move(Why);
    }
    if (Launches.empty())
      return Problem.empty() ? "no launch of it is visible" : Problem;
    HarnessKernel &Named = Plan.Kernels.emplace_back();
    Named.Index = Index;
    Named.Address = Signature.Address;
    for (const ParameterShape &Shape : Signature.Parameters)
      Named.ParameterBytes.push_back(Shape.Bytes);
    append_range(Plan.Launches, std::move(Launches));
    if (Analysis.Launches.size() > MostHarnessLaunches)
      Plan.Assumptions.push_back(Kernel.Name + ": of " + utostr(Analysis.Launches.size()) +
                                 " launches the first " + utostr(MostHarnessLaunches));
    return "";
  }

private:
  std::string plan(const LaunchContext &Context, HarnessLaunch &Launch) {
    Launch.Kernel = Index;
    Launch.Context = Context;
    // The generated main chooses all numbers on its own.
    Launch.Context.Terms = {};
    Launch.Cooperative = any_of(
        Kernel.Barriers, [](const Barrier &Each) { return Each.Scope == BarrierScope::Grid; });
    Assumptions Made;
    std::string Why = completeLaunch(*File.Expressions, Kernel, Target, Launch.Context, Made);
    if (!Why.empty())
      return Why;
    // Whether two pointers are one buffer changes no cost.
    Launch.Context.AliasedArguments.clear();
    Launch.Context.DoubtfulArguments.clear();
    bool IsCall = Context.Origin == LaunchOrigin::Option ||
                  Context.Origin == LaunchOrigin::Config ||
                  Context.Origin == LaunchOrigin::Recorded;
    if (!Made.empty() && !IsCall) {
      Launch.Context.Origin = LaunchOrigin::Harness;
      Launch.Context.OtherBlocks.clear();
    }
    PointerExtents Extents = pointerExtents(*File.Expressions, Kernel, Launch.Context, Made);
    Launch.Context.Arguments.resize(Kernel.Parameters.size());
    for (unsigned Number = 0; Number != Kernel.Parameters.size(); ++Number) {
      fillOnes(Number, Launch);
      Why = fill(Number, {Number}, Kernel.Parameters[Number], Launch.Context.Arguments[Number],
                 Extents, Launch);
      if (!Why.empty())
        return Why;
    }
    if (!Made.empty())
      Plan.Assumptions.push_back(Kernel.Name + ": " + join(Made, ", "));
    return "";
  }

  /// Numbers that are not integers.
  void fillOnes(unsigned Number, HarnessLaunch &Launch) {
    for (const HarnessScalar &Scalar : Signature.Parameters[Number].Numbers)
      if (Scalar.Kind != HarnessScalarKind::Integer && Scalar.Kind != HarnessScalarKind::Boolean)
        Launch.Numbers.push_back({Number, 8 * Scalar.Offset, 8 * Scalar.Bytes, bitsOfOne(Scalar)});
  }

  std::string fill(unsigned Number, const ParameterPath &Path, const KernelParameter &Part,
                   LaunchArgument &Argument, const PointerExtents &Extents, HarnessLaunch &Launch) {
    if (Part.Value && Argument.Value)
      Launch.Numbers.push_back({Number, Part.FirstBit, unsigned(Part.Bits),
                                lowBits(uint64_t(*Argument.Value), unsigned(Part.Bits))});
    if (Part.IsPointer && Argument.IsNull != true)
      if (std::string Why = makeBuffer(Number, Path, Part, Argument, Extents, Launch); !Why.empty())
        return Why;
    Argument.Fields.resize(Part.Fields.size());
    for (unsigned Field = 0; Field != Part.Fields.size(); ++Field) {
      ParameterPath Inner = Path;
      Inner.push_back(Field);
      std::string Why =
          fill(Number, Inner, Part.Fields[Field], Argument.Fields[Field], Extents, Launch);
      if (!Why.empty())
        return Why;
    }
    return "";
  }

  std::string makeBuffer(unsigned Number, const ParameterPath &Path, const KernelParameter &Part,
                         LaunchArgument &Argument, const PointerExtents &Extents,
                         HarnessLaunch &Launch) {
    HarnessBuffer Buffer;
    Buffer.Parameter = Number;
    Buffer.PointerOffset = Part.FirstBit / 8;
    Buffer.Misalignment = Argument.AlignmentResidue % Alignment;
    Argument.IsNull = false;
    Argument.AlignmentBytes = Alignment;
    Argument.AlignmentResidue = Buffer.Misalignment;
    Argument.SharedAllocation = 0;
    Argument.SharedOffset.reset();
    const std::vector<PointerPart> &Pointers = Signature.Parameters[Number].Pointers;
    auto Shape = find_if(
        Pointers, [&](const PointerPart &Each) { return Each.Offset == Buffer.PointerOffset; });
    if (Shape != Pointers.end()) {
      Buffer.ElementBytes = Shape->ElementBytes;
      Buffer.Scalars = Shape->Element;
    }
    if (auto Known = Extents.find(Path); Known != Extents.end()) {
      const PointerExtent &Extent = Known->second;
      if (Extent.High - Extent.Low > LargestExtent)
        return "`" + Part.Name + "` would need " + utostr(uint64_t(Extent.High - Extent.Low)) +
               " bytes";
      Buffer.BytesBefore = alignTo(uint64_t(-std::min<int64_t>(0, Extent.Low)), Alignment);
      Buffer.BytesBehind =
          std::max(Alignment, alignTo(uint64_t(Extent.High) + Buffer.Misalignment, Alignment));
      Buffer.LargestInteger = Extent.LargestInteger;
      // Several small integers that are read as one number could be any.
      uint64_t Narrowest = ~uint64_t(0);
      for (const HarnessScalar &Scalar : Buffer.Scalars)
        Narrowest = std::min<uint64_t>(Narrowest, Scalar.Bytes);
      if (Extent.WidestLoad > Narrowest && Narrowest < 4 && Buffer.Scalars.size() == 1)
        Buffer.LargestInteger = Extent.DecidesAddresses ? 0 : Buffer.LargestInteger;
    }
    Launch.Buffers.push_back(std::move(Buffer));
    return "";
  }

  const FileAnalysis &File;
  unsigned Index;
  const KernelAnalysis &Analysis;
  const KernelProgram &Kernel;
  const TargetModel &Target;
  const KernelSignature &Signature;
  Harness &Plan;
};

KernelSignature signatureOf(const clang::FunctionDecl &Function) {
  KernelSignature Result;
  clang::ASTContext &Ast = Function.getASTContext();
  for (const clang::ParmVarDecl *Parameter : Function.parameters()) {
    Result.Parameters.push_back(shapeOf(Ast, Parameter->getType()));
    const clang::CXXRecordDecl *Class = Parameter->getType()->getAsCXXRecordDecl();
    if (Class && Class->isDynamicClass()) {
      Result.Problem = "`" + Parameter->getNameAsString() + "` has virtual functions";
      return Result;
    }
  }
  if (Expected<std::string> Address = addressOf(Ast, Function))
    Result.Address = std::move(*Address);
  else
    Result.Problem = toString(Address.takeError());
  return Result;
}

Error crashed(const FileAnalysis &File) {
  return createStringError("making a main for '" + File.Path +
                           "' crashed; this is a bug in cuda-memlint, please report it");
}

Expected<Harness> plan(const FileAnalysis &File) {
  Expected<const TargetModel *> Target = findTarget(File.Target);
  if (!Target)
    return Target.takeError();
  Harness Plan;
  Plan.RenamesMain = File.HasMain;
  for (unsigned Index = 0; Index != File.Kernels.size(); ++Index) {
    const KernelProgram &Kernel = File.Kernels[Index].Program;
    std::string Why = whyNotLaunched(Kernel);
    if (Why.empty()) {
      if (!File.Kernels[Index].Signature)
        return crashed(File);
      Why = KernelPlanner(File, Index, **Target, Plan).run();
    }
    if (!Why.empty())
      Plan.NotLaunched.push_back({Kernel.Name, Kernel.Position, std::move(Why)});
  }
  return Plan;
}

} // namespace

void describeSignatures(FileAnalysis &File, ArrayRef<const clang::FunctionDecl *> Functions) {
  for (auto [Kernel, Function] : zip(File.Kernels, Functions))
    if (whyNotLaunched(Kernel.Program).empty())
      Kernel.Signature = std::make_shared<const KernelSignature>(signatureOf(*Function));
}

Expected<Harness> planHarness(const FileAnalysis &File) {
  if (File.Kernels.empty())
    return createStringError("'" + File.Path + "' has neither a main nor a kernel: nothing to run");
  std::optional<Expected<Harness>> Outcome;
  if (!runGuarded([&] { Outcome.emplace(plan(File)); }))
    return crashed(File);
  if (*Outcome && (*Outcome)->Launches.empty()) {
    const HarnessRefusal &First = (*Outcome)->NotLaunched.front();
    return createStringError("none of the kernels of '" + File.Path +
                             "' can be launched by a generated main: " + First.Kernel + ": " +
                             First.Reason);
  }
  return std::move(*Outcome);
}

Error adoptHarness(FileAnalysis &File, const Harness &Plan, ArrayRef<const Check *> Checks,
                   uint64_t Budget) {
  Expected<const TargetModel *> Target = findTarget(File.Target);
  if (!Target)
    return Target.takeError();
  FileAllowance Allowance = {CostAllowance(Budget), RaceAllowance(Plan.Kernels.size())};
  for (const HarnessKernel &Named : Plan.Kernels) {
    KernelAnalysis &Kernel = File.Kernels[Named.Index];
    Kernel.Launches.clear();
    for (const HarnessLaunch &Launch : Plan.Launches)
      if (Launch.Kernel == Named.Index)
        addDistinct(Kernel.Launches, Launch.Context);
    if (!runGuarded([&] { analyseKernel(*File.Expressions, Kernel, **Target, Checks, Allowance); }))
      return crashed(File);
  }
  findFaultsOfFile(File, File, Checks);
  return Error::success();
}

} // namespace memlint

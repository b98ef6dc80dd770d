//===- TargetModel.cpp - Finding a row and how it is known ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Target/TargetModel.h"

#include "cuda-memlint/Support/NearestName.h"
#include "cuda-memlint/Target/BankWidth.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/ErrorHandling.h"

#include <optional>

using namespace memlint;

llvm::StringRef memlint::evidenceName(Evidence Known) {
  switch (Known) {
  case Evidence::Measured:
    return "measured";
  case Evidence::Documented:
    return "documented";
  case Evidence::Inferred:
    return "inferred";
  case Evidence::Unknown:
    return "unknown";
  }
  llvm_unreachable("unhandled evidence");
}

std::string TargetModel::name() const {
  return Processor ? Processor : ("sm_" + llvm::Twine(Capability)).str();
}

static const TargetModel *findCapability(unsigned Capability) {
  const TargetModel *Row = llvm::find_if(
      nvidiaTargets(), [&](const TargetModel &T) { return T.Capability == Capability; });
  return Row == nvidiaTargets().end() ? nullptr : Row;
}

const TargetModel &memlint::defaultTarget() { return *findCapability(90); }

/// 90 for "sm_90", "compute_90", "90", "9.0", "sm_90a".
static std::optional<unsigned> parseCapability(llvm::StringRef Name) {
  bool Prefixed = Name.consume_front("sm_") || Name.consume_front("compute_");
  // Architecture-specific and family-specific code runs on the same memory system.
  if (Name.size() > 1 && (Name.back() == 'a' || Name.back() == 'f'))
    Name = Name.drop_back();
  auto [Major, Minor] = Name.split('.');
  if (!Prefixed && Name.contains('.') && Minor.size() != 1)
    return std::nullopt;
  unsigned Capability = 0;
  std::string Digits = Prefixed ? Name.str() : (Major + Minor).str();
  if (!llvm::all_of(Digits, llvm::isDigit) || llvm::StringRef(Digits).getAsInteger(10, Capability))
    return std::nullopt;
  return Capability;
}

const TargetModel *memlint::findAmdTarget(llvm::StringRef Name) {
  llvm::StringRef Processor = Name.split(':').first;
  const TargetModel *Row =
      llvm::find_if(amdTargets(), [&](const TargetModel &T) { return Processor == T.Processor; });
  return Row == amdTargets().end() ? nullptr : Row;
}

TargetModel memlint::withWideBanks(const TargetModel &Target) {
  TargetModel Result = Target;
  Result.Shared = SharedRule::Phases;
  Result.SharedSource = "Guide 4.2, F.5.3.1 (64-bit mode)";
  return Result;
}

llvm::Expected<const TargetModel *> memlint::findTarget(llvm::StringRef Name) {
  if (const TargetModel *Processor = findAmdTarget(Name))
    return Processor;
  if (std::optional<unsigned> Capability = parseCapability(Name))
    if (const TargetModel *Row = findCapability(*Capability))
      return Row;
  std::string Known;
  std::vector<std::string> Names;
  for (llvm::ArrayRef<TargetModel> Rows : {nvidiaTargets(), amdTargets()})
    for (const TargetModel &Row : Rows) {
      Names.push_back(Row.name());
      Known += (Known.empty() ? "" : ", ") + Names.back();
    }
  return llvm::createStringError(llvm::inconvertibleErrorCode(), "unknown target '" + Name +
                                                                     "': known are " + Known +
                                                                     didYouMean(Name, Names));
}

static bool isAccessSize(unsigned Bytes) {
  return Bytes == 1 || Bytes == 2 || Bytes == 4 || Bytes == 8 || Bytes == 16;
}

static Evidence globalEvidence(const TargetModel &Target, AccessKind Kind, unsigned Bytes,
                               RequestForm Form) {
  switch (Kind) {
  case AccessKind::Load:
    if (Target.Measured.GlobalLoad & Bytes)
      return Evidence::Measured;
    break;
  case AccessKind::Store:
    if (Target.Measured.GlobalStore & Bytes)
      return Evidence::Measured;
    // What the documentation says of cached loads leaves stores open.
    if (Target.Global == GlobalRule::WholeLineLoads)
      return Evidence::Inferred;
    break;
  case AccessKind::Atomic:
    return Target.Measured.GlobalAtomic & Bytes ? Evidence::Measured : Evidence::Inferred;
  case AccessKind::AsyncCopy:
    if (Form == RequestForm::BypassingCopy)
      return Evidence::Unknown;
    return Target.Measured.GlobalAsyncCopy & Bytes ? Evidence::Measured : Evidence::Inferred;
  }
  return Target.GlobalEvidence == Evidence::Measured ? Evidence::Inferred : Target.GlobalEvidence;
}

/// Requests that only shared memory of 5.0 and later serves this way: before, atomics
/// took a lock per word.
static Evidence sharedFormEvidence(const TargetModel &Target, unsigned Bytes, RequestForm Form) {
  SizeSet Sizes = Form == RequestForm::NativeAtomic     ? Target.Measured.SharedNativeAtomic
                  : Form == RequestForm::Increment      ? Target.Measured.SharedIncrement
                  : Form == RequestForm::CompareAndSwap ? Target.Measured.SharedCompareAndSwap
                                                        : Target.Measured.SharedMatrixRows;
  if (Sizes & Bytes)
    return Evidence::Measured;
  return Target.Shared == SharedRule::PairedPhases ? Evidence::Inferred : Evidence::Unknown;
}

static Evidence sharedEvidence(const TargetModel &Target, AccessKind Kind, unsigned Bytes,
                               RequestForm Form) {
  if (Form == RequestForm::NativeAtomic || Form == RequestForm::Increment ||
      Form == RequestForm::CompareAndSwap || Form == RequestForm::MatrixRows)
    return sharedFormEvidence(Target, Bytes, Form);
  if (Kind == AccessKind::Atomic || Kind == AccessKind::AsyncCopy)
    return Evidence::Unknown;
  SizeSet Sizes =
      Kind == AccessKind::Load ? Target.Measured.SharedLoad : Target.Measured.SharedStore;
  if (Sizes & Bytes)
    return Evidence::Measured;
  // Documentation speaks of words and what lies within one, and of wider accesses only for 2.x, of
  // which our rule follows the part on 8 bytes.
  bool Described = Bytes <= 4 || (Bytes == 8 && Target.Shared == SharedRule::Phases);
  if (!Described || Target.SharedEvidence == Evidence::Measured)
    return Evidence::Inferred;
  return Target.SharedEvidence;
}

static Evidence constantEvidence(const TargetModel &Target, AccessKind Kind, unsigned Bytes) {
  if (Kind != AccessKind::Load)
    return Evidence::Unknown;
  if (Target.Measured.ConstantLoad & Bytes)
    return Evidence::Measured;
  return Bytes <= 8 ? Evidence::Documented : Evidence::Inferred;
}

/// Of AMD's devices, plain loads and stores are documented.
static Evidence amdEvidence(const TargetModel &Target, MemorySpace Space, AccessKind Kind,
                            unsigned Bytes, RequestForm Form) {
  if ((Kind != AccessKind::Load && Kind != AccessKind::Store) || Form != RequestForm::Plain)
    return Evidence::Unknown;
  if (Space == MemorySpace::Global)
    return Target.GlobalEvidence;
  if (Space != MemorySpace::Shared)
    return Evidence::Unknown;
  // The groups of lanes for 16 bytes are known from GCN on, and documented for wavefronts of 64.
  if (Bytes == 16 && Target.Global == GlobalRule::QuarterWavefronts)
    return Evidence::Unknown;
  return Bytes == 8 ? Evidence::Inferred : Target.SharedEvidence;
}

Evidence memlint::evidenceFor(const TargetModel &Target, MemorySpace Space, AccessKind Kind,
                              unsigned BytesPerLane, RequestForm Form) {
  if (!isAccessSize(BytesPerLane))
    return Evidence::Unknown;
  if (Target.Shape.IsAmd)
    return amdEvidence(Target, Space, Kind, BytesPerLane, Form);
  if (Form == RequestForm::WarpMatrix && !Target.Measured.SharedMatrixRows) {
    // Which lanes hold what has been the same since 8.0; 7.x had other instructions.
    if (Target.Capability < 80 || (Space != MemorySpace::Global && Space != MemorySpace::Shared))
      return Evidence::Unknown;
    return Evidence::Inferred;
  }
  switch (Space) {
  case MemorySpace::Global:
    return globalEvidence(Target, Kind, BytesPerLane, Form);
  case MemorySpace::Shared:
    return sharedEvidence(Target, Kind, BytesPerLane, Form);
  case MemorySpace::Constant:
    return constantEvidence(Target, Kind, BytesPerLane);
  case MemorySpace::Local:
  case MemorySpace::Generic:
    return Evidence::Unknown;
  }
  llvm_unreachable("unhandled memory space");
}

llvm::StringRef memlint::evidenceSource(const TargetModel &Target, MemorySpace Space) {
  switch (Space) {
  case MemorySpace::Global:
    return Target.GlobalSource;
  case MemorySpace::Shared:
    return Target.SharedSource;
  case MemorySpace::Constant:
    if (Target.Shape.IsAmd)
      return "no rule";
    return Target.Measured.ConstantLoad
               ? "measured on one NVIDIA H200 (test/hardware: h200_constant_*.csv)"
               : "Guide, device memory accesses, constant memory: as many separate requests as "
                 "there are different addresses";
  case MemorySpace::Local:
  case MemorySpace::Generic:
    return "no rule";
  }
  llvm_unreachable("unhandled memory space");
}

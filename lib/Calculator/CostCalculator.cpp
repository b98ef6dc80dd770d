//===- CostCalculator.cpp - What would these requests cost? ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Calculator/CostCalculator.h"

#include "cuda-memlint/Calculator/RequestTable.h"
#include "cuda-memlint/Support/NearestName.h"
#include "cuda-memlint/Target/RequestCost.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace memlint;
using llvm::StringRef;

/// The column of \p Device among \p Devices.
static std::string columnFor(const CostDevice &Device, llvm::ArrayRef<CostDevice> Devices) {
  return Devices.size() == 1 ? "predicted" : "predicted_" + Device.Name;
}

/// The requests that each of \p Devices can make.
static RequestLimits limitsOf(MemorySpace Space, llvm::ArrayRef<CostDevice> Devices) {
  RequestLimits Limits = {MostWarpLanes, /*MayBeUnaligned=*/Space == MemorySpace::Global};
  for (const CostDevice &Each : Devices) {
    Limits.WarpLanes = std::min(Limits.WarpLanes, Each.Target->Shape.WarpLanes);
    Limits.MayBeUnaligned &= Each.Target->Shape.IsAmd;
  }
  return Limits;
}

llvm::Expected<MemorySpace> memlint::parseCostSpace(StringRef Name) {
  std::optional<MemorySpace> Space = llvm::StringSwitch<std::optional<MemorySpace>>(Name)
                                         .Case("global", MemorySpace::Global)
                                         .Case("shared", MemorySpace::Shared)
                                         .Case("constant", MemorySpace::Constant)
                                         .Default(std::nullopt);
  static constexpr StringRef Names[] = {"global", "shared", "constant"};
  if (!Space)
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "unknown memory space '" + Name +
                                       "': known are global, shared, constant" +
                                       memlint::didYouMean(Name, Names));
  return *Space;
}

/// Why \p Request has no cost in \p Space; empty when it has one.
static std::string refusal(MemorySpace Space, const CostDevice &Device,
                           const WarpRequest &Request) {
  if (Space == MemorySpace::Constant && Request.Kind != AccessKind::Load)
    return "constant memory can only be loaded from";
  if (Request.Form == RequestForm::MatrixRows &&
      (Space != MemorySpace::Shared || Request.BytesPerLane != 16))
    return "matrix rows have 16 bytes and lie in shared memory";
  if (!cost(*Device.Target, Space, Request))
    return "no cost model for such requests on " + Device.Name;
  return {};
}

llvm::Error memlint::calculateCosts(llvm::MemoryBufferRef File, MemorySpace Space,
                                    llvm::ArrayRef<CostDevice> Devices, llvm::raw_ostream &Out) {
  llvm::Expected<RequestTable> Table = RequestTable::open(File, limitsOf(Space, Devices));
  if (!Table)
    return Table.takeError();

  // Written only when the whole file is good.
  std::string Result;
  Result.reserve(File.getBufferSize() + File.getBufferSize() / 32);
  Result += Table->header();
  for (const CostDevice &Each : Devices) {
    std::string Column = columnFor(Each, Devices);
    if (Table->findColumn(Column))
      return Table->errorHere("column '" + Column + "' already exists; rename or remove it");
    Result += "," + Column;
  }
  Result += '\n';
  RequestRow Row;
  while (true) {
    llvm::Expected<bool> Found = Table->next(Row);
    if (!Found)
      return Found.takeError();
    if (!*Found)
      break;
    Result += Row.Text;
    for (const CostDevice &Each : Devices) {
      if (std::string Reason = refusal(Space, Each, Row.Request); !Reason.empty())
        return Table->errorHere(Reason);
      Result += "," + std::to_string(cost(*Each.Target, Space, Row.Request)->Cost);
    }
    Result += '\n';
  }
  Out << Result;
  return llvm::Error::success();
}

llvm::Error memlint::runCostCalculator(StringRef Path, MemorySpace Space,
                                       llvm::ArrayRef<CostDevice> Devices, llvm::raw_ostream &Out) {
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> File =
      llvm::MemoryBuffer::getFileOrSTDIN(Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (std::error_code Reason = File.getError())
    return llvm::createStringError(Reason, "cannot read '" + Path + "': " + Reason.message());
  return calculateCosts((*File)->getMemBufferRef(), Space, Devices, Out);
}

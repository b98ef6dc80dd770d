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

static constexpr StringRef PredictedColumn = "predicted";

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
static StringRef refusal(MemorySpace Space, const TargetModel &Target, const WarpRequest &Request) {
  if (Space == MemorySpace::Constant && Request.Kind != AccessKind::Load)
    return "constant memory can only be loaded from";
  if (Request.Form == RequestForm::MatrixRows &&
      (Space != MemorySpace::Shared || Request.BytesPerLane != 16))
    return "matrix rows have 16 bytes and lie in shared memory";
  if (!cost(Target, Space, Request))
    return "no cost model for such requests on this target";
  return {};
}

llvm::Error memlint::calculateCosts(llvm::MemoryBufferRef File, MemorySpace Space,
                                    const TargetModel &Target, llvm::raw_ostream &Out) {
  llvm::Expected<RequestTable> Table = RequestTable::open(File, Target.Shape.WarpLanes);
  if (!Table)
    return Table.takeError();
  if (Table->findColumn(PredictedColumn))
    return Table->errorHere("column 'predicted' already exists; rename or remove it");

  // Written only when the whole file is good.
  std::string Result;
  Result.reserve(File.getBufferSize() + File.getBufferSize() / 32);
  auto AddLine = [&Result](StringRef Text, StringRef LastCell) {
    Result += Text;
    Result += ',';
    Result += LastCell;
    Result += '\n';
  };
  AddLine(Table->header(), PredictedColumn);
  RequestRow Row;
  while (true) {
    llvm::Expected<bool> Found = Table->next(Row);
    if (!Found)
      return Found.takeError();
    if (!*Found)
      break;
    if (StringRef Reason = refusal(Space, Target, Row.Request); !Reason.empty())
      return Table->errorHere(Reason);
    AddLine(Row.Text, std::to_string(cost(Target, Space, Row.Request)->Cost));
  }
  Out << Result;
  return llvm::Error::success();
}

llvm::Error memlint::runCostCalculator(StringRef Path, MemorySpace Space, const TargetModel &Target,
                                       llvm::raw_ostream &Out) {
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> File =
      llvm::MemoryBuffer::getFileOrSTDIN(Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (std::error_code Reason = File.getError())
    return llvm::createStringError(Reason, "cannot read '" + Path + "': " + Reason.message());
  return calculateCosts((*File)->getMemBufferRef(), Space, Target, Out);
}

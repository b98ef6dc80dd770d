//===- CalibrationRows.h - Rows of measured requests ------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads the measurements under test/hardware for the tests.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TEST_UNIT_TARGET_CALIBRATIONROWS_H
#define CUDA_MEMLINT_TEST_UNIT_TARGET_CALIBRATIONROWS_H

#include "cuda-memlint/Calculator/RequestTable.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

#include <string>
#include <vector>

namespace memlint {

/// A request and what hardware counted for it, as printed in the file.
struct MeasuredRequest {
  WarpRequest Request;
  double Counted = 0;
  std::string Text;
};

/// The rows of \p File, a path below test/hardware, with the number in column
/// \p CountedColumn. Fails the test when the file cannot be read whole.
inline std::vector<MeasuredRequest> readMeasuredRequests(llvm::StringRef File,
                                                         llvm::StringRef CountedColumn) {
  std::vector<MeasuredRequest> Rows;
  std::string Path = (llvm::Twine(MEMLINT_TEST_DATA_DIR) + "/hardware/" + File).str();
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  if (!Buffer) {
    ADD_FAILURE() << "cannot read " << Path;
    return Rows;
  }
  llvm::Expected<RequestTable> Table = RequestTable::open((*Buffer)->getMemBufferRef());
  if (!Table) {
    ADD_FAILURE() << llvm::toString(Table.takeError());
    return Rows;
  }
  std::optional<unsigned> Column = Table->findColumn(CountedColumn);
  if (!Column) {
    ADD_FAILURE() << Path << " has no column " << CountedColumn.str();
    return Rows;
  }
  RequestRow Row;
  while (true) {
    llvm::Expected<bool> Found = Table->next(Row);
    if (!Found) {
      ADD_FAILURE() << llvm::toString(Found.takeError());
      return Rows;
    }
    if (!*Found)
      return Rows;
    double Counted = 0;
    EXPECT_FALSE(Row.Cells[*Column].getAsDouble(Counted)) << Row.Text.str();
    Rows.push_back({Row.Request, Counted, Row.Text.str()});
  }
}

} // namespace memlint

#endif // CUDA_MEMLINT_TEST_UNIT_TARGET_CALIBRATIONROWS_H

//===- ProgramFields.h - All fields of memory programs ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Visits the fields of each structure by name.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TEST_UNIT_MEMORYPROGRAM_PROGRAMFIELDS_H
#define CUDA_MEMLINT_TEST_UNIT_MEMORYPROGRAM_PROGRAMFIELDS_H

#include "cuda-memlint/Model/Fields.h"

namespace memlint {

/// Calls Visit("Field", Of.Field) for each of the fields.
template <HasFields Structure, typename Visitor>
void visitFields(Structure &Of, const Visitor &Visit) {
  llvm::StringRef Names = namesOfFields(Of);
  auto VisitNext = [&](auto &Field) {
    auto [Name, Rest] = Names.split(',');
    Names = Rest;
    Visit(Name.trim().str(), Field);
  };
  std::apply([&](auto &...Fields) { (VisitNext(Fields), ...); }, fieldsOf(Of));
}

template <typename Facts, typename Visitor>
void visitFieldsOfBoth(Site &Located, Facts &Record, const Visitor &Visit) {
  visitFields(Located, Visit);
  visitFields(Record, Visit);
}
template <typename Visitor> void visitFields(Access &Record, const Visitor &Visit) {
  visitFieldsOfBoth<AccessFacts>(Record, Record, Visit);
}
template <typename Visitor> void visitFields(Barrier &Record, const Visitor &Visit) {
  visitFieldsOfBoth<BarrierFacts>(Record, Record, Visit);
}
template <typename Visitor> void visitFields(Fence &Record, const Visitor &Visit) {
  visitFieldsOfBoth<FenceFacts>(Record, Record, Visit);
}
template <typename Visitor> void visitFields(WarpOperation &Record, const Visitor &Visit) {
  visitFieldsOfBoth<WarpOperationFacts>(Record, Record, Visit);
}

} // namespace memlint

#endif // CUDA_MEMLINT_TEST_UNIT_MEMORYPROGRAM_PROGRAMFIELDS_H

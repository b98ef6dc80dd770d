//===- JoinedFindings.h - Findings that are shown as one --------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LANGUAGESERVER_JOINEDFINDINGS_H
#define CUDA_MEMLINT_LIB_LANGUAGESERVER_JOINEDFINDINGS_H

#include "ReportFeatures.h"

namespace memlint::lsp {

/// Findings that read alike, or are those of other instantiations of one template: the one to show
/// first. Never empty.
using JoinedFinding = std::vector<const ReportFinding *>;

/// The findings of the file that the text lists, joined as there: warnings, and remarks where they
/// are asked for; one for each cause.
std::vector<JoinedFinding> shownFindings(const ReportedText &Of);

} // namespace memlint::lsp

#endif // CUDA_MEMLINT_LIB_LANGUAGESERVER_JOINEDFINDINGS_H

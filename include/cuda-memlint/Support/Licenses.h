//===- Licenses.h - The licences the binary is under ------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The licence texts, for a binary that travels alone (library memlintLicenses).
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_SUPPORT_LICENSES_H
#define CUDA_MEMLINT_SUPPORT_LICENSES_H

#include "cuda-memlint/Support/EmbeddedFile.h"

namespace memlint {

/// Our licence first, then the notices of what is linked in, then their longer texts.
extern const EmbeddedFile LicenseTexts[];
extern const size_t LicenseTextsCount;

} // namespace memlint

#endif // CUDA_MEMLINT_SUPPORT_LICENSES_H

//===- DeviceDifferences.h - Findings for several devices -------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes one list of what was found in a file for several devices.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CHECKS_DEVICEDIFFERENCES_H
#define CUDA_MEMLINT_CHECKS_DEVICEDIFFERENCES_H

namespace memlint {

struct FileAnalysis;

/// Adds to \p File what \p Other, an analysis of the same file for another device, has besides: its
/// own findings, without fixes, and notes on those that only one of them has or that differ in what
/// they say. A finding has the highest level that it has on any device. What costs the same on both
/// stays as it is. Without what \p File's analysis knows, as the file cannot be read for that
/// device, its errors are added.
void addDeviceDifferences(FileAnalysis &File, const FileAnalysis &Other);

} // namespace memlint

#endif // CUDA_MEMLINT_CHECKS_DEVICEDIFFERENCES_H

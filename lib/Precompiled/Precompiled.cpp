//===- Precompiled.cpp - The source that owns precompiled headers ---------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CMake builds a precompiled header with a target, and a target has a source.
//
//===----------------------------------------------------------------------===//

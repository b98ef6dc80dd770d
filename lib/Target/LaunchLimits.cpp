//===- LaunchLimits.cpp - The largest launches of each device -------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Target/LaunchLimits.h"

#include "cuda-memlint/Target/TargetModel.h"

using namespace memlint;

namespace {

constexpr uint64_t Blocks16Bit = 65535, Blocks31Bit = 2147483647;

/// Grids of 1.x have two dimensions.
constexpr LaunchLimits Tesla = {
    {512, 512, 64},
    {Blocks16Bit, Blocks16Bit, 1},
    "CUDA C Programming Guide 4.2, technical specifications of compute capability 1.x"};
constexpr LaunchLimits Fermi = {
    {1024, 1024, 64},
    {Blocks16Bit, Blocks16Bit, Blocks16Bit},
    "CUDA C Programming Guide 4.2, technical specifications of compute capability 2.x"};
constexpr LaunchLimits Kepler = {
    {1024, 1024, 64},
    {Blocks31Bit, Blocks16Bit, Blocks16Bit},
    "CUDA C++ Programming Guide, technical specifications per compute capability: 3.0 and later"};

/// AMD's devices limit the threads of a block, and of each dimension nothing less.
constexpr LaunchLimits Amd = {{1024, 1024, 1024},
                              {Blocks31Bit, Blocks31Bit, Blocks31Bit},
                              "HIP programming guide: bounds that are sure for all devices"};

} // namespace

const LaunchLimits &memlint::launchLimits(const TargetModel &Target) {
  if (Target.Shape.IsAmd)
    return Amd;
  constexpr unsigned FirstFermi = 20, FirstKepler = 30;
  return Target.Capability < FirstFermi ? Tesla : Target.Capability < FirstKepler ? Fermi : Kepler;
}

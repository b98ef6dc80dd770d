//===- AmdTargets.cpp - The table of AMD's processors ---------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The table, one row per processor, and nothing else. None of these devices has been measured.
///
/// "Profiler" is AMD's documentation of the ROCm Compute Profiler (Omniperf), performance model.
///
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Target/TargetModel.h"

using namespace memlint;

namespace {

/// The other table has some of these names, too.
namespace amd {

constexpr unsigned KB = 1024;

constexpr char GlobalEvergreen[] = "slides \"Understanding GPU Memory\", Bus Addressing and "
                                   "Coalescing Memory Accesses: Radeon 5870";
constexpr char SharedEvergreen[] =
    "AMD APP OpenCL guide, performance for Evergreen and Northern Islands, Local Memory (LDS)";
constexpr char GlobalGcn[] = "Profiler, vector L1 cache: lines of 64 bytes on GCN and CDNA; L2 "
                             "cache: 64 bytes before CDNA2";
constexpr char SharedGcn[] =
    "AMD APP OpenCL guide, performance for GCN, Local Memory (LDS); 16-byte loads: Composable "
    "Kernel, LDS bank conflicts";
constexpr char GlobalCdna2[] = "Profiler, L2 cache: lines of 128 bytes on CDNA2";
constexpr char GlobalCdna3[] = "Profiler, metrics of gfx942: 128 bytes per request to L1 and L2";
constexpr char SharedCdna[] = "Profiler, local data share: 32 banks of 4 bytes; 16 bytes: "
                              "Composable Kernel, LDS bank conflicts";
constexpr char GlobalCdna4[] = "taken over from gfx942";
constexpr char SharedCdna4[] =
    "Composable Kernel, LDS bank conflicts: 32 or 64 banks; which, and the groups of lanes: "
    "published measurements (HipKittens), not repeated here";
constexpr char GlobalRdna[] = "RDNA Architecture whitepaper (2019): cache lines of 128 bytes; "
                              "taken over to later generations";
constexpr char SharedRdna[] =
    "RDNA instruction set architectures, local data share: 32 banks of 4 bytes per compute unit; "
    "8 bytes are taken over; 16-byte loads: the cheaper of the two rules of other generations";
constexpr char SharedRdna3[] =
    "RDNA instruction set architectures, local data share: 32 banks of 4 bytes per compute unit; "
    "groups of lanes of loads: published measurements (empirical-lds), not repeated here";

constexpr MeasuredSizes None = {};
constexpr Evidence Documented = Evidence::Documented;
constexpr Evidence Inferred = Evidence::Inferred;
constexpr GlobalRule Quarters = GlobalRule::QuarterWavefronts;
constexpr GlobalRule Lines = GlobalRule::Sectors;
constexpr SharedRule Groups = SharedRule::LaneGroups;
constexpr SharedRule WideGroups = SharedRule::WideLaneGroups;
constexpr SharedRule Consecutive = SharedRule::ConsecutiveLaneGroups;
constexpr SharedRule Cheaper = SharedRule::CheaperLaneGroups;

constexpr DeviceShape shape(unsigned Lanes, unsigned LineBytes) {
  return {Lanes, LineBytes, /*IsAmd=*/true};
}

// A work-group has no more local memory than fixed arrays may take, and its limit cannot be raised.
// clang-format off
constexpr TargetModel Table[] = {
    // The generation and its rules               banks of  constant  limits of a block             of a        how the rules are known, and where from
    //                                                      lanes     threads, static, max bytes    unit        (global, shared)                                            processor, lanes, bytes of a line
    {0, "Evergreen", Quarters, Groups,     32, 4,       64,       256,  32 * KB,  32 * KB,  0, 0, 0, Inferred,   Documented, GlobalEvergreen, SharedEvergreen, None, nullptr, "cypress", shape(64, 32)},
    {0, "Vega",      Lines,    Groups,     32, 4,       64,       1024, 64 * KB,  64 * KB,  0, 0, 0, Documented, Documented, GlobalGcn,       SharedGcn,       None, nullptr, "gfx900",  shape(64, 64)},
    {0, "Vega",      Lines,    Groups,     32, 4,       64,       1024, 64 * KB,  64 * KB,  0, 0, 0, Documented, Documented, GlobalGcn,       SharedGcn,       None, nullptr, "gfx906",  shape(64, 64)},
    {0, "CDNA",      Lines,    Groups,     32, 4,       64,       1024, 64 * KB,  64 * KB,  0, 0, 0, Documented, Documented, GlobalGcn,       SharedCdna,      None, nullptr, "gfx908",  shape(64, 64)},
    {0, "CDNA2",     Lines,    Groups,     32, 4,       64,       1024, 64 * KB,  64 * KB,  0, 0, 0, Documented, Documented, GlobalCdna2,     SharedCdna,      None, nullptr, "gfx90a",  shape(64, 128)},
    {0, "CDNA3",     Lines,    Groups,     32, 4,       64,       1024, 64 * KB,  64 * KB,  0, 0, 0, Documented, Documented, GlobalCdna3,     SharedCdna,      None, nullptr, "gfx942",  shape(64, 128)},
    {0, "CDNA4",     Lines,    WideGroups, 64, 4,       64,       1024, 160 * KB, 160 * KB, 0, 0, 0, Inferred,   Inferred,   GlobalCdna4,     SharedCdna4,     None, nullptr, "gfx950",  shape(64, 128)},
    {0, "RDNA",      Lines,    Cheaper,    32, 4,       32,       1024, 64 * KB,  64 * KB,  0, 0, 0, Documented, Inferred,   GlobalRdna,      SharedRdna,      None, nullptr, "gfx1010", shape(32, 128)},
    {0, "RDNA2",     Lines,    Cheaper,    32, 4,       32,       1024, 64 * KB,  64 * KB,  0, 0, 0, Inferred,   Inferred,   GlobalRdna,      SharedRdna,      None, nullptr, "gfx1030", shape(32, 128)},
    {0, "RDNA2",     Lines,    Cheaper,    32, 4,       32,       1024, 64 * KB,  64 * KB,  0, 0, 0, Inferred,   Inferred,   GlobalRdna,      SharedRdna,      None, nullptr, "gfx1031", shape(32, 128)},
    {0, "RDNA2",     Lines,    Cheaper,    32, 4,       32,       1024, 64 * KB,  64 * KB,  0, 0, 0, Inferred,   Inferred,   GlobalRdna,      SharedRdna,      None, nullptr, "gfx1032", shape(32, 128)},
    {0, "RDNA3",     Lines,    Groups,     32, 4,       32,       1024, 64 * KB,  64 * KB,  0, 0, 0, Inferred,   Inferred,   GlobalRdna,      SharedRdna3,     None, nullptr, "gfx1100", shape(32, 128)},
    {0, "RDNA3",     Lines,    Groups,     32, 4,       32,       1024, 64 * KB,  64 * KB,  0, 0, 0, Inferred,   Inferred,   GlobalRdna,      SharedRdna3,     None, nullptr, "gfx1101", shape(32, 128)},
    {0, "RDNA3",     Lines,    Groups,     32, 4,       32,       1024, 64 * KB,  64 * KB,  0, 0, 0, Inferred,   Inferred,   GlobalRdna,      SharedRdna3,     None, nullptr, "gfx1102", shape(32, 128)},
    {0, "RDNA4",     Lines,    Consecutive, 32, 4,      32,       1024, 64 * KB,  64 * KB,  0, 0, 0, Inferred,   Inferred,   GlobalRdna,      SharedRdna3,     None, nullptr, "gfx1200", shape(32, 128)},
    {0, "RDNA4",     Lines,    Consecutive, 32, 4,      32,       1024, 64 * KB,  64 * KB,  0, 0, 0, Inferred,   Inferred,   GlobalRdna,      SharedRdna3,     None, nullptr, "gfx1201", shape(32, 128)},
};
// clang-format on

} // namespace amd
} // namespace

llvm::ArrayRef<TargetModel> memlint::amdTargets() { return amd::Table; }

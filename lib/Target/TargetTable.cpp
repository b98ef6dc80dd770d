//===- TargetTable.cpp - The table of compute capabilities ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The table, one row per compute capability, and nothing else.
///
/// "Guide" is the vendor's CUDA C (later C++) Programming Guide; the appendix or
/// chapter meant is the one on compute capabilities, with its table of technical
/// specifications. Capabilities that newer editions have dropped are quoted from
/// edition 4.2, appendix F.
///
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Target/TargetModel.h"

using namespace memlint;

namespace {

constexpr unsigned KB = 1024;

constexpr char GlobalTesla10[] = "Guide 4.2, F.3.2.1 (compute capability 1.0 and 1.1)";
constexpr char GlobalTesla12[] = "Guide 4.2, F.3.2.2 (compute capability 1.2 and 1.3)";
constexpr char SharedTesla[] =
    "Guide 4.2, F.3.3; which word is broadcast is unspecified there: the lowest lane's is taken";
constexpr char GlobalFermi[] = "Guide 4.2, F.4.2, loads with the default -dlcm=ca";
constexpr char SharedFermi[] =
    "Guide 4.2, F.4.3; the extra conflict it mentions for most 128-bit accesses is not counted";
constexpr char GlobalKepler[] =
    "Guide, compute capability 3.x: global loads are cached in L2 only by "
    "default (the opt-in -dlcm=ca of 3.5 and 3.7 is not modelled), L2 "
    "moves 32 bytes";
constexpr char SharedKepler[] = "Guide 4.2, F.5.3.2 (32-bit mode, the default)";
constexpr char GlobalMaxwell[] = "Guide, compute capability 5.x: 32-byte transactions";
constexpr char GlobalSectors[] =
    "Best Practices Guide, Coalesced Access to Global Memory (compute "
    "capability 6.0 or higher): as many 32-byte transactions as needed";
constexpr char SharedBanks[] = "Guide, compute capability 5.x and later: 32 banks of 32 bits";
constexpr char HopperGlobal[] = "measured on one NVIDIA H200 (test/hardware: h200_global_*.csv)";
constexpr char HopperShared[] = "measured on one NVIDIA H200 (test/hardware: h200_shared_*.csv)";

constexpr MeasuredSizes None = {};

/// Every size of plain load and store has its measured requests in test/hardware; constant loads
/// of 16 bytes have none. Shared memory's own atomics are those of 32-bit integers, and the
/// exchange of 64 bits.
constexpr SizeSet EverySize = 1 | 2 | 4 | 8 | 16;
constexpr MeasuredSizes HopperSizes = {
    /*GlobalLoad=*/EverySize,       /*GlobalStore=*/EverySize,
    /*SharedLoad=*/EverySize,       /*SharedStore=*/EverySize,
    /*ConstantLoad=*/1 | 2 | 4 | 8,
    /*GlobalAtomic=*/4 | 8,
    /*GlobalAsyncCopy=*/4 | 8 | 16,
    /*SharedNativeAtomic=*/4 | 8,
    /*SharedIncrement=*/4,
    /*SharedCompareAndSwap=*/4 | 8,
    /*SharedMatrixRows=*/16};

/// h200_constant_cycles.csv: the straight line through all rows whose addresses fit, and the one
/// geometry that separates those rows from the others.
constexpr ConstantTiming HopperConstant = {/*BaseCycles=*/27, /*CyclesPerAddress=*/11,
                                           /*LineBytes=*/64, /*Sets=*/8, /*Ways=*/4};

constexpr Evidence Measured = Evidence::Measured;
constexpr Evidence Documented = Evidence::Documented;
constexpr Evidence Inferred = Evidence::Inferred;

constexpr GlobalRule InOrder = GlobalRule::HalfWarpInOrder;
constexpr GlobalRule Segments = GlobalRule::HalfWarpSegments;
constexpr GlobalRule Lines = GlobalRule::WholeLineLoads;
constexpr GlobalRule Sectors = GlobalRule::Sectors;
constexpr SharedRule OneWord = SharedRule::SingleBroadcast;
constexpr SharedRule Phases = SharedRule::Phases;
constexpr SharedRule Paired = SharedRule::PairedPhases;
constexpr SharedRule Wide = SharedRule::WideBanks;

// That lanes pair up in wide loads is measured on 9.0 alone, and taken over to 5.0 and later,
// whose shared memory the guide describes in the same words. Limits come from the guide's table of
// technical specifications; those of 8.8 are taken over from 8.6.
// clang-format off
constexpr TargetModel Table[] = {
    // The capability and its rules         banks of  constant  limits of a block             of a multiprocessor  how the rules are known, and where from
    //                                                lanes     threads, static, max bytes    warps, blocks, max  (global, shared)
    {10,  "Tesla",     InOrder,  OneWord, 16, 4,      16,       512,  16 * KB, 16 * KB,   0,  0,  0,        Documented, Inferred,   GlobalTesla10, SharedTesla,  None, nullptr},
    {11,  "Tesla",     InOrder,  OneWord, 16, 4,      16,       512,  16 * KB, 16 * KB,   0,  0,  0,        Documented, Inferred,   GlobalTesla10, SharedTesla,  None, nullptr},
    {12,  "Tesla",     Segments, OneWord, 16, 4,      16,       512,  16 * KB, 16 * KB,   0,  0,  0,        Documented, Inferred,   GlobalTesla12, SharedTesla,  None, nullptr},
    {13,  "Tesla",     Segments, OneWord, 16, 4,      16,       512,  16 * KB, 16 * KB,   0,  0,  0,        Documented, Inferred,   GlobalTesla12, SharedTesla,  None, nullptr},
    {20,  "Fermi",     Lines,    Phases,  32, 4,      32,       1024, 48 * KB, 48 * KB,   0,  0,  0,        Documented, Documented, GlobalFermi,   SharedFermi,  None, nullptr},
    {21,  "Fermi",     Lines,    Phases,  32, 4,      32,       1024, 48 * KB, 48 * KB,   0,  0,  0,        Documented, Documented, GlobalFermi,   SharedFermi,  None, nullptr},
    {30,  "Kepler",    Sectors,  Wide,    32, 8,      32,       1024, 48 * KB, 48 * KB,   0,  0,  0,        Documented, Documented, GlobalKepler,  SharedKepler, None, nullptr},
    {32,  "Kepler",    Sectors,  Wide,    32, 8,      32,       1024, 48 * KB, 48 * KB,   0,  0,  0,        Documented, Documented, GlobalKepler,  SharedKepler, None, nullptr},
    {35,  "Kepler",    Sectors,  Wide,    32, 8,      32,       1024, 48 * KB, 48 * KB,   0,  0,  0,        Documented, Documented, GlobalKepler,  SharedKepler, None, nullptr},
    {37,  "Kepler",    Sectors,  Wide,    32, 8,      32,       1024, 48 * KB, 48 * KB,   0,  0,  0,        Documented, Documented, GlobalKepler,  SharedKepler, None, nullptr},
    {50,  "Maxwell",   Sectors,  Paired,  32, 4,      32,       1024, 48 * KB, 48 * KB,   0,  0,  0,        Documented, Documented, GlobalMaxwell, SharedBanks,  None, nullptr},
    {52,  "Maxwell",   Sectors,  Paired,  32, 4,      32,       1024, 48 * KB, 48 * KB,   0,  0,  0,        Documented, Documented, GlobalMaxwell, SharedBanks,  None, nullptr},
    {53,  "Maxwell",   Sectors,  Paired,  32, 4,      32,       1024, 48 * KB, 48 * KB,   0,  0,  0,        Documented, Documented, GlobalMaxwell, SharedBanks,  None, nullptr},
    {60,  "Pascal",    Sectors,  Paired,  32, 4,      32,       1024, 48 * KB, 48 * KB,   0,  0,  0,        Documented, Documented, GlobalSectors, SharedBanks,  None, nullptr},
    {61,  "Pascal",    Sectors,  Paired,  32, 4,      32,       1024, 48 * KB, 48 * KB,   0,  0,  0,        Documented, Documented, GlobalSectors, SharedBanks,  None, nullptr},
    {62,  "Pascal",    Sectors,  Paired,  32, 4,      32,       1024, 48 * KB, 48 * KB,   0,  0,  0,        Documented, Documented, GlobalSectors, SharedBanks,  None, nullptr},
    {70,  "Volta",     Sectors,  Paired,  32, 4,      32,       1024, 48 * KB, 96 * KB,   64, 32, 96 * KB,  Documented, Documented, GlobalSectors, SharedBanks,  None, nullptr},
    {72,  "Volta",     Sectors,  Paired,  32, 4,      32,       1024, 48 * KB, 96 * KB,   64, 32, 96 * KB,  Documented, Documented, GlobalSectors, SharedBanks,  None, nullptr},
    {75,  "Turing",    Sectors,  Paired,  32, 4,      32,       1024, 48 * KB, 64 * KB,   32, 16, 64 * KB,  Documented, Documented, GlobalSectors, SharedBanks,  None, nullptr},
    {80,  "Ampere",    Sectors,  Paired,  32, 4,      32,       1024, 48 * KB, 163 * KB,  64, 32, 164 * KB, Documented, Documented, GlobalSectors, SharedBanks,  None, nullptr},
    {86,  "Ampere",    Sectors,  Paired,  32, 4,      32,       1024, 48 * KB, 99 * KB,   48, 16, 100 * KB, Documented, Documented, GlobalSectors, SharedBanks,  None, nullptr},
    {87,  "Ampere",    Sectors,  Paired,  32, 4,      32,       1024, 48 * KB, 163 * KB,  48, 16, 164 * KB, Documented, Documented, GlobalSectors, SharedBanks,  None, nullptr},
    {88,  "Ampere",    Sectors,  Paired,  32, 4,      32,       1024, 48 * KB, 99 * KB,   0,  0,  0,        Documented, Inferred,   GlobalSectors, SharedBanks,  None, nullptr},
    {89,  "Ada",       Sectors,  Paired,  32, 4,      32,       1024, 48 * KB, 99 * KB,   48, 24, 100 * KB, Documented, Documented, GlobalSectors, SharedBanks,  None, nullptr},
    {90,  "Hopper",    Sectors,  Paired,  32, 4,      32,       1024, 48 * KB, 227 * KB,  64, 32, 228 * KB, Measured,   Measured,   HopperGlobal,  HopperShared, HopperSizes, &HopperConstant},
    {100, "Blackwell", Sectors,  Paired,  32, 4,      32,       1024, 48 * KB, 227 * KB,  64, 32, 228 * KB, Documented, Documented, GlobalSectors, SharedBanks,  None, nullptr},
    {103, "Blackwell", Sectors,  Paired,  32, 4,      32,       1024, 48 * KB, 227 * KB,  64, 32, 228 * KB, Documented, Documented, GlobalSectors, SharedBanks,  None, nullptr},
    {110, "Blackwell", Sectors,  Paired,  32, 4,      32,       1024, 48 * KB, 227 * KB,  0,  0,  0,        Documented, Documented, GlobalSectors, SharedBanks,  None, nullptr},
    {120, "Blackwell", Sectors,  Paired,  32, 4,      32,       1024, 48 * KB, 99 * KB,   48, 24, 100 * KB, Documented, Documented, GlobalSectors, SharedBanks,  None, nullptr},
    {121, "Blackwell", Sectors,  Paired,  32, 4,      32,       1024, 48 * KB, 99 * KB,   48, 24, 100 * KB, Documented, Documented, GlobalSectors, SharedBanks,  None, nullptr},
};
// clang-format on

} // namespace

llvm::ArrayRef<TargetModel> memlint::nvidiaTargets() { return Table; }

//===- VariablePlacementTest.cpp - Where variables begin ------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is said of the alignment of variables must hold for each that nvcc placed; see
/// test/hardware/measure/placement.csv.
///
//===----------------------------------------------------------------------===//

#include "LoweringFixture.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace memlint;

namespace {

struct PlacedVariable {
  std::string Memory, Kind, Name, Alignment, Bytes;
  uint64_t Offset = 0;
};

/// The variables of each program of placement.csv, in one of its builds.
std::map<std::string, std::vector<PlacedVariable>> readPlacement() {
  auto Buffer =
      llvm::MemoryBuffer::getFile(MEMLINT_TEST_DATA_DIR "/hardware/measure/placement.csv");
  std::map<std::string, std::vector<PlacedVariable>> Programs;
  if (!Buffer)
    return Programs;
  llvm::line_iterator Line(**Buffer);
  for (++Line; !Line.is_at_end(); ++Line) {
    llvm::SmallVector<llvm::StringRef, 10> Cells;
    Line->split(Cells, ',');
    PlacedVariable Placed = {Cells[2].str(), Cells[3].str(), Cells[5].str(), Cells[6].str(),
                             Cells[7].str()};
    llvm::to_integer(Cells[9], Placed.Offset);
    Programs[(Cells[0] + Cells[1]).str()].push_back(std::move(Placed));
  }
  return Programs;
}

std::string sourceOf(llvm::ArrayRef<PlacedVariable> Variables) {
  std::string Outside, Inside;
  for (const PlacedVariable &Each : Variables) {
    bool IsInside = Each.Kind == "shared" || Each.Kind == "local";
    (IsInside ? Inside : Outside) += (Each.Kind == "shared"     ? "__shared__ "
                                      : Each.Kind == "local"    ? "static "
                                      : Each.Kind == "static"   ? "static __device__ "
                                      : Each.Kind == "constant" ? "__device__ const "
                                                                : "__device__ ") +
                                     std::string("__align__(") + Each.Alignment + ") char " +
                                     Each.Name + "[" + Each.Bytes + "]" +
                                     (Each.Kind == "constant" ? " = {1}" : "") + ";\n";
    Inside += "*out++ = reinterpret_cast<const volatile char *>(" + Each.Name + ")[i];\n";
  }
  return Outside + "__global__ void k(char *out, int i) {\n" + Inside + "}\n";
}

class VariablePlacementTest : public LoweringFixture {
protected:
  uint64_t alignmentOf(llvm::StringRef Name) {
    for (const MemoryObject &Object : Kernel.Objects)
      if (Object.Name == Name)
        return Object.AlignmentBytes;
    ADD_FAILURE() << "no object " << Name.str();
    return 0;
  }
};

} // namespace

TEST_F(VariablePlacementTest, HoldsForWhatNvccPlaced) {
  unsigned Variables = 0, OnSectors = 0;
  for (const auto &[Name, Placed] : readPlacement()) {
    // Static variables of debug builds need not have a symbol: others may be missing.
    ASSERT_NO_FATAL_FAILURE(lower(sourceOf(Placed)));
    for (const PlacedVariable &Each : Placed) {
      uint64_t Known = alignmentOf(Each.Name);
      ASSERT_NE(Known, 0u);
      EXPECT_EQ(Each.Offset % Known, 0u) << "program " << Name << ", " << Each.Name;
      ++Variables;
      OnSectors += Known % 32 == 0;
    }
  }
  EXPECT_EQ(Variables, 368u);
  // By hand, of the declarations alone: those that stand alone or beside multiples of 32 bytes.
  EXPECT_GT(OnSectors, Variables / 3);
}

TEST_F(VariablePlacementTest, OtherVariablesDecide) {
  lower(R"(__device__ float alone[64];
           __global__ void k(float *out) { out[threadIdx.x] = alone[threadIdx.x]; })");
  EXPECT_EQ(alignmentOf("alone"), 256u);
  lower(R"(__device__ float first[64], second[24], third[8];
           __global__ void k(float *out) { out[threadIdx.x] = first[threadIdx.x]; })");
  EXPECT_EQ(alignmentOf("first"), 32u);
  lower(R"(__device__ float array[64];
           template <int N> struct Counters { static __device__ int number; };
           __device__ int Function() { static int calls; return ++calls; }
           __global__ void k(float *out) { out[threadIdx.x] = array[threadIdx.x]; })");
  EXPECT_EQ(alignmentOf("array"), 4u);
  lower(R"(extern __device__ float elsewhere[64];
           __global__ void k(float *out) { out[threadIdx.x] = elsewhere[threadIdx.x]; })");
  EXPECT_EQ(alignmentOf("elsewhere"), 4u);
  // Constant memory is another one.
  lower(R"(__device__ float array[64]; __constant__ int number;
           __global__ void k(float *out) { out[threadIdx.x] = array[threadIdx.x] + number; })");
  EXPECT_EQ(alignmentOf("array"), 256u);
}

TEST_F(VariablePlacementTest, SharedArraysOfAKernel) {
  lower(R"(__global__ void k(char *out) {
             __shared__ char bytes[64];
             __shared__ double numbers[8];
             out[threadIdx.x] = bytes[threadIdx.x] + numbers[0];
           })");
  EXPECT_EQ(alignmentOf("bytes"), 64u);
  lower(R"(__global__ void k(char *out) {
             __shared__ char bytes[64], more[3];
             out[threadIdx.x] = bytes[threadIdx.x] + more[0];
           })");
  EXPECT_EQ(alignmentOf("bytes"), 1u);
  EXPECT_EQ(alignmentOf("more"), 64u);
  // What is not seen may have arrays of its own.
  lower(R"(__device__ char unseen(char *from);
           __global__ void k(char *out) {
             __shared__ char bytes[64];
             out[threadIdx.x] = unseen(bytes);
           })");
  EXPECT_EQ(alignmentOf("bytes"), 1u);
}

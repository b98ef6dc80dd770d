//===- CudaApi.cpp - CUDA's run time for one thread of a host -------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string>
#include <unordered_map>

namespace {

/// As the compiler passes a dim3.
struct Dimensions {
  unsigned X, Y, Z;
};

struct Registered {
  std::unordered_map<const void *, std::string> Kernels, Variables;
};

Registered &registered() {
  static Registered Only;
  return Only;
}

struct {
  Dimensions Grid, Block;
  size_t Shared;
  void *Stream;
} Pushed;

void *variable(const void *Symbol) {
  auto Known = registered().Variables.find(Symbol);
  void *Own = Known == registered().Variables.end() ? nullptr : oracle::findVariable(Known->second);
  if (!Own)
    oracle::fail("a copy to or from a variable that is not the device's");
  return Own;
}

} // namespace

extern "C" {

// What Clang's host code calls to make kernels and variables known.
void **__cudaRegisterFatBinary(void *) {
  static void *Handle;
  return &Handle;
}
void __cudaRegisterFatBinaryEnd(void **) {}
void __cudaUnregisterFatBinary(void **) {}
void __cudaRegisterFunction(void **, const void *Stub, char *, const char *Name, int, void *,
                            void *, void *, void *, int *) {
  registered().Kernels[Stub] = Name;
}
void __cudaRegisterVar(void **, char *Shadow, char *, const char *Name, int, size_t, int, int) {
  registered().Variables[Shadow] = Name;
}

int __cudaPushCallConfiguration(Dimensions Grid, Dimensions Block, size_t Shared, void *Stream) {
  Pushed = {Grid, Block, Shared, Stream};
  return 0;
}
int __cudaPopCallConfiguration(Dimensions *Grid, Dimensions *Block, size_t *Shared, void *Stream) {
  *Grid = Pushed.Grid;
  *Block = Pushed.Block;
  *Shared = Pushed.Shared;
  std::memcpy(Stream, &Pushed.Stream, sizeof Pushed.Stream);
  return 0;
}

int cudaLaunchKernel(const void *Stub, Dimensions Grid, Dimensions Block, void **Arguments,
                     size_t Shared, void *) {
  auto Known = registered().Kernels.find(Stub);
  void (*Kernel)(void **) =
      Known == registered().Kernels.end() ? nullptr : oracle::findKernel(Known->second);
  if (!Kernel)
    oracle::fail("a launch of something that is not a kernel");
  oracle::Extent Blocks = {Grid.X, Grid.Y, Grid.Z}, Threads = {Block.X, Block.Y, Block.Z};
  oracle::beginLaunch(Known->second, Blocks, Threads, Arguments, Shared);
  oracle::runGrid(Blocks, Threads, Kernel, Arguments);
  return 0;
}
int cudaLaunchCooperativeKernel(const void *Stub, Dimensions Grid, Dimensions Block,
                                void **Arguments, size_t Shared, void *Stream) {
  return cudaLaunchKernel(Stub, Grid, Block, Arguments, Shared, Stream);
}

int oracleMalloc(void **Memory, size_t Bytes) {
  *Memory = oracle::allocate(Bytes);
  return 0;
}
int oracleMallocPitch(void **Memory, size_t *Pitch, size_t Width, size_t Height) {
  *Pitch = (Width + 511) / 512 * 512;
  return oracleMalloc(Memory, *Pitch * Height);
}
// Nothing is used twice: an address says which allocation was meant.
int cudaFree(void *) { return 0; }
int cudaFreeHost(void *) { return 0; }
int cudaMemcpy(void *To, const void *From, size_t Bytes, int) {
  std::memmove(To, From, Bytes);
  return 0;
}
int cudaMemcpyAsync(void *To, const void *From, size_t Bytes, int, void *) {
  return cudaMemcpy(To, From, Bytes, 0);
}
int cudaMemcpy2D(void *To, size_t ToPitch, const void *From, size_t FromPitch, size_t Width,
                 size_t Height, int) {
  for (size_t Row = 0; Row != Height; ++Row)
    std::memcpy(static_cast<char *>(To) + Row * ToPitch,
                static_cast<const char *>(From) + Row * FromPitch, Width);
  return 0;
}
int cudaMemset(void *Memory, int Value, size_t Bytes) {
  std::memset(Memory, Value, Bytes);
  return 0;
}
int oracleCopyToSymbol(const void *Symbol, const void *From, size_t Bytes, size_t Offset) {
  std::memcpy(static_cast<char *>(variable(Symbol)) + Offset, From, Bytes);
  return 0;
}
int oracleCopyFromSymbol(void *To, const void *Symbol, size_t Bytes, size_t Offset) {
  std::memcpy(To, static_cast<char *>(variable(Symbol)) + Offset, Bytes);
  return 0;
}
int cudaDeviceSynchronize() { return 0; }
int cudaStreamSynchronize(void *) { return 0; }
int cudaStreamCreate(void **Stream) {
  *Stream = nullptr;
  return 0;
}
int cudaStreamDestroy(void *) { return 0; }
int cudaGetLastError() { return 0; }
int cudaPeekAtLastError() { return 0; }
const char *cudaGetErrorString(int) { return "no error"; }
int cudaSetDevice(int) { return 0; }
int cudaGetDevice(int *Device) {
  *Device = 0;
  return 0;
}
int cudaGetDeviceProperties(void *Properties, int) {
  struct {
    char Name[256];
    int Multiprocessors, WarpSize, MostThreads, Major, Minor;
  } Own = {"oracle", 132, 32, 1024, 9, 0};
  std::memcpy(Properties, &Own, sizeof Own);
  return 0;
}

// What device code calls.
extern unsigned char oracleDynamicShared[];
unsigned oracleSharedNumber(const void *Address) {
  // Within the program's own variables, where all of shared memory lies.
  return unsigned(static_cast<const unsigned char *>(Address) - oracleDynamicShared);
}
void *oracleSharedPointer(unsigned Number) { return oracleDynamicShared + int(Number); }
int oracleVprintf(const char *, void *) { return 0; }
float rsqrtf(float Value) { return 1 / std::sqrt(Value); }
}

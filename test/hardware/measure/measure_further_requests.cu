//===- measure_further_requests.cu - Atomics, matrix rows, copies ---------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As measure_requests.cu, for lines "space instruction bytes mask o0 ... o31", where
// space is global, shared or copy; copies have the 32 offsets in shared memory after
// those in global memory.
//
//===----------------------------------------------------------------------===//

#include <cstdio>
#include <cstdlib>
#include <cstring>

struct Offsets {
  int ByLane[32];
};

enum Instruction {
  LdMatrix1,
  LdMatrix2,
  LdMatrix4,
  LdMatrix4Transposed,
  StMatrix4,
  RedAdd,
  AtomAdd,
  AtomCas,
  AtomExch,
  AtomMax,
  AtomAnd,
  AtomInc,
  RedAddFloat,
  AtomAddFloat,
  RedAddHalf2,
  RedAddOne,
  AtomAddOne,
  CopyCa,
  CopyCg,
  Instructions
};

const char *const Names[] = {"ldmatrix.x1", "ldmatrix.x2", "ldmatrix.x4",   "ldmatrix.x4.trans",
                             "stmatrix.x4", "red.add",     "atom.add",      "atom.cas",
                             "atom.exch",   "atom.max",    "atom.and",      "atom.inc",
                             "red.add.f",   "atom.add.f",  "red.add.f16x2", "red.add.1",
                             "atom.add.1",  "cp.async.ca", "cp.async.cg"};

#define CHECK(Call)                                                                                \
  if (cudaError_t Error = (Call); Error != cudaSuccess) {                                          \
    std::fprintf(stderr, "%s: %s\n", #Call, cudaGetErrorString(Error));                            \
    std::exit(1);                                                                                  \
  }

/// Keeps results alive, and stores nothing in practice.
__device__ void consume(unsigned long long Word, unsigned *Sink) {
  if (Word == 77777)
    *Sink = Word;
}

template <int Op, int Bytes>
__global__ void sharedRequest(Offsets At, unsigned Mask, unsigned *Sink) {
  extern __shared__ __align__(128) char Base[];
  if (!((Mask >> threadIdx.x) & 1))
    return;
  unsigned P = (unsigned)__cvta_generic_to_shared(Base) + At.ByLane[threadIdx.x];
  unsigned A = 0, B = 0, C = 0, D = 0, V = threadIdx.x;
  unsigned long long L = 0, VL = threadIdx.x;
  float F = 0, VF = 1;
  if constexpr (Op == LdMatrix1)
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(A) : "r"(P));
  if constexpr (Op == LdMatrix2)
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2];"
                 : "=r"(A), "=r"(B)
                 : "r"(P));
  if constexpr (Op == LdMatrix4)
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(A), "=r"(B), "=r"(C), "=r"(D)
                 : "r"(P));
  if constexpr (Op == LdMatrix4Transposed)
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(A), "=r"(B), "=r"(C), "=r"(D)
                 : "r"(P));
  if constexpr (Op == StMatrix4)
    asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1,%1,%1,%1};" ::"r"(P), "r"(V)
                 : "memory");
  if constexpr (Op == RedAdd && Bytes == 4)
    asm volatile("red.shared.add.u32 [%0], %1;" ::"r"(P), "r"(V) : "memory");
  if constexpr (Op == RedAdd && Bytes == 8)
    asm volatile("red.shared.add.u64 [%0], %1;" ::"r"(P), "l"(VL) : "memory");
  if constexpr (Op == RedAddOne && Bytes == 4)
    asm volatile("red.shared.add.u32 [%0], 1;" ::"r"(P) : "memory");
  if constexpr (Op == AtomAddOne && Bytes == 4)
    asm volatile("atom.shared.add.u32 %0, [%1], 1;" : "=r"(A) : "r"(P) : "memory");
  if constexpr (Op == AtomAdd && Bytes == 4)
    asm volatile("atom.shared.add.u32 %0, [%1], %2;" : "=r"(A) : "r"(P), "r"(V) : "memory");
  if constexpr (Op == AtomAdd && Bytes == 8)
    asm volatile("atom.shared.add.u64 %0, [%1], %2;" : "=l"(L) : "r"(P), "l"(VL) : "memory");
  if constexpr (Op == AtomCas && Bytes == 4)
    asm volatile("atom.shared.cas.b32 %0, [%1], %2, %3;"
                 : "=r"(A)
                 : "r"(P), "r"(V), "r"(V)
                 : "memory");
  if constexpr (Op == AtomCas && Bytes == 8)
    asm volatile("atom.shared.cas.b64 %0, [%1], %2, %3;"
                 : "=l"(L)
                 : "r"(P), "l"(VL), "l"(VL)
                 : "memory");
  if constexpr (Op == AtomExch && Bytes == 4)
    asm volatile("atom.shared.exch.b32 %0, [%1], %2;" : "=r"(A) : "r"(P), "r"(V) : "memory");
  if constexpr (Op == AtomExch && Bytes == 8)
    asm volatile("atom.shared.exch.b64 %0, [%1], %2;" : "=l"(L) : "r"(P), "l"(VL) : "memory");
  if constexpr (Op == AtomMax && Bytes == 4)
    asm volatile("atom.shared.max.u32 %0, [%1], %2;" : "=r"(A) : "r"(P), "r"(V) : "memory");
  if constexpr (Op == AtomMax && Bytes == 8)
    asm volatile("atom.shared.max.u64 %0, [%1], %2;" : "=l"(L) : "r"(P), "l"(VL) : "memory");
  if constexpr (Op == AtomAnd && Bytes == 4)
    asm volatile("atom.shared.and.b32 %0, [%1], %2;" : "=r"(A) : "r"(P), "r"(V) : "memory");
  if constexpr (Op == AtomAnd && Bytes == 8)
    asm volatile("atom.shared.and.b64 %0, [%1], %2;" : "=l"(L) : "r"(P), "l"(VL) : "memory");
  if constexpr (Op == AtomInc && Bytes == 4)
    asm volatile("atom.shared.inc.u32 %0, [%1], %2;" : "=r"(A) : "r"(P), "r"(V) : "memory");
  if constexpr (Op == AtomAddFloat && Bytes == 4)
    asm volatile("atom.shared.add.f32 %0, [%1], %2;" : "=f"(F) : "r"(P), "f"(VF) : "memory");
  if constexpr (Op == RedAddFloat && Bytes == 4)
    asm volatile("red.shared.add.f32 [%0], %1;" ::"r"(P), "f"(VF) : "memory");
  consume(A + B + C + D + L + (F == 1234567.f ? 77777 : 0), Sink);
}
template <int Op, int Bytes>
__global__ void globalRequest(char *Base, Offsets At, unsigned Mask, unsigned *Sink) {
  if (!((Mask >> threadIdx.x) & 1))
    return;
  char *P = Base + At.ByLane[threadIdx.x];
  unsigned A = 0, V = threadIdx.x;
  unsigned long long L = 0, VL = threadIdx.x;
  float F = 0, VF = 1;
  double DD = 1, D2 = 0;
  if constexpr (Op == RedAdd && Bytes == 4)
    asm volatile("red.global.add.u32 [%0], %1;" ::"l"(P), "r"(V) : "memory");
  if constexpr (Op == RedAdd && Bytes == 8)
    asm volatile("red.global.add.u64 [%0], %1;" ::"l"(P), "l"(VL) : "memory");
  if constexpr (Op == RedAddHalf2 && Bytes == 4)
    asm volatile("red.global.add.noftz.f16x2 [%0], %1;" ::"l"(P), "r"(V) : "memory");
  if constexpr (Op == RedAddFloat && Bytes == 4)
    asm volatile("red.global.add.f32 [%0], %1;" ::"l"(P), "f"(VF) : "memory");
  if constexpr (Op == RedAddFloat && Bytes == 8)
    asm volatile("red.global.add.f64 [%0], %1;" ::"l"(P), "d"(DD) : "memory");
  if constexpr (Op == AtomAdd && Bytes == 4)
    asm volatile("atom.global.add.u32 %0, [%1], %2;" : "=r"(A) : "l"(P), "r"(V) : "memory");
  if constexpr (Op == AtomAdd && Bytes == 8)
    asm volatile("atom.global.add.u64 %0, [%1], %2;" : "=l"(L) : "l"(P), "l"(VL) : "memory");
  if constexpr (Op == AtomCas && Bytes == 4)
    asm volatile("atom.global.cas.b32 %0, [%1], %2, %3;"
                 : "=r"(A)
                 : "l"(P), "r"(V), "r"(V)
                 : "memory");
  if constexpr (Op == AtomCas && Bytes == 8)
    asm volatile("atom.global.cas.b64 %0, [%1], %2, %3;"
                 : "=l"(L)
                 : "l"(P), "l"(VL), "l"(VL)
                 : "memory");
  if constexpr (Op == AtomExch && Bytes == 4)
    asm volatile("atom.global.exch.b32 %0, [%1], %2;" : "=r"(A) : "l"(P), "r"(V) : "memory");
  if constexpr (Op == AtomExch && Bytes == 8)
    asm volatile("atom.global.exch.b64 %0, [%1], %2;" : "=l"(L) : "l"(P), "l"(VL) : "memory");
  if constexpr (Op == AtomMax && Bytes == 4)
    asm volatile("atom.global.max.u32 %0, [%1], %2;" : "=r"(A) : "l"(P), "r"(V) : "memory");
  if constexpr (Op == AtomMax && Bytes == 8)
    asm volatile("atom.global.max.u64 %0, [%1], %2;" : "=l"(L) : "l"(P), "l"(VL) : "memory");
  if constexpr (Op == AtomAddFloat && Bytes == 4)
    asm volatile("atom.global.add.f32 %0, [%1], %2;" : "=f"(F) : "l"(P), "f"(VF) : "memory");
  if constexpr (Op == AtomAddFloat && Bytes == 8)
    asm volatile("atom.global.add.f64 %0, [%1], %2;" : "=d"(D2) : "l"(P), "d"(DD) : "memory");
  consume(A + L + (F == 1234567.f ? 77777 : 0) + (D2 == 1234567. ? 77777 : 0), Sink);
}
template <int Op, int Bytes>
__global__ void copyRequest(char *Base, Offsets At, Offsets To, unsigned Mask) {
  extern __shared__ __align__(128) char Shared[];
  if (!((Mask >> threadIdx.x) & 1))
    return;
  char *P = Base + At.ByLane[threadIdx.x];
  unsigned S = (unsigned)__cvta_generic_to_shared(Shared) + To.ByLane[threadIdx.x];
  if constexpr (Op == CopyCa)
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(S), "l"(P), "n"(Bytes)
                 : "memory");
  if constexpr (Op == CopyCg && Bytes == 16)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(S), "l"(P) : "memory");
  asm volatile("cp.async.wait_all;" ::: "memory");
}
constexpr int SharedBytes = 200 * 1024;
template <int Op, int Bytes>
void launch(char Space, char *Global, const Offsets &At, const Offsets &To, unsigned Mask,
            unsigned *Sink) {
  if (Space == 'g') {
    globalRequest<Op, Bytes><<<1, 32>>>(Global, At, Mask, Sink);
    return;
  }
  if (Space == 'c') {
    CHECK(cudaFuncSetAttribute(copyRequest<Op, Bytes>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               SharedBytes));
    copyRequest<Op, Bytes><<<1, 32, SharedBytes>>>(Global, At, To, Mask);
    return;
  }
  CHECK(cudaFuncSetAttribute(sharedRequest<Op, Bytes>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             SharedBytes));
  sharedRequest<Op, Bytes><<<1, 32, SharedBytes>>>(At, Mask, Sink);
}
template <int Op>
void pick(int Bytes, char Space, char *G, const Offsets &At, const Offsets &To, unsigned Mask,
          unsigned *Sink) {
  if constexpr (Op < Instructions) {
    if (Bytes == 4)
      launch<Op, 4>(Space, G, At, To, Mask, Sink);
    if (Bytes == 8)
      launch<Op, 8>(Space, G, At, To, Mask, Sink);
    if (Bytes == 16)
      launch<Op, 16>(Space, G, At, To, Mask, Sink);
  }
}
template <int Op>
void find(const char *Name, int Bytes, char Space, char *G, const Offsets &At, const Offsets &To,
          unsigned Mask, unsigned *Sink) {
  if constexpr (Op < Instructions) {
    if (!std::strcmp(Name, Names[Op]))
      pick<Op>(Bytes, Space, G, At, To, Mask, Sink);
    else
      find<Op + 1>(Name, Bytes, Space, G, At, To, Mask, Sink);
  } else {
    std::fprintf(stderr, "no %s\n", Name);
    std::exit(1);
  }
}
int main(int Count, char **Arguments) {
  std::FILE *Patterns = Count == 2 ? std::fopen(Arguments[1], "r") : nullptr;
  if (!Patterns) {
    std::fprintf(stderr, "usage: measure_further_requests FILE, which holds lines of\n"
                         "  space instruction bytes mask o0 ... o31\n");
    return 1;
  }
  constexpr size_t GlobalBytes = 64 << 20;
  char *Global;
  CHECK(cudaMalloc(&Global, GlobalBytes));
  CHECK(cudaMemset(Global, 0, GlobalBytes));
  unsigned *Sink;
  CHECK(cudaMalloc(&Sink, sizeof *Sink));
  char Space[16], Name[64];
  int Bytes;
  unsigned Mask;
  unsigned long Launches = 0;
  auto Read = [&](Offsets &At) {
    for (int &Offset : At.ByLane)
      if (std::fscanf(Patterns, "%d", &Offset) != 1) {
        std::fprintf(stderr, "bad offset in pattern %lu\n", Launches);
        std::exit(1);
      }
  };
  while (std::fscanf(Patterns, "%15s %63s %d %x", Space, Name, &Bytes, &Mask) == 4) {
    Offsets From, To{};
    Read(From);
    if (Space[0] == 'c')
      Read(To);
    find<0>(Name, Bytes, Space[0], Global, From, To, Mask, Sink);
    CHECK(cudaGetLastError());
    ++Launches;
  }
  CHECK(cudaDeviceSynchronize());
  std::printf("%lu launches\n", Launches);
}

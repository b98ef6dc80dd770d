//===- measure_requests.cu - One warp, one request, per launch ------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Launches, for each line "space op bytes mask o0 ... o31" of the file named on
// the command line, one warp that does exactly that one request. A profiler that
// lists counters per launch, in order, thus lists them per line. The offsets come
// from the kernel's parameters, so that no other global or shared access happens.
//
//===----------------------------------------------------------------------===//

#include <cstdio>
#include <cstdlib>
#include <cstring>

struct Offsets {
  int ByLane[32];
};

enum Operation { Load, Store, Reduce };

#define CHECK(Call)                                                                                \
  if (cudaError_t Error = (Call); Error != cudaSuccess) {                                          \
    std::fprintf(stderr, "%s: %s\n", #Call, cudaGetErrorString(Error));                            \
    std::exit(1);                                                                                  \
  }

/// Keeps loads alive, and stores nothing: all of memory has been set to zero.
__device__ void consume(unsigned Word, unsigned *Sink) {
  if (Word == 77)
    *Sink = Word;
}

template <int Op, int Bytes>
__global__ void globalRequest(char *Base, Offsets At, unsigned Mask, unsigned *Sink) {
  if (!((Mask >> threadIdx.x) & 1))
    return;
  char *P = Base + At.ByLane[threadIdx.x];
  unsigned A = 0, B = 0, C = 0, D = 0;
  unsigned short H = 0;
  if constexpr (Op == Load && Bytes == 1)
    asm volatile("ld.global.u8 %0, [%1];" : "=h"(H) : "l"(P));
  if constexpr (Op == Load && Bytes == 2)
    asm volatile("ld.global.u16 %0, [%1];" : "=h"(H) : "l"(P));
  if constexpr (Op == Load && Bytes == 4)
    asm volatile("ld.global.u32 %0, [%1];" : "=r"(A) : "l"(P));
  if constexpr (Op == Load && Bytes == 8)
    asm volatile("ld.global.v2.u32 {%0,%1}, [%2];" : "=r"(A), "=r"(B) : "l"(P));
  if constexpr (Op == Load && Bytes == 16)
    asm volatile("ld.global.v4.u32 {%0,%1,%2,%3}, [%4];"
                 : "=r"(A), "=r"(B), "=r"(C), "=r"(D)
                 : "l"(P));
  if constexpr (Op == Load)
    consume(A | B | C | D | H, Sink);
  unsigned V = threadIdx.x;
  H = V;
  if constexpr (Op == Store && Bytes == 1)
    asm volatile("st.global.u8 [%0], %1;" ::"l"(P), "h"(H) : "memory");
  if constexpr (Op == Store && Bytes == 2)
    asm volatile("st.global.u16 [%0], %1;" ::"l"(P), "h"(H) : "memory");
  if constexpr (Op == Store && Bytes == 4)
    asm volatile("st.global.u32 [%0], %1;" ::"l"(P), "r"(V) : "memory");
  if constexpr (Op == Store && Bytes == 8)
    asm volatile("st.global.v2.u32 [%0], {%1,%1};" ::"l"(P), "r"(V) : "memory");
  if constexpr (Op == Store && Bytes == 16)
    asm volatile("st.global.v4.u32 [%0], {%1,%1,%1,%1};" ::"l"(P), "r"(V) : "memory");
  if constexpr (Op == Reduce)
    asm volatile("red.global.add.u32 [%0], %1;" ::"l"(P), "r"(V) : "memory");
}

template <int Op, int Bytes>
__global__ void sharedRequest(Offsets At, unsigned Mask, unsigned *Sink) {
  extern __shared__ char Base[];
  if (!((Mask >> threadIdx.x) & 1))
    return;
  unsigned P = (unsigned)__cvta_generic_to_shared(Base) + At.ByLane[threadIdx.x];
  unsigned A = 0, B = 0, C = 0, D = 0;
  unsigned short H = 0;
  if constexpr (Op == Load && Bytes == 1)
    asm volatile("ld.shared.u8 %0, [%1];" : "=h"(H) : "r"(P));
  if constexpr (Op == Load && Bytes == 2)
    asm volatile("ld.shared.u16 %0, [%1];" : "=h"(H) : "r"(P));
  if constexpr (Op == Load && Bytes == 4)
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(A) : "r"(P));
  if constexpr (Op == Load && Bytes == 8)
    asm volatile("ld.shared.v2.u32 {%0,%1}, [%2];" : "=r"(A), "=r"(B) : "r"(P));
  if constexpr (Op == Load && Bytes == 16)
    asm volatile("ld.shared.v4.u32 {%0,%1,%2,%3}, [%4];"
                 : "=r"(A), "=r"(B), "=r"(C), "=r"(D)
                 : "r"(P));
  if constexpr (Op == Load)
    consume(A | B | C | D | H, Sink);
  unsigned V = threadIdx.x;
  H = V;
  if constexpr (Op == Store && Bytes == 1)
    asm volatile("st.shared.u8 [%0], %1;" ::"r"(P), "h"(H) : "memory");
  if constexpr (Op == Store && Bytes == 2)
    asm volatile("st.shared.u16 [%0], %1;" ::"r"(P), "h"(H) : "memory");
  if constexpr (Op == Store && Bytes == 4)
    asm volatile("st.shared.u32 [%0], %1;" ::"r"(P), "r"(V) : "memory");
  if constexpr (Op == Store && Bytes == 8)
    asm volatile("st.shared.v2.u32 [%0], {%1,%1};" ::"r"(P), "r"(V) : "memory");
  if constexpr (Op == Store && Bytes == 16)
    asm volatile("st.shared.v4.u32 [%0], {%1,%1,%1,%1};" ::"r"(P), "r"(V) : "memory");
  if constexpr (Op == Reduce)
    asm volatile("red.shared.add.u32 [%0], %1;" ::"r"(P), "r"(V) : "memory");
}

constexpr int SharedBytes = 200 * 1024;

template <int Op, int Bytes>
void launch(bool Shared, char *Global, const Offsets &At, unsigned Mask, unsigned *Sink) {
  if (!Shared) {
    globalRequest<Op, Bytes><<<1, 32>>>(Global, At, Mask, Sink);
    return;
  }
  CHECK(cudaFuncSetAttribute(sharedRequest<Op, Bytes>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             SharedBytes));
  sharedRequest<Op, Bytes><<<1, 32, SharedBytes>>>(At, Mask, Sink);
}

template <int Op>
void launch(int Bytes, bool Shared, char *Global, const Offsets &At, unsigned Mask,
            unsigned *Sink) {
  switch (Bytes) {
  case 1:
    return launch<Op, 1>(Shared, Global, At, Mask, Sink);
  case 2:
    return launch<Op, 2>(Shared, Global, At, Mask, Sink);
  case 4:
    return launch<Op, 4>(Shared, Global, At, Mask, Sink);
  case 8:
    return launch<Op, 8>(Shared, Global, At, Mask, Sink);
  case 16:
    return launch<Op, 16>(Shared, Global, At, Mask, Sink);
  }
  std::fprintf(stderr, "no access has %d bytes\n", Bytes);
  std::exit(1);
}

int main(int Count, char **Arguments) {
  std::FILE *Patterns = Count == 2 ? std::fopen(Arguments[1], "r") : nullptr;
  if (!Patterns) {
    std::fprintf(stderr, "usage: measure_requests FILE, which holds lines of\n"
                         "  space op bytes mask o0 ... o31\n");
    return 1;
  }
  constexpr size_t GlobalBytes = 64 << 20;
  char *Global;
  CHECK(cudaMalloc(&Global, GlobalBytes));
  CHECK(cudaMemset(Global, 0, GlobalBytes));
  unsigned *Sink;
  CHECK(cudaMalloc(&Sink, sizeof *Sink));
  char Space[16], Op[16];
  int Bytes;
  unsigned Mask;
  unsigned long Launches = 0;
  while (std::fscanf(Patterns, "%15s %15s %d %x", Space, Op, &Bytes, &Mask) == 4) {
    bool Shared = !std::strcmp(Space, "shared");
    Offsets At;
    for (int &Offset : At.ByLane)
      if (std::fscanf(Patterns, "%d", &Offset) != 1 || Offset < 0 ||
          Offset + Bytes > (Shared ? size_t(SharedBytes) : GlobalBytes)) {
        std::fprintf(stderr, "bad offset in pattern %lu\n", Launches);
        return 1;
      }
    if (!std::strcmp(Op, "load"))
      launch<Load>(Bytes, Shared, Global, At, Mask, Sink);
    else if (!std::strcmp(Op, "store"))
      launch<Store>(Bytes, Shared, Global, At, Mask, Sink);
    else
      launch<Reduce>(Bytes, Shared, Global, At, Mask, Sink);
    CHECK(cudaGetLastError());
    ++Launches;
  }
  CHECK(cudaDeviceSynchronize());
  std::printf("%lu launches\n", Launches);
}

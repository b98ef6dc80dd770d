//===- measure_warp_matrices.cu - Fragments of wmma, loaded and stored ----===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Launches one warp that loads or stores one fragment, for each shape, element type,
// layout, space and eight leading dimensions, and says on stderr which, in order, so
// that a profiler's counters by launch can be put beside it.
//
//===----------------------------------------------------------------------===//

#include <cuda_bf16.h>
#include <mma.h>

#include <cstdio>
#include <cstdlib>

namespace wmma = nvcuda::wmma;

#define CHECK(Call)                                                                                \
  if (cudaError_t Error = (Call); Error != cudaSuccess) {                                          \
    std::fprintf(stderr, "%s: %s\n", #Call, cudaGetErrorString(Error));                            \
    std::exit(1);                                                                                  \
  }

constexpr int SharedBytes = 100 * 1024;
char *Global;
float *Sink;

template <bool RowMajor>
constexpr wmma::layout_t LayoutOf = RowMajor ? wmma::mem_row_major : wmma::mem_col_major;

template <class Fragment, class Element, bool RowMajor>
__device__ void loadFragment(const Element *From, int LeadingDimension, float *Sink) {
  Fragment Loaded;
  if constexpr (requires { wmma::load_matrix_sync(Loaded, From, LeadingDimension); })
    wmma::load_matrix_sync(Loaded, From, LeadingDimension);
  else
    wmma::load_matrix_sync(Loaded, From, LeadingDimension, LayoutOf<RowMajor>);
  float Sum = 0;
  for (int I = 0; I < Loaded.num_elements; ++I)
    Sum += (float)Loaded.x[I];
  if (Sum == -12345.f) // never: memory is zero
    *Sink = Sum;
}

template <class Fragment, class Element, bool RowMajor>
__global__ void globalLoad(const Element *From, int LeadingDimension, float *Sink) {
  loadFragment<Fragment, Element, RowMajor>(From, LeadingDimension, Sink);
}

template <class Fragment, class Element, bool RowMajor>
__global__ void sharedLoad(int LeadingDimension, float *Sink) {
  extern __shared__ __align__(256) char Shared[];
  loadFragment<Fragment, Element, RowMajor>((const Element *)Shared, LeadingDimension, Sink);
}

template <class Fragment, class Element, bool RowMajor>
__global__ void globalStore(Element *To, int LeadingDimension) {
  Fragment Ones;
  wmma::fill_fragment(Ones, (Element)1);
  wmma::store_matrix_sync(To, Ones, LeadingDimension, LayoutOf<RowMajor>);
}

template <class Fragment, class Element, bool RowMajor> __global__ void sharedStore(int Leading) {
  extern __shared__ __align__(256) char Shared[];
  Fragment Ones;
  wmma::fill_fragment(Ones, (Element)1);
  wmma::store_matrix_sync((Element *)Shared, Ones, Leading, LayoutOf<RowMajor>);
}

/// \p Columns: consecutive elements of the matrix in memory.
template <class Fragment, class Element, bool RowMajor, bool CanStore>
void measure(const char *Name, int Columns) {
  auto Label = [&](const char *What, int Leading) {
    std::fprintf(stderr, "L %s.%s %s %d\n", Name, RowMajor ? "row" : "col", What, Leading);
  };
  auto AllowShared = [](const void *Kernel) {
    CHECK(cudaFuncSetAttribute(Kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, SharedBytes));
  };
  int Step = 16 / sizeof(Element);
  for (int Leading : {Columns, Columns + Step, Columns + 2 * Step, 2 * Columns, 4 * Columns,
                      4 * Columns + Step, 8 * Columns, 8 * Columns + Step}) {
    Label("gload", Leading);
    globalLoad<Fragment, Element, RowMajor><<<1, 32>>>((Element *)Global, Leading, Sink);
    Label("sload", Leading);
    AllowShared((const void *)sharedLoad<Fragment, Element, RowMajor>);
    sharedLoad<Fragment, Element, RowMajor><<<1, 32, SharedBytes>>>(Leading, Sink);
    if constexpr (CanStore) {
      Label("gstore", Leading);
      globalStore<Fragment, Element, RowMajor><<<1, 32>>>((Element *)Global, Leading);
      Label("sstore", Leading);
      AllowShared((const void *)sharedStore<Fragment, Element, RowMajor>);
      sharedStore<Fragment, Element, RowMajor><<<1, 32, SharedBytes>>>(Leading);
    }
    CHECK(cudaDeviceSynchronize());
  }
}

template <int M, int N, int K, class Type, class Element> void measureOperands(const char *Name) {
  using wmma::col_major, wmma::row_major;
  char Text[64];
  std::snprintf(Text, sizeof Text, "%d.%d.%d.%s.a", M, N, K, Name);
  measure<wmma::fragment<wmma::matrix_a, M, N, K, Type, row_major>, Element, true, false>(Text, K);
  measure<wmma::fragment<wmma::matrix_a, M, N, K, Type, col_major>, Element, false, false>(Text, M);
  std::snprintf(Text, sizeof Text, "%d.%d.%d.%s.b", M, N, K, Name);
  measure<wmma::fragment<wmma::matrix_b, M, N, K, Type, row_major>, Element, true, false>(Text, N);
  measure<wmma::fragment<wmma::matrix_b, M, N, K, Type, col_major>, Element, false, false>(Text, K);
}

template <int M, int N, int K, class Element> void measureAccumulator(const char *Name) {
  char Text[64];
  std::snprintf(Text, sizeof Text, "%d.%d.%d.%s.c", M, N, K, Name);
  using Fragment = wmma::fragment<wmma::accumulator, M, N, K, Element>;
  measure<Fragment, Element, true, true>(Text, N);
  measure<Fragment, Element, false, true>(Text, M);
}

template <int M, int N> void measureShape() {
  measureOperands<M, N, 16, half, half>("f16");
  measureOperands<M, N, 16, __nv_bfloat16, __nv_bfloat16>("bf16");
  measureOperands<M, N, 16, signed char, signed char>("s8");
  measureAccumulator<M, N, 16, half>("f16");
  measureAccumulator<M, N, 16, float>("f32");
  measureAccumulator<M, N, 16, int>("s32");
}

int main() {
  constexpr size_t GlobalBytes = 4 << 20;
  CHECK(cudaMalloc(&Global, GlobalBytes));
  CHECK(cudaMemset(Global, 0, GlobalBytes));
  CHECK(cudaMalloc(&Sink, sizeof *Sink));
  measureShape<16, 16>();
  measureShape<32, 8>();
  measureShape<8, 32>();
  measureOperands<16, 16, 8, wmma::precision::tf32, float>("tf32");
  measureAccumulator<16, 16, 8, float>("f32");
  CHECK(cudaDeviceSynchronize());
}

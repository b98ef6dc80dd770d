//===- layout.cuh - Device functions of a header ----------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What inlined.cu includes: the accesses of its kernels are on these lines.
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_HARDWARE_KERNELS_LAYOUT_CUH
#define CUDA_MEMLINT_HARDWARE_KERNELS_LAYOUT_CUH

__device__ __forceinline__ float pick(const float *from, int i) { return from[i]; }

template <int Stride, class T> __device__ void put(T *to, int i, T value) {
  to[i * Stride] = value;
}

__device__ __forceinline__ int rowMajor(int row, int column, int width) {
  return row * width + column;
}

__device__ inline float weighted(const float *from, int row, int column, int width) {
  return pick(from, rowMajor(row, column, width)) + 2 * pick(from, rowMajor(column, row, width));
}

/// A view of memory by rows.
template <class T> class RowView {
public:
  __device__ RowView(T *data, int width) : data(data), width(width) {}
  __device__ T &operator()(int row, int column) const { return data[row * width + column]; }
  __device__ T load(int row, int column) const { return data[row * width + column]; }

private:
  T *data;
  int width;
};

template <class T> __device__ inline void exchange(T &a, T &b) {
  T before = a;
  a = b;
  b = before;
}

#endif // CUDA_MEMLINT_HARDWARE_KERNELS_LAYOUT_CUH

//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matrix fragments of a warp, from the CUDA C++ Programming Guide ("Warp Matrix
// Functions"). Declared only: the analysis knows the functions by name.

#ifndef __MEMLINT_MMA_H
#define __MEMLINT_MMA_H

#include "cuda_bf16.h"
#include "cuda_fp16.h"

namespace nvcuda {
namespace wmma {

struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
enum layout_t { mem_row_major, mem_col_major };

namespace precision {
struct tf32;
} // namespace precision

namespace experimental {
namespace precision {
struct u4;
struct s4;
struct b1;
} // namespace precision
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
} // namespace experimental

// What an element is in the fragment and in memory; how many are in a fragment's word.
template <class __T> struct __memlint_element {
  typedef __T held;
  typedef __T stored;
  static constexpr int packed = 1;
};
template <> struct __memlint_element<precision::tf32> {
  typedef float held;
  typedef float stored;
  static constexpr int packed = 1;
};
template <> struct __memlint_element<experimental::precision::s4> {
  typedef int held;
  typedef void stored;
  static constexpr int packed = 8;
};
template <> struct __memlint_element<experimental::precision::u4> {
  typedef unsigned held;
  typedef void stored;
  static constexpr int packed = 8;
};
template <> struct __memlint_element<experimental::precision::b1> {
  typedef unsigned held;
  typedef void stored;
  static constexpr int packed = 32;
};

template <class Use, int __M, int __N, int __K> struct __memlint_count;
template <int __M, int __N, int __K> struct __memlint_count<matrix_a, __M, __N, __K> {
  static constexpr int value = __M * __K;
};
template <int __M, int __N, int __K> struct __memlint_count<matrix_b, __M, __N, __K> {
  static constexpr int value = __K * __N;
};
template <int __M, int __N, int __K> struct __memlint_count<accumulator, __M, __N, __K> {
  static constexpr int value = __M * __N;
};

// Elements are spread over the 32 lanes; up to compute capability 7.0, those of
// matrix_a and matrix_b are held twice.
template <class Use, int __M, int __N, int __K, class __T, class Layout = void> class fragment {
public:
  typedef typename __memlint_element<__T>::held element_type;
  typedef element_type storage_element_type;
  static constexpr int num_elements =
      __memlint_count<Use, __M, __N, __K>::value / __memlint_element<__T>::packed >= 32
          ? __memlint_count<Use, __M, __N, __K>::value / __memlint_element<__T>::packed / 32
          : 1;
  static constexpr int num_storage_elements = num_elements;
  element_type x[num_elements];
};

template <class Use, int __M, int __N, int __K, class __T, class Layout>
__MEMLINT_D void load_matrix_sync(fragment<Use, __M, __N, __K, __T, Layout> &,
                                  const typename __memlint_element<__T>::stored *, unsigned);
template <class Use, int __M, int __N, int __K, class __T>
__MEMLINT_D void load_matrix_sync(fragment<Use, __M, __N, __K, __T> &,
                                  const typename __memlint_element<__T>::stored *, unsigned,
                                  layout_t);
template <class Use, int __M, int __N, int __K, class __T>
__MEMLINT_D void store_matrix_sync(typename __memlint_element<__T>::stored *,
                                   const fragment<Use, __M, __N, __K, __T> &, unsigned, layout_t);
template <class Use, int __M, int __N, int __K, class __T, class Layout, class __V>
__MEMLINT_D void fill_fragment(fragment<Use, __M, __N, __K, __T, Layout> &, const __V &);
template <int __M, int __N, int __K, class __A, class __B, class __C, class __D, class ALayout, class BLayout>
__MEMLINT_D void mma_sync(fragment<accumulator, __M, __N, __K, __D> &,
                          const fragment<matrix_a, __M, __N, __K, __A, ALayout> &,
                          const fragment<matrix_b, __M, __N, __K, __B, BLayout> &,
                          const fragment<accumulator, __M, __N, __K, __C> &, bool = false);
template <int __M, int __N, int __K, class __T, class ALayout, class BLayout>
__MEMLINT_D void bmma_sync(
    fragment<accumulator, __M, __N, __K, int> &, const fragment<matrix_a, __M, __N, __K, __T, ALayout> &,
    const fragment<matrix_b, __M, __N, __K, __T, BLayout> &, const fragment<accumulator, __M, __N, __K, int> &,
    experimental::bmmaBitOp = experimental::bmmaBitOpXOR,
    experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC);
__MEMLINT_D float __float_to_tf32(float);

namespace experimental {
using wmma::bmma_sync;
} // namespace experimental

} // namespace wmma
} // namespace nvcuda

#endif

//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cub in outline, from its documentation: enough that programs which use it parse. What
// its collectives and algorithms access is not seen, but the barrier that a collective of a
// block of several warps passes is.

#ifndef __MEMLINT_CUB_CUB_CUH
#define __MEMLINT_CUB_CUB_CUH

#include "cuda_runtime.h"

#define CUB_VERSION 200800

namespace cub {

#define __MEMLINT_OPERATION(__N, __E)                                                                  \
  struct __N {                                                                                       \
    template <class __T> __T operator()(const __T &a, const __T &b) const { return __E; }                    \
  };
__MEMLINT_OPERATION(Sum, a + b)
__MEMLINT_OPERATION(Max, a < b ? b : a)
__MEMLINT_OPERATION(Min, b < a ? b : a)
__MEMLINT_OPERATION(Difference, a - b)
#undef __MEMLINT_OPERATION
struct Equality {
  template <class __T> bool operator()(const __T &a, const __T &b) const { return a == b; }
};
struct Inequality {
  template <class __T> bool operator()(const __T &a, const __T &b) const { return a != b; }
};
struct ArgMax {
  template <class __T> __T operator()(const __T &a, const __T &b) const { return b.value > a.value ? b : a; }
};
struct ArgMin {
  template <class __T> __T operator()(const __T &a, const __T &b) const { return b.value < a.value ? b : a; }
};
template <class __K, class __V> struct KeyValuePair {
  __K key;
  __V value;
};

enum BlockReduceAlgorithm {
  BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
  BLOCK_REDUCE_RAKING,
  BLOCK_REDUCE_WARP_REDUCTIONS
};
enum BlockScanAlgorithm {
  BLOCK_SCAN_RAKING,
  BLOCK_SCAN_RAKING_MEMOIZE,
  BLOCK_SCAN_WARP_SCANS
};
enum BlockLoadAlgorithm {
  BLOCK_LOAD_DIRECT,
  BLOCK_LOAD_STRIPED,
  BLOCK_LOAD_VECTORIZE,
  BLOCK_LOAD_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};
enum BlockStoreAlgorithm {
  BLOCK_STORE_DIRECT,
  BLOCK_STORE_STRIPED,
  BLOCK_STORE_VECTORIZE,
  BLOCK_STORE_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};
enum CacheLoadModifier {
  LOAD_DEFAULT,
  LOAD_CA,
  LOAD_CG,
  LOAD_CS,
  LOAD_CV,
  LOAD_LDG,
  LOAD_VOLATILE
};

// The shared memory that a collective needs: its size is the library's business.
struct __memlint_storage {
  alignas(16) char bytes[1024];
};

// What collectives do behind their barriers is not seen.
namespace __memlint_unseen {
#define __MEMLINT_UNSEEN(__N) template <class __R, class... __A> __device__ __R __N(__A &&...);
__MEMLINT_UNSEEN(Sum)
__MEMLINT_UNSEEN(Reduce)
__MEMLINT_UNSEEN(InclusiveSum)
__MEMLINT_UNSEEN(ExclusiveSum)
__MEMLINT_UNSEEN(InclusiveScan)
__MEMLINT_UNSEEN(ExclusiveScan)
__MEMLINT_UNSEEN(Load)
__MEMLINT_UNSEEN(Store)
__MEMLINT_UNSEEN(Sort)
__MEMLINT_UNSEEN(SortDescending)
__MEMLINT_UNSEEN(SortBlockedToStriped)
__MEMLINT_UNSEEN(StripedToBlocked)
__MEMLINT_UNSEEN(BlockedToStriped)
__MEMLINT_UNSEEN(Histogram)
#undef __MEMLINT_UNSEEN
} // namespace __memlint_unseen
#define __MEMLINT_MEET(__R, __N, __C, ...)                                                         \
  {                                                                                                \
    if (__C)                                                                                       \
      __syncthreads();                                                                             \
    return __memlint_unseen::__N<__R>(__VA_ARGS__);                                                \
  }

template <class __T, int Threads, BlockReduceAlgorithm __A = BLOCK_REDUCE_WARP_REDUCTIONS, int __Y = 1,
          int __Z = 1, int Legacy = 0>
class BlockReduce {
public:
  typedef __memlint_storage TempStorage;
  __device__ BlockReduce();
  __device__ BlockReduce(TempStorage &);
  template <class __V> __device__ __T Sum(const __V &__v) __MEMLINT_MEET(__T, Sum, Threads *__Y *__Z > 32, __v)
  template <class __V> __device__ __T Sum(const __V &__v, int __n) __MEMLINT_MEET(__T, Sum, Threads *__Y *__Z > 32, __v, __n)
  template <class __V, class __F> __device__ __T Reduce(const __V &__v, __F __f) __MEMLINT_MEET(__T, Reduce, Threads *__Y *__Z > 32, __v, __f)
  template <class __V, class __F> __device__ __T Reduce(const __V &__v, __F __f, int __n) __MEMLINT_MEET(__T, Reduce, Threads *__Y *__Z > 32, __v, __f, __n)
};
template <class __T, int Threads = 32, int Legacy = 0> class WarpReduce {
public:
  typedef __memlint_storage TempStorage;
  __device__ WarpReduce(TempStorage &);
  __device__ __T Sum(__T);
  __device__ __T Sum(__T, int);
  template <class __F> __device__ __T Reduce(__T, __F);
  template <class __F> __device__ __T Reduce(__T, __F, int);
};
#define __MEMLINT_SCAN(__N, __C)                                                                   \
  template <class __V, class __W, class... __R>                                                    \
  __device__ void __N(const __V &__v, __W &__w, __R &&...__r)                                      \
      __MEMLINT_MEET(void, __N, __C, __v, __w, __r...)
#define __MEMLINT_SCANS(__C)                                                                       \
  typedef __memlint_storage TempStorage;                                                           \
  __MEMLINT_SCAN(InclusiveSum, __C)                                                                \
  __MEMLINT_SCAN(ExclusiveSum, __C)                                                                \
  __MEMLINT_SCAN(InclusiveScan, __C)                                                               \
  __MEMLINT_SCAN(ExclusiveScan, __C)
template <class __T, int Threads, BlockScanAlgorithm __A = BLOCK_SCAN_RAKING, int __Y = 1, int __Z = 1,
          int Legacy = 0>
class BlockScan {
public:
  __MEMLINT_SCANS(Threads *__Y *__Z > 32)
  __device__ BlockScan();
  __device__ BlockScan(TempStorage &);
};
template <class __T, int Threads = 32, int Legacy = 0> class WarpScan {
public:
  __MEMLINT_SCANS(false)
  __device__ WarpScan(TempStorage &);
  template <class __V> __device__ __T Broadcast(__V, unsigned);
};
#undef __MEMLINT_SCANS
#undef __MEMLINT_SCAN
template <class __T, int Threads, int Items, BlockLoadAlgorithm __A = BLOCK_LOAD_DIRECT, int __Y = 1,
          int __Z = 1, int Legacy = 0>
class BlockLoad {
public:
  typedef __memlint_storage TempStorage;
  __device__ BlockLoad();
  __device__ BlockLoad(TempStorage &);
  template <class __I, class... __B> __device__ void Load(__I __i, __T (&__t)[Items], __B... __b)
      __MEMLINT_MEET(void, Load, __A == BLOCK_LOAD_TRANSPOSE && Threads *__Y *__Z > 32, __i, __t, __b...)
};
template <class __T, int Threads, int Items, BlockStoreAlgorithm __A = BLOCK_STORE_DIRECT, int __Y = 1,
          int __Z = 1, int Legacy = 0>
class BlockStore {
public:
  typedef __memlint_storage TempStorage;
  __device__ BlockStore();
  __device__ BlockStore(TempStorage &);
  template <class __O, class... __B> __device__ void Store(__O __o, __T (&__t)[Items], __B... __b)
      __MEMLINT_MEET(void, Store, __A == BLOCK_STORE_TRANSPOSE && Threads *__Y *__Z > 32, __o, __t, __b...)
};
struct NullType {};
template <class __K, int Threads, int Items, class __V = NullType, int... Rest> class BlockRadixSort {
public:
  typedef __memlint_storage TempStorage;
  __device__ BlockRadixSort();
  __device__ BlockRadixSort(TempStorage &);
  template <class... __A> __device__ void Sort(__K (&__k)[Items], __A &&...__a)
      __MEMLINT_MEET(void, Sort, Threads > 32, __k, __a...)
  template <class... __A> __device__ void SortDescending(__K (&__k)[Items], __A &&...__a)
      __MEMLINT_MEET(void, SortDescending, Threads > 32, __k, __a...)
  template <class... __A> __device__ void SortBlockedToStriped(__K (&__k)[Items], __A &&...__a)
      __MEMLINT_MEET(void, SortBlockedToStriped, Threads > 32, __k, __a...)
};
template <class __T, int Threads, int Items, int... Rest> class BlockExchange {
public:
  typedef __memlint_storage TempStorage;
  __device__ BlockExchange();
  __device__ BlockExchange(TempStorage &);
  template <class... __A> __device__ void StripedToBlocked(__A &&...__a)
      __MEMLINT_MEET(void, StripedToBlocked, Threads > 32, __a...)
  template <class... __A> __device__ void BlockedToStriped(__A &&...__a)
      __MEMLINT_MEET(void, BlockedToStriped, Threads > 32, __a...)
};
template <class __T, int Threads, int Items, int Bins, int... Rest> class BlockHistogram {
public:
  typedef __memlint_storage TempStorage;
  __device__ BlockHistogram();
  __device__ BlockHistogram(TempStorage &);
  template <class... __A> __device__ void Histogram(__A &&...__a)
      __MEMLINT_MEET(void, Histogram, Threads > 32, __a...)
  template <class... __A> __device__ void Composite(__A &&...);
  template <class... __A> __device__ void InitHistogram(__A &&...);
};
#undef __MEMLINT_MEET

// Algorithms of the host: temporary storage, its size, and the rest.
#define __MEMLINT_DEVICE(__N) template <class... __A> static cudaError_t __N(void *, size_t &, __A &&...);
struct DeviceReduce {
  __MEMLINT_DEVICE(Reduce)
  __MEMLINT_DEVICE(Sum)
  __MEMLINT_DEVICE(Min)
  __MEMLINT_DEVICE(Max)
  __MEMLINT_DEVICE(ArgMin)
  __MEMLINT_DEVICE(ArgMax)
  __MEMLINT_DEVICE(ReduceByKey)
  __MEMLINT_DEVICE(TransformReduce)
};
struct DeviceScan {
  __MEMLINT_DEVICE(ExclusiveSum)
  __MEMLINT_DEVICE(InclusiveSum)
  __MEMLINT_DEVICE(ExclusiveScan)
  __MEMLINT_DEVICE(InclusiveScan)
  __MEMLINT_DEVICE(ExclusiveSumByKey)
  __MEMLINT_DEVICE(InclusiveSumByKey)
};
struct DeviceRadixSort {
  __MEMLINT_DEVICE(SortPairs)
  __MEMLINT_DEVICE(SortPairsDescending)
  __MEMLINT_DEVICE(SortKeys)
  __MEMLINT_DEVICE(SortKeysDescending)
};
struct DeviceSegmentedRadixSort {
  __MEMLINT_DEVICE(SortPairs)
  __MEMLINT_DEVICE(SortPairsDescending)
  __MEMLINT_DEVICE(SortKeys)
  __MEMLINT_DEVICE(SortKeysDescending)
};
struct DeviceSegmentedReduce {
  __MEMLINT_DEVICE(Reduce)
  __MEMLINT_DEVICE(Sum)
  __MEMLINT_DEVICE(Min)
  __MEMLINT_DEVICE(Max)
  __MEMLINT_DEVICE(ArgMin)
  __MEMLINT_DEVICE(ArgMax)
};
struct DeviceSelect {
  __MEMLINT_DEVICE(Flagged)
  __MEMLINT_DEVICE(If)
  __MEMLINT_DEVICE(Unique)
  __MEMLINT_DEVICE(UniqueByKey)
};
struct DevicePartition {
  __MEMLINT_DEVICE(Flagged)
  __MEMLINT_DEVICE(If)
};
struct DeviceRunLengthEncode {
  __MEMLINT_DEVICE(Encode)
  __MEMLINT_DEVICE(NonTrivialRuns)
};
struct DeviceHistogram {
  __MEMLINT_DEVICE(HistogramEven)
  __MEMLINT_DEVICE(HistogramRange)
  __MEMLINT_DEVICE(MultiHistogramEven)
};
struct DeviceMergeSort {
  __MEMLINT_DEVICE(SortPairs)
  __MEMLINT_DEVICE(SortKeys)
  __MEMLINT_DEVICE(StableSortKeys)
  __MEMLINT_DEVICE(StableSortPairs)
};
struct DeviceSegmentedSort {
  __MEMLINT_DEVICE(SortPairs)
  __MEMLINT_DEVICE(SortKeys)
  __MEMLINT_DEVICE(StableSortKeys)
  __MEMLINT_DEVICE(StableSortPairs)
};
#undef __MEMLINT_DEVICE

template <class __T> struct DoubleBuffer {
  __T *d_buffers[2];
  int selector;
  DoubleBuffer();
  DoubleBuffer(__T *, __T *);
  __T *Current();
  __T *Alternate();
};
struct CachingDeviceAllocator {
  template <class... __A> CachingDeviceAllocator(__A...);
  template <class __T> cudaError_t DeviceAllocate(__T **, size_t, cudaStream_t = 0);
  cudaError_t DeviceFree(void *);
};
template <class __T, class __D = ptrdiff_t> class CountingInputIterator {
public:
  CountingInputIterator(__T);
  __T operator*() const;
  __T operator[](__D) const;
  CountingInputIterator operator+(__D) const;
};
template <class __T, class __F, class __I, class __D = ptrdiff_t> class TransformInputIterator {
public:
  TransformInputIterator(__I, __F);
  __T operator*() const;
  __T operator[](__D) const;
  TransformInputIterator operator+(__D) const;
};
template <CacheLoadModifier __M, class __I> __device__ auto ThreadLoad(__I p) { return *p; }
__device__ unsigned LaneId();
__device__ unsigned WarpId();

} // namespace cub

#endif

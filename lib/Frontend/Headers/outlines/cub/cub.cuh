//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cub in outline, from its documentation: enough that programs which use it parse. What
// its collectives and algorithms access is not seen.

#ifndef __MEMLINT_CUB_CUB_CUH
#define __MEMLINT_CUB_CUB_CUH

#include "cuda_runtime.h"

#define CUB_VERSION 200800

namespace cub {

#define __MEMLINT_OPERATION(N, E)                                                                  \
  struct N {                                                                                       \
    template <class T> T operator()(const T &a, const T &b) const { return E; }                    \
  };
__MEMLINT_OPERATION(Sum, a + b)
__MEMLINT_OPERATION(Max, a < b ? b : a)
__MEMLINT_OPERATION(Min, b < a ? b : a)
__MEMLINT_OPERATION(Difference, a - b)
#undef __MEMLINT_OPERATION
struct Equality {
  template <class T> bool operator()(const T &a, const T &b) const { return a == b; }
};
struct Inequality {
  template <class T> bool operator()(const T &a, const T &b) const { return a != b; }
};
struct ArgMax {
  template <class T> T operator()(const T &a, const T &b) const { return b.value > a.value ? b : a; }
};
struct ArgMin {
  template <class T> T operator()(const T &a, const T &b) const { return b.value < a.value ? b : a; }
};
template <class K, class V> struct KeyValuePair {
  K key;
  V value;
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

template <class T, int Threads, BlockReduceAlgorithm A = BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1,
          int Z = 1, int Legacy = 0>
class BlockReduce {
public:
  typedef __memlint_storage TempStorage;
  __device__ BlockReduce();
  __device__ BlockReduce(TempStorage &);
  template <class V> __device__ T Sum(const V &);
  template <class V> __device__ T Sum(const V &, int);
  template <class V, class F> __device__ T Reduce(const V &, F);
  template <class V, class F> __device__ T Reduce(const V &, F, int);
};
template <class T, int Threads = 32, int Legacy = 0> class WarpReduce {
public:
  typedef __memlint_storage TempStorage;
  __device__ WarpReduce(TempStorage &);
  __device__ T Sum(T);
  __device__ T Sum(T, int);
  template <class F> __device__ T Reduce(T, F);
  template <class F> __device__ T Reduce(T, F, int);
};
#define __MEMLINT_SCANS                                                                            \
  typedef __memlint_storage TempStorage;                                                           \
  template <class V, class W, class... A> __device__ void InclusiveSum(const V &, W &, A &&...);   \
  template <class V, class W, class... A> __device__ void ExclusiveSum(const V &, W &, A &&...);   \
  template <class V, class W, class... A> __device__ void InclusiveScan(const V &, W &, A &&...);  \
  template <class V, class W, class... A> __device__ void ExclusiveScan(const V &, W &, A &&...);
template <class T, int Threads, BlockScanAlgorithm A = BLOCK_SCAN_RAKING, int Y = 1, int Z = 1,
          int Legacy = 0>
class BlockScan {
public:
  __MEMLINT_SCANS
  __device__ BlockScan();
  __device__ BlockScan(TempStorage &);
};
template <class T, int Threads = 32, int Legacy = 0> class WarpScan {
public:
  __MEMLINT_SCANS
  __device__ WarpScan(TempStorage &);
  template <class V> __device__ T Broadcast(V, unsigned);
};
#undef __MEMLINT_SCANS
template <class T, int Threads, int Items, BlockLoadAlgorithm A = BLOCK_LOAD_DIRECT, int Y = 1,
          int Z = 1, int Legacy = 0>
class BlockLoad {
public:
  typedef __memlint_storage TempStorage;
  __device__ BlockLoad();
  __device__ BlockLoad(TempStorage &);
  template <class I, class... B> __device__ void Load(I, T (&)[Items], B...);
};
template <class T, int Threads, int Items, BlockStoreAlgorithm A = BLOCK_STORE_DIRECT, int Y = 1,
          int Z = 1, int Legacy = 0>
class BlockStore {
public:
  typedef __memlint_storage TempStorage;
  __device__ BlockStore();
  __device__ BlockStore(TempStorage &);
  template <class O, class... B> __device__ void Store(O, T (&)[Items], B...);
};
struct NullType {};
template <class K, int Threads, int Items, class V = NullType, int... Rest> class BlockRadixSort {
public:
  typedef __memlint_storage TempStorage;
  __device__ BlockRadixSort();
  __device__ BlockRadixSort(TempStorage &);
  template <class... A> __device__ void Sort(K (&)[Items], A &&...);
  template <class... A> __device__ void SortDescending(K (&)[Items], A &&...);
  template <class... A> __device__ void SortBlockedToStriped(K (&)[Items], A &&...);
};
template <class T, int Threads, int Items, int... Rest> class BlockExchange {
public:
  typedef __memlint_storage TempStorage;
  __device__ BlockExchange();
  __device__ BlockExchange(TempStorage &);
  template <class... A> __device__ void StripedToBlocked(A &&...);
  template <class... A> __device__ void BlockedToStriped(A &&...);
};
template <class T, int Threads, int Items, int Bins, int... Rest> class BlockHistogram {
public:
  typedef __memlint_storage TempStorage;
  __device__ BlockHistogram();
  __device__ BlockHistogram(TempStorage &);
  template <class... A> __device__ void Histogram(A &&...);
  template <class... A> __device__ void Composite(A &&...);
  template <class... A> __device__ void InitHistogram(A &&...);
};

// Algorithms of the host: temporary storage, its size, and the rest.
#define __MEMLINT_DEVICE(N) template <class... A> static cudaError_t N(void *, size_t &, A &&...);
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

template <class T> struct DoubleBuffer {
  T *d_buffers[2];
  int selector;
  DoubleBuffer();
  DoubleBuffer(T *, T *);
  T *Current();
  T *Alternate();
};
struct CachingDeviceAllocator {
  template <class... A> CachingDeviceAllocator(A...);
  template <class T> cudaError_t DeviceAllocate(T **, size_t, cudaStream_t = 0);
  cudaError_t DeviceFree(void *);
};
template <class T, class D = ptrdiff_t> class CountingInputIterator {
public:
  CountingInputIterator(T);
  T operator*() const;
  T operator[](D) const;
  CountingInputIterator operator+(D) const;
};
template <class T, class F, class I, class D = ptrdiff_t> class TransformInputIterator {
public:
  TransformInputIterator(I, F);
  T operator*() const;
  T operator[](D) const;
  TransformInputIterator operator+(D) const;
};
template <CacheLoadModifier M, class I> __device__ auto ThreadLoad(I p) { return *p; }
__device__ unsigned LaneId();
__device__ unsigned WarpId();

} // namespace cub

#endif

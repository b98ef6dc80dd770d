// RUN: %json %s | %query | FileCheck %s

// Fragments of warp-wide matrices. Counts of an H200 for the same calls:
// test/hardware/measure/h200_warp_matrix.csv.

namespace nvcuda::wmma {
struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
enum layout_t { mem_row_major, mem_col_major };
template <class Use, int M, int N, int K, class T, class Layout = void> struct fragment {
  T x[16];
};
template <class Fragment, class T>
__device__ void load_matrix_sync(Fragment &, const T *, unsigned);
template <class Fragment, class T>
__device__ void store_matrix_sync(T *, const Fragment &, unsigned, layout_t);
} // namespace nvcuda::wmma

using namespace nvcuda::wmma;
struct half {
  short bits;
};

__global__ void multiply(half *a, float *c, int leading) {
  __shared__ half tile[16][64];
  __shared__ half padded[16][72];
  fragment<matrix_a, 16, 16, 16, half, row_major> operand;
  fragment<accumulator, 16, 16, 16, float> product;

  // 16 rows of 32 bytes, one after the other: 4 blocks of 8 rows by 16 bytes, each of which
  // touches 8 sectors and uses half of each; 128 bytes would fit in 4.
  load_matrix_sync(operand, a, 16);
  // CHECK: line [[#@LINE-1]]: global load requests=4 cost=32 ideal=16 worst=8; proved;

  // Rows of 128 bytes: the 8 rows of a block are in the same 4 banks.
  load_matrix_sync(operand, &tile[0][0], 64);
  // CHECK: line [[#@LINE-1]]: shared load requests=4 cost=32 ideal=4 worst=8; proved;

  // Rows of 144 bytes: each begins 4 banks further.
  load_matrix_sync(operand, &padded[0][0], 72);
  // CHECK: line [[#@LINE-1]]: shared load requests=4 cost=4 ideal=4 worst=1; proved;

  // Rows of 64 bytes; two floats a lane: 4 blocks of 8 rows by 32 bytes, whole sectors.
  store_matrix_sync(c, product, 16, mem_row_major);
  // CHECK: line [[#@LINE-1]]: global store requests=4 cost=32 ideal=32 worst=8; proved;

  // By columns a lane's two floats are in different rows: 8 accesses of 4 rows by 32 bytes.
  store_matrix_sync(c, product, 16, mem_col_major);
  // CHECK: line [[#@LINE-1]]: global store requests=8 cost=32 ideal=32 worst=4; proved;
}

// A shape whose distribution over lanes is unknown.
__global__ void doubles(double *c) {
  fragment<accumulator, 8, 8, 4, double> product;
  store_matrix_sync(c, product, 8, mem_row_major);
  // CHECK: line [[#@LINE-1]]: global store {{.*}}; unknown;
}

void launch(half *a, float *c, double *d) {
  multiply<<<1, 32>>>(a, c, 16);
  doubles<<<1, 32>>>(d);
}

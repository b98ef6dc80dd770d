// A row that one thread walks is one for a warp, whose lanes take neighbouring elements and combine
// what they have found.
//
// RUN: not %cuda-memlint --remarks --no-fixes --checks=-*,cuda-uncoalesced-access,cuda-data-dependent-access %s \
// RUN:     | FileCheck %s --implicit-check-not='help: let the lanes'

#include <cuda_runtime.h>

//===--- Rows of a matrix ---------------------------------------------------===//

// A lane's row is 4,096 bytes from the next one: 32 sectors, and one of the vector. A warp takes 128
// bytes of a row, and of the vector: 4 and 4.
__global__ void multiply(float *out, const float *matrix, const float *vector) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int column = 0; column < 1024; ++column)
    // CHECK: :[[#@LINE+2]]:12: warning: uncoalesced load
    // CHECK: help: let the lanes of a warp share the loop at line [[#@LINE-2]], a warp for each row, lane l taking iterations l, l + 32, ..., and combine their results with `__shfl_down_sync`, if its iterations are independent: 32 -> 4 sectors per request, 33 -> 8 for all accesses of an iteration
    sum += matrix[row * 1024 + column] * vector[column];
  out[row] = sum;
}

// The element is loaded once, whatever the condition says.
__global__ void largest(float *out, const float *matrix) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  float most = 0;
  for (int column = 0; column < 1024; ++column)
    // CHECK: :[[#@LINE+2]]:9: warning: uncoalesced load
    // CHECK: help: let the lanes of a warp share the loop at line [[#@LINE-2]], {{.*}}: 32 -> 4 sectors per request{{$}}
    if (matrix[row * 1024 + column] > most)
      most = matrix[row * 1024 + column];
  out[row] = most;
}

// What the elements of the row lead to costs the same, whichever lane loads it.
__global__ void gathered(float *out, const int *indices, const float *image) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 1024; ++k)
    // CHECK: :[[#@LINE+4]]:12: remark: data-dependent load
    // CHECK: help: sort the work by index
    // CHECK: :[[#@LINE+2]]:18: warning: uncoalesced load
    // CHECK: help: let the lanes of a warp share the loop at line [[#@LINE-4]], {{.*}}: 32 -> 4 sectors per request{{$}}
    sum += image[indices[row * 1024 + k]];
  out[row] = sum;
}

// All lanes need the mean in the loop behind, which they share, too.
__global__ void centre(float *out, const float *matrix) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int column = 0; column < 1024; ++column)
    // CHECK: :[[#@LINE+2]]:12: warning: uncoalesced load
    // CHECK: help: let the lanes of a warp share the loop at line [[#@LINE-2]], {{.*}}, ..., and combine their results with `__shfl_xor_sync`, which gives all lanes the result, if
    sum += matrix[row * 1024 + column];
  for (int column = 0; column < 1024; ++column)
    // CHECK: :[[#@LINE+2]]:5: warning: uncoalesced store
    // CHECK: help: let the lanes of a warp share the loop at line [[#@LINE-2]], {{.*}}, ..., if
    out[row * 1024 + column] = matrix[row * 1024 + column] - sum / 1024;
}

// The second of two sums: one lane stores both.
__global__ void bothSums(float *out, const float *matrix) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0, squares = 0;
  for (int column = 0; column < 1024; ++column)
    // CHECK: help: let the lanes of a warp share the loop at line [[#@LINE-1]], {{.*}} with `__shfl_xor_sync`
    sum += matrix[row * 1024 + column];
  for (int column = 0; column < 1024; ++column)
    squares += matrix[row * 1024 + column] * matrix[row * 1024 + column];
  out[row] = squares - sum * sum;
}

// The sum is in memory: lane 0 is to store what all have found.
__global__ void accumulate(float *sums, const float *matrix) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  sums[row] = 0;
  for (int column = 0; column < 1024; ++column)
    // CHECK: :[[#@LINE+2]]:18: warning: uncoalesced load
    // CHECK: help: let the lanes of a warp share the loop at line [[#@LINE-2]], {{.*}}, ..., in a local variable in place of `sums[row]`, combine these with `__shfl_down_sync`, and let lane 0 update `sums[row]` once, if its iterations are independent: 32 -> 4 sectors
    sums[row] += matrix[row * 1024 + column];
  sums[row] /= 1024;
}

// Near misses. A matrix in the place of the vector: 32 and 1 sectors, then 4 and 32.
__global__ void oneColumn(float *out, const float *matrix, const float *other) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 1024; ++k)
    // CHECK: :[[#@LINE+2]]:12: warning: uncoalesced load
    // CHECK: help: access `matrix` as `float4`
    sum += matrix[row * 1024 + k] * other[k * 1024];
  out[row] = sum;
}

// One warp for each row already.
__global__ void byWarps(float *out, const float *matrix, const float *vector) {
  int row = blockIdx.x * 8 + threadIdx.x / 32;
  float sum = 0;
  for (int column = threadIdx.x % 32; column < 1024; column += 32)
    sum += matrix[row * 1024 + column] * vector[column];
  for (int lanes = 16; lanes > 0; lanes /= 2)
    sum += __shfl_down_sync(~0u, sum, lanes);
  if (threadIdx.x % 32 == 0)
    out[row] = sum;
}

// What the first loop adds up, the second takes on from element to element: the row stays a thread's.
__global__ void window(float *out, const float *matrix) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int column = 0; column < 64; ++column)
    sum += matrix[row * 1024 + column];
  for (int column = 64; column < 1024; ++column) {
    sum += matrix[row * 1024 + column] - matrix[row * 1024 + column - 64];
    out[row * 1024 + column] = sum;
  }
}

//===--- Rows that data delimit ---------------------------------------------===//

// Rows begin anywhere: 32 elements of 4 bytes are in 4 sectors or in 5.
__global__ void sparse(float *out, const float *values, const int *columns, const int *starts,
                       const float *vector, int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  float sum = 0;
  for (int j = starts[row]; j < starts[row + 1]; ++j)
    // CHECK: :[[#@LINE+6]]:12: remark: data-dependent load: 1 to 32 sectors per request
    // CHECK: help: let the lanes of a warp share the loop at line [[#@LINE-2]], a warp for each row, lane l taking iterations l, l + 32, ..., and combine their results with `__shfl_down_sync`, if its iterations are independent: up to 32 -> 4 or 5 sectors per request; groups of fewer lanes suit rows of fewer than 32 elements
    // CHECK: :[[#@LINE+4]]:24: remark: data-dependent load
    // CHECK: help: sort the work by index
    // CHECK: :[[#@LINE+2]]:31: remark: data-dependent load
    // CHECK: help: let the lanes of a warp share the loop at line [[#@LINE-6]]
    sum += values[j] * vector[columns[j]];
  out[row] = sum;
}

// 8 bytes for each lane: 8 sectors.
__global__ void most(long long *out, const long long *values, const int *starts) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  long long most = 0;
  int end = starts[row + 1];
  for (int j = starts[row]; j < end; ++j)
    // CHECK: help: let the lanes of a warp share the loop at line [[#@LINE-1]], {{.*}}: up to 32 -> 8 or 9 sectors per request
    most = max(most, values[j]);
  out[row] = most;
}

// Near misses: each iteration needs the one before it.
__global__ void hashes(int *out, const int *values, const int *starts) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  int hash = 0;
  for (int j = starts[row]; j < starts[row + 1]; ++j)
    hash = 31 * hash + values[j];
  out[row] = hash;
}

// What is found ends the loop.
__global__ void find(int *out, const int *values, const int *starts) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  int found = -1;
  for (int j = starts[row]; j < starts[row + 1]; ++j)
    if (values[j] == 7) {
      found = j;
      break;
    }
  out[row] = found;
}

// Neighbours of a vertex, marked one by one: nothing is combined.
__global__ void mark(int *out, const int *values, const int *starts) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = starts[row]; j < starts[row + 1]; ++j)
    out[values[j]] = 1;
}

// Threads that walk elements far apart.
__global__ void far(float *out, const float *values, const int *starts) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int j = starts[row]; j < starts[row + 1]; ++j)
    sum += values[j * 64];
  out[row] = sum;
}

// Near miss: an iteration's number, which all lanes of a warp load now, would be another one in each.
__global__ void shifted(float *out, const float *values, const int *shifts, int count) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < count; ++k)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: uncoalesced load{{.*}}(32 sectors per request, 4 needed
    sum += values[(t + shifts[k]) * 8];
  out[t] = sum;
}

void launch(float *out, const float *values, const int *columns, const int *starts,
            const float *vector, int *ints, long long *longs, int rows) {
  multiply<<<16, 256>>>(out, values, vector);
  centre<<<16, 256>>>(out, values);
  bothSums<<<16, 256>>>(out, values);
  accumulate<<<16, 256>>>(out, values);
  largest<<<16, 256>>>(out, values);
  gathered<<<16, 256>>>(out, columns, vector);
  oneColumn<<<16, 256>>>(out, values, vector);
  window<<<16, 256>>>(out, values);
  byWarps<<<512, 256>>>(out, values, vector);
  sparse<<<16, 256>>>(out, values, columns, starts, vector, rows);
  most<<<16, 256>>>(longs, longs, starts);
  hashes<<<16, 256>>>(ints, columns, starts);
  find<<<16, 256>>>(ints, columns, starts);
  mark<<<16, 256>>>(ints, columns, starts);
  far<<<16, 256>>>(out, values, starts);
  shifted<<<64, 256>>>(out, values, starts, rows);
}

// RUN: %json --checks=-*,cuda-shared-race,cuda-global-race %s | %python %S/../Inputs/race_pairs.py | FileCheck %s --match-full-lines
//
// Pairs of accesses that never meet, whatever the arguments are, beside kernels that lack
// what that rests on: those must not be proved free of races.

// CHECK: one_thread: absent
__global__ void one_thread(int who, int *o) {
  __shared__ int v;
  if (threadIdx.x == who)
    v = 5;
  __syncthreads();
  o[threadIdx.x] = v;
}

// who is 0 for the even threads only.
// CHECK-NEXT: half_of_the_threads: same-warp same-block
__global__ void half_of_the_threads(int who, int *o) {
  __shared__ int v;
  if (threadIdx.x % 2 == who)
    v = threadIdx.x;
  __syncthreads();
  o[threadIdx.x] = v;
}

// CHECK-NEXT: barrier_and_load_under_one_condition: absent
__global__ void barrier_and_load_under_one_condition(int mode, int *o) {
  __shared__ int v[128];
  int t = threadIdx.x;
  v[t] = o[t];
  if (mode)
    __syncthreads();
  if (mode)
    o[t] = v[127 - t];
}

// CHECK-NEXT: barrier_and_load_under_two_conditions: same-block
__global__ void barrier_and_load_under_two_conditions(int mode, int other, int *o) {
  __shared__ int v[128];
  int t = threadIdx.x;
  v[t] = o[t];
  if (mode)
    __syncthreads();
  if (other)
    o[t] = v[127 - t];
}

// CHECK-NEXT: cases_exclude_each_other: absent
__global__ void cases_exclude_each_other(int mode, int *o) {
  __shared__ int v[128];
  int t = threadIdx.x;
  switch (mode) {
  case 0:
    v[t] = o[t];
    break;
  case 1:
    v[127 - t] = o[t];
    break;
  }
}

// CHECK-NEXT: first_case_falls_through: same-block
__global__ void first_case_falls_through(int mode, int *o) {
  __shared__ int v[128];
  int t = threadIdx.x;
  switch (mode) {
  case 0:
    v[t] = o[t];
  case 1:
    v[127 - t] = o[t];
    break;
  }
}

// CHECK-NEXT: image: absent
__global__ void image(float *c, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h)
    c[y * w + x] = 1;
}

// The first thread behind a row is the first of the next one.
// CHECK-NEXT: image_of_one_column_more: same-warp same-block different-blocks
__global__ void image_of_one_column_more(float *c, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x <= w && y < h)
    c[y * w + x] = 1;
}

// CHECK-NEXT: image_with_pitch: absent
__global__ void image_with_pitch(float *c, int w, int h, int pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h || pitch < w)
    return;
  c[y * pitch + x] = 1;
}

// CHECK-NEXT: image_with_any_pitch: same-warp same-block different-blocks
__global__ void image_with_any_pitch(float *c, int w, int h, int pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h)
    return;
  c[y * pitch + x] = 1;
}

// CHECK-NEXT: volume: absent
__global__ void volume(float *c, int w, int h, int d) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
      z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < w && y < h && z < d)
    c[(z * h + y) * w + x] = 1;
}

// CHECK-NEXT: volume_of_any_height: same-block different-blocks
__global__ void volume_of_any_height(float *c, int w, int h, int d) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
      z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < w && z < d)
    c[(z * h + y) * w + x] = 1;
}

// CHECK-NEXT: stencil: absent
__global__ void stencil(float *to, const float *from, int w, int h, int d) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || x >= w - 1 || y < 1 || y >= h - 1)
    return;
  for (int z = 1; z < d - 1; ++z)
    to[(z * h + y) * w + x] = from[((z - 1) * h + y) * w + x] + from[((z + 1) * h + y) * w + x];
}

// Blocks of 16x16 have two rows in a warp.
// CHECK-NEXT: stencil_in_place: same-warp same-block different-blocks
__global__ void stencil_in_place(float *to, int w, int h, int d) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || x >= w - 1 || y < 1 || y >= h - 1)
    return;
  for (int z = 1; z < d - 1; ++z)
    to[(z * h + y) * w + x] = to[(z * h + y - 1) * w + x];
}

// CHECK-NEXT: row_of_each_block: absent
__global__ void row_of_each_block(float *a, int w) {
  for (int x = threadIdx.x; x < w; x += blockDim.x)
    a[blockIdx.x * w + x] += 1;
}

// CHECK-NEXT: row_and_the_first_of_the_next: different-blocks
__global__ void row_and_the_first_of_the_next(float *a, int w) {
  for (int x = threadIdx.x; x <= w; x += blockDim.x)
    a[blockIdx.x * w + x] += 1;
}

// CHECK-NEXT: reversed_in_place: absent
__global__ void reversed_in_place(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 2) {
    int x = a[i];
    a[i] = a[n - 1 - i];
    a[n - 1 - i] = x;
  }
}

// CHECK-NEXT: reversed_past_the_middle: same-warp same-block different-blocks
__global__ void reversed_past_the_middle(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 2 + 1) {
    int x = a[i];
    a[i] = a[n - 1 - i];
    a[n - 1 - i] = x;
  }
}

// CHECK-NEXT: sum_of_halves: absent
__global__ void sum_of_halves(int n, int *o) {
  __shared__ int v[1024];
  int t = threadIdx.x;
  v[t] = o[t];
  __syncthreads();
  for (int s = n / 2; s > 0; s >>= 1) {
    if (t < s)
      v[t] += v[t + s];
    __syncthreads();
  }
  o[t] = v[0];
}

// Threads 0 and s of one step.
// CHECK-NEXT: sum_of_halves_and_one: same-warp same-block
__global__ void sum_of_halves_and_one(int n, int *o) {
  __shared__ int v[1024];
  int t = threadIdx.x;
  v[t] = o[t];
  __syncthreads();
  for (int s = n / 2; s > 0; s >>= 1) {
    if (t <= s)
      v[t] += v[t + s];
    __syncthreads();
  }
  o[t] = v[0];
}

// CHECK-NEXT: sum_of_neighbours: absent
__global__ void sum_of_neighbours(int n, int *o) {
  __shared__ int v[512];
  int t = threadIdx.x;
  v[t] = o[t];
  __syncthreads();
  for (int s = 1; s < n; s *= 2) {
    if (t % (2 * s) == 0)
      v[t] += v[t + s];
    __syncthreads();
  }
  o[t] = v[0];
}

// CHECK-NEXT: grid_stride: absent
__global__ void grid_stride(float *a, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    a[i] *= 2;
}

// A stride of one block: the blocks are on top of each other.
// CHECK-NEXT: block_stride: different-blocks
__global__ void block_stride(float *a, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x)
    a[i] *= 2;
}

// CHECK-NEXT: grid_stride_in_two_dimensions: absent
__global__ void grid_stride_in_two_dimensions(float *a, int w, int h) {
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < h; y += gridDim.y * blockDim.y)
    for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < w; x += gridDim.x * blockDim.x)
      a[y * w + x] *= 2;
}

// CHECK-NEXT: transposed_by_division: absent
__global__ void transposed_by_division(float *a, unsigned w, unsigned h) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < w * h)
    a[i % w * h + i / w] *= 2;
}

// CHECK-NEXT: tiled_product: absent
__global__ void tiled_product(float *C, const float *A, const float *B, int M, int N, int K) {
  __shared__ float a[16][16], b[16][16];
  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
  float sum = 0;
  for (int tile = 0; tile < (K + 15) / 16; ++tile) {
    a[y][x] = A[row * K + tile * 16 + x];
    b[y][x] = B[(tile * 16 + y) * N + column];
    __syncthreads();
    for (int k = 0; k < 16; ++k)
      sum += a[y][k] * b[k][x];
    __syncthreads();
  }
  if (row < M && column < N)
    C[row * N + column] = sum;
}

// The thread is one and the same, wherever it writes.
// CHECK-NEXT: one_thread_anywhere: absent
__global__ void one_thread_anywhere(int *o, const int *in) {
  __shared__ int counts[64];
  if (threadIdx.x == 0) {
    counts[in[0] & 63] = 1;
    counts[in[1] & 63] = 2;
  }
  __syncthreads();
  o[threadIdx.x] = counts[threadIdx.x & 63];
}

// RUN: not %cuda-memlint --checks=-*,cuda-shared-race,cuda-global-race,cuda-missing-syncwarp %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %cuda-memlint --checks=-*,cuda-missing-syncwarp %s 2>&1 | FileCheck %s --check-prefix=LANES --implicit-check-not=warning:

// What one mend removes is one finding, whether the threads are lanes of one warp or not.

// One barrier behind the store orders it and both loads.
__global__ void bothNeighbours(int *out, const int *in) {
  __shared__ int row[128];
  int t = threadIdx.x;
  row[t] = in[t];
  int near = row[t ^ 1];
  // CHECK: :[[#@LINE+3]]:13: warning: shared memory race on `row{{.*}} [cuda-shared-race]
  // CHECK: :[[#@LINE-2]]:14: note: also: reads `row[t ^ 1]` here
  // CHECK: :[[#@LINE-3]]:3: note: insert `__syncthreads();` before this statement to order all 2 pairs of accesses
  int far = row[t ^ 64];
  out[t] = near + far;
}
// LANES: :[[#@LINE-7]]:14: warning: {{.*}} [cuda-missing-syncwarp]

// No statement fits between them, and other blocks race there as well: writing to another array mends
// both.
__global__ void smooth(int *image, int width) {
  int p = (blockIdx.y * 8 + threadIdx.y + 1) * width + threadIdx.x + 1;
  // CHECK: :[[#@LINE+3]]:3: warning: global memory race on `image{{.*}} [cuda-global-race]
  // CHECK: note: only the end of the kernel or a grid-wide barrier orders blocks
  // LANES: :[[#@LINE+1]]:3: warning: {{.*}} [cuda-missing-syncwarp]
  image[p] = image[p - 1] + image[p - width];
}
void run(int *image) { smooth<<<dim3(1, 8), dim3(32, 8)>>>(image, 64); }

// The second fault is in a part that one warp executes: it has a mend of its own.
__global__ void twoFaults(int *out, const int *in) {
  __shared__ int sums[128];
  int t = threadIdx.x;
  sums[t] = in[t];
  if (t < 32) {
    // CHECK: :[[#@LINE+2]]:15: warning: {{.*}} [cuda-shared-race]
    // CHECK: note: insert `__syncthreads();`
    int sum = sums[t + 64];
    sums[t] = sum;
    // CHECK: :[[#@LINE+3]]:14: warning: {{.*}} [cuda-missing-syncwarp]
    // LANES: :[[#@LINE+2]]:14: warning: {{.*}} [cuda-missing-syncwarp]
    // CHECK: note: insert `__syncwarp();`
    out[t] = sums[t ^ 1];
  }
}

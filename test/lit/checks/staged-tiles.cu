// A tile that an access is staged through has a layout without bank conflicts for the block.
//
// RUN: %cuda-memlint --fail-on=none --checks=-*,cuda-uncoalesced-access,cuda-shared-bank-conflict %s | FileCheck %s --implicit-check-not=warning:

// A warp has two rows of 16. Stored by row, rows of 16 + p words have no conflicts for p = 0 and 16
// alone; read by column, those conflict. With x ^ y in the place of x, a warp reads the words
// 16 x + (x ^ y) of two y: of even x banks 0 to 15, of odd x banks 16 to 31, each once. 131,072
// requests store and as many load, in a wavefront each.
// CHECK: :[[#@LINE+3]]:3: warning: uncoalesced store
// CHECK: help: stage it through `__shared__ float tile[16][16]`: fill `tile[threadIdx.y][threadIdx.x ^ threadIdx.y]`, `__syncthreads()`, and store `tile[threadIdx.x][threadIdx.x ^ threadIdx.y]` with `threadIdx.x` and `threadIdx.y` swapped in this index: 2,621,440 -> 1,048,576 sectors for the kernel, 262,144 wavefronts
__global__ void rowsOf16(float *out, const float *in, int n) { int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  out[x * n + y] = in[y * n + x];
}

// Four rows of 8: words 8 x + (x ^ y), in banks 8 (x % 4) + (x ^ y): for x and x + 4, y differs in
// the bit that x does.
// CHECK: :[[#@LINE+3]]:3: warning: uncoalesced store
// CHECK: help: stage it through `__shared__ float tile[8][8]`: fill `tile[threadIdx.y][threadIdx.x ^ threadIdx.y]`, {{.*}}, 262,144 wavefronts
__global__ void rowsOf8(float *out, const float *in, int n) { int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  out[x * n + y] = in[y * n + x];
}

// Padding does for a whole row of lanes.
// CHECK: :[[#@LINE+3]]:3: warning: uncoalesced store
// CHECK: help: stage it through `__shared__ float tile[32][33]`: fill `tile[threadIdx.y][threadIdx.x]`
__global__ void rowsOf32(float *out, const float *in, int n) { int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  out[x * n + y] = in[y * n + x];
}

// As the help says to write them.
__global__ void staged16(float *out, const float *in, int n) {
  __shared__ float tile[16][16];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x ^ threadIdx.y] = in[y * n + x];
  __syncthreads();
  out[(blockIdx.x * 16 + threadIdx.y) * n + blockIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.x ^ threadIdx.y];
}

__global__ void staged8(float *out, const float *in, int n) {
  __shared__ float tile[8][8];
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x ^ threadIdx.y] = in[y * n + x];
  __syncthreads();
  out[(blockIdx.x * 8 + threadIdx.y) * n + blockIdx.y * 8 + threadIdx.x] = tile[threadIdx.x][threadIdx.x ^ threadIdx.y];
}

int main() {
  float *out, *in;
  int n = 2048;
  cudaMalloc(&out, n * n * sizeof(float));
  cudaMalloc(&in, n * n * sizeof(float));
  rowsOf16<<<dim3(128, 128), dim3(16, 16)>>>(out, in, n);
  rowsOf8<<<dim3(256, 256), dim3(8, 8)>>>(out, in, n);
  rowsOf32<<<dim3(64, 64), dim3(32, 32)>>>(out, in, n);
  staged16<<<dim3(128, 128), dim3(16, 16)>>>(out, in, n);
  staged8<<<dim3(256, 256), dim3(8, 8)>>>(out, in, n);
}

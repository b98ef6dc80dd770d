// Advice and notes count in the units of the device, as costs do.
// RUN: %cuda-memlint --arch=gfx90a --fail-on=none --remarks --checks=-*,cuda-shared-bank-conflict %s 2>&1 | FileCheck %s --implicit-check-not=wavefront --implicit-check-not=sector

// Two rows in a group of 32 lanes: 16 banks apart, or 18, and two of these are the first row's.
__global__ void narrow(float *out, const float *in) {
  __shared__ float rows[16][16];
  rows[threadIdx.y][threadIdx.x] = in[threadIdx.y * 16 + threadIdx.x];
  __syncthreads();
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: 8-way shared memory bank conflict: {{.*}} (16 bank cycles per request, 2 needed)
  out[threadIdx.y * 16 + threadIdx.x] = rows[threadIdx.x][threadIdx.y];
  // CHECK: note: padding `rows` to `[16][18]` leaves 512 of the 3,584 excess bank cycles
  // CHECK: help: store element c of row r at index c ^ (r & 15): removes the bank conflicts of both accesses
}

// A conflict that is little beside what the kernel moves in global memory.
__global__ void beside(float *out, const float *in) {
  __shared__ float values[512];
  float sum = 0;
  for (int i = 0; i < 512; ++i)
    sum += in[i * 65536 + blockIdx.x * 256 + threadIdx.x];
  values[2 * threadIdx.x] = sum;
  // CHECK: :[[#@LINE-1]]:{{[0-9]+}}: remark: 2-way shared memory bank conflict: {{.*}} (4 bank cycles per request, 2 needed)
  // CHECK: note: minor: the excess is {{.*}} % of the kernel's bank cycles and global cache lines
  out[blockIdx.x * 256 + threadIdx.x] = values[2 * threadIdx.x];
}

void launch(float *out, float *in) {
  narrow<<<64, dim3(16, 16)>>>(out, in);
  beside<<<256, 256>>>(out, in);
}

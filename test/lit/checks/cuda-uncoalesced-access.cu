// RUN: not %cuda-memlint %s 2>&1 | FileCheck %s --implicit-check-not=warning:

#include <cuda_runtime.h>

struct Point {
  float x, y, z;
};

// The lanes are a row of 1024 bytes apart: 32 sectors against 4.
__global__ void transposeNaive(float *out, const float *in, int n) {
  int x = blockIdx.x * 32 + threadIdx.x;
  int y = blockIdx.y * 32 + threadIdx.y;
  float value = in[y * n + x];
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}[cuda-uncoalesced-access]
  out[x * n + y] = value;
}

// Every second float: 8 sectors against 4.
__global__ void everySecond(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}[cuda-uncoalesced-access]
  out[i] = in[2 * i];
}

// A third of what is fetched is used: 12 sectors against 4.
__global__ void oneMember(float *out, const Point *points) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}[cuda-uncoalesced-access]
  out[i] = points[i].z;
}

// A row for each thread: 32 sectors in every turn of the loop.
__global__ void rowPerThread(float *out, const float *in) {
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 64; ++k)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}[cuda-uncoalesced-access]
    sum += in[t * 64 + k];
  out[t] = sum;
}

// Only the even lanes: 4 sectors where 64 bytes would fit in 2.
__global__ void evenLanes(float *out, const float *in) {
  int t = threadIdx.x;
  float value = 0;
  if (t % 2 == 0)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}[cuda-uncoalesced-access]
    value = in[t];
  out[t] = value;
}

// The distance is an argument that no call specifies: far apart, by assumption.
__global__ void unknownPitch(float *out, int pitch) {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}[cuda-uncoalesced-access]
  out[threadIdx.x * pitch + blockIdx.y] = 1;
}

// Near misses: none of these fetches a sector too many.

// One address for all lanes, few addresses, and an order of their own within 128 bytes.
__global__ void fewAddresses(float *out, const float *in) {
  int t = threadIdx.x;
  float sum = in[0];
  sum += in[blockIdx.x * 100];
  sum += in[t / 8];
  sum += in[t % 32];
  sum += in[31 - t];
  sum += in[t ^ 5];
  sum += in[(t * 11) & 31];
  out[t] = sum;
}

// 16 x 16: two rows of 64 bytes a warp are 4 sectors; 2 addresses are 2.
__global__ void multiply(float *c, const float *a, const float *b, int n) {
  int row = blockIdx.y * 16 + threadIdx.y;
  int column = blockIdx.x * 16 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

// One lane costs one sector wherever it goes.
__global__ void oneLane(float *out, const float *in) {
  if (threadIdx.x == 0)
    out[blockIdx.x * 64] = in[blockIdx.x * 100];
}

// The index is data: nothing is known.
__global__ void gather(float *out, const float *in, const int *index) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[index[i]];
}

// Which lanes take part is data: lanes 0 and 1 share a sector, and alone waste nothing.
__global__ void dataGuard(float *out, const float *in, const int *flags) {
  int t = threadIdx.x;
  float value = 0;
  if (flags[t] > 3)
    value = in[4 * t];
  out[t] = value;
}

// A row starts at y * pitch, wherever that is: for a good pitch it costs 4.
__global__ void unknownRow(float *out, int pitch) { out[threadIdx.y * pitch + threadIdx.x] = 1; }

// Fixed.

// The transpose through a padded tile.
__global__ void transposePadded(float *out, const float *in, int n) {
  __shared__ float tile[32][33];
  tile[threadIdx.y][threadIdx.x] =
      in[(blockIdx.y * 32 + threadIdx.y) * n + blockIdx.x * 32 + threadIdx.x];
  __syncthreads();
  out[(blockIdx.x * 32 + threadIdx.y) * n + blockIdx.y * 32 + threadIdx.x] =
      tile[threadIdx.x][threadIdx.y];
}

// A structure of arrays.
__global__ void oneArray(float *out, const float *z) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = z[i];
}

// The matrix the other way round: lanes side by side in every turn.
__global__ void columnPerThread(float *out, const float *in) {
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 64; ++k)
    sum += in[k * 64 + t];
  out[t] = sum;
}

void launch(float *out, const float *in, const Point *points, const int *index) {
  transposeNaive<<<dim3(8, 8), dim3(32, 32)>>>(out, in, 256);
  everySecond<<<4, 256>>>(out, in);
  oneMember<<<4, 256>>>(out, points);
  rowPerThread<<<1, 64>>>(out, in);
  evenLanes<<<1, 64>>>(out, in);
  fewAddresses<<<1, 32>>>(out, in);
  multiply<<<dim3(4, 4), dim3(16, 16)>>>(out, in, in, 64);
  oneLane<<<16, 64>>>(out, in);
  gather<<<4, 256>>>(out, in, index);
  dataGuard<<<1, 64>>>(out, in, index);
  transposePadded<<<dim3(8, 8), dim3(32, 32)>>>(out, in, 256);
  oneArray<<<4, 256>>>(out, in);
  columnPerThread<<<1, 64>>>(out, in);
}

void launchWithPitch(float *out, const int *pitches) {
  unknownPitch<<<1, 32>>>(out, pitches[0]);
  unknownRow<<<1, dim3(32, 8)>>>(out, pitches[1]);
}

// Eight lanes lie in each row, 8 bytes apart: that is what wastes half of each sector, and
// not how far the rows are from each other.
struct Measurement {
  float value, weight;
};
__global__ __launch_bounds__(64) void fieldsInRows(float *out, const Measurement *in, int width) {
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}4 groups of 8 lanes: stride 8 B within a group, `width` * 8 B between groups
  out[y * 1024 + x] = in[y * width + x].value;
}
void launchFieldsInRows(float *out, const Measurement *in, int width) {
  fieldsInRows<<<1, dim3(8, 8)>>>(out, in, width);
}

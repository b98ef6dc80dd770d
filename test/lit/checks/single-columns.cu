// RUN: not %cuda-memlint --each-access --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s --check-prefix=WARN --implicit-check-not=warning:
// RUN: not %cuda-memlint --each-access --remarks --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s --check-prefix=REMARK
// RUN: not %cuda-memlint --each-access --min-excess=0 --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s --check-prefix=ALL

// A kernel that copies the edges of an image, whose rows are as long as an argument says: they are
// columns, whichever thread accesses them.

#include <cuda_runtime.h>

__global__ void pack(float *left, float *right, const float *image, int2 size) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < size.y) {
    int start = (row + 1) * (size.x + 2);
    // REMARK: :[[#@LINE+3]]:17: remark: uncoalesced load
    // REMARK: note: the kernel accesses single columns only, and no change is known that lowers the excess
    // ALL: :[[#@LINE+1]]:17: warning: uncoalesced load
    left[row] = image[start];
    // REMARK: :[[#@LINE+2]]:18: remark: uncoalesced load
    // ALL: :[[#@LINE+1]]:18: warning: uncoalesced load
    right[row] = image[start + size.x + 1];
  }
}

__global__ void unpack(float *image, const float *left, int width) {
  int row = blockIdx.x * 256 + threadIdx.x;
  // REMARK: :[[#@LINE+2]]:3: remark: uncoalesced store
  // REMARK: note: the kernel accesses single columns only, and no change is known that lowers the excess
  image[row * (width + 2)] = left[row];
}

// The length is known here, and is that of a row.
__global__ void unpackKnown(float *image, const float *left, int width) {
  int row = blockIdx.x * 256 + threadIdx.x;
  // REMARK: :[[#@LINE+2]]:3: remark: uncoalesced store
  // REMARK: note: the kernel accesses single columns only, and no change is known that lowers the excess
  image[row * width] = left[row];
}

// Here it is that of a record: others may be beside each other.
__global__ void records(float *all, const float *values, int members) {
  int record = blockIdx.x * 256 + threadIdx.x;
  // WARN: :[[#@LINE+1]]:3: warning: uncoalesced store
  all[record * members] = values[record];
}

// Each thread goes along its row.
__global__ void wholeRows(float *out, const float *image, int width) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int column = 0; column < width; ++column)
    // WARN: :[[#@LINE+1]]:12: warning: uncoalesced load
    sum += image[row * width + column];
  out[row] = sum;
}

// Other blocks access what is beside the column.
__global__ void manyColumns(float *out, const float *image, int width) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  // WARN: :[[#@LINE+1]]:46: warning: uncoalesced load
  out[blockIdx.y * gridDim.x * 256 + row] += image[row * width + blockIdx.y];
}

// So does the thread itself, a few elements further.
__global__ void twoOfSector(float *image, const float *left, int width) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  // WARN: :[[#@LINE+1]]:3: warning: uncoalesced store
  image[row * (width + 8)] = left[row];
  __syncthreads();
  // WARN: :[[#@LINE+1]]:3: warning: uncoalesced store
  image[row * (width + 8) + 5] = left[row] * 2;
}

void launch(float *image, float *left, float *right, int2 size, int width) {
  pack<<<(size.y + 255) / 256, 256>>>(left, right, image, size);
  unpack<<<size.y / 256, 256>>>(image, left, width);
  unpackKnown<<<size.y / 256, 256>>>(image, left, 1920);
  records<<<size.y / 256, 256>>>(image, left, 8);
  wholeRows<<<size.y / 256, 256>>>(left, image, width);
  manyColumns<<<dim3(size.y / 256, 64), 256>>>(left, image, width);
  twoOfSector<<<size.y / 256, 256>>>(image, left, width);
}

// RUN: %json %s | %query | FileCheck %s

// Variables that a loop changes under a condition which a thread meets in all iterations
// or in none: the threads that meet it agree, whatever the others hold.

// 16 x 18 threads: 9 warps of two rows each; the last, rows 16 and 17, takes part.
// Its lanes agree on i and on `as`. Two rows of 16 floats, one after the other: 32 words,
// 1 each; 16 floats read by both rows: 64 bytes, 2 sectors.
__global__ void nested(const float *in, int width) {
  __shared__ float s[4][16][16];
  for (int a = 0, i = 0, as = 0; a < width; a += 16)
    if (threadIdx.y >= 16)
      for (; as <= a + 64; as += 16, ++i)
        if (as < width)
          s[i % 4][threadIdx.y - 16][threadIdx.x] = in[as + threadIdx.x];
  // CHECK: line [[#@LINE-1]]: global load requests={{.*}} worst=2;
  // CHECK: line [[#@LINE-2]]: shared store requests={{.*}} worst=1; proved;
}

// The same with the condition the other way round, and as one of two.
__global__ void otherWay(const float *in, int width, bool more) {
  __shared__ float s[4][16][16];
  for (int a = 0, i = 0, as = 0; a < width; a += 16)
    if (threadIdx.y < 16)
      continue;
    else
      for (; as <= a + 64 && more; as += 16, ++i)
        s[i % 4][threadIdx.y - 16][threadIdx.x] = in[as + threadIdx.x];
  // CHECK: line [[#@LINE-1]]: global load requests={{.*}} worst=2;
  // CHECK: line [[#@LINE-2]]: shared store requests={{.*}} worst=1; proved;
}

// 32 x 2 threads, a warp for each row. Both count, by other steps; within a warp all lanes
// agree, on a multiple of 32: 32 floats in a row are 4 sectors.
__global__ void twoCourses(float *out, int width) {
  int at = 0;
  for (int a = 0; a < width; a += 16) {
    if (threadIdx.y == 0)
      for (int k = at; k < a; k += 3)
        at += 32;
    else
      for (int k = at; k < a; k += 5)
        at += 64;
    if (threadIdx.y == 0)
      out[at + threadIdx.x] = 1;
    // CHECK: line [[#@LINE-1]]: global store requests={{.*}} worst=4;
  }
}

// One warp. Lanes 16 to 31 count, the others hold what was there before: words 0 and 1, and
// 32 * at and the one behind it, are at most 2 in a bank. It is not said that all agree.
__global__ void mixed(int width) {
  __shared__ float s[4096];
  int at = 0;
  for (int a = 0; a < width; a += 16) {
    if (threadIdx.x >= 16)
      for (int k = at; k < a; k += 7)
        ++at;
    s[32 * at + threadIdx.x % 2] = 1;
    // CHECK: line [[#@LINE-1]]: shared store requests=null {{.*}} worst=2; assumed;
  }
}

// One warp. The condition changes from one iteration to the next: lanes 0 to 15 count in
// all iterations, lane 16 in every other one, and then holds another number than they do.
__global__ void changes(int width) {
  __shared__ float s[4096];
  int at = 0;
  for (int a = 0; a < width; ++a)
    if (threadIdx.x < 16 + a % 2)
      for (int k = at; k < a; k += 7) {
        s[32 * at + threadIdx.x % 2] = 1;
        // CHECK: line [[#@LINE-1]]: shared store requests=null {{.*}} unknown;
        ++at;
      }
}

void launch(float *out, const float *in, int width) {
  nested<<<1, dim3(16, 18)>>>(in, width);
  otherWay<<<1, dim3(16, 18)>>>(in, width, width > 7);
  twoCourses<<<1, dim3(32, 2)>>>(out, width);
  mixed<<<1, 32>>>(width);
  changes<<<1, 32>>>(width);
}

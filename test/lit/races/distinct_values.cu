// Index arrays whose values a comment declares to be distinct.
// RUN: %json --races=may %s | %race-counts | FileCheck %s

// CHECK: permute: pairs=3 absent=3{{$}}
// memlint: distinct order
__global__ void permute(float *out, const float *in, const int *order, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[order[i]] = in[i];
}

// Without the comment two may be alike.
// CHECK: permuteUnsaid: pairs=3 absent=0 undecided=3
__global__ void permuteUnsaid(float *out, const float *in, const int *order, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[order[i]] = in[i];
}

// Threads 0 and 1, 2 and 3, … read the same entry: of one warp they meet.
// CHECK: permuteTwice: {{.*}}race=1
// memlint: distinct order
__global__ void permuteTwice(float *out, const int *order) {
  out[order[threadIdx.x / 2]] = threadIdx.x;
}

// Four floats for each entry; three of them are stored here.
// CHECK: rows: pairs=12 absent=12{{$}}
// memlint: distinct order
__global__ void rows(float *out, const int *order) {
  float *row = out + 4 * order[threadIdx.x];
  row[0] = 1;
  row[1] = 2;
  row[3] = 3;
}

// The fifth is the first of another entry's: of three pairs the one of both stores.
// CHECK: rowsTooLong: pairs=6 absent=4 undecided=2
// memlint: distinct order
__global__ void rowsTooLong(float *out, const int *order) {
  float *row = out + 4 * order[threadIdx.x];
  row[0] = 1;
  row[4] = 2;
}

// The array is changed meanwhile.
// CHECK: changed: {{.*}}undecided=
// memlint: distinct order
__global__ void changed(float *out, int *order, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  order[i] = order[i] / 2;
  out[order[i]] = i;
}

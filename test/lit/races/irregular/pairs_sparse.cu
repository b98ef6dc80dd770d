// Sparse matrices and histograms: each racy kernel, and the same one mended, whose name ends in Mended.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race,cuda-missing-fence %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>
__global__ void cooProduct(double *y, const int *r, const int *c, const double *v, const double *x,
                           int nnz) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < nnz)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `y[r[k]]`
    y[r[k]] += v[k] * x[c[k]];
}
__global__ void cooProductMended(double *y, const int *r, const int *c, const double *v,
                                 const double *x, int nnz) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < nnz)
    atomicAdd(&y[r[k]], v[k] * x[c[k]]);
}

__global__ void cscProduct(float *y, const int *start, const int *r, const float *v, const float *x,
                           int cols) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= cols)
    return;
  float xj = x[j];
  for (int k = start[j]; k < start[j + 1]; ++k)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `y[r[k]]`
    y[r[k]] += v[k] * xj;
}
__global__ void cscProductMended(float *y, const int *start, const int *r, const float *v,
                                 const float *x, int cols) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= cols)
    return;
  float xj = x[j];
  for (int k = start[j]; k < start[j + 1]; ++k)
    atomicAdd(y + r[k], v[k] * xj);
}

__global__ void transpose(int *pos, int *outRow, float *outVal, const int *start, const int *col,
                          const float *val, int rows) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows)
    return;
  for (int j = start[i]; j < start[i + 1]; ++j) {
    // CHECK: :[[#@LINE+1]]:13: warning: global memory race on `pos[col[j]]`
    int p = pos[col[j]]++;
    outRow[p] = i;
    outVal[p] = val[j];
  }
}
__global__ void transposeMended(int *pos, int *outRow, float *outVal, const int *start,
                                const int *col, const float *val, int rows) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows)
    return;
  for (int j = start[i]; j < start[i + 1]; ++j) {
    int p = atomicAdd(&pos[col[j]], 1);
    outRow[p] = i;
    outVal[p] = val[j];
  }
}

__global__ void rowCounts(int *count, const int *r, int nnz) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < nnz)
    // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `count[r[k] + 1]`
    ++count[r[k] + 1];
}
__global__ void rowCountsMended(int *count, const int *r, int nnz) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < nnz)
    atomicAdd(&count[r[k] + 1], 1);
}

__global__ void rowMaxima(float *most, const int *r, const float *v, int nnz) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= nnz)
    return;
  float a = fabsf(v[k]);
  if (a > most[r[k]])
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `most[r[k]]`
    most[r[k]] = a;
}
__global__ void rowMaximaMended(int *most, const int *r, const float *v, int nnz) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= nnz)
    return;
  atomicMax(&most[r[k]], __float_as_int(fabsf(v[k])));
}

__global__ void segmentSums(float *sum, const int *seg, const float *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `sum[seg[i]]`
    sum[seg[i]] = sum[seg[i]] + v[i];
}
__global__ void segmentSumsMended(float *sum, const int *seg, const float *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || (i > 0 && seg[i] == seg[i - 1]))
    return;
  float s = 0;
  for (int j = i; j < n && seg[j] == seg[i]; ++j)
    s += v[j];
  sum[seg[i]] += s;
}

__global__ void scatterDistinctMended(float *out, const float *in, const int *perm, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[perm[i]] = in[i];
}
// memlint: distinct map
__global__ void addDistinctMended(float *out, const float *in, const int *map, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[map[i]] += in[i];
}

__global__ void filteredBins(int *counts, const int *bin, const int *kind, int wanted, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && kind[i] == wanted)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `counts[bin[i]]`
    counts[bin[i]]++;
}
__global__ void filteredBinsMended(int *counts, const int *bin, const int *kind, int wanted,
                                   int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && kind[i] == wanted)
    atomicAdd(&counts[bin[i]], 1);
}

__global__ void privateBins(int *out, const unsigned char *in, int n) {
  __shared__ int bins[256];
  bins[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    // CHECK: :[[#@LINE+1]]:5: warning: shared memory race on `bins[in[i]]`
    bins[in[i]]++;
  __syncthreads();
  atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}
__global__ void privateBinsMended(int *out, const unsigned char *in, int n) {
  __shared__ int bins[256];
  bins[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    atomicAdd(&bins[in[i]], 1);
  __syncthreads();
  atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}

__global__ void jointBins(int *h, const unsigned char *a, const unsigned char *b, int n, int k) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `h[a[i] * k + b[i]]`
    h[a[i] * k + b[i]]++;
}
__global__ void jointBinsMended(int *h, const unsigned char *a, const unsigned char *b, int n,
                                int k) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&h[a[i] * k + b[i]], 1);
}

__global__ void bucketPlaces(int *out, int *cursor, const int *bucket, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int b = bucket[i];
  int p = cursor[b];
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `cursor[b]`
  cursor[b] = p + 1;
  out[p] = i;
}
__global__ void bucketPlacesMended(int *out, int *cursor, const int *bucket, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int b = bucket[i];
  int p = atomicAdd(&cursor[b], 1);
  out[p] = i;
}

__global__ void weightedBins(float *h, const float *x, const float *w, float scale, int bins,
                             int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int b = min(max(int(x[i] * scale), 0), bins - 1);
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `h[b]`
  h[b] += w[i];
}
__global__ void weightedBinsMended(float *h, const float *x, const float *w, float scale, int bins,
                                   int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int b = min(max(int(x[i] * scale), 0), bins - 1);
  atomicAdd(&h[b], w[i]);
}

void runAll(double *y, const int *r, const int *c, const double *v, const double *x, int n,
            float *f, float *g, const float *p, int *a, int *b, int *d, unsigned char *s,
            unsigned char *t, int kind) {
  int blocks = (n + 255) / 256;
  cooProduct<<<blocks, 256>>>(y, r, c, v, x, n);
  cooProductMended<<<blocks, 256>>>(y, r, c, v, x, n);
  cscProduct<<<blocks, 256>>>(f, r, c, g, p, n);
  cscProductMended<<<blocks, 256>>>(f, r, c, g, p, n);
  transpose<<<blocks, 256>>>(a, b, f, r, c, p, n);
  transposeMended<<<blocks, 256>>>(a, b, f, r, c, p, n);
  rowCounts<<<blocks, 256>>>(a, r, n);
  rowCountsMended<<<blocks, 256>>>(a, r, n);
  rowMaxima<<<blocks, 256>>>(f, r, p, n);
  rowMaximaMended<<<blocks, 256>>>(a, r, p, n);
  segmentSums<<<blocks, 256>>>(f, r, p, n);
  segmentSumsMended<<<blocks, 256>>>(f, r, p, n);
  scatterDistinctMended<<<blocks, 256>>>(f, p, r, n);
  addDistinctMended<<<blocks, 256>>>(f, p, r, n);
  filteredBins<<<blocks, 256>>>(a, r, c, kind, n);
  filteredBinsMended<<<blocks, 256>>>(a, r, c, kind, n);
  privateBins<<<64, 256>>>(a, s, n);
  privateBinsMended<<<64, 256>>>(a, s, n);
  jointBins<<<blocks, 256>>>(a, s, t, n, 256);
  jointBinsMended<<<blocks, 256>>>(a, s, t, n, 256);
  bucketPlaces<<<blocks, 256>>>(a, b, r, n);
  bucketPlacesMended<<<blocks, 256>>>(a, b, r, n);
  weightedBins<<<blocks, 256>>>(f, p, g, 3.0f, 64, n);
  weightedBinsMended<<<blocks, 256>>>(f, p, g, 3.0f, 64, n);
}

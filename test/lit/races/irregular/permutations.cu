// Index arrays that host code fills with a permutation give each thread an element of its own.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <algorithm>
#include <cstdlib>
#include <cuda_runtime.h>
#include <numeric>
#include <random>
#include <vector>

__global__ void shuffled(int *x, const int *order, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[order[i]] += i;
}
void launchShuffled(int n) {
  std::vector<int> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), std::mt19937(1));
  int *x, *onDevice;
  cudaMalloc(&x, n * sizeof(int));
  cudaMalloc(&onDevice, n * sizeof(int));
  cudaMemset(x, 0, n * sizeof(int));
  cudaMemcpy(onDevice, order.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  shuffled<<<n / 256, 256>>>(x, onDevice, n);
  cudaFree(x);
  cudaFree(onDevice);
}

// In C, exchanged one by one; the kernel's parameter is not const.
__global__ void exchanged(float *x, int *order, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    x[order[i]] *= 2;
}
void launchExchanged(int n) {
  int *order = (int *)malloc(n * sizeof(int));
  for (int i = 0; i < n; ++i)
    order[i] = i;
  for (int i = n - 1; i > 0; --i) {
    int k = rand() % (i + 1);
    int kept = order[i];
    order[i] = order[k];
    order[k] = kept;
  }
  float *x;
  int *onDevice;
  cudaMalloc((void **)&x, n * sizeof(float));
  cudaMalloc((void **)&onDevice, n * sizeof(int));
  cudaMemcpy(onDevice, order, n * sizeof(int), cudaMemcpyHostToDevice);
  exchanged<<<64, 256>>>(x, onDevice, n);
  free(order);
}

// Memory that host and device share, from the end to the start, with exchanges by the library.
__global__ void managed(int *x, const int *order, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[order[i]] += i;
}
void launchManaged(int n) {
  int *x, *order;
  cudaMallocManaged(&x, n * sizeof(int));
  cudaMallocManaged(&order, n * sizeof(int));
  for (int i = 0; i < n; ++i)
    order[i] = n - 1 - i;
  for (int i = 0; i + 1 < n; ++i)
    std::swap(order[i], order[i + rand() % (n - i)]);
  managed<<<n / 256, 256>>>(x, order, n);
  cudaDeviceSynchronize();
}

//===--- Numbers that may be equal -----------------------------------------===//

__global__ void drawn(int *x, const int *order, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `x[order[i]]`
    x[order[i]] += i;
}
void launchDrawn(int n) {
  std::vector<int> order(n);
  for (int i = 0; i < n; ++i)
    order[i] = rand() % n;
  std::shuffle(order.begin(), order.end(), std::mt19937(1));
  int *x, *onDevice;
  cudaMalloc(&x, n * sizeof(int));
  cudaMalloc(&onDevice, n * sizeof(int));
  cudaMemcpy(onDevice, order.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  drawn<<<n / 256, 256>>>(x, onDevice, n);
}

// Something else is written behind.
__global__ void changed(int *x, const int *order, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `x[order[i]]`
    x[order[i]] += i;
}
void launchChanged(int n) {
  std::vector<int> order(n);
  std::iota(order.begin(), order.end(), 0);
  order[n / 2] = 0;
  int *x, *onDevice;
  cudaMalloc(&x, n * sizeof(int));
  cudaMalloc(&onDevice, n * sizeof(int));
  cudaMemcpy(onDevice, order.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  changed<<<n / 256, 256>>>(x, onDevice, n);
}

// Two threads read one entry, and many entries lead to one element.
__global__ void inTwos(int *x, const int *order, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `x[order[i / 2]]`
    x[order[i / 2]] += i;
  }
}
__global__ void counted(int *count, const int *order, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `count[order[i] % 64]`
    count[order[i] % 64] += 1;
}
void launchOthers(int n) {
  std::vector<int> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), std::mt19937(1));
  int *x, *onDevice;
  cudaMalloc(&x, n * sizeof(int));
  cudaMalloc(&onDevice, n * sizeof(int));
  cudaMemcpy(onDevice, order.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  inTwos<<<n / 256, 256>>>(x, onDevice, n);
  counted<<<n / 256, 256>>>(x, onDevice, n);
}

// Another kernel may write to the array.
__global__ void renumber(int *order, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    order[i] /= 2;
}
__global__ void renumbered(int *x, const int *order, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `x[order[i]]`
    x[order[i]] += i;
}
void launchRenumbered(int n) {
  std::vector<int> order(n);
  std::iota(order.begin(), order.end(), 0);
  int *x, *onDevice;
  cudaMalloc(&x, n * sizeof(int));
  cudaMalloc(&onDevice, n * sizeof(int));
  cudaMemcpy(onDevice, order.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  renumber<<<n / 256, 256>>>(onDevice, n);
  renumbered<<<n / 256, 256>>>(x, onDevice, n);
}

// Sorted, and one of each is left.
__global__ void uniques(int *count, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    count[key[i]]++;
}
void launchUniques(int n) {
  std::vector<int> key(n);
  for (int &each : key)
    each = rand() % 1000;
  std::sort(key.begin(), key.end());
  key.erase(std::unique(key.begin(), key.end()), key.end());
  int *count, *onDevice;
  cudaMalloc(&count, 1000 * sizeof(int));
  cudaMalloc(&onDevice, n * sizeof(int));
  cudaMemcpy(onDevice, key.data(), key.size() * sizeof(int), cudaMemcpyHostToDevice);
  uniques<<<16, 256>>>(count, onDevice, (int)key.size());
}

// Not sorted: equal entries that do not stand side by side are left.
__global__ void unsorted(int *count, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: global memory race on `count[key[i]]`
    count[key[i]]++;
}
void launchUnsorted(int n) {
  std::vector<int> key(n);
  for (int &each : key)
    each = rand() % 1000;
  key.erase(std::unique(key.begin(), key.end()), key.end());
  int *count, *onDevice;
  cudaMalloc(&count, 1000 * sizeof(int));
  cudaMalloc(&onDevice, n * sizeof(int));
  cudaMemcpy(onDevice, key.data(), key.size() * sizeof(int), cudaMemcpyHostToDevice);
  unsorted<<<16, 256>>>(count, onDevice, (int)key.size());
}

// Changed behind that.
__global__ void changedBehind(int *count, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: global memory race on `count[key[i]]`
    count[key[i]]++;
}
void launchChangedBehind(int n) {
  std::vector<int> key(n);
  for (int &each : key)
    each = rand() % 1000;
  std::sort(key.begin(), key.end());
  key.erase(std::unique(key.begin(), key.end()), key.end());
  for (int &each : key)
    each /= 2;
  int *count, *onDevice;
  cudaMalloc(&count, 1000 * sizeof(int));
  cudaMalloc(&onDevice, n * sizeof(int));
  cudaMemcpy(onDevice, key.data(), key.size() * sizeof(int), cudaMemcpyHostToDevice);
  changedBehind<<<16, 256>>>(count, onDevice, (int)key.size());
}

// Only in one branch.
__global__ void sometimes(int *count, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: global memory race on `count[key[i]]`
    count[key[i]]++;
}
void launchSometimes(int n, bool sorted) {
  std::vector<int> key(n);
  for (int &each : key)
    each = rand() % 1000;
  if (sorted) {
    std::sort(key.begin(), key.end());
    key.erase(std::unique(key.begin(), key.end()), key.end());
  }
  int *count, *onDevice;
  cudaMalloc(&count, 1000 * sizeof(int));
  cudaMalloc(&onDevice, n * sizeof(int));
  cudaMemcpy(onDevice, key.data(), key.size() * sizeof(int), cudaMemcpyHostToDevice);
  sometimes<<<16, 256>>>(count, onDevice, (int)key.size());
}

// By a reference that was taken before.
__global__ void referred(int *count, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: global memory race on `count[key[i]]`
    count[key[i]]++;
}
void launchReferred(int n) {
  std::vector<int> key(n);
  std::vector<int> &same = key;
  std::sort(key.begin(), key.end());
  key.erase(std::unique(key.begin(), key.end()), key.end());
  for (int &each : same)
    each /= 2;
  int *count, *onDevice;
  cudaMalloc(&count, 1000 * sizeof(int));
  cudaMalloc(&onDevice, n * sizeof(int));
  cudaMemcpy(onDevice, key.data(), key.size() * sizeof(int), cudaMemcpyHostToDevice);
  referred<<<16, 256>>>(count, onDevice, (int)key.size());
}

// Thrust's, on the device.
namespace thrust {
template <class T> struct device_vector {
  explicit device_vector(int n);
  T *begin();
  T *end();
  T *data();
  int size() const;
};
template <class T> void sort(T first, T last);
template <class T> T unique(T first, T last);
template <class T> void sequence(T first, T last);
template <class T> void fill(T first, T last, int value);
template <class T> T *raw_pointer_cast(T *pointer);
} // namespace thrust

__global__ void uniquesOnDevice(int *count, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    count[key[i]]++;
}
void launchUniquesOnDevice(int *count, int n) {
  thrust::device_vector<int> key(n);
  thrust::sort(key.begin(), key.end());
  int left = thrust::unique(key.begin(), key.end()) - key.begin();
  uniquesOnDevice<<<16, 256>>>(count, thrust::raw_pointer_cast(key.data()), left);
}

// With all that were there before.
__global__ void restOnDevice(int *count, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: global memory race on `count[key[i]]`
    count[key[i]]++;
}
void launchRestOnDevice(int *count, int n) {
  thrust::device_vector<int> key(n);
  thrust::sort(key.begin(), key.end());
  thrust::unique(key.begin(), key.end());
  restOnDevice<<<16, 256>>>(count, thrust::raw_pointer_cast(key.data()), n);
}

__global__ void countedOnDevice(int *count, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    count[key[i]]++;
}
void launchCountedOnDevice(int *count, int n) {
  thrust::device_vector<int> key(n);
  thrust::sequence(key.begin(), key.end());
  countedOnDevice<<<16, 256>>>(count, thrust::raw_pointer_cast(key.data()), n);
}

__global__ void filledOnDevice(int *count, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: global memory race on `count[key[i]]`
    count[key[i]]++;
}
void launchFilledOnDevice(int *count, int n) {
  thrust::device_vector<int> key(n);
  thrust::sequence(key.begin(), key.end());
  thrust::fill(key.begin(), key.end(), 3);
  filledOnDevice<<<16, 256>>>(count, thrust::raw_pointer_cast(key.data()), n);
}

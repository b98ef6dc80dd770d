// A launch with more threads than the kernel is compiled for fails.
// RUN: not %cuda-memlint --checks=-*,cuda-unchecked-launch %s 2>&1 | FileCheck %s --implicit-check-not=warning:

__global__ void __launch_bounds__(128) bounded(float *data) { data[threadIdx.x] = 1; }

template <unsigned Threads> __global__ void __launch_bounds__(Threads, 2) sized(float *data) {
  data[threadIdx.x] = 1;
}

__global__ void __launch_bounds__(64) wide(float *data) { data[threadIdx.y * 16 + threadIdx.x] = 1; }

__global__ void unbounded(float *data) { data[threadIdx.x] = 1; }

void launch(float *data, int threads) {
  // CHECK: :[[#@LINE+2]]:3: warning: launch fails: a block of 256 x 1 x 1 has 256 threads, and the `__launch_bounds__` of `bounded` allow 128 [cuda-unchecked-launch]
  // CHECK: note: the launch returns an error, and `bounded` does not run
  bounded<<<4, 256>>>(data);
  bounded<<<4, 128>>>(data);
  bounded<<<4, 32>>>(data);
  // CHECK: :[[#@LINE+1]]:3: warning: launch fails: a block of 512 x 1 x 1 has 512 threads, and the `__launch_bounds__` of `sized<256U>` allow 256
  sized<256><<<4, 512>>>(data);
  sized<512><<<4, 512>>>(data);
  // CHECK: :[[#@LINE+1]]:3: warning: launch fails: a block of 16 x 5 x 1 has 80 threads, and the `__launch_bounds__` of `wide` allow 64
  wide<<<4, dim3(16, 5)>>>(data);
  wide<<<4, dim3(16, 4)>>>(data);
  unbounded<<<4, 1024>>>(data);
  // How many is not known.
  bounded<<<4, threads>>>(data);
  // What no kernel allows is said as for others.
  // CHECK: :[[#@LINE+2]]:3: warning: launch fails: a block of 2048 x 1 x 1 has 2,048 threads (1,024 at most)
  // CHECK: note: the launch returns an error, and `bounded` does not run
  bounded<<<4, 2048>>>(data);
}

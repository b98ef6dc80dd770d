// RUN: %cuda-memlint --remarks --checks=-*,cuda-removed-call %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

// Functions of the file's own in the place of what toolkit 13.0 dropped: nvcc 13.0 compiles all of this.
// CHECK: 0 warnings in 0 of 1 kernel
__global__ void kernel(float *out) { out[threadIdx.x] = 1; }
void launch(float *out) { kernel<<<1000, 256>>>(out); }

// With another result than it had, and static.
static inline int cudaThreadExit() { return 0; }
static inline cudaError_t cudaThreadSynchronize() { return cudaDeviceSynchronize(); }
void shims() {
  cudaThreadExit();
  cudaThreadSynchronize();
}

// Declared behind the template that calls it, where the argument's namespace leads to it.
struct Image {};
template <typename T> void bind(T &image) { cudaBindTexture(image, 64); }
void cudaBindTexture(Image &, int) {}
void instance() {
  Image image;
  bind(image);
}

namespace library {
struct Image {};
inline void cudaUnbindTexture(Image &) {}
} // namespace library
void byArgument(library::Image &image) { cudaUnbindTexture(image); }

// Where there is a field, code that looks for it takes it: the other way is there, too.
template <typename T> auto clockOf(T &device, int) -> decltype(device.clockRate) {
  return device.clockRate;
}
template <typename T> int clockOf(T &, long) { return 0; }
int rate() {
  cudaDeviceProp device;
  cudaGetDeviceProperties(&device, 0);
  return clockOf(device, 0);
}

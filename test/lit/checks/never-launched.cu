// RUN: not %cuda-memlint --remarks --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s --implicit-check-not=warning:
// RUN: not %cuda-memlint --checks='-*,cuda-uncoalesced-*' --launch='unused<<<4, 256>>>' %s | FileCheck %s --check-prefix=STATED
// RUN: not %cuda-memlint --checks='-*,cuda-uncoalesced-*' %S/Inputs/kernel_alone.cu | FileCheck %s --check-prefix=ALONE

// What a kernel costs that this file, which launches others, does not even name.

#include <cuda_runtime.h>

__global__ void used(float *out) {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: uncoalesced store
  out[threadIdx.x * 8] = 1;
}

// STATED: warning: uncoalesced store
// STATED: proved for used<<<
// STATED: warning: uncoalesced store
// STATED: proved for unused<<<4, 256>>>
// ALONE: warning: uncoalesced store
__global__ void unused(float *out) {
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: remark: uncoalesced store
  // CHECK: note: nothing launches the kernel: its file does not name it again
  out[threadIdx.x * 8] = 1;
}

// Near misses: some other file may launch it.
__global__ void declaredElsewhere(float *out);
__global__ void declaredElsewhere(float *out) {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: uncoalesced store
  out[threadIdx.x * 8] = 1;
}

// Loaded by its name, as the driver's interface does.
extern "C" __global__ void loadedByName(float *out) {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: uncoalesced store
  out[threadIdx.x * 8] = 1;
}

// Its address is passed on.
__global__ void passedOn(float *out) {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: uncoalesced store
  out[threadIdx.x * 8] = 1;
}
void *const chosen = (void *)passedOn;

// Named in code that is not compiled here.
__global__ void launchedElsewhen(float *out) {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: uncoalesced store
  out[threadIdx.x * 8] = 1;
}
#ifdef ELSEWHEN
void (*const elsewhen)(float *) = launchedElsewhen;
#endif

void launch(float *out) { used<<<4, 256>>>(out); }

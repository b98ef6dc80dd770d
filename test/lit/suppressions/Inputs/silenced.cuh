#pragma once

// NOLINTNEXTLINE(cuda-uncoalesced-access): rarely called
__device__ void silencedStore(float *out) { out[threadIdx.x * 7] = 1; }


__device__ void reportedStore(float *out) {
  // The caller's comment does not reach this far.
  out[threadIdx.x * 8] = 1;
}

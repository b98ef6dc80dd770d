#pragma once

__device__ inline void addUp(float *total, const float *in) { *total += in[threadIdx.x]; }

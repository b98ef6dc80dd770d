// RUN: %json --toolkit=embedded %s | FileCheck %s --check-prefix=WHOLE
// RUN: %json --toolkit=embedded %s | %query | FileCheck %s

// Texture and surface references, which CUDA 12 removed, and other old names. What a
// fetch reads is not counted as an access; the accesses beside it are.

// WHOLE: "parsed": "whole"

texture<float, 2, cudaReadModeElementType> image;
texture<uchar4, cudaTextureType2D, cudaReadModeNormalizedFloat> colours;
texture<int4> numbers;
surface<void, cudaSurfaceType2D> canvas;
__constant__ float weights[32];

// 32 lanes of 4 bytes are 4 sectors; one constant for all lanes is one broadcast.
__global__ void filter(float *out, cudaTextureObject_t object) {
  int x = threadIdx.x;
  float value = tex2D(image, x + 0.5f, 0.5f) + tex2D(colours, 0.0f, 0.0f).x +
                tex1Dfetch(numbers, x).y + tex2D<float>(object, 1.0f, 2.0f);
  surf2Dwrite(value, canvas, x * 4, 0);
  value += surf2Dread<float>(canvas, x * 4, 0);
  if (__any(x > 3))
    value += __shfl_down(value, 1) * weights[2];
  // CHECK: line [[#@LINE-1]]: constant load {{.*}} worst=1; {{proved|assumed}}; kernel=filter
  out[x] = value;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved; kernel=filter
}

void run(float *p, cudaArray *array, cudaTextureObject_t object) {
  cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
  image.normalized = false;
  image.filterMode = cudaFilterModeLinear;
  image.addressMode[0] = cudaAddressModeClamp;
  cudaBindTextureToArray(image, array, channels);
  cudaBindTexture(0, numbers, p, 4096);
  cudaBindSurfaceToArray(canvas, array);
  const textureReference *reference;
  cudaGetTextureReference(&reference, &image);
  cudaMemcpyToSymbol("weights", p, sizeof(weights));
  filter<<<1, 32>>>(p, object);
  cudaThreadSynchronize();
  cudaUnbindTexture(image);
}

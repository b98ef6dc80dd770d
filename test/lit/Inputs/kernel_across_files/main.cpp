#include "kernels.h"

#include <cstdlib>

int main(int argc, char **argv) {
  float *out, *in;
  int width = argc > 1 ? atoi(argv[1]) : 256;
  cudaMalloc(&out, 4 * width * width);
  cudaMalloc(&in, 4 * width * width);
  neighbours<<<width, 32>>>(out, in);
  columns<float><<<width / 64, dim3(64)>>>(out, width);
}

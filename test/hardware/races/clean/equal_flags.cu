// Many threads store the same number in one place.
#include "../buffers.h"

__global__ void anyNegative(int *flag, const int *in) {
  if (in[blockIdx.x * 128 + threadIdx.x] < 0)
    *flag = 1;
}

int main() {
  int *in = numbers<int>(512), *flag = zeros<int>(1);
  anyNegative<<<4, 128>>>(flag, in);
  return finish();
}

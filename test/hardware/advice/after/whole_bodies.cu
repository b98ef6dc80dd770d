// Bodies that a thread loads whole before it stores anything.
#include "../program.h"

struct __align__(16) Body {
  float x, y, z, mass;
};

constexpr int Count = 1 << 21;

__global__ void measure(float *distances, float *moments, const Body *bodies) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Body body = bodies[i];
  float square = body.x * body.x + body.y * body.y;
  distances[i] = sqrtf(square);
  moments[i] = body.mass * (square + body.z * body.z);
}

int main() {
  std::vector<Body> host(Count);
  for (int i = 0; i != Count; ++i)
    host[i] = {float(numberAt(4 * i)), float(numberAt(4 * i + 1)), float(numberAt(4 * i + 2)),
               float(numberAt(4 * i + 3))};
  Body *bodies;
  float *distances, *moments;
  require(cudaMalloc(&bodies, Count * sizeof(Body)));
  require(cudaMalloc(&distances, Count * sizeof(float)));
  require(cudaMalloc(&moments, Count * sizeof(float)));
  require(cudaMemcpy(bodies, host.data(), Count * sizeof(Body), cudaMemcpyHostToDevice));
  for (int run = 0; run != Runs; ++run)
    measure<<<Count / 256, 256>>>(distances, moments, bodies);
  require(cudaDeviceSynchronize());
  printChecksum("distances", distances, Count);
  printChecksum("moments", moments, Count);
}

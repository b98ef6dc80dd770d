// Launches that name the clusters of their blocks, each of which reads the shared memory of the other.
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_runtime.h>
namespace cg = cooperative_groups;
__global__ void neighbour(float *out) {
  __shared__ float own[256];
  cg::cluster_group cluster = cg::this_cluster();
  own[threadIdx.x] = float(threadIdx.x);
  cluster.sync();
  float *other = cluster.map_shared_rank(own, cluster.block_rank() ^ 1);
  out[(blockIdx.x * 256 + threadIdx.x) * 8] = other[threadIdx.x];
  cluster.sync();
}
int main() {
  float *out;
  cudaMalloc(&out, 64 * 256 * 32);
  cudaLaunchConfig_t configuration = {};
  configuration.gridDim = dim3(64);
  configuration.blockDim = dim3(256);
  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim = {2, 1, 1};
  configuration.attrs = &attribute;
  configuration.numAttrs = 1;
  for (int i = 0; i < 5; ++i)
    cudaLaunchKernelEx(&configuration, neighbour, out);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}

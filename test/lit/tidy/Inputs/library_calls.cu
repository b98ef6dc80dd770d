#include <cublasLt.h>
#include <cublasXt.h>
#include <cuda.h>
#include <cufftXt.h>
#include <cusolverRf.h>
#include <cusolverSp.h>

int main() {
  CUmemAllocationProp properties = {};
  size_t granularity = 0;
  cuMemGetAllocationGranularity(&granularity, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM);
  cufftHandle plan;
  cufftCreate(&plan);
  cufftDestroy(plan);
  cublasLtHandle_t blas;
  cublasLtCreate(&blas);
  cusolverSpHandle_t solver;
  return cusolverSpCreate(&solver);
}

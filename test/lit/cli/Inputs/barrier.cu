__global__ void reverse(float *data) {
  __shared__ float line[256];
  line[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = line[255 - threadIdx.x];
}

void run(float *data) { reverse<<<1, 256>>>(data); }

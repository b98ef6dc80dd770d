// Elements that are structs: of 8, 12, 20, 24 and 48 bytes, nested, with padding, with
// bit-fields, in arrays and as arrays of their members.

#include "support.h"

struct Particle {
  float position[3], velocity[3];
}; // 24 bytes, aligned to 4

struct Sample {
  float value;
  int key;
  float weights[3];
}; // 20 bytes

struct alignas(16) Node {
  float4 bounds[2];
  int left, right;
  double cost;
}; // 48 bytes

struct Inner {
  short tag;
  float value;
};

struct Outer {
  char kind;
  Inner first;
  Inner second[2];
}; // 1, 3 of padding, 3 x (2, 2 of padding, 4): 28 bytes

struct Flags {
  unsigned low : 4, middle : 12, high : 16;
  unsigned rest;
};

struct Planes {
  float x[96], y[96], z[96];
};

__global__ void float3Read(float *out, const float3 *in) {
  float3 v = in[threadIdx.x];
  out[threadIdx.x] = v.x + 2 * v.y + 4 * v.z;
}

__global__ void float3Write(float3 *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = make_float3(in[i], in[i] + 1, in[i] + 2);
}

// One member of each: 24 bytes apart, 24 sectors, 4 needed.
__global__ void oneMember(float *out, const Particle *particles) {
  out[threadIdx.x] = particles[threadIdx.x].velocity[1];
}

__global__ void moved(Particle *particles, float time) {
  Particle &p = particles[blockIdx.x * blockDim.x + threadIdx.x];
  for (int k = 0; k < 3; ++k)
    p.position[k] += p.velocity[k] * time;
}

__global__ void copied20(Sample *out, const Sample *in) {
  int t = threadIdx.x;
  out[t] = in[t];
}

__global__ void members20(float *out, const Sample *in) {
  const Sample &sample = in[threadIdx.x];
  out[threadIdx.x] = sample.weights[sample.key % 1 + 2] * sample.value;
}

__global__ void copied48(Node *out, const Node *in) {
  int i = blockIdx.x * 32 + threadIdx.x;
  out[i] = in[i];
}

__global__ void members48(double *out, const Node *in) {
  const Node *node = in + threadIdx.x;
  out[threadIdx.x] = node->cost + node->bounds[1].z + node->left;
}

__global__ void nested(float *out, const Outer *in) {
  int t = threadIdx.x;
  out[t] = in[t].first.value + in[t].second[1].tag + in[t].kind;
}

__global__ void bitFields(unsigned *out, Flags *flags) {
  int t = threadIdx.x;
  out[t] = flags[t].middle;
  flags[t].rest = t;
}

// The same data, by member first: all clean.
__global__ void planes(float *out, const Planes *in) {
  int t = threadIdx.x;
  out[t] = in->x[t] + in->y[t] * in->z[t];
}

__global__ void sharedStructs(float *out, const float *in) {
  __shared__ Particle tile[64];
  int t = threadIdx.x;
  for (int k = 0; k < 3; ++k) {
    tile[t].position[k] = in[k * 64 + t];
    tile[t].velocity[k] = in[k * 64 + t] * 2;
  }
  __syncthreads();
  Particle other = tile[63 - t];
  out[t] = other.position[0] + other.velocity[2] - other.position[1];
}

__global__ void sharedNodes(double *out, const float4 *in) {
  __shared__ Node nodes[32];
  int t = threadIdx.x;
  nodes[t].bounds[0] = in[t];
  nodes[t].cost = t;
  nodes[t].left = t;
  __syncwarp();
  out[t] = nodes[t ^ 1].cost + nodes[31 - t].bounds[0].y + nodes[t].left;
}

int main() {
  const float *in = numbers<float>(1024);
  float *out = zeros<float>(1024);
  float3Read<<<1, 96>>>(out, numbers<float3>(96));
  expect("float3Read", out, 96,
         [](int i) { return numberAt(3 * i) + 2 * numberAt(3 * i + 1) + 4 * numberAt(3 * i + 2); });
  float3 *triples = zeros<float3>(128);
  float3Write<<<2, 48>>>(triples, in);
  expect("float3Write", &triples[0].x, 288, [](int i) { return numberAt(i / 3) + i % 3; });
  Particle *particles = numbers<Particle>(128);
  oneMember<<<1, 64>>>(out, particles);
  expect("oneMember", out, 64, [](int i) { return numberAt(6 * i + 4); });
  moved<<<2, 40>>>(particles, 2.0f);
  expect("moved", particles[0].position, 480,
         [](int i) { return numberAt(i) + (i % 6 < 3 ? 2 * numberAt(i + 3) : 0); });
  Sample *samples = numbers<Sample>(64);
  for (int i = 0; i < 64; ++i)
    samples[i].key = i;
  Sample *copies = zeros<Sample>(64);
  copied20<<<1, 64>>>(copies, samples);
  expectGathered("copied20", copies, samples, 64, [](int i) { return i; });
  members20<<<1, 64>>>(out, samples);
  expect("members20", out, 64, [](int i) { return numberAt(5 * i + 4) * numberAt(5 * i); });
  Node *nodes = numbers<Node>(64);
  for (int i = 0; i < 64; ++i) {
    nodes[i].cost = i;
    nodes[i].left = 2 * i;
  }
  Node *nodeCopies = zeros<Node>(64);
  copied48<<<2, 32>>>(nodeCopies, nodes);
  expectGathered("copied48", nodeCopies, nodes, 64, [](int i) { return i; });
  double *wide = zeros<double>(64);
  members48<<<1, 64>>>(wide, nodes);
  expect("members48", wide, 64, [](int i) { return i + numberAt(12 * i + 6) + 2 * i; });
  Outer *outers = zeros<Outer>(64);
  for (int i = 0; i < 64; ++i) {
    outers[i].kind = char(i);
    outers[i].first.value = float(i * 3);
    outers[i].second[1].tag = short(i * 5);
  }
  nested<<<1, 64>>>(out, outers);
  expect("nested", out, 64, [](int i) { return i * 9; });
  Flags *flags = zeros<Flags>(64);
  for (int i = 0; i < 64; ++i)
    flags[i].middle = 50u * i;
  unsigned *whole = zeros<unsigned>(64);
  bitFields<<<1, 64>>>(whole, flags);
  expect("bitFields", whole, 64, [&](int i) { return 50 * i + (flags[i].rest != unsigned(i)); });
  planes<<<1, 96>>>(out, numbers<Planes>(1));
  expect("planes", out, 96,
         [](int i) { return numberAt(i) + numberAt(96 + i) * numberAt(192 + i); });
  sharedStructs<<<1, 64>>>(out, in);
  expect("sharedStructs", out, 64, [](int i) {
    return numberAt(63 - i) + 2 * numberAt(128 + 63 - i) - numberAt(64 + 63 - i);
  });
  sharedNodes<<<1, 32>>>(wide, numbers<float4>(32));
  expect("sharedNodes", wide, 32, [](int i) { return (i ^ 1) + numberAt(4 * (31 - i) + 1) + i; });
  return finish();
}

// What a kernel calls: functions, methods, operators, lambdas, templates.
// ORACLE: 57 accesses, 57 costs

#include "buffers.h"

// Functions, overloads, default arguments.

__device__ int globalIndex() { return blockIdx.x * blockDim.x + threadIdx.x; }

__device__ float square(float x) { return x * x; }
__device__ int square(int x) { return x * x; }

__device__ float fetch(const float *data, int i, int stride = 2, int offset = 1) {
  return data[i * stride + offset];
}

__global__ void defaultArguments(float *out, const float *in) {
  int i = globalIndex();
  out[square(int(threadIdx.x) % 4) + i] = square(fetch(in, i)) + fetch(in, i, 3) + fetch(in, i, 1, 0);
}

// References and pointers to automatic variables.

__device__ void coordinates(int linear, int width, int &row, int &column) {
  row = linear / width;
  column = linear % width;
}

__device__ void advance(int *index, int by) { *index += by; }

__global__ void referenceParameters(float *out, const float *in, int width) {
  int row, column;
  coordinates(globalIndex(), width, row, column);
  int transposed = column * 8 + row;
  advance(&transposed, 4);
  out[transposed] = in[row * width + column];
}

__device__ float &element(float *data, int i) { return data[2 * i]; }

__global__ void returnedReference(float *out) {
  element(out, threadIdx.x) = 1;
  element(out + 1, threadIdx.x) += 2;
}

// Classes: constructors, methods, operators, inheritance.

class Matrix {
public:
  __device__ Matrix(float *data, int rows, int columns) : data(data), rows(rows), columns(columns) {}
  __device__ float get(int row, int column) const { return data[row * columns + column]; }
  __device__ float &operator()(int row, int column) { return data[row * columns + column]; }
  __device__ float *row(int number) { return data + number * columns; }
  __device__ int size() const { return rows * columns; }

private:
  float *data;
  int rows, columns;
};

__global__ void matrixMethods(float *out, float *in, int columns) {
  Matrix from(in, 16, columns);
  Matrix to(out, 16, columns);
  int x = threadIdx.x, y = threadIdx.y;
  to(y, x) = from.get(y, x) + from.row(y + 1)[x];
  to(x % 16, y) += from(x % 16, y);
  if (globalIndex() < from.size())
    out[columns * 20 + x] = 1;
}

struct Index {
  int value;
  __device__ Index operator+(Index other) const { return {value + other.value}; }
  __device__ Index operator*(int factor) const { return {value * factor}; }
  __device__ Index &operator+=(int more) {
    value += more;
    return *this;
  }
  __device__ Index &operator++() { return *this += 1; }
  __device__ operator int() const { return value; }
};

__global__ void overloadedOperators(float *out) {
  Index x{int(threadIdx.x)}, y{int(threadIdx.y)};
  Index place = y * 33 + x;
  ++place;
  out[place] = 1;
  place += 100;
  out[place * 2] = 2;
}

struct Shape {
  int width;
  __device__ int line(int y) const { return y * width; }
};

struct PaddedShape : Shape {
  int pad;
  __device__ PaddedShape(int width, int pad) : Shape{width + pad}, pad(pad) {}
  __device__ int at(int x, int y) const { return line(y) + x + pad; }
};

__global__ void inheritedMembers(float *out) {
  PaddedShape shape(32, 3);
  out[shape.at(threadIdx.x, threadIdx.y)] = shape.width;
}

template <class Derived> struct Layout {
  __device__ int at(int x, int y) const {
    return static_cast<const Derived *>(this)->offset(x, y) + 8;
  }
};
struct RowMajor : Layout<RowMajor> {
  __device__ int offset(int x, int y) const { return y * 64 + x; }
};
struct ColumnMajor : Layout<ColumnMajor> {
  __device__ int offset(int x, int y) const { return x * 64 + y; }
};

template <class Kind> __global__ void curiousTemplates(float *out) {
  Kind layout;
  out[layout.at(threadIdx.x, threadIdx.y)] = 1;
}

// Function objects and lambdas.

struct Scale {
  float factor;
  int stride;
  __device__ void operator()(float *data, int i) const { data[i * stride] *= factor; }
};

template <class Operation> __global__ void forEach(float *data, int n, Operation operation) {
  for (int i = globalIndex(); i < n; i += gridDim.x * blockDim.x)
    operation(data, i);
}

__global__ void lambdas(float *out, const float *in, int stride) {
  int i = threadIdx.x;
  auto load = [=](int k) { return in[i * stride + k]; };
  auto store = [&](int k, float value) { out[k * 64 + i] = value; };
  for (int k = 0; k < 3; ++k)
    store(k, load(k));
  int moved = i;
  auto move = [&moved](int by) { moved += by; };
  move(5);
  out[moved] = 1;
  [out, i] { out[63 - i] = 2; }();
  auto twice = [](auto f, int k) {
    f(k);
    f(k + 1);
  };
  twice([&](int k) { out[256 + 2 * i + k] = k; }, 0);
}

// constexpr, if constexpr, templates with values, packs and folds, recursion.

constexpr __host__ __device__ int ceilDivide(int a, int b) { return (a + b - 1) / b; }
constexpr int tableWidth = ceilDivide(100, 32) * 32;

template <int Width, bool Transposed> __device__ int place(int x, int y) {
  if constexpr (Transposed)
    return x * Width + y;
  else
    return y * Width + x;
}

template <int Width, bool Transposed> __global__ void valueTemplates(float *out) {
  out[place<Width, Transposed>(threadIdx.x, threadIdx.y)] = 1;
  out[place<tableWidth, !Transposed>(threadIdx.x, threadIdx.y)] = 2;
}

template <class T, int Elements> struct Vector {
  T values[Elements];
  __device__ T &operator[](int i) { return values[i]; }
};

template <class T, int Elements>
__global__ void classTemplates(Vector<T, Elements> *out, const T *in) {
  int i = globalIndex();
  Vector<T, Elements> own;
#pragma unroll
  for (int k = 0; k < Elements; ++k)
    own[k] = in[k * 64 + i];
  for (int k = 0; k < Elements; ++k)
    out[i][k] = own[k];
}

template <class... Pointers> __global__ void packs(int i, Pointers... pointers) {
  ((pointers[threadIdx.x + i] = 1), ...);
  int stride = (int(sizeof(*pointers)) + ...);
  (pointers[threadIdx.x * stride]++, ...);
}

template <int Depth> __device__ void storeDown(float *out, int i) {
  out[Depth * 32 + i] = Depth;
  if constexpr (Depth > 0)
    storeDown<Depth - 1>(out, i);
}

__device__ int power(int base, int exponent) {
  return exponent == 0 ? 1 : base * power(base, exponent - 1);
}

__global__ void recursions(float *out) {
  storeDown<3>(out, threadIdx.x);
  out[128 + threadIdx.x] = power(2, 3);
}

typedef int (*IndexFunction)(int);
__device__ int reversed(int i) { return 31 - i; }
__device__ int doubled(int i) { return 2 * i; }
template <IndexFunction Function> __device__ void storeAt(float *out) {
  out[Function(threadIdx.x)] = 1;
}

__global__ void functionPointers(float *out) {
  storeAt<reversed>(out);
  IndexFunction chosen = doubled;
  out[100 + chosen(threadIdx.x)] = 2;
}

namespace detail {
template <class T> struct Traits;
template <> struct Traits<float> {
  static constexpr int perThread = 4;
};
template <> struct Traits<double> {
  static constexpr int perThread = 2;
};
} // namespace detail

template <class T> __global__ void traits(T *out, const T *in) {
  constexpr int count = detail::Traits<T>::perThread;
  int first = globalIndex() * count;
  for (int k = 0; k < count; ++k)
    out[first + k] = in[k * blockDim.x * gridDim.x + globalIndex()];
}

int main() {
  float *a = zeros<float>(8192), *b = zeros<float>(8192);
  double *d = zeros<double>(8192), *e = zeros<double>(8192);
  int *n = zeros<int>(8192);
  defaultArguments<<<2, 64>>>(a, b);
  referenceParameters<<<2, 64>>>(a, b, 16);
  returnedReference<<<1, 48>>>(a);
  matrixMethods<<<2, dim3(32, 8)>>>(a, b, 40);
  overloadedOperators<<<1, dim3(16, 4)>>>(a);
  inheritedMembers<<<1, dim3(32, 4)>>>(a);
  curiousTemplates<RowMajor><<<1, dim3(16, 4)>>>(a);
  curiousTemplates<ColumnMajor><<<1, dim3(16, 4)>>>(a);
  forEach<<<2, 64>>>(a, 300, Scale{2.0f, 3});
  lambdas<<<1, 64>>>(a, b, 5);
  valueTemplates<48, false><<<1, dim3(32, 2)>>>(a);
  valueTemplates<33, true><<<1, dim3(32, 2)>>>(a);
  classTemplates<<<2, 32>>>(reinterpret_cast<Vector<float, 3> *>(a), b);
  classTemplates<<<1, 64>>>(reinterpret_cast<Vector<double, 4> *>(d), e);
  packs<<<1, 64>>>(3, a, d, n);
  recursions<<<1, 32>>>(a);
  functionPointers<<<1, 32>>>(a);
  traits<<<2, 64>>>(a, b);
  traits<<<2, 64>>>(d, e);
  return 0;
}

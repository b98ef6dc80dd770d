// RUN: not %cuda-memlint --checks=-*,cuda-missing-fence %s 2>&1 | FileCheck %s --implicit-check-not=warning:

#include <cuda/atomic>
#include <cuda_runtime.h>

__global__ void weak(int *data, volatile int *flag) {
  // CHECK: :[[#@LINE+6]]:3: warning: missing system fence: the host polls `*flag` for `data[0]`, and `__threadfence()` orders the two stores for the device only [cuda-missing-fence]
  // CHECK: :[[#@LINE+3]]:3: note: the data is stored here
  // CHECK: note: the host polls the flag here, while the kernel runs
  // CHECK: help: call `__threadfence_system()` between the two stores
  data[0] = 42;
  __threadfence();
  *flag = 1;
}

__global__ void none(int *data, volatile int *flag) {
  data[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0)
    // CHECK: :[[#@LINE+1]]:5: warning: missing system fence: the host polls `*flag` for `data[threadIdx.x]`, and no fence orders the two stores
    *flag = 1;
}

__global__ void fenced(int *data, volatile int *flag) {
  data[0] = 42;
  __threadfence_system();
  *flag = 1;
}

__global__ void released(int *data, int *flag) {
  data[0] = 42;
  cuda::atomic_ref<int, cuda::thread_scope_system>(*flag).store(1, cuda::memory_order_release);
}

__global__ void fencedByLibrary(int *data, volatile int *flag) {
  data[0] = 42;
  cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_system);
  *flag = 1;
}

__global__ void fencedByAssembly(int *data, volatile int *flag) {
  data[0] = 42;
  asm volatile("fence.acq_rel.sys;" ::: "memory");
  *flag = 1;
}

// The flag comes first: it says that the kernel has begun.
__global__ void begun(int *data, volatile int *flag) {
  *flag = 1;
  data[0] = 42;
}

int ofMapped() {
  int *data, *flag, *dataOnDevice, *flagOnDevice;
  cudaHostAlloc(&data, 4, cudaHostAllocMapped);
  cudaHostAlloc(&flag, 4, cudaHostAllocMapped);
  cudaHostGetDevicePointer(&dataOnDevice, data, 0);
  cudaHostGetDevicePointer(&flagOnDevice, flag, 0);
  *flag = 0;
  weak<<<1, 1>>>(dataOnDevice, flagOnDevice);
  while (*(volatile int *)flag == 0)
    ;
  return data[0];
}

int ofManaged() {
  int *data;
  volatile int *flag;
  cudaMallocManaged(&data, 256 * sizeof(int));
  cudaMallocManaged((void **)&flag, 4);
  *flag = 0;
  none<<<1, 256>>>(data, flag);
  while (!*flag) {
  }
  return data[7];
}

// A copy of the pointer polls.
__global__ void copied(int *data, int *flag) {
  *data = 1;
  // CHECK: :[[#@LINE+1]]:3: warning: missing system fence: the host polls `*flag` for `*data`, and no fence orders the two stores
  *flag = 1;
}

int byCopy() {
  int *data, *flag;
  cudaMallocManaged(&data, 4);
  cudaMallocManaged(&flag, 4);
  volatile int *polled = flag;
  *flag = 0;
  copied<<<1, 1>>>(data, flag);
  while (*polled == 0)
    ;
  return *data;
}

// The launch gets the copy.
__global__ void copiedBack(int *data, int *flag) {
  *data = 1;
  // CHECK: :[[#@LINE+1]]:3: warning: missing system fence: the host polls `*flag` for `*data`
  *flag = 1;
}

int byAssignedCopy() {
  int *data, *flag, *second;
  volatile int *polled;
  cudaMallocManaged(&data, 4);
  cudaMallocManaged(&flag, 4);
  second = flag;
  polled = second;
  copiedBack<<<1, 1>>>(data, second);
  while (!*polled)
    ;
  return *data;
}

// What is polled is something else.
__global__ void elsewhere(int *data, int *flag) {
  *data = 1;
  *flag = 1;
}

int byOther(int *other) {
  int *data, *flag;
  cudaMallocManaged(&data, 4);
  cudaMallocManaged(&flag, 4);
  volatile int *polled = flag;
  polled = other;
  elsewhere<<<1, 1>>>(data, flag);
  while (*polled == 0)
    ;
  int sum = *data;
  polled = flag;
  cudaMallocManaged(&flag, 4);
  elsewhere<<<1, 1>>>(data, flag);
  while (*polled == 0)
    ;
  volatile int *next = flag + 1;
  elsewhere<<<1, 1>>>(data, flag);
  while (*next == 0)
    ;
  return sum + *data;
}

// The copy is another pointer by the time that it is polled.
template <typename T> void exchange(T &left, T &right) {
  T kept = left;
  left = right;
  right = kept;
}

int bySwappedCopy(int *other) {
  int *data, *flag;
  cudaMallocManaged(&data, 4);
  cudaMallocManaged(&flag, 4);
  volatile int *swapped = flag, *second = other;
  exchange(swapped, second);
  elsewhere<<<1, 1>>>(data, flag);
  while (*swapped == 0)
    ;
  return *data;
}

int byReference(int *other) {
  int *data, *flag;
  cudaMallocManaged(&data, 4);
  cudaMallocManaged(&flag, 4);
  volatile int *polled = flag, *&name = polled;
  name = other;
  elsewhere<<<1, 1>>>(data, flag);
  while (*polled == 0)
    ;
  return *data;
}

int byCapture(int *other) {
  int *data, *flag;
  cudaMallocManaged(&data, 4);
  cudaMallocManaged(&flag, 4);
  volatile int *polled = flag;
  auto change = [&] { polled = other; };
  change();
  elsewhere<<<1, 1>>>(data, flag);
  while (*polled == 0)
    ;
  return *data;
}

int mended(int *data, volatile int *flag) {
  cudaMallocHost(&data, 4);
  volatile int *polled;
  int *result;
  cudaMallocHost((void **)&polled, 4);
  cudaMallocHost(&result, 4);
  fenced<<<1, 1>>>(result, polled);
  while (*polled == 0)
    ;
  int sum = *result;
  released<<<1, 1>>>(result, (int *)polled);
  while (*polled == 0)
    ;
  sum += *result;
  fencedByLibrary<<<1, 1>>>(result, polled);
  while (*polled == 0)
    ;
  sum += *result;
  fencedByAssembly<<<1, 1>>>(result, polled);
  while (*polled == 0)
    ;
  sum += *result;
  begun<<<1, 1>>>(result, polled);
  while (*polled == 0)
    ;
  return sum + *result;
}

// Something waits for the whole kernel before the data is read.
int waits() {
  volatile int *polled;
  int *result;
  cudaMallocHost((void **)&polled, 4);
  cudaMallocHost(&result, 4);
  weak<<<1, 1>>>(result, polled);
  while (*polled == 0)
    ;
  cudaDeviceSynchronize();
  int sum = *result;
  // It is not polled at all.
  weak<<<1, 1>>>(result, polled);
  sum += *polled;
  // Nothing else is read.
  weak<<<1, 1>>>(result, polled);
  while (*polled == 0)
    ;
  return sum;
}

__global__ void ofBlock(int *data, volatile int *flag) {
  *data = 1;
  __threadfence_block();
  // CHECK: :[[#@LINE+1]]:3: warning: missing system fence: the host polls `*flag` for `*data`, and `__threadfence_block()` orders the two stores for the block only
  *flag = 1;
}

__global__ void oneOrOther(int *data, volatile int *flag, bool compute) {
  if (compute)
    *data = 1;
  else
    *flag = 1;
}

// The first element is the host's.
__global__ void behindFirst(int *data, volatile int *flag) {
  data[1 + threadIdx.x] = 1;
  *flag = 1;
}

int ofOthers(bool compute) {
  volatile int *polled;
  int *result;
  cudaMallocHost((void **)&polled, 4);
  cudaMallocHost(&result, 4096);
  ofBlock<<<1, 1>>>(result, polled);
  while (*polled == 0)
    ;
  int sum = *result;
  oneOrOther<<<1, 1>>>(result, polled, compute);
  while (*polled == 0)
    ;
  sum += *result;
  behindFirst<<<1, 256>>>(result, polled);
  while (*polled == 0)
    ;
  return sum + *result;
}

// Flag and data are in one structure.
struct Mail {
  int data;
  int rows[64];
  volatile int flag;
};

__global__ void mail(Mail *box) {
  box->data = 1;
  // CHECK: :[[#@LINE+1]]:3: warning: missing system fence: the host polls `box->flag` for `box->data`, and no fence orders the two stores
  box->flag = 1;
}

__global__ void mailRows(Mail *box) {
  box->rows[threadIdx.x] = 1;
  __syncthreads();
  __threadfence();
  if (threadIdx.x == 0)
    // CHECK: :[[#@LINE+1]]:5: warning: missing system fence: the host polls `box->flag` for `box->rows[threadIdx.x]`, and `__threadfence()` orders the two stores for the device only
    box->flag = 1;
}

__global__ void mailFenced(Mail *box) {
  box->data = 1;
  __threadfence_system();
  box->flag = 1;
}

__global__ void mailFlagFirst(Mail *box) {
  box->flag = 1;
  box->data = 1;
}

// The host reads another field.
__global__ void mailOther(Mail *box) {
  box->rows[0] = 1;
  box->flag = 1;
}

// It polls another one.
__global__ void mailNoFlag(Mail *box) {
  box->rows[1] = 1;
  box->data = 1;
}

int ofMail() {
  Mail *box;
  cudaMallocManaged(&box, sizeof(Mail));
  mail<<<1, 1>>>(box);
  while (box->flag == 0)
    ;
  int sum = box->data;
  mailRows<<<1, 64>>>(box);
  while (box->flag == 0)
    ;
  sum += box->rows[5];
  mailFenced<<<1, 1>>>(box);
  while (box->flag == 0)
    ;
  sum += box->data;
  mailFlagFirst<<<1, 1>>>(box);
  while (box->flag == 0)
    ;
  sum += box->data;
  mailOther<<<1, 1>>>(box);
  while (box->flag == 0)
    ;
  sum += box->data + box->rows[1];
  mailNoFlag<<<1, 1>>>(box);
  while (box->flag == 0)
    ;
  return sum + box->data;
}

// The flag is polled by its address.
__global__ void mailAddress(Mail *box) {
  box->data = 1;
  // CHECK: :[[#@LINE+1]]:3: warning: missing system fence: the host polls `box->flag` for `box->data`, and no fence orders the two stores
  box->flag = 1;
}

int byAddress() {
  Mail *box;
  cudaMallocManaged(&box, sizeof(Mail));
  mailAddress<<<1, 1>>>(box);
  while (*(volatile int *)&box->flag == 0)
    ;
  return box->data;
}

// Where the fields of a base class lie is not worked out.
struct Letter : Mail {
  int note;
};

__global__ void letter(Letter *box) {
  box->note = 1;
  box->flag = 1;
}

int ofLetter() {
  Letter *box;
  cudaMallocManaged(&box, sizeof(Letter));
  letter<<<1, 1>>>(box);
  while (box->flag == 0)
    ;
  return box->note;
}

// One array, whose first element is the flag.
__global__ void array(int *out) {
  out[1] = 1;
  // CHECK: :[[#@LINE+1]]:3: warning: missing system fence: the host polls `out[0]` for `out[1]`, and no fence orders the two stores
  out[0] = 1;
}

int ofArray() {
  int *both;
  cudaMallocHost(&both, 8);
  volatile int *polled = both;
  array<<<1, 1>>>(both);
  while (polled[0] == 0)
    ;
  return both[1];
}

// A display of what is done so far does not wait for the flag.
__global__ void display(int *done, volatile int *flag) {
  done[0] = 1;
  *flag = 1;
}

void progress() {
  int *done;
  volatile int *polled;
  cudaMallocHost(&done, 4);
  cudaMallocHost((void **)&polled, 4);
  display<<<1, 1>>>(done, polled);
  while (*polled == 0) {
    int seen = *done;
    if (seen > 10)
      *done = 0;
  }
}

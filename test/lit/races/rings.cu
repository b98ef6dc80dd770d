// RUN: %json %s | %python %S/../Inputs/verdicts.py | FileCheck %s --check-prefix=PAIRS
// RUN: not %cuda-memlint --checks=-*,cuda-shared-race,cuda-divergent-barrier %s 2>&1 | FileCheck %s --implicit-check-not=warning:

// Producers fill slots that consumers empty. Each side waits for one barrier, and only arrives at
// the other: the producers may be as many rounds ahead as there are slots.

#include <cuda_runtime.h>

#define WAIT(NUMBER) asm volatile("bar.sync %0, 128;" ::"r"(NUMBER) : "memory")
#define ARRIVE(NUMBER) asm volatile("bar.arrive %0, 128;" ::"r"(NUMBER) : "memory")

// Producers are behind the second EMPTY when the consumers are behind the first element.
// PAIRS: {{^}}oneSlot: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void oneSlot(int *out, int rounds) {
  __shared__ int values[64];
  int t = threadIdx.x % 64;
  const int FULL = 1, EMPTY = 2;
  if (threadIdx.x < 64) {
    for (int round = 0; round < rounds; ++round) {
      WAIT(EMPTY);
      values[t] = round;
      ARRIVE(FULL);
    }
  } else {
    ARRIVE(EMPTY);
    for (int round = 0; round < rounds; ++round) {
      WAIT(FULL);
      out[t] += values[63 - t];
      ARRIVE(EMPTY);
    }
  }
}

// PAIRS: {{^}}twoSlots: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void twoSlots(int *out, int rounds) {
  __shared__ int values[2][64];
  int t = threadIdx.x % 64;
  const int FULL = 1, EMPTY = 3;
  if (threadIdx.x < 64) {
    for (int round = 0; round < rounds; ++round) {
      WAIT(EMPTY + round % 2);
      values[round % 2][t] = round;
      ARRIVE(FULL + round % 2);
    }
  } else {
    ARRIVE(EMPTY);
    ARRIVE(EMPTY + 1);
    for (int round = 0; round < rounds; ++round) {
      WAIT(FULL + round % 2);
      out[t] += values[round % 2][63 - t];
      ARRIVE(EMPTY + round % 2);
    }
  }
}

// Barriers for two slots, and one slot: the store of round 1 is beside the load of round 0.
// PAIRS: {{^}}oneSlotOfTwo:
__global__ void oneSlotOfTwo(int *out, int rounds) {
  __shared__ int values[64];
  int t = threadIdx.x % 64;
  const int FULL = 1, EMPTY = 3;
  if (threadIdx.x < 64) {
    for (int round = 0; round < rounds; ++round) {
      WAIT(EMPTY + round % 2);
      values[t] = round;
      ARRIVE(FULL + round % 2);
    }
  } else {
    ARRIVE(EMPTY);
    ARRIVE(EMPTY + 1);
    for (int round = 0; round < rounds; ++round) {
      WAIT(FULL + round % 2);
      // CHECK: :[[#@LINE+1]]:17: warning: shared memory race on `values[{{[0-9]+}}]`: {{.*}} reads it here while {{.*}} (in iteration 1 of the loop at line [[#@LINE-10]]) writes it {{.*}} with no barrier in between [cuda-shared-race]
      out[t] += values[63 - t];
      ARRIVE(EMPTY + round % 2);
    }
  }
}

// Three rounds, two slots: the producers of round 2 store where round 0 is read.
// PAIRS: {{^}}twoSlotsOfThree:
__global__ void twoSlotsOfThree(int *out, int rounds) {
  __shared__ int values[2][64];
  int t = threadIdx.x % 64;
  const int FULL = 1, EMPTY = 4;
  if (threadIdx.x < 64) {
    for (int round = 0; round < rounds; ++round) {
      WAIT(EMPTY + round % 3);
      values[round % 2][t] = round;
      ARRIVE(FULL + round % 3);
    }
  } else {
    ARRIVE(EMPTY);
    ARRIVE(EMPTY + 1);
    ARRIVE(EMPTY + 2);
    for (int round = 0; round < rounds; ++round) {
      WAIT(FULL + round % 3);
      // CHECK: :[[#@LINE+1]]:17: warning: shared memory race on `values{{.*}} (in iteration 2 of the loop at line [[#@LINE-11]]) writes it {{.*}} with no barrier in between [cuda-shared-race]
      out[t] += values[round % 2][63 - t];
      ARRIVE(EMPTY + round % 3);
    }
  }
}

// The slot is said to be empty before it has been read.
// PAIRS: {{^}}emptyTooEarly:
__global__ void emptyTooEarly(int *out, int rounds) {
  __shared__ int values[64];
  int t = threadIdx.x % 64;
  const int FULL = 1, EMPTY = 2;
  if (threadIdx.x < 64) {
    for (int round = 0; round < rounds; ++round) {
      WAIT(EMPTY);
      values[t] = round;
      ARRIVE(FULL);
    }
  } else {
    ARRIVE(EMPTY);
    for (int round = 0; round < rounds; ++round) {
      WAIT(FULL);
      ARRIVE(EMPTY);
      // CHECK: :[[#@LINE+1]]:17: warning: shared memory race on `values[{{[0-9]+}}]`: {{.*}} with no barrier in between [cuda-shared-race]
      out[t] += values[63 - t];
    }
  }
}

// Nobody waits for an empty slot: the second arrival may be counted for the first round.
// PAIRS: {{^}}noEmpty:
// PAIRS: noEmpty: undecided same-block {{.*}}: both branches of a condition contain barriers
__global__ void noEmpty(int *out, int rounds) {
  __shared__ int values[64];
  int t = threadIdx.x % 64;
  const int FULL = 1;
  if (threadIdx.x < 64) {
    for (int round = 0; round < rounds; ++round) {
      values[t] = round;
      ARRIVE(FULL);
    }
  } else {
    for (int round = 0; round < rounds; ++round) {
      WAIT(FULL);
      out[t] += values[63 - t];
    }
  }
}

// Two arrivals at once are as many as one of each side.
// PAIRS: {{^}}emptyTwice:
// PAIRS: emptyTwice: undecided same-block {{.*}}: both branches of a condition contain barriers
__global__ void emptyTwice(int *out, int rounds) {
  __shared__ int values[64];
  int t = threadIdx.x % 64;
  const int FULL = 1, EMPTY = 2;
  if (threadIdx.x < 64) {
    for (int round = 0; round < rounds; ++round) {
      WAIT(EMPTY);
      values[t] = round;
      ARRIVE(FULL);
    }
  } else {
    ARRIVE(EMPTY);
    ARRIVE(EMPTY);
    for (int round = 0; round < rounds; ++round) {
      WAIT(FULL);
      out[t] += values[63 - t];
      ARRIVE(EMPTY);
    }
  }
}

// Whoever arrives behind the loop may be counted for its last round.
// PAIRS: {{^}}fullOnceMore:
// PAIRS: fullOnceMore: undecided same-block {{.*}}: both branches of a condition contain barriers
__global__ void fullOnceMore(int *out, int rounds) {
  __shared__ int values[64];
  int t = threadIdx.x % 64;
  const int FULL = 1, EMPTY = 2;
  if (threadIdx.x < 64) {
    for (int round = 0; round < rounds; ++round) {
      WAIT(EMPTY);
      values[t] = round;
      ARRIVE(FULL);
    }
    ARRIVE(FULL);
  } else {
    ARRIVE(EMPTY);
    for (int round = 0; round < rounds; ++round) {
      WAIT(FULL);
      out[t] += values[63 - t];
      ARRIVE(EMPTY);
    }
  }
}

// As many rounds for one side as somebody says.
// PAIRS: {{^}}unequalRounds:
// PAIRS: unequalRounds: undecided same-block {{.*}}: both branches of a condition contain barriers
__global__ void unequalRounds(int *out, int rounds, int others) {
  __shared__ int values[64];
  int t = threadIdx.x % 64;
  const int FULL = 1, EMPTY = 2;
  if (threadIdx.x < 64) {
    for (int round = 0; round < rounds; ++round) {
      WAIT(EMPTY);
      values[t] = round;
      ARRIVE(FULL);
    }
  } else {
    ARRIVE(EMPTY);
    for (int round = 0; round < others; ++round) {
      WAIT(FULL);
      out[t] += values[63 - t];
      ARRIVE(EMPTY);
    }
  }
}

// One loop around both sides.
// PAIRS: {{^}}inOneLoop: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void inOneLoop(int *out, int rounds) {
  __shared__ int values[2][64];
  int t = threadIdx.x % 64;
  const int FULL = 1, EMPTY = 3;
  bool produces = threadIdx.x < 64;
  if (!produces) {
    ARRIVE(EMPTY);
    ARRIVE(EMPTY + 1);
  }
  for (int round = 0; round < rounds; ++round) {
    if (produces) {
      WAIT(EMPTY + round % 2);
      values[round % 2][t] = round;
      ARRIVE(FULL + round % 2);
    } else {
      WAIT(FULL + round % 2);
      out[t] += values[round % 2][63 - t];
      ARRIVE(EMPTY + round % 2);
    }
  }
}

void launch(int *p, int n, int m) {
  oneSlot<<<1, 128>>>(p, n);
  twoSlots<<<1, 128>>>(p, n);
  oneSlotOfTwo<<<1, 128>>>(p, n);
  twoSlotsOfThree<<<1, 128>>>(p, n);
  emptyTooEarly<<<1, 128>>>(p, n);
  noEmpty<<<1, 128>>>(p, n);
  emptyTwice<<<1, 128>>>(p, n);
  fullOnceMore<<<1, 128>>>(p, n);
  unequalRounds<<<1, 128>>>(p, n, m);
  inOneLoop<<<1, 128>>>(p, n);
}

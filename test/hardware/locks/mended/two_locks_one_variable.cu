// Deposits and withdrawals share the lock of the balance that both change.
#include "../trials.h"

__device__ void take(unsigned *lock) {
  while (atomicCAS(lock, 0u, 1u) != 0u) {
  }
  __threadfence();
}

__device__ void drop(unsigned *lock) {
  __threadfence();
  atomicExch(lock, 0u);
}

struct Account {
  unsigned forDeposits;
  unsigned forWithdrawals;
  int balance;
};

__device__ void deposit(Account *account, int amount) {
  take(&account->forDeposits);
  account->balance += amount;
  drop(&account->forDeposits);
}

__device__ void withdraw(Account *account, int amount) {
  take(&account->forDeposits);
  account->balance -= amount;
  drop(&account->forDeposits);
}

__global__ void trade(Account *account, int rounds) {
  if (threadIdx.x == 0)
    for (int round = 0; round < rounds; ++round)
      if (blockIdx.x % 2 == 0)
        deposit(account, 3);
      else
        withdraw(account, 2);
}

int main(int argc, char **argv) {
  Trials trials(argc, argv, 500);
  Account *account = zeros<Account>(1);
  while (trials.next()) {
    clear(account, 1);
    trade<<<64, 32>>>(account, 10);
    trials.expect(first(account).balance == 32 * 10 * 3 - 32 * 10 * 2);
  }
  return trials.end();
}

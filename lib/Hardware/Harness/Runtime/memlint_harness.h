// What a generated main does. C++11, on the host.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <new>
#include <vector>

enum memlint_harness_kind {
  memlint_harness_integer,
  memlint_harness_boolean,
  memlint_harness_float,
  memlint_harness_half,
  memlint_harness_bfloat16
};

namespace memlint_harness {

typedef unsigned long long Number;

/// A number within an element of a buffer.
struct Scalar {
  Number Offset;
  unsigned Bytes;
  memlint_harness_kind Kind;
};

/// What a pointer argument points to.
struct Buffer {
  unsigned Parameter;
  Number PointerOffset;
  Number BytesBefore;
  Number BytesBehind;
  Number Misalignment;
  Number ElementBytes;
  Number LargestInteger;
  const Scalar *Scalars;
  unsigned ScalarCount;
};

/// Bits of an argument.
struct Value {
  unsigned Parameter;
  Number FirstBit;
  unsigned Bits;
  Number Low;
};

struct Launch {
  const char *Kernel;
  const void *Function;
  const Number *ParameterBytes;
  unsigned ParameterCount;
  unsigned Grid[3];
  unsigned Block[3];
  Number SharedBytes;
  bool Cooperative;
  const Buffer *Buffers;
  unsigned BufferCount;
  const Value *Values;
  unsigned ValueCount;
};

/// Numbers that are the same in every run (xorshift64*, by G. Marsaglia and S. Vigna).
class Generator {
public:
  explicit Generator(Number Seed) : State(0x9E3779B97F4A7C15ull ^ (Seed * 0xBF58476D1CE4E5B9ull)) {
    if (State == 0)
      State = 1;
  }
  Number next() {
    State ^= State >> 12;
    State ^= State << 25;
    State ^= State >> 27;
    return State * 0x2545F4914F6CDD1Dull;
  }
  /// From 0 to \p Largest.
  Number upTo(Number Largest) {
    Number Drawn = next() >> 11;
    return Largest + 1 == 0 ? Drawn : Drawn % (Largest + 1);
  }

private:
  Number State;
};

inline void fillScalar(unsigned char *At, const Scalar &Type, Number LargestInteger,
                       Generator &Draw) {
  switch (Type.Kind) {
  case memlint_harness_integer: {
    // What the signed type of that width holds.
    Number Most = (Number(1) << (8 * Type.Bytes - 1)) - 1;
    Number Drawn = Draw.upTo(LargestInteger < Most ? LargestInteger : Most);
    std::memcpy(At, &Drawn, Type.Bytes); // little-endian, as the device
    return;
  }
  case memlint_harness_boolean:
    *At = static_cast<unsigned char>(Draw.upTo(1));
    return;
  case memlint_harness_float:
    if (Type.Bytes == 4) {
      float Drawn = static_cast<float>(Draw.next() >> 40) / 16777216.0f;
      std::memcpy(At, &Drawn, 4);
    } else {
      double Drawn = static_cast<double>(Draw.next() >> 11) / 9007199254740992.0;
      std::memcpy(At, &Drawn, 8);
    }
    return;
  case memlint_harness_half:
  case memlint_harness_bfloat16: {
    // Bits of numbers below 1 are below those of 1.
    unsigned short Drawn =
        static_cast<unsigned short>(Draw.upTo(Type.Kind == memlint_harness_half ? 0x3BFF : 0x3F7F));
    std::memcpy(At, &Drawn, 2);
    return;
  }
  }
}

inline bool succeeds(const Launch &Measured, const char *What, cudaError_t Status) {
  if (Status == cudaSuccess)
    return true;
  std::fprintf(stderr, "%s: %s: %s (%s)\n", Measured.Kernel, What, cudaGetErrorString(Status),
               cudaGetErrorName(Status));
  return false;
}

/// A repeated pattern of at most a few MiB.
inline bool fill(const Launch &Measured, const Buffer &To, unsigned char *Start, Number Seed) {
  Number All = To.BytesBefore + To.BytesBehind;
  if (To.ScalarCount == 0 || To.ElementBytes == 0)
    return succeeds(Measured, "cudaMemset", cudaMemset(Start, 0, All));
  const Number MostBytes = Number(8) << 20;
  Number Elements = All / To.ElementBytes;
  if (Elements > MostBytes / To.ElementBytes + 1)
    Elements = MostBytes / To.ElementBytes + 1;
  std::vector<unsigned char> Pattern(Elements * To.ElementBytes, 0);
  Generator Draw(Seed);
  for (Number Element = 0; Element != Elements; ++Element)
    for (unsigned Index = 0; Index != To.ScalarCount; ++Index)
      fillScalar(Pattern.data() + Element * To.ElementBytes + To.Scalars[Index].Offset,
                 To.Scalars[Index], To.LargestInteger, Draw);
  if (!succeeds(Measured, "cudaMemset", cudaMemset(Start, 0, All)))
    return false;
  // The element that the pointer points to is whole.
  Number Done = (To.BytesBefore + To.Misalignment) % To.ElementBytes;
  while (Done < All && !Pattern.empty()) {
    Number Part = All - Done < Pattern.size() ? All - Done : Number(Pattern.size());
    if (!succeeds(Measured, "cudaMemcpy",
                  cudaMemcpy(Start + Done, Pattern.data(), Part, cudaMemcpyHostToDevice)))
      return false;
    Done += Part;
  }
  return true;
}

inline void setBits(unsigned char *Argument, const Value &To) {
  for (unsigned Bit = 0; Bit != To.Bits && Bit != 64; ++Bit) {
    Number At = To.FirstBit + Bit;
    unsigned char Mask = static_cast<unsigned char>(1u << (At % 8));
    if ((To.Low >> Bit) & 1)
      Argument[At / 8] = static_cast<unsigned char>(Argument[At / 8] | Mask);
    else
      Argument[At / 8] = static_cast<unsigned char>(Argument[At / 8] & ~Mask);
  }
}

inline bool start(const Launch &Measured, void **Arguments) {
  dim3 Grid(Measured.Grid[0], Measured.Grid[1], Measured.Grid[2]),
      Block(Measured.Block[0], Measured.Block[1], Measured.Block[2]);
  size_t Shared = static_cast<size_t>(Measured.SharedBytes);
  cudaError_t Status =
      Measured.Cooperative
          ? cudaLaunchCooperativeKernel(Measured.Function, Grid, Block, Arguments, Shared, nullptr)
          : cudaLaunchKernel(Measured.Function, Grid, Block, Arguments, Shared, nullptr);
  return succeeds(Measured, "the launch", Status) &&
         succeeds(Measured, "the launch", cudaGetLastError()) &&
         succeeds(Measured, "the kernel", cudaDeviceSynchronize());
}

inline bool launch(const Launch &Measured, bool WarmsUp) {
  const Number DefaultSharedBytes = 48 << 10;
  if (Measured.SharedBytes > DefaultSharedBytes &&
      !succeeds(Measured, "its shared memory",
                cudaFuncSetAttribute(Measured.Function, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                     static_cast<int>(Measured.SharedBytes))))
    return false;
  // As far apart as any type asks for.
  const Number Alignment = 256;
  Number Bytes = Alignment;
  for (unsigned Index = 0; Index != Measured.ParameterCount; ++Index)
    Bytes += (Measured.ParameterBytes[Index] + Alignment - 1) / Alignment * Alignment;
  std::vector<unsigned char> Storage(Bytes, 0);
  unsigned char *Next =
      Storage.data() +
      (Alignment - reinterpret_cast<size_t>(Storage.data()) % Alignment) % Alignment;
  std::vector<void *> Arguments;
  for (unsigned Index = 0; Index != Measured.ParameterCount; ++Index) {
    Arguments.push_back(Next);
    Next += (Measured.ParameterBytes[Index] + Alignment - 1) / Alignment * Alignment;
  }
  Arguments.push_back(nullptr);
  for (unsigned Index = 0; Index != Measured.ValueCount; ++Index)
    setBits(static_cast<unsigned char *>(Arguments[Measured.Values[Index].Parameter]),
            Measured.Values[Index]);
  std::vector<unsigned char *> Starts;
  bool Fine = true;
  for (unsigned Index = 0; Fine && Index != Measured.BufferCount; ++Index) {
    const Buffer &Each = Measured.Buffers[Index];
    void *Start = nullptr;
    Fine =
        succeeds(Measured, "cudaMalloc", cudaMalloc(&Start, Each.BytesBefore + Each.BytesBehind));
    if (!Fine)
      break;
    Starts.push_back(static_cast<unsigned char *>(Start));
    void *Pointer = Starts.back() + Each.BytesBefore + Each.Misalignment;
    std::memcpy(static_cast<unsigned char *>(Arguments[Each.Parameter]) + Each.PointerOffset,
                &Pointer, sizeof(Pointer));
  }
  // To warm up, then to be measured, on the same data.
  for (int Round = WarmsUp ? 0 : 1; Fine && Round != 2; ++Round) {
    for (unsigned Index = 0; Fine && Index != Measured.BufferCount; ++Index)
      Fine = fill(Measured, Measured.Buffers[Index], Starts[Index], Index + 1);
    if (Round == 1)
      cudaProfilerStart();
    Fine = Fine && start(Measured, Arguments.data());
    if (Round == 1)
      cudaProfilerStop();
  }
  for (unsigned Index = 0; Index != Starts.size(); ++Index) {
    // After a failure each call fails with the same error.
    cudaError_t Status = cudaFree(Starts[Index]);
    Fine = Fine && succeeds(Measured, "cudaFree", Status);
  }
  return Fine;
}

/// The exit code.
inline int run(const Launch *Launches, unsigned Count, bool WarmsUp) {
  for (unsigned Index = 0; Index != Count; ++Index)
    if (!launch(Launches[Index], WarmsUp))
      return 1; // An error of a kernel stays with the device.
  return 0;
}

} // namespace memlint_harness

// What follows the source has names of its own only: others may be macros there.
typedef memlint_harness::Number memlint_harness_number;
typedef memlint_harness::Scalar memlint_harness_scalar;
typedef memlint_harness::Buffer memlint_harness_buffer;
typedef memlint_harness::Value memlint_harness_value;
typedef memlint_harness::Launch memlint_harness_launch;

inline int memlint_harness_run(const memlint_harness_launch *Launches, unsigned Count,
                               bool WarmsUp) {
  return memlint_harness::run(Launches, Count, WarmsUp);
}

//===- Kernel.h - A small kernel as a tree ----------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Small kernels that can be printed as CUDA source and executed thread by thread, both
/// without any code of lib/. Each access is on a line of its own, which is its name.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TEST_UNIT_RANDOMKERNELS_KERNEL_H
#define CUDA_MEMLINT_TEST_UNIT_RANDOMKERNELS_KERNEL_H

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace memlint::random_kernels {

/// Of variables and expressions, each converted to those behind it where they meet; expressions
/// have no Byte.
enum class Type : uint8_t { Byte, Int, Unsigned, Long };

inline Type commonType(Type One, Type Other) { return std::max({One, Other, Type::Int}); }

/// The arrays that all kernels know, of ints or of pointers to ints.
struct Array {
  const char *Name;
  bool IsShared;
  bool IsReadOnly;
  /// Valid elements are those from Low up to End.
  int64_t Low, End;
  /// Of a row; 0: the array has one dimension.
  int64_t Columns;
};

inline constexpr std::array<Array, 7> Arrays = {{{"A", false, false, -256, 4096, 0},
                                                 {"C", false, false, -256, 4096, 0},
                                                 {"B", false, true, 0, 64, 0},
                                                 {"P", false, true, 0, 8, 0},
                                                 {"S", true, false, 0, 256, 0},
                                                 {"T", true, false, 0, 256, 0},
                                                 {"W", true, false, 0, 16 * 17, 17}}};
inline constexpr unsigned ReadOnlyArray = 2, PointerArray = 3, FirstShared = 4, MatrixArray = 6;

enum class Operator : uint8_t {
  Add,
  Subtract,
  Multiply,
  Divide,
  Remainder,
  And,
  Or,
  Xor,
  ShiftLeft,
  ShiftRight,
  Less,
  LessEqual,
  Greater,
  Equal,
  NotEqual,
  LogicalAnd,
  LogicalOr
};

struct Expression;
using ExpressionPointer = std::shared_ptr<Expression>;

struct Expression {
  enum class Kind : uint8_t {
    Number,
    Variable,
    ThreadX,
    ThreadY,
    BlockX,
    BlockExtentX,
    Binary,
    Choice,
    Array, ///< its first element's address
    Load   ///< operands: an address, an index, of a matrix the column
  };
  Kind What = Kind::Number;
  Operator Operation = Operator::Add;
  /// Of a pointer: Long.
  Type ValueType = Type::Int;
  /// The number, or which variable or array.
  int64_t Number = 0;
  std::vector<ExpressionPointer> Operands;
  /// Loads: where it is printed.
  unsigned Line = 0;
};

struct Statement {
  enum class Kind : uint8_t {
    Assign, ///< Variable = Value
    Store,  ///< Pointer[Index] = Value, or what Operation makes of both
    Atomic, ///< AtomicFunction on Pointer[Index] with Value; Declares: Variable = its old value
    If,
    Switch, ///< over Value; the Body's cases are what it holds
    Case,   ///< of Label, or the default
    Loop,
    Break,
    Continue,
    Return,
    Barrier, ///< Declares: Variable = what Vote says of Value
    WarpBarrier,
    Shuffle,  ///< Variable = Value of the lane that Index selects, within Width lanes
    WarpVote, ///< Variable = what Vote says of Value
    Call      ///< Variable = function Function of Arguments
  };
  enum class LoopForm : uint8_t { For, While, Do };
  enum class AtomicFunction : uint8_t { Add, Subtract, Maximum, Exchange };
  enum class ShuffleForm : uint8_t { Index, Down, Up, Xor };
  /// Which or how many threads have a Value that is not 0.
  enum class VoteForm : uint8_t { Count, All, Any };

  Kind What = Kind::Assign;
  /// Assign: the variable is declared here.
  bool Declares = false;
  bool IsPointer = false;
  /// Stores: the element is read first.
  bool IsCompound = false;
  Operator Operation = Operator::Add;
  int64_t Variable = 0;
  /// The type of Variable, unless it is a pointer.
  Type ValueType = Type::Int;
  AtomicFunction Atomic = AtomicFunction::Add;
  ShuffleForm Shuffle = ShuffleForm::Index;
  VoteForm Vote = VoteForm::Count;
  unsigned Width = 32;
  unsigned Function = 0;
  /// Cases; the default has none.
  std::optional<int64_t> Label;
  /// Cases: the next one is not kept out.
  bool FallsThrough = false;
  ExpressionPointer Pointer, Index, Column, Value;
  std::vector<ExpressionPointer> Arguments;
  /// If: Value is the condition. Loops: too; For: Initial and Updates are in its head.
  LoopForm Form = LoopForm::While;
  std::vector<Statement> Initial, Updates, Body, Else;
  unsigned Line = 0;
};

struct Function {
  /// Variables from 0 on are the parameters; the first is a pointer in device functions.
  unsigned Parameters = 0;
  unsigned Variables = 0;
  std::vector<Statement> Body;
  /// Device functions: what it returns, behind its body.
  ExpressionPointer Result;
};

/// A kernel `k(int *A, int *C, const int *B, int **P, int n, int m)`: variable 0 is n, 1 is m.
struct Kernel {
  std::vector<Function> Functions;
  Function Main;
  /// It is launched with A for C, too.
  bool IsAliased = false;
};

/// Prints \p Printed as the kernel \p Name, with the first line numbered \p Line, which becomes
/// that after the last. Notes the lines of accesses and calls in \p Printed.
std::string print(Kernel &Printed, const std::string &Name, unsigned &Line);

/// The kernel of number \p Seed.
Kernel makeKernel(uint64_t Seed);

} // namespace memlint::random_kernels

#endif // CUDA_MEMLINT_TEST_UNIT_RANDOMKERNELS_KERNEL_H

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

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace memlint::random_kernels {

/// The arrays that all kernels know, of ints.
struct Array {
  const char *Name;
  bool IsShared;
  bool IsReadOnly;
  /// Valid elements are those from Low up to End.
  int64_t Low, End;
  /// Of a row; 0: the array has one dimension.
  int64_t Columns;
};

inline constexpr std::array<Array, 6> Arrays = {{{"A", false, false, -256, 4096, 0},
                                                 {"C", false, false, -256, 4096, 0},
                                                 {"B", false, true, 0, 64, 0},
                                                 {"S", true, false, 0, 256, 0},
                                                 {"T", true, false, 0, 256, 0},
                                                 {"W", true, false, 0, 16 * 17, 17}}};
inline constexpr unsigned FirstShared = 3, ReadOnlyArray = 2, MatrixArray = 5;

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
    AtomicAdd,
    If,
    Loop,
    Break,
    Continue,
    Return,
    Barrier,
    WarpBarrier,
    Call ///< Variable = function Function of Arguments
  };
  enum class LoopForm : uint8_t { For, While, Do };

  Kind What = Kind::Assign;
  /// Assign: the variable is declared here.
  bool Declares = false;
  bool IsPointer = false;
  /// Stores: the element is read first.
  bool IsCompound = false;
  Operator Operation = Operator::Add;
  int64_t Variable = 0;
  unsigned Function = 0;
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

/// A kernel `k(int *A, int *C, const int *B, int n, int m)`: variable 0 is n, 1 is m.
struct Kernel {
  std::vector<Function> Functions;
  Function Main;
};

/// Prints \p Of as the kernel \p Name, with the first line numbered \p Line, which becomes
/// that after the last. Notes the lines of accesses and calls in \p Of.
std::string print(Kernel &Of, const std::string &Name, unsigned &Line);

/// The kernel of number \p Seed.
Kernel makeKernel(uint64_t Seed);

} // namespace memlint::random_kernels

#endif // CUDA_MEMLINT_TEST_UNIT_RANDOMKERNELS_KERNEL_H

//===- Expression.h - Index expressions -------------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Index expressions: a hash-consed, immutable DAG over 64-bit integers. Sums
/// and products are kept in polynomial normal form, so that structural equality
/// of two arithmetic expressions is pointer equality, and the part that varies
/// by lane can be read off the terms.
///
/// Every node knows its uniformity, its value range and what it is congruent to
/// modulo a power of two. Values are mathematical integers; where C++ wraps or
/// truncates and the range cannot exclude it, a Wrap node says so.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_SYMBOLIC_EXPRESSION_H
#define CUDA_MEMLINT_SYMBOLIC_EXPRESSION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
}

namespace memlint {

/// Among which threads a value is the same. Ordered: a later one varies more.
enum class Uniformity : uint8_t { Grid, Block, Warp, Lane };

/// Inclusive bounds of a value. The extreme 64-bit values mean unbounded.
struct Interval {
  int64_t Low = std::numeric_limits<int64_t>::min();
  int64_t High = std::numeric_limits<int64_t>::max();

  bool contains(const Interval &Other) const { return Low <= Other.Low && Other.High <= High; }
  friend bool operator==(const Interval &, const Interval &) = default;
};

/// The value is congruent to Residue modulo 2^LogModulus (0 <= Residue). A
/// constant has LogModulus = MaxLogModulus.
struct Congruence {
  static constexpr unsigned MaxLogModulus = 32;
  unsigned LogModulus = 0;
  uint64_t Residue = 0;

  /// The value is known to be a multiple of \p PowerOfTwo.
  bool isMultipleOf(uint64_t PowerOfTwo) const;
  friend bool operator==(const Congruence &, const Congruence &) = default;
};

/// What a leaf stands for.
enum class LeafKind : uint8_t {
  ThreadIndex,    ///< threadIdx.{x,y,z}
  BlockIndex,     ///< blockIdx.{x,y,z}
  BlockDimension, ///< blockDim.{x,y,z}
  GridDimension,  ///< gridDim.{x,y,z}
  LoopCounter,    ///< iteration number of a loop, 0, 1, 2, …
  Parameter,      ///< integer parameter of the kernel (or a field of one)
  Loaded,         ///< value read from memory
  Opaque          ///< anything else; Reason says why it is not known
};

/// Why a value is opaque: decides how an access that depends on it is classed.
enum class OpaqueReason : uint8_t {
  None,
  DataDependent, ///< computed from memory contents or floating point
  ControlFlow,   ///< join of too many alternatives, irregular loop update
  NotUnderstood, ///< a construct the lowering does not model
};

/// A leaf's identity. Two leaves with equal members are the same value.
struct LeafInfo {
  LeafKind Kind = LeafKind::Opaque;
  /// 0, 1, 2 for x, y, z of the builtin variables.
  uint8_t Dimension = 0;
  OpaqueReason Reason = OpaqueReason::None;
  Uniformity Varies = Uniformity::Lane;
  /// Loop number, parameter index, or a number unique among leaves of one kind.
  uint32_t Id = 0;
  Interval Range;
  Congruence Modulus;
  /// The value in source terms, or the reason in words for an opaque one.
  std::string Name;
};

enum class ExprKind : uint8_t {
  Constant,
  Leaf,
  Polynomial, ///< constant + sum of monomials, see Expr::terms()
  Divide,     ///< truncating, as in C++; x / 0 evaluates to 0
  Remainder,  ///< sign of the dividend, as in C++; x % 0 evaluates to 0
  BitAnd,
  BitOr,
  BitXor,
  ShiftLeft,
  ShiftRight, ///< arithmetic; operands of unsigned type are non-negative here
  Minimum,
  Maximum,
  Equal,           ///< 0 or 1
  Less,            ///< 0 or 1, signed
  LessUnsigned,    ///< 0 or 1, operands taken as 64-bit unsigned
  Not,             ///< 0 or 1: operand is zero
  And,             ///< logical, 0 or 1
  Or,              ///< logical, 0 or 1
  Select,          ///< operand 0 != 0 ? operand 1 : operand 2
  Wrap,            ///< operand modulo 2^wrapBits(), in the signed or unsigned range
  PopulationCount, ///< of the low 32 bits (wrapBits() == 32) or all 64
  BitReverse,      ///< of the low 32 bits
  LeadingZeros,    ///< of the low 32 bits, 32 for zero
  FindFirstSet,    ///< 1 + index of the lowest set bit of the low 32 bits, 0 for none
};

class Expr;
using ExprRef = const Expr *;

/// Coefficient times the product of Factors (sorted, not empty, no factor a
/// Constant or Polynomial).
struct Monomial {
  int64_t Coefficient;
  llvm::ArrayRef<ExprRef> Factors;
};

/// One node. Created by ExprContext only; compare by address.
class Expr {
public:
  ExprKind kind() const { return Kind; }
  bool isConstant() const { return Kind == ExprKind::Constant; }
  bool isConstant(int64_t Number) const { return isConstant() && Value == Number; }
  bool isLeaf() const { return Kind == ExprKind::Leaf; }
  /// Constant: its value. Polynomial: the constant term.
  int64_t constantTerm() const { return Value; }
  const LeafInfo &leaf() const { return *Leaf; }
  llvm::ArrayRef<ExprRef> operands() const { return Operands; }
  llvm::ArrayRef<Monomial> terms() const { return Terms; }
  unsigned wrapBits() const { return WrapBits; }
  bool wrapSigned() const { return WrapSigned; }

  Uniformity varies() const { return Varies; }
  const Interval &range() const { return Range; }
  const Congruence &congruence() const { return Modulus; }
  /// Creation order within the context: operands precede their users.
  unsigned number() const { return Number; }

  /// Nodes that are equal have equal ones.
  size_t hash() const { return Hash; }
  /// It is the same operation on the same operands. All else follows from these.
  bool equals(const Expr &Other) const;

private:
  friend class ExprContext;
  Expr() = default;
  size_t computeHash() const;

  size_t Hash = 0;
  ExprKind Kind = ExprKind::Constant;
  Uniformity Varies = Uniformity::Grid;
  uint8_t WrapBits = 0;
  bool WrapSigned = false;
  unsigned Number = 0;
  int64_t Value = 0;
  const LeafInfo *Leaf = nullptr;
  llvm::ArrayRef<ExprRef> Operands;
  llvm::ArrayRef<Monomial> Terms;
  Interval Range;
  Congruence Modulus;
};

/// All there is to a node, by which another context has the same: see ExprContext::restore().
struct ExprImage {
  struct Term {
    int64_t Coefficient = 0;
    std::vector<ExprRef> Factors;
  };

  ExprKind Kind = ExprKind::Constant;
  Uniformity Varies = Uniformity::Grid;
  uint8_t WrapBits = 0;
  bool WrapSigned = false;
  unsigned Number = 0;
  int64_t Value = 0;
  std::optional<LeafInfo> Leaf;
  std::vector<ExprRef> Operands;
  std::vector<Term> Terms;
  Interval Range;
  Congruence Modulus;
};

/// Owns expressions and builds them in normal form. Building never fails: an
/// arithmetic overflow of the 64-bit coefficients gives an opaque leaf.
class ExprContext {
public:
  ExprContext();
  ~ExprContext();
  ExprContext(const ExprContext &) = delete;
  ExprContext &operator=(const ExprContext &) = delete;

  ExprRef constant(int64_t Value);
  ExprRef leaf(const LeafInfo &Info);
  /// A new leaf that equals no other.
  ExprRef opaque(OpaqueReason Reason, Uniformity Varies, llvm::StringRef Words, Interval Range = {},
                 Congruence Modulus = {});

  ExprRef add(ExprRef Left, ExprRef Right);
  /// All of \p Summands added, without a node for each sum of some of them.
  ExprRef sum(llvm::ArrayRef<ExprRef> Summands);
  ExprRef subtract(ExprRef Left, ExprRef Right);
  ExprRef multiply(ExprRef Left, ExprRef Right);
  ExprRef negate(ExprRef Operand);
  ExprRef divide(ExprRef Left, ExprRef Right);
  ExprRef remainder(ExprRef Left, ExprRef Right);
  ExprRef bitAnd(ExprRef Left, ExprRef Right);
  ExprRef bitOr(ExprRef Left, ExprRef Right);
  ExprRef bitXor(ExprRef Left, ExprRef Right);
  ExprRef shiftLeft(ExprRef Left, ExprRef Right);
  ExprRef shiftRight(ExprRef Left, ExprRef Right);
  ExprRef minimum(ExprRef Left, ExprRef Right);
  ExprRef maximum(ExprRef Left, ExprRef Right);
  ExprRef equal(ExprRef Left, ExprRef Right);
  ExprRef less(ExprRef Left, ExprRef Right);
  ExprRef lessUnsigned(ExprRef Left, ExprRef Right);
  ExprRef logicalNot(ExprRef Operand);
  ExprRef logicalAnd(ExprRef Left, ExprRef Right);
  ExprRef logicalOr(ExprRef Left, ExprRef Right);
  ExprRef select(ExprRef Condition, ExprRef IfTrue, ExprRef IfFalse);
  /// \p Operand modulo 2^Bits. Left out where the range shows that nothing
  /// changes.
  ExprRef wrap(ExprRef Operand, unsigned Bits, bool Signed);
  /// PopulationCount (of \p Bits bits), BitReverse, LeadingZeros or FindFirstSet.
  ExprRef unary(ExprKind Kind, ExprRef Operand, unsigned Bits = 32);

  /// Rebuilds \p Root with each leaf replaced by what \p Replace returns for it
  /// (null: kept). Nodes are visited once.
  using Replacement = llvm::function_ref<ExprRef(ExprRef Leaf)>;
  ExprRef substitute(ExprRef Root, Replacement Replace);

  /// The operation \p Root (not Constant, Leaf or Polynomial) on other operands.
  ExprRef withOperands(ExprRef Root, llvm::ArrayRef<ExprRef> Operands);

  /// Replaces factors of the terms of \p Sum, at the top level only, as often as
  /// \p Replace has something for them (null: kept).
  ExprRef substituteFactors(ExprRef Sum, Replacement Replace);

  /// Removes unsigned wraps that are additive in \p Offset: an address formed
  /// after wrapping below zero would be out of bounds of any object.
  ExprRef withoutAddressWraps(ExprRef Offset);

  /// What the next nodes are numbered by.
  struct Counters {
    unsigned Node = 0;
    uint32_t Opaque = 0;
  };
  Counters counters() const;

  /// For a context that becomes the image of another. Nodes are restored as they stand, with the
  /// numbers that they have, operands before their users; then the counters, before anything is
  /// built.
  ExprRef restore(const ExprImage &Image);
  void restore(Counters Numbers);

  /// Forgets all nodes that were made since the last call, or since the beginning, but those that
  /// \p Roots (none null) are computed from, and leaves that may be asked for again, whose numbers
  /// decide how later expressions are ordered. What is kept gets another address, which each of
  /// \p Roots becomes, and has the number that it had.
  void keepOnly(llvm::ArrayRef<ExprRef *> Roots);

private:
  ExprRef withoutWiderWraps(ExprRef Sum, unsigned Bits, unsigned Depth);

  struct Implementation;
  Implementation *Impl;
};

/// Calls \p Visit once for each distinct leaf in \p Root.
void forEachLeaf(ExprRef Root, llvm::function_ref<void(ExprRef)> Visit);
/// Whether \p Holds for all leaves in \p Root; true of constants.
bool allLeaves(ExprRef Root, llvm::function_ref<bool(ExprRef Leaf)> Holds);
/// Whether \p Holds for one of them; false of constants.
bool anyLeaf(ExprRef Root, llvm::function_ref<bool(ExprRef Leaf)> Holds);

/// Prints in source terms: "(blockIdx.x * 32 + threadIdx.x) * 4".
void print(llvm::raw_ostream &Stream, ExprRef Root);
std::string toString(ExprRef Root);

/// The value of an operation (not Constant, Leaf or Polynomial) on given
/// operand values; the one definition of what the operators mean.
int64_t evaluateOperation(const Expr &Node, llvm::ArrayRef<int64_t> OperandValues);

/// The value of \p Root when each leaf has the value that \p LeafValue gives.
int64_t evaluate(ExprRef Root, llvm::function_ref<int64_t(ExprRef Leaf)> LeafValue);

} // namespace memlint

#endif // CUDA_MEMLINT_SYMBOLIC_EXPRESSION_H

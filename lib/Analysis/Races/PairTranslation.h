//===- PairTranslation.h - Expressions of two threads -----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Turns the expressions of two threads into polynomials over atoms: leaves, quotients,
/// and what is not understood further. An atom is the same for both threads, or there is
/// one for each. What is translated is never narrower than what the expressions mean.
/// Internal to the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_PAIRTRANSLATION_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_PAIRTRANSLATION_H

#include "AtomPolynomial.h"
#include "PlacedSite.h"

#include "cuda-memlint/Model/RaceReport.h"

namespace memlint {

/// The polynomial is 0, or else not negative.
struct PolynomialConstraint {
  AtomPolynomial Form;
  bool IsEquality = false;
};

/// All hold.
using PolynomialCase = std::vector<PolynomialConstraint>;
/// At least one holds; one empty case: nothing is said; none: never.
using PolynomialChoice = std::vector<PolynomialCase>;

inline PolynomialConstraint isZero(AtomPolynomial Form) { return {std::move(Form), true}; }
inline PolynomialConstraint isAtLeast(AtomPolynomial Form, int64_t Bound) {
  return {std::move(Form) - AtomPolynomial(Bound), false};
}
/// \p Low <= \p Form <= \p High.
PolynomialCase isWithin(const AtomPolynomial &Form, int64_t Low, int64_t High);

/// Which of the two threads an atom or an expression belongs to.
enum class PairSide : uint8_t { First, Second, Both };

class PairTranslation {
public:
  struct Atom {
    PairSide Side = PairSide::Both;
    /// Bounds that are worth saying.
    Interval Range;
  };

  /// The counters of \p CommonLoops are the same for both threads.
  PairTranslation(const RaceSetting &Setting, ThreadPair Kind,
                  llvm::ArrayRef<unsigned> CommonLoops);

  AtomPolynomial value(ExprRef Root, PairSide Side);
  /// That \p Root is not zero, or is.
  PolynomialChoice condition(ExprRef Root, PairSide Side, bool Holds);
  /// threadIdx or blockIdx of the first or the second thread.
  AtomPolynomial index(LeafKind Kind, unsigned Dimension, PairSide Side);
  AtomPolynomial fresh(PairSide Side, Interval Range);

  void require(PolynomialChoice New);
  void require(PolynomialConstraint New) { require(PolynomialChoice{{std::move(New)}}); }

  llvm::ArrayRef<Atom> atoms() const { return Atoms; }
  /// All hold, atoms' bounds aside.
  llvm::ArrayRef<PolynomialChoice> requirements() const { return Requirements; }
  /// Bounds of a value of \p Form that follow from those of its atoms.
  Interval range(const AtomPolynomial &Form) const;
  /// Pairs of atoms that are the same of both threads.
  std::vector<std::pair<unsigned, unsigned>> twins() const;
  /// Differences of quotients of numbers that are a constant apart, by one divisor: `k / 3` and
  /// `(k + 1) / 3`, in whatever remainders they occur.
  std::vector<AtomPolynomial> quotientDifferences() const;
  /// There is more to it than is translated: no answer is to be expected.
  bool isTooLarge() const { return TooLarge; }
  /// Some value is one modulo a power of two: wide bounds matter.
  bool wraps() const { return Wraps; }

private:
  struct Division {
    AtomPolynomial Dividend;
    int64_t Divisor;
    AtomPolynomial Quotient;
  };

  PairSide sideOf(ExprRef Root, PairSide Side);
  bool isCommon(ExprRef Leaf) const;
  AtomPolynomial translate(ExprRef Root, PairSide Side);
  AtomPolynomial leaf(ExprRef Leaf, PairSide Side);
  AtomPolynomial sum(ExprRef Root, PairSide Side);
  AtomPolynomial quotient(ExprRef Root, PairSide Side);
  AtomPolynomial remainder(ExprRef Root, PairSide Side);
  AtomPolynomial dividedBy(ExprRef Dividend, int64_t Divisor, bool Truncates, PairSide Side);
  AtomPolynomial dividedBy(ExprRef Dividend, ExprRef Divisor, PairSide Side);
  AtomPolynomial maskedBy(ExprRef Operand, int64_t Mask, ExprRef Root, PairSide Side);
  AtomPolynomial shiftedRight(ExprRef Root, PairSide Side);
  AtomPolynomial extremum(ExprRef Root, PairSide Side);
  AtomPolynomial select(ExprRef Root, PairSide Side);
  AtomPolynomial truth(ExprRef Root, PairSide Side);
  AtomPolynomial wrapped(ExprRef Root, PairSide Side);
  AtomPolynomial opaque(ExprRef Root, PairSide Side) { return fresh(Side, Root->range()); }
  PolynomialChoice comparison(ExprRef Root, PairSide Side, bool Holds);

  const RaceSetting &Setting;
  ThreadPair Kind;
  llvm::SmallVector<unsigned, 2> CommonLoops;
  std::vector<Atom> Atoms;
  std::vector<PolynomialChoice> Requirements;
  std::map<std::pair<ExprRef, PairSide>, AtomPolynomial> Values;
  std::map<std::tuple<LeafKind, unsigned, PairSide>, AtomPolynomial> Indices;
  /// By dividend, divisor, and whether it truncates towards 0.
  std::map<std::tuple<ExprRef, int64_t, bool, PairSide>, AtomPolynomial> Quotients;
  std::map<std::tuple<ExprRef, ExprRef, PairSide>, AtomPolynomial> VariableQuotients;
  /// Those of Quotients, in the order in which they were made.
  std::vector<Division> Divisions;
  llvm::DenseMap<ExprRef, bool> Common;
  bool TooLarge = false;
  bool Wraps = false;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_PAIRTRANSLATION_H

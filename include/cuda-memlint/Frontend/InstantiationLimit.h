//===- InstantiationLimit.h - How much may be instantiated ------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A small file that uses a large library of templates may keep Clang busy for minutes. The steps
/// of instantiation are counted, and when there are too many of them, nothing more is instantiated.
/// The kernels that miss code because of that are known.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_FRONTEND_INSTANTIATIONLIMIT_H
#define CUDA_MEMLINT_FRONTEND_INSTANTIATIONLIMIT_H

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>

namespace clang {
class Decl;
class FunctionDecl;
class Sema;
} // namespace clang

namespace memlint {

/// The limit of one parse.
class InstantiationLimit {
public:
  /// The steps of everything that is instantiated at the end of the file, where functions are. A
  /// step takes Clang about 0.2 microseconds, whatever the templates are like (0.17 to 0.24,
  /// measured on a busy machine on libraries for attention, matrices and normalisation and on a
  /// benchmark of arithmetic on halves): to instantiate or deduce something counts as 40 steps, to
  /// look at a complete class as one and another for each of its constructors and conversions,
  /// which overload resolution compares. The largest file that was measured and has kernels worth
  /// following, 200 instances of a normalisation, takes 8 million; one that takes more has 80
  /// million or so.
  static constexpr uint64_t DefaultSteps = 12'000'000;

  explicit InstantiationLimit(uint64_t Steps) : Most(Steps * PartOfParse) {}
  InstantiationLimit(const InstantiationLimit &) = delete;
  InstantiationLimit &operator=(const InstantiationLimit &) = delete;

  /// Counts what \p Semantics instantiates from now on; this lives longer.
  void count(clang::Sema &Semantics);
  /// All is parsed: what is instantiated from now on can be left out.
  void endParse();
  /// Whether too much has been instantiated. From then on Clang instantiates nothing.
  bool isSpent() const { return Spent; }
  /// \p Code has not been instantiated because of the limit.
  void addMissing(const clang::Decl &Code);
  /// Removes the bodies of the functions whose instantiation was stopped halfway.
  void dropHalfDone();
  /// Whether code of \p Kernel, or of what it calls, is missing because of the limit.
  bool isIncomplete(const clang::FunctionDecl &Kernel);

private:
  class Counter;

  /// During the parse, many more steps are allowed: what is parsed may mean something else if
  /// templates that it needs are left out, so that no kernel can be analysed then.
  static constexpr uint64_t PartOfParse = 4;

  /// A function alone may take a quarter of the steps of a file. Functions whose kernels can be
  /// followed take less than 100,000 (normalisation, products of matrices by fragments). Those that
  /// compute layouts at compile time take 4 to 57 million for one kernel (attention), and all its
  /// accesses are unknown in the end.
  static constexpr uint64_t PartOfFunction = 4;

  void stop(const clang::Sema &Semantics);

  uint64_t Steps = 0;
  uint64_t Most;
  /// When what is instantiated for no other template began.
  uint64_t StepsBefore = 0;
  bool IsParsed = false;
  bool Spent = false;
  /// During the parse.
  bool SpentEarly = false;
  /// When the limit was met, from the outermost to the innermost.
  llvm::SmallVector<clang::Decl *, 0> HalfDone;
  /// Functions and variables.
  llvm::DenseSet<const clang::Decl *> Missing;
  /// Functions that are known to reach nothing that is missing.
  llvm::DenseSet<const clang::FunctionDecl *> Complete;
};

} // namespace memlint

#endif // CUDA_MEMLINT_FRONTEND_INSTANTIATIONLIMIT_H

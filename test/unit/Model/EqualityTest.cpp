//===- EqualityTest.cpp - Whether two memory programs are alike -----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Model/Equality.h"

#include "ProgramFields.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;
using testing::ElementsAre;

namespace {

template <typename T>
concept IsStructure =
    requires(T &Record) { visitFields(Record, [](const std::string &, auto &) {}); };

bool areAlikeHere(const KernelProgram &Left, const KernelProgram &Right) {
  return areAlike(Left, Right,
                  [](llvm::StringRef One, llvm::StringRef Other) { return One == Other; });
}

/// A program that has one of everything, over expressions of a context of its own.
class Everything {
public:
  /// \p Earlier: how many leaves other kernels of the context have made.
  explicit Everything(unsigned Earlier = 0) {
    for (unsigned Number = 0; Number != Earlier; ++Number)
      Context.opaque(OpaqueReason::DataDependent, Uniformity::Lane, "x[i]");
    fill(Program);
    // What the loop makes is one of three leaves that are written alike.
    ExprRef Outside = read(), Inside = read(), Last = read();
    Program.Loops[0].FirstValue = Inside->number();
    Program.Loops[0].EndValue = Last->number();
    Program.Loops[0].Counter = counter();
    Program.Accesses[0].Result = Inside;
    Program.Accesses[0].Offset = Context.add(Outside, Context.add(Inside, Last));
  }

  KernelProgram Program;

private:
  ExprRef read() { return Context.opaque(OpaqueReason::DataDependent, Uniformity::Lane, "x[i]"); }
  ExprRef counter() {
    LeafInfo Info;
    Info.Kind = LeafKind::LoopCounter;
    Info.Id = 0x40000000u + read()->number();
    Info.Name = "i";
    return Context.leaf(Info);
  }

  void fill(ExprRef &Field) { Field = read(); }
  template <typename T> void fill(std::optional<T> &Field) { fill(Field.emplace()); }
  template <typename T> void fill(std::vector<T> &Field) {
    // A structure may hold some of its own kind.
    if (++Depth <= MostDepth)
      fill(Field.emplace_back());
    --Depth;
  }
  void fill(SourcePosition &Field) { Field = {"kernel.cuh", 3, 5, 3, 9, false, true}; }
  template <typename T> void fill(T &Field) {
    if constexpr (IsStructure<T>)
      visitFields(Field, [&](const std::string &, auto &Each) { fill(Each); });
  }

  static constexpr unsigned MostDepth = 2;
  unsigned Depth = 0;
  ExprContext Context;
};

/// Changes one field of a program after the other.
class Changes {
public:
  explicit Changes(KernelProgram &Program) : Program(Program), Original(Program) {}

  /// Fields whose change leaves the programs alike, less what each file says of itself: which
  /// file is a header, and why rows cannot be edited.
  std::vector<std::string> unnoticed() {
    EXPECT_TRUE(areAlikeHere(Program, Original));
    visit("", Program);
    return std::move(Unnoticed);
  }

  unsigned Count = 0;

private:
  template <typename T> void tryAs(const std::string &Name, T &Field, T Other) {
    std::swap(Field, Other);
    ++Count;
    if (areAlikeHere(Program, Original) && !llvm::StringRef(Name).ends_with("InHeader") &&
        !llvm::StringRef(Name).contains("RowsObstacle"))
      Unnoticed.push_back(Name);
    std::swap(Field, Other);
  }

  void visit(const std::string &Name, bool &Field) { tryAs(Name, Field, !Field); }
  void visit(const std::string &Name, unsigned &Field) { tryAs(Name, Field, Field + 1); }
  void visit(const std::string &Name, uint64_t &Field) { tryAs(Name, Field, Field + 1); }
  void visit(const std::string &Name, std::string &Field) { tryAs(Name, Field, Field + "x"); }
  void visit(const std::string &Name, ExprRef &Field) {
    tryAs(Name, Field, ExprRef());
    tryAs(Name + " of another value", Field, Context.constant(17));
  }
  void visit(const std::string &Name, std::pair<unsigned, unsigned> &Field) {
    tryAs(Name, Field, {Field.first, Field.second + 1});
  }
  void visit(const std::string &Name, std::array<unsigned, 3> &Field) {
    tryAs(Name, Field, {Field[0], Field[1], Field[2] + 1});
  }
  template <typename T> void visit(const std::string &Name, std::optional<T> &Field) {
    tryAs(Name, Field, std::optional<T>());
    if (Field)
      visit(Name, *Field);
  }
  template <typename T> void visit(const std::string &Name, std::vector<T> &Field) {
    std::vector<T> Longer = Field;
    Longer.emplace_back();
    tryAs(Name, Field, Longer);
    if (!Field.empty())
      visit(Name, Field.front());
  }
  template <typename T> void visit(const std::string &Name, T &Field) {
    if constexpr (std::is_enum_v<T>)
      tryAs(Name, Field, T(unsigned(Field) + 1));
    else
      visitFields(Field, [&](const std::string &Inner, auto &Each) {
        visit(Name.empty() ? Inner : Name + "." + Inner, Each);
      });
  }

  KernelProgram &Program;
  const KernelProgram Original;
  ExprContext Context;
  std::vector<std::string> Unnoticed;
};

TEST(Equality, OfWhatOtherKernelsCameBefore) {
  Everything One, Other(/*Earlier=*/7);
  EXPECT_TRUE(areAlikeHere(One.Program, Other.Program));
}

// What may be missing on one side is what only forbids edits.
TEST(Equality, EveryField) {
  Everything All;
  Changes Each(All.Program);
  EXPECT_THAT(Each.unnoticed(), ElementsAre("HasOtherDeclarations", "Parameters.Declaration",
                                            "Parameters.Fields.Declaration", "Objects.Rows"));
  EXPECT_GT(Each.Count, 200u);
}

// `i - x[0]` is not `x[0] - i`, though both are made of the same, and `a & b` is `b & a`.
TEST(Equality, OrderOfOperands) {
  ExprContext Left, Right;
  auto Leaf = [](ExprContext &In, const char *Name) {
    LeafInfo Info;
    Info.Kind = LeafKind::Parameter;
    Info.Varies = Uniformity::Grid;
    Info.Name = Name;
    return In.leaf(Info);
  };
  ExprRef A = Leaf(Left, "a"), B = Leaf(Left, "b");
  ExprRef OtherB = Leaf(Right, "b"), OtherA = Leaf(Right, "a");
  KernelProgram One, Other;
  auto AreAlike = [&](ExprRef Fact, ExprRef OtherFact) {
    One.Facts = {Fact};
    Other.Facts = {OtherFact};
    return areAlikeHere(One, Other);
  };
  EXPECT_TRUE(AreAlike(Left.bitAnd(A, B), Right.bitAnd(OtherA, OtherB)));
  EXPECT_TRUE(AreAlike(Left.add(A, Left.multiply(B, B)),
                       Right.add(OtherA, Right.multiply(OtherB, OtherB))));
  EXPECT_TRUE(AreAlike(Left.divide(A, B), Right.divide(OtherA, OtherB)));
  EXPECT_FALSE(AreAlike(Left.divide(A, B), Right.divide(OtherB, OtherA)));
  EXPECT_FALSE(AreAlike(Left.subtract(A, B), Right.subtract(OtherB, OtherA)));
  EXPECT_FALSE(AreAlike(Left.less(A, B), Right.less(OtherB, Right.add(OtherA, Right.constant(1)))));
}

TEST(Equality, Paths) {
  Everything One, Other;
  Other.Program.Position.Path = "./kernel.cuh";
  EXPECT_FALSE(areAlikeHere(One.Program, Other.Program));
  EXPECT_TRUE(
      areAlike(One.Program, Other.Program, [](llvm::StringRef, llvm::StringRef) { return true; }));
}

TEST(Equality, HindrancesOfBoth) {
  Everything One, Other;
  Other.Program.HasOtherDeclarations = true;
  Other.Program.Parameters[0].Declaration->Pointee = {};
  Other.Program.Objects[0].Rows.reset();
  Other.Program.Objects[0].ElementRecord = {};
  ASSERT_TRUE(areAlikeHere(One.Program, Other.Program));
  joinHindrances(One.Program, Other.Program);
  EXPECT_TRUE(One.Program.HasOtherDeclarations);
  EXPECT_EQ(One.Program.Parameters[0].Declaration->Pointee.Line, 0u);
  EXPECT_FALSE(One.Program.Objects[0].Rows);
  EXPECT_EQ(One.Program.Objects[0].ElementRecord.Line, 0u);
  Other.Program.Parameters[0].Declaration.reset();
  joinHindrances(One.Program, Other.Program);
  EXPECT_FALSE(One.Program.Parameters[0].Declaration);
}

} // namespace

//===- WarpMatrix.cpp - Fragments of warp-wide matrices ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// nvcuda::wmma::load_matrix_sync and store_matrix_sync, as the accesses that they
/// are compiled to. Which lane accesses what is not documented; it was found from the
/// elements that each lane gets, and predicts what was counted for every fragment in
/// test/hardware/measure/h200_warp_matrix.csv.
///
//===----------------------------------------------------------------------===//

#include "LibraryCalls.h"

#include "cuda-memlint/Interpreter/IntegerConstants.h"

#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace memlint {

namespace {

/// What the template arguments of a fragment say, and where a matrix of its shape has
/// its elements in memory: rows of consecutive elements, the leading dimension apart.
struct Fragment {
  enum class Use { MatrixA, MatrixB, Accumulator };
  Use As = Use::Accumulator;
  unsigned M = 0, N = 0, K = 0;
  bool IsTensorFloat = false;
  /// Operands: whether the layout in the type is row-major.
  bool RowMajor = true;
  bool HasLayout = false;
};

/// The accesses that a fragment becomes, one for each place of a grid of blocks. Lanes
/// are in groups of four: lane l is member l % 4 of group l / 4.
struct BlockAccess {
  unsigned Bytes; ///< per lane
  unsigned RowsPerGroup, RowsPerMember;
  unsigned BytesPerGroup, BytesPerMember;
  unsigned BlockRows, BlockBytes; ///< from one block to the next
  unsigned RowsInTurn;            ///< accesses to one block, each a row further
};

std::optional<int64_t> integerArgument(const TemplateArgument &Argument) {
  if (Argument.getKind() != TemplateArgument::Integral)
    return std::nullopt;
  return signedBits(Argument.getAsIntegral());
}

llvm::StringRef nameOfType(const TemplateArgument &Argument) {
  if (Argument.getKind() != TemplateArgument::Type)
    return {};
  const CXXRecordDecl *Class = Argument.getAsType()->getAsCXXRecordDecl();
  return Class && Class->getIdentifier() ? Class->getName() : llvm::StringRef();
}

std::optional<Fragment> fragmentOf(QualType Type) {
  const auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      Type.getNonReferenceType()->getAsCXXRecordDecl());
  if (!Class || Class->getName() != "fragment" || Class->getTemplateArgs().size() < 5)
    return std::nullopt;
  const TemplateArgumentList &Arguments = Class->getTemplateArgs();
  Fragment Result;
  llvm::StringRef Use = nameOfType(Arguments[0]);
  if (Use != "matrix_a" && Use != "matrix_b" && Use != "accumulator")
    return std::nullopt;
  Result.As = Use == "matrix_a"   ? Fragment::Use::MatrixA
              : Use == "matrix_b" ? Fragment::Use::MatrixB
                                  : Fragment::Use::Accumulator;
  unsigned *Extents[] = {&Result.M, &Result.N, &Result.K};
  for (unsigned Index = 0; Index != 3; ++Index) {
    std::optional<int64_t> Extent = integerArgument(Arguments[Index + 1]);
    if (!Extent || *Extent <= 0 || *Extent > 256)
      return std::nullopt;
    *Extents[Index] = unsigned(*Extent);
  }
  Result.IsTensorFloat = nameOfType(Arguments[4]) == "tf32";
  if (Arguments.size() > 5) {
    llvm::StringRef Layout = nameOfType(Arguments[5]);
    Result.HasLayout = Layout == "row_major" || Layout == "col_major";
    Result.RowMajor = Layout != "col_major";
  }
  return Result;
}

/// Whether the fragment is one of those measured.
bool isKnownShape(const Fragment &Matrix, unsigned ElementBytes) {
  if (Matrix.IsTensorFloat)
    return Matrix.M == 16 && Matrix.N == 16 && Matrix.K == 8 && ElementBytes == 4;
  bool Square = Matrix.M == 16 && Matrix.N == 16;
  bool Oblong = (Matrix.M == 32 && Matrix.N == 8) || (Matrix.M == 8 && Matrix.N == 32);
  if (Matrix.As == Fragment::Use::Accumulator)
    return (ElementBytes == 2 || ElementBytes == 4) &&
           ((Matrix.K == 16 && (Square || Oblong)) ||
            (Matrix.K == 8 && Square && ElementBytes == 4));
  return Matrix.K == 16 && (Square || Oblong) && (ElementBytes == 1 || ElementBytes == 2);
}

BlockAccess blockAccess(const Fragment &Matrix, unsigned ElementBytes, bool RowMajor) {
  /// Eight rows of 16 bytes.
  constexpr BlockAccess ByRows = {4, 1, 0, 0, 4, 8, 16, 1};
  if (Matrix.As == Fragment::Use::Accumulator) {
    if (ElementBytes == 2)
      return ByRows;
    // Two neighbours along N, which is along memory unless the matrix is transposed or
    // the product is computed transposed.
    bool AlongMemory = RowMajor != (Matrix.M == 8);
    return AlongMemory ? BlockAccess{8, 1, 0, 0, 8, 8, 32, 1}
                       : BlockAccess{4, 0, 2, 4, 0, 8, 32, 2};
  }
  // Operands are read along K, unless the instruction transposes them itself.
  bool AlongMemory = (Matrix.As == Fragment::Use::MatrixA) == RowMajor;
  if (ElementBytes == 2 || AlongMemory)
    return ByRows;
  return Matrix.IsTensorFloat ? BlockAccess{4, 0, 1, 4, 0, 4, 32, 1}
                              : BlockAccess{1, 0, 4, 1, 0, 16, 8, 4};
}

} // namespace

/// Calls \p Emit within the loops over the blocks of \p Matrix, with where the lane's part of a
/// block is, in bytes behind the first element, and with its type. Rows, or columns unless
/// \p RowMajor, are \p Leading elements apart.
static void emitBlocks(const Fragment &Matrix, unsigned ElementBytes, bool RowMajor,
                       ExprRef Leading, Interpreter &Code, Emitter &Out, BuiltinVariables &Builtins,
                       const CallExpr *Call, llvm::function_ref<void(ExprRef, QualType)> Emit) {
  ExprContext &Exprs = Code.Exprs;
  unsigned Rows = Matrix.M, Columns = Matrix.N;
  if (Matrix.As == Fragment::Use::MatrixA)
    Columns = Matrix.K;
  else if (Matrix.As == Fragment::Use::MatrixB)
    Rows = Matrix.K;
  if (!RowMajor)
    std::swap(Rows, Columns);
  BlockAccess Block = blockAccess(Matrix, ElementBytes, RowMajor);

  std::vector<OwnLoop> Around;
  auto Counted = [&](unsigned Count, llvm::StringRef Name) {
    if (Count == 1)
      return Exprs.constant(0);
    Around.push_back(Out.enterOwnLoop(Exprs.constant(Count), Name, Call));
    return Around.back().Counter;
  };
  ExprRef BlockRow = Counted(Rows / Block.BlockRows, "blockRow");
  ExprRef BlockColumn = Counted(Columns * ElementBytes / Block.BlockBytes, "blockColumn");
  ExprRef Turn = Counted(Block.RowsInTurn, "row");
  ExprRef Lane = Builtins.laneId();
  ExprRef Group = Exprs.divide(Lane, Exprs.constant(4));
  ExprRef Member = Exprs.remainder(Lane, Exprs.constant(4));
  auto Sum = [&](std::initializer_list<std::pair<ExprRef, unsigned>> Terms) {
    ExprRef Total = Exprs.constant(0);
    for (auto [Factor, Times] : Terms)
      Total = Exprs.add(Total, Exprs.multiply(Factor, Exprs.constant(Times)));
    return Total;
  };
  ExprRef Row = Sum({{Group, Block.RowsPerGroup},
                     {Member, Block.RowsPerMember},
                     {BlockRow, Block.BlockRows},
                     {Turn, 1}});
  ExprRef Byte = Sum({{Group, Block.BytesPerGroup},
                      {Member, Block.BytesPerMember},
                      {BlockColumn, Block.BlockBytes}});
  ExprRef RowBytes = Exprs.multiply(Leading, Exprs.constant(ElementBytes));
  Emit(Exprs.add(Exprs.multiply(Row, RowBytes), Byte), typeOfBytes(Code.Ast, Block.Bytes));
  for (const OwnLoop &Each : llvm::reverse(Around))
    Out.leaveOwnLoop(Each);
}

std::optional<Value> evaluateWarpMatrix(const FunctionDecl &Function, const CallExpr *Call,
                                        Interpreter &Code, Emitter &Out,
                                        BuiltinVariables &Builtins) {
  ASTContext &Ast = Code.Ast;
  ExprContext &Exprs = Code.Exprs;
  bool IsLoad = Function.getName() == "load_matrix_sync";
  if ((!IsLoad && Function.getName() != "store_matrix_sync") || Call->getNumArgs() < 3)
    return std::nullopt;
  const clang::Expr *FragmentArgument = Call->getArg(IsLoad ? 0 : 1);
  const clang::Expr *PointerArgument = Call->getArg(IsLoad ? 1 : 0);
  std::optional<Fragment> Matrix = fragmentOf(FragmentArgument->getType());
  if (!Matrix || !PointerArgument->getType()->isPointerType())
    return std::nullopt;

  Lvalue Held = Code.locate(FragmentArgument);
  Value Pointer = Code.evaluate(PointerArgument);
  ExprRef Leading = Code.number(Call->getArg(2));
  bool RowMajor = Matrix->RowMajor;
  bool LayoutKnown = Matrix->HasLayout;
  if (Call->getNumArgs() > 3) {
    // mem_row_major is the first enumerator, mem_col_major the second.
    ExprRef Layout = Code.number(Call->getArg(3));
    LayoutKnown = Layout->isConstant(0) || Layout->isConstant(1);
    RowMajor = Layout->isConstant(0);
  }
  if (IsLoad && Held.isVariable())
    Code.havocVariable(Held.Slot, "loaded from a matrix");
  if (!Pointer.isPointer() || !Pointer.Target.isMemory() || !Code.isRecorded())
    return Value();

  QualType Element = PointerArgument->getType()->getPointeeType();
  auto ElementBytes = unsigned(sizeOf(Ast, Element));
  AccessKind Kind = IsLoad ? AccessKind::Load : AccessKind::Store;
  Lvalue At = Pointer.Target;
  auto Emit = [&](QualType Type) {
    Out.emitAccess(
        {.At = At, .Type = Type, .Kind = Kind, .Where = Call, .Form = RequestForm::WarpMatrix});
  };
  if (!LayoutKnown || !isKnownShape(*Matrix, ElementBytes)) {
    At.Offset = Exprs.opaque(OpaqueReason::NotUnderstood, Uniformity::Lane,
                             "which lane accesses what in such a fragment");
    Emit(Ast.UnsignedIntTy);
    return Value();
  }

  emitBlocks(*Matrix, ElementBytes, RowMajor, Leading, Code, Out, Builtins, Call,
             [&](ExprRef Offset, QualType Type) {
               At.Offset = Exprs.add(At.Offset, Offset);
               Emit(Type);
             });
  return Value();
}

} // namespace memlint

//===- KernelText.cpp - A small kernel as CUDA source ---------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel.h"

namespace memlint::random_kernels {

namespace {

constexpr const char *TypeNames[] = {"unsigned char", "int", "unsigned", "long long"};
constexpr const char *AtomicNames[] = {"atomicAdd", "atomicSub", "atomicMax", "atomicExch"};
constexpr const char *ShuffleNames[] = {"__shfl_sync", "__shfl_down_sync", "__shfl_up_sync",
                                        "__shfl_xor_sync"};
constexpr const char *BlockVotes[] = {"__syncthreads_count", "__syncthreads_and",
                                      "__syncthreads_or"};
constexpr const char *WarpVotes[] = {"__ballot_sync", "__all_sync", "__any_sync"};
constexpr const char *Operators[] = {"+",  "-", "*",  "/", "%",  "&",  "|",  "^", "<<",
                                     ">>", "<", "<=", ">", "==", "!=", "&&", "||"};

class Printer {
public:
  Printer(std::string Name, unsigned Line) : Name(std::move(Name)), Line(Line) {}

  void run(Kernel &Of) {
    for (unsigned Number = 0; Number != Of.Functions.size(); ++Number) {
      Function &Each = Of.Functions[Number];
      Text += "__device__ int " + functionName(Number) + "(const int *B, int *v0";
      for (unsigned Parameter = 1; Parameter != Each.Parameters; ++Parameter)
        Text += ", int v" + std::to_string(Parameter);
      Text += ") {";
      newLine();
      statements(Each.Body);
      Text += "return ";
      expression(*Each.Result);
      Text += ";";
      newLine();
      Text += "}";
      newLine();
    }
    Text += "__global__ void " + Name + "(int *A, int *C, const int *B, int **P, int v0, int v1) {";
    newLine();
    for (const Array &Each : Arrays) {
      if (!Each.IsShared)
        continue;
      Text += "__shared__ int " + std::string(Each.Name);
      if (Each.Columns)
        Text += "[" + std::to_string(Each.End / Each.Columns) + "][" +
                std::to_string(Each.Columns) + "];";
      else
        Text += "[" + std::to_string(Each.End) + "];";
      newLine();
    }
    statements(Of.Main.Body);
    Text += "}";
    newLine();
  }

  std::string Text;
  unsigned line() const { return Line; }

private:
  std::string functionName(unsigned Number) const { return Name + "_" + std::to_string(Number); }

  void newLine() {
    Text += '\n';
    ++Line;
  }

  void expression(Expression &Of) {
    switch (Of.What) {
    case Expression::Kind::Number:
      Text += Of.Number < 0 ? "(" + std::to_string(Of.Number) + ")" : std::to_string(Of.Number);
      Text += Of.ValueType == Type::Unsigned ? "u" : "";
      return;
    case Expression::Kind::Variable:
      Text += "v" + std::to_string(Of.Number);
      return;
    case Expression::Kind::ThreadX:
      Text += Of.ValueType == Type::Unsigned ? "threadIdx.x" : "int(threadIdx.x)";
      return;
    case Expression::Kind::ThreadY:
      Text += "int(threadIdx.y)";
      return;
    case Expression::Kind::BlockX:
      Text += "int(blockIdx.x)";
      return;
    case Expression::Kind::BlockExtentX:
      Text += "int(blockDim.x)";
      return;
    case Expression::Kind::Binary:
      Text += "(";
      expression(*Of.Operands[0]);
      Text += " " + std::string(Operators[unsigned(Of.Operation)]) + " ";
      expression(*Of.Operands[1]);
      Text += ")";
      return;
    case Expression::Kind::Choice:
      Text += "(";
      expression(*Of.Operands[0]);
      Text += " ? ";
      expression(*Of.Operands[1]);
      // Not an lvalue: a load is an access where it is printed, not where the choice is.
      Text += " : +";
      expression(*Of.Operands[2]);
      Text += ")";
      return;
    case Expression::Kind::Array:
      Text += Arrays[size_t(Of.Number)].Name;
      return;
    case Expression::Kind::Load:
      newLine();
      Of.Line = element(*Of.Operands[0], *Of.Operands[1],
                        Of.Operands.size() > 2 ? Of.Operands[2].get() : nullptr);
      return;
    }
  }

  /// The line that it begins on.
  unsigned element(Expression &Pointer, Expression &Index, Expression *Column) {
    expression(Pointer);
    unsigned First = Line;
    Text += "[";
    expression(Index);
    Text += "]";
    if (Column) {
      Text += "[";
      expression(*Column);
      Text += "]";
    }
    return First;
  }

  void statements(std::vector<Statement> &All) {
    for (Statement &Each : All)
      statement(Each);
  }

  void block(std::vector<Statement> &Body) {
    Text += "{";
    newLine();
    statements(Body);
    Text += "}";
  }

  /// `int v4 = `
  void target(const Statement &Of) {
    if (Of.Declares)
      Text += Of.IsPointer ? "int *" : TypeNames[unsigned(Of.ValueType)] + std::string(" ");
    Text += "v" + std::to_string(Of.Variable) + " = ";
  }

  void assignment(Statement &Of) {
    target(Of);
    expression(*Of.Value);
  }

  /// One of whole warps, on \p Value and what is behind it.
  void warpCall(Statement &Of, const std::string &Function, Expression *Second) {
    target(Of);
    Text += Function + "(0xffffffff, ";
    expression(*Of.Value);
    if (Second) {
      Text += ", ";
      expression(*Second);
      if (Of.Width != 32)
        Text += ", " + std::to_string(Of.Width);
    }
    Text += ");";
  }

  void switchOver(Statement &Of) {
    Text += "switch (";
    expression(*Of.Value);
    Text += ") {";
    newLine();
    for (Statement &Each : Of.Body) {
      if (Each.What != Statement::Kind::Case)
        continue;
      Text += Each.Label ? "case " + std::to_string(*Each.Label) + ": " : "default: ";
      block(Each.Body);
      Text += Each.FallsThrough ? "" : " break;";
      newLine();
    }
    Text += "}";
  }

  void assignments(std::vector<Statement> &All) {
    for (size_t Number = 0; Number != All.size(); ++Number) {
      Text += Number ? ", " : "";
      assignment(All[Number]);
    }
  }

  void loop(Statement &Of) {
    if (Of.Form == Statement::LoopForm::Do) {
      Text += "do ";
      block(Of.Body);
      Text += " while (";
      expression(*Of.Value);
      Text += ");";
      return;
    }
    Text += Of.Form == Statement::LoopForm::For ? "for (" : "while (";
    if (Of.Form == Statement::LoopForm::For) {
      assignments(Of.Initial);
      Text += "; ";
    }
    expression(*Of.Value);
    if (Of.Form == Statement::LoopForm::For) {
      Text += "; ";
      assignments(Of.Updates);
    }
    Text += ") ";
    block(Of.Body);
  }

  void statement(Statement &Of) {
    Of.Line = Line;
    switch (Of.What) {
    case Statement::Kind::Assign:
      assignment(Of);
      Text += ";";
      break;
    case Statement::Kind::Store:
      Of.Line = element(*Of.Pointer, *Of.Index, Of.Column.get());
      Text += Of.IsCompound ? " " + std::string(Operators[unsigned(Of.Operation)]) + "= " : " = ";
      expression(*Of.Value);
      Text += ";";
      break;
    case Statement::Kind::Atomic:
      if (Of.Declares)
        target(Of);
      Text += std::string(AtomicNames[unsigned(Of.Atomic)]) + "(&";
      element(*Of.Pointer, *Of.Index, nullptr);
      Text += ", ";
      expression(*Of.Value);
      Text += ");";
      break;
    case Statement::Kind::If:
      Text += "if (";
      expression(*Of.Value);
      Text += ") ";
      block(Of.Body);
      if (!Of.Else.empty()) {
        Text += " else ";
        block(Of.Else);
      }
      break;
    case Statement::Kind::Switch:
      switchOver(Of);
      break;
    case Statement::Kind::Case:
      break;
    case Statement::Kind::Loop:
      loop(Of);
      break;
    case Statement::Kind::Break:
      Text += "break;";
      break;
    case Statement::Kind::Continue:
      Text += "continue;";
      break;
    case Statement::Kind::Return:
      Text += "return";
      if (Of.Value) {
        Text += " ";
        expression(*Of.Value);
      }
      Text += ";";
      break;
    case Statement::Kind::Barrier:
      if (!Of.Declares) {
        Text += "__syncthreads();";
        break;
      }
      target(Of);
      Text += std::string(BlockVotes[unsigned(Of.Vote)]) + "(";
      expression(*Of.Value);
      Text += ");";
      break;
    case Statement::Kind::Shuffle:
      warpCall(Of, ShuffleNames[unsigned(Of.Shuffle)], Of.Index.get());
      break;
    case Statement::Kind::WarpVote:
      warpCall(Of, WarpVotes[unsigned(Of.Vote)], nullptr);
      break;
    case Statement::Kind::WarpBarrier:
      Text += "__syncwarp();";
      break;
    case Statement::Kind::Call: {
      // The call stands where its line says, whatever is printed in front.
      target(Of);
      newLine();
      Of.Line = Line;
      Text += functionName(Of.Function) + "(B";
      for (const ExpressionPointer &Each : Of.Arguments) {
        Text += ", ";
        expression(*Each);
      }
      Text += ");";
      break;
    }
    }
    newLine();
  }

  std::string Name;
  unsigned Line;
};

} // namespace

std::string print(Kernel &Of, const std::string &Name, unsigned &Line) {
  Printer Text(Name, Line);
  Text.run(Of);
  Line = Text.line();
  return std::move(Text.Text);
}

} // namespace memlint::random_kernels

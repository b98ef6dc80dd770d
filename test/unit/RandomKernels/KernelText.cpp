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

  void run(Kernel &Printed) {
    for (unsigned Number = 0; Number != Printed.Functions.size(); ++Number) {
      Function &Each = Printed.Functions[Number];
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
    statements(Printed.Main.Body);
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

  void expression(Expression &Root) {
    switch (Root.What) {
    case Expression::Kind::Number:
      Text +=
          Root.Number < 0 ? "(" + std::to_string(Root.Number) + ")" : std::to_string(Root.Number);
      Text += Root.ValueType == Type::Unsigned ? "u" : "";
      return;
    case Expression::Kind::Variable:
      Text += "v" + std::to_string(Root.Number);
      return;
    case Expression::Kind::ThreadX:
      Text += Root.ValueType == Type::Unsigned ? "threadIdx.x" : "int(threadIdx.x)";
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
      expression(*Root.Operands[0]);
      Text += " " + std::string(Operators[unsigned(Root.Operation)]) + " ";
      expression(*Root.Operands[1]);
      Text += ")";
      return;
    case Expression::Kind::Choice:
      Text += "(";
      expression(*Root.Operands[0]);
      Text += " ? ";
      expression(*Root.Operands[1]);
      // Not an lvalue: a load is an access where it is printed, not where the choice is.
      Text += " : +";
      expression(*Root.Operands[2]);
      Text += ")";
      return;
    case Expression::Kind::Array:
      Text += Arrays[size_t(Root.Number)].Name;
      return;
    case Expression::Kind::Load:
      newLine();
      Root.Line = element(*Root.Operands[0], *Root.Operands[1],
                          Root.Operands.size() > 2 ? Root.Operands[2].get() : nullptr);
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
  void target(const Statement &Written) {
    if (Written.Declares)
      Text +=
          Written.IsPointer ? "int *" : TypeNames[unsigned(Written.ValueType)] + std::string(" ");
    Text += "v" + std::to_string(Written.Variable) + " = ";
  }

  void assignment(Statement &Written) {
    target(Written);
    expression(*Written.Value);
  }

  /// One of whole warps, on \p Value and what is behind it.
  void warpCall(Statement &Written, const std::string &Function, Expression *Second) {
    target(Written);
    Text += Function + "(0xffffffff, ";
    expression(*Written.Value);
    if (Second) {
      Text += ", ";
      expression(*Second);
      if (Written.Width != 32)
        Text += ", " + std::to_string(Written.Width);
    }
    Text += ");";
  }

  void switchOver(Statement &Written) {
    Text += "switch (";
    expression(*Written.Value);
    Text += ") {";
    newLine();
    for (Statement &Each : Written.Body) {
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

  void loop(Statement &Written) {
    if (Written.Form == Statement::LoopForm::Do) {
      Text += "do ";
      block(Written.Body);
      Text += " while (";
      expression(*Written.Value);
      Text += ");";
      return;
    }
    Text += Written.Form == Statement::LoopForm::For ? "for (" : "while (";
    if (Written.Form == Statement::LoopForm::For) {
      assignments(Written.Initial);
      Text += "; ";
    }
    expression(*Written.Value);
    if (Written.Form == Statement::LoopForm::For) {
      Text += "; ";
      assignments(Written.Updates);
    }
    Text += ") ";
    block(Written.Body);
  }

  void statement(Statement &Written) {
    Written.Line = Line;
    switch (Written.What) {
    case Statement::Kind::Assign:
      assignment(Written);
      Text += ";";
      break;
    case Statement::Kind::Store:
      Written.Line = element(*Written.Pointer, *Written.Index, Written.Column.get());
      Text += Written.IsCompound ? " " + std::string(Operators[unsigned(Written.Operation)]) + "= "
                                 : " = ";
      expression(*Written.Value);
      Text += ";";
      break;
    case Statement::Kind::Atomic:
      if (Written.Declares)
        target(Written);
      Text += std::string(AtomicNames[unsigned(Written.Atomic)]) + "(&";
      element(*Written.Pointer, *Written.Index, nullptr);
      Text += ", ";
      expression(*Written.Value);
      Text += ");";
      break;
    case Statement::Kind::If:
      Text += "if (";
      expression(*Written.Value);
      Text += ") ";
      block(Written.Body);
      if (!Written.Else.empty()) {
        Text += " else ";
        block(Written.Else);
      }
      break;
    case Statement::Kind::Switch:
      switchOver(Written);
      break;
    case Statement::Kind::Case:
      break;
    case Statement::Kind::Loop:
      loop(Written);
      break;
    case Statement::Kind::Break:
      Text += "break;";
      break;
    case Statement::Kind::Continue:
      Text += "continue;";
      break;
    case Statement::Kind::Return:
      Text += "return";
      if (Written.Value) {
        Text += " ";
        expression(*Written.Value);
      }
      Text += ";";
      break;
    case Statement::Kind::Barrier:
      if (!Written.Declares) {
        Text += "__syncthreads();";
        break;
      }
      target(Written);
      Text += std::string(BlockVotes[unsigned(Written.Vote)]) + "(";
      expression(*Written.Value);
      Text += ");";
      break;
    case Statement::Kind::Shuffle:
      warpCall(Written, ShuffleNames[unsigned(Written.Shuffle)], Written.Index.get());
      break;
    case Statement::Kind::WarpVote:
      warpCall(Written, WarpVotes[unsigned(Written.Vote)], nullptr);
      break;
    case Statement::Kind::WarpBarrier:
      Text += "__syncwarp();";
      break;
    case Statement::Kind::Call: {
      // The call stands where its line says, whatever is printed in front.
      target(Written);
      newLine();
      Written.Line = Line;
      Text += functionName(Written.Function) + "(B";
      for (const ExpressionPointer &Each : Written.Arguments) {
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

std::string print(Kernel &Printed, const std::string &Name, unsigned &Line) {
  Printer Text(Name, Line);
  Text.run(Printed);
  Line = Text.line();
  return std::move(Text.Text);
}

} // namespace memlint::random_kernels

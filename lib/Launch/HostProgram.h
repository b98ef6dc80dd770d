//===- HostProgram.h - Host functions and what they modify ------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The host functions of a translation unit: which call which, from which a
/// kernel launch is reached, and what each piece of host code may modify.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LAUNCH_HOSTPROGRAM_H
#define CUDA_MEMLINT_LIB_LAUNCH_HOSTPROGRAM_H

#include "clang/AST/Decl.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

#include <optional>

namespace clang {
class ASTContext;
class CallExpr;
class Stmt;
} // namespace clang

namespace memlint {

/// It can run on the host, and is not a kernel.
bool isHostFunction(const clang::FunctionDecl *Function);
/// \p Declared is written in a header of the system or the toolkit.
bool inSystemHeader(const clang::Decl &Declared);

/// What a piece of code may modify, besides what its calls do to arguments.
struct Modifications {
  llvm::SmallSetVector<const clang::VarDecl *, 8> Variables;
  /// Pointers that are written through, or handed to calls.
  llvm::SmallSetVector<const clang::VarDecl *, 8> Pointees;
  /// Pointers that are moved by arithmetic; also among Variables.
  llvm::SmallSetVector<const clang::VarDecl *, 4> Moved;
  bool Members = false; ///< fields of the object that a method works on
  /// Something is written to whose address no variable holds by itself: it is a part of another,
  /// or comes from a call.
  bool BehindMemory = false;
  /// What is called; null for what is not known.
  llvm::SmallSetVector<const clang::FunctionDecl *, 4> Callees;
  /// Functions that are handed to calls, which may call them; null for what is not known.
  llvm::SmallSetVector<const clang::FunctionDecl *, 4> Handed;
  /// Lambdas looked into, so that one that calls itself ends.
  llvm::SmallPtrSet<const clang::Stmt *, 4> LambdaBodies;
};

/// Whether what \p Type refers to can be modified through it.
bool isMutableReference(clang::QualType Type);
bool isMutablePointer(clang::QualType Type);

void addModifications(const clang::Stmt *Code, Modifications &Found);
Modifications modificationsIn(const clang::Stmt *Code);

/// The ways a kernel is launched: `<<<>>>`, or by a function of the run time
/// that is given the kernel.
enum class LaunchForm : uint8_t { None, Chevrons, Function, FunctionWithConfiguration };
LaunchForm launchForm(const clang::CallExpr *Call);

class HostProgram {
public:
  /// With \p SeveralFiles, calls of functions that other translation units define
  /// count as launches: they may lead to some.
  explicit HostProgram(clang::ASTContext &Ast, bool SeveralFiles = false);

  /// Functions with a body that the interpretation starts from, `main` first:
  /// those that reach a launch and that no other function calls.
  std::vector<const clang::FunctionDecl *> roots() const;
  /// Functions that hold a launch themselves, in source order.
  llvm::ArrayRef<const clang::FunctionDecl *> launchingFunctions() const { return Launching; }
  /// Functions with a body, in source order.
  llvm::ArrayRef<const clang::FunctionDecl *> functions() const { return Functions; }
  /// Kernels with a body, in source order.
  llvm::ArrayRef<const clang::FunctionDecl *> kernels() const { return Kernels.getArrayRef(); }
  /// Kernels that are declared here without a body, in source order.
  llvm::ArrayRef<const clang::FunctionDecl *> declaredKernels() const {
    return DeclaredKernels.getArrayRef();
  }
  /// Declared here, defined in some other file of the same program.
  bool isDefinedElsewhere(const clang::FunctionDecl *Function) const;
  bool severalFiles() const { return SeveralFiles; }
  bool reachesLaunch(const clang::FunctionDecl *Function) const;
  bool reachesLaunch(const clang::Stmt *Code) const;

  /// Variables of static storage that are not const, lambdas' included.
  llvm::ArrayRef<const clang::VarDecl *> mutableGlobals() const { return Globals; }
  /// Static variables of functions that are not const.
  llvm::ArrayRef<const clang::VarDecl *> staticLocals() const { return StaticLocals; }
  /// Constants that other files can see, defined here or declared only.
  llvm::ArrayRef<const clang::VarDecl *> sharedConstants() const { return Constants; }
  /// The globals that a call may modify, in functions called in turn as well.
  /// Those that code outside the translation unit can see are among them when it
  /// may be reached. Null stands for any function.
  const llvm::DenseSet<const clang::VarDecl *> &
  globalsModifiedBy(const clang::FunctionDecl *Function) const;
  /// A call may write to what only an address in memory leads to, also in functions called in turn
  /// whose code is seen.
  bool writesBehindMemory(const clang::FunctionDecl *Function) const;
  /// Variables of the environment may be others than those that the program was started with.
  bool setsEnvironment() const { return SetsEnvironment; }
  /// \p Holds for \p Function, or for one that it calls in turn.
  bool reaches(const clang::FunctionDecl *Function,
               llvm::function_ref<bool(const clang::FunctionDecl &)> Holds) const;
  /// Functions that run where no statement calls them, in source order.
  llvm::ArrayRef<const clang::FunctionDecl *> calledUnseen() const {
    return CalledUnseen.getArrayRef();
  }
  /// One of these may change \p Variable.
  bool isChangedUnseen(const clang::VarDecl &Variable) const {
    return ChangedUnseen.contains(Variable.hasGlobalStorage() ? Variable.getCanonicalDecl()
                                                              : &Variable);
  }
  /// Never assigned in this translation unit, nor is its address taken.
  bool isNeverModified(const clang::VarDecl *Global) const {
    return !ModifiedGlobals.contains(Global);
  }

private:
  struct Facts {
    llvm::SmallSetVector<const clang::FunctionDecl *, 4> Callees;
    llvm::SmallSetVector<const clang::FunctionDecl *, 4> Handed;
    llvm::DenseSet<const clang::VarDecl *> Globals;
    bool Launches = false;
    bool WritesBehindMemory = false;
  };

  void addDeclarations(const clang::DeclContext *Context);
  void addFunction(const clang::FunctionDecl *Function);
  void addCode(const clang::Stmt *Code, Facts &Found);
  /// Adds what may run in a call of \p Function to \p Reached; false: its code is not seen.
  bool addReached(const clang::FunctionDecl *Function,
                  llvm::SmallSetVector<const clang::FunctionDecl *, 16> &Reached) const;

  /// The globals that code outside the translation unit may modify by calling its functions.
  const llvm::DenseSet<const clang::VarDecl *> &globalsModifiedFromOutside() const;

  bool SeveralFiles;
  std::vector<const clang::FunctionDecl *> Functions;
  std::vector<const clang::FunctionDecl *> Launching;
  llvm::SmallSetVector<const clang::FunctionDecl *, 8> Kernels;
  llvm::SmallSetVector<const clang::FunctionDecl *, 8> DeclaredKernels;
  llvm::DenseMap<const clang::FunctionDecl *, Facts> FactsOf;
  /// By the virtual function that they override.
  llvm::DenseMap<const clang::FunctionDecl *, llvm::SmallSetVector<const clang::FunctionDecl *, 4>>
      OverridersOf;
  llvm::DenseSet<const clang::FunctionDecl *> Reaching;
  std::vector<const clang::VarDecl *> Globals;
  std::vector<const clang::VarDecl *> StaticLocals;
  std::vector<const clang::VarDecl *> Constants;
  llvm::DenseSet<const clang::VarDecl *> ModifiedGlobals;
  bool SetsEnvironment = false;
  llvm::SmallSetVector<const clang::FunctionDecl *, 8> CalledUnseen;
  llvm::DenseSet<const clang::VarDecl *> ChangedUnseen;
  mutable llvm::DenseMap<const clang::FunctionDecl *, llvm::DenseSet<const clang::VarDecl *>>
      ModifiedBy;
  mutable std::optional<llvm::DenseSet<const clang::VarDecl *>> ModifiedFromOutside;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LAUNCH_HOSTPROGRAM_H

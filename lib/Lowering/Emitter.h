//===- Emitter.h - Building the memory program ------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LOWERING_EMITTER_H
#define CUDA_MEMLINT_LIB_LOWERING_EMITTER_H

#include "AccessedElements.h"
#include "KernelObjects.h"
#include "Reductions.h"
#include "SwapUses.h"
#include "UnusedAccesses.h"

#include "cuda-memlint/CudaModel/AtomicOperation.h"
#include "cuda-memlint/CudaModel/MemoryOrdering.h"
#include "cuda-memlint/Interpreter/Execution.h"
#include "cuda-memlint/Interpreter/InterpreterClient.h"
#include "cuda-memlint/Model/MemoryProgram.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <map>
#include <optional>
#include <vector>

namespace memlint {

/// What an access is emitted with.
struct AccessRequest {
  Lvalue At;
  clang::QualType Type;
  AccessKind Kind = AccessKind::Load;
  const clang::Stmt *Where = nullptr;
  RequestForm Form = RequestForm::Plain;
  /// Of atomic and volatile accesses.
  MemoryOrdering Ordering = {};
  /// What a store writes; null where not known.
  ExprRef Stored = nullptr;
  /// An object is stored that was read from memory just before, as a whole.
  bool StoresCopy = false;
};

/// A number of bytes that is accessed.
struct ByteRange {
  Lvalue At;
  ExprRef Length = nullptr;
  uint64_t Alignment = 1;
  /// What is stored in each byte, where that is known.
  std::optional<uint8_t> EachByte;
};

/// A loop that is not in the source but in what a function of CUDA's does.
struct OwnLoop {
  ExprRef Counter = nullptr;
  unsigned Head = 0, Test = 0;
};

/// Adds what happens to the program, where and under the conditions that the interpreter is.
class Emitter : public ExecutionRecorder {
public:
  Emitter(clang::ASTContext &Ast, ExprContext &Exprs, Execution &Run, KernelObjects &Objects,
          KernelProgram &Program, bool WantsPoints)
      : Ast(Ast), Exprs(Exprs), Run(Run), Objects(Objects), Program(Program),
        WantsPoints(WantsPoints) {}

  // Emission.cpp
  void emitAccess(const AccessRequest &Request);
  /// The accesses since there were \p Before are the atomic \p Use. \p Result: the integer that it
  /// gives, null where it gives none.
  void noteAtomic(size_t Before, const AtomicUse &Use, ExprRef Result);
  size_t accessCount() const { return Program.Accesses.size(); }
  /// Those emitted when there were \p Before already.
  llvm::MutableArrayRef<Access> accessesFrom(size_t Before) {
    return llvm::MutableArrayRef(Program.Accesses).drop_front(Before);
  }
  /// The only one of them; null: there is none, or more than one.
  Access *oneAccessFrom(size_t Before) {
    return accessCount() == Before + 1 ? &Program.Accesses.back() : nullptr;
  }
  AccessKey keyOf(const clang::Stmt *Where) const;
  const AccessKey &keyOf(unsigned Access) const { return AccessKeys.at(Access); }
  /// As what an access is read or written; null: not known.
  const clang::Type *typeOf(unsigned Access) const;
  /// \p Written: what is in the source, for branches and loops.
  unsigned emitNode(NodeKind Kind, unsigned Index, ExprRef Condition,
                    const clang::Stmt *Written = nullptr);
  unsigned addBranch(ExprRef Condition, const clang::Stmt *Written) override {
    return emitNode(NodeKind::Branch, 0, Condition, Written);
  }
  void addCase(unsigned Branch, ExprRef Matches) override {
    Program.Nodes[Branch].Cases.push_back(Matches);
  }
  /// Of \p Where it is not known what it accesses, or when that has to be.
  void noteUnseen(const clang::Stmt *Where) override { noteUnseen(Where, /*OnlyPrints=*/false); }
  void noteUnseen(const clang::Stmt *Where, bool OnlyPrints);
  /// \p Fact holds for the threads for which \p Guards do.
  void addFact(ExprRef Fact, llvm::ArrayRef<ExprRef> Guards) override;
  /// Arrays that are declared as bytes hold what all accesses to them say.
  void describeCastElements();
  /// \p Number goes where values are not followed.
  void addUnfollowedUse(ExprRef Number);
  /// Something is computed of \p Number, which counts where it is the index of a block: its product
  /// with \p Factor at \p Where; null: anything else.
  void addBlockUse(ExprRef Number, ExprRef Factor = nullptr, clang::SourceLocation Where = {});
  void enterFunction(const clang::FunctionDecl &Function);
  void subscripted(const clang::ArraySubscriptExpr &Subscript, ExprRef Index) {
    SubscriptIndices[&Subscript] = Index;
  }

  // FloatingWork.cpp
  /// The thread adds, subtracts, multiplies or divides \p Operations times in floating-point \p
  /// Type.
  void addFloatingWork(clang::QualType Type, unsigned Operations);
  /// What a call of \p Function (null: not known), which is not followed, computes.
  void addWorkOfCall(const clang::FunctionDecl *Function);
  /// It computes something else with floating-point numbers.
  void noteOtherWork() { Program.HasOtherWork |= Run.isRecorded(); }

  // ByteRanges.cpp
  /// Accesses to all of \p Range in pieces; their cost is not known, for \p Reason.
  void emitBytes(const ByteRange &Range, AccessKind Kind, const clang::Stmt *Where,
                 llvm::StringRef Reason);

  // Synchronisation.cpp
  void emitBarrier(BarrierScope Scope, const clang::Stmt *Where);
  /// \p New has all but its position.
  /// \p InMemory: the object that a barrier in memory is.
  void emitBarrier(Barrier New, const clang::Stmt *Where,
                   std::optional<unsigned> InMemory = std::nullopt);
  /// The second half of a split barrier; \p New would be the whole.
  void emitBarrierWait(Barrier New, const clang::Stmt *Where,
                       std::optional<unsigned> InMemory = std::nullopt);
  /// A thread ends a group of its asynchronous copies.
  void emitCopyCommit(const clang::Stmt *Where);
  /// A thread waits until no more than \p GroupsLeft (null: not known how many) of its latest
  /// groups are under way, having ended one where it \p Commits.
  void emitCopyWait(ExprRef GroupsLeft, bool Commits, const clang::Stmt *Where);
  void emitFence(ThreadScope Scope, const clang::Stmt *Where);
  /// \p Mask: a number of lanes, one bit for each; null where it is all of them.
  /// False: \p Mask is of a warp of 64 lanes, where it is not followed.
  bool emitWarpOperation(ExprRef Mask, unsigned GroupSize, const clang::Stmt *Where);
  /// What the warp operation emitted last, a ballot, is about.
  void noteBallot(ExprRef Vote, ExprRef Ballot);
  /// Copies are waited for at a barrier in memory, too.
  void trackCopies() { HasTrackedCopies = true; }
  /// \p Count threads come to the barrier that \p Object is; null: not known.
  void noteBarrierCount(unsigned Object, ExprRef Count);
  /// Records for each barrier in memory how many threads it was initialised for, and whether the
  /// groups of copies determine when they are complete.
  void countMemoryBarriers();
  bool isBarrierInMemory(unsigned Barrier) const { return MemoryBarriers.contains(Barrier); }

  // LoopNodes.cpp
  /// A loop of \p Count iterations around what is emitted until it is left.
  OwnLoop enterOwnLoop(ExprRef Count, llvm::StringRef Name, const clang::Stmt *Where);
  void leaveOwnLoop(const OwnLoop &Left);
  unsigned addLoop() override;
  void dropLoop(unsigned Loop) override;
  unsigned enterLoop(unsigned Loop, ExprRef Counter, const clang::Stmt *Where) override;
  void setLoopValues(unsigned Loop, unsigned FirstValue, unsigned EndValue) override;
  void leaveLoop(unsigned Head, llvm::ArrayRef<OpenEdge> End) override;
  void addLoopExit(unsigned Loop, ExprRef Leaves) override {
    Program.Loops[Loop].Exits.push_back(Leaves);
  }
  void addStep(unsigned Loop, ExprRef Start, ExprRef Initial, ExprRef End,
               std::optional<unsigned> EndObject) override {
    Program.Loops[Loop].Carried.push_back({Start, End, EndObject, Initial});
  }
  void noteAttributes(const clang::AttributedStmt &Statement) override;

  // Points.cpp
  void enterStatement(const clang::Stmt &Entered, Placement Placed) override;
  void leaveStatement(const clang::Stmt &Left, Placement Placed) override;
  /// Drops what edits rely on that another configuration may compile differently.
  void dropConditionalEdits();

private:
  /// A statement that has been entered.
  struct OpenStatement {
    unsigned FirstNode = 0;
    /// The number of the location before it.
    std::optional<size_t> Point;
  };

  /// What all accesses to \p Object take its elements to be; null: they do not agree.
  clang::QualType elementsAsAccessed(unsigned Object) const;
  /// What \p Request says of a piece of it, the \p Bytes from \p FirstByte on.
  Access accessTo(const AccessRequest &Request, uint64_t FirstByte, unsigned Bytes);
  void emitSite(Site &At, const clang::Stmt *Where, NodeKind Kind, unsigned Index);
  /// The subscripts of arrays of known extent that the lvalue \p Where is written with.
  std::vector<BoundedSubscript> subscriptsOf(const clang::Stmt *Where) const;
  SourceForm formOf(const clang::Stmt *Where) const;
  void closeEdges(llvm::ArrayRef<OpenEdge> Edges, unsigned Target);
  /// Whether locations for another statement are wanted of what is executed now.
  bool wantsPoints() const;
  /// Adds \p New, unless there is none, with what is known of it here; its number.
  std::optional<size_t> addPoint(std::optional<InsertionPoint> New, unsigned FirstNode);

  clang::ASTContext &Ast;
  ExprContext &Exprs;
  Execution &Run;
  KernelObjects &Objects;
  KernelProgram &Program;
  bool WantsPoints;
  /// Another configuration may compile other code in the functions that were followed.
  bool HasConditionalText = false;
  bool HasTrackedCopies = false;
  /// The latest statement of a block that can be taken out of it.
  const clang::Stmt *Removable = nullptr;
  std::vector<OpenStatement> OpenStatements;
  /// By number of an access: as what it is read or written, if that is known.
  std::map<unsigned, const clang::Type *> AccessTypes;
  std::map<unsigned, AccessKey> AccessKeys;
  /// Accesses by calls whose results are discarded.
  llvm::DenseSet<unsigned> Discarded;
  std::map<unsigned, AccessedElement> AccessedElements;
  /// By function: InlineFrame::CalleeNumber.
  llvm::DenseMap<const clang::FunctionDecl *, unsigned> Callees;
  /// By subscript: the index, as last evaluated.
  llvm::DenseMap<const clang::ArraySubscriptExpr *, ExprRef> SubscriptIndices;
  /// By condition and loops: the number in KernelProgram::Work.
  std::map<std::pair<std::vector<ExprRef>, std::vector<unsigned>>, size_t> WorkNumbers;
  /// Loops with a pragma before them: Loop::UnrollCount.
  llvm::DenseMap<const clang::Stmt *, uint64_t> UnrollCounts;
  /// By number of the barrier: the object that it is.
  llvm::DenseMap<unsigned, unsigned> MemoryBarriers;
  /// By object: how many threads come to the barrier that it is; null: not known.
  llvm::DenseMap<unsigned, ExprRef> MemoryBarrierCounts;
  /// Bodies that have been looked at, and expressions in them; see addUnusedAccesses().
  llvm::DenseSet<const clang::Stmt *> BodiesSeen;
  UnusedAccesses Unused;
  SwapUses Swaps;
  /// Lvalues: Access::IsReduction and IsSum of stores to them.
  llvm::DenseMap<const clang::Stmt *, ReductionKind> Reduced;
};

/// What is accessed as \p Bytes bytes: an unsigned integer, or a vector of these for 16.
clang::QualType typeOfBytes(const clang::ASTContext &Ast, uint64_t Bytes);

/// A mask of lanes as Emitter::emitWarpOperation() has it.
/// Null: all of \p WarpLanes.
ExprRef laneMask(ExprRef Number, unsigned WarpLanes);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LOWERING_EMITTER_H

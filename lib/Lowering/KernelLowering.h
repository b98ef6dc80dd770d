//===- KernelLowering.h - The abstract interpreter --------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The abstract interpreter over one kernel. Its members are defined in files of
/// their own, named above each group of them below.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LOWERING_KERNELLOWERING_H
#define CUDA_MEMLINT_LIB_LOWERING_KERNELLOWERING_H

#include "Jumps.h"
#include "Value.h"
#include "VariableParts.h"

#include "cuda-memlint/Frontend/Position.h"
#include "cuda-memlint/Lowering/Lowering.h"
#include "cuda-memlint/Model/MemoryProgram.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/StmtCXX.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <deque>
#include <map>
#include <optional>
#include <set>

namespace memlint {

/// The parts of a for, while or do statement.
struct LoopParts {
  const clang::Stmt *Where = nullptr;
  const clang::Expr *Condition = nullptr;
  const clang::VarDecl *ConditionVariable = nullptr;
  const clang::Expr *Increment = nullptr;
  const clang::Stmt *Body = nullptr;
  bool TestAtEnd = false;
  /// Range-based for: the declaration at the start of each iteration.
  const clang::Stmt *ElementDeclaration = nullptr;
  /// A loop made of gotos back to Restart: the statements from that label to the
  /// last such goto. Their end leaves the loop.
  llvm::ArrayRef<clang::Stmt *> Sequence;
  const clang::LabelDecl *Restart = nullptr;
};

/// A condition in a loop that, once it is false for a thread, stays false, and that the
/// loop's changes of some numbers are made under.
struct FallingCondition {
  /// Over the symbols of those numbers.
  ExprRef Condition = nullptr;
  /// The same over the loop's counter; null when not known.
  ExprRef ByCounter = nullptr;
  /// Symbols, and what they are by the counter where the condition holds.
  std::vector<std::pair<ExprRef, ExprRef>> Values;
};

/// An execution of an access: the expression and the calls it was reached
/// through. Stable between passes over the same kernel.
using AccessKey = std::pair<const clang::Stmt *, std::vector<const clang::Stmt *>>;

/// A parameter of the kernel, or a part of one.
struct ParameterPart {
  unsigned Index = 0;
  /// The way to the part, as in KernelParameter::Fields.
  std::vector<unsigned> Fields;
};

/// What an object is in each pass over a kernel: a variable, or what a pointer parameter points
/// to, or the pointer at the end of this way to a member of a parameter. All dynamic shared memory
/// is one, which no declaration is.
struct ObjectIdentity {
  const clang::ValueDecl *Declaration = nullptr;
  std::vector<unsigned> Fields;

  friend auto operator<=>(const ObjectIdentity &, const ObjectIdentity &) = default;
};

/// What a first pass over a kernel finds for the second.
struct LoadFacts {
  /// Loads whose object some thread may write without a barrier between.
  std::set<AccessKey> MayChange;
  /// Objects that the kernel writes, also those that overlap with one that it writes.
  std::set<ObjectIdentity> Written;
  /// The types as which it writes through pointers that are read from memory, or not understood;
  /// those as which it writes global memory that a pointer read from memory may lead to. Null: a
  /// type is not known.
  std::set<const clang::Type *> WrittenThroughLoaded, WrittenGlobal;
  bool Known = false;
  /// It stores the address of shared memory, so that a pointer read from memory may lead there.
  bool StoresSharedAddress = false;
};

/// How an access takes part in the memory model; Weak: as its type implies.
struct MemoryOrdering {
  AccessOrder Order = AccessOrder::Weak;
  ThreadScope Scope = ThreadScope::Thread;
};

class KernelLowering {
public:
  KernelLowering(clang::ASTContext &Ast, ExprContext &Exprs, const clang::FunctionDecl &Kernel,
                 const LoadFacts &Facts, llvm::ArrayRef<StatedFact> Stated);

  /// Runs the interpreter; to be called once.
  KernelProgram run();
  /// After run(): comments to the tool that are not understood.
  const std::vector<BadComment> &badComments() const { return BadComments; }
  using OverlapPredicate = llvm::function_ref<bool(const MemoryObject &, const MemoryObject &)>;
  /// After run(): what a second pass should know. \p MayOverlap: whether two objects may overlap.
  LoadFacts collectLoadFacts(OverlapPredicate MayOverlap) const;

private:
  /// One activation of a function.
  struct Frame {
    const clang::FunctionDecl *Function = nullptr;
    const clang::Stmt *CallSite = nullptr;
    llvm::DenseMap<const clang::ValueDecl *, SlotId> Slots;
    std::optional<Lvalue> This;
    /// Lambda call operators: the enclosing object, when it is captured.
    std::optional<Lvalue> CapturedThis;
    /// Lambda call operators: where captured variables live in *this.
    llvm::DenseMap<const clang::ValueDecl *, clang::FieldDecl *> Captures;
    /// States at return statements; the value returned is in the variable
    /// Result.
    std::vector<State> Returns;
    SlotId Result = 0;
    /// What is known of the function's labels, once one was asked for.
    std::optional<llvm::DenseMap<const clang::LabelDecl *, LabelJumps>> Jumps;
    /// States at gotos that have not arrived at their label yet.
    llvm::MapVector<const clang::LabelDecl *, std::vector<State>> Gotos;
  };

  /// A loop or switch that break and continue leave.
  struct BreakTarget {
    bool IsLoop = false;
    /// A loop made of gotos: break and continue go through it to one further out.
    bool IsTransparent = false;
    std::vector<State> Breaks;
    std::vector<State> Continues;
    size_t GuardsAtEntry = 0;
  };

  // Objects.cpp
  unsigned objectFor(const clang::VarDecl &Variable);
  void refuseRows(MemoryObject &Object, const clang::VarDecl &Declared) const;
  unsigned addObject(MemoryObject Object);
  /// \p Held is or contains a pointer that may lead to shared memory.
  bool mayPointToShared(const Value &Held) const;
  /// What pointers point to if nothing but \p Name, in words, is known about them.
  unsigned unknownObject(llvm::StringRef Name, MemorySpace Space);
  unsigned nullObject();
  unsigned stringLiteralObject();
  unsigned parameterObject(const std::string &Name, clang::QualType Pointer,
                           const ParameterPart &Parameter);
  /// What the pointer at \p At, which is written \p Text, points to: the same lvalue holds the
  /// same pointer.
  unsigned loadedPointee(const Lvalue &At, clang::QualType Pointer, const std::string &Text);
  MemoryObject pointee(ObjectKind Kind, const std::string &Name, clang::QualType Pointer);
  void describeType(clang::QualType Type, MemoryObject &Object);
  /// Whether a name in a comment above or in the kernel means \p Variable.
  bool isVisibleInKernel(const clang::VarDecl &Variable) const;
  /// No thread writes \p Object, or what it may be, under any name that C++ lets alias a \p Type.
  bool isReadOnly(unsigned Object, clang::QualType Type) const;
  /// \p Described has its name and is given the rest.
  Value parameterValue(clang::QualType Type, const ParameterPart &Part, KernelParameter &Described);
  unsigned partNumber(const clang::FieldDecl &Field) const;
  uint64_t sizeOf(clang::QualType Type) const;
  uint64_t alignmentOf(clang::QualType Type) const;
  bool isTrackedType(clang::QualType Type) const;
  Interval rangeOf(clang::QualType Type) const;

  // Values.cpp
  SlotId newSlot(clang::QualType Type, llvm::StringRef Name);
  Value unknownValue(clang::QualType Type, Uniformity Varies, OpaqueReason Reason,
                     llvm::StringRef Words);
  Value zeroValue(clang::QualType Type);
  Value floatValue(Uniformity Varies);
  Uniformity uniformity(const Value &Held) const;
  ExprRef joinNumbers(ExprRef Condition, ExprRef IfTrue, ExprRef IfFalse);
  Value joinValues(ExprRef Condition, const Value &IfTrue, const Value &IfFalse,
                   clang::QualType Type);
  State join(std::vector<State> States, size_t GuardsAtEntry);
  ExprRef conjunction(llvm::ArrayRef<ExprRef> Guards);
  void havocVariable(SlotId Slot, llvm::StringRef Why);
  void havocReachableFrom(const Value &From, llvm::StringRef Why);

  // Variables.cpp
  Value readVariable(const Lvalue &From, clang::QualType Type, const clang::Expr *Where);
  void writeVariable(const Lvalue &To, Value New);
  /// The part of a variable's value that a path leads to; Empty where not set.
  Value readPart(const Value &Whole, clang::QualType Type, llvm::ArrayRef<PathStep> Path);
  /// \p Whole with the part at \p Path replaced.
  Value withPart(const Value &Whole, clang::QualType Type, llvm::ArrayRef<PathStep> Path,
                 Value New);
  /// A union's bytes as its field number \p Field.
  Value unionField(const Value &Whole, clang::QualType Union, int64_t Field);
  Value readBytes(const Value &Whole, const Lvalue &From, clang::QualType Type);
  void writeBytes(const Lvalue &To, clang::QualType Type, const Value &New);
  /// A value of \p Type out of the bytes of \p Scalars from \p Offset on; Empty
  /// where they are not set.
  Value fromBytes(llvm::ArrayRef<ScalarPart> Scalars, int64_t Offset, clang::QualType Type);
  /// The candidate whose key \p Index equals, which is one of them. Keys ascend.
  Value chooseByIndex(ExprRef Index, std::vector<std::pair<int64_t, Value>> Candidates,
                      clang::QualType Type);
  /// Declared type of the part that a variable's path leads to; may be null.
  clang::QualType typeAt(const Lvalue &Variable) const;
  /// Bytes from the start of the variable.
  ExprRef offsetAt(const Lvalue &Variable);
  /// An access of \p Type there is one to a part as it was declared.
  bool isWholePart(const Lvalue &Variable, clang::QualType Type) const;

  // NullPointers.cpp
  bool isNull(const Lvalue &At) const;
  /// 0 where the pointer is null, 1 where not, else what decides it; null when that
  /// is not known.
  ExprRef notNull(const Lvalue &At);
  ExprRef unknownNullness(Uniformity Varies);
  /// Lvalue::NotNull of one of two lvalues in memory.
  ExprRef joinNotNull(ExprRef Condition, const Lvalue &Left, const Lvalue &Right);
  std::optional<Value> compareWithNull(clang::BinaryOperatorKind Opcode, const Value &Left,
                                       const Value &Right);

  // LvalueArithmetic.cpp
  Lvalue joinLvalues(ExprRef Condition, const Lvalue &Left, const Lvalue &Right);
  Lvalue joinMemory(ExprRef Condition, const Lvalue &Left, const Lvalue &Right);
  /// What is one of all that the two are, or is one of.
  unsigned jointObject(unsigned Left, unsigned Right);
  /// All that \p Object is, \p Joint may be.
  bool isAmong(unsigned Object, unsigned Joint) const;
  /// \p At, which is in one of the objects that \p Joint is one of, as an lvalue in \p Joint.
  Lvalue asOneOf(const Lvalue &At, unsigned Joint);
  /// A pointer that is only known to point to what \p OneOf does:
  /// writes through it change any of these variables.
  Lvalue lostPointer(const Lvalue &OneOf);
  Lvalue firstElement(const Lvalue &Array, clang::QualType Type);
  bool endsInElement(const Lvalue &Variable) const;
  std::optional<Lvalue> movedElement(const Lvalue &Base, ExprRef Elements);
  /// The declaration of the variable; line 0: it is a temporary, or a parameter.
  SourcePosition declarationOf(SlotId Slot) const;
  Lvalue localMemory(const Lvalue &Variable, uint64_t ElementBytes);
  Lvalue offsetLvalue(const Lvalue &Base, ExprRef Bytes, clang::QualType Element,
                      const clang::Expr *Where);
  Lvalue elementLvalue(const Lvalue &Base, ExprRef Index, clang::QualType Element,
                       const clang::Expr *Where);
  /// Whether \p Index at \p Where, of element \p Object, leads to other rows than the source
  /// suggests, judging by the row length.
  bool leavesRow(const MemoryObject &Object, ExprRef Index, const clang::Expr *Where) const;
  Lvalue fieldLvalue(const Lvalue &Base, const clang::FieldDecl &Field);
  Lvalue baseLvalue(const Lvalue &Base, clang::QualType From, const clang::CastExpr &Cast);

  // Expressions.cpp
  Value evaluate(const clang::Expr *E);
  void evaluateForEffect(const clang::Expr *E);
  Value evaluateImpl(const clang::Expr *E);
  ExprRef number(const clang::Expr *E);
  ExprRef condition(const clang::Expr *E);
  ExprRef toNumber(const Value &From, const clang::Expr *Where);
  ExprRef truth(const Value &From, const clang::Expr *Where);
  Value evaluateCast(const clang::CastExpr *Cast);
  Value evaluateShortCircuit(const clang::BinaryOperator *Operator);
  Value evaluateConditional(const clang::AbstractConditionalOperator *Operator);
  Value evaluateInitList(const clang::InitListExpr *List);
  Value evaluatePlacementNew(const clang::CXXNewExpr *New);
  Value evaluateLambda(const clang::LambdaExpr *Lambda);

  // Lvalues.cpp
  Lvalue locate(const clang::Expr *E);
  Lvalue locateImpl(const clang::Expr *E);

  // Operators.cpp
  Value evaluateBinary(const clang::BinaryOperator *Operator);
  Value evaluateAssignment(const clang::BinaryOperator *Operator);
  Value evaluateUnary(const clang::UnaryOperator *Operator);
  Value arithmetic(clang::BinaryOperatorKind Opcode, const Value &Left, const Value &Right,
                   clang::QualType LeftType, clang::QualType RightType, clang::QualType Result,
                   const clang::Expr *Where);
  Value pointerArithmetic(clang::BinaryOperatorKind Opcode, const Value &Left, const Value &Right,
                          clang::QualType LeftType, clang::QualType RightType,
                          clang::QualType Result, const clang::Expr *Where);
  Value compare(clang::BinaryOperatorKind Opcode, const Value &Left, const Value &Right,
                clang::QualType Type, const clang::Expr *Where);
  /// Offsets of two lvalues within one object or variable; null where they are not
  /// in one.
  std::pair<ExprRef, ExprRef> offsetsInOne(const Lvalue &Left, const Lvalue &Right);
  ExprRef fitted(ExprRef Number, clang::QualType Type);

  // LoadsAndStores.cpp
  Value load(const Lvalue &From, clang::QualType Type, const clang::Expr *Where);
  void store(const Lvalue &To, clang::QualType Type, const Value &New, const clang::Expr *Where);
  Value loadChoice(llvm::ArrayRef<LvalueChoice> Choices, clang::QualType Type,
                   const clang::Expr *Where);
  /// Runs \p Do for each lvalue that \p At can be, under its condition.
  void forEachChoice(const Lvalue &At, llvm::function_ref<void(const Lvalue &)> Do);
  void emitLocalAccess(const Lvalue &At, clang::QualType Type, AccessKind Kind,
                       const clang::Expr *Where);

  // Tables.cpp
  /// What a load of \p Type reads from a table that is initialised with constants
  /// and never written.
  std::optional<Value> tableValue(const Lvalue &From, clang::QualType Type);
  bool isConstantTable(const clang::VarDecl &Variable);

  // IntegerAddresses.cpp
  /// The address of \p Object's first byte, as a number.
  ExprRef addressOf(unsigned Object, Uniformity LoadedPointers = Uniformity::Warp);
  ExprRef addressNumber(const Lvalue &At);
  /// The lvalue that a number made from addressNumber() stands for.
  std::optional<Lvalue> lvalueAt(ExprRef Address);
  /// CUDA's functions on addresses: __cvta_*, __is*, __builtin_assume_aligned.
  std::optional<Value> evaluateAddressQuery(llvm::StringRef Name, const clang::CallExpr *Call);

  // InlinePtx.cpp
  friend class InlinePtx;
  void executeAsm(const clang::GCCAsmStmt *Asm);

  // PtxRegisters.cpp
  /// A special register, named without '%'. Empty: no such register.
  Value ptxRegister(llvm::StringRef Name);

  // BuiltinVariables.cpp
  Value builtinVariable(llvm::StringRef Name);
  ExprRef builtinLeaf(LeafKind Kind, unsigned Dimension);
  /// The thread's linear index in its block.
  ExprRef threadRank();
  ExprRef laneId();
  bool isBuiltinSlot(SlotId Slot) const;
  void noteDimension(llvm::StringRef Variable, unsigned Dimension);

  // Assumptions.cpp
  /// \p Fact holds for the threads for which \p Guards do.
  void addFact(ExprRef Fact, llvm::ArrayRef<ExprRef> Guards);
  /// Where a fact is stated.
  struct FactSource {
    SourcePosition Position;
    bool InComment = true;
    /// Nothing is said where it does not fit.
    bool OfSeveral = false;
  };
  /// What comments above and in the kernel state of its parameters.
  void readAssumptions();
  /// What is stated elsewhere.
  void readStatedFacts();
  void readFact(llvm::StringRef Text, const FactSource &At);
  void refuseFact(const FactSource &At, const llvm::Twine &Text, const llvm::Twine &Why);
  void refuseUnmetNames();
  /// What \p Name stands for in a comment; empty where it stands for no number.
  std::optional<ExprRef> namedNumber(llvm::StringRef Name);

  // AtomicObjects.cpp
  /// Of a method of an atomic object; empty for other functions.
  std::optional<MemoryOrdering> orderingOfCall(const clang::FunctionDecl &Function,
                                               const clang::CallExpr *Call);
  /// Whether \p Call is of cuda::atomic_thread_fence, which then is done.
  bool executeLibraryFence(const clang::FunctionDecl &Function, const clang::CallExpr *Call);

  // Calls.cpp
  Value evaluateCall(const clang::CallExpr *Call);
  Value evaluateConstruct(const clang::CXXConstructExpr *Construct);
  void constructInto(const Lvalue &Target, const clang::CXXConstructExpr *Construct);

  // UnseenEffects.cpp
  /// Of \p Where it is not known what it accesses, or when that has to be.
  void noteUnseen(const clang::Stmt *Where, bool OnlyPrints = false);
  /// \p Call, of \p Function (null: not known) with \p Arguments, among which may be its object at
  /// the end, is not followed: it may access what they lead to, and may contain barriers.
  void noteUnfollowedCall(const clang::Stmt *Call, const clang::FunctionDecl *Function,
                          llvm::ArrayRef<Value> Arguments);
  /// Accesses to unknown bytes of all memory of other threads' that \p From leads to.
  void touchReachableFrom(const Value &From, AccessKind Kind, const clang::Stmt *Call,
                          llvm::StringRef Reason, unsigned Depth = 0);
  /// \p Function is one of CUDA's, of the host's headers or of the compiler's.
  static bool isOfSystem(const clang::FunctionDecl &Function);
  /// \p Function (null: unknown), whose body is not seen, is neither of the system's nor a
  /// destructor that does nothing.
  static bool mayDoAnything(const clang::FunctionDecl *Function, const clang::Expr *Call);
  /// A call of \p Function, which is not seen, depends on its arguments alone and changes
  /// nothing but variables of the thread.
  bool isPure(const clang::FunctionDecl &Function, llvm::ArrayRef<Value> Arguments) const;

  // FunctionChoice.cpp
  /// The function that a call through a pointer calls, where that is known.
  const clang::FunctionDecl *calledThroughPointer(const clang::CallExpr &Call);
  /// What a virtual call of \p Method on \p Object calls; null where the object's
  /// own type is not known.
  const clang::CXXMethodDecl *finalOverrider(const clang::CXXMethodDecl &Method,
                                             const Lvalue &Object) const;
  /// The class that is \p Object's own, not that of a base of it; null where not
  /// known.
  const clang::CXXRecordDecl *dynamicClass(const Lvalue &Object) const;
  /// Moves \p Object, a base of it, to the part of it that \p Method is called on.
  void adjustToClass(Lvalue &Object, const clang::CXXMethodDecl &Method) const;
  /// A call whose overrider is unknown; \p Given: its arguments, and its object if that is known.
  Value unfollowedVirtualCall(const clang::CXXMethodDecl &Method, const clang::CallExpr *Call,
                              llvm::ArrayRef<Value> Given);
  Value callEachObject(const clang::CXXMethodDecl &Method, const clang::CallExpr *Call,
                       llvm::ArrayRef<LvalueChoice> Objects, llvm::ArrayRef<Value> Arguments);

  Value inlineCall(const clang::FunctionDecl *Function, const clang::Stmt *CallSite,
                   std::optional<Lvalue> This, llvm::ArrayRef<Value> Arguments,
                   clang::QualType ResultType);
  void runConstructorInitializers(const clang::CXXConstructorDecl &Constructor);
  Value opaqueCall(const clang::FunctionDecl *Function, const clang::Expr *Call,
                   llvm::ArrayRef<Value> Arguments);
  std::optional<Value> trivialCopy(const clang::CallExpr *Call);
  Value argumentValue(const clang::Expr *Argument, clang::QualType Parameter);

  // CooperativeGroups.cpp
  bool isGroup(clang::QualType Type) const;
  /// What a group or pointer to one holds: a number where that is known in some way.
  Value heldGroup(const clang::Expr *Object);
  /// A group of \p Type, copied from \p From where that is not null.
  Value groupValue(clang::QualType Type, const clang::Expr *From);
  /// tiled_partition() with the size as an argument.
  Value partOfGroup(clang::QualType Type, const clang::CallExpr *Call);
  ExprRef firstTemplateNumber(const clang::FunctionDecl &Function);
  std::optional<Value> evaluateGroupCall(const clang::FunctionDecl &Function,
                                         const clang::CallExpr *Call);

  // Intrinsics.cpp
  std::optional<Value> evaluateIntrinsic(const clang::FunctionDecl &Function,
                                         const clang::CallExpr *Call);
  std::optional<Value> builtinVariableField(const clang::FunctionDecl &Function);
  /// \p UnusedResultOperand: what an atomic whose result nobody uses is called with, else null.
  /// \p Operand: what is stored, not evaluated yet, else null.
  Value accessThrough(const clang::Expr *Pointer, AccessKind Kind, const clang::CallExpr *Call,
                      ExprRef UnusedResultOperand = nullptr, const clang::Expr *Operand = nullptr);

  // WarpMatrix.cpp
  std::optional<Value> evaluateWarpMatrix(const clang::FunctionDecl &Function,
                                          const clang::CallExpr *Call);

  // OwnLoops.cpp
  /// A loop that is not in the source but in what a function of CUDA's does.
  struct OwnLoop {
    ExprRef Counter = nullptr;
    unsigned Head = 0, Test = 0;
  };
  /// A loop of \p Count iterations around what is emitted until it is left.
  OwnLoop enterOwnLoop(ExprRef Count, llvm::StringRef Name, const clang::Stmt *Where);
  void leaveOwnLoop(const OwnLoop &Left);

  // MemoryFunctions.cpp
  std::optional<Value> evaluateMemoryFunction(const clang::FunctionDecl &Function,
                                              const clang::CallExpr *Call);
  /// A function of the random number library that is not seen reads the generator's
  /// state, and writes it.
  void touchRandomStates(const clang::FunctionDecl &Function, const clang::CallExpr *Call,
                         llvm::ArrayRef<Value> Arguments);
  /// Accesses to all of \p Length bytes from \p At on, in pieces that divide \p Alignment;
  /// their cost is not known, for \p Reason.
  void emitBytes(const Lvalue &At, ExprRef Length, uint64_t Alignment, AccessKind Kind,
                 const clang::Stmt *Where, llvm::StringRef Reason,
                 std::optional<uint8_t> EachByte = std::nullopt);

  // AsyncCopies.cpp
  std::optional<Value> evaluateAsyncCopy(const clang::FunctionDecl &Function,
                                         const clang::CallExpr *Call);
  std::optional<Value> evaluateMemberOfBarrier(const clang::CXXMethodDecl &Method,
                                               const clang::CallExpr *Call);
  ExprRef alignedSize(const clang::Expr *Argument);
  /// As Access::IsInCopyGroup and Access::IsDivided.
  struct CopyFacts {
    bool IsInGroup = false;
    bool IsDivided = false;
  };
  /// The two accesses of a copy; with a \p Reason their cost is not known.
  void copyAsync(const Value &To, const Value &From, ExprRef Size, uint64_t Alignment,
                 const clang::CallExpr *Call, llvm::StringRef Reason, CopyFacts Facts);
  void emitCopySide(const Lvalue &At, uint64_t Bytes, const clang::CallExpr *Call,
                    llvm::StringRef Reason, CopyFacts Facts);
  std::optional<unsigned> barrierObject(const clang::CallExpr *Call);
  bool noteBarrierCount(const clang::CallExpr *Call);
  /// Records for each barrier in memory how many threads it was initialised for, and whether the
  /// groups of copies determine when they are complete.
  void countMemoryBarriers();
  void trackCopies() { HasTrackedCopies = true; }

  // Textures.cpp
  std::optional<Value> evaluateTexture(const clang::FunctionDecl &Function,
                                       const clang::CallExpr *Call);

  // BitOperations.cpp
  std::optional<Value> evaluateBitOperation(llvm::StringRef Name, const clang::CallExpr *Call);

  // Statements.cpp
  void execute(const clang::Stmt *S);
  /// A loop's, which may be one statement without braces.
  void executeBody(const clang::Stmt *Body);
  /// \p InLoop: the first is a label and the loop it heads is being run.
  void executeSequence(llvm::ArrayRef<clang::Stmt *> Statements, bool InLoop = false);
  /// Whether locations for another statement are wanted of what is executed now.
  bool wantsPoints() const;
  /// Adds \p New, unless there is none, with what is known of it here; true: added.
  bool addPoint(std::optional<InsertionPoint> New, unsigned FirstNode);

  LabelJumps jumpsTo(const clang::LabelDecl *Label);
  void arriveAt(const clang::LabelDecl *Label);
  void executeBreak();
  void executeContinue();
  void executeIf(const clang::IfStmt *If);
  void executeSwitch(const clang::SwitchStmt *Switch);
  void executeReturn(const clang::ReturnStmt *Return);
  void executeDeclaration(const clang::VarDecl &Variable);
  ExprRef caseMatches(ExprRef Selector, const clang::CaseStmt &Case);
  /// \p Written: the condition in the source, where there is one.
  void branch(ExprRef Condition, llvm::function_ref<void()> Then, llvm::function_ref<void()> Else,
              const clang::Expr *Written = nullptr);
  void branchOn(ExprRef Condition, llvm::function_ref<void()> Then, llvm::function_ref<void()> Else,
                const clang::Expr *Written);
  /// A variable whose value a condition narrows.
  struct Refinement {
    SlotId Slot;
    Value Before, Known;
  };
  // SplitValues.cpp
  /// Replaces what variables hold by what it is where \p Condition holds, for
  /// conditions by which a loop's values are split.
  std::vector<Refinement> refine(ExprRef Condition);
  /// Undoes what was refined where neither of two ways has changed the variable.
  static void forget(llvm::ArrayRef<Refinement> Refined, State &Here,
                     llvm::ArrayRef<Refinement> RefinedThere, State &There);
  void endPath();
  void endImpossiblePath();
  /// Threads that split after \p WaysLeftBefore have all met again: the guards
  /// are those from before the split.
  void rejoin(unsigned WaysLeftBefore, size_t WaysBack, size_t GuardsAtEntry);

  // LoopConditions.cpp
  /// Null when \p Condition is none of those known.
  const FallingCondition *fallingCondition(ExprRef Condition) const;
  /// The current state is one where \p Known holds.
  void assumeHolds(const FallingCondition &Known);

  // Loops.cpp
  friend class LoopLowering;
  void executeLoop(const LoopParts &Parts);

  // UnrollPragmas.cpp
  void noteUnrollCount(const clang::AttributedStmt &Statement);

  // Emission.cpp
  void noteUnused(const clang::Stmt *Body);
  /// The subscripts of arrays of known extent that the lvalue \p Where is written with.
  std::vector<BoundedSubscript> subscriptsOf(const clang::Stmt *Where) const;
  void emitAccess(const Lvalue &At, clang::QualType Type, AccessKind Kind, const clang::Stmt *Where,
                  RequestForm Form = RequestForm::Plain);
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
  void emitWarpOperation(ExprRef Mask, unsigned GroupSize, const clang::Stmt *Where);
  /// What the warp operation emitted last, a ballot, is about.
  void noteBallot(ExprRef Vote, ExprRef Ballot);
  /// A number of lanes, one bit for each; null where it is all of them.
  ExprRef laneMask(ExprRef Number);
  /// What a store of \p Type writes, as Access::Value has it; null where not known.
  ExprRef storedNumber(const Value &New, clang::QualType Type, const clang::Stmt *Where);
  /// \p Written: what is in the source, for branches and loops.
  unsigned emitNode(NodeKind Kind, unsigned Index, ExprRef Condition,
                    const clang::Stmt *Written = nullptr);
  void emitSite(Site &At, const clang::Stmt *Where, NodeKind Kind, unsigned Index);
  /// \p Range or, within the system's headers, the call that led there, which is what
  /// the user can change. \p Depth: how many frames lead to what is returned.
  clang::SourceRange shownRange(clang::SourceRange Range, size_t &Depth) const;
  std::string shownText(clang::SourceRange Range) const;
  SourceForm formOf(const clang::Stmt *Where) const;
  AccessKey keyOf(const clang::Stmt *Where) const;

  Frame &frame() { return Frames.back(); }
  /// False when the kernel has used up the steps it may take.
  bool step(uint64_t Weight = 1);

  clang::ASTContext &Ast;
  ExprContext &Exprs;
  const clang::FunctionDecl &Kernel;
  const LoadFacts &KnownFacts;
  llvm::ArrayRef<StatedFact> Stated;
  KernelProgram Program;
  State Current;
  std::vector<Frame> Frames;
  std::vector<BreakTarget> BreakTargets;
  std::vector<unsigned> LoopStack;
  /// Of the loops that are being lowered, innermost last.
  std::deque<FallingCondition> FallingConditions;
  /// Off while a loop's body is run to see what it changes.
  bool Recording = true;
  /// Another configuration may compile other code in the functions that were followed.
  bool HasConditionalText = false;
  /// On while an object is stored that was read from memory just before, as a whole.
  bool StoresCopy = false;
  /// How the atomic and volatile accesses that are emitted take part in the memory model.
  MemoryOrdering Ordering;
  /// A pointer into shared memory has been stored to memory.
  bool StoresSharedAddress = false;
  /// What the store that is being emitted writes; null where not known.
  ExprRef Stored = nullptr;
  /// The right side of the assignment that is being evaluated.
  const clang::Expr *Assigned = nullptr;
  /// The latest statement of a block that can be taken out of it.
  const clang::Stmt *Removable = nullptr;
  /// The latest call that is a statement of its own: nobody uses what it returns.
  const clang::CallExpr *DiscardedCall = nullptr;
  /// Variables written since the log was last cleared.
  llvm::DenseMap<SlotId, bool> WriteLog;
  std::vector<clang::QualType> SlotTypes;
  std::vector<std::string> SlotNames;
  std::map<const clang::VarDecl *, unsigned> VariableObjects;
  /// The latest values of products, by the position of their operator.
  llvm::DenseMap<clang::SourceLocation, ExprRef> Products;
  /// By space and name.
  std::map<std::pair<MemorySpace, std::string>, unsigned> UnknownObjects;
  std::optional<unsigned> NullObject, StringLiteralObject, DynamicSharedObject;
  std::map<ObjectIdentity, unsigned> ParameterObjects;
  /// By object and offset of the pointer, and its type.
  std::map<std::tuple<unsigned, ExprRef, const void *>, unsigned> LoadedPointees;
  /// By space and by what they are one of.
  std::map<std::pair<MemorySpace, std::vector<unsigned>>, unsigned> JointObjects;
  /// By object, where it has one.
  std::map<unsigned, ObjectIdentity> Identities;
  /// By type: MemoryObject::ElementTypeNumber.
  llvm::DenseMap<const void *, unsigned> ElementTypes;
  /// By number of an access: as what it is read or written, if that is known.
  std::map<unsigned, const clang::Type *> AccessTypes;
  /// By function: InlineFrame::CalleeNumber.
  llvm::DenseMap<const clang::FunctionDecl *, unsigned> Callees;
  /// By variable: the object that it is, seen as memory.
  std::map<SlotId, unsigned> LocalObjects;
  /// By subscript: the index, as last evaluated.
  llvm::DenseMap<const clang::ArraySubscriptExpr *, ExprRef> SubscriptIndices;
  /// Objects that stand for a variable seen as memory.
  std::map<unsigned, SlotId> LocalObjectSlots;
  /// Loops with a pragma before them: Loop::UnrollCount.
  llvm::DenseMap<const clang::Stmt *, uint64_t> UnrollCounts;
  /// Scalars of initialised tables; empty for what is none.
  std::map<const clang::VarDecl *, std::vector<ScalarPart>> Tables;
  /// Objects that stand for several of different memory spaces: which, in words.
  std::map<unsigned, std::string> MixedSpaces;
  /// Copies are waited for at a barrier in memory, too.
  bool HasTrackedCopies = false;
  /// By number of the barrier: the object that it is.
  llvm::DenseMap<unsigned, unsigned> MemoryBarriers;
  /// By object: how many threads come to the barrier that it is; null: not known.
  llvm::DenseMap<unsigned, ExprRef> MemoryBarrierCounts;
  /// Variables that lost pointers may point to.
  std::set<SlotId> PointedToSomehow;
  std::map<const clang::ValueDecl *, SlotId> BuiltinSlots;
  /// By object: the leaf that stands for its address.
  std::map<unsigned, ExprRef> ObjectAddresses;
  std::array<ExprRef, 4> UnknownNullness = {};
  /// Conditions that choose between courses of what some loop carries along.
  llvm::DenseSet<ExprRef> SplitConditions;
  /// Values read from objects that the kernel never writes, by lvalue and type.
  std::map<std::tuple<unsigned, ExprRef, const void *>, ExprRef> ReadOnlyLoads;
  /// By unsigned number of 64 bits: as a signed one.
  llvm::DenseMap<ExprRef, ExprRef> SignedViews;
  std::map<unsigned, AccessKey> AccessKeys;
  /// Bodies that have been looked at, and expressions in them; see addUnusedAccesses().
  llvm::DenseSet<const clang::Stmt *> BodiesSeen;
  llvm::DenseSet<const clang::Stmt *> Unused;
  std::vector<BadComment> BadComments;
  /// Variables that are to become objects yet, and where comments say this of them.
  std::map<std::string, FactSource> DistinctNames;
  unsigned NextLeaf = 0;
  unsigned NextLoop = 0;
  unsigned Depth = 0;
  uint64_t Steps = 0;
  bool StepsExhausted = false;
  /// Ways that have left the straight course (break, continue, return, goto)
  /// and have not come together with it again.
  unsigned WaysLeft = 0;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LOWERING_KERNELLOWERING_H

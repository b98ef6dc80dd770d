//===- MemoryProgram.h - What a kernel does to memory -----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The memory program: the intermediate form of a kernel. It holds all that the
/// checks need and nothing of Clang: objects in memory, a control-flow graph
/// whose nodes are accesses, barriers, fences and branches, and its loop tree.
///
/// A memory program is plain data and can be written by hand in a few lines,
/// which is how the checks are tested.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_MODEL_MEMORYPROGRAM_H
#define CUDA_MEMLINT_MODEL_MEMORYPROGRAM_H

#include "cuda-memlint/Model/RowObstacle.h"
#include "cuda-memlint/Model/SourcePosition.h"
#include "cuda-memlint/Symbolic/Expression.h"
#include "cuda-memlint/Target/WarpRequest.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace memlint {

/// What a piece of memory is, as far as the kernel shows.
enum class ObjectKind : uint8_t {
  Parameter,        ///< what a pointer parameter (or a pointer member of one) points to
  StaticShared,     ///< __shared__ variable with a size
  DynamicShared,    ///< extern __shared__
  DeviceVariable,   ///< __device__ or __managed__ variable
  ConstantVariable, ///< __constant__ variable
  LocalVariable,    ///< automatic variable that lives in memory
  ParameterSpace,   ///< a by-value parameter itself, addressed by index
  LoadedPointer,    ///< what a pointer read from memory points to
  Unknown
};

/// A member of a structure, in bytes from its start. Members of unions are not listed: which
/// one is meant does not follow from the offset.
struct MemberLayout {
  std::string Name;
  uint64_t FirstByte = 0;
  uint64_t Bytes = 0;
  /// Arrays: extents from the outermost to the innermost dimension, and the element.
  std::vector<uint64_t> Extents;
  uint64_t ElementBytes = 0;
  /// The element is a floating-point number.
  bool IsFloating = false;
  /// Of the element, where that is a structure.
  std::vector<MemberLayout> Members;
};

/// A number in the source that must grow when the rows of an array get more elements.
struct RowNumber {
  /// Of its text, which no macro's body holds.
  SourcePosition Position;
  /// It is written as a decimal number.
  std::optional<uint64_t> Literal;
  /// By how much it grows for each element that a row gets.
  uint64_t PerElement = 1;
  /// What says the same in the source, for a number that may be another one elsewhere:
  /// "bytes / 32". Empty: PerElement as a number.
  std::string PerElementText;
  /// Its text binds less than a sum: parentheses go around it before something is added.
  bool IsLoose = false;
  /// It is multiplied with what stands beside it: parentheses go around the sum.
  bool IsFactor = false;
};

/// How the source says how long the rows of a shared array are, where no other location of the
/// source counts on it.
struct RowsInSource {
  /// Elements of a row.
  uint64_t Length = 0;
  std::vector<RowNumber> Numbers;
  /// Of the kernel or device function that declares the array, or of that of its instantiations
  /// where it is most: bytes of shared memory that it declares, rows of the array, bytes of an
  /// element.
  uint64_t MostSharedBytes = 0;
  uint64_t MostRows = 0;
  uint64_t MostElementBytes = 0;
};

/// Memory that pointers are based on. Offsets are in bytes from its start.
struct MemoryObject {
  unsigned Id = 0;
  ObjectKind Kind = ObjectKind::Unknown;
  MemorySpace Space = MemorySpace::Generic;
  std::string Name;
  SourcePosition Position;
  /// Size in bytes; empty when the declaration does not determine it.
  std::optional<uint64_t> SizeBytes;
  /// What the start is known, or by standing assumption taken, to be a multiple
  /// of, in bytes.
  uint64_t AlignmentBytes = 1;
  /// Arrays: extents from the outermost to the innermost dimension.
  std::vector<uint64_t> Extents;
  /// Arrays and pointers: the innermost element, in bytes and in words.
  uint64_t ElementBytes = 0;
  std::string ElementType;
  /// The innermost element's type: elements of one type have one number, whatever others are
  /// called. 0: not known.
  unsigned ElementTypeNumber = 0;
  /// The innermost element is of one of CUDA's vector types, such as `float4`.
  bool IsVectorElement = false;
  /// What the element's type is aligned to, in bytes; 0: not known.
  uint64_t ElementAlignment = 0;
  /// Of the innermost element, where that is a structure which a file of the user's defines and
  /// whose alignment can be written there without changing more than that of arrays of it: its
  /// name or, where it has none, the empty location behind the keyword. Line 0: none.
  SourcePosition ElementRecord;
  /// The innermost element is a structure of a header of the system, or a vector type under a name
  /// of such a header's own: whoever wrote that lays it out.
  bool IsElementOfLibrary = false;
  /// Of the innermost element, where that is a structure.
  std::vector<MemberLayout> Members;
  /// Shared arrays whose rows can be made longer in the source; else why not.
  std::optional<RowsInSource> Rows;
  RowObstacle RowsObstacle;
  /// Pointer parameters, and pointer members of parameters: index among the kernel's
  /// parameters.
  std::optional<unsigned> ParameterIndex;
  /// Pointer members of parameters: the way to the member, as in KernelParameter::Fields.
  std::vector<unsigned> ParameterFields;
  /// The source states that integers loaded from different locations of it differ.
  bool HasDistinctValues = false;
  /// Unknown: what null pointers point to; what a string literal is.
  bool IsNull = false;
  bool IsStringLiteral = false;
  /// It is one of these objects, none of which has such a list itself; in ascending order.
  std::vector<unsigned> OneOf;
  bool IsConst = false;
  bool IsVolatile = false;
  bool IsRestrict = false;
  /// LoadedPointer: among which threads the pointer is one, in all iterations and at all times.
  /// Lane: it may not be one even for one thread.
  Uniformity PointerVaries = Uniformity::Lane;
};

/// A variable of a loop that is not a function of the iteration's number.
struct CarriedValue {
  /// The leaf for its value at the start of an iteration; of a pointer, for its offset.
  ExprRef Start = nullptr;
  /// What it is at the end of the iteration.
  ExprRef End = nullptr;
  /// Pointers: the object that it leads to then.
  std::optional<unsigned> EndObject;
  /// What it is at the start of the first iteration; null: not known.
  ExprRef Initial = nullptr;
};

/// A loop; its iterations are numbered by Counter from 0.
///
/// A thread leaves the loop in the first iteration in which one of Exits holds.
/// Exits are written over Counter and the counters of enclosing loops and
/// include the guards inside the body under which they are reached.
struct Loop {
  unsigned Id = 0;
  std::optional<unsigned> Parent;
  ExprRef Counter = nullptr;
  std::vector<ExprRef> Exits;
  SourcePosition Position;
  /// Leaves for values read from memory or not understood that have a number() from
  /// FirstValue on, up to EndValue, are made in the body: they are other values in
  /// another iteration.
  unsigned FirstValue = 0;
  unsigned EndValue = 0;
  /// How many copies of the body a pragma before it asks for: 1: none but itself; 0: as many as
  /// there are iterations. Empty: the compiler decides.
  std::optional<uint64_t> UnrollCount;
  /// A `for` that adds 1 to a signed number as long as it is less than a bound: of these, compilers
  /// know from bounds that depend on each other whether they are entered.
  bool CountsUp = false;
  std::vector<CarriedValue> Carried;

  /// Whether \p Leaf, an opaque one, stands for a value made in the body.
  bool makes(ExprRef Leaf) const {
    return Leaf->number() >= FirstValue && Leaf->number() < EndValue;
  }
};

/// A call through which a node was inlined, innermost last.
struct InlineFrame {
  SourcePosition CallSite;
  std::string Callee;
  /// Frames of one function in the source, of all of its instantiations, have one number,
  /// whatever other functions are called.
  unsigned CalleeNumber = 0;
};

enum class NodeKind : uint8_t {
  Entry,
  Exit,
  Join,    ///< no effect; where paths meet
  Access,  ///< Index is into KernelProgram::Accesses
  Barrier, ///< Index is into KernelProgram::Barriers
  Fence,   ///< Index is into KernelProgram::Fences
  /// Condition decides between Successors[0] (true) and [1]; the second is missing
  /// where nothing is known to come (a failed assertion); of a switch, one for each label.
  Branch,
  LoopHead,     ///< Index is a loop number
  WarpOperation ///< Index is into KernelProgram::WarpOperations
};

/// A node of the control-flow graph.
struct Node {
  NodeKind Kind = NodeKind::Join;
  unsigned Index = 0;
  ExprRef Condition = nullptr;
  std::vector<unsigned> Successors;
  /// Switches: by successor, whether a thread goes there. Else empty.
  std::vector<ExprRef> Cases;
  /// Branches and loop heads: the condition, or the loop, in the source; line 0 where
  /// nothing in the source decides (one of two objects that a pointer may point to).
  SourcePosition Position;
  /// Branches: the condition as written; of a switch, its selector.
  std::string Text;
};

/// Common to everything that a warp executes: where, when, how often.
struct Site {
  SourcePosition Position;
  std::vector<InlineFrame> InlinedThrough;
  /// A thread executes the site in an iteration only if all of these hold
  /// (non-zero), besides not having left one of the Loops.
  std::vector<ExprRef> Guards;
  /// Enclosing loops, outermost first.
  std::vector<unsigned> Loops;
  /// The node of the control-flow graph.
  unsigned NodeId = 0;
};

/// The threads that observe what an access or a fence orders, each level holding those
/// before it (PTX ISA, Memory Consistency Model: .cta, .cluster, .gpu, .sys).
enum class ThreadScope : uint8_t { Thread, Block, Cluster, Device, System };

/// How an access takes part in the memory model (PTX ISA, Memory Consistency Model). All
/// from Relaxed on are atomic; Volatile has the effect of a relaxed access of system scope
/// but states no intent to synchronise.
enum class AccessOrder : uint8_t {
  Weak,
  Volatile,
  Relaxed,
  Acquire,
  Release,
  AcquireRelease,
  SequentiallyConsistent
};

/// What an atomic on an integer does to its location, where nobody uses what it returns: two that
/// do the same leave the same behind, whichever comes first. Other: all else.
enum class AtomicUpdate : uint8_t {
  Other,
  Add,
  Minimum,
  Maximum,
  UnsignedMinimum,
  UnsignedMaximum,
  And,
  Or,
  Xor
};

/// Whether one update of a location can take the place of those of several lanes.
enum class AtomicCombining : uint8_t {
  Never,      ///< not an atomic, or each needs what the one before it left behind
  ByCompiler, ///< nvcc combines those of a warp, if all threads of a block share the address
  BySource    ///< only the source can
};

/// Where the value of a load goes, as the function shows that makes it.
enum class ReadUse : uint8_t {
  Unknown,
  Swap,     ///< to nothing but compare-and-swaps that expect it, and conditions around these
  Elsewhere ///< also to other memory, an address, or a compare-and-swap that expects another value
};

/// A subscript of an array whose extent the source states.
struct BoundedSubscript {
  ExprRef Index = nullptr;
  uint64_t Extent = 0;
};

/// How the source asks for an access or a barrier.
enum class SourceForm : uint8_t {
  Expression, ///< by an expression or by `memcpy`, which the compiler knows completely
  Call,       ///< by a function of CUDA's
  Assembly    ///< by an instruction of inline assembly
};

/// What an access has beside its location.
struct AccessFacts {
  unsigned Id = 0;
  MemorySpace Space = MemorySpace::Generic;
  AccessKind Kind = AccessKind::Load;
  RequestForm Form = RequestForm::Plain;
  /// Bytes per lane of one hardware access: 1, 2, 4, 8 or 16. A wider or odd
  /// object is lowered to several accesses.
  unsigned Bytes = 4;
  /// Index into KernelProgram::Objects.
  unsigned Object = 0;
  /// Byte offset from the object's start; null when nothing is known, and then
  /// Reason says why.
  ExprRef Offset = nullptr;
  /// The subscripts that the access is written with, where the array's extent is known. Offset
  /// does not determine them: `[i / 4][i % 4]` of an array with rows of 4 is one term.
  std::vector<BoundedSubscript> Subscripts;
  /// Object has OneOf: which of those it is, by number, and the byte offset from that one's
  /// start; null: not known.
  ExprRef Selector = nullptr;
  ExprRef OffsetInSelected = nullptr;
  /// Why Offset is null or, with an Offset, why the cost is not known even so; in
  /// words, else empty.
  std::string Reason;
  /// The access as written.
  std::string Text;
  SourceForm Written = SourceForm::Expression;
  bool IsVolatile = false;
  /// Atomics, and loads and stores that are atomic: Order is none of Weak and Volatile, and
  /// Scope says between which threads. Else Scope means nothing.
  AccessOrder Order = AccessOrder::Weak;
  ThreadScope Scope = ThreadScope::Thread;
  AtomicUpdate Update = AtomicUpdate::Other;
  AtomicCombining Combining = AtomicCombining::Never;
  /// Atomics: it counts by one up to a bound, or down from it, and then starts again.
  bool StartsAgain = false;
  /// Stores: what is written, over the same leaves as Offset, where that is known: an
  /// integer, an address (as a number over an opaque leaf for its object's start) or the
  /// bits of a floating-point constant; else null. Part of a larger object: null.
  ExprRef Value = nullptr;
  /// Loads and atomics of integers: the leaf that stands for what the location held before;
  /// null: not kept, or known better.
  ExprRef Result = nullptr;
  /// Loads of pointers: the leaf for the offset that the pointer leads to, or the object; else
  /// none.
  ExprRef LoadedOffset = nullptr;
  std::optional<unsigned> LoadedObject;
  /// Atomics that add to integers: what, 0 if they change nothing, as an `or` of 0; else null.
  ExprRef Addend = nullptr;
  /// Compare-and-swap of integers: what Value replaces; else, or where that is not known, null.
  ExprRef Expected = nullptr;
  /// Compare-and-swap: the conversions of floating-point values to integers that it expects and
  /// writes, as leaves; else null.
  ExprRef ConvertedExpected = nullptr;
  ExprRef ConvertedValue = nullptr;
  /// Compare-and-swap: whether the loop around it goes on depends on what it gives, and what it
  /// expects is read again in each iteration, by itself or by a load.
  bool IsRetried = false;
  /// Loads in functions that have a compare-and-swap.
  ReadUse Use = ReadUse::Unknown;
  /// A load whose value goes nowhere, or a store of a variable that is never set:
  /// optimising compilers leave it out.
  bool IsUnused = false;
  /// A load that the L1 cache does not keep, by its cache operator.
  bool SkipsL1 = false;
  /// Stores: what is written is the sum, minimum, maximum or bitwise combination of what the
  /// location held and something else, as the assignment is written: `a += b`, `a = max(a, b)`.
  bool IsReduction = false;
  /// It is the sum, or a difference.
  bool IsSum = false;
  /// Asynchronous copies: belongs to a group that the thread itself waits for, see
  /// Barrier::IsCommit; else when it is done is not followed.
  bool IsInCopyGroup = false;
  /// Asynchronous copies: made by the threads of a group together. Offset is where it begins;
  /// which thread copies which of the bytes is not known.
  bool IsDivided = false;
  /// Part of a larger object that was split: index of this part and their number.
  unsigned Part = 0;
  unsigned Parts = 1;
  /// A field that is accessed by itself: what the type of the record around it promises
  /// of the record's start, in bytes, and where in it the field is. 1 and 0: no field.
  unsigned RecordAlignment = 1;
  unsigned OffsetInRecord = 0;
};

/// One access in the source, as reached through one chain of calls.
struct Access : Site, AccessFacts {};

/// Who waits for whom. Thread: a thread for what it started itself, such as its asynchronous
/// copies. Warp: the members of a group of Barrier::GroupSize threads. Named: warps of the
/// block, as many as Barrier::Count threads. Others: all threads that have not exited.
enum class BarrierScope : uint8_t { Thread, Warp, Named, Block, Cluster, Grid };

/// A change of the source by which a condition no longer keeps threads from barriers, but from the
/// work around them only.
struct GuardEdit {
  /// Of the condition, as in Node::Position.
  SourcePosition Branch;
  /// Threads for which the condition holds return; else they alone come to the barrier.
  bool IsReturn = false;
  /// What is replaced, and by what.
  SourcePosition Changed;
  std::string Replacement;
};

/// What a barrier has beside its location.
struct BarrierFacts {
  BarrierScope Scope = BarrierScope::Block;
  std::string Text;
  SourceForm Written = SourceForm::Call;
  /// It also gives the threads something, such as `__syncthreads_count`.
  bool HasResult = false;
  /// What goes when the barrier is taken out of the source: a statement with its semicolon, and
  /// its line where nothing else is on it; line 0: it cannot be taken out by itself.
  SourcePosition Statement;
  /// Warp: threads whose linear index in the block has the same quotient by this are one
  /// group (32 for `__syncwarp`; the size of a tile for cooperative groups, which may be
  /// more than a warp has).
  unsigned GroupSize = 32;
  /// Warp: one bit for each lane of the warp that takes part; null: the whole group.
  ExprRef Mask = nullptr;
  /// Block, Named: the barrier's number, null: 0. Barriers of different numbers do not
  /// wait for each other.
  ExprRef Id = nullptr;
  /// Named: how many threads take part, arriving ones included. Barriers in memory: as many
  /// as they were initialised with, where that is known.
  ExprRef Count = nullptr;
  /// Named: all lanes of a warp must come together (PTX ISA, `bar` and `barrier.aligned`).
  bool IsForWholeWarps = false;
  /// Named: does not wait (`bar.arrive`): what its threads did before it is seen by those that
  /// wait, but what they do after it is not held back.
  bool IsArrival = false;
  /// Who takes part is not understood (barriers in memory, pipelines, groups that form at
  /// run time): it may separate the threads of its scope, or only some, or none.
  bool IsUncertain = false;
  /// Thread: nobody waits; the asynchronous copies since the last one become a group.
  bool IsCommit = false;
  /// Thread: waits until no more than so many of the thread's latest groups of asynchronous
  /// copies are under way; empty: how many is not known, or it waits for something else.
  std::optional<unsigned> GroupsLeft;
  /// By condition that may keep threads of the block from it.
  std::vector<GuardEdit> GuardEdits;
};

/// Separates what its members did before it from what they do after it.
struct Barrier : Site, BarrierFacts {};

/// What a fence has beside its location.
struct FenceFacts {
  ThreadScope Scope = ThreadScope::Device;
  std::string Text;
};

/// Orders a thread's accesses before it and after it for all threads of its scope.
/// Barriers have that effect for their members without being listed here.
struct Fence : Site, FenceFacts {};

/// A location in the source where another statement can be put in, as reached through one chain
/// of calls.
struct InsertionPoint {
  enum class Kind : uint8_t {
    BeforeStatement,
    BeforeBrace, ///< at the end of a block
    /// At the start and at the end of a loop's body that has no braces and then needs them.
    BeforeBody,
    AfterBody
  };
  Kind At = Kind::BeforeStatement;
  /// Of the statement, with the pragmas above it; of the brace; of the body with its semicolon.
  SourcePosition Position;
  /// Nothing but Indentation stands before it on its line.
  bool StartsLine = false;
  /// White space that statements of this block begin with.
  std::string Indentation;
  /// Calls that it was reached through.
  unsigned CallDepth = 0;
  /// As in Site.
  std::vector<ExprRef> Guards;
  std::vector<unsigned> Loops;
  /// Ways of the control-flow graph that lead through it: a node, and which of its successors.
  std::vector<std::pair<unsigned, unsigned>> Edges;
  /// Nodes of the statement, the block or the body: from FirstNode up to EndNode.
  unsigned FirstNode = 0;
  unsigned EndNode = 0;

  /// Nodes from here on stand behind the point, in the order of the program.
  unsigned nodeBehind() const {
    return At == Kind::BeforeStatement || At == Kind::BeforeBody ? FirstNode : EndNode;
  }
};

/// What an operation of a warp has beside its location.
struct WarpOperationFacts {
  /// One bit for each lane of the warp; null: all lanes of the group.
  ExprRef Mask = nullptr;
  /// As Barrier::GroupSize.
  unsigned GroupSize = 32;
  /// Ballots: what each lane votes, and the leaf that stands for the lanes that voted other
  /// than 0; else null.
  ExprRef Vote = nullptr;
  ExprRef Ballot = nullptr;
  std::string Text;
};

/// An exchange or vote among lanes (`__shfl_sync`, `__ballot_sync`, shuffles of tiles ...),
/// which all lanes of its mask must reach. It does not order memory.
struct WarpOperation : Site, WarpOperationFacts {};

/// Additions, subtractions, multiplications and divisions of floating-point numbers that a thread
/// executes under one condition in one iteration, as written; a fused multiply-add is two.
struct FloatingWork {
  /// As in Site.
  std::vector<ExprRef> Guards;
  std::vector<unsigned> Loops;
  /// By precision.
  unsigned Single = 0;
  unsigned Double = 0;
};

/// Something in the source that may access any memory, or needs others to have come so far,
/// and is not a node of the graph: a call whose body is not seen, output, a construct that is not
/// understood.
struct UnseenEffect {
  SourcePosition Position;
  std::string Text;
  /// It prints or pauses, and changes nothing that the kernel sees.
  bool OnlyPrints = false;
};

/// How the source declares a parameter that is a pointer.
struct PointerDeclaration {
  /// The words of the type before the pointer's `*` (line 0: no `const` can be there); the name.
  SourcePosition Pointee, Name;
  bool IsConst = false;
  bool IsRestrict = false;
};

/// A parameter of a kernel, or a part of one.
struct KernelParameter {
  std::string Name;
  std::string Type;
  bool IsPointer = false;
  bool IsReference = false;
  /// Whole parameters that are written `type *name`.
  std::optional<PointerDeclaration> Declaration;
  /// Integers and enumerations: the leaf that stands for the value.
  ExprRef Value = nullptr;
  /// Pointers that the kernel compares with null: the leaf that is 0 for
  /// a null pointer, else 1.
  ExprRef Present = nullptr;
  /// Where the part lies in the whole parameter, and how long it is, in bits.
  uint64_t FirstBit = 0;
  uint64_t Bits = 0;
  /// Structs: the fields in order of declaration, then the bases. Arrays: the elements.
  std::vector<KernelParameter> Fields;
};

/// What `__launch_bounds__` and `__cluster_dims__` say; absent: not said.
struct LaunchAttributes {
  std::optional<unsigned> MaximumThreadsPerBlock;
  std::optional<unsigned> MinimumBlocksPerMultiprocessor;
  std::optional<std::array<unsigned, 3>> ClusterDimensions;
};

/// A comparison of a pointer that leads to one of several objects with an address at a fixed place
/// in one of them.
struct PlaceEquality {
  /// Not 0 where the two are equal, for which compilers then use the address in place of the
  /// pointer.
  ExprRef Holds = nullptr;
  /// Indices into KernelProgram::Objects: what the pointer leads to, and what it is compared with.
  unsigned Pointer = 0;
  unsigned Place = 0;
};

/// A kernel, or one instantiation of a kernel template.
struct KernelProgram {
  /// Qualified, template arguments included.
  std::string Name;
  /// Of an instantiation the symbol, which tools for compiled code know it by; else empty.
  std::string Symbol;
  /// The name in compiled code of a kernel that is there: not of a template that nobody
  /// instantiates, nor of a declaration that does not compile.
  std::string MangledName;
  SourcePosition Position;
  /// Others of its declarations, explicit instantiations and specialisations, or pointers to
  /// it, name the types of its parameters, too.
  bool HasOtherDeclarations = false;
  /// A header declares or defines it: files that are not given may launch it.
  bool IsInHeader = false;
  std::vector<KernelParameter> Parameters;
  LaunchAttributes Attributes;
  /// False: Reason says why nothing below is filled.
  bool Analysed = true;
  std::string Reason;
  /// The device that it was lowered for.
  DeviceShape Device;

  std::vector<MemoryObject> Objects;
  std::vector<Loop> Loops;
  std::vector<Access> Accesses;
  std::vector<Barrier> Barriers;
  std::vector<Fence> Fences;
  std::vector<WarpOperation> WarpOperations;
  std::vector<Node> Nodes;
  /// Not empty: what the kernel accesses, and when, is not all said above.
  std::vector<UnseenEffect> Unseen;
  /// In functions that the user can change.
  std::vector<InsertionPoint> InsertionPoints;

  /// How many dimensions of threadIdx and blockDim the kernel reads: 1 to 3.
  unsigned DimensionsUsed = 1;
  /// Facts the source states (assert, __builtin_assume, comments): non-zero for all threads of
  /// all launches, and for all values of loop counters that are among their leaves.
  std::vector<ExprRef> Facts;
  /// Integers in which threads or iterations differ that go where values are not followed: into
  /// floating-point numbers, and as arguments into functions whose body is not seen.
  std::vector<ExprRef> UnfollowedUses;
  /// What is computed of the index of a block alone, and not with its own `blockDim`: products with
  /// constants that the kernel's own text holds, such as `blockIdx.x * 16`; for anything else, and
  /// in functions and macros, which other kernels may share, the index itself.
  std::vector<ExprRef> BlockUses;
  std::vector<PlaceEquality> PlaceEqualities;
  std::vector<FloatingWork> Work;
  /// Other arithmetic of floating-point numbers takes instructions, too: functions such as `expf`,
  /// divisions beyond one operation each, half precision, matrices.
  bool HasOtherWork = false;

  /// The objects that object number \p Object is one of: itself, where that is known.
  std::vector<unsigned> basesOf(unsigned Object) const {
    const std::vector<unsigned> &OneOf = Objects[Object].OneOf;
    return OneOf.empty() ? std::vector<unsigned>{Object} : OneOf;
  }

  /// Number of \p Each, one of Barriers.
  unsigned indexOf(const Barrier &Each) const { return unsigned(&Each - Barriers.data()); }
};

/// How an address is known.
enum class AddressClass : uint8_t { Exact, Parametric, DataDependent, NotUnderstood };

/// Classes the address of \p Site: exact when its lane-varying part is made of
/// thread indices, loop counters and constants; parametric when lanes are
/// multiplied by a uniform value that is not known before launch.
AddressClass classifyAddress(const Access &Site);

} // namespace memlint

#endif // CUDA_MEMLINT_MODEL_MEMORYPROGRAM_H

//===- CooperativeGroups.cpp - Groups of threads ----------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Methods of cooperative groups, known by the group and the name of the method,
/// whichever header declares them. The value of an object that is a group is a
/// number that identifies the group: what is passed as a thread_group stays known.
///
//===----------------------------------------------------------------------===//

#include "CooperativeGroups.h"

#include "cuda-memlint/Interpreter/IntegerConstants.h"
#include "cuda-memlint/Symbolic/Rewriting.h"

#include "clang/AST/DeclTemplate.h"

#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace memlint {

namespace {

/// Part: one of a size that is an argument; the last part of a block may be smaller.
enum class GroupKind { None, Block, Tile, Part, Coalesced, Cluster, Grid, Any };

/// A group according to its type or its value.
struct GroupType {
  GroupKind Kind = GroupKind::None;
  /// Tiles and parts: threads in one.
  int64_t TileSize = 0;
  /// Tiles: threads in the tile that they are parts of; 0 for parts of the block.
  int64_t OuterSize = 0;
  /// Tiles: the type does not specify what they are parts of.
  bool OuterUnknown = false;
};

bool isInCooperativeGroups(const Decl &Declared) {
  for (const DeclContext *Scope = Declared.getDeclContext(); Scope; Scope = Scope->getParent())
    if (const auto *Space = dyn_cast<NamespaceDecl>(Scope))
      if (Space->getDeclName().isIdentifier() && Space->getName() == "cooperative_groups")
        return true;
  return false;
}

GroupType groupOf(QualType Type, unsigned WarpLanes) {
  Type = Type.getNonReferenceType();
  if (Type->isPointerType())
    Type = Type->getPointeeType();
  const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
  if (!Class || !Class->getIdentifier() || !isInCooperativeGroups(*Class))
    return {};
  GroupType Group;
  Group.Kind = llvm::StringSwitch<GroupKind>(Class->getName())
                   .Case("thread_block", GroupKind::Block)
                   .Case("thread_block_tile", GroupKind::Tile)
                   .Case("coalesced_group", GroupKind::Coalesced)
                   .Case("cluster_group", GroupKind::Cluster)
                   .Case("grid_group", GroupKind::Grid)
                   .Case("thread_group", GroupKind::Any)
                   .Default(GroupKind::None);
  if (Group.Kind != GroupKind::Tile)
    return Group;
  const auto *Tile = dyn_cast<ClassTemplateSpecializationDecl>(Class);
  if (Tile && Tile->getTemplateArgs().size() > 0 &&
      Tile->getTemplateArgs()[0].getKind() == TemplateArgument::Integral)
    Group.TileSize = signedBits(Tile->getTemplateArgs()[0].getAsIntegral());
  if (Group.TileSize <= 0)
    return {};
  if (Tile->getTemplateArgs().size() > 1 &&
      Tile->getTemplateArgs()[1].getKind() == TemplateArgument::Type) {
    QualType Outer = Tile->getTemplateArgs()[1].getAsType();
    Group.OuterSize = Outer->isRecordType() ? groupOf(Outer, WarpLanes).TileSize : 0;
    // Tiles of a whole warp are parts of the block in all but the rarest programs.
    Group.OuterUnknown = Outer->isVoidType() && Group.TileSize < int64_t(WarpLanes);
  }
  return Group;
}

/// Sizes of tiles, and so of what they are parts of, are at most that of a block.
constexpr int64_t MaximumSize = 1 << 16;

int64_t numberOf(const GroupType &Group) {
  int64_t Sizes = Group.TileSize * MaximumSize + Group.OuterSize;
  return (Sizes * 2 + (Group.OuterUnknown ? 1 : 0)) * 16 + int64_t(Group.Kind);
}

/// The group that the value of an object identifies; Any where it is unknown.
GroupType groupIn(const Value &Held) {
  GroupType Group;
  Group.Kind = GroupKind::Any;
  if (!Held.isScalar() || !Held.Number->isConstant())
    return Group;
  int64_t Number = Held.Number->constantTerm();
  Group.Kind = GroupKind(Number % 16);
  Group.OuterUnknown = Number / 16 % 2 != 0;
  Group.OuterSize = Number / 32 % MaximumSize;
  Group.TileSize = Number / 32 / MaximumSize;
  return Group;
}

} // namespace

bool isGroup(QualType Type) { return groupOf(Type, NvidiaWarpLanes).Kind != GroupKind::None; }

Value CooperativeGroups::heldGroup(const clang::Expr *Object) {
  const clang::Expr *Bare = Object->IgnoreParenImpCasts();
  QualType Type = Bare->getType();
  GroupType ByType = groupOf(Type, Builtins.warpLanes());
  if (ByType.Kind == GroupKind::None)
    return {};
  // Other types determine the group completely.
  if (ByType.Kind != GroupKind::Any && !ByType.OuterUnknown)
    return Value::scalar(Exprs.constant(numberOf(ByType)));
  Value Held;
  if (Type->isPointerType()) {
    if (Value Pointer = Code.evaluate(Bare); Pointer.isPointer() && Pointer.Target.isVariable())
      Held = Code.readVariable(Pointer.Target, Type->getPointeeType(), Bare);
  } else if (!Bare->isGLValue()) {
    Held = Code.evaluate(Bare);
  } else if (Lvalue At = Code.locate(Bare); At.isVariable()) {
    Held = Code.readVariable(At, Type, Bare);
  }
  if (ByType.Kind == GroupKind::Any)
    return Held.isScalar() ? Held : Value();
  GroupType Known = groupIn(Held);
  return Value::scalar(Exprs.constant(
      numberOf(Known.Kind == ByType.Kind && Known.TileSize == ByType.TileSize ? Known : ByType)));
}

Value CooperativeGroups::groupValue(QualType Type, const clang::Expr *From) {
  GroupType Made = groupOf(Type, Builtins.warpLanes());
  if (From && (Made.Kind == GroupKind::Any || Made.OuterUnknown)) {
    Value Held = heldGroup(From);
    GroupType Known = groupIn(Held);
    if (Held.isScalar() && (Made.Kind == GroupKind::Any ||
                            (Made.Kind == Known.Kind && Made.TileSize == Known.TileSize)))
      return Held;
  }
  if (Made.Kind == GroupKind::Any)
    return Code.unknownValue(Type, Uniformity::Grid, OpaqueReason::NotUnderstood,
                             "a group of threads");
  return Value::scalar(Exprs.constant(numberOf(Made)));
}

Value CooperativeGroups::partOfGroup(QualType Type, const CallExpr *Call) {
  Value Unknown =
      Code.unknownValue(Type, Uniformity::Grid, OpaqueReason::NotUnderstood, "a group of threads");
  if (Call->getNumArgs() != 2)
    return Unknown;
  GroupType Outer = groupIn(heldGroup(Call->getArg(0)));
  ExprRef Size = Code.number(Call->getArg(1));
  // Other sizes end the program.
  if (!Size->isConstant() || Size->constantTerm() > int64_t(Builtins.warpLanes()) ||
      !llvm::isPowerOf2_64(uint64_t(Size->constantTerm())))
    return Unknown;
  GroupType Made;
  Made.TileSize = Size->constantTerm();
  bool Divides = Made.TileSize <= Outer.TileSize && Outer.TileSize <= int64_t(Builtins.warpLanes());
  if (Outer.Kind == GroupKind::Block || (Outer.Kind == GroupKind::Part && Divides))
    Made.Kind = GroupKind::Part;
  else if (Outer.Kind == GroupKind::Tile && Divides)
    Made.Kind = GroupKind::Tile;
  else
    return Unknown;
  // Of parts nothing can be asked but the rank and the size.
  Made.OuterUnknown = true;
  return Value::scalar(Exprs.constant(numberOf(Made)));
}

/// The number that a function template is instantiated with first; null: none.
ExprRef CooperativeGroups::firstTemplateNumber(const FunctionDecl &Function) {
  const TemplateArgumentList *Given = Function.getTemplateSpecializationArgs();
  if (!Given || Given->size() == 0 || Given->get(0).getKind() != TemplateArgument::Integral)
    return nullptr;
  return Exprs.constant(Given->get(0).getAsIntegral().getSExtValue());
}

std::optional<Value> CooperativeGroups::evaluate(const FunctionDecl &Function,
                                                 const CallExpr *Call) {
  if (!isInCooperativeGroups(Function))
    return std::nullopt;
  llvm::StringRef Name = Function.getName();
  QualType Type = Call->getType();
  // Methods may be static and belong to a base class: the expression that they
  // are called on determines the group.
  const clang::Expr *Object = nullptr;
  if (const auto *Member = dyn_cast<MemberExpr>(Call->getCallee()->IgnoreParenImpCasts()))
    Object = Member->getBase();
  else if (Call->getNumArgs() > 0)
    Object = Call->getArg(0);
  GroupType Group = Object ? groupOf(Object->IgnoreParenImpCasts()->getType(), Builtins.warpLanes())
                           : GroupType();
  if (const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
      Method && Group.Kind == GroupKind::None)
    Group = groupOf(Ast.getRecordType(Method->getParent()), Builtins.warpLanes());
  if (isGroup(Type)) {
    // Who is in it may be up to a barrier before.
    if (groupOf(Type, Builtins.warpLanes()).Kind == GroupKind::Coalesced)
      Out.noteUnseen(Call);
    if (groupOf(Type, Builtins.warpLanes()).Kind == GroupKind::Any && Name == "tiled_partition")
      return partOfGroup(Type, Call);
    return groupValue(Type, nullptr);
  }
  if (Group.Kind == GroupKind::None)
    return std::nullopt;
  bool Erased = Group.Kind == GroupKind::Any;
  if (Object && (Erased || Group.OuterUnknown))
    if (GroupType Held = groupIn(heldGroup(Object)); Held.Kind != GroupKind::Any)
      Group = Held;
  // A function of the library that calls what it is given.
  if (Name == "invoke_one" || Name == "invoke_one_broadcast") {
    // Which thread of a warp is elected is not documented.
    if (Group.Kind != GroupKind::Block)
      Out.noteUnseen(Call);
    return std::nullopt;
  }
  // The base class knows of no tiles that span warps.
  if (Erased && Group.TileSize > int64_t(Builtins.warpLanes()))
    Group.Kind = GroupKind::Any;

  if (Name == "sync" || Name == "synchronize" || Name == "barrier_wait" ||
      Name == "barrier_arrive" || Name == "wait" || Name == "wait_prior") {
    Barrier New;
    // Of a group that is not known all that is known is that it is within the block.
    New.Scope = Group.Kind == GroupKind::Block || Group.Kind == GroupKind::Any ? BarrierScope::Block
                : Group.Kind == GroupKind::Cluster ? BarrierScope::Cluster
                : Group.Kind == GroupKind::Grid    ? BarrierScope::Grid
                                                   : BarrierScope::Warp;
    if (Group.Kind == GroupKind::Tile || Group.Kind == GroupKind::Part)
      New.GroupSize = unsigned(Group.TileSize);
    New.IsUncertain = Group.Kind == GroupKind::Coalesced || Group.Kind == GroupKind::Any;
    New.IsArrival = Name == "barrier_arrive";
    if (!isa<CXXMethodDecl>(Function) && (Name == "wait" || Name == "wait_prior"))
      Out.emitCopyWait(Name == "wait" ? Exprs.constant(0) : firstTemplateNumber(Function),
                       /*Commits=*/false, Call);
    if (Name == "barrier_wait")
      Out.emitBarrierWait(std::move(New), Call);
    else
      Out.emitBarrier(std::move(New), Call);
    if (Name == "barrier_arrive" && !Type->isVoidType())
      return Code.unknownValue(Call, Uniformity::Lane, OpaqueReason::DataDependent);
    return Value();
  }
  auto Builtin = [&](LeafKind Kind, unsigned Dimension) { return Builtins.leaf(Kind, Dimension); };
  auto Linear = [&](LeafKind Index, LeafKind Extent) {
    ExprRef Row =
        Exprs.add(Exprs.multiply(Builtin(Index, 2), Builtin(Extent, 1)), Builtin(Index, 1));
    return Exprs.add(Builtin(Index, 0), Exprs.multiply(Row, Builtin(Extent, 0)));
  };
  auto Count = [&](LeafKind Extent) {
    return Exprs.multiply(Exprs.multiply(Builtin(Extent, 0), Builtin(Extent, 1)),
                          Builtin(Extent, 2));
  };
  ExprRef Thread = Linear(LeafKind::ThreadIndex, LeafKind::BlockDimension);
  ExprRef Threads = Count(LeafKind::BlockDimension);
  bool IsSize = Name == "size" || Name == "num_threads";
  switch (Group.Kind) {
  case GroupKind::Block:
    if (Name == "thread_rank")
      return Value::scalar(Thread);
    if (IsSize)
      return Value::scalar(Threads);
    if (Name == "thread_index")
      return Builtins.variable("threadIdx");
    if (Name == "group_index")
      return Builtins.variable("blockIdx");
    if (Name == "group_dim" || Name == "dim_threads")
      return Builtins.variable("blockDim");
    break;
  case GroupKind::Tile: {
    ExprRef Size = Exprs.constant(Group.TileSize);
    if (Name == "thread_rank")
      return Value::scalar(Exprs.remainder(Thread, Size));
    if (IsSize)
      return Value::scalar(Size);
    if (Group.OuterUnknown)
      break;
    ExprRef Outer = Exprs.constant(Group.OuterSize);
    if (Name == "meta_group_rank")
      return Value::scalar(
          Exprs.divide(Group.OuterSize ? Exprs.remainder(Thread, Outer) : Thread, Size));
    if (Name == "meta_group_size" && Group.OuterSize)
      return Value::scalar(Exprs.divide(Outer, Size));
    if (Name == "meta_group_size")
      return Value::scalar(
          Exprs.divide(Exprs.add(Threads, Exprs.constant(Group.TileSize - 1)), Size));
    break;
  }
  case GroupKind::Part: {
    ExprRef Size = Exprs.constant(Group.TileSize);
    if (Name == "thread_rank")
      return Value::scalar(Exprs.remainder(Thread, Size));
    if (IsSize) {
      ExprRef Before = Exprs.multiply(Exprs.divide(Thread, Size), Size);
      // No thread is in an empty group, which does not follow from the difference alone.
      ExprRef Left = Exprs.maximum(Exprs.subtract(Threads, Before), Exprs.constant(1));
      return Value::scalar(Exprs.minimum(Left, Size));
    }
    break;
  }
  case GroupKind::Grid:
    if (Name == "thread_rank")
      return Value::scalar(Exprs.add(
          Exprs.multiply(Linear(LeafKind::BlockIndex, LeafKind::GridDimension), Threads), Thread));
    if (Name == "block_rank")
      return Value::scalar(Linear(LeafKind::BlockIndex, LeafKind::GridDimension));
    if (Name == "num_blocks")
      return Value::scalar(Count(LeafKind::GridDimension));
    if (IsSize)
      return Value::scalar(Exprs.multiply(Count(LeafKind::GridDimension), Threads));
    if (Name == "thread_index")
      return Builtins.variable("threadIdx");
    if (Name == "block_index" || Name == "group_index")
      return Builtins.variable("blockIdx");
    if (Name == "dim_threads")
      return Builtins.variable("blockDim");
    if (Name == "dim_blocks" || Name == "group_dim")
      return Builtins.variable("gridDim");
    break;
  case GroupKind::Cluster:
    if (Name == "thread_index")
      return Builtins.variable("threadIdx");
    if (Name == "dim_threads")
      return Code.unknownValue(Call, Uniformity::Grid, OpaqueReason::DataDependent);
    if (Name == "map_shared_rank")
      return Code.unknownValue(Type, Uniformity::Lane, OpaqueReason::NotUnderstood,
                               "shared memory of another block of the cluster");
    if (Name == "block_rank" || Name == "block_index" || Name == "num_blocks" ||
        Name == "dim_blocks" || IsSize)
      return Code.unknownValue(Call, Uniformity::Block, OpaqueReason::DataDependent);
    break;
  case GroupKind::Any:
    Out.noteUnseen(Call);
    return Code.unknownValue(Type, Uniformity::Lane, OpaqueReason::NotUnderstood,
                             textOf(Call->getSourceRange(), Ast) + " of an unknown group");
  case GroupKind::Coalesced:
  case GroupKind::None:
    break;
  }
  // Exchanges and votes among members; ranks in groups that form at run time.
  bool IsShuffle = Name.starts_with("shfl");
  bool IsExchange = IsShuffle || Name == "any" || Name == "all" || Name == "ballot" ||
                    Name == "match_any" || Name == "match_all" || Name == "reduce" ||
                    Name == "inclusive_scan" || Name == "exclusive_scan";
  if ((!IsExchange && !IsSize && !Name.contains("rank") && !Name.contains("size")) ||
      Group.Kind == GroupKind::Coalesced)
    Out.noteUnseen(Call);
  Value Exchanged;
  unsigned First = isa<CXXMethodDecl>(Function) ? 0 : 1;
  Uniformity Given = Uniformity::Grid;
  for (unsigned Index = First; Index < Call->getNumArgs(); ++Index) {
    Value Argument = Code.evaluate(Call->getArg(Index));
    if (Index == First)
      Exchanged = Argument;
    else
      Given = std::max(Given, uniformity(Argument));
  }
  if (IsExchange && (Group.Kind == GroupKind::Tile || Group.Kind == GroupKind::Part))
    Out.emitWarpOperation(nullptr, unsigned(Group.TileSize), Call);
  bool Alike = !Exchanged.isEmpty() && uniformity(Exchanged) < Uniformity::Lane;
  // What every lane has alike is what every lane gets.
  if (IsShuffle && Alike)
    return Exchanged;
  bool ForAll = IsSize || Name == "any" || Name == "all" || Name == "ballot" || Name == "reduce" ||
                (Name == "shfl" && Given < Uniformity::Lane);
  bool WholeWarps =
      Group.Kind == GroupKind::Tile && Group.TileSize >= int64_t(Builtins.warpLanes());
  // Who is a member is a matter of who has come here.
  bool IsRank = Group.Kind == GroupKind::Coalesced && Name == "thread_rank";
  Value Result =
      Code.unknownValue(Call, ForAll && WholeWarps ? Uniformity::Warp : Uniformity::Lane,
                        IsRank ? OpaqueReason::ControlFlow : OpaqueReason::DataDependent);
  if (IsRank && Result.isScalar())
    return Value::scalar(withRange(Exprs, Result.Number, {0, int64_t(Builtins.warpLanes()) - 1}));
  return Result;
}

} // namespace memlint

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

using namespace clang;

namespace memlint {

namespace {

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
  Group.Kind = groupKind(Class->getName());
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

/// The expression that a method is called on, or that a function is given first: it determines the
/// group, as methods may be static and belong to a base class.
static const clang::Expr *objectOf(const CallExpr &Call) {
  if (const auto *Member = dyn_cast<MemberExpr>(Call.getCallee()->IgnoreParenImpCasts()))
    return Member->getBase();
  return Call.getNumArgs() > 0 ? Call.getArg(0) : nullptr;
}

std::optional<Value> CooperativeGroups::evaluate(const FunctionDecl &Function,
                                                 const CallExpr *Call) {
  if (!isInCooperativeGroups(Function))
    return std::nullopt;
  if (isGroup(Call->getType()))
    return makeGroup(Function, Call);
  const clang::Expr *Object = objectOf(*Call);
  GroupType Group = Object ? groupOf(Object->IgnoreParenImpCasts()->getType(), Builtins.warpLanes())
                           : GroupType();
  if (const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
      Method && Group.Kind == GroupKind::None)
    Group = groupOf(Ast.getRecordType(Method->getParent()), Builtins.warpLanes());
  if (Group.Kind == GroupKind::None)
    return std::nullopt;
  bool Erased = Group.Kind == GroupKind::Any;
  if (Object && (Erased || Group.OuterUnknown))
    if (GroupType Held = groupIn(heldGroup(Object)); Held.Kind != GroupKind::Any)
      Group = Held;
  GroupMethod Method = groupMethod(Group.Kind, Function.getName());
  if (Method == GroupMethod::CallByOne) {
    // Which thread of a warp is elected is not documented.
    if (Group.Kind != GroupKind::Block)
      Out.noteUnseen(Call);
    return std::nullopt;
  }
  // The base class knows of no tiles that span warps.
  if (Erased && Group.TileSize > int64_t(Builtins.warpLanes()))
    Group.Kind = GroupKind::Any;
  if (std::optional<Value> Met = meet(Group, Method, Function, Call))
    return Met;
  if (std::optional<Value> Known = place(Group, Method, Call))
    return Known;
  return exchange(Group, Method, /*First=*/isa<CXXMethodDecl>(Function) ? 0 : 1, Call);
}

Value CooperativeGroups::makeGroup(const FunctionDecl &Function, const CallExpr *Call) {
  GroupType Made = groupOf(Call->getType(), Builtins.warpLanes());
  // Who is in it may be up to a barrier before.
  if (Made.Kind == GroupKind::Coalesced)
    Out.noteUnseen(Call);
  if (Made.Kind == GroupKind::Any &&
      groupMethod(Made.Kind, Function.getName()) == GroupMethod::Partition)
    return partOfGroup(Call->getType(), Call);
  return groupValue(Call->getType(), nullptr);
}

/// Of a group that is not known all that is known is that it is within the block.
static BarrierScope scopeOf(GroupKind Kind) {
  switch (Kind) {
  case GroupKind::Block:
  case GroupKind::Any:
    return BarrierScope::Block;
  case GroupKind::Cluster:
    return BarrierScope::Cluster;
  case GroupKind::Grid:
    return BarrierScope::Grid;
  default:
    return BarrierScope::Warp;
  }
}

std::optional<Value> CooperativeGroups::meet(const GroupType &Group, GroupMethod Method,
                                             const FunctionDecl &Function, const CallExpr *Call) {
  if (!isBarrier(Method))
    return std::nullopt;
  Barrier New;
  New.Scope = scopeOf(Group.Kind);
  if (Group.Kind == GroupKind::Tile || Group.Kind == GroupKind::Part)
    New.GroupSize = unsigned(Group.TileSize);
  New.IsUncertain = Group.Kind == GroupKind::Coalesced || Group.Kind == GroupKind::Any;
  New.IsArrival = Method == GroupMethod::Arrive;
  bool AwaitsAll = Method == GroupMethod::AwaitCopies;
  if (!isa<CXXMethodDecl>(Function) && (AwaitsAll || Method == GroupMethod::AwaitPriorCopies))
    Out.emitCopyWait(AwaitsAll ? Exprs.constant(0) : firstTemplateNumber(Function),
                     /*Commits=*/false, Call);
  if (Method == GroupMethod::AwaitArrivals)
    Out.emitBarrierWait(std::move(New), Call);
  else
    Out.emitBarrier(std::move(New), Call);
  if (Method == GroupMethod::Arrive && !Call->getType()->isVoidType())
    return Code.unknownValue(Call, Uniformity::Lane, OpaqueReason::DataDependent);
  return Value();
}

ExprRef CooperativeGroups::linearIndex(LeafKind Index, LeafKind Extent) {
  ExprRef Row = Exprs.add(Exprs.multiply(Builtins.leaf(Index, 2), Builtins.leaf(Extent, 1)),
                          Builtins.leaf(Index, 1));
  return Exprs.add(Builtins.leaf(Index, 0), Exprs.multiply(Row, Builtins.leaf(Extent, 0)));
}

ExprRef CooperativeGroups::product(LeafKind Extent) {
  return Exprs.multiply(Exprs.multiply(Builtins.leaf(Extent, 0), Builtins.leaf(Extent, 1)),
                        Builtins.leaf(Extent, 2));
}

std::optional<Value> CooperativeGroups::place(const GroupType &Group, GroupMethod Method,
                                              const CallExpr *Call) {
  // What is made first comes first in sums: these do, whichever method asks.
  InBlock Here{.Thread = linearIndex(LeafKind::ThreadIndex, LeafKind::BlockDimension),
               .Threads = product(LeafKind::BlockDimension),
               .Size = Exprs.constant(Group.TileSize)};
  if (Group.Kind == GroupKind::Any) {
    Out.noteUnseen(Call);
    return Code.unknownValue(Call->getType(), Uniformity::Lane, OpaqueReason::NotUnderstood,
                             textOf(Call->getSourceRange(), Ast) + " of an unknown group");
  }
  switch (Method) {
  case GroupMethod::ThreadRank:
    return threadRank(Group, Here);
  case GroupMethod::Size:
    return groupSize(Group, Here);
  case GroupMethod::TileRank:
  case GroupMethod::TileCount:
    return placeOfTile(Group, Method, Here);
  case GroupMethod::BlockRank:
    return Value::scalar(linearIndex(LeafKind::BlockIndex, LeafKind::GridDimension));
  case GroupMethod::BlockCount:
    return Value::scalar(product(LeafKind::GridDimension));
  case GroupMethod::ThreadIndex:
    return Builtins.variable("threadIdx");
  case GroupMethod::BlockIndex:
    return Builtins.variable("blockIdx");
  case GroupMethod::BlockExtents:
    return Builtins.variable("blockDim");
  case GroupMethod::GridExtents:
    return Builtins.variable("gridDim");
  case GroupMethod::ClusterExtents:
    return Code.unknownValue(Call, Uniformity::Grid, OpaqueReason::DataDependent);
  case GroupMethod::ClusterPlace:
    return Code.unknownValue(Call, Uniformity::Block, OpaqueReason::DataDependent);
  case GroupMethod::MapShared:
    return Code.unknownValue(Call->getType(), Uniformity::Lane, OpaqueReason::NotUnderstood,
                             "shared memory of another block of the cluster");
  default:
    return std::nullopt;
  }
}

std::optional<Value> CooperativeGroups::threadRank(const GroupType &Group, const InBlock &Here) {
  switch (Group.Kind) {
  case GroupKind::Block:
    return Value::scalar(Here.Thread);
  case GroupKind::Tile:
  case GroupKind::Part:
    return Value::scalar(Exprs.remainder(Here.Thread, Here.Size));
  case GroupKind::Grid: {
    ExprRef Block = linearIndex(LeafKind::BlockIndex, LeafKind::GridDimension);
    return Value::scalar(Exprs.add(Exprs.multiply(Block, Here.Threads), Here.Thread));
  }
  default:
    return std::nullopt;
  }
}

std::optional<Value> CooperativeGroups::groupSize(const GroupType &Group, const InBlock &Here) {
  switch (Group.Kind) {
  case GroupKind::Block:
    return Value::scalar(Here.Threads);
  case GroupKind::Tile:
    return Value::scalar(Here.Size);
  case GroupKind::Part: {
    ExprRef Before = Exprs.multiply(Exprs.divide(Here.Thread, Here.Size), Here.Size);
    // No thread is in an empty group, which does not follow from the difference alone.
    ExprRef Left = Exprs.maximum(Exprs.subtract(Here.Threads, Before), Exprs.constant(1));
    return Value::scalar(Exprs.minimum(Left, Here.Size));
  }
  case GroupKind::Grid:
    return Value::scalar(Exprs.multiply(product(LeafKind::GridDimension), Here.Threads));
  default:
    return std::nullopt;
  }
}

std::optional<Value> CooperativeGroups::placeOfTile(const GroupType &Tile, GroupMethod Method,
                                                    const InBlock &Here) {
  if (Tile.OuterUnknown)
    return std::nullopt;
  ExprRef Outer = Exprs.constant(Tile.OuterSize);
  if (Method == GroupMethod::TileRank)
    return Value::scalar(Exprs.divide(
        Tile.OuterSize ? Exprs.remainder(Here.Thread, Outer) : Here.Thread, Here.Size));
  ExprRef Rounded =
      Tile.OuterSize ? Outer : Exprs.add(Here.Threads, Exprs.constant(Tile.TileSize - 1));
  return Value::scalar(Exprs.divide(Rounded, Here.Size));
}

/// What all members get alike where all lanes of their warps are members, and give \p Given alike.
static bool isForAll(GroupMethod Method, Uniformity Given) {
  return Method == GroupMethod::Size || Method == GroupMethod::Collect ||
         (Method == GroupMethod::ShuffleFromOne && Given < Uniformity::Lane);
}

/// Exchanges and votes among members; ranks in groups that form at run time.
Value CooperativeGroups::exchange(const GroupType &Group, GroupMethod Method, unsigned First,
                                  const CallExpr *Call) {
  bool IsCoalesced = Group.Kind == GroupKind::Coalesced;
  if ((!isExchange(Method) && !isPlace(Method)) || IsCoalesced)
    Out.noteUnseen(Call);
  Value Exchanged;
  Uniformity Given = Uniformity::Grid;
  for (unsigned Index = First; Index < Call->getNumArgs(); ++Index) {
    Value Argument = Code.evaluate(Call->getArg(Index));
    if (Index == First)
      Exchanged = Argument;
    else
      Given = std::max(Given, uniformity(Argument));
  }
  if (isExchange(Method) && (Group.Kind == GroupKind::Tile || Group.Kind == GroupKind::Part))
    Out.emitWarpOperation(nullptr, unsigned(Group.TileSize), Call);
  // What every lane has alike is what every lane gets.
  if (isShuffle(Method) && !Exchanged.isEmpty() && uniformity(Exchanged) < Uniformity::Lane)
    return Exchanged;
  bool WholeWarps =
      Group.Kind == GroupKind::Tile && Group.TileSize >= int64_t(Builtins.warpLanes());
  // Who is a member is a matter of who has come here.
  bool IsRank = IsCoalesced && Method == GroupMethod::ThreadRank;
  Value Result = Code.unknownValue(
      Call, WholeWarps && isForAll(Method, Given) ? Uniformity::Warp : Uniformity::Lane,
      IsRank ? OpaqueReason::ControlFlow : OpaqueReason::DataDependent);
  if (IsRank && Result.isScalar())
    return Value::scalar(withRange(Exprs, Result.Number, {0, int64_t(Builtins.warpLanes()) - 1}));
  return Result;
}

} // namespace memlint

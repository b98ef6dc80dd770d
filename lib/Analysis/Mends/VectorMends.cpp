//===- VectorMends.cpp - Several accesses of a thread as one --------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MendTrials.h"

#include "cuda-memlint/Analysis/Aliasing/LoopMotion.h"
#include "cuda-memlint/Analysis/Cost/LaunchValues.h"
#include "cuda-memlint/Analysis/Mends/KernelTraffic.h"
#include "cuda-memlint/Symbolic/ConstantDistance.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>

using namespace llvm;

namespace memlint {

bool isPlainGlobal(const KernelProgram &Kernel, const Access &Site) {
  return Site.Space == MemorySpace::Global && Site.Offset && Site.Form == RequestForm::Plain &&
         (Site.Kind == AccessKind::Load || Site.Kind == AccessKind::Store) && !Site.IsVolatile &&
         Site.Order == AccessOrder::Weak && !Site.IsUnused &&
         !Kernel.Objects[Site.Object].IsVolatile;
}

/// Elements that are not part of a structure or of a vector, or whole ones of these. CUDA's numbers
/// of 2 bytes are structures of one member. Nor is what a pointer to numbers accesses of an array
/// of vectors, `((const float *)vectors)[i]`.
static bool isScalar(const KernelProgram &Kernel, const Access &Site) {
  const MemoryObject &Object = Kernel.Objects[Site.Object];
  bool IsWhole = Site.Bytes == Object.ElementBytes;
  bool IsNumber = Object.IsVectorElement
                      ? Site.RecordAlignment <= 1 && has_single_bit(Object.ElementBytes)
                      : Object.Members.size() <= 1;
  return (IsWhole || IsNumber) && Site.Parts == 1 && Site.RecordAlignment <= Site.Bytes;
}

/// Whether \p Object starts on a multiple of \p Bytes in \p Launch.
static bool startsAligned(const MemoryObject &Object, const LaunchContext &Launch, unsigned Bytes) {
  if (Object.AlignmentBytes % Bytes != 0)
    return false;
  if (!Object.ParameterIndex || *Object.ParameterIndex >= Launch.Arguments.size() ||
      !Object.ParameterFields.empty())
    return true;
  const LaunchArgument &Argument = Launch.Arguments[*Object.ParameterIndex];
  return Argument.AlignmentBytes % Bytes == 0 && Argument.AlignmentResidue % Bytes == 0;
}

/// Whether a thread may make \p One and \p Other at the same bytes in \p Launch. Distinct pointer
/// parameters do not alias.
static bool mayOverlap(const KernelProgram &Kernel, const LaunchContext &Launch, const Access &One,
                       const Access &Other) {
  if (One.Object == Other.Object) {
    if (!One.Offset || !Other.Offset)
      return true;
    std::optional<int64_t> Apart = constantDistance(One.Offset, Other.Offset);
    return !Apart || (*Apart < int64_t(Other.Bytes) && -*Apart < int64_t(One.Bytes));
  }
  std::array<unsigned, 2> Allocations;
  for (auto [Site, Allocation] : zip_equal(std::array{&One, &Other}, Allocations)) {
    const MemoryObject &Object = Kernel.Objects[Site->Object];
    if (!Object.ParameterIndex || !Object.ParameterFields.empty() || !Object.OneOf.empty())
      return true;
    Allocation = *Object.ParameterIndex < Launch.Arguments.size()
                     ? Launch.Arguments[*Object.ParameterIndex].SharedAllocation
                     : 0;
  }
  return Allocations[0] != 0 && Allocations[0] == Allocations[1];
}

namespace {

/// Accesses of one thread that differ in a constant only, by that.
struct Neighbours {
  const Access *First = nullptr;
  /// Those of First that do not hold for all threads of the launch.
  std::vector<ExprRef> Guards;
  ExprRef WithoutConstant = nullptr;
  std::map<int64_t, std::vector<unsigned>> ByOffset;
};

} // namespace

/// Whether \p Site can be made together with those in \p Group before it: loads where the first is,
/// stores where the last is.
static bool canJoin(const KernelProgram &Kernel, const LaunchContext &Launch,
                    const Neighbours &Group, const Access &Site) {
  auto Between = [&](const memlint::Site &Node) {
    return Group.First->NodeId < Node.NodeId && Node.NodeId < Site.NodeId;
  };
  auto Hinders = [&](const Access &Other) {
    if (!Between(Other) || (Other.Kind == AccessKind::Load && Site.Kind == AccessKind::Load))
      return false;
    if (Site.Kind == AccessKind::Load)
      return mayOverlap(Kernel, Launch, Other, Site);
    return any_of(make_second_range(Group.ByOffset), [&](ArrayRef<unsigned> Ids) {
      return any_of(Ids, [&](unsigned Id) {
        const Access &Member = Kernel.Accesses[Id];
        return Member.NodeId < Other.NodeId && mayOverlap(Kernel, Launch, Other, Member);
      });
    });
  };
  return none_of(Kernel.Barriers, Between) && none_of(Kernel.Fences, Between) &&
         none_of(Kernel.Accesses, Hinders);
}

/// The conditions of \p Site without those that hold for all threads of \p Launch, such as that an
/// index is inside of the array.
static std::vector<ExprRef> openGuards(ExprContext &Expressions, const KernelProgram &Kernel,
                                       const LaunchContext &Launch, const Access &Site) {
  std::vector<ExprRef> Open = Site.Guards;
  erase_if(Open, [&](ExprRef Guard) {
    ExprRef Known = Expressions.substitute(
        withLaunchValues(Expressions, Guard, Kernel, Launch), [&](ExprRef Leaf) {
          return builtinInLaunch(Expressions, Leaf, Launch.Block, Launch.Grid);
        });
    return Known->range().Low > 0;
  });
  return Open;
}

static std::vector<Neighbours>
findNeighbours(ExprContext &Expressions, const KernelProgram &Kernel, const LaunchContext &Launch,
               unsigned Object, function_ref<bool(const Access &)> IsEligible,
               function_ref<bool(const Neighbours &, const Access &)> CanBeOne) {
  std::vector<Neighbours> Groups;
  for (const Access &Site : Kernel.Accesses) {
    if (Site.Object != Object || !isPlainGlobal(Kernel, Site) || !IsEligible(Site))
      continue;
    ExprRef Offset = withLaunchValues(Expressions, Site.Offset, Kernel, Launch);
    int64_t Constant = constantOf(Offset);
    ExprRef Rest = Expressions.add(Offset, Expressions.constant(-Constant));
    std::vector<ExprRef> Guards = openGuards(Expressions, Kernel, Launch, Site);
    auto Group = find_if(Groups, [&](const Neighbours &Each) {
      const Access &First = *Each.First;
      // A load may come before the condition that another one has in addition.
      bool HasGuards =
          Site.Kind == AccessKind::Load
              ? all_of(Each.Guards, [&](ExprRef Guard) { return is_contained(Guards, Guard); })
              : Each.Guards == Guards;
      return First.Kind == Site.Kind && HasGuards && First.Loops == Site.Loops &&
             Each.WithoutConstant == Rest && CanBeOne(Each, Site);
    });
    if (Group == Groups.end()) {
      Groups.push_back({&Site, Guards, Rest, {}});
      Group = std::prev(Groups.end());
    }
    Group->ByOffset[Constant].push_back(Site.Id);
  }
  return Groups;
}

using Multiples = std::vector<std::pair<ExprRef, uint64_t>>;

static void addMultiple(Multiples &All, ExprRef Argument, uint64_t Of) {
  auto Known = find_if(All, [&](const auto &Each) { return Each.first == Argument; });
  if (Known == All.end())
    All.push_back({Argument, Of});
  else
    Known->second = std::lcm(Known->second, Of);
}

/// What arguments have to be multiples of for \p Offset to be one of \p Bytes: those that its other
/// terms have as factors, such as the length of a row. Nothing: some term has none.
static std::optional<Multiples> alignedGiven(ExprRef Offset, unsigned Bytes) {
  Multiples Needed;
  if (Offset->congruence().isMultipleOf(Bytes))
    return Needed;
  if (constantOf(Offset) % int64_t(Bytes) != 0)
    return std::nullopt;
  for (const Term &Part : termsOf(Offset)) {
    uint64_t Of = Bytes / std::gcd(uint64_t(Bytes), uint64_t(std::abs(Part.Coefficient)));
    if (Part.Factors.empty() || Of == 1)
      continue;
    const auto *Argument = find_if(Part.Factors, [](ExprRef Factor) {
      return Factor->isLeaf() && Factor->leaf().Kind == LeafKind::Parameter;
    });
    if (Argument == Part.Factors.end())
      return std::nullopt;
    addMultiple(Needed, *Argument, Of);
  }
  return Needed;
}

/// Where one access for several of \p Group may start: at each of them, or an element before.
static std::set<int64_t> startsOf(const Neighbours &Group) {
  std::set<int64_t> Starts;
  for (int64_t Start : make_first_range(Group.ByOffset)) {
    Starts.insert(Start);
    Starts.insert(Start - int64_t(Group.First->Bytes));
  }
  return Starts;
}

/// How many of the elements of an access of \p Bytes may be missing: one of four that are loaded,
/// such as the alpha of a pixel. It lies in the same aligned piece, which memory has as a whole.
static unsigned mostMissing(const Access &Site, unsigned Bytes) {
  return Site.Kind == AccessKind::Load && Bytes == 4 * Site.Bytes ? 1 : 0;
}

std::optional<ChangedAccesses> joinAccesses(ExprContext &Expressions, const KernelProgram &Kernel,
                                            const LaunchContext &Launch, unsigned Object,
                                            unsigned Bytes) {
  if (!startsAligned(Kernel.Objects[Object], Launch, Bytes))
    return std::nullopt;
  ChangedAccesses Result{Kernel, {}, {}};
  auto IsEligible = [&](const Access &Site) { return isScalar(Kernel, Site); };
  auto CanBeOne = [&](const Neighbours &Group, const Access &Site) {
    return Group.First->Bytes == Site.Bytes &&
           Group.Guards == openGuards(Expressions, Kernel, Launch, Site) &&
           canJoin(Kernel, Launch, Group, Site);
  };
  for (const Neighbours &Group :
       findNeighbours(Expressions, Kernel, Launch, Object, IsEligible, CanBeOne)) {
    unsigned Each = Group.First->Bytes;
    for (int64_t Start : startsOf(Group)) {
      ExprRef Offset = Expressions.add(Group.WithoutConstant, Expressions.constant(Start));
      std::optional<Multiples> Needed = alignedGiven(Offset, Bytes);
      if (Each >= Bytes || !Needed)
        continue;
      std::vector<unsigned> Parts;
      unsigned Missing = 0;
      for (unsigned Covered = 0; Covered < Bytes; Covered += Each) {
        auto Part = Group.ByOffset.find(Start + int64_t(Covered));
        if (Part == Group.ByOffset.end())
          ++Missing;
        else
          append_range(Parts, Part->second);
      }
      if (Missing > mostMissing(*Group.First, Bytes))
        continue;
      for (unsigned Id : Parts)
        Result.Program.Accesses[Id].IsUnused = true;
      Access &Whole = Result.Program.Accesses[Parts.front()];
      Whole.IsUnused = false;
      Whole.Bytes = Bytes;
      Whole.Offset = Offset;
      append_range(Result.Changed, Parts);
      for (auto [Argument, Of] : *Needed)
        addMultiple(Result.Multiples, Argument, Of);
    }
  }
  return Result.Changed.empty() ? std::nullopt : std::optional(std::move(Result));
}

namespace {

/// Accesses of a group to one aligned piece of a structure.
struct WholePiece {
  std::vector<unsigned> Sites;
  int64_t First = 0;
  int64_t End = 0;
  /// A bit for each word of the piece.
  unsigned Words = 0;
  unsigned Bytes = 0;
};

} // namespace

/// The accesses of \p Group by pieces of \p Bytes.
static std::map<int64_t, WholePiece> piecesOf(const KernelProgram &Kernel, const Neighbours &Group,
                                              int64_t Bytes) {
  constexpr int64_t Word = 4;
  std::map<int64_t, WholePiece> Pieces;
  for (const auto &[Constant, Sites] : Group.ByOffset)
    for (unsigned Id : Sites) {
      int64_t InPiece = ((Constant % Bytes) + Bytes) % Bytes;
      int64_t End = InPiece + Kernel.Accesses[Id].Bytes;
      auto [Known, IsNew] = Pieces.try_emplace(Constant - InPiece);
      WholePiece &Piece = Known->second;
      Piece.First = IsNew ? InPiece : std::min(Piece.First, InPiece);
      Piece.End = std::max(Piece.End, End);
      for (int64_t Each = InPiece / Word; Each * Word < End; ++Each)
        Piece.Words |= 1u << Each;
      Piece.Bytes += Kernel.Accesses[Id].Bytes;
      Piece.Sites.push_back(Id);
    }
  return Pieces;
}

/// The aligned bytes that one access to \p Piece takes: a load as many as are used, a store all.
/// Nothing: two words of four that are not in one half stay two loads, as ptxas does not fetch
/// registers in vain; of what is stored some is missing.
static std::optional<unsigned> widthOfWhole(const WholePiece &Piece, AccessKind Kind,
                                            unsigned Bytes) {
  constexpr unsigned MostBytes = 16;
  if (Kind == AccessKind::Store)
    return Piece.Bytes == Bytes ? std::optional(Bytes) : std::nullopt;
  unsigned Width = Bytes;
  while (Width > 1 && Piece.First / (Width / 2) == (Piece.End - 1) / (Width / 2))
    Width /= 2;
  return Width == MostBytes && popcount(Piece.Words) == 2 ? std::nullopt : std::optional(Width);
}

std::optional<ChangedAccesses> accessWhole(ExprContext &Expressions, const KernelProgram &Kernel,
                                           const LaunchContext &Launch, unsigned Object) {
  constexpr uint64_t MostBytes = 16;
  const MemoryObject &Array = Kernel.Objects[Object];
  auto Bytes = unsigned(std::min(Array.ElementAlignment, MostBytes));
  if (Bytes < 2 || !startsAligned(Array, Launch, Bytes))
    return std::nullopt;
  auto IsEligible = [&](const Access &Site) { return Site.Bytes < Bytes; };
  // What nobody stores to may be loaded at any time.
  bool IsStored = !Kernel.Unseen.empty() || any_of(Kernel.Accesses, [&](const Access &Other) {
    return Other.Kind != AccessKind::Load &&
           (Other.Object == Object || any_of(Kernel.Accesses, [&](const Access &Site) {
              return Site.Object == Object && mayOverlap(Kernel, Launch, Other, Site);
            }));
  });
  auto CanBeOne = [&](const Neighbours &Group, const Access &Site) {
    return !IsStored || canJoin(Kernel, Launch, Group, Site);
  };
  ChangedAccesses Result{Kernel, {}, {}};
  LoopMotion Moved(Expressions, Kernel);
  for (const Neighbours &Group :
       findNeighbours(Expressions, Kernel, Launch, Object, IsEligible, CanBeOne)) {
    if (!Group.WithoutConstant->congruence().isMultipleOf(Bytes))
      continue;
    for (const auto &[Start, Piece] : piecesOf(Kernel, Group, int64_t(Bytes))) {
      std::optional<unsigned> Width = widthOfWhole(Piece, Group.First->Kind, Bytes);
      auto Requests = count_if(Piece.Sites, [&](unsigned Id) {
        return compiledAccess(Expressions, Kernel, Moved, Kernel.Accesses[Id]).has_value();
      });
      if (!Width || Requests < 2)
        continue;
      for (unsigned Id : Piece.Sites)
        Result.Program.Accesses[Id].IsUnused = true;
      Access &Whole = Result.Program.Accesses[*min_element(Piece.Sites)];
      Whole.IsUnused = false;
      Whole.Bytes = *Width;
      Whole.RecordAlignment = 1;
      Whole.Offset = Expressions.add(
          Group.WithoutConstant,
          Expressions.constant(Start + Piece.First / int64_t(*Width) * int64_t(*Width)));
      append_range(Result.Changed, Piece.Sites);
    }
  }
  return Result.Changed.empty() ? std::nullopt : std::optional(std::move(Result));
}

std::optional<uint64_t> constantTripCount(ExprContext &Expressions, const KernelProgram &Kernel,
                                          const LaunchContext &Launch, const Loop &Each,
                                          uint64_t Most) {
  std::vector<ExprRef> Exits;
  for (ExprRef Exit : Each.Exits) {
    Exits.push_back(withLaunchValues(Expressions, Exit, Kernel, Launch));
    if (!allLeaves(Exits.back(), [&](ExprRef Leaf) { return Leaf == Each.Counter; }))
      return std::nullopt;
  }
  for (uint64_t Iteration = 0; Iteration <= Most; ++Iteration)
    if (any_of(Exits, [&](ExprRef Exit) {
          return evaluate(Exit, [&](ExprRef) { return int64_t(Iteration); }) != 0;
        }))
      return Iteration;
  return std::nullopt;
}

/// The number of bytes by which \p Offset moves in each iteration of \p Around, where that is
/// the same for all.
static std::optional<int64_t> bytesPerIteration(ExprRef Offset, const Loop &Around) {
  std::optional<int64_t> Bytes;
  for (const Term &Part : termsOf(Offset)) {
    auto Mentions = [&](ExprRef Factor) {
      return anyLeaf(Factor, [&](ExprRef Leaf) { return Leaf == Around.Counter; });
    };
    if (none_of(Part.Factors, Mentions))
      continue;
    if (Part.Factors.size() != 1 || Part.Factors.front() != Around.Counter || Bytes)
      return std::nullopt;
    Bytes = Part.Coefficient;
  }
  return Bytes;
}

static bool holdsInAllIterations(ExprRef Guard, const Loop &Around, uint64_t Trips) {
  if (!allLeaves(Guard, [&](ExprRef Leaf) { return Leaf == Around.Counter; }))
    return false;
  for (uint64_t Iteration = 0; Iteration != Trips; ++Iteration)
    if (evaluate(Guard, [&](ExprRef) { return int64_t(Iteration); }) == 0)
      return false;
  return true;
}

/// Whether the innermost loop around \p Site stores to its array, and accesses other elements of it
/// than \p Site does in the same iteration.
static bool meetsOtherElements(const KernelProgram &Kernel, const Access &Site) {
  auto IsBeside = [&](const Access &Other) {
    return Other.Object == Site.Object && !Other.IsUnused &&
           is_contained(Other.Loops, Site.Loops.back());
  };
  auto IsElsewhere = [&](const Access &Other) {
    return !Other.Offset || Other.Bytes != Site.Bytes ||
           constantDistance(Site.Offset, Other.Offset) != 0;
  };
  auto Beside = make_filter_range(Kernel.Accesses, IsBeside);
  return any_of(Beside, IsElsewhere) &&
         any_of(Beside, [](const Access &Other) { return Other.Kind != AccessKind::Load; });
}

/// Makes \p Site, in a loop \p Number, one access of \p Bytes for several iterations.
static bool widen(ExprContext &Expressions, const KernelProgram &Kernel,
                  const LaunchContext &Launch, unsigned Bytes, Access &Site,
                  KernelProgram &Changed) {
  constexpr uint64_t MostIterations = 1u << 16;
  if (Site.Loops.empty() || Site.Bytes >= Bytes || meetsOtherElements(Kernel, Site))
    return false;
  const Loop &Around = Kernel.Loops[Site.Loops.back()];
  auto IsOfIteration = [&](ExprRef Leaf) {
    LeafKind Kind = Leaf->leaf().Kind;
    return Leaf == Around.Counter ||
           ((Kind == LeafKind::Loaded || Kind == LeafKind::Opaque) && Around.makes(Leaf));
  };
  ExprRef Offset = withLaunchValues(Expressions, Site.Offset, Kernel, Launch);
  if (Offset->varies() != Uniformity::Lane ||
      bytesPerIteration(Offset, Around) != int64_t(Site.Bytes))
    return false;
  ExprRef First = Expressions.substitute(Offset, [&](ExprRef Leaf) {
    return Leaf == Around.Counter ? Expressions.constant(0) : nullptr;
  });
  unsigned PerAccess = Bytes / Site.Bytes;
  std::optional<uint64_t> Trips =
      constantTripCount(Expressions, Kernel, Launch, Around, MostIterations);
  if (!Trips || *Trips == 0 || *Trips % PerAccess != 0 ||
      !First->congruence().isMultipleOf(Bytes) || anyLeaf(First, IsOfIteration))
    return false;
  // What holds in all iterations, such as the condition of the loop, decides nothing.
  erase_if(Site.Guards, [&](ExprRef Guard) {
    return holdsInAllIterations(withLaunchValues(Expressions, Guard, Kernel, Launch), Around,
                                *Trips);
  });
  if (any_of(Site.Guards, [&](ExprRef Guard) { return anyLeaf(Guard, IsOfIteration); }))
    return false;

  Loop Fewer = Around;
  Fewer.Id = unsigned(Changed.Loops.size());
  LeafInfo Info = Around.Counter->leaf();
  Info.Id = Fewer.Id;
  Fewer.Counter = Expressions.leaf(Info);
  auto Skip = [&](ExprRef Root) {
    return Expressions.substitute(Root, [&](ExprRef Leaf) {
      return Leaf == Around.Counter
                 ? Expressions.multiply(Fewer.Counter, Expressions.constant(PerAccess))
                 : nullptr;
    });
  };
  for (ExprRef &Exit : Fewer.Exits)
    Exit = Skip(Exit);
  // Iterations are counted with the one in which threads leave.
  Site.Guards.push_back(
      Expressions.less(Fewer.Counter, Expressions.constant(int64_t(*Trips / PerAccess))));
  Site.Offset = Skip(Site.Offset);
  Site.Bytes = Bytes;
  Site.Loops.back() = Fewer.Id;
  Changed.Loops.push_back(std::move(Fewer));
  return true;
}

std::optional<ChangedAccesses> joinIterations(ExprContext &Expressions, const KernelProgram &Kernel,
                                              const LaunchContext &Launch, unsigned Object,
                                              unsigned Bytes) {
  if (!startsAligned(Kernel.Objects[Object], Launch, Bytes))
    return std::nullopt;
  ChangedAccesses Result{Kernel, {}, {}};
  for (Access &Site : Result.Program.Accesses)
    if (Site.Object == Object && isPlainGlobal(Kernel, Site) && isScalar(Kernel, Site) &&
        widen(Expressions, Kernel, Launch, Bytes, Site, Result.Program))
      Result.Changed.push_back(Site.Id);
  return Result.Changed.empty() ? std::nullopt : std::optional(std::move(Result));
}

} // namespace memlint

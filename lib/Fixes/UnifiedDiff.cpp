//===- lib/Fixes/UnifiedDiff.cpp - Changes as patch reads them ------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Fixes/UnifiedDiff.h"

#include "cuda-memlint/Fixes/EditScope.h"
#include "cuda-memlint/Support/RealPaths.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

#include <algorithm>

using namespace llvm;

namespace memlint {

namespace {

/// Lines [OldBegin, OldEnd) become lines [NewBegin, NewEnd), counted from 0.
struct LineChange {
  size_t OldBegin, OldEnd, NewBegin, NewEnd;
};

/// Finds which lines differ by Myers' greedy search ("An O(ND) difference algorithm and its
/// variations", 1986): the points (x, y) that are reached by taking x lines of the old text and y
/// of the new one lie on diagonals x - y, and along a diagonal equal lines cost nothing.
class LineSearch {
public:
  LineSearch(ArrayRef<StringRef> Old, ArrayRef<StringRef> New) : Old(Old), New(New) {}

  std::vector<LineChange> run() {
    if (!search())
      return {{0, Old.size(), 0, New.size()}};
    return trace();
  }

private:
  /// More changes are not looked for: all lines are replaced.
  static constexpr int MostChanges = 2000;

  /// Of a diagonal among those from -Changes to Changes.
  static size_t indexOf(int Diagonal, int Changes) {
    int Index = Diagonal + Changes;
    return size_t(Index);
  }
  bool search();
  std::vector<LineChange> trace() const;
  /// Whether one comes farthest on \p Diagonal by a line that is put in, from the diagonal above.
  static bool isPutIn(ArrayRef<int> Before, int Changes, int Diagonal) {
    auto From = [&](int Other) { return Before[indexOf(Other, Changes)]; };
    return Diagonal == -Changes || (Diagonal != Changes && From(Diagonal - 1) < From(Diagonal + 1));
  }

  ArrayRef<StringRef> Old, New;
  /// By number of changes D, for the diagonals -D … D: the farthest x with D - 1 changes, as
  /// isPutIn() wants it.
  std::vector<std::vector<int>> Before;
};

} // namespace

bool LineSearch::search() {
  int OldSize = int(Old.size()), NewSize = int(New.size());
  std::vector<int> Farthest{0};
  for (int Changes = 0; Changes <= MostChanges; ++Changes) {
    // The diagonals that are new in this step have not been reached.
    std::vector<int> Last(size_t(2 * Changes + 1), 0);
    llvm::copy(Farthest, Last.begin() + (Changes != 0));
    Before.push_back(Last);
    Farthest.assign(Last.size(), 0);
    for (int Diagonal = -Changes; Diagonal <= Changes; Diagonal += 2) {
      int At = 0;
      if (Changes != 0)
        At = isPutIn(Last, Changes, Diagonal) ? Last[indexOf(Diagonal + 1, Changes)]
                                              : Last[indexOf(Diagonal - 1, Changes)] + 1;
      while (At < OldSize && At - Diagonal < NewSize && Old[At] == New[At - Diagonal])
        ++At;
      Farthest[indexOf(Diagonal, Changes)] = At;
      if (At >= OldSize && At - Diagonal >= NewSize)
        return true;
    }
  }
  return false;
}

std::vector<LineChange> LineSearch::trace() const {
  std::vector<LineChange> Changes;
  int X = int(Old.size()), Y = int(New.size());
  for (int Number = int(Before.size()) - 1; Number > 0; --Number) {
    int Diagonal = X - Y;
    bool PutIn = isPutIn(Before[size_t(Number)], Number, Diagonal);
    int FromDiagonal = Diagonal + (PutIn ? 1 : -1);
    int FromX = Before[size_t(Number)][indexOf(FromDiagonal, Number)], FromY = FromX - FromDiagonal;
    size_t OldBegin = size_t(FromX), NewBegin = size_t(FromY);
    LineChange Step{OldBegin, OldBegin + !PutIn, NewBegin, NewBegin + PutIn};
    if (!Changes.empty() && Changes.back().OldBegin == Step.OldEnd &&
        Changes.back().NewBegin == Step.NewEnd)
      Changes.back().OldBegin = Step.OldBegin, Changes.back().NewBegin = Step.NewBegin;
    else
      Changes.push_back(Step);
    X = FromX;
    Y = FromY;
  }
  std::reverse(Changes.begin(), Changes.end());
  return Changes;
}

/// With their ends.
static std::vector<StringRef> linesOf(StringRef Text) {
  std::vector<StringRef> Lines;
  while (!Text.empty()) {
    size_t Size = std::min(Text.find('\n'), Text.size() - 1) + 1;
    Lines.push_back(Text.take_front(Size));
    Text = Text.drop_front(Size);
  }
  return Lines;
}

static void printLine(raw_ostream &Stream, char Sign, StringRef Line) {
  Stream << Sign << Line;
  if (!Line.ends_with("\n"))
    Stream << "\n\\ No newline at end of file\n";
}

/// Where \p Count lines from \p Begin (from 0) on are; of none, the line before them.
static std::string describeLines(size_t Begin, size_t Count) {
  return utostr(Begin + (Count != 0)) + (Count == 1 ? "" : "," + utostr(Count));
}

/// Prints changes whose contexts meet, as one hunk.
static void printHunk(raw_ostream &Stream, ArrayRef<StringRef> Old, ArrayRef<StringRef> New,
                      ArrayRef<LineChange> Changes, size_t Context) {
  const LineChange &First = Changes.front(), &Last = Changes.back();
  size_t Above = std::min(Context, First.OldBegin);
  size_t OldBegin = First.OldBegin - Above, NewBegin = First.NewBegin - Above;
  size_t Below = std::min(Context, Old.size() - Last.OldEnd);
  size_t OldEnd = Last.OldEnd + Below, NewEnd = Last.NewEnd + Below;
  Stream << "@@ -" << describeLines(OldBegin, OldEnd - OldBegin) << " +"
         << describeLines(NewBegin, NewEnd - NewBegin) << " @@\n";
  size_t At = OldBegin;
  for (const LineChange &Change : Changes) {
    for (; At != Change.OldBegin; ++At)
      printLine(Stream, ' ', Old[At]);
    for (; At != Change.OldEnd; ++At)
      printLine(Stream, '-', Old[At]);
    for (size_t Line = Change.NewBegin; Line != Change.NewEnd; ++Line)
      printLine(Stream, '+', New[Line]);
  }
  for (; At != OldEnd; ++At)
    printLine(Stream, ' ', Old[At]);
}

/// As git and GNU patch write and read names: in quotes with escapes where a character is not
/// plain. Behind a name with a space they want a tab, or it would end there.
static std::string quotedName(StringRef Name) {
  auto IsPlain = [](char Letter) { return isPrint(Letter) && Letter != '"' && Letter != '\\'; };
  if (all_of(Name, IsPlain))
    return Name.str() + (Name.contains(' ') ? "\t" : "");
  std::string Result = "\"";
  raw_string_ostream Stream(Result);
  for (char Letter : Name)
    if (Letter == '"' || Letter == '\\')
      Stream << '\\' << Letter;
    else if (IsPlain(Letter))
      Stream << Letter;
    else
      Stream << '\\' << format("%03o", unsigned(static_cast<unsigned char>(Letter)));
  Stream << '"';
  return Result;
}

void printUnifiedDiff(raw_ostream &Stream, const FileChange &Change, StringRef Name) {
  constexpr size_t Context = 3;
  std::vector<StringRef> Old = linesOf(Change.Original), New = linesOf(Change.Changed);
  std::vector<LineChange> Changes = LineSearch(Old, New).run();
  if (Changes.empty())
    return;
  Stream << "--- " << quotedName(("a/" + Name).str()) << '\n';
  Stream << "+++ " << quotedName(("b/" + Name).str()) << '\n';
  ArrayRef<LineChange> Left = Changes;
  while (!Left.empty()) {
    size_t Together = 1;
    while (Together != Left.size() &&
           Left[Together].OldBegin - Left[Together - 1].OldEnd <= 2 * Context)
      ++Together;
    printHunk(Stream, Old, New, Left.take_front(Together), Context);
    Left = Left.drop_front(Together);
  }
}

std::string nameInDiff(StringRef Path) {
  StringRef Below = pathBelow(Path, absolutePath("."));
  return (Below.empty() ? Path.ltrim('/') : Below).str();
}

} // namespace memlint

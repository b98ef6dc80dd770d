//===- UnifiedDiff.cpp - Which lines a diff changes -----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/ChangedLines/UnifiedDiff.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <optional>
#include <tuple>

using namespace llvm;

namespace memlint {

namespace {

class DiffReader {
public:
  explicit DiffReader(StringRef Text) : Rest(Text) {}

  Expected<std::vector<DiffedFile>> run();

private:
  std::optional<StringRef> nextLine();
  void readHeader(StringRef Line);
  Error readNames(StringRef OldName);
  Error readHunk(StringRef Header);
  void beginFile();
  Error fail(const Twine &What) const {
    return createStringError("line " + Twine(LineNumber) + ": " + What);
  }

  StringRef Rest;
  unsigned LineNumber = 0;
  std::vector<DiffedFile> Files;
  DiffedFile Current;
  /// A new name has been read.
  bool HasName = false;
  bool IsLeftOut = false;
  /// The names have "a/" and "b/" before them, or other such letters.
  bool IsGit = false;
  /// There is something of a diff.
  bool IsDiff = false;
};

} // namespace

std::optional<StringRef> DiffReader::nextLine() {
  if (Rest.empty())
    return std::nullopt;
  StringRef Line;
  std::tie(Line, Rest) = Rest.split('\n');
  ++LineNumber;
  return Line;
}

/// A name that git quotes as C does, or one that ends at a tab, behind which `diff`
/// writes a time. Nothing where quotes are not closed.
static std::optional<std::string> readName(StringRef Text) {
  if (!Text.consume_front("\""))
    return Text.take_until([](char Letter) { return Letter == '\t'; }).rtrim('\r').str();
  std::string Name;
  while (!Text.empty()) {
    char Letter = Text.front();
    Text = Text.drop_front();
    if (Letter == '"')
      return Name;
    if (Letter != '\\') {
      Name += Letter;
      continue;
    }
    if (Text.empty())
      break;
    char Escape = Text.front();
    constexpr StringLiteral Letters = "abtnvfr\"\\";
    constexpr StringLiteral Meanings = "\a\b\t\n\v\f\r\"\\";
    if (size_t At = Letters.find(Escape); At != StringRef::npos) {
      Name += Meanings[At];
      Text = Text.drop_front();
      continue;
    }
    constexpr size_t OctalDigits = 3;
    unsigned Value = 0;
    if (Text.size() < OctalDigits || Text.take_front(OctalDigits).getAsInteger(8, Value) ||
        Value > 0xff)
      break;
    Name += char(Value);
    Text = Text.drop_front(OctalDigits);
  }
  return std::nullopt;
}

/// Takes the one letter and the slash off that git puts before a name.
static void dropPrefix(std::string &Name) {
  if (Name.size() > 2 && isAlpha(Name[0]) && Name[1] == '/')
    Name.erase(0, 2);
}

void DiffReader::beginFile() {
  if (HasName && !IsLeftOut && (Current.Whole || !Current.Changes.empty()))
    Files.push_back(std::move(Current));
  Current = DiffedFile();
  HasName = IsLeftOut = IsGit = false;
}

static bool isLinkMode(StringRef Mode) { return Mode == "120000"; }

/// A line that is neither a name nor of a hunk.
void DiffReader::readHeader(StringRef Line) {
  IsDiff |= Line.starts_with("diff --");
  if (Line.starts_with("diff --git ")) {
    beginFile();
    IsGit = true;
  } else if (Line.consume_front("diff --cc ") || Line.consume_front("diff --combined ")) {
    beginFile();
    if (std::optional<std::string> Name = readName(Line)) {
      Current.Path = std::move(*Name);
      Current.Whole = HasName = true;
    }
  } else if (Line.consume_front("new file mode ") || Line.consume_front("new mode ")) {
    IsLeftOut |= isLinkMode(Line.rtrim('\r'));
  } else if (IsGit && Line.consume_front("index ")) {
    // Of a file whose kind does not change: "index 1234567..89abcde 120000".
    IsLeftOut |= isLinkMode(Line.split(' ').second.rtrim('\r'));
  }
}

Error DiffReader::readNames(StringRef OldName) {
  // Those of a merge are known already.
  if (Current.Whole)
    return Error::success();
  if (!Rest.starts_with("+++ "))
    return Error::success();
  StringRef Line = *nextLine();
  std::optional<std::string> Old = readName(OldName), New = readName(Line.drop_front(4));
  if (!Old || !New)
    return fail("unterminated quoted name");
  // Plain diffs have no line between one file and the next.
  if (HasName) {
    bool WasGit = IsGit;
    beginFile();
    IsGit = WasGit;
  }
  bool IsNew = *Old == "/dev/null";
  HasName = IsDiff = true;
  IsLeftOut |= *New == "/dev/null" || New->empty();
  if (IsGit || ((IsNew || StringRef(*Old).starts_with("a/")) && StringRef(*New).starts_with("b/")))
    dropPrefix(*New);
  Current.Path = std::move(*New);
  return Error::success();
}

/// Reads "12,3" or "12" from the front of \p Text.
static bool readRange(StringRef &Text, unsigned &First, unsigned &Count) {
  /// Lines beyond would not be counted rightly.
  constexpr unsigned MostLines = 1U << 30;
  Count = 1;
  if (Text.consumeInteger(10, First))
    return false;
  if (Text.consume_front(",") && Text.consumeInteger(10, Count))
    return false;
  return First < MostLines && Count < MostLines;
}

Error DiffReader::readHunk(StringRef Header) {
  StringRef Text = Header;
  unsigned OldFirst = 0, OldCount = 0, NewFirst = 0, NewCount = 0;
  if (!Text.consume_front("@@ -") || !readRange(Text, OldFirst, OldCount) ||
      !Text.consume_front(" +") || !readRange(Text, NewFirst, NewCount) || !Text.starts_with(" @@"))
    return fail("'" + Header.take_front(60) + "' is not a line range");
  if (!HasName)
    return fail("no file name precedes these lines");
  // Where a side has none, the line before the location is given.
  unsigned Old = OldFirst + (OldCount == 0), New = NewFirst + (NewCount == 0);
  unsigned OldEnd = Old + OldCount, NewEnd = New + NewCount;
  std::optional<LineChange> Change;
  auto Close = [&] {
    if (Change)
      Current.Changes.push_back(*Change);
    Change.reset();
  };
  while (Old != OldEnd || New != NewEnd) {
    std::optional<StringRef> Line = nextLine();
    if (!Line)
      return fail("the diff ends within a line range");
    char Kind = Line->empty() ? ' ' : Line->front();
    if (Kind == '\\')
      continue;
    bool IsOld = Kind != '+', IsNew = Kind != '-';
    if ((Kind != ' ' && Kind != '+' && Kind != '-' && Kind != '\r') || (IsOld && Old == OldEnd) ||
        (IsNew && New == NewEnd))
      return fail("the lines do not match the range");
    if (IsOld && IsNew) {
      Close();
      ++Old;
      ++New;
      continue;
    }
    if (!Change)
      Change = LineChange{Old, 0, New, 0};
    Change->OldCount += IsOld;
    Change->NewCount += IsNew;
    Old += IsOld;
    New += IsNew;
  }
  Close();
  return Error::success();
}

Expected<std::vector<DiffedFile>> DiffReader::run() {
  bool IsBlank = Rest.trim().empty();
  while (std::optional<StringRef> Line = nextLine()) {
    if (Line->starts_with("@@ ")) {
      if (Error Failure = readHunk(*Line))
        return std::move(Failure);
    } else if (Line->starts_with("--- ")) {
      if (Error Failure = readNames(Line->drop_front(4)))
        return std::move(Failure);
    } else {
      readHeader(*Line);
    }
  }
  beginFile();
  if (!IsDiff && !IsBlank)
    return createStringError("not a unified diff");
  // Hunks may come in any order from hands, and overlap.
  for (DiffedFile &Each : Files)
    sortByLine(Each.Changes);
  return std::move(Files);
}

void sortByLine(std::vector<LineChange> &Changes) {
  llvm::sort(Changes, [](const LineChange &Left, const LineChange &Right) {
    auto Order = [](const LineChange &Change) {
      return std::tie(Change.NewFirst, Change.OldFirst, Change.NewCount, Change.OldCount);
    };
    return Order(Left) < Order(Right);
  });
}

Expected<std::vector<DiffedFile>> parseUnifiedDiff(StringRef Diff) {
  return DiffReader(Diff).run();
}

std::vector<LineChange> moveLines(ArrayRef<LineChange> Changes, ArrayRef<LineChange> Later) {
  std::vector<LineChange> Moved;
  size_t FirstLater = 0;
  for (const LineChange &Change : Changes) {
    unsigned Begin = Change.NewFirst, End = Begin + Change.NewCount;
    // How far the lines behind a later change have moved.
    auto ShiftBehind = [](const LineChange &Change) {
      return int64_t(Change.NewFirst) + Change.NewCount - Change.OldFirst - Change.OldCount;
    };
    while (FirstLater != Later.size() &&
           Later[FirstLater].OldFirst + Later[FirstLater].OldCount <= Begin)
      ++FirstLater;
    int64_t Shift = FirstLater ? ShiftBehind(Later[FirstLater - 1]) : 0;
    if (Change.NewCount == 0) {
      bool IsGone = FirstLater != Later.size() && Later[FirstLater].OldFirst < Begin;
      unsigned MovedTo = IsGone ? Later[FirstLater].NewFirst : unsigned(Begin + Shift);
      Moved.push_back({Change.OldFirst, Change.OldCount, MovedTo, 0});
      continue;
    }
    auto Keep = [&](unsigned From, unsigned To) {
      if (From < To)
        Moved.push_back({Change.OldFirst, Change.OldCount, unsigned(From + Shift), To - From});
    };
    unsigned Kept = Begin;
    size_t Next = FirstLater;
    for (; Next != Later.size() && Later[Next].OldFirst < End; ++Next) {
      Keep(Kept, Later[Next].OldFirst);
      Kept = std::max(Kept, Later[Next].OldFirst + Later[Next].OldCount);
      Shift = ShiftBehind(Later[Next]);
    }
    Keep(Kept, End);
  }
  return Moved;
}

} // namespace memlint

//===- Parse.cpp - Reading a configuration --------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Configuration/Configuration.h"

#include "CompileOptions.h"

#include "cuda-memlint/Checks/BudgetLimit.h"
#include "cuda-memlint/Configuration/Setting.h"
#include "cuda-memlint/Frontend/CrashGuard.h"
#include "cuda-memlint/Support/LineTable.h"
#include "cuda-memlint/Support/NearestName.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"

#include <limits>

using namespace llvm;

namespace memlint {

/// More than anybody writes by hand; what a file from elsewhere may not exceed.
static constexpr size_t MostBytes = 64 << 10, MostEntries = 1000;

namespace {

/// A scalar and where it stands.
struct Word {
  std::string Text;
  yaml::Node *Node;
};

class Reader {
public:
  Reader(StringRef Path, StringRef Text);

  Expected<Configuration> read();

  static void addKeys(std::vector<StringRef> &Names);

private:
  using Handler = void (Reader::*)(yaml::Node &);
  struct Key {
    StringLiteral Name;
    Handler Read;
  };
  static const Key Keys[];

  /// Only the first is kept.
  void fail(SMLoc At, const Twine &Message);
  SourcePosition positionOf(yaml::Node &At) const;
  void fail(yaml::Node &At, const Twine &Message) { fail(At.getSourceRange().Start, Message); }
  void failUnknown(const Word &Name, StringRef Kind, ArrayRef<StringRef> Known);
  bool failed() const { return !Problem.empty(); }

  std::optional<std::string> scalar(yaml::Node &From, StringRef What);
  std::vector<Word> words(yaml::Node &From, StringRef What);
  void eachEntry(yaml::Node &From, StringRef What,
                 function_ref<void(const Word &, yaml::Node &)> Use);

  void readRoot(yaml::Node &Root);
  void readSetting(const Setting &Which, yaml::Node &Value);
  void readLevels(yaml::Node &Value);
  void readAssumptions(yaml::Node &Value);
  void readBudgets(yaml::Node &Value);
  void readBudget(yaml::Node &Entry);
  Error checkBudgets() const;
  void readLimit(const Word &Name, yaml::Node &Value, KernelBudget &Result);
  void readCompileOptions(yaml::Node &Value);

  StringRef Path;
  StringRef Folder;
  StringRef Text;
  SourceMgr Sources;
  std::string Problem;
  Configuration Result;
  /// Checks with the level none, as taken away from all.
  std::vector<std::string> WithoutLevel;
};

} // namespace

const Reader::Key Reader::Keys[] = {
    {"levels", &Reader::readLevels},
    {"assumptions", &Reader::readAssumptions},
    {"budgets", &Reader::readBudgets},
    {"compile-options", &Reader::readCompileOptions},
};

void Reader::addKeys(std::vector<StringRef> &Names) {
  for (const Key &Each : Keys)
    Names.push_back(Each.Name);
}

std::vector<StringRef> allSettingKeys() {
  std::vector<StringRef> Names;
  for (const Setting &Each : allSettings())
    Names.push_back(Each.Key);
  Reader::addKeys(Names);
  return Names;
}

Reader::Reader(StringRef Path, StringRef Text)
    : Path(Path), Folder(sys::path::parent_path(Path)), Text(Text) {
  Sources.setDiagHandler(
      [](const SMDiagnostic &Message, void *Context) {
        auto &Self = *static_cast<Reader *>(Context);
        if (!Self.failed())
          Self.Problem = (Self.Path + ":" + Twine(Message.getLineNo()) + ":" +
                          Twine(Message.getColumnNo() + 1) + ": " + Message.getMessage())
                             .str();
      },
      this);
}

/// \p Message without most of what stands between quotes and is longer than anybody wants to read.
static std::string shortenQuoted(StringRef Message) {
  constexpr size_t MostShown = 80;
  std::string Result;
  while (true) {
    auto [Outside, Rest] = Message.split('\'');
    Result += Outside;
    if (Outside.size() == Message.size())
      return Result;
    size_t End = Rest.find('\'');
    StringRef Value = Rest.take_front(End);
    if (End != StringRef::npos && Value.size() > MostShown) {
      size_t Cut = MostShown;
      while (Cut != 0 && (uint8_t(Value[Cut]) & 0xc0) == 0x80)
        --Cut;
      Result += ("'" + Value.take_front(Cut) + "...'").str();
    } else {
      Result += ("'" + Value + (End == StringRef::npos ? "" : "'")).str();
    }
    if (End == StringRef::npos)
      return Result;
    Message = Rest.drop_front(End + 1);
  }
}

void Reader::fail(SMLoc At, const Twine &Message) {
  if (failed())
    return;
  auto [Line, Column] = Sources.getLineAndColumn(At);
  Problem =
      (Path + ":" + Twine(Line) + ":" + Twine(Column) + ": ").str() + shortenQuoted(Message.str());
}

/// Names one of \p Known that \p Name may have meant.
void Reader::failUnknown(const Word &Name, StringRef Kind, ArrayRef<StringRef> Known) {
  std::string Hint = didYouMean(Name.Text, Known);
  if (Hint.empty()) {
    // The end of a name, in words as reports print them.
    std::string End = "-" + join(split(Name.Text, ' '), "-");
    const auto *Whole = find_if(Known, [&](StringRef Each) { return Each.ends_with(End); });
    if (Whole != Known.end())
      Hint = ("; did you mean '" + *Whole + "'?").str();
  }
  fail(*Name.Node, "unknown " + Kind + " '" + Name.Text + "'" + Hint);
}

SourcePosition Reader::positionOf(yaml::Node &At) const {
  SourcePosition Position;
  Position.Path = Path.str();
  std::tie(Position.Line, Position.Column) = Sources.getLineAndColumn(At.getSourceRange().Start);
  return Position;
}

std::optional<std::string> Reader::scalar(yaml::Node &From, StringRef What) {
  if (auto *Scalar = dyn_cast<yaml::ScalarNode>(&From)) {
    SmallString<64> Storage;
    return Scalar->getValue(Storage).str();
  }
  if (auto *Block = dyn_cast<yaml::BlockScalarNode>(&From))
    return Block->getValue().str();
  // The node of an alias begins behind it.
  if (const auto *Alias = dyn_cast<yaml::AliasNode>(&From))
    fail(SMLoc::getFromPointer(Alias->getName().data() - 1),
         "YAML aliases are not supported: write the value itself");
  else
    fail(From, "expected " + What);
  return std::nullopt;
}

/// A list of scalars, or one of them alone.
std::vector<Word> Reader::words(yaml::Node &From, StringRef What) {
  std::vector<Word> Result;
  auto *List = dyn_cast<yaml::SequenceNode>(&From);
  if (!List) {
    if (std::optional<std::string> Alone = scalar(From, What))
      Result.push_back({std::move(*Alone), &From});
    return Result;
  }
  for (yaml::Node &Entry : *List) {
    std::optional<std::string> Each = scalar(Entry, What);
    if (!Each || failed())
      return {};
    if (Result.size() == MostEntries) {
      fail(Entry, "a list has at most " + Twine(MostEntries) + " entries");
      return {};
    }
    Result.push_back({std::move(*Each), &Entry});
  }
  return Result;
}

void Reader::eachEntry(yaml::Node &From, StringRef What,
                       function_ref<void(const Word &, yaml::Node &)> Use) {
  auto *Map = dyn_cast<yaml::MappingNode>(&From);
  if (!Map)
    return fail(From, "expected " + What);
  StringSet<> Seen;
  for (yaml::KeyValueNode &Entry : *Map) {
    yaml::Node *Name = Entry.getKey();
    if (!Name || failed())
      return;
    std::optional<std::string> Text = scalar(*Name, "a name");
    if (!Text)
      return;
    if (!Seen.insert(*Text).second)
      return fail(*Name, "'" + *Text + "' is given twice");
    if (Seen.size() > MostEntries)
      return fail(*Name, "at most " + Twine(MostEntries) + " entries are supported");
    yaml::Node *Value = Entry.getValue();
    if (!Value || failed())
      return;
    Use({std::move(*Text), Name}, *Value);
    if (failed())
      return;
  }
}

void Reader::readSetting(const Setting &Which, yaml::Node &Value) {
  if (!Which.IsList && isa<yaml::SequenceNode>(Value))
    return fail(Value, "expected " + Which.Expected);
  for (const Word &Each : words(Value, Which.Expected)) {
    if (!Which.accepts(Each.Text))
      return fail(*Each.Node, "expected " + Which.Expected + ", not '" + Each.Text + "'" +
                                  didYouMean(Each.Text, split(Which.Words, ", ")));
    size_t Launches = Result.Launches.size();
    if (Error Failure = Which.Read(Result, Each.Text, Folder))
      return fail(*Each.Node, toString(std::move(Failure)));
    for (ConfiguredLaunch &New : MutableArrayRef(Result.Launches).drop_front(Launches))
      New.Request.Position = positionOf(*Each.Node);
  }
}

void Reader::readLevels(yaml::Node &Value) {
  eachEntry(Value, "a level for each check", [&](const Word &Glob, yaml::Node &Given) {
    if (StringRef(Glob.Text).trim().empty() || StringRef(Glob.Text).contains(','))
      return fail(*Glob.Node, "expected a check name or glob");
    if (Error Failure = checkGlob(Glob.Text))
      return fail(*Glob.Node, toString(std::move(Failure)));
    std::optional<std::string> Text = scalar(Given, LevelsInWords);
    if (!Text)
      return;
    if (ConfiguredLevel Level = parseLevel(*Text))
      Result.Levels.emplace_back(Glob.Text, *Level);
    else if (*Text == "none")
      WithoutLevel.push_back("-" + Glob.Text);
    else
      fail(Given, "expected " + LevelsInWords + ", not '" + *Text + "'" +
                      didYouMean(*Text, split(LevelWords, ", ")));
  });
}

void Reader::readAssumptions(yaml::Node &Value) {
  eachEntry(Value, "facts for each kernel", [&](const Word &Kernels, yaml::Node &Given) {
    bool OfSeveral = StringRef(Kernels.Text).find_first_of("*?[") != StringRef::npos;
    for (const Word &Each : words(Given, "'assume <condition>' or 'distinct <name>'")) {
      if (Error Failure = checkFact(Each.Text))
        return fail(*Each.Node, "'" + Each.Text + "': " + toString(std::move(Failure)));
      StatedFact Fact;
      Fact.Text = Each.Text;
      Fact.OfSeveral = OfSeveral;
      Fact.Position = positionOf(*Each.Node);
      Result.Facts.push_back({Kernels.Text, std::move(Fact), positionOf(*Kernels.Node)});
    }
  });
}

void Reader::readBudgets(yaml::Node &Value) {
  auto *List = dyn_cast<yaml::SequenceNode>(&Value);
  if (!List)
    return fail(Value, "expected a list of budgets, such as `- {kernel: transpose, "
                       "shared-excess: 0}`");
  size_t Entries = 0;
  for (yaml::Node &Entry : *List) {
    if (failed())
      return;
    if (++Entries > MostEntries)
      return fail(Entry, "a list has at most " + Twine(MostEntries) + " entries");
    readBudget(Entry);
  }
}

void Reader::readBudget(yaml::Node &Entry) {
  std::string Kernels;
  std::vector<KernelBudget> Limits;
  eachEntry(Entry, "a budget: a kernel and limits", [&](const Word &Name, yaml::Node &Given) {
    if (Name.Text != "kernel")
      return readLimit(Name, Given, Limits.emplace_back());
    Kernels = scalar(Given, "the name of a kernel, or a glob").value_or("");
    if (StringRef(Kernels).trim().empty())
      fail(Given, "expected the name of a kernel, or a glob");
  });
  if (Kernels.empty())
    return fail(Entry, "a budget needs a kernel, such as `kernel: transpose`");
  if (Limits.empty())
    return fail(Entry, "a budget needs a limit, such as `shared-excess: 0`");
  for (KernelBudget &Limit : Limits) {
    Limit.Kernels = Kernels;
    Result.Budgets.push_back(std::move(Limit));
  }
}

static std::vector<StringRef> keysOfBudgets() {
  std::vector<StringRef> Keys = {"kernel"};
  for (const BudgetLimit &Each : allBudgetLimits())
    Keys.push_back(Each.Name);
  return Keys;
}

/// False where \p Text is not such a number.
static bool parseLimit(StringRef Text, bool IsShare, double &Number) {
  if (IsShare)
    Text.consume_back("%");
  double Largest = IsShare ? 100 : std::numeric_limits<double>::max();
  return !Text.trim().getAsDouble(Number) && Number >= 0 && Number <= Largest;
}

void Reader::readLimit(const Word &Name, yaml::Node &Value, KernelBudget &Into) {
  const BudgetLimit *Limit =
      find_if(allBudgetLimits(), [&](const BudgetLimit &Each) { return Each.Name == Name.Text; });
  if (Limit == allBudgetLimits().end())
    return failUnknown(Name, "limit", keysOfBudgets());
  Into.Space = Limit->Space;
  Into.Measure = Limit->Measure;
  Into.Position = positionOf(*Name.Node);
  bool IsShare = Limit->Measure == BudgetMeasure::Excess;
  StringRef Expected = "a number that is not negative";
  if (IsShare)
    Expected = PercentagesInWords;
  std::optional<std::string> Text = scalar(Value, Expected);
  if (Text && !parseLimit(*Text, IsShare, Into.Most))
    fail(Value, "expected " + Expected + ", not '" + *Text + "'");
}

void Reader::readCompileOptions(yaml::Node &Value) {
  std::vector<Word> Given = words(Value, "compile options");
  std::vector<std::string> Texts;
  for (const Word &Each : Given)
    Texts.push_back(Each.Text);
  for (ArrayRef<std::string> Rest = Texts; !Rest.empty();) {
    yaml::Node &At = *Given[Texts.size() - Rest.size()].Node;
    Expected<std::vector<std::string>> Option = takeCompileOption(Rest, Folder);
    if (!Option)
      return fail(At, toString(Option.takeError()));
    append_range(Result.CompileOptions, *Option);
  }
}

void Reader::readRoot(yaml::Node &Root) {
  // An empty file says nothing.
  if (isa<yaml::NullNode>(Root))
    return;
  eachEntry(Root, "settings, such as `arch: sm_90`", [&](const Word &Name, yaml::Node &Value) {
    for (const Setting &Each : allSettings())
      if (Each.Key == Name.Text)
        return readSetting(Each, Value);
    for (const Key &Each : Keys)
      if (Each.Name == Name.Text)
        return (this->*Each.Read)(Value);
    failUnknown(Name, "setting", allSettingKeys());
  });
}

/// Budgets that nobody looks at would seem to be kept.
Error Reader::checkBudgets() const {
  if (Result.Budgets.empty() || is_contained(cantFail(selectChecks(Result.Checks)), &budgetCheck()))
    return Error::success();
  const SourcePosition &At = Result.Budgets.front().Position;
  return createStringError(Path + ":" + Twine(At.Line) + ":" + Twine(At.Column) +
                           ": budgets need the check '" + budgetCheck().Name +
                           "', which `checks` or `levels` turn off");
}

Expected<Configuration> Reader::read() {
  if (Text.size() > MostBytes)
    return createStringError(Path + ":1:1: a configuration has at most " + Twine(MostBytes >> 10) +
                             " KiB");
  const auto *Bytes = reinterpret_cast<const UTF8 *>(Text.begin());
  bool IsText = isLegalUTF8String(&Bytes, reinterpret_cast<const UTF8 *>(Text.end()));
  if (size_t Valid = reinterpret_cast<const char *>(Bytes) - Text.begin(), Zero = Text.find('\0');
      !IsText || Zero != StringRef::npos) {
    auto [Line, Column] = LineTable(Text).positionOf(std::min(Zero, Valid));
    return createStringError(Path + ":" + Twine(Line) + ":" + Twine(Column) + ": invalid UTF-8");
  }
  yaml::Stream Stream(Text, Sources, /*ShowColors=*/false);
  unsigned Documents = 0;
  for (yaml::Document &Document : Stream) {
    yaml::Node *Root = Document.getRoot();
    if (!Root || failed() || Stream.failed())
      break;
    if (++Documents > 1) {
      fail(*Root, "a configuration is a single YAML document");
      break;
    }
    readRoot(*Root);
    if (failed())
      break;
  }
  if (Stream.failed() && !failed())
    Problem = (Path + ":1:1: invalid YAML").str();
  if (failed())
    return createStringError(Problem);
  for (ConfiguredLaunch &Each : Result.Launches)
    Each.Request.Origin = LaunchOrigin::Config;
  for (const std::string &Glob : WithoutLevel)
    Result.Checks += (Result.Checks.empty() ? "" : ",") + Glob;
  if (Error Failure = checkBudgets())
    return std::move(Failure);
  return std::move(Result);
}

Expected<Configuration> parseConfiguration(StringRef Path, StringRef Text) {
  // The parser of YAML goes as deep as the text.
  std::optional<Expected<Configuration>> Outcome;
  if (!runGuarded([&] { Outcome.emplace(Reader(Path, Text).read()); }))
    return createStringError(Path + ":1:1: unreadable YAML");
  return std::move(*Outcome);
}

} // namespace memlint

//===- Documents.cpp - The documents that an editor has open --------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Documents.h"

#include "cuda-memlint/Frontend/SourceNames.h"
#include "cuda-memlint/LanguageServer/DeferredRaces.h"
#include "cuda-memlint/Support/RealPaths.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <set>

using namespace llvm;
using std::chrono::milliseconds;

namespace memlint::lsp {

/// Between a change and the analysis: shorter than what lies between two strokes of a key, so that
/// a fast typist has one analysis for several of them.
static constexpr milliseconds Pause(30);

/// A change that comes so long after the one before may be the only one: it is analysed at once.
static constexpr milliseconds Rest(400);

/// Somebody who types without a pause sees the findings of some text or other this often.
static constexpr milliseconds LongestWait(1000);

/// After the last change of a document, until those that may include it are analysed: they are not
/// what is looked at.
static constexpr milliseconds PauseOfOthers(300);

/// Whether the file at \p Path may be part of \p Text: a header may come by others, a source that
/// is included is named.
static bool mayInclude(StringRef Text, StringRef Path) {
  return Text.contains(isNamedAsSource(Path) ? sys::path::filename(Path) : "include");
}

/// Whether the disk has \p Text at \p Path.
static bool isSaved(StringRef Path, StringRef Text) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> OnDisk = MemoryBuffer::getFile(Path);
  return OnDisk && (*OnDisk)->getBuffer() == Text;
}

/// A name in the queue for what takes longer of a document, whose own name is its path.
static std::string restOf(const std::string &Path) { return "rest " + Path; }

void Documents::setRoots(std::vector<std::string> Folders) {
  std::lock_guard<std::mutex> Lock(Mutex);
  Roots = std::move(Folders);
}

Error Documents::setArguments(std::vector<std::string> Given) {
  if (Error Failure = Options.MakeAnalysis("file.cu", Given).takeError())
    return Failure;
  std::lock_guard<std::mutex> Lock(Mutex);
  Arguments = std::move(Given);
  return Error::success();
}

void Documents::open(const URIForFile &Uri, std::string Text, int64_t Version) {
  {
    std::lock_guard<std::mutex> Lock(Mutex);
    Document &New = Open[Uri.file().str()];
    New = {};
    New.Uri = Uri;
    New.Version = Version;
    New.Text = std::make_shared<const std::string>(std::move(Text));
  }
  schedule(Uri.file().str(), milliseconds(0));
  noteOpened(Uri.file());
}

void Documents::openHeader(const URIForFile &Uri, std::string Text) {
  {
    std::lock_guard<std::mutex> Lock(Mutex);
    Headers[Uri.file().str()] = {Uri, std::make_shared<const std::string>(std::move(Text))};
  }
  noteOpened(Uri.file());
}

/// An editor may have kept the unsaved text of its last session.
void Documents::noteOpened(StringRef Path) {
  if (!isSaved(Path, *text(Path)))
    scheduleIncluders(Path);
}

void Documents::change(StringRef Path, std::string Text, int64_t Version) {
  scheduleIncluders(Path);
  auto Kept = std::make_shared<const std::string>(std::move(Text));
  bool IsLate = false, IsFirst = false;
  {
    std::lock_guard<std::mutex> Lock(Mutex);
    if (auto Header = Headers.find(Path); Header != Headers.end())
      Header->second.Text = Kept;
    auto Found = Open.find(Path);
    if (Found == Open.end())
      return;
    Document &Changed = Found->second;
    Changed.Changes.push_back(changesBetween(*Changed.Text, *Kept));
    ++Changed.Revision;
    Changed.Version = Version;
    Changed.Text = std::move(Kept);
    Changed.IsEdited = true;
    auto Now = std::chrono::steady_clock::now();
    IsFirst = Now - std::exchange(Changed.ChangedAt, Now) >= Rest;
    if (!Changed.WaitsSince)
      Changed.WaitsSince = Now;
    IsLate = Now - *Changed.WaitsSince >= LongestWait;
    // Its end begins the next one.
    if (IsLate && Changed.IsAnalysed) {
      Changed.GoesOn = true;
      return;
    }
  }
  schedule(Path.str(), IsLate || IsFirst ? milliseconds(0) : Pause);
}

bool Documents::close(StringRef Path) {
  Queue.drop(Path.str());
  Queue.drop(restOf(Path.str()));
  Queue.add("standby", milliseconds(0),
            [this, Path = Path.str()](function_ref<bool()>) { Standby.drop(Path); });
  std::shared_ptr<const std::string> Last = text(Path);
  std::vector<std::string> Others;
  {
    std::lock_guard<std::mutex> Lock(Mutex);
    if (auto Found = Open.find(Path); Found != Open.end()) {
      append_range(Others, Found->second.FoundIn);
      Open.erase(Found);
    }
    if (auto Found = Headers.find(Path); Found != Headers.end())
      Headers.erase(Found);
  }
  // What was not saved is gone.
  if (Last && !isSaved(Path, *Last))
    scheduleIncluders(Path);
  // And so is what was found elsewhere.
  for (const std::string &Other : Others)
    scheduleShowing(Other);
  bool HasMore = hasFindingsOfOthers(Path);
  if (HasMore)
    scheduleShowing(Path);
  return HasMore;
}

void Documents::scheduleShowing(StringRef Path) {
  Queue.addUrgent("showing " + Path.str(), milliseconds(0),
                  [this, Path = Path.str()](function_ref<bool()> GoOn) {
                    if (GoOn())
                      Changed(shownOf(Path));
                  });
}

bool Documents::hasFindingsOfOthers(StringRef Path) const {
  std::lock_guard<std::mutex> Lock(Mutex);
  return any_of(Open, [&](const auto &Each) {
    return Each.first != Path && Each.second.FoundIn.count(Path) != 0;
  });
}

DocumentResult Documents::shownOf(StringRef Path) const {
  DocumentResult Result;
  std::vector<std::pair<std::shared_ptr<const ReportedText>, std::shared_ptr<const std::string>>>
      Includers;
  std::shared_ptr<const std::string> Present;
  {
    std::lock_guard<std::mutex> Lock(Mutex);
    if (auto Found = Open.find(Path); Found != Open.end()) {
      Result.Uri = Found->second.Uri;
      Result.Version = Found->second.Version;
      Result.Shown.Own = known(Found->second);
      Present = Found->second.Text;
    } else if (auto Header = Headers.find(Path); Header != Headers.end()) {
      Result.Uri = Header->second.Uri;
      Present = Header->second.Text;
    } else if (Expected<URIForFile> Uri = URIForFile::fromFile(Path)) {
      Result.Uri = std::move(*Uri);
    } else {
      consumeError(Uri.takeError());
    }
    for (const auto &[Other, Each] : Open)
      if (auto Text = Each.OtherTexts.find(Path); Other != Path && Text != Each.OtherTexts.end()) {
        Includers.emplace_back(known(Each), Text->second);
        Result.Shown.Includers.push_back(Other);
      }
  }
  for (const auto &[Whole, Text] : Includers) {
    ReportedText Part = partFor(*Whole, Result.Uri, Path, *Text);
    if (Present && *Present != *Text)
      Part = movedReport(Part, *Present, changesBetween(*Text, *Present));
    Result.Shown.OfIncluders.push_back(std::make_shared<const ReportedText>(std::move(Part)));
  }
  return Result;
}

void Documents::refresh() {
  std::vector<std::string> Paths;
  {
    std::lock_guard<std::mutex> Lock(Mutex);
    for (const auto &[Path, Each] : Open)
      Paths.push_back(Path);
  }
  for (const std::string &Path : Paths)
    schedule(Path, Pause);
}

void Documents::chooseLaunch(StringRef Path, ArrayRef<std::string> Kernels,
                             const std::optional<LaunchChoice> &Choice) {
  {
    std::lock_guard<std::mutex> Lock(Mutex);
    auto Found = Open.find(Path);
    if (Found == Open.end())
      return;
    for (const std::string &Kernel : Kernels)
      if (Choice)
        Found->second.ChosenLaunches[Kernel] = Kernel == Choice->Kernel ? Choice->Launch : "";
      else
        Found->second.ChosenLaunches.erase(Kernel);
  }
  schedule(Path.str(), milliseconds(0));
}

static std::vector<TextChange> joined(ArrayRef<std::vector<TextChange>> Changes) {
  std::vector<TextChange> Result;
  for (const std::vector<TextChange> &Each : Changes)
    append_range(Result, Each);
  return Result;
}

std::shared_ptr<const ReportedText> Documents::known(const Document &Of) {
  if (!Of.Good || (!Of.Incomplete && Of.GoodRevision == Of.Revision))
    return Of.Good;
  ReportedText Result = movedReport(*Of.Good, *Of.Text, joined(Of.Changes));
  Result.IsOfEarlierText =
      Of.Good->Report.IsComplete && (Of.GoodRevision != Of.AnalysedRevision.value_or(Of.Revision) ||
                                     (Of.Incomplete && Of.Incomplete->IsOfEarlierText));
  Result.ChosenLaunches = Of.ChosenLaunches;
  if (Of.Incomplete) {
    auto Since = joined(ArrayRef(Of.Changes).take_back(Of.Revision - *Of.AnalysedRevision));
    Result.Report.IncompleteBecause =
        movedReport(*Of.Incomplete, *Of.Text, Since).Report.IncompleteBecause;
  }
  return std::make_shared<const ReportedText>(std::move(Result));
}

ReportedText Documents::earlier(const Document &Now, const Document &Of) {
  auto Until = ArrayRef(Now.Changes).take_front(Of.Revision - Now.GoodRevision);
  return movedReport(*Now.Good, *Of.Text, joined(Until));
}

std::shared_ptr<const ReportedText> Documents::report(StringRef Path) const {
  return shownCosts(shownOf(Path).Shown);
}

std::shared_ptr<const ReportedText> Documents::analysedReport(StringRef Path) const {
  std::optional<Document> Found = copyOf(Path);
  return Found && Found->AnalysedRevision == Found->Revision ? report(Path) : nullptr;
}

std::shared_ptr<const std::string> Documents::text(StringRef Path) const {
  if (std::optional<Document> Found = copyOf(Path))
    return Found->Text;
  {
    std::lock_guard<std::mutex> Lock(Mutex);
    if (auto Found = Headers.find(Path); Found != Headers.end())
      return Found->second.Text;
  }
  ErrorOr<std::unique_ptr<MemoryBuffer>> OnDisk = MemoryBuffer::getFile(Path);
  return OnDisk ? std::make_shared<const std::string>((*OnDisk)->getBuffer()) : nullptr;
}

std::optional<Documents::Document> Documents::copyOf(StringRef Path) const {
  std::lock_guard<std::mutex> Lock(Mutex);
  auto Found = Open.find(Path);
  return Found == Open.end() ? std::nullopt : std::optional(Found->second);
}

void Documents::schedule(const std::string &Path, milliseconds Delay) {
  Queue.drop(restOf(Path));
  Queue.addUrgent(Path, Delay, [this, Path](function_ref<bool()> GoOn) {
    if (GoOn())
      analyse(Path, GoOn);
  });
}

std::vector<std::string> Documents::includersOf(StringRef Path) const {
  std::vector<std::string> Paths;
  std::lock_guard<std::mutex> Lock(Mutex);
  for (const auto &[Other, Each] : Open)
    if (Other != Path && mayInclude(*Each.Text, Path))
      Paths.push_back(Other);
  return Paths;
}

void Documents::scheduleIncluders(StringRef Path) {
  for (const std::string &Other : includersOf(Path))
    schedule(Other, PauseOfOthers);
}

bool Documents::isPending(const std::string &Path) const {
  return Queue.isWaiting(Path) || Queue.isWaiting(restOf(Path));
}

std::map<std::string, std::string> Documents::unsavedTexts(StringRef Path, StringRef Text) const {
  std::map<std::string, std::shared_ptr<const std::string>, std::less<>> Texts;
  {
    std::lock_guard<std::mutex> Lock(Mutex);
    for (const auto &[Other, Each] : Headers)
      Texts[Other] = Each.Text;
    for (const auto &[Other, Each] : Open)
      Texts[Other] = Each.Text;
  }
  std::map<std::string, std::string> Result;
  for (const auto &[Other, Unsaved] : Texts)
    if (Other != Path && mayInclude(Text, Other) && !isSaved(Other, *Unsaved))
      Result[Other] = *Unsaved;
  return Result;
}

/// The folder of the workspace that \p Path is in, the innermost of several; else its own. Of one
/// that does not exist (yet, as that of a new file), the nearest above that does.
std::string Documents::folderFor(StringRef Path) const {
  std::lock_guard<std::mutex> Lock(Mutex);
  StringRef Innermost;
  for (const std::string &Root : Roots)
    if (!pathBelow(Path, Root).empty() && Root.size() > Innermost.size())
      Innermost = Root;
  StringRef Folder = Innermost.empty() ? sys::path::parent_path(Path) : Innermost;
  while (!Folder.empty() && !sys::fs::is_directory(Folder))
    Folder = sys::path::parent_path(Folder);
  return Folder.str();
}

/// The nearest folder above \p Path with a compilation database, itself or in its folder `build`;
/// empty: there is none.
static std::string databaseFor(StringRef Path) {
  for (StringRef Folder = sys::path::parent_path(Path); !Folder.empty();
       Folder = sys::path::parent_path(Folder))
    for (StringRef Inner : {"", "build"}) {
      SmallString<256> Candidate(Folder);
      sys::path::append(Candidate, Inner);
      SmallString<256> File(Candidate);
      sys::path::append(File, "compile_commands.json");
      if (sys::fs::exists(File))
        return Candidate.str().str();
    }
  return "";
}

/// \p Path as somebody writes it who runs the command in \p Folder, so that both find the results
/// of the other in the cache.
static std::string nameIn(StringRef Folder, StringRef Path) {
  StringRef Relative = pathBelow(Path, Folder);
  return (Relative.empty() ? Path : Relative).str();
}

Expected<CommandRun> Documents::command(const std::string &Path, const Document &Of,
                                        StringRef Input, std::vector<std::string> More) {
  {
    std::lock_guard<std::mutex> Lock(Mutex);
    append_range(More, Arguments);
  }
  bool NamesDatabase = any_of(concat<const std::string>(Options.Arguments, More),
                              [](StringRef Each) { return Each == "-p" || Each == "--p"; });
  std::string Folder = folderFor(Path);
  if (std::string Database = databaseFor(Path); !NamesDatabase && !Database.empty())
    More.insert(More.begin(), {"-p", Database});
  std::map<std::string, std::string> Others = unsavedTexts(Path, *Of.Text);
  std::string OthersFile = Files.file((Input + "-others").str());
  if (!Others.empty())
    More.insert(More.begin(), "--open-texts=" + OthersFile);
  {
    std::lock_guard<std::mutex> Lock(Mutex);
    for (const std::string &Root : Roots)
      More.insert(More.begin(), "--fix-folder=" + Root);
  }
  Expected<ServedAnalysis> Whole = Options.MakeAnalysis(nameIn(Folder, Path), More);
  if (!Whole)
    return Whole.takeError();
  return CommandRun{
      Path,         Options.Program,   std::move(Whole->Arguments), std::move(Folder),
      *Of.Text,     Files.file(Input), std::move(Others),           std::move(OthersFile),
      Whole->Limits};
}

/// Without the edits of fixes, which take as long to verify as all the rest.
static constexpr StringLiteral WithoutFixes = "--no-fixes";

/// Of all that a report has, races take the longest by far, where they take long.
static constexpr StringLiteral ShortRaces = "--short-races";

/// What is shown first.
static std::vector<std::string> ofFirstPass() { return {WithoutFixes.str(), ShortRaces.str()}; }

std::optional<Documents::Document> Documents::begin(const std::string &Path) {
  std::lock_guard<std::mutex> Lock(Mutex);
  auto Found = Open.find(Path);
  if (Found == Open.end())
    return std::nullopt;
  Found->second.IsAnalysed = true;
  Found->second.GoesOn = false;
  return Found->second;
}

bool Documents::end(const std::string &Path, uint64_t Revision) {
  std::lock_guard<std::mutex> Lock(Mutex);
  auto Found = Open.find(Path);
  if (Found == Open.end())
    return false;
  Found->second.IsAnalysed = false;
  return Found->second.Revision != Revision;
}

void Documents::analyse(const std::string &Path, function_ref<bool()> GoOn) {
  std::optional<Document> Now = begin(Path);
  if (!Now)
    return;
  std::shared_ptr<const ReportedText> Shown = show(Path, *Now, ofFirstPass(), GoOn);
  bool HasChanged = end(Path, Now->Revision);
  if (!GoOn())
    return;
  if (HasChanged)
    return schedule(Path, milliseconds(0));
  if (!isWell(Path))
    return;
  // The next change may come before what is left is done.
  if (Now->IsEdited)
    readAhead(Path, *Now);
  scheduleRest(Path, *Now, std::move(Shown), milliseconds(0));
}

/// How many findings of \p Report are shown, wherever they are.
static size_t numberOfShown(const FileReport &Report) {
  return size_t(count_if(Report.Findings, [&](const ReportFinding &Item) {
    return !Item.IsHidden && (Report.ShowsRemarks || Item.Level != "remark");
  }));
}

void Documents::scheduleRest(const std::string &Path, const Document &Of,
                             std::shared_ptr<const ReportedText> Shown, milliseconds Delay) {
  Queue.add(restOf(Path), Delay, [this, Path, Of, Shown](function_ref<bool()> GoOn) mutable {
    bool IsPutOff = false;
    auto Undisturbed = [&] {
      IsPutOff |= Queue.hasUrgent();
      return GoOn() && !IsPutOff;
    };
    if (Shown && hasDeferredRaces(Shown->Report) && Undisturbed())
      if (auto Whole = show(Path, Of, {WithoutFixes.str()}, Undisturbed))
        Shown = std::move(Whole);
    // Each finding may have a fix, and each fix takes an analysis to verify.
    size_t Findings = Shown ? numberOfShown(Shown->Report) : 0;
    if (Findings != 0 && isWell(Path) && Undisturbed())
      show(Path, Of, {}, Undisturbed, Findings + 1);
    if (!GoOn() || !isWell(Path))
      return;
    if (IsPutOff)
      scheduleRest(Path, Of, std::move(Shown), Pause);
    else
      readAhead(Path, Of);
  });
}

void Documents::readAhead(const std::string &Path, const Document &Of) {
  Expected<CommandRun> Run = command(Path, Of, "analysed", ofFirstPass());
  if (!Run)
    consumeError(Run.takeError());
  else if (Run->OtherTexts.empty())
    Standby.prepare(*Run);
}

bool Documents::keep(Document &Into, const Document &Of,
                     std::shared_ptr<const ReportedText> Report) {
  Into.AnalysedRevision = Of.Revision;
  Into.WaitsSince.reset();
  Into.Incomplete = nullptr;
  if (Report->Report.IsComplete || !Into.Good || !Into.Good->Report.IsComplete) {
    Into.Changes.erase(Into.Changes.begin(),
                       Into.Changes.end() - ptrdiff_t(Into.Revision - Of.Revision));
    Into.Good = std::move(Report);
    Into.GoodRevision = Of.Revision;
    return true;
  }
  FileReport Cause;
  Cause.IncompleteBecause = Report->Report.IncompleteBecause;
  // Its text may be the same, and that of a header have errors.
  Into.Incomplete = std::make_shared<const ReportedText>(
      ReportedText{Of.Uri, Report->Path, *Of.Text, std::move(Cause), {}, /*IsOfEarlierText=*/true});
  return false;
}

/// By path, the texts of the other files that \p Of has findings in or launches kernels of: as the
/// editor had them, in
/// \p Unsaved, or the disk has them. What is in neither is not shown.
static std::map<std::string, std::shared_ptr<const std::string>, std::less<>>
textsOfOthers(const ReportedText &Of, const std::map<std::string, std::string> &Unsaved) {
  std::map<std::string, std::shared_ptr<const std::string>, std::less<>> Result;
  std::vector<std::string> Paths = otherPathsOf(Of);
  append_range(Paths, launchedPathsOf(Of));
  for (const std::string &Path : Paths) {
    if (auto Found = Unsaved.find(Path); Found != Unsaved.end())
      Result[Path] = std::make_shared<const std::string>(Found->second);
    else if (ErrorOr<std::unique_ptr<MemoryBuffer>> OnDisk = MemoryBuffer::getFile(Path))
      Result[Path] = std::make_shared<const std::string>((*OnDisk)->getBuffer());
  }
  return Result;
}

void Documents::keepFailure(Document &Into, const Document &Of, StringRef Path,
                            const std::string &Problem) {
  FileReport Cause;
  Cause.IncompleteBecause = ReportNote{Problem, {}};
  auto Report = std::make_shared<const ReportedText>(
      ReportedText{Of.Uri, Path.str(), *Of.Text, std::move(Cause), {}});
  // What there is stays, be it of a text with errors.
  if (!Into.Good) {
    keep(Into, Of, std::move(Report));
    return;
  }
  Into.AnalysedRevision = Of.Revision;
  Into.WaitsSince.reset();
  Into.Incomplete = std::move(Report);
}

bool Documents::isWell(StringRef Path) const {
  std::lock_guard<std::mutex> Lock(Mutex);
  auto Found = Open.find(Path);
  return Found != Open.end() && Found->second.Problem.empty();
}

Expected<std::optional<FileReport>>
Documents::analyse(const std::string &Path, const Document &Of, std::vector<std::string> More,
                   function_ref<bool()> GoOn, size_t Analyses,
                   std::map<std::string, std::string> &Unsaved) {
  Expected<CommandRun> Run = command(Path, Of, "analysed", std::move(More));
  if (!Run)
    return Run.takeError();
  if (Run->Limits.Time)
    *Run->Limits.Time *= Analyses;
  Unsaved = Run->OtherTexts;
  // It looks at the headers on the disk.
  if (Run->OtherTexts.empty()) {
    Expected<std::optional<std::optional<FileReport>>> Ahead = Standby.run(*Run, GoOn);
    if (!Ahead)
      return Ahead.takeError();
    if (*Ahead)
      return std::move(**Ahead);
  }
  return runCommand(*Run, GoOn);
}

std::set<std::string, std::less<>>
Documents::exchangeOthers(Document &In, const ReportedText &Kept,
                          decltype(Document::OtherTexts) TextsOfOthers) {
  auto Before = std::exchange(In.OtherTexts, std::move(TextsOfOthers));
  std::vector<std::string> Now = otherPathsOf(Kept);
  // Races that are kept may be in others.
  for (const std::string &Other : Now)
    if (auto Text = Before.find(Other); Text != Before.end())
      In.OtherTexts.insert(*Text);
  std::set<std::string, std::less<>> Others = std::exchange(In.FoundIn, {Now.begin(), Now.end()});
  Others.insert(Now.begin(), Now.end());
  return Others;
}

std::shared_ptr<const ReportedText> Documents::show(const std::string &Path, const Document &Of,
                                                    std::vector<std::string> More,
                                                    function_ref<bool()> GoOn, size_t Analyses) {
  std::map<std::string, std::string> Unsaved;
  Expected<std::optional<FileReport>> Report =
      analyse(Path, Of, std::move(More), GoOn, Analyses, Unsaved);
  std::string Cause, Problem;
  std::optional<ReportedText> New;
  if (!Report) {
    Cause = toString(Report.takeError());
    Problem = Path + ": " + Cause;
  } else if (!*Report) {
    return nullptr;
  } else {
    New = ReportedText{Of.Uri, Path, *Of.Text, std::move(**Report), Of.ChosenLaunches};
  }
  std::shared_ptr<const ReportedText> Kept;
  // Read from the disk before others have to wait.
  auto TextsOfOthers = New ? textsOfOthers(*New, Unsaved) : decltype(Document::OtherTexts)();
  std::set<std::string, std::less<>> Others;
  {
    std::lock_guard<std::mutex> Lock(Mutex);
    auto Found = Open.find(Path);
    // A newer text waits already.
    if (Found == Open.end() || (Found->second.Revision != Of.Revision && !Found->second.GoesOn))
      return nullptr;
    if (New) {
      if (Found->second.Good && hasDeferredRaces(New->Report))
        keepDeferredRaces(New->Report, earlier(Found->second, Of).Report);
      Kept = std::make_shared<const ReportedText>(std::move(*New));
      if (!keep(Found->second, Of, Kept))
        Kept = nullptr;
    } else {
      keepFailure(Found->second, Of, Path, Cause);
    }
    if (Kept)
      Others = exchangeOthers(Found->second, *Kept, std::move(TextsOfOthers));
    // Said once, not after each stroke of a key.
    if (Problem == std::exchange(Found->second.Problem, Problem))
      Problem.clear();
  }
  for (const std::string &Other : Others)
    Changed(shownOf(Other));
  DocumentResult Result = shownOf(Path);
  Result.Problem = std::move(Problem);
  Changed(Result);
  return Kept;
}

/// A name in a queue for what is done for \p Request. Those of documents are paths.
static std::string workOf(const std::string &Request) { return "request " + Request; }

void Documents::withFixes(const std::string &Request, StringRef Path,
                          unique_function<void(const ShownReports &)> Reply) {
  // Behind the analysis that is under way, or waits for the pause to end.
  Queue.add(workOf(Request), Pause,
            [this, Request, Path = Path.str(),
             Reply = std::move(Reply)](function_ref<bool()> GoOn) mutable {
              if (!GoOn())
                return Reply({});
              // What was under way has been ended, as after a header was saved, and begins anew.
              // Of a header, that which may find something there counts, too.
              if (isPending(Path) || any_of(includersOf(Path), [this](const std::string &Other) {
                    return isPending(Other);
                  }))
                return withFixes(Request, Path, std::move(Reply));
              Reply(shownOf(Path).Shown);
            });
}

Expected<std::optional<FileReport>> Documents::explainLine(const std::string &Path,
                                                           const Document &Of, unsigned Line,
                                                           function_ref<bool()> GoOn) {
  Expected<CommandRun> Run =
      command(Path, Of, "explained",
              {"--explain=" + std::to_string(Line), WithoutFixes.str(), ShortRaces.str()});
  return Run ? runCommand(*Run, GoOn) : Run.takeError();
}

std::shared_ptr<const ReportedText>
Documents::explainedWithIncluders(StringRef Path, unsigned Line,
                                  std::shared_ptr<const ReportedText> Own,
                                  function_ref<bool()> GoOn) {
  ShownReports Shown = shownOf(Path).Shown;
  Shown.Own = std::move(Own);
  for (auto [Part, Includer] : zip_equal(Shown.OfIncluders, Shown.Includers)) {
    std::optional<Document> Of = hasCostsAt(*Part, Line) ? copyOf(Includer) : std::nullopt;
    if (!Of)
      continue;
    // The line is explained in whichever file has it.
    Expected<std::optional<FileReport>> Report = explainLine(Includer, *Of, Line, GoOn);
    if (!Report)
      consumeError(Report.takeError());
    else if (*Report && (*Report)->IsComplete)
      Part = std::make_shared<const ReportedText>(
          partFor({Of->Uri, Includer, *Of->Text, std::move(**Report), {}}, Shown.Own->Uri, Path,
                  Shown.Own->Text));
  }
  return shownCosts(Shown);
}

void Documents::explain(const std::string &Request, StringRef Path, unsigned Line,
                        unique_function<void(std::shared_ptr<const ReportedText>)> Reply) {
  std::string Before;
  {
    std::lock_guard<std::mutex> Lock(Mutex);
    Before = std::exchange(Explained, Request);
  }
  // Who asks again has left the place asked about before.
  Explanations.drop(workOf(Before));
  Explanations.add(
      workOf(Request), milliseconds(0),
      [this, Path = Path.str(), Line, Reply = std::move(Reply)](function_ref<bool()> GoOn) mutable {
        std::optional<Document> Now = copyOf(Path);
        std::shared_ptr<const ReportedText> Result;
        if (Now && GoOn()) {
          Expected<std::optional<FileReport>> Report = explainLine(Path, *Now, Line, GoOn);
          if (!Report)
            consumeError(Report.takeError());
          else if (*Report && ((*Report)->IsComplete || !Now->Good))
            Result = std::make_shared<const ReportedText>(
                ReportedText{Now->Uri, Path, *Now->Text, std::move(**Report), Now->ChosenLaunches});
          else if (*Report)
            Result = known(*Now);
          if (Result)
            Result = explainedWithIncluders(Path, Line, std::move(Result), GoOn);
        }
        Reply(std::move(Result));
      });
}

void Documents::cancel(const std::string &Request) {
  Queue.drop(workOf(Request));
  Explanations.drop(workOf(Request));
}

} // namespace memlint::lsp

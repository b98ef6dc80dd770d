//===- FileReport.cpp - What the command reports of a file ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/LanguageServer/FileReport.h"

#include "cuda-memlint/Support/RealPaths.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

#include <map>

using namespace llvm;

namespace memlint::lsp {

static bool readPosition(json::ObjectMapper &Members, ReportPosition &At) {
  return Members.mapOptional("path", At.Path) && Members.mapOptional("line", At.Line) &&
         Members.mapOptional("column", At.Column);
}

static bool fromJSON(const json::Value &Value, ReportNote &Note, json::Path Path) {
  json::ObjectMapper Members(Value, Path);
  return Members && Members.map("message", Note.Message) && readPosition(Members, Note.At);
}

static bool fromJSON(const json::Value &Value, ReportEdit &Edit, json::Path Path) {
  json::ObjectMapper Members(Value, Path);
  return Members && readPosition(Members, Edit.Start) && Members.map("end_line", Edit.EndLine) &&
         Members.map("end_column", Edit.EndColumn) && Members.map("replacement", Edit.Replacement);
}

/// A string, or null.
static std::string textOf(const json::Value &Of, StringRef Name) {
  return Of.getAsObject()->getString(Name).value_or("").str();
}

static bool fromJSON(const json::Value &Value, ReportFinding &Item, json::Path Path) {
  json::ObjectMapper Members(Value, Path);
  if (!Members || !Members.map("check", Item.Check) || !Members.map("level", Item.Level) ||
      !readPosition(Members, Item.At) || !Members.map("message", Item.Message) ||
      !Members.map("notes", Item.Notes) || !Members.map("help", Item.Help) ||
      !Members.map("fixes", Item.Edits))
    return false;
  Item.Kernel = textOf(Value, "kernel");
  Item.Access = textOf(Value, "access");
  Item.FixTitle = textOf(Value, "fix_title");
  Item.FixIsUnsafe = textOf(Value, "fix_safety") == "unsafe";
  const json::Object &Given = *Value.getAsObject();
  Item.IsHidden = Given.get("same_cause_as") || Given.get("suppressed");
  Item.IsShownWithOther = Given.get("shown_with");
  return true;
}

/// The three extents at \p Name as text, `(8,8,1)`; an unknown one is `?`.
static std::string extents(const json::Value &Launch, StringRef Name) {
  std::string Text = "(";
  const json::Array *Numbers = Launch.getAsObject()->getArray(Name);
  for (const json::Value &Each : Numbers ? *Numbers : json::Array()) {
    std::optional<int64_t> Number = Each.getAsInteger();
    Text += (Text.size() == 1 ? "" : ",") + (Number ? std::to_string(*Number) : "?");
  }
  return Text + ")";
}

static bool fromJSON(const json::Value &Value, ReportLaunch &Launch, json::Path Path) {
  json::ObjectMapper Members(Value, Path);
  std::optional<uint64_t> Line;
  if (!Members || !Members.map("line", Line) || !Members.mapOptional("target", Launch.Target) ||
      !Members.map("known", Launch.Known) ||
      !Members.map("mean_per_request", Launch.MeanPerRequest) ||
      !Members.map("ideal_per_request", Launch.IdealPerRequest) ||
      !Members.map("cost", Launch.Cost) || !Members.map("ideal", Launch.Ideal))
    return false;
  Launch.Line = Line.value_or(0);
  Launch.Text = "<<<" + extents(Value, "grid") + ", " + extents(Value, "block") + ">>>";
  return true;
}

static bool fromJSON(const json::Value &Value, ReportAccess &Site, json::Path Path) {
  json::ObjectMapper Members(Value, Path);
  if (const json::Object *Given = Value.getAsObject())
    if (const json::Value *Picture = Given->get("picture"))
      Site.Picture = *Picture;
  return Members && Members.map("fingerprint", Site.Fingerprint) &&
         readPosition(Members, Site.At) && Members.map("text", Site.Text) &&
         Members.map("space", Site.Space) && Members.map("kind", Site.Kind) &&
         Members.map("bytes", Site.Bytes) && Members.map("launches", Site.Launches) &&
         Members.mapOptional("explanation", Site.Explanation);
}

/// What is known of the arguments of launch \p Number of the kernel \p Value; empty: nothing.
static std::string argumentsOf(const json::Value &Value, size_t Number) {
  // Each launch has its races, with its arguments.
  const json::Array *Launches = Value.getAsObject()->getArray("races");
  const json::Object *Launch =
      Launches && Number < Launches->size() ? (*Launches)[Number].getAsObject() : nullptr;
  const json::Array *Arguments = Launch ? Launch->getArray("arguments") : nullptr;
  std::string Result;
  for (const json::Value &Each : Arguments ? *Arguments : json::Array()) {
    const json::Object *Argument = Each.getAsObject();
    std::optional<int64_t> Number = Argument ? Argument->getInteger("value") : std::nullopt;
    StringRef Name = Argument ? Argument->getString("name").value_or("") : "";
    if (Number && !Name.empty())
      Result += (Result.empty() ? " with " : ", ") + Name.str() + " = " + std::to_string(*Number);
  }
  return Result;
}

/// Distinguishes launches of \p Site that have one shape.
static void nameLaunches(const json::Value &Kernel, ReportAccess &Site) {
  std::map<std::string, size_t> Counts;
  for (const ReportLaunch &Launch : Site.Launches)
    ++Counts[Launch.Text];
  std::map<std::string, size_t> Numbers;
  for (auto [Number, Launch] : enumerate(Site.Launches)) {
    size_t Same = ++Numbers[Launch.Text];
    Launch.Key = Launch.Text + (Same == 1 ? "" : " #" + std::to_string(Same));
    if (Counts[Launch.Text] != 1)
      Launch.Arguments = argumentsOf(Kernel, Number);
  }
}

static bool fromJSON(const json::Value &Value, ReportKernel &Kernel, json::Path Path) {
  json::ObjectMapper Members(Value, Path);
  bool IsRead = Members && Members.map("name", Kernel.Name) && readPosition(Members, Kernel.At) &&
                Members.map("analysed", Kernel.Analysed) && Members.map("reason", Kernel.Reason) &&
                Members.mapOptional("races_deferred", Kernel.RacesDeferred) &&
                Members.map("accesses", Kernel.Accesses);
  if (IsRead)
    for (ReportAccess &Site : Kernel.Accesses)
      nameLaunches(Value, Site);
  return IsRead;
}

namespace {

struct FileMember {
  bool IsComplete = false;
  std::optional<ReportNote> IncompleteBecause;
  bool ShowsRemarks = false;
  std::vector<ReportKernel> Kernels;
};

struct ReportMembers {
  std::vector<FileMember> Files;
  std::vector<ReportFinding> Findings;
};

bool fromJSON(const json::Value &Value, FileMember &File, json::Path Path) {
  json::ObjectMapper Members(Value, Path);
  return Members && Members.map("complete", File.IsComplete) &&
         Members.map("incomplete_because", File.IncompleteBecause) &&
         Members.map("remarks_shown", File.ShowsRemarks) && Members.map("kernels", File.Kernels);
}

bool fromJSON(const json::Value &Value, ReportMembers &Whole, json::Path Path) {
  json::ObjectMapper Members(Value, Path);
  return Members && Members.map("files", Whole.Files) && Members.map("findings", Whole.Findings);
}

} // namespace

/// \p Path without `..`, as an editor writes it; where those lead out of a link, without links.
static std::string withoutParents(StringRef Path) {
  if (!Path.contains("/../"))
    return Path.str();
  std::string Lexical = absolutePath(Path);
  return sys::fs::equivalent(Lexical, Path) ? Lexical : realPath(Path);
}

static void makeAbsolute(ReportPosition &At, StringRef Folder) {
  if (At.Path.empty())
    return;
  if (sys::path::is_absolute(At.Path)) {
    At.Path = withoutParents(At.Path);
    return;
  }
  SmallString<256> Path(Folder);
  sys::path::append(Path, At.Path);
  sys::path::remove_dots(Path);
  At.Path = withoutParents(Path);
}

static void makeAbsolute(FileReport &Report, StringRef Folder) {
  if (Report.IncompleteBecause)
    makeAbsolute(Report.IncompleteBecause->At, Folder);
  for (ReportKernel &Kernel : Report.Kernels) {
    makeAbsolute(Kernel.At, Folder);
    for (ReportAccess &Site : Kernel.Accesses)
      makeAbsolute(Site.At, Folder);
  }
  for (ReportFinding &Item : Report.Findings) {
    makeAbsolute(Item.At, Folder);
    for (ReportNote &Note : Item.Notes)
      makeAbsolute(Note.At, Folder);
    if (Item.Help)
      makeAbsolute(Item.Help->At, Folder);
    for (ReportEdit &Each : Item.Edits)
      makeAbsolute(Each.Start, Folder);
  }
}

Expected<FileReport> readFileReport(StringRef Json, StringRef Folder) {
  Expected<ReportMembers> Whole = json::parse<ReportMembers>(Json, "report");
  if (!Whole)
    return Whole.takeError();
  if (Whole->Files.size() > 1)
    return createStringError("the report is not of one file");
  FileReport Result;
  if (Whole->Files.empty()) {
    Result.IsIgnored = Result.IsComplete = true;
    return Result;
  }
  FileMember &File = Whole->Files.front();
  Result.IsComplete = File.IsComplete;
  Result.IncompleteBecause = std::move(File.IncompleteBecause);
  Result.ShowsRemarks = File.ShowsRemarks;
  Result.Kernels = std::move(File.Kernels);
  Result.Findings = std::move(Whole->Findings);
  makeAbsolute(Result, Folder);
  return Result;
}

} // namespace memlint::lsp

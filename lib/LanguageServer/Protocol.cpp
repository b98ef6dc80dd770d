//===- Protocol.cpp - What the support library lacks ----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Protocol.h"

#include "Connection.h"

#include "cuda-memlint/Support/NearestName.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"

#include <limits>

using namespace llvm;

namespace memlint::lsp {

/// The path of a URI; of one that is not of a file, nothing.
static void addFolder(std::optional<StringRef> Uri, std::vector<std::string> &Folders) {
  if (!Uri)
    return;
  Expected<URIForFile> Folder = URIForFile::fromURI(*Uri);
  if (Folder)
    Folders.push_back(Folder->file().str());
  else
    consumeError(Folder.takeError());
}

static void addFolders(const json::Array *Given, std::vector<std::string> &Folders) {
  if (!Given)
    return;
  for (const json::Value &Each : *Given)
    if (const json::Object *Folder = Each.getAsObject())
      addFolder(Folder->getString("uri"), Folders);
}

/// Whether the member that \p Names lead to is true.
static bool isTrue(const json::Object &From, std::initializer_list<StringRef> Names) {
  const json::Object *Inner = &From;
  for (StringRef Name : Names) {
    if (std::optional<bool> Flag = Inner->getBoolean(Name))
      return *Flag;
    Inner = Inner->getObject(Name);
    if (!Inner)
      return false;
  }
  return false;
}

static std::string invalidValue(StringRef Option, const json::Value &Given, StringRef Expected) {
  return formatv("invalid value {0} for the option {1} (expected {2})", Given, Option, Expected)
      .str();
}

static bool isListOfStrings(const json::Value &Given) {
  const json::Array *Items = Given.getAsArray();
  return Items &&
         all_of(*Items, [](const json::Value &Each) { return Each.kind() == json::Value::String; });
}

static void readArguments(const json::Value &Given, InitializeParams &Params) {
  if (!isListOfStrings(Given)) {
    Params.Problems.push_back(invalidValue("arguments", Given, "a list of strings"));
    return;
  }
  for (const json::Value &Each : *Given.getAsArray())
    Params.Arguments.push_back(Each.getAsString()->str());
}

static void readHints(const json::Value &Given, InitializeParams &Params) {
  std::optional<HintFiles> Known =
      StringSwitch<std::optional<HintFiles>>(Given.getAsString().value_or(""))
          .Case("off", HintFiles::Off)
          .Case("auto", HintFiles::Auto)
          .Case("all", HintFiles::All)
          .Default(std::nullopt);
  if (Known)
    Params.Hints = *Known;
  else
    Params.Problems.push_back(invalidValue("inlayHints", Given, "all, auto, off"));
}

static void readOptions(const json::Value &Given, InitializeParams &Params) {
  const json::Object *Options = Given.getAsObject();
  // Clients in languages whose empty list is their empty object send that.
  const json::Array *Items = Given.getAsArray();
  if (!Options && Given.kind() != json::Value::Null && !(Items && Items->empty()))
    Params.Problems.push_back(invalidValue("initializationOptions", Given, "an object"));
  if (!Options)
    return;
  for (const auto &[Name, Value] : *Options)
    if (Name == "arguments")
      readArguments(Value, Params);
    else if (Name == "inlayHints")
      readHints(Value, Params);
    else
      Params.Problems.push_back("unknown option '" + Name.str() +
                                "' among the initializationOptions" +
                                didYouMean(Name, ArrayRef<StringRef>{"arguments", "inlayHints"}));
  sort(Params.Problems);
}

/// The first of the formats that \p Client lists for hovers; Markdown where it lists none.
static mlir::lsp::MarkupKind hoverFormatOf(const json::Object &Client) {
  const json::Object *Document = Client.getObject("textDocument");
  const json::Object *Hover = Document ? Document->getObject("hover") : nullptr;
  if (const json::Array *Formats = Hover ? Hover->getArray("contentFormat") : nullptr)
    for (const json::Value &Each : *Formats) {
      if (Each == "markdown")
        break;
      if (Each == "plaintext")
        return mlir::lsp::MarkupKind::PlainText;
    }
  return mlir::lsp::MarkupKind::Markdown;
}

bool fromJSON(const json::Value &Value, InitializeParams &Params, json::Path Path) {
  const json::Object *Given = Value.getAsObject();
  if (!Given) {
    Path.report("expected an object");
    return false;
  }
  addFolders(Given->getArray("workspaceFolders"), Params.Roots);
  if (Params.Roots.empty())
    addFolder(Given->getString("rootUri"), Params.Roots);
  if (const json::Value *Options = Given->get("initializationOptions"))
    readOptions(*Options, Params);
  if (const json::Object *Client = Given->getObject("capabilities")) {
    Params.CanWatchFiles =
        isTrue(*Client, {"workspace", "didChangeWatchedFiles", "dynamicRegistration"});
    Params.CanRefreshHints = isTrue(*Client, {"workspace", "inlayHint", "refreshSupport"});
    Params.CanRefreshLenses = isTrue(*Client, {"workspace", "codeLens", "refreshSupport"});
    Params.HoverFormat = hoverFormatOf(*Client);
  }
  return true;
}

void limitPositions(json::Value &Params) {
  if (json::Array *Items = Params.getAsArray())
    for (json::Value &Each : *Items)
      limitPositions(Each);
  json::Object *Members = Params.getAsObject();
  if (!Members)
    return;
  constexpr int Most = std::numeric_limits<int>::max();
  for (auto &[Name, Value] : *Members)
    if (Name != "line" && Name != "character")
      limitPositions(Value);
    else if (Value.getAsNumber().value_or(0) > Most)
      Value = Most;
}

static std::string normalUri(StringRef Given) {
  auto [Scheme, Rest] = Given.split(':');
  if (!Scheme.equals_insensitive("file"))
    return Given.str();
  if (Rest.consume_front_insensitive("//localhost/"))
    return ("file:///" + Rest).str();
  return ("file:" + Rest).str();
}

void normaliseUris(json::Value &Params) {
  if (json::Array *Items = Params.getAsArray())
    for (json::Value &Each : *Items)
      normaliseUris(Each);
  json::Object *Members = Params.getAsObject();
  if (!Members)
    return;
  for (auto &[Name, Value] : *Members)
    if (std::optional<StringRef> Uri = Value.getAsString(); !Uri)
      normaliseUris(Value);
    else if (Name == "uri" || Name == "rootUri")
      Value = normalUri(*Uri);
}

bool isOfOtherThanFile(const json::Value &Params) {
  const json::Object *Members = Params.getAsObject();
  const json::Object *Document = Members ? Members->getObject("textDocument") : nullptr;
  std::optional<StringRef> Uri = Document ? Document->getString("uri") : std::nullopt;
  if (!Uri)
    return false;
  Expected<URIForFile> File = URIForFile::fromURI(*Uri);
  if (!File)
    consumeError(File.takeError());
  return !File;
}

bool fromJSON(const json::Value &Value, CancelParams &Params, json::Path Path) {
  const json::Object *Given = Value.getAsObject();
  const json::Value *Id = Given ? Given->get("id") : nullptr;
  if (!Id) {
    Path.report("expected an id");
    return false;
  }
  Params.Request = nameOfRequest(*Id);
  return true;
}

bool fromJSON(const json::Value &Value, DidChangeWorkspaceFoldersParams &Params, json::Path Path) {
  const json::Object *Given = Value.getAsObject();
  const json::Object *Event = Given ? Given->getObject("event") : nullptr;
  if (!Event) {
    Path.report("expected an event");
    return false;
  }
  addFolders(Event->getArray("added"), Params.Added);
  addFolders(Event->getArray("removed"), Params.Removed);
  return true;
}

json::Value toJSON(const Diagnostic &Item) {
  json::Value Result = toJSON(static_cast<const mlir::lsp::Diagnostic &>(Item));
  if (!Item.Code.empty())
    Result.getAsObject()->insert({"code", Item.Code});
  return Result;
}

json::Value toJSON(const CodeAction &Action) {
  json::Value Result = toJSON(static_cast<const mlir::lsp::CodeAction &>(Action));
  Result.getAsObject()->insert({"diagnostics", json::Array(Action.Resolved)});
  return Result;
}

json::Value toJSON(const PublishDiagnosticsParams &Params) {
  json::Object Result{{"uri", toJSON(Params.Uri)},
                      {"diagnostics", json::Array(Params.Diagnostics)}};
  if (Params.Version)
    Result["version"] = *Params.Version;
  return Result;
}

bool fromJSON(const json::Value &Value, DocumentParams &Params, json::Path Path) {
  json::ObjectMapper Members(Value, Path);
  return Members && Members.map("textDocument", Params.Document);
}

json::Value toJSON(const CodeLens &Lens) {
  return json::Object{{"range", toJSON(Lens.At)},
                      {"command", json::Object{{"title", Lens.Shown.Title},
                                               {"command", Lens.Shown.Name},
                                               {"arguments", json::Array(Lens.Shown.Arguments)}}}};
}

bool fromJSON(const json::Value &Value, ExecuteCommandParams &Params, json::Path Path) {
  json::ObjectMapper Members(Value, Path);
  if (!Members || !Members.map("command", Params.Name))
    return false;
  if (const json::Array *Arguments = Value.getAsObject()->getArray("arguments"))
    Params.Arguments = *Arguments;
  return true;
}

json::Value toJSON(const MessageParams &Params) {
  json::Array Choices;
  for (const std::string &Each : Params.Choices)
    Choices.push_back(json::Object{{"title", Each}});
  return json::Object{
      {"type", int(Params.Severity)}, {"message", Params.Text}, {"actions", std::move(Choices)}};
}

bool fromJSON(const json::Value &Value, MessageChoice &Choice, json::Path) {
  if (const json::Object *Given = Value.getAsObject())
    Choice.Title = Given->getString("title").value_or("").str();
  return true;
}

} // namespace memlint::lsp

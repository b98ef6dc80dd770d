//===- LanguageServer.cpp - Serves editors --------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/LanguageServer/LanguageServer.h"
#include "cuda-memlint/Frontend/SourceNames.h"

#include "Connection.h"
#include "Documents.h"

#include "mlir/Tools/lsp-server-support/Logging.h"
#include "mlir/Tools/lsp-server-support/Transport.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

#include <atomic>
#include <functional>
#include <limits>

using namespace llvm;
using mlir::lsp::Callback;
using mlir::lsp::MessageHandler;
using mlir::lsp::NoParams;

namespace memlint {

namespace lsp {
namespace {

/// Answers the client's messages; see the protocol for each.
class Server {
public:
  Server(const LanguageServerOptions &Options, WorkFolder Files, MessageHandler &Messages,
         Connection &Session);

private:
  void registerMessages(MessageHandler &Messages);
  void onInitialize(const InitializeParams &Params, Callback<json::Value> Reply);
  void onInitialized(const NoParams &);
  void onShutdown(const NoParams &, Callback<std::nullptr_t> Reply);
  void onOpen(const mlir::lsp::DidOpenTextDocumentParams &Params);
  void onChange(const mlir::lsp::DidChangeTextDocumentParams &Params);
  void onClose(const mlir::lsp::DidCloseTextDocumentParams &Params);
  void onFilesChanged(const NoParams &) { Texts.refresh(); }
  void onFoldersChanged(const DidChangeWorkspaceFoldersParams &Params);
  void onCancel(const CancelParams &Params);
  void onCodeAction(const mlir::lsp::CodeActionParams &Params, Callback<json::Value> Reply);
  void
  explainAt(const mlir::lsp::TextDocumentPositionParams &Params, Callback<json::Value> Reply,
            std::function<json::Value(const ReportedText *, const mlir::lsp::Position &)> Answer);
  void onHover(const mlir::lsp::TextDocumentPositionParams &Params, Callback<json::Value> Reply);
  void onLanes(const mlir::lsp::TextDocumentPositionParams &Params, Callback<json::Value> Reply);
  void onInlayHint(const mlir::lsp::InlayHintsParams &Params, Callback<json::Value> Reply);
  void onCodeLens(const DocumentParams &Params, Callback<json::Value> Reply);
  void onExecuteCommand(const ExecuteCommandParams &Params, Callback<std::nullptr_t> Reply);

  void show(const DocumentResult &Result);
  void say(mlir::lsp::DiagnosticSeverity Severity, std::string Text);
  void askForLaunch(const std::string &Path, const KernelGroup &Group);

  const LanguageServerOptions &Options;
  MessageHandler &Messages;
  Connection &Session;
  InitializeParams Client;
  std::vector<std::string> Roots;
  /// Those that wait for an analysis.
  PendingReplies Replies;
  /// Of the requests to the client.
  std::atomic<int64_t> LastRequest = 0;
  mlir::lsp::OutgoingNotification<PublishDiagnosticsParams> PublishDiagnostics;
  mlir::lsp::OutgoingNotification<MessageParams> ShowMessage;
  /// Requests whose answer says nothing.
  mlir::lsp::OutgoingRequest<json::Value> RegisterCapability;
  mlir::lsp::OutgoingRequest<json::Value> RefreshHints;
  mlir::lsp::OutgoingRequest<json::Value> RefreshLenses;
  /// Last, since its thread uses the others.
  Documents Texts;
};

} // namespace

/// A source of CUDA or HIP by its language or, since few editors know that language, by its name.
static bool isCuda(const mlir::lsp::TextDocumentItem &Document) {
  StringRef Language = Document.languageId, Extension = sys::path::extension(Document.uri.file());
  return Language.starts_with("cuda") || Language.starts_with("hip") ||
         isNamedAsSource(Document.uri.file()) || Extension == ".cuh";
}

static void ignoreAnswer(const json::Value &, Expected<NoParams> Answer) {
  if (!Answer)
    consumeError(Answer.takeError());
}

Server::Server(const LanguageServerOptions &Options, WorkFolder Files, MessageHandler &Messages,
               Connection &Session)
    : Options(Options), Messages(Messages), Session(Session),
      PublishDiagnostics(Messages.outgoingNotification<PublishDiagnosticsParams>(
          "textDocument/publishDiagnostics")),
      ShowMessage(Messages.outgoingNotification<MessageParams>("window/showMessage")),
      RegisterCapability(Messages.outgoingRequest<json::Value, NoParams>(
          "client/registerCapability", ignoreAnswer)),
      RefreshHints(Messages.outgoingRequest<json::Value, NoParams>("workspace/inlayHint/refresh",
                                                                   ignoreAnswer)),
      RefreshLenses(Messages.outgoingRequest<json::Value, NoParams>("workspace/codeLens/refresh",
                                                                    ignoreAnswer)),
      Texts(Options, std::move(Files), [this](const DocumentResult &Result) { show(Result); }) {
  registerMessages(Messages);
}

void Server::registerMessages(MessageHandler &Messages) {
  Messages.method("initialize", this, &Server::onInitialize);
  Messages.notification("initialized", this, &Server::onInitialized);
  Messages.method("shutdown", this, &Server::onShutdown);
  Messages.notification("textDocument/didOpen", this, &Server::onOpen);
  Messages.notification("textDocument/didChange", this, &Server::onChange);
  Messages.notification("textDocument/didClose", this, &Server::onClose);
  // A header of an open document may have been saved.
  Messages.notification("textDocument/didSave", this, &Server::onFilesChanged);
  Messages.notification("workspace/didChangeWatchedFiles", this, &Server::onFilesChanged);
  Messages.notification("workspace/didChangeWorkspaceFolders", this, &Server::onFoldersChanged);
  Messages.notification("$/cancelRequest", this, &Server::onCancel);
  Messages.method("textDocument/codeAction", this, &Server::onCodeAction);
  Messages.method("textDocument/hover", this, &Server::onHover);
  Messages.method("cuda-memlint/lanes", this, &Server::onLanes);
  Messages.method("textDocument/inlayHint", this, &Server::onInlayHint);
  Messages.method("textDocument/codeLens", this, &Server::onCodeLens);
  Messages.method("workspace/executeCommand", this, &Server::onExecuteCommand);
}

void Server::onInitialize(const InitializeParams &Params, Callback<json::Value> Reply) {
  Session.Stage = SessionStage::Initialized;
  Client = Params;
  Roots = Params.Roots;
  Texts.setRoots(Roots);
  if (Error Failure = Texts.setArguments(Params.Arguments))
    say(mlir::lsp::DiagnosticSeverity::Error, toString(std::move(Failure)));
  for (const std::string &Problem : Params.Problems)
    say(mlir::lsp::DiagnosticSeverity::Warning, Problem);
  json::Object Folders{{"supported", true}, {"changeNotifications", true}};
  json::Object Capabilities{
      {"textDocumentSync", json::Object{{"openClose", true},
                                        {"change", int(mlir::lsp::TextDocumentSyncKind::Full)},
                                        {"save", true}}},
      {"codeActionProvider",
       json::Object{{"codeActionKinds", json::Array{mlir::lsp::CodeAction::kQuickFix}}}},
      {"hoverProvider", true},
      {"inlayHintProvider", true},
      {"codeLensProvider", json::Object{}},
      {"executeCommandProvider",
       json::Object{{"commands", json::Array{ChooseLaunchCommand, ShowCostsCommand}}}},
      {"workspace", json::Object{{"workspaceFolders", std::move(Folders)}}}};
  Reply(json::Object{
      {"capabilities", std::move(Capabilities)},
      {"serverInfo", json::Object{{"name", "cuda-memlint"}, {"version", Options.Version}}}});
}

/// What the analysis reads beside the sources that are open.
void Server::onInitialized(const NoParams &) {
  if (!Client.CanWatchFiles)
    return;
  json::Array Watched;
  // Recorded launches have any name, and any file may be included.
  for (StringRef Glob : {"**/*.{yaml,yml}", "**/compile_commands.json",
                         "**/*.{cu,cuh,hip,h,hh,hpp,hxx,h++,inc,inl,ipp,ixx,tcc,tpp,txx,def}"})
    Watched.push_back(json::Object{{"globPattern", Glob}});
  json::Object Registration{{"id", "watched-files"},
                            {"method", "workspace/didChangeWatchedFiles"},
                            {"registerOptions", json::Object{{"watchers", std::move(Watched)}}}};
  RegisterCapability(json::Object{{"registrations", json::Array{std::move(Registration)}}},
                     ++LastRequest);
}

void Server::onShutdown(const NoParams &, Callback<std::nullptr_t> Reply) {
  Session.Stage = SessionStage::ShutDown;
  Reply(nullptr);
}

void Server::onOpen(const mlir::lsp::DidOpenTextDocumentParams &Params) {
  const mlir::lsp::TextDocumentItem &Document = Params.textDocument;
  if (isCuda(Document))
    Texts.open(Document.uri, Document.text, Document.version);
  else
    Texts.openHeader(Document.uri, Document.text);
}

void Server::onChange(const mlir::lsp::DidChangeTextDocumentParams &Params) {
  // Each change is the whole text.
  if (!Params.contentChanges.empty())
    Texts.change(Params.textDocument.uri.file(), Params.contentChanges.back().text,
                 Params.textDocument.version);
}

void Server::onClose(const mlir::lsp::DidCloseTextDocumentParams &Params) {
  if (!Texts.close(Params.textDocument.uri.file()))
    PublishDiagnostics({Params.textDocument.uri, std::nullopt, {}});
}

void Server::onFoldersChanged(const DidChangeWorkspaceFoldersParams &Params) {
  llvm::erase_if(Roots,
                 [&](const std::string &Root) { return is_contained(Params.Removed, Root); });
  append_range(Roots, Params.Added);
  Texts.setRoots(Roots);
  Texts.refresh();
}

/// What is answered at once cannot be cancelled any more.
void Server::onCancel(const CancelParams &Params) {
  Replies.cancel(Params.Request);
  Texts.cancel(Params.Request);
}

/// Whether \p Only, the kinds of actions that are asked for, include those that there are; a kind
/// includes those whose names go on behind it with a dot, the empty one all, and no kinds at all
/// ask for any.
static bool wantsQuickFixes(ArrayRef<std::string> Only) {
  return Only.empty() || any_of(Only, [](StringRef Kind) {
           return Kind.empty() || Kind == mlir::lsp::CodeAction::kQuickFix;
         });
}

void Server::onCodeAction(const mlir::lsp::CodeActionParams &Params, Callback<json::Value> Reply) {
  const std::string &Request = Session.request();
  if (!wantsQuickFixes(Params.context.only))
    return Reply(json::Array());
  if (!Replies.add(Request, std::move(Reply)))
    return;
  Texts.withFixes(Request, Params.textDocument.uri.file(),
                  [this, Request, Where = Params.range](const ShownReports &Reports) {
                    auto TextOf = [this](StringRef Path) { return Texts.text(Path); };
                    Replies.answer(Request, json::Array(codeActionsOf(Reports, Where, TextOf)));
                  });
}

static json::Value hoverAt(const ReportedText *Report, const mlir::lsp::Position &At,
                           mlir::lsp::MarkupKind Format) {
  std::optional<mlir::lsp::Hover> Shown;
  if (Report)
    Shown = hoverOf(*Report, At, Format);
  return Shown ? toJSON(*Shown) : json::Value(nullptr);
}

/// Answers with what \p Answer makes of the access at the position, once the costs there are known.
void Server::explainAt(
    const mlir::lsp::TextDocumentPositionParams &Params, Callback<json::Value> Reply,
    std::function<json::Value(const ReportedText *, const mlir::lsp::Position &)> Answer) {
  const std::string &Request = Session.request();
  if (!Replies.add(Request, std::move(Reply)))
    return;
  Texts.explain(Request, Params.textDocument.uri.file(), unsigned(Params.position.line) + 1,
                [this, Request, At = Params.position,
                 Answer = std::move(Answer)](const std::shared_ptr<const ReportedText> &Report) {
                  Replies.answer(Request, Answer(Report.get(), At));
                });
}

void Server::onHover(const mlir::lsp::TextDocumentPositionParams &Params,
                     Callback<json::Value> Reply) {
  explainAt(Params, std::move(Reply),
            [Format = Client.HoverFormat](const ReportedText *Report, const auto &At) {
              return hoverAt(Report, At, Format);
            });
}

/// Not of the protocol: the hover, and what is drawn beside it by an editor that can.
void Server::onLanes(const mlir::lsp::TextDocumentPositionParams &Params,
                     Callback<json::Value> Reply) {
  explainAt(Params, std::move(Reply),
            [Format = Client.HoverFormat](const ReportedText *Report, const auto &At) {
              json::Array Pictures = Report ? picturesOf(*Report, At) : json::Array();
              return json::Object{{"hover", hoverAt(Report, At, Format)},
                                  {"pictures", std::move(Pictures)}};
            });
}

/// In how many places of a file hints are shown.
static size_t mostHints(HintFiles Files) {
  switch (Files) {
  case HintFiles::Off:
    return 0;
  case HintFiles::Auto:
    return 200;
  case HintFiles::All:
    return std::numeric_limits<size_t>::max();
  }
  llvm_unreachable("covered switch");
}

void Server::onInlayHint(const mlir::lsp::InlayHintsParams &Params, Callback<json::Value> Reply) {
  StringRef Path = Params.textDocument.uri.file();
  // Who does not ask again after the analysis would keep what is about to change.
  std::shared_ptr<const ReportedText> Report =
      Client.CanRefreshHints ? Texts.report(Path) : Texts.analysedReport(Path);
  Reply(Report ? json::Array(inlayHintsOf(*Report, Params.range, mostHints(Client.Hints)))
               : json::Array());
}

void Server::onCodeLens(const DocumentParams &Params, Callback<json::Value> Reply) {
  std::shared_ptr<const ReportedText> Report = Texts.report(Params.Document.uri.file());
  Reply(Report ? json::Array(codeLensesOf(*Report, Params.Document.uri)) : json::Array());
}

/// The choice that shows all launches.
static constexpr StringLiteral AllLaunches = "all launches";

void Server::askForLaunch(const std::string &Path, const KernelGroup &Group) {
  std::vector<LaunchChoice> Launches = launchesOf(Group);
  MessageParams Question;
  Question.Text = "Launch of '" + Group.front()->Name + "' to show:";
  std::vector<std::string> Kernels;
  for (const ReportKernel *Kernel : Group)
    Kernels.push_back(Kernel->Name);
  for (const LaunchChoice &Each : Launches)
    Question.Choices.push_back(Each.Title);
  Question.Choices.push_back(AllLaunches.str());
  auto Ask = Messages.outgoingRequest<MessageParams, MessageChoice>(
      "window/showMessageRequest",
      [this, Path, Kernels, Launches](const json::Value &, Expected<MessageChoice> Answer) {
        if (!Answer)
          return consumeError(Answer.takeError());
        auto Chosen = find_if(
            Launches, [&](const LaunchChoice &Each) { return Each.Title == Answer->Title; });
        if (Chosen != Launches.end())
          Texts.chooseLaunch(Path, Kernels, *Chosen);
        else if (Answer->Title == AllLaunches)
          Texts.chooseLaunch(Path, Kernels, std::nullopt);
      });
  Ask(Question, ++LastRequest);
}

void Server::onExecuteCommand(const ExecuteCommandParams &Params, Callback<std::nullptr_t> Reply) {
  auto Argument = [&](size_t Index) {
    return Index < Params.Arguments.size()
               ? Params.Arguments[Index].getAsString().value_or("").str()
               : std::string();
  };
  if (Params.Name != ChooseLaunchCommand && Params.Name != ShowCostsCommand)
    return Reply(make_error<mlir::lsp::LSPError>("unknown command '" + Params.Name + "'",
                                                 mlir::lsp::ErrorCode::InvalidParams));
  Expected<URIForFile> Uri = URIForFile::fromURI(Argument(0));
  if (!Uri)
    return Reply(Uri.takeError());
  Reply(nullptr);
  std::shared_ptr<const ReportedText> Report = Texts.report(Uri->file());
  if (!Report)
    return;
  KernelGroup Group = groupOf(*Report, Argument(1));
  if (Group.empty())
    return;
  if (Params.Name == ChooseLaunchCommand)
    return askForLaunch(Uri->file().str(), Group);
  say(mlir::lsp::DiagnosticSeverity::Information,
      "'" + Group.front()->Name + "': " + lensTitle(*Report, Group));
}

void Server::show(const DocumentResult &Result) {
  if (!Result.Problem.empty())
    say(mlir::lsp::DiagnosticSeverity::Warning, Result.Problem);
  PublishDiagnostics({Result.Uri, Result.Version, diagnosticsOf(Result.Shown)});
  if (Client.CanRefreshHints)
    RefreshHints(nullptr, ++LastRequest);
  if (Client.CanRefreshLenses)
    RefreshLenses(nullptr, ++LastRequest);
}

void Server::say(mlir::lsp::DiagnosticSeverity Severity, std::string Text) {
  MessageParams Params;
  Params.Severity = Severity;
  Params.Text = std::move(Text);
  ShowMessage(Params);
}

} // namespace lsp

SessionEnd serveLanguage(std::FILE *In, raw_ostream &Out, const LanguageServerOptions &Options) {
  mlir::lsp::Logger::setLogLevel(mlir::lsp::Logger::Level::Error);
  Expected<WorkFolder> Files = WorkFolder::create();
  if (!Files) {
    mlir::lsp::Logger::error("{0}", toString(Files.takeError()));
    return SessionEnd::Broken;
  }
  mlir::lsp::JSONTransport Transport(In, Out);
  MessageHandler Messages(Transport);
  lsp::Connection Session(In, Messages);
  lsp::Server Serving(Options, std::move(*Files), Messages, Session);
  return Session.run();
}

} // namespace memlint

//===- Documents.h - The documents that an editor has open ------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LANGUAGESERVER_DOCUMENTS_H
#define CUDA_MEMLINT_LIB_LANGUAGESERVER_DOCUMENTS_H

#include "CommandRun.h"
#include "ReportFeatures.h"
#include "StandbyProcess.h"

#include "cuda-memlint/Hardware/Toolchain/WorkFolder.h"
#include "cuda-memlint/LanguageServer/LanguageServer.h"
#include "cuda-memlint/LanguageServer/WorkQueue.h"

#include <functional>
#include <memory>
#include <mutex>
#include <set>

namespace memlint::lsp {

/// What is to be shown of a document, or of a file that open documents include.
struct DocumentResult {
  URIForFile Uri;
  /// Nothing: it is not open as a document that is analysed.
  std::optional<int64_t> Version;
  ShownReports Shown;
  /// The reason for a missing report, in one line; empty if there is a report.
  std::string Problem;
};

/// The texts that an editor has open, and the reports on them. Each is analysed anew on a thread of
/// its own once it has changed: first with little time for races, which leaves what is known of
/// those as it is where that does not suffice, then with all races, and at last, where something is
/// found, with fixes, as verifying them takes longer than all the rest. Of those that come while it
/// is under way, the last one counts. While a text has errors, the report on the last one without
/// stays, and why. May be used by several threads.
class Documents {
public:
  /// \p Changed is called on that thread, also for headers that something was found in, or is not
  /// any more.
  Documents(const LanguageServerOptions &Options, WorkFolder Files,
            std::function<void(const DocumentResult &)> Changed)
      : Options(Options), Files(std::move(Files)), Changed(std::move(Changed)) {}

  void setRoots(std::vector<std::string> Folders);
  /// Of the client; the error says why the command does not take them.
  llvm::Error setArguments(std::vector<std::string> Given);

  void open(const URIForFile &Uri, std::string Text, int64_t Version);
  /// A document that is not analysed by itself, but may be included.
  void openHeader(const URIForFile &Uri, std::string Text);
  void change(llvm::StringRef Path, std::string Text, int64_t Version);
  /// Whether something is still to be shown there: what was found by documents that include it.
  bool close(llvm::StringRef Path);
  /// Analyses all documents anew: what they depend on has changed.
  void refresh();
  /// Of \p Kernels, which have one lens, shows one launch of one; nothing: all.
  void chooseLaunch(llvm::StringRef Path, llvm::ArrayRef<std::string> Kernels,
                    const std::optional<LaunchChoice> &Choice);

  /// What is known, at its places in the present text; null: nothing.
  std::shared_ptr<const ReportedText> report(llvm::StringRef Path) const;
  /// The same once the present text has been analysed, whether it has errors or not; null: before.
  std::shared_ptr<const ReportedText> analysedReport(llvm::StringRef Path) const;
  /// The text that is open, else that on disk; null: there is none.
  std::shared_ptr<const std::string> text(llvm::StringRef Path) const;

  /// Calls \p Reply with what is known once the fixes of the present text are verified; without
  /// reports if there is nothing, or it is not wanted any more.
  void withFixes(const std::string &Request, llvm::StringRef Path,
                 llvm::unique_function<void(const ShownReports &)> Reply);
  /// Calls \p Reply with a report that explains the accesses on \p Line (from 1) of the present
  /// text, or where that has errors with what is known; null: there is none, it is not wanted any
  /// more, or another explanation is asked for meanwhile.
  void explain(const std::string &Request, llvm::StringRef Path, unsigned Line,
               llvm::unique_function<void(std::shared_ptr<const ReportedText>)> Reply);

  /// Ends what is done for \p Request, of the two above.
  void cancel(const std::string &Request);

private:
  struct Document {
    URIForFile Uri;
    int64_t Version = 0;
    std::shared_ptr<const std::string> Text;
    /// Since it was opened.
    bool IsEdited = false;
    /// Of the text: how often it has changed.
    uint64_t Revision = 0;
    /// The last report on a text without errors, or the last one if there was none without.
    std::shared_ptr<const ReportedText> Good;
    uint64_t GoodRevision = 0;
    /// How the text changed since that, by revision.
    std::vector<std::vector<TextChange>> Changes;
    /// Why the analysis after that was not complete, with its text; null if it was.
    std::shared_ptr<const ReportedText> Incomplete;
    /// Of the last analysis that has ended; nothing: none has.
    std::optional<uint64_t> AnalysedRevision;
    /// Its last change.
    std::chrono::steady_clock::time_point ChangedAt;
    /// When the first change came that no report has followed.
    std::optional<std::chrono::steady_clock::time_point> WaitsSince;
    /// The first pass of an analysis is under way, and if so, it goes on although the text has
    /// changed.
    bool IsAnalysed = false, GoesOn = false;
    /// What was last said of a missing report.
    std::string Problem;
    std::map<std::string, std::string> ChosenLaunches;
    /// By path, the texts that other files had when Good found something in them, or launched
    /// kernels of theirs.
    std::map<std::string, std::shared_ptr<const std::string>, std::less<>> OtherTexts;
    /// Those that something was found in.
    std::set<std::string, std::less<>> FoundIn;
  };
  /// A document that is not analysed by itself.
  struct Header {
    URIForFile Uri;
    std::shared_ptr<const std::string> Text;
  };

  void schedule(const std::string &Path, std::chrono::milliseconds Delay);
  void noteOpened(llvm::StringRef Path);
  /// The open documents that may include \p Path.
  std::vector<std::string> includersOf(llvm::StringRef Path) const;
  /// Whether an analysis of the document, or what is left of one, has yet to begin.
  bool isPending(const std::string &Path) const;
  /// Analyses the documents anew that may include \p Path, whose unsaved text has changed.
  void scheduleIncluders(llvm::StringRef Path);
  /// The texts of open documents that the disk has otherwise and that \p Text, of the document
  /// \p Path, may include, by path.
  std::map<std::string, std::string> unsavedTexts(llvm::StringRef Path, llvm::StringRef Text) const;
  void analyse(const std::string &Path, llvm::function_ref<bool()> GoOn);
  /// Does what the first pass over \p Of has left, which has \p Shown a report: finds all races,
  /// and verifies the fixes, unless it changes; analyses of other documents come first. Has headers
  /// read ahead after that.
  void scheduleRest(const std::string &Path, const Document &Of,
                    std::shared_ptr<const ReportedText> Shown, std::chrono::milliseconds Delay);
  void readAhead(const std::string &Path, const Document &Of);
  /// What is known of \p Of, at its places in the present text.
  static std::shared_ptr<const ReportedText> known(const Document &Of);
  /// What was known to \p Now before the analysis of \p Of, at its places in the text of that.
  static ReportedText earlier(const Document &Now, const Document &Of);
  /// Notes that the first pass of an analysis begins; nothing: the document is closed.
  std::optional<Document> begin(const std::string &Path);
  /// Notes its end; whether the text has changed meanwhile.
  bool end(const std::string &Path, uint64_t Revision);
  /// Keeps \p Report, on the text of \p Of, in \p Into; false if what was known stays, and only the
  /// reason for that is kept.
  static bool keep(Document &Into, const Document &Of, std::shared_ptr<const ReportedText> Report);
  /// Keeps that there is no report on the text of \p Of, since \p Problem.
  static void keepFailure(Document &Into, const Document &Of, llvm::StringRef Path,
                          const std::string &Problem);
  /// What is known of \p Path, at its places in the present text.
  DocumentResult shownOf(llvm::StringRef Path) const;
  /// Whether a document other than \p Path found something there.
  bool hasFindingsOfOthers(llvm::StringRef Path) const;
  /// \p Own, which explains the accesses on \p Line of the document \p Path, with those that
  /// documents that include it have there.
  std::shared_ptr<const ReportedText>
  explainedWithIncluders(llvm::StringRef Path, unsigned Line,
                         std::shared_ptr<const ReportedText> Own, llvm::function_ref<bool()> GoOn);
  llvm::Expected<std::optional<FileReport>> explainLine(const std::string &Path, const Document &Of,
                                                        unsigned Line,
                                                        llvm::function_ref<bool()> GoOn);
  /// Shows what is known of \p Path soon.
  void scheduleShowing(llvm::StringRef Path);
  /// Whether the last analysis of \p Path came to its end.
  bool isWell(llvm::StringRef Path) const;
  /// Null: nobody wants the report any more. \p Unsaved: what the analysis read in place of files.
  llvm::Expected<std::optional<FileReport>> analyse(const std::string &Path, const Document &Of,
                                                    std::vector<std::string> More,
                                                    llvm::function_ref<bool()> GoOn,
                                                    size_t Analyses,
                                                    std::map<std::string, std::string> &Unsaved);
  /// Keeps in \p In what \p Kept refers to beside its own text; the paths that it refers to, or
  /// that the report before it did.
  static std::set<std::string, std::less<>>
  exchangeOthers(Document &In, const ReportedText &Kept,
                 decltype(Document::OtherTexts) TextsOfOthers);
  /// Runs the command with \p More options, and keeps and tells what came of it, unless there is a
  /// newer text meanwhile; null if what was known stays. It may take the time of \p Analyses.
  std::shared_ptr<const ReportedText> show(const std::string &Path, const Document &Of,
                                           std::vector<std::string> More,
                                           llvm::function_ref<bool()> GoOn, size_t Analyses = 1);
  std::optional<Document> copyOf(llvm::StringRef Path) const;
  /// \p Input names a file for the text, one for each queue.
  llvm::Expected<CommandRun> command(const std::string &Path, const Document &Of,
                                     llvm::StringRef Input, std::vector<std::string> More);
  std::string folderFor(llvm::StringRef Path) const;

  const LanguageServerOptions &Options;
  WorkFolder Files;
  std::function<void(const DocumentResult &)> Changed;
  mutable std::mutex Mutex;
  std::map<std::string, Document, std::less<>> Open;
  /// By path, the open documents that are not analysed by themselves.
  std::map<std::string, Header, std::less<>> Headers;
  std::vector<std::string> Roots;
  std::vector<std::string> Arguments;
  /// The request that was last explained.
  std::string Explained;
  /// For the document that was edited last.
  StandbyProcess Standby{Files.file("ahead")};
  /// Last, since their threads use the others. An explanation waits for no analysis.
  WorkQueue Queue, Explanations;
};

} // namespace memlint::lsp

#endif // CUDA_MEMLINT_LIB_LANGUAGESERVER_DOCUMENTS_H

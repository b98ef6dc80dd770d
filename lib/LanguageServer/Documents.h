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

namespace memlint::lsp {

/// What came of the analysis of a document.
struct DocumentResult {
  URIForFile Uri;
  int64_t Version = 0;
  /// What is to be shown; null: what is shown stays, as the text does not parse.
  std::shared_ptr<const ReportedText> Shown;
  /// The reason for a missing report, in one line; empty if there is a report.
  std::string Problem;
};

/// The texts that an editor has open, and the reports on them. Each is analysed anew on a thread of
/// its own once it has changed, first without fixes and then, where something is found, with them,
/// as verifying them takes longer than all the rest; of those that come while it is under way, the
/// last one counts. May be used by several threads.
class Documents {
public:
  /// \p Changed is called on that thread.
  Documents(const LanguageServerOptions &Options, WorkFolder Files,
            std::function<void(const DocumentResult &)> Changed)
      : Options(Options), Files(std::move(Files)), Changed(std::move(Changed)) {}

  void setRoots(std::vector<std::string> Folders);
  /// Of the client; the error says why the command does not take them.
  llvm::Error setArguments(std::vector<std::string> Given);

  void open(const URIForFile &Uri, std::string Text, int64_t Version);
  void change(llvm::StringRef Path, std::string Text, int64_t Version);
  void close(llvm::StringRef Path);
  /// Analyses all documents anew: what they depend on has changed.
  void refresh();
  /// Shows one launch of \p Kernel; empty: all.
  void chooseLaunch(llvm::StringRef Path, const std::string &Kernel, const std::string &Launch);

  /// The last good report, of an earlier text than the present one if \p Stale is true; null: none.
  std::shared_ptr<const ReportedText> report(llvm::StringRef Path, bool Stale) const;
  /// The text that is open, else that on disk; null: there is none.
  std::shared_ptr<const std::string> text(llvm::StringRef Path) const;

  /// Calls \p Reply with a report of the present text once its fixes are verified; null: there is
  /// none, or it is not wanted any more.
  void withFixes(const std::string &Request, llvm::StringRef Path,
                 llvm::unique_function<void(std::shared_ptr<const ReportedText>)> Reply);
  /// Calls \p Reply with a report of the present text that explains the accesses on \p Line (from
  /// 1); null: there is none, it is not wanted any more, or another explanation is asked for
  /// meanwhile.
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
    std::shared_ptr<const ReportedText> Good;
    /// What was last said of a missing report.
    std::string Problem;
    std::map<std::string, std::string> ChosenLaunches;
  };

  void schedule(const std::string &Path, std::chrono::milliseconds Delay);
  void analyse(const std::string &Path, llvm::function_ref<bool()> GoOn);
  /// Runs the command with \p More options, and keeps and tells what came of it, unless there is a
  /// newer text meanwhile; null if what was shown stays.
  std::shared_ptr<const ReportedText> show(const std::string &Path, const Document &Of,
                                           std::vector<std::string> More,
                                           llvm::function_ref<bool()> GoOn);
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

//===- Process.cpp - Starting other programs ------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Process/Process.h"

#include "Pipe.h"

#include "cuda-memlint/Process/ExceededLimit.h"
#include "cuda-memlint/Process/SignalCleanup.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

using namespace llvm;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

namespace memlint {
namespace {

constexpr milliseconds GraceAfterTerminate(2000);

/// What a group is sent, one after the other, until it ends.
constexpr int EndingOrder[] = {SIGINT, SIGTERM, SIGKILL};

/// The first and the last bytes of a stream.
class BoundedText {
public:
  explicit BoundedText(size_t Maximum) : Half(Maximum / 2) {}

  void append(StringRef Bytes) {
    size_t Taken = std::min(Half - Head.size(), Bytes.size());
    Head += Bytes.take_front(Taken).str();
    Tail += Bytes.drop_front(Taken).str();
    // Cut seldom: each cut moves all that is kept.
    if (Tail.size() > 2 * Half + 4096)
      cut();
  }

  std::string take(bool &Truncated) {
    cut();
    Truncated = Dropped != 0;
    if (!Dropped)
      return Head + Tail;
    return Head + "\n[" + std::to_string(Dropped) + " bytes omitted]\n" + Tail;
  }

private:
  void cut() {
    if (Tail.size() <= Half)
      return;
    Dropped += Tail.size() - Half;
    Tail.erase(0, Tail.size() - Half);
  }

  size_t Half;
  std::string Head, Tail;
  uint64_t Dropped = 0;
};

/// Signals of EndingSignals are held back while it lives: no handler runs between a
/// fork and the moment its process is known.
class SignalsHeldBack {
public:
  SignalsHeldBack() {
    sigset_t Held;
    sigemptyset(&Held);
    for (int Signal : EndingSignals)
      sigaddset(&Held, Signal);
    pthread_sigmask(SIG_BLOCK, &Held, &Previous);
  }
  ~SignalsHeldBack() { pthread_sigmask(SIG_SETMASK, &Previous, nullptr); }
  const sigset_t &previous() const { return Previous; }

private:
  sigset_t Previous;
};

/// Argument and environment vectors as execve() wants them.
class ExecVectors {
public:
  explicit ExecVectors(const ProcessRequest &Request) {
    Strings.push_back(Request.Program);
    Strings.insert(Strings.end(), Request.Arguments.begin(), Request.Arguments.end());
    size_t ArgumentCount = Strings.size();
    for (char **Entry = environ; *Entry; ++Entry) {
      StringRef Name = StringRef(*Entry).split('=').first;
      if (none_of(Request.Environment, [&](const auto &Pair) { return Pair.first == Name; }) &&
          !is_contained(Request.WithoutEnvironment, Name))
        Strings.push_back(*Entry);
    }
    for (const auto &[Name, Value] : Request.Environment)
      Strings.push_back(Name + "=" + Value);
    for (size_t Index = 0; Index != Strings.size(); ++Index)
      (Index < ArgumentCount ? Arguments : Environment).push_back(Strings[Index].data());
    Arguments.push_back(nullptr);
    Environment.push_back(nullptr);
  }

  std::vector<char *> Arguments, Environment;

private:
  std::vector<std::string> Strings;
};

/// One run of runProcess().
class Run {
public:
  explicit Run(const ProcessRequest &Request)
      : Request(Request), Output(Request.MaximumBytes), Errors(Request.MaximumBytes) {}

  Expected<ProcessResult> run();

private:
  Error start();
  [[noreturn]] void becomeProgram(const ExecVectors &Vectors, const sigset_t &Mask, pid_t Parent);
  bool drain(Descriptor &From, bool IsOutput);
  milliseconds askToEnd();
  void writeToFile(StringRef Bytes);
  bool hasEnded() const;

  const ProcessRequest &Request;
  Descriptor Input, File;
  Pipe OutputPipe, ErrorPipe, FailurePipe;
  BoundedText Output, Errors;
  uint64_t FileBytes = 0;
  bool FileTruncated = false;
  int FileError = 0;
  pid_t Child = 0;
  int Slot = -1;
  /// The signals that the group was sent so far.
  unsigned Asked = 0;
  /// By ProcessRequest::GoOn.
  bool WasStopped = false;
  bool IsOutOfMemory = false;
  /// When it is sent the next.
  std::optional<steady_clock::time_point> Deadline;
};

} // namespace

/// In the child, which has this process's memory but only one of its threads: calls
/// only what a signal handler may call.
void Run::becomeProgram(const ExecVectors &Vectors, const sigset_t &Mask, pid_t Parent) {
  auto Fail = [&] {
    int Number = errno;
    (void)!write(FailurePipe.Write.get(), &Number, sizeof(Number));
    _exit(127);
  };
  setpgid(0, 0);
  // For when this process is killed and can do nothing any more.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != Parent)
    _exit(127);
  for (int Signal : EndingSignals)
    signal(Signal, SIG_DFL);
  signal(SIGPIPE, SIG_DFL);
  pthread_sigmask(SIG_SETMASK, &Mask, nullptr);
  if (dup2(Input.get(), 0) < 0 || dup2(OutputPipe.Write.get(), 1) < 0 ||
      dup2(ErrorPipe.Write.get(), 2) < 0)
    Fail();
  if (!Request.WorkingDirectory.empty() && chdir(Request.WorkingDirectory.c_str()) != 0)
    Fail();
  execve(Request.Program.c_str(), Vectors.Arguments.data(), Vectors.Environment.data());
  Fail();
  _exit(127);
}

Error Run::start() {
  std::string InputPath = Request.InputFile.empty() ? "/dev/null" : Request.InputFile;
  Input.reset(open(InputPath.c_str(), O_RDONLY | O_CLOEXEC));
  if (!Input.isOpen())
    return createStringError("cannot open '" + InputPath + "': " + sys::StrError(errno));
  if (!Request.OutputFile.empty()) {
    File.reset(open(Request.OutputFile.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
    if (!File.isOpen())
      return createStringError("cannot write '" + Request.OutputFile +
                               "': " + sys::StrError(errno));
  }
  for (Pipe *Each : {&OutputPipe, &ErrorPipe, &FailurePipe})
    if (Error Failure = Each->open())
      return Failure;

  ExecVectors Vectors(Request);
  pid_t Parent = getpid();
  {
    SignalsHeldBack HeldBack;
    Child = fork();
    if (Child == 0)
      becomeProgram(Vectors, HeldBack.previous(), Parent);
    if (Child > 0) {
      // Both sides do it: whichever is first, the group is there afterwards.
      setpgid(Child, Child);
      Slot = killGroupOnSignal(Child);
    }
  }
  if (Child < 0)
    return createStringError("cannot start '" + Request.Program + "': " + sys::StrError(errno));

  OutputPipe.Write.close();
  ErrorPipe.Write.close();
  FailurePipe.Write.close();
  // The other end is closed by a successful exec.
  int Number = 0;
  ssize_t Size;
  while ((Size = read(FailurePipe.Read.get(), &Number, sizeof(Number))) < 0 && errno == EINTR)
    ;
  if (Size != ssize_t(sizeof(Number)))
    return Error::success();
  waitpid(Child, nullptr, 0);
  forgetGroup(Slot);
  std::string Where =
      Request.WorkingDirectory.empty() ? "" : " in '" + Request.WorkingDirectory + "'";
  return createStringError("cannot start '" + Request.Program + "'" + Where + ": " +
                           sys::StrError(Number));
}

void Run::writeToFile(StringRef Bytes) {
  if (FileBytes + Bytes.size() > Request.MaximumFileBytes) {
    Bytes = Bytes.take_front(Request.MaximumFileBytes - FileBytes);
    FileTruncated = true;
  }
  FileBytes += Bytes.size();
  while (!Bytes.empty() && !FileError) {
    ssize_t Size = write(File.get(), Bytes.data(), Bytes.size());
    if (Size >= 0)
      Bytes = Bytes.drop_front(Size);
    else if (errno != EINTR)
      FileError = errno;
  }
}

/// Reads once what is there; false at the end of the stream, and when nothing is there.
bool Run::drain(Descriptor &From, bool IsOutput) {
  char Buffer[16384];
  ssize_t Size;
  while ((Size = read(From.get(), Buffer, sizeof(Buffer))) < 0 && errno == EINTR)
    ;
  if (Size < 0 && errno == EAGAIN)
    return false;
  if (Size <= 0) {
    From.close();
    return false;
  }
  StringRef Bytes(Buffer, Size);
  if (Request.TimeLeft && Asked == 0)
    if (std::optional<milliseconds> Left = Request.TimeLeft(Bytes))
      Deadline = steady_clock::now() + *Left;
  if (!IsOutput)
    Errors.append(Bytes);
  else if (File.isOpen())
    writeToFile(Bytes);
  else
    Output.append(Bytes);
  return true;
}

/// The program is left unreaped, so that nothing else can get the number of its group.
bool Run::hasEnded() const {
  siginfo_t Information = {};
  return waitid(P_PID, Child, &Information, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         Information.si_pid == Child;
}

/// Sends the group the next of the signals that end it, and returns how long it has to do so.
milliseconds Run::askToEnd() {
  if (Asked == 0 && Request.InterruptGrace == milliseconds(0))
    ++Asked;
  int Signal = EndingOrder[std::min<size_t>(Asked++, std::size(EndingOrder) - 1)];
  kill(-Child, Signal);
  return Signal == SIGINT ? Request.InterruptGrace : GraceAfterTerminate;
}

Expected<ProcessResult> Run::run() {
  if (Error Failure = start())
    return std::move(Failure);
  Descriptor *const Streams[] = {&OutputPipe.Read, &ErrorPipe.Read};
  for (Descriptor *Stream : Streams)
    fcntl(Stream->get(), F_SETFL, O_NONBLOCK);

  if (Request.TimeLimit)
    Deadline = steady_clock::now() + *Request.TimeLimit;
  while (!hasEnded()) {
    // A short tick, since the end of a program that closed its output, or left it to
    // another, wakes no poll.
    pollfd Polled[] = {{OutputPipe.Read.get(), POLLIN, 0}, {ErrorPipe.Read.get(), POLLIN, 0}};
    // A program that has closed both ends in a moment.
    bool IsOpen = OutputPipe.Read.isOpen() || ErrorPipe.Read.isOpen();
    poll(Polled, 2, IsOpen ? 20 : 1);
    for (size_t Index = 0; Index != 2; ++Index)
      if (Polled[Index].revents)
        drain(*Streams[Index], Index == 0);
    if (Asked == 0 && Request.GoOn && !Request.GoOn()) {
      WasStopped = true;
      Deadline = steady_clock::now();
    }
    // What takes all memory is not asked first.
    if (!IsOutOfMemory && findExceededLimit(Child, {}, {std::nullopt, Request.MemoryLimit})) {
      IsOutOfMemory = true;
      Asked = unsigned(std::size(EndingOrder)) - 1;
      Deadline = steady_clock::now();
    }
    if (!Deadline || steady_clock::now() < *Deadline)
      continue;
    Deadline = steady_clock::now() + askToEnd();
  }
  // Whatever it started ends with it.
  kill(-Child, SIGKILL);
  int Status = 0;
  while (waitpid(Child, &Status, 0) < 0 && errno == EINTR)
    ;
  forgetGroup(Slot);
  // A pipe holds no more than this; what left the group could go on for ever.
  constexpr int MaximumReads = 256;
  for (size_t Index = 0; Index != 2; ++Index)
    for (int Count = 0; Count != MaximumReads && Streams[Index]->isOpen(); ++Count)
      if (!drain(*Streams[Index], Index == 0))
        break;
  if (FileError)
    return createStringError("cannot write '" + Request.OutputFile +
                             "': " + sys::StrError(FileError));

  ProcessResult Result;
  Result.Output = Output.take(Result.OutputTruncated);
  Result.OutputTruncated |= FileTruncated;
  Result.Errors = Errors.take(Result.ErrorsTruncated);
  if (Asked != 0) {
    Result.Outcome = IsOutOfMemory ? ProcessResult::Ending::OutOfMemory
                     : WasStopped  ? ProcessResult::Ending::Stopped
                                   : ProcessResult::Ending::TimedOut;
  } else if (WIFSIGNALED(Status)) {
    Result.Outcome = ProcessResult::Ending::Signalled;
    Result.Code = WTERMSIG(Status);
  } else {
    Result.Code = WEXITSTATUS(Status);
  }
  return Result;
}

Expected<ProcessResult> runProcess(const ProcessRequest &Request) { return Run(Request).run(); }

std::string describeEnding(const ProcessResult &Result, std::optional<milliseconds> Limit) {
  std::string Text;
  raw_string_ostream Stream(Text);
  switch (Result.Outcome) {
  case ProcessResult::Ending::Exited:
    Stream << "exited with code " << Result.Code;
    break;
  case ProcessResult::Ending::Signalled:
    Stream << "was terminated by signal " << Result.Code << " (" << strsignal(Result.Code) << ")";
    break;
  case ProcessResult::Ending::TimedOut:
    Stream << "ran longer than ";
    if (Limit && Limit->count() % 1000 == 0)
      Stream << Limit->count() / 1000 << " s";
    else
      Stream << (Limit ? Limit->count() : 0) << " ms";
    break;
  case ProcessResult::Ending::OutOfMemory:
    Stream << "took more memory than it may";
    break;
  case ProcessResult::Ending::Stopped:
    Stream << "was stopped";
    break;
  }
  return Text;
}

} // namespace memlint

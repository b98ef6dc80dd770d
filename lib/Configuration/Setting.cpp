//===- Setting.cpp - Settings by their names ------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Configuration/Setting.h"

#include "cuda-memlint/Checks/Check.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Frontend/Architecture.h"
#include "cuda-memlint/Support/NearestName.h"
#include "cuda-memlint/Target/TargetModel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace memlint {

Error checkGlob(StringRef Glob) {
  Error Failure = selectChecks(Glob).takeError();
  if (!Failure)
    return Failure;
  StringRef Dash = Glob.take_while([](char Letter) { return Letter == '-'; });
  std::string Nearest =
      nearestPattern(Glob.drop_front(Dash.size()),
                     map_range(allChecks(), [](const Check *Each) { return Each->Name; }));
  if (Nearest.empty())
    return Failure;
  consumeError(std::move(Failure));
  return createStringError("unknown check '" + Glob + "'; did you mean '" + Dash + Nearest + "'?");
}

ConfiguredLevel parseLevel(StringRef Text) {
  for (FindingLevel Level : {FindingLevel::Remark, FindingLevel::Warning, FindingLevel::Error})
    if (levelName(Level) == Text)
      return Level;
  return std::nullopt;
}

static Error readInheritParent(Configuration &Into, StringRef Text, StringRef) {
  Into.InheritParent = Text == "true";
  return Error::success();
}

static Error readChecks(Configuration &Into, StringRef Text, StringRef) {
  for (StringRef Glob : split(Text, ',')) {
    Glob = Glob.trim();
    if (Glob.empty())
      continue;
    if (Error Failure = checkGlob(Glob))
      return Failure;
    Into.Checks += (Into.Checks.empty() ? "" : ",") + Glob.str();
  }
  return Error::success();
}

/// Devices whose memory systems are known.
static Error readArchitecture(Configuration &Into, StringRef Text, StringRef) {
  std::vector<std::string> Names;
  for (StringRef Each : split(Text, ',')) {
    StringRef Name = Each.trim();
    Expected<Architecture> Device = parseArchitecture(Name);
    if (!Device)
      return Device.takeError();
    if (Expected<const TargetModel *> Target = findTarget(Device->name()); !Target)
      return Target.takeError();
    if (!is_contained(Names, Name))
      Names.push_back(Name.str());
  }
  Into.Architecture = Names.front();
  Into.OtherArchitectures.assign(Names.begin() + 1, Names.end());
  return Error::success();
}

static Error readLaunch(Configuration &Into, StringRef Text, StringRef) {
  Expected<LaunchRequest> Request = parseLaunchOption(Text);
  if (!Request)
    return Request.takeError();
  Into.Launches.push_back({Text.str(), std::move(*Request)});
  return Error::success();
}

static Error readRecording(Configuration &Into, StringRef Text, StringRef Folder) {
  SmallString<256> Path = Text;
  if (!Folder.empty())
    sys::fs::make_absolute(Folder, Path);
  auto Recording = readRecordedLaunches(Path);
  if (!Recording)
    return Recording.takeError();
  Into.Recordings.push_back(std::move(*Recording));
  return Error::success();
}

static Error readArguments(Configuration &Into, StringRef Text, StringRef) {
  Expected<std::vector<std::string>> Arguments = splitArguments(Text);
  if (!Arguments)
    return Arguments.takeError();
  Into.Arguments = std::move(*Arguments);
  return Error::success();
}

static Error readIgnored(Configuration &Into, StringRef Text, StringRef Folder) {
  Expected<PathPattern> Pattern = PathPattern::create(Folder, Text);
  if (!Pattern)
    return Pattern.takeError();
  Into.Ignored.push_back(std::move(*Pattern));
  return Error::success();
}

static Error readFailOn(Configuration &Into, StringRef Text, StringRef) {
  Into.FailOn = parseLevel(Text);
  return Error::success();
}

static Error readRemarks(Configuration &Into, StringRef Text, StringRef) {
  Into.Remarks = Text == "true";
  return Error::success();
}

static Error readRaces(Configuration &Into, StringRef Text, StringRef) {
  Into.PossibleRaces = Text == "may";
  return Error::success();
}

static Error readPercentage(std::optional<double> &Into, StringRef Text) {
  double Number = 0;
  Text.consume_back("%");
  if (Text.trim().getAsDouble(Number) || !(Number >= 0 && Number <= 100))
    return createStringError("expected " + PercentagesInWords);
  Into = Number;
  return Error::success();
}

static Error readLeastExcess(Configuration &Into, StringRef Text, StringRef) {
  return readPercentage(Into.LeastExcess, Text);
}

static Error readLeastShare(Configuration &Into, StringRef Text, StringRef) {
  return readPercentage(Into.LeastShare, Text);
}

static Error readToolkit(Configuration &Into, StringRef Text, StringRef Folder) {
  if (Text.empty())
    return createStringError("expected auto, embedded or a folder");
  SmallString<256> Path = Text;
  if (Text != "auto" && Text != "embedded" && !Folder.empty())
    sys::fs::make_absolute(Folder, Path);
  if (std::string Hint = didYouMean(Text, ArrayRef<StringRef>{"auto", "embedded"});
      !Hint.empty() && !is_contained({"auto", "embedded"}, Text) && !sys::fs::exists(Path))
    return createStringError("no such folder: '" + Text + "'" + Hint);
  Into.Toolkit = Path.str().str();
  return Error::success();
}

static constexpr Setting Settings[] = {
    {"inherit-parent", "", "", "true or false", readInheritParent, false, "true, false"},
    {"checks", "checks", "", "check globs", readChecks, true},
    {"arch", "arch", "Arch", "devices, such as sm_90 or sm_70,sm_90", readArchitecture},
    {"launches", "launch", "Launches", "a launch, such as 'kernel<<<64, 256>>>(_, 1024)'",
     readLaunch, true},
    {"recorded-launches", "launches", "RecordedLaunches", "files that 'cuda-memlint record' wrote",
     readRecording, true},
    {"args", "args", "Args", "the arguments of a program, such as '1024 --fast'", readArguments},
    {"ignore", "", "", "path patterns", readIgnored, true},
    {"fail-on", "fail-on", "", LevelsInWords, readFailOn, false, LevelWords},
    {"remarks", "remarks", "Remarks", "true or false", readRemarks, false, "true, false"},
    {"races", "races", "Races", "sure or may", readRaces, false, "sure, may"},
    {"min-excess", "min-excess", "MinExcess", PercentagesInWords, readLeastExcess},
    {"min-share", "min-share", "MinShare", PercentagesInWords, readLeastShare},
    {"toolkit", "toolkit", "Toolkit", "auto, embedded or a folder", readToolkit},
};

ArrayRef<Setting> allSettings() { return Settings; }

bool Setting::accepts(StringRef Text) const {
  return Words.empty() || is_contained(split(Words, ", "), Text);
}

} // namespace memlint

//===- SanitizerReport.cpp - Reading compute-sanitizer's XML --------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "XmlReader.h"

#include "cuda-memlint/Hardware/Sanitizer/Hazard.h"
#include "cuda-memlint/Hardware/Toolchain/KernelName.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"

using namespace llvm;

namespace memlint {

static Error recordError(const XmlElement &Element, const Twine &What) {
  return createStringError("line " + Twine(Element.Line) + ": " + What);
}

/// A number below \p Element, decimal or with 0x; nothing where there is no such element.
static Expected<std::optional<uint64_t>> readNumber(const XmlElement &Element,
                                                    std::initializer_list<StringRef> Path) {
  const XmlElement *Found = Element.find(Path);
  if (!Found)
    return std::nullopt;
  uint64_t Number = 0;
  if (StringRef(Found->Text).getAsInteger(0, Number))
    return recordError(*Found, "<" + Found->Name + "> holds '" +
                                   StringRef(Found->Text).split('\n').first.take_front(40) +
                                   "', not a number");
  return std::optional<uint64_t>(Number);
}

static Error readIndex(const XmlElement &Record, StringRef Name,
                       std::optional<ThreadIndex> &Index) {
  const XmlElement *Found = Record.find({"who", Name});
  if (!Found)
    return Error::success();
  Index.emplace();
  for (auto [Axis, Value] :
       {std::pair(StringRef("x"), &(*Index)[0]), {"y", &(*Index)[1]}, {"z", &(*Index)[2]}}) {
    Expected<std::optional<uint64_t>> Number = readNumber(*Found, {Axis});
    if (!Number)
      return Number.takeError();
    *Value = Number->value_or(0);
  }
  return Error::success();
}

static std::string functionName(StringRef Name) {
  return kernelNameOf(Name.starts_with("_Z") ? demangle(Name) : Name.str());
}

static Expected<HazardSide> readSide(const XmlElement &Where, StringRef Direction) {
  HazardSide Side;
  Side.Function = functionName(Where.textOf({"func"}));
  Side.Direction = Direction.lower();
  Expected<std::optional<uint64_t>> Line = readNumber(Where, {"line"});
  if (!Line)
    return Line.takeError();
  StringRef Path = Where.textOf({"path"});
  if (*Line && **Line <= UINT32_MAX && !Path.empty())
    Side.Source = {Path.str(), unsigned(**Line)};
  Expected<std::optional<uint64_t>> Offset = readNumber(Where, {"pc"});
  if (!Offset)
    return Offset.takeError();
  Side.CodeOffset = *Offset;
  return Side;
}

static HazardSeverity severityOf(StringRef Level) {
  if (Level.equals_insensitive("warning"))
    return HazardSeverity::Warning;
  if (Level.equals_insensitive("info"))
    return HazardSeverity::Info;
  return HazardSeverity::Error;
}

/// One for each access that \p What says the source of a race is unordered with.
static Error readRaces(const XmlElement &Record, const XmlElement &What, const Hazard &Common,
                       std::vector<Hazard> &Hazards) {
  const XmlElement *Source = What.child("source");
  const XmlElement *From = Source->child("where");
  if (!From)
    return recordError(*Source, "<source> does not say where");
  Expected<HazardSide> First = readSide(*From, Source->textOf({"direction"}));
  if (!First)
    return First.takeError();
  size_t Before = Hazards.size();
  for (const XmlElement &Destination : What.Children) {
    if (Destination.Name != "destination")
      continue;
    const XmlElement *To = Destination.child("where");
    if (!To)
      return recordError(Destination, "<destination> does not say where");
    Expected<HazardSide> Second = readSide(*To, Destination.textOf({"direction"}));
    if (!Second)
      return Second.takeError();
    Expected<std::optional<uint64_t>> Count = readNumber(Destination, {"count"});
    if (!Count)
      return Count.takeError();
    Hazard Race = Common;
    Race.Kind = HazardKind::Race;
    Race.Space = "shared";
    Race.Sides = {*First, std::move(*Second)};
    Race.Count = Count->value_or(1);
    Hazards.push_back(std::move(Race));
  }
  if (Hazards.size() == Before)
    return recordError(Record, "a race with one access only");
  return Error::success();
}

static HazardKind kindOf(SanitizerTool Tool, const XmlElement &Record, StringRef Message) {
  StringRef Kind = Record.textOf({"kind"});
  if (Kind == "Api")
    return HazardKind::FailedCall;
  if (Kind == "Synccheck")
    return HazardKind::Barrier;
  if (Kind == "Initcheck" && Message.starts_with_insensitive("uninitialized"))
    return HazardKind::Uninitialised;
  if (Tool == SanitizerTool::Memcheck) {
    if (Message.contains("out of bounds"))
      return HazardKind::OutOfBounds;
    if (Message.contains("misaligned"))
      return HazardKind::Misaligned;
  }
  return HazardKind::Other;
}

/// "__global__" to "global", also within a message.
static std::string spaceIn(StringRef Text) {
  for (StringRef Space : {"global", "shared", "local"})
    if (Text.contains(("__" + Space + "__").str()))
      return Space.str();
  return "";
}

static StringRef directionIn(StringRef Message) {
  for (StringRef Direction : {"read", "write", "atomic"})
    if (Message.contains((" " + Direction + " ").str()))
      return Direction;
  return "";
}

static Error readRecord(SanitizerTool Tool, const XmlElement &Record,
                        std::vector<Hazard> &Hazards) {
  Hazard Result;
  Result.Tool = Tool;
  Result.Severity = severityOf(Record.textOf({"level"}));
  Result.Message = Record.textOf({"what", "text"}).str();
  if (StringRef Type = Record.textOf({"what", "type"}); !Type.empty())
    Result.Message += (": " + Type).str();
  if (Result.Message.empty())
    Result.Message = Record.textOf({"kind"}).str();
  if (Result.Message.empty())
    return recordError(Record, "an empty record");

  const XmlElement *What = Record.child("what");
  if (What && What->child("source"))
    return readRaces(Record, *What, Result, Hazards);

  StringRef Message = Result.Message;
  Result.Kind = kindOf(Tool, Record, Message);
  for (auto [Name, Number] :
       {std::pair(StringRef("size"), &Result.Bytes), {"address", &Result.Address}}) {
    Expected<std::optional<uint64_t>> Value = readNumber(Record, {"what", Name});
    if (!Value)
      return Value.takeError();
    *Number = *Value;
  }
  if (Error Failure = readIndex(Record, "threadIdx", Result.Thread))
    return Failure;
  if (Error Failure = readIndex(Record, "blockIdx", Result.Block))
    return Failure;
  Result.Space = spaceIn(Record.textOf({"what", "space"}));
  if (Result.Space.empty())
    Result.Space = spaceIn(Message);
  if (const XmlElement *Where = Record.child("where")) {
    StringRef Direction = Record.textOf({"what", "direction"});
    Expected<HazardSide> Side =
        readSide(*Where, Direction.empty() ? directionIn(Message) : Direction);
    if (!Side)
      return Side.takeError();
    Result.Sides.push_back(std::move(*Side));
  }
  Hazards.push_back(std::move(Result));
  return Error::success();
}

Expected<std::vector<Hazard>> parseSanitizerReport(SanitizerTool Tool, StringRef Report) {
  auto Unreadable = [&](const Twine &Why) {
    return createStringError("the report of " + sanitizerToolName(Tool) +
                             " cannot be read: " + Why);
  };
  Expected<XmlElement> Root = readXml(Report);
  if (!Root)
    return Unreadable(toString(Root.takeError()));
  if (Root->Name != "ComputeSanitizerOutput")
    return Unreadable("not compute-sanitizer output but <" + StringRef(Root->Name).take_front(40) +
                      ">");
  std::vector<Hazard> Hazards;
  for (const XmlElement &Record : Root->Children)
    if (Record.Name == "record")
      if (Error Failure = readRecord(Tool, Record, Hazards))
        return Unreadable(toString(std::move(Failure)));
  return Hazards;
}

} // namespace memlint

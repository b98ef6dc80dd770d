//===- XmlReader.cpp - Reading a tool's XML -------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "XmlReader.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"

#include <optional>

using namespace llvm;

namespace memlint {

const XmlElement *XmlElement::child(StringRef Wanted) const {
  auto Found = find_if(Children, [&](const XmlElement &Each) { return Each.Name == Wanted; });
  return Found == Children.end() ? nullptr : &*Found;
}

const XmlElement *XmlElement::find(std::initializer_list<StringRef> Path) const {
  const XmlElement *Element = this;
  for (StringRef Step : Path)
    if (!(Element = Element->child(Step)))
      return nullptr;
  return Element;
}

StringRef XmlElement::textOf(std::initializer_list<StringRef> Path) const {
  const XmlElement *Element = find(Path);
  return Element ? StringRef(Element->Text) : StringRef();
}

namespace {

class XmlReader {
public:
  explicit XmlReader(StringRef Document) : Rest(Document) {}

  Expected<XmlElement> read();

private:
  Error error(const Twine &What) const {
    return createStringError("line " + Twine(Line) + ": " + What);
  }
  void advance(size_t Size) {
    Line += unsigned(Rest.take_front(Size).count('\n'));
    Rest = Rest.drop_front(Size);
  }

  Error readText();
  Error readMarkup();
  Error skipTo(StringRef End, StringRef What);
  Error close(StringRef Name);
  Error open(StringRef Tag);

  /// No report is nested deeper; it bounds what moving elements into others costs.
  static constexpr size_t MaximumDepth = 64;

  StringRef Rest;
  /// Where Rest begins, from 1.
  unsigned Line = 1;
  /// Elements that are open, outermost first.
  std::vector<XmlElement> Open;
  std::optional<XmlElement> Root;
};

} // namespace

/// What `&Name;` stands for; nothing for a name that XML does not define.
static std::optional<std::string> decodeEntity(StringRef Name) {
  struct Row {
    StringRef Name, Text;
  };
  constexpr Row Defined[] = {{"lt", "<"}, {"gt", ">"}, {"amp", "&"}, {"quot", "\""}, {"apos", "'"}};
  for (const Row &Each : Defined)
    if (Each.Name == Name)
      return Each.Text.str();
  if (!Name.consume_front("#"))
    return std::nullopt;
  unsigned Code = 0;
  bool Hexadecimal = Name.consume_front("x");
  char Bytes[UNI_MAX_UTF8_BYTES_PER_CODE_POINT];
  char *End = Bytes;
  if (Name.getAsInteger(Hexadecimal ? 16 : 10, Code) || !ConvertCodePointToUTF8(Code, End))
    return std::nullopt;
  return std::string(Bytes, End);
}

Error XmlReader::readText() {
  StringRef Text = Rest.take_until([](char Character) { return Character == '<'; });
  std::string Decoded;
  StringRef Left = Text;
  for (size_t Found; (Found = Left.find('&')) != StringRef::npos;) {
    Decoded += Left.take_front(Found);
    size_t End = Left.find(';', Found);
    std::optional<std::string> Meant;
    if (End != StringRef::npos)
      Meant = decodeEntity(Left.slice(Found + 1, End));
    if (!Meant)
      return error("'&' begins nothing that XML defines");
    Decoded += *Meant;
    Left = Left.drop_front(End + 1);
  }
  Decoded += Left;
  if (!Open.empty())
    Open.back().Text += Decoded;
  else if (!StringRef(Decoded).trim().empty() && StringRef(Decoded).trim() != "\xEF\xBB\xBF")
    return error("text outside of all elements");
  advance(Text.size());
  return Error::success();
}

Error XmlReader::skipTo(StringRef End, StringRef What) {
  size_t Found = Rest.find(End);
  if (Found == StringRef::npos)
    return error("the document ends within " + What);
  advance(Found + End.size());
  return Error::success();
}

static StringRef firstWord(StringRef Text) {
  return Text.take_until([](char Character) { return isSpace(Character); });
}

Error XmlReader::close(StringRef Name) {
  if (Open.empty() || Open.back().Name != Name)
    return error("</" + firstWord(Name).take_front(40) + "> closes no element that is open");
  XmlElement Done = std::move(Open.back());
  Open.pop_back();
  Done.Text = StringRef(Done.Text).trim().str();
  if (Open.empty())
    Root = std::move(Done);
  else
    Open.back().Children.push_back(std::move(Done));
  return Error::success();
}

Error XmlReader::open(StringRef Tag) {
  bool Empty = Tag.consume_back("/");
  StringRef Name = firstWord(Tag);
  if (Name.empty())
    return error("an element without a name");
  if (Root)
    return error("a second outermost element");
  if (Open.size() == MaximumDepth)
    return error("elements nested deeper than " + Twine(MaximumDepth));
  Open.push_back({Name.str(), "", Line, {}});
  return Empty ? close(Name) : Error::success();
}

Error XmlReader::readMarkup() {
  if (Rest.starts_with("<?"))
    return skipTo("?>", "its declaration");
  if (Rest.starts_with("<!--"))
    return skipTo("-->", "a comment");
  if (Rest.starts_with("<!"))
    return error("a definition, which no report has");
  // A quoted value may hold the character that ends a tag.
  char Quote = 0;
  size_t End = 1;
  for (; End != Rest.size() && (Quote || Rest[End] != '>'); ++End) {
    if (Quote && Rest[End] == Quote)
      Quote = 0;
    else if (!Quote && (Rest[End] == '"' || Rest[End] == '\''))
      Quote = Rest[End];
  }
  if (End == Rest.size())
    return error("the document ends within a tag");
  StringRef Tag = Rest.slice(1, End);
  if (Error Failure = Tag.consume_front("/") ? close(Tag.trim()) : open(Tag))
    return Failure;
  advance(End + 1);
  return Error::success();
}

Expected<XmlElement> XmlReader::read() {
  while (!Rest.empty())
    if (Error Failure = Rest.front() == '<' ? readMarkup() : readText())
      return std::move(Failure);
  if (!Open.empty())
    return error("the document ends within <" + Open.back().Name + ">");
  if (!Root)
    return error("the document is empty");
  return std::move(*Root);
}

Expected<XmlElement> readXml(StringRef Document) { return XmlReader(Document).read(); }

} // namespace memlint

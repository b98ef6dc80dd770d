//===- SourceText.cpp - Lines of source files, made fit to print ----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Report/SourceText.h"

#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/Finding.h"

#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Unicode.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace llvm;

namespace memlint {

namespace {

/// One character of the input and what it is shown as.
struct Shown {
  /// Bytes of the input it takes.
  unsigned Bytes = 1;
  std::string Text;
  /// Columns of a terminal.
  unsigned Width = 0;
};

} // namespace

static Shown escaped(const char *Format, unsigned Value, unsigned Bytes) {
  Shown Result;
  Result.Bytes = Bytes;
  raw_string_ostream(Result.Text) << format(Format, Value);
  Result.Width = unsigned(Result.Text.size());
  return Result;
}

static Shown showFirst(StringRef Text) {
  unsigned char First = static_cast<unsigned char>(Text.front());
  if (First < 0x80) {
    if (First < 0x20 || First == 0x7f)
      return escaped("<%02X>", First, 1);
    return {1, std::string(1, char(First)), 1};
  }
  const UTF8 *Begin = Text.bytes_begin();
  const UTF8 *Next = Begin;
  UTF32 CodePoint = 0;
  UTF32 *Target = &CodePoint;
  unsigned Bytes = getNumBytesForUTF8(First);
  if (Bytes > Text.size() || !isLegalUTF8Sequence(Begin, Begin + Bytes) ||
      ConvertUTF8toUTF32(&Next, Begin + Bytes, &Target, Target + 1, strictConversion) !=
          conversionOK)
    return escaped("<%02X>", First, 1);
  if (!sys::unicode::isPrintable(int(CodePoint)) || sys::unicode::isFormatting(int(CodePoint)))
    return escaped("<U+%04X>", CodePoint, Bytes);
  int Width = sys::unicode::columnWidthUTF8(Text.take_front(Bytes));
  return {Bytes, Text.take_front(Bytes).str(), unsigned(std::max(Width, 0))};
}

std::string printableText(StringRef Text) {
  std::string Result;
  while (!Text.empty()) {
    Shown Character = showFirst(Text);
    Result += Character.Text;
    Text = Text.drop_front(Character.Bytes);
  }
  return Result;
}

SourceSnippet renderSnippet(StringRef Line, unsigned Column, unsigned EndColumn,
                            unsigned MaximumWidth) {
  constexpr unsigned TabStop = 8;
  struct Cell {
    std::string Text;
    unsigned Width;
  };
  std::vector<Cell> Cells;
  unsigned ShownWidth = 0, Byte = 1;
  unsigned MarkBegin = 0, MarkEnd = 0;
  bool BeginSeen = false;
  for (StringRef Rest = Line; !Rest.empty();) {
    if (Byte <= Column)
      MarkBegin = ShownWidth;
    BeginSeen |= Byte >= Column;
    Shown Character = showFirst(Rest);
    if (Rest.front() == '\t') {
      Character.Width = TabStop - ShownWidth % TabStop;
      Character.Text.assign(Character.Width, ' ');
    }
    ShownWidth += Character.Width;
    if (Byte < EndColumn)
      MarkEnd = ShownWidth;
    Byte += Character.Bytes;
    Rest = Rest.drop_front(Character.Bytes);
    Cells.push_back({std::move(Character.Text), Character.Width});
  }
  if (!BeginSeen)
    MarkBegin = ShownWidth;
  MarkEnd = std::max(MarkEnd, MarkBegin + 1);

  // The columns [From, To) are shown, the caret about a third of the way in.
  unsigned From = 0, To = std::max(ShownWidth, MarkEnd);
  if (To > MaximumWidth) {
    From = MarkBegin > MaximumWidth / 3 ? MarkBegin - MaximumWidth / 3 : 0;
    From = std::min(From, To - MaximumWidth);
    To = From + MaximumWidth;
  }
  SourceSnippet Snippet;
  unsigned Start = 0;
  std::optional<unsigned> FirstShown;
  for (const Cell &Item : Cells) {
    if (Start >= From && Start + Item.Width <= To) {
      if (!FirstShown)
        FirstShown = Start;
      Snippet.Text += Item.Text;
    }
    Start += Item.Width;
  }
  From = FirstShown.value_or(From);
  Snippet.Marks.assign(MarkBegin - std::min(From, MarkBegin), ' ');
  Snippet.Marks += '^';
  if (unsigned End = std::min(MarkEnd, To); End > MarkBegin + 1)
    Snippet.Marks.append(End - MarkBegin - 1, '~');
  return Snippet;
}

void SourceTexts::File::take(std::unique_ptr<MemoryBuffer> From) {
  Buffer = std::move(From);
  Lines = LineTable(Buffer->getBuffer());
}

void SourceTexts::addTextsOf(ArrayRef<FileAnalysis> Analysed) {
  for (const FileAnalysis &Each : Analysed)
    if (Each.Text)
      Files[Each.Path].take(MemoryBuffer::getMemBuffer(*Each.Text, Each.Path));
}

const SourceTexts::File &SourceTexts::file(StringRef Path) {
  auto [Known, Inserted] = Files.try_emplace(Path);
  File &Entry = Known->second;
  if (!Inserted)
    return Entry;
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer =
      MemoryBuffer::getFile(Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (Buffer)
    Entry.take(std::move(*Buffer));
  return Entry;
}

std::optional<StringRef> SourceTexts::text(StringRef Path) {
  const File &Entry = file(Path);
  return Entry.Buffer ? std::optional(Entry.Buffer->getBuffer()) : std::nullopt;
}

std::optional<StringRef> SourceTexts::line(StringRef Path, unsigned Number) {
  const File &Entry = file(Path);
  return Entry.Buffer ? Entry.Lines.line(Entry.Buffer->getBuffer(), Number) : std::nullopt;
}

unsigned SourceTexts::characterAt(StringRef Path, unsigned Line, unsigned Column) {
  std::optional<StringRef> Text = line(Path, Line);
  if (!Text || Column == 0)
    return Column;
  // Each byte of a character but the first begins with the bits 10.
  return Column - unsigned(count_if(Text->take_front(Column - 1),
                                    [](char Byte) { return (uint8_t(Byte) & 0xc0) == 0x80; }));
}

} // namespace memlint

//===- FuzzTest.cpp - Targets without libFuzzer ---------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each target takes its seeds and damaged copies of them. MEMLINT_RANDOM_SEED is the number of the
/// first copy, MEMLINT_RANDOM_INPUTS how many there are. What a target is at lies in NAME.input in
/// the current folder.
///
//===----------------------------------------------------------------------===//

#include "../unit/FromEnvironment.h"
#include "FuzzTarget.h"

#include "gtest/gtest.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <random>
#include <string>
#include <vector>

using namespace llvm;
using namespace memlint;
using namespace memlint::fuzz;

/// The texts in \p Folder, in the order of their names.
static std::vector<std::string> readSeeds(const Twine &Folder) {
  std::vector<std::string> Paths, Texts;
  std::error_code Code;
  for (sys::fs::directory_iterator Each(Folder, Code), End; !Code && Each != End;
       Each.increment(Code))
    Paths.push_back(Each->path());
  llvm::sort(Paths);
  for (const std::string &Path : Paths)
    Texts.push_back(cantFail(errorOrToExpected(MemoryBuffer::getFile(Path)))->getBuffer().str());
  return Texts;
}

namespace {

/// Damaged copies of seeds.
class Damage {
public:
  Damage(ArrayRef<std::string> Seeds, uint64_t Number) : Seeds(Seeds), Random(Number) {}

  std::string next() {
    std::string Text = any();
    for (unsigned Edits = 1 + below(4); Edits != 0; --Edits)
      edit(Text);
    return Text;
  }

private:
  size_t below(size_t Count) { return Count ? Random() % Count : 0; }
  const std::string &any() { return Seeds[below(Seeds.size())]; }

  /// Some bytes of a seed.
  std::string piece() {
    const std::string &From = any();
    return From.substr(below(From.size()), 1 + below(below(2) ? 4 : 40));
  }
  void edit(std::string &Text) {
    static constexpr StringLiteral Hostile[] = {"0",
                                                "-1",
                                                "2147483648",
                                                "9223372036854775807",
                                                "18446744073709551616",
                                                "\"",
                                                "\\",
                                                "\n",
                                                "(",
                                                ")",
                                                "[",
                                                "]",
                                                "{",
                                                "}",
                                                "<",
                                                ">",
                                                ",",
                                                ";",
                                                "\t",
                                                "%",
                                                "\xff"};
    size_t At = below(Text.size() + 1), Count = 1 + below(below(2) ? 3 : 30);
    switch (below(7)) {
    case 0:
      Text.erase(At, Count);
      break;
    case 1:
      Text.insert(At, piece());
      break;
    case 2:
      Text.replace(At, Count, piece());
      break;
    case 3:
      Text.insert(At, Text.substr(below(Text.size() + 1), Count));
      break;
    case 4:
      Text.replace(At, below(2), Hostile[below(std::size(Hostile))]);
      break;
    case 5:
      if (At < Text.size())
        Text[At] = char(Random());
      break;
    case 6:
      for (std::string Doubled = Text.substr(At, Count); Count != 0; --Count)
        Text.insert(At, Doubled);
      break;
    }
  }

  ArrayRef<std::string> Seeds;
  std::mt19937_64 Random;
};

class FuzzTest : public testing::Test {
public:
  FuzzTest(std::string Name, unsigned Copies, Target Run)
      : Name(std::move(Name)), Copies(Copies), Run(Run) {}

  void TestBody() override {
    std::vector<std::string> Seeds = readSeeds(MEMLINT_TEST_DATA_DIR "/fuzz/seeds/" + Name);
    ASSERT_FALSE(Seeds.empty());
    for (const std::string &Seed : Seeds)
      tryInput(Seed);
    uint64_t First = fromEnvironment("MEMLINT_RANDOM_SEED", 1);
    uint64_t Count = fromEnvironment("MEMLINT_RANDOM_INPUTS", Copies);
    for (uint64_t Number = First; Number != First + Count; ++Number)
      tryInput(Damage(Seeds, Number).next());
  }

private:
  void tryInput(const std::string &Input) {
    std::error_code Code;
    raw_fd_ostream(Name + ".input", Code) << Input;
    Run(Input);
  }

  std::string Name;
  unsigned Copies;
  Target Run;
};

} // namespace

bool memlint::fuzz::addTest(const char *Name, unsigned Copies, Target Run) {
  testing::RegisterTest("FuzzTest", Name, nullptr, nullptr, __FILE__, __LINE__,
                        [=] { return new FuzzTest(Name, Copies, Run); });
  return true;
}

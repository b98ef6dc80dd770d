//===- SchemaTest.cpp - The schema names what there is --------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Checks/BudgetLimit.h"
#include "cuda-memlint/Configuration/Setting.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace memlint;
using testing::UnorderedElementsAreArray;

namespace {

json::Object readSchema() {
  auto Buffer = MemoryBuffer::getFile(MEMLINT_TEST_DATA_DIR "/../docs/config-schema.json");
  if (!Buffer)
    return {};
  Expected<json::Value> Parsed = json::parse((*Buffer)->getBuffer());
  if (!Parsed) {
    ADD_FAILURE() << toString(Parsed.takeError());
    return {};
  }
  return std::move(*Parsed->getAsObject());
}

std::vector<std::string> keysOf(const json::Object *Map) {
  std::vector<std::string> Keys;
  if (Map)
    for (const auto &[Key, Value] : *Map)
      Keys.push_back(Key.str());
  return Keys;
}

const json::Object *propertyOf(const json::Object &Schema, StringRef Key) {
  const json::Object *Properties = Schema.getObject("properties");
  return Properties ? Properties->getObject(Key) : nullptr;
}

/// What a setting of \p Described takes, separated as in Setting::Words; empty: anything.
std::string wordsOf(const json::Object &Described) {
  std::vector<std::string> Words;
  // Whether a word is quoted makes no difference: true and "true" are one.
  if (const json::Array *Values = Described.getArray("enum"))
    for (const json::Value &Each : *Values)
      if (std::optional<StringRef> Word = Each.getAsString())
        Words.push_back(Word->str());
  return join(Words, ", ");
}

TEST(Schema, DescribesEachSetting) {
  json::Object Schema = readSchema();
  std::vector<std::string> Keys;
  for (StringRef Key : allSettingKeys())
    Keys.push_back(Key.str());
  EXPECT_THAT(keysOf(Schema.getObject("properties")), UnorderedElementsAreArray(Keys));
}

TEST(Schema, TakesTheSameWords) {
  json::Object Schema = readSchema();
  for (const Setting &Each : allSettings()) {
    const json::Object *Described = propertyOf(Schema, Each.Key);
    ASSERT_TRUE(Described) << Each.Key.str();
    EXPECT_EQ(wordsOf(*Described), Each.Words) << Each.Key.str();
    // A list, or one of its values alone.
    EXPECT_EQ(Described->getArray("anyOf") != nullptr, Each.IsList) << Each.Key.str();
    EXPECT_TRUE(Described->getString("description")) << Each.Key.str();
  }
  const json::Object *Levels = propertyOf(Schema, "levels");
  ASSERT_TRUE(Levels && Levels->getObject("additionalProperties"));
  EXPECT_EQ(wordsOf(*Levels->getObject("additionalProperties")), "none, remark, warning, error");
}

TEST(Schema, DescribesEachLimit) {
  json::Object Schema = readSchema();
  std::vector<std::string> Keys = {"kernel"};
  for (const BudgetLimit &Each : allBudgetLimits())
    Keys.push_back(Each.Name);
  const json::Object *Definitions = Schema.getObject("$defs");
  ASSERT_TRUE(Definitions && Definitions->getObject("budget"));
  EXPECT_THAT(keysOf(Definitions->getObject("budget")->getObject("properties")),
              UnorderedElementsAreArray(Keys));
}

} // namespace

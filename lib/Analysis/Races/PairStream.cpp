//===- PairStream.cpp - Pairs of accesses in turn -------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PairStream.h"

using namespace llvm;

namespace memlint {

void PairStream::add(SiteGroup New) {
  LongestGroup = std::max(LongestGroup, New.Sites.size());
  Groups.push_back(std::move(New));
}

static StreamedPair pairOf(const SiteGroup &Group, size_t First, size_t Distance) {
  size_t Second = First + Distance;
  return {&Group, Group.Sites[First], Group.Sites[Second],
          Group.Known[First] && Group.Known[Second]};
}

std::optional<StreamedPair> PairStream::current() {
  for (; moveToPair(); advance()) {
    StreamedPair Pair = pairOf(Groups[Group], First, Distance);
    if (In == Order::AsGiven || Pair.IsKnown == AmongKnown)
      return Pair;
  }
  return std::nullopt;
}

void PairStream::advance() {
  ++(In == Order::CheapFirst ? First : Distance);
  ++Passed;
}

/// Goes on to the next place that has a pair, from where there may be none; false: behind the
/// last.
bool PairStream::moveToPair() { return In == Order::CheapFirst ? moveCheapFirst() : moveAsGiven(); }

bool PairStream::moveCheapFirst() {
  while (Group == Groups.size() || First + Distance >= Groups[Group].Sites.size()) {
    First = 0;
    if (Group != Groups.size()) {
      ++Group;
      continue;
    }
    if (Distance + 1 < LongestGroup) {
      ++Distance;
    } else if (AmongKnown) {
      AmongKnown = false;
      Distance = 0;
    } else {
      return false;
    }
    Group = 0;
  }
  return true;
}

bool PairStream::moveAsGiven() {
  while (Group != Groups.size() && First + Distance >= Groups[Group].Sites.size()) {
    Distance = 0;
    if (First < Groups[Group].Sites.size()) {
      ++First;
    } else {
      ++Group;
      First = 0;
    }
  }
  return Group != Groups.size();
}

} // namespace memlint

// tests/shader/mutations_test.cpp - the check finds planted mistakes, and calls none equivalent.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <random>

#include <gtest/gtest.h>

#include "plumb/base/error.h"
#include "plumb/shader/check.h"
#include "plumb/shader/language/print.h"
#include "plumb/shader/language/read.h"
#include "plumb/shader/language/rules.h"
#include "tests/shader/composed_pair.h"
#include "tests/shader/oracle/picture.h"
#include "tests/shader/random_pair.h"

namespace plumb::shader {
namespace {

// One change to one instruction; the result keeps all rules and fits.
bool mutate(Pair& pair, std::mt19937_64& random) {
  Shader& shader = random() % 3 == 0 ? pair.vertex : pair.fragment;
  Instruction& one = shader.instructions[random() % shader.instructions.size()];
  const auto source = [&]() -> Source& { return one.sources[random() % one.sources.size()]; };
  switch (random() % 6) {
    case 0: {
      constexpr std::array<Opcode, 5> others{Opcode::add, Opcode::sub, Opcode::mul, Opcode::min,
                                             Opcode::max};
      if (one.sources.size() != 2 || info_of(one.op).shape != Shape::parallel) return false;
      one.op = others[random() % others.size()];
      break;
    }
    case 1:
      if (one.sources.empty()) return false;
      source().negate ^= true;
      break;
    case 2:
      if (one.sources.empty()) return false;
      source().swizzle = replicate(static_cast<int>(random() % 4));
      break;
    case 3:
      if (one.sources.empty()) return false;
      source().reg.index ^= static_cast<int>(1 + random() % 3);
      break;
    case 4:
      one.destination.mask ^= 1 << (random() % 4);
      break;
    default:
      if (one.sources.size() < 2) return false;
      std::swap(one.sources[0], one.sources[1]);
      break;
  }
  if (one.destination.mask == 0) return false;
  for (const Shader* half : {&pair.vertex, &pair.fragment}) {
    if (!broken_rules(*half).empty()) return false;
  }
  try {
    require_matching(pair);
  } catch (const Error&) {
    return false;
  }
  return true;
}

// Whether the picture changes is decided by many more pixels than the check looks at.
TEST(Mutations, that_change_the_picture_are_found_in_99_of_100_cases) {
  constexpr int wanted = PLUMB_SANITIZED ? 50 : 1000;
  std::mt19937_64 random(11);
  int planted = 0;
  int found = 0;
  while (planted < wanted) {
    const Pair before = random_pair(random);
    Pair after = before;
    if (!mutate(after, random)) continue;
    const CheckReport truth =
        check_pairs({before, {}}, {after, {}},
                    {.seed = 1000 + random() % 1000, .quads = 6, .pixels = 8, .symbolic = false});
    if (truth.picture_difference < 1e-3) continue;
    ++planted;
    const CheckReport report = check_pairs({before, {}}, {after, {}}, {});
    if (report.verdict() == Verdict::different) ++found;
    EXPECT_NE(report.verdict(), Verdict::equivalent) << print_shader(after.fragment);
  }
  std::printf("%d of %d mutations found\n", found, planted);
  EXPECT_GE(found, wanted * 99 / 100);
}

oracle::TextPair text_of_mutant(const Pair& pair) {
  return {print_shader(pair.vertex), print_shader(pair.fragment)};
}

// Pairs with all that the profiles have; the oracle, which shares no code with the check, says what
// changes the picture.
TEST(Mutations, of_composed_pairs_that_the_oracle_sees_are_found_or_left_undecided) {
  constexpr int wanted = PLUMB_SANITIZED ? 20 : 500;
  std::mt19937_64 random(23);
  int planted = 0;
  int found = 0;
  int undecided = 0;
  while (planted < wanted) {
    const ComposedPair text = composed_pair(random, 8);
    const Pair before{read_shader(text.vertex, "vs"), read_shader(text.fragment, "ps")};
    Pair after = before;
    if (!mutate(after, random)) continue;
    if (oracle::compare(text_of_mutant(before), text_of_mutant(after), random(), 4)
            .difference.empty())
      continue;
    ++planted;
    const CheckReport report = check_pairs({before, {}}, {after, {}}, {.quads = 16, .pixels = 16});
    if (report.verdict() == Verdict::different) ++found;
    if (report.verdict() == Verdict::undecided) ++undecided;
    EXPECT_NE(report.verdict(), Verdict::equivalent)
        << print_shader(before.vertex) << print_shader(before.fragment) << "and\n"
        << print_shader(after.vertex) << print_shader(after.fragment);
  }
  std::printf("%d of %d mutations found, %d undecided\n", found, planted, undecided);
  EXPECT_GE(found, wanted * 99 / 100);
}

}  // namespace
}  // namespace plumb::shader

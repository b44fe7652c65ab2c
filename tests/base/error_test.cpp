// tests/base/error_test.cpp - errors keep their kind and say the whole chain.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/base/error.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace plumb {
namespace {

template <class Step>
std::string explanation(const Step& step, ErrorKind* kind = nullptr,
                        std::string* detail = nullptr) {
  try {
    step();
  } catch (const std::exception& error) {
    if (kind != nullptr) *kind = kind_of(error);
    if (detail != nullptr) *detail = details(error);
    return explain(error);
  }
  return "nothing was thrown";
}

TEST(Error, nested_steps_are_told_outermost_first_on_one_line) {
  ErrorKind kind{};
  std::string detail;

  const std::string text = explanation(
      [] {
        during("probe 'transfer'", [] {
          during("building kernel 'copy' (copy.cl)",
                 []() -> int { throw Error(ErrorKind::input, "no such file", "line 3"); });
        });
      },
      &kind, &detail);

  EXPECT_EQ(text, "probe 'transfer': building kernel 'copy' (copy.cl): no such file");
  EXPECT_EQ(kind, ErrorKind::input);
  EXPECT_EQ(detail, "line 3\n");
}

TEST(Error, a_foreign_exception_counts_as_a_device_error) {
  ErrorKind kind{};

  const std::string text = explanation(
      [] { during("allocating", [] { throw std::runtime_error("bad_alloc"); }); }, &kind);

  EXPECT_EQ(text, "allocating: bad_alloc");
  EXPECT_EQ(kind, ErrorKind::device);
}

TEST(Error, during_returns_what_the_step_returns) {
  EXPECT_EQ(during("adding", [] { return 1 + 1; }), 2);
}

TEST(DidYouMean, names_the_nearest_and_is_silent_when_none_is_near) {
  const std::vector<std::string> known{"stream", "himeno", "livermore"};

  EXPECT_EQ(did_you_mean("steam", known), "; did you mean 'stream'?");
  EXPECT_EQ(did_you_mean("himneo", known), "; did you mean 'himeno'?");
  EXPECT_EQ(did_you_mean("poisson", known), "");
}

TEST(DidYouMean, does_not_compare_texts_that_are_no_names) {
  const std::vector<std::string> known{std::string(1'000'000, 'a'), "stream"};

  const std::string for_long = did_you_mean(std::string(1'000'000, 'b'), known);
  const std::string for_short = did_you_mean("steam", known);

  EXPECT_EQ(for_long, "");
  EXPECT_EQ(for_short, "; did you mean 'stream'?");
}

}  // namespace
}  // namespace plumb

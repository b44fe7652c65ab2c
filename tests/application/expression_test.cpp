// tests/application/expression_test.cpp - what expressions are worth, and what is no expression.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/application/expression.h"

#include <gtest/gtest.h>

#include "tests/records/refusal.h"

namespace plumb {
namespace {

const Place here{"app.toml", 3, 10, "points = \"...\""};

class ExpressionOfN : public testing::Test {
 protected:
  void SetUp() override {
    n = scope.add("N", here);
    u = scope.add("u", here);
    scope.value(n) = 12;
    scope.value(u) = 0;
  }
  double value(const std::string& text) { return Expression(text, scope, here).value(); }
  std::string refused(const std::string& text) {
    return refusal([&] { return value(text); });
  }

  Scope scope;
  std::size_t n = 0;
  std::size_t u = 0;
};

TEST_F(ExpressionOfN, arithmetic_and_every_function_have_their_usual_meaning) {
  EXPECT_EQ(value("N*N - 4*(N+1)/2^2"), 131);
  EXPECT_EQ(value("ceil(N/5) + floor(N/5)"), 5);
  EXPECT_EQ(value("log2(N+4)"), 4);
  EXPECT_EQ(value("min(N, 3, 5) + max(N, 3, 50)"), 53);
  EXPECT_EQ(value("mod(N, 5)"), 2);
  EXPECT_EQ(value("mod(0-1, 5)"), 4);
  EXPECT_EQ(value("abs(3-N) + sqrt(N*3) + round(2.5)"), 18);
  EXPECT_EQ(value("N <= 12 && u == 0 ? 7 : 8"), 7);
}

TEST_F(ExpressionOfN, a_changed_value_changes_the_result) {
  const Expression expression("N/2", scope, here);

  scope.value(n) = 20;

  EXPECT_EQ(expression.value(), 10);
  EXPECT_TRUE(expression.uses(n));
  EXPECT_FALSE(expression.uses(u));
}

TEST_F(ExpressionOfN, a_value_that_is_not_finite_is_refused_with_the_values_that_lead_to_it) {
  EXPECT_EQ(refused("N/u"), "app.toml:3:10: expression 'N/u' with N = 12, u = 0 is inf");
  EXPECT_EQ(refused("1/0"), "app.toml:3:10: expression '1/0' is inf");
  EXPECT_EQ(refused("log2(0-N)"), "app.toml:3:10: expression 'log2(0-N)' with N = 12 is nan");
  EXPECT_EQ(refused("10^N^N"), "app.toml:3:10: expression '10^N^N' with N = 12 is inf");
}

TEST_F(ExpressionOfN, an_unknown_name_is_refused_with_its_column_and_the_nearest) {
  EXPECT_EQ(refused("N + ciel(N/2)"),
            "app.toml:3:10: expression 'N + ciel(N/2)', column 5: unknown name 'ciel'; did you "
            "mean 'ceil'?");
  EXPECT_EQ(refused("N * missing"),
            "app.toml:3:10: expression 'N * missing', column 5: unknown name 'missing'");
}

TEST_F(ExpressionOfN, what_is_no_expression_is_refused_with_its_column) {
  EXPECT_EQ(refused("N*/2"),
            "app.toml:3:10: expression 'N*/2', column 3: unexpected operator \"/\" found");
  EXPECT_EQ(refused("(N"), "app.toml:3:10: expression '(N', column 3: missing parenthesis");
  EXPECT_EQ(refused(""), "app.toml:3:10: expression '', column 1: expression is empty");
  EXPECT_EQ(refused("1, 2"), "app.toml:3:10: expression '1, 2', column 1: has more than one value");
  EXPECT_EQ(refused(std::string(1001, '1')),
            "app.toml:3:10: an expression of 1001 characters; at most 1000");
}

TEST_F(ExpressionOfN, an_assignment_is_refused_and_comparisons_are_not) {
  EXPECT_EQ(refused("N = 3"),
            "app.toml:3:10: expression 'N = 3', column 3: '=' would change a value; compare with "
            "'=='");
  EXPECT_EQ(value("(N == 12) + (N != 12) + (N >= 12) + (N <= 3)"), 2);
}

TEST_F(ExpressionOfN, names_are_identifiers_that_are_not_taken) {
  EXPECT_EQ(refusal([&] { return scope.add("2N", here); }),
            "app.toml:3:10: '2N' is not a name: letters, digits and _, at most 60");
  EXPECT_EQ(refusal([&] { return scope.add("min", here); }),
            "app.toml:3:10: 'min' is the name of a function");
  EXPECT_EQ(refusal([&] { return scope.add("N", here); }), "app.toml:3:10: 'N' is named twice");

  scope.hide(n);

  EXPECT_EQ(refused("N"), "app.toml:3:10: expression 'N', column 1: unknown name 'N'");
}

}  // namespace
}  // namespace plumb

// tests/shader/ir_test.cpp - classes of values, and normal forms.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/shader/ir/build.h"
#include "plumb/shader/ir/polynomial.h"
#include "plumb/shader/language/read.h"

namespace plumb::shader {
namespace {

TEST(Graph, equal_values_are_one_and_numbers_are_folded) {
  Graph graph;
  const Value x = graph.interpolant(0, 0);
  const Value u = graph.uniform(1, 2);

  EXPECT_EQ(graph.apply(Operation::add, x, u), graph.apply(Operation::add, u, x));
  EXPECT_EQ(graph.apply(Operation::multiply, graph.number(2), graph.number(3)), graph.number(6));
  EXPECT_EQ(graph.negate(graph.negate(x)), x);
}

TEST(Graph, a_value_varies_as_the_lattice_says) {
  Graph graph;
  const Value two = graph.number(2);
  const Value u = graph.uniform(0, 0);
  const Value flat = graph.interpolant(1, 0, Variation::flat);
  const Value x = graph.interpolant(0, 0);
  const auto variation = [&](Operation operation, Value a, Value b = no_value) {
    return graph[graph.apply(operation, a, b)].variation;
  };

  EXPECT_EQ(variation(Operation::add, two, two), Variation::constant);
  EXPECT_EQ(variation(Operation::reciprocal, u), Variation::uniform);
  EXPECT_EQ(variation(Operation::reciprocal, flat), Variation::flat);
  EXPECT_EQ(variation(Operation::add, x, x), Variation::affine);
  EXPECT_EQ(variation(Operation::multiply, x, flat), Variation::affine);
  EXPECT_EQ(variation(Operation::multiply, x, x), Variation::varying);
  EXPECT_EQ(variation(Operation::minimum, x, u), Variation::varying);
  EXPECT_EQ(graph[graph.sample(0, 0, 0, x, x, no_value, no_value)].variation, Variation::varying);
}

TEST(Normalizer, sums_of_products_look_alike_however_they_were_written) {
  Graph graph;
  Normalizer forms(graph);
  const Value x = graph.interpolant(0, 0);
  const Value u = graph.uniform(0, 0);
  const Value one = graph.number(1);
  const auto add = [&](Value a, Value b) { return graph.apply(Operation::add, a, b); };
  const auto multiply = [&](Value a, Value b) { return graph.apply(Operation::multiply, a, b); };

  const Value expanded = add(multiply(u, x), u);
  const Value factored = multiply(u, add(x, one));
  const Value cancelled = graph.subtract(add(add(x, u), u), u);

  EXPECT_EQ(forms.form_of(expanded), forms.form_of(factored));
  EXPECT_EQ(forms.form_of(cancelled), forms.form_of(add(u, x)));
  EXPECT_NE(forms.form_of(expanded), forms.form_of(cancelled));
  EXPECT_EQ(forms.form_of(graph.apply(Operation::reciprocal, expanded)),
            forms.form_of(graph.apply(Operation::reciprocal, factored)));
  EXPECT_TRUE(forms.polynomial(forms.form_of(graph.subtract(factored, expanded))).empty());
}

TEST(BuildValues, an_operand_knows_the_instruction_that_made_each_component) {
  const Shader shader = read_shader(
      "ps_2_0\ndcl t0\nmov r0.x, t0.y\nmov r0.yzw, c0\nadd r1, r0.wzyx, t0\nmov oC0, r1", "a.ps");
  Graph graph;

  const StageValues values = build_values(graph, shader, plain_leaves(graph, shader));

  EXPECT_THAT(values.instructions[2].written_by[0], testing::ElementsAre(1, 1, 1, 0));
  EXPECT_EQ(values.instructions[2].operands[0][3], graph.interpolant(0, 1));
  EXPECT_EQ(values.targets[0][3],
            graph.apply(Operation::add, graph.interpolant(0, 1), graph.interpolant(0, 3)));
}

// m3x2 r0.xy, c0, t0 is dp3 with t0 and dp3 with t1.
TEST(BuildValues, each_row_of_a_matrix_is_a_register_of_its_own) {
  const Shader shader = read_shader(
      "ps_2_0\ndcl t0\ndcl t1\nmov r0, c1\nm3x2 r0.xy, c0, t0\ndp3 r1.xy, c0, t1\nmov r1.zw, r0\n"
      "mov oC0, r0\nmov oC1, r1\n",
      "a.ps");
  Graph graph;
  const StageValues values = build_values(graph, shader, plain_leaves(graph, shader));

  EXPECT_NE(values.targets[0][0], values.targets[0][1]);
  EXPECT_EQ(values.targets[0][1], values.targets[1][1]);
}

}  // namespace
}  // namespace plumb::shader

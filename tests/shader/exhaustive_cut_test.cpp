// tests/shader/exhaustive_cut_test.cpp - "no cut with fewer fragment slots exists" is true where it
// is said.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <map>
#include <random>

#include <gtest/gtest.h>

#include "plumb/shader/language/read.h"
#include "plumb/shader/language/rules.h"
#include "plumb/shader/move.h"
#include "plumb/shader/optimal/crossing.h"
#include "plumb/shader/optimal/tighten.h"
#include "tests/shader/composed_pair.h"

namespace plumb::shader {
namespace {

using Held = std::vector<std::array<FormId, 4>>;

// All places of all groups, one after the other; no bound, no order, no budget.
class AllLayouts {
 public:
  AllLayouts(Analysis& analysis, const Cut& cut, int limit)
      : analysis_(analysis), cut_(cut), limit_(limit) {}

  // Loads that the best layout needs; what could be a constant counts as one, for nothing.
  int fewest_loads() {
    visit(0, {}, {}, 0);
    return best_;
  }

 private:
  // Numbers, or components of one c# in an order that the profile can read.
  [[nodiscard]] bool could_be_constant(const Group& group) const {
    const auto is_number = [&](FormId form) { return form < 0 || analysis_.number_of(form); };
    if (std::ranges::all_of(group.forms, is_number)) return true;
    return std::ranges::any_of(fragment_swizzles, [&](const Swizzle& swizzle) {
      return (group.reload || may_read(group, swizzle)) && reads_uniform(group.forms, swizzle);
    });
  }

  [[nodiscard]] bool reads_uniform(const std::array<FormId, 4>& forms,
                                   const Swizzle& swizzle) const {
    int index = -1;
    for (std::size_t p = 0; p < 4; ++p) {
      if (forms[p] < 0) continue;
      const Polynomial& polynomial = analysis_.forms.polynomial(forms[p]);
      if (polynomial.size() != 1 || polynomial[0].factor != 1 || polynomial[0].atoms.size() != 1) {
        return false;
      }
      const Node& node = analysis_.graph[analysis_.forms.atom(polynomial[0].atoms[0]).value];
      if (node.operation != Operation::uniform || node.component != swizzle[p]) return false;
      if (index >= 0 && node.index != index) return false;
      index = node.index;
    }
    return true;
  }

  [[nodiscard]] bool may_read(const Group& group, const Swizzle& swizzle) const {
    if (group.texture) return swizzle == no_swizzle;
    for (const auto& [number, source] : group.users) {
      const Instruction& one = analysis_.instruction(number);
      const bool single = swizzle == replicate(swizzle[0]);
      if (one.destination.reg.file == File::target && swizzle != no_swizzle) return false;
      if (one.destination.reg.file == File::depth && !single) return false;
      const bool scalar = info_of(one.op).shape == Shape::scalar || one.op == Opcode::sincos ||
                          (one.op == Opcode::dp2add && source == 2);
      if (scalar && !single) return false;
    }
    return true;
  }

  // Puts the forms where the swizzle reads them; false where others are there.
  bool put(const std::array<FormId, 4>& forms, const Swizzle& swizzle, std::size_t k, Held& held) {
    if (k == held.size()) held.push_back({-1, -1, -1, -1});
    for (std::size_t p = 0; p < 4; ++p) {
      if (forms[p] < 0) continue;
      FormId& at = held[k][swizzle[p]];
      if (at >= 0 && at != forms[p]) return false;
      at = forms[p];
    }
    bool centre = false;
    bool centroid = false;
    for (const FormId form : held[k]) {
      if (form < 0 || !analysis_.looked_at(form).varies) continue;
      (analysis_.looked_at(form).centroid ? centroid : centre) = true;
    }
    return !(centre && centroid);
  }

  void visit(std::size_t at, const Held& held, const std::map<int, std::size_t>& ports, int loads) {
    if (loads >= best_) return;
    if (at == cut_.groups.size()) {
      best_ = loads;
      return;
    }
    const Group& group = cut_.groups[at];
    if (could_be_constant(group)) {
      return visit(at + 1, held, ports, loads + (group.reload || group.texture ? 1 : 0));
    }
    const std::size_t opened = std::min(held.size() + 1, static_cast<std::size_t>(limit_));
    for (std::size_t k = 0; k < opened; ++k) {
      for (const Swizzle& swizzle : fragment_swizzles) {
        if (!group.reload && may_read(group, swizzle))
          place(at, group.forms, swizzle, k, held, ports, loads);
        const Group load = as_reload(group);
        Held next = held;
        if (put(load.forms, swizzle, k, next)) visit(at + 1, next, ports, loads + 1);
      }
    }
  }

  void place(std::size_t at, const std::array<FormId, 4>& forms, const Swizzle& swizzle,
             std::size_t k, Held held, std::map<int, std::size_t> ports, int loads) {
    if (!put(forms, swizzle, k, held)) return;
    for (const auto& [number, source] : cut_.groups[at].users) {
      const auto [port, fresh] = ports.try_emplace(number, k);
      if (!fresh && port->second != k) return;
    }
    visit(at + 1, held, ports, loads);
  }

  Analysis& analysis_;
  const Cut& cut_;
  int limit_;
  int best_ = 1000;
};

// Every set of instructions that stay.
int fewest_slots(const Pair& pair, int limit) {
  Analysis analysis(pair);
  std::vector<std::size_t> movable;
  for (std::size_t i = 0; i < analysis.movable.size(); ++i) {
    if (analysis.movable[i]) movable.push_back(i);
  }
  int best = std::numeric_limits<int>::max();
  for (unsigned set = 0; set < 1U << movable.size(); ++set) {
    std::vector<bool> stay(analysis.movable.size(), false);
    for (std::size_t i = 0; i < movable.size(); ++i) stay[movable[i]] = (set >> i & 1) != 0;
    const Cut cut = find_crossing(analysis, stay);
    if (cut.fragment_slots >= best) continue;
    best = std::min(best, cut.fragment_slots + AllLayouts(analysis, cut, limit).fewest_loads());
  }
  return best;
}

TEST(ExhaustiveCut, confirms_every_claim_that_no_cut_has_fewer_slots) {
  std::mt19937_64 random(17);
  const int wanted = PLUMB_SANITIZED ? 10 : 200;
  int looked_at = 0;
  int proved = 0;
  while (looked_at < wanted && !testing::Test::HasFailure()) {
    const ComposedPair text = composed_pair(random, 4);
    const Pair pair{read_shader(text.vertex, "vs"), read_shader(text.fragment, "ps")};
    const Pair rows{pair.vertex, without_matrices(pair.fragment)};
    int outputs = 0;
    for (const Instruction& one : pair.vertex.instructions) {
      if (one.destination.reg.file == File::coordinate_out) {
        outputs = std::max(outputs, one.destination.reg.index + 1);
      }
    }
    const Analysis analysis(rows);
    if (std::ranges::count(analysis.movable, true) > 8 || analysis.movable.size() > 14) continue;
    const int limit = std::min(8, outputs + looked_at % 2);
    ++looked_at;

    const MoveResult after = move_optimally(pair, {.limit_interpolants = limit});

    if (!after.unproved.empty()) continue;
    ++proved;
    const int slots = count_slots(after.pair.fragment).total();
    EXPECT_LE(slots, fewest_slots(rows, limit)) << text.vertex << text.fragment;
    EXPECT_LE(slots, fewest_slots({pair.vertex, tighten(rows.fragment).shader}, limit))
        << text.vertex << text.fragment;
  }
  std::printf("%d of %d small pairs claim it\n", proved, looked_at);
  EXPECT_GE(proved, wanted / 2);
}

}  // namespace
}  // namespace plumb::shader

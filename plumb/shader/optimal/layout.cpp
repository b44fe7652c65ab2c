// plumb/shader/optimal/layout.cpp - which interpolant carries what.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>

#include "plumb/shader/language/rules.h"
#include "plumb/shader/optimal/crossing.h"

namespace plumb::shader {
namespace {

int size_of(const Group& group) {
  return static_cast<int>(std::ranges::count_if(group.forms, [](FormId f) { return f >= 0; }));
}

class Layout {
 public:
  Layout(Analysis& analysis, Cut& cut, int limit) : analysis_(analysis), cut_(cut), limit_(limit) {}

  // Coordinates first, the wide ones before pairs; then what arithmetic reads; then reloads, which
  // take any place that is left (a pair in .wz).
  bool place_all() {
    std::vector<Group*> order;
    for (Group& group : cut_.groups) {
      if (!read_constant(group) && !read_new_constant(group)) order.push_back(&group);
    }
    const auto rank = [](const Group* group) {
      return std::tuple(group->reload    ? 2
                        : group->texture ? 0
                                         : 1,
                        -size_of(*group), group->coordinate ? 0 : 1);
    };
    std::ranges::sort(order, [&](const Group* a, const Group* b) { return rank(a) < rank(b); });
    std::vector<Group*> reloads;
    for (Group* group : order) {
      if (!group->reload && place(*group)) {
        for (const auto& [instruction, source] : group->users) {
          port_[instruction] = group->interpolant;
        }
      } else {
        if (!group->reload) *group = as_reload(*group);
        if (!read_constant(*group) && !read_new_constant(*group)) reloads.push_back(group);
      }
    }
    for (Group* group : reloads) {
      if (!place(*group)) return false;
    }
    cut_.fragment_slots += static_cast<int>(
        std::ranges::count_if(cut_.groups, [](const Group& g) { return g.reload; }));
    return true;
  }

 private:
  // A uniform that is a constant register of the fragment program need not cross.
  bool read_constant(Group& group) {
    if (group.texture && !group.reload) return false;
    int index = -1;
    std::array<int, 4> component{-1, -1, -1, -1};
    for (std::size_t p = 0; p < 4; ++p) {
      if (group.forms[p] < 0) continue;
      const Polynomial& polynomial = analysis_.forms.polynomial(group.forms[p]);
      if (polynomial.size() != 1 || polynomial[0].factor != 1 || polynomial[0].atoms.size() != 1) {
        return false;
      }
      const Node& node = analysis_.graph[analysis_.forms.atom(polynomial[0].atoms[0]).value];
      if (node.operation != Operation::uniform || (index >= 0 && node.index != index)) return false;
      index = node.index;
      component[p] = node.component;
    }
    for (const Swizzle& swizzle : fragment_swizzles) {
      bool fits = true;
      for (std::size_t p = 0; p < 4; ++p)
        fits = fits && (component[p] < 0 || component[p] == swizzle[p]);
      if (!fits || !constant_port_allows(group, index)) continue;
      group.constant = index;
      group.read = swizzle;
      return true;
    }
    return false;
  }

  // Numbers, and what the host can compute, lie in constants that were free.
  bool read_new_constant(Group& group) {
    if (group.texture && !group.reload) return false;
    for (const FormId form : group.forms) {
      if (form >= 0 && !analysis_.number_of(form) && !analysis_.is_hosted(form)) return false;
    }
    std::vector<NewConstant>& known = cut_.constants;
    int best = 5;
    std::size_t chosen = 0;
    for (std::size_t k = 0; k <= known.size(); ++k) {
      const bool is_new = k == known.size();
      if (is_new && k == analysis_.free_constants.size()) break;
      const NewConstant held = is_new ? NewConstant{analysis_.free_constants[k]} : known[k];
      if (!constant_port_allows(group, held.index)) continue;
      for (const Swizzle& swizzle : fragment_swizzles) {
        const int fresh = added(group, held.forms, swizzle);
        if (fresh < 0 || fresh >= best) continue;
        best = fresh;
        chosen = k;
        group.read = swizzle;
      }
    }
    if (best == 5) return false;
    if (chosen == known.size()) known.push_back({analysis_.free_constants[chosen]});
    group.constant = known[chosen].index;
    put(group, known[chosen].forms);
    return true;
  }

  // Writes the group's forms to where its swizzle reads them.
  static void put(const Group& group, std::array<FormId, 4>& held) {
    for (std::size_t p = 0; p < 4; ++p) {
      if (group.forms[p] >= 0) held[group.read[p]] = group.forms[p];
    }
  }

  [[nodiscard]] bool constant_port_allows(const Group& group, int index) const {
    if (group.reload) return true;
    const int most = limits_of(Profile::ps_2_0).constant_reads;
    for (const auto& [number, source] : group.users) {
      std::set<int> read{index};
      for (const Source& other : analysis_.instruction(number).sources) {
        if (other.reg.file == File::constant) read.insert(other.reg.index);
      }
      for (const Group& other : cut_.groups) {
        if (other.constant < 0 || other.reload) continue;
        for (const auto& user : other.users) {
          if (user.first == number) read.insert(other.constant);
        }
      }
      if (static_cast<int>(read.size()) > most) return false;
    }
    return true;
  }

  // One t# per instruction: a second operand must lie in the same interpolant.
  [[nodiscard]] int required_interpolant(const Group& group) const {
    if (group.reload) return -1;
    int required = -1;
    for (const auto& [instruction, source] : group.users) {
      const auto found = port_.find(instruction);
      if (found == port_.end()) continue;
      if (required >= 0 && required != found->second) return limit_;  // none
      required = found->second;
    }
    return required;
  }

  // How many components are new when the group is read by this swizzle; -1 where it does not fit.
  [[nodiscard]] int added(const Group& group, const std::array<FormId, 4>& held,
                          const Swizzle& swizzle) const {
    std::array<FormId, 4> after = held;
    int fresh = 0;
    for (std::size_t p = 0; p < 4; ++p) {
      if (group.forms[p] < 0) continue;
      FormId& at = after[swizzle[p]];
      if (at < 0) {
        at = group.forms[p];
        ++fresh;
      } else if (at != group.forms[p]) {
        return -1;
      }
    }
    return fresh;
  }

  // Whether the group and what the interpolant carries are looked at in the same place.
  [[nodiscard]] bool same_place(const Group& group, const std::array<FormId, 4>& held) const {
    bool centre = false;
    bool centroid = false;
    for (const auto* forms : {&group.forms, &held}) {
      for (const FormId form : *forms) {
        if (form < 0) continue;
        const Looked looked = analysis_.looked_at(form);
        if (looked.varies) (looked.centroid ? centroid : centre) = true;
      }
    }
    return !(centre && centroid);
  }

  bool place(Group& group) {
    const int required = required_interpolant(group);
    if (required >= limit_) return false;
    int best = 5;
    const bool fixed = group.texture && !group.reload;
    auto& held = cut_.interpolants;
    const int opened = std::min(static_cast<int>(held.size()) + 1, limit_);
    for (int k = 0; k < opened; ++k) {
      if (required >= 0 && k != required) continue;
      const std::array<FormId, 4> empty{-1, -1, -1, -1};
      const bool is_new = k == static_cast<int>(held.size());
      if (has_centroids_ &&
          !same_place(group, is_new ? empty : held[static_cast<std::size_t>(k)])) {
        continue;
      }
      for (const Swizzle& swizzle : fragment_swizzles) {
        if (fixed && swizzle != no_swizzle) break;
        const int fresh = added(group, is_new ? empty : held[static_cast<std::size_t>(k)], swizzle);
        if (fresh < 0 || fresh >= best) continue;
        best = fresh;
        group.interpolant = k;
        group.read = swizzle;
      }
    }
    if (best == 5) return false;
    if (group.interpolant == static_cast<int>(held.size())) held.push_back({-1, -1, -1, -1});
    put(group, held[static_cast<std::size_t>(group.interpolant)]);
    return true;
  }

  Analysis& analysis_;
  Cut& cut_;
  int limit_;
  bool has_centroids_ =
      std::ranges::any_of(analysis_.pair.fragment.declarations, &Declaration::centroid);
  std::map<int, int> port_;  // the interpolant that an instruction reads
};

}  // namespace

bool lay_out(Analysis& analysis, Cut& cut, int interpolants) {
  return Layout(analysis, cut, interpolants).place_all();
}

}  // namespace plumb::shader

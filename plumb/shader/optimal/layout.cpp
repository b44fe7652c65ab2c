// plumb/shader/optimal/layout.cpp - which interpolant carries what.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "plumb/shader/language/rules.h"
#include "plumb/shader/optimal/crossing.h"

namespace plumb::shader {
namespace {

int size_of(const Group& group) {
  return static_cast<int>(std::ranges::count_if(group.forms, [](FormId f) { return f >= 0; }));
}

// The swizzles that every user of the group may have, as bits of fragment_swizzles.
int allowed_swizzles(const Analysis& analysis, const Group& group) {
  constexpr int all = 0b11111111;
  constexpr int plain = 0b00000001;
  constexpr int one_component = 0b11110000;
  if (group.reload) return all;
  if (group.texture) return plain;
  int allowed = all;
  for (const auto& [number, source] : group.users) {
    const Instruction& one = analysis.instruction(number);
    const File to = writes(one) ? one.destination.reg.file : File::temporary;
    if (to == File::target) allowed &= plain;
    if (to == File::depth || reads_one_component(one.op, source)) allowed &= one_component;
  }
  return allowed;
}

// How many components are new when these forms are read by the swizzle; -1 where they do not fit.
int added(const std::array<FormId, 4>& forms, std::array<FormId, 4> held, const Swizzle& swizzle) {
  int fresh = 0;
  for (std::size_t p = 0; p < 4; ++p) {
    if (forms[p] < 0) continue;
    FormId& at = held[swizzle[p]];
    if (at < 0) {
      at = forms[p];
      ++fresh;
    } else if (at != forms[p]) {
      return -1;
    }
  }
  return fresh;
}

// Writes the forms to where the swizzle reads them.
void put(const std::array<FormId, 4>& forms, const Swizzle& swizzle, std::array<FormId, 4>& held) {
  for (std::size_t p = 0; p < 4; ++p) {
    if (forms[p] >= 0) held[swizzle[p]] = forms[p];
  }
}

// Numbers and uniforms that the fragment program reads from its own constants.
class ConstantReads {
 public:
  ConstantReads(Analysis& analysis, Cut& cut) : analysis_(analysis), cut_(cut) {}

  // Whether the group found a constant.
  bool place(Group& group) { return read_constant(group) || read_new_constant(group); }

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
    const int allowed = allowed_swizzles(analysis_, group);
    for (std::size_t i = 0; i < fragment_swizzles.size(); ++i) {
      const Swizzle& swizzle = fragment_swizzles.at(i);
      bool fits = (allowed >> i & 1) != 0;
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
    const int allowed = allowed_swizzles(analysis_, group);
    int best = 5;
    std::size_t chosen = 0;
    for (std::size_t k = 0; k <= known.size(); ++k) {
      const bool is_new = k == known.size();
      if (is_new && k == analysis_.free_constants.size()) break;
      const NewConstant held = is_new ? NewConstant{analysis_.free_constants[k]} : known[k];
      if (!constant_port_allows(group, held.index)) continue;
      for (std::size_t i = 0; i < fragment_swizzles.size(); ++i) {
        const Swizzle& swizzle = fragment_swizzles.at(i);
        const int fresh = added(group.forms, held.forms, swizzle);
        if ((allowed >> i & 1) == 0 || fresh < 0 || fresh >= best) continue;
        best = fresh;
        chosen = k;
        group.read = swizzle;
      }
    }
    if (best == 5) return false;
    if (chosen == known.size()) known.push_back({analysis_.free_constants[chosen]});
    group.constant = known[chosen].index;
    put(group.forms, group.read, known[chosen].forms);
    return true;
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

  Analysis& analysis_;
  Cut& cut_;
};

// Where a group is read, or a load of it.
struct Place {
  int fresh = 0;  // components that nothing else put there
  int interpolant = -1;
  std::size_t swizzle = 0;  // of fragment_swizzles
  bool load = false;
};

// Depth first over the places of every group, the tightest fit first; a group that finds none is
// brought into a register by a mov, which costs a slot. The first complete layout is the greedy
// one.
class Layout {
 public:
  Layout(Analysis& analysis, Cut& cut, int limit, int most_loads)
      : analysis_(analysis), cut_(cut), limit_(limit), most_loads_(most_loads) {}

  LayoutResult place_all() {
    ConstantReads constants(analysis_, cut_);
    for (Group& group : cut_.groups) {
      if (!constants.place(group))
        open_.push_back({&group, {}, allowed_swizzles(analysis_, group)});
    }
    const auto rank = [](const Open& one) {
      const Group& group = *one.group;
      return std::tuple(group.reload    ? 2
                        : group.texture ? 0
                                        : 1,
                        std::popcount(static_cast<unsigned>(one.allowed)), -size_of(group),
                        group.coordinate ? 0 : 1, one.group);  // else in their own order
    };
    std::ranges::sort(open_, [&](const Open& a, const Open& b) { return rank(a) < rank(b); });
    for (Open& one : open_) {
      if (one.group->reload) ++fewest_;
      one.loaded = as_reload(*one.group);
    }
    fewest_ += std::max(0, cut_.texture_places - limit_);
    State start;
    start.port.assign(cut_.live.size(), -1);
    visit(0, start);
    if (!best_) return {.fits = false, .exact = steps_ <= most_steps};
    keep(*best_);
    return {.fits = true, .exact = steps_ <= most_steps || best_->loads <= fewest_};
  }

 private:
  static constexpr int most_steps = 150;
  static constexpr int all_swizzles = 0b11111111;

  struct Open {
    Group* group = nullptr;
    Group loaded = {};
    int allowed = 0;
  };

  struct State {
    std::vector<std::array<FormId, 4>> held = {};
    std::vector<int> port = {};  // by instruction: the interpolant that it reads
    std::vector<Place> placed = {};
    int loads = 0;
  };

  void visit(std::size_t at, const State& state) {
    if (state.loads > most_loads_) return;
    if (++steps_ > most_steps || (best_ && best_->loads <= std::max(fewest_, state.loads))) return;
    if (at == open_.size()) return finish(state);
    const Group& group = *open_[at].group;
    if (!group.reload) {
      for (const Place& place : places(group, open_[at].allowed, state)) {
        State next = state;
        take(group.forms, place, next);
        next.placed.push_back(place);
        for (const auto& [instruction, source] : group.users) {
          next.port[static_cast<std::size_t>(instruction)] = place.interpolant;
        }
        visit(at + 1, next);
        if (steps_ > most_steps) return;
      }
    }
    State next = state;
    next.placed.push_back({.load = true});
    ++next.loads;
    visit(at + 1, next);
  }

  // Loads take what is left, the tightest place; a constant needs none.
  void finish(State state) {
    std::vector<NewConstant> before = cut_.constants;
    bool fits = true;
    for (std::size_t i = 0; i < open_.size() && fits; ++i) {
      if (!state.placed[i].load) continue;
      Group loaded = open_[i].loaded;
      if (ConstantReads(analysis_, cut_).place(loaded)) continue;
      const std::vector<Place> all = places(loaded, all_swizzles, state);
      fits = !all.empty();
      if (!fits) break;
      state.placed[i] = all.front();
      state.placed[i].load = true;
      take(loaded.forms, all.front(), state);
    }
    cut_.constants = std::move(before);
    if (fits) best_ = std::move(state);
  }

  // The same decisions again, now for good.
  void keep(const State& state) {
    for (std::size_t i = 0; i < open_.size(); ++i) {
      const Place& place = state.placed[i];
      Group& group = *open_[i].group;
      if (place.load) group = open_[i].loaded;
      if (place.interpolant < 0) {
        (void)ConstantReads(analysis_, cut_).place(group);
        continue;
      }
      group.interpolant = place.interpolant;
      group.read = fragment_swizzles.at(place.swizzle);
    }
    cut_.interpolants = state.held;
    cut_.fragment_slots += static_cast<int>(
        std::ranges::count_if(cut_.groups, [](const Group& g) { return g.reload; }));
  }

  static void take(const std::array<FormId, 4>& forms, const Place& place, State& state) {
    if (place.interpolant == static_cast<int>(state.held.size())) state.held.push_back(nothing);
    put(forms, fragment_swizzles.at(place.swizzle),
        state.held[static_cast<std::size_t>(place.interpolant)]);
  }

  // One t# per instruction: a second operand must lie in the same interpolant; limit_ for none.
  [[nodiscard]] int required_interpolant(const Group& group, const State& state) const {
    if (group.reload) return -1;
    int required = -1;
    for (const auto& [instruction, source] : group.users) {
      const int port = state.port[static_cast<std::size_t>(instruction)];
      if (port < 0) continue;
      if (required >= 0 && required != port) return limit_;
      required = port;
    }
    return required;
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

  // All ways to place the group, those that take the fewest new components first.
  [[nodiscard]] std::vector<Place> places(const Group& group, int allowed,
                                          const State& state) const {
    const int required = required_interpolant(group, state);
    std::vector<Place> found;
    const int opened = std::min(static_cast<int>(state.held.size()) + 1, limit_);
    for (int k = 0; k < opened && required < limit_; ++k) {
      if (required >= 0 && k != required) continue;
      const bool is_new = k == static_cast<int>(state.held.size());
      const std::array<FormId, 4>& held =
          is_new ? nothing : state.held[static_cast<std::size_t>(k)];
      if (has_centroids_ && !same_place(group, held)) continue;
      for (std::size_t i = 0; i < fragment_swizzles.size(); ++i) {
        if ((allowed >> i & 1) == 0) continue;
        const int fresh = added(group.forms, held, fragment_swizzles.at(i));
        if (fresh >= 0) found.push_back({.fresh = fresh, .interpolant = k, .swizzle = i});
        if (fresh == 0) break;
      }
    }
    std::ranges::sort(found, {}, [](const Place& one) {
      return std::tuple(one.fresh, one.interpolant, one.swizzle);
    });
    return found;
  }

  static constexpr std::array<FormId, 4> nothing{-1, -1, -1, -1};

  Analysis& analysis_;
  Cut& cut_;
  int limit_;
  int most_loads_;
  bool has_centroids_ =
      std::ranges::any_of(analysis_.pair.fragment.declarations, &Declaration::centroid);
  std::vector<Open> open_;  // what no constant holds
  int fewest_ = 0;          // loads that every layout has
  int steps_ = 0;
  std::optional<State> best_;
};

}  // namespace

LayoutResult lay_out(Analysis& analysis, Cut& cut, int interpolants, int most_loads) {
  return Layout(analysis, cut, interpolants, most_loads).place_all();
}

}  // namespace plumb::shader

// plumb/shader/optimal/move_optimal.cpp - the cut with the fewest slots, by branch and bound.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/shader/language/rules.h"
#include "plumb/shader/move.h"
#include "plumb/shader/optimal/crossing.h"
#include "plumb/shader/optimal/fragment_code.h"
#include "plumb/shader/optimal/open_bounds.h"
#include "plumb/shader/optimal/return_to_fragment.h"
#include "plumb/shader/optimal/tighten.h"
#include "plumb/shader/optimal/vertex_code.h"

namespace plumb::shader {
namespace {

struct Candidate {
  double cost = 0;
  Pair pair;
  std::vector<ConstantCopy> copies;
  std::vector<HostConstant> host;
  std::vector<bool> stay;
  std::vector<int> live;
};

class Search {
 public:
  Search(Analysis& analysis, const MoveOptions& options) : analysis_(analysis), options_(options) {
    interpolants_ =
        std::min(options.limit_interpolants, limits_of(analysis.pair.vertex.profile).coordinates);
  }

  // The old pair is a candidate too: its cost is the one to beat.
  void start_with(const Pair& pair) {
    best_.cost = cost_of(count_slots(pair.fragment).total(), count_slots(pair.vertex).total());
    best_.pair = pair;
    best_.stay.assign(analysis_.movable.size(), true);
    best_.live = analysis_.needed;
    best_slots_ = count_slots(pair.fragment).total();
  }

  // Depth first over the instructions that could cross or stay: first all cross.
  void run() {
    std::vector<bool> stay(analysis_.movable.size(), false);
    root_bound_ = bound(find_crossing(analysis_, stay));
    visit(stay, std::vector<bool>(stay.size(), false));
  }

  [[nodiscard]] const Candidate& best() const { return best_; }
  [[nodiscard]] int nodes() const { return nodes_; }
  // Whether moving all that can move keeps every limit.
  [[nodiscard]] bool all_fits() const { return all_fits_; }
  // No cut of the program has fewer fragment slots than these: where the tree was not finished, the
  // bound of all; else that of the cuts that were left out.
  [[nodiscard]] OpenBounds open() const {
    OpenBounds open = open_;
    open.cost = std::min(open.cost, best_slots_);
    if (!within_budget()) open.search = root_bound_;
    return open;
  }

 private:
  [[nodiscard]] double cost_of(int fragment, int vertex) const {
    return options_.pixels_per_vertex * fragment + vertex;
  }

  // Writing code takes as long as two nodes.
  [[nodiscard]] bool within_budget() const { return nodes_ + 2 * codes_ < options_.search_nodes; }

  // Out of nodes; or the fragment slots are the least there can be, and for a while no cut had
  // fewer vertex slots.
  [[nodiscard]] bool finished() const {
    if (!within_budget()) return true;
    return best_slots_ <= root_bound_ && nodes_ - improved_ > patience;
  }

  // Slots below which no cut of this branch gets: what stays already, and one for every coordinate
  // that finds no interpolant of its own - it is loaded, or an instruction stays for it.
  [[nodiscard]] int bound(const Cut& cut) const {
    return cut.fragment_slots + std::max(0, cut.texture_places - interpolants_);
  }

  void visit(const std::vector<bool>& stay, const std::vector<bool>& decided) {
    ++nodes_;
    if (finished()) return;
    Cut cut = find_crossing(analysis_, stay);
    if (options_.pixels_per_vertex * bound(cut) + least_vertex_ >= best_.cost) {
      return leave_open(open_.cost, bound(cut));
    }
    const std::vector<int> frontier = crossing_instructions(cut, decided);
    const bool all = nodes_ == 1;
    const int least = bound(cut) + cut.mixed_groups;
    // Of the first cut it must be known whether it fits; of the others, whether they are better.
    const int enough =
        best_slots_ - cut.fragment_slots - (only_shortens_vertex(best_slots_) ? 1 : 0);
    const LayoutResult layout =
        lay_out(analysis_, cut, interpolants_, all || cheap_fragments() ? most_slots : enough);
    const bool fits = layout.fits && consider(cut, stay);
    if (all) all_fits_ = fits;
    const bool settled = layout.exact && (fits || !layout.fits);
    if (!settled) leave_open(open_.layout, least);
    std::vector<bool> fixed = decided;
    for (const int number : frontier) {
      const auto at = static_cast<std::size_t>(number);
      fixed[at] = true;
      std::vector<bool> more = stay;
      more[at] = true;
      visit(more, fixed);
      if (finished()) return;
    }
  }

  // There may be cuts with so many slots that were not looked at.
  static void leave_open(int& bound, int slots) { bound = std::min(bound, slots); }

  // Instructions whose values cross and about which nothing was decided, the latest first.
  static std::vector<int> crossing_instructions(const Cut& cut, const std::vector<bool>& decided) {
    std::vector<int> out;
    for (const Group& group : cut.groups) {
      for (const int writer : group.writers) {
        if (writer >= 0 && !decided[static_cast<std::size_t>(writer)]) out.push_back(writer);
      }
    }
    std::ranges::sort(out, std::greater<>());
    const auto rest = std::ranges::unique(out);
    out.erase(rest.begin(), rest.end());
    return out;
  }

  // Whether vertex slots may outweigh a fragment slot.
  [[nodiscard]] bool cheap_fragments() const {
    return options_.pixels_per_vertex <= vertex_slot_limit(analysis_.pair.vertex, options_);
  }

  // After a while without success only fewer fragment slots are worth the time to write code.
  [[nodiscard]] bool only_shortens_vertex(int fragment_slots) const {
    return fragment_slots >= best_slots_ && nodes_ - improved_ > patience && !cheap_fragments();
  }

  // Whether the cut keeps all limits; kept if it is the best so far.
  bool consider(const Cut& cut, const std::vector<bool>& stay) {
    if (cost_of(cut.fragment_slots, least_vertex_) >= best_.cost ||
        only_shortens_vertex(cut.fragment_slots)) {
      leave_open(open_.cost, cut.fragment_slots);
      return true;
    }
    ++codes_;
    std::optional<FragmentProgram> fragment = fragment_code(analysis_, cut);
    std::optional<VertexProgram> vertex = vertex_code(analysis_, cut);
    if (!fragment || !vertex) return false;
    const int slots = count_slots(vertex->shader).total();
    const int fragment_slots = count_slots(fragment->shader).total();
    if (slots > vertex_slot_limit(analysis_.pair.vertex, options_)) return false;
    const double cost = cost_of(fragment_slots, slots);
    if (cost >= best_.cost) {
      leave_open(open_.cost, fragment_slots);
      return true;
    }
    if (!broken_rules(vertex->shader).empty() || !broken_rules(fragment->shader).empty()) {
      return false;
    }
    std::vector<HostConstant> host = std::move(vertex->host);
    host.insert(host.end(), fragment->host.begin(), fragment->host.end());
    best_ = {cost,
             {std::move(vertex->shader), std::move(fragment->shader)},
             std::move(vertex->copies),
             std::move(host),
             stay,
             cut.live};
    best_slots_ = fragment_slots;
    improved_ = nodes_;
    return true;
  }

  static constexpr int patience = 60;  // nodes
  static constexpr int most_slots = 1000;

  Analysis& analysis_;
  const MoveOptions& options_;
  int interpolants_ = 8;
  int least_vertex_ = 1;  // oPos
  Candidate best_;
  int best_slots_ = 0;
  int root_bound_ = 0;
  OpenBounds open_;
  int nodes_ = 0;
  int codes_ = 0;     // cuts that code was written for
  int improved_ = 0;  // the node of the best
  bool all_fits_ = true;
};

int interpolants_of(const Shader& vertex) {
  int count = 0;
  for (const Instruction& one : vertex.instructions) {
    if (writes(one) && one.destination.reg.file == File::coordinate_out) {
      count = std::max(count, one.destination.reg.index + 1);
    }
  }
  return count;
}

void require_limits(const Pair& pair, const MoveOptions& options) {
  const int outputs = interpolants_of(pair.vertex);
  const int slots = count_slots(pair.vertex).total();
  const int limit = vertex_slot_limit(pair.vertex, options);
  if (outputs <= options.limit_interpolants && slots <= limit) return;
  throw Error(ErrorKind::input,
              fmt::format("the pair '{}', '{}' breaks a limit before anything is moved: {} "
                          "interpolants of {}, {} vertex slots of {}",
                          pair.vertex.name, pair.fragment.name, outputs, options.limit_interpolants,
                          slots, limit));
}

double cost_of(const Pair& pair, const MoveOptions& options) {
  return options.pixels_per_vertex * count_slots(pair.fragment).total() +
         count_slots(pair.vertex).total();
}

// A result, and the number of fragment slots that no cut of its program is below.
struct BestCut {
  MoveResult result;
  OpenBounds open;
};

// The best cut of a pair without matrices.
BestCut best_cut(const Pair& pair, const MoveOptions& options) {
  Analysis analysis(pair, options.host_table);
  Search search(analysis, options);
  search.start_with(pair);
  search.run();
  const Candidate& best = search.best();
  MoveResult result{.pair = best.pair,
                    .copies = best.copies,
                    .host = best.host,
                    .outcomes = analysis.outcomes,
                    .searched = search.nodes()};
  for (std::size_t i = 0; i < result.outcomes.size(); ++i) {
    if (!analysis.movable[i]) continue;
    if (best.live[i] == 0) continue;
    if (search.all_fits()) {
      result.outcomes[i] = {Condition::no_saving, "moving it would not save a slot"};
    } else {
      result.outcomes[i] = {Condition::shortage,
                            "not all that could move fits; no cheaper cut that fits moves it"};
    }
  }
  return {std::move(result), search.open()};
}

// Outcomes of the instructions before the program was tightened. Of the instructions that became
// one, a link names the last that stands before the linking one. A product that became a part of a
// later mad may need what stands behind it: then the link leads to the sum first.
std::vector<MoveOutcome> outcomes_before(const std::vector<int>& now,
                                         const std::vector<MoveOutcome>& tightened) {
  std::vector<std::vector<int>> origins(tightened.size());
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (now[i] >= 0) origins[static_cast<std::size_t>(now[i])].push_back(static_cast<int>(i));
  }
  const auto latest_before = [&](int link, int number) {
    const std::vector<int>& all = origins[static_cast<std::size_t>(link)];
    const auto behind = std::ranges::lower_bound(all, number);
    return behind == all.begin() ? all.front() : *std::prev(behind);
  };
  std::vector<MoveOutcome> out;
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (now[i] < 0) {
      out.push_back({Condition::dead, "nothing needs its result, or a register has it already"});
      continue;
    }
    MoveOutcome outcome = tightened[static_cast<std::size_t>(now[i])];
    int number = static_cast<int>(i);
    const int last = origins[static_cast<std::size_t>(now[i])].back();
    const bool forward = std::ranges::any_of(
        outcome.chain, [&](int link) { return latest_before(link, number) > number; });
    if (forward) number = last;
    for (int& link : outcome.chain) link = latest_before(link, number);
    if (forward) {
      outcome.reason = "became a part of a later instruction that stays";
      outcome.chain.insert(outcome.chain.begin(), last);
    }
    out.push_back(std::move(outcome));
  }
  return out;
}

}  // namespace

namespace {

// The cheapest of the results that were offered, all with as little code as they need.
class Cheapest {
 public:
  explicit Cheapest(const MoveOptions& options) : options_(options) {}

  void offer(MoveResult candidate) {
    candidate.pair.fragment = tighten(candidate.pair.fragment).shader;
    candidate.searched += best_ ? best_->searched : 0;
    if (best_ && cost_of(best_->pair, options_) <= cost_of(candidate.pair, options_)) {
      best_->searched = candidate.searched;
    } else {
      best_ = std::move(candidate);
    }
  }
  MoveResult take() { return std::move(*best_); }

 private:
  const MoveOptions& options_;
  std::optional<MoveResult> best_;
};

// The paper's method may cut a program in ways that ours does not, so it is a candidate too.
MoveResult papers_cut(const Pair& rows, const MoveOptions& options) {
  MoveOptions all = options;
  all.most_moved = -1;
  return move_as_paper(rows, all);
}

}  // namespace

MoveResult move_optimally(const Pair& given, const MoveOptions& options) {
  require_matching(given);
  require_limits(given, options);
  const Pair rows{given.vertex, without_matrices(given.fragment)};
  // A shorter program may have a better cut, or only fewer ways to be cut: the cheaper one counts.
  Tightened tight = tighten(rows.fragment);
  const bool shorter = tight.shader.instructions.size() < rows.fragment.instructions.size();
  const Pair short_rows{given.vertex, std::move(tight.shader)};
  Cheapest cheapest(options);
  OpenBounds open;
  // Constants that the host computes take read ports; without them a cut may be cheaper.
  for (const bool host_table : {options.host_table, false}) {
    MoveOptions some = options;
    some.host_table = host_table;
    if (shorter) {
      BestCut found = best_cut(short_rows, some);
      found.result.outcomes = outcomes_before(tight.now, found.result.outcomes);
      open.join(found.open);
      cheapest.offer(std::move(found.result));
    }
    BestCut found = best_cut(rows, some);
    open.join(found.open);
    cheapest.offer(std::move(found.result));
    if (!options.host_table) break;
  }
  cheapest.offer(papers_cut(rows, options));
  MoveResult result = cheapest.take();
  result.outcomes = outcomes_of_given(given.fragment, result.outcomes);
  result.moved = static_cast<int>(
      std::ranges::count(result.outcomes, Condition::none, &MoveOutcome::condition));
  if (options.both_directions) {
    (void)return_to_fragment(result, options);
    result.pair.fragment = tighten(result.pair.fragment).shader;
  }
  result.unproved = open.reason_below(count_slots(result.pair.fragment).total());
  return result;
}

// The given pair, then the best cut with as many interpolants as it has, one more, and so on; those
// with fewer fragment slots than the step before.
std::vector<MoveResult> optimal_steps(const Pair& pair, const MoveOptions& options) {
  require_matching(pair);
  require_limits(pair, options);
  std::vector<MoveResult> steps{{.pair = pair, .copies = {}, .host = {}, .outcomes = {}}};
  steps[0].outcomes.assign(pair.fragment.instructions.size(),
                           {Condition::shortage, "nothing moves in the first step"});
  for (int count = interpolants_of(pair.vertex); count <= options.limit_interpolants; ++count) {
    MoveOptions some = options;
    some.limit_interpolants = count;
    MoveResult step = move_optimally(pair, some);
    const int slots = count_slots(step.pair.fragment).total();
    if (slots < count_slots(steps.back().pair.fragment).total()) steps.push_back(std::move(step));
  }
  return steps;
}

}  // namespace plumb::shader

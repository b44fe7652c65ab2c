// plumb/shader/optimal/crossing.cpp - follows the needs of what stays back to what crosses.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/optimal/crossing.h"

#include <algorithm>
#include <set>

namespace plumb::shader {
namespace {

class Crossing {
 public:
  Crossing(Analysis& analysis, const std::vector<bool>& stay) : analysis_(analysis), stay_(stay) {}

  Cut find() {
    const std::vector<Instruction>& all = analysis_.pair.fragment.instructions;
    cut_.live.assign(all.size(), 0);
    for (std::size_t i = all.size(); i-- > 0;) {
      const File to = all[i].destination.reg.file;
      if (all[i].op == Opcode::texkill || to == File::target || to == File::depth) {
        cut_.live[i] = all[i].op == Opcode::texkill ? 15 : all[i].destination.mask;
      }
      if (cut_.live[i] == 0) continue;
      cut_.fragment_slots += slots_of(all[i].op, analysis_.pair.fragment.profile);
      for (std::size_t s = 0; s < all[i].sources.size(); ++s) need(static_cast<int>(i), s);
    }
    std::set<std::pair<FormId, FormId>> places;
    for (const Group& group : cut_.groups) {
      if (group.reload) ++cut_.mixed_groups;
      if (group.texture && !group.reload) places.emplace(group.forms[0], group.forms[1]);
    }
    cut_.texture_places = static_cast<int>(places.size());
    return std::move(cut_);
  }

 private:
  [[nodiscard]] bool crosses(int writer) const {
    const auto at = static_cast<std::size_t>(writer);
    return analysis_.movable[at] && !stay_[at];
  }

  void need(int number, std::size_t s) {
    const Instruction& instruction = analysis_.instruction(number);
    const Source& source = instruction.sources[s];
    const bool coordinate = source.reg.file == File::coordinate;
    if (source.reg.file != File::temporary && !coordinate) return;
    Group group{.users = {{number, s}},
                .texture = info_of(instruction.op).shape == Shape::texture ||
                           instruction.op == Opcode::texkill,
                .coordinate = coordinate,
                .reg = source.reg,
                .swizzle = source.swizzle};
    const int read = analysis_.positions(number, s, cut_.live[static_cast<std::size_t>(number)]);
    bool mixed = false;
    bool any = false;
    for (std::size_t p = 0; p < 4; ++p) {
      if ((read >> p & 1) == 0) continue;
      const int writer =
          analysis_.fragment.instructions[static_cast<std::size_t>(number)].written_by[s][p];
      if (!coordinate && (writer < 0 || !crosses(writer))) {
        mixed = true;
        if (writer >= 0) cut_.live[static_cast<std::size_t>(writer)] |= 1 << source.swizzle[p];
        continue;
      }
      any = true;
      group.writers[p] = writer;
      group.forms[p] = analysis_.operand_form(number, s, p);
    }
    if (!any) return;
    if (mixed) {
      add(as_reload(group));  // what crosses must be in the operand's register again
    } else {
      add(group);
    }
  }

  void add(const Group& group) {
    for (Group& known : cut_.groups) {
      if (known.reg == group.reg && known.forms == group.forms && known.writers == group.writers &&
          known.swizzle == group.swizzle && known.texture == group.texture &&
          known.reload == group.reload) {
        known.users.push_back(group.users.front());
        return;
      }
    }
    cut_.groups.push_back(group);
  }

  Analysis& analysis_;
  const std::vector<bool>& stay_;
  Cut cut_;
};

}  // namespace

Group as_reload(const Group& group) {
  Group out = group;
  out.reload = true;
  out.forms.fill(-1);
  out.writers.fill(-1);
  out.swizzle = no_swizzle;
  for (std::size_t p = 0; p < 4; ++p) {
    if (group.forms[p] < 0) continue;
    out.forms[group.swizzle[p]] = group.forms[p];
    out.writers[group.swizzle[p]] = group.writers[p];
  }
  return out;
}

Cut find_crossing(Analysis& analysis, const std::vector<bool>& stay) {
  return Crossing(analysis, stay).find();
}

}  // namespace plumb::shader

// plumb/shader/optimal/fragment_code.cpp - rewrites the operands of what stays.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/optimal/fragment_code.h"

#include <algorithm>
#include <map>
#include <set>

#include "plumb/shader/free_registers.h"
#include "plumb/shader/language/rules.h"

namespace plumb::shader {
namespace {

class FragmentCode {
 public:
  FragmentCode(Analysis& analysis, const Cut& cut) : analysis_(analysis), cut_(cut) {
    for (std::size_t g = 0; g < cut.groups.size(); ++g) {
      for (const auto& user : cut.groups[g].users) group_of_[user] = static_cast<int>(g);
    }
  }

  std::optional<FragmentProgram> write() {
    FragmentProgram program{analysis_.pair.fragment, {}};
    Shader& out = program.shader;
    out.instructions.clear();
    for (std::size_t i = 0; i < cut_.live.size(); ++i) {
      if (cut_.live[i] == 0) continue;
      Instruction instruction = analysis_.instruction(static_cast<int>(i));
      narrow(instruction, cut_.live[i]);
      for (std::size_t s = 0; s < instruction.sources.size(); ++s) {
        const auto found = group_of_.find({static_cast<int>(i), s});
        if (found == group_of_.end()) continue;
        if (!read(instruction, s, found->second, out.instructions)) return std::nullopt;
      }
      out.instructions.push_back(std::move(instruction));
    }
    declare(out);
    for (const NewConstant& one : cut_.constants) define(one, program);
    return program;
  }

 private:
  // Only what is needed is written, where the instruction allows any mask.
  static void narrow(Instruction& instruction, int live) {
    const Shape shape = info_of(instruction.op).shape;
    const bool any = shape == Shape::parallel || shape == Shape::scalar || shape == Shape::dot3 ||
                     shape == Shape::dot4 || instruction.op == Opcode::dp2add;
    if (any && instruction.destination.reg.file == File::temporary) {
      instruction.destination.mask = live;
    }
  }

  static Source crossing_source(const Group& group) {
    const bool constant = group.constant >= 0;
    Source source{.reg = {constant ? File::constant : File::coordinate,
                          constant ? group.constant : group.interpolant},
                  .swizzle = group.read};
    source.letters = group.read == no_swizzle ? 0 : group.read == replicate(group.read[0]) ? 1 : 4;
    return source;
  }

  bool read(Instruction& instruction, std::size_t s, int number, std::vector<Instruction>& out) {
    const Group& group = cut_.groups[static_cast<std::size_t>(number)];
    Source& source = instruction.sources[s];
    if (!group.reload) {
      const bool negate = source.negate;
      source = crossing_source(group);
      source.negate = negate;
      return true;
    }
    if (!loaded_.contains(number)) {
      // The register holds nothing else here: before the move, it held these very values.
      const std::optional<Register> to =
          group.coordinate ? scratch_for(instruction, group) : std::optional(group.reg);
      if (!to) return false;
      loaded_[number] = *to;
      int mask = 0;
      for (std::size_t c = 0; c < 4; ++c) {
        if (group.forms[c] >= 0) mask |= 1 << c;
      }
      out.push_back(
          {.op = Opcode::mov, .destination = {*to, mask}, .sources = {crossing_source(group)}});
    }
    source.reg = loaded_[number];
    return true;
  }

  // The destination of the texture read that is the only user, or a register that the program
  // never uses.
  std::optional<Register> scratch_for(const Instruction& instruction, const Group& group) {
    if (info_of(instruction.op).shape == Shape::texture && group.users.size() == 1) {
      return instruction.destination.reg;
    }
    std::set<int> used = temporaries_of(analysis_.pair.fragment);
    for (const auto& [number, reg] : loaded_) used.insert(reg.index);
    for (int r = 0; r < limits_of(Profile::ps_2_0).temporaries; ++r) {
      if (!used.contains(r)) return Register{File::temporary, r};
    }
    return std::nullopt;
  }

  // Numbers alone are the program's own; else the host sets all components, numbers too.
  void define(const NewConstant& constant, FragmentProgram& program) {
    Definition definition{.index = constant.index};
    bool numbers = true;
    for (std::size_t c = 0; c < 4; ++c) {
      if (constant.forms[c] < 0) continue;
      const std::optional<double> number = analysis_.number_of(constant.forms[c]);
      numbers = numbers && number.has_value();
      definition.values[c] = static_cast<float>(number.value_or(0));
    }
    if (numbers) {
      program.shader.definitions.push_back(definition);
      return;
    }
    for (std::size_t c = 0; c < 4; ++c) {
      if (constant.forms[c] < 0) continue;
      program.host.push_back({true, constant.index, static_cast<int>(c),
                              analysis_.host_expression(constant.forms[c])});
    }
  }

  void declare(Shader& out) const {
    std::erase_if(out.declarations,
                  [](const Declaration& d) { return d.reg.file == File::coordinate; });
    for (std::size_t k = 0; k < cut_.interpolants.size(); ++k) {
      int highest = 0;
      Looked all;
      for (int c = 0; c < 4; ++c) {
        const FormId form = cut_.interpolants[k][static_cast<std::size_t>(c)];
        if (form < 0) continue;
        highest = c + 1;
        const Looked looked = analysis_.looked_at(form);
        all.varies = all.varies || looked.varies;
        all.centroid = all.centroid || looked.centroid;
        all.partial = all.partial && looked.varies && looked.partial;
      }
      out.declarations.push_back({.reg = {File::coordinate, static_cast<int>(k)},
                                  .mask = (1 << highest) - 1,
                                  .partial = all.varies && all.partial,
                                  .centroid = all.centroid});
    }
  }

  Analysis& analysis_;
  const Cut& cut_;
  std::map<std::pair<int, std::size_t>, int> group_of_;
  std::map<int, Register> loaded_;
};

}  // namespace

std::optional<FragmentProgram> fragment_code(Analysis& analysis, const Cut& cut) {
  return FragmentCode(analysis, cut).write();
}

}  // namespace plumb::shader

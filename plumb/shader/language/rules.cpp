// plumb/shader/language/rules.cpp - the rules that need the whole program.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/language/rules.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "plumb/shader/language/rule_checker.h"
#include "plumb/shader/slots.h"

namespace plumb::shader {
namespace {

constexpr int deepest_texture_read = 4;

class ProgramRules : RuleChecker {
 public:
  ProgramRules(const Shader& shader, std::vector<Violation>& violations)
      : RuleChecker(shader, violations) {}

  void check() {
    check_declarations();
    for (const Definition& definition : shader().definitions) {
      if (definition.index >= limits_.constants) {
        add(definition.place, "register count", "c{} does not exist in {}", definition.index,
            name_of(shader().profile));
      }
    }
    check_flow(shader(), violations());
    if (first_branch(shader()) == nullptr) {
      for (const Instruction& instruction : shader().instructions) {
        if (check_one(instruction)) follow(instruction);
      }
    } else {
      for (const Instruction& instruction : shader().instructions) (void)check_one(instruction);
      if (violations().empty()) {
        for (const Instruction* instruction : execution_order(shader())) follow(*instruction);
      }
    }
    check_outputs();
    check_slots();
    sort_by_place();
  }

 private:
  // What the whole program lacks, named at the version, comes last: it may follow from the others.
  void sort_by_place() {
    std::multimap<std::tuple<bool, int, int>, Violation> sorted;  // equal places stay in order
    for (Violation& one : violations()) {
      const bool whole = one.place.line == shader().place.line;
      const std::tuple key(whole, one.place.line, one.place.column);
      sorted.emplace(key, std::move(one));
    }
    violations().clear();
    for (auto& [key, one] : sorted) violations().push_back(std::move(one));
  }

  bool check_one(const Instruction& instruction) {
    const std::size_t before = violations().size();
    check_instruction(shader(), instruction, violations());
    return violations().size() == before;
  }

  void follow(const Instruction& instruction) {
    follow_reads(instruction);
    follow_write(instruction);
  }

  void check_declarations() {
    for (std::size_t i = 0; i < shader().declarations.size(); ++i) {
      const Declaration& declaration = shader().declarations[i];
      for (std::size_t j = 0; j < i; ++j) {
        if (shader().declarations[j].reg == declaration.reg) {
          add(declaration.place, "declaration", "{} is declared twice", name_of(declaration.reg));
        }
      }
      if (is_vertex(shader().profile)) {
        check_vertex_declaration(declaration);
      } else {
        check_fragment_declaration(declaration);
      }
    }
  }

  void check_vertex_declaration(const Declaration& declaration) {
    constexpr std::array<std::string_view, 12> usages{
        "position", "blendweight", "blendindices", "normal", "psize", "texcoord",
        "tangent",  "binormal",    "color",        "fog",    "depth", "sample"};
    if (declaration.reg.file != File::input || declaration.reg.index >= limits_.inputs) {
      add(declaration.place, "declaration", "a vertex program declares v0 to v{}",
          limits_.inputs - 1);
    }
    if (std::ranges::find(usages, declaration.usage) == usages.end()) {
      add(declaration.place, "declaration", "'{}' is not a usage; known are {}", declaration.usage,
          fmt::join(usages, ", "));
    }
    if (declaration.partial || declaration.centroid) {
      add(declaration.place, "declaration", "_pp and _centroid exist in ps_2_0 only");
    }
  }

  void check_fragment_declaration(const Declaration& declaration) {
    const File file = declaration.reg.file;
    const int count = file == File::input        ? limits_.inputs
                      : file == File::coordinate ? limits_.coordinates
                      : file == File::sampler    ? limits_.samplers
                                                 : 0;
    if (declaration.reg.index >= count) {
      add(declaration.place, "declaration",
          "a fragment program declares v0, v1, t0 to t7, s0 to "
          "s15");
    } else if ((file == File::sampler) != !declaration.usage.empty()) {
      add(declaration.place, "declaration", "{}",
          file == File::sampler ? "a sampler is declared by dcl_2d, dcl_cube or dcl_volume"
                                : "v# and t# are declared by dcl alone");
    } else if (file == File::sampler && declaration.usage != "2d" && declaration.usage != "cube" &&
               declaration.usage != "volume") {
      add(declaration.place, "declaration",
          "'{}' is not a kind of texture; known are 2d, cube, "
          "volume",
          declaration.usage);
    }
  }

  // Temporaries are undefined at the start; the depth of texture reads follows the values.
  void follow_reads(const Instruction& instruction) {
    int depth = 0;
    for (std::size_t i = 0; i < instruction.sources.size(); ++i) {
      const Source& source = instruction.sources[i];
      if (source.relative && source.address != loop_address &&
          (written_[{File::address, 0}] >> source.address & 1) == 0) {
        add(source.place, "undefined value", "a0 was not written before");
      }
      if (source.reg.file != File::temporary) continue;
      for (int row = 0; row < rows_read(instruction, i); ++row) {
        const Register reg = row_of(source, row);
        const int read = components_read(shader(), instruction, i);
        if ((read & ~written_[reg]) != 0) {
          add(source.place, "undefined value", "{} is read before all of it was written",
              name_of(reg));
        }
        for (std::size_t c = 0; c < 4; ++c) {
          if ((read >> c & 1) != 0) depth = std::max(depth, depth_[reg][c]);
        }
      }
    }
    if (info_of(instruction.op).shape == Shape::texture) {
      ++depth;
      if (depth > deepest_texture_read) {
        add(instruction.place, "texture read depth",
            "a texture read depends on {} others; at most {} may follow each other", depth - 1,
            deepest_texture_read);
      }
    }
    current_depth_ = depth;
  }

  void follow_write(const Instruction& instruction) {
    if (!writes(instruction)) return;
    const Destination& to = instruction.destination;
    if (to.reg.file == File::target || to.reg.file == File::depth) {
      if (written_[to.reg] != 0) {
        add(to.place, "output", "{} is written twice", name_of(to.reg));
      }
    }
    // sincos leaves z, and of x and y what it does not write, undefined.
    if (instruction.op == Opcode::sincos) {
      written_[to.reg] &= 8;
    }
    written_[to.reg] |= to.mask;
    last_write_[to.reg] = to.place;
    for (std::size_t c = 0; c < 4; ++c) {
      if ((to.mask >> c & 1) != 0) depth_[to.reg][c] = current_depth_;
    }
  }

  // What is missing altogether is named at the version.
  void check_outputs() {
    if (is_vertex(shader().profile)) {
      if (written_[{File::position, 0}] != 15) {
        add(shader().place, "output", "oPos must be written whole");
      }
      check_coordinates();
      return;
    }
    if (written_[{File::target, 0}] == 0) add(shader().place, "output", "oC0 must be written");
    for (int i = 1; i < 4; ++i) {
      if (written_[{File::target, i}] != 0 && written_[{File::target, i - 1}] == 0) {
        add(last_write_[{File::target, i}], "output", "oC{} needs oC{}", i, i - 1);
      }
    }
  }

  void check_coordinates() {
    for (int i = 0; i < limits_.coordinates; ++i) {
      const Register reg{File::coordinate_out, i};
      const int mask = written_[reg];
      if (mask == 0) continue;
      if (!is_prefix(mask)) {
        add(last_write_[reg], "output prefix", "oT{} must be written as .x, .xy, .xyz or .xyzw", i);
      }
      // Shipped vs_2_0 programs leave gaps, and drivers take them.
      const bool gaps = shader().profile != Profile::vs_1_1;
      if (!gaps && i > 0 && written_[{File::coordinate_out, i - 1}] == 0) {
        add(last_write_[reg], "output order", "oT{} needs oT{}", i, i - 1);
      }
    }
  }

  // Named at the instruction that goes beyond.
  void check_slots() {
    const Slots slots = count_slots(shader());
    const auto limit = [&](bool texture, int used, int most, const char* what) {
      if (used <= most) return;
      Place beyond = shader().place;
      int so_far = 0;
      for (const Instruction& one : shader().instructions) {
        if (is_texture(one.op) != texture) continue;
        so_far += slots_of(one.op, shader().profile);
        beyond = one.place;
        if (so_far > most) break;
      }
      add(beyond, "slots", "{} {} slots; {} has {}", used, what, name_of(shader().profile), most);
    };
    limit(false, slots.arithmetic, limits_.arithmetic, "arithmetic");
    limit(true, slots.texture, limits_.texture, "texture");
  }

  struct RegisterOrder {
    bool operator()(const Register& a, const Register& b) const {
      return std::pair(a.file, a.index) < std::pair(b.file, b.index);
    }
  };

  Limits limits_ = limits_of(shader().profile);
  std::map<Register, int, RegisterOrder> written_ = {};  // components
  std::map<Register, Place, RegisterOrder> last_write_ = {};
  std::map<Register, std::array<int, 4>, RegisterOrder> depth_ = {};  // texture reads behind it
  int current_depth_ = 0;
};

}  // namespace

Limits limits_of(Profile profile) {
  switch (profile) {
    case Profile::vs_1_1:
      return {};
    case Profile::vs_2_0:
      return {.constants = 256, .slots = 256, .arithmetic = 256};
    case Profile::ps_2_0:
      return {.constants = 32,
              .inputs = 2,
              .samplers = 16,
              .constant_reads = 2,
              .slots = 96,
              .arithmetic = 64,
              .texture = 32};
  }
  return {};
}

std::vector<Violation> broken_rules(const Shader& shader) {
  std::vector<Violation> violations;
  ProgramRules(shader, violations).check();
  return violations;
}

}  // namespace plumb::shader

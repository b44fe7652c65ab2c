// plumb/shader/language/instruction_rules.cpp - the rules that one instruction can break by itself.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "plumb/shader/language/rule_checker.h"

namespace plumb::shader {
namespace {

class InstructionRules : RuleChecker {
 public:
  InstructionRules(const Shader& shader, const Instruction& instruction,
                   std::vector<Violation>& violations)
      : RuleChecker(shader, violations),
        instruction_(instruction),
        info_(info_of(instruction.op)),
        vertex_(is_vertex(shader.profile)) {}

  void check() {
    if (!exists_in(instruction_.op, shader().profile)) {
      add(instruction_.place, "opcode", "'{}' does not exist in {}", info_.name,
          name_of(shader().profile));
      return;
    }
    check_modifiers();
    if (info_.shape == Shape::flow) return;  // its operands are a matter of check_flow
    if (writes(instruction_)) {
      check_destination();
      check_mask();
    }
    for (std::size_t i = 0; i < instruction_.sources.size(); ++i) check_source(i);
    check_distinct();
    check_ports();
    if (info_.shape == Shape::texture) check_texture();
  }

 private:
  void check_modifiers() {
    if (instruction_.saturate) {
      if (vertex_) {
        add(instruction_.place, "modifier", "_sat does not exist in {}", name_of(shader().profile));
      } else if (instruction_.op == Opcode::frc || instruction_.op == Opcode::sincos ||
                 is_texture(instruction_.op) || !writes(instruction_)) {
        add(instruction_.place, "modifier", "_sat is not allowed on {}", info_.name);
      }
    }
    if (instruction_.partial && vertex_) {
      add(instruction_.place, "modifier", "_pp does not exist in {}", name_of(shader().profile));
    }
  }

  [[nodiscard]] bool output() const {
    const File file = instruction_.destination.reg.file;
    return file == File::target || file == File::depth;
  }

  void check_destination() {
    const Destination& to = instruction_.destination;
    const Limits limits = limits_of(shader().profile);
    const auto within = [&](int count) {
      if (to.reg.index >= count) {
        add(to.place, "register count", "{} does not exist in {}; the last is {}", name_of(to.reg),
            name_of(shader().profile), name_of(Register{to.reg.file, count - 1}));
      }
    };
    switch (to.reg.file) {
      case File::temporary:
        return within(limits.temporaries);
      case File::position:
      case File::fog:
      case File::point_size:
        if (vertex_) return;
        break;
      case File::color_out:
        if (vertex_) return within(2);
        break;
      case File::coordinate_out:
        if (vertex_) return within(limits.coordinates);
        break;
      case File::address:
        if (vertex_) return check_address();
        break;
      case File::target:
      case File::depth:
        if (!vertex_) return check_output(within);
        break;
      default:
        break;
    }
    add(to.place, "register access", "{} cannot be written in {}", name_of(to.reg),
        name_of(shader().profile));
  }

  void check_address() {
    const Destination& to = instruction_.destination;
    const Opcode expected = shader().profile == Profile::vs_1_1 ? Opcode::mov : Opcode::mova;
    if (to.reg.index != 0) add(to.place, "register count", "there is only a0");
    if (instruction_.op != expected) {
      add(to.place, "address register", "a0 is written by {} alone", info_of(expected).name);
    }
    if (shader().profile == Profile::vs_1_1 && to.mask != 1) {
      add(to.place, "address register", "a0 has only the component x");
    }
  }

  template <class Within>
  void check_output(const Within& within) {
    const Destination& to = instruction_.destination;
    if (to.reg.file == File::target) within(4);
    if (instruction_.op != Opcode::mov) {
      add(to.place, "output", "{} is written by mov alone", name_of(to.reg));
      return;
    }
    if (to.mask != 15) {
      add(to.place, "output", "{} is written whole, without a mask", name_of(to.reg));
    }
    if (instruction_.saturate) {
      add(instruction_.place, "modifier", "_sat is not allowed when {} is written",
          name_of(to.reg));
    }
    const Source& from = instruction_.sources[0];
    if (to.reg.file == File::target && (from.swizzle != no_swizzle || from.negate)) {
      add(from.place, "output", "what is moved to {} has no swizzle and no sign", name_of(to.reg));
    }
    if (to.reg.file == File::depth && !replicated(from)) {
      add(from.place, "output", "what is moved to oDepth names one component");
    }
  }

  void check_mask() {
    const int mask = instruction_.destination.mask;
    const Place place = instruction_.destination.place;
    const auto require = [&](bool good, const char* expected) {
      if (!good) {
        add(place, "write mask", "{} in {} writes {}", info_.name, name_of(shader().profile),
            expected);
      }
    };
    if (info_.shape == Shape::matrix) {
      const int rows = (1 << info_.rows) - 1;
      require(mask == rows, info_.rows == 2 ? ".xy" : info_.rows == 3 ? ".xyz" : ".xyzw");
    }
    switch (instruction_.op) {
      case Opcode::frc:
        if (shader().profile == Profile::vs_1_1) require(mask == 2 || mask == 3, ".y or .xy");
        break;
      case Opcode::crs:
        require((mask & 8) == 0, "no w");
        break;
      case Opcode::nrm:
        require(mask == 7 || mask == 15, ".xyz or .xyzw");
        break;
      case Opcode::sincos:
        require(mask <= 3, ".x, .y or .xy");
        break;
      default:
        break;
    }
    const File file = instruction_.destination.reg.file;
    if ((file == File::fog || file == File::point_size) && mask != 15 && mask != 1) {
      add(place, "write mask", "{} is a scalar", name_of(instruction_.destination.reg));
    }
  }

  static bool replicated(const Source& source) {
    return source.swizzle == replicate(source.swizzle[0]);
  }

  void check_source(std::size_t which) {
    const Source& source = instruction_.sources[which];
    const Limits limits = limits_of(shader().profile);
    int count = 0;
    switch (source.reg.file) {
      case File::temporary:
        count = limits.temporaries;
        break;
      case File::constant:
        count = limits.constants;
        break;
      case File::input:
        count = limits.inputs;
        break;
      case File::coordinate:
        count = vertex_ ? 0 : limits.coordinates;
        break;
      case File::sampler:
        count = info_.shape == Shape::texture && which == 1 ? limits.samplers : 0;
        break;
      default:
        break;
    }
    if (count == 0) {
      add(source.place, "register access", "{} cannot be read {}", name_of(source.reg),
          source.reg.file == File::sampler ? "by other than texture instructions"
                                           : fmt::format("in {}", name_of(shader().profile)));
      return;
    }
    const int last = rows_read(instruction_, which) - 1;
    if (source.reg.index + last >= count) {
      add(source.place, "register count", "{} does not exist in {}; the last is {}",
          name_of(row_of(source, last)), name_of(shader().profile),
          name_of(Register{source.reg.file, count - 1}));
    }
    check_relative(source);
    check_declared(source, which);
    if (info_.shape != Shape::texture) check_swizzle(source, which);
  }

  void check_relative(const Source& source) {
    if (!source.relative) return;
    if (!vertex_) {
      add(source.place, "address register", "c[a0.x + n] exists in vertex programs only");
    } else if (shader().profile == Profile::vs_1_1 && source.address == loop_address) {
      add(source.place, "address register", "aL does not exist in vs_1_1");
    } else if (shader().profile == Profile::vs_1_1 && source.address != 0) {
      add(source.place, "address register", "a0 has only the component x");
    }
  }

  void check_declared(const Source& source, std::size_t which) {
    const File file = source.reg.file;
    if (file != File::input && file != File::coordinate && file != File::sampler) return;
    for (int row = 0; row < rows_read(instruction_, which); ++row) {
      const Register reg = row_of(source, row);
      const Declaration* declared = declaration_of(shader(), reg);
      if (declared == nullptr) {
        add(source.place, "declaration", "{} is not declared; add dcl{} {}", name_of(reg),
            vertex_                 ? "_texcoord"
            : file == File::sampler ? "_2d"
                                    : "",
            name_of(reg));
      } else if (file != File::sampler && !vertex_) {
        const int more = components_read(shader(), instruction_, which) & ~declared->mask;
        if (more != 0) {
          add(source.place, "declaration", "{} reads components that its dcl leaves out",
              name_of(reg));
        }
      }
    }
  }

  void check_swizzle(const Source& source, std::size_t which) {
    const bool scalar = reads_one_component(instruction_.op, which);
    if (scalar && !replicated(source)) {
      add(source.place, "swizzle", "{} needs one component here: write {}.x", info_.name,
          name_of(source.reg));
    }
    if (!vertex_ && !is_fragment_swizzle(source.swizzle)) {
      add(source.place, "swizzle",
          "ps_2_0 has the swizzles .x .y .z .w .xyzw .yzxw .zxyw .wzyx; a shorter one repeats its "
          "last letter");
    }
    const bool matrix = info_.shape == Shape::matrix && which == 1;
    if ((matrix || instruction_.op == Opcode::texkill) &&
        (source.negate || source.swizzle != no_swizzle)) {
      add(source.place, "modifier", "this operand of {} has no sign and no swizzle", info_.name);
    }
    if (instruction_.op == Opcode::sincos && which > 0 && source.reg.file != File::constant) {
      add(source.place, "register access", "the last two operands of sincos are c#");
    }
    if (instruction_.op == Opcode::texkill && source.reg.file != File::temporary &&
        source.reg.file != File::coordinate) {
      add(source.place, "register access", "texkill tests r# or t#");
    }
  }

  void check_distinct() {
    const bool must = info_.shape == Shape::matrix || instruction_.op == Opcode::crs ||
                      instruction_.op == Opcode::nrm;
    if (!must) return;
    for (std::size_t i = 0; i < instruction_.sources.size(); ++i) {
      const Source& source = instruction_.sources[i];
      for (int row = 0; row < rows_read(instruction_, i); ++row) {
        if (row_of(source, row) == instruction_.destination.reg) {
          add(source.place, "distinct registers", "{} cannot write a register that it reads",
              info_.name);
        }
      }
    }
    if (instruction_.op == Opcode::crs && instruction_.destination.reg.file != File::temporary) {
      add(instruction_.destination.place, "register access", "crs writes r#");
    }
  }

  // How many different registers of one file are read at once. A matrix is read row by row.
  [[nodiscard]] std::size_t different(File file) const {
    std::size_t most = 0;
    for (int row = 0; row < std::max(info_.rows, 1); ++row) {
      std::set<std::tuple<int, bool, int>> seen;
      for (std::size_t i = 0; i < instruction_.sources.size(); ++i) {
        const Source& source = instruction_.sources[i];
        if (source.reg.file != file) continue;
        const int index = row_of(source, rows_read(instruction_, i) > 1 ? row : 0).index;
        seen.emplace(index, source.relative, source.address);
      }
      most = std::max(most, seen.size());
    }
    return most;
  }

  void check_ports() {
    const auto limit = [&](File file, std::size_t most, std::string_view rule, const char* what) {
      if (different(file) > most) {
        add(instruction_.place, rule, "one instruction reads at most {} different {} in {}", most,
            what, name_of(shader().profile));
      }
    };
    if (instruction_.op != Opcode::sincos) {
      limit(File::constant, static_cast<std::size_t>(limits_of(shader().profile).constant_reads),
            "constant read port", "c#");
    }
    limit(File::input, 1, "input read port", "v#");
    limit(File::coordinate, 1, "coordinate read port", "t#");
  }

  void check_texture() {
    const Destination& to = instruction_.destination;
    if (to.reg.file != File::temporary || to.mask != 15) {
      add(to.place, "texture", "{} writes a whole r#", info_.name);
    }
    const Source& from = instruction_.sources[0];
    if (from.reg.file != File::temporary && from.reg.file != File::coordinate) {
      add(from.place, "texture", "the coordinates of {} are in r# or t#", info_.name);
    }
    if (from.swizzle != no_swizzle || from.negate) {
      add(from.place, "texture", "the coordinates of {} have no swizzle and no sign", info_.name);
    }
    const Source& sampler = instruction_.sources[1];
    if (sampler.reg.file != File::sampler || sampler.swizzle != no_swizzle || sampler.negate) {
      add(sampler.place, "texture", "the second operand of {} is a plain s#", info_.name);
    }
  }

  const Instruction& instruction_;
  const OpcodeInfo& info_;
  bool vertex_;
};

}  // namespace

void check_instruction(const Shader& shader, const Instruction& instruction,
                       std::vector<Violation>& violations) {
  InstructionRules(shader, instruction, violations).check();
}

bool is_fragment_swizzle(const Swizzle& swizzle) {
  return std::ranges::find(fragment_swizzles, swizzle) != fragment_swizzles.end();
}

bool is_prefix(int mask) { return mask == 1 || mask == 3 || mask == 7 || mask == 15; }

}  // namespace plumb::shader

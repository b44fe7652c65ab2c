// plumb/shader/ir/build.cpp - from instructions to values: scalar, in single assignment.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/ir/build.h"

#include <algorithm>

namespace plumb::shader {
namespace {

class Builder {
 public:
  Builder(Graph& graph, const Shader& shader, const Leaves& leaves)
      : graph_(graph), shader_(shader), leaves_(leaves) {
    out_.coordinates.fill(no_values);
    out_.colors.fill(no_values);
    out_.targets.fill(no_values);
    for (auto& one : written_by_) one.fill(-1);
    for (auto& one : temporaries_) one.fill(graph.number(0));
    address_.fill(graph.number(0));
  }

  StageValues build() {
    for (std::size_t i = 0; i < shader_.instructions.size(); ++i) {
      add_instruction(shader_.instructions[i], static_cast<int>(i));
    }
    return std::move(out_);
  }

 private:
  using Op = Operation;

  void add_instruction(const Instruction& instruction, int number) {
    InstructionValues values;
    for (const Source& source : instruction.sources) {
      std::array<int, 4> by{-1, -1, -1, -1};
      Values operand = no_values;
      if (source.reg.file != File::sampler) operand = fetch(source, 0, by);
      values.operands.push_back(operand);
      values.written_by.push_back(by);
    }
    if (instruction.op == Opcode::texkill) {
      const Values& tested = values.operands[0];
      out_.kills.insert(out_.kills.end(), tested.begin(), tested.begin() + 3);
    } else if (writes(instruction)) {
      values.results = results_of(instruction, values.operands);
      store(instruction, values.results, number);
    }
    out_.instructions.push_back(std::move(values));
  }

  Values fetch(const Source& source, int row, std::array<int, 4>& by) {
    Values out{};
    for (std::size_t i = 0; i < 4; ++i) {
      const int c = source.swizzle[i];
      const int number = source.reg.index + row;
      const auto at = static_cast<std::size_t>(number);
      Value value = no_value;
      switch (source.reg.file) {
        case File::temporary:
          value = temporaries_.at(at)[static_cast<std::size_t>(c)];
          by[i] = written_by_.at(at)[static_cast<std::size_t>(c)];
          break;
        case File::input:
          value = leaves_.input(number, c);
          break;
        case File::coordinate:
          value = leaves_.interpolant(number, c);
          break;
        default:
          value = source.relative ? graph_.indexed_uniform(
                                        number + leaves_.first_indexed, c,
                                        address_.at(static_cast<std::size_t>(source.address)))
                                  : leaves_.uniform(number, c);
          break;
      }
      out[i] = source.negate ? graph_.negate(value) : value;
    }
    return out;
  }

  void store(const Instruction& instruction, const Values& results, int number) {
    const Register& reg = instruction.destination.reg;
    const auto at = static_cast<std::size_t>(reg.index);
    for (std::size_t c = 0; c < 4; ++c) {
      if ((instruction.destination.mask >> c & 1) == 0) continue;
      switch (reg.file) {
        case File::temporary:
          temporaries_.at(at)[c] = results[c];
          written_by_.at(at)[c] = number;
          break;
        case File::address:
          address_[c] = results[c];
          break;
        case File::position:
          out_.position[c] = results[c];
          break;
        case File::color_out:
          out_.colors.at(at)[c] = results[c];
          break;
        case File::coordinate_out:
          out_.coordinates.at(at)[c] = results[c];
          break;
        case File::target:
          out_.targets.at(at)[c] = results[c];
          break;
        case File::fog:
          out_.fog = results[0];
          break;
        case File::point_size:
          out_.point_size = results[0];
          break;
        default:
          out_.depth = results[0];
          break;
      }
    }
  }

  Value add(Value a, Value b) { return graph_.apply(Op::add, a, b); }
  Value multiply(Value a, Value b) { return graph_.apply(Op::multiply, a, b); }
  Value dot(const Values& a, const Values& b, std::size_t count) {
    Value sum = multiply(a[0], b[0]);
    for (std::size_t i = 1; i < count; ++i) sum = add(sum, multiply(a[i], b[i]));
    return sum;
  }
  static Values all(Value value) { return {value, value, value, value}; }

  Values results_of(const Instruction& instruction, const std::vector<Values>& s) {
    const OpcodeInfo& info = info_of(instruction.op);
    Values out = no_values;
    switch (info.shape) {
      case Shape::dot3:
      case Shape::dot4:
        out = all(dot(s[0], s[1], instruction.op == Opcode::dp3 ? 3 : 4));
        break;
      case Shape::scalar:
        out = all(scalar(instruction.op, s));
        break;
      case Shape::matrix:
        out = matrix(instruction, info, s[0]);
        break;
      case Shape::texture:
        out = texture(instruction, s[0]);
        break;
      case Shape::special:
        out = special(instruction.op, s);
        break;
      default:
        for (std::size_t c = 0; c < 4; ++c) {
          if ((instruction.destination.mask >> c & 1) != 0) {
            out[c] = component(instruction.op, s, c);
          }
        }
        break;
    }
    for (std::size_t c = 0; c < 4; ++c) {
      if ((instruction.destination.mask >> c & 1) == 0) {
        out[c] = no_value;
      } else if (instruction.saturate) {
        out[c] = graph_.apply(Op::saturate, out[c]);
      }
    }
    return out;
  }

  Value component(Opcode op, const std::vector<Values>& s, std::size_t c) {
    const Value a = s[0][c];
    const Value b = s.size() > 1 ? s[1][c] : no_value;
    switch (op) {
      case Opcode::add:
        return add(a, b);
      case Opcode::sub:
        return graph_.subtract(a, b);
      case Opcode::mul:
        return multiply(a, b);
      case Opcode::mad:
        return add(multiply(a, b), s[2][c]);
      case Opcode::min:
        return graph_.apply(Op::minimum, a, b);
      case Opcode::max:
        return graph_.apply(Op::maximum, a, b);
      case Opcode::slt:
        return graph_.apply(Op::less, a, b);
      case Opcode::sge:
        return graph_.apply(Op::at_least, a, b);
      case Opcode::frc:
        return graph_.apply(Op::fraction, a);
      case Opcode::abs:
        return graph_.apply(Op::absolute, a);
      case Opcode::sgn:
        return graph_.apply(Op::sign, a);
      case Opcode::lrp:
        return add(s[2][c], multiply(a, graph_.subtract(b, s[2][c])));
      case Opcode::cmp:
        return graph_.apply(Op::select, a, b, s[2][c]);
      default:  // mov, mova
        return a;
    }
  }

  Value scalar(Opcode op, const std::vector<Values>& s) {
    const Value a = s[0][0];
    switch (op) {
      case Opcode::rcp:
        return graph_.apply(Op::reciprocal, a);
      case Opcode::rsq:
        return graph_.apply(Op::reciprocal_root, a);
      case Opcode::exp:
        return graph_.apply(Op::power_of_two, a);
      case Opcode::log:
        return graph_.apply(Op::logarithm, a);
      default:
        return graph_.apply(Op::power, a, s[1][0]);
    }
  }

  Values matrix(const Instruction& instruction, const OpcodeInfo& info, const Values& a) {
    Values out = no_values;
    std::array<int, 4> unused{};
    for (int row = 0; row < info.rows; ++row) {
      const Values b = fetch(instruction.sources[1], row, unused);
      out[static_cast<std::size_t>(row)] = dot(a, b, static_cast<std::size_t>(info.columns));
    }
    return out;
  }

  Values texture(const Instruction& instruction, const Values& at) {
    const int op = instruction.op == Opcode::texld ? 0 : instruction.op == Opcode::texldb ? 1 : 2;
    const int sampler = instruction.sources[1].reg.index;
    const Declaration* declared = declaration_of(shader_, instruction.sources[1].reg);
    const bool cube = declared != nullptr && declared->usage == "cube";
    const bool volume = declared != nullptr && declared->usage == "volume";
    const int kind = op + (cube ? 3 : volume ? 6 : 0);
    const int read = components_read(shader_, instruction, 0);
    const auto used = [&](int c) {
      return (read >> c & 1) != 0 ? at[static_cast<std::size_t>(c)] : no_value;
    };
    Values out{};
    for (int c = 0; c < 4; ++c) {
      out[static_cast<std::size_t>(c)] =
          graph_.sample(sampler, c, kind, used(0), used(1), used(2), used(3));
    }
    return out;
  }

  Values special(Opcode op, const std::vector<Values>& s) {
    const Values& a = s[0];
    const Value one = graph_.number(1);
    const bool in_parts = shader_.profile == Profile::vs_1_1;
    switch (op) {
      case Opcode::expp:
        if (!in_parts) return all(graph_.apply(Op::power_of_two, a[0]));
        return {graph_.apply(Op::floor_power, a[0]), graph_.apply(Op::fraction, a[0]),
                graph_.apply(Op::power_of_two, a[0]), one};
      case Opcode::logp:
        if (!in_parts) return all(graph_.apply(Op::logarithm, a[0]));
        return {graph_.apply(Op::log_floor, a[0]), graph_.apply(Op::log_mantissa, a[0]),
                graph_.apply(Op::logarithm, a[0]), one};
      case Opcode::lit:
        return {one, graph_.apply(Op::maximum, a[0], graph_.number(0)),
                graph_.apply(Op::lit_specular, a[0], a[1], a[3]), one};
      case Opcode::dst:
        return {one, multiply(a[1], s[1][1]), a[2], s[1][3]};
      case Opcode::crs: {
        const Values& b = s[1];
        const auto minus = [&](std::size_t i, std::size_t j) {
          return graph_.subtract(multiply(a[i], b[j]), multiply(a[j], b[i]));
        };
        return {minus(1, 2), minus(2, 0), minus(0, 1), no_value};
      }
      case Opcode::nrm: {
        const Value scale = graph_.apply(Op::reciprocal_root, dot(a, a, 3));
        return {multiply(a[0], scale), multiply(a[1], scale), multiply(a[2], scale),
                multiply(a[3], scale)};
      }
      case Opcode::sincos:
        return {graph_.apply(Op::cosine, a[0]), graph_.apply(Op::sine, a[0]), no_value, no_value};
      default:  // dp2add
        return all(add(dot(a, s[1], 2), s[2][0]));
    }
  }

  Graph& graph_;
  const Shader& shader_;
  const Leaves& leaves_;
  StageValues out_;
  std::array<Values, 12> temporaries_{};
  std::array<std::array<int, 4>, 12> written_by_{};
  Values address_{};
};

}  // namespace

StageValues build_values(Graph& graph, const Shader& shader, const Leaves& leaves) {
  return Builder(graph, shader, leaves).build();
}

Leaves plain_leaves(Graph& graph, const Shader& shader) {
  return {.uniform =
              [&graph, &shader](int index, int component) {
                const Definition* definition = definition_of(shader, index);
                return definition == nullptr
                           ? graph.uniform(index, component)
                           : graph.number(definition->values[static_cast<std::size_t>(component)]);
              },
          .input =
              [&graph, &shader](int index, int component) {
                return is_vertex(shader.profile)
                           ? graph.attribute(index, component)
                           : graph.color(index, component, is_centroid(shader, File::input, index));
              },
          .interpolant =
              [&graph, &shader](int index, int component) {
                return graph.interpolant(index, component, Variation::affine,
                                         is_centroid(shader, File::coordinate, index));
              }};
}

}  // namespace plumb::shader

// plumb/shader/interpret.cpp - the interpreter. Compiled without contraction of a * b + c.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/interpret.h"

#include <algorithm>
#include <bit>
#include <cfloat>
#include <cmath>

namespace plumb::shader {
namespace {

float dot(const Vector& a, const Vector& b, int count) {
  float sum = a[0] * b[0];
  for (std::size_t i = 1; i < static_cast<std::size_t>(count); ++i) sum = sum + a[i] * b[i];
  return sum;
}

float logarithm(float x) { return x == 0 ? -FLT_MAX : std::log2(std::fabs(x)); }

Vector lit(const Vector& s) {
  const float power = std::clamp(s[3], -127.9961F, 127.9961F);
  return {1, std::max(s[0], 0.0F), s[0] > 0 ? std::pow(std::max(s[1], 0.0F), power) : 0, 1};
}

Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0], 0};
}

// The registers of one run, and what the instructions do to them.
class Machine {
 public:
  Machine(const Shader& shader, const Constants& constants)
      : shader_(shader), constants_(constants) {
    for (const Definition& definition : shader.definitions) {
      constants_.at(static_cast<std::size_t>(definition.index)) = definition.values;
    }
  }

  std::array<Vector, 16> inputs{};
  std::array<Vector, 8> coordinates{};
  VertexOutput vertex;
  FragmentOutput fragment;

  void run(const Textures* textures) {
    for (const Instruction& instruction : shader_.instructions) {
      if (instruction.op == Opcode::nop) continue;
      if (instruction.op == Opcode::texkill) {
        const Vector s = fetch(instruction.sources[0]);
        fragment.killed = fragment.killed || s[0] < 0 || s[1] < 0 || s[2] < 0;
        continue;
      }
      const OpcodeInfo& info = info_of(instruction.op);
      Vector result = info.shape == Shape::texture  ? texture(instruction, *textures)
                      : info.shape == Shape::matrix ? matrix(instruction, info)
                                                    : evaluate(instruction);
      if (instruction.saturate) {
        for (float& value : result) value = std::clamp(value, 0.0F, 1.0F);
      }
      store(instruction.destination, result);
    }
  }

 private:
  const Vector& constant(int index) const {
    static constexpr Vector zero{};
    return index >= 0 && static_cast<std::size_t>(index) < constants_.size()
               ? constants_[static_cast<std::size_t>(index)]
               : zero;  // a read out of range gives 0
  }
  const Vector& registered(const Source& source, int row) const {
    const int number = source.reg.index + row;
    const auto index = static_cast<std::size_t>(number);
    switch (source.reg.file) {
      case File::temporary:
        return temporaries_.at(index);
      case File::input:
        return inputs.at(index);
      case File::coordinate:
        return coordinates.at(index);
      default:
        return constant(
            source.reg.index + row +
            (source.relative ? address_.at(static_cast<std::size_t>(source.address)) : 0));
    }
  }
  Vector fetch(const Source& source, int row = 0) const {
    const Vector& from = registered(source, row);
    Vector out{};
    for (std::size_t i = 0; i < 4; ++i) {
      const float value = from[source.swizzle[i]];
      out[i] = source.negate ? -value : value;
    }
    return out;
  }

  void store(const Destination& to, const Vector& value) {
    if (to.reg.file == File::address) {
      for (std::size_t i = 0; i < 4; ++i) {
        if ((to.mask >> i & 1) == 0) continue;
        const float index = std::nearbyint(value[i]);
        address_[i] = index > -1e6F && index < 1e6F ? static_cast<int>(index) : -1000000;
      }
      return;
    }
    Vector& target = place(to.reg);
    for (std::size_t i = 0; i < 4; ++i) {
      if ((to.mask >> i & 1) != 0) target[i] = value[i];
    }
  }
  Vector& place(const Register& reg) {
    const auto index = static_cast<std::size_t>(reg.index);
    switch (reg.file) {
      case File::position:
        return vertex.position;
      case File::color_out:
        return vertex.colors.at(index);
      case File::coordinate_out:
        return vertex.coordinates.at(index);
      case File::target:
        return fragment.targets.at(index);
      case File::fog:
        return fog;
      case File::point_size:
        return point_size;
      case File::depth:
        return depth;
      default:
        return temporaries_.at(index);
    }
  }

  Vector texture(const Instruction& instruction, const Textures& textures) {
    Vector at = fetch(instruction.sources[0]);
    if (instruction.op == Opcode::texldp) {
      for (std::size_t i = 0; i < 3; ++i) at[i] /= at[3];
    }
    const Register& sampler = instruction.sources[1].reg;
    const Declaration* declared = declaration_of(shader_, sampler);
    const std::string kind = declared == nullptr ? "2d" : declared->usage;
    const TextureRead* same = like(textures, sampler.index, at, kind == "2d" ? 2 : 3);
    const Vector value = same != nullptr ? same->value : textures.sample(sampler.index, kind, at);
    fragment.reads.push_back({sampler.index, at, value});
    return value;
  }

  [[nodiscard]] const TextureRead* like(const Textures& textures, int sampler, const Vector& at,
                                        std::size_t count) const {
    const std::size_t number = fragment.reads.size();
    if (textures.like == nullptr || number >= textures.like->size()) return nullptr;
    const TextureRead& other = (*textures.like)[number];
    if (other.sampler != sampler) return nullptr;
    for (std::size_t c = 0; c < count; ++c) {
      const double distance =
          std::fabs(static_cast<double>(at[c]) - static_cast<double>(other.at[c]));
      if (!(distance * textures.size <= textures.texels)) return nullptr;
    }
    return &other;
  }

  Vector matrix(const Instruction& instruction, const OpcodeInfo& info) const {
    const Vector s = fetch(instruction.sources[0]);
    Vector out{};
    for (int row = 0; row < info.rows; ++row) {
      out[static_cast<std::size_t>(row)] = dot(s, fetch(instruction.sources[1], row), info.columns);
    }
    return out;
  }

  Vector evaluate(const Instruction& instruction) const;

  static Vector scalar(Opcode op, const Vector& a, const Vector& b) {
    float value = 0;
    switch (op) {
      case Opcode::rcp:
        value = 1 / a[0];
        break;
      case Opcode::rsq:
        value = 1 / std::sqrt(std::fabs(a[0]));
        break;
      case Opcode::exp:
        value = std::exp2(a[0]);
        break;
      case Opcode::log:
        value = logarithm(a[0]);
        break;
      default:
        value = std::pow(std::fabs(a[0]), b[0]);
        break;
    }
    return {value, value, value, value};
  }

  static float component(Opcode op, float a, float b, float c) {
    switch (op) {
      case Opcode::add:
        return a + b;
      case Opcode::sub:
        return a - b;
      case Opcode::mul:
        return a * b;
      case Opcode::mad:
        return a * b + c;
      case Opcode::min:
        return a < b ? a : b;
      case Opcode::max:
        return a >= b ? a : b;
      case Opcode::slt:
        return a < b ? 1.0F : 0.0F;
      case Opcode::sge:
        return a >= b ? 1.0F : 0.0F;
      case Opcode::frc:
        return a - std::floor(a);
      case Opcode::abs:
        return std::fabs(a);
      case Opcode::lrp:
        return c + a * (b - c);
      case Opcode::cmp:
        return a >= 0 ? b : c;
      case Opcode::sgn:
        return a < 0 ? -1.0F : a > 0 ? 1.0F : 0.0F;
      default:  // mov, mova
        return a;
    }
  }

  static Vector special(const Instruction& instruction, const Vector& a, const Vector& b,
                        const Vector& c);

  const Shader& shader_;
  Constants constants_;
  std::array<Vector, 12> temporaries_{};
  std::array<int, 4> address_{};

 public:
  Vector fog{};
  Vector point_size{};
  Vector depth{};
};

Vector Machine::special(const Instruction& instruction, const Vector& a, const Vector& b,
                        const Vector& c) {
  switch (instruction.op) {
    case Opcode::expp: {
      const float floor = std::floor(a[0]);
      return {std::exp2(floor), a[0] - floor, std::exp2(a[0]), 1};
    }
    case Opcode::logp: {
      const float x = std::fabs(a[0]);
      if (x == 0 || !std::isfinite(x)) return {-FLT_MAX, 1, -FLT_MAX, 1};
      int exponent = 0;
      const float mantissa = std::frexp(x, &exponent);
      return {static_cast<float>(exponent - 1), 2 * mantissa, std::log2(x), 1};
    }
    case Opcode::lit:
      return lit(a);
    case Opcode::dst:
      return {1, a[1] * b[1], a[2], b[3]};
    case Opcode::crs:
      return cross(a, b);
    case Opcode::nrm: {
      const float scale = 1 / std::sqrt(dot(a, a, 3));
      return {a[0] * scale, a[1] * scale, a[2] * scale, a[3] * scale};
    }
    case Opcode::sincos:
      return {std::cos(a[0]), std::sin(a[0]), 0, 0};
    default: {  // dp2add
      const float sum = dot(a, b, 2) + c[0];
      return {sum, sum, sum, sum};
    }
  }
}

Vector Machine::evaluate(const Instruction& instruction) const {
  const Vector a = fetch(instruction.sources[0]);
  const Vector b = instruction.sources.size() > 1 ? fetch(instruction.sources[1]) : Vector{};
  const Vector c = instruction.sources.size() > 2 ? fetch(instruction.sources[2]) : Vector{};
  switch (info_of(instruction.op).shape) {
    case Shape::scalar:
      return scalar(instruction.op, a, b);
    case Shape::dot3:
    case Shape::dot4: {
      const float sum = dot(a, b, instruction.op == Opcode::dp3 ? 3 : 4);
      return {sum, sum, sum, sum};
    }
    case Shape::special:
      return special(instruction, a, b, c);
    default: {
      Vector out{};
      for (std::size_t i = 0; i < 4; ++i) out[i] = component(instruction.op, a[i], b[i], c[i]);
      return out;
    }
  }
}

}  // namespace

VertexOutput run_vertex(const Shader& shader, const std::array<Vector, 16>& inputs,
                        const Constants& constants) {
  Machine machine(shader, constants);
  machine.inputs = inputs;
  machine.run(nullptr);
  for (Vector& color : machine.vertex.colors) {
    for (float& value : color) value = std::clamp(value, 0.0F, 1.0F);
  }
  machine.vertex.fog = std::clamp(machine.fog[0], 0.0F, 1.0F);
  machine.vertex.point_size = machine.point_size[0];
  return machine.vertex;
}

FragmentOutput run_fragment(const Shader& shader, const FragmentInput& input,
                            const Constants& constants, const Textures& textures) {
  Machine machine(shader, constants);
  machine.inputs[0] = input.colors[0];
  machine.inputs[1] = input.colors[1];
  machine.coordinates = input.coordinates;
  machine.run(&textures);
  machine.fragment.depth = machine.depth[0];
  return std::move(machine.fragment);
}

Vector interpolate(const std::array<Vector, 3>& corners, const std::array<float, 3>& weights) {
  Vector out{};
  for (std::size_t c = 0; c < 4; ++c) {
    out[c] = corners[0][c] * weights[0] + corners[1][c] * weights[1] + corners[2][c] * weights[2];
  }
  return out;
}

std::array<float, 3> perspective_weights(const std::array<float, 3>& screen,
                                         const std::array<float, 3>& w) {
  std::array<double, 3> scaled{};
  double sum = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    scaled[i] = static_cast<double>(screen[i]) / static_cast<double>(w[i]);
    sum += scaled[i];
  }
  return {static_cast<float>(scaled[0] / sum), static_cast<float>(scaled[1] / sum),
          static_cast<float>(scaled[2] / sum)};
}

}  // namespace plumb::shader

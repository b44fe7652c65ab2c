// plumb/shader/interpret.cpp - the interpreter. Compiled without contraction of a * b + c.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/interpret.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "plumb/shader/evaluate.h"
#include "plumb/shader/narrow.h"

namespace plumb::shader {
namespace {

// The registers of one run, and what the instructions do to them.
template <class Number>
class Machine {
 public:
  using Four = VectorOf<Number>;

  Machine(const Shader& shader, const ConstantsOf<Number>& constants)
      : shader_(shader), constants_(constants) {
    for (const Definition& definition : shader.definitions) {
      Four& constant = constants_.at(static_cast<std::size_t>(definition.index));
      for (std::size_t c = 0; c < 4; ++c) constant[c] = Number(definition.values[c]);
    }
  }

  std::array<Four, 16> inputs{};
  std::array<Four, 8> coordinates{};
  VertexOutputOf<Number> vertex;
  FragmentOutputOf<Number> fragment;
  Four fog{};
  Four point_size{};
  Four depth{};

  void run(const Textures* textures) {
    for (const Instruction& instruction : shader_.instructions) {
      if (instruction.op == Opcode::nop) continue;
      if (instruction.op == Opcode::texkill) {
        kill(fetch(instruction.sources[0]));
        continue;
      }
      const OpcodeInfo& info = info_of(instruction.op);
      Four result = info.shape == Shape::texture  ? texture(instruction, *textures)
                    : info.shape == Shape::matrix ? matrix(instruction, info)
                                                  : evaluate(instruction);
      if (instruction.saturate) {
        for (Number& value : result) value = saturate(value);
      }
      store(instruction.destination, result);
    }
  }

 private:
  void kill(const Four& tested) {
    for (std::size_t i = 0; i < 3; ++i) {
      fragment.killed = fragment.killed || value_of(tested[i]) < 0;
      fragment.may_be_killed = fragment.may_be_killed || may_change_sign(tested[i]);
    }
  }

  [[nodiscard]] Number constant(int index, std::size_t c) const {
    const bool known = index >= 0 && static_cast<std::size_t>(index) < constants_.size();
    return known ? constants_[static_cast<std::size_t>(index)][c] : Number(0.0F);
  }
  [[nodiscard]] Number component_of(const Source& source, int row, std::size_t c) const {
    const int number = source.reg.index + row;
    const auto index = static_cast<std::size_t>(number);
    switch (source.reg.file) {
      case File::temporary:
        return temporaries_.at(index)[c];
      case File::input:
        return inputs.at(index)[c];
      case File::coordinate:
        return coordinates.at(index)[c];
      default:  // a read out of range gives 0
        return constant(source.relative
                            ? number + address_.at(static_cast<std::size_t>(source.address))
                            : number,
                        c);
    }
  }
  [[nodiscard]] Four fetch(const Source& source, int row = 0) const {
    Four out{};
    for (std::size_t i = 0; i < 4; ++i) {
      const Number value = component_of(source, row, source.swizzle[i]);
      out[i] = source.negate ? -value : value;
    }
    return out;
  }

  void store(const Destination& to, const Four& value) {
    if (to.reg.file == File::address) {
      for (std::size_t i = 0; i < 4; ++i) {
        if ((to.mask >> i & 1) == 0) continue;
        const auto index = static_cast<double>(std::nearbyint(value_of(value[i])));
        address_[i] = index > -1e6 && index < 1e6 ? static_cast<int>(index) : -1000000;
      }
      return;
    }
    Four& target = place(to.reg);
    for (std::size_t i = 0; i < 4; ++i) {
      if ((to.mask >> i & 1) != 0) target[i] = value[i];
    }
  }
  Four& place(const Register& reg) {
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

  Four texture(const Instruction& instruction, const Textures& textures) {
    TextureReadOf<Number> read{.at = fetch(instruction.sources[0])};
    if (instruction.op == Opcode::texldp) {
      for (std::size_t i = 0; i < 3; ++i) read.at[i] = read.at[i] / read.at[3];
    }
    const Register& sampler = instruction.sources[1].reg;
    const Declaration* declared = declaration_of(shader_, sampler);
    const std::string kind = declared == nullptr ? "2d" : declared->usage;
    read.sampler = sampler.index;
    read.deep = kind != "2d";
    read.cube = kind == "cube";
    read.biased = instruction.op == Opcode::texldb;
    if (!read.biased) read.at[3] = Number(0.0F);
    read.value = value_for(read, kind, textures);
    fragment.reads.push_back(read);
    return read.value;
  }

  static const std::vector<TextureReadOf<Number>>* reads_like(const Textures& textures) {
    if constexpr (std::is_same_v<Number, Bounded>) {
      return textures.like_bounded;
    } else if constexpr (std::is_same_v<Number, float>) {
      return textures.like;
    } else {
      return static_cast<const std::vector<TextureReadOf<Number>>*>(nullptr);
    }
  }

  static Four sampled(const TextureReadOf<Number>& read, const std::string& kind,
                      const Textures& textures) {
    if constexpr (std::is_same_v<Number, Bounded> || std::is_same_v<Number, float>) {
      return textures.sample(read.sampler, kind, read.at);
    } else {
      Vector place{};
      for (std::size_t c = 0; c < 4; ++c) place[c] = value_of(read.at[c]);
      const Vector value = textures.sample(read.sampler, kind, place);
      return {Number(value[0]), Number(value[1]), Number(value[2]), Number(value[3])};
    }
  }

  static double largest_error(const Four& at) {
    double most = 0;
    for (const Number& one : at) most = std::max(most, error_of(one));
    return most;
  }

  static Four value_for(const TextureReadOf<Number>& read, const std::string& kind,
                        const Textures& textures) {
    if (const auto* like = reads_like(textures)) {
      const TextureReadOf<Number>* near = nearest_read(*like, read);
      const double apart = near == nullptr ? INFINITY : distance(*near, read);
      if (apart * textures.size <= textures.texels ||
          (near != nullptr && apart <= largest_error(near->at) + largest_error(read.at))) {
        return near->value;
      }
    }
    Four value = sampled(read, kind, textures);
    if constexpr (std::is_same_v<Number, Bounded>) {
      // What the first of two runs reads is given: whoever reads at the same place gets the same.
      if (textures.like_bounded == nullptr) {
        for (Number& one : value) one.error = 0;
      }
    }
    return value;
  }

  Four matrix(const Instruction& instruction, const OpcodeInfo& info) const {
    const Four s = fetch(instruction.sources[0]);
    Four out{};
    for (int row = 0; row < info.rows; ++row) {
      out[static_cast<std::size_t>(row)] = dot(s, fetch(instruction.sources[1], row), info.columns);
    }
    return out;
  }

  Four evaluate(const Instruction& instruction) const {
    const Four a = fetch(instruction.sources[0]);
    const Four b = instruction.sources.size() > 1 ? fetch(instruction.sources[1]) : Four{};
    const Four c = instruction.sources.size() > 2 ? fetch(instruction.sources[2]) : Four{};
    switch (info_of(instruction.op).shape) {
      case Shape::scalar:
        return replicated(scalar(instruction.op, a[0], b[0]));
      case Shape::dot3:
        return replicated(dot(a, b, 3));
      case Shape::dot4:
        return replicated(dot(a, b, 4));
      case Shape::special:
        return special(instruction.op, shader_.profile, a, b, c);
      default: {
        Four out{};
        for (std::size_t i = 0; i < 4; ++i) out[i] = component(instruction.op, a[i], b[i], c[i]);
        return out;
      }
    }
  }

  const Shader& shader_;
  ConstantsOf<Number> constants_;
  std::array<Four, 12> temporaries_{};
  std::array<int, 4> address_{};
};

}  // namespace

template <class Number>
VertexOutputOf<Number> run_vertex_in(const Shader& shader, const std::array<Vector, 16>& inputs,
                                     const ConstantsOf<Number>& constants) {
  Machine<Number> machine(shader, constants);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    for (std::size_t c = 0; c < 4; ++c) machine.inputs.at(i)[c] = Number(inputs.at(i)[c]);
  }
  machine.run(nullptr);
  for (VectorOf<Number>& color : machine.vertex.colors) {
    for (Number& value : color) value = saturate(value);
  }
  machine.vertex.fog = saturate(machine.fog[0]);
  machine.vertex.point_size = machine.point_size[0];
  return machine.vertex;
}

template <class Number>
FragmentOutputOf<Number> run_fragment_in(const Shader& shader, const FragmentInputOf<Number>& input,
                                         const ConstantsOf<Number>& constants,
                                         const Textures& textures) {
  Machine<Number> machine(shader, constants);
  machine.inputs[0] = input.colors[0];
  machine.inputs[1] = input.colors[1];
  machine.coordinates = input.coordinates;
  machine.run(&textures);
  machine.fragment.depth = machine.depth[0];
  return std::move(machine.fragment);
}

template <class Number>
VectorOf<Number> interpolate(const std::array<VectorOf<Number>, 3>& corners,
                             const std::array<Number, 3>& weights) {
  VectorOf<Number> out{};
  for (std::size_t c = 0; c < 4; ++c) {
    out[c] = corners[0][c] * weights[0] + corners[1][c] * weights[1] + corners[2][c] * weights[2];
  }
  return out;
}

template VertexOutputOf<float> run_vertex_in(const Shader&, const std::array<Vector, 16>&,
                                             const Constants&);
template VertexOutputOf<Bounded> run_vertex_in(const Shader&, const std::array<Vector, 16>&,
                                               const ConstantsOf<Bounded>&);
template FragmentOutputOf<float> run_fragment_in(const Shader&, const FragmentInputOf<float>&,
                                                 const Constants&, const Textures&);
template FragmentOutputOf<Fp24> run_fragment_in(const Shader&, const FragmentInputOf<Fp24>&,
                                                const ConstantsOf<Fp24>&, const Textures&);
template FragmentOutputOf<F16> run_fragment_in(const Shader&, const FragmentInputOf<F16>&,
                                               const ConstantsOf<F16>&, const Textures&);
template FragmentOutputOf<Bounded> run_fragment_in(const Shader&, const FragmentInputOf<Bounded>&,
                                                   const ConstantsOf<Bounded>&, const Textures&);
template Vector interpolate(const std::array<Vector, 3>&, const std::array<float, 3>&);
template VectorOf<Bounded> interpolate(const std::array<VectorOf<Bounded>, 3>&,
                                       const std::array<Bounded, 3>&);

std::array<double, 3> perspective_weights(const std::array<float, 3>& screen,
                                          const std::array<float, 3>& w) {
  std::array<double, 3> scaled{};
  double sum = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    scaled[i] = static_cast<double>(screen[i]) / static_cast<double>(w[i]);
    sum += scaled[i];
  }
  return {scaled[0] / sum, scaled[1] / sum, scaled[2] / sum};
}

}  // namespace plumb::shader

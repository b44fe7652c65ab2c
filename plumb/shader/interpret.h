// plumb/shader/interpret.h - runs programs in float32, one vertex or one pixel at a time.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "plumb/shader/bounded.h"
#include "plumb/shader/language/shader.h"

namespace plumb::shader {

// Programs run in float, or in Bounded, which follows the rounding beside the same values.
template <class Number>
using VectorOf = std::array<Number, 4>;
using Vector = VectorOf<float>;

// What the host sets through the API; `def` of a program overrides it. As many as the profile has.
template <class Number>
using ConstantsOf = std::vector<VectorOf<Number>>;
using Constants = ConstantsOf<float>;

template <class Number>
struct VertexOutputOf {
  VectorOf<Number> position{};
  std::array<VectorOf<Number>, 2> colors{};       // clamped to [0, 1]
  std::array<VectorOf<Number>, 8> coordinates{};  // oT#
  Number fog{};
  Number point_size{};
};
using VertexOutput = VertexOutputOf<float>;

template <class Number>
struct FragmentInputOf {
  std::array<VectorOf<Number>, 2> colors{};
  std::array<VectorOf<Number>, 8> coordinates{};
};
using FragmentInput = FragmentInputOf<float>;

// One texture read: what was asked of which sampler. Coordinates after the division of texldp; the
// fourth is the bias of texldb, which chooses among levels of detail.
template <class Number>
struct TextureReadOf {
  int sampler = 0;
  bool deep = false;  // a cube or a volume: three coordinates count
  bool cube = false;
  bool biased = false;
  VectorOf<Number> at{};
  VectorOf<Number> value{};
};
using TextureRead = TextureReadOf<float>;

template <class Number>
struct FragmentOutputOf {
  std::array<VectorOf<Number>, 4> targets{};
  Number depth{};
  bool killed = false;
  bool may_be_killed = false;  // rounding decides whether texkill kills; of Bounded only
  std::vector<TextureReadOf<Number>> reads;
};
using FragmentOutput = FragmentOutputOf<float>;

// How far apart two reads are: the largest distance of a coordinate or bias; infinite where they
// have not the same sampler or one is not a number.
template <class Number>
double distance(const TextureReadOf<Number>& a, const TextureReadOf<Number>& b);

// The read of these that is nearest; null where none has the sampler.
template <class Number>
const TextureReadOf<Number>* nearest_read(const std::vector<TextureReadOf<Number>>& reads,
                                          const TextureReadOf<Number>& to);

// Made-up textures: a lattice of values in [0, 1) by a hash of seed, sampler, level and texel,
// wrapped.
struct Textures {
  std::uint64_t seed = 1;
  int size = 16;        // texels on each side
  bool linear = false;  // else nearest
  // Reads of another run: where one asked the same sampler for the same place, up to `texels`, its
  // value is taken, so that only the arithmetic can differ. Of Bounded also where the errors of
  // both places leave open whether they are one.
  const std::vector<TextureReadOf<float>>* like = nullptr;
  const std::vector<TextureReadOf<Bounded>>* like_bounded = nullptr;
  double texels = 0.01;
  // `kind` is that of the sampler's declaration: 2d, cube, volume; at[3] is the bias.
  [[nodiscard]] Vector sample(int sampler, const std::string& kind, const Vector& at) const;
  // The same, with the error that coordinates with errors bring; only of linear textures.
  [[nodiscard]] VectorOf<Bounded> sample(int sampler, const std::string& kind,
                                         const VectorOf<Bounded>& at) const;
};

// mad rounds after the product, as the sum of a mul and an add does. Transcendental functions are
// those of the host in float; what Direct3D leaves open (rcp of 0) is IEEE's. Both exist for float
// and for Bounded.
template <class Number>
VertexOutputOf<Number> run_vertex_in(const Shader& shader, const std::array<Vector, 16>& inputs,
                                     const ConstantsOf<Number>& constants);
template <class Number>
FragmentOutputOf<Number> run_fragment_in(const Shader& shader, const FragmentInputOf<Number>& input,
                                         const ConstantsOf<Number>& constants,
                                         const Textures& textures);

inline VertexOutput run_vertex(const Shader& shader, const std::array<Vector, 16>& inputs,
                               const Constants& constants) {
  return run_vertex_in<float>(shader, inputs, constants);
}
inline FragmentOutput run_fragment(const Shader& shader, const FragmentInput& input,
                                   const Constants& constants, const Textures& textures) {
  return run_fragment_in<float>(shader, input, constants, textures);
}

// The attribute of a pixel with these weights of the corners: (sum w_i a_i) in float32.
template <class Number>
VectorOf<Number> interpolate(const std::array<VectorOf<Number>, 3>& corners,
                             const std::array<Number, 3>& weights);

// Weights of perspective-correct interpolation from weights on the screen and the corners' w.
std::array<double, 3> perspective_weights(const std::array<float, 3>& screen,
                                          const std::array<float, 3>& w);

}  // namespace plumb::shader

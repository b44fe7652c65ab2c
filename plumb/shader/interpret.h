// plumb/shader/interpret.h - runs programs in float32, one vertex or one pixel at a time.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "plumb/shader/language/shader.h"

namespace plumb::shader {

using Vector = std::array<float, 4>;

// What the host sets through the API; `def` of a program overrides it.
using Constants = std::vector<Vector>;  // as many as the profile has

struct VertexOutput {
  Vector position{};
  std::array<Vector, 2> colors{};       // clamped to [0, 1]
  std::array<Vector, 8> coordinates{};  // oT#
  float fog = 0;
  float point_size = 0;
};

struct FragmentInput {
  std::array<Vector, 2> colors{};
  std::array<Vector, 8> coordinates{};
};

// One texture read: what was asked of which sampler. Coordinates after the division of texldp.
struct TextureRead {
  int sampler = 0;
  Vector at{};
  Vector value{};
};

struct FragmentOutput {
  std::array<Vector, 4> targets{};
  float depth = 0;
  bool killed = false;
  std::vector<TextureRead> reads;
};

// Made-up textures: a lattice of values in [0, 1) by a hash of seed, sampler and texel, wrapped.
struct Textures {
  std::uint64_t seed = 1;
  int size = 16;        // texels on each side
  bool linear = false;  // else nearest
  // Reads of another run: where the same sampler is asked for the same place, up to `texels`, as
  // the n-th read, its value is taken, so that only the arithmetic can differ.
  const std::vector<TextureRead>* like = nullptr;
  double texels = 0.01;
  // `kind` is that of the sampler's declaration: 2d, cube, volume.
  [[nodiscard]] Vector sample(int sampler, const std::string& kind, const Vector& at) const;
};

// mad rounds after the product, as the sum of a mul and an add does. Transcendental functions are
// those of the host in float; what Direct3D leaves open (rcp of 0) is IEEE's.
VertexOutput run_vertex(const Shader& shader, const std::array<Vector, 16>& inputs,
                        const Constants& constants);
FragmentOutput run_fragment(const Shader& shader, const FragmentInput& input,
                            const Constants& constants, const Textures& textures);

// The attribute of a pixel with these weights of the corners: (sum w_i a_i) in float32.
Vector interpolate(const std::array<Vector, 3>& corners, const std::array<float, 3>& weights);

// Weights of perspective-correct interpolation from weights on the screen and the corners' w.
std::array<float, 3> perspective_weights(const std::array<float, 3>& screen,
                                         const std::array<float, 3>& w);

}  // namespace plumb::shader

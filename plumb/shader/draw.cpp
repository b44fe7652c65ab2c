// plumb/shader/draw.cpp - corners by the vertex program, pixels by interpolation and the fragment
// program.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/draw.h"

#include <cmath>

namespace plumb::shader {
namespace {

// The weights of both pairs are the same numbers, but that they sum up to 1 holds up to rounding
// only, and a constant that crosses in an interpolant needs it.
float weight_in(float weight, float) { return weight; }
Bounded weight_in(float weight, const Bounded&) {
  return {weight, unit_roundoff * std::fabs(static_cast<double>(weight))};
}

}  // namespace

Quad random_quad(Random& random) {
  Quad quad;
  for (auto& corner : quad.attributes) {
    for (Vector& one : corner) one = random.vector(-1, 1);
    corner[0][3] = 1;  // as positions are
  }
  // Away from 0, so that reciprocals stay small.
  const auto constants = [&](std::size_t count) {
    Constants out(count);
    for (Vector& one : out) {
      one = random.vector(0.25F, 1.75F);
      for (float& value : one) value = random.between(0, 1) < 0.25F ? -value : value;
    }
    return out;
  };
  quad.vertex_constants = constants(256);
  quad.fragment_constants = constants(32);
  return quad;
}

Pixel random_pixel(Random& random, const std::array<VertexOutput, 4>& corners) {
  Pixel pixel{.triangle = random.between(0, 1) < 0.5F ? std::array<std::size_t, 3>{0, 1, 2}
                                                      : std::array<std::size_t, 3>{2, 1, 3}};
  std::array<float, 3> screen{random.between(0, 1), random.between(0, 1), 0};
  if (screen[0] + screen[1] > 1) screen = {1 - screen[0], 1 - screen[1], 0};
  screen[2] = 1 - screen[0] - screen[1];
  std::array<float, 3> w{};
  for (std::size_t i = 0; i < 3; ++i) {
    const float found = std::fabs(corners.at(pixel.triangle[i]).position[3]);
    w[i] = std::isfinite(found) ? 0.1F + found : 1;
  }
  pixel.weights = perspective_weights(screen, w);
  return pixel;
}

template <class Number>
Drawn<Number>::Drawn(const CheckedPair& checked, const Quad& quad)
    : fragment_(checked.pair.fragment), constants_(quad.fragment_constants) {
  Constants vertex = quad.vertex_constants;
  for (const ConstantCopy& copy : checked.copies) {
    const auto of_vertex = static_cast<std::size_t>(copy.vertex);
    const auto of_fragment = static_cast<std::size_t>(copy.fragment);
    if (copy.to_fragment) {
      constants_.at(of_fragment) = quad.vertex_constants.at(of_vertex);
    } else {
      vertex.at(of_vertex) = quad.fragment_constants.at(of_fragment);
    }
  }
  for (const HostConstant& one : checked.host) {
    Vector& constant =
        (one.of_fragment ? constants_ : vertex).at(static_cast<std::size_t>(one.index));
    constant.at(static_cast<std::size_t>(one.component)) =
        evaluate(one.value, quad.fragment_constants);
  }
  for (std::size_t i = 0; i < 4; ++i) {
    corners.at(i) = run_vertex_in<Number>(checked.pair.vertex, quad.attributes.at(i), vertex);
  }
}

template <class Number>
FragmentOutputOf<Number> Drawn<Number>::pixel(const Pixel& pixel, const Textures& textures) const {
  std::array<Number, 3> weights{};
  for (std::size_t i = 0; i < 3; ++i) weights[i] = weight_in(pixel.weights[i], Number{});
  const auto over = [&](auto member, std::size_t i) {
    return interpolate<Number>(
        {(corners[pixel.triangle[0]].*member)[i], (corners[pixel.triangle[1]].*member)[i],
         (corners[pixel.triangle[2]].*member)[i]},
        weights);
  };
  FragmentInputOf<Number> input;
  for (std::size_t i = 0; i < 2; ++i) {
    input.colors.at(i) = over(&VertexOutputOf<Number>::colors, i);
  }
  for (std::size_t i = 0; i < 8; ++i) {
    input.coordinates.at(i) = over(&VertexOutputOf<Number>::coordinates, i);
  }
  return run_fragment_in<Number>(fragment_, input, constants_, textures);
}

template class Drawn<float>;
template class Drawn<Bounded>;

}  // namespace plumb::shader

// plumb/shader/draw.cpp - corners by the vertex program, pixels by interpolation and the fragment
// program.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/draw.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <type_traits>

namespace plumb::shader {
namespace {

// The weights of both pairs are the same numbers, but that they sum up to 1 holds up to rounding
// only, and a constant that crosses in an interpolant needs it.
float weight_in(double weight, float) { return static_cast<float>(weight); }
Bounded weight_in(double weight, const Bounded&) { return {weight, 4 * unit_roundoff * weight}; }

template <class Number>
ConstantsOf<Number> in_numbers(const Constants& constants) {
  if constexpr (std::is_same_v<Number, float>) {
    return constants;
  } else {
    ConstantsOf<Number> out(constants.size());
    for (std::size_t i = 0; i < constants.size(); ++i) {
      for (std::size_t c = 0; c < 4; ++c) out[i][c] = Number(constants[i][c]);
    }
    return out;
  }
}

std::set<float> numbers_of(const Pair& pair) {
  std::set<float> out{0, 1};
  for (const Shader* shader : {&pair.vertex, &pair.fragment}) {
    for (const Definition& one : shader->definitions) {
      for (const float value : one.values) out.insert(std::fabs(value));
    }
  }
  return out;
}

// Moves the definitions into the constants; what `known` has not may be off by some roundings.
void define(Shader& shader, ConstantsOf<Bounded>& constants, const std::set<float>& known) {
  constexpr double folding = 8 * 0x1p-24;
  for (const Definition& one : shader.definitions) {
    VectorOf<Bounded>& constant = constants.at(static_cast<std::size_t>(one.index));
    for (std::size_t c = 0; c < 4; ++c) {
      constant[c] = Bounded(one.values[c]);
      if (!known.contains(std::fabs(one.values[c]))) {
        constant[c].error = folding * magnitude(constant[c]);
      }
    }
  }
  shader.definitions.clear();
}

std::uint64_t mixed_seed(std::uint64_t x) {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9ULL;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

}  // namespace

Quad random_quad(Random& random) {
  // Away from 0, so that reciprocals stay small.
  const auto constants = [&](std::size_t count) {
    Constants out(count);
    for (Vector& one : out) {
      one = random.vector(0.25F, 1.75F);
      for (float& value : one) value = random.between(0, 1) < 0.25F ? -value : value;
    }
    return out;
  };
  Quad quad;
  quad.seed = random.bits();
  quad.vertex_constants = constants(256);
  quad.fragment_constants = constants(32);
  return quad;
}

Vector attribute_of(const Quad& quad, std::size_t corner, const Declaration& declaration) {
  std::uint64_t state = mixed_seed(quad.seed + corner);
  for (const char letter : declaration.usage) {
    state = mixed_seed(state + static_cast<std::uint64_t>(letter));
  }
  state = mixed_seed(state + static_cast<std::uint64_t>(declaration.usage_index));
  Vector out{};
  for (float& value : out) {
    state = mixed_seed(state + 0x9e3779b97f4a7c15ULL);
    value = static_cast<float>(state >> 40) * 0x1p-23F - 1;
  }
  if (declaration.usage == "position") out[3] = 1 + out[3] / 2;
  return out;
}

Pixel random_pixel(Random& random, const std::array<VertexOutput, 4>& corners) {
  Pixel pixel{.triangle = random.between(0, 1) < 0.5F ? std::array<std::size_t, 3>{0, 1, 2}
                                                      : std::array<std::size_t, 3>{2, 1, 3}};
  std::array<float, 3> w{};
  for (std::size_t i = 0; i < 3; ++i) {
    const float found = std::fabs(corners.at(pixel.triangle[i]).position[3]);
    w[i] = std::isfinite(found) ? 0.1F + found : 1;
  }
  const auto place = [&] {
    const float first = random.between(0, 1);
    const float second = random.between(0, 1);
    const bool inside = first + second <= 1;
    std::array<float, 3> screen{inside ? first : 1 - first, inside ? second : 1 - second, 0};
    screen[2] = 1 - screen[0] - screen[1];
    return perspective_weights(screen, w);
  };
  pixel.weights = place();
  pixel.centroid_weights = place();
  return pixel;
}

template <class Number>
Drawn<Number>::Drawn(const CheckedPair& checked, const Quad& quad, const Pair* known)
    : declared_(&checked.pair.fragment), constants_(in_numbers<Number>(quad.fragment_constants)) {
  const auto given = constants_;
  ConstantsOf<Number> vertex = in_numbers<Number>(quad.vertex_constants);
  for (const ConstantCopy& copy : checked.copies) {
    const auto of_vertex = static_cast<std::size_t>(copy.vertex);
    const auto of_fragment = static_cast<std::size_t>(copy.fragment);
    if (copy.to_fragment) {
      constants_.at(of_fragment) = in_numbers<Number>(quad.vertex_constants).at(of_vertex);
    } else {
      vertex.at(of_vertex) = given.at(of_fragment);
    }
  }
  for (const HostConstant& one : checked.host) {
    auto& constant =
        (one.of_fragment ? constants_ : vertex).at(static_cast<std::size_t>(one.index));
    constant.at(static_cast<std::size_t>(one.component)) = evaluate<Number>(one.value, given);
  }
  Shader without;
  const Shader* program = &checked.pair.vertex;
  if constexpr (std::is_same_v<Number, Bounded>) {
    const std::set<float> numbers = numbers_of(known == nullptr ? checked.pair : *known);
    without = checked.pair.vertex;
    define(without, vertex, numbers);
    program = &without;
    fragment_ = checked.pair.fragment;
    define(fragment_, constants_, numbers);
  }
  for (std::size_t i = 0; i < 4; ++i) {
    std::array<Vector, 16> inputs{};
    for (const Declaration& one : program->declarations) {
      inputs.at(static_cast<std::size_t>(one.reg.index)) = attribute_of(quad, i, one);
    }
    corners.at(i) = run_vertex_in<Number>(*program, inputs, vertex);
  }
}

template <class Number>
FragmentInputOf<Number> Drawn<Number>::input(const Pixel& pixel) const {
  const auto over = [&](auto member, File file, std::size_t i) {
    const Declaration* declared = declaration_of(*declared_, {file, static_cast<int>(i)});
    const bool centroid = declared != nullptr && declared->centroid;
    std::array<Number, 3> weights{};
    for (std::size_t k = 0; k < 3; ++k) {
      weights[k] = weight_in((centroid ? pixel.centroid_weights : pixel.weights)[k], Number{});
    }
    return interpolate<Number>(
        {(corners[pixel.triangle[0]].*member)[i], (corners[pixel.triangle[1]].*member)[i],
         (corners[pixel.triangle[2]].*member)[i]},
        weights);
  };
  FragmentInputOf<Number> out;
  for (std::size_t i = 0; i < 2; ++i) {
    out.colors.at(i) = over(&VertexOutputOf<Number>::colors, File::input, i);
  }
  for (std::size_t i = 0; i < 8; ++i) {
    out.coordinates.at(i) = over(&VertexOutputOf<Number>::coordinates, File::coordinate, i);
  }
  return out;
}

template <class Number>
FragmentOutputOf<Number> Drawn<Number>::pixel(const Pixel& pixel, const Textures& textures) const {
  const bool bounded = std::is_same_v<Number, Bounded>;
  return run_fragment_in<Number>(bounded ? fragment_ : *declared_, input(pixel), constants_,
                                 textures);
}

template class Drawn<float>;
template class Drawn<Bounded>;

}  // namespace plumb::shader

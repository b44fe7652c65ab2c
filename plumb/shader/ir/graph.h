// plumb/shader/ir/graph.h - programs as scalar values in single assignment, each with its class.
//
// A value is one component. Registers are gone: inputs, uniforms and outputs are numbered places.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace plumb::shader {

// How a value varies over the pixels of a primitive, from least to most.
enum class Variation : std::uint8_t {
  constant,  // written in the program
  uniform,   // made of constants that the host sets
  flat,      // an interpolant that has the same value at every corner
  affine,    // interpolated inputs times uniform factors, summed up
  varying,   // all else
};
std::string name_of(Variation variation);

// clang-format off
enum class Operation : std::uint8_t {
  number, uniform, indexed_uniform, attribute, interpolant, color, sample,   // leaves
  add, multiply, negate,                                                     // what keeps affine
  minimum, maximum, reciprocal, reciprocal_root, power_of_two, logarithm, fraction, absolute,
  less, at_least, select, power, sine, cosine, sign, saturate, floor_power, log_floor, log_mantissa,
  lit_specular,
};
// clang-format on

// The operation on numbers in float32; only what rounds alike everywhere.
std::optional<float> fold(Operation operation, float a, float b);
// Whether that result is what exact arithmetic gives.
bool is_exact(Operation operation, float a, float b, float result);

using Value = std::int32_t;  // place in the graph
inline constexpr Value no_value = -1;

struct Node {
  Operation operation = Operation::number;
  Variation variation = Variation::constant;
  float number = 0;            // of an interpolant or a colour: 1 for _centroid
  std::int32_t index = 0;      // of the uniform, attribute, interpolant; the sampler
  std::int32_t component = 0;  // 0 is x
  Value a = no_value;
  Value b = no_value;
  Value c = no_value;
  friend bool operator==(const Node&, const Node&) = default;
};

// Equal values are one value. Sums, products and the like of numbers are folded in float32, as the
// device would.
class Graph {
 public:
  [[nodiscard]] const Node& operator[](Value value) const {
    return nodes_[static_cast<std::size_t>(value)];
  }
  [[nodiscard]] Value size() const { return static_cast<Value>(nodes_.size()); }

  Value number(float value);
  Value uniform(int index, int component);
  Value attribute(int index, int component);
  // `centroid`: another place inside the pixel is looked at, so it is another value.
  Value interpolant(int index, int component, Variation variation = Variation::affine,
                    bool centroid = false);
  Value color(int index, int component, bool centroid = false);
  // One component of a texture read. `kind` tells instructions and kinds of textures apart.
  Value sample(int sampler, int component, int kind, Value u, Value v, Value w, Value q);
  Value indexed_uniform(int index, int component, Value address);
  Value apply(Operation operation, Value a, Value b = no_value, Value c = no_value);
  Value subtract(Value a, Value b) { return apply(Operation::add, a, negate(b)); }
  Value negate(Value a);
  // Whether a number was folded that float32 cannot hold exactly.
  [[nodiscard]] bool has_rounded() const { return rounded_; }

 private:
  Value insert(const Node& node);
  [[nodiscard]] Variation variation_of(Operation operation, Value a, Value b, Value c) const;

  struct Hash {
    std::size_t operator()(const Node& node) const;
  };
  bool rounded_ = false;
  std::vector<Node> nodes_;
  std::unordered_map<Node, Value, Hash> known_;
};

}  // namespace plumb::shader

// plumb/shader/prove.cpp - the symbolic half of the check: normal forms of all outputs.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <map>
#include <string_view>

#include <fmt/format.h>

#include "plumb/shader/check.h"
#include "plumb/shader/ir/build.h"
#include "plumb/shader/ir/polynomial.h"

namespace plumb::shader {
namespace {

constexpr int fragment_uniforms = 1000;  // their numbers begin here, above those of the vertex
constexpr int second_pair = 100;         // the interpolants of pair b
constexpr int other_constants = 10000;   // c[a0.x + n] of pair b, where they are not those of a

struct BuiltPair {
  StageValues vertex;
  StageValues fragment;
};

// The number of an attribute: both pairs name it by its usage, whatever v# holds it.
int attribute_number(const Shader& vertex, int index) {
  constexpr std::array<std::string_view, 12> usages{
      "position", "blendweight", "blendindices", "normal", "psize", "texcoord",
      "tangent",  "binormal",    "color",        "fog",    "depth", "sample"};
  constexpr int most_of_a_usage = 5000;  // above the largest index that is read
  const Declaration* declared = declaration_of(vertex, {File::input, index});
  if (declared == nullptr) return -1 - index;
  const auto usage = std::ranges::find(usages, declared->usage) - usages.begin();
  return static_cast<int>(usage) * most_of_a_usage + declared->usage_index;
}

// c[a0.x + n] may be any constant: equal in both pairs only if the programs define and the host
// sets the same.
bool have_same_constants(const CheckedPair& a, const CheckedPair& b) {
  const auto all_of = [](const CheckedPair& checked) {
    std::map<int, std::array<float, 4>> out;
    for (const Definition& one : checked.pair.vertex.definitions) out[one.index] = one.values;
    return out;
  };
  const auto sets_vertex = [](const CheckedPair& checked) {
    return std::ranges::any_of(checked.copies,
                               [](const ConstantCopy& copy) { return !copy.to_fragment; }) ||
           std::ranges::any_of(checked.host,
                               [](const HostConstant& one) { return !one.of_fragment; });
  };
  return all_of(a) == all_of(b) && !sets_vertex(a) && !sets_vertex(b);
}

BuiltPair build(Graph& graph, const CheckedPair& checked, int first_interpolant,
                int first_indexed) {
  const auto uniform = [&graph](const Shader& shader, int index, int c, int number) {
    const Definition* definition = definition_of(shader, index);
    return definition == nullptr ? graph.uniform(number, c)
                                 : graph.number(definition->values[static_cast<std::size_t>(c)]);
  };
  // What the host computes, from the fragment program's constants.
  const auto hosted = [&](bool of_fragment, int index, int c) {
    for (const HostConstant& one : checked.host) {
      if (one.of_fragment != of_fragment || one.index != index || one.component != c) continue;
      return value_of(graph, one.value, [&](int from, int component) {
        return graph.uniform(fragment_uniforms + from, component);
      });
    }
    return no_value;
  };
  Leaves vertex = plain_leaves(graph, checked.pair.vertex);
  vertex.uniform = [&](int index, int c) {
    if (const Value value = hosted(false, index, c); value != no_value) return value;
    int number = index;
    for (const ConstantCopy& copy : checked.copies) {
      if (!copy.to_fragment && copy.vertex == index) number = fragment_uniforms + copy.fragment;
    }
    return uniform(checked.pair.vertex, index, c, number);
  };
  vertex.input = [&](int index, int c) {
    return graph.attribute(attribute_number(checked.pair.vertex, index), c);
  };
  vertex.first_indexed = first_indexed;
  Leaves fragment = plain_leaves(graph, checked.pair.fragment);
  fragment.uniform = [&](int index, int c) {
    if (const Value value = hosted(true, index, c); value != no_value) return value;
    int number = fragment_uniforms + index;
    for (const ConstantCopy& copy : checked.copies) {
      if (copy.to_fragment && copy.fragment == index) number = copy.vertex;
    }
    return uniform(checked.pair.fragment, index, c, number);
  };
  fragment.input = [&](int index, int c) {
    return graph.color(index + first_interpolant, c,
                       is_centroid(checked.pair.fragment, File::input, index));
  };
  fragment.interpolant = [&](int index, int c) {
    return graph.interpolant(index + first_interpolant, c, Variation::affine,
                             is_centroid(checked.pair.fragment, File::coordinate, index));
  };
  return {build_values(graph, checked.pair.vertex, vertex),
          build_values(graph, checked.pair.fragment, fragment)};
}

class Prover {
 public:
  Prover(const CheckedPair& a, const CheckedPair& b)
      : a_(build(graph_, a, 0, 0)),
        b_(build(graph_, b, second_pair, have_same_constants(a, b) ? 0 : other_constants)),
        zero_(graph_.number(0)),
        forms_(graph_, [this](const Node& node) { return vertex_value(node); }) {}

  UnequalOutputs compare_outputs() {
    for (std::size_t i = 0; i < 4; ++i) {
      compare(fmt::format("oC{}", i), a_.fragment.targets.at(i), b_.fragment.targets.at(i));
    }
    compare("oPos", a_.vertex.position, b_.vertex.position);
    compare("oDepth", a_.fragment.depth, b_.fragment.depth);
    compare("oFog", a_.vertex.fog, b_.vertex.fog);
    compare("oPts", a_.vertex.point_size, b_.vertex.point_size);
    if (kills(a_) != kills(b_)) unequal_.emplace_back("texkill");
    return {std::move(unequal_), forms_.has_rounded()};
  }

 private:
  Value vertex_value(const Node& node) const {
    const bool second = node.index >= second_pair;
    const StageValues& stage = (second ? b_ : a_).vertex;
    const auto at = static_cast<std::size_t>(second ? node.index - second_pair : node.index);
    const auto c = static_cast<std::size_t>(node.component);
    const Value value =
        node.operation == Operation::color ? stage.colors.at(at)[c] : stage.coordinates.at(at)[c];
    return value == no_value ? zero_ : value;
  }
  void compare(const std::string& name, Value a, Value b) {
    if (a == no_value && b == no_value) return;
    if (a == no_value || b == no_value || forms_.form_of(a) != forms_.form_of(b)) {
      unequal_.push_back(name);
    }
  }
  void compare(const std::string& name, const Values& a, const Values& b) {
    for (std::size_t c = 0; c < 4; ++c) {
      compare(fmt::format("{}.{}", name, "xyzw"[c]), a[c], b[c]);
    }
  }
  std::vector<FormId> kills(const BuiltPair& pair) {
    std::vector<FormId> forms;
    for (const Value value : pair.fragment.kills) forms.push_back(forms_.form_of(value));
    std::ranges::sort(forms);
    const auto rest = std::ranges::unique(forms);
    forms.erase(rest.begin(), rest.end());
    return forms;
  }

  Graph graph_;
  BuiltPair a_;
  BuiltPair b_;
  Value zero_;
  Normalizer forms_;
  std::vector<std::string> unequal_;
};

}  // namespace

UnequalOutputs compare_forms(const CheckedPair& a, const CheckedPair& b) {
  return Prover(a, b).compare_outputs();
}

std::vector<std::string> unequal_outputs(const CheckedPair& a, const CheckedPair& b) {
  return compare_forms(a, b).names;
}

}  // namespace plumb::shader

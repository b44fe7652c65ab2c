// tests/shader/oracle/picture.cpp - draws pixels of two pairs and compares them.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/shader/oracle/picture.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <sstream>
#include <string_view>

#include "tests/shader/oracle/expression.h"

namespace plumb::oracle {
namespace {

struct Scene {
  std::uint64_t seed = 0;
  double shake = 0;  // relative change of every input
  std::array<double, 3> weights{};
  std::array<double, 3> centroid{};
};

std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 33)) * 0xff51afd7ed558ccdULL;
  x = (x ^ (x >> 33)) * 0xc4ceb9fe1a85ec53ULL;
  return x ^ (x >> 33);
}

// In [0, 1), by a hash that is the same on every machine.
double number_for(std::uint64_t seed, std::string_view what) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char letter : what) {
    hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3ULL;
  }
  return static_cast<double>(mixed(mixed(seed) ^ hash) >> 11) * 0x1p-53;
}

// In [0, 1), the same for the same words; shaken by a part of itself that depends on them too.
double input_for(const Scene& scene, const std::string& what) {
  const double value = number_for(scene.seed, what);
  if (scene.shake == 0) return value;
  return value * (1 + scene.shake * (2 * number_for(scene.seed, what + "shake") - 1));
}

Registers constants_of(const Scene& scene, const std::string& stage, int count) {
  Registers out;
  for (int i = 0; i < count; ++i) {
    for (std::size_t c = 0; c < 4; ++c) {
      const std::string what = stage + "c" + std::to_string(i * 4 + static_cast<int>(c));
      const double size = 0.25 + 1.5 * input_for(scene, what);
      out["c"][i][c] = number_for(scene.seed, what + "sign") < 0.25 ? -size : size;
    }
  }
  return out;
}

// Smooth, so that a small error of a coordinate stays small. A cube is looked at by direction.
Four smooth(std::uint64_t seed, int sampler, const std::string& kind, const Four& at, double bias) {
  std::array<double, 3> place{at[0], at[1], kind == "2d" ? 0 : at[2]};
  if (kind == "cube") {
    const double length = std::max({std::fabs(at[0]), std::fabs(at[1]), std::fabs(at[2])});
    for (double& one : place) one /= length;
  }
  Four out{};
  for (std::size_t c = 0; c < 4; ++c) {
    double angle = bias;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::string what =
          kind + std::to_string(sampler * 16 + static_cast<int>(c * 4 + i)) + "texture";
      angle += (1 + number_for(seed, what)) * place[i];
    }
    out[c] = 0.5 + 0.45 * std::sin(angle + static_cast<double>(c));
  }
  return out;
}

void upload(const std::vector<Upload>& uploads, Registers& vertex, Registers& fragment) {
  const Registers old_vertex = vertex;
  const Registers old_fragment = fragment;
  for (const Upload& one : uploads) {
    Registers& target = one.to_fragment ? fragment : vertex;
    const int index = one.to_fragment ? one.fragment : one.vertex;
    if (!one.value.empty()) {
      target["c"][index].at(static_cast<std::size_t>(one.component)) =
          value_of(one.value, old_fragment.at("c"));
    } else {
      target["c"][index] = one.to_fragment ? old_vertex.at("c").at(one.vertex)
                                           : old_fragment.at("c").at(one.fragment);
    }
  }
}

// All that a pair shows at one pixel, by name.
struct Shown {
  std::map<std::string, double> numbers;
  bool killed = false;
  bool undefined = false;
};

void show(Shown& out, const Registers& registers, const std::string& file, int index, int count) {
  const auto found = registers.find(file);
  if (found == registers.end() || !found->second.contains(index)) return;
  for (int c = 0; c < count; ++c) {
    const std::string name = file + std::to_string(index) + "." + std::to_string(c);
    out.numbers[name] = found->second.at(index).at(static_cast<std::size_t>(c));
  }
}

Shown draw(const Program& vertex, const Program& fragment, const std::vector<Upload>& uploads,
           const Scene& scene) {
  Shown out;
  Registers vertex_given = constants_of(scene, "vs", 40);
  Registers fragment_given = constants_of(scene, "ps", 32);
  upload(uploads, vertex_given, fragment_given);
  std::array<Registers, 3> corners;
  for (std::size_t i = 0; i < 3; ++i) {
    Registers given = vertex_given;
    for (const Input& input : vertex.inputs) {
      for (std::size_t c = 0; c < 4; ++c) {
        const std::string what = input.usage + std::to_string(i * 4 + c);
        given["v"][input.index][c] = 2 * input_for(scene, what) - 1;
      }
    }
    Outcome corner = run(vertex, given, {});
    out.undefined = out.undefined || corner.undefined;
    corners.at(i) = std::move(corner.registers);
    show(out, corners.at(i), "oPos", 0, 4);
    show(out, corners.at(i), "oFog", 0, 1);
    show(out, corners.at(i), "oPts", 0, 1);
  }
  for (const Input& input : fragment.inputs) {
    if (input.file == "s") continue;
    const bool color = input.file == "v";
    Four& value = fragment_given[input.file][input.index];
    for (std::size_t c = 0; c < 4; ++c) {
      value[c] = 0;
      for (std::size_t i = 0; i < 3; ++i) {
        const double at = corners.at(i)[color ? "oD" : "oT"][input.index][c];
        value[c] += (input.centroid ? scene.centroid : scene.weights).at(i) *
                    (color ? std::clamp(at, 0.0, 1.0) : at);
      }
    }
  }
  const Texture texture = [&](int sampler, const std::string& kind, const Four& at, double bias) {
    return smooth(scene.seed, sampler, kind, at, bias);
  };
  const Outcome pixel = run(fragment, fragment_given, texture);
  out.killed = pixel.killed;
  out.undefined = out.undefined || pixel.undefined;
  for (int i = 0; i < 4; ++i) show(out, pixel.registers, "oC", i, 4);
  show(out, pixel.registers, "oDepth", 0, 1);
  return out;
}

double apart(double a, double b) {
  return std::fabs(a - b) / std::max({1.0, std::fabs(a), std::fabs(b)});
}

}  // namespace

Comparison compare(const TextPair& a, const TextPair& b, std::uint64_t seed, int pixels) {
  constexpr double tolerance = 1e-5;
  Comparison out;
  const Program vertex_a = read_program(a.vertex);
  const Program vertex_b = read_program(b.vertex);
  const Program fragment_a = read_program(a.fragment);
  const Program fragment_b = read_program(b.fragment);
  for (int i = 0; i < pixels && out.difference.empty(); ++i) {
    std::mt19937_64 random(seed * 1000 + static_cast<std::uint64_t>(i));
    Scene scene{.seed = random()};
    const auto some = [&] {
      const double u = static_cast<double>(random() >> 11) * 0x1p-53;
      const double v = static_cast<double>(random() >> 11) * 0x1p-53 * (1 - u);
      return std::array<double, 3>{u, v, 1 - u - v};
    };
    scene.weights = some();
    scene.centroid = some();
    const Shown first = draw(vertex_a, fragment_a, a.uploads, scene);
    const Shown second = draw(vertex_b, fragment_b, b.uploads, scene);
    scene.shake = 1e-6;
    const Shown shaken = draw(vertex_a, fragment_a, a.uploads, scene);
    ++out.pixels;
    if (first.undefined || shaken.undefined) {
      ++out.undefined;
      continue;
    }
    if (first.killed != shaken.killed) {
      ++out.steep;
      continue;
    }
    if (first.killed != second.killed) out.difference = "killed in one alone";
    if (first.killed) continue;
    bool steep = false;
    for (const auto& [name, value] : first.numbers) {
      const auto other = second.numbers.find(name);
      if (other == second.numbers.end()) {
        out.difference = name + " is missing";
      } else if (apart(value, other->second) > tolerance || !std::isfinite(other->second)) {
        const double change = apart(value, shaken.numbers.at(name));
        steep = change > tolerance && apart(value, other->second) < 1000 * change;
        std::ostringstream text;
        text << name << ": " << value << " and " << other->second;
        if (!steep) out.difference = text.str();
      }
    }
    if (steep) ++out.steep;
  }
  return out;
}

}  // namespace plumb::oracle

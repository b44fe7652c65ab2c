// plumb/shader/check.cpp - the sampled half of the check: random quads in float32.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/check.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <set>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/shader/interpret.h"
#include "plumb/shader/language/rules.h"

namespace plumb::shader {
namespace {

constexpr float address_range = 2048;   // of texture coordinates that every device keeps
constexpr float precise_texels = 8192;  // above, a float loses sub-texel bits in interpolation

// Random numbers that are the same on every machine.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  float between(float low, float high) {
    return low + (high - low) * (static_cast<float>(engine_() >> 40) * 0x1p-24F);
  }
  Vector vector(float low, float high) {
    return {between(low, high), between(low, high), between(low, high), between(low, high)};
  }

 private:
  std::mt19937_64 engine_;
};

struct Quad {
  std::array<std::array<Vector, 16>, 4> attributes;
  Constants vertex_constants;
  Constants fragment_constants;
};

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

// One pair on one quad: its corners, ready for pixels.
class Drawn {
 public:
  Drawn(const CheckedPair& checked, const Quad& quad)
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
    for (std::size_t i = 0; i < 4; ++i) {
      corners.at(i) = run_vertex(checked.pair.vertex, quad.attributes.at(i), vertex);
    }
  }

  std::array<VertexOutput, 4> corners;

  [[nodiscard]] FragmentOutput pixel(const std::array<std::size_t, 3>& triangle,
                                     const std::array<float, 3>& weights,
                                     const Textures& textures) const {
    FragmentInput input;
    const auto over = [&](auto member, std::size_t i) {
      return interpolate({(corners[triangle[0]].*member)[i], (corners[triangle[1]].*member)[i],
                          (corners[triangle[2]].*member)[i]},
                         weights);
    };
    for (std::size_t i = 0; i < 2; ++i) input.colors.at(i) = over(&VertexOutput::colors, i);
    for (std::size_t i = 0; i < 8; ++i) {
      input.coordinates.at(i) = over(&VertexOutput::coordinates, i);
    }
    return run_fragment(fragment_, input, constants_, textures);
  }

 private:
  const Shader& fragment_;
  Constants constants_;
};

bool has_nan(const Vector& v) {
  return std::ranges::any_of(v, [](float x) { return std::isnan(x); });
}

// Relative to the larger of 1 and the value; infinite where only one is not finite.
double difference(float a, float b) {
  if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
  if (!std::isfinite(a) || !std::isfinite(b)) return INFINITY;
  const double scale =
      std::max({1.0, std::fabs(static_cast<double>(a)), std::fabs(static_cast<double>(b))});
  return std::fabs(static_cast<double>(a) - static_cast<double>(b)) / scale;
}

double difference(const FragmentOutput& a, const FragmentOutput& b) {
  if (a.killed != b.killed) return INFINITY;
  if (a.killed) return 0;
  double most = difference(a.depth, b.depth);
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t c = 0; c < 4; ++c) {
      most = std::max(most, difference(a.targets.at(i)[c], b.targets.at(i)[c]));
    }
  }
  return most;
}

class Comparison {
 public:
  Comparison(const CheckedPair& a, const CheckedPair& b, const CheckOptions& options,
             CheckReport& report)
      : a_(a), b_(b), options_(options), report_(report), random_(options.seed) {}

  void run() {
    for (quad_ = 0; quad_ < options_.quads; ++quad_) {
      const Quad quad = random_quad(random_);
      const Drawn a(a_, quad);
      const Drawn b(b_, quad);
      compare_corners(a, b);
      for (pixel_ = 0; pixel_ < options_.pixels; ++pixel_) compare_pixel(a, b);
    }
    report_.hazards.assign(hazards_.begin(), hazards_.end());
  }

 private:
  void differ(const std::string& what) {
    ++report_.different_pixels;
    if (report_.first_difference.empty()) {
      report_.first_difference = fmt::format("quad {}, pixel {}: {}", quad_, pixel_, what);
    }
  }

  void compare_corners(const Drawn& a, const Drawn& b) {
    pixel_ = -1;
    for (std::size_t i = 0; i < 4; ++i) {
      double most = difference(a.corners.at(i).fog, b.corners.at(i).fog);
      most = std::max(most, difference(a.corners.at(i).point_size, b.corners.at(i).point_size));
      for (std::size_t c = 0; c < 4; ++c) {
        most = std::max(most, difference(a.corners.at(i).position[c], b.corners.at(i).position[c]));
      }
      if (most > options_.tolerance) {
        differ(fmt::format("position, fog or size of corner {} differ by {:.3g}", i, most));
      }
      for (const Vector& one : b.corners.at(i).coordinates) {
        for (const float value : one) {
          if (!std::isfinite(value)) {
            hazards_.insert(
                "infinity: a coordinate is not finite at a corner; interpolation makes "
                "NaN of it");
          } else if (std::fabs(value) > address_range) {
            hazards_.insert("clamp: a coordinate leaves the range that every device keeps");
          }
        }
      }
    }
  }

  void compare_pixel(const Drawn& a, const Drawn& b) {
    const std::array<std::size_t, 3> triangle = random_.between(0, 1) < 0.5F
                                                    ? std::array<std::size_t, 3>{0, 1, 2}
                                                    : std::array<std::size_t, 3>{2, 1, 3};
    std::array<float, 3> screen{random_.between(0, 1), random_.between(0, 1), 0};
    if (screen[0] + screen[1] > 1) screen = {1 - screen[0], 1 - screen[1], 0};
    screen[2] = 1 - screen[0] - screen[1];
    std::array<float, 3> w{};
    for (std::size_t i = 0; i < 3; ++i) {
      const float found = std::fabs(a.corners[triangle[i]].position[3]);
      w[i] = std::isfinite(found) ? 0.1F + found : 1;
    }
    const std::array<float, 3> weights = perspective_weights(screen, w);
    Textures textures{.seed = options_.seed + static_cast<std::uint64_t>(quad_),
                      .size = options_.texture_size,
                      .linear = true};
    const FragmentOutput first = a.pixel(triangle, weights, textures);
    const FragmentOutput second = b.pixel(triangle, weights, textures);
    ++report_.pixels;
    const double picture = difference(first, second);
    const bool near = compare_reads(first, second, picture);
    if (std::isfinite(picture)) {
      report_.picture_difference = std::max(report_.picture_difference, picture);
    }
    Textures same = textures;
    same.like = &first.reads;
    same.texels = options_.texels;
    compare_colors(first, b.pixel(triangle, weights, same), near);
    textures.linear = false;
    const double nearest =
        difference(a.pixel(triangle, weights, textures), b.pixel(triangle, weights, textures));
    if (nearest > options_.tolerance && near) ++report_.flipped_pixels;
  }

  // Whether all texture coordinates agree within the tolerance.
  bool compare_reads(const FragmentOutput& a, const FragmentOutput& b, double picture) {
    if (a.reads.size() != b.reads.size()) {
      report_.coordinates_compared = false;
      return true;
    }
    double most = 0;
    for (std::size_t i = 0; i < a.reads.size(); ++i) {
      if (a.reads[i].sampler != b.reads[i].sampler) {
        report_.coordinates_compared = false;
        return true;
      }
      for (std::size_t c = 0; c < 3; ++c) {
        const float x = a.reads[i].at[c];
        const float y = b.reads[i].at[c];
        if (c == 2 && !deep(a.reads[i].sampler)) continue;
        if (x == y || (std::isnan(x) && std::isnan(y))) continue;
        most = std::max(most, std::fabs(static_cast<double>(x) - static_cast<double>(y)) *
                                  options_.texture_size);
        if (std::fabs(x) * static_cast<float>(options_.texture_size) > precise_texels) {
          hazards_.insert("precision: coordinates beyond 8192 texels lose sub-texel bits");
        }
      }
    }
    report_.largest_distance = std::max(report_.largest_distance, most);
    if (!(most > options_.texels)) return true;
    if (report_.proof == Proof::equal && picture <= options_.tolerance) {
      hazards_.insert("sampling: texture reads that do not reach the picture differ");
      return true;
    }
    differ(fmt::format("texture coordinates differ by {:.3g} texels", most));
    return false;
  }

  [[nodiscard]] bool deep(int sampler) const {
    const Declaration* declared = declaration_of(a_.pair.fragment, {File::sampler, sampler});
    return declared != nullptr && declared->usage != "2d";
  }

  void compare_colors(const FragmentOutput& a, const FragmentOutput& b, bool near) {
    for (std::size_t i = 0; i < 4; ++i) {
      if (has_nan(a.targets.at(i)) != has_nan(b.targets.at(i)) && !a.killed && !b.killed) {
        hazards_.insert("infinity: NaN in one picture alone");
      }
    }
    const double found = difference(a, b);
    report_.largest_difference = std::max(report_.largest_difference, found);
    if (found > options_.tolerance && near) {
      differ(a.killed != b.killed ? "killed in one picture alone"
                                  : fmt::format("colours differ by {:.3g}", found));
    }
  }

  const CheckedPair& a_;
  const CheckedPair& b_;
  const CheckOptions& options_;
  CheckReport& report_;
  Random random_;
  std::set<std::string> hazards_;
  int quad_ = 0;
  int pixel_ = 0;
};

int written(const Shader& shader, const Register& reg) {
  int mask = 0;
  for (const Instruction& instruction : shader.instructions) {
    if (writes(instruction) && instruction.destination.reg == reg) {
      mask |= instruction.destination.mask;
    }
  }
  return mask;
}

bool has_partial_precision(const Shader& shader) {
  return std::ranges::any_of(shader.instructions, &Instruction::partial);
}

}  // namespace

void require_matching(const Pair& pair) {
  if (!is_vertex(pair.vertex.profile) || is_vertex(pair.fragment.profile)) {
    throw Error(ErrorKind::input,
                fmt::format("'{}' and '{}' are no pair: expected a vertex program, then a fragment "
                            "program",
                            pair.vertex.name, pair.fragment.name));
  }
  for (const Instruction& instruction : pair.fragment.instructions) {
    for (std::size_t i = 0; i < instruction.sources.size(); ++i) {
      const Register& reg = instruction.sources[i].reg;
      if (reg.file != File::coordinate && reg.file != File::input) continue;
      const Register out{reg.file == File::input ? File::color_out : File::coordinate_out,
                         reg.index};
      const int missing =
          components_read(pair.fragment, instruction, i) & ~written(pair.vertex, out);
      if (missing == 0) continue;
      throw Error(
          ErrorKind::input,
          fmt::format("{}:{}:{}: {} is read, but {} does not write all of {} [rule: interface]",
                      pair.fragment.name, instruction.sources[i].place.line,
                      instruction.sources[i].place.column, name_of(reg), pair.vertex.name,
                      name_of(out)));
    }
  }
}

CheckReport check_pairs(const CheckedPair& a, const CheckedPair& b, const CheckOptions& options) {
  require_matching(a.pair);
  require_matching(b.pair);
  CheckReport report;
  if (options.symbolic) {
    report.unequal = unequal_outputs(a, b);
    report.proof = report.unequal.empty() ? Proof::equal : Proof::different;
  }
  if (options.sampled) Comparison(a, b, options, report).run();
  if (report.flipped_pixels > 0) {
    report.hazards.push_back(
        fmt::format("sampling: with nearest sampling {} of {} pixels read another texel",
                    report.flipped_pixels, report.pixels));
  }
  if (has_partial_precision(a.pair.fragment) != has_partial_precision(b.pair.fragment)) {
    report.hazards.emplace_back("precision: _pp in one fragment program alone");
  }
  return report;
}

}  // namespace plumb::shader

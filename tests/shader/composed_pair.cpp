// tests/shader/composed_pair.cpp - composes vertex and fragment programs line by line.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/shader/composed_pair.h"

#include <array>
#include <set>
#include <vector>

#include <fmt/format.h>

namespace plumb::shader {
namespace {

// Every draw is a statement of its own: the order in which arguments of a call are evaluated
// differs between compilers, and the same seed must give the same programs everywhere.
class Composer {
 public:
  explicit Composer(std::mt19937_64& random) : random_(random) {}

 protected:
  int below(int count) { return static_cast<int>(random_() % static_cast<std::uint64_t>(count)); }
  bool chance(int percent) { return below(100) < percent; }
  const char* one_of(const std::vector<const char*>& words) {
    return words[static_cast<std::size_t>(below(static_cast<int>(words.size())))];
  }
  static std::string mask_text(int mask) {
    std::string out = mask == 15 ? "" : ".";
    for (int c = 0; c < 4 && mask != 15; ++c) {
      if ((mask >> c & 1) != 0) out += "xyzw"[c];
    }
    return out;
  }
  // The components of `mask` that a swizzle makes of these positions.
  static int through(const std::string& swizzle, int positions) {
    int out = 0;
    for (int p = 0; p < 4; ++p) {
      if ((positions >> p & 1) == 0) continue;
      const std::size_t last = swizzle.size() - 1;
      const char letter =
          swizzle.empty() ? "xyzw"[p] : swizzle[std::min(static_cast<std::size_t>(p), last)];
      out |= 1 << (letter == 'w' ? 3 : letter - 'x');
    }
    return out;
  }
  int some_mask() { return chance(50) ? 1 + below(15) : 15; }

  std::string text_;
  std::array<int, 12> written_{};

 private:
  std::mt19937_64& random_;
};

class FragmentComposer : Composer {
 public:
  FragmentComposer(std::mt19937_64& random, const std::vector<int>& coordinates)
      : Composer(random), coordinates_(coordinates) {}

  std::string write(int lines) {
    text_ = "ps_2_0\n";
    for (const int t : coordinates_) {
      const char* mode = one_of({"dcl", "dcl", "dcl", "dcl_pp", "dcl_centroid"});
      text_ += fmt::format("{} t{}\n", mode, t);
    }
    text_ += "dcl v0\ndcl v1\ndcl_2d s0\ndcl_cube s1\ndcl_volume s2\ndcl_2d s3\n";
    text_ += "def c30, 0.5, -0.25, 2, 1\ndef c31, 0, 0.125, 3, -1\n";
    const int count = lines / 2 + below(lines);
    // The longest line has 8 slots; what joins the results and writes the outputs at most 14.
    for (int i = 0; i < count && arithmetic_ < 42; ++i) add_line();
    add_outputs();
    return text_;
  }

 private:
  struct Ports {
    int coordinate = -1;
    int color = -1;
    std::set<int> constants;
  };

  std::string some_swizzle(bool scalar) {
    if (scalar || chance(25)) return std::string(1, "xyzw"[below(4)]);
    return chance(70) ? "" : one_of({"wzyx", "yzxw", "zxyw"});
  }

  // An operand that reads `positions`; empty where the draw cannot be read.
  std::string try_operand(int positions, bool scalar, Ports& ports) {
    const char* sign = chance(20) ? "-" : "";
    const std::string swizzle = some_swizzle(scalar);
    const int kind = below(10);
    std::string name;
    if (kind < 4) {
      const int r = below(8);
      const int read = through(swizzle, positions);
      if ((written_.at(static_cast<std::size_t>(r)) & read) != read) return {};
      name = fmt::format("r{}", r);
    } else if (kind < 7) {
      const int t =
          coordinates_[static_cast<std::size_t>(below(static_cast<int>(coordinates_.size())))];
      if (ports.coordinate >= 0 && ports.coordinate != t) return {};
      ports.coordinate = t;
      name = fmt::format("t{}", t);
    } else if (kind < 9) {
      const int c = chance(30) ? 30 + below(2) : below(8);
      if (ports.constants.size() == 2 && !ports.constants.contains(c)) return {};
      ports.constants.insert(c);
      name = fmt::format("c{}", c);
    } else {
      const int v = below(2);
      if (ports.color >= 0 && ports.color != v) return {};
      ports.color = v;
      name = fmt::format("v{}", v);
    }
    return sign + name + (swizzle.empty() ? "" : "." + swizzle);
  }

  std::string operand(int positions, bool scalar, Ports& ports) {
    for (int i = 0; i < 12; ++i) {
      const std::string found = try_operand(positions, scalar, ports);
      if (!found.empty()) return found;
    }
    const int c = ports.constants.empty() ? below(8) : *ports.constants.begin();
    ports.constants.insert(c);
    return fmt::format("c{}.{}", c, "xyzw"[below(4)]);
  }

  void write_to(int r, int mask) { written_.at(static_cast<std::size_t>(r)) |= mask; }

  std::string modifiers(bool may_saturate) {
    std::string out = may_saturate && chance(10) ? "_sat" : "";
    if (chance(5)) out += "_pp";
    return out;
  }

  // `positions` of the operands: 0 for those of the mask.
  void compose(const char* op, int count, int mask, int positions, bool scalar, int slots,
               bool may_saturate = true) {
    Ports ports;
    const int r = below(8);
    std::string line = op + modifiers(may_saturate) + fmt::format(" r{}{}", r, mask_text(mask));
    for (int i = 0; i < count; ++i) {
      line += ", " + operand(positions == 0 ? mask : positions, scalar, ports);
    }
    text_ += line + "\n";
    write_to(r, mask);
    arithmetic_ += slots;
  }

  void add_line() {
    const int kind = below(20);
    if (kind < 6)
      return compose(one_of({"add", "sub", "mul", "min", "max"}), 2, some_mask(), 0, false, 1);
    if (kind < 9) return compose("mad", 3, some_mask(), 0, false, 1);
    if (kind < 11) return compose("mov", 1, some_mask(), 0, false, 1);
    if (kind == 11) return compose("dp3", 2, some_mask(), 7, false, 1);
    if (kind == 12) return compose("dp4", 2, some_mask(), 15, false, 1);
    if (kind == 13)
      return compose(one_of({"rcp", "rsq", "exp", "log"}), 1, some_mask(), 1, true, 1);
    if (kind == 14) return compose(one_of({"lrp", "cmp"}), 3, some_mask(), 0, false, 2);
    if (kind == 15) return compose(one_of({"abs", "frc"}), 1, some_mask(), 0, false, 1, false);
    if (kind == 16) return compose("pow", 2, some_mask(), 1, true, 3);
    if (kind < 19) return add_texture();
    add_rare();
  }

  void add_texture() {
    if (textures_ >= 20) return;
    ++textures_;
    const int sampler = below(4);
    const char* op = one_of({"texld", "texld", "texld", "texldb", "texldp"});
    const int read = (sampler == 1 || sampler == 2 ? 7 : 3) | (std::string(op) == "texld" ? 0 : 8);
    std::string at = fmt::format(
        "t{}",
        coordinates_[static_cast<std::size_t>(below(static_cast<int>(coordinates_.size())))]);
    const int r = below(8);
    const bool ready = (written_.at(static_cast<std::size_t>(r)) & read) == read;
    if (ready && depth_.at(static_cast<std::size_t>(r)) == 0 && chance(70))
      at = fmt::format("r{}", r);
    const int to = below(8);
    text_ += fmt::format("{} r{}, {}, s{}\n", op, to, at, sampler);
    write_to(to, 15);
    // At most one level: what was read, and what may be made of it, is not a place again.
    depth_.fill(1);
  }

  void add_rare() {
    Ports ports;
    const int to = below(8);
    switch (below(6)) {
      case 0: {
        const std::string at = operand(1, true, ports);
        const int mask = 1 + below(3);
        text_ += fmt::format("sincos r{}{}, {}, c8, c9\n", to, mask_text(mask), at);
        written_.at(static_cast<std::size_t>(to)) &= 8;
        arithmetic_ += 8;
        return write_to(to, mask);
      }
      case 1: {
        const std::string first = operand(3, false, ports);
        const std::string second = operand(3, false, ports);
        const std::string third = operand(1, true, ports);
        const int mask = some_mask();
        text_ +=
            fmt::format("dp2add r{}{}, {}, {}, {}\n", to, mask_text(mask), first, second, third);
        arithmetic_ += 2;
        return write_to(to, mask);
      }
      case 2: {
        const int mask = 1 + below(7);
        const std::string first = operand(7, false, ports);
        const std::string second = operand(7, false, ports);
        const std::string own = fmt::format("r{}", to);
        if (first.find(own) != std::string::npos || second.find(own) != std::string::npos) return;
        text_ += fmt::format("crs {}{}, {}, {}\n", own, mask_text(mask), first, second);
        arithmetic_ += 2;
        return write_to(to, mask);
      }
      case 3: {
        const std::string from = operand(15, false, ports);
        const std::string own = fmt::format("r{}", to);
        if (from.find(own) != std::string::npos) return;
        text_ += fmt::format("nrm {}, {}\n", own, from);
        arithmetic_ += 3;
        return write_to(to, 15);
      }
      case 4: {
        const char* op = one_of({"m3x2", "m3x3", "m4x3", "m4x4", "m3x4"});
        const int rows = op[3] - '0';
        const std::string from = operand(15, false, ports);
        const std::string own = fmt::format("r{}", to);
        if (from.find(own) != std::string::npos || from.find('c') != std::string::npos) return;
        text_ += fmt::format("{} {}{}, {}, c10\n", op, own, mask_text((1 << rows) - 1), from);
        arithmetic_ += rows;
        return write_to(to, (1 << rows) - 1);
      }
      default:
        if (++kills_ <= 1 && chance(30)) {
          text_ += fmt::format(
              "texkill t{}\n",
              coordinates_[static_cast<std::size_t>(below(static_cast<int>(coordinates_.size())))]);
        }
    }
  }

  void add_outputs() {
    std::vector<int> whole;
    for (int r = 0; r < 8; ++r) {
      if (written_.at(static_cast<std::size_t>(r)) == 15) whole.push_back(r);
    }
    if (whole.empty()) {
      text_ += fmt::format("mov r0, t{}\n", coordinates_[0]);
      whole.push_back(0);
    }
    // All that was made reaches the picture, so that little of the program is dead.
    text_ += fmt::format("mov r8, r{}\n", whole[0]);
    for (int r = 0; r < 8; ++r) {
      const int mask = written_.at(static_cast<std::size_t>(r));
      if (mask == 0 || r == whole[0] || chance(20)) continue;
      text_ += fmt::format("{} r8{}, r8, r{}\n", one_of({"add", "sub", "max", "mul"}),
                           mask_text(mask), r);
    }
    whole[0] = 8;
    const int targets = chance(80) ? 1 : 1 + below(4);
    for (int i = 0; i < targets; ++i) {
      const std::size_t at =
          i == 0 ? 0 : static_cast<std::size_t>(below(static_cast<int>(whole.size())));
      text_ += fmt::format("mov oC{}, r{}\n", i, whole[at]);
    }
    if (chance(15)) text_ += fmt::format("mov oDepth, r{}.{}\n", whole[0], "xyzw"[below(4)]);
  }

  const std::vector<int>& coordinates_;
  std::array<int, 8> depth_{};
  int arithmetic_ = 0;
  int textures_ = 0;
  int kills_ = 0;
};

class VertexComposer : Composer {
 public:
  explicit VertexComposer(std::mt19937_64& random) : Composer(random) {}

  std::vector<int> coordinates;  // that are written

  std::string write() {
    second_ = chance(50);
    text_ = second_ ? "vs_2_0\n" : "vs_1_1\n";
    text_ += "dcl_position v0\ndcl_texcoord v1\ndcl_texcoord1 v2\ndcl_normal v3\n";
    text_ += "def c20, 0.5, 2, -1, 0\n";
    text_ += "mov r0, v1\nmov r1, v2\n";
    written_[0] = written_[1] = 15;
    const int count = below(8);
    for (int i = 0; i < count; ++i) add_line();
    text_ += one_of({"mov oPos, v0\n", "m4x4 oPos, v0, c0\n", "mad oPos, v0, c4.x, r0\n"});
    text_ += one_of({"mov oD0, v2\nmov oD1, v1\n", "mul oD0, v2, c5\nmov oD1, r1\n"});
    if (chance(15)) text_ += "mov oFog, r0.x\n";
    if (chance(10)) text_ += "mov oPts, r1.y\n";
    const int outputs = 1 + below(5);
    int output = 0;
    for (int i = 0; i < outputs; ++i, ++output) {
      if (second_ && output < 6 && chance(15)) ++output;  // vs_2_0 may leave gaps
      if (output < 8) add_output(output);
    }
    return text_;
  }

 private:
  std::string source() {
    const char* sign = chance(15) ? "-" : "";
    const std::string name = fmt::format("r{}", below(2));
    std::string swizzle = chance(60) ? "" : ".";
    for (int i = 0; i < 4 && !swizzle.empty(); ++i) swizzle += "xyzw"[below(4)];
    return sign + name + swizzle;
  }
  std::string input() { return fmt::format("v{}", 1 + below(3)); }

  void add_line() {
    const int r = below(2);
    const std::string first = source();
    const std::string second = source();
    const int kind = below(second_ ? 20 : 15);
    const std::string to = fmt::format("r{}", r);
    const std::array<std::string, 20> lines{
        fmt::format("add {}, {}, {}", to, first, input()),
        fmt::format("mad {}, {}, c{}, {}", to, first, below(8), second),
        fmt::format("mul {}.xz, {}, {}", to, first, second),
        fmt::format("slt {}.yw, {}, {}", to, first, second),
        fmt::format("sge {}.x, {}, c20.x", to, first),
        fmt::format("min {}, {}, {}", to, first, second),
        fmt::format("max {}.zw, {}, v3", to, first),
        fmt::format("lit r2, {}\nadd {}, {}, r2", first, to, second),
        fmt::format("dst {}, {}, {}", to, first, second),
        fmt::format("expp {}, v1.x", to),
        fmt::format("logp {}.yz, v2.y", to),
        fmt::format("m3x3 r3.xyz, v3, c8\nmov {}.xyz, r3", to),
        fmt::format("frc {}.xy, {}", to, first),
        fmt::format("{} a0.x, c20.w\nmov {}, c[a0.x + 6]", second_ ? "mova" : "mov", to),
        fmt::format("rcp {}.w, c{}.y", to, below(8)),
        fmt::format("lrp {}, v1.x, {}, c3", to, first),
        fmt::format("nrm r4, v3\nadd {}, {}, r4", to, first),
        fmt::format("abs {}, {}", to, first),
        fmt::format("crs r5.xyz, v3, r1\nmov {}.xyz, r5", to),
        fmt::format("pow {}.x, c1.x, c1.y", to)};
    text_ += lines.at(static_cast<std::size_t>(kind)) + "\n";
  }

  void add_output(int i) {
    const std::string output = fmt::format("oT{}", i);
    const std::string from = source();
    const std::array<std::string, 7> ways{
        fmt::format("mov {}, {}", output, from),
        fmt::format("mov {}, {}", output, input()),
        fmt::format("mad {}, v1, c6, {}", output, from),
        fmt::format("mov {}, c7.yyxx", output),
        fmt::format("mov {0}.xy, v1\nmov {0}.zw, {1}", output, from),
        fmt::format("dp4 {0}.x, v1, c10\ndp4 {0}.y, v1, c11\nmov {0}.zw, c20.xxyw", output),
        fmt::format("mov {}, v2\nadd r0, r0, c8", output)};
    text_ += ways.at(static_cast<std::size_t>(below(7))) + "\n";
    coordinates.push_back(i);
  }

  bool second_ = false;
};

}  // namespace

ComposedPair composed_pair(std::mt19937_64& random, int lines) {
  VertexComposer vertex(random);
  ComposedPair out;
  out.vertex = vertex.write();
  out.fragment = FragmentComposer(random, vertex.coordinates).write(lines);
  return out;
}

}  // namespace plumb::shader

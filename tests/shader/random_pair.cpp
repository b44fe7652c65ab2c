// tests/shader/random_pair.cpp - makes programs line by line, as text.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/shader/random_pair.h"

#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "plumb/shader/language/print.h"
#include "plumb/shader/language/read.h"
#include "plumb/shader/language/rules.h"

namespace plumb::shader {
namespace {

// Every draw is a statement of its own: the order in which arguments of a call are evaluated
// differs between compilers, and the same seed must give the same programs everywhere.
class Writer {
 public:
  explicit Writer(std::mt19937_64& random) : random_(random) {}

  int below(int count) { return static_cast<int>(random_() % static_cast<std::uint64_t>(count)); }
  bool chance(int percent) { return below(100) < percent; }
  char letter() { return "xyzw"[below(4)]; }
  template <std::size_t n>
  const char* one_of(const std::array<const char*, n>& words) {
    return words[static_cast<std::size_t>(below(static_cast<int>(n)))];
  }

 private:
  std::mt19937_64& random_;
};

// A fragment program: temporaries r0 to r5 whose components are known to be written.
class FragmentWriter : Writer {
 public:
  FragmentWriter(std::mt19937_64& random, int coordinates)
      : Writer(random), coordinates_(coordinates) {}

  std::string write() {
    text_ = "ps_2_0\ndef c30, 0.5, -0.25, 2, 1\ndef c31, 0, 0.125, 3, -1\n";
    for (int i = 0; i < coordinates_; ++i) text_ += fmt::format("dcl t{}\n", i);
    text_ += "dcl v0\ndcl_2d s0\ndcl_2d s1\n";
    const int count = 5 + below(30);
    for (int i = 0; i < count; ++i) add_line();
    const std::string last = whole_register();
    text_ += fmt::format("mov oC0, {}\n", last);
    return text_;
  }

 private:
  // A register of which `needed` is written; t# while `coordinate` allows.
  std::string operand(int needed, bool& coordinate, int& constants) {
    for (int tries = 0; tries < 20; ++tries) {
      const std::string sign = chance(20) ? "-" : "";
      switch (below(4)) {
        case 0: {
          const int r = below(6);
          if ((written_.at(static_cast<std::size_t>(r)) & needed) == needed) {
            return fmt::format("{}r{}", sign, r);
          }
          break;
        }
        case 1:
          if (!coordinate && coordinates_ > 0) {
            coordinate = true;
            return fmt::format("{}t{}", sign, below(coordinates_));
          }
          break;
        default:
          if (constants < 2) {
            ++constants;
            last_ = fmt::format("c{}", chance(30) ? 30 + below(2) : below(6));
            return fmt::format("{}{}.{}", sign, last_, letter());
          }
          break;
      }
    }
    return last_ + ".x";
  }

  std::string scalar(bool& coordinate, int& constants) {
    const int component = below(4);
    std::string text = operand(1 << component, coordinate, constants);
    if (text.find('.') == std::string::npos) text += fmt::format(".{}", "xyzw"[component]);
    return text;
  }

  void add_line() {
    const int r = below(6);
    const int mask = chance(50) ? 1 + below(15) : 15;
    bool coordinate = false;
    int constants = 0;
    const std::string to = fmt::format("r{}{}", r, print_mask(mask));
    const auto source = [&] { return operand(mask, coordinate, constants); };
    const int kind = below(12);
    if (kind < 5) {
      constexpr std::array<const char*, 6> two{"add", "sub", "mul", "add", "min", "max"};
      const char* op = one_of(two);
      const std::string first = source();
      const std::string second = source();
      text_ += fmt::format("{} {}, {}, {}\n", op, to, first, second);
    } else if (kind < 7) {
      const std::string first = source();
      const std::string second = source();
      const std::string third = source();
      text_ += fmt::format("mad {}, {}, {}, {}\n", to, first, second, third);
    } else if (kind < 9) {
      text_ += fmt::format("mov {}, {}\n", to, source());
    } else if (kind == 9) {
      // Of constants only: near 0 a reciprocal has no bound on its error.
      const char* op = chance(70) ? "rcp" : "exp";
      const int constant = below(6);
      text_ += fmt::format("{} {}, c{}.{}\n", op, to, constant, letter());
    } else if (kind == 10) {
      const std::string first = operand(7, coordinate, constants);
      const std::string second = operand(7, coordinate, constants);
      text_ += fmt::format("dp3 {}, {}, {}\n", to, first, second);
    } else {
      return add_texture(r);
    }
    written_.at(static_cast<std::size_t>(r)) |= mask;
  }

  // Not of another texture's colours: steep textures behind each other make errors grow.
  void add_texture(int r) {
    if (++textures_ > 4) return;
    const int from = below(6);
    const bool temporary = (written_.at(static_cast<std::size_t>(from)) & 3) == 3 && chance(70);
    if (!temporary && coordinates_ == 0) return;
    const std::string at =
        temporary ? fmt::format("r{}", from) : fmt::format("t{}", below(coordinates_));
    text_ += fmt::format("texld r{}, {}, s{}\n", r, at, below(2));
    written_.at(static_cast<std::size_t>(r)) = 15;
  }

  std::string whole_register() {
    for (int r = 0; r < 6; ++r) {
      if (written_.at(static_cast<std::size_t>(r)) == 15) return fmt::format("r{}", r);
    }
    text_ += fmt::format("mov r0, {}\n", coordinates_ > 0 ? "t0" : "c0");
    return "r0";
  }

  std::string text_;
  std::string last_ = "c0";  // the last constant
  int coordinates_;
  int textures_ = 0;
  std::array<int, 6> written_{};
};

// Every instruction of ps_2_0 with every modifier, in any order that the rules allow: a line that
// breaks one is dropped.
class WideFragmentWriter : Writer {
 public:
  WideFragmentWriter(std::mt19937_64& random, int coordinates)
      : Writer(random), coordinates_(coordinates) {}

  std::string write() {
    text_ = "ps_2_0\ndef c30, 0.5, -0.25, 2, 1\ndef c31, 0, 0.125, 3, -1\n";
    for (int i = 0; i < coordinates_; ++i) text_ += fmt::format("dcl t{}\n", i);
    text_ += "dcl v0\ndcl_2d s0\ndcl_cube s1\nmov r0, t0\nmov r1, c2\n";
    const int count = 5 + below(20);
    for (int i = 0; i < count; ++i) {
      const std::string line = some_line();
      if (keeps_rules(text_ + line + "mov oC0, r0\n")) text_ += line;
    }
    text_ += "mov oC0, r0\n";
    if (chance(15) && keeps_rules(text_ + "mov oC1, r1\n")) text_ += "mov oC1, r1\n";
    const std::string depth = fmt::format("mov oDepth, r1.{}\n", letter());
    if (chance(15) && keeps_rules(text_ + depth)) text_ += depth;
    return text_;
  }

 private:
  static bool keeps_rules(const std::string& text) {
    return broken_rules(parse_shader(text, "random.ps")).empty();
  }

  std::string operand(bool scalar) {
    const char* sign = chance(20) ? "-" : "";
    std::string name;
    const int kind = below(8);
    if (kind < 4) {
      name = fmt::format("r{}", below(5));
    } else if (kind == 4) {
      name = fmt::format("t{}", below(coordinates_));
    } else if (kind < 7) {
      name = fmt::format("c{}", chance(30) ? 30 + below(2) : below(6));
    } else {
      name = "v0";
    }
    if (scalar || chance(25)) return fmt::format("{}{}.{}", sign, name, letter());
    constexpr std::array<const char*, 4> swizzles{"", ".wzyx", ".yzxw", ".zxyw"};
    return fmt::format("{}{}{}", sign, name, chance(70) ? "" : one_of(swizzles));
  }

  // A mask that the instruction may have.
  int some_mask(Opcode op) {
    const OpcodeInfo& info = info_of(op);
    if (info.shape == Shape::matrix) return (1 << info.rows) - 1;
    if (info.shape == Shape::texture) return 15;
    if (op == Opcode::crs) return 1 + below(7);
    if (op == Opcode::nrm) return 7 + 8 * below(2);
    if (op == Opcode::sincos) return 1 + below(3);
    return chance(50) ? 1 + below(15) : 15;
  }

  std::string some_source(Opcode op, int which) {
    const Shape shape = info_of(op).shape;
    if (shape == Shape::texture && which == 1) return fmt::format("s{}", below(2));
    if (op == Opcode::sincos && which > 0) return fmt::format("c{}", which);
    if (shape == Shape::texture || op == Opcode::texkill) {
      return chance(50) ? fmt::format("r{}", below(5)) : fmt::format("t{}", below(coordinates_));
    }
    return operand(shape == Shape::scalar || op == Opcode::sincos ||
                   (op == Opcode::dp2add && which == 2));
  }

  std::string some_line() {
    constexpr std::array<const char*, 34> names{
        "mov",   "add",    "sub",    "mul",     "mad", "dp3",  "dp4",  "min",    "max",
        "rcp",   "rsq",    "exp",    "log",     "frc", "m3x2", "m3x3", "m3x4",   "m4x3",
        "m4x4",  "abs",    "crs",    "lrp",     "nrm", "pow",  "cmp",  "dp2add", "sincos",
        "texld", "texldb", "texldp", "texkill", "add", "mad",  "nop"};
    const Opcode op = opcode_from_name(one_of(names)).value();
    std::string line(info_of(op).name);
    if (chance(15)) line += "_sat";
    const char* separator = " ";
    if (writes({.op = op})) {
      const int r = below(5);
      line += fmt::format(" r{}{}", r, print_mask(some_mask(op)));
      separator = ", ";
    }
    for (int i = 0; i < info_of(op).sources; ++i) {
      line += separator + some_source(op, i);
      separator = ", ";
    }
    return line + "\n";
  }

  std::string text_;
  int coordinates_;
};

std::string vertex_text(Writer& writer, int coordinates) {
  std::string text = "vs_1_1\ndcl_position v0\ndcl_texcoord v1\ndcl_texcoord1 v2\n";
  text += writer.chance(50) ? "mov oPos, v0\n" : "m4x4 oPos, v0, c0\n";
  text += "mov oD0, v2\nmov r0, v1\nmad r1, v2, c5.x, r0\n";
  for (int i = 0; i < coordinates; ++i) {
    constexpr std::array<const char*, 6> ways{"mov oT{0}, v1",         "mov oT{0}, v2.wzyx",
                                              "mad oT{0}, v1, c6, v1", "mov oT{0}, c7",
                                              "mul oT{0}, v1, v1.x",   "mov oT{0}, r1"};
    text += fmt::format(fmt::runtime(writer.one_of(ways)), i) + "\n";
    if (writer.chance(20)) text += "add r1, r1, c8\n";
  }
  return text;
}

// Lines of both vertex profiles before the outputs are written; one that breaks a rule is dropped.
std::string wide_vertex_text(Writer& writer, int coordinates) {
  const bool second = writer.chance(40);
  const std::string index = second ? "mova a0.x, c6.y\n" : "mov a0.x, c6.y\n";
  std::string text = fmt::format(
      "{}\ndef c9, 0.5, 2, -1, 0\ndcl_position v0\ndcl_texcoord v1\ndcl_texcoord1 v2\n"
      "mov oPos, v0\nmov oD0, v2\nmov r0, v1\nmad r1, v2, c5.x, r0\n",
      second ? "vs_2_0" : "vs_1_1");
  const std::array<std::string, 16> lines{"lit r1, r0\n",
                                          "dst r0, v1, r1\n",
                                          "expp r1.xy, v1.x\n",
                                          "logp r1, v2.w\n",
                                          "sge r0.yz, v1, r1\n",
                                          "slt r1.xw, r0, c9.x\n",
                                          "m3x3 r2.xyz, v1, c1\nmov r0.xyz, r2\n",
                                          "frc r1.xy, v2\n",
                                          index + "mov r0, c[a0.x + 2]\n",
                                          "dp4 r1.w, v1, r0\n",
                                          "max r0, -r1, v2.wzyx\n",
                                          "add r1, r1, c8\n",
                                          "lrp r0, v1.x, r1, r0\n",
                                          "nrm r2, v1\nadd r1, r2, r1\n",
                                          "abs r1, r0.zwxy\n",
                                          "mul r0, r0, c9.yxzz\n"};
  const int count = writer.below(6);
  for (int i = 0; i < count; ++i) {
    const std::string& line = lines.at(static_cast<std::size_t>(writer.below(16)));
    if (broken_rules(parse_shader(text + line, "random.vs")).empty()) text += line;
  }
  for (int i = 0; i < coordinates; ++i) {
    constexpr std::array<const char*, 6> ways{
        "mov oT{0}, r0",      "mov oT{0}, -r1.wzyx", "mad oT{0}, v1, c6, r1",
        "mov oT{0}, c7.yyxx", "mul oT{0}, r0, r1.x", "mov oT{0}.xy, r1\nmov oT{0}.zw, c9.y"};
    text += fmt::format(fmt::runtime(writer.one_of(ways)), i) + "\n";
  }
  return text;
}

}  // namespace

Pair random_pair(std::mt19937_64& random) {
  Writer writer(random);
  const int coordinates = 1 + writer.below(4);
  const std::string vertex = vertex_text(writer, coordinates);
  const std::string fragment = FragmentWriter(random, coordinates).write();
  return {read_shader(vertex, "random.vs"), read_shader(fragment, "random.ps")};
}

Pair random_wide_pair(std::mt19937_64& random) {
  Writer writer(random);
  const int coordinates = 1 + writer.below(4);
  const std::string vertex = wide_vertex_text(writer, coordinates);
  const std::string fragment = WideFragmentWriter(random, coordinates).write();
  return {read_shader(vertex, "random.vs"), read_shader(fragment, "random.ps")};
}

Pair random_filter(std::mt19937_64& random) {
  Writer writer(random);
  std::string text =
      "ps_2_0\ndef c30, 1, 2, 3, 0\ndcl t0.xy\ndcl_2d s0\nrcp r9.x, c3.x\nmov r9.y, -r9.x\n"
      "add r9.z, r9.x, r9.x\nmov r9.w, c30.w\nmov r0, c30.w\n";
  const int taps = 1 + writer.below(10);
  for (int i = 0; i < taps; ++i) {
    const int r = 1 + writer.below(6);
    constexpr std::array<const char*, 6> ways{
        "add r{0}.x, t0.x, r9.{1}\nadd r{0}.y, t0.y, r9.{2}\n",
        "mov r{0}.x, r9.{1}\nmov r{0}.y, r9.{2}\nadd r{0}.xy, r{0}, t0\n",
        "mad r{0}.x, r9.{1}, c30.y, t0.x\nsub r{0}.y, t0.y, r9.{2}\n",
        "mad r{0}.xy, r9.{1}, c30.z, t0\n",
        "mul r{0}.xy, t0, c30.x\nadd r{0}.xy, r{0}, r9.{2}\n",
        "mov r{0}.xy, t0\n"};
    const char* way = writer.one_of(ways);
    const char first = writer.letter();
    const char second = writer.letter();
    text += fmt::format(fmt::runtime(way), r, first, second);
    const int weight = 4 + writer.below(4);
    text += fmt::format("texld r8, r{}, s0\nmad r0, r8, c{}.{}, r0\n", r, weight, writer.letter());
  }
  text += "mov oC0, r0\n";
  return {read_shader("vs_1_1\ndcl_position v0\ndcl_texcoord v1\nmov oPos, v0\nmov oT0.xy, v1\n",
                      "filter.vs"),
          read_shader(text, "filter.ps")};
}

}  // namespace plumb::shader

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

}  // namespace

Pair random_pair(std::mt19937_64& random) {
  Writer writer(random);
  const int coordinates = 1 + writer.below(4);
  const std::string vertex = vertex_text(writer, coordinates);
  const std::string fragment = FragmentWriter(random, coordinates).write();
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

// tests/trace/ptx_lines.h - PTX of stamps carried out instruction by instruction, as its text
// stands.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace plumb::trace {

// "mad.lo.u32 %a, %b, 3, %c;" as its opcode and operands.
inline std::vector<std::string> words_of(std::string line) {
  for (char& c : line) c = c == ',' || c == ';' ? ' ' : c;
  std::istringstream text(line);
  std::vector<std::string> words;
  for (std::string word; text >> word;) words.push_back(word);
  return words;
}

class PtxLines {
 public:
  explicit PtxLines(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) lines_.push_back(words_of(line));
  }

  void run() {
    for (const std::vector<std::string>& words : lines_) execute(words);
  }
  std::map<std::string, std::uint32_t> registers;

 private:
  std::uint32_t value(const std::string& operand) const {
    if (operand.starts_with('%')) return registers.at(operand);
    return static_cast<std::uint32_t>(std::stoul(operand, nullptr, 0));
  }
  void execute(const std::vector<std::string>& words) {
    const std::string& opcode = words.at(0);
    const auto in = [&](std::size_t i) { return value(words.at(i + 1)); };
    std::uint32_t& out = registers[words.at(1)];
    if (opcode == "mad.lo.u32") {
      out = in(1) * in(2) + in(3);
    } else if (opcode == "selp.u32") {
      out = in(3) != 0 ? in(1) : in(2);
    } else if (opcode == "mov.u32") {
      out = in(1);
    } else {
      out = of_two(opcode, in(1), in(2));
    }
  }
  static std::uint32_t of_two(const std::string& opcode, std::uint32_t a, std::uint32_t b) {
    if (opcode == "mul.lo.u32") return a * b;
    if (opcode == "mul.hi.u32") return static_cast<std::uint32_t>(std::uint64_t{a} * b >> 32U);
    if (opcode == "div.u32") return a / b;
    if (opcode == "max.u32") return std::max(a, b);
    if (opcode == "min.u32") return std::min(a, b);
    if (opcode == "shr.u32") return a >> b;
    if (opcode == "xor.b32") return a ^ b;
    if (opcode == "add.u32") return a + b;
    if (opcode == "setp.lt.u32") return a < b ? 1 : 0;
    if (opcode == "setp.eq.u32") return a == b ? 1 : 0;
    throw std::logic_error("these tests do not know " + opcode);
  }

  std::vector<std::vector<std::string>> lines_;
};

}  // namespace plumb::trace

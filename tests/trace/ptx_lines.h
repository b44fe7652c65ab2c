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

  // Up to a branch that is taken: true.
  bool run() {
    for (const std::vector<std::string>& words : lines_) {
      if (words.empty() || words[0] == "{" || words[0] == "}" || words[0] == ".reg") continue;
      if (!words[0].starts_with('@')) {
        execute(words);
      } else if (value(words[0].substr(1)) != 0) {
        return true;
      }
    }
    return false;
  }
  std::map<std::string, std::uint32_t> registers;  // and words of memory: "[name+8]"

 private:
  std::uint32_t value(const std::string& operand) const {
    if (operand.starts_with('%') || operand.starts_with('[')) return registers.at(operand);
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
    } else if (opcode.back() == '4' || opcode.back() == 'd') {
      out = of_window(opcode, in(1), words);
    } else if (opcode == "activemask.b32") {
      out = 1;  // one lane
    } else {
      out = of_two(opcode, in(1), in(2));
    }
  }
  // What windows of time need besides, of one lane.
  std::uint32_t of_window(const std::string& opcode, std::uint32_t a,
                          const std::vector<std::string>& words) const {
    const auto in = [&](std::size_t i) { return value(words.at(i + 1)); };
    if (opcode == "setp.lt.u64") return a < in(2) ? 1 : 0;
    if (opcode == "setp.lt.and.u64") return a < in(2) && in(3) != 0 ? 1 : 0;
    if (opcode == "setp.ge.or.u64") return a >= in(2) || in(3) != 0 ? 1 : 0;
    if (opcode == "mov.u64" || opcode == "ld.const.u64" || opcode == "vote.sync.any.pred") return a;
    throw std::logic_error("these tests do not know " + opcode);
  }
  static std::uint32_t of_two(const std::string& opcode, std::uint32_t a, std::uint32_t b) {
    if (opcode == "mul.lo.u32") return a * b;
    if (opcode == "mul.hi.u32") return static_cast<std::uint32_t>(std::uint64_t{a} * b >> 32U);
    if (opcode == "div.u32") return a / b;
    if (opcode == "max.u32") return std::max(a, b);
    if (opcode == "min.u32") return std::min(a, b);
    if (opcode == "shr.u32") return a >> b;
    if (opcode == "xor.b32") return a ^ b;
    if (opcode == "and.b32") return a & b;
    if (opcode == "add.u32") return a + b;
    if (opcode == "setp.lt.u32") return a < b ? 1 : 0;
    if (opcode == "setp.eq.u32") return a == b ? 1 : 0;
    throw std::logic_error("these tests do not know " + opcode);
  }

  std::vector<std::vector<std::string>> lines_;
};

}  // namespace plumb::trace

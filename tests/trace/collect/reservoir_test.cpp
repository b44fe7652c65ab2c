// tests/trace/collect/reservoir_test.cpp - the slots that records draw stand for the whole run.
//
// The instructions that a stamp carries are executed here, one by one, as their PTX stands.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "plumb/trace/stamp/stage_text.h"

namespace plumb::trace {
namespace {

// "mad.lo.u32 %a, %b, 3, %c;" as its opcode and operands.
std::vector<std::string> words_of(std::string line) {
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
    } else if (opcode == "mul.lo.u32") {
      out = in(1) * in(2);
    } else if (opcode == "mul.hi.u32") {
      out = static_cast<std::uint32_t>(std::uint64_t{in(1)} * in(2) >> 32U);
    } else if (opcode == "shr.u32") {
      out = in(1) >> in(2);
    } else if (opcode == "xor.b32") {
      out = in(1) ^ in(2);
    } else if (opcode == "add.u32") {
      out = in(1) + in(2);
    } else if (opcode == "setp.lt.u32") {
      out = in(1) < in(2) ? 1 : 0;
    } else if (opcode == "selp.u32") {
      out = in(3) != 0 ? in(1) : in(2);
    } else {
      throw std::logic_error("this test does not know " + opcode);
    }
  }

  std::vector<std::vector<std::string>> lines_;
};

constexpr std::uint32_t slot_count = 64;
constexpr std::uint32_t record_count = 6400;

// The numbers of the records that are in the slots of a place in the end.
std::vector<std::uint32_t> kept_records(std::uint32_t place) {
  PtxLines draw(slot_drawn({.slots = slot_count}, "%s"));
  std::vector<std::uint32_t> kept(slot_count);
  for (std::uint32_t number = 0; number < record_count; ++number) {
    draw.registers["%s"] = number;
    draw.registers["%plumb_place"] = place;
    draw.run();
    const std::uint32_t slot = draw.registers["%s"];
    if (slot < slot_count) kept[slot] = number;
  }
  return kept;
}

TEST(Reservoir, keeps_everything_while_there_are_slots) {
  PtxLines draw(slot_drawn({.slots = slot_count}, "%s"));
  for (std::uint32_t number = 0; number < slot_count; ++number) {
    draw.registers["%s"] = number;
    draw.registers["%plumb_place"] = 12345;
    draw.run();
    EXPECT_EQ(draw.registers["%s"], number);
  }
}

TEST(Reservoir, keeps_records_of_all_times_alike) {
  constexpr std::uint32_t places = 60;
  std::vector<double> tenths(10);
  for (std::uint32_t place = 0; place < places; ++place) {
    for (const std::uint32_t number : kept_records(place))
      tenths.at(number / (record_count / 10)) += 1;
  }

  // 60 * 64 records in ten parts: five standard deviations of a binomial count.
  const double expected = places * slot_count / 10.0;
  for (const double count : tenths) EXPECT_NEAR(count, expected, 5 * std::sqrt(expected * 0.9));
}

TEST(Reservoir, is_nothing_where_only_the_first_records_are_kept) {
  EXPECT_EQ(slot_drawn({.slots = slot_count, .first_only = true}, "%s"), "");
}

}  // namespace
}  // namespace plumb::trace

// plumb/trace/certify/line_table.h - the line numbers of machine code, from its .debug_line
// section.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace plumb::trace {

// From `address` on, up to the next row; `end` closes a sequence.
struct LineRow {
  std::uint64_t address = 0;
  std::string_view file;
  std::uint32_t line = 0;
  bool end = false;
};

// One sequence of rows; `place` is the offset of its start address within the section, by which a
// relocation says which function it belongs to.
struct LineSequence {
  std::uint64_t place = 0;
  std::vector<LineRow> rows;
};

// DWARF 2 to 4 as NVIDIA's assembler writes it; an input error on anything else.
std::vector<LineSequence> read_line_table(std::span<const std::byte> section);

}  // namespace plumb::trace

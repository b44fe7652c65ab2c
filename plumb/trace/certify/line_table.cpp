// plumb/trace/certify/line_table.cpp - running the line number programs of DWARF.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/certify/line_table.h"

#include <fmt/format.h>

#include "plumb/trace/certify/bytes.h"

namespace plumb::trace {
namespace {

class LineProgram {
 public:
  LineProgram(std::span<const std::byte> section, std::vector<LineSequence>& sequences)
      : bytes_(section), sequences_(&sequences) {}

  // Reads the unit at `start`; returns where the next one begins.
  std::uint64_t read(std::uint64_t start) {
    at_ = start;
    const std::uint64_t end = start + 4 + take<std::uint32_t>();
    const auto version = take<std::uint16_t>();
    if (version < 2 || version > 4)
      throw Error(ErrorKind::input, fmt::format(".debug_line of DWARF {} is not known", version));
    const std::uint64_t program = take<std::uint32_t>() + at_;
    step_ = take<std::uint8_t>();
    if (version == 4) take<std::uint8_t>();
    take<std::uint8_t>();                                                         // is_stmt
    line_base_ = static_cast<std::int64_t>(take<std::uint8_t>() ^ 0x80U) - 0x80;  // signed
    line_range_ = take<std::uint8_t>();
    opcode_base_ = take<std::uint8_t>();
    if (line_range_ == 0 || opcode_base_ == 0)
      throw Error(ErrorKind::input, ".debug_line has an empty range of lines");
    lengths_.assign(opcode_base_, 0);
    for (unsigned i = 1; i < opcode_base_; ++i) lengths_[i] = take<std::uint8_t>();
    read_files();
    at_ = program;
    start_sequence();
    while (at_ < end) step();
    return end;
  }

 private:
  template <class Value>
  Value take() {
    const auto value = bytes_.at<Value>(at_);
    at_ += sizeof(Value);
    return value;
  }
  std::uint64_t take_number() {  // LEB128
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const auto byte = take<std::uint8_t>();
      if (shift < 64) value |= std::uint64_t{byte & 0x7fU} << shift;
      if ((byte & 0x80U) == 0) return value;
    }
  }
  std::int64_t take_signed() {
    std::uint64_t value = 0;
    unsigned shift = 0;
    while (true) {
      const auto byte = take<std::uint8_t>();
      if (shift < 64) value |= std::uint64_t{byte & 0x7fU} << shift;
      shift += 7;
      if ((byte & 0x80U) != 0) continue;
      if (shift < 64 && (byte & 0x40U) != 0) value |= ~std::uint64_t{0} << shift;
      return static_cast<std::int64_t>(value);
    }
  }
  std::string_view take_text() {
    const std::string_view text = bytes_.text(at_);
    at_ += text.size() + 1;
    return text;
  }

  void read_files() {
    while (!take_text().empty()) continue;  // folders
    files_.assign(1, {});
    for (std::string_view name = take_text(); !name.empty(); name = take_text()) {
      files_.push_back(name);
      for (int i = 0; i < 3; ++i) take_number();  // folder, time, size
    }
  }

  void start_sequence() {
    sequence_ = {};
    row_ = {};
    row_.line = 1;
    file_ = 1;
  }
  void emit(bool end) {
    row_.file = file_ < files_.size() ? files_[file_] : std::string_view();
    row_.end = end;
    sequence_.rows.push_back(row_);
  }
  void move_line(std::int64_t by) {
    row_.line = static_cast<std::uint32_t>(static_cast<std::int64_t>(row_.line) + by);
  }

  void step() {
    const unsigned opcode = take<std::uint8_t>();
    if (opcode >= opcode_base_) {
      const unsigned special = opcode - opcode_base_;
      row_.address += std::uint64_t{special / line_range_} * step_;
      move_line(line_base_ + static_cast<std::int64_t>(special % line_range_));
      return emit(false);
    }
    switch (opcode) {
      case 0:
        return extended();
      case 1:
        return emit(false);
      case 2:
        row_.address += take_number() * step_;
        return;
      case 3:
        return move_line(take_signed());
      case 4:
        file_ = take_number();
        return;
      case 8:
        row_.address += std::uint64_t{(255U - opcode_base_) / line_range_} * step_;
        return;
      case 9:
        row_.address += take<std::uint16_t>();
        return;
      default:  // columns, blocks and what a later standard added: operands are skipped
        for (unsigned i = 0; i < lengths_[opcode]; ++i) take_number();
    }
  }

  void extended() {
    const std::uint64_t size = take_number();
    const std::uint64_t next = at_ + size;
    if (size == 0) return;
    switch (take<std::uint8_t>()) {
      case 1:  // the end of a sequence
        emit(true);
        sequences_->push_back(std::move(sequence_));
        start_sequence();
        break;
      case 2:  // a start address
        sequence_.place = at_;
        row_.address = take<std::uint64_t>();
        break;
      default:  // NVIDIA's own: what was inlined where
        break;
    }
    at_ = next;
  }

  ByteView bytes_;
  std::vector<LineSequence>* sequences_;
  std::uint64_t at_ = 0;
  std::uint64_t step_ = 1;
  std::int64_t line_base_ = 0;
  unsigned line_range_ = 1;
  unsigned opcode_base_ = 10;
  std::vector<unsigned> lengths_;
  std::vector<std::string_view> files_;
  LineSequence sequence_;
  LineRow row_;
  std::uint64_t file_ = 1;
};

}  // namespace

std::vector<LineSequence> read_line_table(std::span<const std::byte> section) {
  std::vector<LineSequence> sequences;
  LineProgram program(section, sequences);
  for (std::uint64_t at = 0; at < section.size();) at = program.read(at);
  return sequences;
}

}  // namespace plumb::trace

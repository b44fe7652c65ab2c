// plumb/trace/certify/cubin.cpp - reading the ELF file of a cubin.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/certify/cubin.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/trace/certify/bytes.h"
#include "plumb/trace/certify/line_table.h"
#include "plumb/trace/stamp_table.h"

namespace plumb::trace {
namespace {

constexpr std::uint16_t cuda_machine = 190;
constexpr std::uint32_t without_bytes = 8;  // SHT_NOBITS
constexpr std::uint32_t relocations = 9;    // SHT_REL
constexpr std::uint32_t with_addends = 4;   // SHT_RELA
constexpr std::uint64_t symbol_bytes = 24;
constexpr unsigned instruction_bytes = 16;

struct Section {
  std::string_view name;
  std::uint32_t type = 0;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  std::uint32_t info = 0;
};

struct Symbol {
  std::string_view name;
  std::uint16_t section = 0;
  std::uint64_t value = 0;
  std::uint64_t size = 0;
};

// .nv.info: a form, a number, a size or a value; those of form 4 have bytes behind them.
template <class Use>
void for_each_attribute(std::span<const std::byte> info, Use use) {
  constexpr unsigned sized = 4;
  const ByteView list(info);
  for (std::uint64_t at = 0; at + 4 <= list.size();) {
    const auto form = list.at<std::uint8_t>(at);
    const std::uint64_t size = form == sized ? list.at<std::uint16_t>(at + 2) : 0;
    if (size > 0) use(unsigned{list.at<std::uint8_t>(at + 1)}, list.part(at + 4, size));
    at += 4 + size;
  }
}

class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  Cubin read() {
    read_header();
    read_sections();
    read_symbols();
    for (std::size_t i = 0; i < sections_.size(); ++i) add_function(i);
    read_attributes();
    read_lines();
    read_tables();
    return std::move(cubin_);
  }

 private:
  void read_header() {
    if (bytes_.size() < 64 ||
        bytes_.text(0).substr(0, 4) !=
            "\x7f"
            "ELF" ||
        bytes_.at<std::uint16_t>(18) != cuda_machine || bytes_.at<std::uint8_t>(4) != 2)
      throw Error(ErrorKind::input, "it is not a cubin (an ELF file of machine 190)");
    // From CUDA 13 on the architecture moved one byte up.
    const auto flags = bytes_.at<std::uint32_t>(48);
    const bool moved = bytes_.at<std::uint8_t>(8) >= 8;
    cubin_.architecture = (moved ? flags >> 8U : flags) & 0xffU;
    if (cubin_.architecture < 70) {
      throw Error(ErrorKind::input,
                  fmt::format("it is for sm_{}; machine code before sm_70 is not known",
                              cubin_.architecture));
    }
  }

  void read_sections() {
    const auto table = bytes_.at<std::uint64_t>(40);
    const auto entry = bytes_.at<std::uint16_t>(58);
    const auto count = bytes_.at<std::uint16_t>(60);
    const auto names = bytes_.at<std::uint16_t>(62);
    const auto header = [&](std::uint64_t i) { return table + i * entry; };
    const auto text = bytes_.at<std::uint64_t>(header(names) + 24);
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t at = header(i);
      sections_.push_back({.name = bytes_.text(text + bytes_.at<std::uint32_t>(at)),
                           .type = bytes_.at<std::uint32_t>(at + 4),
                           .offset = bytes_.at<std::uint64_t>(at + 24),
                           .size = bytes_.at<std::uint64_t>(at + 32),
                           .info = bytes_.at<std::uint32_t>(at + 44)});
      if (sections_.back().name == ".symtab") strings_ = bytes_.at<std::uint32_t>(at + 40);
    }
  }

  [[nodiscard]] const Section* section(std::string_view name) const {
    const auto found = std::ranges::find(sections_, name, &Section::name);
    return found == sections_.end() ? nullptr : &*found;
  }
  [[nodiscard]] std::span<const std::byte> content(const Section& of) const {
    return of.type == without_bytes ? std::span<const std::byte>()
                                    : bytes_.part(of.offset, of.size);
  }

  void read_symbols() {
    const Section* table = section(".symtab");
    if (table == nullptr) return;
    const ByteView symbols(content(*table));
    if (strings_ >= sections_.size()) throw Error(ErrorKind::input, "its symbols have no names");
    const std::uint64_t text = sections_[strings_].offset;
    for (std::uint64_t at = 0; at + symbol_bytes <= symbols.size(); at += symbol_bytes) {
      symbols_.push_back({.name = bytes_.text(text + symbols.at<std::uint32_t>(at)),
                          .section = symbols.at<std::uint16_t>(at + 6),
                          .value = symbols.at<std::uint64_t>(at + 8),
                          .size = symbols.at<std::uint64_t>(at + 16)});
    }
  }

  void add_function(std::size_t index) {
    constexpr std::string_view prefix = ".text.";
    const Section& from = sections_[index];
    if (!from.name.starts_with(prefix)) return;
    if (from.size % instruction_bytes != 0)
      throw Error(ErrorKind::input, fmt::format("'{}' is not a row of instructions", from.name));
    MachineFunction function;
    function.name = from.name.substr(prefix.size());
    function.kernel = section(fmt::format(".nv.constant0.{}", function.name)) != nullptr;
    function.code = content(from);
    function.stamp_lines.assign(from.size / instruction_bytes, 0);
    if (const Section* shared = section(fmt::format(".nv.shared.{}", function.name))) {
      // From sm_90 on it includes what the system keeps for itself in every block.
      constexpr std::uint64_t reserved = 1024;
      const bool more = cubin_.architecture >= 90 && shared->size >= reserved;
      function.shared = {shared->size - (more ? reserved : 0)};
    }
    by_section_[index] = cubin_.functions.size();
    if (const Section* info = section(fmt::format(".nv.info.{}", function.name)))
      read_computed_targets(content(*info), function);
    cubin_.functions.push_back(std::move(function));
  }

  // Of each branch: its offset, a word that is 0, how many targets, their offsets.
  static void read_computed_targets(std::span<const std::byte> info, MachineFunction& function) {
    constexpr unsigned branch_targets = 0x34;
    for_each_attribute(info, [&](unsigned number, std::span<const std::byte> bytes) {
      if (number != branch_targets) return;
      const ByteView list(bytes);
      for (std::uint64_t at = 0; at + 12 <= list.size();) {
        std::vector<std::uint64_t>& targets = function.computed_targets[list.at<std::uint32_t>(at)];
        const auto count = list.at<std::uint32_t>(at + 8);
        at += 12;
        for (std::uint32_t i = 0; i < count; ++i, at += 4)
          targets.push_back(list.at<std::uint32_t>(at));
      }
    });
  }

  [[nodiscard]] MachineFunction* function_of(std::size_t symbol) {
    if (symbol >= symbols_.size()) return nullptr;
    const auto found = by_section_.find(symbols_[symbol].section);
    return found == by_section_.end() ? nullptr : &cubin_.functions[found->second];
  }

  void read_attributes() {
    constexpr unsigned frame_size = 0x11;
    constexpr unsigned register_count = 0x2f;
    const Section* info = section(".nv.info");
    if (info == nullptr) return;
    for_each_attribute(content(*info), [&](unsigned number, std::span<const std::byte> bytes) {
      if (bytes.size() < 8 || (number != frame_size && number != register_count)) return;
      const ByteView view(bytes);  // a symbol, then the value
      const auto value = view.at<std::uint32_t>(4);
      if (MachineFunction* function = function_of(view.at<std::uint32_t>(0))) {
        if (number == frame_size) function->frame = {value};
        if (number == register_count) function->registers = value;
      }
    });
  }

  // The start address of a sequence is 0 until a relocation says whose it is.
  [[nodiscard]] std::map<std::uint64_t, std::size_t> line_symbols() const {
    std::map<std::uint64_t, std::size_t> symbols;
    for (const Section& from : sections_) {
      if (from.name != ".rela.debug_line" && from.name != ".rel.debug_line") continue;
      if (from.type != relocations && from.type != with_addends) continue;
      const ByteView list(content(from));
      const std::uint64_t size = from.type == with_addends ? 24 : 16;
      for (std::uint64_t at = 0; at + size <= list.size(); at += size)
        symbols[list.at<std::uint64_t>(at)] = list.at<std::uint64_t>(at + 8) >> 32U;
    }
    return symbols;
  }

  void read_lines() {
    const Section* lines = section(".debug_line");
    if (lines == nullptr) return;
    cubin_.has_lines = true;
    const std::map<std::uint64_t, std::size_t> symbols = line_symbols();
    for (const LineSequence& sequence : read_line_table(content(*lines))) {
      const auto symbol = symbols.find(sequence.place);
      MachineFunction* function = symbol == symbols.end() ? nullptr : function_of(symbol->second);
      if (function != nullptr) mark(*function, sequence);
    }
  }

  static void mark(MachineFunction& function, const LineSequence& sequence) {
    for (std::size_t i = 0; i + 1 < sequence.rows.size(); ++i) {
      const LineRow& row = sequence.rows[i];
      const std::uint64_t end = std::min<std::uint64_t>(
          sequence.rows[i + 1].address / instruction_bytes, function.stamp_lines.size());
      for (std::uint64_t at = row.address / instruction_bytes; at < end; ++at)
        function.stamp_lines[at] = of_unit(row.file, function) ? row.line : 0;
    }
  }

  // A function is one text's: lines of another one's stamps count for nothing in it.
  static bool of_unit(std::string_view file, MachineFunction& function) {
    if (!file.starts_with(stamps_prefix)) return false;
    file.remove_prefix(stamps_prefix.size());
    if (function.unit.empty()) function.unit = file;
    return function.unit == file;
  }

  void read_tables() {
    for (const Symbol& symbol : symbols_) {
      if (!symbol.name.starts_with(table_prefix) || symbol.section >= sections_.size()) continue;
      const ByteView from(content(sections_[symbol.section]));
      const std::span<const std::byte> text = from.part(symbol.value, symbol.size);
      cubin_.units.push_back({.name = symbol.name.substr(table_prefix.size()),
                              .table = {reinterpret_cast<const char*>(text.data()), text.size()}});
    }
  }

  ByteView bytes_;
  Cubin cubin_;
  std::vector<Section> sections_;
  std::vector<Symbol> symbols_;
  std::uint32_t strings_ = 0;
  std::map<std::size_t, std::size_t> by_section_;
};

}  // namespace

Cubin read_cubin(std::span<const std::byte> bytes, const std::string& name) {
  return during(fmt::format("reading machine code '{}'", name), [&] {
    Cubin cubin = Reader(bytes).read();
    if (cubin.functions.empty()) throw Error(ErrorKind::input, "it has no functions");
    return cubin;
  });
}

}  // namespace plumb::trace

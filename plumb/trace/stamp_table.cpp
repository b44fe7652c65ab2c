// plumb/trace/stamp_table.cpp - the stamp table as text.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/stamp_table.h"

#include <array>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "plumb/base/error.h"

namespace plumb::trace {
namespace {

constexpr std::string_view signature = "plumbline-trace-5";

std::vector<std::string_view> split(std::string_view text, char mark) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(mark);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::uint32_t count_in(std::string_view text) {
  std::uint32_t value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec == std::errc() && read.ptr == text.data() + text.size()) return value;
  throw Error(ErrorKind::input, fmt::format("stamp table: '{}' is not a number", text));
}

constexpr std::size_t entries = 11;
constexpr char between_places = '\x1f';     // names of files have no such character
constexpr std::string_view as_above = "=";  // an entry that is that of the stamp before

std::vector<std::string> chain_in(std::string_view text) {
  std::vector<std::string> chain;
  if (text.empty()) return chain;
  for (const std::string_view place : split(text, between_places)) chain.emplace_back(place);
  return chain;
}

// `above` has the entries of the stamp before, and afterwards those of this one.
Stamp stamp_in(std::string_view line, std::vector<std::string_view>& above) {
  std::vector<std::string_view> cells = split(line, '\t');
  if (cells.size() != entries) {
    throw Error(ErrorKind::input,
                fmt::format("stamp table: a stamp has {} entries, not {}", cells.size(), entries));
  }
  for (std::size_t i = 0; i < entries; ++i) {
    if (cells[i] != as_above) continue;
    if (above.empty()) throw Error(ErrorKind::input, "stamp table: nothing is above the first");
    cells[i] = above[i];
  }
  above = cells;
  return {.id = count_in(cells[0]),
          .kernel = std::string(cells[1]),
          .access = access_kind_from_name(cells[2]),
          .space = memory_space_from_name(cells[3]),
          .method = stamp_method_from_name(cells[4]),
          .guarded = count_in(cells[5]) != 0,
          .registers = count_in(cells[6]),
          .opcode = std::string(cells[7]),
          .ptx_line = count_in(cells[8]),
          .source = std::string(cells[9]),
          .chain = chain_in(cells[10])};
}

std::array<std::string, entries> entries_of(const Stamp& stamp) {
  return {fmt::to_string(stamp.id),
          stamp.kernel,
          name_of(stamp.access),
          name_of(stamp.space),
          name_of(stamp.method),
          stamp.guarded ? "1" : "0",
          fmt::to_string(stamp.registers),
          stamp.opcode,
          fmt::to_string(stamp.ptx_line),
          stamp.source,
          fmt::format("{}", fmt::join(stamp.chain, std::string_view(&between_places, 1)))};
}

// FNV-1a: neighbouring texts give different numbers.
std::uint64_t number_of(std::string_view text) {
  std::uint64_t number = 0xcbf29ce484222325;
  for (const char c : text) {
    number ^= static_cast<unsigned char>(c);
    number *= 0x100000001b3;
  }
  return number;
}

}  // namespace

StampNames names_for(std::string_view text) {
  const std::string unit = fmt::format("{:016x}", number_of(text));
  return {.unit = unit,
          .never = "plumb_trace_never_" + unit,
          .log = "plumb_trace_log_" + unit,
          .table = fmt::format("{}{}", table_prefix, unit),
          .window = "plumb_trace_window_" + unit,
          .file = fmt::format("{}{}", stamps_prefix, unit)};
}

std::string to_text(const StampTable& table) {
  std::vector<const Stamp*> stamps;
  for (const Stamp& stamp : table.stamps) stamps.push_back(&stamp);
  return to_text(table, stamps);
}

std::string to_text(const StampTable& table, std::span<const Stamp* const> stamps) {
  std::string spaces;
  for (const MemorySpace space : table.wholly_stamped)
    spaces += (spaces.empty() ? "" : ",") + name_of(space);
  std::string text = fmt::format(
      "{}\t{}\t{}\t{}\t{}\t{}\t{}\n", signature, table.layout.processors, table.layout.warps,
      table.layout.slots, table.layout.first_only ? 1 : 0, table.layout.addresses ? 1 : 0, spaces);
  std::array<std::string, entries> above;
  for (std::size_t i = 0; i < stamps.size(); ++i) {
    std::array<std::string, entries> cells = entries_of(*stamps[i]);
    for (std::size_t j = 0; j < entries; ++j) {
      text += i > 0 && cells[j] == above[j] ? as_above : std::string_view(cells[j]);
      text += j + 1 < entries ? '\t' : '\n';
    }
    above = std::move(cells);
  }
  return text;
}

StampTable stamp_table_from_text(std::string_view text) {
  std::vector<std::string_view> lines = split(text, '\n');
  const std::vector<std::string_view> head = split(lines.front(), '\t');
  if (head.size() != 7 || head.front() != signature)
    throw Error(ErrorKind::input, "stamp table: it does not begin with its signature");
  StampTable table;
  table.layout = {count_in(head[1]), count_in(head[2]), count_in(head[3]), count_in(head[4]) != 0,
                  count_in(head[5]) != 0};
  if (!head[6].empty()) {
    for (const std::string_view space : split(head[6], ','))
      table.wholly_stamped.push_back(memory_space_from_name(space));
  }
  std::vector<std::string_view> above;
  for (std::size_t i = 1; i + 1 < lines.size(); ++i)
    table.stamps.push_back(stamp_in(lines[i], above));
  return table;
}

}  // namespace plumb::trace

// plumb/trace/stamp_table.cpp - names of methods, accesses and spaces; the stamp table as text.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/stamp_table.h"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "plumb/base/error.h"

namespace plumb::trace {
namespace {

constexpr std::array<std::string_view, 5> methods{"dependence", "fence", "naive", "paper-fence",
                                                  "paper-dummy"};
constexpr std::array<std::string_view, 5> accesses{"load", "atomic", "barrier", "store", "region"};
constexpr std::array<std::string_view, 8> spaces{"none",  "generic",  "global",  "shared",
                                                 "local", "constant", "texture", "surface"};
constexpr std::string_view signature = "plumbline-trace-1";

template <class Value, std::size_t n>
Value from_name(const std::array<std::string_view, n>& names, std::string_view name,
                std::string_view what) {
  const auto found = std::ranges::find(names, name);
  if (found != names.end()) return static_cast<Value>(found - names.begin());
  throw Error(ErrorKind::input,
              fmt::format("unknown {} '{}'; known are {}", what, name, fmt::join(names, ", ")));
}

std::vector<std::string_view> split(std::string_view text, char mark) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(mark);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::uint32_t number_in(std::string_view text) {
  std::uint32_t value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec == std::errc() && read.ptr == text.data() + text.size()) return value;
  throw Error(ErrorKind::input, fmt::format("stamp table: '{}' is no number", text));
}

Stamp stamp_in(std::string_view line) {
  const std::vector<std::string_view> cells = split(line, '\t');
  if (cells.size() != 10) {
    throw Error(ErrorKind::input,
                fmt::format("stamp table: a stamp has {} entries, not 10", cells.size()));
  }
  return {.id = number_in(cells[0]),
          .kernel = std::string(cells[1]),
          .access = access_from_name(cells[2]),
          .space = space_from_name(cells[3]),
          .method = method_from_name(cells[4]),
          .guarded = number_in(cells[5]) != 0,
          .registers = number_in(cells[6]),
          .opcode = std::string(cells[7]),
          .ptx_line = number_in(cells[8]),
          .source = std::string(cells[9])};
}

}  // namespace

std::string_view name_of(Method method) { return methods.at(static_cast<std::size_t>(method)); }
std::string_view name_of(Access access) { return accesses.at(static_cast<std::size_t>(access)); }
std::string_view name_of(Space space) { return spaces.at(static_cast<std::size_t>(space)); }
Method method_from_name(std::string_view name) {
  return from_name<Method>(methods, name, "method");
}
Access access_from_name(std::string_view name) {
  return from_name<Access>(accesses, name, "access");
}
Space space_from_name(std::string_view name) { return from_name<Space>(spaces, name, "space"); }

std::string to_text(const StampTable& table) {
  std::string text = fmt::format("{}\t{}\t{}\t{}\n", signature, table.layout.processors,
                                 table.layout.warps, table.layout.slots);
  for (const Stamp& stamp : table.stamps) {
    text += fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n", stamp.id, stamp.kernel,
                        name_of(stamp.access), name_of(stamp.space), name_of(stamp.method),
                        stamp.guarded ? 1 : 0, stamp.registers, stamp.opcode, stamp.ptx_line,
                        stamp.source);
  }
  return text;
}

StampTable stamp_table_from_text(std::string_view text) {
  std::vector<std::string_view> lines = split(text, '\n');
  const std::vector<std::string_view> head = split(lines.front(), '\t');
  if (head.size() != 4 || head.front() != signature)
    throw Error(ErrorKind::input, "stamp table: it does not begin with its signature");
  StampTable table;
  table.layout = {number_in(head[1]), number_in(head[2]), number_in(head[3])};
  for (std::size_t i = 1; i + 1 < lines.size(); ++i) table.stamps.push_back(stamp_in(lines[i]));
  return table;
}

}  // namespace plumb::trace

// plumb/device/cuda/left_out.cpp - errors of a log, the source's lines there, what they contain.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/cuda/left_out.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <regex>
#include <vector>

#include <fmt/format.h>

namespace plumb::device::cuda {
namespace {

struct Construct {
  const char* pattern;  // what a line of source contains
  const char* name;     // {}: the text that was found
};

#define PLUMB_SCALAR_NAMES "(?:u?(?:char|short|int|long)|float|double|half)"

// In the order of asking: a vector literal is named before the swizzle beside it.
constexpr std::array<Construct, 13> constructs{{
    {R"(\(\s*)" PLUMB_SCALAR_NAMES R"((?:2|3|4|8|16)\s*\)\s*[({])", "a vector literal, '{}...'"},
    {R"(\bv(?:load|store)a?_?(?:half)?(?:2|3|4|8|16)?(?:_rt[ezpn])?(?=\s*\())", "'{}'"},
    {R"(\bwrite_image(?:f|i|ui|h)\b)", "an image that is written, '{}'"},
    {R"(\b(?:__)?(?:write_only|read_write)\b)", "an image that is written, '{}'"},
    {R"(\bimage(?:1d|1d_array|1d_buffer|2d_array|2d_depth|2d_array_depth)_t\b)", "'{}'"},
    {R"(\b(?:convert|as)_)" PLUMB_SCALAR_NAMES R"((?:2|3|4|8|16)(?:_sat)?(?:_rt[ezpn])?\b)",
     "a conversion of vectors, '{}'"},
    {R"(\b)" PLUMB_SCALAR_NAMES R"((?:3|8|16)\b)", "vectors of 3, 8 or 16 elements, '{}'"},
    {R"(\.(?:s[0-9a-fA-F]+|[xyzw]{2,4}|lo|hi|even|odd)\b)", "a swizzle, '{}'"},
    {R"(\b(?:__)?local\b[\w\s]*\*)", "a pointer to local memory, '{}'"},
    {R"(\b(?:kernel|global|local|constant|private|read_only)\b(?!\s*[=;,.)\[(]))",
     "'{}' without its underscores"},
    {R"(\b(?:half|event_t|pipe|queue_t|reserve_id_t|clk_event_t)\b)", "'{}'"},
    {R"(\b(?:async_work_group_\w+|wait_group_events|prefetch|work_group_\w+|sub_group_\w+|get_sub_group\w+)(?=\s*\())",
     "the built-in function '{}'"},
    {R"(\b(?:get_work_dim|get_global_linear_id|get_local_linear_id|get_enqueued_local_size|get_image_dim)(?=\s*\())",
     "the built-in function '{}'"},
}};

// Functions of OpenCL C that neither the prelude nor CUDA has, called on the line.
constexpr const char* functions =
    R"(\b(?:(?:native|half)_\w+|fast_(?:distance|length|normalize)|dot|cross|distance|length|)"
    R"(normalize|mad24|mul24|mad_hi|mad_sat|mul_hi|add_sat|sub_sat|hadd|rhadd|rotate|popcount|clz|)"
    R"(upsample|bitselect|shuffle2?|sign|step|smoothstep|mix|degrees|radians|any|all|abs_diff|)"
    R"(maxmag|minmag|mad|fract|lgamma_r|sincos|pown|powr|rootn|nan|isequal|isnotequal|isgreater|)"
    R"(isless|isordered|isunordered|isnormal|signbit|acospi|asinpi|atanpi|atan2pi|tanpi|vec_step|)"
    R"(convert_\w+|as_\w+|atomic_\w+|atom_\w+)(?=\s*\())";

struct Place {
  std::size_t line = 0;  // from 1
  std::string_view message;
};

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    lines.push_back(text.substr(0, text.find('\n')));
    text.remove_prefix(std::min(text.size(), lines.back().size() + 1));
  }
  return lines;
}

// "case.cl:3: error: ..." and the lines that follow it up to the next place.
std::vector<Place> errors_in(std::string_view log, std::string_view name) {
  std::vector<Place> errors;
  const std::string prefix = fmt::format("{}:", name);
  for (std::size_t at = log.find(prefix); at != std::string_view::npos;) {
    const std::size_t next = log.find(prefix, at + 1);
    const std::string_view message = log.substr(at, next - at);
    Place place{.line = 0, .message = message};
    const char* begin = message.data() + prefix.size();
    const auto [end, code] = std::from_chars(begin, message.data() + message.size(), place.line);
    const std::string_view rest = message.substr(static_cast<std::size_t>(end - message.data()));
    if (code == std::errc{} && rest.starts_with(": error")) errors.push_back(place);
    at = next;
  }
  return errors;
}

std::string named_by(const Construct& construct, const std::string& line) {
  std::smatch found;
  if (!std::regex_search(line, found, std::regex(construct.pattern))) return {};
  return fmt::format(fmt::runtime(construct.name), found.str());
}

std::string without_comment(std::string_view line) {
  return std::string(line.substr(0, line.find("//")));
}

// What the line contains; where it contains nothing, what the compiler's message says of it.
std::string construct_at(const Place& place, const std::vector<std::string_view>& lines) {
  if (place.line == 0 || place.line > lines.size()) return {};
  const std::string line = without_comment(lines[place.line - 1]);
  for (const Construct& construct : constructs)
    if (std::string name = named_by(construct, line); !name.empty()) return name;
  static const char* const vectors = "(?:" PLUMB_SCALAR_NAMES "|longlong|ulonglong)[234]\\b";
  const std::string message(place.message);
  const bool of_vectors = std::regex_search(message, std::regex(vectors));
  if (of_vectors && message.find("no operator \"") != std::string::npos)
    return "arithmetic on vectors";
  if (of_vectors && message.find("no suitable constructor") != std::string::npos)
    return "a scalar in the place of a vector";
  if (message.find("is undefined") != std::string::npos ||
      message.find("no instance of") != std::string::npos)
    return named_by({functions, "the built-in function '{}'"}, line);
  return {};
}

#undef PLUMB_SCALAR_NAMES

}  // namespace

std::string left_out_construct(std::string_view log, std::string_view name, std::string_view text) {
  const std::vector<std::string_view> lines = lines_of(text);
  for (const Place& place : errors_in(log, name)) {
    const std::string construct = construct_at(place, lines);
    if (construct.empty()) continue;
    return fmt::format(
        "{}:{} has {}, which OpenCL C on CUDA leaves out; an OpenCL device takes it: "
        "-d opencl:NAME",
        name, place.line, construct);
  }
  return {};
}

}  // namespace plumb::device::cuda

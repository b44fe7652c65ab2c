// plumb/trace/export/chrome.cpp - writing complete events with times in microseconds.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/export/chrome.h"

#include <array>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace plumb::trace {
namespace {

// Only ASCII, whatever the name is.
std::string json_text(const std::string& text) {
  return Json(text).dump(-1, ' ', true, Json::error_handler_t::replace);
}

// Picoseconds as microseconds with six digits behind the point.
void append_microseconds(OutputText& text, std::uint64_t picoseconds) {
  constexpr std::uint64_t per_microsecond = 1'000'000;
  text << picoseconds / per_microsecond << '.';
  std::array<char, 6> digits{};
  std::uint64_t rest = picoseconds % per_microsecond;
  for (std::size_t i = digits.size(); i-- > 0; rest /= 10)
    digits[i] = static_cast<char>('0' + rest % 10);
  text << std::string_view(digits.data(), digits.size());
}

std::uint32_t thread_of(const TraceEvent& event, std::uint32_t line) {
  return event.warp_place * Lines::most_lines + line;
}

}  // namespace

ChromeExporter::ChromeExporter(Sink sink) : text_(std::move(sink)) {
  text_ << "{\"traceEvents\":[";
}

void ChromeExporter::begin_record() {
  text_ << (first_ ? "\n" : ",\n");
  first_ = false;
}

void ChromeExporter::begin_part(const Trace& record) {
  const TracedPoint& point = record.points.front();
  clock_.begin_part(point);
  lines_.clear();
  names_.clear();
  for (const TracedStamp& stamp : point.stamps) {
    names_.push_back(fmt::format("\"name\":{},\"cat\":{}",
                                 json_text(shown_name(stamp.certificate.stamp)),
                                 json_text(name_of(stamp.certificate.stamp.access))));
  }
}

void ChromeExporter::name_thread(const TraceEvent& event, std::uint32_t line) {
  const std::uint32_t place = place_of(event);
  if (place >= named_lines_.size()) named_lines_.resize(std::size_t{place} + most_warp_places);
  if (line < named_lines_[place]) return;
  named_lines_[place] = line + 1;
  if (event.processor >= named_processors_.size()) named_processors_.resize(event.processor + 1U);
  if (!named_processors_[event.processor]) {
    named_processors_[event.processor] = true;
    begin_record();
    text_ << fmt::format(
        R"({{"ph":"M","pid":{0},"name":"process_name","args":{{"name":"SM {0}"}}}})",
        event.processor);
  }
  begin_record();
  text_ << fmt::format(
      R"({{"ph":"M","pid":{},"tid":{},"name":"thread_name","args":{{"name":"warp place {}{}"}}}})",
      event.processor, thread_of(event, line), event.warp_place,
      line == 0 ? std::string() : fmt::format(", overlapping {}", line));
}

void ChromeExporter::add(std::span<const TraceEvent> events) {
  for (const TraceEvent& event : events) {
    const std::uint32_t line = lines_.line_of(event);
    name_thread(event, line);
    const std::uint64_t begin = clock_.picoseconds(event.begin);
    begin_record();
    text_ << R"({"ph":"X","pid":)" << event.processor << R"(,"tid":)" << thread_of(event, line)
          << R"(,"ts":)";
    append_microseconds(text_, begin);
    text_ << R"(,"dur":)";
    append_microseconds(text_, clock_.picoseconds(event.end) - begin);
    text_ << ',' << names_[event.stamp] << R"(,"args":{"cycles":)" << event.end - event.begin
          << R"(,"launch":)" << event.launch << R"(,"block":)" << event.block << R"(,"warp":)"
          << event.warp << R"(,"lanes":)" << event.lanes << "}}";
    text_.give_away_when_large();
  }
}

void ChromeExporter::finish() {
  text_ << "\n],\"displayTimeUnit\":\"ns\"}\n";
  text_.give_away();
}

}  // namespace plumb::trace

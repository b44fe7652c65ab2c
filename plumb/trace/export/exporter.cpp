// plumb/trace/export/exporter.cpp - choosing a writer and giving it the parts of a file.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/export/exporter.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/trace/export/chrome.h"
#include "plumb/trace/export/clog2.h"
#include "plumb/trace/export/csv.h"
#include "plumb/trace/export/lines.h"
#include "plumb/trace/export/perfetto.h"
#include "plumb/trace/export/timeline.h"

namespace plumb::trace {
namespace {

const std::vector<std::string>& format_names() {
  static const std::vector<std::string> names{"csv", "clog2", "chrome", "perfetto", "timeline"};
  return names;
}

// Formats that say in their beginning what will come.
bool is_counted_first(ExportFormat format) {
  return format == ExportFormat::clog2 || format == ExportFormat::timeline;
}

// It may be read twice.
void require_plain_file(const std::string& path) {
  std::error_code code;
  if (!std::filesystem::exists(path, code) || std::filesystem::is_directory(path, code) ||
      std::filesystem::is_regular_file(path, code))
    return;
  throw Error(ErrorKind::input,
              fmt::format("cannot read '{}': it may be read twice; name a plain file", path));
}

// Tables of the writers were made for what was counted.
void require_counted(const EventSurvey& survey, std::span<const TraceEvent> events) {
  for (const TraceEvent& event : events) {
    const std::uint32_t place = place_of(event);
    if (place < survey.lines.size() && survey.lines[place] > 0) continue;
    throw Error(ErrorKind::input, "the file changed while it was read");
  }
}

}  // namespace

ExportFormat export_format_from_name(std::string_view name) {
  const std::vector<std::string>& names = format_names();
  const auto found = std::ranges::find(names, name);
  if (found != names.end()) return static_cast<ExportFormat>(found - names.begin());
  throw Error(ErrorKind::input, fmt::format("--format {}: known are {}{}", name,
                                            fmt::join(names, ", "), did_you_mean(name, names)));
}

std::unique_ptr<Exporter> make_exporter(ExportFormat format, const EventSurvey& survey, Sink sink) {
  switch (format) {
    case ExportFormat::csv:
      return std::make_unique<CsvExporter>(std::move(sink));
    case ExportFormat::clog2:
      return std::make_unique<Clog2Exporter>(survey, std::move(sink));
    case ExportFormat::chrome:
      return std::make_unique<ChromeExporter>(std::move(sink));
    case ExportFormat::perfetto:
      return std::make_unique<PerfettoExporter>(std::move(sink));
    case ExportFormat::timeline:
      return std::make_unique<TimelineExporter>(survey, std::move(sink));
  }
  throw Error(ErrorKind::input, "no such format");
}

ExportSummary export_events(const std::string& path, ExportFormat format, const Sink& sink) {
  using Found = EventFileReader::Found;
  require_plain_file(path);
  EventSurvey survey;
  if (is_counted_first(format)) {
    EventFileReader counting(path);
    survey = survey_events(counting);
  }
  const std::unique_ptr<Exporter> exporter = make_exporter(format, survey, sink);
  EventFileReader reader(path);
  ExportSummary summary;
  bool in_part = false;
  for (Found found = reader.next(); found != Found::end; found = reader.next()) {
    if (found == Found::part) {
      ++summary.parts;
      exporter->begin_part(reader.record());
    }
    if (found == Found::events) {
      summary.events += reader.events().size();
      if (is_counted_first(format)) require_counted(survey, reader.events());
      exporter->take_addresses(reader.addresses());
      exporter->add(reader.events());
    }
    if (found == Found::closed) exporter->end_part();
    in_part = found != Found::closed;
  }
  if (in_part) exporter->end_part();  // it was cut off
  exporter->finish();
  summary.cut = reader.cut();
  return summary;
}

}  // namespace plumb::trace

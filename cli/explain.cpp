// cli/explain.cpp - plumb explain: why a measurement differs from its prediction.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/frame/commands.h"
#include "cli/frame/options.h"
#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/records/event_sections.h"
#include "plumb/report/explanation_table.h"
#include "plumb/study/explain_result.h"
#include "plumb/study/profiles.h"

namespace plumb::cli {
namespace {

// Whatever is not the record of a run gets one line with the way out.
Result read_result(const std::string& path) {
  const Json json = parse_json(read_text_file(path), path);
  const JsonView view(json, path);
  const std::string schema =
      view.has("schema") && view.at("schema").is_text() ? view.at("schema").text() : "";
  if (!schema.starts_with("plumbline.result/"))
    throw Error(
        ErrorKind::input,
        fmt::format(
            "'{}': {}, and not the record of a run; give the file that plumb run "
            "NAME -o RESULT.json wrote",
            path, schema.empty() ? "JSON without a schema" : fmt::format("a record '{}'", schema)));
  Result result = result_from_json(view);
  if (result.points.empty())
    throw Error(ErrorKind::input,
                fmt::format("'{}': the result has no points, nothing was measured; plumb run NAME "
                            "-o RESULT.json writes one that has",
                            path));
  return result;
}

// A trace is a JSON record; whatever else is given gets one line with the way out.
Trace read_trace(const std::string& path) {
  const auto refuse = [&](const std::string& found) {
    throw Error(ErrorKind::input,
                fmt::format("--trace '{}': {}, and not the record of a trace; give the file that "
                            "plumb trace run APP -o TRACE.json wrote",
                            path, found));
  };
  const std::string text = read_text_file(path);
  if (text.starts_with(event_signature)) refuse("a file of events (plumb trace run --events)");
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) refuse("an empty file");
  if (text[text.find_first_not_of(" \t\r\n")] != '{') refuse("neither JSON nor a record");
  const Json json = parse_json(text, path);
  const JsonView view(json, path);
  const std::string schema =
      view.has("schema") && view.at("schema").is_text() ? view.at("schema").text() : "";
  if (!schema.starts_with("plumbline.trace/"))
    refuse(schema.empty() ? "JSON without a schema" : fmt::format("a record '{}'", schema));
  return trace_from_json(view);
}

}  // namespace

int explain_command(Arguments arguments) {
  CommandLine line("explain");
  std::string path;
  std::string profile;
  std::string trace;
  bool each = false;
  Options options;
  study::ExplainOptions asked;
  line.required_text("result", path);
  line.text("-p,--profile", profile);
  line.text("--model", asked.model);
  line.text("--trace", trace);
  line.flag("--each", each);
  add_page_options(line, options);
  line.parse(arguments);
  (void)format_from_name(options.format);
  require_writable(options.output);
  std::vector<std::string> inputs{path};
  if (!profile.empty()) {
    asked.profile = study::find_profile(profile);
    for (const std::string& file : study::profile_files(profile)) inputs.push_back(file);
  }
  if (!trace.empty()) {
    inputs.push_back(trace);
    asked.trace = read_trace(trace);
  }
  require_not_input(options.output, inputs);
  const Result result = read_result(path);
  const std::vector<Explanation> explanations =
      during(path, [&] { return study::explain_result(result, asked); });
  std::vector<Table> tables;
  if (explanations.size() != 1) tables.push_back(explanations_table(explanations));
  for (const Explanation& one : explanations) {
    if (each || explanations.size() == 1 || !one.waits.empty() || !one.no_waits.empty())
      tables.push_back(explanation_table(one));
  }
  print(options, tables);
  return 0;
}

}  // namespace plumb::cli

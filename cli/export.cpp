// cli/export.cpp - plumb export: a stored result for other programs.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/frame/commands.h"
#include "cli/frame/options.h"
#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/records/google_benchmark.h"
#include "plumb/report/exchange_table.h"
#include "plumb/report/result_tables.h"

namespace plumb::cli {
namespace {

// The forms for programs are complete; those for people are what plumb run printed.
std::string exported(const Result& result, const std::string& format) {
  if (format == google_benchmark_format) return to_text(google_benchmark_json(result));
  const Format known = format_from_name(format);
  if (known == Format::json) return to_text(to_json(result));
  if (known == Format::csv) return render(exchange_table(result), known);
  return render(result_tables(result), known);
}

}  // namespace

int export_command(Arguments arguments) {
  CommandLine line("export");
  std::string path;
  Options options;
  options.format = google_benchmark_format;
  line.required_text("file", path);
  add_page_options(line, options);
  line.parse(arguments);
  require_result_format(options.format);
  require_writable(options.output);
  require_not_input(options.output, {&path, 1});
  const Json json = parse_json(read_text_file(path), path);
  const std::string text = exported(result_from_json(JsonView(json, path)), options.format);
  if (options.output.empty()) {
    fmt::print("{}", text);
  } else {
    write_whole(options.output, text);
  }
  return 0;
}

}  // namespace plumb::cli

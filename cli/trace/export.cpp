// cli/trace/export.cpp - plumb trace export: the events of a trace for viewers and other programs.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <optional>

#include <fmt/format.h>

#include "cli/frame/print_error.h"
#include "cli/trace/trace.h"
#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/trace/export/exporter.h"

namespace plumb::cli {

int trace_export(Arguments arguments) {
  CommandLine line("trace");
  std::string input;
  std::string format = "csv";
  std::string output;
  bool quiet = false;
  line.required_text("input", input);
  line.text("--format", format);
  line.output("-o,--output", output);
  line.flag("-q,--quiet", quiet);
  line.parse(arguments);
  const trace::ExportFormat chosen = trace::export_format_from_name(format);
  require_writable(output);
  require_not_input(output, {&input, 1});
  std::optional<WholeFile> file;
  const Sink sink = [&](std::string_view piece) {
    if (output.empty()) {
      fmt::print("{}", piece);
      return;
    }
    if (!file) file.emplace(output);
    file->write(piece);
  };
  const trace::ExportSummary summary = trace::export_events(input, chosen, sink);
  if (file) file->finish();
  if (!quiet && !output.empty()) {
    fmt::print("{}: {} events of {} {} as {}\n", output, summary.events, summary.parts,
               summary.parts == 1 ? "run" : "runs", format);
  }
  if (summary.cut.empty()) return 0;
  std::fflush(stdout);
  const Error cut(ErrorKind::check_failed, summary.cut);
  print_error(cut);
  return static_cast<int>(cut.kind());
}

}  // namespace plumb::cli

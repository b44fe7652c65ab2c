// cli/report.cpp - plumb report: records as one HTML file.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include <fmt/format.h>

#include "cli/frame/commands.h"
#include "cli/frame/print_error.h"
#include "cli/report_inputs.h"
#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/report/html/bundle.h"
#include "plumb/report/html/read_record.h"
#include "plumb/study/record_files.h"

namespace plumb::cli {
namespace {

// An event file that ends early is shown up to there, and said to be so.
int code_of_cut(const ReportInputs& inputs) {
  int code = 0;
  for (const ReportedTimeline& one : inputs.timelines) {
    if (one.cut.empty()) continue;
    std::fflush(stdout);
    const Error cut(ErrorKind::check_failed, one.cut);
    print_error(cut);
    code = static_cast<int>(cut.kind());
  }
  return code;
}

}  // namespace

int report_command(Arguments arguments) {
  CommandLine line("report");
  std::vector<std::string> words;
  std::string output = "report.html";
  std::string title;
  bool to_standard_output = false;
  bool one_device = false;
  bool tables = false;
  bool predict_now = false;
  bool quiet = false;
  line.texts("files", words);
  line.output("-o,--output", output, [&] { to_standard_output = true; });
  line.text("--title", title);
  line.flag("--one-device", one_device);
  line.flag("--predict", predict_now);
  line.flag("--tables", tables);
  line.flag("-q,--quiet", quiet);
  line.parse(arguments);
  if (words.empty()) {
    throw Error(ErrorKind::input,
                "no records given; name files that plumb probe, run, predict or trace wrote: "
                "plumb report FILE... -o report.html");
  }
  const std::vector<std::string> files = study::record_files(words);
  if (!to_standard_output) require_not_input(output, files);
  ReportInputs inputs = read_report_inputs(files);
  if (one_device) require_one_device(inputs);
  if (!title.empty()) inputs.title = title;
  inputs.charts = !tables;
  complete(inputs, predict_now);
  const FittedPage page = fitted_page(inputs);
  if (to_standard_output) {
    fmt::print("{}", page.html);
    return code_of_cut(inputs);
  }
  write_whole(output, page.html);
  if (!quiet) {
    fmt::print("{}: {} record{}, {:.2f} MB{}\n", output, files.size(), files.size() == 1 ? "" : "s",
               static_cast<double>(page.html.size()) * 1e-6,
               embedded::report_script().empty() && !tables
                   ? "; tables alone, for this program was built without charts"
                   : "");
    if (!page.left_out.empty()) fmt::print("{}\n", page.left_out);
  }
  return code_of_cut(inputs);
}

}  // namespace plumb::cli

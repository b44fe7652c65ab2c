// cli/trace/certify.cpp - plumb trace certify: which stamps of a cubin measure what they claim.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/certify/certify.h"

#include "cli/frame/options.h"
#include "cli/trace/trace.h"
#include "plumb/base/json.h"
#include "plumb/report/trace_stamps.h"

namespace plumb::cli {

int trace_certify(Arguments arguments) {
  CommandLine line("trace");
  std::string input;
  Options options;
  line.required_text("input", input);
  line.text("--format", options.format);
  line.output("-o,--output", options.output);
  line.flag("-q,--quiet", options.quiet);
  line.parse(arguments);
  (void)format_from_name(options.format);
  require_writable(options.output);
  require_not_input(options.output, {&input, 1});
  const std::string bytes = read_text_file(input);
  const trace::Certification certification =
      trace::certify(trace::read_cubin(std::as_bytes(std::span(bytes)), input));
  const Table table = certificates_table(certification.architecture, certification.certificates);
  print(options, {&table, 1});
  return certification.complete() ? 0 : 1;
}

}  // namespace plumb::cli

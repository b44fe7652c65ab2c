// cli/trace_certify.cpp - plumb trace certify: which probes of a cubin measure what they claim.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/options.h"
#include "cli/trace.h"
#include "plumb/base/json.h"
#include "plumb/trace/certify.h"

namespace plumb::cli {

Table certificates_table(const trace::Certification& certification) {
  Table table{.title = fmt::format("certificates for sm_{}", certification.architecture),
              .columns = {{"probe"},
                          {"kernel"},
                          {"instruction"},
                          {"source"},
                          {"places"},
                          {"accesses"},
                          {"foreign"},
                          {"verdict"}}};
  std::size_t certified = 0;
  for (const trace::Certificate& certificate : certification.certificates) {
    unsigned accesses = 0;
    unsigned foreign = 0;
    bool shared = false;
    for (const trace::CertifiedPlace& place : certificate.places) {
      accesses = std::max(accesses, place.accesses);
      foreign = std::max(foreign, place.foreign_before + place.foreign_behind);
      shared = shared || place.shared_barrier;
    }
    const trace::Probe& probe = certificate.probe;
    const bool good = certificate.complaint.empty();
    certified += good ? 1 : 0;
    std::string verdict = good ? "certified" : "not certified: " + certificate.complaint;
    if (good && probe.access == trace::Access::region) verdict = "in order";
    if (good && shared) verdict += ", shared barrier";
    table.rows.push_back({probe.id, probe.kernel, probe.opcode, probe.source,
                          certificate.places.size(), accesses, foreign, verdict});
  }
  table.notes.push_back(
      fmt::format("{} of {} probes certified", certified, certification.certificates.size()));
  return table;
}

int trace_certify(Words words) {
  CommandLine line("trace");
  std::string input;
  Options options;
  line.required_text("input", input);
  line.text("--format", options.format);
  line.text("-o,--output", options.output);
  line.flag("-q,--quiet", options.quiet);
  line.parse(words);
  (void)format_from_name(options.format);
  require_writable(options.output);
  const std::string bytes = read_text_file(input);
  const trace::Certification certification =
      trace::certify(trace::read_cubin(std::as_bytes(std::span(bytes)), input));
  const Table table = certificates_table(certification);
  print(options, {&table, 1});
  return certification.complete() ? 0 : 1;
}

}  // namespace plumb::cli

// cli/trace_certify.cpp - plumb trace certify: which stamps of a cubin measure what they claim.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <map>

#include <fmt/format.h>

#include "cli/options.h"
#include "cli/trace.h"
#include "plumb/base/json.h"
#include "plumb/trace/certify/certify.h"

namespace plumb::cli {

Table certificates_table(const trace::Certification& certification) {
  Table table{.title = fmt::format("certificates for sm_{}", certification.architecture),
              .columns = {{"stamp"},
                          {"kernel"},
                          {"instruction"},
                          {"source"},
                          {"places"},
                          {"accesses"},
                          {"foreign"},
                          {"verdict"}}};
  std::map<std::string_view, std::size_t> counts;
  for (const trace::Certificate& certificate : certification.certificates) {
    unsigned accesses = 0;
    unsigned foreign = 0;
    for (const trace::CertifiedPlace& place : certificate.places) {
      accesses = std::max(accesses, place.accesses);
      foreign = std::max(foreign, place.foreign_before + place.foreign_behind);
    }
    const trace::Stamp& stamp = certificate.stamp;
    std::string verdict(verdict_of(certificate));
    ++counts[verdict_of(certificate).substr(0, verdict.find(','))];
    if (!certificate.complaint.empty()) verdict += ": " + certificate.complaint;
    table.rows.push_back({stamp.id, stamp.kernel, stamp.opcode, stamp.source,
                          certificate.places.size(), accesses, foreign, verdict});
  }
  std::string note = fmt::format("{} of {} stamps certified", counts["certified"],
                                 certification.certificates.size());
  for (const std::string_view other : {"held", "in order"}) {
    if (counts[other] > 0) note += fmt::format(", {} {}", counts[other], other);
  }
  table.notes.push_back(std::move(note));
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

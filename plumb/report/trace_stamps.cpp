// plumb/report/trace_stamps.cpp - stamps and their certificates as tables.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/report/trace_stamps.h"

#include <algorithm>

#include <fmt/format.h>

namespace plumb {
namespace {

std::size_t count_of(std::span<const Certificate> certificates, CertificateVerdict verdict) {
  return static_cast<std::size_t>(std::ranges::count(certificates, verdict, &Certificate::verdict));
}

std::string verdict_counts(std::span<const Certificate> certificates) {
  std::string note = fmt::format("{} of {} stamps certified",
                                 count_of(certificates, CertificateVerdict::certified) +
                                     count_of(certificates, CertificateVerdict::shared_barrier),
                                 certificates.size());
  for (const CertificateVerdict other : {CertificateVerdict::held, CertificateVerdict::in_order}) {
    const std::size_t count = count_of(certificates, other);
    if (count > 0) note += fmt::format(", {} {}", count, name_of(other));
  }
  return note;
}

}  // namespace

std::vector<std::string> skipped_notes(std::span<const SkippedAccess> skipped) {
  std::vector<std::string> notes;
  for (const SkippedAccess& one : skipped) {
    notes.push_back(fmt::format("not stamped: {} in '{}', line {}: {}", one.stamp.opcode,
                                one.stamp.kernel, one.stamp.ptx_line, one.reason));
  }
  return notes;
}

Table stamps_table(std::span<const Stamp> stamps, std::span<const SkippedAccess> skipped) {
  Table table{.title = "stamps",
              .columns = {{"stamp"},
                          {"kernel"},
                          {"access"},
                          {"space"},
                          {"method"},
                          {"instruction"},
                          {"PTX line"},
                          {"source"}}};
  for (const Stamp& stamp : stamps) {
    table.rows.push_back({stamp.id, stamp.kernel, name_of(stamp.access), name_of(stamp.space),
                          name_of(stamp.method), stamp.opcode, stamp.ptx_line, shown_chain(stamp)});
  }
  table.notes = skipped_notes(skipped);
  return table;
}

Table certificates_table(std::uint32_t architecture, std::span<const Certificate> certificates) {
  Table table{.title = fmt::format("certificates for sm_{}", architecture),
              .columns = {{"stamp"},
                          {"kernel"},
                          {"instruction"},
                          {"source"},
                          {"places"},
                          {"accesses"},
                          {"foreign"},
                          {"verdict"}}};
  for (const Certificate& certificate : certificates) {
    std::uint32_t accesses = 0;
    std::uint32_t foreign = 0;
    for (const CertifiedPlace& place : certificate.places) {
      accesses = std::max(accesses, place.accesses);
      foreign = std::max(foreign, place.foreign_before + place.foreign_behind);
    }
    std::string verdict = name_of(certificate.verdict);
    if (!certificate.complaint.empty()) verdict += ": " + certificate.complaint;
    const Stamp& stamp = certificate.stamp;
    table.rows.push_back({stamp.id, stamp.kernel, stamp.opcode, shown_chain(stamp),
                          certificate.places.size(), accesses, foreign, verdict});
  }
  table.notes.push_back(verdict_counts(certificates));
  return table;
}

}  // namespace plumb

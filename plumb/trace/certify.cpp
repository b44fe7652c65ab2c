// plumb/trace/certify.cpp - proving probes.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/certify.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/trace/prove_probe.h"

namespace plumb::trace {
namespace {

// The stamps of one function by the line that they carry.
using Stamps = std::map<std::uint32_t, std::vector<std::size_t>>;

Stamps stamps_of(const FunctionCode& code) {
  Stamps stamps;
  for (std::size_t i = 0; i < code.instructions.size(); ++i) {
    const std::uint32_t line = code.function->probe_lines[i];
    if (code.instructions[i].operation == Operation::clock && line > unmarked_line)
      stamps[line].push_back(i);
  }
  return stamps;
}

// Each first stamp goes with the second stamp that follows it.
void certify_in(const FunctionCode& code, const Stamps& stamps, Certificate& certificate) {
  const auto first = stamps.find(first_line(certificate.probe.id));
  const auto second = stamps.find(second_line(certificate.probe.id));
  const std::size_t firsts = first == stamps.end() ? 0 : first->second.size();
  const std::size_t seconds = second == stamps.end() ? 0 : second->second.size();
  if (firsts == 0 && seconds == 0) return;
  if (firsts != seconds) {
    certificate.complaint =
        fmt::format("{} first and {} second stamps in '{}'", firsts, seconds, code.function->name);
    return;
  }
  for (std::size_t i = 0; i < firsts; ++i) {
    certificate.places.push_back(
        prove(code, certificate.probe, first->second[i], second->second[i]));
  }
}

void conclude(Certificate& certificate) {
  if (!certificate.complaint.empty()) return;
  if (certificate.places.empty()) {
    certificate.complaint = "its stamps are not in the machine code";
    return;
  }
  for (const CertifiedPlace& place : certificate.places) {
    if (!place.complaint.empty()) {
      certificate.complaint =
          fmt::format("at {:#x} of '{}': {}", place.offset, place.function, place.complaint);
      return;
    }
  }
}

}  // namespace

bool Certification::complete() const {
  return std::ranges::all_of(
      certificates, [](const Certificate& certificate) { return certificate.complaint.empty(); });
}

Certification certify(const Cubin& cubin) {
  if (cubin.probe_table.empty()) {
    throw Error(ErrorKind::input,
                "no probes in this machine code; instrument its PTX with plumb trace instrument");
  }
  if (!cubin.has_lines) {
    throw Error(ErrorKind::input,
                "no line information in this machine code; assemble it with -lineinfo");
  }
  Certification result;
  result.architecture = cubin.architecture;
  result.table = probe_table_from_text(cubin.probe_table);
  for (const Probe& probe : result.table.probes)
    result.certificates.push_back({.probe = probe, .places = {}, .complaint = {}});
  for (const MachineFunction& function : cubin.functions) {
    const FunctionCode code = function_code(function, cubin.architecture);
    const Stamps stamps = stamps_of(code);
    for (Certificate& certificate : result.certificates) certify_in(code, stamps, certificate);
  }
  for (Certificate& certificate : result.certificates) conclude(certificate);
  return result;
}

}  // namespace plumb::trace

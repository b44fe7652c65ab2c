// plumb/trace/certify/certify.cpp - proving probes.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/certify/certify.h"

#include <algorithm>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/trace/certify/prove_stamp.h"

namespace plumb::trace {
namespace {

// The clock readings that carry a line.
std::vector<std::size_t> stamps_at(const FunctionCode& code, std::uint32_t line) {
  std::vector<std::size_t> stamps;
  for (const std::size_t i : code.at_line(line)) {
    if (code.instructions[i].operation == Operation::clock) stamps.push_back(i);
  }
  return stamps;
}

// Every copy of the access lies between stamps: none was moved out, or left behind when the
// assembler copied code.
bool all_between(const FunctionCode& code, const Probe& probe,
                 const std::vector<std::size_t>& firsts, const std::vector<std::size_t>& seconds) {
  const auto between = [&](std::size_t i) {
    if (!is_access(probe, code.instructions[i])) return true;
    for (std::size_t k = 0; k < firsts.size(); ++k) {
      if (firsts[k] < i && i < seconds[k]) return true;
    }
    return false;
  };
  return std::ranges::all_of(code.at_line(access_line(probe.id)), between) &&
         std::ranges::all_of(code.at_line(first_line(probe.id)), between);
}

// Each first stamp goes with the second stamp that follows it.
void certify_in(const FunctionCode& code, Certificate& certificate) {
  const Probe& probe = certificate.probe;
  const std::vector<std::size_t> firsts = stamps_at(code, first_line(probe.id));
  const std::vector<std::size_t> seconds = stamps_at(code, second_line(probe.id));
  if (firsts.size() != seconds.size()) {
    certificate.complaint = fmt::format("{} first and {} second stamps in '{}'", firsts.size(),
                                        seconds.size(), code.function->name);
    return;
  }
  for (std::size_t i = 0; i < firsts.size(); ++i)
    certificate.places.push_back(prove(code, probe, firsts[i], seconds[i]));
  if (!all_between(code, probe, firsts, seconds))
    certificate.complaint =
        fmt::format("a copy of the access in '{}' is not between stamps", code.function->name);
}

// What one place lacks explains more than what the function as a whole does.
void conclude(Certificate& certificate) {
  if (certificate.complaint.empty() && certificate.places.empty()) {
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

std::string_view verdict_of(const Certificate& certificate) {
  if (!certificate.complaint.empty()) return "not certified";
  switch (certificate.probe.access) {
    case Access::region:
      return "in order";
    case Access::barrier:
    case Access::store:
      return "held";
    default:
      break;
  }
  return std::ranges::any_of(certificate.places, &CertifiedPlace::shared_barrier)
             ? "certified, shared barrier"
             : "certified";
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
    for (Certificate& certificate : result.certificates) certify_in(code, certificate);
  }
  for (Certificate& certificate : result.certificates) conclude(certificate);
  return result;
}

}  // namespace plumb::trace

// plumb/trace/certify/certify.cpp - finding the stamps in machine code and proving each.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/certify/certify.h"

#include <algorithm>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/trace/certify/prove_stamp.h"
#include "plumb/trace/certify/recognize_access.h"
#include "plumb/trace/stamp_table.h"

namespace plumb::trace {
namespace {

// The clock readings that carry a line.
std::vector<std::size_t> readings_at(const FunctionCode& code, std::uint32_t line) {
  std::vector<std::size_t> readings;
  for (const std::size_t i : code.at_line(line)) {
    if (code.instructions[i].operation == Operation::clock) readings.push_back(i);
  }
  return readings;
}

// Every copy of the access lies between readings: none was moved out, or left behind when the
// assembler copied code.
bool all_between(const FunctionCode& code, const Stamp& stamp,
                 const std::vector<std::size_t>& firsts, const std::vector<std::size_t>& seconds) {
  const auto between = [&](std::size_t i) {
    if (!is_access(stamp, code.instructions[i])) return true;
    for (std::size_t k = 0; k < firsts.size(); ++k) {
      if (firsts[k] < i && i < seconds[k]) return true;
    }
    return false;
  };
  return std::ranges::all_of(code.at_line(access_line(stamp.id)), between) &&
         std::ranges::all_of(code.at_line(first_line(stamp.id)), between);
}

// Memory that an instruction of this kind may load from.
std::vector<MemorySpace> spaces_of(Operation operation) {
  switch (operation) {
    case Operation::load_global:
      return {MemorySpace::global, MemorySpace::generic};
    case Operation::load_generic:
      return {MemorySpace::global, MemorySpace::shared, MemorySpace::generic};
    case Operation::load_shared:
      return {MemorySpace::shared, MemorySpace::generic};
    case Operation::fetch:
      return {MemorySpace::texture};
    case Operation::load_surface:
      return {MemorySpace::surface};
    default:  // of constants and of local memory the assembler makes loads of its own
      return {};
  }
}

struct Interval {
  std::size_t first = 0;
  std::size_t second = 0;
};

// A load in no stamp, where the table says that all loads of such memory have one: then what lies
// between the readings of another stamp may be a decoy.
std::string bare_load(const FunctionCode& code, std::span<const Interval> intervals,
                      std::span<const MemorySpace> wholly_stamped) {
  const auto whole = [&](MemorySpace space) {
    return std::ranges::find(wholly_stamped, space) != wholly_stamped.end();
  };
  for (std::size_t i = 0; i < code.instructions.size(); ++i) {
    const std::vector<MemorySpace> spaces = spaces_of(code.instructions[i].operation);
    if (spaces.empty() || !std::ranges::all_of(spaces, whole)) continue;
    const auto holds = [&](const Interval& one) { return one.first < i && i < one.second; };
    if (std::ranges::any_of(intervals, holds)) continue;
    return fmt::format("{} at {:#x} of '{}' is in no stamp, and every load of the text has one",
                       shown(code.instructions[i]), 16 * i, code.function->name);
  }
  return {};
}

// Each first reading goes with the second reading that follows it.
void certify_in(const FunctionCode& code, const LogLayout& layout, Certificate& certificate,
                std::vector<Interval>& intervals) {
  const Stamp& stamp = certificate.stamp;
  const std::vector<std::size_t> firsts = readings_at(code, first_line(stamp.id));
  const std::vector<std::size_t> seconds = readings_at(code, second_line(stamp.id));
  if (firsts.size() != seconds.size()) {
    certificate.complaint = fmt::format("{} first and {} second clock readings in '{}'",
                                        firsts.size(), seconds.size(), code.function->name);
    return;
  }
  for (std::size_t i = 0; i < firsts.size(); ++i) {
    certificate.places.push_back(prove(code, stamp, layout, firsts[i], seconds[i]));
    if (stamp.access != AccessKind::region) intervals.push_back({firsts[i], seconds[i]});
  }
  if (!all_between(code, stamp, firsts, seconds))
    certificate.complaint =
        fmt::format("a copy of the access in '{}' is not between readings", code.function->name);
}

// What one place lacks explains more than what the function as a whole does.
std::string complaint_of(const Certificate& certificate) {
  if (certificate.complaint.empty() && certificate.places.empty())
    return "its clock readings are not in the machine code";
  for (const CertifiedPlace& place : certificate.places) {
    if (!place.complaint.empty())
      return fmt::format("at {:#x} of '{}': {}", place.offset, place.function, place.complaint);
  }
  return certificate.complaint;
}

// Barriers and stores are held not by a scoreboard but by the instruction itself (BAR, a MEMBAR of
// the GPU's scope).
CertificateVerdict verdict_of(const Certificate& certificate) {
  if (!certificate.complaint.empty()) return CertificateVerdict::not_certified;
  switch (certificate.stamp.access) {
    case AccessKind::region:
      return CertificateVerdict::in_order;
    case AccessKind::barrier:
    case AccessKind::store:
      return CertificateVerdict::held;
    default:
      break;
  }
  return std::ranges::any_of(certificate.places, &CertifiedPlace::shared_barrier)
             ? CertificateVerdict::shared_barrier
             : CertificateVerdict::certified;
}

}  // namespace

bool Certification::complete() const { return all_certified(certificates); }

Certification certify(const Cubin& cubin) {
  if (cubin.stamp_table.empty()) {
    throw Error(ErrorKind::input,
                "no stamps in this machine code; instrument its PTX with plumb trace instrument");
  }
  if (!cubin.has_lines) {
    throw Error(ErrorKind::input,
                "no line information in this machine code; assemble it with -lineinfo");
  }
  Certification result;
  result.architecture = cubin.architecture;
  StampTable table = stamp_table_from_text(cubin.stamp_table);
  for (Stamp& stamp : table.stamps) {
    Certificate& certificate = result.certificates.emplace_back();
    certificate.stamp = std::move(stamp);
  }
  for (const MachineFunction& function : cubin.functions) {
    const FunctionCode code = function_code(function, cubin.architecture);
    std::vector<Interval> intervals;
    for (Certificate& certificate : result.certificates)
      certify_in(code, table.layout, certificate, intervals);
    const std::string bare =
        intervals.empty() ? std::string() : bare_load(code, intervals, table.wholly_stamped);
    for (Certificate& certificate : result.certificates) {
      const bool here = std::ranges::any_of(certificate.places, [&](const CertifiedPlace& place) {
        return place.function == function.name;
      });
      if (here && certificate.complaint.empty()) certificate.complaint = bare;
    }
  }
  for (Certificate& certificate : result.certificates) {
    certificate.complaint = complaint_of(certificate);
    certificate.verdict = verdict_of(certificate);
  }
  return result;
}

}  // namespace plumb::trace

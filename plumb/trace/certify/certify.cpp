// plumb/trace/certify/certify.cpp - finding the stamps in machine code and proving each.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/certify/certify.h"

#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/trace/certify/code_apart.h"
#include "plumb/trace/certify/prove_first_use.h"
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
// between the readings of another stamp may be a decoy. Not of warps that take no stamp at all.
std::string bare_load(const FunctionCode& code, std::span<const Interval> intervals,
                      std::span<const MemorySpace> wholly_stamped) {
  const auto whole = [&](MemorySpace space) {
    return std::ranges::find(wholly_stamped, space) != wholly_stamped.end();
  };
  std::optional<std::vector<bool>> apart;  // asked only where it matters
  for (std::size_t i = 0; i < code.instructions.size(); ++i) {
    const std::vector<MemorySpace> spaces = spaces_of(code.instructions[i].operation);
    if (spaces.empty() || !std::ranges::all_of(spaces, whole)) continue;
    const auto holds = [&](const Interval& one) { return one.first < i && i < one.second; };
    if (std::ranges::any_of(intervals, holds)) continue;
    if (!apart) apart = code_apart(code);
    if ((*apart)[i]) continue;
    return fmt::format("{} at {:#x} of '{}' is in no stamp, and every load of the text has one",
                       shown(code.instructions[i]), 16 * i, code.function->name);
  }
  return {};
}

// Readings at a first use have their accesses before them: each of these is in the stamp by itself,
// and all that carry its line are found by some pair of readings.
void certify_first_uses(const FunctionCode& code, const LogLayout& layout,
                        const std::vector<std::size_t>& firsts,
                        const std::vector<std::size_t>& seconds, Certificate& certificate,
                        std::vector<Interval>& intervals) {
  const Stamp& stamp = certificate.stamp;
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < firsts.size(); ++i) {
    UsePlace made = prove_first_use(code, stamp, layout, firsts[i], seconds[i]);
    certificate.places.push_back(std::move(made.place));
    for (const std::size_t access : made.accesses) {
      intervals.push_back({access - 1, access + 1});
      found.push_back(access);
    }
  }
  const auto is_found = [&](std::size_t i) {
    return !is_access(stamp, code.instructions[i]) || std::ranges::find(found, i) != found.end();
  };
  if (!std::ranges::all_of(code.at_line(access_line(stamp.id)), is_found))
    certificate.complaint =
        fmt::format("a copy of the access in '{}' has no first use", code.function->name);
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
  if (stamp.method == StampMethod::first_use) {
    certify_first_uses(code, layout, firsts, seconds, certificate, intervals);
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

// The certificates of one text's stamps, by the number of the stamp.
using ByStamp = std::multimap<std::uint32_t, Certificate*>;

// Of the stamps that have a line in the function.
std::vector<Certificate*> found_in(const FunctionCode& code, const ByStamp& all) {
  std::vector<Certificate*> found;
  std::uint32_t next = 0;  // lines are in order, three of a stamp
  for (auto line = code.marked.lower_bound(first_line(0)); line != code.marked.end(); ++line) {
    const std::uint32_t id = (line->first - first_line(0)) / 3;
    if (id < next) continue;
    next = id + 1;
    const auto [from, to] = all.equal_range(id);
    for (auto one = from; one != to; ++one) found.push_back(one->second);
  }
  return found;
}

void certify_function(const FunctionCode& code, const StampTable& table, const ByStamp& all) {
  std::vector<Interval> intervals;
  const std::vector<Certificate*> found = found_in(code, all);
  for (Certificate* certificate : found) certify_in(code, table.layout, *certificate, intervals);
  if (intervals.empty()) return;
  const std::string bare = bare_load(code, intervals, table.wholly_stamped);
  for (Certificate* certificate : found) {
    const bool here = std::ranges::find(certificate->places, code.function->name,
                                        &CertifiedPlace::function) != certificate->places.end();
    if (here && certificate->complaint.empty()) certificate->complaint = bare;
  }
}

using Tables = std::map<std::string_view, StampTable>;  // by the name of the unit

// Of a template that two files instantiate the linker takes one file's code, with the stamps of
// that file; those of the other's are not in the program.
bool replaced(const Cubin& cubin, const Tables& tables, std::string_view unit,
              const Certificate& certificate) {
  if (!certificate.places.empty() || !certificate.complaint.empty()) return false;
  const std::string& kernel = certificate.stamp.kernel;
  const auto taken = std::ranges::find(cubin.functions, kernel, &MachineFunction::name);
  if (taken == cubin.functions.end() || taken->unit == unit) return false;
  const auto other = tables.find(taken->unit);
  return other != tables.end() && std::ranges::find(other->second.stamps, kernel, &Stamp::kernel) !=
                                      other->second.stamps.end();
}

void certify_unit(const Cubin& cubin, const StampedUnit& unit, const Tables& tables,
                  Certification& result) {
  const StampTable& table = tables.at(unit.name);
  std::vector<Certificate> certificates(table.stamps.size());
  ByStamp all;
  for (std::size_t i = 0; i < certificates.size(); ++i) {
    certificates[i].stamp = table.stamps[i];
    all.emplace(certificates[i].stamp.id, &certificates[i]);
  }
  for (const MachineFunction& function : cubin.functions) {
    if (function.unit == unit.name)
      certify_function(function_code(function, cubin.architecture), table, all);
  }
  for (Certificate& certificate : certificates) {
    if (replaced(cubin, tables, unit.name, certificate)) continue;
    certificate.complaint = complaint_of(certificate);
    certificate.verdict = verdict_of(certificate);
    result.certificates.push_back(std::move(certificate));
  }
}

}  // namespace

bool Certification::complete() const { return all_certified(certificates); }

Certification certify(const Cubin& cubin) {
  if (cubin.units.empty()) {
    throw Error(ErrorKind::input,
                "no stamps in this machine code; instrument its PTX with plumb trace instrument");
  }
  if (!cubin.has_lines) {
    throw Error(ErrorKind::input,
                "no line information in this machine code; assemble it with -lineinfo");
  }
  Certification result;
  result.architecture = cubin.architecture;
  Tables tables;
  for (const StampedUnit& unit : cubin.units)
    tables.emplace(unit.name, stamp_table_from_text(unit.table));
  for (const StampedUnit& unit : cubin.units) certify_unit(cubin, unit, tables, result);
  return result;
}

}  // namespace plumb::trace

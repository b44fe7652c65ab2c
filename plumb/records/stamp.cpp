// plumb/records/stamp.cpp - names of methods, accesses, spaces and verdicts; stamps as JSON.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/stamp.h"

#include <algorithm>
#include <array>
#include <utility>

#include <nlohmann/json.hpp>

#include "plumb/records/names.h"

namespace plumb {
namespace {

constexpr std::array<std::string_view, 6> method_names{"dependence",  "fence",       "naive",
                                                       "paper-fence", "paper-dummy", "first-use"};
constexpr std::array<std::string_view, 5> access_names{"load", "atomic", "barrier", "store",
                                                       "region"};
constexpr std::array<std::string_view, 8> space_names{"none",  "generic",  "global",  "shared",
                                                      "local", "constant", "texture", "surface"};
constexpr std::array<std::string_view, 5> verdict_names{"certified", "certified, shared barrier",
                                                        "held", "in order", "not certified"};

// The word of a member that must be there; a refusal says where in the document.
template <class Enum, std::size_t n>
Enum word_at(const JsonView& view, std::string_view member,
             const std::array<std::string_view, n>& names) {
  (void)view.at(member);
  const auto from_name = [&](std::string_view name) { return value_in<Enum>(names, name, member); };
  return named_or(view, member, from_name, Enum{});
}

std::uint32_t count_at(const JsonView& view, std::string_view member) {
  return static_cast<std::uint32_t>(view.at(member).count(UINT32_MAX));
}

Json to_json(const CertifiedPlace& place) {
  Json json = {{"function", place.function}, {"offset", place.offset}};
  if (!place.complaint.empty()) json["complaint"] = place.complaint;
  json["accesses"] = place.accesses;
  json["foreign_before"] = place.foreign_before;
  json["foreign_behind"] = place.foreign_behind;
  json["shared_barrier"] = place.shared_barrier;
  if (place.cycles_before > 0) json["cycles_before"] = place.cycles_before;
  if (place.cycles_behind > 0) json["cycles_behind"] = place.cycles_behind;
  return json;
}

CertifiedPlace place_from(const JsonView& view) {
  view.only({"function", "offset", "complaint", "accesses", "foreign_before", "foreign_behind",
             "shared_barrier", "cycles_before", "cycles_behind"});
  const auto cycles = [&](std::string_view member) {
    return view.has(member) ? count_at(view, member) : 0;
  };
  return {.function = view.at("function").text(),
          .offset = view.at("offset").count(),
          .complaint = view.text_or("complaint", ""),
          .accesses = count_at(view, "accesses"),
          .foreign_before = count_at(view, "foreign_before"),
          .foreign_behind = count_at(view, "foreign_behind"),
          .shared_barrier = view.at("shared_barrier").flag(),
          .cycles_before = cycles("cycles_before"),
          .cycles_behind = cycles("cycles_behind")};
}

}  // namespace

bool all_certified(std::span<const Certificate> certificates) {
  return std::ranges::find(certificates, CertificateVerdict::not_certified,
                           &Certificate::verdict) == certificates.end();
}

OwnCycles own_cycles(const Certificate& certificate) {
  if (certificate.verdict == CertificateVerdict::not_certified || certificate.places.empty())
    return {};
  const CertifiedPlace& first = certificate.places.front();
  OwnCycles own{.before = first.cycles_before, .behind = first.cycles_behind};
  for (const CertifiedPlace& place : certificate.places) {
    own.before = std::min(own.before, place.cycles_before);
    own.behind = std::min(own.behind, place.cycles_behind);
  }
  return own;
}

std::string name_of(StampMethod method) { return name_in(method_names, method); }
std::string name_of(AccessKind access) { return name_in(access_names, access); }
std::string name_of(MemorySpace space) { return name_in(space_names, space); }
std::string name_of(CertificateVerdict verdict) { return name_in(verdict_names, verdict); }

StampMethod stamp_method_from_name(std::string_view name) {
  return value_in<StampMethod>(method_names, name, "method");
}
AccessKind access_kind_from_name(std::string_view name) {
  return value_in<AccessKind>(access_names, name, "access");
}
MemorySpace memory_space_from_name(std::string_view name) {
  return value_in<MemorySpace>(space_names, name, "space");
}

std::string shown_chain(const Stamp& stamp) {
  if (stamp.chain.size() < 2) return stamp.source;
  std::string text;
  for (const std::string& place : stamp.chain) {
    if (!text.empty()) text += " > ";
    text += place.substr(place.find_last_of('/') + 1);
  }
  return text;
}

Json to_json(const Stamp& stamp) {
  Json json = {{"id", stamp.id},
               {"kernel", stamp.kernel},
               {"access", name_of(stamp.access)},
               {"space", name_of(stamp.space)},
               {"method", name_of(stamp.method)},
               {"guarded", stamp.guarded},
               {"registers", stamp.registers},
               {"opcode", stamp.opcode},
               {"ptx_line", stamp.ptx_line}};
  if (!stamp.source.empty()) json["source"] = stamp.source;
  if (!stamp.chain.empty()) json["chain"] = stamp.chain;
  return json;
}

Stamp stamp_from_json(const JsonView& view) {
  view.only({"id", "kernel", "access", "space", "method", "guarded", "registers", "opcode",
             "ptx_line", "source", "chain"});
  std::vector<std::string> chain;
  if (view.has("chain")) {
    for (const JsonView& place : view.at("chain").list()) chain.push_back(place.text());
  }
  return {.id = count_at(view, "id"),
          .kernel = view.at("kernel").text(),
          .access = word_at<AccessKind>(view, "access", access_names),
          .space = word_at<MemorySpace>(view, "space", space_names),
          .method = word_at<StampMethod>(view, "method", method_names),
          .guarded = view.at("guarded").flag(),
          .registers = count_at(view, "registers"),
          .opcode = view.at("opcode").text(),
          .ptx_line = count_at(view, "ptx_line"),
          .source = view.text_or("source", ""),
          .chain = std::move(chain)};
}

Json to_json(const SkippedAccess& skipped) {
  return {{"stamp", to_json(skipped.stamp)}, {"reason", skipped.reason}};
}

SkippedAccess skipped_access_from_json(const JsonView& view) {
  view.only({"stamp", "reason"});
  return {.stamp = stamp_from_json(view.at("stamp")), .reason = view.at("reason").text()};
}

Json to_json(const Certificate& certificate) {
  Json json = {{"stamp", to_json(certificate.stamp)}, {"verdict", name_of(certificate.verdict)}};
  if (!certificate.complaint.empty()) json["complaint"] = certificate.complaint;
  json["places"] = Json::array();
  for (const CertifiedPlace& place : certificate.places) json["places"].push_back(to_json(place));
  return json;
}

Certificate certificate_from_json(const JsonView& view) {
  view.only({"stamp", "verdict", "complaint", "places"});
  Certificate certificate{.stamp = stamp_from_json(view.at("stamp")),
                          .verdict = word_at<CertificateVerdict>(view, "verdict", verdict_names),
                          .places = {},
                          .complaint = view.text_or("complaint", "")};
  const bool refused = certificate.verdict == CertificateVerdict::not_certified;
  if (refused == certificate.complaint.empty()) {
    view.refuse(refused ? "not certified, and no complaint says why"
                        : "a complaint, and yet another verdict than 'not certified'");
  }
  for (const JsonView& item : view.at("places").list())
    certificate.places.push_back(place_from(item));
  return certificate;
}

}  // namespace plumb

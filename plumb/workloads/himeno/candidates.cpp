// plumb/workloads/himeno/candidates.cpp - configurations that are worth racing on a device.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "plumb/workloads/himeno/himeno.h"
#include "plumb/workloads/himeno/plan.h"
#include "plumb/workloads/himeno/variants.h"

namespace plumb::himeno {
namespace {

// "tile=128x9,stages=2" -> the variant and these settings.
NamedTexts candidate_of(const VariantRow& row, std::string_view texts) {
  NamedTexts candidate{{"variant", std::string(row.shown.name)}};
  while (!texts.empty()) {
    const std::string_view pair = texts.substr(0, texts.find(','));
    const std::size_t equals = pair.find('=');
    candidate.emplace_back(pair.substr(0, equals), pair.substr(equals + 1));
    texts.remove_prefix(std::min(texts.size(), pair.size() + 1));
  }
  return candidate;
}

std::vector<const VariantRow*> raced_rows(const DeviceTraits& device) {
  std::vector<const VariantRow*> rows;
  for (const VariantRow& row : variant_rows()) {
    if (row.on_cpu() != (device.kind == DeviceKind::cpu)) continue;
    if (!row.needs_bulk_copies || device.bulk_copies) rows.push_back(&row);
  }
  std::ranges::sort(rows, {}, &VariantRow::race_place);
  return rows;
}

}  // namespace

std::vector<NamedTexts> candidates(const DeviceTraits& device) {
  std::vector<NamedTexts> all;
  for (const VariantRow* row : raced_rows(device)) {
    for (const std::string_view texts : row->raced) all.push_back(candidate_of(*row, texts));
  }
  return all;
}

std::vector<NamedTexts> refinements(const Settings& settings, const NamedTexts& fastest,
                                    const DeviceTraits& device) {
  std::vector<NamedTexts> all{fastest};
  const VariantRow& row = variant_row(settings.text("variant"));
  if (row.chunks != nullptr) {
    for (const std::uint64_t chunk : row.chunks(Plan(settings)))
      all.push_back(with_text(fastest, "chunk", std::to_string(chunk)));
  }
  if (row.groups != nullptr) {
    for (const std::uint64_t groups : row.groups(device.compute_units)) {
      if (groups > 0) all.push_back(with_text(fastest, "groups", std::to_string(groups)));
    }
  }
  if (row.pads) {
    for (const char* padding : {"256", "1088", "1280", "12800"})
      all.push_back(with_text(fastest, "padding", padding));
  }
  return all;
}

}  // namespace plumb::himeno

// tests/cli/masked_json.cpp - masks a JSON document by the names of its members.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "plumb/base/json.h"
#include "tests/cli/masking.h"

namespace plumb {
namespace {

// The machine that ran it; another device that a profile describes stays.
void mask_provenance(Json& provenance) {
  provenance["version"] = "<version>";
  provenance["host"] = "<host>";
  Json& device = provenance["device"];
  if (device.value("name", "") != "<device>") return;
  for (const char* member : {"vendor", "driver", "compute_units", "memory", "clock", "abilities"}) {
    if (device.contains(member)) device[member] = "#";
  }
}

// A quantity keeps its unit and, where the command says it, its number of samples.
void mask_quantity(Json& quantity) {
  for (const char* member : {"value", "low", "high"}) {
    if (quantity.contains(member)) quantity[member] = "#";
  }
  if (quantity.contains("samples"))
    for (Json& sample : quantity["samples"]) sample = "#";
}

void mask_table(Json& table) {
  std::vector<std::string> headings;
  for (const Json& column : table["columns"]) headings.push_back(column.value("name", ""));
  const std::vector<Treatment> treatments = treatments_of(headings);
  for (Json& row : table["rows"]) {
    for (std::size_t i = 0; i < row.size() && i < treatments.size(); ++i) {
      Json& cell = row[i];
      if (treatments[i] == Treatment::exact ||
          (cell.is_null() && treatments[i] != Treatment::varying))
        continue;
      cell = treated(treatments[i], cell.is_string() ? cell.get<std::string>() : cell.dump());
    }
  }
}

// Sentences: notes, warnings, reasons. One that only a busy machine prints is left out.
void mask_sentences(Json& list) {
  Json kept = Json::array();
  for (const Json& each : list) {
    const std::string line = each.is_string() ? masked_line(each.get<std::string>()) : "";
    if (!each.is_string() || !line.empty()) kept.push_back(each.is_string() ? Json(line) : each);
  }
  list = kept;
}

void mask_members(Json& object) {
  // Which of these a measurement has depends on the machine and the moment.
  for (const char* member : {"rate", "confidence", "seconds"}) {
    if (object.contains(member)) object[member] = "#";
  }
  if (object.value("checked", false)) object["worst_error"] = "#";
  if (object.contains("confidence")) object.erase("note");
  if (object.contains("settings") && object["settings"].contains("stages"))
    object["settings"]["groups"] = "#";
  for (const char* member : {"notes", "warnings"}) {
    if (!object.contains(member)) continue;
    mask_sentences(object[member]);
    if (object[member].empty()) object.erase(member);
  }
}

void mask_value(Json& value) {
  if (value.is_string()) value = masked_line(value.get<std::string>());
  if (value.is_number_float()) value = std::stod(fmt::format("{:.12g}", value.get<double>()));
  if (value.is_array())
    for (Json& each : value) mask_value(each);
  if (!value.is_object()) return;
  mask_members(value);
  if (value.contains("columns") && value.contains("rows")) mask_table(value);
  if (value.contains("unit") && value.contains("samples")) return mask_quantity(value);
  if (value.contains("x") && value.contains("value")) return mask_quantity(value);  // of a curve
  for (auto& [name, member] : value.items()) {
    if (name == "provenance") mask_provenance(member);
    mask_value(member);
  }
}

// Indented, but what holds only plain values is one line.
void print(const Json& value, const std::string& indent, std::string& text) {
  const bool flat =
      std::ranges::none_of(value, [](const Json& each) { return each.is_structured(); });
  if (!value.is_structured() || flat) {
    text += value.dump();
    return;
  }
  text += value.is_object() ? "{" : "[";
  const char* between = "\n";
  for (const auto& [name, member] : value.items()) {
    text +=
        fmt::format("{}{} {}", between, indent, value.is_object() ? Json(name).dump() + ": " : "");
    print(member, indent + " ", text);
    between = ",\n";
  }
  text += fmt::format("\n{}{}", indent, value.is_object() ? "}" : "]");
}

}  // namespace

std::string masked_json(const std::string& document) {
  Json json = parse_json(document, "output");
  mask_value(json);
  std::string text;
  print(json, "", text);
  return text + "\n";
}

}  // namespace plumb

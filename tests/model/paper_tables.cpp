// tests/model/paper_tables.cpp - reading the printed cells, recomputing them with the shipped
// files.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/model/paper_tables.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "plumb/base/statistics.h"
#include "plumb/model/predict.h"
#include "tests/application/application_text.h"

namespace plumb {
namespace {

double milliseconds(Seconds time) { return time.count() * 1e3; }

Components components_of(const Prediction& prediction) {
  Components parts;
  for (const PartPrediction& pass : prediction.passes) {
    parts[pass.name] += milliseconds(pass.cost.time);
  }
  parts["T1"] = milliseconds(prediction.transfer_in->cost.time);
  parts["T2"] = milliseconds(prediction.whole_passes().time);
  parts["T3"] = milliseconds(prediction.transfer_out->cost.time);
  parts["T"] = milliseconds(prediction.total());
  return parts;
}

Prediction predicted(const Profile& profile, const char* file, const Chosen& chosen) {
  Application app = application_at(std::string("docs/applications/") + file);
  app.choose(chosen);
  return predict(profile, app.walked(), {.models = {"ito2007"}, .paths = {}}).predictions.at(0);
}

Prediction predicted_lu(const Profile& profile, int size, bool literal) {
  return predicted(profile, "lu.toml",
                   {{"N", static_cast<double>(size)}, {"literal", literal ? 1.0 : 0.0}});
}

}  // namespace

std::vector<PaperCell> paper_cells(int number) {
  const std::string path = std::string(PLUMB_SOURCE_DIR) + "/docs/papers/ito2007/table" +
                           std::to_string(number) + ".csv";
  std::istringstream lines(read_text_file(path));
  std::vector<PaperCell> cells;
  std::string line;
  std::getline(lines, line);  // the header
  while (std::getline(lines, line)) {
    std::istringstream fields(line);
    std::vector<std::string> row;
    for (std::string field; std::getline(fields, field, ',');) row.push_back(field);
    cells.push_back(
        {row.at(1), std::stoi(row.at(2)), row.at(3), std::stod(row.at(4)), std::stod(row.at(5))});
  }
  return cells;
}

const PaperCell& cell_of(const std::vector<PaperCell>& cells, const std::string& device, int size,
                         const std::string& component) {
  for (const PaperCell& cell : cells) {
    if (cell.device == device && cell.size == size && cell.component == component) return cell;
  }
  throw std::runtime_error("no such cell: " + device + " " + component);
}

Profile shipped_profile(const std::string& device) {
  std::string name = device;
  std::ranges::transform(name, name.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  const std::string path = std::string(PLUMB_SOURCE_DIR) + "/profiles/" + name + ".json";
  const Json json = parse_json(read_text_file(path), path);
  return profile_from_json(JsonView(json, path));
}

Components morphology(const Profile& profile, int references) {
  return components_of(
      predicted(profile, "morphology.toml", {{"K", static_cast<double>(references)}}));
}

Components lu(const Profile& profile, int size, bool literal) {
  return components_of(predicted_lu(profile, size, literal));
}

LuTable lu_table(bool literal) {
  LuTable table;
  for (const char* device : paper_devices) {
    const Profile profile = shipped_profile(device);
    for (const int size : lu_sizes) table[{device, size}] = lu(profile, size, literal);
  }
  return table;
}

std::map<int, Amounts> lu_amounts() {
  std::map<int, Amounts> all;
  const Profile profile = shipped_profile("NV45");  // any: amounts do not depend on the device
  for (const int size : lu_sizes) {
    for (const PartPrediction& pass : predicted_lu(profile, size, false).passes) {
      all[size][pass.name].launches += static_cast<double>(pass.calls);
      all[size][pass.name].mebibytes += static_cast<double>(pass.bytes.count) * 0x1p-20;
    }
  }
  return all;
}

int cells_met(double unit) {
  int met = 0;
  for (const char* device : paper_devices) {
    Profile profile = shipped_profile(device);
    for (PathSet& set : profile.paths) {
      for (auto* path : {&set.transfer_in, &set.memory, &set.transfer_out}) {
        (*path)->bandwidth.value *= unit / 0x1p20;
      }
    }
    for (const PaperCell& cell : paper_cells(5)) {
      if (cell.device != device) continue;
      const double ours = morphology(profile, cell.size).at(cell.component);
      if (std::fabs(ours - cell.predicted) <= half_digit + 1e-9) ++met;
    }
  }
  return met;
}

RowSlope row_slope(const std::string& device) {
  const auto cells = paper_cells(6);
  std::vector<double> design;
  std::vector<double> printed;
  const auto amounts = lu_amounts();
  for (const int size : lu_sizes) {
    const Amount passes = amounts.at(size).at("row_op");
    design.insert(design.end(), {passes.launches, passes.mebibytes});
    printed.push_back(cell_of(cells, device, size, "row_op").predicted);
  }
  const std::vector<double> fit = least_squares(design, printed, 2);
  RowSlope slope{.seconds = fit[1] * 1e-3};
  for (std::size_t i = 0; i < printed.size(); ++i) {
    const double said = fit[0] * design[2 * i] + fit[1] * design[2 * i + 1];
    slope.residual = std::max(slope.residual, std::fabs(said - printed[i]));
  }
  return slope;
}

Profile at_bound(Profile profile, Bound bound) {
  const bool fast = bound == Bound::fastest;
  for (PathSet& set : profile.paths) {
    for (auto* path : {&set.transfer_in, &set.memory, &set.transfer_out}) {
      Quantity& bandwidth = (*path)->bandwidth;
      Quantity& latency = (*path)->latency;
      bandwidth.value = fast ? bandwidth.high : bandwidth.low;
      latency.value = fast ? latency.low : latency.high;
    }
  }
  return profile;
}

Errors errors_of(const std::vector<double>& ratios) {
  Errors errors;
  for (const double ratio : ratios) {
    errors.mean += 100 * std::fabs(ratio) / static_cast<double>(ratios.size());
    errors.most = std::max(errors.most, 100 * std::fabs(ratio));
  }
  return errors;
}

}  // namespace plumb

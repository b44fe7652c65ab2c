// plumb/artifact/describe.h - the texts of an artifact for people.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "plumb/records/provenance.h"

namespace plumb::artifact {

struct DescribedRecord {
  std::string name;    // "records/stream.json"
  std::string schema;  // "plumbline.result/1"
  Provenance provenance;
};

// One command per line, each below the name of its record.
std::string commands_text(const std::vector<DescribedRecord>& records);

// How to check and repeat it, step by step.
std::string reproduce_text(const std::vector<DescribedRecord>& records);

// An Artifact Description with the parts that conferences ask for: what it is, where the software
// comes from, hardware and software needed, data sets, installation, experiments.
std::string description_text(const std::vector<DescribedRecord>& records, std::size_t profiles,
                             std::size_t inputs);

}  // namespace plumb::artifact

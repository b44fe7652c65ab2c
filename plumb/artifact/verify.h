// plumb/artifact/verify.h - are the files of an artifact unchanged, and does a second measurement
// show the same?
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "plumb/records/provenance.h"
#include "plumb/records/verified_record.h"

namespace plumb::artifact {

struct VerifyOptions {
  bool checksums_only = false;
  std::vector<DeviceDescription> devices_here;
  // Runs plumb with these words in this folder; returns its exit code.
  std::function<int(const std::vector<std::string>& words, const std::string& folder)> rerun;
  std::function<void(const std::string& line)> progress = [](const std::string&) {};
  std::function<bool()> interrupted = [] { return false; };
};

// Refuses (input error) a folder that is not an artifact. What was changed is named, and then
// nothing is run: a second measurement could not be compared with it.
VerifiedArtifact verify(const std::string& folder, const VerifyOptions& options);

}  // namespace plumb::artifact

// plumb/study/origin.h - where the records of this process come from.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "plumb/records/provenance.h"

namespace plumb::study {

// The word as a shell takes it: in quotes where it needs them.
std::string quoted_for_shell(const std::string& word);

// The whole command line as it was typed, quoted for a shell; every record carries it. To be called
// once, before anything is recorded.
void remember_command_line(const std::string& program, std::span<const std::string> words);

// This program, this host, this device, now.
Provenance provenance(const DeviceDescription& device);

}  // namespace plumb::study

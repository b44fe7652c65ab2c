// plumb/application/write_application.h - a Program as an application file.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plumb/records/program.h"

namespace plumb {

// TOML that read_application turns into the same demands, kernels included: a file to start from.
// Refuses (input error) what application files cannot express: images, clusters, cooperative
// launches, loops more than six deep. A check without expected values is left out, with a comment.
std::string application_text(const Program& program);

}  // namespace plumb
